"""`tiled` on slopes on the device, run on the processor: all models, both directions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from gpu.grids import device_slopes
from gpu.grids.solvers import tiled
from gpu.grids.solvers.tiled import Tiled
from raster.grid import grid_from_kmh
from raster.slopes.costs import costs_on
from raster.slopes.heights import heights_of
from raster.slopes.models import FactorTable
from raster.slopes.slopes import Direction, GridSlopes
from raster.solvers.dijkstra import Dijkstra
from raster.validation import validate
from tests.emulation import fake_cupy
from tests.emulation.test_tiled import expect_each_ticket_once
from tests.raster.slopes.ground import MODELS, drawn_ground

pytestmark = pytest.mark.usefixtures("device")

IDLE = 1
"""State of a tile that waits for nobody; as in gpu/include/tile_queue.cuh."""

ROOM = 88 << 10
"""Bytes of shared memory of a device that has some left for bins, and not for all."""


@pytest.fixture(autouse=True)
def _room(monkeypatch: pytest.MonkeyPatch) -> None:
    attributes = fake_cupy.Device.attributes
    monkeypatch.setitem(attributes, "MaxSharedMemoryPerBlockOptin", ROOM)


@pytest.fixture(params=["kept", "at each visit"])
def keeps(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether prices are kept."""
    if request.param != "kept":
        monkeypatch.setattr(device_slopes, "PRICES_SHARE", 0.0)
    return bool(request.param == "kept")


@pytest.mark.parametrize("direction", ["from", "to"])
def test_tiles_equal_dijkstra_by_every_model(
    direction: Direction, keeps: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    beyond, lingered = 0, 0
    for seed, model in enumerate(MODELS):
        reals = direction == "to" and seed == 1
        grid, slopes, starts = drawn_ground((70, 45), seed, model, direction, reals=reals)
        slopes = replace(slopes, surface=not model.added and seed % 3 == 0)
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        solver = Tiled(grid, slopes=slopes)
        limit = 300.0 if seed % 2 else UNLIMITED
        expected = Dijkstra(grid, slopes=slopes).solve(starts, limit=limit)
        times = solver.solve(starts, limit=limit)
        assert times.tick_seconds == expected.tick_seconds
        np.testing.assert_array_equal(times.ticks(), expected.ticks(), model.text)
        assert validate(grid, times, starts, slopes=slopes).passed
        assert solver._heights is not None
        assert (solver._heights._prices is not None) == keeps
        beyond += solver._heights.near < solver._heights.count
        control = solver._queue.read_control()
        assert control["finished"] == control["tail"] + control["direct"]
        lingered += int(control["direct"])
    assert beyond
    assert lingered


@pytest.mark.usefixtures("keeps")
def test_tiles_that_warps_linger_with_are_not_lost_between_launches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    grid, slopes, starts = drawn_ground((130, 97), 3, MODELS[0], "from")
    expected = Dijkstra(grid, slopes=slopes).solve(starts)
    solver = Tiled(grid, slopes=slopes)
    lingered = 0
    for seed, seconds in enumerate((3e-5, 3e-4, 1.0)):
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        monkeypatch.setattr(tiled, "SLICE_SECONDS", seconds)
        times = solver.solve(starts)
        np.testing.assert_array_equal(times.ticks(), expected.ticks(), f"seed {seed}")
        assert not times.partial
        control = solver._queue.read_control()
        assert control["finished"] == control["tail"] + control["direct"]
        expect_each_ticket_once(solver)
        assert control["lingering"] == 0
        assert (solver._queue.words[:, 0] == IDLE).all()
        lingered += int(control["direct"])
    assert lingered


def test_columns_that_fall_after_the_first_word_are_told_in_the_end() -> None:
    # All tiles are served as they come, so that many are settled by labels that fall later.
    for seed in range(4):
        grid, slopes, starts = drawn_ground((100, 131), seed, MODELS[seed], "from")
        times = Tiled(grid, slopes=slopes, delta_seconds=1e6).solve(starts)
        expected = Dijkstra(grid, slopes=slopes).solve(starts)
        np.testing.assert_array_equal(times.ticks(), expected.ticks(), f"seed {seed}")


def test_cells_that_were_lost_are_told_from_those_beyond_a_cut() -> None:
    # A wall of 20 m between two plains of 10 m cells: 63° up.
    metres = np.zeros((6, 40))
    metres[:, 20:] = 20.0
    grid = grid_from_kmh(np.full((6, 40), 5.0), 10.0)
    slopes = GridSlopes(heights_of(metres), FactorTable(((-70.0, 3.0), (0.0, 1.0), (45.0, 3.0))))
    solver = Tiled(grid, slopes=slopes)
    found = solver.solve((Start(0),))
    assert found.reached == 120
    costs = costs_on(grid, found.tick_seconds, slopes=slopes)
    assert not solver._loses_cells(costs, found.labels)
    found.labels[solver._on_device.label_address(5, 7)] = UNREACHED
    assert solver._loses_cells(costs, found.labels)


def test_where_others_took_the_memory_tiles_are_priced_at_each_visit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import cupy

    grid, slopes, starts = drawn_ground((70, 45), 3, MODELS[0], "from")
    solver = Tiled(grid, slopes=slopes)
    empty = cupy.empty

    def refused(shape: object, *given: object) -> object:
        if shape == (solver._tiles, device_slopes.PRICE_WORDS):
            raise cupy.cuda.memory.OutOfMemoryError("others have it")
        return empty(shape, *given)

    monkeypatch.setattr(cupy, "empty", refused)
    expected = Dijkstra(grid, slopes=slopes).solve(starts)
    for _ in range(2):
        np.testing.assert_array_equal(solver.solve(starts).ticks(), expected.ticks())
    assert solver._heights is not None
    assert not solver._heights.keeps_prices
