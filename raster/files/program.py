"""Files that are little programs for GDAL are read in another process, which may crash."""

from __future__ import annotations

from typing import Any

import numpy as np
import rasterio
from numpy.typing import NDArray
from rasterio.errors import RasterioIOError
from rasterio.windows import Window

from core.errors import InputError
from core.files.links import are_followed, following_links
from core.files.subprocess_call import ObjectInSubprocess, SubprocessDiedError
from raster.files.gdal_errors import GDAL_ERRORS, reason_of
from raster.files.source import RasterSource

_PROGRAM = b"<VRTDataset"
"""Beginning of a file that tells GDAL how to make cells from others: filters, warps, expressions,
raw bytes."""

_FACTS = (
    "block_shapes", "count", "crs", "descriptions", "driver", "dtypes", "files", "gcps", "height",
    "mask_flag_enums", "nodatavals", "offsets", "rpcs", "scales", "subdatasets", "transform",
    "width",
)  # fmt: skip
"""Attributes of rasterio's datasets that the reader asks for."""


def is_program(head: bytes) -> bool:
    """Whether a file that begins so is one."""
    return _PROGRAM in head


class _Dataset:
    """A raster in the other process, in which links are followed where they are here."""

    def __init__(self, gdal_name: str, followed: bool) -> None:
        self._links = following_links(followed)
        self._links.__enter__()  # for as long as the process lives
        self._dataset = _told(rasterio.open, gdal_name)

    def facts(self) -> dict[str, Any]:
        """The attributes of the dataset."""
        return {name: getattr(self._dataset, name) for name in _FACTS}

    def read(self, band: int, window: Window) -> NDArray[Any]:
        return np.asarray(_told(self._dataset.read, band, window=window))

    def read_masks(self, band: int, window: Window) -> NDArray[Any]:
        return np.asarray(_told(self._dataset.read_masks, band, window=window))


def _told(work: Any, *given: Any, **named: Any) -> Any:
    """What a call of GDAL returns; its error is one that reaches the other process as it is."""
    try:
        return work(*given, **named)
    except (*GDAL_ERRORS, OSError, ValueError) as error:
        raise RasterioIOError(reason_of(error)) from error


class ProgramDataset:
    """A raster that another process has open, with what the reader needs of rasterio's datasets.

    RasterioIOError for what GDAL refuses, InputError where it crashes.
    """

    def __init__(self, source: RasterSource) -> None:
        self._where = source.where
        self._other: ObjectInSubprocess | None = None
        try:
            self._other = ObjectInSubprocess(_Dataset, source.gdal_name, are_followed())
        except SubprocessDiedError as error:
            raise self._crashed() from error
        self.__dict__.update(self._asked("facts"))

    def __enter__(self) -> ProgramDataset:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._other is not None:
            self._other.close()

    def read(self, band: int, *, window: Window) -> Any:
        return self._asked("read", band, window)

    def read_masks(self, band: int, *, window: Window) -> Any:
        return self._asked("read_masks", band, window)

    def _asked(self, method: str, *arguments: Any) -> Any:
        assert self._other is not None
        try:
            return self._other.call(method, *arguments)
        except SubprocessDiedError as error:
            raise self._crashed() from error

    def _crashed(self) -> InputError:
        return InputError(
            "the library that reads it crashes on what it says",
            where=self._where,
            advice="Write it again, or convert what it names to a GeoTIFF with gdal_translate.",
        )
