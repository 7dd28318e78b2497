"""Rasters that GDAL writes: what it complains of as errors of ours, and whether all of it is there.

GDAL may lose data of a full disk without a word, so that files are read back before they are used.
"""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import rasterio
from rasterio.errors import NotGeoreferencedWarning

from core.cancel import Cancel
from core.errors import ExportError
from core.files.atomic_write import not_written
from core.progress import Progress
from raster.files.gdal_errors import GDAL_ERRORS
from raster.grid import Window

STRIP = 512
"""Rows written or read at once: tiles of files have as many, or half."""


@dataclass(frozen=True)
class ProgressPart:
    """A share of the whole progress."""

    progress: Progress
    first: float
    last: float
    label: str

    def __call__(self, fraction: float) -> None:
        self.progress(self.first + (self.last - self.first) * fraction, self.label)


@contextmanager
def gdal_writes(path: Path) -> Iterator[None]:
    """GDAL that keeps its complaints to itself and leaves no sidecars; they become ExportErrors."""
    try:
        with rasterio.Env(GDAL_PAM_ENABLED="NO"), warnings.catch_warnings():
            # Cells of one unit at the origin look to rasterio as if they lay nowhere.
            warnings.simplefilter("ignore", NotGeoreferencedWarning)
            yield
    except GDAL_ERRORS as error:
        raise not_written(path, error) from error


def strips(rows: int, cols: int) -> Iterator[Window]:
    """Whole rows, from the north."""
    for row in range(0, rows, STRIP):
        yield Window(row, 0, min(STRIP, rows - row), cols)


def bounds_of(window: Window) -> tuple[tuple[int, int], tuple[int, int]]:
    """A window as rasterio has it."""
    return (
        (window.row, window.row + window.height),
        (window.col, window.col + window.width),
    )


def check_written(
    draft: Path, checksum: int, progress: ProgressPart, cancel: Cancel, band: int = 1
) -> None:
    """Raise ExportError where a band of the file does not hold what was written."""
    found = 0
    with rasterio.open(draft) as dataset:
        for window in strips(dataset.height, dataset.width):
            cancel.check("the export")
            progress(window.row / dataset.height)
            found = zlib.crc32(dataset.read(band, window=bounds_of(window)), found)
    if found != checksum:
        raise ExportError(
            "does not hold what was written to it",
            where=draft.name,
            advice="Check the free space, or choose another place.",
        )
    progress(1.0)
