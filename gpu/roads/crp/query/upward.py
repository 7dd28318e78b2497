"""Upward from the seeds of a query, on the device: within open cells, from the lowest to the root.

The CPU searches by Dijkstra over the largest closed cells
(`road.crp.query.isochrone_kernels.upward`). A device has threads instead of a queue: the cells of
every level are searched one level after the other, each over the shortcuts of the cells in it, by a
block of threads that lets labels fall until none does. All seeds climb at once; where their cells
meet, one block goes on.
"""

from __future__ import annotations

from struct import Struct
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
from road.crp.device_layout.batches import first_cells, ground_words
from road.crp.device_layout.open_cells import OPEN, OpenCells, Opened
from road.crp.overlay.overlay import Overlay, OverlayLevel
from road.graph import I64
from road.search.search_graph import SearchGraph
from road.search.starts import Seeds

THREADS = 512
"""Threads of a block. Cells have some hundred slots at most."""

MOST_SHARED = 46 * 1024
"""Bytes of shared memory for the labels of a cell; every device has as much and 18 KiB more."""

QUERY = layout_of("Query", "include/crp/query.cuh")
assert QUERY.names == (
    "labels", "looked", "lost", "open", "seed_state", "seed_ticks",
    "open_cells", "lowest", "limit", "alarm", "number", "listed",
), "as `tell` writes them"  # fmt: skip

RECORD = layout_of("ClimbRecord", "include/crp/query.cuh")
"""Nanoseconds, and slots whose label was passed on."""

_QUERY_WORDS = QUERY.itemsize // 4

_PACKED = Struct("<6Q6I")
"""QUERY, written at once: one by one its fields take the host longer than finding open cells."""

UPWARD = layout_of("Upward", "include/crp/query.cuh")
layout_of("OpenCell", "include/crp/query.cuh", like=OPEN)

FIRST_WORDS = 1 << 14
"""Words of what the host tells a query, at first; more seeds make it grow. A power of two."""


FEWEST_CELLS, FEWEST_LOWEST, FEWEST_WORDS = 64, 4, 1024
"""Open cells, those of them on the lowest level, and words of what is told, that launches are made
for at least: as many as a start has on most roads, so that its launches are the same wherever it
is."""


class AskedQuery(NamedTuple):
    """What a query asks for. limit : ticks. alarm : the label from which on a way can be lost.
    number : what cells are marked with. looked : uint64, levels, counted for a trace, or None."""

    limit: int
    alarm: int
    number: int = 0
    looked: Any = None


class LaunchSizes(NamedTuple):
    """Of launches: thread blocks for open cells, and for the lowest of them, and words."""

    cells: int
    lowest: int
    words: int


class Told(NamedTuple):
    """A query in pinned memory, ready to be sent.

    opened : its open cells. length : words of it. query : where it is to lie on the device. sizes :
    of launches that serve this query, and others as well.
    """

    opened: Opened
    length: int
    query: int
    sizes: LaunchSizes


def _rounded(count: int, least: int) -> int:
    """A power of two, upwards."""
    return max(1 << (count - 1).bit_length(), least)


class Upward:
    """Tells queries to the device and searches upward from their seeds; on the current stream."""

    def __init__(self, overlay: DeviceOverlay) -> None:
        import cupy

        self._overlay = overlay
        host, begin = overlay.overlay, overlay.begin_level
        constants = {"THREADS": THREADS} | ({"BEGIN_LEVEL": begin} if begin else {})
        self._module = load("roads/crp/query/upward", constants, overlay.device)
        self._open_cells = OpenCells(host, overlay.labels.places.of_state, begin)
        self._heard = pinned((1,), np.uint32)  # `lost`, written by the device
        self._lost_at = self._heard.ctypes.data
        self._copied, self._busy = cupy.cuda.Event(disable_timing=True), False
        self._make_room(max(FIRST_WORDS, FEWEST_WORDS))
        needed = _words_of_cells(host)
        if begin:
            needed[:begin], needed[begin] = 0, ground_words(host, begin).max()
        self._shared_words = min(int(needed.max()), MOST_SHARED // 4)
        self._large = np.flatnonzero(needed > self._shared_words)
        self._spare: tuple[int, Any, Any] = (0, None, None)
        self._asked: tuple[ref[DeviceMetric], int, CellGates | None] | None = None
        self._struct: np.void = np.zeros(1, UPWARD)[0]
        self._struct["ground"] = overlay.ground_struct
        self._struct["shared_words"] = self._shared_words
        if begin:
            self._first_lowest = cupy.asarray(first_cells(host, 0, begin).astype(np.uint32))
            self._struct["first_lowest"] = address(self._first_lowest)

    def tell(self, seeds: Seeds, columns: I64, labels: Any, asked: AskedQuery) -> Told:
        """Write a query down; the one before it is over, or it is waited for.

        columns : int64, of the labels of each seed.
        """
        if self._busy:
            self._copied.synchronize()  # it was told in the same place
            self._busy = False
        needed = _QUERY_WORDS + self._open_cells.words_for(len(seeds.states), columns)
        if needed > len(self._words):
            require(8 * needed, self._overlay.device, "starts in so many places")
            self._make_room(_rounded(needed, FIRST_WORDS))
        opened = self._open_cells.write(seeds, columns, self._behind)
        begin = self._begin
        opens = begin + QUERY.itemsize
        states = opens + OPEN.itemsize * opened.total
        ticks = states + 4 * opened.seeds
        looked = 0 if asked.looked is None else address(asked.looked)
        _PACKED.pack_into(
            self._header, 0,
            address(labels), looked, self._lost_at, opens, states, ticks,
            opened.total, opened.lowest, asked.limit, asked.alarm, asked.number, 0,
        )  # fmt: skip
        self._heard[0] = 0
        length = (ticks - begin) // 4 + opened.seeds
        cells, lowest = _rounded(opened.total, FEWEST_CELLS), _rounded(opened.lowest, FEWEST_LOWEST)
        return Told(
            opened, length, begin, LaunchSizes(cells, lowest, _rounded(length, FEWEST_WORDS))
        )

    def send(self, told: Told) -> None:
        """Copy a query to the device, in one piece."""
        import cupy

        runtime, size = cupy.cuda.runtime, 4 * told.sizes.words
        stream, to_device = cupy.cuda.get_current_stream(), runtime.memcpyHostToDevice
        runtime.memcpyAsync(told.query, self._told.ctypes.data, size, to_device, stream.ptr)

    def sent(self) -> None:
        """A query is under way on the current stream, and not recorded."""
        import cupy

        self._copied.record(cupy.cuda.get_current_stream())
        self._busy = True

    def lost(self) -> bool:
        """Wait for all that was launched before `sent`; whether a label came to the alarm or past
        it."""
        self._copied.synchronize()
        self._busy = False
        return bool(self._heard[0])

    def launch(
        self,
        told: Told,
        metric: DeviceMetric,
        lowest: int,
        columns: int = 1,
        records: Any = None,
        gates: CellGates | None = None,
    ) -> None:
        """Search by the costs of a metric. lowest : blocks for the lowest cells, as many as there
        are open ones or more. columns : of the labels. records : RECORD, by open cell, for
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

    def _make_room(self, count: int) -> None:
        """For queries of so many words."""
        import cupy

        self._words = cupy.empty(count, cupy.uint32)
        self._told = pinned((count,), np.uint32)  # the same on the host
        self._begin = address(self._words)
        self._header, self._behind = self._told.data, self._told[_QUERY_WORDS:]

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


def alarm_of(search: SearchGraph) -> int:
    """Where no label comes to it, no way was too long to be counted."""
    return UNREACHED - search.longest_step


def _words_of_cells(overlay: Overlay) -> I64:
    """int64, levels; inner states, exits and slots of the cell that has most of them."""
    most = [
        np.diff(level.first_inner) + np.diff(level.first_exit) + np.diff(level.first_slot)
        for level in overlay.levels
    ]
    return np.array([cells.max(initial=0) for cells in most], np.int64)


def _words_of_level(level: OverlayLevel) -> int:
    return int(level.first_inner[-1] + level.first_exit[-1] + level.first_slot[-1])
