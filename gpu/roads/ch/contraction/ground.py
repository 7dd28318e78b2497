"""What a contraction begins with: a search graph's steps in both directions, their costs apart.

The structure is copied to the device once; costs of arcs and turns come with each contraction.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core.errors import ParameterError
from gpu.buffers import address, require
from gpu.roads.costs.weights import costs_for
from gpu.sources import layout_of
from road.costs.metric import Weights
from road.graph import I64, U8, U32
from road.search.search_graph import SearchGraph

RAW = layout_of("RawGraph", "roads/ch/contraction/extract.cu")

MOST_STATES = 1 << 31
"""Bound of states: one bit beside their numbers tells which were contracted."""

MOST_STEPS = 1 << 32
"""Bound of steps, which the device numbers with 32 bits."""

IN, OUT = 0, 1


class ContractionGround:
    """A search graph's structure in device memory. Raises DeviceMemoryError, and ParameterError for
    more states or steps than can be numbered.

    rows : by direction, its arrays on the device. Whoever has other weights for the same structure
    (the same states, steps and turns) needs no other ground.
    """

    def __init__(self, search: SearchGraph, device: int) -> None:
        if search.states >= MOST_STATES or len(search.head) >= MOST_STEPS:
            raise ParameterError(
                f"{search.states} states with {len(search.head)} steps",
                where=search.graph.name,
                advice="Choose the CPU, or a part of the graph.",
            )
        self.device, self.name = device, search.graph.name
        self.states, self.steps = search.states, len(search.head)
        self.arcs, self.edge_based = search.graph.arc_count, search.edge_based
        require(self.bytes_needed(search), device, "contracting the roads")
        into, out = _rows_of(search)
        self._rows = [_copied(rows) for rows in (into, out)]
        self._arc_of_state = _copied((search.arc_of_state,))[0]
        import cupy

        self._own_costs = cupy.empty(max(self.arcs, 1), cupy.uint32)

    @staticmethod
    def bytes_needed(search: SearchGraph) -> int:
        return 8 * (search.states + 1) + 17 * len(search.head) + 8 * search.graph.arc_count

    def struct(self, weights: Weights) -> tuple[np.void, tuple[Any, ...]]:
        """What kernels are told, for these weights; and what must live as long as they read it."""
        import cupy

        costs: Any = costs_for(weights, self.device, self._own_costs)
        if isinstance(costs, np.ndarray) and not isinstance(costs, cupy.ndarray):
            self._own_costs[: len(costs)].set(np.ascontiguousarray(costs, np.uint32))
            costs = self._own_costs
        turns = cupy.asarray(np.ascontiguousarray(weights.turn_costs, np.uint32))
        raw: np.void = np.zeros(1, RAW)[0]
        for direction, rows in enumerate(self._rows):
            for field, array in zip(("first", "other", "arc", "turn"), rows, strict=True):
                raw["rows"][direction][field] = address(array)
        raw["arc_costs"], raw["turn_costs"] = address(costs), address(turns)
        raw["arc_of_state"] = address(self._arc_of_state)
        return raw, (costs, turns)


Rows = tuple[I64, U32, U32 | None, U8 | None]
"""first, other, arc, turn: see struct RawRows."""


def _rows_of(search: SearchGraph) -> tuple[Rows, Rows]:
    """Of the steps into each state, and of those out of it."""
    out: Rows
    into: Rows
    expanded = search.edge_expanded
    if expanded is None:
        graph, turned = search.graph, search.graph.backward
        out = graph.first_out, graph.head, None, None
        into = turned.first_in, turned.tail, turned.arc, None
    else:
        before = expanded.backward
        out = expanded.first_out, expanded.head, None, expanded.turn
        into = before.first_in, before.tail, None, before.turn
    return (into, out) if search.direction == "from" else (out, into)


def _copied(arrays: tuple[Any, ...]) -> tuple[Any, ...]:
    import cupy

    def one(array: Any) -> Any:
        if array is None:
            return None
        return cupy.asarray(array.astype(np.uint32) if array.dtype == np.int64 else array)

    return tuple(one(array) for array in arrays)
