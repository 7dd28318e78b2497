"""Fields of times laid out as on a device, and whether it paints them as the processor does."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from core.solver import Start
from core.times import UNREACHED, limit_in_ticks
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from raster.travel_times import TravelTimeGrid
from tests.raster.terrains import noise
from ui.pictures.patch import Bounds, Patch, patch_of
from ui.pictures.pixels import Pixels
from ui.pictures.time_layer import TimeColours, banded, flowing, paint_times, painted_there

COLOURS = np.array([(200, 30, 30), (30, 200, 30), (30, 30, 200), (240, 220, 20)], np.uint8)
COLOURMAP = np.stack([np.arange(256), np.arange(256)[::-1], np.full(256, 90)], axis=1)

Field = tuple[VelocityGrid, TravelTimeGrid]


def maze() -> Field:
    """Corridors two cells wide in uint8 codes, on both sides of each wall at quite other times."""
    kmh = np.full((70, 90), 20.0)
    kmh[6::9] = 0
    for k, row in enumerate(range(6, 70, 9)):
        side = slice(0, 3) if k % 2 else slice(87, 90)
        kmh[row, side] = 20
    return _solved(grid_from_kmh(kmh, 10.0), (0, 0))


def islands() -> Field:
    """Real speeds in oblong cells, with barriers and ground behind them that nobody reaches."""
    kmh = noise(64, 77, 5, barriers=0.25) * 0.913
    kmh[:, 40:43] = 0
    kmh[20:24, 40:43] = 7.5
    kmh[50:56, :9] = 0
    return _solved(grid_from_kmh(kmh, 10.0, 23.0), (31, 20))


def stopped() -> Field:
    """Labels go on past the limit, at which fronts stop."""
    grid = grid_from_kmh(np.where(noise(61, 66, 9, 0.05) > 0, 30.0, 0.0), 10.0)
    return _solved(grid, (30, 30), limit=30.0)


def waves() -> Field:
    """Neighbours that differ little, in cells high as two are wide, and some that are not
    reached."""
    rng = np.random.default_rng(5)
    hills = np.add.outer(np.sin(np.arange(75) / 17), np.cos(np.arange(83) / 23)) * 30 + 60
    seconds = np.where(rng.random(hills.shape) < 0.02, np.inf, hills + rng.random(hills.shape))
    labels = np.where(np.isfinite(seconds), seconds * 16, UNREACHED).astype(np.uint32)
    grid = grid_from_kmh(np.full(hills.shape, 20.0), 10.0, 20.0)
    return grid, TravelTimeGrid(labels, 1 / 16)


FIELDS: dict[str, Callable[[], Field]] = {
    "maze": maze, "islands": islands, "stopped": stopped, "waves": waves,
}  # fmt: skip


def _solved(grid: VelocityGrid, start: tuple[int, int], limit: float = math.inf) -> Field:
    times = Dijkstra(grid).solve((Start(start[0] * grid.cols + start[1]),))
    return grid, replace(times, limit_seconds=limit)


def on_device(grid: VelocityGrid, times: TravelTimeGrid) -> Any:
    """The same times on device 0, labels past the limit included."""
    import cupy

    from gpu.grids.device_grid import TILE, DeviceGrid
    from gpu.grids.travel_times import DeviceTravelTimes

    there = DeviceGrid(grid, 0)
    held = np.full((there.tile_rows * TILE, there.tile_cols * TILE), UNREACHED, np.uint32)
    held[: grid.rows, : grid.cols] = times.labels
    in_tiles = held.reshape(there.tile_rows, TILE // 4, 4, there.tile_cols, TILE)
    labels = cupy.asarray(np.ascontiguousarray(in_tiles.transpose(0, 3, 1, 4, 2)).ravel())
    made = DeviceTravelTimes(there, labels, times.tick_seconds, times.limit_seconds)
    wait_for_kernels(made)
    return made


def wait_for_kernels(times: Any) -> None:
    """Until pictures of these times are no longer left to the processor."""
    until = time.monotonic() + 120
    while not times.paints_at_once and time.monotonic() < until:
        time.sleep(0.01)


def within_the_limit(times: TravelTimeGrid) -> TravelTimeGrid:
    """As a solver on the host leaves them."""
    limit = limit_in_ticks(times.limit_seconds, times.tick_seconds)
    return replace(times, labels=np.where(times.labels <= limit, times.labels, UNREACHED))


def looks(times: TravelTimeGrid) -> Iterator[TimeColours]:
    """Banded and continuous, with lines and without, whole and thin; where there is a limit, it is
    the last of them."""
    longest = times.limit_seconds
    if math.isinf(longest):
        reached = times.labels[times.labels < UNREACHED]
        longest = float(np.quantile(reached, 0.8)) * times.tick_seconds
    several = np.array([0.2, 0.55, 0.6, 1.0]) * longest
    yield banded(several, COLOURS, 0.7, True, "#102030")
    yield flowing(several, COLOURMAP, 1.1 * longest, 0.95, False, "#000000")
    yield banded(several[-1:], COLOURS[:1], 1.0, False, "#000000")
    yield flowing(several[-1:], COLOURMAP, longest, 0.0, True, "#ffffff")


def patches(grid: VelocityGrid) -> Iterator[Patch]:
    """The whole from far and from near, and what a window shows that hangs over each edge."""
    left, bottom, right, top = grid.bounds
    across, down = right - left, top - bottom
    near, far = min(grid.cell_x, grid.cell_y) / 3.3, max(grid.cell_x, grid.cell_y) * 2.6
    middle = left + 0.4 * across, bottom + 0.3 * down
    views: list[tuple[Bounds, float]] = [
        (grid.bounds, far),
        (grid.bounds, grid.cell_x),  # oblong cells are several rows high
        ((left - across, bottom, left + 0.11 * across, top - 0.8 * down), near),
        ((right - 0.12 * across, bottom, right + across, bottom + 0.2 * down), near),
        ((left, top - 0.1 * down, left + 0.3 * across, top + down), near),
        ((*middle, middle[0] + 0.16 * across, middle[1] + 0.17 * down), near),
        ((left, bottom - down, right, bottom + 0.5 * down), far / 2),
        ((*middle, middle[0] + 2.5 * grid.cell_x, middle[1] + 2 * grid.cell_y), near / 5),
        ((left - across, top - grid.cell_y / 2, left + grid.cell_x / 2, top), near / 4),
    ]
    for bounds, scale in views:
        found = patch_of(grid, bounds, scale)
        assert found is not None
        yield found


def assert_painted_alike(
    grid: VelocityGrid, host: TravelTimeGrid, device: Any, widths: tuple[float, ...] = (1.2, 2.4)
) -> int:
    """All looks of all patches, of one sample a pixel and of several. Returns how many colours are
    in them."""
    seen: list[Pixels] = []
    for k, patch in enumerate(patches(grid)):
        for look, colours in enumerate(looks(host)):
            samples, width = 1 + (k + look) % 2, widths[(k + look // 2) % len(widths)]
            found = painted_there(device, patch, colours, samples, width)
            assert found is not None
            wanted = paint_times(host, patch, colours, samples, width)
            np.testing.assert_array_equal(found, wanted, f"{patch} look {look}, {samples} samples")
            seen.append(np.unique(found))
    return len(np.unique(np.concatenate(seen)))
