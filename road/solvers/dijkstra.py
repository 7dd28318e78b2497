"""Dijkstra's algorithm on roads: the baseline, and what every other solver must equal.

Source: Dijkstra 1959, with the approximate buckets of Cherkassky, Goldberg and Radzik, "Shortest
paths algorithms: theory and experimental evaluation", 1996 (their DIKBA), in place of a heap. A
bucket is an eighth of a mean step wide: a state served with a label that falls again in the same
bucket is served once more, which is so rare that sorting would cost more. Ours differs in a width
chosen by the weights and in being stepped.
"""

from __future__ import annotations

import numpy as np

from core.cancel import NEVER, Cancel
from core.parallel.rounds import RoundLog
from core.times import UNLIMITED
from core.trace import SILENT, Trace
from road.costs.metric import Weights
from road.graph import U32, RoadGraph
from road.results.travel_times import RoadTimes
from road.search.search_graph import Direction, SearchGraph
from road.search.starts import RoadSources, Seeds, seeds_of
from road.solvers import dijkstra_buckets as buckets
from road.solvers.attempts import first_that_fits, result_of

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
            self._cursor, count,
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


class Dijkstra:
    """Sequential search with a bucket queue; see the module's text."""

    def __init__(
        self, graph: RoadGraph, weights: Weights, *, direction: Direction = "from"
    ) -> None:
        self._search = SearchGraph.of(graph, weights, direction)
        self._memory = buckets.BucketLinks(self._search.states)

    @property
    def search(self) -> SearchGraph:
        """What it runs on."""
        return self._search

    def solve(
        self,
        sources: RoadSources,
        *,
        limit: float = UNLIMITED,
        trace: Trace = SILENT,
        cancel: Cancel = NEVER,
    ) -> RoadTimes:
        """Times from (or to) `sources`."""

        def attempt(search: SearchGraph, limit_ticks: int) -> RoadTimes:
            seeds = seeds_of(search, sources, limit_ticks)
            log = RoundLog(trace, search.scale)
            log.start("dijkstra", "cpu", "cpu", search.states, 0.0, search.active_unit)
            steps = DijkstraSearch(search, seeds, limit_ticks, self._memory)
            _run(steps, log, cancel)
            if not steps.finished:
                self._memory.clear()
            found = result_of(search, steps.labels, sources, limit, limit_ticks, steps.finished)
            log.finish(found.reached, found.max_ticks, found.partial)
            return found

        return first_that_fits(self._search, limit, attempt)


def _run(steps: DijkstraSearch, log: RoundLog, cancel: Cancel) -> None:
    log.start_lap()
    while not steps.finished and not cancel.requested:
        served = steps.step(VISITS_PER_ITERATION)
        log.lap("buckets", served, steps.waiting, steps.reached, steps.settled_below)
