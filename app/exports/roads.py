"""Reached roads as lines cut at the limits of bands, and vertices with their times."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from app.bands import Bands
from app.exports.csv import UNIT_SUFFIX, costs_of_vertices
from app.exports.kml import write_kml
from app.exports.request import RoadExport
from app.exports.road_points import write_points
from app.exports.vector import Layer, write_layer
from app.fitting import fitting_bands, longest_of
from app.measure import Measure
from core.errors import ExportError
from core.files.atomic_write import replacing
from core.times import UNREACHED
from road.files.source.projection import wkt_of
from road.graph import F64, RoadGraph
from road.maps.bands import Pieces, pieces_of
from road.properties import RoadClass

NOTHING_REACHED = "No road is reached within the limits: {} holds nothing."
"""Note for a layer without features; with its fields and CRS, it is an answer too."""

LINES_SHARE = 0.3
"""Share of the progress that goes to cutting; the rest is writing."""

ROWS_AT_A_TIME = 20_000

STRAIGHT_M = 30.0
"""Metres that stay straight when projected: GeoJSON divides edges longer than 64 of these."""

CLASS_NAMES = np.array([c.name.lower() for c in RoadClass], np.object_)


def lines(export: RoadExport) -> tuple[str, ...]:
    """One line for each part of a street in a band, with what is known of it; returns notes."""
    pieces, fields = cut(export)
    graph = export.solved.graph
    index = np.repeat(np.arange(pieces.count), np.diff(pieces.first))
    layer = Layer(
        "roads",
        "MultiLineString",
        np.asarray(shapely.linestrings(pieces.points, indices=index)),
        fields,
        bands_of(export).colours(export.colormap)[pieces.band],
        wkt_of(graph) or None,
        np.inf if graph.geographic else STRAIGHT_M,
    )
    export.progress(LINES_SHARE, f"writing {export.path.name}")
    write = write_kml if export.path.suffix.lower() == ".kml" else write_layer
    notes = write(export.path, layer, cancel=export.cancel)
    export.progress(1.0, f"writing {export.path.name}")
    return (*notes, *_words_on_none(export, pieces.count))


def lines_csv(export: RoadExport) -> tuple[str, ...]:
    """The same as CSV, the lines as well-known text in the roads' CRS; returns notes."""
    pieces, fields = cut(export)
    with replacing(export.path) as draft, draft.open("w", encoding="utf-8", newline="\n") as text:
        text.write(",".join((*fields, "wkt")) + "\n")
        for begin in range(0, pieces.count, ROWS_AT_A_TIME):
            export.cancel.check("the export")
            done = LINES_SHARE + (1 - LINES_SHARE) * begin / pieces.count
            export.progress(done, f"writing {export.path.name}")
            text.writelines(_csv_rows(pieces, fields, begin, begin + ROWS_AT_A_TIME))
    export.progress(1.0, f"writing {export.path.name}")
    return _words_on_none(export, pieces.count)


def vertices(export: RoadExport) -> tuple[str, ...]:
    """A point for each vertex that is reached, with its time; returns notes."""
    solved = export.solved
    graph, labels = solved.graph, solved.times.labels
    if graph.x is None or graph.y is None:
        raise no_positions(export)
    reached = np.flatnonzero(labels < UNREACHED)
    export.progress(0.0, f"writing {export.path.name}")
    name, amounts = costs_of_vertices(solved)
    fields = {"vertex": graph.vertex_ids[reached], name: amounts[reached]}
    points = np.stack((graph.x[reached], graph.y[reached]), axis=1)
    notes = write_points(export, "vertices", points, fields)
    notes += _words_on_none(export, len(reached))
    missing = len(labels) - len(reached)
    if missing:
        notes += (f"{missing} vertices are not reached and not in {export.path.name}.",)
    return notes


def cut(export: RoadExport) -> tuple[Pieces, Mapping[str, NDArray[Any]]]:
    """The roads by band, and a column for each field of theirs."""
    solved, bands = export.solved, bands_of(export)
    if solved.graph.x is None:
        raise no_positions(export)
    export.cancel.check("the export")
    export.progress(0.0, "cutting roads")
    pieces = pieces_of(solved.times, bands.limits)
    return pieces, _fields(pieces, solved.graph, bands, solved.measure)


def bands_of(export: RoadExport) -> Bands:
    """The chosen bands; where nobody chose them, some that fit, and what lies beyond these."""
    times = export.solved.times
    bands = export.bands or fitting_bands(times, export.solved.measure)
    return bands.with_beyond(longest_of(times)) if bands.automatic else bands


def suffix_of(measure: Measure) -> str:
    return UNIT_SUFFIX[measure.quantity]


def in_base(amounts: F64, measure: Measure) -> F64:
    """What solvers count, in the measure's base unit."""
    return amounts / measure.worth(measure.base)


def no_positions(export: RoadExport) -> ExportError:
    return ExportError(
        "the roads have no positions", where=str(export.path), advice="Write .csv of their times."
    )


def nothing_reached(export: RoadExport) -> ExportError:
    return ExportError(
        "no road is reached within the limits",
        where=str(export.path),
        advice="Choose other limits, or another start.",
    )


def _words_on_none(export: RoadExport, count: int) -> tuple[str, ...]:
    return () if count else (NOTHING_REACHED.format(export.path.name),)


def _fields(
    pieces: Pieces, graph: RoadGraph, bands: Bands, measure: Measure
) -> Mapping[str, NDArray[Any]]:
    limits = in_base(np.array(bands.pairs), measure)[pieces.band]
    labels = np.array(bands.labels(), np.object_)
    what = "time" if measure.quantity == "time" else "cost"
    unit = suffix_of(measure)
    return {
        "label": labels[pieces.band],
        f"from{unit}": limits[:, 0],
        f"to{unit}": limits[:, 1],
        f"{what}_from": in_base(pieces.earliest, measure),
        f"{what}_to": in_base(pieces.latest, measure),
        "way": graph.arcs.way[pieces.arc],
        "class": CLASS_NAMES[graph.arcs.road_class[pieces.arc]],
        "length_m": pieces.length_m.astype(np.float64),
    }


def _csv_rows(
    pieces: Pieces, fields: Mapping[str, NDArray[Any]], begin: int, end: int
) -> Iterator[str]:
    end = min(end, pieces.count)
    columns = [[_text(value) for value in column[begin:end]] for column in fields.values()]
    for k, row in enumerate(zip(*columns, strict=True), start=begin):
        some = pieces.points[pieces.first[k] : pieces.first[k + 1]]
        points = ", ".join(f"{x:.10g} {y:.10g}" for x, y in some.tolist())
        yield f'{",".join(row)},"LINESTRING ({points})"\n'


def _text(value: Any) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)
