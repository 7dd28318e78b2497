"""A raster, or several that lie side by side, read for windows of another grid."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from raster.builder.bilinear import between
from raster.builder.target import TargetGrid
from raster.files.builder.lattice import CellPlaces
from raster.files.crs.reference import CrsReference, Placement
from raster.files.gdal_raster import GdalReader
from raster.files.opening import check_band, open_reader, quick_reader
from raster.files.reader import Reader
from raster.files.source import resolve
from raster.grid import Window

F32 = NDArray[np.float32]

HELD_CELLS = 1 << 25
"""Cells up to which a raster is read once and held, at most 256 MiB; larger ones are read by
windows."""

PACKED_CELLS = 1 << 28
"""The same of rasters in archives, of which every window would be unpacked from the beginning."""


@dataclass(eq=False)
class SampledRaster:
    """One band of an open raster.

    held : all values and whether they are data, where it is small; else they are read by windows.
    """

    reader: Reader
    band: int
    held: tuple[NDArray[Any], NDArray[np.bool_]] | None = None

    @property
    def where(self) -> str:
        return self.reader.source.where

    @property
    def placement(self) -> Placement:
        return self.reader.placement

    @property
    def reference(self) -> CrsReference:
        return self.reader.reference

    @property
    def unit(self) -> str:
        """Unit of the values as the file names it, "" for none."""
        dataset = getattr(self.reader, "dataset", None)
        units = getattr(dataset, "units", None)
        return str((units[self.band - 1] if units else "") or "")

    def places(self, grid: TargetGrid, tolerance: float = 0.0) -> CellPlaces:
        """Where the cells of a grid lie in it."""
        place = self.placement.transform
        return CellPlaces(place, self.reference.wkt, grid, self.where, tolerance)

    def nearest(self, places: CellPlaces, window: Window) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """The value under each centre, and whether there is one; (height, width)."""
        col, row = places.nearest(window)
        inside = (col >= 0) & (col < self.placement.cols)
        inside &= (row >= 0) & (row < self.placement.rows)
        if not inside.any():
            return np.zeros(col.shape, np.float32), inside
        part = _box(col[inside], row[inside], self.placement)
        values, valid = self._read(part)
        at_row = np.where(inside, row - part.row, 0)
        at_col = np.where(inside, col - part.col, 0)
        return values[at_row, at_col], inside & valid[at_row, at_col]

    def bilinear(self, places: CellPlaces, window: Window) -> F32:
        """Between the four values around each centre, of those that are data; float32, NaN where
        the centre lies outside, or in a cell without data; as GDAL's warp has it."""
        col, row = places.at(window)
        place = self.placement
        with np.errstate(invalid="ignore"):
            inside = (col >= 0) & (col <= place.cols) & (row >= 0) & (row <= place.rows)
        if not inside.any():
            return np.full(col.shape, np.nan, np.float32)
        low_col, high_col = _ends(col[inside])
        low_row, high_row = _ends(row[inside])
        part = _box(np.array([low_col, high_col]), np.array([low_row, high_row]), place)
        values, valid = self._read(part)
        known = values.astype(np.float32)
        if not valid.all():
            known[~valid] = np.nan
        shape = place.rows, place.cols
        return between(known, (part.row, part.col), shape, col, row)

    def greatest(self, side: int) -> float:
        """The greatest value of a raster that is held; of another that of nine parts, of so many
        cells a side. 0 where none of them is data."""
        place = self.placement
        parts = [Window(0, 0, place.rows, place.cols)]
        if self.held is None:
            high, wide = min(side, place.rows), min(side, place.cols)
            rows, cols = ((place.rows - high) // 2, (place.cols - wide) // 2)
            parts = [
                Window(down * rows, right * cols, high, wide)
                for down in range(3)
                for right in range(3)
            ]
        read = (self._read(part) for part in parts)
        return max(float(values[valid].max(initial=0)) for values, valid in read)

    def _read(self, part: Window) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        if self.held is not None:
            rows = slice(part.row, part.row + part.height)
            cols = slice(part.col, part.col + part.width)
            return self.held[0][rows, cols], self.held[1][rows, cols]
        assert isinstance(self.reader, GdalReader)
        return self.reader.part(self.band, part)


def _ends(places: NDArray[np.float64]) -> tuple[int, int]:
    """The first and last cell that places lie between."""
    return math.floor(places.min() - 0.5), math.floor(places.max() + 0.5)


def _box(col: NDArray[np.int64], row: NDArray[np.int64], placement: Placement) -> Window:
    """The cells of a raster that hold some."""
    left, right = np.clip((col.min(), col.max()), 0, placement.cols - 1).tolist()
    top, bottom = np.clip((row.min(), row.max()), 0, placement.rows - 1).tolist()
    return Window(top, left, bottom - top + 1, right - left + 1)


@contextmanager
def sampled(
    name: str, band: int = 1, *, progress: Progress = no_progress, cancel: Cancel = NEVER
) -> Iterator[SampledRaster]:
    """An open raster, ready to be read for windows; InputError, CancelledError."""
    with ExitStack() as stack:
        opened = stack.enter_context(open_reader(resolve(name, None)))
        check_band(opened, band)
        reader = stack.enter_context(quick_reader(opened, progress, cancel))
        cells = reader.placement.rows * reader.placement.cols
        source = reader.source
        packed = source.member is not None or source.gzipped
        most = PACKED_CELLS if packed else HELD_CELLS
        if cells > most and isinstance(reader, GdalReader):
            yield SampledRaster(reader, band)
            return
        yield SampledRaster(reader, band, _held(reader, band, progress, cancel))


def _held(
    reader: Reader, band: int, progress: Progress, cancel: Cancel
) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    place = reader.placement
    values: NDArray[Any] | None = None
    valid = np.ones((place.rows, place.cols), np.bool_)
    for block in reader.blocks(band, cancel):
        progress(block.row / place.rows, f"reading {reader.source.stem}")
        if values is None:
            kind = block.values.dtype
            dtype = np.float32 if kind == np.float64 else kind
            values = np.zeros((place.rows, place.cols), dtype)
        rows = slice(block.row, block.row + len(block.values))
        values[rows], valid[rows] = block.values, block.valid
    assert values is not None
    return values, valid


def on_one_grid(rasters: Sequence[SampledRaster]) -> None:
    """InputError where rasters that are used as one lie in different CRSs."""
    first = rasters[0]
    for other in rasters[1:]:
        if other.reference.wkt != first.reference.wkt:
            raise InputError(
                f"has another CRS than {first.where}",
                where=other.where,
                advice="Warp them to one with gdalwarp, or give a VRT.",
            )
