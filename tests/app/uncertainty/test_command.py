"""`isofront uncertainty`: what is told and written of times over uncertain speeds."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pyogrio
import pyogrio.raw
import rasterio

from tests.app.cli_runs import CommandLine, write_ascii
from tests.app.drawn_roads import write_osm

# Cells of 10 m at 36 km/h, a second a cell; a wall with a gap.
GROUND = np.array([[36, 0, 36, 36], [36, 36, 36, 36], [36, 0, 36, 36]])
START = ("--start", "1005,2025")


def test_terrain_becomes_a_summary_and_files_like_any(
    isofront: CommandLine, tmp_path: Path
) -> None:
    path, out = write_ascii(tmp_path / "ground.asc", GROUND), tmp_path / "all.tif"
    times, areas = tmp_path / "times.tif", tmp_path / "areas.gpkg"
    ask = (
        "uncertainty",
        path,
        *START,
        "--runs",
        10,
        "--seed",
        7,
        "--bands",
        "2,9",
        "--spread",
        0.5,
    )
    told = isofront.json(*ask, "--summary", out, "--out", times, "--polygons", areas)
    assert (told["runs"], told["seed"], told["limit"]) == (10, 7, 9.0)
    ten, fifty, ninety = (row["within_limit"] for row in told["certain"])
    assert ten >= fifty >= ninety > 0
    with rasterio.open(out) as dataset:
        early, half, late, likely = dataset.read(masked=True)
        assert "seed 7" in dataset.tags()["ISOFRONT_CERTAINTY"]
    assert (early <= half).all()
    assert (half <= late).all()
    assert (early < late).any()
    assert likely.max() == 1.0
    assert early.mask[0, 1]
    with rasterio.open(times) as dataset:
        np.testing.assert_array_equal(dataset.read(1, masked=True), late)
        assert dataset.tags()["ISOFRONT_CERTAINTY"].startswith("90 %")
    assert pyogrio.read_info(areas)["features"] == 2
    again = tmp_path / "again.tif"
    isofront.json(*ask, "--summary", again, "--algorithm", "dijkstra")
    with rasterio.open(again) as dataset:
        np.testing.assert_array_equal(dataset.read()[:4], np.ma.filled([early, half, late, likely]))


def test_roads_become_a_table_and_points(isofront: CommandLine, tmp_path: Path) -> None:
    roads, out, points = write_osm(tmp_path), tmp_path / "all.csv", tmp_path / "all.gpkg"
    for target in (out, points):
        status, text, _ = isofront(
            "uncertainty", roads, "--start", "vertex:1", "--runs", 5, "--alike", "street",
            "--summary", target,
        )  # fmt: skip
        assert status == 0
        assert "one factor a street" in text
    with out.open() as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["vertex", "lon", "lat", "time_10", "time_50", "time_90", "probability"]
    assert all(float(r["time_10"]) <= float(r["time_90"]) for r in rows)
    meta, _, _, values = pyogrio.raw.read(points)
    late = values[list(meta["fields"]).index("time_90")]
    np.testing.assert_allclose(late, [float(row["time_90"]) for row in rows])


def test_what_makes_no_sense_is_one_line(isofront: CommandLine, tmp_path: Path) -> None:
    path = write_ascii(tmp_path / "ground.asc", GROUND)
    for more in (("--spread", 9), ("--summary", tmp_path / "x.gpkg"), ("--alike", "street")):
        status, _, line = isofront("uncertainty", path, *START, *more)
        assert status == 2
        assert line.count("\n") == 1, line
