"""Files that are little programs for GDAL are run in another process first, which may crash."""

from __future__ import annotations

import contextlib

import rasterio
from rasterio.windows import Window

from core.cancel import NEVER
from core.errors import InputError
from core.files.subprocess_call import call_in_subprocess
from raster.files.source import RasterSource, open_stream

PROGRAM = b"<VRTDataset"
"""Beginning of a file that tells GDAL how to make cells from others: filters, warps, expressions,
raw bytes."""

HEAD_BYTES = 1 << 12

TRIAL_CELLS = 1 << 22
"""Most cells that are read: a trial shall not take as long again as opening the file."""


def try_program(source: RasterSource) -> None:
    """InputError for a file that GDAL dies of; any other file passes, at no cost if no program."""
    with open_stream(source) as stream:
        if PROGRAM not in stream.read(HEAD_BYTES):
            return
    try:
        call_in_subprocess(read_once, source.gdal_name, cancel=NEVER, what="opening the raster")
    except OSError as error:
        raise InputError(
            "the library that reads it crashes on what it says",
            where=source.where,
            advice="Write it again, or convert what it names to a GeoTIFF with gdal_translate.",
        ) from error


def read_once(gdal_name: str) -> None:
    """Open a raster and read its first rows; who opens it next is told of errors."""
    with contextlib.suppress(Exception), rasterio.open(gdal_name) as data:
        cols = min(data.width, TRIAL_CELLS)
        data.read(1, window=Window(0, 0, cols, min(data.height, TRIAL_CELLS // cols)))
