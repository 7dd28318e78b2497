"""What GDAL may raise through rasterio."""

from __future__ import annotations

from rasterio._err import CPLE_BaseError
from rasterio.errors import RasterioError

GDAL_ERRORS = (RasterioError, CPLE_BaseError)
"""Errors of GDAL, whose own are not of rasterio's family and reach us wherever rasterio does not
turn them into one of it."""
