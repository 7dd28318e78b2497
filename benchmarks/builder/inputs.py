"""Elevation and land cover that are made up, of any size, written window by window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import rasterio
from numpy.typing import NDArray

from raster.builder.target import windows
from raster.files.written import bounds_of
from raster.grid import Window

CELL = 30.0
BLOCK = 2048
_CODES = np.array([10, 20, 30, 40, 60], np.uint8)


def write_inputs(folder: Path, side: int) -> dict[str, Any]:
    """Files of side² cells in UTM, and the tables of a recipe for them: hills with lakes between
    them, and fields of five covers."""
    transform = rasterio.Affine(CELL, 0, 200_000, 0, -CELL, 8_800_000)
    told: dict[str, Any] = {
        "driver": "GTiff", "width": side, "height": side, "count": 1, "crs": "EPSG:32738",
        "transform": transform, "tiled": True, "compress": "deflate",
    }  # fmt: skip
    dem, cover = folder / "dem.tif", folder / "cover.tif"
    with (
        rasterio.open(dem, "w", dtype="int16", **told) as heights,
        rasterio.open(cover, "w", dtype="uint8", **told) as codes,
    ):
        for window in windows(side, side, BLOCK):
            metres = _heights(window)
            heights.write(metres, 1, window=bounds_of(window))
            codes.write(_covers(window, metres), 1, window=bounds_of(window))
    return {
        "vehicle": "4x4",
        "elevation": {"file": str(dem)},
        "landcover": {"file": str(cover), "preset": "worldcover"},
    }


def _heights(window: Window) -> NDArray[np.int16]:
    row, col = _places(window)
    hills = 220 * np.sin(row / 97) * np.cos(col / 71) + 90 * np.sin(row / 23 + col / 31)
    return np.asarray(np.rint(400 + hills + 30 * np.sin(col / 11) * np.cos(row / 13)), np.int16)


def _covers(window: Window, metres: NDArray[np.int16]) -> NDArray[np.uint8]:
    row, col = _places(window)
    found = _CODES[((row // 37 + col // 53) % len(_CODES)).astype(np.int64)]
    return np.where(metres < 150, np.uint8(80), found)


def _places(window: Window) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    rows = np.arange(window.row, window.row + window.height, dtype=np.float32)
    cols = np.arange(window.col, window.col + window.width, dtype=np.float32)
    return np.broadcast_arrays(rows[:, None], cols[None, :])  # type: ignore[return-value]
