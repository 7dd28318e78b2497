"""A sweep where labels lie in its order (`LabelPlaces`); the host's side of sweep_runs.cu.

Neighbours are written together. Without a limit every label is, and only those that are known from
below, inside open cells, have to be cleared and read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gpu.buffers import address, require
from gpu.module import load
from gpu.roads.crp.device_metric import DeviceMetric
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.roads.crp.query.gates import GATES_A_RUN, CellGates
from gpu.roads.crp.query.runs import WARP, RunLevel, runs_of
from gpu.sources import layout_of
from road.crp.device_layout.places import LabelPlaces
from road.crp.overlay.overlay import Overlay

FILE = "roads/crp/query/sweep_runs.cu"

RUNS = layout_of("SweepRuns", FILE)
OPENING = layout_of("Opening", FILE)

THREADS = 256
"""Threads of a block."""


KERNELS = (
    "sweep_runs", "sweep_double_runs", "sweep_counted_runs", "sweep_counted_double_runs",
    "sweep_gated_runs", "sweep_gated_double_runs", "clear_open",
)  # fmt: skip
"""Kernels of sweep_runs.cu."""

LABELS_A_BLOCK = 2048
"""Labels, of those that no sweep writes, that a block clears."""


MOST_RUNS_A_WARP = WARP // GATES_A_RUN
"""Runs within a limit that a warp asks for at once whether they have something to do; a lane looks
at a mark."""

WARPS_AT_WORK = 64
"""Warps of a multiprocessor; where a level has more runs than all of these, a warp has several."""


class RunSweep:
    """The launches of levels in runs, and what is cleared before; on the current stream.

    levels : by number. touched : uint32; by 32 labels, the number of the last query that had them
    cleared. nbytes : device memory besides the overlay and the gates.
    """

    def __init__(
        self,
        overlay: DeviceOverlay,
        levels: Mapping[int, RunLevel],
        swept: set[int],
        gates: CellGates,
    ) -> None:
        """swept : all levels in which there is something to do. gates : of the levels in runs that
        queries with a limit go through, by inner state."""
        import cupy

        host, self._overlay = overlay.overlay, overlay
        constants = {"THREADS": THREADS, "GATES_A_RUN": GATES_A_RUN}
        self._module = load(FILE.removesuffix(".cu"), constants, overlay.device)
        for kernel in KERNELS:
            self._module.kernel(kernel)  # compiled before anything is recorded
        self.levels = levels
        self._gates = gates
        self._warps = WARPS_AT_WORK * int(
            cupy.cuda.Device(overlay.device).attributes["MultiProcessorCount"]
        )
        self._tables = {number: self._brought(number) for number in self.levels}
        require(4 * -(-host.states // WARP), overlay.device, "the sweep of one to all")
        self.touched = cupy.zeros(-(-host.states // WARP), cupy.uint32)
        others = unswept(host, overlay.labels.places, swept)
        self._others = cupy.asarray(np.array(others, np.uint32).reshape(-1))
        arrays = [array for arrays in self._tables.values() for array in arrays]
        self.nbytes = sum(int(array.nbytes) for array in (*arrays, self.touched, self._others))

    def _brought(self, number: int) -> tuple[Any, ...]:
        """On the device, as `runs_of` tells them."""
        import cupy

        level = self.levels[number]
        arrays = runs_of(self._overlay.overlay.levels[number], level.states, level.room)
        require(sum(a.nbytes for a in arrays), self._overlay.device, "the sweep of one to all")
        return tuple(map(cupy.asarray, arrays))

    def clear(self, query: int, open_cells: int, metric: DeviceMetric) -> None:
        """Labels to UNREACHED before the query at this address: those inside its open cells, and
        those that no level writes. They bear its number in `touched` then, with their neighbours.
        open_cells : as many as there are, or more."""
        struct: np.void = np.zeros(1, OPENING)[0]
        struct["levels"], struct["touched"] = address(metric.structs), address(self.touched)
        struct["ranges"], struct["query"] = address(self._others), query
        struct["cells"] = open_cells
        struct["labels"] = self._overlay.overlay.states
        struct["begin_level"] = self._overlay.begin_level
        blocks = open_cells + len(self._others) // 2
        self._module.launch("clear_open", blocks, THREADS, struct)

    def launch(
        self, number: int, query: int, metric: DeviceMetric, *, limited: bool, counted: bool
    ) -> None:
        """A level, for the query at this address, by the costs of a metric. limited : whether the
        query has a limit. counted : whether it asks which states are reached."""
        level, launched = self._overlay.levels[number], self.levels[number]
        struct: np.void = np.zeros(1, RUNS)[0]
        struct["runs"], struct["state"], struct["large"] = map(address, self._tables[number])
        struct["entering"] = address(level.entering)
        struct["down"] = address(metric.levels[number].down)
        struct["touched"], struct["query"] = address(self.touched), query
        struct["number"], struct["first_label"] = number, level.first_label
        struct["count"], struct["width"] = len(level.host.inner), launched.width
        struct["groups"] = len(self.touched)
        room = launched.room
        struct["entries"], struct["costs"] = room
        struct["cost_words"], struct["words"] = room.cost_words, room.words
        struct["run_count"] = count = -(-len(level.host.inner) // launched.states)
        runs, kind, share = "double_runs" if launched.each == 2 else "runs", "", 1
        if limited:
            kind, share = "gated_", min(max(count // self._warps, 1), MOST_RUNS_A_WARP)
            struct["gates"], struct["share"] = self._gates.of[number], share
            if number in self._gates.own_mark:
                struct["own_mark"] = address(self._gates.own_mark[number])
        elif counted:
            kind = "counted_"
        blocks, shared = -(-count * WARP // (share * THREADS)), 4 * room.words * THREADS // WARP
        self._module.launch_early(f"sweep_{kind}{runs}", blocks, THREADS, struct, shared)


def unswept(overlay: Overlay, places: LabelPlaces, swept: set[int]) -> list[tuple[int, int]]:
    """Where labels begin and end that no level writes, by at most LABELS_A_BLOCK; the root, always
    open, apart."""
    first, root = places.first, len(overlay.levels) - 1
    found = [
        (first[k], first[k] + len(level.inner))
        for k, level in enumerate(overlay.levels)
        if k not in swept and k != root
    ]
    return [
        (at, min(at + LABELS_A_BLOCK, end))
        for begin, end in (*found, (first[-1], overlay.states))
        for at in range(begin, end, LABELS_A_BLOCK)
    ]
