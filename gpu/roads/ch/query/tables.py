"""Tables of times by PHAST on the device, up to 256 sources side by side.

Source: Delling, Goldberg, Nowatzyk, Werneck, "PHAST", IPDPS 2011 (several trees in one sweep).
Besides tables on the host there are tables that stay on the device, and what is found there of all
sources together: of each destination the nearest source, and how many are within the limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.parallel.nearest_rows import NOBODY, NearestRows
from core.progress import Progress, no_progress
from core.solver import Start
from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from gpu.buffers import require
from gpu.failures import device_errors
from gpu.host_memory import StagedRows
from gpu.roads.ch.query.batch import NOWHERE, DeviceNearest, PhastBatches, WantedPlaces
from gpu.roads.ch.query.phast import Phast
from road.graph import U32
from road.matrix.tables import Answer, AskedStates, TablesInBatches
from road.results.travel_times import seconds_of
from road.search.search_graph import SearchGraph
from road.search.starts import RoadStart, Seeds, checked_vertex, delay_ticks, seeds_of

NO_SEEDS = Seeds(np.empty(0, np.int64), np.empty(0, np.uint32))


class PhastTables(TablesInBatches):
    """Tables of times on a GPU, which keeps up to 256 labels for each state. Raises
    DeviceMemoryError."""

    def __init__(self, phast: Phast) -> None:
        super().__init__(phast.search)
        self._phast, self._queries = phast, phast.queries
        self._device = phast.queries.device
        self._staged = StagedRows()
        self._everything: WantedPlaces | None = None
        with self._place():
            self._batches = PhastBatches(self._queries.swept)
        self.batch = self._batches.most

    def on_device(
        self,
        sources: Sequence[Start | RoadStart],
        destinations: Sequence[int] | NDArray[Any] | None = None,
        *,
        limit: float = UNLIMITED,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> Any:
        """`table` as a cupy array, complete on the device when this returns."""
        import cupy

        with self._place():
            wanted, own = self._wanted(destinations)
            count = len(sources) * wanted.count
            require(4 * count, self._device, "a table of times on the device")
            found = cupy.empty((len(sources), wanted.count), cupy.uint32)
            for begin, size in self._solved(sources, limit, progress, cancel):
                starts = self._own(sources[begin : begin + size], limit) if own else None
                self._batches.collect(size, wanted, starts, found[begin:])
            self._queries.stream.synchronize()
        return found

    def nearest(
        self,
        sources: Sequence[Start | RoadStart],
        kept: int,
        destinations: Sequence[int] | NDArray[Any] | None = None,
        *,
        limit: float = UNLIMITED,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> NearestRows:
        with self._place():
            wanted, own = self._wanted(destinations)
            needed = DeviceNearest.bytes_needed(kept, wanted.count)
            require(needed, self._device, "the nearest of so many")
            found = DeviceNearest(kept, wanted.count)
            for begin, size in self._solved(sources, limit, progress, cancel):
                starts = self._own(sources[begin : begin + size], limit) if own else None
                self._batches.nearest(size, wanted, starts, begin, found)
            self._queries.stream.synchronize()
            ticks, source, within = (a.get() for a in (found.ticks, found.source, found.within))
        rows = np.where(ticks < UNREACHED, source.astype(np.int32), NOBODY).astype(np.int32)
        return NearestRows(seconds_of(ticks, self._search.scale), rows, within.astype(np.int32))

    @contextmanager
    def _answering(self, asked: AskedStates, limit: int, cancel: Cancel) -> Iterator[Answer]:
        import cupy

        with self._place():
            wanted = WantedPlaces(asked)
            require(4 * self.batch * len(asked), self._device, "so many destinations")
            times = cupy.empty((self.batch, len(asked)), cupy.uint32)

            def answer(batch: Sequence[Start | RoadStart], rows: U32) -> None:
                self._solve(batch, limit)
                self._batches.collect(len(batch), wanted, None, times)
                self._staged.copy(times[: len(batch)], rows)

            yield answer

    @contextmanager
    def _place(self) -> Iterator[None]:
        import cupy

        queries = self._queries
        device = cupy.cuda.Device(self._device)
        with device_errors(self._device), device, queries.lock, queries.stream:
            yield

    def _solved(
        self,
        sources: Sequence[Start | RoadStart],
        limit: float,
        progress: Progress,
        cancel: Cancel,
    ) -> Iterator[tuple[int, int]]:
        """(number of the first, how many) of each batch, once its labels are being made."""
        ticks = limit_in_ticks(limit, self._search.scale)
        for begin in range(0, len(sources), self.batch):
            cancel.check("the table")
            progress(begin / len(sources), "times between places")
            batch = sources[begin : begin + self.batch]
            self._solve(batch, ticks)
            yield begin, len(batch)
        cancel.check("the table")

    def _solve(self, batch: Sequence[Start | RoadStart], limit: int) -> None:
        self._batches.solve([_seeds_of(self._search, source, limit) for source in batch], limit)

    def _wanted(
        self, destinations: Sequence[int] | NDArray[Any] | None
    ) -> tuple[WantedPlaces, bool]:
        """Destinations on the device, and whether starts are at once at their vertices only there:
        elsewhere labels say so."""
        import cupy

        edge_based = self._search.edge_based
        if destinations is None and self._everything is not None:
            return self._everything, edge_based
        vertices, asked = self._asked(destinations)
        at = cupy.asarray(vertices.astype(np.uint32)) if edge_based else None
        wanted = WantedPlaces(asked, at)
        if destinations is None:
            self._everything = wanted
        return wanted, edge_based

    def _own(self, batch: Sequence[Start | RoadStart], limit: float) -> Any:
        """cupy uint32, (2, sources): vertex and ticks of each start that is at once at a vertex."""
        import cupy

        ticks = limit_in_ticks(limit, self._search.scale)
        own = np.full((2, len(batch)), NOWHERE, np.uint32)
        for column, source in enumerate(batch):
            begins = delay_ticks(self._search, source)
            if isinstance(source, Start) and begins <= ticks:
                own[:, column] = source.element, begins
        return cupy.asarray(own)


def _seeds_of(search: SearchGraph, source: Start | RoadStart, limit: int) -> Seeds:
    """`seeds_of` one source, in a third of the time where that is a vertex and a state."""
    if search.edge_based or not isinstance(source, Start):
        return seeds_of(search, (source,), limit)
    vertex, begins = checked_vertex(search, source.element), delay_ticks(search, source)
    if begins > limit:
        return NO_SEEDS
    return Seeds(np.array([vertex]), np.array([begins], np.uint32))
