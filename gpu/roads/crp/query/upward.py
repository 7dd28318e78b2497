"""Upward from the seeds of a query, on the device: within open cells, from the lowest to the root.

The CPU searches by Dijkstra over the largest closed cells
(`road.crp.query.isochrone_kernels.upward`). A device has threads instead of a queue: the cells of
every level are searched one level after the other, each over the shortcuts of the cells in it, by a
block of threads that lets labels fall until none does. All seeds climb at once; where their cells
meet, one block goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from core.times import UNREACHED
from gpu.buffers import address, require
from gpu.module import load
from gpu.roads.crp.device_metric import DeviceMetric
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.roads.crp.query.gates import CellGates
from gpu.sources import layout_of
from road.crp.device_layout.open_cells import OPEN, OpenCells, Opened
from road.crp.overlay.overlay import Overlay, OverlayLevel
from road.graph import I64
from road.search.search_graph import SearchGraph
from road.search.starts import Seeds

THREADS = 512
"""Threads of a block. Cells have some hundred slots at most."""

MOST_SHARED = 48 * 1024
"""Bytes of shared memory for the labels of a cell; every device has as much and 14 KiB more."""

QUERY = layout_of("Query", "include/crp_query.cuh")
RECORD = layout_of("ClimbRecord", "include/crp_query.cuh")
"""Nanoseconds, and slots whose label was passed on."""

_QUERY_WORDS = QUERY.itemsize // 4

UPWARD = layout_of("Upward", "include/crp_query.cuh")
layout_of("OpenCell", "include/crp_query.cuh", like=OPEN)

FIRST_WORDS = 1 << 14
"""Words of what the host tells a query, at first; more seeds make it grow."""


@dataclass(frozen=True, eq=False)
class Told:
    """A query that lies on the device.

    opened : its open cells. query, open, seed_state, seed_ticks : where what it consists of lies.
    words : uint32, all of it and `length` of them in use.
    """

    opened: Opened
    words: Any
    length: int
    query: int
    open: int
    seed_state: int
    seed_ticks: int

    def lost(self) -> bool:
        """Whether a label came to the alarm or past it. Waits for the current stream."""
        words: NDArray[np.uint32] = self.words[:_QUERY_WORDS].get()
        return bool(words.view(QUERY)[0]["lost"])


class Upward:
    """Tells queries to the device and searches upward from their seeds; on the current stream."""

    def __init__(self, overlay: DeviceOverlay) -> None:
        import cupy

        self._overlay = overlay
        self._module = load("roads/crp/query/upward", {"THREADS": THREADS}, overlay.device)
        self._open_cells = OpenCells(overlay.overlay)
        self._words = cupy.empty(FIRST_WORDS, cupy.uint32)
        self._told = np.empty(FIRST_WORDS, np.uint32)  # the same on the host
        needed = _words_of_cells(overlay.overlay)
        self._shared_words = min(int(needed.max()), MOST_SHARED // 4)
        self._large = np.flatnonzero(needed > self._shared_words)
        self._spare: tuple[int, Any, Any] = (0, None, None)
        self._asked: tuple[ref[DeviceMetric], int, CellGates | None] | None = None
        self._struct: np.void = np.zeros(1, UPWARD)[0]
        self._struct["ground"] = overlay.ground_struct
        self._struct["shared_words"] = self._shared_words

    def tell(self, seeds: Seeds, columns: I64, labels: Any, query: np.void) -> Told:
        """Bring a query to the device, in one copy.

        columns : int64, of the labels of each seed. query : QUERY without its labels.
        """
        opened = self._open_cells.around(seeds.states, columns)
        query["labels"] = address(labels)
        cells, order = opened.cells.view(np.uint32), opened.order
        first_state = _QUERY_WORDS + len(cells)
        first_ticks = first_state + len(order)
        length = first_ticks + len(order)
        self._hold(length)
        told = self._told
        told[:_QUERY_WORDS].view(QUERY)[0] = query
        told[_QUERY_WORDS:first_state] = cells
        told[first_state:first_ticks] = self._overlay.labels.places.of(seeds.states[order])
        told[first_ticks:length] = seeds.ticks[order]
        self._words[:length].set(told[:length])
        begin = address(self._words)
        places = (4 * place for place in (0, _QUERY_WORDS, first_state, first_ticks))
        return Told(opened, self._words, length, *(begin + place for place in places))

    def launch(
        self,
        told: Told,
        metric: DeviceMetric,
        columns: int = 1,
        records: Any = None,
        gates: CellGates | None = None,
    ) -> None:
        """Search by the costs of a metric. columns : of the labels. records : RECORD, by open cell,
        for a trace. gates : where open cells are marked."""
        if not told.opened.lowest:
            return
        struct = self._struct
        for name in ("query", "open", "seed_state", "seed_ticks"):
            struct[name] = getattr(told, name)
        struct["open_cells"] = len(told.opened.cells)
        struct["records"] = 0 if records is None else address(records)
        of = ref(metric), columns, gates
        if self._asked != of:
            self._asked = of
            struct["levels"], struct["costs"] = address(metric.structs), metric.costs_struct
            struct["spare"], struct["columns"] = self._spare_for(columns), columns
            struct["marks"] = 0 if gates is None else address(gates.marks)
            struct["first_mark"] = 0 if gates is None else address(gates.first_mark)
        self._module.launch(
            "upward", told.opened.lowest, THREADS, struct, shared=4 * self._shared_words
        )

    def _hold(self, count: int) -> None:
        """A workspace of so many words."""
        import cupy

        if count > len(self._words):
            require(8 * count, self._overlay.device, "starts in so many places")
            self._words = cupy.empty(2 * count, cupy.uint32)
            self._told = np.empty(2 * count, np.uint32)

    def _spare_for(self, columns: int) -> int:
        """Where the addresses lie of memory for cells that do not fit shared memory, by level."""
        import cupy

        if not len(self._large):
            return 0
        if self._spare[0] < columns:
            levels = self._overlay.overlay.levels
            counts = [columns * _words_of_level(levels[k]) for k in self._large]
            require(4 * sum(counts), self._overlay.device, "searching such large cells")
            arrays = [cupy.empty(count, cupy.uint32) for count in counts]
            addresses = np.zeros(len(levels), np.uint64)
            addresses[self._large] = [address(array) for array in arrays]
            self._spare = columns, cupy.asarray(addresses), arrays
        return address(self._spare[1])


def query_of(search: SearchGraph, limit: int, looked: Any = None, number: int = 0) -> np.void:
    """QUERY without its labels. limit : ticks. looked : uint64, levels, counted for a trace.
    number : what cells are marked with."""
    query: np.void = np.zeros(1, QUERY)[0]
    query["looked"] = 0 if looked is None else address(looked)
    query["limit"], query["alarm"] = limit, UNREACHED - search.longest_step
    query["number"] = number
    return query


def _words_of_cells(overlay: Overlay) -> I64:
    """int64, levels; inner states, exits and slots of the cell that has most of them."""
    most = [
        np.diff(level.first_inner) + np.diff(level.first_exit) + np.diff(level.first_slot)
        for level in overlay.levels
    ]
    return np.array([cells.max(initial=0) for cells in most], np.int64)


def _words_of_level(level: OverlayLevel) -> int:
    return int(level.first_inner[-1] + level.first_exit[-1] + level.first_slot[-1])
