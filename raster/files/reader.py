"""What every reader of a raster file offers, whatever reads the bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from raster.files.crs.reference import CrsReference, Placement
from raster.files.source import RasterSource

BLOCK_CELLS = 1 << 20
"""Cells of a block: 8 MiB as float64, so that no raster needs more than a few of these besides
what it ends up as."""


class Block(NamedTuple):
    """Whole rows of a band, in the order of the file.

    row : the first row.
    values : (height, cols), any real dtype.
    valid : bool, same shape; False is no data.
    """

    row: int
    values: NDArray[Any]
    valid: NDArray[np.bool_]


class Reader(Protocol):
    """An open raster.

    notes : what the user should know; may grow while blocks are read.
    """

    @property
    def source(self) -> RasterSource: ...
    @property
    def kind(self) -> str: ...
    @property
    def driver(self) -> str: ...
    @property
    def placement(self) -> Placement: ...
    @property
    def reference(self) -> CrsReference: ...
    @property
    def band_names(self) -> tuple[str, ...]: ...
    @property
    def notes(self) -> tuple[str, ...]: ...

    def dtype(self, band: int) -> str: ...

    def nodata(self, band: int) -> float | None: ...

    def scaling(self, band: int) -> tuple[float, float]:
        """(scale, offset): values are what is stored times the one plus the other. `nodata` is a
        stored number; the values of blocks are scaled."""
        ...

    def blocks(self, band: int, cancel: Cancel = NEVER) -> Iterator[Block]:
        """The rows of a band from first to last; InputError on damage, CancelledError."""
        ...


def same_as_nodata(values: NDArray[Any], nodata: float) -> NDArray[np.bool_]:
    """Where values mean no data; bool, same shape. `nodata` must have the precision of `values`.

    A no-data value beyond 1e30 stands for every number as huge: files round -3.4028235e+38 in
    their header and their cells differently.
    """
    if abs(nodata) >= 1e30:
        huge: NDArray[np.bool_] = values <= -1e30 if nodata < 0 else values >= 1e30
        return huge
    same: NDArray[np.bool_] = values == nodata
    return same
