"""Out-of-core on a device: blocks that come and go, several workers, files, cancel, budget."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.instances.terrains import fractal_terrain
from core.errors import DeviceMemoryError, ParameterError
from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from core.trace import Iteration, Ring, SolveFinished, SolveStarted
from raster.geometry import STRAIGHT
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.tiled import Tiled as HostTiled
from raster.starts import good_start
from tests.parity.drawn import DRAWN
from tests.parity.test_grid_solvers import assert_same_bits, sources_of
from tests.parity.test_grid_solvers import solve as solve_with
from tests.raster.solves import StopAt

pytestmark = pytest.mark.gpu

FORMS: dict[str, Any] = {
    "one block here at a time": {"block_cells": 32, "slots": 1},
    "three blocks of four tiles": {"block_cells": 64, "slots": 3},
    "two workers on one device": {"block_cells": 32, "slots": 2, "among": (0, 0)},
}


def out_of_core(grid: VelocityGrid, **options):  # type: ignore[no-untyped-def]
    from gpu.grids.solvers.out_of_core import OutOfCore

    return OutOfCore(grid, **options)


def middle(grid: VelocityGrid) -> Start:
    cell = good_start(grid)
    assert cell is not None
    return Start(cell[0] * grid.cols + cell[1])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", DRAWN)
def test_equals_dijkstra_while_blocks_come_and_go(form: str, name: str) -> None:
    instance = DRAWN[name]()
    expected = solve_with(instance, "dijkstra", "cpu")
    solver = out_of_core(instance.grid, zero_speed_kmh=instance.zero_speed_kmh, **FORMS[form])
    assert_same_bits(solver.solve(sources_of(instance)), expected)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", DRAWN)
def test_straight_lines_while_blocks_come_and_go(form: str, name: str) -> None:
    instance, lines = DRAWN[name](), {"geometry": 1.0}
    zero = instance.zero_speed_kmh
    solver = out_of_core(instance.grid, zero_speed_kmh=zero, geometry=STRAIGHT, **FORMS[form])
    for limit in (UNLIMITED, 60.0):
        expected = solve_with(instance, "dijkstra", "cpu", limit, lines)
        assert_same_bits(solver.solve(sources_of(instance), limit=limit), expected)


def test_a_limit_cuts_exactly_at_the_limit() -> None:
    instance = DRAWN["noise"]()
    farthest = solve_with(instance, "dijkstra", "cpu").max_seconds
    solver = out_of_core(instance.grid, block_cells=32, slots=3)
    for limit in (0.2 * farthest, 0.7 * farthest, 0.01):
        expected = solve_with(instance, "dijkstra", "cpu", limit)
        assert_same_bits(solver.solve(sources_of(instance), limit=limit), expected)


def test_uint16_codes_equal_the_host() -> None:
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 65536, (300, 260)).astype(np.uint16)
    code_speed = np.arange(65536) / 500.0
    code_speed[65000:] = np.nan
    for cell_y in (10.0, 23.0):
        grid = VelocityGrid(codes, code_speed, 10.0, cell_y)
        start = (Start(150 * 260 + 130),)
        found = out_of_core(grid, block_cells=64, slots=4).solve(start)
        np.testing.assert_array_equal(found.ticks(), HostTiled(grid).solve(start).ticks())


def test_a_front_wider_than_the_pool_gives_the_same_bits() -> None:
    grid = fractal_terrain(700, 600, 5)
    expected = HostTiled(grid).solve((middle(grid),))
    for slots in (2, 90):
        solver = out_of_core(grid, block_cells=64, slots=slots)
        for _ in range(3):
            found = solver.solve((middle(grid),))
            np.testing.assert_array_equal(found.labels, expected.labels)
            assert (found.reached, found.max_ticks) == (expected.reached, expected.max_ticks)


@pytest.mark.parametrize("cols", [640, 500, 333])
@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
def test_rows_may_begin_at_any_address(cols: int, dtype: type) -> None:
    #  As bytes, rows of 640 begin at multiples of 16, those of 500 at multiples of 4, those of 333
    #  anywhere.
    grid = fractal_terrain(500, cols, 10)
    if dtype is np.float32:
        kmh = grid.kmh(grid.whole(), grid.shape)
        grid = VelocityGrid(kmh.astype(dtype), None, grid.cell_x, grid.cell_y)
    expected = HostTiled(grid).solve((middle(grid),))
    solver = out_of_core(grid, block_cells=128, slots=6)
    for _ in range(2):
        found = solver.solve((middle(grid),))
        np.testing.assert_array_equal(found.labels, expected.labels)
        assert (found.reached, found.max_ticks) == (expected.reached, expected.max_ticks)


def test_a_result_that_is_dropped_gives_its_memory_to_the_next() -> None:
    grid = fractal_terrain(500, 500, 6)
    solver = out_of_core(grid, block_cells=64, slots=9)
    address = solver.solve((middle(grid),)).labels.ctypes.data
    assert solver.solve((Start(7),)).labels.ctypes.data == address


def test_an_older_result_is_not_written_over() -> None:
    grid = fractal_terrain(500, 500, 6)
    solver = out_of_core(grid, block_cells=64, slots=9)
    labels = solver.solve((middle(grid),)).labels[100:300]
    kept = labels.copy()
    for element in (3 * grid.cols + 3, 450 * grid.cols + 400):
        solver.solve((Start(element), middle(grid)))
    np.testing.assert_array_equal(labels, kept)


def test_values_and_labels_may_lie_in_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = fractal_terrain(600, 700, 7)
    values = np.memmap(tmp_path / "values", np.uint8, "w+", shape=grid.shape)
    values[:] = grid.values
    mapped = VelocityGrid(values, grid.code_speed, grid.cell_x, grid.cell_y)
    monkeypatch.setattr("raster.blocks.store.is_short", lambda needed: True)
    solver = out_of_core(mapped, block_cells=64, slots=12)
    expected = HostTiled(grid).solve((middle(grid),))
    for _ in range(2):
        found = solver.solve((middle(grid),))
        np.testing.assert_array_equal(found.labels, expected.labels)


def test_a_cancelled_solve_is_partial_and_the_next_one_whole() -> None:
    kmh = np.zeros((2001, 2001))
    kmh[::2, :] = 50  # a serpentine of two million cells: long enough to be interrupted
    kmh[1::4, -1] = 50
    kmh[3::4, 0] = 50
    grid = grid_from_kmh(kmh, 10.0)
    solver = out_of_core(grid, block_cells=128, slots=30)
    stop = StopAt(2)
    times = solver.solve((Start(0),), trace=stop, cancel=stop.cancel)
    assert times.partial
    assert 0 < times.reached < (kmh > 0).sum()
    assert (times.ticks() < UNREACHED).sum() == times.reached
    whole = solver.solve((Start(0),), limit=600.0)
    expected = HostTiled(grid).solve((Start(0),), limit=600.0)
    np.testing.assert_array_equal(whole.labels, expected.labels)


def test_the_trace_tells_the_solve() -> None:
    grid = fractal_terrain(800, 800, 8)
    ring = Ring()
    times = out_of_core(grid, block_cells=64, slots=40).solve((middle(grid),), trace=ring)
    events = ring.drain()
    assert isinstance(events[0], SolveStarted)
    end = events[-1]
    assert isinstance(end, SolveFinished)
    turns = [e for e in events if isinstance(e, Iteration)]
    assert [t.index for t in turns] == list(range(len(turns)))
    assert all(a.settled <= b.settled for a, b in pairwise(turns))
    assert turns[-1].settled == times.reached == end.reached
    assert end.visits >= 25 * 25
    # Every block comes in once at least, a byte a cell, and leaves with four.
    assert end.bytes_moved >= 5 * grid.values.size


def test_memory_stays_within_the_budget() -> None:
    import cupy

    grid = fractal_terrain(2000, 2000, 9)
    before = cupy.get_default_memory_pool().used_bytes()
    solver = out_of_core(grid, block_cells=128, memory_mib=8)
    taken = cupy.get_default_memory_pool().used_bytes() - before
    assert taken <= 8 << 20
    found = solver.solve((middle(grid),))
    assert cupy.get_default_memory_pool().used_bytes() - before <= 8 << 20
    expected = HostTiled(grid).solve((middle(grid),))
    np.testing.assert_array_equal(found.labels, expected.labels)


def test_a_budget_without_room_for_a_block_says_what_to_do() -> None:
    with pytest.raises(DeviceMemoryError, match="hold no block"):
        out_of_core(fractal_terrain(500, 500, 1), block_cells=256, memory_mib=1)
    with pytest.raises(ParameterError, match="power of two"):
        out_of_core(fractal_terrain(100, 100, 1), block_cells=96)
