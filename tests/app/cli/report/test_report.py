"""`isofront solve … --report`: one page, as PDF and as PNG, that says what was solved and how."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtGui import QFontDatabase

from tests.app.cli.report.pdf import pages_of, words_of
from tests.app.cli.test_joined import at, write_roads, write_terrain
from tests.app.cli_runs import CommandLine, write_ascii
from tests.app.drawn_roads import write_dimacs
from tests.ui.rasters import Rasters, centre


@pytest.fixture
def terrain(tmp_path: Path) -> Path:
    return Rasters(tmp_path).geotiff()


def _start() -> str:
    x, y = centre(20, 10)
    return f"{x},{y}"


def test_a_pdf_says_what_was_solved_and_how(
    isofront: CommandLine, terrain: Path, tmp_path: Path
) -> None:
    path = tmp_path / "page.pdf"
    words = ("--report", path, "--title", "The long walk", "--validate", "--bands", "20,40,80")
    straight = "--param", "geometry=straight"
    record = isofront.json("solve", terrain, "--start", _start(), *words, *straight)
    assert record["outputs"] == [str(path)]
    assert pages_of(path) == [(595, 842)]
    said = words_of(path)
    for expected in (
        "The long walk", "20–40 s", "plain.tif", "60 × 40",
        "Tiled delta-stepping", "Validated: all conditions of right times hold", "EPSG:32633",
        "all, straight lines", "Not reached", "N", str(datetime.now().year),
    ):  # fmt: skip
        assert expected in said, expected


def test_a_png_is_drawn_by_the_same_strokes(
    isofront: CommandLine, terrain: Path, tmp_path: Path
) -> None:
    path = tmp_path / "page.png"
    sheet = ("--paper", "letter-landscape", "--dark", "--bands", "20,40,80")
    isofront.json("solve", terrain, "--start", _start(), "--report", path, *sheet)
    with Image.open(path) as picture:
        assert picture.size == (11 * 192, 8.5 * 192)
        pixels = np.asarray(picture.convert("RGB"))
    assert (pixels[:60] == 255).all(), "a report is light, however dark the map is asked for"
    colours = {tuple(c) for c in pixels[::3, ::3].reshape(-1, 3).tolist()}
    assert len(colours) > 20


def test_what_was_changed_of_a_vehicle_is_said(
    isofront: CommandLine, crossing: Path, tmp_path: Path
) -> None:
    path = tmp_path / "page.pdf"
    words = ("solve", crossing, "--start", "vertex:1", "--report", path)
    names = {"Changes", "Closures", "Closed arcs", "Speeds of ways"}
    isofront.json(*words)
    assert not names & set(words_of(path).splitlines())
    overrides, closed = tmp_path / "today.csv", tmp_path / "closed.geojson"
    overrides.write_text("osm_id,max_speed,speed_type\n20,0.5,scale\n")
    line = {"type": "LineString", "coordinates": [[0.001, 0.0009], [0.0018, 0.0009]]}
    closed.write_text(json.dumps({"type": "Feature", "properties": {}, "geometry": line}))
    kinds = "motorway", "trunk", "primary", "secondary", "tertiary", "residential", "service"
    slower = [word for kind in kinds for word in ("--set", f"speeds_kmh.{kind}=17")]
    isofront.json(*words, *slower, "--overrides", overrides, "--closures", closed)
    said = words_of(path)
    assert names <= set(said.splitlines())
    for expected in ("speeds_kmh.motorway=17;", "and 1 more", "today.csv"):
        assert expected in " ".join(said.split()), expected


def test_roads_that_are_burned_into_cells_say_who_drives(
    isofront: CommandLine, tmp_path: Path
) -> None:
    ground, roads = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    page = tmp_path / "page.pdf"
    words = ("solve", ground, "--roads", roads, "--start", at(2, 2), "--report", page)
    for join in ("burned", "combined"):
        driven = "--profile", "truck", "--set", "speeds_kmh.residential=17"
        isofront.json(*words, "--join", join, *driven)
        said = words_of(page).splitlines()
        assert {"Truck", "Costs", "Changes"} <= set(said)
        assert "speeds_kmh.residential=17" in said
        assert ("roads, burned into the cells" in " ".join(said)) == (join == "burned")
    isofront.json("solve", ground, "--start", at(2, 2), "--report", page)
    assert not {"Roads", "Costs", "Changes"} & set(words_of(page).splitlines())


def test_people_are_summed_by_band(isofront: CommandLine, tmp_path: Path) -> None:
    ground = write_ascii(tmp_path / "ground.asc", np.full((12, 16), 36))
    people = write_ascii(tmp_path / "people.asc", np.full((12, 16), 7))
    path = tmp_path / "page.pdf"
    asked = ("--bands", "5,60", "--values", f"{people},people", "--report", path)
    record = isofront.json("solve", ground, "--start", "1005,2015", *asked)
    assert record["cells_reached"] == 192
    said = words_of(path).splitlines()
    assert "people" in said
    sums = said[said.index("people") + 1 :]
    within = [line for line in ("203", "1 141") if line in sums]
    assert len(within) == 2, "29 cells lie within 5 s, 163 beyond"


def test_what_lies_beyond_bands_that_were_chosen_has_a_row(
    isofront: CommandLine, tmp_path: Path
) -> None:
    ground = write_ascii(tmp_path / "ground.asc", np.full((12, 16), 36))
    people = write_ascii(tmp_path / "people.asc", np.full((12, 16), 7))
    path = tmp_path / "page.pdf"
    asked = ("--bands", "5", "--values", f"{people},people", "--report", path)
    isofront.json("solve", ground, "--start", "1005,2015", *asked)
    said = words_of(path).splitlines()
    table = said[said.index("people") + 1 :]
    assert "Beyond 5 s" in table
    assert {"203", "1 141"} <= set(table)


def test_roads_have_a_report_with_lengths(isofront: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "roads.pdf"
    roads = write_dimacs(tmp_path)
    when = ("--profile", "car", "--departure", "2026-11-23T08:30")
    isofront.json("solve", roads, "--start", "vertex:1", "--report", path, *when)
    said = words_of(path)
    assert "Roads by band" in said
    assert "2026-11-23 08:30" in said
    assert "Dijkstra" in said


def test_joined_ground_is_drawn_with_its_roads(isofront: CommandLine, tmp_path: Path) -> None:
    ground, roads = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    page, picture = tmp_path / "page.pdf", tmp_path / "map.png"
    asked = ("--roads", roads, "--start", at(2, 2), "--report", page, "--png", picture)
    isofront.json("solve", ground, *asked)
    assert "ground.tif + roads.gpkg" in words_of(page)
    with Image.open(picture) as drawn:
        pixels = np.asarray(drawn.convert("RGB"))
    water, bridge = (
        {tuple(colour) for colour in pixels[rows, 790:810].reshape(-1, 3).tolist()}
        for rows in (slice(400, 480), slice(498, 501))  # the road leads through the middle
    )
    assert not water & bridge


def test_a_machine_without_fonts_is_told_so(
    isofront: CommandLine, terrain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFontDatabase, "families", lambda *args: [])
    path = tmp_path / "page.pdf"
    line = isofront.refused("solve", terrain, "--start", _start(), "--report", path)
    assert "no fonts" in line
    assert not path.exists()
