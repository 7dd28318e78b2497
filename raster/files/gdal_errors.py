"""What GDAL may raise through rasterio, and what it says."""

from __future__ import annotations

import re

from rasterio._err import CPLE_BaseError
from rasterio.errors import CRSError, RasterioError

GDAL_ERRORS = (RasterioError, CRSError, CPLE_BaseError)
"""Errors of GDAL, whose own are not of rasterio's family and reach us wherever rasterio does not
turn them into one of it; nor is rasterio's own of a CRS."""


def reason_of(error: BaseException) -> str:
    """GDAL's own words: the innermost cause, without folders and repeated names."""
    while error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, UnicodeDecodeError):  # of the reason itself
        return "cannot be read, for a reason that quotes text which is not UTF-8"
    text = str(getattr(error, "errmsg", None) or error)
    text = re.sub(r"(/vsi\w+/)?\{?(/[^\s'\"/]+)+/\}?", "", text)
    return " ".join(text.split()).rstrip(".")
