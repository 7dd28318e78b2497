"""Raster files as terrain: `describe` says what one holds, `open_velocity` reads it as speeds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rasterio.crs import CRS

from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress, part_of
from raster.files.crs.lengths import (
    KEEP,
    UTM,
    GeographicError,
    LengthsError,
    StretchedError,
    check_reproject,
    crs_to_leave,
)
from raster.files.crs.map_scale import map_scale, scale_notes, true_metres
from raster.files.crs.reference import CrsReference, Placement, reference_of
from raster.files.crs.reproject import to_utm
from raster.files.encode import Encoding, choose_encoding
from raster.files.held import HeldBand, Make
from raster.files.info import RasterInfo, all_notes, cell_metres, describe
from raster.files.opening import check_band, open_reader, quick_reader
from raster.files.reader import Reader
from raster.files.source import resolve
from raster.files.survey import survey
from raster.grid import VelocityGrid
from raster.units import Units

__all__ = [
    "UTM",
    "GeographicError",
    "LengthsError",
    "RasterInfo",
    "StretchedError",
    "describe",
    "open_velocity",
]


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How a raster is to be read.

    band : from 1. units : what the numbers mean.
    undefined_255 : 255 means no data although the file does not say so.
    reproject : "utm" to go from degrees, or from a map that stretches, to the local UTM zone; true
        metres are left as they are. "none" to keep the grid of a map that stretches unevenly.
        InputError for any other options.
    """

    band: int = 1
    units: Units = Units.KMH
    undefined_255: bool = False
    reproject: str | None = None

    def __post_init__(self) -> None:
        check_reproject(self.reproject)


@dataclass(frozen=True, eq=False, slots=True)
class _Cells:
    """Cells on their way into a grid, and where they lie."""

    values: NDArray[Any]
    encoding: Encoding
    placement: Placement
    reference: CrsReference
    notes: tuple[str, ...]


def open_velocity(
    path: str | Path,
    *,
    member: str | None = None,
    band: int = 1,
    units: Units = Units.KMH,
    undefined_255: bool = False,
    reproject: str | None = None,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> VelocityGrid:
    """The cells of a raster file as speeds; see `ReadOptions` and `velocity_of`.

    member : which raster of an archive.
    """
    options = ReadOptions(band, units, undefined_255, reproject)
    with open_reader(resolve(path, member)) as reader:
        return velocity_of(reader, options, progress=progress, cancel=cancel)


def velocity_of(
    reader: Reader,
    options: ReadOptions,
    *,
    make: Make = np.empty,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> VelocityGrid:
    """The cells of an open raster as speeds, read once.

    make : where the cells are to lie, unless they are re-projected.

    Where the map stretches by one factor all over, within half a percent, the grid stays and
    `metres_per_unit` has that factor in it.

    GeographicError for degrees and StretchedError for an uneven map, without `reproject`;
    InputError for all else that cannot be read or used; CancelledError. A big text grid is imported
    into the cache first.
    """
    check_band(reader, options.band)
    crs = crs_to_leave(reader, options.reproject)
    share = 1.0 if crs is None else 0.7
    with quick_reader(reader, part_of(progress, 0.0, share / 2), cancel) as quick:
        start = 0.0 if quick is reader else share / 2
        cells = _read(quick, options, crs, make, part_of(progress, start, share), cancel)
    source = reader.source
    if crs is not None:
        cells = _to_utm(cells, crs, source.where, part_of(progress, share, 1.0), cancel)
    return _grid(cells, source.stem)


def _read(
    reader: Reader,
    options: ReadOptions,
    crs: CRS | None,
    make: Make,
    progress: Progress,
    cancel: Cancel,
) -> _Cells:
    """Read the cells and look at them, choose how to keep them, and keep them so."""
    held, share = HeldBand(reader, make, options.undefined_255), part_of(progress, 0.0, 0.9)
    seen = survey(reader, options.band, numbers=True, keep=held.keep, progress=share, cancel=cancel)
    encoding = choose_encoding(
        seen,
        options.units,
        cell_metres(reader),
        undefined_255=options.undefined_255,
        edges_lack_data=crs is not None,
    )
    values = held.encoded(encoding, progress=part_of(progress, 0.9, 1.0), cancel=cancel)
    notes = all_notes(
        reader,
        options.band,
        seen,
        units=options.units,
        undefined_255=options.undefined_255,
        leaving=crs is not None,
        kept=options.reproject == KEEP,
    )
    if options.reproject == UTM and crs is None:
        notes += ("its cells are lengths already: not re-projected",)
    return _Cells(values, encoding, reader.placement.upright(), reader.reference, notes)


def _to_utm(cells: _Cells, crs: CRS, where: str, progress: Progress, cancel: Cancel) -> _Cells:
    warped = to_utm(
        cells.values,
        cells.placement,
        crs,
        cells.encoding.no_data,
        where=where,
        progress=progress,
        cancel=cancel,
    )
    reference = reference_of(warped.crs)
    cell = f"{warped.placement.cell_x:g} × {warped.placement.cell_y:g} m"
    done = f"re-projected to {reference.short} by nearest neighbour, cells of {cell}"
    notes = (*cells.notes, done, *scale_notes(map_scale(warped.placement, reference), kept=True))
    return _Cells(warped.cells, cells.encoding, warped.placement, reference, notes)


def _grid(cells: _Cells, name: str) -> VelocityGrid:
    return VelocityGrid(
        cells.values,
        cells.encoding.code_speed,
        cell_x=cells.placement.cell_x,
        cell_y=cells.placement.cell_y,
        left=cells.placement.left,
        top=cells.placement.top,
        metres_per_unit=true_metres(cells.placement, cells.reference) or 1.0,
        crs_wkt=cells.reference.wkt,
        name=name,
        notes=cells.notes,
    )
