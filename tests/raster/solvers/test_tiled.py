"""The tiled solver: the same bits whatever the order of work, stopped, traced, repeated."""

from __future__ import annotations

import threading
from itertools import pairwise

import numba
import numpy as np
import pytest

from core.cancel import Cancel
from core.solver import Start
from core.trace import Event, Iteration, Ring, SolveFinished, SolveStarted, Trace
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from raster.solvers.tile_rounds import ROUNDS_KEPT
from raster.solvers.tiled import Tiled
from raster.steps import outgrown, step_costs
from raster.tiles.cells import TILE
from raster.travel_times import TravelTimeGrid
from tests.raster.solves import ALL_THREADS, STARTS, assert_same, terrain
from tests.raster.terrains import noise, rolling


def test_solved_again_and_again_the_bits_stay(expected: TravelTimeGrid) -> None:
    solver = Tiled(terrain())
    for _ in range(10):
        assert_same(solver.solve(STARTS), expected)


def test_a_solve_leaves_nothing_behind_for_the_next(expected: TravelTimeGrid) -> None:
    solver = Tiled(terrain())
    solver.solve((Start(17),), limit=30.0)
    stopped = Cancel()
    stopped.set()
    solver.solve((Start(5000),), cancel=stopped)
    solver.solve((), limit=1.0)
    assert_same(solver.solve(STARTS), expected)


@pytest.mark.parametrize("delta", [1e-6, 0.5, 10.0, 100.0, 1e6])
def test_any_step_width_gives_the_same_bits(delta: float, expected: TravelTimeGrid) -> None:
    assert_same(Tiled(terrain(), delta_seconds=delta).solve(STARTS), expected)


@pytest.mark.parametrize("threads", range(1, ALL_THREADS + 1))
@pytest.mark.usefixtures("all_threads_afterwards")
def test_any_number_of_threads_gives_the_same_bits(threads: int, expected: TravelTimeGrid) -> None:
    numba.set_num_threads(threads)
    assert_same(Tiled(terrain()).solve(STARTS), expected)


@pytest.mark.usefixtures("all_threads_afterwards")
def test_threads_may_be_added_after_the_solver_was_made(expected: TravelTimeGrid) -> None:
    numba.set_num_threads(1)
    solver = Tiled(terrain())
    solver.solve(STARTS)
    numba.set_num_threads(ALL_THREADS)
    assert_same(solver.solve(STARTS), expected)


def test_two_solvers_side_by_side_do_not_disturb_each_other(expected: TravelTimeGrid) -> None:
    found: list[TravelTimeGrid] = []

    def work() -> None:
        solver = Tiled(terrain())
        found.extend(solver.solve(STARTS) for _ in range(5))

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(found) == 15
    for times in found:
        assert_same(times, expected)


def test_codes_and_reals_of_the_same_speeds_give_the_same_bits(expected: TravelTimeGrid) -> None:
    coded = terrain()
    real = VelocityGrid(coded.kmh(coded.whole(), coded.shape), None, 10.0, 10.0)
    assert_same(Tiled(real).solve(STARTS), expected)


@pytest.mark.parametrize("seed", range(30))
def test_any_size_around_that_of_a_tile_and_any_shape_of_cell(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, cols = (int(n) for n in rng.integers(TILE - 2, 2 * TILE + 3, 2))
    cell = (float(rng.uniform(1, 60)), float(rng.uniform(1, 60)))
    kmh = noise(rows, cols, seed, float(rng.uniform(0, 0.5)))
    sources = tuple(
        Start(int(rng.integers(rows * cols)), float(rng.uniform(0, 20))) for _ in range(5)
    )
    for grid in (grid_from_kmh(kmh, *cell), grid_from_kmh(kmh * 0.973, *cell)):
        assert_same(Tiled(grid).solve(sources), Dijkstra(grid).solve(sources))


@pytest.mark.parametrize("wide", [True, False])
def test_a_tile_of_long_thin_cells_is_swept_to_the_end(wide: bool) -> None:
    # A tile of its own, never visited again: one quiet pass would leave it unfinished now and then.
    for seed in range(150):
        rng = np.random.default_rng(seed)
        thin = float(rng.uniform(0.2, 2.0))
        rows, cols = (int(n) for n in rng.integers(8, TILE + 1, 2))
        kmh = noise(rows, cols, seed, 0.05)
        grid = grid_from_kmh(kmh, *((10.0, thin) if wide else (thin, 10.0)))
        sources = (Start(int(rng.integers(rows * cols))),)
        assert_same(Tiled(grid).solve(sources), Dijkstra(grid).solve(sources))


@pytest.mark.parametrize("turns", range(4))
def test_a_front_passes_from_tile_to_tile_through_a_corner_alone(turns: int) -> None:
    # #..    A path of single cells, corner to corner, through the very corners of the tiles.
    # .#.
    # ..#
    side = 3 * TILE
    kmh = np.rot90(np.diag(np.full(side, 36.0)), turns)
    for start in np.argwhere(kmh > 0)[[0, -1, side // 2]].tolist():
        grid = grid_from_kmh(kmh, 10.0)
        found = Tiled(grid).solve((Start(start[0] * side + start[1]),))
        assert found.reached == side
        longest = max(start[0], side - 1 - start[0])
        assert found.max_seconds == pytest.approx(longest * 2**0.5)


@pytest.mark.parametrize("across", [(1, 100), (100, 1)], ids=["east", "south"])
@pytest.mark.parametrize("cells", [TILE - 1, TILE, TILE + 1, 2 * TILE])
def test_a_limit_cuts_exactly_beside_the_border_of_a_tile(
    across: tuple[int, int], cells: int
) -> None:
    grid = grid_from_kmh(np.full(across, 36.0), 8.0)
    exact = Dijkstra(grid).solve((Start(0),), limit=100.0)
    reaches = exact.seconds_at(cells * (across[1] == 1), cells * (across[0] == 1))
    for limit, reached in ((reaches, cells + 1), (reaches - exact.tick_seconds, cells)):
        found = Tiled(grid).solve((Start(0),), limit=limit)
        assert found.reached == reached
        np.testing.assert_array_equal(
            found.labels, Dijkstra(grid).solve((Start(0),), limit=limit).labels
        )


class Pause(Trace):
    """A trace that holds the solver after some rounds until the test has asked for a stop."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.paused = threading.Event()
        self.resumed = threading.Event()
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, Iteration) and event.index + 1 == self.rounds:
            self.paused.set()
            assert self.resumed.wait(240)


@pytest.mark.parametrize("rounds", [16, 48])
def test_a_stop_from_another_thread_ends_with_the_rounds_that_are_told_together(
    rounds: int, expected: TravelTimeGrid
) -> None:
    pause, cancel = Pause(rounds), Cancel()
    found: list[TravelTimeGrid] = []
    solver = Tiled(terrain(), delta_seconds=0.25)
    worker = threading.Thread(
        target=lambda: found.append(solver.solve(STARTS, trace=pause, cancel=cancel))
    )
    worker.start()
    assert pause.paused.wait(240)
    cancel.set()
    pause.resumed.set()
    worker.join(240)
    assert not worker.is_alive()
    told = sum(isinstance(event, Iteration) for event in pause.events)
    assert rounds <= told < rounds + ROUNDS_KEPT  # fewer are told where others have the last tiles
    (partial,) = found
    assert partial.partial
    assert partial.tick_seconds == expected.tick_seconds
    assert np.all(partial.labels >= expected.labels)
    last = pause.events[-1]
    assert isinstance(last, SolveFinished)
    assert last.partial
    assert last.reached == partial.reached


def test_a_solve_stopped_before_it_begins_holds_the_starts(expected: TravelTimeGrid) -> None:
    cancel = Cancel()
    cancel.set()
    found = Tiled(terrain()).solve(STARTS, cancel=cancel)
    assert found.partial
    assert np.all(found.labels >= expected.labels)
    assert found.seconds_at(0, 0) == 0
    assert found.reached == len(STARTS)
    assert found.max_seconds == pytest.approx(40.0)


def test_times_that_are_held_stay_while_others_are_solved() -> None:
    grid = grid_from_kmh(noise(600, 700, 3), 10.0)
    solver, other = Tiled(grid), Tiled(grid)
    held, view = solver.solve((Start(0),)), other.solve((Start(5),)).labels[300:, 1:]
    before = held.labels.copy(), view.copy()
    places = {solver.solve((Start(k * 999),)).labels.ctypes.data for k in range(3)}
    places |= {other.solve((Start(k * 1999),)).labels.ctypes.data for k in range(3)}
    assert len(places) == 1, "memory of times that are gone is used again, by any solver"
    assert held.labels.ctypes.data not in places
    np.testing.assert_array_equal(held.labels, before[0])
    np.testing.assert_array_equal(view, before[1])


@pytest.mark.parametrize("limit", [float("inf"), 60.0])
def test_the_trace_tells_the_solve_from_start_to_end(limit: float) -> None:
    ring = Ring()
    grid = grid_from_kmh(rolling(200, 300), 10.0)
    found = Tiled(grid).solve((Start(100 * 300 + 150),), limit=limit, trace=ring)
    started, *middle, finished = ring.drain()
    assert isinstance(started, SolveStarted)
    assert (started.algorithm, started.elements, started.active_unit) == ("tiled", 60_000, "tiles")
    assert started.tick_seconds == found.tick_seconds
    assert started.delta_seconds > 0
    rounds = [event for event in middle if isinstance(event, Iteration)]
    assert len(rounds) == len(middle) > 1
    assert [event.index for event in rounds] == list(range(len(rounds)))
    for earlier, later in pairwise(rounds):
        assert earlier.seconds <= later.seconds
        assert earlier.settled <= later.settled
    assert all(event.active > 0 and event.waiting >= 0 for event in rounds)
    assert all(event.microseconds >= 0 for event in rounds)
    assert rounds[-1].waiting == 0
    assert rounds[-1].settled == found.reached
    assert isinstance(finished, SolveFinished)
    assert finished.iterations == len(rounds)
    assert finished.visits == sum(event.active for event in rounds)
    assert (finished.reached, finished.max_seconds) == (found.reached, found.max_seconds)
    assert finished.seconds >= rounds[-1].seconds
    assert not finished.partial


def test_a_limit_spares_the_tiles_past_it() -> None:
    grid = grid_from_kmh(np.full((320, 320), 36.0), 10.0)
    ring = Ring()
    found = Tiled(grid).solve((Start(0),), limit=20.0, trace=ring)
    finished = ring.drain()[-1]
    assert isinstance(finished, SolveFinished)
    assert finished.visits == 1  # 20 s are 20 cells: the first of 100 tiles holds them all
    assert found.max_seconds <= 20


def test_every_attempt_is_told_and_the_last_one_counts() -> None:
    # One cell so slow that the tick of the first attempt cannot count to its other side.
    grid = grid_from_kmh(np.array([[100.5, 0.01, 100.0]]), 10.0)
    ring = Ring()
    found = Tiled(grid).solve((Start(0),), trace=ring)
    events = ring.drain()
    ticks = [event.tick_seconds for event in events if isinstance(event, SolveStarted)]
    assert len(ticks) > 1
    assert ticks == sorted(ticks)
    assert ticks[-1] == found.tick_seconds
    assert sum(isinstance(event, SolveFinished) for event in events) == len(ticks)
    assert found.reached == 3
    assert not outgrown(step_costs(grid, found.tick_seconds), found.labels, found.max_ticks)
    np.testing.assert_array_equal(found.labels, Dijkstra(grid).solve((Start(0),)).labels)


def test_starts_on_barriers_outside_or_past_the_limit_are_left_out() -> None:
    kmh = np.full((40, 40), 20.0)
    kmh[0, 0] = 0
    solver = Tiled(grid_from_kmh(kmh, 10.0))
    for hopeless in (Start(0), Start(1600), Start(10**12), Start(7, 1000.0)):
        found = solver.solve((hopeless,), limit=100.0)
        assert found.reached == 0
        assert not found.partial
    assert solver.solve(()).reached == 0
