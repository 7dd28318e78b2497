"""Pictures that a device makes of its own times: those of the processor, to the bit."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from benchmarks.instances.terrains import fractal_terrain
from core.solver import Start
from raster.grid import VelocityGrid
from raster.starts import good_start
from raster.travel_times import TravelTimeGrid
from tests.gpu.grids.painted import (
    FIELDS,
    assert_painted_alike,
    looks,
    on_device,
    patches,
    wait_for_kernels,
    within_the_limit,
)
from ui.pictures.patch import Patch, patch_of
from ui.pictures.pixels import Pixels
from ui.pictures.scene import draw_frame
from ui.pictures.terrain import TerrainScene
from ui.pictures.time_layer import paint_times, painted_there

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize("name", FIELDS)
def test_pictures_are_those_of_the_processor(name: str) -> None:
    grid, times = FIELDS[name]()
    assert_painted_alike(grid, within_the_limit(times), on_device(grid, times))


def start_of(grid: VelocityGrid) -> tuple[Start]:
    cell = good_start(grid)
    assert cell is not None
    return (Start(cell[0] * grid.cols + cell[1]),)


def solved(
    side: int = 1500, limit: float = float("inf")
) -> tuple[VelocityGrid, Any, TravelTimeGrid]:
    """A grid, its times there, and the same on the host."""
    from gpu.grids.solvers.tiled import Tiled

    grid = fractal_terrain(side, side - 37, 5)
    times = Tiled(grid).solve(start_of(grid), limit=limit)
    wait_for_kernels(times)
    host = TravelTimeGrid(
        times.ticks(), times.tick_seconds, limit, reached=times.reached, max_ticks=times.max_ticks
    )
    return grid, times, host


@pytest.mark.parametrize("samples", [1, 2])
def test_a_whole_screen_of_a_solve(samples: int) -> None:
    grid, times, host = solved()
    left, bottom, right, top = grid.bounds
    width, height = right - left, top - bottom
    for zoom in (0.5, 1.0, 3.0, 20.0):
        seen = (left, top - height / zoom, left + width / zoom, top)
        patch = patch_of(grid, seen, width / zoom / 1920)
        assert patch is not None
        for colours in looks(host):
            found = painted_there(times, patch, colours, samples, 1.2)
            np.testing.assert_array_equal(found, paint_times(host, patch, colours, samples, 1.2))


def test_pictures_of_several_threads_while_it_solves() -> None:
    from gpu.grids.solvers.tiled import Tiled

    grid, times, host = solved(700)
    solver, start = Tiled(grid), start_of(grid)
    tasks = [(patch, colours) for patch in patches(grid) for colours in looks(host)]

    def painted(task: tuple[Patch, Any]) -> Any:
        return painted_there(times, *task, 1, 1.2)

    with ThreadPoolExecutor(4) as pool:
        running = pool.submit(lambda: [solver.solve(start) for _ in range(5)])
        found = list(pool.map(painted, tasks))
        running.result()
    for task, pixels in zip(tasks, found, strict=True):
        np.testing.assert_array_equal(pixels, paint_times(host, *task, 1, 1.2))


@pytest.mark.parametrize("limit", [float("inf"), 900.0])
def test_the_fine_picture_of_a_scene_is_drawn_in_strips_by_the_processor_alone(
    limit: float,
) -> None:
    grid, times, host = solved(900, limit)
    patch = patch_of(grid, grid.bounds, grid.cell_x * 0.7)
    assert patch is not None
    layers: list[Pixels] = []
    for each in (times, host):
        frame = draw_frame(TerrainScene.of(grid, each), patch, fine=True)
        assert frame is not None
        layer = frame.layer("times")
        assert layer is not None
        layers.append(layer.pixels)
    there, here = layers
    np.testing.assert_array_equal(there, here)
