"""A search graph in device memory, in one of two layouts.

`DeviceCsr` keeps compressed sparse rows; `DeviceSlots` has nodes of four steps each
(gpu/include/slots.cuh), which cost a few more bytes and spare a look-up.
"""

from __future__ import annotations

import numpy as np

from core.errors import ParameterError
from gpu.buffers import address
from gpu.module import Module
from gpu.roads.costs.steps import bytes_needed, step_costs
from gpu.sources import layout_of
from road.search.search_graph import SearchGraph

CSR = layout_of("Csr", "include/csr.cuh")

SLOTS = 4
STEP_BYTES = 8
MOST = 1 << 32
"""Bound of states, steps and nodes, which the device numbers with 32 bits."""


def check_countable(search: SearchGraph) -> None:
    """Raise ParameterError for a graph with numbers past 32 bits."""
    if max(len(search.head), search.states + search.states // 2) >= MOST:
        raise ParameterError(
            f"{search.states} states with {len(search.head)} steps",
            where=search.graph.name,
            advice="Choose the CPU, or a part of the graph.",
        )


class DeviceCsr:
    """first_out : uint32, states + 1. steps : uint32, (steps, 2), head and cost."""

    def __init__(self, search: SearchGraph, device: int) -> None:
        import cupy

        self.states = self.nodes = search.states
        self.first_out = cupy.asarray(search.first_out.astype(np.uint32))
        self.steps = cupy.empty((max(len(search.head), 1), 2), cupy.uint32)
        if len(search.head):
            self.steps[:, 0] = cupy.asarray(search.head)
            self.steps[:, 1] = step_costs(search, device).cost

    @staticmethod
    def bytes_needed(search: SearchGraph) -> int:
        """At its peak, while the graph is copied."""
        return 4 * search.states + STEP_BYTES * len(search.head) + bytes_needed(search)

    def struct(self) -> np.void:
        record: np.void = np.zeros(1, CSR)[0]
        record["first_out"], record["steps"] = address(self.first_out), address(self.steps)
        record["states"] = self.states
        return record


class DeviceSlots:
    """slots : uint32, (nodes, 4, 2), head and cost. The first nodes are the states.

    mean_cost : ticks of an open step.
    """

    def __init__(self, search: SearchGraph, module: Module, device: int) -> None:
        import cupy

        self.states = search.states
        extra = _extra_nodes(search)
        self.nodes = search.states + int(extra[-1])
        self.slots = cupy.empty((max(self.nodes, 1), SLOTS, 2), cupy.uint32)
        cost, self.mean_cost = step_costs(search, device)
        module.launch(
            "fill_slots",
            max(-(-search.states // 256), 1),
            256,
            cupy.asarray(search.first_out),
            cupy.asarray(search.head),
            cost,
            cupy.asarray(extra),
            np.uint32(search.states),
            self.slots,
        )

    @staticmethod
    def bytes_needed(search: SearchGraph) -> int:
        """At its peak, while the graph is copied."""
        nodes = search.states + int(_extra_nodes(search)[-1])
        rows = 12 * search.states + 4 * len(search.head)
        return SLOTS * STEP_BYTES * nodes + rows + bytes_needed(search)


def _extra_nodes(search: SearchGraph) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    """uint32, states + 1; nodes past the states that belong to the states before.

    n nodes have 4 n slots, n - 1 of which lead from one to another.
    """
    degrees = np.diff(search.first_out)
    more = np.where(degrees > SLOTS, (degrees + 1) // (SLOTS - 1) - 1, 0)
    extra = np.zeros(search.states + 1, np.uint32)
    np.cumsum(more, out=extra[1:], dtype=np.uint32)
    return extra
