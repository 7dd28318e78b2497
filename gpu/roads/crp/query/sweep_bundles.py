"""The lowest levels of a sweep in one launch; the host's side of sweep_bundles.cu."""

from __future__ import annotations

import numpy as np

from gpu.buffers import address, require
from gpu.module import load
from gpu.roads.crp.device_metric import DeviceMetric
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.roads.crp.query.bundles import BundledLevels, BundleRoom
from gpu.sources import layout_of

FILE = "roads/crp/query/sweep_bundles.cu"

BUNDLES = layout_of("Bundles", FILE)
layout_of("BundledLevel", FILE)

THREADS_OF_LISTS = 256
"""Threads of a block whose threads list a bundle each."""


class BundleSweep:
    """The launches of bundles over one overlay; on the current stream.

    blocks : that are there at once. nbytes : device memory besides the overlay.
    """

    def __init__(
        self, overlay: DeviceOverlay, plan: BundledLevels, room: BundleRoom, gates: np.void
    ) -> None:
        """gates : GATES by cell of the highest of the levels."""
        import cupy

        self.nbytes = int(plan.ends.nbytes + plan.layouts.nbytes) + 4 * plan.count
        require(self.nbytes, overlay.device, "the sweep of one to all")
        constants = {
            "THREADS": room.threads, "MOST_PLACES": room.places, "MOST_ENTRIES": room.entries,
            "MOST_CELLS": room.cells, "STAGED_COSTS": room.costs,
        }  # fmt: skip
        self._module = load(FILE.removesuffix(".cu"), constants, overlay.device)
        for kernel in ("list_bundles", "sweep_bundles"):
            self._module.kernel(kernel)  # compiled before anything is recorded
        resident = self._module.resident_blocks("sweep_bundles", room.threads, overlay.device)
        self.blocks = min(plan.count, resident)
        self._plan, self._threads = plan, room.threads
        self._struct: np.void = np.zeros(1, BUNDLES)[0]
        self._held = {  # what the structure has addresses of
            "bundles": cupy.asarray(plan.ends.view(np.uint32)),
            "layouts": cupy.asarray(plan.layouts),
            "list": cupy.empty(plan.count, cupy.uint32),
        }
        struct, highest = self._struct, overlay.levels[plan.highest]
        for name, array in self._held.items():
            struct[name] = address(array)
        struct["entering"], struct["gates"] = address(highest.entering), gates
        struct["count"], struct["levels"] = plan.count, plan.levels
        struct["number"], struct["shared_places"] = plan.highest, plan.shared_places
        for j in range(plan.levels):
            struct["level"][j]["inner"] = address(overlay.levels[plan.highest - j].inner)

    def launch(self, query: int, metric: DeviceMetric) -> None:
        """For the query at this address, by the costs of a metric."""
        plan, struct = self._plan, self._struct
        struct["query"] = query
        for j in range(plan.levels):
            struct["level"][j]["down"] = address(metric.levels[plan.highest - j].down)
        blocks = -(-plan.count // THREADS_OF_LISTS)
        self._module.launch("list_bundles", blocks, THREADS_OF_LISTS, struct)
        self._module.launch("sweep_bundles", self.blocks, self._threads, struct)
