"""Bellman-Ford: the same bits with any number of threads, stopped, limited, traced."""

from __future__ import annotations

from itertools import pairwise

import numba
import numpy as np
import pytest

from benchmarks.instances.terrains import maze, spiral
from core.cancel import Cancel
from core.solver import Sources, Start
from core.times import UNREACHED
from core.trace import Iteration, Ring, SolveFinished, SolveStarted
from raster.files.read import open_velocity
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers import bellman_ford
from raster.solvers.bellman_ford import BellmanFord
from raster.solvers.dijkstra import Dijkstra
from raster.starts import good_start
from raster.travel_times import TravelTimeGrid
from tests.raster.solves import ALL_THREADS, StopAt, assert_same
from tests.raster.terrains import noise, rolling
from tests.shared_data import needs_shared, shared

STARTS: Sources = (Start(0), Start(90 * 160 + 130, 40.0))


def terrain() -> VelocityGrid:
    return grid_from_kmh(noise(120, 160, 1), 10.0)


@pytest.fixture(scope="module")
def expected() -> TravelTimeGrid:
    return Dijkstra(terrain()).solve(STARTS)


@pytest.mark.parametrize("threads", range(1, ALL_THREADS + 1))
@pytest.mark.parametrize("cells_at_once", [1, 10_000, 10**9], ids=["many", "both", "one"])
@pytest.mark.usefixtures("all_threads_afterwards")
def test_any_number_of_threads_gives_the_same_bits(
    monkeypatch: pytest.MonkeyPatch, cells_at_once: int, threads: int, expected: TravelTimeGrid
) -> None:
    monkeypatch.setattr(bellman_ford, "CELLS_AT_ONCE", cells_at_once)
    numba.set_num_threads(threads)
    assert_same(BellmanFord(terrain()).solve(STARTS), expected)


def test_a_solve_leaves_nothing_behind_for_the_next(expected: TravelTimeGrid) -> None:
    solver = BellmanFord(terrain())
    solver.solve((Start(17),), limit=30.0)
    stopped = Cancel()
    stopped.set()
    solver.solve((Start(5000),), cancel=stopped)
    solver.solve((), limit=1.0)
    assert_same(solver.solve(STARTS), expected)


@pytest.mark.parametrize("limit", [0.5, 20.0, 200.0])
def test_a_limit_cuts_exactly(limit: float) -> None:
    found = BellmanFord(terrain()).solve(STARTS, limit=limit)
    assert_same(found, Dijkstra(terrain()).solve(STARTS, limit=limit))


@pytest.mark.parametrize("make", [spiral, maze])
def test_long_corridors_need_many_rounds_and_get_them(make) -> None:  # type: ignore[no-untyped-def]
    grid = make(120, 120, 1)
    assert_same(BellmanFord(grid).solve((Start(0),)), Dijkstra(grid).solve((Start(0),)))


@pytest.mark.parametrize("shape", [(1, 5000), (5000, 1)])
def test_a_single_row_or_column(shape: tuple[int, int]) -> None:
    grid = grid_from_kmh(noise(*shape, 3, 0.0), 10.0)
    assert_same(BellmanFord(grid).solve((Start(2500),)), Dijkstra(grid).solve((Start(2500),)))


@needs_shared
def test_equals_dijkstra_on_an_island() -> None:
    path = shared("terrain/velocity-grande-comore/velocity_grande_comore_30m.tif")
    island = open_velocity(path)
    cell = good_start(island)
    assert cell is not None
    sources = (Start(cell[0] * island.cols + cell[1]),)
    found = BellmanFord(island).solve(sources, limit=1200.0)
    assert_same(found, Dijkstra(island).solve(sources, limit=1200.0))


@pytest.mark.parametrize("iterations", [0, 1, 5])
def test_a_cancelled_solve_is_partial_and_bounds_from_above(
    monkeypatch: pytest.MonkeyPatch, iterations: int, expected: TravelTimeGrid
) -> None:
    monkeypatch.setattr(bellman_ford, "CELLS_AT_ONCE", 1)
    stop = StopAt(iterations)
    found = BellmanFord(terrain()).solve(STARTS, trace=stop, cancel=stop.cancel)
    assert found.partial
    assert np.all(found.labels >= expected.labels)
    held = found.labels[found.labels < UNREACHED]
    assert (found.reached, found.max_ticks) == (held.size, held.max())
    last = stop.events[-1]
    assert isinstance(last, SolveFinished)
    assert last.partial
    assert last.iterations == iterations


@pytest.mark.parametrize("cells_at_once", [1, 5000])
def test_the_trace_tells_the_solve_from_start_to_end(
    monkeypatch: pytest.MonkeyPatch, cells_at_once: int
) -> None:
    monkeypatch.setattr(bellman_ford, "CELLS_AT_ONCE", cells_at_once)
    grid = grid_from_kmh(rolling(80, 90), 10.0)
    ring = Ring()
    found = BellmanFord(grid).solve((Start(40 * 90 + 45),), trace=ring)
    started, *middle, finished = ring.drain()
    assert isinstance(started, SolveStarted)
    assert (started.algorithm, started.elements, started.delta_seconds) == ("bellman-ford", 7200, 0)
    rounds = [event for event in middle if isinstance(event, Iteration)]
    assert len(rounds) == len(middle) >= 1  # a fast machine does them all between two looks
    for earlier, later in pairwise(rounds):
        assert earlier.seconds <= later.seconds
        assert earlier.settled <= later.settled
    assert rounds[-1].settled == found.reached
    assert isinstance(finished, SolveFinished)
    assert finished.visits >= found.reached - 1
    assert (finished.reached, finished.max_seconds) == (found.reached, found.max_seconds)


def test_starts_on_barriers_outside_or_past_the_limit_are_left_out() -> None:
    kmh = np.full((40, 40), 20.0)
    kmh[0, 0] = 0
    solver = BellmanFord(grid_from_kmh(kmh, 10.0))
    for hopeless in (Start(0), Start(1600), Start(10**12), Start(7, 1000.0)):
        found = solver.solve((hopeless,), limit=100.0)
        assert found.reached == 0
        assert not found.partial
    assert solver.solve(()).reached == 0
