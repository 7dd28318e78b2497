"""What lies in each band of each start: areas or lengths, and sums of value rasters.

Each place belongs to the start that reaches it first, and to the band of its time: together its
zone. On terrain zones are cells; on roads parts of streets, cut where a band ends or two starts
come at once, and for values the cells beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from app.bands import Bands
from app.exports.csv import record_lines, write_records
from app.exports.request import Export, ExportOptions, ValueRaster
from app.exports.shares import coloured_rows
from app.exports.zonal.beside_roads import zones_beside_roads
from app.solving.result import Result
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from raster.files.amounts import Bounds, amounts_in_classes
from raster.grid import VelocityGrid
from raster.travel_times import NO_CLASS
from road.maps.ownership import owned_runs, runs_by_band
from road.results.spans import spans_of

F64 = NDArray[np.float64]

MOST_ZONES = 60_000
"""Starts times bands, at most: what 16 bits tell apart, with some to spare."""


@dataclass(frozen=True, eq=False)
class ZonalTable:
    """bands : with what is beyond the last where nobody chose them. names, colours : of starts.

    amounts : float64, (starts, bands); m² of cells, or metres of streets (`lengths`). values : what
    rasters hold, by raster as amounts; everything : all of each in the extent of the terrain, or
    of the roads.
    """

    bands: Bands
    names: tuple[str, ...]
    colours: tuple[str, ...]
    amounts: F64
    lengths: bool
    rasters: tuple[ValueRaster, ...] = ()
    values: tuple[F64, ...] = ()
    everything: tuple[float, ...] = ()

    def record(self) -> list[dict[str, Any]]:
        """For a program: an object for each zone, start by start."""
        shown, name = self.bands.measure.shown, "length_m" if self.lengths else "area_m2"
        return [
            {
                "start": start,
                "from": shown(begin),
                "to": shown(end),
                name: float(self.amounts[s, b]),
                **{
                    raster.column: float(sums[s, b])
                    for raster, sums in zip(self.rasters, self.values, strict=True)
                },
            }
            for s, start in enumerate(self.names)
            for b, (begin, end) in enumerate(self.bands.pairs)
        ]

    @property
    def shares(self) -> tuple[F64, ...]:
        """Of `values`: parts of everything; 0 where that is nothing."""
        whole = zip(self.values, self.everything, strict=True)
        return tuple(sums / (all_of_it or 1.0) for sums, all_of_it in whole)

    def write(self, path: Path) -> None:
        """Write `record` as CSV. Raises ExportError."""
        write_records(path, self.record())


def zonal_table(
    result: Result,
    bands: Bands | None = None,
    rasters: Sequence[ValueRaster] = (),
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> ZonalTable:
    """Of a result, whose owners are found where they are not known; for any thread. Remembered for
    the result. Raises InputError for a raster that cannot be used, or too many zones,
    CancelledError."""
    export = Export(Path(), result, bands, progress=progress, cancel=cancel)
    key = export.bands.limits, tuple(rasters)
    known = _KNOWN.get(result)
    if known is None or known[0] != key:
        known = _KNOWN[result] = key, _table(export, tuple(rasters))
    return known[1]


_KNOWN: WeakKeyDictionary[Result, tuple[object, ZonalTable]] = WeakKeyDictionary()


def zonal_csv(export: Export[Any]) -> tuple[str, ...]:
    """A line for each start and band; returns no notes."""
    told = export.result, export.chosen, export.options.values, export.progress, export.cancel
    table = zonal_table(*told)
    if export.plan is not None:
        rows = table.record()
        export.plan.add_table(list(rows[0]), len(rows), lambda some: [record_lines(rows[some])])
        return ()
    table.write(export.path)
    export.writing(1.0)
    return ()


def _table(export: Export[Any], rasters: tuple[ValueRaster, ...]) -> ZonalTable:
    bands, result, cancel = export.bands, export.result, export.cancel
    starts, count = coloured_rows(result.starts), len(bands.limits)
    if len(starts) * count > MOST_ZONES:
        raise InputError(
            f"{len(starts):,} starts and {count} bands are too many zones",
            advice="Give fewer starts, or fewer bands.",
        )
    export.progress(-1.0, "who is first where")
    if result.owners is None:
        result = result.owned(cancel)
    row = _ZONED[result.lies_on]
    amounts = row.amounts(result, bands)
    values, everything = [], []
    zones = row.zones(result, bands, export.options, cancel) if rasters else None
    for raster in rasters:
        assert zones is not None
        export.progress(-1.0, f"summing {raster.name}")
        grid, image, extent = zones
        none = len(starts) * count
        try:
            sums, whole = amounts_in_classes(raster.path, grid, image, none, extent, cancel)
        except InputError as error:
            error.found = f"{raster.name}: {error.found}"
            raise
        values.append(sums.reshape(len(starts), count))
        everything.append(whole)
    names, colours = (tuple(each) for each in zip(*starts, strict=True))
    lengths = row.lengths
    told = bands, names, colours, amounts.reshape(len(starts), count), lengths
    return ZonalTable(*told, rasters, tuple(values), tuple(everything))


Zones = tuple[VelocityGrid, NDArray[np.uint16], Bounds | None]
"""Cells, the zone of each, and the extent of which all is summed; None for the cells'."""


class _Zoned(NamedTuple):
    """A row: amounts, float64, zones; zones of cells; whether amounts are lengths."""

    amounts: Callable[[Any, Bands], F64]
    zones: Callable[[Any, Bands, ExportOptions, Cancel], Zones]
    lengths: bool


def zones_of_cells(solved: Solved, bands: Bands) -> NDArray[np.uint16]:
    """uint16, (rows, cols): start times bands and band; starts times bands where there is none."""
    grid, count = solved.grid, len(bands.limits)
    none = len(solved.starts) * count
    assert solved.owners is not None
    image = np.empty(grid.shape, np.uint16)
    for row in range(0, grid.rows, ROWS_AT_ONCE):
        some = slice(row, min(row + ROWS_AT_ONCE, grid.rows))
        window = grid.whole()._replace(row=row, height=some.stop - row)
        shape = window.height, window.width
        band = solved.times.classes(window, shape, bands.limits)
        owner = solved.owners.of[some].astype(np.int64)
        there = (band != NO_CLASS) & (owner >= 0)
        image[some] = np.where(there, owner * count + band, none)
    return image


ROWS_AT_ONCE = 1024
"""Rows of which zones are found together."""


def _cell_amounts(solved: Solved, bands: Bands) -> F64:
    none = len(solved.starts) * len(bands.limits)
    counts = np.bincount(zones_of_cells(solved, bands).reshape(-1), minlength=none + 1)
    areas: F64 = counts[:none].astype(np.float64) * solved.grid.cell_area
    return areas


def _cell_zones(solved: Solved, bands: Bands, _options: ExportOptions, _cancel: Cancel) -> Zones:
    return solved.grid, zones_of_cells(solved, bands), None


def _street_amounts(solved: RoadSolved, bands: Bands) -> F64:
    owners, count = solved.owners, len(bands.limits)
    assert owners is not None
    by_arc = None if owners.entered is None else owners.entered.source
    runs = owned_runs(solved.times, np.asarray(owners.of, np.int32), by_arc)
    parts = runs_by_band(runs, spans_of(solved.times, bands.limits))
    metres = solved.graph.arcs.length_m[parts.arc] * parts.share
    zone = parts.source.astype(np.int64) * count + parts.band
    return np.asarray(np.bincount(zone, metres, len(solved.starts) * count), np.float64)


def _street_zones(
    solved: RoadSolved, bands: Bands, options: ExportOptions, cancel: Cancel
) -> Zones:
    return zones_beside_roads(solved, bands, options, cancel)


_ON_CELLS = _Zoned(_cell_amounts, _cell_zones, False)

_ZONED: Mapping[str, _Zoned] = {
    "cells": _ON_CELLS,
    "cells and roads": _ON_CELLS,
    "roads": _Zoned(_street_amounts, _street_zones, True),
}
