"""Draws speeds, heights and roads of the sample: `python -m resources.sample.generate [FOLDER]`.

The island is invented. It lies in open water of UTM zone 33 so that every tool knows its CRS.
A developer's tool: it needs SciPy, which the application does not. The bytes of the roads depend
on the libraries that join and write them; the network does not.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import numpy as np
import pyproj
from numpy.typing import NDArray

from resources.sample.cover import speeds
from resources.sample.relief import SIDE, Relief, grow
from resources.sample.road_file import write_roads
from resources.sample.roads import build
from resources.sample.streets import network
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
    return moved_on(grow(cells, seed), seed)


def moved_on(relief: Relief, seed: int = SEED) -> NDArray[np.int16]:
    """km/h on a shape of the island, as of `island`."""
    waters = fill(relief, seed)
    return speeds(waters, build(waters, seed), seed)


def heights(relief: Relief) -> NDArray[np.int16]:
    """Metres above the sea, which is 0, of two by two cells, int16, (cells / 2, cells / 2): enough
    for light and shadow. What is half land and more is land, and no lower than 1."""
    half = len(relief.height) // 2
    blocks = relief.height.reshape(half, 2, half, 2)
    land = (blocks > 0).mean(axis=(1, 3)) >= 0.5
    above = np.rint(np.maximum(blocks, 0).mean(axis=(1, 3)))
    metres: NDArray[np.int16] = np.where(land, np.maximum(above, 1), 0).astype(np.int16)
    return metres


def ascii_grid(values: NDArray[np.int16]) -> str:
    """The ESRI ASCII grid of the island, line by line."""
    cell = SIDE / len(values)
    header = (
        f"ncols {values.shape[1]}\nnrows {values.shape[0]}\nxllcorner {LEFT}\n"
        f"yllcorner {TOP - round(SIDE)}\ncellsize {cell:g}\nNODATA_value {NO_DATA}\n"
    )
    return header + "".join(" ".join(map(str, row)) + "\n" for row in values.tolist())


def write(folder: Path, values: NDArray[np.int16], name: str = "island") -> Path:
    """`island.asc.zip` with the grid and its projection; the same bytes every time."""
    target = folder / f"{name}.asc.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for suffix, text in ((".asc", ascii_grid(values)), (".prj", PROJECTION)):
            entry = zipfile.ZipInfo(name + suffix)  # dated 1980, so that time leaves no trace
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text, compresslevel=9)
    return target


def write_all(into: Path) -> list[Path]:
    """Speeds, heights and roads of the island; the files."""
    shape = grow(CELLS, SEED)
    waters = fill(shape, SEED)
    built = build(waters, SEED)
    to_globe = pyproj.Transformer.from_crs(PROJECTION, "EPSG:4326", always_xy=True)
    return [
        write(into, speeds(waters, built, SEED)),
        write(into, heights(shape), "island_elevation"),
        write_roads(
            into / "island_roads.osm.pbf", network(waters, built, SEED), to_globe, (LEFT, TOP), SEED
        ),
    ]


if __name__ == "__main__":
    for written in write_all(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent):
        print(written)
