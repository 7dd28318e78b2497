"""Rasters as pictures beneath a map."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import rasterio
from numpy.typing import NDArray
from rasterio.enums import ColorInterp
from rasterio.shutil import copy
from rasterio.transform import from_origin

from core.errors import InputError
from raster.files.base.picture import BasePicture
from raster.files.base.warp import from_mercator, mercator_box

UTM = "EPSG:32633"
BOX = (500_000.0, 4_599_900.0, 500_100.0, 4_600_000.0)


def written(path: Path, *bands: NDArray[np.generic], crs: str | None = UTM, **how: object) -> Path:
    """100 m × 100 m in ten by ten cells."""
    first = bands[0]
    size = {"height": first.shape[0], "width": first.shape[1], "count": len(bands)}
    at = from_origin(BOX[0], BOX[3], 100 / first.shape[1], 100 / first.shape[0])
    with rasterio.open(
        path, "w", driver="GTiff", dtype=first.dtype, crs=crs, transform=at, **size, **how
    ) as target:
        target.write(np.stack(bands))
    return path


def halves(left: int, right: int) -> NDArray[np.uint8]:
    cells = np.full((10, 10), left, np.uint8)
    cells[:, 5:] = right
    return cells


def test_colours_are_as_they_are_and_end_with_the_raster(tmp_path: Path) -> None:
    path = written(tmp_path / "rgb.tif", halves(200, 10), halves(100, 20), halves(50, 30))
    picture = BasePicture.open(path)
    part = picture.part(UTM, (BOX[0] - 100, BOX[1], BOX[2], BOX[3]), (10, 20))
    assert part.shape == (10, 20, 4)
    assert part[5, 2].tolist() == [0, 0, 0, 0]  # outside
    assert part[5, 12].tolist() == [200, 100, 50, 255]
    assert part[5, 18].tolist() == [10, 20, 30, 255]


def test_one_band_is_grey_between_its_shares_and_no_data_is_clear(tmp_path: Path) -> None:
    heights = np.linspace(100, 900, 100, dtype=np.float32).reshape(10, 10)
    heights[0, 0] = -9999
    path = written(tmp_path / "dem.tif", heights, nodata=-9999)
    part = BasePicture.open(path).part(UTM, BOX, (10, 10))
    assert part[0, 0, 3] == 0
    assert part[5, 5, 3] == 255
    assert part[9, 9].tolist() == [255, 255, 255, 255]
    assert part[2, 5, 0] < part[7, 5, 0]
    assert np.all(part[..., 0] == part[..., 1])


def test_a_colour_table_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "classes.tif"
    written(path, halves(1, 2))
    with rasterio.open(path, "r+") as target:
        target.write_colormap(1, {1: (255, 0, 0, 255), 2: (0, 0, 255, 255)})
        target.colorinterp = (ColorInterp.palette,)
    part = BasePicture.open(path).part(UTM, BOX, (20, 20))
    assert part[10, 4].tolist() == [255, 0, 0, 255]
    assert part[10, 15].tolist() == [0, 0, 255, 255]


def test_it_is_warped_to_the_map(tmp_path: Path) -> None:
    path = written(tmp_path / "rgb.tif", halves(200, 10), halves(100, 20), halves(50, 30))
    picture = BasePicture.open(path)
    box = mercator_box(UTM, BOX)
    part = picture.part("EPSG:3857", box, (40, 40))
    assert part[20, 10].tolist() == [200, 100, 50, 255]
    assert part[20, 30].tolist() == [10, 20, 30, 255]
    back = from_mercator(part, box, UTM, BOX, (10, 10))
    assert back[5, 2].tolist() == [200, 100, 50, 255]


def test_tiles_in_a_file_are_a_raster_like_others(tmp_path: Path) -> None:
    box = mercator_box(UTM, BOX)
    side = 512
    cells = np.full((3, side, side), 90, np.uint8)
    cells[0, :, side // 2 :] = 250
    path = tmp_path / "flat.tif"
    at = from_origin(box[0] - 300, box[3] + 300, 600 / side, 600 / side)
    with rasterio.open(
        path, "w", driver="GTiff", dtype="uint8", crs="EPSG:3857", transform=at, height=side,
        width=side, count=3,
    ) as target:  # fmt: skip
        target.write(cells)
    tiles = tmp_path / "map.mbtiles"
    copy(path, tiles, driver="MBTiles")
    part = BasePicture.open(tiles).part("EPSG:3857", box, (20, 20))
    assert part[..., 3].min() == 255
    assert abs(int(part[10, 2, 1]) - 90) < 6


def test_what_is_no_raster_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.tif"
    path.write_text("nothing")
    with pytest.raises(InputError, match="cannot be drawn as a base layer"):
        BasePicture.open(path)
