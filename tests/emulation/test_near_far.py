"""`near-far` on cells, run on the processor: its queues, its grid barriers, its step width."""

from __future__ import annotations

import numpy as np
import pytest

import gpu.rounds
from core.solver import Start
from gpu.grids.solvers import near_far, round_solver
from raster.geometry import EIGHT, STRAIGHT
from raster.grid import grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from tests.emulation import fake_cupy
from tests.raster.terrains import noise

pytestmark = pytest.mark.usefixtures("device")


@pytest.mark.parametrize(
    ("delta", "geometry", "high"),
    [(0.0, EIGHT, 10.0), (4.0, EIGHT, 10.0), (0.0, STRAIGHT, 10.0), (0.0, STRAIGHT, 14.1)],
)
def test_equals_dijkstra_and_only_a_width_of_its_own_follows_the_work(
    delta: float, geometry: str, high: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (gpu.rounds, round_solver):
        monkeypatch.setattr(module, "THREADS", 128)
    monkeypatch.setattr(fake_cupy, "SEED", 5)
    grid = grid_from_kmh(noise(28, 24, 3), 10.0, high)
    starts = (Start(0), Start(14 * 24 + 11, 2.0))
    solver = near_far.NearFar(grid, delta_seconds=delta, geometry=geometry)
    usual = solver._first_delta
    monkeypatch.setattr(solver, "_first_delta", lambda tick: usual(tick) // 16)
    times = solver.solve(starts)
    expected = Dijkstra(grid, geometry=geometry).solve(starts)
    np.testing.assert_array_equal(times.ticks(), expected.ticks())
    assert times.geometry == geometry
    last = int(solver._rounds.control.get().view(gpu.rounds.CONTROL)[0]["delta"])
    narrow = solver._first_delta(times.tick_seconds)
    # Lanes do not take turns in the same order each time, but hardly a cell is served twice at so
    # narrow a width, whatever the order.
    assert last == narrow if delta > 0 else last > 2 * narrow
