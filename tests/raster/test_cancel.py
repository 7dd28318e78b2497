"""A cancel is seen soon, by what is done between two looks; what had ended is not partial."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

import raster.solvers.adaptive_threads
from benchmarks.instances.terrains import fractal_terrain
from core.cancel import Cancel
from core.parallel.near_far import VISITS_AT_ONCE
from core.solver import Start
from core.times import UNREACHED
from core.trace import Event, Iteration, Trace
from raster.blocks import tiles
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.adaptive_threads import AdaptiveThreads, CellPhases, CellWorkspace
from raster.solvers.bellman_ford import CELLS_UNASKED, BellmanFord
from raster.solvers.cell_phases import LOOK as LISTED_LOOK
from raster.solvers.dijkstra import LOOK, Dijkstra, DijkstraSearch
from raster.solvers.near_far import NearFar
from raster.solvers.out_of_core import OutOfCore
from raster.solvers.tile_rounds import FIRST_ROUNDS_KEPT
from raster.solvers.tiled import Tiled
from raster.steps import step_costs
from raster.tiles.cells import TILE
from tests.raster.terrains import noise

SOLVERS: dict[str, Callable[[VelocityGrid], Any]] = {
    "dijkstra": Dijkstra,
    "tiled": Tiled,
    "bellman-ford": BellmanFord,
    "near-far": NearFar,
    "adaptive-threads, all": lambda grid: AdaptiveThreads(grid, variant=1),
    "adaptive-threads, listed": lambda grid: AdaptiveThreads(grid, variant=2),
    "out-of-core": lambda grid: OutOfCore(grid, block_cells=32, slots=4),
}

MOST_CELLS = 300_000
"""Worked on between two looks: 30 ms where each takes 100 ns, as cells of real speeds do."""


class StopAt(Trace):
    """Cancels at an iteration, counted from 1."""

    def __init__(self, iteration: int) -> None:
        self.cancel, self.left, self.seen = Cancel(), iteration, 0

    def emit(self, event: Event) -> None:
        if isinstance(event, Iteration):
            self.seen += 1
            if self.seen == self.left:
                self.cancel.set()


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.usefixtures("all_threads_afterwards")
def test_a_solve_that_had_ended_is_not_partial(name: str) -> None:
    numba.set_num_threads(1)  # as many rounds each time
    # Of more rounds than are told together first: what is told after the last one cuts none short.
    grid = grid_from_kmh(noise(90, 2 * FIRST_ROUNDS_KEPT * TILE, 3), 10.0)
    solver = SOLVERS[name](grid)
    solver.solve((Start(0),))
    count = StopAt(0)
    expected = solver.solve((Start(0),), trace=count).labels.copy()
    stop = StopAt(count.seen)
    found = solver.solve((Start(0),), trace=stop, cancel=stop.cancel)
    assert stop.cancel.requested
    np.testing.assert_array_equal(found.labels, expected)
    assert not found.partial
    if count.seen == 1:
        return
    earlier = StopAt(1)
    assert solver.solve((Start(0),), trace=earlier, cancel=earlier.cancel).partial


@pytest.mark.parametrize("name", SOLVERS)
def test_a_start_that_reaches_nothing_has_ended_whoever_cancels(name: str) -> None:
    kmh = noise(40, 40, 3)
    kmh[5, 5] = 0
    stopped = Cancel()
    stopped.set()
    found = SOLVERS[name](grid_from_kmh(kmh, 10.0)).solve((Start(5 * 40 + 5),), cancel=stopped)
    assert (found.reached, found.partial) == (0, False)


def test_looks_are_close_together() -> None:
    for between in (LOOK, LISTED_LOOK, CELLS_UNASKED, VISITS_AT_ONCE):
        assert between <= MOST_CELLS


def test_blocks_keep_what_they_had_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    grid, cancel = grid_from_kmh(noise(200, 200, 4, 0.0), 10.0), Cancel()
    choose = tiles.choose

    def chosen(*arguments: Any) -> Any:
        cancel.set()
        return choose(*arguments)

    monkeypatch.setattr(raster.solvers.out_of_core, "choose", chosen)
    found = OutOfCore(grid, block_cells=64, delta_seconds=1e6).solve((Start(0),), cancel=cancel)
    assert found.partial
    assert found.reached <= 1


def test_dijkstra_looks_within_an_iteration() -> None:
    grid, cancel = fractal_terrain(301, 200, 1), Cancel()
    search = DijkstraSearch(step_costs(grid, 2.0**-17), (Start(100 * 200 + 100),), 2.0**-17, 1e9)
    cancel.set()
    assert search.step(10**9, cancel) < LOOK
    assert search.times().partial


def test_a_listed_phase_stops_in_its_middle_and_keeps_its_source_whole() -> None:
    grid, cancel = grid_from_kmh(noise(60, 60, 4, 0.0), 10.0), Cancel()
    search = CellPhases(step_costs(grid, 2.0**-17), CellWorkspace.of(60, 60), UNREACHED - 1, cancel)
    search.enter((Start(0), Start(59)), 2.0**-17)
    search.serve_listed(50)
    fell, before = search.fell, search.labels[search.parity].copy()
    cancel.set()
    assert search.serve_listed(10**9) == (0, 0)
    assert search.fell == fell > 0
    np.testing.assert_array_equal(search.labels[search.parity], before)


def test_timing_phases_ends_with_a_cancel_and_is_not_kept() -> None:
    grid, stopped = fractal_terrain(123, 321, 1), Cancel()
    stopped.set()
    kept = dict(raster.solvers.adaptive_threads._CALIBRATED)
    solver = AdaptiveThreads(grid)
    assert solver.solve((Start(60 * 321 + 160),), cancel=stopped).partial
    assert kept == raster.solvers.adaptive_threads._CALIBRATED
