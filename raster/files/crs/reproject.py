"""From degrees, or a rotated grid, to square cells in metres: the local UTM zone.

Nearest neighbour throughout: a speed between two speeds, or between a speed and a barrier, is
nobody's speed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyproj.exceptions import CRSError, ProjError
from rasterio.crs import CRS
from rasterio.transform import Affine
from rasterio.warp import calculate_default_transform
from rasterio.warp import transform as transform_points

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.files.projections import UTM_NORTH, UTM_SOUTH, utm_epsg_at
from core.progress import Progress, no_progress
from raster.files.crs.reference import Placement
from raster.files.crs.under_cells import CellsUnder
from raster.files.gdal_errors import GDAL_ERRORS
from raster.files.reader import BLOCK_CELLS

WIDEST_DEGREES = 12.0
"""East-west extent, two zones, past which lengths in one UTM zone are off by more than 1 %."""


@dataclass(frozen=True, slots=True)
class Warped:
    """Cells on another grid."""

    cells: NDArray[Any]
    placement: Placement
    crs: CRS


def utm_epsg(placement: Placement, crs: CRS) -> int | None:
    """EPSG code of the UTM zone (WGS 84) of a grid's centre; None where no zone fits it."""
    xs, ys = _edge(placement)
    try:
        longitudes, latitudes = transform_points(crs, CRS.from_epsg(4326), xs, ys)
    except GDAL_ERRORS:
        return None
    if not np.all(np.isfinite([longitudes, latitudes])):
        return None
    # Around the centre, so that a grid across the date line is as narrow as it is.
    centre = longitudes[0]
    offsets = [(longitude - centre + 180) % 360 - 180 for longitude in longitudes]
    if crs.is_geographic and placement.cols * placement.cell_x > WIDEST_DEGREES:
        return None
    if max(offsets) - min(offsets) > WIDEST_DEGREES:
        return None
    if min(latitudes) < UTM_SOUTH or max(latitudes) > UTM_NORTH:
        return None
    return utm_epsg_at(centre, latitudes[0])


def zone_name(epsg: int) -> str:
    """`UTM zone 38S (EPSG:32738)`."""
    return f"UTM zone {epsg % 100}{'S' if epsg >= 32700 else 'N'} (EPSG:{epsg})"


def to_utm(
    cells: NDArray[Any],
    placement: Placement,
    crs: CRS,
    no_data: float,
    *,
    where: str,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> Warped:
    """Cells by nearest neighbour on a square grid of the local UTM zone.

    cells : uint8, uint16 or float32, (rows, cols), placed by `placement` in `crs`.
    no_data : what marks cells without data, in and out.
    """
    epsg = utm_epsg(placement, crs)
    if epsg is None:
        advice = "Cut out a part, or re-project it yourself with gdalwarp."
        if not crs.is_geographic:
            advice = "Keep its grid: --reproject none. Or re-project it yourself with gdalwarp."
        raise InputError(
            "no UTM zone fits so large an area, or one so close to a pole",
            where=where,
            advice=advice,
        )
    target = CRS.from_epsg(epsg)
    try:
        grid = utm_placement(placement, crs, target)
        under = CellsUnder(placement, crs.to_wkt(), grid, target.to_wkt())
    except (*GDAL_ERRORS, CRSError, ProjError) as error:
        raise InputError(f"cannot be re-projected: {error}", where=where) from error
    out = np.full((grid.rows, grid.cols), no_data, cells.dtype)
    flat, height = cells.reshape(-1), max(1, BLOCK_CELLS // grid.cols)
    for row in range(0, grid.rows, height):
        cancel.check("re-projecting")
        strip = out[row : row + height]
        index, inside = under.rows_from(row, len(strip))
        strip[inside] = flat[index[inside]]
        progress((row + len(strip)) / grid.rows, "Re-projecting to UTM")
    return Warped(out, grid, target)


def utm_placement(placement: Placement, crs: CRS, target: CRS) -> Placement:
    """A square grid over the same area: as many cells along its diagonal as before, the cell size
    rounded to two digits, corners on whole multiples of it."""
    transform, cols, rows = calculate_default_transform(
        crs, target, placement.cols, placement.rows, *_extent(placement)
    )
    cell = _two_digits(float(transform.a))
    west, east = transform.c / cell, (transform.c + cols * transform.a) / cell
    south, north = (transform.f + rows * transform.e) / cell, transform.f / cell
    left, top = round(math.floor(west) * cell, 6), round(math.ceil(north) * cell, 6)
    return Placement(
        math.ceil(north) - math.floor(south),
        math.ceil(east) - math.floor(west),
        Affine(cell, 0.0, left, 0.0, -cell, top),
    )


def _two_digits(size: float) -> float:
    return float(f"{size:.1e}")


def _extent(placement: Placement) -> tuple[float, float, float, float]:
    corners = [
        placement.point(col, row) for col in (0, placement.cols) for row in (0, placement.rows)
    ]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _edge(placement: Placement) -> tuple[list[float], list[float]]:
    """The centre and eight points around the edge."""
    steps = (0.0, 0.5, 1.0)
    points = [placement.centre] + [
        placement.point(u * placement.cols, v * placement.rows)
        for u in steps
        for v in steps
        if (u, v) != (0.5, 0.5)
    ]
    return [x for x, _ in points], [y for _, y in points]
