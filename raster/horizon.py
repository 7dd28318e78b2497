"""How long the longest least-cost path may be: guesses from which the first tick is chosen.

Where a tick guessed from the size of the grid and its mean speed is fine enough, nothing else is
asked. Only on grids so large that it is not, the ground is looked at: some thousand squares of the
grid, each with the geometric mean of the speeds of the cells sampled in it that can be entered, are
solved in a tenth of a millisecond, and how long the slowest of them takes says how long the
grid's own paths will be. The usual mean is too fast where slow cells lie among others, as barriers
that may be entered do: the last places are in the midst of them.
"""

from __future__ import annotations

import math
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.solver import Sources
from raster.grid import VelocityGrid
from raster.slopes.slopes import AS_LEVEL, Pace
from raster.steps import mean_speed_kmh

SQUARES = 1024
SAMPLES = 8  # along a side of a square
LEAST_SHARE = 0.25  # of the samples of a square that can be crossed

MARGIN = 1.1
"""Factor by which a guess from squares is lengthened. It is 1.1 to 2.8 times the longest path on
terrain of all kinds, too long rather than too short, for a path finds roads that squares do not
show; walls that they do not show either make it too short, and the solve is made again."""


def horizon_seconds(
    grid: VelocityGrid, zero_speed_kmh: float = 0.0, pace: Pace = AS_LEVEL
) -> float:
    """A guess of the longest least-cost path: twice the way along two sides at mean speed.

    Only the fineness of the tick hangs on it.
    """
    length = 2 * (grid.rows * grid.step_y + grid.cols * grid.step_x)
    return 3.6 * length / mean_speed_kmh(grid, zero_speed_kmh) * pace.factor + length * pace.added


def horizon_of_squares(
    grid: VelocityGrid, sources: Sources, zero_speed_kmh: float = 0.0, pace: Pace = AS_LEVEL
) -> float:
    """A guess of the latest time at which a cell is reached, in seconds, from squares of the
    ground; the same for the same grid and sources, whichever solver asks."""
    speeds = _speeds_of_squares(grid, zero_speed_kmh)
    high, wide = speeds.shape
    times = np.full(speeds.shape, math.inf)
    for start in sources:
        row, col = divmod(start.element, grid.cols)
        if row < grid.rows:
            square = row * high // grid.rows, col * wide // grid.cols
            times[square] = min(float(times[square]), start.delay_seconds)
    down, right = grid.rows * grid.step_y / high, grid.cols * grid.step_x / wide
    # A start in a square of barriers sets out all the same.
    speeds = np.where(np.isfinite(times) & (speeds <= 0), _mean(speeds), speeds)
    slowness = 3.6 / np.maximum(speeds, 1e-9) * pace.factor + pace.added
    slowness = np.where(speeds > 0, slowness, math.inf)
    _relax(times, slowness, down, right)
    return MARGIN * max(_latest_between(times, slowness, down, right), _latest(times))


def _latest(times: NDArray[np.float64]) -> float:
    """The latest that the middle of a square is reached, 0 where none is."""
    return float(times.max(where=np.isfinite(times), initial=0.0))


def _latest_between(
    times: NDArray[np.float64], slowness: NDArray[np.float64], down: float, right: float
) -> float:
    """The latest that the side of a square is reached, from the one or the other that it divides:
    at a rim of the grid, or of ground that can be entered, from the only one. In the midst of slow
    ground the last place is the middle of a square, and not its side."""
    latest = 0.0
    for axis, way in ((0, down), (1, right)):
        at_side = times + np.where(np.isfinite(times), slowness, 0.0) * way / 2
        at_side = np.moveaxis(at_side, axis, 0)
        rims = np.concatenate((at_side[:1], np.minimum(at_side[:-1], at_side[1:]), at_side[-1:]))
        latest = max(latest, _latest(rims))
    return latest


def _mean(speeds: NDArray[np.float64]) -> float:
    moving = speeds[speeds > 0]
    return float(moving.mean()) if moving.size else 1.0


_squares: WeakKeyDictionary[VelocityGrid, dict[float, NDArray[np.float64]]] = WeakKeyDictionary()


def _speeds_of_squares(grid: VelocityGrid, zero_speed_kmh: float) -> NDArray[np.float64]:
    """km/h of squares, float64, 0 for barriers. Remembered for the grid."""
    known = _squares.setdefault(grid, {})
    if zero_speed_kmh not in known:
        aspect = math.sqrt(grid.rows / grid.cols)
        high = min(max(round(math.sqrt(SQUARES) * aspect), 1), grid.rows, SQUARES)
        wide = min(max(SQUARES // high, 1), grid.cols)
        kmh = grid.kmh(grid.whole(), (high * SAMPLES, wide * SAMPLES)).astype(np.float64)
        kmh = np.where(kmh <= 0, zero_speed_kmh, np.nan_to_num(kmh))
        samples = kmh.reshape(high, SAMPLES, wide, SAMPLES)
        moving = (samples > 0).sum(axis=(1, 3))
        logs = np.log(samples, out=np.zeros_like(samples), where=samples > 0)
        mean = np.exp(logs.sum(axis=(1, 3)) / np.maximum(moving, 1))
        known[zero_speed_kmh] = np.where(moving >= LEAST_SHARE * SAMPLES**2, mean, 0.0)
    return known[zero_speed_kmh]


@njit(cache=True, nogil=True)
def _relax(times: Any, slowness: Any, down: float, right: float) -> None:
    """Lower the times to the fixed point by sweeps in four directions, each of which hands on what
    comes from the row before and from beside; infinite slowness is a barrier. down, right : metres
    between the centres of two squares."""
    high, wide = times.shape
    along, across, aslant = down / 2, right / 2, math.hypot(down, right) / 2
    fell = True
    while fell:
        fell = False
        for way in range(4):
            back, beside = -1 if way < 2 else 1, -1 if way % 2 == 0 else 1
            for i in range(high):
                row = i if way < 2 else high - 1 - i
                before = row + back
                inside = 0 <= before < high
                for j in range(wide):
                    col = j if way % 2 == 0 else wide - 1 - j
                    own = slowness[row, col]
                    if math.isinf(own):
                        continue
                    best = times[row, col]
                    if 0 <= col + beside < wide:
                        arrival = across * (own + slowness[row, col + beside])
                        best = min(best, times[row, col + beside] + arrival)
                    if inside:
                        arrival = along * (own + slowness[before, col])
                        best = min(best, times[before, col] + arrival)
                        for side in (col - 1, col + 1):
                            if 0 <= side < wide:
                                arrival = aslant * (own + slowness[before, side])
                                best = min(best, times[before, side] + arrival)
                    if best < times[row, col]:
                        times[row, col] = best
                        fell = True
