"""`tiled`'s ring, buckets and manager, run on the processor in many orders.

A tile lost, served twice at a time or left behind shows as labels that differ from Dijkstra's, or
as a kernel that does not end.
"""

from __future__ import annotations

import threading
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from core.cancel import Cancel
from core.solver import Start
from core.times import UNREACHED
from core.trace import Iteration, Ring, SolveFinished, SolveStarted
from gpu.grids import tile_queue
from gpu.grids.solvers import tiled, tiled_launch
from gpu.grids.tile_queue import CONTROL
from raster.geometry import EIGHT, STRAIGHT
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from tests.emulation import fake_cupy
from tests.raster.terrains import noise

pytestmark = pytest.mark.usefixtures("device")

ROWS, COLS = 70, 66  # nine tiles, of which five stick out
STARTS = (Start(0), Start(40 * COLS + 33, 2.0))
STEP = 1 << 22  # LONGEST_STEP of tile_queue.cuh


def terrain(cell_y: float = 10.0) -> VelocityGrid:
    return grid_from_kmh(noise(ROWS, COLS, 3), 10.0, cell_y)


def expect_each_ticket_once(solver: tiled.Tiled) -> None:
    """Tickets for which no tile came are held by a worker each. One that was at work when a launch
    was to pause holds none, if the solve ended before it drew another: that depends on time."""
    control, tickets = solver._queue.read_control(), np.asarray(solver._queue.tickets.get())
    held = sorted((tickets[tickets > 0] & 0xFFFFFFFF).tolist())
    assert held == list(range(int(control["tail"]), int(control["head"])))


def launches_of(solver: tiled.Tiled, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Fills as the solver launches."""
    names: list[str] = []
    module, *_ = solver._kernels(solver._heights is not None and solver._heights.keeps)
    launch = module.launch

    def noted(name: str, *arguments: Any, **options: Any) -> None:
        names.append(name)
        launch(name, *arguments, **options)

    monkeypatch.setattr(module, "launch", noted)
    return names


@pytest.mark.parametrize("cell_y", [10.0, 23.0])
def test_equals_dijkstra_in_any_order_of_work(
    cell_y: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = terrain(cell_y)
    expected = Dijkstra(grid).solve(STARTS).ticks()
    solver = tiled.Tiled(grid)
    for seed in range(4):
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        times = solver.solve(STARTS)
        np.testing.assert_array_equal(times.ticks(), expected, f"seed {seed}")
        assert not times.partial


def test_workers_that_stand_idle_get_several_buckets_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Eight neighbours of a tile that come later one by one, each in a bucket of its own."""
    kmh = np.zeros((96, 96))
    kmh[32:64, 32:64] = 360.0
    around = (31, 40), (64, 50), (40, 31), (50, 64), (31, 31), (31, 64), (64, 31), (64, 64)
    for number, cell in enumerate(around, 1):
        kmh[cell] = 18.0 / number
    grid, start = grid_from_kmh(kmh, 10.0), (Start(48 * 96 + 48),)
    expected = Dijkstra(grid).solve(start).ticks()
    solver, steps = tiled.Tiled(grid, delta_seconds=0.9), []
    for seed in range(4):
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        times = solver.solve(start)
        np.testing.assert_array_equal(times.ticks(), expected)
        width = solver._bucket_width(times.tick_seconds, np.array([48 * 96 + 48]))
        assert len({int(times.ticks()[cell]) // width for cell in around}) == 8
        steps.append(int(solver._queue.read_control()["steps"]))
    assert min(steps) < 8, "one after the other"


def test_over_bytes_a_wide_front_has_one_worker_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(fake_cupy.Device.attributes, "MaxSharedMemoryPerBlockOptin", 227 << 10)
    grid, real = terrain(), grid_from_kmh(noise(ROWS, COLS, 3) + 0.5, 10.0)
    assert tiled.Tiled(grid)._launch.workers == 8
    monkeypatch.setattr(tiled_launch, "WIDE_FILL", 1.0)
    solver = tiled.Tiled(grid)
    assert solver._launch.workers == 9
    np.testing.assert_array_equal(
        solver.solve(STARTS).ticks(), Dijkstra(grid).solve(STARTS).ticks()
    )
    others = tiled.Tiled(grid, geometry=STRAIGHT), tiled.Tiled(real)
    assert max(other._launch.workers for other in others) == 8


def test_a_front_to_all_sides_has_wider_buckets_where_blocks_have_one_worker_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(fake_cupy.Device.attributes, "MaxSharedMemoryPerBlockOptin", 227 << 10)
    grid = terrain()
    usual = tiled.Tiled(grid)._bucket_width(0.001, np.array([ROWS // 2 * COLS + COLS // 2]))
    monkeypatch.setattr(tiled_launch, "WIDE_FILL", 1.0)
    solver = tiled.Tiled(grid)

    def share(*starts: tuple[int, int]) -> float:
        cells = np.array([row * COLS + col for row, col in starts])
        return (solver._bucket_width(0.001, cells) / usual - 1) / tiled_launch.WIDER

    middle, corner = ((ROWS - 1) // 2, (COLS - 1) // 2), (ROWS - 1, 0)
    assert share(middle) == pytest.approx(1, abs=0.01)
    assert share(corner) == pytest.approx(0, abs=0.01)
    assert share((0, (COLS - 1) // 2)) == pytest.approx(0.5, abs=0.01)
    assert share(corner, middle) == share(middle)
    assert tiled.Tiled(grid, delta_seconds=5.0)._bucket_width(0.001, np.array([0])) == 5000


@pytest.mark.parametrize("geometry", [EIGHT, STRAIGHT])
@pytest.mark.parametrize("start", [(5, 31), (31, 8), (31, 31)])
def test_a_start_is_told_of_where_nothing_in_its_tile_falls(
    start: tuple[int, int], geometry: str
) -> None:
    kmh = np.full((40, 40), 30.0)
    kmh[:32, :32] = 0
    kmh[start] = 30.0
    grid, starts = grid_from_kmh(kmh, 10.0), (Start(start[0] * 40 + start[1]),)
    np.testing.assert_array_equal(
        tiled.Tiled(grid, geometry=geometry).solve(starts).ticks(),
        Dijkstra(grid, geometry=geometry).solve(starts).ticks(),
    )


def test_words_that_are_read_as_one_lie_as_one() -> None:
    """A device faults where they do not; the processor does not mind."""
    places = {name: CONTROL.fields[name][1] for name in ("unserved", "over")}  # type: ignore[index]
    assert places["unserved"] % 8 == 0
    assert places["over"] == places["unserved"] + 4


@pytest.mark.parametrize("geometry", [EIGHT, STRAIGHT])
def test_the_longest_label_is_known(geometry: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one tile, where none is left that is larger for a while; else it is a bound."""
    for rows, cols in (32, 32), (ROWS, COLS):
        solver = tiled.Tiled(grid_from_kmh(noise(rows, cols, 3), 10.0), geometry=geometry)
        for seed in range(3):
            monkeypatch.setattr(fake_cupy, "SEED", seed)
            longest = solver.solve((Start(0),)).max_ticks
            assert STEP < longest <= solver._queue.longest
            if rows == 32:
                assert solver._queue.longest == longest | STEP - 1
        assert solver.solve(()).max_ticks == solver._queue.longest == 0


def test_labels_are_read_where_rows_and_columns_meet() -> None:
    grid = terrain()
    times = tiled.Tiled(grid).solve(STARTS, limit=40.0)
    rows, cols = np.array([69, 0, 33, 33, 31, 64]), np.array([65, 1, 40, 0])
    crossed = times.ticks_at(rows, cols)
    assert (crossed == UNREACHED).any()
    np.testing.assert_array_equal(crossed, times.ticks()[np.ix_(rows, cols)])


def test_a_solve_in_slices_equals_one_in_a_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = terrain()
    expected = Dijkstra(grid).solve(STARTS)
    solver = tiled.Tiled(grid)
    names = launches_of(solver, monkeypatch)
    for seed, seconds in enumerate((1e-5, 3e-5)):  # of some ten thousand turns of lanes
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        monkeypatch.setattr(tiled, "SLICE_SECONDS", seconds)
        names.clear()
        ring = Ring()
        times = solver.solve(STARTS, trace=ring)
        assert len(names) > 3
        np.testing.assert_array_equal(times.ticks(), expected.ticks(), f"seed {seed}")
        assert not times.partial
        events = ring.drain()
        finished = events[-1]
        assert isinstance(finished, SolveFinished)
        control = solver._queue.read_control()
        assert finished.visits == control["tail"]  # none told twice
        expect_each_ticket_once(solver)
        steps = [event for event in events if isinstance(event, Iteration)]
        assert all(a.settled <= b.settled for a, b in pairwise(steps))


def test_a_cancel_stops_the_kernel_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = grid_from_kmh(noise(160, 160, 3), 10.0)  # of many more tiles than teams end meanwhile
    solver = tiled.Tiled(grid)
    names = launches_of(solver, monkeypatch)

    runs, stopped, request = threading.Event(), threading.Event(), solver._queue.request_stop

    def paused() -> None:
        if names:  # not where the labels are made
            runs.set()
            assert stopped.wait(240)

    def stop() -> None:
        request()
        stopped.set()

    class Soon(Cancel):
        requested = property(lambda _: runs.is_set())  # type: ignore[assignment]

    monkeypatch.setattr(solver._queue, "request_stop", stop)
    monkeypatch.setattr(fake_cupy, "PAUSE", 10_000)
    monkeypatch.setattr(fake_cupy, "AT_PAUSE", paused)
    times = solver.solve(STARTS, cancel=Soon())
    monkeypatch.setattr(fake_cupy, "AT_PAUSE", None)
    assert times.partial
    assert names == ["solve"]
    assert 0 < times.reached < np.count_nonzero(grid.values) // 2
    again = solver.solve(STARTS)
    np.testing.assert_array_equal(again.ticks(), Dijkstra(grid).solve(STARTS).ticks())


def test_a_solve_that_ended_is_whole_though_a_stop_came() -> None:
    class AtTheEnd(Cancel):
        requested = property(lambda _: fake_cupy.Event().done)  # type: ignore[assignment]

    grid = terrain()
    times = tiled.Tiled(grid).solve(STARTS, limit=1e6, cancel=AtTheEnd())
    assert not times.partial
    np.testing.assert_array_equal(times.ticks(), Dijkstra(grid).solve(STARTS, limit=1e6).ticks())


@pytest.mark.parametrize("delta", [1e-3, 1e6])
def test_the_step_width_is_the_one_that_was_asked_for(delta: float) -> None:
    grid, limit = terrain(), 300.0
    ring = Ring()
    times = tiled.Tiled(grid, delta_seconds=delta).solve(STARTS, limit=limit, trace=ring)
    expected = Dijkstra(grid).solve(STARTS, limit=limit)
    np.testing.assert_array_equal(times.ticks(), expected.ticks())
    started = ring.drain()[0]
    assert isinstance(started, SolveStarted)
    everything = times.tick_seconds * (1 << 30)  # wider ones hold every label, too
    assert started.delta_seconds == pytest.approx(min(delta, everything), rel=0.01)


def test_the_queue_is_left_empty() -> None:
    solver = tiled.Tiled(terrain())
    solver.solve(STARTS)
    control = solver._queue.read_control()
    assert control["finished"] == control["tail"] <= control["head"]
    assert (solver._queue.ring.get().view(np.uint32)[::8] == 0xFFFFFFFF).all()
    at_work = solver._queue.counts.get()[256:512]
    assert not at_work.any()
    assert CONTROL.itemsize == solver._queue.control.nbytes


def test_tiles_past_the_limit_are_not_visited() -> None:
    grid = terrain()
    solver, start = tiled.Tiled(grid), (Start(0),)
    whole = solver.solve(start)
    everywhere = int((whole.labels.get() < UNREACHED).sum())
    limit = whole.max_seconds / 5
    times = solver.solve(start, limit=limit)
    assert int((times.labels.get() < UNREACHED).sum()) < everywhere // 2
    np.testing.assert_array_equal(times.ticks(), Dijkstra(grid).solve(start, limit=limit).ticks())


def test_more_starts_and_steps_than_there_is_room_for_at_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tile_queue, "PACKED_WORDS", 8)
    monkeypatch.setattr(tile_queue, "RECORDS_AT_ONCE", 3)
    grid, ring = terrain(), Ring()
    starts = tuple(Start(k * 97, k * 1.5) for k in range(40))
    solver = tiled.Tiled(grid)
    for _ in range(2):
        times = solver.solve(starts, trace=ring)
        expected = Dijkstra(grid).solve(starts)
        np.testing.assert_array_equal(times.ticks(), expected.ticks())
        *steps, last = ring.drain()
        assert isinstance(last, SolveFinished)
        assert last.iterations >= len(steps) - 1 > 3
        assert (last.reached, last.max_seconds) == (expected.reached, expected.max_seconds)
        assert (times.reached, times.max_ticks) == (expected.reached, expected.max_ticks)


def test_a_path_that_its_tick_cannot_count_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    kmh = np.zeros((131, 131))
    kmh[::2] = 50.0  # a serpentine, much longer than the ground lets one guess
    kmh[1::4, -1] = kmh[3::4, 0] = 50.0
    grid = grid_from_kmh(kmh, 10.0)
    expected = Dijkstra(grid).solve(STARTS[:1])
    assert expected.reached == np.count_nonzero(kmh)
    solver = tiled.Tiled(grid)
    attempts = []
    solve = solver._attempt
    monkeypatch.setattr(solver, "_attempt", lambda attempt: attempts.append(0) or solve(attempt))
    times = solver.solve(STARTS[:1])
    assert len(attempts) > 1
    np.testing.assert_array_equal(times.ticks(), expected.ticks())
