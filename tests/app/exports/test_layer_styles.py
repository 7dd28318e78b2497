"""GeoPackages open in QGIS in our colours, and vector files say how they came about."""

from __future__ import annotations

import json
import sqlite3
import xml.etree.ElementTree as ET
from contextlib import closing
from pathlib import Path

import pyogrio
import pytest

from app.exports.table import export
from tests.app.exports.test_roads import BANDS as ROAD_BANDS
from tests.app.exports.test_roads import city
from tests.app.exports.test_roads import solve as solve_roads
from tests.app.exports.test_table import BANDS, solve


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
    result, path = solve(), tmp_path / f"reach{suffix}"
    export("polygons", path, result, BANDS)
    if suffix == ".kml":
        told = path.read_text()
    elif suffix == ".geojson":
        told = json.loads(path.read_text())["description"]
    elif suffix == ".gpkg":
        told = str(pyogrio.read_info(path, layer="isochrones")["layer_metadata"])
    else:
        told = path.read_bytes()[:20_000].decode("utf-8", "replace")
    for wanted in (
        "ISOFRONT_VERSION",
        "ISOFRONT_TERRAIN",
        result.grid.name,
        BANDS.text(),
        result.algorithm,
    ):
        assert wanted in told, wanted
