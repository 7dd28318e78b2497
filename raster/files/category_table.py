"""Names and colours of classes beside a GeoTIFF, as GDAL and QGIS read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement


@dataclass(frozen=True, slots=True)
class Category:
    """A class of a raster, numbered from 1 in order: its name, seconds, m² and RGBA 0..255. Of one
    that is no band there are no seconds."""

    name: str
    from_seconds: float | None
    to_seconds: float | None
    area_m2: float
    colour: tuple[int, int, int, int]


_INTEGER, _REAL, _STRING = "0", "1", "2"

# Column, type and what GDAL calls its usage: 5 the value itself, 2 a name, 6 to 8 a colour.
_COLUMNS = (
    ("value", _INTEGER, "5"),
    ("label", _STRING, "2"),
    ("from_s", _REAL, "0"),
    ("to_s", _REAL, "0"),
    ("area_m2", _REAL, "0"),
    ("red", _INTEGER, "6"),
    ("green", _INTEGER, "7"),
    ("blue", _INTEGER, "8"),
)


_OF_SECONDS = ("from_s", "to_s")


def write_categories(path: Path, background: str, categories: Sequence[Category]) -> None:
    """Write the category names (class 0 is `background`) and the attribute table of band 1."""
    timed = all(category.from_seconds is not None for category in categories)
    columns = [each for each in _COLUMNS if timed or each[0] not in _OF_SECONDS]
    root = Element("PAMDataset")
    band = SubElement(root, "PAMRasterBand", band="1")
    names = SubElement(band, "CategoryNames")
    for name in (background, *(category.name for category in categories)):
        SubElement(names, "Category").text = name
    table = SubElement(band, "GDALRasterAttributeTable", tableType="thematic")
    for index, (column, kind, usage) in enumerate(columns):
        field = SubElement(table, "FieldDefn", index=str(index))
        SubElement(field, "Name").text = column
        SubElement(field, "Type").text = kind
        SubElement(field, "Usage").text = usage
    for index, category in enumerate(categories):
        row = SubElement(table, "Row", index=str(index))
        for value in _row(index + 1, category):
            SubElement(row, "F").text = value
    ElementTree.indent(root)
    ElementTree.ElementTree(root).write(path, encoding="utf-8")


def _row(value: int, category: Category) -> tuple[str, ...]:
    limits = category.from_seconds, category.to_seconds
    seconds = tuple(f"{limit:.10g}" for limit in limits if limit is not None)
    colour = tuple(str(part) for part in category.colour[:3])
    return (str(value), category.name, *seconds, f"{category.area_m2:.10g}", *colour)
