"""GeoPackages open in QGIS in our colours, and vector files say how they came about."""

from __future__ import annotations

import json
import re
import sqlite3
import xml.etree.ElementTree as ET
from contextlib import closing
from pathlib import Path

import pyogrio
import pytest

from app.exports.table import export
from app.tag_words import in_words
from tests.app.exports.test_roads import BANDS as ROAD_BANDS
from tests.app.exports.test_roads import city
from tests.app.exports.test_roads import solve as solve_roads
from tests.app.exports.test_table import BANDS, solve

KML = "{http://www.opengis.net/kml/2.2}"


def default_style(path: Path) -> tuple[str, str, ET.Element]:
    """Layer, column of geometries and QML of the one style."""
    with closing(sqlite3.connect(path)) as database:
        words = "SELECT f_table_name, f_geometry_column, styleQML, useAsDefault FROM layer_styles"
        [(layer, column, qml, default)] = database.execute(words).fetchall()
        [(kind,)] = database.execute(
            "SELECT data_type FROM gpkg_contents WHERE table_name = 'layer_styles'"
        ).fetchall()
        columns = database.execute("SELECT column_name FROM gpkg_geometry_columns").fetchall()
    assert default == 1
    assert kind == "attributes"
    assert columns == [(column,)]
    return layer, column, ET.fromstring(qml)


@pytest.mark.parametrize(
    ("kind", "symbol", "colour"),
    [("polygons", "fill", "color"), ("isolines", "line", "line_color")],
)
def test_qgis_shows_each_band_in_its_colour(
    tmp_path: Path, kind: str, symbol: str, colour: str
) -> None:
    path = tmp_path / "reach.gpkg"
    export(kind, path, solve(), BANDS, colormap="cividis")
    layer, _, style = default_style(path)
    assert layer == pyogrio.list_layers(path)[0][0]
    renderer = style.find("renderer-v2")
    assert renderer is not None
    assert renderer.attrib["attr"] == "label"
    labels = BANDS.labels() if kind == "polygons" else BANDS.limit_labels()
    categories = {c.attrib["value"]: c.attrib["symbol"] for c in renderer.iter("category")}
    assert tuple(categories) == labels
    symbols = {s.attrib["name"]: s for s in renderer.iter("symbol")}
    for label, (red, green, blue, _) in zip(labels, BANDS.colours("cividis").tolist(), strict=True):
        drawn = symbols[categories[label]]
        assert drawn.attrib["type"] == symbol
        told = {
            o.attrib["name"]: o.attrib["value"] for o in drawn.iter("Option") if "name" in o.attrib
        }
        assert told[colour] == f"{red},{green},{blue},255"


def test_streets_have_a_category_for_each_band_and_vertices_no_style(tmp_path: Path) -> None:
    path = tmp_path / "roads.gpkg"
    export("lines", path, solve_roads(city()), ROAD_BANDS)
    layer, _, style = default_style(path)
    assert layer == "roads"
    fields = pyogrio.raw.read(path, layer=layer, columns=["label"])[3]
    assert {c.attrib["value"] for c in style.iter("category")} == set(fields[0].tolist())
    export("vertices", path, solve_roads(city()), ROAD_BANDS)
    assert [name for name, _ in pyogrio.list_layers(path)] == ["vertices"]


@pytest.mark.parametrize("suffix", [".gpkg", ".geojson", ".kml", ".fgb"])
def test_features_say_what_made_them_and_from_what(tmp_path: Path, suffix: str) -> None:
    """Programs by tags, and people by plain words, in formats that have a description."""
    result, path = solve(), tmp_path / f"reach{suffix}"
    export("polygons", path, result, BANDS)
    words = ""
    if suffix == ".kml":
        document = ET.parse(path).getroot()[0]
        told, words = path.read_text(), document.findtext(f"{KML}description", "")
        listed = document.findall(f"{KML}ExtendedData/{KML}Data")
        assert "ISOFRONT_LIMIT_S" in {each.get("name") for each in listed}
    elif suffix == ".geojson":
        whole = json.loads(path.read_text())
        told, words = str(whole["isofront"]), whole["description"]
    else:
        held = pyogrio.read_info(path, layer="isochrones")["layer_metadata"]
        told, words = str(held), held.get("DESCRIPTION", "")
    if suffix != ".gpkg":
        assert words.startswith("Made by: Isofront ")
        assert f"; Terrain: {result.grid.name}; " in words
        assert "; Time limit: 1 min 40 s; " in words
        assert not re.search("ISOFRONT_|TIFFTAG", words)
    for wanted in (
        "ISOFRONT_VERSION",
        "ISOFRONT_TERRAIN",
        result.grid.name,
        BANDS.text(),
        result.algorithm,
    ):
        assert wanted in told, wanted


def test_tags_in_plain_words() -> None:
    tags = {
        "TIFFTAG_SOFTWARE": "Isofront 1",
        "ISOFRONT_VERSION": "1",
        "ISOFRONT_KEY_ROADS": "1a2b3c4d",
        "ISOFRONT_METRIC": "car",
        "ISOFRONT_DEPARTURE": "2026-11-23T08:30",
        "ISOFRONT_START_NAMES": '["Süd", "North"]',
        "ISOFRONT_LIMIT_S": "none",
        "ISOFRONT_TICK_S": "0.0036",
        "ISOFRONT_SOLVE_MS": "12.500",
        "ISOFRONT_BACKEND": "gpu",
        "ISOFRONT_COST_MODEL": "times the factor of the slope by ISOFRONT_SLOPE_MODEL",
        "ISOFRONT_SLOPE_MODEL": "tobler",
    }
    assert in_words(tags) == {
        "Made by": "Isofront 1", "Costs": "car", "Departure": "2026-11-23 08:30",
        "Start names": "Süd, North", "Time limit": "none", "Tick": "0.0036 s",
        "Solved in": "12.5 ms", "Solved on": "GPU",
        "What a step costs": "times the factor of the slope by the slope model",
        "Slope model": "tobler",
    }  # fmt: skip
