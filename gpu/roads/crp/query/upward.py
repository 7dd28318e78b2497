"""Upward from the seeds of a query, on the device: within open cells, from the lowest to the root.

The CPU searches by Dijkstra over the largest closed cells
(`road.crp.query.isochrone_kernels.upward`). A device has threads instead of a queue: the cells of
every level are searched one level after the other, each over the shortcuts of the cells in it, by a
block of threads that lets labels fall until none does. All seeds climb at once; where their cells
meet, one block goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple
from weakref import ref

import numpy as np

from core.times import UNREACHED
from gpu.buffers import address, require
from gpu.host_memory import pinned
from gpu.module import load
from gpu.roads.crp.device_metric import DeviceMetric
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.roads.crp.query.gates import CellGates
from gpu.sources import layout_of
from road.crp.device_layout.open_cells import OPEN, OpenCells, Opened
from road.crp.overlay.overlay import Overlay, OverlayLevel
from road.graph import I64, U32
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


FEWEST_CELLS, FEWEST_LOWEST = 64, 4
"""Open cells, and those of them on the lowest level, that launches have blocks for at least: as
many as a start has on most roads, so that its launches are the same wherever it is."""


@dataclass(frozen=True, eq=False)
class Told:
    """A query that lies on the device.

    opened : its open cells. words : uint32, all of it and `length` of them in use. query : where it
    lies. heard : uint32, pinned; room for what the device says of it.
    """

    opened: Opened
    words: Any
    length: int
    query: int
    heard: U32

    @property
    def blocks(self) -> Blocks:
        """Of launches that serve this query, and others as well."""
        cells = _rounded(len(self.opened.cells), FEWEST_CELLS)
        return Blocks(cells, _rounded(self.opened.lowest, FEWEST_LOWEST))

    def lost(self) -> bool:
        """Whether a label came to the alarm or past it. Waits for the current stream."""
        import cupy

        stream, to_host = cupy.cuda.get_current_stream(), cupy.cuda.runtime.memcpyDeviceToHost
        to, size = self.heard.ctypes.data, QUERY.itemsize
        cupy.cuda.runtime.memcpyAsync(to, self.query, size, to_host, stream.ptr)
        stream.synchronize()
        return bool(self.heard.view(QUERY)[0]["lost"])


class Blocks(NamedTuple):
    """Thread blocks of a launch: for open cells, and for those on the lowest level."""

    cells: int
    lowest: int


def _rounded(count: int, least: int) -> int:
    """A power of two, upwards."""
    return max(1 << (count - 1).bit_length(), least)


class Upward:
    """Tells queries to the device and searches upward from their seeds; on the current stream."""

    def __init__(self, overlay: DeviceOverlay) -> None:
        import cupy

        self._overlay = overlay
        self._module = load("roads/crp/query/upward", {"THREADS": THREADS}, overlay.device)
        self._open_cells = OpenCells(overlay.overlay)
        self._words = cupy.empty(FIRST_WORDS, cupy.uint32)
        self._told = pinned((FIRST_WORDS,), np.uint32)  # the same on the host
        self._heard = pinned((_QUERY_WORDS,), np.uint32)
        self._copied = cupy.cuda.Event()
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
        import cupy

        opened = self._open_cells.around(seeds.states, columns)
        cells, order = opened.cells.view(np.uint32), opened.order
        first_state = _QUERY_WORDS + len(cells)
        first_ticks = first_state + len(order)
        length = first_ticks + len(order)
        self._copied.synchronize()  # the query before this one was told in the same place
        self._hold(length)
        told, begin = self._told, address(self._words)
        query["labels"], query["open"] = address(labels), begin + 4 * _QUERY_WORDS
        query["seed_state"], query["seed_ticks"] = begin + 4 * first_state, begin + 4 * first_ticks
        query["open_cells"], query["lowest"] = len(opened.cells), opened.lowest
        told[:_QUERY_WORDS].view(QUERY)[0] = query
        told[_QUERY_WORDS:first_state] = cells
        told[first_state:first_ticks] = self._overlay.labels.places.of(seeds.states[order])
        told[first_ticks:length] = seeds.ticks[order]
        runtime, stream = cupy.cuda.runtime, cupy.cuda.get_current_stream()
        source, to_device = told.ctypes.data, runtime.memcpyHostToDevice
        runtime.memcpyAsync(begin, source, 4 * length, to_device, stream.ptr)
        self._copied.record(stream)
        return Told(opened, self._words, length, begin, self._heard)

    def launch(
        self,
        told: Told,
        metric: DeviceMetric,
        lowest: int,
        columns: int = 1,
        records: Any = None,
        gates: CellGates | None = None,
    ) -> None:
        """Search by the costs of a metric. lowest : blocks for cells on the lowest level, as many
        as there are open ones or more. columns : of the labels. records : RECORD, by open cell, for
        a trace. gates : where open cells are marked."""
        struct = self._struct
        struct["query"] = told.query
        struct["records"] = 0 if records is None else address(records)
        of = ref(metric), columns, gates
        if self._asked != of:
            self._asked = of
            struct["levels"], struct["costs"] = address(metric.structs), metric.costs_struct
            struct["spare"], struct["columns"] = self._spare_for(columns), columns
            struct["marks"] = 0 if gates is None else address(gates.marks)
            struct["first_mark"] = 0 if gates is None else address(gates.first_mark)
        self._module.launch("upward", lowest, THREADS, struct, shared=4 * self._shared_words)

    @property
    def places(self) -> tuple[int, int]:
        """Where queries lie, and where the addresses of memory for large cells do, 0 for nowhere:
        launches know both, and either may be replaced by more room."""
        spare = self._spare[1]
        return address(self._words), 0 if spare is None else address(spare)

    def _hold(self, count: int) -> None:
        """A workspace of so many words."""
        import cupy

        if count > len(self._words):
            require(8 * count, self._overlay.device, "starts in so many places")
            self._words = cupy.empty(2 * count, cupy.uint32)
            self._told = pinned((2 * count,), np.uint32)

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
