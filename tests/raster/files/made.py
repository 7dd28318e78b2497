"""Small rasters made for a test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import rasterio
from numpy.typing import ArrayLike
from rasterio.transform import Affine

HEADER = "ncols 4\nnrows 3\nxllcorner 100\nyllcorner 200\ncellsize 10\nNODATA_value -9999\n"
VALUES = "1 2 3 4\n5 6 -9999 8\n0 10 11 12\n"
#   1  2  3  4
#   5  6  .  8
#   0 10 11 12

KMH = np.array([[1, 2, 3, 4], [5, 6, np.nan, 8], [0, 10, 11, 12]], np.float32)
"""The speeds of HEADER + VALUES."""

NORTH_UP = Affine(10, 0, 100, 0, -10, 230)


def text_grid(folder: Path, text: str | bytes, name: str = "grid.asc") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode("latin-1"))
    return path


def geotiff(
    folder: Path,
    cells: ArrayLike,
    *,
    name: str = "grid.tif",
    crs: str | None = "EPSG:32738",
    transform: Affine = NORTH_UP,
    **options: Any,
) -> Path:
    """A GeoTIFF of one band (rows, cols) or several (bands, rows, cols)."""
    array = np.asarray(cells)
    bands = array[None] if array.ndim == 2 else array
    path = folder / name
    with rasterio.open(
        path,
        "w",
        driver=options.pop("driver", "GTiff"),
        count=len(bands),
        height=bands.shape[1],
        width=bands.shape[2],
        dtype=bands.dtype,
        crs=crs,
        transform=transform,
        **options,
    ) as dataset:
        dataset.write(bands)
    return path
