"""Edits on the command line: counted wherever there are cells, and burnt into files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rasterio
from PIL import Image

from app.document.edit_files import read_edits, write_edits
from core.errors import ExportError
from raster.edits.edit import (
    AreaShape,
    EditLayer,
    FloodShape,
    GroundEdit,
    LineShape,
)
from raster.files.read import open_velocity
from tests.app.cli.report.pdf import words_of
from tests.app.cli_runs import CommandLine, write_ascii
from tests.app.exports.web.test_page import data_of

START = "1005,2005"


def feature(kind: str, corners: Any, **told: object) -> dict[str, object]:
    shape = {"type": kind, "coordinates": corners}
    return {"type": "Feature", "properties": told, "geometry": shape}


def layer_file(path: Path, *features: dict[str, object]) -> Path:
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return path


@pytest.fixture
def ground(tmp_path: Path) -> Path:
    """Twelve cells by twelve of 36 km/h, 10 m wide."""
    return write_ascii(tmp_path / "ground.asc", np.full((12, 12), 36))


@pytest.fixture
def wall(tmp_path: Path) -> Path:
    """A wall across with a ford in it, and one that is hidden."""
    across = [[990, 2055], [1130, 2055]]
    return layer_file(
        tmp_path / "wall.geojson",
        feature("LineString", across, name="wall"),
        feature("Point", [1115, 2055], effect="open", value=18, name="ford"),
        feature("LineString", [[1055, 1990], [1055, 2130]], visible=0),
    )


def test_edits_count_in_solves_and_their_files_say_so(
    isofront: CommandLine, ground: Path, wall: Path, tmp_path: Path
) -> None:
    out = tmp_path / "times.tif"
    asked = "solve", ground, "--start", START, "--edits", wall, "--out", out, "--validate"
    record = isofront.json(*asked)
    assert record["cells_reached"] == 144 - 11
    assert "2 edits over 12 cells, 1 hidden edit left out." in record["notes"]
    with rasterio.open(out) as dataset:
        times, tags = dataset.read(1), dataset.tags()
    assert (times[6, :11] < 0).all(), "the wall"
    assert times[6, 11] > 0, "the ford"
    assert tags["ISOFRONT_EDITS"] == "barrier (wall); open 18 km/h (ford)"
    assert tags["ISOFRONT_EDITED_CELLS"] == "12"


def test_pictures_show_what_was_edited(isofront: CommandLine, ground: Path, tmp_path: Path) -> None:
    # At once its speed the ground is as before, so that nothing but the mark can differ.
    picture, front, change = (tmp_path / name for name in ("map.png", "front.gif", "change.png"))
    area = [[[1030, 2030], [1080, 2030], [1080, 2080], [1030, 2030]]]
    same, unseen = (
        layer_file(
            tmp_path / f"{visible}.geojson",
            feature("Polygon", area, effect="factor", value=1, visible=visible),
        )
        for visible in (1, 0)
    )
    size = "--png-size", "320x240"
    drawn = []
    for edits in (unseen, same):
        words = "--edits", edits, "--png", picture, "--animation", front
        isofront.json("solve", ground, "--start", START, *words, *size)
        question = f"'{ground}' --start {START}"
        isofront.json("compare", question, f"{question} --edits '{edits}'", "--png", change, *size)
        images = []
        for path in (picture, front, change):
            with Image.open(path) as image:
                images.append(np.asarray(image.convert("RGB")).astype(int))
        drawn.append(images)
    for before, after in zip(*drawn, strict=True):
        differs = np.abs(after - before).max(axis=2) > 20
        assert 100 < differs.sum() < differs.size / 4


def test_a_report_says_what_was_edited(
    isofront: CommandLine, ground: Path, wall: Path, tmp_path: Path
) -> None:
    page = tmp_path / "page.pdf"
    asked = "solve", ground, "--start", START, "--report", page
    isofront.json(*asked)
    assert "Edit" not in words_of(page)
    isofront.json(*asked, "--edits", wall)
    said = words_of(page).splitlines()
    assert "barrier (wall); open 18 km/h (ford)" in said
    assert said[said.index("Edited cells") + 1] == "12"


def test_burnt_edits_give_the_times_of_edits(
    isofront: CommandLine, ground: Path, wall: Path, tmp_path: Path
) -> None:
    with_edits = tmp_path / "a.tif"
    isofront.json("solve", ground, "--start", START, "--edits", wall, "--out", with_edits)
    rain = layer_file(
        tmp_path / "rain.geojson",
        *json.loads(wall.read_text())["features"],
        feature("Point", [1015, 2015], effect="factor", value=0.35, flood=1),
    )
    page = tmp_path / "map.html"
    isofront.json("solve", ground, "--start", START, "--edits", rain, "--html", page)
    assert data_of(page)["drawn"][-1]["areas"], "the flood as far as it goes"
    for edits, dtype in ((wall, "uint8"), (rain, "float32")):
        for name in ("speeds.tif", "speeds.asc"):
            target = tmp_path / name
            record = isofront.json("burn", ground, "--edits", edits, "--out", target)
            assert (record["edits"], record["outputs"]) == (len(json.loads(
                edits.read_text())["features"]), [str(target)])  # fmt: skip
            times, same = tmp_path / "b.tif", tmp_path / "c.tif"
            isofront.json("solve", target, "--start", START, "--out", times)
            isofront.json("solve", ground, "--start", START, "--edits", edits, "--out", same)
            assert np.array_equal(*(rasterio.open(file).read(1) for file in (times, same)))
        with rasterio.open(tmp_path / "speeds.tif") as dataset:
            assert dataset.dtypes == (dtype,)
            assert dataset.tags()["ISOFRONT_EDITS"].startswith("barrier (wall); open 18 km/h")


def test_edits_count_wherever_cells_are_asked(
    isofront: CommandLine, ground: Path, wall: Path, tmp_path: Path
) -> None:
    places = tmp_path / "places.csv"
    places.write_text("id,x,y\nhere,1005,2005\nthere,1005,2115\n")
    ends = "--from", START, "--to", "1005,2115"
    around = isofront.json("route", ground, *ends, "--edits", wall)["seconds"]
    assert around > 2 * isofront.json("route", ground, *ends)["seconds"]
    table = tmp_path / "table.csv"
    isofront.json(
        "matrix", ground, "--origins", places, "--destinations", places, "--edits", wall,
        "--out", table,
    )  # fmt: skip
    assert f"{around:.3f}"[:5] in table.read_text()
    asked = f"'{ground}' --start {START}"
    compared = isofront.json("compare", asked, f"{asked} --edits '{wall}'", "--bands", "30")
    assert compared["within"]
    drawn = "uncertainty", ground, "--start", START, "--edits", wall, "--runs", "2"
    assert {each["reached"] for each in isofront.json(*drawn)["certain"]} == {133}


def test_what_edits_cannot_be_is_said_in_a_line(
    isofront: CommandLine, ground: Path, tmp_path: Path
) -> None:
    def refused(*features: dict[str, object]) -> str:
        file = layer_file(tmp_path / "bad.geojson", *features)
        return isofront.refused("solve", ground, "--start", START, "--edits", file)

    inside = [[1005, 2055], [1025, 2055]]
    assert "feature 1: the effect 'mud'" in refused(
        feature("LineString", inside), feature("LineString", inside, effect="mud")
    )
    assert "value 'fast' is no number" in refused(
        feature("LineString", inside, effect="speed", value="fast")
    )
    assert "'speed' with 0 km/h" in refused(feature("LineString", inside, effect="speed"))
    assert "visible 'perhaps' is neither" in refused(
        feature("LineString", inside, visible="perhaps")
    )
    assert "lies over a cell" in refused(feature("LineString", [[0, 0], [5, 5]]))
    assert "-3 m wide" in refused(feature("LineString", inside, width_m=-3))
    assert "nothing to burn" in isofront.refused("burn", ground, "--out", "x.tif")
    edits = layer_file(tmp_path / "good.geojson", feature("LineString", inside))
    for out, words in (("x.png", "x.png"), (ground, "would be overwritten")):
        assert words in isofront.refused("burn", ground, "--edits", edits, "--out", out)


@pytest.mark.parametrize("suffix", [".gpkg", ".geojson"])
def test_layers_come_back_as_they_were_written(ground: Path, suffix: str, tmp_path: Path) -> None:
    square = ((1000.25, 2000.0), (1000.25, 2060.0), (1060.0, 2060.0))
    hole = ((1010.0, 2040.0), (1020.0, 2050.0), (1010.0, 2050.1))
    layer = EditLayer(
        (
            GroundEdit(AreaShape(square, (hole,)), "factor", 0.75, "snow – “deep”"),
            GroundEdit(LineShape(square, 12.5), "speed", 7.0, "", False),
            GroundEdit(LineShape(((1001.0, 2001.0),), 30.0), "open", 3.3, "dab"),
            GroundEdit(FloodShape((1001.0, 2001.0), 2.5), "barrier"),
        )
    )
    grid, file = open_velocity(ground), tmp_path / f"layer{suffix}"
    write_edits(file, layer, grid)
    assert read_edits(file, grid) == layer
    with pytest.raises(ExportError, match="no edits"):
        write_edits(file, EditLayer(), grid)
    assert read_edits(file, grid) == layer
