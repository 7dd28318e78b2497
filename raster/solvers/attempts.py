"""Attempts with other ticks, until every path can be counted: the outer loop of a solve.

With a tick too coarse precision is lost; with one too fine, cells whose paths reach UNREACHED
ticks. So the tick of the first attempt is a guess (`raster.ticks`), and where its result shows
that cells were lost, or precision for nothing, another attempt follows.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.parallel import attempts
from core.parallel.rounds import RoundLog
from core.parallel.spare import shared_spare
from core.solver import Sources
from core.times import UNLIMITED, limit_in_ticks
from core.trace import SILENT, Trace
from raster.geometry import EIGHT, STRAIGHT, check_geometry
from raster.grid import VelocityGrid
from raster.slopes.costs import cells_lost
from raster.slopes.slopes import GridSlopes, check_slopes
from raster.starts import given_by_starts, starts_on
from raster.steps import StepCosts
from raster.ticks import Ticks
from raster.travel_times import TravelTimeGrid


class FoundField(attempts.Found, Protocol):
    """What an attempt found; `max_ticks` is the largest label."""

    @property
    def max_ticks(self) -> int: ...


F = TypeVar("F", bound=FoundField)


@dataclass(frozen=True, eq=False)
class GridAttempt:
    """An attempt at a solve, with all that was asked of it.

    limit : seconds. costs : of steps, in the tick, which say the geometry, too. tick : seconds.
    """

    sources: Sources
    limit: float
    trace: Trace
    cancel: Cancel
    costs: StepCosts
    tick: float

    @property
    def limit_ticks(self) -> int:
        return limit_in_ticks(self.limit, self.tick)

    @property
    def geometry(self) -> str:
        return STRAIGHT if self.costs.straight else EIGHT

    def starts(self) -> dict[int, int]:
        """Labels by cell that the starts give; all solvers have them from here, or from `given`."""
        return starts_on(self.costs, self.sources, self.tick, self.limit_ticks)

    def given(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The same as arrays: cells and labels."""
        return given_by_starts(self.costs, self.sources, self.tick, self.limit_ticks)

    def log(self, algorithm: str, delta_seconds: float, unit: str, **how: Any) -> RoundLog:
        """The events of an attempt on the host; the first is told."""
        log = RoundLog(self.trace, self.tick, **how)
        log.start(algorithm, "cpu", "cpu", self.costs.values.size, delta_seconds, unit)
        return log

    def times(
        self, log: RoundLog, labels: NDArray[np.uint32], reached: int, last: int, cut_short: bool
    ) -> TravelTimeGrid:
        """What was found, which ends the log. last : the largest label."""
        log.finish(reached, last, cut_short)
        told = labels, self.tick, self.limit, reached, last, cut_short
        return TravelTimeGrid(*told, self.geometry)


class SolvesInAttempts(Generic[F]):
    """A solver of grids; a subclass says what an attempt does, and what else is said below."""

    gives_up = False
    """Whether after a cancel no attempt is begun, though one be due."""

    geometries: tuple[str, ...] = (EIGHT,)
    """Those of `raster.geometry` that it has."""

    takes_slopes = False
    """Whether it prices steps by their slopes."""

    straight_on_slopes = False
    """Whether along straight lines, too."""

    def __init__(
        self,
        grid: VelocityGrid,
        *,
        zero_speed_kmh: float = 0.0,
        geometry: str = EIGHT,
        slopes: GridSlopes | None = None,
    ) -> None:
        check_geometry(geometry, grid, self.geometries)
        if slopes is not None:
            taken = self.takes_slopes, self.straight_on_slopes
            check_slopes(slopes, grid, geometry, taken)
        self._grid = grid
        self._zero_speed = zero_speed_kmh
        self._geometry = geometry
        self._slopes = slopes

    def solve(
        self,
        sources: Sources,
        *,
        limit: float = UNLIMITED,
        trace: Trace = SILENT,
        cancel: Cancel = NEVER,
    ) -> F:
        """Travel times from `sources`; sources on barriers or no data reach nothing."""

        def attempt(costs: StepCosts) -> F:
            return self._attempt(GridAttempt(sources, limit, trace, cancel, costs, ticks.tick))

        def following(costs: StepCosts, found: F) -> StepCosts | None:
            another = ticks.another(
                lambda: self._lost(costs, found),
                lambda: found.max_ticks,
                lambda: self._longest(found),
                cancel,
            )
            return ticks.costs() if another and not (self.gives_up and cancel.requested) else None

        with self._place():
            of = self._zero_speed, self._geometry, self._slopes
            ticks = Ticks(self._grid, sources, limit, *of)
            found = attempts.first_that_fits(ticks.costs(), attempt, following)
        return self._without_those_lost(found) if ticks.lost and not found.partial else found

    def _attempt(self, attempt: GridAttempt) -> F:
        """Solve with its costs and its tick."""
        raise NotImplementedError

    def _lost(self, costs: StepCosts, found: F) -> bool:
        """Whether the tick was too fine, and cells were lost; not asked where it counts to the
        limit."""
        raise NotImplementedError

    def _longest(self, found: F) -> int:
        """A bound of the largest label, as is easiest to have."""
        return found.max_ticks

    def _place(self) -> AbstractContextManager[object]:
        """Where attempts are made."""
        return nullcontext()

    def _without_those_lost(self, found: F) -> F:
        """What is told of an attempt that lost cells, where it was given up."""
        return found


class HostSolver(SolvesInAttempts[TravelTimeGrid]):
    """A solver whose labels lie on the host, all together."""

    def __init__(self, grid: VelocityGrid, **how: Any) -> None:
        super().__init__(grid, **how)
        self._spare = shared_spare()

    def _lost(self, costs: StepCosts, found: TravelTimeGrid) -> bool:
        return cells_lost(costs, found.labels, found.max_ticks)
