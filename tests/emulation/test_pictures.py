"""Pictures that are made where the times are, run on the processor: its own, to the bit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import gpu.module
from gpu.grids import pictures, travel_times
from gpu.grids.pictures import KEPT, MOST_REACH, painter_of
from gpu.host_memory import ROOM, PinnedLender
from gpu.module import EXACT
from raster.travel_times import TravelTimeGrid
from tests.emulation import fake_cupy
from tests.gpu.grids.painted import (
    FIELDS,
    assert_painted_alike,
    looks,
    maze,
    on_device,
    patches,
    stopped,
    within_the_limit,
)
from ui.pictures import terrain
from ui.pictures.pixels import Pixels
from ui.pictures.scene import draw_frame
from ui.pictures.style import OverlayStyle
from ui.pictures.terrain import TerrainScene
from ui.pictures.time_layer import continuous_top, paint_times, painted_there

pytestmark = pytest.mark.usefixtures("device")


@pytest.mark.parametrize("name", FIELDS)
def test_pictures_are_those_of_the_processor(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake_cupy, "SEED", 7)
    grid, times = FIELDS[name]()
    colours = assert_painted_alike(grid, within_the_limit(times), on_device(grid, times))
    assert colours > 500  # edges, lines and light of all shades


def test_three_samples_and_lines_of_any_width() -> None:
    grid, times = stopped()
    device, host = on_device(grid, times), within_the_limit(times)
    patch, colours = next(patches(grid)), next(looks(host))
    for samples, width in ((3, 1.2), (1, 0.4), (1, 6.0), (5, 1.2), (1, 8.8)):
        found = painted_there(device, patch, colours, samples, width)
        np.testing.assert_array_equal(found, paint_times(host, patch, colours, samples, width))
    wide = MOST_REACH / 1.7  # reaches farther than a block sees
    assert painted_there(device, patch, colours, 1, wide) is None


def test_rows_of_a_window_are_those_of_the_whole() -> None:
    grid, times = maze()
    device, host = on_device(grid, times), within_the_limit(times)
    for patch in patches(grid):
        rows = patch.shape[0] // 3, patch.shape[0] // 2 + 1
        found = device.seconds(patch.window, patch.shape, rows)
        np.testing.assert_array_equal(found, host.seconds(patch.window, patch.shape, rows))
        whole = device.seconds(patch.window, patch.shape)
        np.testing.assert_array_equal(found, whole[slice(*rows)])


def test_tables_are_sent_once_and_the_oldest_are_given_up() -> None:
    grid, times = stopped()
    device, patch = on_device(grid, times), list(patches(grid))[-1]
    kept, shapes = painter_of(0)._tables, list(looks(times))
    for colours in 3 * shapes:
        before = list(kept.values())
        assert painted_there(device, patch, colours, 1, 1.2) is not None
        sent = [one for one in kept.values() if not any(one is other for other in before)]
        assert len(sent) == (len(before) < len(shapes))
    assert len(kept) == len(shapes)
    first = next(iter(kept))
    for k in range(KEPT):
        other = replace(shapes[0], limits=shapes[0].limits + 1 + k)
        assert painted_there(device, patch, other, 1, 1.2) is not None
    assert len(kept) == KEPT
    assert first not in kept


def test_memory_of_pictures_that_are_gone_is_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    grid, times = stopped()
    device, colours = on_device(grid, times), next(looks(times))
    several = list(patches(grid))
    made: list[int] = []
    pinned = PinnedLender._pinned

    def noted(lender: PinnedLender) -> Any:
        made.append(lender._count)
        return pinned(lender)

    monkeypatch.setattr(PinnedLender, "_pinned", noted)
    for patch in several:  # none of whose pictures is kept
        painted_there(device, patch, colours, 1, 1.2)
    assert made == [ROOM]
    kept = [painted_there(device, patch, colours, 1, 1.2) for patch in several[:3]]
    assert made == [ROOM] * 3
    for pixels, patch in zip(kept, several, strict=False):
        wanted = paint_times(within_the_limit(times), patch, colours, 1, 1.2)
        np.testing.assert_array_equal(pixels, wanted)
    host = painter_of(0)._host
    rooms = [host.lend((1, count)).base is not None and host._room for count in
             (ROOM + 1, 9 * ROOM, 3 * ROOM, 2 * ROOM, 5)]  # fmt: skip
    assert rooms == [2 * ROOM, 9 * ROOM, 9 * ROOM, 2 * ROOM, 2 * ROOM]


def test_a_product_and_a_sum_are_not_rounded_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they are, a pixel in a hundred thousand is another: fewer than these tests draw."""
    import cupy

    options: list[tuple[str, ...]] = []
    module = cupy.RawModule

    def noted(code: str, options_: tuple[str, ...]) -> Any:
        options.append(options_)
        return module(code, options_)

    grid, times = stopped()
    monkeypatch.setattr(cupy, "RawModule", lambda code, options: noted(code, options))
    device, patch = on_device(grid, times), list(patches(grid))[-1]
    assert painted_there(device, patch, next(looks(times)), 1, 1.2) is not None
    assert [EXACT in some for some in options].count(True) == 1


def times_layer(scene: TerrainScene, fine: bool) -> Pixels:
    patch = next(patches(scene.grid))
    frame = draw_frame(scene, patch, fine=fine)
    assert frame is not None
    layer = frame.layer("times")
    assert layer is not None
    return layer.pixels


def scenes() -> tuple[TerrainScene, TerrainScene, Any]:
    """The same on the device and on the host, and the times of the former."""
    grid, times = maze()
    there = on_device(grid, times)
    style = OverlayStyle(continuous=True, relief="none")
    here = TravelTimeGrid(
        times.labels, times.tick_seconds, reached=there.reached, max_ticks=there.max_ticks
    )
    first, second = (replace(TerrainScene.of(grid, each), style=style) for each in (there, here))
    return first, second, there


@pytest.mark.parametrize("fine", [False, True])
def test_a_scene_is_painted_by_the_device_in_one_launch_and_one_copy(
    fine: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_the_device, on_the_host, there = scenes()
    wanted = times_layer(on_the_host, fine)
    launched: list[str] = []
    launch = gpu.module.Module.launch

    def noted(module: Any, name: str, *arguments: Any, **options: Any) -> None:
        launched.append(name)
        launch(module, name, *arguments, **options)

    continuous_top(there)  # reads seconds of the whole, once
    monkeypatch.setattr(gpu.module.Module, "launch", noted)
    monkeypatch.setattr(terrain, "_STRIP", 1 << 9)  # of the processor
    np.testing.assert_array_equal(times_layer(on_the_device, fine), wanted)
    np.testing.assert_array_equal(times_layer(on_the_host, fine), wanted)
    assert launched == ["paint_times"]


@pytest.mark.parametrize("fine", [False, True])
def test_after_a_device_that_fails_the_processor_draws(
    fine: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_the_device, on_the_host, _ = scenes()
    asked: list[str] = []

    def no_memory(*_: Any) -> Any:
        asked.append("memory")
        raise MemoryError

    wanted = times_layer(on_the_host, fine)
    import cupy

    with monkeypatch.context() as short:
        short.setattr(cupy.cuda.memory, "OutOfMemoryError", MemoryError)
        short.setattr(painter_of(0)._host, "lend", no_memory)
        for _ in range(2):
            np.testing.assert_array_equal(times_layer(on_the_device, fine), wanted)
    assert asked == ["memory", "memory"]
    monkeypatch.setattr(travel_times, "compiled", lambda *_: False)
    monkeypatch.setattr(pictures.TimePainter, "paint", None)
    np.testing.assert_array_equal(times_layer(on_the_device, fine), wanted)
