"""`--starts FILE` and `--owners FILE`: starts from files, and who is first where."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pyogrio
import pytest
import rasterio
import shapely

from app.starts import OLD_DELAYS
from raster.ownership import NOBODY
from tests.app.cli.test_joined import CELL, LEFT, TOP, write_roads, write_terrain
from tests.app.cli_runs import CommandLine, write_ascii

ENDS = (("a", 5), ("b", 35))
"""Names and columns of starts at the ends of a road."""


def write_rows(path: Path, head: str, *rows: str) -> Path:
    path.write_text("\n".join((head, *rows, "")), encoding="utf-8")
    return path


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """20 rows and 30 columns of 36 km/h: a second a cell, with a lake in the lower right corner."""
    kmh = np.full((20, 30), 36)
    kmh[15:, 25:] = -9999
    return write_ascii(tmp_path / "plain.asc", kmh)


@pytest.fixture
def rivals(tmp_path: Path) -> Path:
    """West in row 10 from below, east opposite, late; one that is off, one in the lake."""
    return write_rows(
        tmp_path / "rivals.csv",
        "name,x,y,delay_s,colour,on",
        "West,1015,2105,0,,1",
        "East,1285,2105,6,#C71287,yes",
        "Gone,1155,2105,0,,0",
        "Lake,1295,2005,0,,1",
    )


def test_starts_of_a_file_have_names_colours_and_delays(
    isofront: CommandLine, plain: Path, rivals: Path, tmp_path: Path
) -> None:
    out = tmp_path / "owners.csv"
    words = ("solve", plain, "--starts", rivals, "--owners", out, "--json")
    status, printed, err = isofront(*words)
    assert status == 0
    assert (
        err == f"isofront: 1 of 4 starts of {rivals} are left out: Lake (on a cell without data)\n"
    )
    assert '"West"' in printed
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["name"], row["delay_s"], row["colour"]) for row in rows] == [
        ("West", "0", "#2f7de1"),
        ("East", "6", "#c71287"),
    ]
    assert sum(float(row["area_m2"]) for row in rows) == (20 * 30 - 25) * 100
    assert sum(float(row["share"]) for row in rows) == pytest.approx(1.0, abs=1e-5)
    assert float(rows[0]["area_m2"]) > float(rows[1]["area_m2"])


def test_a_table_of_a_country_with_a_decimal_comma_is_read(
    isofront: CommandLine, plain: Path, tmp_path: Path
) -> None:
    written = write_rows(
        tmp_path / "starts.csv", "Name;X;Y;delay_s", "West, below;1015,0;2105,0;1,5"
    )
    assert isofront.json("solve", plain, "--starts", written)["starts"] == [[1015, 2105, 1.5]]


def test_owners_are_told_for_a_program(isofront: CommandLine, plain: Path, tmp_path: Path) -> None:
    words = ("solve", plain, "--start", "1015,2105", "--start", "1285,2105,6")
    record = isofront.json(*words, "--owners", tmp_path / "owners.gpkg")
    first, second = record["owners"]
    assert (first["name"], second["name"], second["delay"]) == ("1", "2", 6.0)
    assert first["share"] + second["share"] == pytest.approx(1.0)
    assert "owners" not in isofront.json(*words)


@pytest.mark.parametrize("old", OLD_DELAYS)
def test_the_old_name_of_a_delay_is_read(
    isofront: CommandLine, plain: Path, tmp_path: Path, old: str
) -> None:
    rows = write_rows(tmp_path / "old.csv", f"x,y,{old}", "1015,2105,0", "1285,2105,6")
    assert isofront.json("solve", plain, "--starts", rows)["starts"][1] == [1285, 2105, 6]


def test_a_raster_of_owners_has_their_colours_and_says_who_they_are(
    isofront: CommandLine, plain: Path, rivals: Path, tmp_path: Path
) -> None:
    out = tmp_path / "owners.tif"
    assert isofront("solve", plain, "--starts", rivals, "--owners", out)[0] == 0
    with rasterio.open(out) as dataset:
        found, tags = dataset.read(1), dataset.tags()
        assert dataset.colormap(1)[2] == (0xC7, 0x12, 0x87, 255)
    # East sets out six seconds late: 27 cells between the two, so West holds 16 more of them.
    assert found[9].tolist() == [1] * 18 + [2] * 12
    assert found[19, 29] == 0
    assert tags["ISOFRONT_CLASSES"] == "1: West; 2: East"
    assert tags["ISOFRONT_STARTS"] == "1015 2105 0; 1285 2105 6"
    assert tags["ISOFRONT_START_NAMES"] == '["West", "East"]'
    names = rasterio.open(out).tags(1)
    assert names is not None
    table = out.with_name("owners.tif.aux.xml").read_text()
    assert "West" in table
    assert "from_s" not in table


@pytest.mark.parametrize("suffix", [".gpkg", ".geojson", ".shp", ".fgb", ".kml"])
def test_polygons_of_owners_cover_what_is_reached_and_do_not_overlap(
    isofront: CommandLine, rivals: Path, tmp_path: Path, suffix: str
) -> None:
    random = np.random.default_rng(1)
    rough = write_ascii(tmp_path / "rough.asc", random.choice([0, 5, 36, 50], (20, 30)))
    kmh = np.loadtxt(rough, skiprows=6)
    rough.with_suffix(".prj").write_text(rasterio.CRS.from_epsg(32633).to_wkt())
    kmh[9, 1], kmh[9, 28] = 36, 36
    write_ascii(rough, kmh)
    out = tmp_path / f"owners{suffix}"
    words = ("solve", rough, "--start", "1015,2105", "--start", "1285,2105,6", "--owners")
    assert isofront(*words, out)[0] == 0
    assert isofront(*words, tmp_path / "owners.tif")[0] == 0
    if suffix == ".kml":
        assert "<name>2</name>" in out.read_text()
        return
    meta, _, geometries, values = pyogrio.raw.read(out)
    areas = shapely.from_wkb(geometries)
    assert shapely.is_valid(areas).all()
    assert values[meta["fields"].tolist().index("label")].tolist() == ["1", "2"]
    if suffix == ".geojson":
        return
    assert areas[0].intersection(areas[1]).area == 0
    with rasterio.open(tmp_path / "owners.tif") as dataset:
        for row, col in np.ndindex(20, 30):
            number = int(dataset.read(1)[row, col])
            at = shapely.Point(dataset.xy(row, col))
            assert [bool(area.contains(at)) for area in areas] == [number == 1, number == 2]
    told = values[meta["fields"].tolist().index("area_m2")]
    assert told.tolist() == [area.area for area in areas]


@pytest.mark.parametrize("suffix", [".gpkg", ".csv"])
def test_streets_have_the_start_that_is_first_on_them(
    isofront: CommandLine, tmp_path: Path, suffix: str
) -> None:
    # A road of three parts, driven evenly: who comes from its ends meets in the middle.
    roads, out = write_roads(tmp_path / "roads.gpkg"), tmp_path / f"owners{suffix}"
    y = TOP - 4.5 * CELL
    ends = write_rows(
        tmp_path / "ends.csv", "id,x,y", *(f"{n},{LEFT + (c + 0.5) * CELL},{y}" for n, c in ENDS)
    )
    record = isofront.json("solve", roads, "--starts", ends, "--owners", out)
    by_name = {row["name"]: row["length_m"] for row in record["owners"]}
    assert by_name == {"a": pytest.approx(450, abs=1), "b": pytest.approx(450, abs=1)}
    if suffix == ".csv":
        assert out.read_text().splitlines()[1].startswith("1,a,")
        return
    meta, _, lines, values = pyogrio.raw.read(out)
    fields = dict(zip(meta["fields"].tolist(), values, strict=True))
    found = shapely.from_wkb(lines)
    for name, length in by_name.items():
        own = fields["label"] == name
        assert fields["length_m"][own].sum() == pytest.approx(length, rel=1e-3)
        assert shapely.length(found[own]).sum() == pytest.approx(length, rel=1e-3)
    assert set(fields["colour"]) == {"#2f7de1", "#f08a1d"}


def test_joined_ground_has_owners_beyond_the_river(isofront: CommandLine, tmp_path: Path) -> None:
    terrain, roads = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    with rasterio.open(terrain) as dataset:
        west, east = dataset.xy(2, 2), dataset.xy(2, 38)
    out = tmp_path / "owners.tif"
    starts = [f"--start={x},{y}" for x, y in (west, east)]
    assert isofront("solve", terrain, "--roads", roads, *starts, "--owners", out)[0] == 0
    found = rasterio.open(out).read(1).astype(int) - 1
    assert (found[2, 2], found[2, 38], found[2, 20]) == (0, 1, NOBODY)


def test_without_a_start_nothing_is_read(isofront: CommandLine, plain: Path) -> None:
    told = isofront.refused("solve", plain)
    assert told == "isofront: --start: there is no start. Give X,Y, or --starts FILE."
    assert "no start" in isofront.refused("bench", plain, "--algorithms", "tiled")


def test_a_file_of_starts_that_cannot_be_used_is_told_in_a_line(
    isofront: CommandLine, plain: Path, tmp_path: Path
) -> None:
    for head, row, words in (
        ("x,y,delay_s", "1015,2105,soon", "line 2: 'soon' is not a delay"),
        ("x,y,delay_s", "1015,2105,-1", "'-1' is not a delay"),
        ("x,y,colour", "1015,2105,reddish", "'reddish' is not a colour"),
        ("x,y,on", "1015,2105,perhaps", "'perhaps' is neither on nor off"),
        ("x,y", "5,5", "outside the raster"),
        ("a,b", "5,5", "there is no column lon or lat. Give the columns lon,lat or x,y."),
        ("y,b", "5,5", "there is no column x. Give the columns lon,lat or x,y."),
        ("vertex", "5", "a raster has no vertices"),
        ("x,y,on", "1015,2105,0", "no start"),
    ):
        rows = write_rows(tmp_path / "bad.csv", head, row)
        assert words in isofront.refused("solve", plain, "--starts", rows)
