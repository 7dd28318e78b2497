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

from core.cancel import NEVER, Cancel
from core.files.atomic_write import atomic_write
from core.files.subprocess_call import call_in_subprocess
from core.progress import Progress, no_progress
from raster.files.category_table import Category, write_categories
from raster.files.written import ProgressPart, bounds_of, check_written, gdal_writes, strips
from raster.grid import VelocityGrid, Window
from raster.travel_times import TravelTimes

NODATA = -9999.0
"""Value of cells that are not reached: no time, and what ASCII grids write by custom."""

NO_BAND = 0
"""Class where nothing is reached; the bands are 1, 2, …"""

TILE = 512

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
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> None:
    """Seconds as float32, NODATA where unreached, tiled and deflated.

    cog : as a cloud optimised GeoTIFF, with overviews of the nearest cell: no value is invented.
    unit : what the times count where they are costs of another kind, as "m".
    Raises ExportError, CancelledError.
    """
    profile = {**_profile(grid, "float32"), "nodata": NODATA, "predictor": 3}
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
                as_cog(first, draft)
            else:
                call_in_subprocess(as_cog, first, draft, cancel=cancel, what="the export")
            first.unlink()
        check_written(draft, checksum, ProgressPart(progress, 0.8, 1.0, f"checking {name}"), cancel)


def write_bands(
    path: Path,
    grid: VelocityGrid,
    times: TravelTimes,
    limits: Sequence[float],
    categories: Sequence[Category],
    tags: Tags,
    *,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> None:
    """Bands as uint8 with a colour table: 1, 2, … in the order of the limits, NO_BAND elsewhere.

    categories : one per band. Their names and areas go into a raster attribute table beside it.
    Raises ExportError, CancelledError.
    """
    profile = {**_profile(grid, "uint8"), "nodata": NO_BAND, "photometric": "palette"}
    colours = {NO_BAND: (0, 0, 0, 0)}
    colours |= {band: category.colour for band, category in enumerate(categories, start=1)}

    def read(window: Window) -> NDArray[np.uint8]:
        classes = times.classes(window, (window.height, window.width), limits)
        return classes + np.uint8(1)  # NO_CLASS, 255, wraps to NO_BAND

    with atomic_write(path, sidecars(path)) as draft, gdal_writes(path):
        with rasterio.open(draft, "w", **profile) as dataset:
            dataset.write_colormap(1, colours)
            dataset.update_tags(**tags)
            dataset.set_band_description(1, "isochrone band")
            written = ProgressPart(progress, 0.0, 0.8, f"writing {path.name}")
            checksum = _write_strips(dataset, read, written, cancel)
        check_written(
            draft, checksum, ProgressPart(progress, 0.8, 1.0, f"checking {path.name}"), cancel
        )
        write_categories(draft.with_name(f"{draft.name}.aux.xml"), "not reached", categories)


@dataclass(frozen=True, eq=False)
class CellField:
    """A band of a raster. name : what it holds. values : (rows, cols); NaN where there is none."""

    name: str
    unit: str
    values: NDArray[np.floating]


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
    profile = {**_profile(grid, "float32"), "nodata": NODATA, "predictor": 3, "count": len(fields)}
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
    values = field.values[window.row : window.row + window.height].astype(np.float32)
    return np.where(np.isfinite(values), values, np.float32(NODATA))


def _profile(grid: VelocityGrid, dtype: str) -> dict[str, Any]:
    """How a GeoTIFF of the grid is laid out. Single-threaded: GDAL's threads drop write errors."""
    profile = {
        "driver": "GTiff",
        "width": grid.cols,
        "height": grid.rows,
        "count": 1,
        "dtype": dtype,
        "transform": rasterio.Affine(grid.cell_x, 0, grid.left, 0, -grid.cell_y, grid.top),
        "compress": "deflate",
        "bigtiff": "IF_SAFER",
        "tiled": True,
        "blockxsize": TILE,
        "blockysize": TILE,
    }
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


def as_cog(source: Path, target: Path) -> None:
    """Lay out a GeoTIFF anew, with overviews; raises what GDAL raises."""
    with rasterio.Env(GDAL_PAM_ENABLED="NO"):
        rasterio.shutil.copy(
            str(source),
            str(target),
            driver="COG",
            compress="deflate",
            predictor="yes",
            blocksize=TILE,
            overview_resampling="nearest",
            bigtiff="IF_SAFER",
        )
