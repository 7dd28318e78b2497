"""Travel times, and speeds, as an Esri ASCII grid."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from numpy.typing import NDArray
from rasterio.crs import CRS
from rasterio.enums import WktVersion

from core.cancel import NEVER, Cancel
from core.files.atomic_write import atomic_write
from core.progress import Progress, no_progress
from raster.builder.target import TargetGrid
from raster.files.write import NODATA, seconds_or_nodata
from raster.grid import VelocityGrid, Window
from raster.travel_times import TravelTimes

ROWS = 64
"""Rows between two looks at `cancel`."""

SQUARE_WITHIN = 1e-6
"""Relative difference of sides up to which cells count as square: over ten thousand of them, the
edges lie within 1/100 of a cell."""


def write_times_text(
    path: Path,
    grid: VelocityGrid,
    times: TravelTimes,
    *,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> tuple[str, ...]:
    """Seconds to the millisecond, NODATA where unreached, and a .prj beside it; returns notes.

    NODATA has its decimals too: GDAL takes a grid that begins with whole numbers for one of them.

    Raises ExportError, CancelledError.
    """
    read = partial(seconds_or_nodata, times)
    return write_text(path, grid, read, "%.3f", progress=progress, cancel=cancel)


def write_text(
    path: Path,
    grid: VelocityGrid,
    read: Callable[[Window], NDArray[Any]],
    form: str,
    *,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> tuple[str, ...]:
    """Values of cells, and a .prj beside them; returns notes. read : of a window, NODATA where
    there is none. form : of a value, as "%.3f". Raises ExportError, CancelledError."""
    notes: list[str] = []
    companions = (path.with_suffix(".prj").name, f"{path.name}.aux.xml")
    with atomic_write(path, companions) as draft:
        with draft.open("w", encoding="ascii", newline="\n") as text:
            text.write(text_header(grid))
            _write_rows(text, grid, read, form, path.name, progress, cancel)
        if grid.crs_wkt is None:
            notes.append(f"{path.name} names no CRS, because the terrain names none.")
        else:
            wkt = CRS.from_wkt(grid.crs_wkt).to_wkt(version=WktVersion.WKT1_ESRI)
            draft.with_suffix(".prj").write_text(wkt + "\n", encoding="utf-8")
    if not _square(grid):
        notes.append(
            f"{path.name} has cells of {grid.cell_x:g} × {grid.cell_y:g}, written as dx and dy: "
            "QGIS and GDAL read that, ArcGIS does not. Use GeoTIFF there."
        )
    return tuple(notes)


def _square(grid: VelocityGrid | TargetGrid) -> bool:
    return abs(grid.cell_x / grid.cell_y - 1) <= SQUARE_WITHIN


def text_header(grid: VelocityGrid | TargetGrid) -> str:
    """The six lines (seven for oblong cells) that say where the cells lie, to the last digit."""
    left, bottom, _, _ = grid.bounds
    size = f"cellsize     {grid.cell_x!r}\n"
    if not _square(grid):
        size = f"dx           {grid.cell_x!r}\ndy           {grid.cell_y!r}\n"
    return (
        f"ncols        {grid.cols}\n"
        f"nrows        {grid.rows}\n"
        f"xllcorner    {float(left)!r}\n"
        f"yllcorner    {float(bottom)!r}\n"
        f"{size}"
        f"NODATA_value {NODATA:.0f}\n"
    )


def _write_rows(
    text: TextIO,
    grid: VelocityGrid,
    read: Callable[[Window], NDArray[Any]],
    form: str,
    name: str,
    progress: Progress,
    cancel: Cancel,
) -> None:
    rows, cols = grid.shape
    line = " ".join([form] * cols) + "\n"  # one format per row is three times as fast
    for first in range(0, rows, ROWS):
        cancel.check("the export")
        progress(first / rows, f"writing {name}")
        window = Window(first, 0, min(ROWS, rows - first), cols)
        for row in read(window):
            text.write(line % tuple(row.tolist()))
    cancel.check("the export")
    progress(1.0, f"writing {name}")


def estimated_text_size(grid: VelocityGrid, read: Callable[[Window], NDArray[Any]]) -> int:
    """Bytes of an Esri ASCII grid, about. read : values of a window."""
    rows = min(grid.rows, 16)
    values = read(Window((grid.rows - rows) // 2, 0, rows, grid.cols))
    letters = sum(len(f"{value:.3f}") + 1 for value in values.ravel().tolist())
    return round(letters * grid.rows / rows)
