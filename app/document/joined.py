"""A terrain with roads on it as an open document: read both, ask, and show the answer on cells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from app.catalog.algorithms import OUT_OF_CORE
from app.document.combined import CombinedTerrain
from app.document.joining import Join, burned, combined, combined_request, on_cells, with_join
from app.document.large_grids import default_for
from app.document.out_of_core_files import large_velocity_of
from app.roads.costs import RoadCosts
from app.roads.files import open_road_file
from app.roads.open_roads import OpenRoads
from app.solving.road_jobs import RoadRequest
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from core.solver import Start
from raster.files.opening import open_reader
from raster.files.read import UTM, LengthsError, ReadOptions
from raster.files.source import resolve
from raster.grid import VelocityGrid
from road.graph import F64
from road.routes.route_line import line_of
from road.search.search_graph import Direction


@dataclass(frozen=True)
class JoinRequest:
    """What to join and how. profile : who drives. direction : of "combined" alone."""

    terrain: Path
    roads: Path
    join: Join = "combined"
    profile: str = "car"
    direction: Direction = "from"


@dataclass(frozen=True, eq=False)
class Joined:
    """Roads that belong to an open terrain.

    roads : as they were read, and how they are driven. terrain : cells and roads as one graph; None
    where the roads are burned into the cells, which then are all there is.
    """

    join: Join
    roads: OpenRoads
    terrain: CombinedTerrain | None = None

    def source(self, x: float, y: float, delay_seconds: float = 0.0) -> Start:
        """What a solve over both starts from; raises InputError where it can not."""
        return self._require_terrain().start_at(x, y, delay_seconds)

    def request(self, places: tuple[tuple[float, float, float], ...], **how: Any) -> RoadRequest:
        """What a road solver is asked, by (x, y, delay); how : see `combined_request`."""
        sources = [self.source(*place) for place in places]
        return combined_request(self._require_terrain(), self.roads, sources, places, **how)

    def holds(self, solved: RoadSolved) -> bool:
        """Whether a result is of cells and roads as they are joined here."""
        return self.terrain is not None and solved.graph is self.terrain.joined.graph

    def on_cells(self, solved: RoadSolved) -> Solved:
        """A result on both as one on terrain."""
        return on_cells(self._require_terrain(), self.roads, solved)

    def told(self, solved: Solved) -> Solved:
        """A result on cells with roads burned in, saying so in its files."""
        return with_join(solved, self.join, self.roads)

    def way(self, solved: RoadSolved, x: float, y: float) -> F64:
        """float64, (points, 2): from a place to the start that serves it, over ground and roads;
        empty where it is not reached, or no place for a start."""
        from road.routes.route import route_in  # compiled code, dear to load

        try:
            route = route_in(solved.times, self.source(x, y))
        except InputError:
            route = None
        if route is None:
            return np.empty((0, 2))
        line = line_of(route)
        return line[::-1] if self.roads.direction == "from" else line

    def _require_terrain(self) -> CombinedTerrain:
        assert self.terrain is not None, "roads that are burned in have no graph"
        return self.terrain


def open_joined(
    request: JoinRequest, progress: Progress = no_progress, cancel: Cancel = NEVER
) -> tuple[VelocityGrid, Joined]:
    """Read a raster and roads and join them, for a thread of its own.

    A raster in degrees is re-projected to its UTM zone. Raises InputError where they cannot be
    joined, CancelledError.
    """
    grid = _terrain(request.terrain, progress, cancel)
    roads = open_road_file(request.roads, to_click=False, progress=progress, cancel=cancel)
    roads = roads.driven(RoadCosts.of_profile(request.profile))
    cancel.check("joining")
    progress(-1.0, "joining roads and terrain")
    if request.join == "burned":
        touched = burned(grid, roads)
        return touched.grid, Joined("burned", roads)
    roads = roads.turned(request.direction)
    terrain = combined(grid, roads, cancel=cancel)
    meet = f"The roads of {roads.graph.name} meet the ground at {terrain.joined.transfers} places."
    grid = replace(grid, notes=(*grid.notes, meet))
    return grid, Joined("combined", roads, replace(terrain, grid=grid))


def _terrain(path: Path, progress: Progress, cancel: Cancel) -> VelocityGrid:
    with open_reader(resolve(path)) as reader:
        try:
            grid = large_velocity_of(reader, progress=progress, cancel=cancel)
        except LengthsError as error:
            if error.utm_epsg is None:
                raise
            to_utm = ReadOptions(reproject=UTM)
            grid = large_velocity_of(reader, to_utm, progress=progress, cancel=cancel)
    if default_for(grid) == OUT_OF_CORE:
        raise InputError(
            "memory does not hold the raster, and roads are joined in memory",
            where=grid.name,
            advice="Cut the raster to a smaller part.",
        )
    return grid
