"""Relief of a web map: a small translucent picture of shadows and gleams, written into the page."""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from app.exports.vector import from_wgs84, outline_in_wgs84
from core.cancel import Cancel
from raster.elevation import Elevation, light_change
from raster.grid import VelocityGrid

MOST_PIXELS = 900
"""Pixels along the longer side of the picture."""

MOST_BYTES = 500_000
"""Bytes of the picture; one that is larger is drawn smaller."""

STEEP = 0.9
"""Rise over run, as it is shown, of ground that is steeper than nine tenths of a terrain."""

DARKEST, BRIGHTEST = 0.62, 0.26
"""Most that a shadow, and a gleam, covers of what lies beneath."""

LEVELS = 24
"""Steps of light that are told apart: more take room, and are not seen."""

Box = tuple[float, float, float, float]
"""West, south, east and north, in degrees or in units of a plane."""


@dataclass(frozen=True, eq=False)
class PageRelief:
    """box : what the picture covers. png : the picture."""

    box: Box
    png: bytes

    @property
    def url(self) -> str:
        """The picture itself as an address, which fetches nothing."""
        return f"data:image/png;base64,{base64.b64encode(self.png).decode('ascii')}"


def relief_of(grid: VelocityGrid, heights: Elevation, cancel: Cancel) -> PageRelief:
    """The relief of a terrain, its rows as far apart as a web map draws them. Raises
    CancelledError."""
    left, bottom, right, top = grid.bounds
    box = grid.bounds if grid.crs_wkt is None else outline_in_wgs84(grid.bounds, grid.crs_wkt)
    across, down = (right - left) * grid.cell_y, (top - bottom) * grid.cell_x
    finest = min(MOST_PIXELS, max(heights.shape))
    while True:
        cols = max(round(finest * min(across / down, 1.0)), 2)
        rows = max(round(finest * min(down / across, 1.0)), 2)
        png = _drawn(grid, heights, box, rows, cols, cancel)
        if len(png) <= MOST_BYTES:
            return PageRelief(box, png)
        finest = round(finest * 0.8)


def _drawn(
    grid: VelocityGrid, heights: Elevation, box: Box, rows: int, cols: int, cancel: Cancel
) -> bytes:
    cancel.check("the export")
    points = _places(box, rows, cols, grid.crs_wkt is not None)
    metres = (_unit_m(box) if grid.crs_wkt else grid.metres_per_unit) / cols * (box[2] - box[0])
    if grid.crs_wkt is not None:
        points = from_wgs84(points, grid.crs_wkt)
    cancel.check("the export")
    found = heights.at(grid.bounds, points).reshape(rows, cols)
    south, east = np.gradient(found)
    steep = np.nanquantile(np.hypot(south, east), 0.9) if np.isfinite(south).any() else 0.0
    rise = STEEP / max(float(steep), 1e-3 * metres)
    change = np.nan_to_num(light_change(east * rise, south * rise))
    # Heights go on where the raster has no data, over the sea and beyond its edge.
    change[_without_data(grid, points).reshape(rows, cols)] = 0.0
    if heights.has_sea:
        change[heights.at_sea(np.asarray(found, np.float32))] = 0.0
    cover = np.where(change < 0, np.clip(-change, 0, DARKEST), np.clip(change * 0.5, 0, BRIGHTEST))
    alpha = np.rint(cover * LEVELS) * (255 / LEVELS)
    tones = np.where(change < 0, 0, 255) * (alpha > 0)
    pixels = np.stack((tones, alpha), axis=-1).astype(np.uint8)
    packed = io.BytesIO()
    Image.fromarray(pixels, "LA").save(packed, "PNG", optimize=True)
    return packed.getvalue()


def _without_data(grid: VelocityGrid, points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """bool, (n,): whether a place, (n, 2) in the CRS of the grid, lies outside or on no data."""
    down = np.floor((grid.top - points[:, 1]) / grid.cell_y)
    across = np.floor((points[:, 0] - grid.left) / grid.cell_x)
    inside = (down >= 0) & (down < grid.rows) & (across >= 0) & (across < grid.cols)
    found = np.ones(len(points), np.bool_)
    row, col = down[inside].astype(np.int64), across[inside].astype(np.int64)
    found[inside] = np.isnan(grid.kmh_of(grid.values[row, col]))
    return found


def _places(box: Box, rows: int, cols: int, geographic: bool) -> NDArray[np.float64]:
    """Middles of pixels, float64, (rows × cols, 2); rows evenly spaced in Mercator's latitudes."""
    west, south, east, north = box
    x = west + (np.arange(cols) + 0.5) / cols * (east - west)
    share = (np.arange(rows) + 0.5) / rows
    if geographic:
        low, high = np.arcsinh(np.tan(np.radians((south, north))))
        y = np.degrees(np.arctan(np.sinh(high + share * (low - high))))
    else:
        y = north + share * (south - north)
    return np.column_stack((np.tile(x, rows), np.repeat(y, cols)))


def _unit_m(box: Box) -> float:
    """Metres of a degree of longitude in the middle of a box."""
    return float(111_320 * np.cos(np.radians((box[1] + box[3]) / 2)))
