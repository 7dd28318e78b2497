"""Travel times made by hand, and the grids they lie on."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.times import UNLIMITED, UNREACHED, finest_tick
from raster.grid import VelocityGrid, grid_from_kmh
from raster.travel_times import TravelTimeGrid

UTM_38S = (
    'PROJCS["WGS 84 / UTM zone 38S",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,'
    '298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0],'
    'UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]],PROJECTION["Transverse_Mercator"],'
    'PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",45],'
    'PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],'
    'PARAMETER["false_northing",10000000],UNIT["metre",1],AXIS["Easting",EAST],'
    'AXIS["Northing",NORTH],AUTHORITY["EPSG","32738"]]'
)


def times_of(
    seconds: ArrayLike, limit: float = UNLIMITED, *, partial: bool = False
) -> TravelTimeGrid:
    """Travel times of an array of seconds; inf, or more than the limit, is unreached."""
    values = np.asarray(seconds, np.float64)
    reached = np.isfinite(values) & (values <= limit)
    longest = float(values[reached].max(initial=1.0))
    tick = finest_tick(limit if limit < UNLIMITED else 2 * longest)
    ticks = np.rint(np.where(reached, values, 0) / tick)
    labels = np.where(reached, ticks, UNREACHED).astype(np.uint32)
    return TravelTimeGrid(
        labels, tick, limit, int(reached.sum()), int(ticks[reached].max(initial=0)), partial
    )


def grid_of(
    seconds: ArrayLike,
    cell_x: float = 1.0,
    cell_y: float | None = None,
    *,
    left: float = 0.0,
    top: float = 0.0,
    crs_wkt: str | None = None,
) -> VelocityGrid:
    """A grid of 10 km/h, with a barrier wherever the seconds are infinite."""
    kmh = np.where(np.isfinite(np.asarray(seconds, np.float64)), 10, 0)
    return grid_from_kmh(kmh, cell_x, cell_y, left=left, top=top, crs_wkt=crs_wkt)


def cone(rows: int, cols: int, row: float, col: float) -> NDArray[np.float64]:
    """A second per cell, as the crow flies from (row, col)."""
    r, c = np.mgrid[:rows, :cols]
    return np.asarray(np.hypot(r - row, c - col))


def picture(*rows: str) -> NDArray[np.float64]:
    """Seconds drawn with digits, in tens; a dot is a barrier."""
    return np.array([[np.inf if x == "." else 10.0 * int(x) for x in row] for row in rows])
