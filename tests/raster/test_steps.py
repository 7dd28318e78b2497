"""What a step costs, in exact ticks, and how fine a tick is."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from core.errors import ParameterError
from core.times import UNREACHED
from raster.geometry import STRAIGHT
from raster.grid import VelocityGrid, grid_from_kmh
from raster.steps import (
    BARRIER,
    DIAGONAL,
    EAST_WEST,
    NEIGHBOUR_COL,
    NEIGHBOUR_KIND,
    NEIGHBOUR_ROW,
    NORTH_SOUTH,
    SLOWEST,
    codes_in_use,
    half_cost,
    half_cost_ticks,
    mean_speed_kmh,
    outgrown,
    step_costs,
    step_lengths,
)

ROUNDING = Fraction(1, 2) + Fraction(1, 10**6)
"""Half a tick, and room for the float64 division in front of it."""

CELLS = [(10.0, 10.0), (30.0, 12.5), (0.7, 5.0)]
TICK = 2.0**-20


@njit
def _priced(costs: Any, kind: int) -> NDArray[np.uint32]:
    rows, cols = costs.values.shape
    ticks = np.empty((rows, cols), np.uint32)
    for row in range(rows):
        for col in range(cols):
            ticks[row, col] = half_cost(costs, row, col, kind)
    return ticks


def all_speeds() -> NDArray[np.float64]:
    """0..254 km/h and a cell without data, 16 × 16."""
    kmh = np.arange(256, dtype=np.float64)
    kmh[255] = np.nan
    return kmh.reshape(16, 16)


def as_float32(grid: VelocityGrid) -> VelocityGrid:
    kmh = grid.kmh(grid.whole(), grid.shape)
    return VelocityGrid(kmh, None, grid.cell_x, grid.cell_y)


def test_every_neighbour_is_named_once_with_its_kind() -> None:
    around = {(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1)} - {(0, 0)}
    assert set(zip(NEIGHBOUR_ROW, NEIGHBOUR_COL, strict=True)) == around
    for row, col, kind in zip(NEIGHBOUR_ROW, NEIGHBOUR_COL, NEIGHBOUR_KIND, strict=True):
        lengths = step_lengths(grid_from_kmh(np.ones((1, 1)), 3.0, 4.0))
        assert lengths[kind] == pytest.approx(math.hypot(3.0 * col, 4.0 * row))


@pytest.mark.parametrize("cell", CELLS)
def test_a_half_cost_is_the_exact_one_rounded_once(cell: tuple[float, float]) -> None:
    grid = grid_from_kmh(all_speeds(), *cell)
    table = step_costs(grid, TICK).table
    for speed in range(1, 255):
        per_metre = Fraction(9, 5) / speed / Fraction(TICK)
        for kind, length in enumerate(cell):
            exact = per_metre * Fraction(length)
            assert abs(int(table[kind, speed]) - exact) <= ROUNDING
        # The diagonal is irrational: compare squares.
        square = per_metre**2 * (Fraction(cell[0]) ** 2 + Fraction(cell[1]) ** 2)
        ticks = int(table[DIAGONAL, speed])
        assert (ticks - ROUNDING) ** 2 <= square <= (ticks + ROUNDING) ** 2


@pytest.mark.parametrize("zero_speed", [0.0, 1.0, 2.5])
@pytest.mark.parametrize("cell", CELLS)
def test_codes_and_reals_are_priced_alike(cell: tuple[float, float], zero_speed: float) -> None:
    coded = grid_from_kmh(all_speeds(), *cell)
    for grid in (coded, as_float32(coded)):
        costs = step_costs(grid, TICK, zero_speed)
        for kind in range(3):
            expected = half_cost_ticks(all_speeds(), float(costs.scale[kind]), zero_speed)
            np.testing.assert_array_equal(_priced(costs, kind), expected)


def test_along_straight_lines_a_diagonal_half_is_no_more_than_by_eight_directions() -> None:
    # Nor than √2 of the straight one, cut off.
    coded = grid_from_kmh(np.append(np.geomspace(1e-9, 900.0, 254), np.nan)[None, :], 10.0)
    for tick, grid in product((2.0**-1, 2.0**-7, 2.0**-24), (coded, as_float32(coded))):
        eight = step_costs(grid, tick)
        straight = step_costs(grid, tick, geometry=STRAIGHT)
        for kind in (EAST_WEST, NORTH_SOUTH):
            np.testing.assert_array_equal(_priced(straight, kind), _priced(eight, kind))
        half, before = _priced(eight, NORTH_SOUTH), _priced(eight, DIAGONAL)
        most = np.array([math.isqrt(2 * int(ticks) ** 2) for ticks in half.ravel()])
        found = _priced(straight, DIAGONAL)[0]
        assert np.all(found <= np.minimum(before[0], most))
        assert np.all(found >= np.minimum(before[0], most) - (half[0] > 1 << 20))


@pytest.mark.parametrize("speed", [0.0, -1.0, -0.0, np.nan, -1e30])
def test_a_barrier_can_never_be_stepped_into(speed: float) -> None:
    grid = grid_from_kmh(np.array([[speed, 0.5, 300.0]]), 10.0)
    for kind in range(3):
        barrier, *passable = (int(half) for half in _priced(step_costs(grid, TICK), kind)[0])
        assert barrier == BARRIER
        for half in passable:
            assert 0 + half + barrier >= UNREACHED  # no label, however small, leaks through
    assert UNREACHED + BARRIER + BARRIER < 2**32  # nor does the sum wrap around


def test_zero_speed_opens_barriers_but_not_cells_without_data() -> None:
    kmh = np.array([0.0, -3.0, np.nan, 1.5])
    found = half_cost_ticks(kmh, 1e6, 1.5)
    assert found[0] == found[1] == found[3] < BARRIER
    assert found[2] == BARRIER


@pytest.mark.parametrize("real", [True, False])
def test_a_passable_cell_is_never_a_barrier_however_slow_or_fast(real: bool) -> None:
    speeds = np.array([[1e-30, 1e-6, 1e30, np.inf]], np.float32)
    if real:
        grid = VelocityGrid(speeds, None, 10.0, 10.0)
    else:
        code_speed = np.zeros(256)
        code_speed[:4] = speeds[0]
        grid = VelocityGrid(np.arange(4, dtype=np.uint8)[None, :], code_speed, 10.0, 10.0)
    for kind in range(3):
        assert _priced(step_costs(grid, TICK), kind)[0].tolist() == [SLOWEST, SLOWEST, 1, 1]
    assert SLOWEST < BARRIER
    assert SLOWEST + 1 >= UNREACHED  # yet no step into it is counted


def test_a_diagonal_half_never_costs_less_than_a_straight_one() -> None:
    # What the end of the sweeps in a tile rests on.
    rng = np.random.default_rng(3)
    speeds = rng.uniform(0, 1e4, 5000) ** 2
    for _ in range(20):
        x, y = rng.uniform(0.01, 100, 2)
        tick = 2.0 ** int(rng.integers(-24, 4))
        straight, other, slant = (
            half_cost_ticks(speeds, 1.8 * length / tick, 0.0) for length in (x, y, math.hypot(x, y))
        )
        assert np.all(slant >= np.maximum(straight, other))


@pytest.mark.parametrize("zero_speed", [-1.0, math.inf, math.nan])
def test_an_odd_zero_speed_is_refused(zero_speed: float) -> None:
    with pytest.raises(ParameterError, match="in place of 0"):
        step_costs(grid_from_kmh(np.ones((2, 2)), 1.0), TICK, zero_speed)


def test_mean_speed_counts_what_moves() -> None:
    grid = grid_from_kmh(np.array([[0.0, 10.0, np.nan, 30.0]]), 1.0)
    assert mean_speed_kmh(grid) == 20
    assert mean_speed_kmh(grid, 2.0) == 14
    assert mean_speed_kmh(grid_from_kmh(np.zeros((3, 3)), 1.0)) == 1
    assert mean_speed_kmh(grid_from_kmh(np.full((3, 3), np.nan), 1.0), 5.0) == 1


@pytest.mark.parametrize("real", [True, False])
def test_outgrown_means_a_reached_cell_beside_an_unreached_passable_one(real: bool) -> None:
    # passable | passable | barrier | passable
    grid = grid_from_kmh(np.array([[1.0, 1.0, 0.0, 1.0]]), 10.0)
    costs = step_costs(as_float32(grid) if real else grid, 2.0**-24)
    lost = np.array([[UNREACHED - 1, UNREACHED, UNREACHED, UNREACHED]], np.uint32)
    assert outgrown(costs, lost, UNREACHED - 1)
    whole = np.array([[0, UNREACHED - 1, UNREACHED, UNREACHED]], np.uint32)
    assert not outgrown(costs, whole, UNREACHED - 1)
    assert not outgrown(costs, np.full((1, 4), UNREACHED, np.uint32), 0)


def test_outgrown_is_not_ruled_out_by_a_step_of_two_slow_halves() -> None:
    # Two cells of one speed: neither half alone takes the label past what can be counted.
    grid = grid_from_kmh(np.array([[1.0, 1.0]]), 10.0)
    costs = step_costs(grid, 2.0**-20)
    half = int(costs.table[EAST_WEST, grid.values[0, 0]])
    diagonal = int(costs.table[costs.table < BARRIER].max())
    last = UNREACHED - 2 * half
    assert last + diagonal < UNREACHED
    assert outgrown(costs, np.array([[last, UNREACHED]], np.uint32), last)


@pytest.mark.parametrize("way", ["small", "large", "mapped", "known"])
def test_no_label_is_looked_at_for_the_sake_of_codes_that_no_cell_has(
    way: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    codes = np.array([[500, 700, 900]], np.uint16)
    if way == "mapped":
        codes.tofile(tmp_path / "codes")
        codes = np.memmap(tmp_path / "codes", np.uint16, "r", shape=codes.shape)
    grid = VelocityGrid(codes, np.arange(65536) / 100.0, 10.0, 10.0)
    if way in ("large", "known"):
        monkeypatch.setattr("raster.steps.MOST_CELLS", 2)
    if way == "known":
        codes_in_use(grid)
    costs = step_costs(grid, 2.0**-12)
    slowest = 500 if way in ("small", "known") else 1
    assert costs.longest == costs.table[DIAGONAL, slowest]
    assert costs.table[DIAGONAL, 1] > costs.table[DIAGONAL, 500]
    np.testing.assert_array_equal(np.flatnonzero(codes_in_use(grid)), [500, 700, 900])
