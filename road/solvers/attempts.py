"""Attempts with ever coarser ticks, until every path can be counted: the outer loop of a solve.

Ticks of a millisecond count to twelve days. A walk across a continent takes longer: where a result
shows that paths were lost, another attempt follows with ticks twice as long. Costs that are no
times cannot be changed; then the solve says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import numpy as np
from numba import njit

from core.errors import InputError
from core.parallel import attempts
from core.parallel.labels import largest_label
from core.times import UNREACHED, limit_in_ticks
from road.graph import U32
from road.results.travel_times import RoadTimes
from road.search.search_graph import SearchGraph
from road.search.starts import RoadSources


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


def result_of(
    search: SearchGraph,
    labels: U32,
    sources: RoadSources,
    limit: float,
    limit_ticks: int,
    finished: bool,
) -> RoadTimes:
    """Times from the labels of a search, in which unreached states hold limit_ticks + 1."""
    if limit_ticks + 1 < UNREACHED:
        labels[labels > limit_ticks] = UNREACHED
    return RoadTimes(search, labels, tuple(sources), limit, not finished)


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
