"""Times of vertices as CSV: `vertex,lon,lat,time_s`, by the ids of the road file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.solving.road_solved import RoadSolved
from core.cancel import NEVER, Cancel
from core.files.atomic_write import replacing
from core.progress import Progress, no_progress
from core.times import UNREACHED
from road.graph import F64

ROWS_AT_A_TIME = 100_000

UNIT_SUFFIX = {"time": "_s", "length": "_m", "count": ""}
"""Suffix of fields that hold limits and costs, by what costs count."""


def times_csv(
    path: Path, solved: RoadSolved, progress: Progress = no_progress, cancel: Cancel = NEVER
) -> tuple[str, ...]:
    """Write a line for each vertex that is reached, in the order of the file; returns notes.

    Columns are `vertex`; its place as the road file has it, `lon,lat` or, in a plane, `x,y`, none
    where it has none; and `time_s`, `cost_m` or `cost`, to the tick. Raises ExportError and
    CancelledError.
    """
    graph, labels = solved.graph, solved.times.labels
    reached = np.flatnonzero(labels < UNREACHED)
    columns: list[tuple[str, NDArray[np.generic]]] = [("vertex", graph.vertex_ids)]
    if graph.x is not None and graph.y is not None:
        names = ("lon", "lat") if graph.geographic else ("x", "y")
        columns += zip(names, (graph.x, graph.y), strict=True)
    name, amounts = costs_of_vertices(solved)
    with replacing(path) as beside, beside.open("w", encoding="ascii", newline="\n") as stream:
        stream.write(",".join((*(name for name, _ in columns), name)) + "\n")
        for begin in range(0, len(reached), ROWS_AT_A_TIME):
            cancel.check("writing")
            progress(begin / len(reached), f"writing {path.name}")
            rows = reached[begin : begin + ROWS_AT_A_TIME]
            some = [column[rows].tolist() for _, column in columns]
            costs = (f"{cost:.12g}" for cost in amounts[rows].tolist())
            places = zip(*([_plain(value) for value in column] for column in some), strict=True)
            stream.writelines(
                f"{','.join(place)},{cost}\n" for place, cost in zip(places, costs, strict=True)
            )
    missing = len(labels) - len(reached)
    return (f"{missing} vertices are not reached and not in {path.name}",) if missing else ()


def costs_of_vertices(solved: RoadSolved) -> tuple[str, F64]:
    """(name of their field, float64: seconds, metres or what else costs count); inf where a vertex
    is not reached."""
    measure = solved.measure
    what = "time" if measure.quantity == "time" else "cost"
    amounts = solved.times.seconds() / measure.worth(measure.base)
    return f"{what}{UNIT_SUFFIX[measure.quantity]}", amounts


def _plain(value: float) -> str:
    """Ten digits: a tenth of a millimetre of longitude, a millimetre in a plane."""
    return str(value) if isinstance(value, int) else f"{value:.10g}"
