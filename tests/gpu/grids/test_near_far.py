"""Near-far and Bellman-Ford on a device: many solves, pauses, cancel, trace, memory."""

from __future__ import annotations

import gc
import threading
import time
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from benchmarks.instances.terrains import fractal_terrain, maze, spiral
from core.cancel import Cancel
from core.errors import DeviceMemoryError
from core.solver import Start
from core.times import UNLIMITED
from core.trace import Iteration, Ring, SolveFinished, SolveStarted
from gpu.buffers import BUDGET_VARIABLE
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from raster.starts import good_start

pytestmark = pytest.mark.gpu

NAMES = ("near-far", "bellman-ford")


def on_device(name: str, grid: VelocityGrid, **parameters: float) -> Any:
    from gpu.grids.solvers.bellman_ford import BellmanFord
    from gpu.grids.solvers.near_far import NearFar

    solvers: dict[str, Any] = {"near-far": NearFar, "bellman-ford": BellmanFord}
    return solvers[name](grid, **parameters)


def terrain(side: int = 500) -> VelocityGrid:
    return fractal_terrain(side, side - 37, 5)


def middle(grid: VelocityGrid) -> Start:
    cell = good_start(grid)
    assert cell is not None
    return Start(cell[0] * grid.cols + cell[1])


def assert_equals_dijkstra(
    found: Any, grid: VelocityGrid, *starts: Start, limit: float = UNLIMITED
) -> None:
    expected = Dijkstra(grid).solve(starts, limit=limit)
    np.testing.assert_array_equal(found.ticks(), expected.labels)
    assert found.tick_seconds == expected.tick_seconds
    assert (found.reached, found.max_ticks) == (expected.reached, expected.max_ticks)
    assert not found.partial


@pytest.mark.parametrize("delta", [0.0, 0.01, 1.0, 30.0, 1e6])
def test_any_step_width_gives_the_same_bits(delta: float) -> None:
    grid = terrain()
    found = on_device("near-far", grid, delta_seconds=delta).solve((middle(grid),))
    assert_equals_dijkstra(found, grid, middle(grid))


def test_lists_that_are_full_lose_nothing() -> None:
    # All cells are near at once, more than the lists of all blocks hold.
    grid = fractal_terrain(1500, 1500, 2)
    solver = on_device("near-far", grid, delta_seconds=1e6)
    assert_equals_dijkstra(solver.solve((middle(grid),)), grid, middle(grid))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("make", [spiral, maze])
def test_long_corridors_need_many_rounds_and_get_them(make: Any, name: str) -> None:
    grid = make(300, 300, 1)
    assert_equals_dijkstra(on_device(name, grid).solve((Start(0),)), grid, Start(0))


@pytest.mark.parametrize("name", NAMES)
def test_uint16_codes_and_oblong_cells(name: str) -> None:
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 65536, (200, 160)).astype(np.uint16)
    code_speed = np.arange(65536) / 500.0
    code_speed[65000:] = np.nan
    grid = VelocityGrid(codes, code_speed, 10.0, 23.0)
    assert_equals_dijkstra(on_device(name, grid).solve((Start(9000),)), grid, Start(9000))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("traced", [False, True])
def test_a_kernel_that_pauses_all_the_time_goes_on_where_it_was(
    monkeypatch: pytest.MonkeyPatch, name: str, traced: bool
) -> None:
    from gpu import rounds

    monkeypatch.setattr(rounds, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(rounds, "RECORD_PLACES", 3)
    grid = terrain(200)
    ring = Ring()
    sink = {"trace": ring} if traced else {}
    assert_equals_dijkstra(on_device(name, grid).solve((middle(grid),), **sink), grid, middle(grid))
    assert bool(ring.drain()) == traced


@pytest.mark.parametrize("name", NAMES)
def test_addresses_of_64_bits(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    from gpu.grids.solvers import round_solver

    monkeypatch.setattr(round_solver, "NARROW", 0)
    grid = terrain(300)
    found = on_device(name, grid).solve((middle(grid),), limit=120.0)
    assert_equals_dijkstra(found, grid, middle(grid), limit=120.0)


@pytest.mark.parametrize(("name", "turns"), [("near-far", 1000), ("bellman-ford", 50)])
def test_many_solves_give_the_same_bits_and_leak_nothing(name: str, turns: int) -> None:
    import cupy

    grid = terrain(400)
    solver = on_device(name, grid)
    starts = (middle(grid),)
    expected = cupy.asarray(solver.solve(starts).labels).copy()
    cupy.cuda.Device().synchronize()  # the next solve may take the labels that are copied
    before = 0
    for turn in range(turns):
        times = solver.solve(starts)
        assert bool((times.labels == expected).all()), f"solve {turn}"
        del times
        if turn == 10:
            gc.collect()
            before = cupy.get_default_memory_pool().used_bytes()
    gc.collect()
    assert cupy.get_default_memory_pool().used_bytes() <= before


@pytest.mark.parametrize("name", NAMES)
def test_an_older_result_is_not_written_over(name: str) -> None:
    grid = terrain(300)
    solver = on_device(name, grid)
    first = solver.solve((middle(grid),))
    kept = first.seconds(grid.whole(), grid.shape)
    for element in (3 * grid.cols + 3, 250 * grid.cols + 200):
        solver.solve((Start(element), middle(grid)))
    np.testing.assert_array_equal(first.seconds(grid.whole(), grid.shape), kept)


@pytest.mark.parametrize("name", NAMES)
def test_a_cancelled_solve_is_partial_and_the_next_one_whole(name: str) -> None:
    kmh = np.zeros((2001, 2001))
    kmh[::2, :] = 50  # a serpentine of 2 million cells: long enough to be interrupted
    kmh[1::4, -1] = 50
    kmh[3::4, 0] = 50
    grid = grid_from_kmh(kmh, 10.0)
    solver = on_device(name, grid)
    cancel = Cancel()
    timer = threading.Timer(0.1, cancel.set)
    timer.start()
    times = solver.solve((Start(0),), cancel=cancel)
    assert times.partial
    assert 0 < times.reached < (kmh > 0).sum()
    timer.join()
    small = solver.solve((Start(0),), limit=600.0)
    assert_equals_dijkstra(small, grid, Start(0), limit=600.0)


@pytest.mark.parametrize("name", NAMES)
def test_a_cancel_before_the_first_round_leaves_the_starts(name: str) -> None:
    cancel = Cancel()
    cancel.set()
    times = on_device(name, terrain(100)).solve((middle(terrain(100)),), cancel=cancel)
    assert times.partial
    assert times.reached == 1


@pytest.mark.parametrize("name", NAMES)
def test_the_trace_tells_the_solve(name: str) -> None:
    grid = terrain()
    ring = Ring()
    began = time.perf_counter()
    times = on_device(name, grid).solve((middle(grid),), trace=ring)
    took = time.perf_counter() - began
    started, *rounds, finished = ring.drain()
    assert isinstance(started, SolveStarted)
    assert (started.algorithm, started.backend, started.active_unit) == (name, "gpu", "cells")
    steps = [e for e in rounds if isinstance(e, Iteration)]
    assert len(rounds) == len(steps) > 10
    assert [s.index for s in steps] == list(range(len(steps)))
    for earlier, later in pairwise(steps):
        assert earlier.settled <= later.settled
        assert earlier.seconds <= later.seconds <= took
        assert earlier.threshold_seconds <= later.threshold_seconds
    kernels = {"step", "advance"} if name == "near-far" else {"all cells"}
    assert {s.kernel for s in steps} == kernels
    assert sum(s.microseconds for s in steps) <= took * 1e6
    assert isinstance(finished, SolveFinished)
    assert steps[-1].settled == times.reached == finished.reached
    assert finished.max_seconds == times.max_seconds
    assert finished.iterations >= len(steps) / 2
    assert finished.visits >= times.reached - 1
    assert finished.bytes_moved >= sum(s.bytes_moved for s in steps) > 0


@pytest.mark.parametrize("name", NAMES)
def test_too_small_a_budget_says_what_is_needed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(BUDGET_VARIABLE, "8")
    with pytest.raises(DeviceMemoryError, match="may be used"):
        on_device(name, terrain(3000))
