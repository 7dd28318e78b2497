"""Small rasters on disk, drawn where they can be."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import rasterio
from numpy.typing import NDArray
from rasterio.transform import from_origin

LEFT, TOP, CELL = 500_000.0, 4_600_000.0, 10.0
ROWS, COLS = 40, 60


def plain() -> NDArray[np.uint8]:
    """36 km/h everywhere: a straight step of 10 m takes one second. A lake of 0 km/h:

    ............
    ....####....   rows 10..19, columns 40..49
    ............
    """
    speeds = np.full((ROWS, COLS), 36, np.uint8)
    speeds[10:20, 40:50] = 0
    return speeds


class Rasters:
    """Writes files into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def geotiff(
        self,
        name: str = "plain.tif",
        *bands: NDArray[np.generic],
        crs: str = "EPSG:32633",
        cell: float = CELL,
        left: float = LEFT,
        top: float = TOP,
    ) -> Path:
        bands = bands or (plain(),)
        path = self.folder / name
        rows, cols = bands[0].shape
        with rasterio.open(
            path, "w", driver="GTiff", height=rows, width=cols, count=len(bands),
            dtype=bands[0].dtype, crs=crs, transform=from_origin(left, top, cell, cell),
        ) as file:  # fmt: skip
            for number, band in enumerate(bands, start=1):
                file.write(band, number)
        return path

    def ascii_grid(self, name: str = "plain.asc") -> Path:
        path = self.folder / name
        lines = "\n".join(" ".join(map(str, row)) for row in plain())
        bottom = TOP - ROWS * CELL
        path.write_text(
            f"ncols {COLS}\nnrows {ROWS}\nxllcorner {LEFT}\nyllcorner {bottom}\n"
            f"cellsize {CELL}\nNODATA_value -9999\n{lines}\n"
        )
        return path

    def not_a_raster(self, name: str = "broken.tif") -> Path:
        path = self.folder / name
        path.write_text("this is no raster")
        return path


def centre(row: int, col: int) -> tuple[float, float]:
    """CRS point in the middle of a cell of the plain."""
    return LEFT + (col + 0.5) * CELL, TOP - (row + 0.5) * CELL
