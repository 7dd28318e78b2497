"""Dijkstra's algorithm on roads: the baseline, and what every other solver must equal.

Source: Dijkstra 1959, with the approximate buckets of Cherkassky, Goldberg and Radzik, "Shortest
paths algorithms: theory and experimental evaluation", 1996 (their DIKBA), in place of a heap. A
bucket is an eighth of a mean step wide: a state served with a label that falls again in the same
bucket is served once more, which is so rare that sorting would cost more. Ours differs in a width
chosen by the weights and in being stepped.
"""

from __future__ import annotations

import numpy as np

from core.cancel import Cancel
from core.parallel.rounds import RoundLog
from road.costs.metric import Weights
from road.graph import U32, RoadGraph
from road.search.search_graph import Direction, SearchGraph
from road.search.starts import Seeds
from road.solvers import dijkstra_buckets as buckets
from road.solvers.attempts import HostSolver, RoadAttempt

VISITS_PER_ITERATION = 100_000
"""Visits per event, some milliseconds of work: fine enough for cancelling, coarse enough to cost
nothing."""

BUCKETS_A_STEP = 8
"""Buckets that a mean step reaches over."""

MOST_BUCKETS = 1 << 20


class DijkstraSearch:
    """One search, stepped by hand.

    labels : uint32 ticks, states; final below `settled_below`, upper bounds above, `unreached`
        where no way was found yet.
    """

    def __init__(
        self,
        search: SearchGraph,
        seeds: Seeds,
        limit_ticks: int,
        memory: buckets.BucketLinks | None = None,
    ) -> None:
        if memory is None or len(memory.places) != search.states:
            memory = buckets.BucketLinks(search.states)
        self._memory = memory
        self.unreached = limit_ticks + 1
        self.labels: U32 = np.full(search.states, self.unreached, np.uint32)
        self._search = search
        ring, shift = _ring_and_shift(search, seeds)
        self._ends = np.full(ring, buckets.NOBODY, np.int32)
        self._cursor = np.array([0, 0, 0, shift], np.int64)
        buckets.enter(
            seeds.states, seeds.ticks, self.labels, self._ends, self._memory.following,
            self._memory.previous, self._memory.places, self._cursor,
        )  # fmt: skip

    @property
    def finished(self) -> bool:
        return self.waiting == 0

    @property
    def waiting(self) -> int:
        """States in the queue."""
        return int(self._cursor[buckets.WAITING])

    @property
    def reached(self) -> int:
        return int(self._cursor[buckets.REACHED])

    @property
    def settled_below(self) -> int:
        """Ticks; every label below is final."""
        return int(self._cursor[buckets.BUCKET]) << int(self._cursor[buckets.SHIFT])

    def step(self, count: int = 1) -> int:
        """Serve up to `count` states, the nearest first; returns how many were."""
        search = self._search
        return buckets.advance(
            search.first_out, search.head, search.cost, self.labels, np.uint32(self.unreached),
            self._ends, self._memory.following, self._memory.previous, self._memory.places,
            self._cursor, count, search.lines,
        )  # fmt: skip


def _ring_and_shift(search: SearchGraph, seeds: Seeds) -> tuple[int, int]:
    """How many buckets, a power of two, and the power of two that their width is."""
    longest, mean = search.costs_seen
    spread = int(seeds.ticks.max()) - int(seeds.ticks.min()) if len(seeds.ticks) else 0
    span = max(longest, spread)
    shift = max(int(mean / BUCKETS_A_STEP).bit_length() - 1, 0)
    while (span >> shift) + 2 > MOST_BUCKETS:
        shift += 1
    return 1 << ((span >> shift) + 1).bit_length(), shift


class Dijkstra(HostSolver):
    """Sequential search with a bucket queue; see the module's text."""

    algorithm = "dijkstra"

    def __init__(
        self, graph: RoadGraph, weights: Weights, *, direction: Direction = "from"
    ) -> None:
        super().__init__(graph, weights, direction=direction)
        self._memory = buckets.BucketLinks(self.search.states)

    def _labels(self, attempt: RoadAttempt, log: RoundLog) -> tuple[U32, bool]:
        steps = DijkstraSearch(attempt.search, attempt.seeds, attempt.limit_ticks, self._memory)
        _run(steps, log, attempt.cancel)
        if not steps.finished:
            self._memory.clear()
        return steps.labels, steps.finished


def _run(steps: DijkstraSearch, log: RoundLog, cancel: Cancel) -> None:
    log.start_timing()
    while not steps.finished and not cancel.requested:
        served = steps.step(VISITS_PER_ITERATION)
        log.record("buckets", served, steps.waiting, steps.reached, steps.settled_below)
