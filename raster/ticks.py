"""Which tick a solve counts in, and how exact its times then are.

A tick is chosen from a guess of the longest path. Where the guess would leave times less exact than
PRECISION, a better one is asked for (`raster.horizon`); where a result shows that the tick was too
fine, or that it was much too coarse and times suffer from that, another attempt follows.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from core.solver import Sources
from core.times import COARSEST_TICK, UNLIMITED, UNREACHED, finest_tick, fitting_tick
from raster.geometry import EIGHT
from raster.grid import VelocityGrid
from raster.horizon import horizon_of_squares, horizon_seconds
from raster.slopes.costs import costs_on
from raster.slopes.slopes import ONE, GridSlopes, usual_pace
from raster.steps import SLOWEST, StepCosts, extreme_speeds, speeds_in_use, step_lengths

PRECISION = 1e-4
"""Relative error that times shall stay below; a tenth of a second in a quarter of an hour."""

COARSER = 8
"""Factor by which a tick is coarser after a path reached UNREACHED ticks."""


_known: WeakKeyDictionary[VelocityGrid, dict[tuple[float, float], float]] = WeakKeyDictionary()


FINER = 3.0
"""Factor by which a tick must become finer to solve again for the sake of precision alone: solving
takes as long again, and guesses on usual terrain are closer: 2.0 to 2.8 where barriers that may be
entered are wide."""


def precision(
    grid: VelocityGrid, tick: float, zero_speed_kmh: float = 0.0, slopes: GridSlopes | None = None
) -> float:
    """A bound of the relative error of times of a grid at a tick; remembered for the grid.

    No half cost on a path is off by more than this share of itself, so neither is their sum, nor
    the least of the sums. Speeds that no cell has do not count. (Delays of starts are rounded to a
    tick once.) On slopes a step is rounded once more, and its factor before.
    """
    if slopes is not None:
        share = slopes.model.share
        halves = precision(grid, tick / share, zero_speed_kmh) if share else 0.0
        return halves + _rounding_of_steps(grid, tick, zero_speed_kmh, slopes)
    known = _known.setdefault(grid, {})
    if (tick, zero_speed_kmh) not in known:
        known[tick, zero_speed_kmh] = _precision(grid, tick, zero_speed_kmh)
    return known[tick, zero_speed_kmh]


def lost_by_floors(
    grid: VelocityGrid, tick: float, zero_speed_kmh: float = 0.0, slopes: GridSlopes | None = None
) -> float:
    """A bound of the share by which straight lines are earlier than their wedges and diagonal steps
    say: a wedge's floor loses less than a tick, of no less than F/√2 by the fastest speed that a
    cell has; those of the two halves of a step less than two, of no less than twice as much. On
    slopes half costs of a line are rounded once more besides."""
    if slopes is not None:
        return 3 * _rounding_of_steps(grid, tick, zero_speed_kmh, slopes)
    coded = grid.code_speed is not None
    speeds = np.nan_to_num(speeds_in_use(grid) if coded else extreme_speeds(grid))
    fastest = max(float(speeds.max(initial=0.0, where=speeds < math.inf)), zero_speed_kmh)
    return fastest * tick / (1.8 * math.sqrt(2) * min(step_lengths(grid)[:2]))


def _precision(grid: VelocityGrid, tick: float, zero_speed_kmh: float) -> float:
    if grid.code_speed is None:
        return _rounding(extreme_speeds(grid), tick, grid, zero_speed_kmh, between=True)
    at_most = _rounding(grid.code_speed, tick, grid, zero_speed_kmh)
    if at_most <= PRECISION:  # then nobody need look which codes are in use
        return at_most
    return _rounding(speeds_in_use(grid), tick, grid, zero_speed_kmh)


def _rounding_of_steps(
    grid: VelocityGrid, tick: float, zero_speed_kmh: float, slopes: GridSlopes
) -> float:
    """The largest share by which a step is rounded after its half costs were."""
    speeds = extreme_speeds(grid) if grid.code_speed is None else speeds_in_use(grid)
    fastest = float(np.fmax.reduce(speeds, initial=zero_speed_kmh))
    smallest, run = slopes.smallest_factor(grid), min(step_lengths(grid))
    ticks = run * smallest / tick * (1.0 if slopes.model.added else 3.6 / max(fastest, 1e-9))
    return 0.5 / max(ticks, 0.5) + 0.5 / (ONE * smallest)


def _rounding(
    kmh: NDArray[np.float64],
    tick: float,
    grid: VelocityGrid,
    zero_speed_kmh: float,
    between: bool = False,
) -> float:
    """The largest share by which half costs of speeds are rounded; `between`: by which those of
    any speed between them can be."""
    speeds = np.where(kmh <= 0, zero_speed_kmh, kmh)
    speeds = speeds[(speeds > 0) & (speeds < math.inf)]
    worst = 0.0
    for length in step_lengths(grid):
        exact = 1.8 * length / tick / speeds
        ticks = np.maximum(np.rint(exact), 1)
        off = np.maximum(0.5, 1 - exact) if between else np.abs(ticks - exact)
        counted = exact < SLOWEST  # a path through the others is too long to be counted
        worst = max(worst, float((off / exact).max(where=counted, initial=0.0)))
    return worst


def choose_tick(
    grid: VelocityGrid,
    sources: Sources,
    limit: float,
    zero_speed_kmh: float = 0.0,
    slopes: GridSlopes | None = None,
) -> float:
    """The tick of a first attempt; every solver asks here, so that all get the same bits.

    It is the finest power of two that counts to the limit, or without one to a guess of the longest
    path. Where times would be less exact than PRECISION, it is the finest tick that counts to a
    better guess, if that is less. A solve that outgrows it starts again with `coarser`.
    """
    latest = max((start.delay_seconds for start in sources), default=0.0)
    pace = usual_pace(grid, slopes)
    horizon = limit if limit < UNLIMITED else latest + horizon_seconds(grid, zero_speed_kmh, pace)
    tick = finest_tick(horizon)
    if precision(grid, tick, zero_speed_kmh, slopes) <= PRECISION:
        return tick
    better = min(limit, max(latest, horizon_of_squares(grid, sources, zero_speed_kmh, pace)))
    return min(tick, fitting_tick(better)) if better > 0 else tick


def coarser(tick: float) -> float:
    """The tick of the next attempt after a path reached UNREACHED ticks."""
    if tick * COARSER > COARSEST_TICK:
        raise ParameterError(
            f"a path longer than {UNREACHED * tick:g} s is beyond what can be counted",
            advice="Set a time limit, or make the slowest cells barriers.",
        )
    return tick * COARSER


class Ticks:
    """The ticks of the attempts of a solve, the first and those that follow.

    tick : of the attempt that is due, in seconds.
    lost : whether the attempt before it lost cells.
    """

    def __init__(
        self,
        grid: VelocityGrid,
        sources: Sources,
        limit: float,
        zero_speed_kmh: float = 0.0,
        geometry: str = EIGHT,
        slopes: GridSlopes | None = None,
    ) -> None:
        self._grid, self._zero_speed, self._limit = grid, zero_speed_kmh, limit
        self._geometry, self._slopes = geometry, slopes
        self._refined = self.lost = False
        self.tick = choose_tick(grid, sources, limit, zero_speed_kmh, slopes)

    def costs(self) -> StepCosts:
        """Costs of steps in the tick."""
        of = self._zero_speed, self._geometry, self._slopes
        return costs_on(self._grid, self.tick, *of)

    def another(
        self,
        lost: Callable[[], bool],
        longest: Callable[[], int],
        at_most: Callable[[], int] | None = None,
        cancel: Cancel = NEVER,
    ) -> bool:
        """Whether another attempt is due after one that was not cancelled; `tick` is then its own.

        lost : whether cells were lost; asked only where the tick does not count to the limit.
        longest : the largest label.
        at_most : a bound of it, where that is easier to have.
        cancel : once set, a result that lost nothing stands, exact or not.
        """
        counted = self._limit / self.tick < UNREACHED - 1
        self.lost = not counted and lost()
        if self.lost:
            coarse = coarser(self.tick)
            self.tick = (
                coarse if self._limit == UNLIMITED else min(coarse, finest_tick(self._limit))
            )
            return True
        error = precision(self._grid, self.tick, self._zero_speed, self._slopes)
        if self._refined or cancel.requested or error <= PRECISION:
            return False
        # A bound may be that of a longer way which was found before the shortest, so it is not for
        # it to say that a tick is fine enough: who finds what first must not decide.
        fine_enough = 2 * (at_most or longest)() >= UNREACHED and 2 * longest() >= UNREACHED
        if fine_enough or longest() == 0:
            return False
        # The longest path, a tick more for the limit's sake, and what rounding may have cut off it:
        # a half cost is never less than two thirds of the exact one.
        seconds = (longest() + 1) * self.tick * (1 + min(2 * error, 0.5))
        finer = fitting_tick(min(seconds, self._limit))
        if FINER * finer > self.tick:
            return False
        self.tick, self._refined = finer, True
        return True
