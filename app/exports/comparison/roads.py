"""The difference of two results on roads: as lines, and of vertices as a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import numpy as np
import shapely
from numpy.typing import NDArray

from app.exports.comparison.difference import KINDS, difference
from app.exports.comparison.on_roads import ComparedRoads, kinds_of
from app.exports.comparison.request import ComparisonExport, told_apart
from app.exports.comparison.steps import KIND_COLOURS
from app.exports.csv import column, write_table
from app.exports.layers import write_features
from app.exports.request import Export
from app.exports.roads import CLASS_NAMES, layer_of, no_positions
from app.exports.tags import program
from road.maps.bands_lines import part_lines
from road.results.compared import off_by

OPAQUE = 255


def difference_lines(export: ComparisonExport) -> tuple[str, ...]:
    """A line for each part of a street on which both times run straight: what they are at its ends,
    B − A there, and what became of it; returns notes."""
    both = cast(ComparedRoads, export.comparison)
    asked = _asked(export, both)
    if both.b.graph.x is None:
        raise no_positions(asked)
    export.progress(-1.0, "comparing")
    streets, graph, measure = both.streets, both.b.graph, both.measure
    export.cancel.check("the export")
    lines = part_lines(graph, streets.arc, streets.begin, streets.end)
    index = np.repeat(np.arange(len(streets.arc)), np.diff(lines.first))
    kind = kinds_of(streets)
    off = off_by(streets.a, streets.b)
    unit = "min" if measure.quantity == "time" else measure.base
    worth = measure.worth(unit)

    def shown(values: NDArray[np.float64]) -> NDArray[np.float64]:
        found: NDArray[np.float64] = np.where(np.isfinite(values), values / worth, np.nan)
        return found

    fields: dict[str, NDArray[Any]] = {
        "change": np.array(KINDS, np.object_)[kind],
        "diff_from": shown(off[:, 0]),
        "diff_to": shown(off[:, 1]),
        "a_from": shown(streets.a[:, 0]),
        "a_to": shown(streets.a[:, 1]),
        "b_from": shown(streets.b[:, 0]),
        "b_to": shown(streets.b[:, 1]),
        "way": graph.arcs.way[streets.arc],
        "class": CLASS_NAMES[graph.arcs.road_class[streets.arc]],
        "length_m": streets.length_m,
    }
    colours = np.full((len(kind), 4), OPAQUE, np.uint8)
    colours[:, :3] = KIND_COLOURS[kind]
    shapes = np.asarray(shapely.linestrings(lines.points, indices=index))
    layer = layer_of(asked, "difference", "LineString", shapes, fields, colours)
    return write_features(asked, replace(layer, tags=_tags(both, unit)))


def vertices_csv(export: ComparisonExport) -> tuple[str, ...]:
    """A line for each vertex that either reaches: both times, B − A, and what became of it, in the
    base unit and to the tick; returns notes."""
    both = cast(ComparedRoads, export.comparison)
    graph, measure = both.b.graph, both.measure
    a, b = both.a.times.seconds(), both.b.times.seconds()
    found = difference(a, b)
    there = np.flatnonzero(found.kind)

    def texts(values: NDArray[np.float64]) -> Any:
        def of(rows: slice) -> list[str]:
            amounts = measure.shown(values[there[rows]]).tolist()
            return [f"{v:.12g}" if np.isfinite(v) else "" for v in amounts]

        return of

    columns: dict[str, Any] = {"vertex": column(graph.vertex_ids[there])}
    if graph.x is not None and graph.y is not None:
        heads = ("lon", "lat") if graph.geographic else ("x", "y")
        columns.update(zip(heads, (column(graph.x[there]), column(graph.y[there])), strict=True))
    columns |= {
        "a": texts(a),
        "b": texts(b),
        "difference": texts(found.seconds),
        "change": column(np.array(KINDS, np.object_)[found.kind[there]]),
    }
    write_table(_asked(export, both), columns, len(there), tags=_tags(both, measure.base))
    return ()


def _tags(both: ComparedRoads, unit: str) -> dict[str, str]:
    """What a file says of its own making. unit : of its differences."""
    told = {**program(), "ISOFRONT_A": both.names[0], "ISOFRONT_B": both.names[1]}
    return {**told, **told_apart(both), "ISOFRONT_UNIT": unit}


def _asked(export: ComparisonExport, both: ComparedRoads) -> Export[Any]:
    """As the writers of results are asked."""
    return Export(export.path, both.b, progress=export.progress, cancel=export.cancel)
