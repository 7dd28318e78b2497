"""Rasters as they will be written, and how they look in little."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.bands import Bands
from app.exports.plans.file_plan import PlannedCells
from app.exports.request import Export
from raster.files.text.write import estimated_text_size
from raster.files.write import estimated_size, seconds_or_nodata
from raster.grid import VelocityGrid, Window
from raster.travel_times import NO_CLASS, TravelTimes


def time_cells(
    export: Export[Any], grid: VelocityGrid, times: TravelTimes, *, as_text: bool = False
) -> PlannedCells:
    """Of travel times. as_text : as an Esri ASCII grid."""

    def read(window: Window) -> NDArray[np.float32]:
        return seconds_or_nodata(times, window)

    options = export.options
    if as_text:
        size = estimated_text_size(grid, read)
    else:
        size = estimated_size(
            grid, "float32", read, compression=options.compression, cog=options.cog
        )
    return _cells(grid, "text" if as_text else "float32", size, _by_band(export, times))


def band_cells(
    export: Export[Any], grid: VelocityGrid, times: TravelTimes, bands: Bands
) -> PlannedCells:
    """Of classes by band."""

    def read(window: Window) -> NDArray[np.uint8]:
        shape = window.height, window.width
        return times.classes(window, shape, bands.limits) + np.uint8(1)

    size = estimated_size(grid, "uint8", read, compression=export.options.compression)
    return _cells(grid, "uint8", size, _by_band(export, times, bands))


def class_cells(
    export: Export[Any],
    grid: VelocityGrid,
    read: Callable[[Window], NDArray[np.uint8]],
    tones: NDArray[np.uint8],
) -> PlannedCells:
    """Of classes from 1; 0 is none of them. tones : uint8, (classes, 4)."""

    def looks(rows: int, cols: int) -> NDArray[np.uint8]:
        down, across = np.arange(rows) * grid.rows // rows, np.arange(cols) * grid.cols // cols
        lines = [read(Window(int(row), 0, 1, grid.cols))[0, across] for row in down]
        clear = np.zeros((1, 4), np.uint8)
        picture: NDArray[np.uint8] = np.concatenate((clear, tones))[np.stack(lines)]
        return picture

    size = estimated_size(grid, "uint8", read, compression=export.options.compression)
    return _cells(grid, "uint8", size, looks)


def _cells(
    grid: VelocityGrid, dtype: str, size: int, looks: Callable[[int, int], NDArray[np.uint8]]
) -> PlannedCells:
    side = grid.step_x, grid.step_y
    return PlannedCells(grid.rows, grid.cols, dtype, side, grid.crs_wkt, size, looks)


def _by_band(
    export: Export[Any], times: TravelTimes, bands: Bands | None = None
) -> Callable[[int, int], NDArray[np.uint8]]:
    shown = bands or export.bands
    tones = shown.colours(export.colormap)

    def looks(rows: int, cols: int) -> NDArray[np.uint8]:
        window = Window(0, 0, *times.shape)
        classes = times.classes(window, (rows, cols), shown.limits)
        table = np.zeros((256, 4), np.uint8)
        table[: len(tones)] = tones
        table[NO_CLASS] = 0
        picture: NDArray[np.uint8] = table[classes]
        return picture

    return looks
