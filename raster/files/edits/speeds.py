"""A velocity raster into a file that is read as the same speeds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.files.packing import Compression
from core.progress import Progress, no_progress
from raster.files.text.write import write_text
from raster.files.write import NODATA, write_values
from raster.files.written import strips
from raster.grid import VelocityGrid, Window

NO_CODE = 255
"""Value of cells without data in rasters of whole numbers."""


def write_speeds(
    path: Path,
    grid: VelocityGrid,
    tags: Mapping[str, str],
    *,
    compression: Compression = "deflate",
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> tuple[str, ...]:
    """Write km/h, to an Esri ASCII grid by the suffix .asc, else to a GeoTIFF with such tags.

    Whole numbers to 254 are written as such, uint8 in a GeoTIFF with NO_CODE where there is no
    data; all else as float32 with NODATA. Returns notes. Raises ExportError, CancelledError.
    """
    whole = _is_whole(grid, cancel)
    read = partial(_codes if whole else _reals, grid)
    told: Any = {"progress": progress, "cancel": cancel}
    if path.suffix.lower() == ".asc":
        # All bits, and a point: GDAL takes what begins with whole numbers for such.
        form = "%d" if whole else "%#.9g"
        return write_text(path, grid, partial(_in_text, read), form, **told)
    dtype, nodata = ("uint8", float(NO_CODE)) if whole else ("float32", NODATA)
    what = dtype, nodata, read, "speed", "km/h"
    write_values(path, grid, *what, tags, compression=compression, **told)
    if grid.crs_wkt is None:
        return (f"{path.name} names no CRS, because the terrain names none.",)
    return ()


def _is_whole(grid: VelocityGrid, cancel: Cancel) -> bool:
    """Whether all speeds are whole numbers that fit a byte beside NO_CODE."""
    for window in strips(grid.rows, grid.cols):
        cancel.check("the export")
        kmh = _kmh(grid, window)
        kmh = kmh[~np.isnan(kmh)]
        if not ((kmh >= 0) & (kmh < NO_CODE) & (kmh == np.floor(kmh))).all():
            return False
    return True


def _kmh(grid: VelocityGrid, window: Window) -> NDArray[np.float32]:
    row, col, height, width = window
    return grid.kmh_of(grid.values[row : row + height, col : col + width])


def _codes(grid: VelocityGrid, window: Window) -> NDArray[np.uint8]:
    kmh = _kmh(grid, window)
    return np.where(np.isnan(kmh), NO_CODE, kmh).astype(np.uint8)


def _reals(grid: VelocityGrid, window: Window) -> NDArray[np.float32]:
    kmh = _kmh(grid, window)
    return np.where(np.isnan(kmh), np.float32(NODATA), kmh)


def _in_text(read: Any, window: Window) -> NDArray[np.float64]:
    """Values with the no data of text grids."""
    values: NDArray[Any] = read(window)
    some = values.astype(np.float64)
    if values.dtype == np.uint8:
        some[values == NO_CODE] = NODATA
    return some
