"""Colours of layers for QGIS, in the table `layer_styles` of a GeoPackage.

QGIS looks there for a style that is marked as default, and shows a layer by it when it is opened.
The style is written as QML, of which QGIS takes what there is and adds what is usual to it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]

FILL_OPACITY = 0.85
"""Opacity of areas: what lies beneath in a map of many layers is still seen."""

LINE_MM = {"isolines": 0.4}
"""Millimetres that lines are wide on paper, by their layer; else `USUAL_MM`."""

USUAL_MM = 0.7

_TABLE = """CREATE TABLE layer_styles (
    id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, f_table_catalog TEXT(256),
    f_table_schema TEXT(256), f_table_name TEXT(256), f_geometry_column TEXT(256),
    styleName TEXT(30), styleQML TEXT, styleSLD TEXT, useAsDefault BOOLEAN, description TEXT,
    owner TEXT(30), ui TEXT(30),
    update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')))"""
"""Statement that makes the table as QGIS makes it."""

_LISTED = """INSERT INTO gpkg_contents (table_name, data_type, identifier, description, srs_id)
    VALUES ('layer_styles', 'attributes', 'layer_styles', '', 0)"""

_STYLE = """INSERT INTO layer_styles (f_table_catalog, f_table_schema, f_table_name,
    f_geometry_column, styleName, styleQML, styleSLD, useAsDefault, description, owner)
    VALUES ('', '', ?, 'geom', ?, ?, '', 1, ?, '')"""


class ColouredLayer(Protocol):
    """What a style needs to know of a layer, as `app.exports.vector.FeatureLayer` tells it."""

    @property
    def name(self) -> str: ...
    @property
    def geometry_type(self) -> str: ...
    @property
    def fields(self) -> Mapping[str, NDArray[Any]]: ...
    @property
    def colours(self) -> NDArray[np.uint8]: ...


def add_styles(path: Path, layers: Sequence[ColouredLayer]) -> None:
    """Write the styles of layers that have colours and labels into their GeoPackage; raises
    sqlite3.Error."""
    styled = [layer for layer in layers if label_colours(layer)]
    if not styled:
        return
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(_TABLE)
        database.execute(_LISTED)
        for layer in styled:
            told = f"Colours of {layer.name}, by Isofront"
            database.execute(_STYLE, (layer.name, layer.name, style_of(layer), told))


def label_colours(layer: ColouredLayer) -> dict[str, Colour]:
    """The colour of each label, in the order of the features; none where features have none."""
    if "label" not in layer.fields or not layer.colours[:, 3].any():
        return {}
    found: dict[str, Colour] = {}
    for label, (red, green, blue, _) in zip(
        layer.fields["label"].tolist(), layer.colours.tolist(), strict=True
    ):
        found.setdefault(str(label), (red, green, blue))
    return found


def style_of(layer: ColouredLayer) -> str:
    """QML that gives each label its colour."""
    return "".join(_qml(layer))


def _qml(layer: ColouredLayer) -> Iterator[str]:
    colours = label_colours(layer)
    yield "<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n"
    yield '<qgis version="3.16" styleCategories="Symbology">\n'
    yield '<renderer-v2 type="categorizedSymbol" attr="label" symbollevels="0">\n<categories>\n'
    for number, label in enumerate(colours):
        words = quoteattr(label)
        yield f'<category symbol="{number}" value={words} label={words} render="true"/>\n'
    yield "</categories>\n<symbols>\n"
    for number, colour in enumerate(colours.values()):
        yield from _symbol(layer, number, colour)
    yield "</symbols>\n</renderer-v2>\n"
    yield f"<layerOpacity>{FILL_OPACITY if _is_area(layer) else 1}</layerOpacity>\n</qgis>\n"


def _symbol(layer: ColouredLayer, number: int, colour: Colour) -> Iterator[str]:
    text = ",".join(map(str, (*colour, 255)))
    if _is_area(layer):
        kind, drawn, values = "fill", "SimpleFill", {
            "color": text, "style": "solid", "outline_style": "no",
        }  # fmt: skip
    elif layer.geometry_type == "Point":
        kind, drawn, values = "marker", "SimpleMarker", {
            "color": text, "name": "circle", "outline_style": "no", "size": "2", "size_unit": "MM",
        }  # fmt: skip
    else:
        width = LINE_MM.get(layer.name, USUAL_MM)
        kind, drawn, values = "line", "SimpleLine", {
            "line_color": text, "line_width": f"{width:g}", "line_width_unit": "MM",
            "capstyle": "round", "joinstyle": "round", "line_style": "solid",
        }  # fmt: skip
    yield f'<symbol type="{kind}" name="{number}" alpha="1" clip_to_extent="1">\n'
    yield f'<layer class="{drawn}" enabled="1" pass="0" locked="0">\n<Option type="Map">\n'
    for name, value in values.items():
        yield f'<Option type="QString" name="{name}" value="{value}"/>\n'
    yield "</Option>\n"
    for name, value in values.items():  # where versions before 3.20 look
        yield f'<prop k="{name}" v="{value}"/>\n'
    yield "</layer>\n</symbol>\n"


def _is_area(layer: ColouredLayer) -> bool:
    return layer.geometry_type == "MultiPolygon"
