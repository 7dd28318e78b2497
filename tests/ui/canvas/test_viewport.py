"""Where a point of the world falls on the canvas."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from raster.grid import Window, grid_from_kmh
from ui.canvas.tools.glide import AGAIN, FEWEST, SLOW_WAYS, Glide, between
from ui.canvas.viewport import ScaleLimits, Viewport
from ui.pictures.patch import FINEST_CELL, contains, patch_of, widened

VIEW = Viewport(x=1000, y=5000, scale=2.5, width=640, height=480)


@pytest.mark.parametrize("pixel", [(0, 0), (320, 240), (639.5, 17.25), (-40, 900)])
def test_pixel_to_map_and_back(pixel: tuple[float, float]) -> None:
    assert VIEW.to_pixel(*VIEW.to_map(*pixel)) == pytest.approx(pixel)


def test_y_grows_upwards_on_the_map_and_downwards_on_the_canvas() -> None:
    assert VIEW.to_map(320, 0)[1] > VIEW.to_map(320, 100)[1]
    assert VIEW.bounds == pytest.approx((200, 4400, 1800, 5600))


def test_zooming_holds_the_point_under_the_pointer() -> None:
    zoomed = VIEW.zoomed(3.7, 100, 50)
    assert zoomed.to_map(100, 50) == pytest.approx(VIEW.to_map(100, 50))
    assert zoomed.scale == pytest.approx(VIEW.scale / 3.7)


def test_panning_moves_the_contents_with_the_hand() -> None:
    x, y = VIEW.to_map(100, 100)
    assert VIEW.panned(30, -12).to_pixel(x, y) == pytest.approx((130, 88))


def test_fitted_shows_the_whole_in_the_middle() -> None:
    bounds = (0.0, 0.0, 4000.0, 1000.0)
    fitted = VIEW.fitted(bounds)
    assert contains(fitted.bounds, bounds)
    assert (fitted.x, fitted.y) == (2000, 500)
    left, _ = fitted.to_pixel(0, 0)
    assert 0 < left < 40


def test_the_middle_is_kept_on_the_raster() -> None:
    assert VIEW.kept_on((0, 0, 500, 500)).bounds == pytest.approx((-300, -100, 1300, 1100))


def test_scale_limits_stop_a_zoom_where_it_is_of_no_use() -> None:
    grid = grid_from_kmh(np.ones((100, 100)), 10.0)
    limits = ScaleLimits.within(grid.cell_x / FINEST_CELL, grid.bounds, VIEW)
    assert 2.5 / limits.factor(2.5, 1e9) == pytest.approx(limits.smallest)
    assert 2.5 / limits.factor(2.5, 1e-9) == pytest.approx(limits.largest)
    assert limits.factor(2.5, 1.3) == pytest.approx(1.3)


@pytest.mark.parametrize("share", [0.0, 0.2, 0.7, 1.0])
def test_a_glide_about_the_pointer_holds_the_point_under_it_all_the_way(share: float) -> None:
    goal = VIEW.zoomed(8, 600, 33)
    on_the_way = between(VIEW, goal, share)
    assert on_the_way.to_map(600, 33) == pytest.approx(VIEW.to_map(600, 33))


def test_a_glide_without_zoom_goes_straight() -> None:
    goal = VIEW.panned(100, 0)
    assert between(VIEW, goal, 0.25).x == pytest.approx(VIEW.x + 0.25 * (goal.x - VIEW.x))


def test_a_machine_that_cannot_glide_jumps_and_tries_again(qapp: QApplication) -> None:
    now = [0.0]
    seen: list[Viewport] = []
    glide = Glide(qapp, seen.append, lambda: now[0])

    def way(pictures: int) -> int:
        """Pictures seen on a way of which the clock lets there be so many."""
        seen.clear()
        glide.go(VIEW, VIEW.zoomed(2, 0, 0))
        while glide.goal is not None:
            now[0] += glide.milliseconds / 1e3 / pictures
            glide._step()
        assert seen[-1] == VIEW.zoomed(2, 0, 0)
        return len(seen)

    assert way(12) >= 12
    assert all(way(2) < FEWEST for _ in range(SLOW_WAYS))
    assert [way(12) for _ in range(AGAIN - 1)] == [1] * (AGAIN - 1)
    assert way(12) >= 12, "tried again, and quick enough"
    assert way(12) >= 12


@pytest.mark.parametrize("scale", [0.31, 2.0, 9.7, 47.0])
@pytest.mark.parametrize("cells", [(10.0, 10.0), (10.0, 25.0)])
def test_a_patch_covers_what_is_asked_and_is_true_to_the_pixel(
    scale: float, cells: tuple[float, float]
) -> None:
    grid = grid_from_kmh(np.ones((300, 400)), *cells, left=100.0, top=9000.0)
    asked = (700.0, 6500.0, 2900.0, 8100.0)
    patch = patch_of(grid, asked, scale)
    assert patch is not None
    assert contains(patch.bounds, asked)
    left, bottom, right, top = patch.bounds
    assert abs((right - left) / scale - patch.shape[1]) <= 0.5
    assert abs((top - bottom) / scale - patch.shape[0]) <= 0.5
    # No more than the cells that are seen, rounded up to whole ones.
    assert right - left < 2200 + 2 * cells[0]
    assert top - bottom < 1600 + 2 * cells[1]


def test_a_patch_stops_at_the_raster() -> None:
    grid = grid_from_kmh(np.ones((3, 4)), 10.0)
    patch = patch_of(grid, widened(grid.bounds, 5), 1.0)
    assert patch is not None
    assert patch.window == Window(0, 0, 3, 4)
    assert patch_of(grid, (100.0, 100.0, 200.0, 200.0), 1.0) is None
