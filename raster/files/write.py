"""Travel times and bands to GeoTIFF, written beside the target and renamed.

Everything goes strip by strip, so that a result is never held twice, and is read back before the
old file gives way: GDAL may lose data of a full disk without a word.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import rasterio
import rasterio.shutil
from numpy.typing import NDArray
from rasterio.io import MemoryFile

from core.cancel import NEVER, Cancel
from core.files.atomic_write import atomic_write
from core.files.packing import Compression
from core.files.subprocess_call import call_in_subprocess
from core.progress import Progress, no_progress
from raster.builder.target import TargetGrid
from raster.files.category_table import Category, write_categories
from raster.files.written import ProgressPart, bounds_of, check_written, gdal_writes, strips
from raster.grid import VelocityGrid, Window
from raster.travel_times import TravelTimes

NODATA = -9999.0
"""Value of cells that are not reached: no time, and what ASCII grids write by custom."""

NO_BAND = 0
"""Class where nothing is reached; the bands are 1, 2, …"""

TILE = 512

SAMPLE_SIDE = 1024
"""Cells along either side of the part, from the middle of a raster, that tells how large it will be
on disk."""

OVERVIEWS = 4 / 3
"""Ratio of a cloud optimised GeoTIFF to its largest picture: each overview is a quarter."""

CELLS_AT_ONCE = 1_000_000
"""Cells laid out within a tenth of a second. More are laid out in a subprocess, which can be ended:
a copy by GDAL offers no way to stop."""

Tags = Mapping[str, str]

_Read = Callable[[Window], NDArray[Any]]


def sidecars(path: Path) -> tuple[str, ...]:
    """Names of the files that GDAL and QGIS keep beside a GeoTIFF."""
    return tuple(f"{path.name}{suffix}" for suffix in (".aux.xml", ".ovr", ".msk"))


def seconds_or_nodata(times: TravelTimes, window: Window) -> NDArray[np.float32]:
    """Seconds of a window at full size, NODATA where unreached; float32."""
    seconds = times.seconds(window, (window.height, window.width))
    return np.where(np.isfinite(seconds), seconds, np.float32(NODATA))


def write_times(
    path: Path,
    grid: VelocityGrid,
    times: TravelTimes,
    tags: Tags,
    *,
    cog: bool = False,
    unit: str = "s",
    compression: Compression = "deflate",
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> None:
    """Seconds as float32, NODATA where unreached, tiled and deflated.

    cog : as a cloud optimised GeoTIFF, with overviews of the nearest cell: no value is invented.
    unit : what the times count where they are costs of another kind, as "m".
    Raises ExportError, CancelledError.
    """
    profile = {**profile_of(grid, "float32", compression), "nodata": NODATA}
    name = path.name

    def read(window: Window) -> NDArray[np.float32]:
        return seconds_or_nodata(times, window)

    with atomic_write(path, sidecars(path)) as draft, gdal_writes(path):
        first = draft.with_name("strips.tif") if cog else draft
        written = ProgressPart(progress, 0.0, 0.5 if cog else 0.8, f"writing {name}")
        with rasterio.open(first, "w", **profile) as dataset:
            dataset.update_tags(**tags)
            meaning = "travel time" if unit == "s" else f"travel cost, {unit}"
            dataset.set_band_description(1, meaning)
            dataset.units = (unit,)
            checksum = _write_strips(dataset, read, written, cancel)
        if cog:
            progress(0.5, f"laying out {name}")
            if times.shape[0] * times.shape[1] <= CELLS_AT_ONCE:
                as_cog(first, draft, compression)
            else:
                call_in_subprocess(
                    as_cog, first, draft, compression, cancel=cancel, what="the export"
                )
            first.unlink()
        check_written(draft, checksum, ProgressPart(progress, 0.8, 1.0, f"checking {name}"), cancel)


def write_values(
    path: Path,
    grid: VelocityGrid,
    dtype: str,
    nodata: float,
    read: _Read,
    meaning: str,
    unit: str,
    tags: Tags,
    *,
    compression: Compression = "deflate",
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> None:
    """One band of any values, tiled. read : those of a window, of that dtype, `nodata` where there
    is none. Raises ExportError, CancelledError."""
    profile = {**profile_of(grid, dtype, compression), "nodata": nodata}
    with atomic_write(path, sidecars(path)) as draft, gdal_writes(path):
        with rasterio.open(draft, "w", **profile) as dataset:
            dataset.update_tags(**tags)
            dataset.set_band_description(1, meaning)
            dataset.units = (unit,)
            written = ProgressPart(progress, 0.0, 0.8, f"writing {path.name}")
            checksum = _write_strips(dataset, read, written, cancel)
        checked = ProgressPart(progress, 0.8, 1.0, f"checking {path.name}")
        check_written(draft, checksum, checked, cancel)


def write_bands(
    path: Path,
    grid: VelocityGrid,
    times: TravelTimes,
    limits: Sequence[float],
    categories: Sequence[Category],
    tags: Tags,
    *,
    compression: Compression = "deflate",
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> None:
    """Bands as uint8 with a colour table: 1, 2, … in the order of the limits, NO_BAND elsewhere.

    categories : one per band. Their names and areas go into a raster attribute table beside it.
    Raises ExportError, CancelledError.
    """

    def read(window: Window) -> NDArray[np.uint8]:
        classes = times.classes(window, (window.height, window.width), limits)
        return classes + np.uint8(1)  # NO_CLASS, 255, wraps to NO_BAND

    told: Any = {"compression": compression, "progress": progress, "cancel": cancel}
    write_classes(path, grid, read, "isochrone band", categories, tags, **told)


def write_classes(
    path: Path,
    grid: VelocityGrid,
    read: Callable[[Window], NDArray[np.uint8]],
    meaning: str,
    categories: Sequence[Category],
    tags: Tags,
    *,
    compression: Compression = "deflate",
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> None:
    """Classes as uint8 with a colour table: 1, 2, … in the order of the categories, NO_BAND
    elsewhere, which is not reached. read : the classes of a window. Else as `write_bands`."""
    profile = {
        **profile_of(grid, "uint8", compression), "nodata": NO_BAND, "photometric": "palette",
    }  # fmt: skip
    colours = {NO_BAND: (0, 0, 0, 0)}
    colours |= {band: category.colour for band, category in enumerate(categories, start=1)}
    with atomic_write(path, sidecars(path)) as draft, gdal_writes(path):
        with rasterio.open(draft, "w", **profile) as dataset:
            dataset.write_colormap(1, colours)
            dataset.update_tags(**tags)
            dataset.set_band_description(1, meaning)
            written = ProgressPart(progress, 0.0, 0.8, f"writing {path.name}")
            checksum = _write_strips(dataset, read, written, cancel)
        check_written(
            draft, checksum, ProgressPart(progress, 0.8, 1.0, f"checking {path.name}"), cancel
        )
        write_categories(draft.with_name(f"{draft.name}.aux.xml"), "not reached", categories)


@dataclass(frozen=True, eq=False)
class CellField:
    """A band of a raster. name : what it holds. values : (rows, cols); NaN where there is none; or
    a function that gives the values of a window."""

    name: str
    unit: str
    values: NDArray[np.floating] | Callable[[Window], NDArray[np.floating]]


def write_fields(
    path: Path,
    grid: VelocityGrid,
    fields: Sequence[CellField],
    tags: Tags,
    *,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> None:
    """Bands of one raster as float32, NODATA where there is no value, tiled and deflated.

    Raises ExportError, CancelledError.
    """
    profile = {**profile_of(grid, "float32"), "nodata": NODATA, "count": len(fields)}
    step = 0.5 / len(fields)
    with atomic_write(path, sidecars(path)) as draft, gdal_writes(path):
        checksums = []
        with rasterio.open(draft, "w", **profile) as dataset:
            dataset.update_tags(**tags)
            for band, field in enumerate(fields, start=1):
                dataset.set_band_description(band, field.name)
                dataset.set_band_unit(band, field.unit)
                first = (band - 1) * step
                part = ProgressPart(progress, first, first + step, f"writing {path.name}")
                read = partial(_field_or_nodata, field)
                checksums.append(_write_strips(dataset, read, part, cancel, band))
        for band, checksum in enumerate(checksums, start=1):
            first = 0.5 + (band - 1) * step
            part = ProgressPart(progress, first, first + step, f"checking {path.name}")
            check_written(draft, checksum, part, cancel, band)


def _field_or_nodata(field: CellField, window: Window) -> NDArray[np.float32]:
    if callable(field.values):
        values = field.values(window).astype(np.float32)
    else:
        values = field.values[window.row : window.row + window.height].astype(np.float32)
    return np.where(np.isfinite(values), values, np.float32(NODATA))


def profile_of(
    grid: VelocityGrid | TargetGrid, dtype: str, compression: Compression = "deflate"
) -> dict[str, Any]:
    """How a GeoTIFF of the grid is laid out. Single-threaded: GDAL's threads drop write errors."""
    profile: dict[str, Any] = {
        "driver": "GTiff",
        "width": grid.cols,
        "height": grid.rows,
        "count": 1,
        "dtype": dtype,
        "transform": rasterio.Affine(grid.cell_x, 0, grid.left, 0, -grid.cell_y, grid.top),
        "compress": compression,
        "bigtiff": "IF_SAFER",
        "tiled": True,
        "blockxsize": TILE,
        "blockysize": TILE,
    }
    if dtype == "float32" and compression != "none":
        profile["predictor"] = 3
    if grid.crs_wkt is not None:
        profile["crs"] = rasterio.CRS.from_wkt(grid.crs_wkt)
    return profile


def _write_strips(
    dataset: Any, read: _Read, progress: ProgressPart, cancel: Cancel, band: int = 1
) -> int:
    """Write all strips of a band and return the checksum of what was written."""
    checksum = 0
    for window in strips(dataset.height, dataset.width):
        cancel.check("the export")
        progress(window.row / dataset.height)
        values = np.ascontiguousarray(read(window))
        dataset.write(values, band, window=bounds_of(window))
        checksum = zlib.crc32(values.data, checksum)
    return checksum


def as_cog(source: Path, target: Path, compression: Compression = "deflate") -> None:
    """Lay out a GeoTIFF anew, with overviews; raises what GDAL raises."""
    with rasterio.Env(GDAL_PAM_ENABLED="NO"):
        rasterio.shutil.copy(
            str(source),
            str(target),
            driver="COG",
            compress=compression,
            predictor="no" if compression == "none" else "yes",
            blocksize=TILE,
            overview_resampling="nearest",
            bigtiff="IF_SAFER",
        )


def estimated_size(
    grid: VelocityGrid,
    dtype: str,
    read: Callable[[Window], NDArray[Any]],
    *,
    compression: Compression = "deflate",
    cog: bool = False,
) -> int:
    """Bytes of a GeoTIFF, about: a part of it is laid out in memory. read : values of a window."""
    rows, cols = min(grid.rows, SAMPLE_SIDE), min(grid.cols, SAMPLE_SIDE)
    window = Window((grid.rows - rows) // 2, (grid.cols - cols) // 2, rows, cols)
    profile = {**profile_of(grid, dtype, compression), "height": rows, "width": cols}
    with MemoryFile() as memory:
        with memory.open(**profile) as dataset:
            dataset.write(np.ascontiguousarray(read(window)), 1)
        part = len(memory.getbuffer())
    whole = part * (grid.rows * grid.cols) / (rows * cols)
    return round(whole * (OVERVIEWS if cog else 1.0))
