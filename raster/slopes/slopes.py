"""The slopes of a raster: heights, a model, and the factors by slope that all backends look up.

The one definition. With z the height of a cell in units (`raster.slopes.heights`), the cost of the
step from a to b, of kind k, in whole ticks, is

    rise   = z(b) - z(a), or 0 where one of the two is unknown
    t      = |rise| · scale[k]                          slope in bins, 32 bits after the point
    bin    = (up if rise >= 0 else down)[t >> 32]
    factor = bin.value + (bin.gain · (t >> 16 & 0xFFFF) >> 16)   20 bits after the point
    cost   = max((priced · factor + 2¹⁹) >> 20, 1)      priced = half(a) + half(b)

in int64 with shifts that round down; nothing where the rise is beyond the cuts. A model that is
added prices level[k], the ticks of a second a metre, and adds half(a) + half(b) after. So a step's
cost is rounded once, from half costs that are whole ticks themselves, and no backend computes with
reals; all that is multiplied fits 32 bits. Bins are a 1024th of a slope wide or little less, and a
model's knee lies between two; those of a table, which may bend anywhere, an eighth of that. None is
narrower than the slope of one unit of height over the shortest step. Within a bin the factor runs
straight. Scales are rounded down, so that a slope just at the knee is on the side of level ground.

Travel times *to* the starts are those *from* them with all rises turned round: what is up is down,
and the cuts change their signs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError, ParameterError
from raster.geometry import EIGHT
from raster.grid import VelocityGrid, Window
from raster.slopes.heights import CellHeights
from raster.slopes.models import LEVEL, SlopeModel
from raster.steps import step_lengths

Direction = Literal["from", "to"]

BIN = 1 / 1024
"""Widest bin, as a slope: straight lines between its ends are off by 2e-6 for Tobler's function."""

FINE_BIN = 1 / 8192
"""Width of the bins of a model that bends in many places, each of which may lie within one."""

ONE = 1 << 20
"""A factor of 1."""

LARGEST = 2047.0
"""Largest factor that is told apart from larger ones; 31 bits hold it."""

SMALLEST = 2.0**-10
"""Smallest factor that is told apart from smaller ones."""

_STEEPEST = 256.0
"""Rise over length beyond which neighbouring heights are no ground: 89.8 degrees."""

_TIE = 1e-6
"""Units by which a cut may be missed: a slope that is just the cut can be gone."""

UNCUT = 2.0**25
"""Rise in units that no step has: the cuts of models that close no slope."""

SHARES = (17, 34, 53, 74, 98)
"""Points of a wedge that are tried on slopes, in parts of the way from A to D: where cells are
square their lines are as far apart as angles can be, a sixth of 45 degrees."""

PARTS_BITS = 7
"""Bits of the parts of SHARES, of which the whole way from A to D has 2⁷."""

_SAMPLE = 256
"""Cells along a side of the sample by which the mean factor is found."""


def check_slopes(
    slopes: GridSlopes,
    grid: VelocityGrid,
    geometry: str,
    taken: tuple[bool, bool] = (True, True),
) -> None:
    """Raise ParameterError where a solver takes no slopes, or none along straight lines, as `taken`
    says, and for heights of other cells."""
    if taken[0] and geometry != EIGHT and not taken[1]:
        raise ParameterError(
            "no straight lines on slopes with this algorithm",
            where=f"geometry={geometry}",
            advice=f"Choose the CPU, geometry={EIGHT}, or the slope model none.",
        )
    if not taken[0]:
        raise ParameterError(
            "no slopes with this algorithm", advice="Choose tiled, dijkstra or near-far."
        )
    if slopes.heights.shape != grid.shape:
        raise ParameterError(
            f"heights of {slopes.heights.shape} cells for a raster of {grid.shape}",
            where=slopes.heights.name,
            advice="Read them for this raster.",
        )


@dataclass(frozen=True)
class Pace:
    """What slopes do to times on the whole: they are `factor` times as long, and `added` seconds a
    metre longer."""

    factor: float = 1.0
    added: float = 0.0


AS_LEVEL = Pace()


def lengths_of_lines(grid: VelocityGrid, geometry: str = EIGHT) -> NDArray[np.float64]:
    """Metres of what is priced by a slope, float64, (lines,): steps by kind, and along straight
    lines those to the points of SHARES, for A along a row and along a column."""
    return np.concatenate((step_lengths(grid), *_lines(grid, geometry)))


def longer_lines(grid: VelocityGrid, geometry: str) -> NDArray[np.int64]:
    """`SlopedCosts.longer`."""
    lines = _lines(grid, geometry)
    times = [some / along for some, along in zip(lines, (grid.step_x, grid.step_y), strict=True)]
    return np.rint(np.concatenate(times) * (1 << 16)).astype(np.int64)


def _lines(grid: VelocityGrid, geometry: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    shares = np.array(SHARES if geometry != EIGHT else ()) / (1 << PARTS_BITS)
    wide, high = grid.step_x, grid.step_y
    return np.hypot(wide, shares * high), np.hypot(high, shares * wide)


def usual_pace(grid: VelocityGrid, slopes: GridSlopes | None) -> Pace:
    """The pace on the mean slope of a raster."""
    if slopes is None:
        return AS_LEVEL
    mean = slopes.mean_factor(grid)
    return Pace(slopes.model.share, mean) if slopes.model.added else Pace(mean)


class Factors(NamedTuple):
    """Factors by slope in whole numbers, as the module's text says.

    bins : int64, (2, bins), up and down from level ground on, the gain in the lower half and the
        value above it.
    scale : int64, (3,), by kind of step, below 2³². least, most : int64, (3,), rises within the
        cuts. Along straight lines there are those to the points of SHARES, too.
    """

    bins: NDArray[np.int64]
    scale: NDArray[np.int64]
    least: NDArray[np.int64]
    most: NDArray[np.int64]

    @property
    def extremes(self) -> tuple[float, float]:
        """The smallest factor of any bin, and the largest."""
        begin = self.bins >> 32
        end = begin + self.bins.astype(np.int32)
        return float(min(begin.min(), end.min()) / ONE), float(max(begin.max(), end.max()) / ONE)


T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class GridSlopes:
    """What slopes do to the steps of a raster.

    heights : of its very cells. surface : whether steps are as long as the ground, and not as the
    map. direction : whether times are from the starts or to them.
    """

    heights: CellHeights
    model: SlopeModel
    surface: bool = False
    direction: Direction = "from"

    def __post_init__(self) -> None:
        if self.surface and self.model.added:
            raise InputError(
                "lengths along the ground, and a lambda, which counts them on the map",
                where="slopes",
                advice="Leave one of them out.",
            )

    @property
    def counts(self) -> bool:
        """Whether a step costs anything else for them."""
        return self.model != LEVEL or self.surface

    @property
    def text(self) -> str:
        """The model, as files of results tell it."""
        return self.model.text + (", lengths along the ground" if self.surface else "")

    def window(self, window: Window) -> GridSlopes:
        return replace(self, heights=self.heights.window(window))

    def coarser(self, factor: int) -> GridSlopes:
        return replace(self, heights=self.heights.coarser(factor))

    def thinned(self, shape: tuple[int, int]) -> GridSlopes:
        return replace(self, heights=self.heights.thinned(shape))

    def factor(self, slope: NDArray[np.float64], below: bool = False) -> NDArray[np.float64]:
        """float64; what a slope within the cuts does, with the length along the ground."""
        longer = np.hypot(1.0, slope) if self.surface else 1.0
        return np.clip(self.model.factor(slope, below) * longer, SMALLEST, LARGEST)

    @cached_property
    def _known(self) -> dict[tuple[object, ...], Any]:
        return {}

    def _remembered(self, what: str, grid: VelocityGrid, find: Callable[[], T]) -> T:
        """Of the shape of cells: each solve asks for it, and it would take as long as a GPU's."""
        asked = what, grid.step_x, grid.step_y
        if asked not in self._known:
            self._known[asked] = find()
        return cast(T, self._known[asked])

    def factors(self, grid: VelocityGrid, geometry: str = EIGHT) -> Factors:
        """The factors for the cells of a grid, which are those of the heights; remembered."""
        return self._remembered(geometry, grid, lambda: self._factors(grid, geometry))

    def _factors(self, grid: VelocityGrid, geometry: str) -> Factors:
        lengths, unit = lengths_of_lines(grid, geometry), self.heights.unit
        steepest = self.heights.most_rise * unit / float(lengths.min())
        if steepest > _STEEPEST:
            raise InputError(
                f"heights differ by {self.heights.most_rise * unit:g} m between neighbouring cells",
                where=self.heights.name,
                advice="Check that they are metres, and cells without a height marked.",
            )
        bins, width = self._bins(steepest, unit / float(lengths.min()))
        scale = np.ceil(unit / (lengths * width) * 2.0**32).astype(np.int64) - 1
        low, high = (np.clip(cut * lengths / unit, -UNCUT, UNCUT) for cut in self.model.cuts)
        least, most = np.ceil(low - _TIE).astype(np.int64), np.floor(high + _TIE).astype(np.int64)
        if self.direction == "to":
            bins, least, most = np.ascontiguousarray(bins[::-1]), -most, -least
        return Factors(bins, scale, least, most)

    def _bins(self, steepest: float, finest: float) -> tuple[NDArray[np.int64], float]:
        """Bins of Factors up to a slope, and their width, which is above the finest slope."""
        knee, width = self.model.knee, BIN if self.model.smooth else FINE_BIN
        finest *= 1 + 1e-6
        width = max(width, finest)
        if knee is not None:
            if -knee < finest:
                raise InputError(
                    "cells so small that a unit of height is steeper than the model tells apart",
                    where=self.heights.name,
                    advice="Check the units of the raster's coordinates, and of the heights.",
                )
            width = -knee / min(math.ceil(-knee / width), math.floor(-knee / finest))
        reach = math.floor(steepest / width) + 2
        edges = width * np.arange(-reach, reach + 1, dtype=np.float64)
        if knee is not None:
            edges[np.abs(edges - knee) < width / 2] = knee
        begin = np.rint(self.factor(edges[:-1]) * ONE).astype(np.int64)
        end = np.rint(self.factor(edges[1:], below=True) * ONE).astype(np.int64)
        up, down = (begin, end), (end, begin)
        (first, last), (near, far) = (x[reach:] for x in up), (x[reach - 1 :: -1] for x in down)
        lines = [v << 32 | (w - v) & 0xFFFFFFFF for v, w in ((first, last), (near, far))]
        return np.stack(lines), width

    @cached_property
    def _sampled(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        return self.heights.sample(_SAMPLE)

    def mean_factor(self, grid: VelocityGrid) -> float:
        """Mean of the factors of an even sample of steps, there and back; 1 where none can be
        gone. Remembered."""
        return self._remembered("mean", grid, lambda: self._mean_factor(grid))

    def _mean_factor(self, grid: VelocityGrid) -> float:
        lengths = step_lengths(grid)
        slopes = [
            rise * self.heights.unit / run
            for rise, run in zip(self._sampled, lengths, strict=False)
        ]
        both = np.concatenate([*slopes, *(-slope for slope in slopes)])
        low, high = self.model.cuts
        both = both[(both >= low) & (both <= high)]
        return float(self.factor(both).mean()) if both.size else 1.0

    def smallest_factor(self, grid: VelocityGrid) -> float:
        """The smallest factor of any slope between neighbouring cells; remembered."""
        return self._remembered("smallest", grid, lambda: self.factors(grid).extremes[0])
