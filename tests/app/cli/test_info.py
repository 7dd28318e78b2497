"""`isofront info` and the tables: what there is, for people and for programs."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import rasterio
from rasterio.transform import Affine

from app.catalog.algorithms import ALGORITHMS, DEFAULT
from gpu.device import devices
from resources.paths import SAMPLE
from tests.app.cli_runs import CommandLine, write_ascii
from tests.linked_files import SOURCE
from tests.raster.files.made import geotiff


@pytest.fixture
def terrain(tmp_path: Path) -> Path:
    return write_ascii(tmp_path / "terrain.asc", np.array([[30, 60, -9999], [0, 90, 30]]))


def test_info_tells_size_place_and_values(isofront: CommandLine, terrain: Path) -> None:
    record = isofront.json("info", terrain)
    expected = {
        "rows": 2, "cols": 3, "cell_x": 10, "cell_y": 10, "crs": None, "nodata": -9999,
        "min": 0, "max": 90, "bands": 1, "left": 1000, "top": 2020,
    }  # fmt: skip
    assert expected.items() <= record.items()
    assert {"kind", "dtype"} <= record.keys()


def test_info_for_people_says_the_same(isofront: CommandLine, terrain: Path) -> None:
    status, out, err = isofront("info", terrain)
    assert (status, err) == (0, "")
    assert "2 rows × 3 columns" in out
    assert "0 to 90, 83.3 % of the cells have data" in out
    assert "-9999" in out


def test_info_says_nan_for_people_and_never_in_json(isofront: CommandLine, tmp_path: Path) -> None:
    path = geotiff(tmp_path, np.array([[1.5, np.nan]], np.float32), nodata=np.nan)
    record = isofront.json("info", path)
    assert (record["nodata"], record["nodata_is_nan"]) == (None, True)
    assert "NaN, not a number" in isofront("info", path)[1]


def test_a_map_that_stretches_is_said_wherever_it_is_used(
    isofront: CommandLine, tmp_path: Path
) -> None:
    place = Affine(100, 0, 890_000, 0, -100, 5_942_000)
    cells = np.full((9, 9), 36, np.uint8)
    web = geotiff(tmp_path, cells, crs="EPSG:3857", transform=place)
    assert isofront.json("info", web)["map_scale"] == pytest.approx([1.463, 1.467], abs=0.003)
    out = tmp_path / "times.tif"
    record = isofront.json("solve", web, "--start", "auto", "--out", out, "--algorithm", "dijkstra")
    note = "the map stretches lengths 1.46 to 1.47 times: cells are measured on the ground"
    assert note in record["notes"]
    assert record["max_seconds"] == pytest.approx(4 * 2**0.5 * 100 / 1.465 / 10, rel=0.005)
    with rasterio.open(out) as dataset:
        metres = float(dataset.tags()["ISOFRONT_METRES_PER_UNIT"])
    assert metres == pytest.approx(1 / 1.465, rel=0.002)
    plate = geotiff(tmp_path, cells, crs="EPSG:4087", transform=place, name="plate.tif")
    line = isofront.refused("solve", plate, "--start", "auto")
    assert "--reproject utm, or keep its grid: --reproject none" in line
    kept = isofront.json("solve", plate, "--start", "auto", "--reproject", "none")
    said = r"times and lengths are off by up to ([\d.]+) %, areas by up to ([\d.]+) %"
    (told,) = [match for note in kept["notes"] if (match := re.search(said, note))]
    times, areas = (float(number) / 100 for number in told.groups())
    assert areas == pytest.approx((1 + times) ** 2 - 1, rel=0.05)
    wide = geotiff(
        tmp_path, cells, crs="EPSG:3857", name="wide.tif",
        transform=Affine(200_000, 0, 890_000, 0, -300_000, 8_400_000),
    )  # fmt: skip
    line = isofront.refused("solve", wide, "--start", "auto", "--reproject", "utm")
    assert "no UTM zone" in line
    assert "Keep its grid: --reproject none" in line


def test_links_are_followed_on_request(isofront: CommandLine, tmp_path: Path) -> None:
    geotiff(tmp_path, np.full((3, 4), 5, np.uint8), name="outside.tif")
    (tmp_path / "below").mkdir()
    linked = tmp_path / "below" / "a.vrt"
    linked.write_text(SOURCE.format(relative=1, name="../outside.tif"))
    assert "outside its folder" in isofront.refused("info", linked)
    assert isofront.json("info", linked, "--allow-links")["max"] == 5
    assert "outside its folder" in isofront.refused("info", linked)


def test_info_of_the_sample_names_its_projection(isofront: CommandLine) -> None:
    record = isofront.json("info", SAMPLE)
    assert record["crs"].startswith("EPSG:")


def test_a_file_that_is_not_there_is_refused(isofront: CommandLine, tmp_path: Path) -> None:
    assert "nothing.tif: there is no such file" in isofront.refused(
        "info", tmp_path / "nothing.tif"
    )


def test_a_file_that_is_no_raster_is_refused(isofront: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "letter.tif").write_text("Dear reader,\n")
    line = isofront.refused("info", tmp_path / "letter.tif", "--json")
    assert "letter.tif" in line


def test_a_band_that_is_not_there_is_refused(isofront: CommandLine, terrain: Path) -> None:
    assert "no band 2" in isofront.refused("info", terrain, "--band", 2)


def test_algorithms_are_the_rows_of_the_catalogue(isofront: CommandLine) -> None:
    record = isofront.json("algorithms")
    assert record["default"] == DEFAULT
    assert [row["id"] for row in record["algorithms"]] == [row.id for row in ALGORITHMS]
    status, out, _ = isofront("algorithms")
    assert status == 0
    assert all(row.title in out for row in ALGORITHMS)
    assert all(f"--param {p.name}" in out for row in ALGORITHMS for p in row.parameters)


def test_devices_are_those_of_this_machine(isofront: CommandLine) -> None:
    record = isofront.json("devices")
    assert [device["name"] for device in record["devices"]] == [d.name for d in devices()]
    status, out, _ = isofront("devices")
    assert status == 0
    assert all(device.name in out for device in devices())


def test_the_cache_is_shown_and_cleared(
    isofront: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cache"
    folder.mkdir()
    (folder / "import.tif").write_bytes(b"x" * 2048)
    (folder / "mine.txt").write_text("not an import")
    monkeypatch.setenv("ISOFRONT_CACHE_DIR", str(folder))
    assert isofront.json("cache") == {
        "folder": str(folder), "files": 1, "bytes": 2048, "cleared_files": 0, "cleared_bytes": 0,
    }  # fmt: skip
    assert "2.0 KiB" in isofront("cache")[1]
    assert "deleted: 1, 2.0 KiB freed" in isofront("cache", "--clear")[1]
    assert isofront.json("cache")["files"] == 0
    assert (folder / "mine.txt").exists()
