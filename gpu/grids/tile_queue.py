"""The queue of gpu/include/tile_queue.cuh: its memory, its control block, its trace, its mail."""

from __future__ import annotations

import math
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.times import UNREACHED
from gpu.buffers import address
from gpu.host_memory import pinned
from gpu.module import Module
from gpu.sources import layout_of
from raster.tiles.starts import packed_starts

BUCKETS = 256
EMPTY = 0xFFFFFFFF
SECTOR = 4

WIDEST_BUCKET = UNREACHED
"""Widest bucket in ticks: every label there is. The end of the bucket after the last still fits 32
bits."""

ENDED, PAUSED = 1, 2
"""Ways in which a launch comes to its end; as in tile_queue.cuh."""

MAIL = layout_of("Mail", "include/tile_queue.cuh")
"""Mailbox of host and kernel, with as much as keeps other things off its cache line."""

CONTROL = layout_of("QueueControl", "include/tile_queue.cuh")
QUEUE = layout_of("Queue", "include/tile_queue.cuh")
RECORD = layout_of("StepRecord", "include/tile_manager.cuh")

_FIELDS: Any = CONTROL.fields
TAIL, THRESHOLD, OVER = (_FIELDS[name][1] // 4 for name in ("tail", "threshold", "over"))
"""Places of words in the control block."""

RECORD_PLACES = 1 << 15

RECORDS_AT_ONCE = 1 << 12
"""Records that are fetched before it is known how many there are: solves seldom have more."""

PACKED_WORDS = 1 << 10
"""32-bit words that a solve is told at its beginning, unless it has many starts."""


class TileQueue:
    """Device memory of the queue for a number of tiles; reused by every solve on the grid.

    A finished solve leaves the ring and the buckets empty; after a cancelled one they are wiped.
    One that pauses leaves everything as the next launch needs it.

    mail : MAIL, one, in pinned host memory: host and running kernel both read and write it. A word
    that is written by a kernel or a copy could wait for the end of the launch that it is to stop,
    since `solve` leaves no room for another kernel on the device.
    """

    def __init__(self, tiles: int, workers: int) -> None:
        import cupy

        self.tiles = tiles
        self.ring_places, self.bucket_places = self._places(tiles, workers)
        self.words = cupy.empty((tiles, 2), cupy.uint32)
        self.ring = cupy.empty(self.ring_places * SECTOR, cupy.uint64)
        self.filed = cupy.empty(BUCKETS * self.bucket_places, cupy.uint32)
        self.counts = cupy.empty(3 * BUCKETS, cupy.uint32)
        self.tickets = cupy.empty(workers, cupy.uint64)
        self.control = cupy.zeros(CONTROL.itemsize // 4, cupy.uint32)
        self.records = cupy.empty(RECORD_PLACES * RECORD.itemsize, cupy.uint8)
        self._packed = pinned((PACKED_WORDS,), np.uint32)
        self._told: SolveReport | None = None
        self._rooms = (
            pinned((self.control.size,), np.uint32),
            pinned((RECORDS_AT_ONCE * RECORD.itemsize,), np.uint8),
            pinned((2,), np.uint64),
        )
        self.mail = pinned((1,), MAIL)
        self.clean = False
        self._record = self._struct()

    @staticmethod
    def _places(tiles: int, workers: int) -> tuple[int, int]:
        ring = 1 << math.ceil(math.log2(2 * tiles + 4 * workers))
        return ring, tiles // 8 + 4096

    @classmethod
    def bytes_needed(cls, tiles: int, workers: int) -> int:
        ring, bucket = cls._places(tiles, workers)
        return (
            8 * (tiles + workers)
            + 8 * SECTOR * ring
            + 4 * BUCKETS * bucket
            + RECORD_PLACES * RECORD.itemsize
        )

    def begin(
        self,
        layout: Module,
        labels: Any,
        starts: tuple[NDArray[np.int64], NDArray[np.int64]],
        cols: int,
        width: int,
    ) -> int:
        """Empty the queue and enter the starts: flat indices of cells, in a grid of so many
        columns, and their labels.

        Returns the bytes copied to the device.

        The labels must be UNREACHED and the words (IDLE, UNREACHED) already.
        """
        if self._told is not None:
            self._told.result()  # before the next one needs the room
            self._told = None
        if not self.clean:
            self.ring.fill(EMPTY)
            self.filed.fill(EMPTY)
        self.clean = False
        cells, words = len(starts[0]), self.control.size
        if self._packed.size < words + 5 * cells:
            self._packed = pinned((words + 5 * cells,), np.uint32)
        tiles = packed_starts(*starts, cols, self._packed[words:])
        control = self._packed[:words]
        control[:] = 0
        control[TAIL], control[THRESHOLD] = tiles, width
        layout.launch(
            "enter",
            1,
            256,
            np.uint64(self._packed.ctypes.data),  # read there: it stays until the next solve
            np.int32(words),
            np.int32(cells),
            np.int32(tiles),
            self.control,
            self.counts,
            labels,
            self.words,
            self.ring,
            self.tickets,
            np.int32(self.tickets.size),
        )
        self.mail[:] = 0
        return int(4 * (words + 3 * cells + 2 * tiles))

    def struct(self, width: int, limit: int) -> np.void:
        """struct Queue, valid until the next call."""
        self._record["width"], self._record["limit"] = width, limit
        return self._record

    def _struct(self) -> np.void:
        record: np.void = np.zeros(1, QUEUE)[0]
        for name in ("words", "ring", "filed", "counts", "tickets", "control"):
            record[name] = address(getattr(self, name))
        record["mail"] = self.mail.ctypes.data  # the device knows pinned memory by the same address
        record["ring_mask"], record["bucket_places"] = self.ring_places - 1, self.bucket_places
        return record

    def read_control(self) -> np.void:
        """The control block as it stands; on a stream of its own while a solve runs."""
        return np.void(self.control.get().view(CONTROL)[0])

    def ask(self, summary: Any) -> SolveReport:
        """Have the control block, the records of the trace, and what is in `summary`, uint64, (2,),
        on the device, brought to the host on the current stream; nobody waits for them here."""
        self._told = SolveReport(self.control, self.records, summary, self._rooms)
        return self._told

    def request_stop(self) -> None:
        """Tell the running kernel to end."""
        self.mail["stop"] = 1

    def go_on(self) -> None:
        """Let the next launch go on where one has paused; on its stream."""
        self.control[OVER : OVER + 2].fill(0)  # and `stop`, which follows

    @property
    def ended(self) -> bool:
        """Whether the last launch came to the end of the solve; when its stream is done."""
        return int(self.mail["over"][0]) == ENDED

    @property
    def longest(self) -> int:
        """A bound of the largest label of a solve that ended: less than LONGEST_STEP above the
        largest one that any visit of a tile left there, be it that a later one left less."""
        return int(self.mail["longest"][0])


class SolveReport:
    """What is to be told of a solve, on its way to the host; may be asked for from any thread.

    It is looked at when somebody wants it: what is counted for it takes as long as a picture of the
    times, which need not wait for that.
    """

    def __init__(
        self, control: Any, records: Any, summary: Any, rooms: tuple[NDArray[Any], ...]
    ) -> None:
        import cupy

        ahead = records[: RECORDS_AT_ONCE * RECORD.itemsize]
        for array, room in zip((control, ahead, summary), rooms, strict=True):
            array.get(out=room, blocking=False)
        self._end = cupy.cuda.get_current_stream().record()
        self._records, self._rooms, self._lock = records, rooms, threading.Lock()
        self._found: tuple[np.void, NDArray[Any], tuple[int, int]] | None = None

    def result(self) -> tuple[np.void, NDArray[Any], tuple[int, int]]:
        """The control block, the records, and both numbers; waits for them."""
        with self._lock:
            if self._found is None:
                self._end.synchronize()
                words, told, numbers = self._rooms
                control = np.void(words.view(CONTROL)[0])
                count = int(control["records"])
                records = told.view(RECORD)[:count].copy()
                if count > RECORDS_AT_ONCE:
                    records = self._records[: count * RECORD.itemsize].get().view(RECORD)
                self._found = control, records, (int(numbers[0]), int(numbers[1]))
                self._records = self._rooms = ()
            return self._found
