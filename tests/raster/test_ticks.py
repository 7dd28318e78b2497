"""Which tick a solve counts in: as exact as wanted where it can be, and known where it cannot."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable
from functools import cache, partial

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.instances.terrains import islands, start_of
from core.cancel import Cancel
from core.errors import ParameterError
from core.solver import Start
from core.times import COARSEST_TICK, FINEST_TICK, UNLIMITED, UNREACHED, finest_tick
from raster.grid import VelocityGrid, grid_from_kmh
from raster.horizon import _relax, horizon_of_squares, horizon_seconds
from raster.solvers.adaptive_threads import AdaptiveThreads
from raster.solvers.bellman_ford import BellmanFord
from raster.solvers.dijkstra import Dijkstra
from raster.solvers.near_far import NearFar
from raster.solvers.out_of_core import OutOfCore
from raster.solvers.tiled import Tiled
from raster.steps import NORTH_SOUTH, half_cost_ticks, step_costs
from raster.ticks import COARSER, PRECISION, Ticks, choose_tick, coarser, precision
from tests.raster.oracle import least_seconds
from tests.raster.terrains import noise

LARGE = 50_000  # cells along a side


def large(row: NDArray[np.uint8]) -> VelocityGrid:
    """Rows all alike, which take no memory, as many as columns; only speeds in use have a code."""
    code_speed = np.full(256, np.nan)
    code_speed[np.unique(row)] = np.unique(row)
    return VelocityGrid(np.broadcast_to(row, (len(row), len(row))), code_speed, 10.0, 10.0)


@cache
def even(side: int, kmh: int) -> VelocityGrid:
    """Even ground; which speeds are in use is looked up once for all starts on it."""
    return large(np.full(side, kmh, np.uint8))


def octile(rows: int, cols: int) -> float:
    """Steps of a straight length from a corner of even ground to the opposite one."""
    short, long = sorted((rows - 1, cols - 1))
    return long - short + math.sqrt(2) * short


# -- the first tick


@pytest.mark.parametrize("limit", [0.0, 0.001, 1.0, 63.9, 64.0, 3600.0])
def test_with_a_limit_the_tick_is_the_finest_that_counts_to_it(limit: float) -> None:
    tick = choose_tick(grid_from_kmh(noise(5, 5, 1), 10.0), (Start(0),), limit)
    assert limit / tick < UNREACHED - 1
    assert tick == FINEST_TICK or limit / (tick / 2) >= UNREACHED - 1
    assert math.log2(tick).is_integer()


def test_a_limit_beyond_all_paths_costs_no_precision() -> None:
    grid, sources = grid_from_kmh(noise(40, 30, 1), 10.0), (Start(0),)
    year = 86400.0 * 365
    assert precision(grid, finest_tick(year)) > 0.01
    found = Tiled(grid).solve(sources, limit=year)
    assert precision(grid, found.tick_seconds) <= PRECISION
    free = Tiled(grid).solve(sources)
    seconds = [times.labels * times.tick_seconds for times in (found, free)]
    reached = free.labels < UNREACHED
    np.testing.assert_array_equal(found.labels < UNREACHED, reached)
    np.testing.assert_allclose(seconds[0][reached], seconds[1][reached], rtol=2 * PRECISION)


@pytest.mark.parametrize("delay", [0.0, 5.0])
def test_without_a_limit_the_tick_counts_to_the_longest_path_guessed(delay: float) -> None:
    grid = grid_from_kmh(noise(300, 200, 2), 10.0)
    sources = (Start(0), Start(7, delay))
    horizon = delay + horizon_seconds(grid)
    tick = choose_tick(grid, sources, UNLIMITED)
    assert horizon / tick < UNREACHED - 1
    assert tick == FINEST_TICK or horizon / (tick / 2) >= UNREACHED - 1


def test_a_late_start_is_always_counted() -> None:
    kmh = noise(30, 40, 2)
    kmh[:, 20] = 0  # the late one starts beyond the wall
    sources = (Start(0), Start(39, 1e5))
    found = Tiled(grid_from_kmh(kmh, 10.0)).solve(sources)
    assert abs(found.seconds_at(0, 39) - 1e5) <= found.tick_seconds
    np.testing.assert_array_equal(
        found.labels, Dijkstra(grid_from_kmh(kmh, 10.0)).solve(sources).labels
    )


@pytest.mark.parametrize("side", [1, 100, 1000, 10_000, 20_000, 35_000, LARGE])
@pytest.mark.parametrize("where", ["corner", "edge", "middle"])
def test_times_on_even_ground_of_any_size_are_exact_to_four_digits(side: int, where: str) -> None:
    row, col = {"corner": (0, 0), "edge": (0, side // 2), "middle": (side // 2, side // 2)}[where]
    sources = (Start(row * side + col),)
    for kmh in (3, 36, 80, 131):
        grid = even(side, kmh)
        tick = choose_tick(grid, sources, UNLIMITED)
        assert precision(grid, tick) <= PRECISION
        # And no path is too long to be counted, so that this tick is the solve's.
        longest = octile(max(row, side - 1 - row) + 1, max(col, side - 1 - col) + 1)
        assert longest * 36.0 / kmh / tick < UNREACHED - 1


def test_times_along_the_longest_rows_are_exact_to_four_digits() -> None:
    """50,000 cells in a row, counted in the tick that a grid of as many rows of them would have."""
    rng = np.random.default_rng(4)
    ground = np.repeat(rng.integers(5, 60, LARGE // 50), 50)  # speeds of patches of 50 cells
    ground[10_000:30_000] = 100  # and a road, on which a rounding adds up
    row = ground.astype(np.uint8)
    tick = choose_tick(large(row), (Start(0),), UNLIMITED)
    alone = VelocityGrid(row[:, None], large(row).code_speed, 10.0, 10.0)
    half = step_costs(alone, tick).table[NORTH_SOUTH][row].astype(np.int64)
    counted = np.cumsum(half[:-1] + half[1:])
    exact_half = 18.0 / row
    exact = np.cumsum(exact_half[:-1] + exact_half[1:])
    assert counted[-1] < UNREACHED - 1
    assert np.max(np.abs(counted * tick - exact) / exact) <= PRECISION


# -- how exact times are


@pytest.mark.parametrize("tick", [2.0**-12, 2.0**-7, 0.034])
@pytest.mark.parametrize("real", [False, True])
def test_no_time_is_off_by_more_than_the_precision_says(tick: float, real: bool) -> None:
    kmh = noise(24, 31, 5) + (0.25 if real else 0.0)
    kmh[noise(24, 31, 5) == 0] = 0
    grid = grid_from_kmh(kmh, 9.0, 14.0)
    found = Dijkstra(grid).solve((Start(0),), limit=tick * (UNREACHED - 2))
    assert precision(grid, found.tick_seconds) <= PRECISION  # the limit is far away
    exact = least_seconds(kmh, 9.0, 14.0, [(0, 0, 0.0)])
    reached = np.isfinite(exact) & (exact > 0)
    for at, bound in ((found.tick_seconds, precision(grid, found.tick_seconds)),):
        error = np.abs(found.labels[reached] * at - exact[reached]) / exact[reached]
        assert error.max() <= bound
    # Every half cost by itself, where the tick is coarse.
    speeds = kmh[kmh > 0]
    for length in (9.0, 14.0, math.hypot(9.0, 14.0)):
        exact_half = 1.8 * length / tick / speeds
        ticks = half_cost_ticks(speeds, 1.8 * length / tick, 0.0)
        assert np.max(np.abs(ticks - exact_half) / exact_half) <= precision(grid, tick)


def test_codes_that_no_cell_has_do_not_count() -> None:
    values = np.full((9, 9), 5, np.uint8)
    grid = VelocityGrid(values, np.arange(256.0), 10.0, 10.0)
    alone = np.full(256, np.nan)
    alone[5] = 5
    tick = 2.0**-10
    assert precision(grid, tick) == precision(VelocityGrid(values, alone, 10.0, 10.0), tick)


def test_a_belt_too_slow_for_four_digits_is_said() -> None:
    kmh = np.full((60, 60), 50.0)
    kmh[30] = 1e-4
    found = Tiled(grid_from_kmh(kmh, 10.0)).solve((Start(0),))
    assert found.reached == 3600
    assert precision(grid_from_kmh(kmh, 10.0), found.tick_seconds) > PRECISION


# -- attempts

SOLVERS: dict[str, Callable[[VelocityGrid], object]] = {
    "tiled": Tiled,
    "bellman-ford": BellmanFord,
    "near-far": NearFar,
    "adaptive-threads": lambda grid: AdaptiveThreads(grid, to_all_us=50.0, to_listed_us=50.0),
    "out-of-core": lambda grid: OutOfCore(grid, block_cells=64),
}


def room_in_slow_ground() -> VelocityGrid:
    """A walled room that is crossed in half a second, in ground that takes days."""
    kmh = np.ones((128, 128))
    kmh[58:66, 58:66] = 0
    kmh[60:64, 60:64] = 250
    code_speed = np.arange(256, dtype=np.float64)
    code_speed[1] = 0.002
    grid = grid_from_kmh(kmh, 10.0)
    return VelocityGrid(grid.values, code_speed, 10.0, 10.0)


@pytest.mark.parametrize("name", SOLVERS)
def test_a_tick_much_too_coarse_is_refined_and_all_solvers_agree(name: str) -> None:
    grid, sources = room_in_slow_ground(), (Start(61 * 128 + 61),)
    first = choose_tick(grid, sources, UNLIMITED)
    assert precision(grid, first) > PRECISION
    expected = Dijkstra(grid).solve(sources)
    assert expected.reached == 16
    assert precision(grid, expected.tick_seconds) <= PRECISION
    found = SOLVERS[name](grid).solve(sources)  # type: ignore[attr-defined]
    assert found.tick_seconds == expected.tick_seconds
    np.testing.assert_array_equal(found.labels, expected.labels)


def never() -> bool:
    raise AssertionError("not to be asked")


def test_a_result_within_its_tick_needs_no_other_attempt() -> None:
    ticks = Ticks(grid_from_kmh(noise(9, 9, 1), 10.0), (Start(0),), UNLIMITED)
    assert not ticks.another(lambda: False, lambda: 1)
    limited = Ticks(grid_from_kmh(noise(9, 9, 1), 10.0), (Start(0),), 60.0)
    assert not limited.another(never, lambda: 1)  # the tick counts to the limit


def test_lost_cells_make_the_tick_coarser_up_to_one_that_counts_to_the_limit() -> None:
    grid, year = grid_from_kmh(noise(9, 9, 1), 10.0), 86400.0 * 365
    ticks = Ticks(grid, (Start(0),), year)
    first = ticks.tick
    assert first < finest_tick(year)
    while ticks.another(lambda: True, lambda: UNREACHED - 1):
        assert ticks.tick == min(first * COARSER, finest_tick(year))
        first = ticks.tick
    assert ticks.tick == finest_tick(year)


def test_a_tick_is_refined_once_and_never_after_a_cancel() -> None:
    sources = (Start(61 * 128 + 61),)
    stopped = Cancel()
    stopped.set()
    assert not Ticks(room_in_slow_ground(), sources, UNLIMITED).another(
        lambda: False, lambda: 1000, cancel=stopped
    )
    ticks = Ticks(room_in_slow_ground(), sources, UNLIMITED)
    first = ticks.tick
    assert ticks.another(lambda: False, lambda: 1000)
    assert ticks.tick < first
    assert not ticks.another(lambda: False, lambda: 1000)


def test_a_bound_of_the_longest_way_decides_nothing_that_the_longest_would_not() -> None:
    # As of a way that a tile took before a shorter one was found: whatever it was, the tick is one.
    refined = set()
    for bound in (1000, UNREACHED // 2 - 1, UNREACHED // 2, UNREACHED - 1):
        ticks = Ticks(room_in_slow_ground(), (Start(61 * 128 + 61),), UNLIMITED)
        assert ticks.another(lambda: False, lambda: 1000, partial(int, bound))
        refined.add(ticks.tick)
    assert len(refined) == 1
    ticks = Ticks(room_in_slow_ground(), (Start(61 * 128 + 61),), UNLIMITED)
    assert not ticks.another(lambda: False, lambda: UNREACHED - 1, lambda: UNREACHED - 1)


def test_the_next_tick_is_coarser_until_it_cannot_be_counted() -> None:
    assert coarser(2.0**-20) == COARSER * 2.0**-20
    with pytest.raises(ParameterError, match="limit"):
        coarser(COARSEST_TICK)


# -- the guess


@pytest.mark.parametrize("shape", [(1, 1), (1, 5000), (5000, 1), (3, 700), (90, 40), (33, 32)])
def test_the_guess_from_squares_is_close_on_even_ground(shape: tuple[int, int]) -> None:
    grid = grid_from_kmh(np.full(shape, 36.0), 10.0)
    longest = octile(*shape)  # seconds: one a step
    guess = horizon_of_squares(grid, (Start(0),))
    assert longest <= guess <= 1.2 * longest + 1


def test_the_guess_knows_delays_and_several_starts() -> None:
    grid = grid_from_kmh(np.full((64, 64), 36.0), 10.0)
    one = horizon_of_squares(grid, (Start(0),))
    both = horizon_of_squares(grid, (Start(0), Start(64 * 64 - 1)))
    late = horizon_of_squares(grid, (Start(0, 500.0),))
    assert both < 0.8 * one
    assert late > one + 499


def test_where_nothing_can_be_entered_there_is_no_guess_to_be_had() -> None:
    grid = grid_from_kmh(np.zeros((40, 40)), 10.0)
    assert math.isfinite(horizon_of_squares(grid, (Start(5),)))
    assert choose_tick(grid, (Start(5),), UNLIMITED) > 0


@pytest.mark.parametrize("shape", [(1, 1), (1, 40), (40, 1), (2, 2), (13, 9)])
@pytest.mark.parametrize("closed", [0.0, 0.3, 0.6])
def test_squares_are_reached_as_by_the_least_of_all_paths(
    shape: tuple[int, int], closed: float
) -> None:
    random = np.random.default_rng(int(shape[1] * 10 + closed * 100))
    slowness = random.uniform(0.1, 5.0, shape)
    slowness[random.random(shape) < closed] = math.inf
    times = np.full(shape, math.inf)
    starts = random.integers(0, shape, (3, 2)).tolist()
    for delay, (row, col) in zip((0.0, 40.0, 7.5), starts, strict=True):
        times[row, col] = delay
    expected = times.copy()
    queue = [(float(expected[row, col]), row, col) for row, col in starts]
    while queue:
        time, row, col = heapq.heappop(queue)
        for r, c in itertools.product(range(row - 1, row + 2), range(col - 1, col + 2)):
            if not (0 <= r < shape[0] and 0 <= c < shape[1] and math.isfinite(slowness[r, c])):
                continue
            length = math.hypot(30.0 * (r != row), 70.0 * (c != col))
            arrival = time + length / 2 * (slowness[r, c] + slowness[row, col])
            if arrival < expected[r, c]:
                expected[r, c] = arrival
                heapq.heappush(queue, (arrival, r, c))
    _relax(times, slowness, 30.0, 70.0)
    assert np.array_equal(times, expected)


@pytest.mark.parametrize("seed", range(4))
def test_the_guess_is_long_enough_where_slow_cells_lie_among_others(seed: int) -> None:
    grid = islands(600, 600, seed)
    start = start_of(grid)
    longest = Tiled(grid, zero_speed_kmh=1.0).solve((start,)).max_seconds
    guess = horizon_of_squares(grid, (start,), 1.0)
    assert longest < guess < 2 * longest
