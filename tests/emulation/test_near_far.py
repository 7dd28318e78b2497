"""`near-far` on cells, run on the processor: its queues, its grid barriers, its step width."""

from __future__ import annotations

import numpy as np
import pytest

import gpu.rounds
from core.solver import Start
from gpu.grids.solvers import near_far, round_solver
from raster.grid import grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from tests.emulation import fake_cupy
from tests.raster.terrains import noise

pytestmark = pytest.mark.usefixtures("device")


@pytest.mark.parametrize("delta", [0.0, 4.0])
def test_equals_dijkstra_and_only_a_width_of_its_own_follows_the_work(
    delta: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (gpu.rounds, round_solver):
        monkeypatch.setattr(module, "THREADS", 128)
    monkeypatch.setattr(fake_cupy, "SEED", 5)
    grid = grid_from_kmh(noise(40, 30, 3), 10.0)
    starts = (Start(0), Start(20 * 30 + 13, 2.0))
    solver = near_far.NearFar(grid, delta_seconds=delta)
    times = solver.solve(starts)
    np.testing.assert_array_equal(times.ticks(), Dijkstra(grid).solve(starts).ticks())
    last = int(solver._rounds.control.get().view(gpu.rounds.CONTROL)[0]["delta"])
    assert (last == solver._first_delta(times.tick_seconds)) == (delta > 0)
