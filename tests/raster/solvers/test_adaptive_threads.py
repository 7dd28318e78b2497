"""Adaptive threads: the same phases and bits however they are worked through."""

from __future__ import annotations

import threading

import numba
import numpy as np
import pytest

from benchmarks.instances.terrains import corridor, fractal_terrain
from core.cancel import Cancel
from core.parallel.phase_switch import ALL, LISTED, Variant
from core.solver import Sources, Start
from core.times import UNREACHED
from core.trace import Event, Iteration, Ring, SolveFinished, SolveStarted, Trace
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.adaptive_threads import AdaptiveThreads, CellPhases, CellWorkspace
from raster.solvers.cell_phases import BAND, WORD
from raster.solvers.dijkstra import Dijkstra
from raster.steps import step_costs
from raster.travel_times import TravelTimeGrid
from tests.parity.drawn import DRAWN
from tests.raster.solves import ALL_THREADS, STARTS, assert_same, terrain
from tests.raster.terrains import noise

SWINGING = {"to_all_us": 1e-3, "to_listed_us": 1e9}
"""Thresholds at which every phase changes the kernel."""

WAYS = [*({"variant": float(variant)} for variant in Variant), SWINGING]


def events_of(grid: VelocityGrid, sources: Sources, **parameters: float) -> list[Event]:
    ring = Ring()
    AdaptiveThreads(grid, **parameters).solve(sources, trace=ring)
    return ring.drain()


@pytest.mark.parametrize("name", DRAWN)
def test_every_way_equals_dijkstra(name: str) -> None:
    instance = DRAWN[name]()
    grid, zero = instance.grid, instance.zero_speed_kmh
    sources = tuple(Start(r * grid.cols + c, head) for r, c, head in instance.starts)
    least = Dijkstra(grid, zero_speed_kmh=zero).solve(sources)
    for way in WAYS:
        assert_same(AdaptiveThreads(grid, zero_speed_kmh=zero, **way).solve(sources), least)


@pytest.mark.parametrize("seed", range(40))
def test_any_size_around_that_of_a_block(seed: int) -> None:
    random = np.random.default_rng(seed)
    rows = BAND * int(random.integers(1, 4)) + int(random.integers(-1, 2))
    cols = WORD * int(random.integers(1, 3)) + int(random.integers(-1, 2))
    cell = (float(random.uniform(1, 60)), float(random.uniform(1, 60)))
    grid = grid_from_kmh(noise(rows, cols, seed, float(random.uniform(0, 0.5))), *cell)
    sources = tuple(
        Start(int(random.integers(rows * cols)), float(random.uniform(0, 20))) for _ in range(5)
    )
    for way in (WAYS[1], SWINGING):
        assert_same(AdaptiveThreads(grid, **way).solve(sources), Dijkstra(grid).solve(sources))


def test_every_way_goes_through_the_same_phases() -> None:
    for grid in (terrain(), corridor(60, 150), fractal_terrain(200, 130, 3)):
        ends = [events_of(grid, (Start(0), Start(7007)), **way)[-1] for way in WAYS]
        for end in ends:
            assert isinstance(end, SolveFinished)
            assert isinstance(ends[0], SolveFinished)
            assert (end.iterations, end.visits) == (ends[0].iterations, ends[0].visits)
            assert (end.reached, end.max_seconds) == (ends[0].reached, ends[0].max_seconds)


def test_the_trace_tells_kernels_and_what_they_served(expected: TravelTimeGrid) -> None:
    for way, kernels in zip(WAYS[1:], ({ALL}, {LISTED}, {ALL, LISTED}), strict=True):
        started, *middle, finished = events_of(terrain(), STARTS, **way)
        assert isinstance(started, SolveStarted)
        assert (started.algorithm, started.backend) == ("adaptive-threads", "cpu")
        assert (started.elements, started.active_unit) == (180 * 260, "cells")
        steps = [event for event in middle if isinstance(event, Iteration)]
        assert len(steps) == len(middle) < 1000
        assert {step.kernel for step in steps} == kernels
        assert all(step.active > 0 and step.microseconds > 0 for step in steps)
        assert steps[-1].settled == expected.reached
        assert isinstance(finished, SolveFinished)
        assert finished.visits > expected.reached


def test_a_maze_of_many_phases_makes_few_events() -> None:
    events = events_of(DRAWN["spiral"]().grid, (Start(0),), variant=1)
    assert len(events) < 1000
    assert isinstance(events[-1], SolveFinished)
    assert events[-1].iterations > 4000


@pytest.mark.parametrize("way", WAYS)
def test_a_solve_leaves_nothing_behind_for_the_next(
    way: dict[str, float], expected: TravelTimeGrid
) -> None:
    solver = AdaptiveThreads(terrain(), **way)
    stopped = Cancel()
    stopped.set()
    assert solver.solve((Start(0),), cancel=stopped).partial
    solver.solve((Start(17),), limit=30.0)
    solver.solve((), limit=1.0)
    first = solver.solve(STARTS)
    kept = first.labels.copy()
    solver.solve((Start(17),))
    np.testing.assert_array_equal(first.labels, kept)
    assert_same(first, expected)


@pytest.mark.parametrize("places", [1, 30, 400])
@pytest.mark.parametrize("way", WAYS[1:])
def test_where_a_list_has_no_room_all_cells_are_looked_at(
    way: dict[str, float], places: int, expected: TravelTimeGrid
) -> None:
    solver = AdaptiveThreads(terrain(), **way)
    solver._memory.lists = solver._memory.lists[:, :places].copy()
    assert_same(solver.solve(STARTS), expected)


class Stop(Trace):
    """A trace that asks for a stop after some events of a kernel."""

    def __init__(self, kernel: str, events: int) -> None:
        self.kernel, self.left, self.cancel = kernel, events, Cancel()

    def emit(self, event: Event) -> None:
        if isinstance(event, Iteration) and event.kernel == self.kernel:
            self.left -= 1
            if self.left == 0:
                self.cancel.set()


@pytest.mark.parametrize(("way", "kernel"), [(WAYS[1], ALL), (WAYS[2], LISTED), (SWINGING, ALL)])
@pytest.mark.parametrize("events", [1, 4, 5])
def test_a_stopped_solve_holds_upper_bounds(
    way: dict[str, float], kernel: str, events: int, expected: TravelTimeGrid
) -> None:
    stop = Stop(kernel, events)
    found = AdaptiveThreads(terrain(), **way).solve(STARTS, trace=stop, cancel=stop.cancel)
    assert found.partial
    assert 0 < found.reached < expected.reached
    assert (found.labels >= expected.labels).all()


def test_a_stop_within_a_phase_keeps_what_the_phase_before_gave() -> None:
    grid, cancel = terrain(), Cancel()
    tick = Dijkstra(grid).solve(STARTS).tick_seconds
    memory = CellWorkspace.of(*grid.shape)
    search = CellPhases(step_costs(grid, tick), memory, UNREACHED - 1, cancel)
    search.enter(STARTS, tick)
    with search.team() as team:
        for _ in range(5):
            search.look_at_all(team)
        kept = search.labels[search.parity].copy()
        cancel.set()
        search.look_at_all(team)
    assert search.phases == 5
    np.testing.assert_array_equal(search.field(), kept)


@pytest.mark.usefixtures("all_threads_afterwards")
def test_threads_may_come_and_go_between_solves(expected: TravelTimeGrid) -> None:
    solver = AdaptiveThreads(terrain(), variant=1)
    for threads in (1, ALL_THREADS, 1):
        numba.set_num_threads(threads)
        assert_same(solver.solve(STARTS), expected)


def test_two_solvers_side_by_side_do_not_disturb_each_other(expected: TravelTimeGrid) -> None:
    found: list[TravelTimeGrid] = []

    def work() -> None:
        solver = AdaptiveThreads(terrain(), **SWINGING)
        found.extend(solver.solve(STARTS) for _ in range(3))

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(found) == 9
    for times in found:
        assert_same(times, expected)


def test_codes_and_reals_of_the_same_speeds_give_the_same_bits(expected: TravelTimeGrid) -> None:
    coded = terrain()
    speeds = coded.kmh(coded.whole(), coded.shape)
    for way in WAYS[1:]:
        solver = AdaptiveThreads(VelocityGrid(speeds, None, 10.0, 10.0), **way)
        assert_same(solver.solve(STARTS), expected)


def test_starts_on_barriers_outside_or_past_the_limit_are_left_out() -> None:
    kmh = np.full((40, 40), 20.0)
    kmh[0, 0] = 0
    solver = AdaptiveThreads(grid_from_kmh(kmh, 10.0))
    for hopeless in (Start(0), Start(1600), Start(10**12), Start(7, 1000.0)):
        found = solver.solve((hopeless,), limit=100.0)
        assert found.reached == 0
        assert not found.partial
    assert solver.solve(()).reached == 0


def test_thresholds_are_timed_once_for_a_size_of_grid() -> None:
    found = AdaptiveThreads(fractal_terrain(301, 200, 1)).thresholds()
    assert found == AdaptiveThreads(fractal_terrain(301, 200, 9)).thresholds()
    given = AdaptiveThreads(fractal_terrain(301, 200, 1), to_all_us=700.0).thresholds()
    assert (given.to_all_us, given.to_listed_us) == (700.0, found.to_listed_us)
