"""Terrain and roads together: where rasters and roads, which do not know each other, meet.

A vehicle drives on roads by its metric and over ground by the velocity raster, and changes between
them wherever the road lies on the ground. Times are exact integers at the ticks of the roads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from app.coordinates import short_place
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from core.trace import SILENT, Trace
from raster.geometry import EIGHT, STRAIGHT, check_geometry
from raster.grid import VelocityGrid
from raster.oblong import REACH, SHARE
from raster.start_discs import ticks_by_line
from raster.steps import (
    DIAGONAL,
    EAST_WEST,
    NEIGHBOUR_COL,
    NEIGHBOUR_KIND,
    NEIGHBOUR_ROW,
    NORTH_SOUTH,
    StepCosts,
    half_costs_of,
    step_costs,
)
from raster.travel_times import TravelTimeGrid
from road.costs.metric import Weights
from road.files.source.projection import projected
from road.graph import F64, I64, U32, RoadGraph
from road.results.travel_times import RoadTimes
from road.routes.route import Route, route_in
from road.search.search_graph import Direction, SearchGraph
from road.solvers.dijkstra import Dijkstra
from road.terrain.combined import CellGround, CombinedGraph, combine
from road.terrain.combined_route import steps_of, told_route
from road.terrain.combined_split import split_roads
from road.terrain.straight_ground import Disc, Shape, StraightGround


@dataclass(frozen=True, eq=False)
class CombinedTimes:
    """A solve over ground and roads.

    both : the result on the combined graph, for `road.results.validation` and routes.
    """

    combined: CombinedTerrain
    both: RoadTimes

    @cached_property
    def cells(self) -> TravelTimeGrid:
        """Times on the ground."""
        shape = self.combined.grid.shape
        labels = self.both.labels[: self.combined.joined.cells].reshape(shape)
        held = labels < UNREACHED
        most = int(labels[held].max()) if held.any() else 0
        both = self.both
        return TravelTimeGrid(
            labels,
            both.tick_seconds,
            both.limit_seconds,
            int(np.count_nonzero(held)),
            most,
            both.partial,
            self.combined.geometry,
        )

    @cached_property
    def roads(self) -> RoadTimes:
        """Times on the divided roads, as any result on roads: to be drawn, cut and exported."""
        split = self.combined.joined.roads
        return self.on_roads(split.graph, split.weights)

    def on_roads(self, graph: RoadGraph, weights: Weights) -> RoadTimes:
        """Times on roads: the divided ones, or those that were joined, at whose vertices they are
        exact, and not between them, where one may come from the ground sooner."""
        search = SearchGraph.of(graph, weights, self.both.search.direction, edge_based=False)
        while search.scale < self.both.search.scale:  # paths were too long for the finer ticks
            search = search.coarser
        first = self.combined.joined.cells
        labels = self.both.labels[first : first + graph.vertices]
        return RoadTimes(search, labels, (), self.both.limit_seconds, self.both.partial)

    def route_to(self, x: float, y: float) -> Route | None:
        """The way to (or from) a place, over ground and roads; None where it is not reached."""
        return route_in(self.both, self.combined.start_at(x, y))


@dataclass(frozen=True, eq=False)
class CombinedTerrain:
    """A velocity raster and roads, joined; built once for a raster, roads and a metric.

    zero_speed_kmh : what cells of 0 km/h count as; 0 keeps them barriers. geometry : of
    `raster.geometry`, by which cells lead to cells. joined_grid : the raster as it was joined,
    where `grid` is edited since (`app.document.edited_combined`).
    """

    grid: VelocityGrid
    joined: CombinedGraph
    zero_speed_kmh: float = 0.0
    geometry: str = EIGHT
    joined_grid: VelocityGrid | None = None

    @classmethod
    def of(
        cls,
        grid: VelocityGrid,
        graph: RoadGraph,
        weights: Weights,
        *,
        zero_speed_kmh: float = 0.0,
        geometry: str = EIGHT,
        cancel: Cancel = NEVER,
    ) -> CombinedTerrain:
        """Join a raster with roads, at the ticks of the weights.

        Raises InputError for weights that are no times, roads without positions, and where the
        CRSs do not fit together; ParameterError for cells that straight lines do not fit.
        """
        expect_times(weights, graph.name)
        check_geometry(geometry, grid)
        if graph.crs_wkt or grid.crs_wkt:
            graph = projected(graph, grid.crs_wkt or "")
        cancel.check("joining roads and terrain")
        ground = _ground(grid, weights.tick_seconds, zero_speed_kmh, geometry)
        roads = split_roads(graph, weights, min(grid.step_x, grid.step_y))
        cancel.check("joining roads and terrain")
        cell, access = access_at(grid, roads.graph, weights.tick_seconds, zero_speed_kmh)
        disc = disc_on(grid, zero_speed_kmh) if geometry == STRAIGHT else None
        return cls(grid, combine(ground, roads, cell, access, disc), zero_speed_kmh, geometry)

    def weighing(self, weights: Weights) -> CombinedTerrain | None:
        """The same graph by other weights of the roads, at once; None where it has to be joined
        anew."""
        again = self.joined.weighing(weights)
        return None if again is None else replace(self, joined=again)

    @property
    def grid_at_joining(self) -> VelocityGrid:
        """The raster as it was joined; cells that could be passed there have steps."""
        return self.joined_grid or self.grid

    def start_at(self, x: float, y: float, delay_seconds: float = 0.0) -> Start:
        """The cell at a place, or the nearest road vertex in it where the ground is impassable.

        Raises InputError as `ground_at`.
        """
        roads = self.joined.roads.graph
        vertex_x, vertex_y = roads.x, roads.y
        assert vertex_x is not None
        assert vertex_y is not None

        def away() -> F64:
            return np.maximum(np.abs(vertex_x - x), np.abs(vertex_y - y))

        place = x, y, self.zero_speed_kmh
        cell = ground_at(self.grid, *place, lambda: float(away().min(initial=np.inf)))
        if cell is None:
            return Start(self.joined.cells + int(away().argmin()), delay_seconds)
        return Start(cell, delay_seconds)

    def told(self, route: Route, places: F64 | None = None) -> Route:
        """A way on the graph as it is driven: see `road.terrain.combined_route`."""
        return told_route(route, self.joined, self.grid.metres_per_unit, places)

    def metres_along(self, route: Route, places: F64 | None = None) -> F64:
        """float64, parts; how long each part of a way on the graph is."""
        return steps_of(route, self.joined, self.grid.metres_per_unit, places).metres

    def solve(
        self,
        starts: Sequence[Start],
        *,
        direction: Direction = "from",
        limit: float = UNLIMITED,
        trace: Trace = SILENT,
        cancel: Cancel = NEVER,
    ) -> CombinedTimes:
        """Times from (or to) starts that `start_at` gave. Any other road solver may be run on
        `joined.graph` and `joined.weights` and its result wrapped in CombinedTimes."""
        solver = Dijkstra(self.joined.graph, self.joined.weights, direction=direction)
        both = solver.solve(tuple(starts), limit=limit, trace=trace, cancel=cancel)
        return CombinedTimes(self, both)


def ground_at(
    grid: VelocityGrid, x: float, y: float, zero_speed_kmh: float, to_road: Callable[[], float]
) -> int | None:
    """The cell that one sets out from at a place, counted row by row; None where the ground there
    is impassable and a road is no farther than half a cell.

    to_road : how far the nearest road is, across or up, in the units of the CRS. Raises InputError
    outside the raster, and where there is neither ground nor road.
    """
    place = grid.cell_at(x, y)
    found, advice = "outside the raster", "Choose a place inside."
    if place is not None:
        if grid.passable(*place, zero_speed_kmh):
            return place[0] * grid.cols + place[1]
        if to_road() <= 0.5 * max(grid.cell_x, grid.cell_y):
            return None
        found = "the ground is impassable here, and no road is near"
        advice = "Choose another place."
    where = short_place(x, y, min(grid.cell_x, grid.cell_y))
    raise InputError(found, where=where, advice=advice)


def expect_times(weights: Weights, name: str) -> None:
    """Raise InputError for weights that are no times."""
    if not weights.is_time:
        raise InputError(
            f"costs in {weights.unit} cannot be joined with speeds on the ground",
            where=name,
            advice="Choose a metric of times.",
        )


def disc_on(grid: VelocityGrid, zero_speed_kmh: float) -> Disc:
    """The discs of `raster.start_discs`, for a graph that knows no rasters."""

    def disc(cell: int, tick: float) -> tuple[I64, I64]:
        costs = step_costs(grid, tick, zero_speed_kmh, STRAIGHT)
        return ticks_by_line(costs, *divmod(cell, grid.cols))

    return disc


def straight_ground(grid: VelocityGrid, tick: float, zero_speed_kmh: float) -> StraightGround:
    """What straight lines take over a raster, as weights of a graph joined with it have it."""
    ground = _ground(grid, tick, zero_speed_kmh, STRAIGHT)
    disc = disc_on(grid, zero_speed_kmh)
    return StraightGround(ground.half_costs[:2], disc, tick, ground.across, ground.down)


def _ground(grid: VelocityGrid, tick: float, zero_speed_kmh: float, geometry: str) -> CellGround:
    costs = step_costs(grid, tick, zero_speed_kmh, geometry)
    kinds = EAST_WEST, NORTH_SOUTH, DIAGONAL
    return CellGround(
        np.stack([half_costs_of(costs, grid.values, kind) for kind in kinds]),
        np.array(NEIGHBOUR_ROW, np.int64),
        np.array(NEIGHBOUR_COL, np.int64),
        np.array(NEIGHBOUR_KIND, np.int64),
        grid.left + (np.arange(grid.cols, dtype=np.float64) + 0.5) * grid.cell_x,
        grid.top - (np.arange(grid.rows, dtype=np.float64) + 0.5) * grid.cell_y,
        grid.metres_per_unit,
        *(_shape_of(costs, kind) for kind in (EAST_WEST, NORTH_SOUTH)),
    )


def _shape_of(costs: StepCosts, kind: int) -> Shape:
    """The shape of wedges by their straight step, zeros where cells are square."""
    return int(costs.shapes[kind, SHARE]), int(costs.shapes[kind, REACH])


def access_at(
    grid: VelocityGrid,
    graph: RoadGraph,
    tick: float,
    zero_speed_kmh: float,
    vertices: I64 | slice = slice(None),
) -> tuple[I64, U32]:
    """The cell of each of these road vertices, -1 outside, and ticks to its middle at the cell's
    speed."""
    assert graph.x is not None
    assert graph.y is not None
    x, y = graph.x[vertices], graph.y[vertices]
    col, across = _placed(x - grid.left, grid.cell_x, grid.cols)
    row, down = _placed(grid.top - y, grid.cell_y, grid.rows)
    inside = (row >= 0) & (col >= 0)
    cell = np.where(inside, row * grid.cols + col, -1)
    speed = np.full(len(x), np.nan)
    speed[inside] = grid.kmh_of(grid.values[row[inside], col[inside]])
    speed = np.where(speed <= 0, zero_speed_kmh, speed)
    metres = np.hypot(across, down) * grid.metres_per_unit
    with np.errstate(divide="ignore", invalid="ignore"):
        ticks = np.rint(3.6 * metres / speed / tick)
    passable = inside & (speed > 0)
    return cell, np.where(passable, np.clip(ticks, 1, UNREACHED), UNREACHED).astype(np.uint32)


def _placed(away: F64, cell: float, cells: int) -> tuple[I64, F64]:
    """Number of the cell along an axis, -1 outside, and how far it is to the cell's middle."""
    number = np.floor(away / cell)
    inside = (number >= 0) & (number < cells)
    return np.where(inside, number, -1).astype(np.int64), away - (number + 0.5) * cell
