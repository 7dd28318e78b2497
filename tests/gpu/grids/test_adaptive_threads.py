"""Adaptive threads on a device: the same phases in every variant, switches, too short lists."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from benchmarks.instances.terrains import corridor, fractal_terrain
from core.cancel import Cancel
from core.parallel.phase_switch import ALL, LISTED, Variant
from core.solver import Sources, Start
from core.times import UNREACHED
from core.trace import Iteration, Ring, SolveFinished
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.adaptive_threads import AdaptiveThreads as HostAdaptiveThreads
from raster.solvers.dijkstra import Dijkstra
from raster.starts import good_start
from tests.raster.terrains import noise

pytestmark = pytest.mark.gpu


def terrain(side: int = 400) -> VelocityGrid:
    return fractal_terrain(side, side - 37, 5)


def middle(grid: VelocityGrid) -> Sources:
    cell = good_start(grid)
    assert cell is not None
    return (Start(cell[0] * grid.cols + cell[1]),)


def on_device(grid: VelocityGrid, **parameters: Any):  # type: ignore[no-untyped-def]
    from gpu.grids.solvers.adaptive_threads import AdaptiveThreads

    return AdaptiveThreads(grid, **parameters)


def finished(solve: Callable[..., object], sources: Sources) -> tuple[SolveFinished, set[str]]:
    """The last event of a solve, and the kernels that were told."""
    ring = Ring()
    solve(sources, trace=ring)
    *events, last = ring.drain()
    assert isinstance(last, SolveFinished)
    return last, {event.kernel for event in events if isinstance(event, Iteration)}


def test_every_variant_goes_through_the_phases_of_the_host() -> None:
    for grid in (terrain(), corridor(200, 150), grid_from_kmh(noise(90, 140, 3), 30.0, 7.0)):
        sources = middle(grid)
        expected, _ = finished(HostAdaptiveThreads(grid, variant=2).solve, sources)
        for variant in Variant:
            last, kernels = finished(on_device(grid, variant=variant).solve, sources)
            assert (last.iterations, last.visits) == (expected.iterations, expected.visits)
            assert last.reached == expected.reached
            if variant is Variant.ALL_ELEMENTS:
                assert kernels == {ALL}
            if variant is Variant.LISTED_ONLY:
                assert kernels == {LISTED}


@pytest.mark.parametrize("thresholds", [(0.1, 1e6), (6.0, 5.6), (10.0, 12.0)])
def test_any_thresholds_give_the_same_bits(thresholds: tuple[float, float]) -> None:
    # The first pair swings between the kernels with every phase.
    grid = terrain(700)
    expected = Dijkstra(grid).solve(middle(grid))
    solver = on_device(grid, to_all_us=thresholds[0], to_listed_us=thresholds[1])
    for _ in range(3):
        found = solver.solve(middle(grid))
        np.testing.assert_array_equal(found.ticks(), expected.labels)
        assert (found.reached, found.max_ticks) == (expected.reached, expected.max_ticks)


def test_both_kernels_are_told_where_the_switch_swings() -> None:
    grid = terrain()
    _, kernels = finished(on_device(grid, to_all_us=0.1, to_listed_us=1e6).solve, middle(grid))
    assert kernels == {ALL, LISTED}


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("places", [1, 40, 1000])
def test_where_a_list_has_no_room_all_cells_are_looked_at(variant: Variant, places: int) -> None:
    grid = terrain()
    sources = (*middle(grid), Start(5), Start(grid.values.size - 1))
    solver = on_device(grid, variant=variant, to_all_us=1e5, to_listed_us=1e5)
    solver._list_places = places
    expected = Dijkstra(grid).solve(sources).labels
    np.testing.assert_array_equal(solver.solve(sources).ticks(), expected)


def test_uint16_codes_and_reals_equal_the_host() -> None:
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 65536, (200, 170)).astype(np.uint16)
    code_speed = np.arange(65536) / 500.0
    code_speed[65000:] = np.nan
    start = (Start(100 * 170 + 85),)
    for cell_y in (10.0, 23.0):
        coded = VelocityGrid(codes, code_speed, 10.0, cell_y)
        real = VelocityGrid(code_speed.astype(np.float32)[codes], None, 10.0, cell_y)
        for grid in (coded, real):
            expected = Dijkstra(grid).solve(start).labels
            for variant in Variant:
                found = on_device(grid, variant=variant).solve(start)
                np.testing.assert_array_equal(found.ticks(), expected)


@pytest.mark.parametrize("variant", Variant)
def test_addresses_of_64_bits(monkeypatch: pytest.MonkeyPatch, variant: Variant) -> None:
    from gpu.grids.solvers import round_solver

    monkeypatch.setattr(round_solver, "NARROW", 0)
    grid = terrain(200)
    solver = on_device(grid, variant=variant, to_all_us=0.1, to_listed_us=1e6)
    expected = Dijkstra(grid).solve(middle(grid)).labels
    np.testing.assert_array_equal(solver.solve(middle(grid)).ticks(), expected)


@pytest.mark.parametrize("traced", [False, True])
def test_a_kernel_that_pauses_all_the_time_goes_on_where_it_was(
    monkeypatch: pytest.MonkeyPatch, traced: bool
) -> None:
    from gpu import rounds

    monkeypatch.setattr(rounds, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(rounds, "RECORD_PLACES", 3)
    grid, ring = terrain(200), Ring()
    solver = on_device(grid, to_all_us=0.1, to_listed_us=1e6)
    found = solver.solve(middle(grid), **({"trace": ring} if traced else {}))
    np.testing.assert_array_equal(found.ticks(), Dijkstra(grid).solve(middle(grid)).labels)
    assert bool(ring.drain()) == traced


def test_a_solve_leaves_nothing_behind_for_the_next() -> None:
    grid = terrain()
    solver = on_device(grid, to_all_us=6.0, to_listed_us=5.5)
    first = solver.solve(middle(grid))
    kept = first.seconds(grid.whole(), grid.shape)
    stopped = Cancel()
    stopped.set()
    assert solver.solve((Start(17),), cancel=stopped).partial
    solver.solve((Start(3 * grid.cols + 3),), limit=200.0)
    again = solver.solve(middle(grid))
    np.testing.assert_array_equal(again.ticks(), first.ticks())
    np.testing.assert_array_equal(first.seconds(grid.whole(), grid.shape), kept)


def test_a_cancelled_solve_is_partial_and_its_labels_are_upper_bounds() -> None:
    kmh = np.zeros((2001, 2001))
    kmh[::2, :] = 36  # a serpentine of 2 million cells, a second each: as many phases
    kmh[1::4, -1] = 36
    kmh[3::4, 0] = 36
    grid = grid_from_kmh(kmh, 10.0)
    solver, cancel = on_device(grid), Cancel()
    timer = threading.Timer(0.1, cancel.set)
    timer.start()
    times = solver.solve((Start(0),), limit=3e6, cancel=cancel)
    assert times.partial
    assert 0 < times.reached < (kmh > 0).sum()
    whole = Dijkstra(grid).solve((Start(0),), limit=3e6)
    # The attempt that was cancelled had another tick than the last one of Dijkstra; at the coarser
    # ones half a cell is a few hundred ticks, rounded once.
    ticks, known = times.ticks(), times.ticks() < UNREACHED
    least = whole.labels * whole.tick_seconds * (1 - 2e-3)
    assert (ticks[known] * times.tick_seconds >= least[known]).all()


def test_thresholds_are_found_once_for_a_size() -> None:
    grid = terrain(900)
    found = on_device(grid).thresholds()
    assert found == on_device(terrain(900)).thresholds()
    assert found.to_all_us >= found.to_listed_us >= 0
    given = on_device(grid, to_all_us=7.0).thresholds()
    assert (given.to_all_us, given.to_listed_us) == (7.0, found.to_listed_us)


def test_phases_are_timed_one_by_one() -> None:
    grid = terrain()
    last, _ = finished(on_device(grid, variant=2).solve, middle(grid))
    phases = on_device(grid, variant=2).phase_times(middle(grid))
    assert len(phases) == last.iterations
    assert sum(phase.elements for phase in phases) == last.visits
    assert all(phase.microseconds > 0 for phase in phases)
