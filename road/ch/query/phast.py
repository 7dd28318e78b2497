"""One to all on a contraction hierarchy: upward from the sources, then down level by level.

Source: Delling, Goldberg, Nowatzyk, Werneck, "PHAST: hardware-accelerated shortest path trees",
IPDPS 2011, with the core and the bit vectors of Karimi, Koppelman, Michael, ICS 2019. The upward
search visits few places; the core's labels follow from its distances; then every place looks once
at its steps from higher levels. Labels are sums of the same integers as Dijkstra's, hence the same
bits. Ours keeps reached places in bits all the way up, since those of later levels lie in few
words.
"""

from __future__ import annotations

import time
from functools import partial
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from core.cancel import NEVER, Cancel
from core.errors import CancelledError
from core.parallel.ranges import even_ranges
from core.parallel.rounds import RoundLog
from core.parallel.threads import RANGES_A_THREAD, kept_threads, thread_count
from core.progress import Progress, no_progress
from core.times import UNREACHED
from road.ch.contraction import Contracted, contract
from road.ch.hierarchy import Hierarchy
from road.ch.query.parents import parents_of
from road.ch.query.sweeps import BITS, downward, over_core, upward
from road.ch.report import ContractionReport
from road.ch.settings import SELECTION_FRACTION, ContractionSettings
from road.costs.metric import Weights
from road.graph import U32, RoadGraph
from road.results.travel_times import RoadTimes
from road.search.search_graph import Direction, SearchGraph
from road.search.starts import Seeds, seeds_of
from road.solvers.attempts import HostSolver, RoadAttempt

WORTH_SHARING = 300_000
"""Steps into a level below which threads take longer to wake up than one to sweep it."""


class Hierarchies(Protocol):
    """Where hierarchies of a graph are kept, by what was contracted and how."""

    def contracted(
        self,
        search: SearchGraph,
        settings: ContractionSettings,
        *,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> Contracted:
        """The hierarchy of a search graph, contracted now where it is not at hand.

        Raises CancelledError.
        """
        ...


class NotKept(Hierarchies):
    """Contracts each time."""

    def contracted(
        self,
        search: SearchGraph,
        settings: ContractionSettings,
        *,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> Contracted:
        return contract(search, settings, progress=progress, cancel=cancel)


class Phast(HostSolver):
    """PHAST; see the module's text.

    Constructing contracts, unless the hierarchy is at hand: it depends on the costs, too.

    selection_fraction : C. core_size : K, 0 chooses. hierarchies : where they are kept.
    edge_based : as in `SearchGraph.of`. progress, cancel : of contracting. Raises CancelledError.

    contraction : what contracting for the weights took, whenever that was. prepare_ms : what it
    took now, next to nothing where the hierarchy was at hand.
    """

    algorithm = "phast"

    def __init__(
        self,
        graph: RoadGraph,
        weights: Weights,
        *,
        direction: Direction = "from",
        edge_based: bool | None = None,
        selection_fraction: float = SELECTION_FRACTION,
        core_size: float = 0,
        hierarchies: Hierarchies | None = None,
        ways_alone: bool = False,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> None:
        super().__init__(graph, weights, direction=direction, edge_based=edge_based)
        self._settings = ContractionSettings(selection_fraction, int(core_size))
        self._hierarchies = NotKept() if hierarchies is None else hierarchies
        self._coarser: tuple[SearchGraph, Hierarchy] | None = None
        began = time.perf_counter()
        done = self._contracted(self.search, progress, cancel)
        self.prepare_ms = (time.perf_counter() - began) * 1e3
        self.contraction: ContractionReport = done.report
        self.hierarchy = seen_from(self.search, done.hierarchy)

    def parents(self, times: RoadTimes) -> U32:
        """uint32, states; the one before each on a shortest way, of times by this solver that are
        whole; see `road.ch.query.parents`."""
        search, limit = times.search, times.limit_ticks
        seeds = seeds_of(search, times.sources, limit)
        labels = times.state_labels
        return parents_of(self.hierarchy_for(search), search, seeds, limit, labels)

    def hierarchy_for(self, search: SearchGraph, cancel: Cancel = NEVER) -> Hierarchy:
        """That of a search graph of the same states; contracted anew for coarser ticks."""
        if search is self.search:
            return self.hierarchy
        if self._coarser is None or self._coarser[0] is not search:
            done = self._contracted(search, no_progress, cancel)
            self._coarser = search, seen_from(search, done.hierarchy)
        return self._coarser[1]

    def _contracted(self, search: SearchGraph, progress: Progress, cancel: Cancel) -> Contracted:
        return self._hierarchies.contracted(
            contractible(search), self._settings, progress=progress, cancel=cancel
        )

    def _labels(self, attempt: RoadAttempt, log: RoundLog) -> tuple[U32, bool]:
        state_labels = np.full(attempt.search.states, UNREACHED, np.uint32)
        state_labels[attempt.seeds.states] = attempt.seeds.ticks
        try:
            hierarchy = self.hierarchy_for(attempt.search, attempt.cancel)
            attempt.cancel.check("the solve")
        except CancelledError:
            return state_labels, False
        how = attempt.limit_ticks, state_labels, log, attempt.cancel
        return state_labels, one_to_all(hierarchy, attempt.seeds, *how)


def one_to_all(
    hierarchy: Hierarchy, seeds: Seeds, limit: int, state_labels: U32, log: RoundLog, cancel: Cancel
) -> bool:
    """Lower `state_labels`, in which only the seeds have labels; returns whether that was all
    done, and no cancel left anything out."""
    log.one_by_one = True  # some hundred levels at most
    log.start_timing()
    states, size = hierarchy.states, hierarchy.core_size
    labels = np.full(states, UNREACHED, np.uint32)
    marks = np.zeros(-(-states // BITS), np.uint64)
    notes = np.empty(states, np.uint32), np.empty(states, np.uint32)
    up, down = hierarchy.up, hierarchy.down
    places = hierarchy.place_of[seeds.states]
    settled = upward(*up[:3], size, places, seeds.ticks, limit, labels, marks, *notes)
    log.record("upward", settled, 0, 0)
    over_core(hierarchy.core, limit, labels, marks)
    steps: tuple[Any, ...] = (*down[:3], hierarchy.state_at, limit, labels, state_labels)
    reached = downward(0, size, *steps)
    log.record("core", size, states - size, reached)
    threads = kept_threads("sweep", thread_count())
    for begin, end, shared in sweep_rounds(hierarchy, by_level=log.trace.wants_events):
        if cancel.requested:
            return False
        if shared and threads.count > 1:
            ranges = even_ranges(end - begin, RANGES_A_THREAD * threads.count)
            reached += sum(threads.over(partial(_from, begin, steps), ranges))
        else:
            reached += downward(begin, end, *steps)
        log.record("level", end - begin, states - end, reached)
    return True


def _from(first: int, steps: tuple[Any, ...], begin: int, end: int) -> int:
    settled: int = downward(first + begin, first + end, *steps)
    return settled


def sweep_rounds(hierarchy: Hierarchy, *, by_level: bool) -> list[tuple[int, int, bool]]:
    """(begin, end, shared): places that are swept together, and whether by all threads.

    Each level, or where nobody asks several of those that one thread sweeps: places are in an order
    in which they may be swept one after another.
    """
    first, steps = hierarchy.first_place, hierarchy.down.first
    rounds: list[tuple[int, int, bool]] = []
    for begin, end in pairwise(first[1:].tolist()):
        shared = bool(steps[end] - steps[begin] >= WORTH_SHARING)
        if rounds and not (shared or by_level or rounds[-1][2]):
            rounds[-1] = rounds[-1][0], end, False
        else:
            rounds.append((begin, end, shared))
    return rounds


def contractible(search: SearchGraph) -> SearchGraph:
    """What is contracted for a search graph: where states are vertices, the one from the starts
    serves both directions."""
    if search.direction == "from" or search.edge_based:
        return search
    return SearchGraph.of(search.graph, search.weights, "from", edge_based=False)


def seen_from(search: SearchGraph, hierarchy: Hierarchy) -> Hierarchy:
    """The hierarchy of `contractible`, as a search goes through it."""
    return hierarchy if contractible(search) is search else hierarchy.backward
