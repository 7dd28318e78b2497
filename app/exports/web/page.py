"""A web map: one HTML file with the bands of a result, its roads and starts, and nothing to fetch.

Leaflet, the page's own program and its style are written into it; its content policy tells the
browser to ask for nothing at all, so that it works from a stick, in a mail and in ten years.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from app.exports.plans.file_plan import PlannedPage
from app.exports.raster import tags_of
from app.exports.request import Export
from app.exports.roads import NOTHING_REACHED, cut, layer_of
from app.exports.tags import road_tags
from app.exports.vector import FeatureLayer, in_wgs84
from app.exports.warm_up import warm_pieces
from app.exports.web import shapes
from app.exports.web.drawn import (
    DrawnShape,
    closures_of,
    edits_of,
    outlines_of,
    past_180,
    told_of,
)
from app.exports.web.relief import PageRelief, relief_of
from app.exports.web.slices import Slices, css
from app.solving.result import Result
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from app.starts import coloured, names_of
from app.tag_words import in_words
from core.files.atomic_write import atomic_write
from core.plain_text import as_title
from core.progress import part_of
from raster.isochrones.contours import band_polygons
from resources.paths import path as resource
from road.graph import F64
from road.properties import RoadClass

MOST_CELLS = 4_000_000
"""Cells that are contoured; of more an even sample is, since a page is looked at as a whole."""

MOST_STARTS = 1000
"""Starts that a page draws; more would hide the map."""

METRES_A_DEGREE = 111_320.0
"""Metres of a degree of latitude, for words."""

WIDE = {RoadClass.MOTORWAY, RoadClass.MOTORWAY_LINK, RoadClass.TRUNK, RoadClass.TRUNK_LINK}
MIDDLE = {RoadClass.PRIMARY, RoadClass.PRIMARY_LINK, RoadClass.SECONDARY, RoadClass.TERTIARY}
WIDTHS = np.array([4.0 if c in WIDE else 2.6 if c in MIDDLE else 1.6 for c in RoadClass])
"""Pixels that roads are wide, by their class."""

_NO_AREAS = np.empty(0, np.object_)

_WORDS = re.compile(r"[^_.-]+[_.-]*|[_.-]+")
_SLOT = re.compile(r"\{(title|heading|styles|data|library|program)\}")

_FETCHED = re.compile(r"[\w-]+:\s*url\((?!data:)[^)]*\);?")
"""Pictures that Leaflet's style names, for controls that the page has not."""


@dataclass(frozen=True, eq=False)
class _Shown:
    """What a page draws.

    areas : object, slices; multipolygons, or none at all. lines : object; lines.
    slice_of, width : int64 and float64, lines. tags : of its making. geographic : whether all is
    in longitudes and latitudes, else in units of a plane. drawn : by hand, that the result heeds.
    """

    areas: NDArray[np.object_]
    lines: NDArray[np.object_]
    slice_of: NDArray[np.int64]
    width: F64
    tags: Mapping[str, str]
    geographic: bool
    notes: tuple[str, ...] = ()
    drawn: tuple[DrawnShape, ...] = ()


def of_cells(export: Export[Solved]) -> tuple[str, ...]:
    """Bands as areas; returns notes."""
    slices = Slices.of(export.bands)
    layer, notes = _areas(export, slices, 0.6)
    shown = _Shown(
        _on_map(export, layer).geometries,
        np.empty(0, np.object_),
        np.empty(0, np.int64),
        np.empty(0),
        layer.tags,
        layer.crs_wkt is not None,
        notes,
        _drawn(export, edits_of(export), layer),
    )
    return _write(export, slices, shown, layer)


def of_roads(export: Export[RoadSolved]) -> tuple[str, ...]:
    """Roads as lines by band; returns notes."""
    slices = Slices.of(export.bands)
    layer, slice_of, width = _lines(export, slices)
    shown = _Shown(
        _NO_AREAS,
        _on_map(export, layer).geometries,
        slice_of,
        width,
        road_tags(export.result),
        layer.crs_wkt is not None,
        () if len(slice_of) else (NOTHING_REACHED.format(file=export.path.name),),
        _drawn(export, closures_of(export), layer),
    )
    return _write(export, slices, shown, layer)


def of_cells_and_roads(export: Export[Any]) -> tuple[str, ...]:
    """Bands as areas, and above them the roads by band; returns notes."""
    slices = Slices.of(export.bands)
    ground, notes = _areas(export, slices, 0.5)
    on_roads = replace(export, result=export.result.on_pieces, progress=lambda *_: None)
    roads, slice_of, width = _lines(on_roads, slices)
    shown = _Shown(
        _on_map(export, ground).geometries,
        _on_map(export, roads).geometries,
        slice_of,
        width,
        ground.tags,
        ground.crs_wkt is not None,
        notes,
        _drawn(export, edits_of(export), ground) + _drawn(export, closures_of(export), roads),
    )
    return _write(export, slices, shown, ground)


def _areas(
    export: Export[Solved], slices: Slices, share: float
) -> tuple[FeatureLayer, tuple[str, ...]]:
    """The slices on the ground, as they lie in the terrain's CRS, and notes."""
    solved = export.result
    found = band_polygons(
        solved.times,
        solved.grid,
        slices.fine.limits,
        zero_speed_kmh=solved.zero_speed_kmh,
        slopes=solved.slopes,
        progress=part_of(export.progress, 0.0, share),
        cancel=export.cancel,
        max_cells=MOST_CELLS,
    )
    areas = np.empty(len(found), np.object_)
    areas[:] = [band.geometry for band in found]
    grid = solved.grid
    layer = _layer("isochrones", "MultiPolygon", areas, grid.crs_wkt, tags_of(solved))
    cells = grid.rows * grid.cols
    if cells <= MOST_CELLS:
        return replace(layer, cell=min(grid.cell_x, grid.cell_y)), ()
    note = f"Outlines are drawn through {MOST_CELLS:,} of {cells:,} cells at most."
    return replace(layer, cell=min(grid.cell_x, grid.cell_y)), (note,)


def _lines(
    export: Export[RoadSolved], slices: Slices
) -> tuple[FeatureLayer, NDArray[np.int64], F64]:
    """The roads by slice in their CRS, the slice of each line, and its width."""
    warm_pieces(export.result, export.progress, export.cancel)
    pieces = cut(replace(export, chosen=slices.fine))
    index = np.repeat(np.arange(pieces.count), np.diff(pieces.first))
    lines = np.asarray(shapely.linestrings(pieces.points, indices=index), np.object_)
    classes = export.result.graph.arcs.road_class[pieces.arc]
    layer = layer_of(export, "roads", "LineString", lines, {})
    return layer, pieces.band.astype(np.int64), WIDTHS[classes]


def _layer(
    name: str,
    geometry_type: str,
    geometries: NDArray[np.object_],
    crs_wkt: str | None,
    tags: Mapping[str, str] | None = None,
) -> FeatureLayer:
    colours = np.zeros((len(geometries), 4), np.uint8)
    return FeatureLayer(
        name, geometry_type, geometries, {}, colours, crs_wkt, np.inf, tags=tags or {}
    )


def _on_map(export: Export[Any], layer: FeatureLayer) -> FeatureLayer:
    """The layer in longitudes and latitudes, which go on past 180° where it lies across; as it is
    where it names no CRS."""
    if layer.crs_wkt is None:
        return layer
    placed = in_wgs84(layer, export.path, cancel=export.cancel)
    longitudes = shapely.get_coordinates(placed.geometries)[:, 0]
    if not len(longitudes) or np.ptp(longitudes) <= 180:
        return placed
    return replace(placed, geometries=shapely.transform(placed.geometries, shapes.eastward))


def _drawn(
    export: Export[Any], drawings: Iterable[DrawnShape], like: FeatureLayer
) -> tuple[DrawnShape, ...]:
    """Drawings in the coordinates of a layer, as they lie on the map."""
    found = list(drawings)
    geometries = np.array([shape.geometry for shape in found], np.object_)
    kinds = shapely.get_type_id(geometries)
    for kind in np.unique(kinds):  # files and layers are of one type each
        some = np.flatnonzero(kinds == kind)
        layer = _layer("drawn", "Unknown", geometries[some], like.crs_wkt)
        placed = _on_map(export, replace(layer, cell=like.cell))
        for index, geometry in zip(some.tolist(), placed.geometries.tolist(), strict=True):
            found[index] = replace(found[index], geometry=geometry)
    return tuple(found)


def _starts(export: Export[Any], like: FeatureLayer, box: F64) -> list[dict[str, Any]]:
    """Those that have a place, as `page.js` wants them, but for their numbers."""
    result: Result = export.result
    names = names_of(result.starts)
    rows = [
        (start, name)
        for start, name in zip(coloured(result.starts), names, strict=True)
        if np.isfinite(start.x) and np.isfinite(start.y)
    ][:MOST_STARTS]
    points = np.array([shapely.Point(start.x, start.y) for start, _ in rows], np.object_)
    layer = _layer("starts", "Point", points, like.crs_wkt)
    places = shapely.get_coordinates(_on_map(export, layer).geometries)
    if like.crs_wkt is not None and box[2] > 180:
        places = shapes.eastward(places)
    return [
        {
            "name": name if start.name or len(result.starts) > 1 else "Start",
            "named": bool(start.name),
            "colour": start.colour,
            "delay": result.measure.text(start.delay_seconds) if start.delay_seconds else "",
            "place": place,
        }
        for (start, name), place in zip(rows, places.tolist(), strict=True)
    ]


def _write(
    export: Export[Any], slices: Slices, shown: _Shown, like: FeatureLayer
) -> tuple[str, ...]:
    export.writing(0.75)
    box = shapes.box_of(shown.areas, shown.lines)
    starts = _starts(export, like, box)
    drawn = past_180(shown.drawn, box) if shown.geographic else shown.drawn
    if not np.isfinite(box).all():  # nothing is reached
        places = np.array([start["place"] for start in starts] or [[0.0, 0.0]])
        box = np.concatenate([places.min(axis=0) - 1e-3, places.max(axis=0) + 1e-3])
    areas, lines, tolerance = shapes.fewer(
        shown.areas, shown.lines, shapes.finest(box), export.cancel
    )
    origin = shapes.Origin(float(box[0]), float(box[1]), tolerance / shapes.STEPS_A_TOLERANCE)
    export.writing(0.85)
    relief = _relief(export)
    data = {
        "geographic": shown.geographic,
        "origin": [origin.x, origin.y],
        "step": origin.step,
        "box": shapes.point_of(box[:2], origin) + shapes.point_of(box[2:], origin),
        "slices": slices.told(export.colormap),
        "bands": _legend(export, slices),
        "areas": [shapes.rings_of(area, origin) for area in areas],
        "lines": _grouped(shown, lines, origin),
        "starts": [
            {**start, "at": shapes.point_of(start.pop("place"), origin)} for start in starts
        ],
        "drawn": [told_of(shape, tolerance, origin) for shape in drawn],
        "relief": _told(relief, origin),
        "source": export.result.on_graph.roads.attribution if export.result.on_graph else "",
        "about": list(in_words(shown.tags).items()),
    }
    export.cancel.check("the export")
    export.writing(0.95)
    text = page(_title(export.result), data)
    metres = tolerance * (METRES_A_DEGREE if shown.geographic else 1.0)
    told = f"Outlines are simplified by {metres:.2g} m: {export.path.name} is for looking at."
    if export.plan is not None:
        tones = slices.fine.colours(export.colormap)
        on_lines = tones[shown.slice_of]
        size = len(text.encode())
        in_tones, outlines = (tones[: len(areas)], on_lines), outlines_of(drawn, box)
        export.plan.parts.append(
            PlannedPage(areas, lines, in_tones, outlines, size, relief is not None)
        )
        return (*shown.notes, told)
    with atomic_write(export.path) as draft:
        draft.write_text(text, encoding="utf-8", newline="\n")
        export.cancel.check("the export")
    export.writing(1.0)
    return (*shown.notes, told)


def _relief(export: Export[Any]) -> PageRelief | None:
    """Of the terrain, where its heights are known."""
    solved, heights = export.result.on_cells, export.options.heights
    return (
        None
        if solved is None or heights is None
        else relief_of(solved.grid, heights, export.cancel)
    )


def _told(relief: PageRelief | None, origin: shapes.Origin) -> dict[str, Any] | None:
    if relief is None:
        return None
    box = np.array(relief.box)
    corners = shapes.point_of(box[:2], origin) + shapes.point_of(box[2:], origin)
    return {"box": corners, "picture": relief.url}


def _grouped(
    shown: _Shown, lines: NDArray[np.object_], origin: shapes.Origin
) -> list[dict[str, Any]]:
    """Lines of the same slice and width together, narrow ones first."""
    found = []
    for width in np.unique(shown.width):
        for number in np.unique(shown.slice_of[shown.width == width]):
            some = lines[(shown.width == width) & (shown.slice_of == number)]
            parts = shapes.parts_of(some, origin)
            found.append({"slice": int(number), "width": float(width), "parts": parts})
    return found


def _legend(export: Export[Any], slices: Slices) -> list[dict[str, str]]:
    bands, result = slices.bands, export.result
    unit, worth = ("km", 1e3) if result.on_cells is None else ("km²", 1e6)
    return [
        {"label": label, "colour": colour, "amount": f"{_amount(amount / worth)} {unit}"}
        for label, colour, amount in zip(
            bands.labels(),
            css(bands.colours(export.colormap)),
            result.amounts(bands.limits),
            strict=True,
        )
    ]


def _amount(amount: float) -> str:
    return f"{amount:,.0f}" if amount >= 100 else f"{amount:.3g}"


def _title(result: Result) -> str:
    if result.on_cells is not None:
        return as_title(result.on_cells.grid.name) or "Terrain"
    return as_title(result.on_graph.graph.name if result.on_graph else "") or "Roads"


def page(title: str, data: Mapping[str, Any]) -> str:
    """The whole page. Nothing in it, whatever names hold, ends its script or opens an element."""
    told = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    style = _FETCHED.sub("", _text("leaflet/leaflet.css"))
    parts = {
        "title": escape(title),
        # Long names of files break behind what divides their words, not within one.
        "heading": "<wbr>".join(map(escape, _WORDS.findall(title))),
        "styles": f"{style}\n{_text('web/page.css')}",
        "data": told,
        "library": _text("leaflet/leaflet.js"),
        "program": _text("web/page.js"),
    }
    return _SLOT.sub(lambda slot: parts[slot[1]], _text("web/page.html"))


def _text(name: str) -> str:
    return resource(name).read_text(encoding="utf-8")
