"""Factors on speeds, drawn from a seed: the same bits on every machine, whoever draws them.

The logarithm of a factor is a normal number times the spread, so that its median is 1 and half as
fast is as likely as twice as fast. By *place*, factors are alike nearby: normal numbers at the
nodes of a lattice that lies at random, weighed by cubic B-splines and scaled to variance 1
everywhere (a moving average of white noise). See docs/decisions for why.

Normal numbers are sums of twelve uniform ones (Irwin and Hall) out of the counter-based generator
Philox (Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", SC 2011): whole numbers,
whatever the machine. What is computed from them by + − × ÷ and √ is rounded to sixteenths.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.errors import ParameterError

Alike = Literal["place", "class", "street"]
"""Things that have one factor: places near each other, all cells of one speed or streets of one
class, or all parts of one way."""

ALIKE: tuple[Alike, ...] = ("place", "class", "street")

STEPS = 16
"""Levels of a standard deviation: a factor of spread 0.2 is rounded by at most 0.6 %."""

MOST_DEVIATIONS = 4
"""Standard deviations beyond which nothing is drawn: six in 100,000 are."""

MIDDLE = STEPS * MOST_DEVIATIONS
"""Level of the factor 1."""

LEVELS = 2 * MIDDLE + 1

SPLINE_REACH = 1.155
"""Lattice spacings at which the correlation of two places has fallen to 1/e: the autocorrelation of
cubic B-splines is close to a Gaussian of variance 2/3."""

MOST_NODES = 1 << 26
"""Nodes of a lattice, at most: half a GiB of numbers."""

MOST_RUNS, MOST_SPREAD = 1000, 1.0

F64 = NDArray[np.float64]
Levels = NDArray[np.uint8]
"""Levels of factors, 0 to LEVELS − 1, of any shape."""


@dataclass(frozen=True)
class SpeedNoise:
    """How uncertain speeds are, and how often they are drawn.

    runs : draws. spread : standard deviation of the logarithm of a speed; of 0.2 two speeds in
    three lie between 18 % below and 22 % above what is given. seed : of all that is drawn.
    alike : what has one factor. correlation_m : by place, metres at which the correlation of two
    places has fallen to 1/e; 0 for a tenth of the longer side of what is open.
    """

    runs: int = 50
    spread: float = 0.2
    seed: int = 1
    alike: Alike = "place"
    correlation_m: float = 0.0

    def __post_init__(self) -> None:
        _require(1 <= self.runs <= MOST_RUNS, f"{self.runs} runs", f"Give 1 to {MOST_RUNS} (50).")
        _require(
            0 <= self.spread <= MOST_SPREAD,
            f"a spread of {self.spread:g}",
            f"Give 0 to {MOST_SPREAD:g} (0.2: two speeds in three within a fifth).",
        )
        _require(0 <= self.seed < 1 << 63, f"a seed of {self.seed}", "Give a whole number from 0.")
        _require(self.alike in ALIKE, f"'{self.alike}'", f"Give one of {', '.join(ALIKE)}.")
        _require(
            0 <= self.correlation_m < math.inf,
            f"a correlation over {self.correlation_m:g} m",
            "Give metres above 0.",
        )

    @property
    def factors(self) -> F64:
        """float64, LEVELS: on speeds, by level; costs are divided by them."""
        return np.array([math.exp(self.spread * (k - MIDDLE) / STEPS) for k in range(LEVELS)])

    def text(self) -> str:
        """In words, for files."""
        alike = {
            "place": f"alike within {self.correlation_m:g} m",
            "class": "one factor a class",
            "street": "one factor a street",
        }[self.alike]
        return f"{self.runs} runs, spread {self.spread:g}, seed {self.seed}, {alike}"


def _require(good: bool, found: str, advice: str) -> None:
    if not good:
        raise ParameterError(found, where="uncertainty", advice=advice)


GROUND, WAYS, SHIFT = range(3)
"""Streams of a run, each with numbers of its own: of places and cells, of classes or ways of roads,
and of where the lattice lies."""


def normals(seed: int, run: int, stream: int, count: int) -> F64:
    """float64, count: independent, mean 0 and variance 1, within ± 6."""
    raw = _raw(seed, run, stream, 3 * count)
    twelve = raw.view(np.uint16).reshape(count, 12).sum(axis=1, dtype=np.int64)
    found: F64 = (twelve - 6 * 65535) / 65536.0
    return found


def _raw(seed: int, run: int, stream: int, count: int) -> NDArray[np.uint64]:
    key = np.array((seed, run), np.uint64)
    counter = np.array((0, 0, 0, stream), np.uint64)
    found: NDArray[np.uint64] = np.random.Philox(key=key, counter=counter).random_raw(count)
    return found


def levels_of(deviations: F64) -> Levels:
    """Of normal numbers, uint8, same shape."""
    steps = np.rint(deviations * STEPS)
    return (np.clip(steps, -MIDDLE, MIDDLE) + MIDDLE).astype(np.uint8)


def drawn_levels(noise: SpeedNoise, run: int, stream: int, count: int) -> Levels:
    """Levels of so many things that have nothing to do with each other."""
    return levels_of(normals(noise.seed, run, stream, count))


@dataclass(frozen=True, eq=False)
class NoiseField:
    """Levels of one run everywhere in a rectangle; x and y in metres from its corner.

    nodes : float64, (lattice rows, lattice columns), normal. shift : where the lattice lies, parts
    of a spacing.
    """

    nodes: F64
    spacing: float
    shift: tuple[float, float]

    @classmethod
    def of(cls, noise: SpeedNoise, run: int, width_m: float, height_m: float) -> NoiseField:
        """Over a rectangle, where the noise says its correlation. Raises ParameterError for one too
        short for so large an extent."""
        spacing = noise.correlation_m / SPLINE_REACH
        cols, rows = (int(side / spacing) + 5 for side in (width_m, height_m))
        if cols * rows > MOST_NODES:
            least = SPLINE_REACH * math.sqrt(width_m * height_m / MOST_NODES)
            raise ParameterError(
                f"a correlation over {noise.correlation_m:g} m is too short for this extent",
                where="uncertainty",
                advice=f"Give at least {math.ceil(2 * least)} m.",
            )
        drawn = normals(noise.seed, run, GROUND, cols * rows).reshape(rows, cols)
        across, down = (_raw(noise.seed, run, SHIFT, 2) >> np.uint64(11)) * 2.0**-53
        return cls(drawn, spacing, (float(across), float(down)))

    def of_cells(self, x: F64, y: F64) -> Levels:
        """uint8, (rows, cols), of cells with their middles at these columns and rows."""
        (col, across), (row, down) = self._weights(x, 0), self._weights(y, 1)
        rows = sum(down[k][:, None] * self.nodes[row + k] for k in range(4))
        return levels_of(sum(rows[:, col + k] * across[k] for k in range(4)))

    def of_points(self, x: F64, y: F64) -> Levels:
        """uint8, points."""
        (col, across), (row, down) = self._weights(x, 0), self._weights(y, 1)
        found = np.zeros(len(x))
        for k in range(4):
            column = sum(down[j] * self.nodes[row + j, col + k] for j in range(4))
            found = found + column * across[k]
        return levels_of(found)

    def _weights(self, metres: F64, axis: int) -> tuple[NDArray[np.int64], F64]:
        """The first of four nodes, and their weights, float64, (4, places), of which the squares
        add up to 1."""
        most = self.nodes.shape[1 - axis] - 4
        place = np.clip(metres / self.spacing + self.shift[axis], 0.0, most + 1)
        first = np.minimum(np.floor(place), most)
        t = place - first
        u = 1 - t
        weights = np.stack(
            (u * u * u, (3 * t - 6) * t * t + 4, ((3 - 3 * t) * t + 3) * t + 1, t * t * t)
        )
        square = sum(each * each for each in weights)
        return first.astype(np.int64), weights / np.sqrt(square)
