"""Layers of features to KML, with the colours of their bands.

Written here rather than by GDAL, whose driver drops styles and, on a full disk, data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np
import shapely

from app.exports.vector import FeatureLayer, in_wgs84
from app.tag_words import sentence_of
from core.cancel import NEVER, Cancel
from core.files.atomic_write import atomic_write

FILL_ALPHA = 0xA0  # the ground shines through
LINE_WIDTH = 2.5


def write_kml(path: Path, layer: FeatureLayer, *, cancel: Cancel = NEVER) -> tuple[str, ...]:
    """Write a layer with a `label` field to KML 2.2; returns no notes.

    Raises ExportError, CancelledError.
    """
    layer = in_wgs84(layer, path, cancel=cancel)
    with atomic_write(path) as draft, draft.open("w", encoding="utf-8", newline="\n") as text:
        text.write('<?xml version="1.0" encoding="UTF-8"?>\n')
        text.write('<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document>\n')
        text.write(f"<name>{escape(layer.name)}</name>\n")
        if layer.tags:
            text.write(f"<description>{escape(sentence_of(layer.tags))}</description>\n")
            text.writelines(_extended(layer.tags))
        for index in range(len(layer.geometries)):
            cancel.check("the export")
            text.writelines(_placemark(layer, index))
        text.write("</Document>\n</kml>\n")
    return ()


def _placemark(layer: FeatureLayer, index: int) -> Iterator[str]:
    yield f"<Placemark>\n<name>{escape(str(layer.fields['label'][index]))}</name>\n"
    yield _style(layer, index)
    yield from _extended({name: _text(values[index]) for name, values in layer.fields.items()})
    yield "<MultiGeometry>\n"
    for part in shapely.get_parts(layer.geometries[index]):
        yield _polygon(part) if layer.geometry_type == "MultiPolygon" else _line(part)
    yield "</MultiGeometry>\n</Placemark>\n"


def _extended(told: Mapping[str, str]) -> Iterator[str]:
    """Names and values that programs read."""
    yield "<ExtendedData>\n"
    for name, value in told.items():
        yield f"<Data name={quoteattr(name)}><value>{escape(value)}</value></Data>\n"
    yield "</ExtendedData>\n"


def _text(value: Any) -> str:
    return f"{value:.10g}" if isinstance(value, np.floating) else str(value)


def _style(layer: FeatureLayer, index: int) -> str:
    """Fill or line colour; KML counts alpha, blue, green, red."""
    red, green, blue, _ = (int(part) for part in layer.colours[index])
    tint = f"{blue:02x}{green:02x}{red:02x}"
    line = f"<LineStyle><color>ff{tint}</color><width>{LINE_WIDTH}</width></LineStyle>"
    if layer.geometry_type != "MultiPolygon":
        return f"<Style>{line}</Style>\n"
    fill = f"<PolyStyle><color>{FILL_ALPHA:02x}{tint}</color><outline>0</outline></PolyStyle>"
    return f"<Style>{line}{fill}</Style>\n"


def _coordinates(geometry: Any) -> str:
    points = shapely.get_coordinates(geometry).tolist()
    listed = " ".join([f"{x:.9f},{y:.9f}" for x, y in points])
    return f"<coordinates>{listed}</coordinates>"


def _line(line: Any) -> str:
    return f"<LineString><tessellate>1</tessellate>{_coordinates(line)}</LineString>\n"


def _polygon(polygon: Any) -> str:
    rings = [f"<outerBoundaryIs><LinearRing>{_coordinates(polygon.exterior)}"]
    rings += [f"<innerBoundaryIs><LinearRing>{_coordinates(hole)}" for hole in polygon.interiors]
    closed = [
        f"{ring}</LinearRing></{'inner' if i else 'outer'}BoundaryIs>"
        for i, ring in enumerate(rings)
    ]
    return f"<Polygon>{''.join(closed)}</Polygon>\n"
