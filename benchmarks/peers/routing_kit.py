"""RoutingKit's customizable contraction hierarchies, on one thread.

RoutingKit (package `routingkit-cch`) is given the same arcs and costs and an inertial order. It
knows nothing of turns, and takes and gives lists of Python's integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers.absent import AbsentError
from core.times import UNREACHED
from road.costs.metric import Weights
from road.graph import RoadGraph


class RoutingKit:
    """A graph in RoutingKit, customized. Raises AbsentError where it is not installed, or where it
    cannot serve."""

    def __init__(self, graph: RoadGraph, weights: Weights) -> None:
        try:
            import routingkit_cch as kit
        except ImportError as error:
            raise AbsentError("RoutingKit is not installed") from error
        if weights.turn_costs.any() or graph.forbidden.count:
            raise AbsentError("RoutingKit knows nothing of turns")
        if graph.x is None or graph.y is None:
            raise AbsentError("RoutingKit orders by places, and these roads have none")
        ends = graph.tail.tolist(), graph.head.tolist()
        places = graph.y.tolist(), graph.x.tolist()
        order = kit.compute_order_inertial(graph.vertices, *ends, *places)
        self._kit, self._weights, self._vertices = kit, weights.arc_costs, graph.vertices
        self._metric = kit.CCHMetric(kit.CCH(order, *ends, False), self.costs())

    def costs(self) -> list[int]:
        costs: list[int] = self._weights.tolist()
        return costs

    def reset(self) -> None:
        """Customize anew."""
        self._metric.reset(self.costs())

    def ticks(self, source: int, destination: int) -> int:
        found = self._kit.CCHQuery(self._metric).run(source, destination)
        return int(found.distance)

    def table(self, sources: Sequence[int]) -> NDArray[np.uint32]:
        """To all vertices, pinned once: uint32, (sources, vertices)."""
        found = np.empty((len(sources), self._vertices), np.uint32)
        for row, source in zip(found, sources, strict=True):
            costs = self._to_all.distances_from(source)
            row[:] = [UNREACHED if cost is None else cost for cost in costs]
        return found

    @cached_property
    def _to_all(self) -> Any:
        return self._kit.CCHOneToMany(self._metric, list(range(self._vertices)))
