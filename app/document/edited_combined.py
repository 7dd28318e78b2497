"""Cells and roads that are joined already, after edits: the same graph, other costs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from app.document.combined import CombinedTerrain, access_at, disc_on
from core.times import UNREACHED
from raster.geometry import STRAIGHT
from raster.grid import VelocityGrid
from raster.solvers.dynamic import changed_cells
from raster.steps import (
    EAST_WEST,
    NEIGHBOUR_COL,
    NEIGHBOUR_KIND,
    NEIGHBOUR_ROW,
    StepCosts,
    half_costs_of,
    step_costs,
)
from road.graph import I64, U32
from road.terrain.edited_ground import joints_of, on_lines, with_costs

MOST_CHANGED = 0.05
"""Share of the cells that may have other speeds; where more have, joining anew is about as soon."""


def edited_to(terrain: CombinedTerrain, grid: VelocityGrid) -> CombinedTerrain | None:
    """The same graph where cells have the speeds of another raster: times are those of one joined
    anew. None where a cell can be passed that could not when the two were joined, which has no
    steps, and where many have other speeds."""
    tick, zero = terrain.joined.weights.tick_seconds, terrain.zero_speed_kmh
    cells = changed_cells(terrain.grid, grid)
    if len(cells) > MOST_CHANGED * grid.values.size:
        return None
    costs = step_costs(grid, tick, zero, terrain.geometry)
    at_joining = step_costs(terrain.grid_at_joining, tick, zero, terrain.geometry)
    places = np.divmod(cells, grid.cols)
    passable = half_costs_of(costs, grid.values[places], EAST_WEST) < UNREACHED
    had = half_costs_of(at_joining, terrain.grid_at_joining.values[places], EAST_WEST) < UNREACHED
    if (passable & ~had).any():
        return None
    joints = joints_of(terrain.joined, cells)
    _, access = access_at(grid, terrain.joined.roads.graph, tick, zero, joints)
    beside, steps = _steps(costs, cells, grid)
    joined = with_costs(terrain.joined, beside, steps, joints, access)
    if terrain.geometry == STRAIGHT:
        halves = [half_costs_of(costs, grid.values[places], kind) for kind in (0, 1)]
        joined = on_lines(joined, cells, np.stack(halves), disc_on(grid, zero))
    return replace(terrain, grid=grid, joined=joined, joined_grid=terrain.grid_at_joining)


def _steps(costs: StepCosts, cells: I64, grid: VelocityGrid) -> tuple[I64, U32]:
    """Cells with their neighbours, and what steps between them cost, as `with_costs` has them."""
    rows, cols = np.divmod(cells, grid.cols)
    beside = np.full((len(cells), 9), -1, np.int64)
    beside[:, 0] = cells
    steps = np.full((len(cells), 8), UNREACHED, np.uint32)
    for k, kind in enumerate(NEIGHBOUR_KIND):
        r, c = rows + NEIGHBOUR_ROW[k], cols + NEIGHBOUR_COL[k]
        inside: NDArray[np.bool_] = (r >= 0) & (r < grid.rows) & (c >= 0) & (c < grid.cols)
        beside[inside, k + 1] = r[inside] * grid.cols + c[inside]
        own = half_costs_of(costs, grid.values[rows[inside], cols[inside]], kind)
        near = half_costs_of(costs, grid.values[r[inside], c[inside]], kind)
        steps[inside, k] = np.minimum(own + near, np.uint32(UNREACHED))
    return beside, steps
