"""What a raster file says of itself: for `isofront info` and the open dialog."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path

from rasterio.crs import CRS

from core.cancel import NEVER, Cancel
from core.map_scale import MapScale
from core.progress import Progress, no_progress
from raster.files.crs.map_scale import map_scale, scale_notes, true_metres
from raster.files.crs.reference import metres_across
from raster.files.crs.reproject import utm_epsg
from raster.files.gdal_raster import ELEVATION_DRIVERS
from raster.files.opening import check_band, open_reader
from raster.files.reader import Reader
from raster.files.source import resolve
from raster.files.survey import Survey, survey
from raster.files.value_notes import value_notes
from raster.units import Units

DEGREES_ASSUMED = CRS.from_epsg(4326)
"""CRS of a raster that names none but whose numbers are longitudes and latitudes."""


@dataclass(frozen=True, slots=True)
class RasterInfo:
    """A raster file, in its own numbers.

    kind, driver : the format for people, and GDAL's name of it.
    cell_x, cell_y, left, top : in units of the CRS; the outer corner of the north-west cell.
    crs : "EPSG:32738" or a name; None where the file names none.
    metres_per_unit : on the ground, where a map stretches by one factor; 1 is assumed without a
        CRS; None for degrees.
    map_scale : lengths on the map per length on the ground, least and greatest; (1, 1) for degrees
        and without a CRS.
    nodata : as stored; NaN where NaN means no data; None where none is declared.
    scale, offset : of the band; a value is what is stored times the one plus the other.
    minimum, maximum, valid : of the band's cells with data, scaled; None if not asked for, or none
        has.
    band : the band described, from 1. bands, band_names : all of them.
    utm_epsg : the zone that `reproject="utm"` goes to; None where lengths can be had without, or
        none fits.
    notes : one sentence each.
    """

    kind: str
    driver: str
    rows: int
    cols: int
    cell_x: float
    cell_y: float
    crs: str | None
    crs_wkt: str | None
    geographic: bool
    unit: str
    metres_per_unit: float | None
    map_scale: tuple[float, float]
    nodata: float | None
    scale: float
    offset: float
    dtype: str
    minimum: float | None
    maximum: float | None
    valid: int | None
    band: int
    bands: int
    band_names: tuple[str, ...]
    left: float
    top: float
    utm_epsg: int | None
    notes: tuple[str, ...]

    @property
    def stretched(self) -> bool:
        """Whether the map stretches so unevenly that re-projection is offered."""
        return MapScale(*self.map_scale).uneven

    def record(self) -> dict[str, object]:
        """For JSON: `min` and `max` by these names. JSON has no NaN: where that means no data,
        `nodata` is null, as without any, and `nodata_is_nan` true."""
        names = {"minimum": "min", "maximum": "max"}
        record: dict[str, object] = {}
        for field in self.__slots__:
            record[names.get(field, field)] = getattr(self, field)
            if field == "nodata":
                is_nan = self.nodata is not None and math.isnan(self.nodata)
                record |= {"nodata": None if is_nan else self.nodata, "nodata_is_nan": is_nan}
        return record


def describe(
    path: str | Path,
    *,
    member: str | None = None,
    band: int = 1,
    statistics: bool = True,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> RasterInfo:
    """What a raster file holds. With `statistics` every cell is read once, block by block."""
    with open_reader(resolve(path, member)) as reader:
        check_band(reader, band)
        seen = survey(reader, band, progress=progress, cancel=cancel) if statistics else None
        return info_of(reader, band, seen)


def crs_if_degrees(reader: Reader) -> CRS | None:
    """The CRS of cells in degrees, declared or to be assumed; None for lengths."""
    if reader.reference.geographic:
        return reader.reference.crs
    if reader.reference.crs is None and reader.placement.upright().looks_like_degrees():
        return DEGREES_ASSUMED
    return None


def all_notes(
    reader: Reader,
    band: int,
    seen: Survey | None,
    *,
    units: Units = Units.KMH,
    undefined_255: bool = False,
    leaving: bool = False,
    kept: bool = False,
) -> tuple[str, ...]:
    """Notes on the file, on where the cells lie, and on the values if they were seen.

    leaving : whether the cells go on to another grid, so that this one's oddities end here.
    kept : whether the grid stays although its map stretches unevenly.
    """
    layout = _leaving_notes(reader) if leaving else _layout_notes(reader, kept)
    notes = (*reader.notes, *layout)
    if len(reader.band_names) > 1:
        notes += (f"{len(reader.band_names)} bands, of which band {band} is used",)
    notes += _scaling_notes(reader, band)
    if seen is None:
        return notes
    return notes + value_notes(
        seen,
        units,
        cell_metres(reader),
        nodata=reader.nodata(band),
        undefined_255=undefined_255,
        heights=reader.driver in ELEVATION_DRIVERS,
    )


def _scaling_notes(reader: Reader, band: int) -> tuple[str, ...]:
    """What stands in the file is not what is meant: said, as other programs show the one or the
    other."""
    scale, offset = reader.scaling(band)
    if (scale, offset) == (1, 0):
        return ()
    shift = "" if offset == 0 else f" {'-' if offset < 0 else '+'} {abs(offset):g}"
    nodata = reader.nodata(band)
    stored = "" if nodata is None else f"; no data is stored as {nodata:g}"
    return (f"values are {scale:g} × what is stored{shift}{stored}",)


def _layout_notes(reader: Reader, kept: bool) -> tuple[str, ...]:
    reference, placement = reader.reference, reader.placement
    notes = []
    if reference.crs is None:
        notes.append("no CRS: cell sizes are taken as metres, and exports carry none")
        if crs_if_degrees(reader) is not None:
            notes.append(
                "the coordinates look like degrees: re-project to UTM, which takes them as WGS 84"
            )
    elif reference.geographic:
        notes.append("cells are in degrees: re-project them before solving")
    if placement.rotated:
        notes.append("the grid is rotated or sheared: it must be re-projected")
    elif placement.south_up:
        notes.append("the file runs from south to north: turned on reading")
    if not placement.rotated:
        notes.extend(scale_notes(map_scale(placement, reference), kept=kept))
    return tuple(notes)


def _leaving_notes(reader: Reader) -> tuple[str, ...]:
    if reader.reference.crs is None:
        return ("no CRS: the coordinates are taken as degrees of WGS 84",)
    return ()


def cell_metres(reader: Reader) -> float:
    """Metres across a cell on the ground, the mean of its width and height."""
    placement, reference = reader.placement, reader.reference
    reference = replace(reference, metres_per_unit=true_metres(placement, reference))
    return sum(metres_across(placement, reference)) / 2


def info_of(reader: Reader, band: int = 1, seen: Survey | None = None) -> RasterInfo:
    """What an open raster holds; of the values what a survey saw."""
    placement, reference = reader.placement.upright(), reader.reference
    scale = map_scale(reader.placement, reference)
    leaving = crs_if_degrees(reader) or (reference.crs if scale.uneven else None)
    seen_any = seen is not None and seen.minimum == seen.minimum
    return RasterInfo(
        kind=reader.kind,
        driver=reader.driver,
        rows=placement.rows,
        cols=placement.cols,
        cell_x=placement.cell_x,
        cell_y=placement.cell_y,
        crs=reference.short,
        crs_wkt=reference.wkt,
        geographic=reference.geographic,
        unit=reference.unit,
        metres_per_unit=true_metres(placement, reference),
        map_scale=(scale.least, scale.greatest),
        nodata=reader.nodata(band),
        scale=reader.scaling(band)[0],
        offset=reader.scaling(band)[1],
        dtype=_dtype(reader.dtype(band), seen),
        minimum=seen.minimum if seen is not None and seen_any else None,
        maximum=seen.maximum if seen is not None and seen_any else None,
        valid=None if seen is None else seen.valid,
        band=band,
        bands=len(reader.band_names),
        band_names=reader.band_names,
        left=placement.left,
        top=placement.top,
        utm_epsg=None if leaving is None else utm_epsg(placement, leaving),
        notes=all_notes(reader, band, seen),
    )


def _dtype(declared: str, seen: Survey | None) -> str:
    """Text is judged by its first numbers; later ones may need more."""
    if declared == "int32" and seen is not None:
        beyond = max(abs(seen.minimum), abs(seen.maximum)) >= 2.0**31
        return "float32" if beyond or not seen.whole or seen.infinite else declared
    return declared
