"""The straight lines around a start: what they take, and where there are none."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.solver import Start
from core.times import UNREACHED
from raster.grid import grid_from_kmh
from raster.start_discs import RADIUS, ticks_by_line
from raster.starts import starts_on
from raster.steps import step_costs
from tests.raster.terrains import noise

TICK = 2.0**-16


def seconds_by_line(
    kmh: NDArray[np.float64], row: int, col: int, cell_x: float = 10.0, cell_y: float = 10.0
) -> NDArray[np.float64]:
    """(rows, cols), inf where no line leads."""
    costs = step_costs(grid_from_kmh(kmh, cell_x, cell_y), TICK)
    found = np.full(kmh.shape, np.inf)
    cells, ticks = ticks_by_line(costs, row, col)
    found.flat[cells] = ticks * TICK
    return found


def test_on_even_ground_a_line_takes_its_length_also_where_cells_are_oblong() -> None:
    for wide, high, rows in ((10.0, 10.0, RADIUS), (30.0, 7.0, 69)):
        found = seconds_by_line(np.full((50, 60), 36.0), 20, 11, wide, high)
        down, right = np.indices(found.shape) - np.array([20, 11])[:, None, None]
        within = np.hypot(down / rows, right / RADIUS) <= 1 + 1e-9
        within &= (down != 0) | (right != 0)
        np.testing.assert_array_equal(np.isfinite(found), within)
        true = np.hypot(high * down, wide * right) / 10
        np.testing.assert_allclose(found[within], true[within], rtol=1e-4)


def test_a_line_takes_what_each_cell_that_it_crosses_takes_of_it() -> None:
    # By many points along each line, and the speed at each.
    kmh = noise(40, 40, 3, 0.0)
    found = seconds_by_line(kmh, 17, 21)
    along = (np.arange(20_000) + 0.5) / 20_000
    for row, col in ((17, 30), (2, 21), (8, 12), (28, 26), (16, 6), (30, 30)):
        r, c = (np.floor(a + along * (b - a) + 0.5).astype(int) for a, b in ((17, row), (21, col)))
        mean = (3.6 / kmh[r, c]).mean()
        true = 10 * np.hypot(row - 17, col - 21) * mean
        np.testing.assert_allclose(found[row, col], true, rtol=1e-3)


def test_no_line_goes_through_a_barrier() -> None:
    # .....    A wall beside the start: what lies in its shadow has no line, what lies
    # ..#..    past its corner has.
    # s.#..
    kmh = np.full((30, 30), 36.0)
    kmh[5:20, 12] = 0
    found = seconds_by_line(kmh, 12, 8)
    assert np.isinf(found[12, 13:]).all()
    assert np.isinf(found[5:20, 12]).all()
    assert np.isfinite(found[12, 11])
    assert np.isfinite(found[2, 12])


def test_of_several_starts_the_soonest_line_counts_within_the_limit() -> None:
    costs = step_costs(grid_from_kmh(np.full((9, 40), 36.0), 10.0), TICK, geometry="straight")
    second = round(1 / TICK)
    starts = Start(4 * 40 + 5), Start(4 * 40 + 15, 2.0), Start(0, 99.0)
    labels = starts_on(costs, starts, TICK, 6 * second)
    assert max(labels.values()) <= 6 * second
    assert labels[4 * 40 + 8] == 3 * second
    assert labels[4 * 40 + 12] == 5 * second
    assert labels[4 * 40 + 5] == 0
    assert 0 not in labels


def test_a_front_that_comes_by_has_no_disc_and_eight_directions_have_none() -> None:
    grid = grid_from_kmh(np.full((9, 9), 36.0), 10.0)
    for geometry, start in (("straight", Start(40, passing=True)), ("eight", Start(40))):
        costs = step_costs(grid, TICK, geometry=geometry)
        assert starts_on(costs, (start,), TICK, UNREACHED - 1) == {40: 0}
