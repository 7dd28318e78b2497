"""Attempts with other ticks, until every path can be counted: the outer loop of a solve.

With a tick too coarse precision is lost; with one too fine, cells whose paths reach UNREACHED
ticks. So the tick of the first attempt is a guess (`raster.ticks`), and where its result shows
that cells were lost, or precision for nothing, another attempt follows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from core.cancel import NEVER, Cancel
from core.parallel import attempts
from core.solver import Sources
from core.times import UNLIMITED
from core.trace import SILENT, Trace
from raster.grid import VelocityGrid
from raster.steps import StepCosts, outgrown
from raster.ticks import Ticks
from raster.travel_times import TravelTimeGrid


class FoundField(attempts.Found, Protocol):
    """What an attempt found; `max_ticks` is the largest label."""

    @property
    def max_ticks(self) -> int: ...


F = TypeVar("F", bound=FoundField)


def lost_cells(costs: StepCosts, found: TravelTimeGrid) -> bool:
    """Whether the tick was too fine for labels on the host."""
    return outgrown(costs, found.labels, found.max_ticks)


def first_that_fits(
    ticks: Ticks,
    attempt: Callable[[StepCosts, float], F],
    lost: Callable[[StepCosts, F], bool],
    cancel: Cancel = NEVER,
    at_most: Callable[[], int] | None = None,
    gives_up: bool = False,
) -> F:
    """What the first attempt found that no other need follow, or that was cancelled.

    ticks : of the solve, at its beginning. attempt : solves with these costs and this tick, in
        seconds. lost : whether that lost cells; not asked where the tick counts to the limit.
    at_most : see `Ticks.another`. gives_up : after a cancel no attempt is begun, though one be due.
    """

    def following(costs: StepCosts, found: F) -> StepCosts | None:
        another = ticks.another(
            lambda: lost(costs, found), lambda: found.max_ticks, at_most, cancel
        )
        return ticks.costs() if another and not (gives_up and cancel.requested) else None

    return attempts.first_that_fits(
        ticks.costs(), lambda costs: attempt(costs, ticks.tick), following
    )


class SolvesInAttempts:
    """A solver of grids on the host; a subclass says what an attempt does."""

    def __init__(self, grid: VelocityGrid, *, zero_speed_kmh: float = 0.0) -> None:
        self._grid = grid
        self._zero_speed = zero_speed_kmh

    def solve(
        self,
        sources: Sources,
        *,
        limit: float = UNLIMITED,
        trace: Trace = SILENT,
        cancel: Cancel = NEVER,
    ) -> TravelTimeGrid:
        """Travel times from `sources`; sources on barriers or no data reach nothing."""

        def attempt(costs: StepCosts, tick: float) -> TravelTimeGrid:
            return self._attempt(costs, sources, tick, limit, trace, cancel)

        ticks = Ticks(self._grid, sources, limit, self._zero_speed)
        return first_that_fits(ticks, attempt, lost_cells, cancel)

    def _attempt(
        self,
        costs: StepCosts,
        sources: Sources,
        tick: float,
        limit: float,
        trace: Trace,
        cancel: Cancel,
    ) -> TravelTimeGrid:
        """Solve with these costs and this tick, in seconds."""
        raise NotImplementedError
