"""A path read back from a settled field: every step explains the time of its cell."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from core.solver import Sources, Start
from core.times import UNREACHED, ticks_from_seconds
from raster.grid import VelocityGrid, grid_from_kmh
from raster.paths import least_cost_path
from raster.solvers.dijkstra import Dijkstra
from raster.steps import EAST_WEST, half_cost_ticks, step_costs
from raster.travel_times import TravelTimeGrid
from tests.raster.terrains import noise


def step_ticks(
    grid: VelocityGrid, tick: float, a: NDArray[np.int64], b: NDArray[np.int64], zero: float
) -> int:
    """Ticks between two neighbouring cells, from the definition."""
    down, right = np.abs(a - b).tolist()
    assert max(down, right) == 1
    kind = EAST_WEST if down == 0 else 1 if right == 0 else 2
    speeds = np.array([grid.kmh_at(*a.tolist()), grid.kmh_at(*b.tolist())], np.float64)
    scale = float(step_costs(grid, tick).scale[kind])
    return int(half_cost_ticks(speeds, scale, zero).astype(np.int64).sum())


def assert_explains(
    path: NDArray[np.int64],
    grid: VelocityGrid,
    times: TravelTimeGrid,
    sources: Sources,
    zero: float = 0.0,
) -> None:
    """Every step is tight, the last cell is a start, and the steps add up."""
    labels, tick = times.labels.astype(np.int64), times.tick_seconds
    total = 0
    for here, there in pairwise(path):
        step = step_ticks(grid, tick, here, there, zero)
        assert labels[tuple(here)] == labels[tuple(there)] + step
        total += step
    row, col = path[-1].tolist()
    ends = [
        ticks_from_seconds(s.delay_seconds, tick)
        for s in sources
        if s.element == row * grid.cols + col
    ]
    assert labels[row, col] == min(ends)
    assert labels[tuple(path[0])] == min(ends) + total


@pytest.mark.parametrize("cell", [(10.0, 10.0), (30.0, 8.0)])
@pytest.mark.parametrize("scale", [1.0, 0.917], ids=["codes", "float32"])
@pytest.mark.parametrize("zero", [0.0, 1.0])
def test_every_reached_cell_has_a_path_that_explains_its_time(
    cell: tuple[float, float], scale: float, zero: float
) -> None:
    grid = grid_from_kmh(noise(50, 70, 1, 0.35) * scale, *cell)
    sources = (Start(0), Start(25 * 70 + 35, 15.0), Start(49 * 70 + 69, 1.0))
    times = Dijkstra(grid, zero_speed_kmh=zero).solve(sources)
    rng = np.random.default_rng(2)
    reached = np.argwhere(times.labels < UNREACHED)
    for row, col in rng.choice(reached, 60).tolist():
        path = least_cost_path(grid, times, row, col, zero)
        assert path.dtype == np.int64
        assert path[0].tolist() == [row, col]
        assert_explains(path, grid, times, sources, zero)


def test_the_nearer_start_serves_the_cell() -> None:
    grid = grid_from_kmh(np.full((1, 100), 36.0), 10.0)
    sources = (Start(0), Start(99))
    times = Dijkstra(grid).solve(sources)
    assert least_cost_path(grid, times, 0, 30)[-1].tolist() == [0, 0]
    assert least_cost_path(grid, times, 0, 70)[-1].tolist() == [0, 99]
    late = (Start(0), Start(99, 60.0))  # a second a cell: only the last 19 are still served by it
    times = Dijkstra(grid).solve(late)
    assert least_cost_path(grid, times, 0, 70)[-1].tolist() == [0, 0]
    assert least_cost_path(grid, times, 0, 90)[-1].tolist() == [0, 99]


def test_the_path_of_a_start_is_the_start() -> None:
    grid = grid_from_kmh(noise(9, 9, 3), 10.0)
    times = Dijkstra(grid).solve((Start(0, 5.0),))
    assert least_cost_path(grid, times, 0, 0).tolist() == [[0, 0]]


def test_an_unreached_cell_has_no_path() -> None:
    # start | barrier | passable, but never reached
    grid = grid_from_kmh(np.array([[9.0, 0.0, 9.0]]), 10.0)
    times = Dijkstra(grid).solve((Start(0),))
    for col in (1, 2):
        path = least_cost_path(grid, times, 0, col)
        assert path.shape == (0, 2)
        assert path.dtype == np.int64


def test_a_path_of_many_thousand_cells_is_whole() -> None:
    # Corridors joined at alternating ends: the way through is longer than any first guess.
    kmh = np.zeros((99, 200))
    kmh[::2] = 10
    kmh[1::4, -1] = 10
    kmh[3::4, 0] = 10
    grid = grid_from_kmh(kmh, 10.0)
    times = Dijkstra(grid).solve((Start(0),))
    far = np.unravel_index(np.where(times.labels < UNREACHED, times.labels, 0).argmax(), (99, 200))
    path = least_cost_path(grid, times, int(far[0]), int(far[1]))
    assert len(path) > 9000
    assert len(np.unique(path, axis=0)) == len(path)
    assert_explains(path, grid, times, (Start(0),))


def test_in_an_unfinished_field_the_path_ends_where_no_neighbour_explains_a_cell() -> None:
    grid = grid_from_kmh(np.full((1, 9), 36.0), 10.0)
    times = Dijkstra(grid).solve((Start(0),))
    times.labels[0, 4] += 1  # an upper bound, as in a cancelled solve
    assert least_cost_path(grid, times, 0, 3)[-1].tolist() == [0, 0]
    assert least_cost_path(grid, times, 0, 4).tolist() == [[0, 4]]
    assert least_cost_path(grid, times, 0, 6)[-1].tolist() == [0, 5]
