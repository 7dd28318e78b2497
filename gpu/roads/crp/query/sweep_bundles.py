"""Several levels of a sweep in one launch; the host's side of sweep_bundles.cu."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpu.buffers import address, require
from gpu.module import load
from gpu.roads.crp.device_metric import DeviceMetric
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.roads.crp.query.bundles import BundledLevels, BundleRoom, CellMarks
from gpu.sources import layout_of

FILE = "roads/crp/query/sweep_bundles.cu"

BUNDLES = layout_of("Bundles", FILE)
layout_of("BundledLevel", FILE)

THREADS_OF_LISTS = 256
"""Threads of a block whose threads list a bundle each."""


class BundleSweep:
    """The launches of bundles over one overlay; on the current stream.

    marked, marks : of cells. bundling : which of the launches this is, from the lowest up.
    """

    def __init__(
        self,
        overlay: DeviceOverlay,
        plan: BundledLevels,
        room: BundleRoom,
        marked: CellMarks,
        marks: Any,
        bundling: int,
    ) -> None:
        import cupy

        device = overlay.device
        gate = marked.gate[plan.highest]
        require(plan.nbytes + 2 * gate.nbytes, device, "the sweep of one to all")
        constants = {
            "THREADS": room.threads, "MOST_PLACES": room.places, "MOST_ENTRIES": room.entries,
            "MOST_CELLS": room.cells, "STAGED_COSTS": room.costs,
        }  # fmt: skip
        self._module = load(FILE.removesuffix(".cu"), constants, device)
        for kernel in ("list_bundles", "sweep_bundles"):
            self._module.kernel(kernel)  # compiled before anything is recorded
        self._plan, self._overlay, self._threads = plan, overlay, room.threads
        self.blocks = min(
            plan.count, self._module.resident_blocks("sweep_bundles", room.threads, device)
        )
        self._held: list[Any] = []  # what the structure has addresses of
        self._struct: np.void = np.zeros(1, BUNDLES)[0]
        self._fill(gate, marks, int(marked.first[plan.highest]))
        self._struct["bundling"] = bundling
        self._list = cupy.empty(plan.count, cupy.uint32)

    def _fill(self, gate: Any, marks: Any, own_marks: int) -> None:
        struct, plan = self._struct, self._plan
        struct["bundles"] = self._bring(plan.ends.view(np.uint32))
        struct["layouts"], struct["shared_places"] = self._bring(plan.layouts), plan.shared_places
        struct["entering"] = address(self._overlay.levels[plan.highest].entering)
        struct["gate"], struct["marks"] = self._bring(gate), address(marks)
        struct["own_marks"], struct["count"] = own_marks, plan.count
        struct["levels"], struct["number"] = plan.levels, plan.highest
        for j in range(plan.levels):
            level, own = self._overlay.levels[plan.highest - j], struct["level"][j]
            own["inner"] = address(level.inner)

    def _bring(self, array: Any) -> int:
        """Where a copy on the device lies."""
        import cupy

        if not len(array):
            return 0
        self._held.append(cupy.asarray(array))
        return address(self._held[-1])

    def launch(self, query: int, metric: DeviceMetric, *, gated: bool) -> None:
        """For the query at this address, by the costs of a metric. gated : whether only those
        bundles are swept whose cells wait for a marked one."""
        plan, struct = self._plan, self._struct
        struct["query"] = query
        for j in range(plan.levels):
            struct["level"][j]["down"] = address(metric.levels[plan.highest - j].down)
        struct["list"] = address(self._list) if gated else 0
        if gated:
            blocks = -(-plan.count // THREADS_OF_LISTS)
            self._module.launch("list_bundles", blocks, THREADS_OF_LISTS, struct)
        self._module.launch("sweep_bundles", self.blocks, self._threads, struct)
