"""Dijkstra: against float64, step by step, cancelled, limited, traced."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from core.trace import Iteration, Ring, SolveFinished, SolveStarted
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers import dijkstra
from raster.solvers.dijkstra import Dijkstra, DijkstraSearch
from raster.steps import step_costs
from raster.ticks import choose_tick
from tests.raster.oracle import least_seconds
from tests.raster.solves import StopAt
from tests.raster.terrains import noise, rolling


def search(grid: VelocityGrid, *starts: Start, limit: float = UNLIMITED) -> DijkstraSearch:
    tick = choose_tick(grid, starts, limit)
    return DijkstraSearch(step_costs(grid, tick), starts, tick, limit)


@pytest.mark.parametrize("barriers", [0.0, 0.3])
@pytest.mark.parametrize("cell", [(10.0, 10.0), (30.0, 12.5), (1.0, 7.0)])
@pytest.mark.parametrize("scale", [1.0, 0.973], ids=["codes", "float32"])
def test_agrees_with_float64_to_four_digits(
    cell: tuple[float, float], barriers: float, scale: float
) -> None:
    grid = grid_from_kmh(noise(60, 80, 1, barriers) * scale, *cell)
    kmh = grid.kmh(grid.whole(), grid.shape).astype(np.float64)
    starts = ((0, 0, 0.0), (45, 70, 33.3))
    expected = least_seconds(kmh, *cell, starts)
    found = Dijkstra(grid).solve(tuple(Start(r * 80 + c, h) for r, c, h in starts))
    seconds = found.labels * found.tick_seconds
    reached = np.isfinite(expected)
    np.testing.assert_array_equal(found.labels < UNREACHED, reached)
    np.testing.assert_allclose(seconds[reached], expected[reached], rtol=1e-4)


@pytest.mark.parametrize("limit", [20.0, 600.0, 3600.0])
def test_with_a_limit_too_it_agrees_to_four_digits(limit: float) -> None:
    grid = grid_from_kmh(noise(60, 60, 2), 10.0)
    expected = least_seconds(grid.kmh(grid.whole(), grid.shape).astype(float), 10, 10, [(0, 0, 0)])
    found = Dijkstra(grid).solve((Start(0),), limit=limit)
    seconds = found.labels * found.tick_seconds
    inside = found.labels < UNREACHED
    np.testing.assert_allclose(seconds[inside], expected[inside], rtol=1e-4)
    # Only rounding at the very limit may tell the two apart.
    assert np.all(inside[expected < limit * (1 - 1e-4)])
    assert not np.any(inside[expected > limit * (1 + 1e-4)])


def test_codes_of_two_bytes_are_speeds_as_well() -> None:
    kmh = noise(60, 80, 4)
    wide = VelocityGrid(kmh.astype(np.uint16), np.arange(65536.0), 10.0, 10.0)
    found, expected = (Dijkstra(g).solve((Start(0),)) for g in (wide, grid_from_kmh(kmh, 10.0)))
    assert grid_from_kmh(kmh, 10.0).values.dtype == np.uint8
    assert found.tick_seconds == expected.tick_seconds
    np.testing.assert_array_equal(found.labels, expected.labels)


def test_a_plain_where_the_answer_is_known() -> None:
    # 36 km/h on cells of 10 m: a second a straight step, √2 a diagonal one.
    grid = grid_from_kmh(np.full((50, 50), 36.0), 10.0)
    found = Dijkstra(grid).solve((Start(0),)).seconds(grid.whole(), grid.shape)
    down, right = np.indices((50, 50))
    diagonal, straight = np.minimum(down, right), np.abs(down - right)
    np.testing.assert_allclose(found, straight + math.sqrt(2) * diagonal, rtol=1e-6)


def test_cells_are_settled_nearest_first_and_stay_as_they_are() -> None:
    grid = grid_from_kmh(noise(25, 25, 3), 10.0)
    stepped = search(grid, Start(0))
    settled: list[int] = []
    while not stepped.finished:
        done = stepped.step()
        assert done in (0, 1)  # 0 where only outdated entries were left
        if done:
            settled.append(stepped.last)
            assert stepped.settled == len(settled)
            # As many labels are below the last settled one as were settled: they are final.
            assert int((stepped.labels < stepped.last).sum()) < len(settled)
    assert settled == sorted(settled)
    assert sorted(settled) == sorted(stepped.labels[stepped.labels < UNREACHED].tolist())


@pytest.mark.parametrize("count", [1, 7, 1000])
def test_one_at_a_time_equals_all_at_once(count: int) -> None:
    grid = grid_from_kmh(noise(40, 30, 4), 10.0)
    sources = (Start(0), Start(555, 12.5))
    stepped = search(grid, *sources)
    while not stepped.finished:
        assert stepped.step(count) <= count
    at_once = Dijkstra(grid).solve(sources)
    np.testing.assert_array_equal(stepped.labels, at_once.labels)
    assert (stepped.settled, stepped.last) == (at_once.reached, at_once.max_ticks)
    assert stepped.step() == 0


def test_unsettled_labels_are_upper_bounds() -> None:
    grid = grid_from_kmh(noise(40, 30, 5), 10.0)
    final = Dijkstra(grid).solve((Start(0),)).labels
    stepped = search(grid, Start(0))
    while not stepped.finished:
        stepped.step(50)
        assert np.all(stepped.labels >= final)
        below = stepped.labels < stepped.last
        np.testing.assert_array_equal(stepped.labels[below], final[below])


def test_starts_on_barriers_outside_or_past_the_limit_are_left_out() -> None:
    kmh = np.full((5, 5), 20.0)
    kmh[0, 0] = 0
    grid = grid_from_kmh(kmh, 10.0)
    for hopeless in (Start(0), Start(25), Start(10**12), Start(7, 1000.0)):
        found = Dijkstra(grid).solve((hopeless,), limit=100.0)
        assert found.reached == 0
        assert np.all(found.labels == UNREACHED)
        assert not found.partial
    assert Dijkstra(grid).solve((), limit=100.0).reached == 0
    assert Dijkstra(grid).solve(()).max_seconds == 0


def test_the_better_of_two_delays_on_a_cell_counts() -> None:
    grid = grid_from_kmh(np.full((3, 3), 36.0), 10.0)
    found = Dijkstra(grid).solve((Start(4, 8.0), Start(4, 2.0), Start(4, 5.0)))
    assert found.seconds_at(1, 1) == 2.0
    assert found.seconds_at(1, 2) == pytest.approx(3.0)


def test_a_start_reached_sooner_from_another_keeps_the_sooner_time() -> None:
    grid = grid_from_kmh(np.full((1, 6), 36.0), 10.0)
    found = Dijkstra(grid).solve((Start(0), Start(5, 100.0)))
    assert found.seconds_at(0, 5) == pytest.approx(5.0)


@pytest.mark.parametrize("slow", [0.2, 0.001])
def test_a_very_slow_cell_is_slow_but_no_barrier(slow: float) -> None:
    # The mean speed promises a fine tick, at which the slow cell cannot be counted.
    grid = grid_from_kmh(np.array([[100.5, slow, 100.0]]), 10.0)
    found = Dijkstra(grid).solve((Start(0),))
    assert found.reached == 3
    assert found.seconds_at(0, 2) == pytest.approx(18 * (1 / 100.5 + 2 / slow + 1 / 100), rel=1e-4)


@pytest.mark.parametrize("iterations", [0, 1, 3])
def test_a_cancelled_solve_is_partial_and_bounds_from_above(
    monkeypatch: pytest.MonkeyPatch, iterations: int
) -> None:
    monkeypatch.setattr(dijkstra, "POPS_PER_ITERATION", 200)
    grid = grid_from_kmh(noise(60, 60, 6), 10.0)
    whole = Dijkstra(grid).solve((Start(0),))
    stop = StopAt(iterations)
    found = Dijkstra(grid).solve((Start(0),), trace=stop, cancel=stop.cancel)
    assert found.partial
    assert found.tick_seconds == whole.tick_seconds
    assert np.all(found.labels >= whole.labels)
    held = found.labels[found.labels < UNREACHED]
    assert (found.reached, found.max_ticks) == (held.size, held.max())
    last = stop.events[-1]
    assert isinstance(last, SolveFinished)
    assert last.partial
    assert last.iterations == iterations


def test_the_same_solver_gives_the_same_bits_again() -> None:
    grid = grid_from_kmh(noise(50, 50, 7), 10.0)
    solver = Dijkstra(grid)
    first = solver.solve((Start(0),))
    kept = first.labels.copy()  # or a solver that wrote into one field would equal itself
    solver.solve((Start(1234, 5.0),), limit=10.0)
    np.testing.assert_array_equal(first.labels, kept)
    np.testing.assert_array_equal(solver.solve((Start(0),)).labels, kept)


def test_the_trace_tells_the_solve_from_start_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dijkstra, "POPS_PER_ITERATION", 500)
    grid = grid_from_kmh(rolling(60, 70), 10.0)
    ring = Ring()
    found = Dijkstra(grid).solve((Start(0),), trace=ring)
    started, *iterations, finished = ring.drain()
    assert isinstance(started, SolveStarted)
    assert (started.algorithm, started.elements, started.active_unit) == ("dijkstra", 4200, "cells")
    assert started.tick_seconds == found.tick_seconds
    rounds = [event for event in iterations if isinstance(event, Iteration)]
    assert len(rounds) == len(iterations) > 3
    assert [event.index for event in rounds] == list(range(len(rounds)))
    assert [event.seconds for event in rounds] == sorted(event.seconds for event in rounds)
    thresholds = [event.threshold_seconds for event in rounds]
    assert thresholds == sorted(thresholds)
    assert isinstance(finished, SolveFinished)
    assert finished.visits == sum(event.active for event in rounds) == found.reached
    assert (finished.reached, finished.max_seconds) == (found.reached, found.max_seconds)
    assert rounds[-1].settled == found.reached
    assert not finished.partial
