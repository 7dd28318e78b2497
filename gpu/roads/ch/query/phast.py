"""PHAST, one to all in a contracted graph on the device: the twin of road/ch/query/phast.py.

Source: Delling, Goldberg, Nowatzyk, Werneck, "PHAST: hardware-accelerated shortest path trees",
IPDPS 2011; Karimi, Koppelman, Michael, "GPU road network graph contraction and SSSP query", ICS
2019. Ours differs in being one launch: upward, labels fall in whatever order in one block of
threads, without vectors of what is reachable; downward, each place waits for the labels it
needs, not for a level. Same bits as Dijkstra's.
"""

from __future__ import annotations

import time
from functools import cached_property
from typing import Any

import numpy as np

from core.cancel import NEVER, Cancel
from core.parallel.rounds import RoundLog
from core.progress import Progress, no_progress
from gpu.roads.ch.contraction.contract import Contractor
from gpu.roads.ch.contraction.ground import ContractionGround
from gpu.roads.ch.device_hierarchy import DeviceHierarchy
from gpu.roads.ch.query.queries import PhastQueries
from gpu.roads.ch.query.swept import SweptHierarchy
from gpu.roads.device_solver import RoadDeviceSolver
from gpu.roads.travel_times import DeviceRoadTimes
from road.ch.hierarchy import Hierarchy
from road.ch.query.parents import parents_of
from road.ch.query.phast import Hierarchies, contractible, seen_from
from road.ch.report import ContractionReport
from road.ch.settings import SELECTION_FRACTION, ContractionSettings
from road.costs.metric import Weights
from road.graph import U32, RoadGraph
from road.results.travel_times import RoadTimes
from road.search.search_graph import Direction, SearchGraph
from road.search.starts import seeds_of
from road.solvers.attempts import RoadAttempt


def contracted(
    search: SearchGraph,
    device: int,
    settings: ContractionSettings,
    progress: Progress,
    cancel: Cancel,
) -> tuple[DeviceHierarchy, ContractionReport]:
    """A search graph's hierarchy on a device, and what making it took; tests put another
    contraction in its place."""
    contractor = Contractor(ContractionGround(search, device), settings)
    done = contractor.contract(search.weights, progress=progress, cancel=cancel)
    return done.hierarchy, done.report


class Phast(RoadDeviceSolver):
    """PHAST on a GPU; see the module's text.

    Constructing contracts, on the device; names as of the twin. hierarchies : not asked, since a
    device contracts sooner than it is sent what is kept. queries : what answers by the weights.
    Raises DeviceError, DeviceMemoryError, CancelledError.
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
        device: int = 0,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> None:
        told: Any = {"direction": direction, "edge_based": edge_based, "device": device}
        super().__init__(graph, weights, **told)
        self._settings = ContractionSettings(selection_fraction, int(core_size))
        self._coarser: tuple[SearchGraph, PhastQueries] | None = None
        self._uncertain = False  # whether the last attempt can have lost a way
        began = time.perf_counter()
        with self._place():
            self.queries, self.contraction = self._made(self.search, progress, cancel)
        self.prepare_ms = (time.perf_counter() - began) * 1e3

    @cached_property
    def hierarchy(self) -> Hierarchy:
        """That of the search graph on the host, copied there when first asked for: ways are
        searched there."""
        return self._fetched(self.search)

    def parents(self, times: RoadTimes) -> U32:
        """As of the twin, by which they are found on the host."""
        search, limit = times.search, times.limit_ticks
        hierarchy = self.hierarchy if search is self.search else self._fetched(search)
        seeds = seeds_of(search, times.sources, limit)
        return parents_of(hierarchy, search, seeds, limit, times.state_labels)

    def _fetched(self, search: SearchGraph) -> Hierarchy:
        with self._place():
            return seen_from(search, self.queries_for(search).swept.hierarchy.fetched())

    def queries_for(self, search: SearchGraph, cancel: Cancel = NEVER) -> PhastQueries:
        """What answers by a search graph of the same states; contracted anew for coarser ticks."""
        if search is self.search:
            return self.queries
        if self._coarser is None or self._coarser[0] is not search:
            self._coarser = None  # its memory goes first
            queries, _ = self._made(search, no_progress, cancel)
            self._coarser = search, queries
        return self._coarser[1]

    def _made(
        self, search: SearchGraph, progress: Progress, cancel: Cancel
    ) -> tuple[PhastQueries, ContractionReport]:
        own = contractible(search)
        how = self._settings, progress, cancel
        hierarchy, report = contracted(own, self.device.id, *how)
        return PhastQueries(SweptHierarchy(hierarchy, swapped=own is not search)), report

    def _lost(self, search: SearchGraph, found: DeviceRoadTimes) -> bool:
        return self._uncertain and super()._lost(search, found)

    def _attempt(self, attempt: RoadAttempt) -> DeviceRoadTimes:
        queries = self.queries_for(attempt.search, attempt.cancel)
        log = attempt.log(self.algorithm, "gpu", f"GPU {self.device.id}", 0.0)
        with queries.lock, queries.stream:
            labels = queries.times.lend()
            cancelled = attempt.cancel.requested
            if cancelled:
                queries.enter(attempt.seeds, labels)
            else:
                self._uncertain = _answered(queries, attempt, labels, log)
        times = self._found(attempt, labels, queries.times, partial=cancelled)
        if attempt.trace.wants_events:
            log.finish(times.reached, times.max_ticks, times.partial)
        return times


def _answered(queries: PhastQueries, attempt: RoadAttempt, labels: Any, log: RoundLog) -> bool:
    """Whether ways can have been lost; labels are written, and what was done is told."""
    query = attempt.search, attempt.seeds, attempt.limit_ticks, labels
    if not attempt.trace.wants_events:
        return queries.run(*query)
    began = time.perf_counter() - log.began
    lost, told = queries.timed(*query)
    log.one_by_one = True
    seeds, sizes = len(attempt.seeds.states), np.diff(queries.swept.first_level).tolist()
    log.round("upward", seeds, 0, 0, 0, began + told.climbed * 1e-9, told.climbed * 1e-3)
    last, done = told.climbed, 0
    for number, (size, end) in enumerate(zip(sizes, told.levels.tolist(), strict=True)):
        done += size
        waiting, kernel = queries.swept.places - done, "level" if number else "core"
        log.round(kernel, size, waiting, 0, 0, began + end * 1e-9, (end - last) * 1e-3)
        last = end
    return lost
