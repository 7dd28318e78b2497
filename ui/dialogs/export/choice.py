"""What may be exported, and how it was chosen to be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication

from app.exports.animation import ANIMATIONS
from app.exports.paths.request import FORMATS
from app.exports.request import ExportOptions
from app.exports.table import EXPORTS, REPORTS, Format
from app.solving.result import Result
from ui.texts import translatable

PATHS = "paths"
"""Kind of `app.exports.paths`: ways that are pinned to places."""

PICTURE, ANIMATION, REPORT = "picture", "animation", "report"
"""Kinds that the map draws; all others but PATHS are those of `app.exports.table.EXPORTS`."""

PNG = (Format("PNG", (".png",)),)

DRAWN: Mapping[str, Sequence[Format]] = {PICTURE: PNG, ANIMATION: ANIMATIONS, REPORT: REPORTS}

PICTURE_SCALE = 2
"""Pixels of an exported picture per pixel of the screen, so that it prints well."""

N = translatable
NAMES = {
    "times": N("Export", "Travel times"),
    "bands": N("Export", "Bands as a raster"),
    "cells": N("Export", "Raster"),
    "polygons": N("Export", "Polygons"),
    "isolines": N("Export", "Isolines"),
    "lines": N("Export", "Reached roads"),
    "vertices": N("Export", "Vertices"),
    "owners": N("Export", "Who is first"),
    PATHS: N("Export", "Pinned paths"),
    "statistics": N("Export", "Statistics"),
    "zonal": N("Export", "Zonal table"),
    "page": N("Export", "Web map"),
    PICTURE: N("Export", "Picture of the map"),
    ANIMATION: N("Export", "Moving front"),
    REPORT: N("Export", "Report"),
}
"""Names of kinds, in the order of a list of them."""

TITLES = {
    "times": N("Export", "Export travel times"),
    "bands": N("Export", "Export bands"),
    "cells": N("Export", "Export as a raster"),
    "polygons": N("Export", "Export polygons"),
    "isolines": N("Export", "Export isolines"),
    "lines": N("Export", "Export reached roads"),
    "vertices": N("Export", "Export vertices"),
    "owners": N("Export", "Export which start is first where"),
    PATHS: N("Export", "Export paths"),
    "statistics": N("Export", "Export statistics"),
    "zonal": N("Export", "Export the zonal table"),
    "page": N("Export", "Export a web map"),
    PICTURE: N("Export", "Export the map as a picture"),
    ANIMATION: N("Export", "Export the moving front"),
    REPORT: N("Export", "Export a report"),
}
"""Titles of the dialogs that ask for a file."""

BANDED = frozenset(
    ("bands", "polygons", "isolines", "lines", "statistics", "zonal", "page", REPORT)
)
"""Kinds that times are divided into bands for."""


AREAS, CELLS = "areas", "cells"
OFF_ROADS = {"road_areas:polygons": AREAS, "road_cells:times_tiff": CELLS}
"""Writers of ground beside roads, and which of the two they lay out."""


@dataclass(frozen=True)
class ExportChoice:
    """How something is to be written.

    row : the format. bands : limits as text, "" for those of the map. scale : pixels of a picture
    per pixel of the screen. paper, title, check : of a report; check : whether its result is
    validated first. dots : pixels an inch of a report that is a picture.
    """

    row: Format
    options: ExportOptions = field(default_factory=ExportOptions)
    bands: str = ""
    scale: int = PICTURE_SCALE
    paper: str = "a4"
    title: str = ""
    check: bool = True
    dots: int = 192

    @property
    def suffix(self) -> str:
        return self.row.suffixes[0]

    @property
    def off_roads(self) -> str:
        """What is laid out beside roads: AREAS, CELLS or "" for nothing."""
        return OFF_ROADS.get(self.row.writer, "")

    @property
    def is_raster(self) -> bool:
        """Whether cells are packed."""
        return self.suffix in (".tif", ".cog.tif")

    @property
    def keeps_crs(self) -> bool:
        """Whether features keep the CRS of the map, unless longitudes and latitudes are asked."""
        return self.suffix in (".gpkg", ".shp", ".fgb")


def offered(result: Result | None, has_paths: bool = False) -> dict[str, Sequence[Format]]:
    """Formats by kind of all that can be written, in the order of NAMES."""
    if result is None:
        return {PICTURE: PNG}
    found = {**EXPORTS[result.lies_on], **DRAWN, **({PATHS: FORMATS} if has_paths else {})}
    return {kind: found[kind] for kind in NAMES if kind in found}


def named(kind: str) -> str:
    """What a kind is called in the user's language."""
    return QCoreApplication.translate("Export", NAMES[kind])


def title_of(kind: str) -> str:
    """The title of a dialog that asks for a file of a kind."""
    return QCoreApplication.translate("Export", TITLES[kind])
