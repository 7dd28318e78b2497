"""Tables of times by a heap for each warp: thousands of origins at once, each searched by itself.

Sources go through the device in chunks, on two streams that take turns: while the times of a chunk
are copied to the host, the next is searched. A chunk is as large as half of the warps that the
device holds at once, or as memory allows for labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

from core.cancel import Cancel
from core.solver import Start
from gpu.buffers import budget, require
from gpu.failures import device_errors
from gpu.roads.many.searches import DeviceAsked, RowSearches
from gpu.roads.many.warp_heap import WarpHeap
from road.graph import U32
from road.matrix.tables import Answer, AskedStates, TablesInBatches
from road.search.starts import RoadStart, seeds_of

STREAMS = 2

CHUNKS_A_BATCH = 4
"""Chunks after which the last one's copy is waited for."""

MEMORY_SHARE = 0.6
"""Most of the memory that may be used which labels and times of the chunks take."""


class WarpHeapTables(TablesInBatches):
    """Tables of times on a GPU by the searches of a solver. Raises DeviceMemoryError."""

    def __init__(self, solver: WarpHeap) -> None:
        super().__init__(solver.search)
        self._solver, self._lock = solver, Lock()
        self._device = solver.device
        with device_errors(self._device.id), self._device:
            graph = solver.graph
            each = 4 * graph.places + 4 * self._search.graph.vertices
            most = int(MEMORY_SHARE * budget(self._device.id)) // (STREAMS * each)
            self.chunk = max(min(graph.resident // STREAMS, most), 1)
            self._searches = [RowSearches(graph) for _ in range(STREAMS)]
        self.batch = self.chunk * CHUNKS_A_BATCH

    @contextmanager
    def _answering(self, asked: AskedStates, limit: int, cancel: Cancel) -> Iterator[Answer]:
        import cupy

        with self._lock, device_errors(self._device.id), self._device:
            if self._solver.graph.search is not self._search:  # solved in coarser ticks since
                self._solver.graph.upload(self._search)
            require(DeviceAsked.bytes_needed(asked), self._device.id, "so many destinations")
            there = DeviceAsked(asked)
            cupy.cuda.runtime.deviceSynchronize()  # the upload ran on the default stream
            work = _ChunksByTurns(self, self._searches, there, limit, cancel)

            def answer(batch: Sequence[Start | RoadStart], rows: U32) -> None:
                work.run(batch, rows)

            yield answer


class _ChunksByTurns:
    """What a table needs on the device, and its chunks by turns."""

    def __init__(
        self,
        tables: WarpHeapTables,
        searches: Sequence[RowSearches],
        asked: DeviceAsked,
        limit: int,
        cancel: Cancel,
    ) -> None:
        self._tables, self._searches, self._asked = tables, searches, asked
        self._limit, self._cancel = limit, cancel
        self._memory: dict[int, tuple[Any, Any]] = {}

    def run(self, batch: Sequence[Start | RoadStart], rows: U32) -> None:
        """Write the times from a batch of sources."""
        chunk = self._tables.chunk
        begins = range(0, len(batch), chunk)
        for number, begin in enumerate(begins):
            self._begin(number % STREAMS, batch[begin : begin + chunk])
            if number >= STREAMS - 1:
                earlier = number - (STREAMS - 1)
                self._fetch(earlier % STREAMS, rows[begins[earlier] :][:chunk])
        for number in range(max(len(begins) - (STREAMS - 1), 0), len(begins)):
            self._fetch(number % STREAMS, rows[begins[number] :][:chunk])

    def _begin(self, turn: int, sources: Sequence[Start | RoadStart]) -> None:
        if self._cancel.requested:
            return
        labels, _ = self._arrays(turn, len(sources))
        seeds = [seeds_of(self._tables._search, (each,), self._limit) for each in sources]
        self._searches[turn].begin(labels, seeds, self._limit, self._asked)

    def _fetch(self, turn: int, rows: U32) -> None:
        searches = self._searches[turn]
        if not searches.finish(self._cancel):
            return
        _, times = self._arrays(turn, len(rows))
        searches.gather(self._asked, len(rows), times)
        with searches.stream:
            times[: len(rows)].get(out=rows)

    def _arrays(self, turn: int, rows: int) -> tuple[Any, Any]:
        """Labels and times of a chunk; made when first wanted, as large as then."""
        import cupy

        known = self._memory.get(turn)
        if known is None or len(known[0]) < rows:
            self._memory.pop(turn, None)
            places = self._tables._solver.graph.places
            require(
                4 * rows * (places + self._asked.count), self._tables._device.id, "a table of times"
            )
            with self._searches[turn].stream:
                known = (
                    cupy.empty((rows, places), cupy.uint32),
                    cupy.empty((rows, self._asked.count), cupy.uint32),
                )
            self._memory[turn] = known
        return known
