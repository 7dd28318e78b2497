"""Speeds that were made, to a raster file: GeoTIFF, and the formats of Esri.

Whole strips are written one after another, so that a raster is never held, and what GDAL wrote is
read back before an old file gives way.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import rasterio
from numpy.typing import NDArray
from rasterio.crs import CRS
from rasterio.enums import WktVersion

from core.cancel import NEVER, Cancel
from core.errors import ExportError
from core.files.atomic_write import atomic_write
from core.progress import Progress, no_progress
from raster.builder.target import TargetGrid
from raster.files.text.write import text_header
from raster.files.write import NODATA, profile_of, sidecars
from raster.files.written import ProgressPart, bounds_of, check_written, gdal_writes, strips
from raster.grid import Window

F64 = NDArray[np.float64]
Read = Callable[[Window], F64]

HUNDREDTHS = 0.01
"""Scale of uint16: a stored 1 is 0.01 km/h."""

SUFFIXES = (".tif", ".tiff", ".asc", ".flt", ".bil")
"""Suffixes of the formats that are written."""


TWO_FILES = (".flt", ".bil", ".asc")
"""Those of Esri, whose header or CRS are files beside it, of the same name but for the suffix."""


@dataclass(frozen=True)
class SpeedType:
    """How km/h are stored. unit : km/h of a stored 1. undefined : what no speed is stored as.
    most : fastest speed, km/h, that can be stored."""

    dtype: str
    unit: float
    undefined: float

    @property
    def most(self) -> float:
        return float("inf") if self.dtype == "float32" else (self.undefined - 1) * self.unit


TYPES = {
    "uint8": SpeedType("uint8", 1.0, 255),
    "uint16": SpeedType("uint16", HUNDREDTHS, 65535),
    "float32": SpeedType("float32", 0.0, NODATA),
}
"""Ways to store speeds, by name: whole km/h, hundredths of them, or as they are."""


def stored(kmh: F64, kind: SpeedType) -> NDArray[Any]:
    """What is written for speeds; rounded to the unit, and never to a barrier.

    Raises ExportError for speeds that are too fast for the type.
    """
    unknown = np.isnan(kmh)
    if kind.dtype == "float32":
        return np.where(unknown, np.float32(kind.undefined), kmh.astype(np.float32))
    with np.errstate(invalid="ignore"):
        if (kmh > kind.most).any():
            raise ExportError(
                f"{float(np.nanmax(kmh)):.4g} km/h do not fit {kind.dtype}, which ends at "
                f"{kind.most:g}",
                advice="Choose float32, or a maximum speed.",
            )
        whole = np.rint(np.where(unknown, 0.0, kmh) / kind.unit)
    whole = np.where((kmh > 0) & (whole < 1), 1, whole)
    return np.where(unknown, kind.undefined, whole).astype(kind.dtype)


def check_format(path: Path, kind: str) -> None:
    """Raise ExportError for a suffix that nothing is written to, or a type that it has no place
    for."""
    suffix = path.suffix.lower()
    if kind not in TYPES:
        raise ExportError(f"'{kind}' is no type", where="output", advice=f"Say {', '.join(TYPES)}.")
    if suffix not in SUFFIXES:
        raise ExportError(
            f"speeds are not written to '{suffix or path.name}'",
            where=str(path),
            advice=f"Choose {', '.join(SUFFIXES)}.",
        )
    if kind == "uint16" and suffix not in (".tif", ".tiff"):
        raise ExportError(
            "hundredths of km/h have no place in this format",
            where=str(path),
            advice="Choose uint8 or float32, or write .tif.",
        )
    if suffix == ".flt" and kind != "float32":
        raise ExportError(
            "a .flt holds float32", where=str(path), advice="Choose float32, or write .bil."
        )


def write_speeds(
    path: Path,
    grid: TargetGrid,
    read: Read,
    kind: SpeedType,
    tags: Mapping[str, str],
    beside: Mapping[str, str],
    *,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> None:
    """Speeds to a file, by its suffix, and texts beside it, together or not at all.

    read : km/h of a window of whole rows, NaN where undefined. beside : texts by the names of their
    files. Raises ExportError, CancelledError.
    """
    suffix = path.suffix.lower()
    old = (*sidecars(path), path.with_suffix(".hdr").name, path.with_suffix(".prj").name)
    companions = old if suffix in TWO_FILES else sidecars(path)
    with atomic_write(path, companions) as draft:
        if suffix == ".asc":
            _write_text(draft, grid, read, kind, progress, cancel)
        else:
            with gdal_writes(path):
                _write_gdal(draft, grid, read, kind, tags, progress, cancel)
        for name, text in beside.items():
            (draft.parent / name).write_text(text, encoding="utf-8")


def _write_gdal(
    draft: Path,
    grid: TargetGrid,
    read: Read,
    kind: SpeedType,
    tags: Mapping[str, str],
    progress: Progress,
    cancel: Cancel,
) -> None:
    profile = {**profile_of(grid, kind.dtype), "nodata": kind.undefined}
    tiff = draft.suffix.lower() in (".tif", ".tiff")
    if not tiff:
        keep = ("width", "height", "count", "dtype", "transform", "crs", "nodata")
        profile = {name: profile[name] for name in keep if name in profile} | {"driver": "EHdr"}
    checksum = 0
    with rasterio.open(draft, "w", **profile) as dataset:
        if tiff:
            dataset.update_tags(**tags)
            dataset.set_band_description(1, "speed")
            dataset.units = ("km/h",)
            if kind.dtype == "uint16":
                dataset.scales = (kind.unit,)
        for window in strips(grid.rows, grid.cols):
            cancel.check("the build")
            progress(0.9 * window.row / grid.rows, f"making {draft.name}")
            values = np.ascontiguousarray(stored(read(window), kind))
            dataset.write(values, 1, window=bounds_of(window))
            checksum = zlib.crc32(values.data, checksum)
    if not tiff and grid.crs_wkt:
        draft.with_suffix(".prj").write_text(_esri(grid.crs_wkt), encoding="utf-8")
    check_written(
        draft, checksum, ProgressPart(progress, 0.9, 1.0, f"checking {draft.name}"), cancel
    )


def _write_text(
    draft: Path,
    grid: TargetGrid,
    read: Read,
    kind: SpeedType,
    progress: Progress,
    cancel: Cancel,
) -> None:
    """An Esri ASCII grid. Whole numbers have no decimals, float32 nine digits, which are all of
    it."""
    word = "%.9g" if kind.dtype == "float32" else "%d"
    line = " ".join([word] * grid.cols) + "\n"
    with draft.open("w", encoding="ascii", newline="\n") as text:
        text.write(text_header(grid))
        for window in strips(grid.rows, grid.cols):
            cancel.check("the build")
            progress(window.row / grid.rows, f"making {draft.name}")
            values = stored(read(window), kind)
            if kind.dtype != "float32":
                values = np.where(values == kind.undefined, int(NODATA), values.astype(np.int64))
            for row in values:
                text.write(line % tuple(row.tolist()))
    if grid.crs_wkt:
        draft.with_suffix(".prj").write_text(_esri(grid.crs_wkt), encoding="utf-8")


def _esri(wkt: str) -> str:
    return str(CRS.from_wkt(wkt).to_wkt(version=WktVersion.WKT1_ESRI)) + "\n"
