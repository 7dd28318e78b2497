"""Pictures of the map apart from the screen: where the ground lies on them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont

from tests.ui.canvas.worlds import COLS, LEFT
from ui.canvas.film import made_room
from ui.canvas.legend import Legend, LegendPainter
from ui.canvas.map_view import MapView
from ui.canvas.painting import Painting
from ui.pictures.style import OverlayStyle
from ui.pictures.theme import LIGHT

WIDEST = LEFT + COLS * 10.0


def drawn(world: MapView, width: int, height: int) -> tuple[Painting, Painting, QRectF]:
    """A sheet as it is fitted, as room is made on it, and its legend."""
    world.set_style(OverlayStyle(isolines=False))
    font, sheet = QFont(), world.painting_for(width, height, LIGHT)
    assert sheet.scene is not None
    wide, high = LegendPainter(Legend.of(sheet.scene), LIGHT, font, height).size()
    plate = QRectF(width - 14 - wide, height - 14 - high, wide, high)
    return sheet, made_room(sheet, font), plate


def ends(painting: Painting) -> tuple[float, float]:
    """Pixels from the left between which the ground lies."""
    view = painting.viewport
    return view.to_pixel(LEFT, 0.0)[0], view.to_pixel(WIDEST, 0.0)[0]


def test_the_ground_lies_beside_the_legend_where_that_costs_little(world: MapView) -> None:
    sheet, roomy, plate = drawn(world, 800, 440)
    assert ends(sheet)[1] > plate.left()
    left, right = ends(roomy)
    assert 0 < left < right < plate.left()
    assert right - left < ends(sheet)[1] - ends(sheet)[0]
    assert roomy.viewport.y == sheet.viewport.y


def test_the_ground_stays_in_the_middle_where_the_legend_hides_none_of_it(world: MapView) -> None:
    sheet, roomy, plate = drawn(world, 1200, 440)
    assert ends(sheet)[1] < plate.left()
    assert roomy.viewport == sheet.viewport


def test_the_ground_moves_no_farther_than_it_must(world: MapView) -> None:
    sheet, _, plate = drawn(world, 1200, 440)
    left, right = ends(sheet)
    # Letters are as wide as a machine has them: so wide a sheet that ten pixels are hidden.
    sheet, roomy, plate = drawn(world, round(right - left + 2 * (plate.width() + 4)), 440)
    assert ends(sheet)[1] == pytest.approx(plate.left() + 10, abs=1)
    left, right = ends(roomy)
    assert left > 0
    assert plate.left() - right == pytest.approx(14)
    assert right - left == pytest.approx(ends(sheet)[1] - ends(sheet)[0])


@pytest.mark.parametrize("size", [(560, 440), (260, 200)])
def test_the_ground_stays_as_large_where_room_would_cost_much(
    world: MapView, size: tuple[int, int]
) -> None:
    sheet, roomy, plate = drawn(world, *size)
    assert ends(sheet)[1] > plate.left()
    assert roomy is sheet


def test_no_room_is_made_for_a_legend_that_is_not_drawn(world: MapView) -> None:
    sheet, *_ = drawn(world, 800, 440)
    bare = replace(sheet, style=replace(sheet.style, legend=False))
    assert made_room(bare, QFont()) is bare


def test_a_part_of_the_ground_fills_the_picture(world: MapView) -> None:
    sheet, *_ = drawn(world, 800, 440)
    near = replace(sheet, viewport=sheet.viewport.zoomed(2.0, 400, 220))
    assert made_room(near, QFont()) is near
