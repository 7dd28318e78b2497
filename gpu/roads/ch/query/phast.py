"""PHAST, one to all in a contracted graph on the device: the twin of road/ch/query/phast.py.

Source: Delling, Goldberg, Nowatzyk, Werneck, "PHAST: hardware-accelerated shortest path trees",
IPDPS 2011; Karimi, Koppelman, Michael, "GPU road network graph contraction and SSSP query", ICS
2019. Ours differs in being one launch: upward, labels fall in whatever order in one block of
threads, without vectors of what is reachable; downward, each place waits for the labels it
needs, not for a level. Same bits as Dijkstra's.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from core.cancel import NEVER, Cancel
from core.parallel.rounds import RoundLog
from core.progress import Progress, no_progress
from gpu.failures import device_errors
from gpu.roads.ch.device_hierarchy import DeviceHierarchy
from gpu.roads.ch.query.queries import PhastQueries
from gpu.roads.ch.query.swept import SweptHierarchy
from gpu.roads.device_graph import check_countable
from gpu.roads.travel_times import DeviceRoadTimes
from road.ch.contraction import contract
from road.ch.query.phast import contractible
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.search.search_graph import Direction, SearchGraph
from road.solvers.attempts import RoadAttempt, SolvesInAttempts


def contracted(
    search: SearchGraph, device: int, progress: Progress, cancel: Cancel
) -> DeviceHierarchy:
    """A search graph's hierarchy on a device; tests put another contraction in its place."""
    return DeviceHierarchy.of(contract(search, progress=progress, cancel=cancel).hierarchy, device)


class Phast(SolvesInAttempts[DeviceRoadTimes]):
    """PHAST on a GPU; see the module's text. Constructing contracts the graph.

    edge_based : as in `SearchGraph.of`. hierarchy : of what `contractible` says, on `device`; None
    contracts. queries : what answers by the weights. Raises DeviceError, DeviceMemoryError,
    CancelledError.
    """

    algorithm = "phast"

    def __init__(
        self,
        graph: RoadGraph,
        weights: Weights,
        *,
        direction: Direction = "from",
        edge_based: bool | None = None,
        device: int = 0,
        hierarchy: DeviceHierarchy | None = None,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> None:
        import cupy

        super().__init__(graph, weights, direction=direction, edge_based=edge_based)
        check_countable(self.search)
        self._device = cupy.cuda.Device(device)
        self._uncertain = False  # whether the last attempt can have lost a way
        with self._place():
            self.queries = self._made(self.search, hierarchy, progress, cancel)
        self._coarser: tuple[SearchGraph, PhastQueries] | None = None

    def queries_for(self, search: SearchGraph, cancel: Cancel = NEVER) -> PhastQueries:
        """What answers by a search graph of the same states; contracted anew for coarser ticks."""
        if search is self.search:
            return self.queries
        if self._coarser is None or self._coarser[0] is not search:
            self._coarser = None  # its memory goes first
            self._coarser = search, self._made(search, None, no_progress, cancel)
        return self._coarser[1]

    def _made(
        self,
        search: SearchGraph,
        hierarchy: DeviceHierarchy | None,
        progress: Progress,
        cancel: Cancel,
    ) -> PhastQueries:
        own = contractible(search)
        if hierarchy is None:
            hierarchy = contracted(own, self._device.id, progress, cancel)
        return PhastQueries(SweptHierarchy(hierarchy, swapped=own is not search))

    @contextmanager
    def _place(self) -> Iterator[None]:
        with device_errors(self._device.id), self._device:
            yield

    def _lost(self, search: SearchGraph, found: DeviceRoadTimes) -> bool:
        return self._uncertain and super()._lost(search, found)

    def _attempt(self, attempt: RoadAttempt) -> DeviceRoadTimes:
        search, device = attempt.search, self._device.id
        queries = self.queries_for(search, attempt.cancel)
        log = attempt.log(self.algorithm, "gpu", f"GPU {device}", 0.0)
        with queries.lock, queries.stream:
            labels = queries.times.lend()
            cancelled = attempt.cancel.requested
            if cancelled:
                queries.enter(attempt.seeds, labels)
            else:
                self._uncertain = _answered(queries, attempt, labels, log)
        times = DeviceRoadTimes(search, labels, device, attempt.sources, attempt.limit, cancelled)
        queries.times.returned_by(times, labels)
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
        name = "sweep" if number else "core"
        log.round(name, size, 0, done, 0, began + end * 1e-9, (end - last) * 1e-3)
        last = end
    return lost
