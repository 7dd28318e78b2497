"""The map as a user meets it: a real widget, real mouse, wheel and keys."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.canvas.worlds import CELL, pixel, split_world
from ui.canvas.map_view import MapView
from ui.pictures.patch import contains
from ui.pictures.theme import LIGHT

LEFT_BUTTON, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier


def drag(qtbot: QtBot, view: MapView, begin: QPoint, end: QPoint) -> None:
    qtbot.mousePress(view, LEFT_BUTTON, pos=begin)
    for step in range(1, 6):
        qtbot.mouseMove(view, begin + (end - begin) * (step / 5))
    qtbot.mouseRelease(view, LEFT_BUTTON, pos=end)


def turn_wheel(view: MapView, at: QPoint, notches: int) -> None:
    place = QPointF(at)
    QApplication.sendEvent(
        view,
        QWheelEvent(
            place,
            view.mapToGlobal(place),
            QPoint(),
            QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        ),
    )


def test_a_click_places_a_start(world: MapView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(world.start_placed) as placed:
        qtbot.mouseClick(world, LEFT_BUTTON, pos=pixel(world, 12, 40))
    x, y, add = placed.args
    assert split_world().cell_at(x, y) == (12, 40)
    assert add is False


def test_shift_click_adds_a_start(world: MapView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(world.start_placed) as placed:
        qtbot.mouseClick(world, LEFT_BUTTON, SHIFT, pixel(world, 12, 40))
    assert placed.args[2] is True


def test_a_click_on_a_start_places_none(world: MapView, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(world.start_placed, wait=20):
        qtbot.mouseClick(world, LEFT_BUTTON, pos=pixel(world, 30, 20))


def test_a_double_click_places_one_start_only(world: MapView, qtbot: QtBot) -> None:
    placed: list[object] = []
    world.start_placed.connect(lambda *start: placed.append(start))
    at = pixel(world, 12, 40)
    qtbot.mouseClick(world, LEFT_BUTTON, pos=at)
    qtbot.mouseDClick(world, LEFT_BUTTON, pos=at)
    qtbot.mouseRelease(world, LEFT_BUTTON, pos=at)
    assert len(placed) == 1


def test_dragging_a_start_tells_all_the_way_and_then_drops(world: MapView, qtbot: QtBot) -> None:
    passed: list[tuple[int, float, float]] = []
    world.start_dragging.connect(lambda *at: passed.append(at))
    centre = world.centre()
    with qtbot.waitSignal(world.start_dropped) as dropped:
        drag(qtbot, world, pixel(world, 30, 20) + QPoint(6, -4), pixel(world, 10, 45))
    assert len(passed) >= 4
    assert {index for index, _, _ in passed} == {0}
    assert dropped.args[0] == 0
    assert split_world().cell_at(*dropped.args[1:]) == (10, 45)
    assert world.centre() == centre


def test_the_dragged_start_is_seen_under_the_pointer(world: MapView, qtbot: QtBot) -> None:
    end = pixel(world, 10, 45)
    qtbot.mousePress(world, LEFT_BUTTON, pos=pixel(world, 30, 20))
    qtbot.mouseMove(world, end - QPoint(8, 0))
    qtbot.mouseMove(world, end)
    assert world.grab().toImage().pixelColor(end + QPoint(0, -5)) == QColor(LIGHT.start)
    assert world.cursor().shape() == Qt.CursorShape.ClosedHandCursor
    qtbot.mouseRelease(world, LEFT_BUTTON, pos=end)


def test_escape_puts_a_dragged_start_back(world: MapView, qtbot: QtBot) -> None:
    qtbot.mousePress(world, LEFT_BUTTON, pos=pixel(world, 30, 20))
    qtbot.mouseMove(world, pixel(world, 10, 30))
    with qtbot.waitSignal(world.start_dropped) as dropped:
        qtbot.keyClick(world, Qt.Key.Key_Escape)
    assert split_world().cell_at(*dropped.args[1:]) == (30, 20)


def test_dragging_the_ground_pans(world: MapView, qtbot: QtBot) -> None:
    x, y = world.viewport.to_map(300, 150)
    with qtbot.assertNotEmitted(world.start_placed), qtbot.waitSignal(world.view_changed):
        drag(qtbot, world, QPoint(300, 150), QPoint(260, 190))
    assert world.viewport.to_pixel(x, y) == pytest.approx((260, 190))


@pytest.mark.parametrize("button", [Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton])
def test_the_other_buttons_pan_even_from_a_start(
    world: MapView, qtbot: QtBot, button: Qt.MouseButton
) -> None:
    before = world.centre()
    begin = pixel(world, 30, 20)
    with qtbot.assertNotEmitted(world.start_dragging):
        qtbot.mousePress(world, button, pos=begin)
        qtbot.mouseMove(world, begin + QPoint(9, 0))
        qtbot.mouseMove(world, begin + QPoint(40, 0))
        qtbot.mouseRelease(world, button, pos=begin + QPoint(40, 0))
    assert world.centre()[0] < before[0]


def test_a_right_click_asks_for_a_menu_on_what_is_under_it(world: MapView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(world.context_requested) as asked:
        qtbot.mouseClick(world, Qt.MouseButton.RightButton, pos=pixel(world, 30, 20))
    assert asked.args[2] == 0


def test_moving_tells_where_and_leaving_tells_too(world: MapView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(world.pointer_moved) as moved:
        qtbot.mouseMove(world, pixel(world, 12, 40))
    assert split_world().cell_at(*moved.args) == (12, 40)
    with qtbot.waitSignal(world.pointer_left):
        QApplication.sendEvent(world, QEvent(QEvent.Type.Leave))


def test_the_cursor_tells_what_a_press_would_do(world: MapView, qtbot: QtBot) -> None:
    qtbot.mouseMove(world, pixel(world, 12, 40))
    assert world.cursor().shape() == Qt.CursorShape.CrossCursor
    qtbot.mouseMove(world, pixel(world, 30, 20))
    assert world.cursor().shape() == Qt.CursorShape.OpenHandCursor


def test_a_click_on_the_empty_map_asks_to_open(view: MapView, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(view.start_placed), qtbot.waitSignal(view.open_requested):
        qtbot.mouseClick(view, LEFT_BUTTON, pos=QPoint(300, 200))


def test_a_dropped_file_is_handed_on(view: MapView, qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "speeds.tif"
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    copy, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 50), copy, data, LEFT_BUTTON, none)
    QApplication.sendEvent(view, enter)
    assert enter.isAccepted()
    with qtbot.waitSignal(view.file_dropped) as dropped:
        QApplication.sendEvent(view, QDropEvent(QPointF(50, 50), copy, data, LEFT_BUTTON, none))
    assert dropped.args == [str(file)]


def test_the_wheel_zooms_about_the_pointer(world: MapView) -> None:
    at = pixel(world, 12, 40)
    before = world.viewport.to_map(at.x(), at.y())
    scale = world.viewport.scale
    turn_wheel(world, at, 2)
    assert world.viewport.scale < scale / 1.5
    assert world.viewport.to_map(at.x(), at.y()) == pytest.approx(before)
    turn_wheel(world, at, -2)
    assert world.viewport.scale == pytest.approx(scale)


def test_a_glide_ends_where_it_was_meant_to(world: MapView, qtbot: QtBot) -> None:
    world.navigation.glide.milliseconds = 40
    scale = world.viewport.scale
    world.zoom_in()
    world.zoom_in()
    qtbot.waitUntil(lambda: not world.navigation.gliding)
    assert world.viewport.scale == pytest.approx(scale / 1.6**2)


def test_zooming_ends_at_the_limits_and_the_map_is_never_lost(world: MapView) -> None:
    for _ in range(60):
        world.zoom_in()
    assert CELL / world.viewport.scale == pytest.approx(128)
    for _ in range(90):
        world.zoom_out()
        world.pan(1.0, 1.0)
    left, bottom, right, top = split_world().bounds
    x, y = world.centre()
    assert left <= x <= right
    assert bottom <= y <= top


@pytest.mark.parametrize(
    ("key", "direction"),
    [
        (Qt.Key.Key_Left, (-1, 0)),
        (Qt.Key.Key_Right, (1, 0)),
        (Qt.Key.Key_Up, (0, 1)),
        (Qt.Key.Key_Down, (0, -1)),
    ],
)
def test_arrows_look_that_way(
    world: MapView, qtbot: QtBot, key: Qt.Key, direction: tuple[int, int]
) -> None:
    x, y = world.centre()
    qtbot.keyClick(world, key)
    moved = world.centre()
    assert (np.sign(moved[0] - x), np.sign(moved[1] - y)) == direction


def test_keys_zoom_and_fit(world: MapView, qtbot: QtBot) -> None:
    fitted = world.viewport
    qtbot.keyClick(world, Qt.Key.Key_Plus)
    assert world.viewport.scale < fitted.scale
    qtbot.keyClick(world, Qt.Key.Key_Minus)
    qtbot.keyClick(world, Qt.Key.Key_Left)
    qtbot.keyClick(world, Qt.Key.Key_0)
    assert world.viewport == fitted


def test_a_view_of_the_whole_stays_one_when_the_widget_grows(world: MapView) -> None:
    world.resize(900, 500)
    assert contains(world.viewport.bounds, split_world().bounds)
    before = world.viewport.scale
    world.zoom_in()
    world.resize(700, 450)
    assert world.viewport.scale == pytest.approx(before / 1.6)
