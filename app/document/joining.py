"""A velocity raster and a road file made one question: what fits, how it is asked, what it gives.

"combined" keeps the roads as a graph over the cells (`app.document.combined`) and runs a road
solver; "burned" writes their speeds into the cells (`app.document.burning`) and runs a terrain
solver.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from app.document.burning import Burned, burn_roads
from app.document.combined import CombinedTerrain
from app.roads.open_roads import OpenRoads
from app.solving.road_solved import RoadSolved
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.times import UNREACHED
from raster.geometry import EIGHT
from raster.grid import VelocityGrid
from road.files.source.projection import carried, projected, wkt_of
from road.properties import Flag
from road.terrain.combined import MOST_CELLS

Join = Literal["combined", "burned"]


def laid_over(grid: VelocityGrid, roads: OpenRoads) -> OpenRoads:
    """The roads in the coordinates of the raster; costs, ids, lengths and what is closed stay.

    Raises InputError for roads without positions, where one of the two names no CRS, and where the
    roads lie outside the raster.
    """
    graph = roads.graph
    source, target = wkt_of(graph), grid.crs_wkt or ""
    if graph.x is None:
        raise InputError(
            "the roads have no positions",
            where=graph.name,
            advice="Give --coordinates, or another file.",
        )
    if bool(source) != bool(target):
        bare = graph.name if target else grid.name
        raise InputError(
            "names no CRS, so that roads and raster cannot be laid over each other",
            where=bare,
            advice="Give both a CRS, or remove it from both.",
        )
    if target:
        graph = projected(graph, target)
    laid = roads.laid(graph, lambda points: carried(points, source, target))
    _expect_overlap(grid, laid)
    return laid


def combined(
    grid: VelocityGrid,
    laid: OpenRoads,
    zero_speed_kmh: float = 0.0,
    cancel: Cancel = NEVER,
    geometry: str = EIGHT,
) -> CombinedTerrain:
    """Cells and roads as one graph. laid : see `laid_over`. Raises InputError, also where there are
    too many cells and where no road lies on the ground."""
    if grid.rows * grid.cols > MOST_CELLS:
        raise InputError(
            f"{grid.rows * grid.cols:,} cells are too many to be joined with roads",
            where=grid.name,
            advice=f"Cut the raster, or burn the roads into it: {MOST_CELLS:,} can be joined.",
        )
    how: Any = {"zero_speed_kmh": zero_speed_kmh, "geometry": geometry, "cancel": cancel}
    terrain = CombinedTerrain.of(grid, laid.graph, laid.weights, **how)
    if terrain.joined.transfers == 0:
        raise _apart(grid, laid)
    return terrain


def burned(grid: VelocityGrid, roads: OpenRoads) -> Burned:
    """Roads in the cells. Raises InputError, also where no road touches one."""
    laid = laid_over(grid, roads)
    result = burn_roads(grid, laid.graph, laid.weights)
    if result.cells == 0:
        raise _apart(grid, roads)
    return result


def tags_of_join(join: Join, roads: OpenRoads) -> tuple[tuple[str, str], ...]:
    """What a GeoTIFF says of the roads in it, as text."""
    only: dict[Join, tuple[tuple[str, str], ...]] = {
        "combined": (("ISOFRONT_DIRECTION", roads.direction),)
    }
    return (
        ("ISOFRONT_JOIN", join),
        ("ISOFRONT_ROADS", roads.graph.name),
        *roads.costs.tags.items(),
        *roads.closure_tags.items(),
        *only.get(join, ()),
    )


def road_vertices_reached(terrain: CombinedTerrain, solved: RoadSolved, roads: OpenRoads) -> int:
    """How many of the road file's own vertices are; those along divided streets do not count."""
    first = terrain.joined.cells
    labels = solved.times.labels[first : first + roads.graph.vertices]
    return int(np.count_nonzero(labels < UNREACHED))


def arcs_with(roads: OpenRoads, flag: Flag) -> int:
    """Open arcs of the file with a property, such as to be a bridge."""
    is_open = roads.weights.arc_costs < UNREACHED
    return int(np.count_nonzero(is_open & ((roads.graph.arcs.flags & flag) != 0)))


def _expect_overlap(grid: VelocityGrid, laid: OpenRoads) -> None:
    left, bottom, right, top = grid.bounds
    extent = laid.bounds
    if extent is None:
        raise _apart(grid, laid)
    west, south, east, north = extent
    if west > right or east < left or south > top or north < bottom:
        raise InputError(
            f"the roads lie outside the raster {grid.name}",
            where=laid.graph.name,
            advice=f"In its CRS their x runs from {west:.10g} to {east:.10g} and their y from "
            f"{south:.10g} to {north:.10g}; those of the raster from {left:.10g} to {right:.10g} "
            f"and from {bottom:.10g} to {top:.10g}.",
        )


def _apart(grid: VelocityGrid, roads: OpenRoads) -> InputError:
    return InputError(
        f"no road that is open lies on the ground of {grid.name}",
        where=roads.graph.name,
        advice="Choose another --profile, or roads of the same place.",
    )
