"""Slopes from the command line to the tags of files."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import rasterio
from rasterio.transform import from_origin

from app.measure import duration
from tests.app.cli_runs import CommandLine

NS = {"g": "http://www.topografix.com/GPX/1/1"}
LEFT, TOP, CELL = 500_000.0, 4_600_000.0, 30.0


@pytest.fixture
def hill(tmp_path: Path) -> Path:
    """A folder with speeds of 6 km/h, and heights that rise by a metre in ten to the east."""
    place = {"crs": "EPSG:32633", "transform": from_origin(LEFT, TOP, CELL, CELL)}
    rise = np.tile(np.arange(60, dtype=np.float32) * 3, (40, 1))
    for name, values in (("ground", np.full((40, 60), 6, np.uint8)), ("rise", rise)):
        with rasterio.open(
            tmp_path / f"{name}.tif", "w", driver="GTiff", height=40, width=60, count=1,
            dtype=values.dtype, **place,
        ) as file:  # fmt: skip
            file.write(values, 1)
    return tmp_path


def test_uphill_is_not_downhill(hill: Path, isofront: CommandLine) -> None:
    start = f"{LEFT + CELL / 2},{TOP - CELL / 2}"
    asked = ("solve", hill / "ground.tif", "--start", start, "--validate")
    slopes = (*asked, "--elevation", hill / "rise.tif", "--slope-model", "tobler")
    level = isofront.json(*asked)
    times = {}
    for direction in ("from", "to"):
        out = hill / f"{direction}.tif"
        found = isofront.json(*slopes, "--direction", direction, "--out", out)
        assert found["validated"]
        told = {"model": "tobler", "elevation": "rise.tif", "direction": direction}
        assert found["slopes"] == told
        with rasterio.open(out) as file:
            times[direction] = float(file.read(1)[0, 59])
            tags = file.tags()
        assert (tags["ISOFRONT_SLOPE_MODEL"], tags["ISOFRONT_DIRECTION"]) == ("tobler", direction)
        assert tags["ISOFRONT_COST_MODEL"].endswith(
            "the factor of the slope by ISOFRONT_SLOPE_MODEL"
        )
    lambdas = hill / "lambda.tif"
    isofront.json(*slopes[:-1], "naismith:lambda=1", "--out", lambdas)
    with rasterio.open(lambdas) as file:
        assert "times lambda, and the seconds a metre" in file.tags()["ISOFRONT_COST_MODEL"]
    metres = 59 * CELL
    assert times["from"] == pytest.approx(metres * 0.6 * np.exp(3.5 * 0.15), rel=1e-4)
    assert times["to"] == pytest.approx(metres * 0.6 * np.exp(3.5 * 0.05), rel=1e-4)
    assert "slopes" not in level
    both = isofront.json(*slopes, "--param", "geometry=straight", "--validate")
    assert (both["algorithm"], both["geometry"], both["validated"]) == ("tiled", "straight", True)


def test_files_of_a_route_say_how_it_climbs(hill: Path, isofront: CommandLine) -> None:
    """By ten cells of 3 m up, five down, three up and seven down."""
    ridge = np.concatenate(
        (np.arange(11), np.arange(9, 4, -1), np.arange(6, 9), np.arange(7, -34, -1))
    )
    with rasterio.open(hill / "rise.tif", "r+") as file:
        file.write(np.tile(ridge.astype(np.float32) * 3, (40, 1)), 1)
    ends = [f"{LEFT + CELL * (col + 0.5)},{TOP - CELL / 2}" for col in (0, 25)]
    words: tuple[object, ...]
    words = ("route", hill / "ground.tif", "--from", ends[0], "--to", ends[1])
    words += ("--elevation", hill / "rise.tif", "--slope-model")
    up, down = 39.0, 39.0 - 3 * float(ridge[25])
    gpx, lines = hill / "way.gpx", hill / "way.geojson"
    seconds = 25 * CELL * 0.72 + up * 6
    for out in (gpx, lines):
        told = isofront.json(*words, "naismith:lambda=0,c=0,d=0", "--out", out)
        assert (told["climb_m"], told["descent_m"]) == pytest.approx((up, down), abs=0.1)
        assert told["seconds"] == pytest.approx(seconds, rel=1e-4)
    (track,) = ElementTree.parse(gpx).getroot().findall("g:trk", NS)
    heights = [float(found.text or "") for found in track.iterfind(".//g:ele", NS)]
    assert heights == pytest.approx(3.0 * ridge[:26], abs=0.06)
    told_there = f"{duration(seconds)}, {25 * CELL:.0f} m, {up:.0f} m up, {down:.0f} m down"
    assert track.findtext("g:desc", "", NS) == told_there
    (feature,) = json.loads(lines.read_text())["features"]
    held = feature["properties"]
    assert (held["climb_m"], held["descent_m"]) == pytest.approx((up, down), abs=0.1)
    assert held["time_s"] == pytest.approx(seconds, rel=1e-4)
    assert held["length_m"] == pytest.approx(25 * CELL)

    # Heights are told where slopes do not count, too; lengths along the ground where these do.
    told = isofront.json(*words, "none")
    assert (told["climb_m"], told["descent_m"]) == pytest.approx((up, down), abs=0.1)
    assert (told["seconds"], told["length_m"]) == pytest.approx((25 * CELL * 0.6, 25 * CELL))
    told = isofront.json(*words, "none", "--surface-length")
    assert told["length_m"] == pytest.approx(25 * np.hypot(CELL, 3.0))
    assert told["seconds"] == pytest.approx(told["length_m"] * 0.6, rel=1e-4)


def test_a_matrix_counts_slopes(hill: Path, isofront: CommandLine) -> None:
    places, out = hill / "places.csv", hill / "times.csv"
    ends = [f"{LEFT + CELL * (col + 0.5)},{TOP - CELL / 2}" for col in (0, 59)]
    places.write_text("\n".join(("id,x,y", f"low,{ends[0]}", f"high,{ends[1]}")))
    words: tuple[object, ...]
    words = ("matrix", hill / "ground.tif", "--origins", places, "--destinations", places)
    words += ("--elevation", hill / "rise.tif", "--slope-model", "tobler", "--out", out)
    isofront.json(*words)
    with out.open(encoding="utf-8") as file:
        rows = {(row["origin"], row["destination"]): row["time_s"] for row in csv.DictReader(file)}
    up, down = (59 * CELL * 0.6 * np.exp(3.5 * steep) for steep in (0.15, 0.05))
    assert float(rows["low", "high"]) == pytest.approx(up, rel=1e-4)
    assert float(rows["high", "low"]) == pytest.approx(down, rel=1e-4)


def rewritten(path: Path, unit: str = "", nodata: float | None = None, **profile: object) -> Path:
    """A raster once more, otherwise."""
    with rasterio.open(path) as file:
        told, values = file.profile | {"nodata": nodata} | profile, file.read(1)
    with rasterio.open(path, "w", **told) as file:
        file.write(values, 1)
        file.units = (unit,)
    return path


def test_heights_that_are_of_no_use_are_told_in_a_line(hill: Path, isofront: CommandLine) -> None:
    rise = hill / "rise.tif"
    asked: tuple[object, ...]
    asked = ("solve", hill / "ground.tif", "--start", "auto", "--elevation", rise)
    asked += ("--slope-model", "tobler")
    rewritten(rise, unit="ft")
    assert "Heights are in feet" in " ".join(isofront.json(*asked)["notes"])
    rewritten(rise, nodata=30.0)  # the height of a column
    assert "40 cells that can be entered (1.7 %) have no height" in " ".join(
        isofront.json(*asked)["notes"]
    )
    rewritten(rise, unit="fathom")
    assert "rise.tif: its heights are in 'fathom'. Write them in" in isofront.refused(*asked)
    rewritten(rise, transform=from_origin(LEFT + 90_000, TOP, CELL, CELL))
    assert "rise.tif: the elevation raster lies elsewhere" in isofront.refused(*asked)
    table = hill / "factors.csv"
    table.write_text("0,1\n20,3\n10,2\n")
    told = isofront.refused(*asked[:-1], f"table:{table}")
    assert "factors.csv, line 3: an angle of 10° after 20°. Sort" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--elevation", "rise.tif"), "--elevation: nobody said what slopes do"),
        (("--slope-model", "tobler"), "--slope-model tobler: there are no heights"),
        (("--slope-model", "walk"), "no slope model 'walk'"),
        (("--surface-length",), "--surface-length: nobody said what slopes do"),
        (("--direction", "to"), "--direction: a raster has no direction without slopes"),
        (
            ("--elevation", "rise.tif", "--slope-model", "tobler", "--algorithm", "out-of-core"),
            "out-of-core: knows no slopes. Choose tiled or dijkstra or near-far, or",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_a_line(
    hill: Path, isofront: CommandLine, words: tuple[str, ...], told: str
) -> None:
    given = [hill / word if word.endswith(".tif") else word for word in words]
    assert told in isofront.refused("solve", hill / "ground.tif", "--start", "auto", *given)
