"""`isofront solve TERRAIN --roads ROADS`: how a solve over ground and roads is answered."""

from __future__ import annotations

import time
from argparse import Namespace
from dataclasses import replace
from typing import Any

from app.catalog.algorithms import OUT_OF_CORE, default_of
from app.catalog.rows import ROADS
from app.cli.foreground import Foreground
from app.cli.roads.session import (
    check_road_choice,
    closure_notes,
    closure_record,
    open_driven,
)
from app.cli.solve import TerrainAnswer, solved_on_terrain
from app.cli.terrain import check_choice, good_cell, open_terrain, session_on
from app.cli.values import StartOption, VertexOption
from app.document.combined import CombinedTerrain
from app.document.joining import (
    Join,
    arcs_with,
    burned,
    combined,
    combined_request,
    on_cells,
    road_vertices_reached,
    with_join,
)
from app.document.large_grids import default_for
from app.roads.open_roads import OpenRoads
from app.solving.one_solve import solve_roads_once
from core.cancel import Cancel
from core.errors import InputError
from core.files.user_paths import expanded
from core.progress import Progress
from core.solver import Start
from core.times import UNLIMITED
from raster.files.crs.start_crs import to_grid_crs
from raster.grid import VelocityGrid
from road.properties import Flag
from road.results.validation import validate

Place = tuple[float, float, float]


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
    if default_for(grid) == OUT_OF_CORE:
        raise InputError(
            "memory does not hold the raster, and roads are joined in memory",
            where=grid.name,
            advice="Cut the raster to a smaller part.",
        )
    roads = open_driven(expanded(arguments.roads), arguments, foreground, progress, cancel)
    progress(-1.0, "joining roads and terrain")
    solve = _combined if join == "combined" else _burned
    found = solve(arguments, grid, roads, began, progress, cancel)
    return replace(found, more_notes=(*roads.graph.notes, *closure_notes(roads)))


def _burned(
    arguments: Namespace,
    grid: VelocityGrid,
    roads: OpenRoads,
    began: float,
    progress: Progress,
    cancel: Cancel,
) -> TerrainAnswer:
    touched = burned(grid, roads)
    cancel.check("burning roads")
    request = session_on(touched.grid, arguments).request()
    open_ms = (time.perf_counter() - began) * 1e3
    found = solved_on_terrain(request, arguments, open_ms, progress, cancel)
    more = _more("burned", roads) | {"cells_burned": touched.cells}
    facts = (("roads", f"burned into {touched.cells} cells, {roads.costs.name}"),)
    solved = with_join(found.solved, "burned", roads)
    return replace(found, solved=solved, more=more, more_facts=facts)


def _combined(
    arguments: Namespace,
    grid: VelocityGrid,
    roads: OpenRoads,
    began: float,
    progress: Progress,
    cancel: Cancel,
) -> TerrainAnswer:
    terrain = combined(grid, roads, arguments.zero_speed_kmh, cancel)
    placed = [_placed(start, terrain, roads, arguments) for start in arguments.start]
    request = combined_request(
        terrain,
        roads,
        [source for source, _ in placed],
        [place for _, place in placed],
        limit_seconds=arguments.time_limit or UNLIMITED,
        algorithm=arguments.algorithm or default_of(ROADS, terrain.joined.graph.arc_count),
        backend=arguments.backend,
        parameters=tuple(dict(arguments.param).items()),
        device=arguments.device,
        gpu_memory_mib=arguments.gpu_memory or 0,
    )
    open_ms = (time.perf_counter() - began) * 1e3
    both, events = solve_roads_once(request, progress, cancel)
    validation = None
    if arguments.validate:
        progress(-1.0, "validating")
        validation = validate(both.times)
        both = replace(both, validated=validation.passed)
    solved = replace(on_cells(terrain, roads, both), zero_speed_kmh=arguments.zero_speed_kmh)
    reached = road_vertices_reached(terrain, both, roads)
    more = _more("combined", roads) | {
        "direction": roads.direction,
        "road_vertices_reached": reached,
        "transfers": terrain.joined.transfers,
        "prepare_ms": both.prepare_ms,
    }
    facts = (
        ("roads", f"{reached} of {roads.graph.vertices} vertices reached, {roads.costs.name}"),
    )
    return TerrainAnswer(solved, events, validation, open_ms, more, facts)


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


def _placed(
    option: StartOption | VertexOption | str,
    terrain: CombinedTerrain,
    roads: OpenRoads,
    arguments: Namespace,
) -> tuple[Start, Place]:
    """What the solver starts from, and where that is in the raster's CRS."""
    if isinstance(option, VertexOption):
        vertex, seconds = roads.vertex(option.vertex_id), option.delay_seconds
        place = _place_of(terrain, vertex)
        return Start(terrain.joined.cells + vertex, seconds), (*place, seconds)
    if isinstance(option, str):  # AUTO
        good = good_cell(terrain.grid, arguments.zero_speed_kmh)
        return terrain.start_at(good.x, good.y), (good.x, good.y, 0.0)
    x, y, seconds = option.x, option.y, option.delay_seconds
    if arguments.start_crs is not None:
        x, y = to_grid_crs(x, y, arguments.start_crs, terrain.grid)
    return terrain.start_at(x, y, seconds), (x, y, seconds)


def _place_of(terrain: CombinedTerrain, vertex: int) -> tuple[float, float]:
    """Where a vertex of the road file lies in the raster's CRS."""
    graph = terrain.joined.roads.graph
    assert graph.x is not None
    assert graph.y is not None
    return float(graph.x[vertex]), float(graph.y[vertex])
