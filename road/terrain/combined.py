"""Ground and roads as one graph: leave the road, cross the field, and still cross the bridge.

Vertices are first the cells of a raster, row by row, then the vertices of finely divided roads
(`road.terrain.combined_split`). A cell leads to its eight neighbours and, where a road on the
ground has a vertex in it, to that vertex, and back. Bridges, tunnels, ferries and motorways are
joined to the ground only where another road meets them, so that they pass over, under or through
what lies there.

The result is a `RoadGraph` without turns: every road solver runs on it, with equal bits. The arrays
of cells come from outside, since rasters are not known here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.errors import InputError
from core.times import UNREACHED
from road.costs.metric import Weights
from road.graph import F64, I64, U32, ArcProperties, ForbiddenTurns, RoadGraph
from road.terrain.combined_split import SplitRoads
from road.terrain.grounded_weights import GroundedWeights
from road.terrain.straight_ground import Disc, Shape, StraightGround

MOST_CELLS = 40_000_000
"""Most cells, whose steps take 2.6 GB."""

_NO_CELL = np.iinfo(np.int64).max


@dataclass(frozen=True, eq=False)
class CellGround:
    """Cells of a raster, as a graph needs them.

    half_costs : uint32 ticks, (3, rows, cols), half a step by kind: across, down, diagonal;
        UNREACHED where nobody can pass.
    row_steps, col_steps, kinds : int64, 8; the neighbours of a cell.
    x, y : float64, (cols,) and (rows,); the middles of cells.
    metres_per_unit : of those. across, down : as of `StraightGround`.
    """

    half_costs: U32
    row_steps: I64
    col_steps: I64
    kinds: I64
    x: F64
    y: F64
    metres_per_unit: float = 1.0
    across: Shape = (0, 0)
    down: Shape = (0, 0)

    @property
    def cells(self) -> int:
        return int(self.half_costs.shape[1] * self.half_costs.shape[2])


@dataclass(frozen=True, eq=False)
class CombinedGraph:
    """The graph and its weights; vertex v of the roads is vertex cells + v.

    transfers : road vertices that are joined to their cell.
    """

    graph: RoadGraph
    weights: Weights
    cells: int
    roads: SplitRoads
    transfers: int

    def weighing(self, weights: Weights) -> CombinedGraph | None:
        """The same graph by other weights of the roads before they were split. Times on cells are
        those of roads joined anew. None where they open an arc, close the last road that led
        from a bridge to the ground, or count in another unit."""
        alike = (weights.tick_seconds, weights.unit) == (
            self.weights.tick_seconds,
            self.weights.unit,
        )
        roads = self.roads.weighing(weights) if alike else None
        if roads is None:
            return None
        split, costs = roads.graph, self.weights.arc_costs.copy()
        number = np.arange(split.arc_count) - split.first_out[split.tail]
        costs[self.graph.first_out[self.cells + split.tail.astype(np.int64)] + number] = (
            roads.weights.arc_costs
        )
        costs.flags.writeable = False
        return replace(self, weights=replace(self.weights, arc_costs=costs), roads=roads)


def combine(
    ground: CellGround, roads: SplitRoads, cell_of: I64, access: U32, disc: Disc | None = None
) -> CombinedGraph:
    """Join cells and roads.

    cell_of : int64, vertices of the roads; the cell each lies in, below 0 outside the raster.
    access : uint32 ticks, vertices of the roads; between a vertex and the middle of its cell,
        UNREACHED where that cell is impassable.
    disc : of starts, where cells are reached along straight lines, too (`StraightGround`).
    Raises InputError where there are too many cells.
    """
    if ground.cells > MOST_CELLS:
        raise InputError(
            f"{ground.cells:,} cells are too many to be joined with roads",
            advice=f"Cut the raster, or make its cells larger: {MOST_CELLS:,} can be.",
        )
    joined = roads.leavable & (cell_of >= 0) & (access < UNREACHED)
    cell = np.where(joined, cell_of, _NO_CELL)
    order = np.argsort(cell, kind="stable")[: int(joined.sum())]
    given = (
        ground.half_costs,
        ground.row_steps,
        ground.col_steps,
        ground.kinds,
        roads.graph.first_out,
        roads.graph.head,
        roads.weights.arc_costs,
        cell,
        access,
        order,
    )
    first_out = np.zeros(ground.cells + roads.graph.vertices + 1, np.int64)
    none = np.empty(0, np.uint32)
    _join(*given, first_out, none, none, True)
    np.cumsum(first_out, out=first_out)
    head, cost = np.empty(first_out[-1], np.uint32), np.empty(first_out[-1], np.uint32)
    _join(*given, first_out, head, cost, False)
    for array in (first_out, head, cost):
        array.flags.writeable = False
    told: Any = {
        "tick_seconds": roads.weights.tick_seconds,
        "unit": roads.weights.unit,
        "name": "combined",
    }
    weights = Weights(cost, **told)
    if disc is not None:
        shapes = ground.across, ground.down
        straight = StraightGround(ground.half_costs[:2], disc, weights.tick_seconds, *shapes)
        weights = GroundedWeights(cost, **told, ground=straight)
    graph = _graph_of(ground, roads, first_out, head)
    return CombinedGraph(graph, weights, ground.cells, roads, len(order))


def _graph_of(ground: CellGround, roads: SplitRoads, first_out: I64, head: U32) -> RoadGraph:
    cells, steps = ground.cells, len(head)
    x, y = roads.graph.x, roads.graph.y
    assert x is not None
    assert y is not None

    def none(dtype: type[np.generic], value: int = 0) -> NDArray[Any]:
        """An array of one value that takes no memory; arcs of this graph have no properties."""
        return np.broadcast_to(np.asarray(value, dtype), steps)

    zero = none(np.uint8)
    properties = ArcProperties(
        none(np.float32), zero, zero, zero, zero, none(np.uint8, 255), zero, none(np.int64, -1)
    )
    rows, cols = ground.half_costs.shape[1:]
    return RoadGraph(
        first_out,
        head,
        properties,
        np.concatenate((np.arange(cells), roads.graph.vertex_ids)),
        np.concatenate((np.tile(ground.x, rows), x)),
        np.concatenate((np.repeat(ground.y, cols), y)),
        roads.graph.crs_wkt,
        False,
        None,
        ForbiddenTurns.none(),
        name=f"{roads.graph.name} and the ground",
    )


@njit(cache=True, nogil=True)
def _join(
    half_costs: Any,
    row_steps: Any,
    col_steps: Any,
    kinds: Any,
    road_first: Any,
    road_head: Any,
    road_cost: Any,
    cell_of: Any,
    access: Any,
    order: Any,
    first_out: Any,
    head: Any,
    cost: Any,
    counting: bool,
) -> None:
    """Count the steps of vertex v into first_out[v + 1], or write them from first_out[v] on.

    order : road vertices that are joined, by cell. Steps between cells are the sum of two halves,
    as in the raster solvers, which makes their times the same to the bit.
    """
    rows, cols = half_costs.shape[1:]
    cells = rows * cols
    joint = 0
    for cell in range(cells):
        row, col = cell // cols, cell % cols
        step = np.int64(0) if counting else first_out[cell]
        begin = step
        if half_costs[0, row, col] < UNREACHED:
            for k in range(8):
                r, c, kind = row + row_steps[k], col + col_steps[k], kinds[k]
                if 0 <= r < rows and 0 <= c < cols and half_costs[kind, r, c] < UNREACHED:
                    if not counting:
                        both = half_costs[kind, row, col] + half_costs[kind, r, c]
                        head[step], cost[step] = r * cols + c, min(both, np.uint32(UNREACHED))
                    step += 1
        while joint < len(order) and cell_of[order[joint]] == cell:
            if not counting:
                head[step], cost[step] = cells + order[joint], access[order[joint]]
            step += 1
            joint += 1
        if counting:
            first_out[cell + 1] = step - begin
    for vertex in range(len(road_first) - 1):
        joined = cell_of[vertex] < cells
        if counting:
            degree = road_first[vertex + 1] - road_first[vertex]
            first_out[cells + vertex + 1] = degree + (1 if joined else 0)
            continue
        step = first_out[cells + vertex]
        for arc in range(road_first[vertex], road_first[vertex + 1]):
            head[step], cost[step] = cells + road_head[arc], road_cost[arc]
            step += 1
        if joined:
            head[step], cost[step] = cell_of[vertex], access[vertex]
