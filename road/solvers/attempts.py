"""Attempts with ever coarser ticks, until every path can be counted: the outer loop of a solve.

Ticks of a millisecond count to twelve days. A walk across a continent takes longer: where a result
shows that paths were lost, another attempt follows with ticks twice as long. Costs that are no
times cannot be changed; then the solve says so.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numba import njit

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.parallel import attempts
from core.parallel.attempts import largest_label
from core.parallel.rounds import RoundLog
from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from core.trace import SILENT, Trace
from road.costs.metric import Weights
from road.graph import U32, RoadGraph
from road.results.travel_times import RoadTimes
from road.search.search_graph import Direction, SearchGraph
from road.search.starts import RoadSources, Seeds, seeds_of


class FoundLabels(attempts.Found, Protocol):
    """What an attempt found."""

    @property
    def state_labels(self) -> U32: ...


F = TypeVar("F", bound=FoundLabels)


def lost_paths_of(search: SearchGraph, found: FoundLabels) -> bool:
    """Whether the ticks were too short for labels on the host."""
    return lost_paths(search, found.state_labels)


def first_that_fits(
    search: SearchGraph,
    limit: float,
    attempt: Callable[[SearchGraph, int], F],
    lost: Callable[[SearchGraph, F], bool] = lost_paths_of,
) -> F:
    """What the first attempt found that lost no path, or was cancelled.

    limit : seconds, or the weights' own unit where they are no times.
    attempt : solves on this search graph up to so many ticks. lost : whether that lost paths; not
        asked where the ticks count to the limit.
    """

    def following(search: SearchGraph, found: F) -> SearchGraph | None:
        if limit / search.scale < UNREACHED - 1 or not lost(search, found):
            return None
        if not search.weights.is_time:
            raise InputError(
                f"a path costs {UNREACHED} {search.weights.unit} or more",
                where=search.graph.name,
                advice="Set a limit below that, or choose costs with a coarser unit.",
            )
        return search.coarser

    return attempts.first_that_fits(
        search, lambda search: attempt(search, limit_in_ticks(limit, search.scale)), following
    )


@dataclass(eq=False)
class RoadAttempt:
    """An attempt at a solve, with all that was asked of it.

    search : with costs in the ticks of this attempt. limit : seconds, or the weights' own unit
    where they are no times.
    """

    search: SearchGraph
    sources: RoadSources
    limit: float
    limit_ticks: int
    trace: Trace
    cancel: Cancel

    @cached_property
    def seeds(self) -> Seeds:
        """States where labels begin, within the limit; ParameterError as in `seeds_of`."""
        return seeds_of(self.search, self.sources, self.limit_ticks)

    def log(self, algorithm: str, backend: str, device: str, delta: float) -> RoundLog:
        """The events of the attempt, of which the first is told. delta : ticks."""
        search = self.search
        log = RoundLog(self.trace, search.scale)
        delta_seconds = delta * search.scale
        log.start(algorithm, backend, device, search.states, delta_seconds, search.active_unit)
        return log


class SolvesInAttempts(Generic[F]):
    """A solver of roads; a subclass says what an attempt does.

    algorithm : its name. search : what it runs on.
    """

    algorithm: str

    def __init__(
        self,
        graph: RoadGraph,
        weights: Weights,
        *,
        direction: Direction = "from",
        edge_based: bool | None = None,
    ) -> None:
        self.search = SearchGraph.of(graph, weights, direction, edge_based=edge_based)

    def solve(
        self,
        sources: RoadSources,
        *,
        limit: float = UNLIMITED,
        trace: Trace = SILENT,
        cancel: Cancel = NEVER,
    ) -> F:
        """Times from (or to) `sources`."""

        def attempt(search: SearchGraph, limit_ticks: int) -> F:
            return self._attempt(RoadAttempt(search, sources, limit, limit_ticks, trace, cancel))

        with self._place():
            return first_that_fits(self.search, limit, attempt, self._lost)

    def _attempt(self, attempt: RoadAttempt) -> F:
        """Solve on its search graph."""
        raise NotImplementedError

    def _lost(self, search: SearchGraph, found: F) -> bool:
        """Whether the ticks were too short; not asked where they count to the limit."""
        return lost_paths_of(search, found)

    def _place(self) -> AbstractContextManager[object]:
        """Where attempts are made."""
        return nullcontext()


class HostSolver(SolvesInAttempts[RoadTimes]):
    """A solver whose labels lie on the host."""

    def _attempt(self, attempt: RoadAttempt) -> RoadTimes:
        search, limit_ticks = attempt.search, attempt.limit_ticks
        log = attempt.log(self.algorithm, "cpu", "cpu", self._first_delta(search))
        labels, finished = self._labels(attempt, log)
        if limit_ticks + 1 < UNREACHED:
            labels[labels > limit_ticks] = UNREACHED
        found = RoadTimes(search, labels, tuple(attempt.sources), attempt.limit, not finished)
        log.finish(found.reached, found.max_ticks, found.partial)
        return found

    def _first_delta(self, search: SearchGraph) -> float:
        """Ticks; 0 where there is no Δ."""
        return 0.0

    def _labels(self, attempt: RoadAttempt, log: RoundLog) -> tuple[U32, bool]:
        """Labels in ticks, states, in which unreached ones may hold limit_ticks + 1; and whether
        no cancel left anything out."""
        raise NotImplementedError


def lost_paths(search: SearchGraph, labels: U32) -> bool:
    """Whether a state stayed unreached only because its label would be UNREACHED or more."""
    longest = search.longest_step
    if largest_label(labels) + longest < UNREACHED:
        return False
    return bool(_loses(search.first_out, search.head, search.cost, labels))


@njit(cache=True, nogil=True)
def _loses(first_out: Any, head: Any, cost: Any, labels: Any) -> bool:
    for state in range(len(first_out) - 1):
        label = np.int64(labels[state])
        if label >= UNREACHED:
            continue
        for step in range(first_out[state], first_out[state + 1]):
            long = label + cost[step] >= UNREACHED and cost[step] < UNREACHED
            if long and labels[head[step]] >= UNREACHED:
                return True
    return False
