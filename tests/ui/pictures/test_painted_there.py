"""Times that make their own picture, and who draws where they cannot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from core.errors import DeviceError, DeviceMemoryError
from raster.travel_times import TravelTimeGrid
from tests.ui.canvas.worlds import solved, split_world
from ui.pictures.patch import patch_of
from ui.pictures.pixels import Pixels
from ui.pictures.scene import draw_frame
from ui.pictures.terrain import TerrainScene

Answer = Callable[..., Pixels | None]


class Painting(TravelTimeGrid):
    """Times whose pictures come from elsewhere."""

    def __init__(self, times: TravelTimeGrid, answer: Answer) -> None:
        super().__init__(times.labels, times.tick_seconds, times.limit_seconds)
        object.__setattr__(self, "answer", answer)

    paints_at_once = True

    def painted(self, *asked: Any) -> Pixels | None:
        return self.answer(*asked)  # type: ignore[attr-defined,no-any-return]


def times_layer(times: TravelTimeGrid, fine: bool) -> Pixels:
    """In a patch of two pixels a cell."""
    grid = split_world()
    patch = patch_of(grid, grid.bounds, 5.0)
    assert patch is not None
    frame = draw_frame(TerrainScene.of(grid, times), patch, pixel_ratio=1.5, fine=fine)
    assert frame is not None
    layer = frame.layer("times")
    assert layer is not None
    return layer.pixels


@pytest.mark.parametrize("fine", [False, True])
def test_a_picture_that_times_paint_is_taken_whole(fine: bool) -> None:
    times, asked = solved(split_world()), []

    def answer(window: Any, shape: tuple[int, int], tables: Any, width: float, samples: int) -> Any:
        asked.append((tuple(window), shape, samples, width))
        return np.full(shape, len(asked), np.uint32)

    painting = Painting(times, answer)
    assert (times_layer(painting, fine) == 1).all()
    samples = 2 if fine else 1
    assert asked == [((0, 0, 60, 90), (120, 180), samples, pytest.approx(1.8 * samples))]


@pytest.mark.parametrize("fine", [False, True])
@pytest.mark.parametrize("error", [None, DeviceError("lost"), DeviceMemoryError("full")])
def test_the_processor_draws_where_they_do_not(fine: bool, error: DeviceError | None) -> None:
    times, asked = solved(split_world()), []

    def answer(*_: Any) -> None:
        asked.append(error)
        if error is not None:
            raise error

    found = times_layer(Painting(times, answer), fine)
    assert asked == [error]
    np.testing.assert_array_equal(found, times_layer(times, fine))


def test_other_errors_are_not_passed_over() -> None:
    def answer(*_: Any) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        times_layer(Painting(solved(split_world()), answer), False)


def test_until_kernels_are_compiled_the_processor_draws() -> None:
    times = solved(split_world())
    painting = Painting(times, lambda *_: np.zeros((120, 180), np.uint32))
    object.__setattr__(painting, "paints_at_once", False)
    np.testing.assert_array_equal(times_layer(painting, False), times_layer(times, False))
