"""Pictures in Web Mercator, as servers of tiles hand them out, in the coordinates of a map."""

from __future__ import annotations

import numpy as np
from rasterio.enums import Resampling
from rasterio.transform import from_bounds
from rasterio.warp import reproject, transform_bounds

from raster.files.base.picture import Box, Rgba

MERCATOR = "EPSG:3857"


def mercator_box(crs_wkt: str, box: Box) -> Box:
    """The box in Web Mercator that holds one of a CRS."""
    if crs_wkt == MERCATOR:
        return box
    left, bottom, right, top = transform_bounds(crs_wkt, MERCATOR, *box)
    return float(left), float(bottom), float(right), float(top)


def from_mercator(picture: Rgba, held: Box, crs_wkt: str, box: Box, shape: tuple[int, int]) -> Rgba:
    """uint8, (rows, cols, 4): a part of a map, of a picture that fills the box `held`."""
    rows, cols = shape
    found = np.zeros((4, rows, cols), np.uint8)
    reproject(
        np.ascontiguousarray(np.moveaxis(picture, -1, 0)), found,
        src_transform=from_bounds(*held, picture.shape[1], picture.shape[0]), src_crs=MERCATOR,
        dst_transform=from_bounds(*box, cols, rows), dst_crs=crs_wkt,
        resampling=Resampling.bilinear,
    )  # fmt: skip
    return np.ascontiguousarray(np.moveaxis(found, 0, -1))
