"""`isofront solve TERRAIN --roads ROADS`: how a solve over ground and roads is answered."""

from __future__ import annotations

import time
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.cli.foreground import Foreground
from app.cli.roads.session import (
    check_road_choice,
    closure_notes,
    closure_record,
    open_driven,
)
from app.cli.solve import TerrainAnswer, solved_on_terrain
from app.cli.terrain import check_choice, open_terrain, session_on
from app.document.joined import JoinedDocument, join_documents
from app.document.joining import Join, arcs_with, road_vertices_reached
from app.document.terrain import TerrainDocument
from app.roads.open_roads import OpenRoads
from app.solving.solved import Solved
from core.cancel import Cancel
from core.errors import InputError
from core.files.user_paths import expanded
from core.progress import Progress
from road.properties import Flag


def answer(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> TerrainAnswer:
    """Read both, join, solve, and check where that is asked for."""
    progress(-1.0, "preparing")
    join: Join = arguments.join or "combined"
    check = check_road_choice if join == "combined" else check_choice
    check(arguments, (arguments.algorithm,), (arguments.backend,))
    if join == "burned" and arguments.direction is not None:
        raise InputError(
            "a raster with roads burned in knows no direction",
            where="--direction",
            advice="Leave it out, or give --join combined.",
        )
    began = time.perf_counter()
    grid = open_terrain(arguments, foreground, progress, cancel)
    roads = open_driven(expanded(arguments.roads), arguments, foreground, progress, cancel)
    progress(-1.0, "joining roads and terrain")
    zero = arguments.zero_speed_kmh
    path = Path(arguments.file)
    document = join_documents(grid, roads, join, path, zero_speed_kmh=zero, cancel=cancel)
    request = session_on(document, arguments).request()
    open_ms = (time.perf_counter() - began) * 1e3
    found = solved_on_terrain(request, arguments, open_ms, progress, cancel)
    more, fact = _told(document, roads, found.solved)
    return replace(
        found,
        more=_more(join, roads) | more,
        more_facts=(("roads", f"{fact}, {roads.costs.name}"),),
        more_notes=(*roads.graph.notes, *closure_notes(roads)),
    )


def _told(
    document: TerrainDocument | JoinedDocument, roads: OpenRoads, solved: Solved
) -> tuple[dict[str, Any], str]:
    """What the JSON says beside, and people read."""
    if isinstance(document, TerrainDocument):
        cells = 0 if document.burned is None else document.burned[1]
        return {"cells_burned": cells}, f"burned into {cells} cells"
    both, terrain = solved.on_graph, document.terrain()
    assert both is not None
    reached = road_vertices_reached(terrain, both, roads)
    more = {
        "direction": roads.direction,
        "road_vertices_reached": reached,
        "transfers": terrain.joined.transfers,
        "prepare_ms": both.prepare_ms,
    }
    return more, f"{reached} of {roads.graph.vertices} vertices reached"


def _more(join: Join, roads: OpenRoads) -> dict[str, Any]:
    """What the JSON says of the roads."""
    return {
        "join": join,
        "roads": roads.graph.name,
        "metric": roads.costs.name,
        **closure_record(roads),
        "road_vertices": roads.graph.vertices,
        "road_vertices_reached": None,
        "road_arcs": roads.graph.arc_count,
        "arcs_on_bridges": arcs_with(roads, Flag.BRIDGE),
        "arcs_in_tunnels": arcs_with(roads, Flag.TUNNEL),
    }
