"""Out-of-core on the CPU: blocks that come and go, what is wanted when, where labels lie."""

from __future__ import annotations

import gc
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.errors import InputError, ParameterError
from core.solver import Sources, Start
from core.times import UNLIMITED, UNREACHED
from core.trace import Iteration, Ring, SolveFinished, SolveStarted
from raster.blocks.layout import BlockPartition, side_for
from raster.blocks.paging import Pager, SwapCapacity
from raster.blocks.store import Field, FieldLender, in_a_file, in_memory, mapped
from raster.geometry import STRAIGHT
from raster.grid import VelocityGrid, Window, grid_from_kmh
from raster.solvers.out_of_core import OutOfCore, stripes
from raster.solvers.tiled import Tiled
from tests.parity.drawn import DRAWN
from tests.parity.test_grid_solvers import STRAIGHT_LINES, assert_same_bits, sources_of
from tests.parity.test_grid_solvers import solve as solve_with
from tests.raster.solves import StopAt
from tests.raster.terrains import noise, rolling

FORMS: dict[str, dict[str, Any]] = {
    "one block here at a time": {"block_cells": 32, "slots": 1},
    "three blocks of four tiles": {"block_cells": 64, "slots": 3},
    "two workers": {"block_cells": 32, "slots": 2, "workers": 2},
    "three workers, one block each": {"block_cells": 32, "slots": 1, "workers": 3},
}


# -- the same bits, whichever blocks are here


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", DRAWN)
def test_equals_dijkstra_while_blocks_come_and_go(form: str, name: str) -> None:
    instance = DRAWN[name]()
    expected = solve_with(instance, "dijkstra", "cpu")
    solver = OutOfCore(instance.grid, zero_speed_kmh=instance.zero_speed_kmh, **FORMS[form])
    assert_same_bits(solver.solve(sources_of(instance)), expected)


@pytest.mark.parametrize("form", FORMS)
def test_equals_dijkstra_along_straight_lines(form: str) -> None:
    # Wedges of cells, and discs of starts, in tiles of blocks that are elsewhere.
    for name in ("plateaus", "three starts, delays", "noise", "islands"):
        instance = DRAWN[name]()
        expected = solve_with(instance, "dijkstra", "cpu", parameters=STRAIGHT_LINES)
        solver = OutOfCore(instance.grid, geometry=STRAIGHT, **FORMS[form])
        assert_same_bits(solver.solve(sources_of(instance)), expected)


@pytest.mark.parametrize("form", FORMS)
def test_a_limit_cuts_exactly_at_the_limit(form: str) -> None:
    instance = DRAWN["noise"]()
    solver = OutOfCore(instance.grid, **FORMS[form])
    farthest = solve_with(instance, "dijkstra", "cpu").max_seconds
    for limit in (0.01, 0.2 * farthest, 0.7 * farthest):
        expected = solve_with(instance, "dijkstra", "cpu", limit)
        assert_same_bits(solver.solve(sources_of(instance), limit=limit), expected)


def test_any_step_width_gives_the_same_bits() -> None:
    grid = grid_from_kmh(noise(200, 170, 3), 10.0)
    expected = Tiled(grid).solve((Start(0),)).labels
    for delta in (1e-6, 3.0, 1e5):
        solver = OutOfCore(grid, delta_seconds=delta, block_cells=64, slots=3)
        np.testing.assert_array_equal(solver.solve((Start(0),)).labels, expected)


def test_starts_in_all_blocks_at_once() -> None:
    grid = grid_from_kmh(noise(150, 150, 4), 10.0)
    starts: Sources = tuple(Start(cell, cell % 7) for cell in range(0, 150 * 150, 61))
    expected = Tiled(grid).solve(starts)
    found = OutOfCore(grid, block_cells=32, slots=2).solve(starts)
    np.testing.assert_array_equal(found.labels, expected.labels)
    assert (found.reached, found.max_ticks) == (expected.reached, expected.max_ticks)


# -- paging


class Counting(Ring):
    """Keeps all events of a solve."""

    def solve(self, solver: OutOfCore, *starts: Start) -> SolveFinished:
        solver.solve(starts, trace=self)
        end = self.drain()[-1]
        assert isinstance(end, SolveFinished)
        return end


def test_every_block_leaves_once_where_the_front_finds_room() -> None:
    grid = grid_from_kmh(rolling(640, 640), 10.0)
    everything = 4 * grid.values.size
    #  20 × 20 blocks; a round front crosses some 80 of them.
    end = Counting().solve(OutOfCore(grid, block_cells=32, slots=130), Start(320 * 640 + 320))
    assert everything <= end.bytes_moved <= 1.05 * everything


def test_too_little_room_costs_copies_and_little_else() -> None:
    grid = grid_from_kmh(rolling(640, 640), 10.0)
    start = Start(320 * 640 + 320)
    roomy = Counting().solve(OutOfCore(grid, block_cells=32, slots=130), start)
    tight = Counting().solve(OutOfCore(grid, block_cells=32, slots=20), start)
    assert tight.bytes_moved > roomy.bytes_moved
    assert tight.visits < 2 * roomy.visits


def test_blocks_out_of_reach_are_never_brought() -> None:
    kmh = np.full((320, 320), 30.0)
    kmh[:, 96:128] = 0  # a wall as broad as a block
    grid = grid_from_kmh(kmh, 10.0)
    end = Counting().solve(OutOfCore(grid, block_cells=32, slots=40), Start(0))
    assert end.reached == 320 * 96
    assert end.bytes_moved <= 4 * 320 * 160


def plan_for(pager: Pager, keys: list[int], largest: list[int], turn: int = 5, room: int = 9):
    # type: ignore[no-untyped-def]
    known = np.array(keys, np.uint32), np.array(largest, np.uint32)
    return pager.plan(*known, min(keys), turn, turn - 1, SwapCapacity(room, room, room))


def pager_of(cols: int, slots: int) -> Pager:
    partition = BlockPartition(32, 32 * cols, 32)
    return Pager(partition, np.ones(cols, np.bool_), slots, 100)


NONE = UNREACHED


def test_the_block_with_the_smallest_key_comes_first() -> None:
    pager = pager_of(5, 1)
    assert plan_for(pager, [900, 50, 700, NONE, NONE], [0] * 5).bring_in == (1,)


def test_finished_blocks_leave_and_unreached_neighbours_come_beforehand() -> None:
    #  finished | front | not reached | far away
    pager = pager_of(4, 2)
    plan_for(pager, [10, 20, NONE, NONE], [0] * 4, turn=0)
    swap = plan_for(pager, [NONE, 500, NONE, NONE], [400, 600, 0, 0])
    assert swap.take_out == (0,)
    assert swap.bring_in == (2,)
    assert pager.resident.tolist() == [False, True, True, False]


def test_a_block_whose_labels_may_still_fall_stays() -> None:
    pager = pager_of(3, 3)
    plan_for(pager, [10, 20, NONE], [0] * 3, turn=0)
    assert plan_for(pager, [NONE, 500, NONE], [501, 600, 0]).take_out == ()


def test_the_block_needed_last_makes_room_for_one_needed_clearly_earlier() -> None:
    pager = pager_of(4, 2)
    plan_for(pager, [10, 20, NONE, NONE], [0] * 4, turn=0)
    swap = plan_for(pager, [300, 900, 310, NONE], [1000] * 4)
    assert swap == ((1,), (2,))
    assert plan_for(pager, [300, 320, 310, NONE], [1000] * 4, turn=9) == ((), ())


def test_what_is_on_its_way_limits_a_plan() -> None:
    pager = pager_of(6, 6)
    assert plan_for(pager, [1, 2, 3, 4, 5, 6], [0] * 6, room=2).bring_in == (0, 1)


def test_workers_share_all_blocks() -> None:
    partition = BlockPartition(1000, 3000, 64)
    shares = stripes(partition, 3)
    assert (np.sum(shares, axis=0) == 1).all()
    assert min(share.sum() for share in shares) > partition.count / 5


# -- blocks


def test_windows_cover_the_grid_once() -> None:
    partition = BlockPartition(100, 230, 64)
    covered = np.zeros((100, 230), int)
    for block in range(partition.count):
        row, col, height, width = partition.window(block)
        covered[row : row + height, col : col + width] += 1
        assert partition.block_of(row + height - 1, col + width - 1) == block
    assert (covered == 1).all()


def test_the_side_of_blocks_follows_the_memory() -> None:
    assert side_for(40000, 40000, 1 << 40) == 2048
    assert side_for(40000, 40000, (2 << 30) // 5) == 512
    assert side_for(20000, 20000, (2 << 30) // 5) == 1024
    assert side_for(40000, 40000, 1 << 20) == 256
    assert side_for(150, 100, 1 << 30) == 128
    assert side_for(1, 1, 1 << 30) == 64


@pytest.mark.parametrize("side", [16, 96, 1000])
def test_a_side_that_is_no_power_of_two_is_refused(side: float) -> None:
    with pytest.raises(ParameterError, match="power of two"):
        OutOfCore(grid_from_kmh(rolling(40, 40), 10.0), block_cells=side)


def test_memory_without_room_for_a_block_is_refused() -> None:
    with pytest.raises(ParameterError, match="hold no block"):
        OutOfCore(grid_from_kmh(rolling(40, 40), 10.0), block_cells=1024, memory_mib=1)


# -- where labels lie


def test_values_and_labels_may_lie_in_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = grid_from_kmh(noise(300, 250, 5), 10.0)
    values = np.memmap(tmp_path / "values", grid.values.dtype, "w+", shape=grid.shape)
    values[:] = grid.values
    on_disk = VelocityGrid(values, grid.code_speed, 10.0, 10.0)
    monkeypatch.setattr("raster.blocks.store.is_short", lambda needed: True)
    solver = OutOfCore(on_disk, block_cells=64, slots=4)
    expected = Tiled(grid).solve((Start(0),))
    for _ in range(2):
        found = solver.solve((Start(0),))
        np.testing.assert_array_equal(found.labels, expected.labels)
        window = Window(30, 40, 100, 90)
        np.testing.assert_array_equal(
            found.seconds(window, (100, 90)), expected.seconds(window, (100, 90))
        )


def test_a_disk_without_room_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int, size: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("raster.blocks.store._reserve", full)
    with pytest.raises(InputError, match=r"neither into memory nor on the disk .*TMPDIR"):
        mapped((1000, 1000), np.uint8, "speeds")


@pytest.mark.parametrize("allocate", [in_memory, in_a_file])
def test_memory_of_a_field_comes_back_only_when_nobody_holds_a_part(allocate) -> None:  # type: ignore[no-untyped-def]
    partition = BlockPartition(64, 64, 32)
    lender = FieldLender(partition, allocate)
    part = lender.lend().labels[10:20, 5:9]
    part[:] = 7
    gc.collect()
    other = lender.lend().labels
    other[:] = 1
    assert (part == 7).all()
    address = other.ctypes.data
    del other
    gc.collect()
    assert lender.lend().labels.ctypes.data == address


def test_blocks_that_nobody_wrote_are_unreached() -> None:
    partition = BlockPartition(64, 64, 32)
    lender = FieldLender(partition, in_memory)

    def write(field: Field, block: int) -> None:
        row, col, height, width = partition.window(block)
        field.labels[row : row + height, col : col + width] = 5
        field.wrote(block, 1024, 5)

    for block in (0, 3, 1):  # the same memory again and again
        field = lender.lend()
        write(field, block)
        times = field.times(1.0, UNLIMITED, partial=False)
        assert (times.reached, times.max_ticks) == (1024, 5)
        assert (field.labels == 5).sum() == 1024
        assert (field.labels == UNREACHED).sum() == 3 * 1024
        del field
        gc.collect()


def test_a_cancelled_result_shows_nothing_of_an_older_one() -> None:
    partition = BlockPartition(64, 64, 32)
    lender = FieldLender(partition, in_memory)
    field = lender.lend()
    field.labels[:] = 5
    for block in range(4):
        field.wrote(block, 1024, 5)
    del field
    gc.collect()
    field = lender.lend()
    field.labels[:32, :32] = 7
    field.wrote(0, 1024, 7)
    field.disowned(3)
    times = field.times(1.0, UNLIMITED, partial=True)
    assert (times.partial, times.reached, times.max_ticks) == (True, 1024, 7)
    assert times.shape == (64, 64)
    del field
    gc.collect()
    assert (times.ticks_in(Window(0, 0, 32, 32)) == 7).all()
    assert (times.ticks() == UNREACHED).sum() == 3 * 1024
    del times
    gc.collect()
    labels = lender.lend().times(1.0, UNLIMITED, partial=False).labels
    assert (labels == UNREACHED).all()


def test_a_cancelled_result_that_nobody_read_leaves_no_trace() -> None:
    partition = BlockPartition(64, 64, 32)
    lender = FieldLender(partition, in_memory)
    for partial in (False, True, False):
        field = lender.lend()
        block = 0 if partial else 1
        row, col, height, width = partition.window(block)
        field.labels[row : row + height, col : col + width] = 5
        field.wrote(block, 1024, 5)
        times = field.times(1.0, UNLIMITED, partial=partial)
        if not partial:
            assert (times.labels == UNREACHED).sum() == 3 * 1024
        del field, times
        gc.collect()


def test_a_result_that_is_dropped_gives_its_memory_to_the_next() -> None:
    grid = grid_from_kmh(noise(200, 200, 8), 10.0)
    solver = OutOfCore(grid, block_cells=32, slots=9)
    address = solver.solve((Start(0),)).labels.ctypes.data
    assert solver.solve((Start(7),)).labels.ctypes.data == address


def test_an_older_result_is_not_written_over() -> None:
    grid = grid_from_kmh(noise(200, 200, 6), 10.0)
    solver = OutOfCore(grid, block_cells=32, slots=9)
    labels = solver.solve((Start(0),)).labels[50:150]
    kept = labels.copy()
    for element in (20100, 39999):
        solver.solve((Start(element), Start(0)))
    np.testing.assert_array_equal(labels, kept)


# -- trace and cancel


def test_the_trace_tells_the_solve() -> None:
    grid = grid_from_kmh(rolling(300, 300), 10.0)
    ring = Ring()
    times = OutOfCore(grid, block_cells=32, slots=30).solve((Start(0),), trace=ring)
    events = ring.drain()
    assert isinstance(events[0], SolveStarted)
    assert (events[0].algorithm, events[0].active_unit) == ("out-of-core", "tiles")
    end = events[-1]
    assert isinstance(end, SolveFinished)
    turns = [event for event in events if isinstance(event, Iteration)]
    assert [turn.index for turn in turns] == list(range(len(turns)))
    assert all(a.settled <= b.settled for a, b in pairwise(turns))
    assert turns[-1].settled == times.reached == end.reached
    assert end.visits >= 100
    assert 0 < sum(turn.bytes_moved for turn in turns) <= end.bytes_moved


def test_a_cancelled_solve_is_partial_and_the_next_one_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("raster.blocks.solve.PARTIAL_SECONDS", 60.0)  # not by the clock
    kmh = np.zeros((1001, 1001))
    kmh[::2, :] = 50  # a serpentine of half a million cells: long enough to be interrupted
    kmh[1::4, -1] = 50
    kmh[3::4, 0] = 50
    grid = grid_from_kmh(kmh, 10.0)
    solver = OutOfCore(grid, block_cells=64, slots=40)
    expected = solver.solve((Start(0),), limit=1000.0)
    stop = StopAt(20)
    times = solver.solve((Start(0),), trace=stop, cancel=stop.cancel)
    assert times.partial
    assert 0 < times.reached < (kmh > 0).sum()
    again = solver.solve((Start(0),), limit=1000.0)
    np.testing.assert_array_equal(again.labels, expected.labels)
    assert not again.partial
