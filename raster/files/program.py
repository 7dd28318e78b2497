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
from core.files.subprocess_call import (
    ObjectInSubprocess,
    SubprocessDiedError,
    SubprocessHangsError,
)
from raster.files.gdal_errors import GDAL_ERRORS, reason_of
from raster.files.source import RasterSource

_FACTS = (
    "block_shapes", "count", "crs", "descriptions", "driver", "dtypes", "files", "gcps", "height",
    "mask_flag_enums", "nodatavals", "offsets", "rpcs", "scales", "subdatasets", "transform",
    "width",
)  # fmt: skip
"""Attributes of rasterio's datasets that the reader asks for."""


SECONDS = 3.0
"""Seconds of a processor for one answer: the attributes, or some cells; in all it may take
`core.files.subprocess_call.PATIENCE` times as long, on a busy machine or a slow disk. Where links
are followed there is no limit: who allows it trusts the file, and a network may be slow."""

CELLS = 1 << 18
"""Cells that are asked for at once, if that is a row: few enough that any raster which is warped or
filtered from others gives them in that time."""


class _Dataset:
    """A raster in the other process, in which links are followed where they are here.

    It is opened with `facts`: starting the process counts for nothing.
    """

    def __init__(self, gdal_name: str, followed: bool) -> None:
        self._name = gdal_name
        self._links = following_links(followed)
        self._links.__enter__()  # for as long as the process lives

    def facts(self) -> dict[str, Any]:
        """Open the dataset; its attributes."""
        self._dataset = _told(rasterio.open, self._name)
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

    RasterioIOError for what GDAL refuses, InputError where it crashes or does not come to an end.
    """

    def __init__(self, source: RasterSource) -> None:
        self._where = source.where
        self._seconds = None if are_followed() else SECONDS
        self._other = ObjectInSubprocess(_Dataset, source.gdal_name, are_followed())
        try:
            self.__dict__.update(self._asked("facts"))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> ProgramDataset:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._other.close()

    def read(self, band: int, *, window: Window) -> Any:
        return self._asked("read", band, window)

    def read_masks(self, band: int, *, window: Window) -> Any:
        return self._asked("read_masks", band, window)

    def _asked(self, method: str, *arguments: Any) -> Any:
        try:
            return self._other.call(method, *arguments, seconds=self._seconds)
        except SubprocessHangsError as error:
            raise self._failed("comes to no end with") from error
        except SubprocessDiedError as error:
            raise self._failed("crashes on") from error

    def _failed(self, how: str) -> InputError:
        return InputError(
            f"the library that reads it {how} what it says",
            where=self._where,
            advice="Write it again, or convert what it names to a GeoTIFF with gdal_translate.",
        )
