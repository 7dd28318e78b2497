"""Raster files as terrain: `describe` says what one holds, `open_velocity` reads it as speeds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray
from rasterio.crs import CRS

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from raster.files.encode import Encoding, choose_encoding, read_cells
from raster.files.info import RasterInfo, all_notes, cell_metres, crs_if_degrees, describe
from raster.files.opening import check_band, open_reader, quick_reader
from raster.files.reader import Reader, part_of
from raster.files.reference import Placement, Reference, reference_of
from raster.files.reproject import to_utm, utm_epsg, zone_name
from raster.files.source import resolve
from raster.files.survey import survey
from raster.grid import VelocityGrid
from raster.units import Units

__all__ = ["UTM", "GeographicError", "RasterInfo", "describe", "open_velocity"]

UTM = "utm"
"""The one re-projection offered: to the UTM zone in which the raster lies."""


class GeographicError(InputError):
    """Cells in degrees, which have no length. `utm_epsg` is the zone to go to; None: none fits."""

    def __init__(self, where: str, crs: str, zone: int | None) -> None:
        self.utm_epsg = zone
        advice = "It is too large for a UTM zone: cut out a part with gdalwarp."
        if zone is not None:
            advice = f"Re-project it to {zone_name(zone)}: --reproject utm."
        super().__init__(f"its cells are in degrees ({crs})", where=where, advice=advice)


@dataclass(frozen=True, slots=True)
class _Wish:
    """What was asked for; see `open_velocity`."""

    band: int
    units: Units
    undefined_255: bool
    reproject: str | None


@dataclass(frozen=True, eq=False, slots=True)
class _Cells:
    """Cells on their way into a grid, and where they lie."""

    values: NDArray[Any]
    encoding: Encoding
    placement: Placement
    reference: Reference
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
    """The cells of a raster file as speeds.

    member : which raster of an archive. band : from 1. units : what the numbers mean.
    undefined_255 : 255 means no data although the file does not say so.
    reproject : "utm" to go from degrees to the local UTM zone; metres are left as they are.

    GeographicError for degrees without `reproject`; InputError for all else that cannot be read or
    used; CancelledError. A big text grid is imported into the cache first.
    """
    if reproject not in (None, UTM):
        raise InputError(f"no re-projection is called '{reproject}'", advice="Choose utm.")
    wish = _Wish(band, units, undefined_255, reproject)
    source = resolve(path, member)
    with open_reader(source) as reader:
        check_band(reader, band)
        crs = _crs_to_leave(reader, reproject)
        share = 1.0 if crs is None else 0.7
        with quick_reader(reader, part_of(progress, 0.0, share / 2), cancel) as quick:
            start = 0.0 if quick is reader else share / 2
            cells = _read(quick, wish, crs, part_of(progress, start, share), cancel)
    if crs is not None:
        cells = _to_utm(cells, crs, source.where, part_of(progress, share, 1.0), cancel)
    return _grid(cells, source.stem)


def _crs_to_leave(reader: Reader, reproject: str | None) -> CRS | None:
    """The CRS to re-project from; None to stay. Refuses what cannot be used as it lies."""
    degrees = crs_if_degrees(reader)
    where = reader.source.where
    if reproject is None:
        if reader.reference.geographic:
            zone = utm_epsg(reader.placement, reader.reference.crs)
            raise GeographicError(where, reader.reference.short or "degrees", zone)
        if reader.placement.rotated:
            raise InputError(
                "the grid is rotated or sheared",
                where=where,
                advice="Re-project it (--reproject utm), or straighten it with gdalwarp.",
            )
        return None
    if reader.reference.crs is None and degrees is None:
        raise InputError(
            "names no CRS that it could be re-projected from",
            where=where,
            advice="Open it as it is, or give it a CRS with gdal_edit.",
        )
    return degrees or (reader.reference.crs if reader.placement.rotated else None)


def _read(
    reader: Reader, wish: _Wish, crs: CRS | None, progress: Progress, cancel: Cancel
) -> _Cells:
    """Survey, choose how to keep the cells, read them."""
    share = part_of(progress, 0.0, 0.5)
    seen = survey(reader, wish.band, numbers=True, progress=share, cancel=cancel)
    encoding = choose_encoding(
        seen,
        wish.units,
        cell_metres(reader),
        undefined_255=wish.undefined_255,
        edges_lack_data=crs is not None,
    )
    values = read_cells(
        reader, wish.band, encoding, progress=part_of(progress, 0.5, 1.0), cancel=cancel
    )
    notes = all_notes(
        reader,
        wish.band,
        seen,
        units=wish.units,
        undefined_255=wish.undefined_255,
        leaving=crs is not None,
    )
    if wish.reproject and crs is None:
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
    notes = (*cells.notes, done)
    return _Cells(warped.cells, cells.encoding, warped.placement, reference, notes)


def _grid(cells: _Cells, name: str) -> VelocityGrid:
    return VelocityGrid(
        cells.values,
        cells.encoding.code_speed,
        cell_x=cells.placement.cell_x,
        cell_y=cells.placement.cell_y,
        left=cells.placement.left,
        top=cells.placement.top,
        metres_per_unit=cells.reference.metres_per_unit or 1.0,
        crs_wkt=cells.reference.wkt,
        name=name,
        notes=cells.notes,
    )
