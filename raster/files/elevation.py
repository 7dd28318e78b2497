"""Heights over a raster of speeds, from any raster file, to be seen as relief."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rasterio.crs import CRS
from rasterio.errors import CRSError
from rasterio.transform import Affine
from rasterio.warp import Resampling, reproject

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.files.user_paths import expanded
from core.progress import Progress, no_progress
from raster.elevation import SEA_SHARE, Elevation
from raster.files.crs.reference import Placement
from raster.files.gdal_errors import GDAL_ERRORS, reason_of
from raster.files.gdal_raster import GdalReader
from raster.files.opening import check_band, open_reader
from raster.files.reader import Reader
from raster.files.source import resolve
from raster.grid import VelocityGrid

MOST_CELLS = 1 << 24
"""Cells that heights are kept on, 64 MiB of float32; of a larger raster every second cell is read,
or every third, and so on."""

BESIDE = ("_elevation", "_dem")
"""Endings of the names of rasters of heights that lie beside one of speeds."""

SUFFIXES = (".tif", ".tiff", ".asc", ".asc.zip", ".zip", ".flt", ".bil", ".img")
"""Suffixes of rasters of heights that are looked for beside others."""

ANY_CRS = "EPSG:3857"
"""CRS of coordinates that are the same on both sides, whatever they are."""

ABSURD_M = 1e5
"""Heights beyond which a number is none: Everest and the Mariana Trench are a tenth of it."""

FEET = {"ft": 0.3048, "foot": 0.3048, "feet": 0.3048, "us survey foot": 1200 / 3937,
        "us_survey_foot": 1200 / 3937, "us-ft": 1200 / 3937, "ftus": 1200 / 3937}  # fmt: skip
"""Metres of a foot, by the names that files have for it."""

_METRES = frozenset(("", "m", "metre", "metres", "meter", "meters"))


def elevation_beside(path: Path) -> Path | None:
    """The raster of heights that lies beside one of speeds and is called after it, `island_dem.tif`
    beside `island.asc.zip`; None where there is none."""
    name = path.name
    for suffix in sorted((*SUFFIXES, path.suffix), key=len, reverse=True):
        if suffix and name.lower().endswith(suffix):
            name = name[: -len(suffix)]
            break
    wanted = (path.with_name(name + word + suffix) for word in BESIDE for suffix in SUFFIXES)
    return next((other for other in wanted if other != path and other.is_file()), None)


def read_elevation(
    path: str | Path,
    grid: VelocityGrid,
    *,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> Elevation:
    """Heights over the extent of `grid`, by a cubic spline between those of band 1 of a file, on
    cells of about the grid's size; InputError, CancelledError.

    Where one of the two names no CRS its coordinates are taken for those of the other. Feet become
    metres: ways over the raster have these heights, too.
    """
    with open_reader(resolve(path, None)) as reader:
        check_band(reader, 1)
        where = reader.source.where
        metres = metres_a_unit(reader)
        heights, transform = _held(reader, progress, cancel)
        theirs = reader.reference.crs
    heights *= np.float32(metres)
    cancel.check("reading the elevation")
    expect_some(heights, where)
    found = _carried(heights, transform, theirs, grid, where)
    if np.isnan(found).all():
        raise lies_elsewhere(where)
    rows, cols = found.shape
    step_x, step_y = grid.step_x * grid.cols / cols, grid.step_y * grid.rows / rows
    read = Elevation(found, step_x, step_y, expanded(path).name)
    kmh = grid.kmh(grid.whole(), read.seen.shape)
    with np.errstate(invalid="ignore"):
        waded = read.at_sea(read.seen) & (kmh > 0)
    return replace(read, swims=float(waded.mean()) > SEA_SHARE)


def _held(reader: Reader, progress: Progress, cancel: Cancel) -> tuple[NDArray[np.float32], Affine]:
    """The heights, of large rasters some, evenly spread, NaN for none; and where they lie."""
    place: Placement = reader.placement
    every = max(1, math.ceil(math.sqrt(place.rows * place.cols / MOST_CELLS)))
    first = every // 2 if every > 1 else 0
    rows, cols = np.arange(first, place.rows, every), np.arange(first, place.cols, every)
    held = np.full((len(rows), len(cols)), np.nan, np.float32)
    for block in reader.blocks(1, cancel):
        progress(block.row / place.rows, "Reading elevation")
        low, high = np.searchsorted(rows, (block.row, block.row + len(block.values)))
        at = rows[low:high] - block.row
        values = block.values[at][:, cols].astype(np.float32)
        sound = block.valid[at][:, cols] & (np.abs(values) < ABSURD_M)
        held[low:high] = np.where(sound, values, np.float32(np.nan))
    middle = first + 0.5 - every / 2  # a cell that stands for others lies in their middle
    return held, place.transform @ Affine.translation(middle, middle) @ Affine.scale(every)


def _carried(
    heights: NDArray[np.float32],
    transform: Affine,
    crs: CRS | None,
    grid: VelocityGrid,
    where: str,
) -> NDArray[np.float32]:
    every = max(1.0, math.sqrt(grid.rows * grid.cols / MOST_CELLS))
    shape = max(round(grid.rows / every), 1), max(round(grid.cols / every), 1)
    left, bottom, right, top = grid.bounds
    cells = Affine.translation(left, top) @ Affine.scale(
        (right - left) / shape[1], -(top - bottom) / shape[0]
    )
    found = np.full(shape, np.nan, np.float32)
    try:
        ours = None if grid.crs_wkt is None else CRS.from_wkt(grid.crs_wkt)
        if crs is None or ours is None:
            crs = ours = CRS.from_string(ANY_CRS)
        reproject(
            heights,
            found,
            src_transform=transform,
            src_crs=crs,
            src_nodata=np.nan,
            dst_transform=cells,
            dst_crs=ours,
            dst_nodata=np.nan,
            resampling=Resampling.cubic_spline,
        )
    except (*GDAL_ERRORS, CRSError) as error:
        raise cannot_be_carried(where, error) from error
    return found


def metres_a_unit(reader: Reader) -> float:
    """Metres of the unit of band 1, 1 where the file names none; InputError for what is no length
    that heights are measured in."""
    unit = str(reader.dataset.units[0] or "") if isinstance(reader, GdalReader) else ""
    if unit.lower() in _METRES:
        return 1.0
    if unit.lower() in FEET:
        return FEET[unit.lower()]
    raise InputError(
        f"its heights are in '{unit}'",
        where=reader.source.where,
        advice="Write them in metres or feet, or correct the unit of its band.",
    )


def expect_some(metres: NDArray[np.float32], where: str) -> None:
    """Raise InputError where heights that were read are none: of such nobody can say where they
    lie."""
    if np.isnan(metres).all():
        raise InputError(
            "no cell of it has a height on the raster of speeds: all are marked as no data",
            where=where,
            advice="Choose one with heights there, or correct its no data value.",
        )


def lies_elsewhere(where: str) -> InputError:
    """What is told of heights of another place."""
    return InputError(
        "the elevation raster lies elsewhere: it has no height in the raster of speeds",
        where=where,
        advice="Choose one of the same place, or check its CRS.",
    )


def cannot_be_carried(where: str, error: Exception) -> InputError:
    """What is told where GDAL fails to bring heights to the raster of speeds."""
    return InputError(
        f"the heights cannot be carried to the raster of speeds: {reason_of(error)}",
        where=where,
        advice="Check the CRS of both.",
    )
