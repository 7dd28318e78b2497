"""The work of a matrix: chunks of origins, each by itself, from plain values to plain arrays.

A `MatrixWorker` is made once where the work is to be done, of a graph with its costs or of a
raster, of a `MatrixSpec` and of the places, all of which can be sent as JSON and arrays.
`MatrixWorker.chunk` then is a pure function of the number of a chunk: whoever works it out, by
whatever solver and backend, gets the same bits, so that chunks may be done in any order, anywhere,
and twice. `join` puts together what is kept of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

import numpy as np

from app.catalog.algorithms import GridSolver, Prepared, RoadSolver
from app.matrix.spec import Arrays, Keeping, MatrixSpec
from core.cancel import NEVER, Cancel
from core.parallel.nearest_rows import NearestRows
from core.progress import Progress, no_progress
from core.solver import Start
from gpu.failures import device_errors
from road.graph import I64, U32
from road.matrix.one_by_one import OneByOne
from road.matrix.places import RoadDestinations, RoadPlaces, TimesAtPlaces
from road.matrix.tables import TablesInBatches

Row = tuple[U32, float]
"""Ticks at the destinations, uint32, UNREACHED past the limit, and seconds of a tick."""


class RowMaker(Protocol):
    """Times from (or to) origins, by whatever solver.

    destinations : how many there are.
    """

    @property
    def destinations(self) -> int: ...
    def rows(self, begin: int, end: int, progress: Progress, cancel: Cancel) -> Iterator[Row]:
        """A row for each origin from `begin` up to `end`, to be read before the next. Raises
        CancelledError, DeviceError."""
        ...

    def nearest(
        self, begin: int, end: int, kept: int, progress: Progress, cancel: Cancel
    ) -> NearestRows:
        """What these rows are to the destinations, where the rows themselves are not asked for."""
        ...


def _nearest_of(rows: Iterable[Row], begin: int, kept: int, places: int) -> NearestRows:
    """Of rows from number `begin` on."""
    nearest = NearestRows.none(kept, places)
    for number, (row, scale) in enumerate(rows, begin):
        nearest.take(number, row, scale)
    return nearest


class RoadRows:
    """Rows on roads.

    prepared : a solver of the spec's algorithm and direction. destinations : None for all vertices,
    or all cells where a raster was joined with the roads.
    """

    def __init__(
        self,
        prepared: Prepared[RoadSolver],
        spec: MatrixSpec,
        origins: RoadPlaces,
        destinations: RoadDestinations | None,
    ) -> None:
        solver: Any = prepared.solver
        self._search, self._device = solver.search, prepared.device.index
        with device_errors(self._device):
            self._tables: TablesInBatches = prepared.tables or OneByOne(solver)
        self._origins, self._limit = origins, spec.limit_seconds
        self._at = None if destinations is None else TimesAtPlaces(self._search, destinations)
        self._all = np.arange(spec.cells) if spec.cells else None
        everywhere = spec.cells or self._search.graph.vertices
        self.destinations = everywhere if destinations is None else len(destinations)

    def rows(self, begin: int, end: int, progress: Progress, cancel: Cancel) -> Iterator[Row]:
        sources = self._origins.sources(begin, end)
        told: Any = {"limit": self._limit, "progress": progress, "cancel": cancel}
        with device_errors(self._device):
            if self._at is None:
                table = self._tables.table(sources, self._all, **told)
            else:
                table = self._at.table(self._tables, sources, **told)
        for ticks in table:
            yield ticks, self._search.scale

    def nearest(
        self, begin: int, end: int, kept: int, progress: Progress, cancel: Cancel
    ) -> NearestRows:
        if self._at is not None:
            rows = self.rows(begin, end, progress, cancel)
            return _nearest_of(rows, begin, kept, self.destinations)
        sources = self._origins.sources(begin, end)
        told: Any = {"limit": self._limit, "progress": progress, "cancel": cancel}
        with device_errors(self._device):
            found = self._tables.nearest(sources, kept, self._all, **told)
        found.row[found.row >= 0] += begin
        return found


class CellRows:
    """Rows on terrain: a solve for each origin.

    origins, destinations : int64, flat indices of cells; None for all.
    """

    def __init__(
        self,
        prepared: Prepared[GridSolver],
        spec: MatrixSpec,
        origins: I64,
        destinations: I64 | None,
        cells: int,
    ) -> None:
        self._prepared, self._limit = prepared, spec.limit_seconds
        self._origins, self._wanted = origins, destinations
        self.destinations = cells if destinations is None else len(destinations)

    def rows(self, begin: int, end: int, progress: Progress, cancel: Cancel) -> Iterator[Row]:
        solver, device = self._prepared.solver, self._prepared.device.index
        for k in range(begin, end):
            progress((k - begin) / (end - begin), "times between places")
            with device_errors(device):
                start = (Start(int(self._origins[k])),)
                times = solver.solve(start, limit=self._limit, cancel=cancel)
                ticks = times.ticks().reshape(-1)
            cancel.check("the matrix")
            yield (ticks if self._wanted is None else ticks[self._wanted]), times.tick_seconds

    def nearest(
        self, begin: int, end: int, kept: int, progress: Progress, cancel: Cancel
    ) -> NearestRows:
        rows = self.rows(begin, end, progress, cancel)
        return _nearest_of(rows, begin, kept, self.destinations)


class MatrixWorker:
    """Works out chunks of a matrix; see the module's text. origins : how many there are."""

    def __init__(self, spec: MatrixSpec, rows: RowMaker, origins: int) -> None:
        self.spec, self._rows, self.origins = spec, rows, origins

    @property
    def destinations(self) -> int:
        return self._rows.destinations

    @property
    def chunks(self) -> int:
        return chunk_count(self.spec, self.origins)

    def chunk(
        self, number: int, progress: Progress = no_progress, cancel: Cancel = NEVER
    ) -> Arrays:
        """What is kept of the origins of a chunk.

        ticks : uint32, (origins of the chunk, destinations); UNREACHED past the limit.
        tick_seconds : float64, origins of the chunk.
        seconds, row, count : as in `NearestRows`; rows are numbers of origins in the whole matrix.

        Of these what the spec keeps. Raises CancelledError, DeviceError.
        """
        begin, end = chunk_range(self.spec, self.origins, number)
        keeping, places = self.spec.keeping, self.destinations
        if not keeping.times:
            found = self._rows.nearest(begin, end, keeping.nearest, progress, cancel)
            cancel.check("the matrix")
            return dict(vars(found))
        times = np.empty((end - begin, places), np.uint32)
        ticks = np.empty(len(times))
        nearest = NearestRows.none(keeping.nearest, places if keeping.nearest else 0)
        rows = self._rows.rows(begin, end, progress, cancel)
        for k, (row, scale) in enumerate(rows):
            times[k], ticks[k] = row, scale
            if keeping.nearest:
                nearest.take(begin + k, row, scale)
        cancel.check("the matrix")
        kept: Arrays = {"ticks": times, "tick_seconds": ticks}
        return kept | (dict(vars(nearest)) if keeping.nearest else {})


def chunk_count(spec: MatrixSpec, origins: int) -> int:
    """How many chunks so many origins are."""
    return -(-origins // spec.chunk)


def chunk_range(spec: MatrixSpec, origins: int, number: int) -> tuple[int, int]:
    """The first origin of a chunk, and the one after its last."""
    return number * spec.chunk, min((number + 1) * spec.chunk, origins)


def join(keeping: Keeping, places: int, chunks: Iterable[Arrays]) -> NearestRows:
    """What the spec keeps of the nearest origins, over all chunks in the order of their numbers."""
    whole = NearestRows.none(keeping.nearest, places)
    for kept in chunks:
        whole.merge(NearestRows(kept["seconds"], kept["row"], kept["count"]))
    return whole
