"""The cells of a band between their one reading and their encoding.

How cells are best kept is known only once all have been seen. Until then they lie as the file has
them, if that takes a byte or two each, else as float32, which is all that speeds keep; then they
are encoded where they lie, unless that takes more room.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from raster.files.encode import Encoding
from raster.files.reader import BLOCK_CELLS, Block, Reader

Make = Callable[[tuple[int, ...], Any], NDArray[Any]]
"""Makes an array of a shape and a dtype, to be filled; `np.empty` does."""


class HeldBand:
    """Cells with their north row and west column first, taken in block by block.

    make : where they are to lie. undefined_255 : 255 means no data although the file does not say
    so.
    """

    def __init__(self, reader: Reader, make: Make, undefined_255: bool) -> None:
        self._reader, self._make, self._undefined_255 = reader, make, undefined_255
        self._shape = reader.placement.rows, reader.placement.cols
        self._cells = np.empty(0)  # flat
        self._whole = True  # no cell lacks data
        self._lacking: NDArray[np.uint8] | None = None  # a bit a cell, where numbers are whole

    def keep(self, block: Block) -> None:
        """Take in some rows, in the order of the file; InputError where memory is too small."""
        rows, place = self._shape[0], self._reader.placement
        if not self._cells.size:
            small = block.values.dtype.kind in "iu" and block.values.itemsize <= 2
            self._cells = self._room(block.values.dtype if small else np.dtype(np.float32))
        upright = np.s_[:: -1 if place.south_up else 1, :: -1 if place.mirrored else 1]
        values, valid = block.values[upright], block.valid[upright]
        if self._undefined_255:
            valid = valid & (values != 255)
        first = rows - block.row - len(values) if place.south_up else block.row
        here = slice(first, first + len(values))
        cells = self._cells.reshape(self._shape)[here]
        with np.errstate(over="ignore"):
            cells[:] = values
        if valid.all():
            return
        self._whole = False
        if cells.dtype.kind == "f":
            np.copyto(cells, np.nan, where=np.logical_not(valid))
        else:
            if self._lacking is None:
                self._lacking = np.zeros((rows, -(-self._shape[1] // 8)), np.uint8)
            self._lacking[here] = np.packbits(~valid, axis=1)

    def encoded(
        self, encoding: Encoding, *, progress: Progress = no_progress, cancel: Cancel = NEVER
    ) -> NDArray[Any]:
        """The cells as codes or km/h, (rows, cols). To be called once: what was held is gone."""
        held, self._cells = self._cells, np.empty(0)
        count, size = held.size, encoding.dtype.itemsize
        over = size <= held.itemsize
        flat = held.view(encoding.dtype)[:count] if over else self._room(encoding.dtype)
        out, cells = flat.reshape(self._shape), held.reshape(self._shape)
        rows, cols = self._shape
        height = max(1, BLOCK_CELLS // cols)
        for row in range(0, rows, height):
            cancel.check("reading the raster")
            here = slice(row, row + height)
            values = cells[here]
            if size < held.itemsize:
                values = values.copy()  # codes are written over it
            encoding.write(Block(row, values, self._valid(values, here)), out[here])
            progress(min(row + height, rows) / rows, "Reading the speeds")
        if over and size < held.itemsize and held.flags.owndata:
            del flat, out, cells  # or they would show what is no longer theirs
            held.resize(-(-count * size // held.itemsize), refcheck=False)
            out = held.view(encoding.dtype)[:count].reshape(self._shape)
        return out

    def _valid(self, values: NDArray[Any], here: slice) -> NDArray[np.bool_]:
        if self._whole:
            return np.ones(values.shape, np.bool_)
        if self._lacking is None:
            return np.asarray(~np.isnan(values))
        bits = np.unpackbits(self._lacking[here], axis=1, count=self._shape[1])
        return np.asarray(bits == 0)

    def _room(self, dtype: np.dtype[Any]) -> NDArray[Any]:
        rows, cols = self._shape
        try:
            return self._make((rows * cols,), dtype)
        except (MemoryError, ValueError) as error:
            size = rows * cols * dtype.itemsize / 2**30
            raise InputError(
                f"{cols} × {rows} cells need {size:.1f} GiB of memory",
                where=self._reader.source.where,
                advice="Cut out a part with gdal_translate.",
            ) from error
