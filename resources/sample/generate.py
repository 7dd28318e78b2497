"""Draws the sample terrain and writes it: `python -m resources.sample.generate [FOLDER]`.

The island is invented. It lies in open water of UTM zone 33 so that every tool knows its CRS.
A developer's tool: it needs SciPy, which the application does not.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from resources.sample.cover import speeds
from resources.sample.relief import SIDE, grow
from resources.sample.roads import build
from resources.sample.water import fill

SEED = 8
CELLS = 1500
NO_DATA = -9999
LEFT, TOP = 400_000, 4_400_000
PROJECTION = (
    'PROJCS["WGS_1984_UTM_Zone_33N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",'
    'SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],'
    'UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],'
    'PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],'
    'PARAMETER["Central_Meridian",15.0],PARAMETER["Scale_Factor",0.9996],'
    'PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]'
)


def island(cells: int = CELLS, seed: int = SEED) -> NDArray[np.int16]:
    """km/h of the island, int16, (cells, cells); 0 is a barrier, −9999 the open sea.

    cells : a multiple of twelve that divides into the same 15 km.
    """
    waters = fill(grow(cells, seed), seed)
    roads, places = build(waters, seed)
    return speeds(waters, roads, places, seed)


def ascii_grid(kmh: NDArray[np.int16]) -> str:
    """The ESRI ASCII grid, line by line."""
    cell = SIDE / len(kmh)
    header = (
        f"ncols {kmh.shape[1]}\nnrows {kmh.shape[0]}\nxllcorner {LEFT}\n"
        f"yllcorner {TOP - round(SIDE)}\ncellsize {cell:g}\nNODATA_value {NO_DATA}\n"
    )
    return header + "".join(" ".join(map(str, row)) + "\n" for row in kmh.tolist())


def write(folder: Path, kmh: NDArray[np.int16]) -> Path:
    """`island.asc.zip` with the grid and its projection; the same bytes every time."""
    target = folder / "island.asc.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, text in (("island.asc", ascii_grid(kmh)), ("island.prj", PROJECTION)):
            entry = zipfile.ZipInfo(name)  # dated 1980, so that time leaves no trace
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text, compresslevel=9)
    return target


if __name__ == "__main__":
    into = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    print(write(into, island()))
