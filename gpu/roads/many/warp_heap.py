"""Dijkstra's algorithm by one warp of a GPU: what tables of many origins do with each of them.

Source: CUPQ, "A CUDA implementation of a priority queue applied to the many-to-many shortest path
problem": each warp has a heap of sorted arrays and searches from an origin of its own
(gpu/include/warp_heap.cuh says how ours differs). One warp is a small part of a GPU: thousands of
searches take hardly longer than one.
"""

from __future__ import annotations

from gpu.buffers import Lender, require
from gpu.roads.device_graph import DeviceSlots
from gpu.roads.device_solver import RoadDeviceSolver
from gpu.roads.many.searches import BATCHES, SERVED, HeapGraph, RowSearches
from gpu.roads.travel_times import DeviceRoadTimes
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.search.search_graph import Direction
from road.solvers.attempts import RoadAttempt


class WarpHeap(RoadDeviceSolver):
    """One search by one warp; see the module's text. Raises DeviceMemoryError.

    graph : what the tables made of the solver search, too.
    """

    algorithm = "warp-heap"

    def __init__(
        self,
        graph: RoadGraph,
        weights: Weights,
        *,
        direction: Direction = "from",
        device: int = 0,
    ) -> None:
        super().__init__(graph, weights, direction=direction, device=device)
        with self._place():
            needed = DeviceSlots.bytes_needed(self.search) + 4 * self.search.states
            require(needed + RowSearches.bytes_needed(), device, "searches by a heap for each warp")
            self.graph = HeapGraph(self.search, device)
            self._searches = RowSearches(self.graph)
            self._labels = Lender(self.graph.places, device)

    def _attempt(self, attempt: RoadAttempt) -> DeviceRoadTimes:
        log = attempt.log(self.algorithm, "gpu", f"GPU {self.device.id}", 0.0)
        if attempt.search is not self.graph.search:  # costs in coarser ticks
            self.graph.upload(attempt.search)
        labels, searches = self._labels.lend(), self._searches
        searches.begin(labels, [attempt.seeds], attempt.limit_ticks)
        finished = searches.finish(attempt.cancel)
        times = self._found(attempt, labels, self._labels, partial=not finished)
        batches, served = searches.totals[[BATCHES, SERVED]].tolist()
        log.bytes_moved += 8 * len(attempt.seeds.states)
        if attempt.trace.wants_events:
            log.record("batches", served, 0, times.reached, times.max_ticks, max(batches, 1))
            log.finish(times.reached, times.max_ticks, times.partial)
        return times
