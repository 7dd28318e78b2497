"""The tiled solver on a device: results that stay there, many solves, cancel, trace, memory."""

from __future__ import annotations

import gc
import math
import threading
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from app.catalog.algorithms import prepare
from benchmarks.instances.terrains import fractal_terrain
from core.cancel import Cancel
from core.errors import DeviceMemoryError
from core.solver import Start
from core.times import UNREACHED
from core.trace import Iteration, Ring, SolveFinished, SolveStarted
from gpu.buffers import BUDGET_VARIABLE
from raster.grid import VelocityGrid, Window, grid_from_kmh
from raster.solvers.tiled import Tiled as HostTiled
from raster.travel_times import TravelTimeGrid

pytestmark = pytest.mark.gpu


def terrain(side: int = 700) -> VelocityGrid:
    return fractal_terrain(side, side - 37, 5)


def middle(grid: VelocityGrid) -> Start:
    from raster.starts import good_start

    cell = good_start(grid)
    assert cell is not None
    return Start(cell[0] * grid.cols + cell[1])


def on_device(grid: VelocityGrid, **parameters: Any):  # type: ignore[no-untyped-def]
    from gpu.grids.solvers.tiled import Tiled

    return Tiled(grid, **parameters)


def test_windows_equal_those_of_a_host_result() -> None:
    grid = terrain()
    times = on_device(grid).solve((middle(grid),))
    corner = times.ticks_in(Window(3, 5, 90, 77))  # sampled: the whole is not on the host yet
    rows, cols = np.arange(2, 700, 31), np.array([0, 600, 41, 41, 33])
    crossed = times.ticks_at(rows, cols)
    np.testing.assert_array_equal(corner, times.ticks()[3:93, 5:82])
    np.testing.assert_array_equal(crossed, times.ticks()[np.ix_(rows, cols)])
    host = TravelTimeGrid(times.ticks(), times.tick_seconds, reached=times.reached)
    limits = [times.max_seconds * f for f in (0.1, 0.35, 0.7)]
    for window, shape in [
        (grid.whole(), grid.shape),
        (grid.whole(), (91, 133)),
        (Window(17, 40, 211, 300), (211, 300)),
        (Window(600, 600, 100, 63), (317, 222)),
        (Window(699, 662, 1, 1), (1, 1)),
    ]:
        np.testing.assert_array_equal(times.seconds(window, shape), host.seconds(window, shape))
        np.testing.assert_array_equal(
            times.classes(window, shape, limits), host.classes(window, shape, limits)
        )
    assert times.seconds_at(5, 6) == host.seconds_at(5, 6)


def test_uint16_codes_equal_the_host() -> None:
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 65536, (300, 260)).astype(np.uint16)
    code_speed = np.arange(65536) / 500.0
    code_speed[65000:] = np.nan
    start = (Start(150 * 260 + 130),)
    for cell_y, zero in ((10.0, 0.0), (10.0, 0.3), (23.0, 0.0)):
        grid = VelocityGrid(codes, code_speed, 10.0, cell_y)
        solver, host = on_device(grid, zero_speed_kmh=zero), HostTiled(grid, zero_speed_kmh=zero)
        ticks = set()
        for limit in (math.inf, 500.0, math.inf):  # another tick prices square cells anew
            expected, found = host.solve(start, limit=limit), solver.solve(start, limit=limit)
            np.testing.assert_array_equal(found.ticks(), expected.ticks())
            assert (found.reached, found.max_ticks) == (expected.reached, expected.max_ticks)
            ticks.add(found.tick_seconds)
        assert len(ticks) > 1


@pytest.mark.parametrize("cell", [(10.0, 10.0), (10.0, 23.0), (31.0, 9.0)])
def test_real_speeds_equal_the_host_at_every_tick(cell: tuple[float, float]) -> None:
    # Their half costs are packed at a tick: another one, and the first again, price them anew.
    rng = np.random.default_rng(4)
    kmh = (10 ** rng.uniform(-3, 2.2, (300, 261))).astype(np.float32)
    kmh[rng.random(kmh.shape) < 0.1] = 0
    kmh[rng.random(kmh.shape) < 0.05] = np.nan
    grid = VelocityGrid(kmh, None, *cell)
    row, col = np.argwhere(kmh > 0)[len(np.argwhere(kmh > 0)) // 2]
    start = (Start(int(row * 261 + col)),)
    for zero in (0.0, 0.7):
        solver, host = on_device(grid, zero_speed_kmh=zero), HostTiled(grid, zero_speed_kmh=zero)
        ticks = set()
        for limit in (math.inf, 9000.0, math.inf):
            expected, found = host.solve(start, limit=limit), solver.solve(start, limit=limit)
            np.testing.assert_array_equal(found.ticks(), expected.ticks())
            ticks.add(found.tick_seconds)
        assert len(ticks) == 2


def test_given_bucket_widths_give_the_same_bits() -> None:
    grid = terrain(500)
    expected = HostTiled(grid).solve((middle(grid),)).ticks()
    for delta in (0.01, 1.0, 7.0, 100.0, 1e6):
        found = on_device(grid, delta_seconds=delta).solve((middle(grid),))
        np.testing.assert_array_equal(found.ticks(), expected)


def test_many_solves_give_the_same_bits_and_leak_nothing() -> None:
    import cupy

    grid = terrain(1500)
    solver = on_device(grid)
    starts = (middle(grid),)
    expected = solver.solve(starts).labels.copy()  # its own memory is lent to the next
    cupy.cuda.Device().synchronize()  # the next solve may take the labels that are copied
    before = 0
    for turn in range(1000):
        times = solver.solve(starts)
        assert bool((times.labels == expected).all()), f"solve {turn}"
        del times
        if turn == 10:
            gc.collect()
            before = cupy.get_default_memory_pool().used_bytes()
    gc.collect()
    assert cupy.get_default_memory_pool().used_bytes() <= before


@pytest.mark.parametrize("cell_y", [10.0, 17.0])
def test_a_solve_in_slices_gives_the_same_bits(
    cell_y: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gpu.grids.solvers import tiled

    grid = replace(terrain(1500), cell_y=cell_y)
    expected = HostTiled(grid).solve((middle(grid),)).ticks()
    solver = on_device(grid)
    for seconds in (2e-5, 1e-4, 3e-4):
        monkeypatch.setattr(tiled, "SLICE_SECONDS", seconds)
        for _ in range(5):
            ring = Ring()
            times = solver.solve((middle(grid),), trace=ring)
            np.testing.assert_array_equal(times.ticks(), expected)
            assert not times.partial
            seen = [e.settled for e in ring.drain() if isinstance(e, Iteration)]
            assert seen == sorted(seen)


def test_an_older_result_is_not_written_over() -> None:
    grid = terrain()
    solver = on_device(grid)
    first = solver.solve((middle(grid),))
    kept = first.seconds(grid.whole(), grid.shape)
    for element in (3 * grid.cols + 3, 650 * grid.cols + 600, 300 * grid.cols + 20):
        solver.solve((Start(element), middle(grid)))
    np.testing.assert_array_equal(first.seconds(grid.whole(), grid.shape), kept)


@pytest.mark.parametrize("cell_y", [10.0, 17.0])  # the kernel for oblong cells is another
def test_a_cancelled_solve_is_partial_and_the_next_one_whole(cell_y: float) -> None:
    kmh = np.zeros((4001, 4001))
    kmh[::2, :] = 50  # a serpentine of 8 million cells: long enough to be interrupted
    kmh[1::4, -1] = 50
    kmh[3::4, 0] = 50
    grid = grid_from_kmh(kmh, 10.0, cell_y)
    solver = on_device(grid)
    whole = solver.solve((Start(0),)).reached
    assert whole > 8_000_000
    cancel = Cancel()
    timer = threading.Timer(0.05, cancel.set)
    timer.start()
    times = solver.solve((Start(0),), cancel=cancel)
    assert times.partial
    assert 0 < times.reached < whole // 2  # the whole takes ten times as long, and more
    small = solver.solve((Start(0),), limit=600.0)
    np.testing.assert_array_equal(
        small.ticks(), HostTiled(grid).solve((Start(0),), limit=600.0).ticks()
    )


def test_the_trace_tells_the_solve() -> None:
    grid = terrain(1500)
    ring = Ring()
    times = on_device(grid).solve((middle(grid),), trace=ring)
    events = ring.drain()
    assert isinstance(events[0], SolveStarted)
    assert isinstance(events[-1], SolveFinished)
    steps = [e for e in events if isinstance(e, Iteration)]
    assert steps
    assert [s.index for s in steps] == list(range(len(steps)))
    assert all(a.settled <= b.settled for a, b in pairwise(steps))
    assert all(a.seconds <= b.seconds for a, b in pairwise(steps))
    assert steps[-1].settled <= times.reached == events[-1].reached
    assert events[-1].visits >= grid.values.size // 2048


def test_what_is_told_of_a_solve_is_its_own_also_when_it_is_read_after_others() -> None:
    grid = terrain(1500)
    solver, starts = on_device(grid), (3 * grid.cols + 3, 700 * grid.cols + 700, 1_400_000)
    told = []
    for element in starts:
        ring = Ring()
        told.append((ring, solver.solve((Start(element),), limit=900.0, trace=ring)))
    for ring, times in reversed(told):
        finished = ring.drain()[-1]
        ticks = times.ticks()
        reached = ticks[ticks < UNREACHED]
        assert isinstance(finished, SolveFinished)
        assert times.reached == finished.reached == reached.size
        assert times.max_ticks == int(reached.max(initial=0))
        assert finished.max_seconds == times.max_seconds


def test_events_that_nobody_has_read_hold_no_field() -> None:
    """It may be gigabytes, and a drag makes one at each step."""
    grid, ring = terrain(1500), Ring()
    solver = on_device(grid)
    times = solver.solve((middle(grid),), trace=ring)
    field = times.labels.data.ptr
    del times
    again = solver.solve((Start(3 * grid.cols + 3),), trace=ring)
    assert again.labels.data.ptr == field
    first, second = (e for e in ring.drain() if isinstance(e, SolveFinished))
    assert second.reached == again.reached
    assert first.max_seconds != second.max_seconds == again.max_seconds


def test_too_small_a_budget_says_what_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BUDGET_VARIABLE, "8")
    with pytest.raises(DeviceMemoryError, match="may be used"):
        prepare(terrain(3000), "tiled", "gpu")
