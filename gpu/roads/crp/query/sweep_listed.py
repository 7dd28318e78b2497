"""A sweep within a limit by lists of cells; the host's side of sweep_listed.cu."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpu.buffers import address, require
from gpu.module import load
from gpu.roads.crp.device_metric import LEVEL, DeviceMetric
from gpu.roads.crp.device_overlay import DeviceOverlay, first_below
from gpu.roads.crp.query.gates import CellGates
from gpu.roads.crp.query.sweep_runs import width_of
from gpu.sources import layout_of

FILE = "roads/crp/query/sweep_listed.cu"

LISTED = layout_of("ListedLevel", FILE)

THREADS = 256
"""Threads of a block."""

MOST_ENTRIES = 192
"""Labels of what enters a cell that a warp has room for."""

COSTS_A_LANE = 4
"""Entries of a cell per thread of an inner state."""

WARP = 32


class ListedSweep:
    """The launches of levels from the one below the root downward; on the current stream.

    numbers : of these levels, the highest first. nbytes : device memory besides the overlay and the
    gates.
    """

    def __init__(self, overlay: DeviceOverlay, lowest: int, gates: CellGates) -> None:
        """lowest : level. gates : marks of the cells of all levels from there on."""
        import cupy

        host, self._overlay, self._gates = overlay.overlay, overlay, gates
        constants = {"THREADS": THREADS, "LISTED_ENTRIES": MOST_ENTRIES}
        self._module = load(FILE.removesuffix(".cu"), constants, overlay.device)
        for kernel in ("sweep_listed", "empty_lists"):
            self._module.kernel(kernel)  # compiled before anything is recorded
        self._resident = self._module.resident_blocks("sweep_listed", THREADS, overlay.device)
        self.numbers = tuple(range(len(host.levels) - 2, lowest - 1, -1))
        below = [first_below(host, number) for number in self.numbers]
        listed = [host.levels[number].cells for number in self.numbers[1:]]  # the others are
        require(
            sum(array.nbytes for array in below) + 4 * (sum(listed) + len(listed)),
            overlay.device, "the sweep of one to all",
        )  # fmt: skip
        self._below = dict(zip(self.numbers, map(cupy.asarray, below), strict=True))
        self._lists = {
            number: cupy.empty(count, cupy.uint32)
            for number, count in zip(self.numbers[1:], listed, strict=True)
        }
        self._counts = cupy.zeros(max(len(listed), 1), cupy.uint32)
        self._marks = gates.first_mark.get()
        arrays = (*self._below.values(), *self._lists.values(), self._counts)
        self.nbytes = sum(int(array.nbytes) for array in arrays)

    def empty(self) -> None:
        """All lists, before a query."""
        count = np.uint32(len(self._counts))
        self._module.launch("empty_lists", 1, THREADS, self._counts, count)

    def launch(self, number: int, query: int, metric: DeviceMetric) -> None:
        """A level, for the query at this address, by the costs of a metric."""
        level = self._overlay.overlay.levels[number]
        struct: np.void = np.zeros(1, LISTED)[0]
        struct["level"] = address(metric.structs) + number * LEVEL.itemsize
        struct["first_below"], struct["query"] = address(self._below[number]), query
        struct["cells"], struct["count"] = self._list(number)
        struct["below"], struct["below_count"] = self._list(number - 1)
        struct["marks"] = address(self._gates.marks) + 4 * int(self._marks[number])
        struct["number"] = number
        struct["width"] = width_of(len(level.entering) / level.cells / COSTS_A_LANE)
        blocks = min(-(-level.cells * WARP // THREADS), self._resident)
        self._module.launch("sweep_listed", blocks, THREADS, struct)

    def _list(self, number: int) -> tuple[int, int]:
        """Where the list of a level lies and where its count does; zeros for none."""
        cells: Any = self._lists.get(number)
        if cells is None:
            return 0, 0
        return address(cells), address(self._counts) + 4 * (self.numbers.index(number) - 1)
