"""Near and far queue: the same bits for every Δ, queues without duplicates, stopped, traced."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from benchmarks.instances.terrains import maze, spiral
from core.parallel.near_far import FAR, FOLLOWING, NEAR, Queues, StepWidth
from core.solver import Start
from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from core.trace import Iteration, Ring, SolveFinished, SolveStarted
from raster.files.read import open_velocity
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from raster.solvers.near_far import CellSearch, NearFar
from raster.starts import good_start
from raster.steps import step_costs
from raster.ticks import choose_tick
from raster.travel_times import TravelTimeGrid
from tests.raster.solves import STARTS, StopAt, assert_same, terrain
from tests.raster.terrains import noise, rolling
from tests.shared_data import needs_shared, shared


@pytest.mark.parametrize("delta", [0.0, 1e-6, 0.5, 10.0, 100.0, 1e6])
def test_any_step_width_gives_the_same_bits(delta: float, expected: TravelTimeGrid) -> None:
    assert_same(NearFar(terrain(), delta_seconds=delta).solve(STARTS), expected)


@pytest.mark.parametrize("delta", [0.0, 10.0, 1e6])
def test_a_solve_leaves_nothing_behind_for_the_next(delta: float, expected: TravelTimeGrid) -> None:
    solver = NearFar(terrain(), delta_seconds=delta)
    for _ in range(3):
        solver.solve((Start(17),), limit=30.0)
        stop = StopAt(2)
        solver.solve((Start(5000),), trace=stop, cancel=stop.cancel)
        solver.solve((), limit=1.0)
        assert_same(solver.solve(STARTS), expected)


@pytest.mark.parametrize("seed", range(20))
def test_any_shape_and_any_shape_of_cell(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, cols = (int(n) for n in rng.integers(1, 90, 2))
    cell = (float(rng.uniform(1, 60)), float(rng.uniform(1, 60)))
    grid = grid_from_kmh(noise(rows, cols, seed, float(rng.uniform(0, 0.6))), *cell)
    sources = tuple(
        Start(int(rng.integers(rows * cols)), float(rng.uniform(0, 20))) for _ in range(4)
    )
    limit = float(rng.choice([UNLIMITED, 60.0, 5.0]))
    delta = float(rng.choice([0.0, 0.1, 3.0, 50.0]))
    found = NearFar(grid, delta_seconds=delta).solve(sources, limit=limit)
    assert_same(found, Dijkstra(grid).solve(sources, limit=limit))


def searched(grid: VelocityGrid, delta: float, limit: float) -> tuple[CellSearch, Queues]:
    """A search at its beginning, with the memory it works in."""
    tick = choose_tick(grid, STARTS, limit)
    queues = Queues.of(grid.rows * grid.cols)
    width = StepWidth(max(round(delta / tick), 1), given=True)
    costs = step_costs(grid, tick)
    limit_ticks = limit_in_ticks(limit, tick)
    return CellSearch(costs, queues, width, STARTS, tick, limit_ticks), queues


@pytest.mark.parametrize("delta", [0.3, 5.0, 1e5])
@pytest.mark.parametrize("limit", [UNLIMITED, 100.0])
def test_queues_never_hold_a_cell_twice_and_labels_below_the_threshold_are_final(
    delta: float, limit: float
) -> None:
    grid = grid_from_kmh(noise(60, 70, 4), 10.0)
    sources = tuple(s for s in STARTS if s.element < 4200)
    exact = Dijkstra(grid).solve(sources, limit=limit).labels
    search, queues = searched(grid, delta, limit)
    while not search.finished:
        if search.near:
            search.step(1)
        else:
            final = search.labels < search.threshold
            np.testing.assert_array_equal(search.labels[final], exact[final])
            np.testing.assert_array_equal(final, exact < search.threshold)
            search.advance()
        for role in (NEAR, FOLLOWING, FAR):
            held = queues.entries[queues.roles[role], : queues.length(role)]
            assert np.unique(held).size == held.size
        assert search.reached == int((search.labels < UNREACHED).sum())
        assert queues.is_near.sum() == search.near
    np.testing.assert_array_equal(search.labels, exact)
    assert not queues.is_near.any()


def test_thresholds_under_which_no_cell_lies_are_passed_over() -> None:
    # Two islands; the front of the second sets out a week later, with Δ = 1 s.
    kmh = np.full((20, 41), 36.0)
    kmh[:, 20] = 0
    grid = grid_from_kmh(kmh, 10.0)
    sources = (Start(0), Start(30, 7 * 86400.0))
    ring = Ring()
    found = NearFar(grid, delta_seconds=1.0).solve(sources, trace=ring)
    finished = ring.drain()[-1]
    assert isinstance(finished, SolveFinished)
    assert finished.iterations < 300
    assert_same(found, Dijkstra(grid).solve(sources))


@pytest.mark.parametrize("delta", [0.0, 20.0])
@pytest.mark.parametrize("make", [spiral, maze])
def test_a_hundred_thousand_steps_are_told_in_hundreds_of_events(make, delta: float) -> None:  # type: ignore[no-untyped-def]
    grid = make(500, 500, 1)
    ring = Ring()
    found = NearFar(grid, delta_seconds=delta).solve((Start(0),), trace=ring)
    events = ring.drain()
    attempts = sum(isinstance(event, SolveStarted) for event in events)
    assert len(events) < 700 * attempts
    assert isinstance(events[-1], SolveFinished)
    assert events[-1].iterations > 10_000
    assert_same(found, Dijkstra(grid).solve((Start(0),)))


def test_a_single_row_of_many_cells() -> None:
    grid = grid_from_kmh(noise(1, 100_000, 3, 0.0), 10.0)
    sources = (Start(50_000),)
    assert_same(NearFar(grid).solve(sources), Dijkstra(grid).solve(sources))


@needs_shared
@pytest.mark.parametrize("zero_speed", [0.0, 1.0])
def test_equals_dijkstra_on_an_island(zero_speed: float) -> None:
    path = shared("terrain/velocity-grande-comore/velocity_grande_comore_30m.tif")
    island = open_velocity(path)
    cell = good_start(island, zero_speed)
    assert cell is not None
    sources = (Start(cell[0] * island.cols + cell[1]),)
    found = NearFar(island, zero_speed_kmh=zero_speed).solve(sources)
    assert_same(found, Dijkstra(island, zero_speed_kmh=zero_speed).solve(sources))


@pytest.mark.parametrize("iterations", [0, 1, 7, 30])
def test_a_cancelled_solve_is_partial_and_bounds_from_above(
    iterations: int, expected: TravelTimeGrid
) -> None:
    stop = StopAt(iterations)
    found = NearFar(terrain(), delta_seconds=2.0).solve(STARTS, trace=stop, cancel=stop.cancel)
    assert found.partial
    assert found.tick_seconds == expected.tick_seconds
    assert np.all(found.labels >= expected.labels)
    held = found.labels[found.labels < UNREACHED]
    assert (found.reached, found.max_ticks) == (held.size, held.max())
    last = stop.events[-1]
    assert isinstance(last, SolveFinished)
    assert last.partial


def test_the_trace_tells_the_solve_from_start_to_end() -> None:
    grid = grid_from_kmh(rolling(200, 300), 10.0)
    ring = Ring()
    found = NearFar(grid, delta_seconds=5.0).solve((Start(100 * 300 + 150),), trace=ring)
    started, *middle, finished = ring.drain()
    assert isinstance(started, SolveStarted)
    assert (started.algorithm, started.elements, started.active_unit) == (
        "near-far",
        60_000,
        "cells",
    )
    assert started.delta_seconds == pytest.approx(5.0, rel=1e-3)
    rounds = [event for event in middle if isinstance(event, Iteration)]
    assert len(rounds) == len(middle) > 3
    assert {event.kernel for event in rounds} == {"step", "advance"}
    for earlier, later in pairwise(rounds):
        assert earlier.seconds <= later.seconds
        assert earlier.settled <= later.settled
        assert earlier.threshold_seconds <= later.threshold_seconds
    assert all(event.active > 0 and event.microseconds >= 0 for event in rounds)
    assert (rounds[-1].settled, rounds[-1].waiting) == (found.reached, 0)
    assert isinstance(finished, SolveFinished)
    assert (finished.reached, finished.max_seconds) == (found.reached, found.max_seconds)
    assert finished.visits >= found.reached
    assert not finished.partial
