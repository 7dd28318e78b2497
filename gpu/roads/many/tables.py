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

from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.parallel.ranges import even_ranges
from core.solver import Start
from core.times import UNLIMITED, limit_in_ticks
from gpu.buffers import budget, require
from gpu.failures import device_errors
from gpu.host_memory import StagedRows
from gpu.roads.many.searches import DeviceAsked, RowSearches
from gpu.roads.many.warp_heap import WarpHeap
from road.matrix.tables import Answer, AskedStates, TablesInBatches, at_once
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
        self._device, self.staged = solver.device, StagedRows()
        with device_errors(self._device.id), self._device:
            graph = solver.graph
            each = 4 * graph.places + 4 * self._search.graph.vertices
            most = int(MEMORY_SHARE * budget(self._device.id)) // (STREAMS * each)
            self.chunk = max(min(graph.resident // STREAMS, most), 1)
            self._searches = [RowSearches(graph) for _ in range(STREAMS)]
        self.batch = self.chunk * CHUNKS_A_BATCH

    def on_device(
        self,
        sources: Sequence[Start | RoadStart],
        destinations: Sequence[int] | NDArray[Any] | None = None,
        *,
        limit: float = UNLIMITED,
        cancel: Cancel = NEVER,
    ) -> Any:
        """`table` as a cupy array, complete on the device when this returns."""
        import cupy

        wanted, asked = self._asked(destinations)
        ticks = limit_in_ticks(limit, self._search.scale)
        with self._working(asked, ticks, cancel) as work:
            needed = 4 * len(sources) * len(asked)
            require(needed, self._device.id, "a table of times on the device")
            found = cupy.empty((len(sources), len(asked)), cupy.uint32)
            work.run(sources, found)
            cancel.check("the table")
            rows, columns, begins = at_once(self._search, sources, wanted, ticks)
            found[rows, columns] = cupy.minimum(found[rows, columns], cupy.asarray(begins))
            cupy.cuda.runtime.deviceSynchronize()
        return found

    @contextmanager
    def _answering(self, asked: AskedStates, limit: int, cancel: Cancel) -> Iterator[Answer]:
        with self._working(asked, limit, cancel) as work:
            yield work.run

    @contextmanager
    def _working(self, asked: AskedStates, limit: int, cancel: Cancel) -> Iterator[_ChunksByTurns]:
        """What answers, while nobody else asks."""
        import cupy

        with self._lock, device_errors(self._device.id), self._device:
            if self._solver.graph.search is not self._search:  # solved in coarser ticks since
                self._solver.graph.upload(self._search)
            require(DeviceAsked.bytes_needed(asked), self._device.id, "so many destinations")
            there = DeviceAsked(asked)
            cupy.cuda.runtime.deviceSynchronize()  # the upload ran on the default stream
            yield _ChunksByTurns(self, self._searches, there, limit, cancel)


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
        self._memory: dict[tuple[int, str], Any] = {}

    def run(self, batch: Sequence[Start | RoadStart], rows: Any) -> None:
        """Write the times from a batch of sources to an array of NumPy's or CuPy's."""
        chunks = max(-(-len(batch) // self._tables.chunk), min(STREAMS, len(batch)), 1)
        parts = even_ranges(len(batch), chunks, aligned=1)
        for number, (begin, end) in enumerate(parts):
            self._begin(number % STREAMS, batch[begin:end])
            if number >= STREAMS - 1:
                earlier = number - (STREAMS - 1)
                self._fetch(earlier % STREAMS, rows[slice(*parts[earlier])])
        for number in range(max(len(parts) - (STREAMS - 1), 0), len(parts)):
            self._fetch(number % STREAMS, rows[slice(*parts[number])])

    def _begin(self, turn: int, sources: Sequence[Start | RoadStart]) -> None:
        if self._cancel.requested:
            return
        labels = self._array(turn, "labels", len(sources), self._tables._solver.graph.places)
        seeds = [seeds_of(self._tables._search, (each,), self._limit) for each in sources]
        self._searches[turn].begin(labels, seeds, self._limit, self._asked)

    def _fetch(self, turn: int, rows: Any) -> None:
        import cupy

        searches = self._searches[turn]
        if not searches.finish(self._cancel):
            return
        there = isinstance(rows, cupy.ndarray)
        times = rows if there else self._array(turn, "times", len(rows), self._asked.count)
        searches.gather(self._asked, len(rows), times)
        if not there:
            with searches.stream:
                self._tables.staged.copy(times[: len(rows)], rows)

    def _array(self, turn: int, what: str, rows: int, columns: int) -> Any:
        """uint32, at least so many rows; made when first wanted, as large as then."""
        import cupy

        known = self._memory.get((turn, what))
        if known is None or len(known) < rows:
            self._memory.pop((turn, what), None)
            require(4 * rows * columns, self._tables._device.id, "a table of times")
            with self._searches[turn].stream:
                known = cupy.empty((rows, columns), cupy.uint32)
            self._memory[turn, what] = known
        return known
