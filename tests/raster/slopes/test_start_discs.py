"""The straight lines around a start on slopes: what they take, and where there are none."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from core.solver import Start
from core.times import UNREACHED
from raster.grid import VelocityGrid, grid_from_kmh
from raster.slopes.costs import costs_on
from raster.slopes.heights import heights_of
from raster.slopes.models import FactorTable, Naismith, SlopeModel, Tobler
from raster.slopes.slopes import Direction, GridSlopes
from raster.solvers.dijkstra import Dijkstra
from raster.start_discs import RADIUS, ticks_by_line
from raster.starts import starts_on

TICK = 2.0**-16
SIDE = 41
MIDDLE = SIDE // 2


def seconds_by_line(grid: VelocityGrid, slopes: GridSlopes) -> np.ndarray:
    """(rows, cols) from the middle, inf where no line leads."""
    costs = costs_on(grid, TICK, 0.0, "straight", slopes)
    found = np.full(grid.shape, np.inf)
    cells, ticks = ticks_by_line(costs, MIDDLE, MIDDLE)
    found.flat[cells] = ticks * TICK
    return found


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize(
    "model", [Tobler(), Naismith(), Naismith(friction=1.0), Naismith(friction=0.0)]
)
@pytest.mark.parametrize("high", [10.0, 7.0])
def test_on_a_plane_a_line_takes_what_its_slope_says(
    model: SlopeModel, direction: Direction, high: float
) -> None:
    down, right = np.mgrid[:SIDE, :SIDE] - MIDDLE
    metres = 0.12 * 10.0 * right - 0.05 * high * down
    grid = grid_from_kmh(np.full((SIDE, SIDE), 5.0), 10.0, high)
    for surface in (False, True):
        if surface and model.added:
            continue
        slopes = GridSlopes(heights_of(metres), model, surface, direction)
        found = seconds_by_line(grid, slopes)
        length = np.hypot(10.0 * right, high * down)
        led = np.isfinite(found)
        assert led.sum() > 700
        slope = np.divide(metres - metres[MIDDLE, MIDDLE], length, where=led, out=0.0 * length)
        slope = slope if direction == "from" else -slope
        factor = model.factor(slope)
        level = 0.72 * length
        true = length * factor + model.share * level if model.added else level * factor
        true = true * np.hypot(1, slope) if surface else true
        np.testing.assert_allclose(found[led], true[led], rtol=2e-3)


def test_each_piece_of_a_line_has_the_speed_of_its_cell_and_the_slope_of_its_own() -> None:
    rng = np.random.default_rng(4)
    kmh = rng.integers(2, 9, (SIDE, SIDE)).astype(np.float64)
    heights = heights_of(rng.normal(0, 1.5, (SIDE, SIDE)))
    found = seconds_by_line(grid_from_kmh(kmh, 10.0), GridSlopes(heights, Tobler()))
    for down, right in ((3, 14), (-15, 2), (-7, -11), (9, -4), (0, 12), (13, 0)):
        borders = [(2 * i + 1) / (2 * n) for n in (abs(down), abs(right)) for i in range(n)]
        total, run = 0.0, 10.0 * math.hypot(down, right)
        for begin, end in pairwise(sorted({0.0, *borders, 1.0})):
            ends = np.array([MIDDLE + np.array([begin, end]) * way for way in (down, right)])
            rise = float(np.diff(heights.at(*ends))[0])
            row, col = np.floor(ends.mean(axis=1) + 0.5).astype(int)
            level = 3.6 / kmh[row, col] * run * (end - begin)
            total += level * float(Tobler().factor(np.array(rise / run / (end - begin))))
        assert found[MIDDLE + down, MIDDLE + right] == pytest.approx(total, rel=1e-4)


def test_heights_that_nobody_knows_count_as_level() -> None:
    metres = np.mgrid[:SIDE, :SIDE][1].astype(np.float64)
    metres[:, MIDDLE + 3 :] = np.nan
    slopes = GridSlopes(heights_of(metres), Tobler())
    found = seconds_by_line(grid_from_kmh(np.full((SIDE, SIDE), 5.0), 10.0), slopes)
    up, level = (float(Tobler().factor(np.array(slope))) for slope in (0.1, 0.0))
    true = 7.2 * (1.5 * up + 8.5 * level)  # to the border before the last cell of known height
    assert found[MIDDLE, MIDDLE + 10] == pytest.approx(true, rel=1e-3)


def test_what_closes_slopes_has_no_lines_between_steps_that_are_too_steep() -> None:
    table = FactorTable(((-12.0, 1.0), (0.0, 1.0), (12.0, 2.0)))
    slopes = GridSlopes(heights_of(np.zeros((SIDE, SIDE))), table)
    grid = grid_from_kmh(np.full((SIDE, SIDE), 5.0), 10.0)
    assert np.isinf(seconds_by_line(grid, slopes)).all()
    assert np.isfinite(seconds_by_line(grid, replace(slopes, model=Tobler()))).any()


def test_starts_give_their_discs_on_slopes_and_what_passes_gives_none() -> None:
    grid = grid_from_kmh(np.full((SIDE, SIDE), 5.0), 10.0)
    slopes = GridSlopes(heights_of(0.5 * np.mgrid[:SIDE, :SIDE][0]), Tobler())
    costs = costs_on(grid, TICK, 0.0, "straight", slopes)
    start = Start(MIDDLE * SIDE + MIDDLE, 3.0)
    given = starts_on(costs, (start,), TICK, UNREACHED - 1)
    assert len(given) == 1 + len(ticks_by_line(costs, MIDDLE, MIDDLE)[0]) > math.pi * RADIUS**2 - 40
    assert starts_on(costs, (replace(start, passing=True),), TICK, UNREACHED - 1).keys() == {
        start.element
    }
    times = Dijkstra(grid, slopes=slopes, geometry="straight").solve((start,))
    some = starts_on(
        costs_on(grid, times.tick_seconds, 0.0, "straight", slopes),
        (start,), times.tick_seconds, UNREACHED - 1,
    )  # fmt: skip
    assert all(times.labels.flat[cell] <= ticks for cell, ticks in some.items())
