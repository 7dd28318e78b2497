"""What the commands tell of results on roads, alone or joined with terrain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from app.cli.answers import on_cells
from app.cli.report import Words, distance
from app.cli.roads.driving import (
    closure_facts,
    closure_record,
    costs_facts,
    costs_record,
)
from app.document.document import Document
from app.document.joined_solved import JoinedSolved
from app.document.joining import Join, arcs_with, road_vertices_reached
from app.document.terrain import TerrainDocument
from app.roads.open_roads import OpenRoads
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from road.places.snap import Snapped
from road.properties import Flag
from road.search.edge_expanded import needs_turns


def on_roads(solved: RoadSolved) -> Words:
    """Of a result on roads alone."""
    times, graph, roads = solved.times, solved.graph, solved.roads
    is_time, turns = solved.weights.is_time, needs_turns(graph, solved.weights)
    found = {
        "vertices": graph.vertices,
        "arcs": graph.arc_count,
        "vertices_reached": times.reached,
        "max_cost": times.max_ticks,
        "unit": solved.unit,
        "metric": roads.costs.name,
        **costs_record(roads),
        "direction": roads.direction,
        **closure_record(roads),
        "turns": turns,
        "max_seconds": times.max_seconds if is_time else None,
        "limit_seconds": times.limit_seconds if is_time else None,
        "tick_seconds": times.tick_seconds if is_time else None,
        "arc_rounding": solved.arc_rounding,
    }
    driven = [
        ("metric", f"{roads.costs.name}, {roads.direction} the starts"),
        *costs_facts(roads),
        ("turns", "counted and restricted" if turns else "free"),
        *closure_facts(roads),
    ]
    met = [("start at", place_of(snapped)) for snapped in solved.snapped if snapped is not None]
    return Words(
        (graph.vertices, "vertices"),
        "arcs",
        found,
        timed={"prepare_ms": solved.prepare_ms},
        placed={"snapped": [None if s is None else snapped_record(s) for s in solved.snapped]},
        driven=driven,
        counted=[("unit", solved.unit), ("exact to", solved.exact_to), *met],
    )


def on_both(_document: Document, roads: OpenRoads, solved: JoinedSolved) -> Words:
    """Of a result on cells and roads."""
    reached = road_vertices_reached(solved.terrain, solved.both, roads)
    found = {
        "direction": roads.direction,
        "road_vertices_reached": reached,
        "transfers": solved.terrain.joined.transfers,
        "arc_rounding": solved.both.arc_rounding,
        "prepare_ms": solved.both.prepare_ms,
    }
    told = f"{reached:,} of {roads.graph.vertices:,} vertices reached"
    return _with_roads(solved, "combined", roads, found, told)


def on_burned(document: TerrainDocument, roads: OpenRoads, solved: Solved) -> Words:
    """Of a result on cells that roads are burned into."""
    cells = document.cells_burned
    found, told = {"cells_burned": cells}, f"burned into {cells:,} cells"
    return _with_roads(solved, "burned", roads, found, told)


ON_JOINED: Mapping[Join, Callable[[Any, OpenRoads, Any], Words]] = {
    "combined": on_both,
    "burned": on_burned,
}
"""Words on results on roads and terrain, by how these were joined."""


def _with_roads(
    solved: Solved, join: Join, roads: OpenRoads, found: Mapping[str, Any], told: str
) -> Words:
    """What is told of the cells, and of the roads that were joined with them."""
    words = on_cells(solved)
    more = {
        "join": join,
        "roads": roads.graph.name,
        "metric": roads.costs.name,
        **costs_record(roads),
        **closure_record(roads),
        "road_vertices": roads.graph.vertices,
        "road_vertices_reached": None,
        "road_arcs": roads.graph.arc_count,
        "arcs_on_bridges": arcs_with(roads, Flag.BRIDGE),
        "arcs_in_tunnels": arcs_with(roads, Flag.TUNNEL),
        **found,
    }
    counted = [*words.counted, ("roads", f"{told}, {roads.costs.name}"), *costs_facts(roads)]
    return replace(words, more=more, counted=counted)


def snapped_record(snapped: Snapped) -> dict[str, Any]:
    """Where a place met a road, and how far away."""
    return {"x": snapped.x, "y": snapped.y, "distance_m": snapped.distance_m}


def place_of(snapped: Snapped) -> str:
    """The same for people."""
    place = f"{snapped.x:.10g},{snapped.y:.10g}"
    return f"{place}, {distance(snapped.distance_m)} from the place given"
