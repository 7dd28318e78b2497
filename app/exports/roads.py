"""Reached roads as lines cut at the limits of bands, and vertices with their times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from app.exports.csv import column, write_table
from app.exports.layers import write_features
from app.exports.request import Export
from app.exports.tags import road_tags
from app.exports.vector import FeatureLayer
from app.exports.warm_up import warm_pieces, warm_tree
from app.solving.road_solved import RoadSolved
from core.errors import ExportError
from core.times import UNREACHED
from road.files.source.projection import wkt_of
from road.graph import F64, I64
from road.maps.bands import BandPieces, pieces_of
from road.properties import RoadClass
from road.results.travel_times import seconds_of
from road.turns import NO_ARC

NOTHING_REACHED = "No road is reached within the limits: {file} holds nothing."
"""Note for a layer without features; with its fields and CRS, it is an answer too."""

LINES_SHARE = 0.3
"""Share of the progress that goes to cutting; the rest is writing."""

STRAIGHT_M = 30.0
"""Metres that stay straight when projected: GeoJSON divides edges longer than 64 of these."""

UNIT_SUFFIX = {"time": "_s", "length": "_m", "count": ""}
"""Suffix of fields that hold limits and costs, by what costs count."""

CLASS_NAMES = np.array([c.name.lower() for c in RoadClass], np.object_)


def lines(export: Export[RoadSolved]) -> tuple[str, ...]:
    """One line for each part of a street in a band, with what is known of it; returns notes."""
    warm_pieces(export.result, export.progress, export.cancel)
    pieces = cut(export)
    index = np.repeat(np.arange(pieces.count), np.diff(pieces.first))
    layer = layer_of(
        export,
        "roads",
        "MultiLineString",
        np.asarray(shapely.linestrings(pieces.points, indices=index)),
        _fields(export, pieces),
        export.bands.colours(export.colormap)[pieces.band],
    )
    notes = write_features(export, layer, LINES_SHARE)
    return (*notes, *_words_on_none(export, pieces.count))


def lines_csv(export: Export[RoadSolved]) -> tuple[str, ...]:
    """The same as CSV, the lines as well-known text in the roads' CRS; returns notes."""
    warm_pieces(export.result, export.progress, export.cancel)
    pieces = cut(export)

    def wkt(rows: slice) -> Iterable[str]:
        for k in range(rows.start, rows.stop):
            some = pieces.points[pieces.first[k] : pieces.first[k + 1]]
            points = ", ".join(f"{x:.10g} {y:.10g}" for x, y in some.tolist())
            yield f'"LINESTRING ({points})"'

    columns = {name: column(values) for name, values in _fields(export, pieces).items()}
    tags = road_tags(export.result) | {"ISOFRONT_BANDS": export.bands.text()}
    write_table(export, {**columns, "wkt": wkt}, pieces.count, LINES_SHARE, tags)
    return _words_on_none(export, pieces.count)


def vertices(export: Export[RoadSolved]) -> tuple[str, ...]:
    """A point for each vertex that is reached, with its time and what comes before it on the
    shortest way; returns notes."""
    graph = export.result.graph
    if graph.x is None or graph.y is None:
        raise no_positions(export)
    reached = _reached(export)
    name, amounts = _costs(export.result)
    fields = {"vertex": graph.vertex_ids[reached], name: amounts[reached]}
    fields |= _tree_fields(export, reached)
    points = shapely.points(graph.x[reached], graph.y[reached])
    layer = layer_of(export, "vertices", "Point", np.asarray(points), fields)
    notes = write_features(export, layer)
    notes += _words_on_none(export, len(reached))
    return (*notes, *(f"{words}." for words in _left_out(export, reached)))


def vertices_csv(export: Export[RoadSolved]) -> tuple[str, ...]:
    """Write a line for each vertex that is reached, in the order of the file; returns notes.

    Columns are `vertex`; its place as the road file has it, `lon,lat` or, in a plane, `x,y`, none
    where it has none; and `time_s`, `cost_m` or `cost`, to the tick. Then the shortest path tree:
    `parent`, the vertex before, itself where the way begins; `at_parent`, the time or cost there;
    `way`, the feature between; see `road.results.tree`. Raises ExportError
    and CancelledError.
    """
    graph, reached = export.result.graph, _reached(export)
    columns = {"vertex": column(graph.vertex_ids[reached])}
    if graph.x is not None and graph.y is not None:
        names = ("lon", "lat") if graph.geographic else ("x", "y")
        places = (column(graph.x[reached]), column(graph.y[reached]))
        columns.update(zip(names, places, strict=True))
    name, amounts = _costs(export.result)
    columns[name] = column(amounts[reached], digits=12)
    for field, values in _tree_fields(export, reached).items():
        columns[field] = column(values, digits=12)
    write_table(export, columns, len(reached), tags=road_tags(export.result))
    return _left_out(export, reached)


def cut(export: Export[RoadSolved]) -> BandPieces:
    """The roads by band."""
    if export.result.graph.x is None:
        raise no_positions(export)
    export.cancel.check("the export")
    export.progress(0.0, "cutting roads")
    return pieces_of(export.result.times, export.bands.limits)


def layer_of(
    export: Export[RoadSolved],
    name: str,
    geometry_type: str,
    geometries: NDArray[np.object_],
    fields: Mapping[str, NDArray[Any]],
    colours: NDArray[np.uint8] | None = None,
    metres_per_unit: float = 1.0,
) -> FeatureLayer:
    """A layer in the CRS of the roads. colours : None where no format with colours is written.
    metres_per_unit : of that CRS, where it is planar."""
    graph = export.result.graph
    if colours is None:
        colours = np.zeros((len(geometries), 4), np.uint8)
    cell = np.inf if graph.geographic else STRAIGHT_M / metres_per_unit
    crs = wkt_of(graph) or None
    tags = road_tags(export.result) | {"ISOFRONT_BANDS": export.bands.text()}
    return FeatureLayer(
        name, geometry_type, geometries, fields, colours, crs, cell, "roads", tags=tags
    )


def limit_fields(export: Export[RoadSolved]) -> dict[str, F64]:
    """Name → limit of each band, in the measure's base unit: where it begins and where it ends."""
    limits = export.result.measure.shown(np.array(export.bands.pairs))
    unit = UNIT_SUFFIX[export.result.measure.quantity]
    return {f"from{unit}": limits[:, 0], f"to{unit}": limits[:, 1]}


def no_positions(export: Export[RoadSolved]) -> ExportError:
    return ExportError(
        "the roads have no positions", where=str(export.path), advice="Write .csv of their times."
    )


def _reached(export: Export[RoadSolved]) -> I64:
    """The vertices that have a time."""
    return np.flatnonzero(export.result.times.labels < UNREACHED)


def _costs(solved: RoadSolved) -> tuple[str, F64]:
    """(name of their field, float64: seconds, metres or what else costs count); inf where a vertex
    is not reached."""
    measure = solved.measure
    return measure.field, measure.shown(solved.times.seconds())


def _tree_fields(export: Export[RoadSolved], reached: I64) -> dict[str, NDArray[Any]]:
    """Columns of the shortest path tree; none of joined ground, where ways also lead over cells."""
    solved = export.result
    if not solved.times.sources:
        return {}
    warm_tree(solved, export.progress, export.cancel)
    tree, graph, scale = solved.tree(), solved.graph, solved.times.search.scale
    arc = tree.arc[reached]
    came = arc != NO_ARC
    return {
        "parent": graph.vertex_ids[tree.parent[reached]],
        "at_parent": solved.measure.shown(seconds_of(tree.at_parent[reached], scale)),
        "way": np.where(came, graph.arcs.way[np.where(came, arc, 0)], -1),
    }


def _left_out(export: Export[RoadSolved], reached: I64) -> tuple[str, ...]:
    missing = export.result.graph.vertices - len(reached)
    name = export.path.name
    return (f"{missing:,} vertices are not reached and not in {name}.",) if missing else ()


def _words_on_none(export: Export[RoadSolved], count: int) -> tuple[str, ...]:
    return () if count else (NOTHING_REACHED.format(file=export.path.name),)


def _fields(export: Export[RoadSolved], pieces: BandPieces) -> Mapping[str, NDArray[Any]]:
    """A column for all that is known of each part of a street."""
    graph, measure = export.result.graph, export.result.measure
    labels = np.array(export.bands.labels(), np.object_)
    what = "time" if measure.quantity == "time" else "cost"
    return {
        "label": labels[pieces.band],
        **{name: limits[pieces.band] for name, limits in limit_fields(export).items()},
        f"{what}_from": measure.shown(pieces.earliest),
        f"{what}_to": measure.shown(pieces.latest),
        "way": graph.arcs.way[pieces.arc],
        "class": CLASS_NAMES[graph.arcs.road_class[pieces.arc]],
        "length_m": pieces.length_m.astype(np.float64),
    }
