"""Rasters that do not fit into memory: read window by window into a mapped file of their speeds.

The file has no name, lies in the folder for temporary files (TMPDIR) and is gone when the grid is.
Out-of-core solves such a grid block by block, and its result is exported window by window, so that
neither raster nor result is ever in memory as a whole.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from raster.blocks.store import is_short, mapped
from raster.files.crs.lengths import UTM
from raster.files.opening import check_band, open_reader
from raster.files.read import ReadOptions, velocity_of
from raster.files.reader import Reader
from raster.files.source import resolve
from raster.grid import VelocityGrid

AS_IT_IS = ReadOptions()


def open_large_velocity(
    path: str | Path,
    *,
    member: str | None = None,
    options: ReadOptions = AS_IT_IS,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> VelocityGrid:
    """As `open_velocity`; what is too large for memory goes to a file. Raises the same errors."""
    with open_reader(resolve(path, member)) as reader:
        return large_velocity_of(reader, options, progress=progress, cancel=cancel)


def large_velocity_of(
    reader: Reader,
    options: ReadOptions = AS_IT_IS,
    *,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> VelocityGrid:
    """As `velocity_of`; what is too large for memory goes to a file. Raises the same errors.

    A raster is read into memory where it is to be re-projected, which needs all of it at once.
    """
    check_band(reader, options.band)
    place, dtype = reader.placement, np.dtype(reader.dtype(options.band))
    lies_well = not reader.reference.geographic and options.reproject != UTM
    if is_short(place.rows * place.cols * min(dtype.itemsize, 4)) and lies_well:
        return velocity_in_a_file(reader, options, progress=progress, cancel=cancel)
    return velocity_of(reader, options, progress=progress, cancel=cancel)


def velocity_in_a_file(
    reader: Reader,
    options: ReadOptions = AS_IT_IS,
    *,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> VelocityGrid:
    """The cells of an open raster as speeds in a mapped file; see `velocity_of`.

    InputError for degrees, for rotated grids and uneven maps, and for all else that cannot be used.
    """
    check_band(reader, options.band)
    if reader.reference.geographic or reader.placement.rotated:
        raise InputError(
            "its cells are in degrees or its grid is rotated",
            where=reader.source.where,
            advice="Re-project it with gdalwarp; it is too large to do that here.",
        )

    def speeds(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
        return mapped(shape, dtype, "speeds")

    grid = velocity_of(reader, options, make=speeds, progress=progress, cancel=cancel)
    note = "its speeds are in a temporary file, for want of memory"
    return replace(grid, notes=(*grid.notes, note))
