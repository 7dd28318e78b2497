"""What a road file holds, in short."""

from __future__ import annotations

from dataclasses import dataclass

from road.files.osm.report import restriction_counts
from road.files.source.crs import short_name
from road.files.source.reading import RoadFormat
from road.graph import RoadGraph


@dataclass(frozen=True, slots=True)
class RoadFacts:
    """Facts of a road graph.

    kind : its format. restrictions : turn restrictions whose parts are all in the file; skipped :
    the others. crs : "EPSG:4326", a name, or "" without coordinates. extent : least and greatest x
    and y (x, y, x, y); None without coordinates. metrics : name and unit of costs that came with
    the file. slopes : whether elevation is known.
    """

    kind: RoadFormat
    name: str
    vertices: int
    arcs: int
    restrictions: int
    skipped: int
    crs: str
    extent: tuple[float, float, float, float] | None
    metrics: tuple[tuple[str, str], ...]
    slopes: bool
    notes: tuple[str, ...]


def facts_of(graph: RoadGraph, kind: RoadFormat) -> RoadFacts:
    """The facts of a graph that is open."""
    counts = restriction_counts(graph)
    return RoadFacts(
        kind,
        graph.name,
        graph.vertices,
        graph.arc_count,
        counts.complete,
        counts.skipped,
        short_name(graph.crs_wkt),
        _extent(graph),
        tuple((given.name, given.unit) for given in graph.given),
        graph.arcs.slope is not None,
        graph.notes,
    )


def _extent(graph: RoadGraph) -> tuple[float, float, float, float] | None:
    if graph.x is None or graph.y is None or not graph.vertices:
        return None
    x, y = graph.x, graph.y
    return float(x.min()), float(y.min()), float(x.max()), float(y.max())
