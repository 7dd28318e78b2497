"""How long the longest least-cost path may be: guesses from which the first tick is chosen.

Where a tick guessed from the size of the grid and its mean speed is fine enough, nothing else is
asked. Only on grids so large that it is not, the ground is looked at: some thousand squares of the
grid, each with the geometric mean of the speeds of the cells sampled in it that can be entered, are
solved within a tenth of a millisecond, and how long the slowest of them takes says how long the
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
    return MARGIN * float(_latest(speeds, times, pace.factor, pace.added, down, right))


@njit(cache=True, nogil=True)
def _latest(
    speeds: Any, times: Any, factor: float, added: float, down: float, right: float
) -> float:
    """The latest that the middle of a square is reached, or a side; 0 where none is. The times are
    those of starts, and lowered."""
    slowness = _slowness(speeds, times, factor, added)
    _relax(times, slowness, down, right)
    rows, cols = times.shape
    latest = 0.0
    for row in range(rows):
        for col in range(cols):
            if not math.isinf(times[row, col]):
                latest = max(latest, times[row, col])
    for row in range(rows + 1):
        for col in range(cols):
            latest = max(latest, _at_side(times, slowness, (row - 1, col), (row, col), down))
    for row in range(rows):
        for col in range(cols + 1):
            latest = max(latest, _at_side(times, slowness, (row, col - 1), (row, col), right))
    return latest


@njit(cache=True, nogil=True)
def _slowness(speeds: Any, times: Any, factor: float, added: float) -> Any:
    """Seconds a metre of squares, infinite for barriers. A start in a square of barriers sets out
    all the same, at mean speed."""
    total, moving = 0.0, 0
    for row in range(speeds.shape[0]):
        for col in range(speeds.shape[1]):
            if speeds[row, col] > 0:
                total, moving = total + speeds[row, col], moving + 1
    slowness = np.full(speeds.shape, math.inf)
    for row in range(speeds.shape[0]):
        for col in range(speeds.shape[1]):
            speed = speeds[row, col]
            if speed <= 0 and not math.isinf(times[row, col]):
                speed = total / moving if moving else 1.0
            if speed > 0:
                slowness[row, col] = 3.6 / max(speed, 1e-9) * factor + added
    return slowness


@njit(cache=True, nogil=True)
def _at_side(
    times: Any, slowness: Any, before: tuple[int, int], after: tuple[int, int], way: float
) -> float:
    """When the side between two squares is reached, from the one or the other: at a rim of the
    grid, or of ground that can be entered, from the only one; 0 where from none. In the midst of
    slow ground the last place is the middle of a square, and not its side."""
    reached = math.inf
    for row, col in (before, after):
        inside = 0 <= row < times.shape[0] and 0 <= col < times.shape[1]
        if inside and not math.isinf(times[row, col]):
            reached = min(reached, times[row, col] + slowness[row, col] * way / 2)
    return 0.0 if math.isinf(reached) else reached


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
    """Lower the times to the fixed point by sweeps down and up, in which each row takes what comes
    from the row before, and hands it on to both sides; infinite slowness is a barrier.
    down, right : metres between the centres of two squares."""
    high, wide = times.shape
    along, across, aslant = down / 2, right / 2, math.hypot(down, right) / 2
    # In a frame of barriers, so that no square need ask whether there is another beside it.
    reached = np.full((high + 2, wide + 2), math.inf)
    paces = np.full((high + 2, wide + 2), math.inf)
    for row in range(high):
        for col in range(wide):
            reached[row + 1, col + 1], paces[row + 1, col + 1] = times[row, col], slowness[row, col]
    fell = True
    while fell:
        fell = False
        for turn in range(2 * high):
            row = 1 + turn if turn < high else 2 * high - turn
            before = row - 1 if turn < high else row + 1
            here, there, own, other = reached[row], reached[before], paces[row], paces[before]
            for col in range(1, wide + 1):
                best = there[col] + along * (own[col] + other[col])
                best = min(best, there[col - 1] + aslant * (own[col] + other[col - 1]))
                best = min(best, there[col + 1] + aslant * (own[col] + other[col + 1]))
                fell |= best < here[col]
                here[col] = min(here[col], best)
            for col in range(2, wide + 1):
                best = here[col - 1] + across * (own[col] + own[col - 1])
                fell |= best < here[col]
                here[col] = min(here[col], best)
            for col in range(wide - 1, 0, -1):
                best = here[col + 1] + across * (own[col] + own[col + 1])
                fell |= best < here[col]
                here[col] = min(here[col], best)
    for row in range(high):
        for col in range(wide):
            times[row, col] = reached[row + 1, col + 1]
