"""A raster as a picture: colours as they are, or greys, warped to whatever part of a map is asked
for.

Overviews of the file are used where it has any. MBTiles are rasters like others here.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import rasterio
from numpy.typing import NDArray
from rasterio.enums import ColorInterp, Resampling
from rasterio.transform import from_bounds
from rasterio.vrt import WarpedVRT

from core.errors import InputError
from core.files.links import check_links
from raster.files.gdal_errors import GDAL_ERRORS, reason_of

Box = tuple[float, float, float, float]
"""Rectangle (left, bottom, right, top) in a CRS."""

Rgba = NDArray[np.uint8]

_SAMPLE = 512
"""Cells a side from which the greys of a raster without colours are chosen."""

_SHARES = 2.0, 98.0
"""Per cent of the values at which grey is black, and white."""


@dataclass(frozen=True, eq=False)
class BasePicture:
    """A raster that can be opened; low, high : values that are black and white, where it has no
    colours of its own."""

    path: Path
    crs_wkt: str
    bands: int
    low: float = 0.0
    high: float = 255.0

    @property
    def name(self) -> str:
        return self.path.name

    @classmethod
    def open(cls, path: Path) -> BasePicture:
        """Look into the file. Raises InputError for one that cannot be drawn."""
        try:
            check_links(str(path), str(path))
            with rasterio.open(path) as source:
                if not source.count:
                    raise _unreadable(path, "it holds no picture")
                crs = source.crs.to_wkt() if source.crs else ""
                if source.count >= 3 or _table_of(source) is not None:
                    return cls(path, crs, source.count)
                rows, cols = (min(n, _SAMPLE) for n in source.shape)
                seen = source.read(1, out_shape=(rows, cols), masked=True)
                values = seen.compressed().astype(np.float64)
                values = values[np.isfinite(values)]
                low, high = np.percentile(values, _SHARES) if len(values) else (0.0, 1.0)
                return cls(path, crs, source.count, float(low), float(max(high, low + 1e-12)))
        except GDAL_ERRORS as error:
            raise _unreadable(path, reason_of(error)) from error

    def part(self, crs_wkt: str, box: Box, shape: tuple[int, int]) -> Rgba:
        """uint8, (rows, cols, 4): red, green, blue, alpha of a part of a map, not premultiplied.

        For any thread. A raster, or a map, without a CRS is taken to lie in that of the other.
        Raises InputError.
        """
        rows, cols = shape
        found = np.zeros((rows, cols, 4), np.uint8)
        try:
            with rasterio.open(self.path) as source:
                target = crs_wkt or self.crs_wkt
                how: dict[str, Any] = {"src_crs": self.crs_wkt or target, "crs": target}
                if not target:
                    how = {"src_crs": "EPSG:3857", "crs": "EPSG:3857"}  # any plane will do
                masked = ColorInterp.alpha in source.colorinterp or source.nodata is not None
                table = _table_of(source)
                nearest = Resampling.nearest if table is not None else Resampling.bilinear
                with WarpedVRT(
                    source, transform=from_bounds(*box, cols, rows), width=cols, height=rows,
                    resampling=nearest, add_alpha=not masked, **how,
                ) as warped:  # fmt: skip
                    found[..., 3] = warped.dataset_mask()
                    if table is not None:
                        coloured = table[warped.read(1)]
                        found[..., :3] = coloured[..., :3]
                        found[..., 3] = np.minimum(found[..., 3], coloured[..., 3])
                    else:
                        found[..., :3] = self._toned(warped, self.bands)
        except GDAL_ERRORS as error:
            raise _unreadable(self.path, reason_of(error)) from error
        return found

    def _toned(self, warped: Any, bands: int) -> Rgba:
        """Red, green and blue; uint8 as it is, all else between `low` and `high`."""
        values = warped.read([1, 2, 3] if bands >= 3 else [1]).astype(np.float32)
        if bands < 3 or warped.dtypes[0] != "uint8":
            share = (values - self.low) / (self.high - self.low)
            values = np.clip(np.nan_to_num(share), 0, 1) * 255
        toned = np.moveaxis(values.astype(np.uint8), 0, -1)
        return np.broadcast_to(toned, (*toned.shape[:2], 3))


def _table_of(source: Any) -> Rgba | None:
    """uint8, (256, 4), of a raster with a colour table."""
    if source.colorinterp[0] != ColorInterp.palette or source.dtypes[0] != "uint8":
        return None
    try:
        entries = source.colormap(1)
    except ValueError:
        return None
    table = np.zeros((256, 4), np.uint8)
    for value, colour in entries.items():
        table[value] = colour
    return table


def _unreadable(path: Path, why: str) -> InputError:
    return InputError(
        f"cannot be drawn as a base layer: {why}",
        where=str(path),
        advice="Give a raster or a vector file that GDAL reads, or MBTiles with pictures.",
    )
