"""Whether the lengths of a raster can be taken as they are, and what is offered where not."""

from __future__ import annotations

from rasterio.crs import CRS

from core.errors import InputError
from raster.files.crs.map_scale import map_scale
from raster.files.crs.reproject import utm_epsg, zone_name
from raster.files.info import crs_if_degrees
from raster.files.reader import Reader

UTM = "utm"
"""Name of the one re-projection offered: to the UTM zone in which the raster lies."""

KEEP = "none"
"""Name of leaving the grid as it is, however unevenly its map stretches; a note says by how
much."""


class LengthsError(InputError):
    """Cells whose sizes are no lengths. `utm_epsg` is the zone to go to; None: none fits."""

    def __init__(self, found: str, where: str, zone: int | None, otherwise: str) -> None:
        self.utm_epsg = zone
        advice = f"It is too large for a UTM zone: cut out a part with gdalwarp{otherwise}."
        if zone is not None:
            advice = f"Re-project it to {zone_name(zone)}: --reproject utm{otherwise}."
        super().__init__(found, where=where, advice=advice)


class GeographicError(LengthsError):
    """Cells in degrees, which have no length."""

    def __init__(self, where: str, crs: str, zone: int | None) -> None:
        super().__init__(f"its cells are in degrees ({crs})", where, zone, "")


class StretchedError(LengthsError):
    """Cells of a map that stretches lengths by more in some places or directions than in others."""

    def __init__(self, where: str, crs: str, words: str, zone: int | None) -> None:
        found = f"a metre on the ground is {words} metres on its map ({crs})"
        super().__init__(found, where, zone, f", or keep its grid: --reproject {KEEP}")


def check_reproject(reproject: str | None) -> None:
    """InputError for a wish that there is not."""
    if reproject not in (None, UTM, KEEP):
        raise InputError(
            f"no re-projection is called '{reproject}'", advice=f"Choose {UTM} or {KEEP}."
        )


def crs_to_leave(reader: Reader, reproject: str | None) -> CRS | None:
    """The CRS to re-project from; None to stay. Refuses what cannot be used as it lies.

    GeographicError, StretchedError, InputError.
    """
    degrees, crs = crs_if_degrees(reader), reader.reference.crs
    if reproject != UTM:
        _refuse(reader, reproject)
        return None
    if crs is None and degrees is None:
        raise InputError(
            "names no CRS that it could be re-projected from",
            where=reader.source.where,
            advice="Open it as it is, or give it a CRS with gdal_edit.",
        )
    if degrees is not None:
        return degrees
    stretched = map_scale(reader.placement, reader.reference).stretched
    return crs if reader.placement.rotated or stretched else None


def _refuse(reader: Reader, reproject: str | None) -> None:
    where, crs = reader.source.where, reader.reference.crs
    if reader.reference.geographic:
        zone = utm_epsg(reader.placement, crs)
        raise GeographicError(where, reader.reference.short or "degrees", zone)
    if reader.placement.rotated:
        raise InputError(
            "the grid is rotated or sheared",
            where=where,
            advice="Re-project it (--reproject utm), or straighten it with gdalwarp.",
        )
    scale = map_scale(reader.placement, reader.reference)
    if scale.uneven and reproject is None:
        zone = utm_epsg(reader.placement, crs)
        raise StretchedError(where, reader.reference.short or "no name", scale.words, zone)
