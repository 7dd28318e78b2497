"""Roads closed by drawing over the map: lines, areas, by clicks and by hand, and open again."""

from __future__ import annotations

import threading
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from app.document.roads import RoadsDocument
from core.times import UNREACHED
from tests.ui.driving import LEFT_BUTTON, NO_KEY, PATIENCE_MS, Driver
from tests.ui.rasters import Rasters
from tests.ui.roads import Roads, amount, corner, seconds
from ui.canvas.legend import Legend
from ui.panels.vehicle import VehiclePanel
from ui.pictures.theme import LIGHT

RIGHT_BUTTON = Qt.MouseButton.RightButton
Place = tuple[float, float]


@pytest.fixture
def town(user: Driver, tmp_path: Path) -> Driver:
    """The town, solved from its first corner, with the tool in hand.

    5 +--+--+--+--+..+
      |  |  |  |  |  :
    0 +==+==+==+==+==+
      0           4  5
    """
    user.open(Roads(tmp_path).town())
    QTest.mouseClick(user.window.map, LEFT_BUTTON, NO_KEY, _pixel(user, (0, 0)))
    user.rest()
    user.do("close_roads")
    return user


def _pixel(user: Driver, place: Place) -> QPoint:
    return QPoint(*map(round, user.window.map.pixel_of(*corner(*place))))


def _click(user: Driver, *places: Place) -> None:
    for place in places:
        at = _pixel(user, place)
        QTest.mouseMove(user.window.map, at)
        QTest.mouseClick(user.window.map, LEFT_BUTTON, NO_KEY, at)


def _end(user: Driver, place: Place) -> None:
    """A double click, as the system sends it."""
    _click(user, place)
    QTest.mouseDClick(user.window.map, LEFT_BUTTON, NO_KEY, _pixel(user, place))
    user.rest()


def _by_hand(user: Driver, *places: Place) -> None:
    view = user.window.map
    QTest.mousePress(view, LEFT_BUTTON, NO_KEY, _pixel(user, places[0]))
    for before, after in pairwise(places):
        for share in (0.25, 0.5, 0.75, 1.0):
            at = tuple(a + share * (b - a) for a, b in zip(before, after, strict=True))
            QTest.mouseMove(view, _pixel(user, (at[0], at[1])))
    QTest.mouseRelease(view, LEFT_BUTTON, NO_KEY, _pixel(user, places[-1]))
    user.rest()


def _shapes(user: Driver) -> list[bool]:
    """Of what is closed: whether each is an area."""
    return [shape.area for shape in user.window.session.document.roads.closures.shapes]


def _key(user: Driver, key: Qt.Key) -> None:
    QTest.keyClick(user.window.map, key)
    user.rest()


def test_a_line_by_clicks_closes_what_it_crosses(town: Driver) -> None:
    block = seconds(1, 0.8 * 30)
    assert amount(town, 0, 3) == pytest.approx(3 * block, rel=0.02)
    _click(town, (-0.4, 1.5))
    assert _shapes(town) == [], "a line has two ends"
    _end(town, (0.4, 1.5))
    assert _shapes(town) == [False]
    assert amount(town, 0, 3) > 3.5 * block, "the way round"
    closed = town.window.session.document.roads.weights.arc_costs >= UNREACHED
    assert closed.sum() == 2 + 2 * 5, "one block of street, and the path that is not for cars"
    assert town.window.commands["undo"].text() == "&Undo close roads"
    town.do("undo")
    town.rest()
    assert amount(town, 0, 3) == pytest.approx(3 * block, rel=0.02)


def test_back_at_the_first_corner_an_area_is_closed(town: Driver) -> None:
    _click(town, (1.5, 1.5), (3.5, 1.5), (3.5, 3.5), (1.5, 3.5), (1.5, 1.5))
    town.rest()
    assert _shapes(town) == [True]
    solved = town.window.session.result
    assert solved is not None
    assert solved.times.reached == 36 - 4, "the four crossings inside cannot be reached"


def test_a_drag_draws_by_hand_a_line_or_an_area(town: Driver) -> None:
    view, before = town.window.map, town.window.map.viewport
    _by_hand(town, (2.5, -0.5), (2.5, 0.5))
    assert _shapes(town) == [False]
    _by_hand(town, (0.5, 2.5), (1.5, 2.5), (1.5, 3.5), (0.5, 3.5), (0.5, 2.55))
    assert _shapes(town) == [False, True]
    assert view.viewport == before, "the map stays where it is"
    assert town.window.session.starts[0].x == pytest.approx(corner(0, 0)[0], abs=1e-4)


def test_return_and_the_right_button_end_a_line_and_backspace_takes_a_corner_back(
    town: Driver,
) -> None:
    _click(town, (-0.4, 1.5), (0.4, 1.5))
    _key(town, Qt.Key.Key_Return)
    assert _shapes(town) == [False]
    _click(town, (0.6, 1.5), (1.4, 1.5), (3.5, 1.5))
    _key(town, Qt.Key.Key_Backspace)
    QTest.mouseClick(town.window.map, RIGHT_BUTTON, NO_KEY, _pixel(town, (2, 2)))
    town.rest()
    assert _shapes(town) == [False, False]
    assert town.window.view_menus.context is None
    last = town.window.session.document.roads.closures.shapes[-1]
    assert len(last.corners) == 2


def test_the_hint_stands_at_the_head_of_the_map_below_messages(town: Driver) -> None:
    stage = town.window.stage
    town.window.resize(900, 600)
    town.bot.wait(50)
    assert stage.rect().contains(stage.hint.geometry())
    assert stage.hint.wordWrap(), "a narrow map"
    top = stage.hint.y()
    assert stage.hint.geometry().bottom() < stage.height() / 3
    town.window.open_path(Path("missing.asc"))
    town.wait(stage.messages.isVisible)
    assert stage.hint.y() > stage.messages.geometry().bottom()
    stage.messages.dismiss()
    assert stage.hint.y() == top


def test_esc_drops_the_drawing_and_then_the_tool(town: Driver) -> None:
    tool, action = town.window.map.closing.tool, town.window.commands["close_roads"]
    assert "Click corners" in town.window.stage.hint.text()
    _click(town, (-0.4, 1.5), (0.4, 1.5))
    _key(town, Qt.Key.Key_Escape)
    assert (tool.active, tool.sketch.begun) == (True, False)
    _key(town, Qt.Key.Key_Escape)
    assert not tool.active
    assert not action.isChecked()
    assert town.window.stage.hint.text() == ""
    assert town.window.map.cursor().shape() == Qt.CursorShape.CrossCursor
    _click(town, (2, 2))
    town.rest()
    assert _shapes(town) == []
    assert town.window.session.starts[0].x == pytest.approx(corner(2, 2)[0], abs=1e-4)


def test_where_no_road_is_nothing_is_closed_and_it_is_said(town: Driver) -> None:
    _click(town, (0.3, 0.3))
    _end(town, (0.7, 0.6))
    assert "no road under the drawing" in town.message
    assert _shapes(town) == []


def test_the_map_shows_what_is_closed_and_by_which_drawing(town: Driver) -> None:
    _click(town, (0.5, 2.7))
    _end(town, (1.5, 2.7))
    town.window.map.set_starts(())
    picture = town.window.map.snapshot()
    shut = QColor(LIGHT.road_shut)

    def colour(place: Place) -> QColor:
        at = _pixel(town, place).toPointF() * picture.devicePixelRatio()
        return picture.pixelColor(at.toPoint())

    assert colour((1, 2.3)) == shut, "the block of street that is crossed"
    assert colour((1, 1.5)) != shut
    near = [colour((0.5 + step / 400, 2.7)) for step in range(400)]
    assert sum(c == shut for c in near) > 100, "the drawing itself"
    scene = town.window.map._scene
    assert scene is not None
    words = dict(Legend.of(scene).ground)
    assert words["shut"] == "Closed by drawing"
    assert town.window.map.closing.under(*town.window.map.pixel_of(*corner(1.2, 2.7))) == 0


def test_each_is_listed_found_and_taken_away(town: Driver) -> None:
    panel = town.window.docks.panel(VehiclePanel)
    closures = panel.closures
    assert not closures.remove.isEnabled()
    _by_hand(town, (-0.5, 1.5), (0.5, 1.5))
    _by_hand(town, (1.5, 0.5), (2.5, 0.5))
    texts = [closures.list.item(k).text() for k in range(closures.list.count())]
    assert texts == ["1 · Line, 2 arcs", "2 · Line, 2 arcs"]
    closures.list.setCurrentRow(0)
    assert town.window.map.closing.chosen == 0
    closures.remove.click()
    town.rest()
    assert closures.list.item(0).text() == "1 · Line, 2 arcs"
    assert town.window.map.closing.chosen == -1
    assert town.window.session.document.roads.closures.shapes[0].corners[0][0] > corner(1, 0)[0]
    town.do("undo")
    town.rest()
    assert closures.list.count() == 2
    town.do("open_roads")
    town.rest()
    assert closures.list.count() == 0
    assert not town.window.commands["open_roads"].isEnabled()


def test_a_click_of_the_right_button_offers_to_open_the_roads_again(town: Driver) -> None:
    _by_hand(town, (-0.5, 1.5), (0.5, 1.5))
    town.window.commands["close_roads"].setChecked(False)
    QTest.mouseClick(town.window.map, RIGHT_BUTTON, NO_KEY, _pixel(town, (0.2, 1.5)))
    menu = town.window.view_menus.context
    assert menu is not None
    (away,) = [action for action in menu.actions() if "drawing closes" in action.text()]
    away.trigger()
    menu.close()
    town.rest()
    assert _shapes(town) == []


def test_another_vehicle_keeps_what_is_closed(town: Driver) -> None:
    _by_hand(town, (-0.5, 1.5), (0.5, 1.5))
    panel = town.window.docks.panel(VehiclePanel)
    names = [panel.profile.itemData(k).name for k in range(panel.profile.count())]
    panel.profile.setCurrentIndex(names.index("foot"))
    panel.profile.activated.emit(panel.profile.currentIndex())
    town.rest()
    assert amount(town, 0, 3) > seconds(3.5, 5)
    assert panel.closures.list.count() == 1


@pytest.mark.parametrize("command", ["close_roads", "measure", "pick_origins"])
def test_esc_puts_a_tool_down_wherever_the_keyboard_is(town: Driver, command: str) -> None:
    """As over the map, what is drawn goes first; a button of a panel has the keyboard after it was
    pressed."""
    window = town.window
    tool, action = window.map.closing.tool, window.commands[command]
    action.setChecked(True)
    town.rest()  # Esc would cancel what runs first
    if command == "close_roads":
        _click(town, (-0.4, 1.5), (0.4, 1.5))
        QTest.keyClick(window, Qt.Key.Key_Escape)
        assert (tool.active, tool.sketch.begun) == (True, False)
    assert action.isChecked()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not action.isChecked()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not action.isChecked(), "and nothing else happens"


def test_terrain_and_roads_without_positions_cannot_be_drawn_over(
    town: Driver, rasters: Rasters, tmp_path: Path
) -> None:
    window = town.window
    _by_hand(town, (-0.5, 1.5), (0.5, 1.5))
    town.open(rasters.geotiff())
    assert not window.commands["close_roads"].isVisible()
    assert not window.map.closing.tool.active
    assert window.map.closing.marks == ()
    town.open(Roads(tmp_path).numbers())
    assert window.commands["close_roads"].isVisible()
    assert not window.commands["close_roads"].isEnabled()
    assert not window.docks.panel(VehiclePanel).closures.isEnabled()


def test_what_is_drawn_before_all_is_at_hand_closes_then(
    user: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = threading.Event()
    monkeypatch.setattr(RoadsDocument, "warm_up_edits", lambda *_: ready.wait(PATIENCE_MS / 1e3))
    user.open(Roads(tmp_path).town())
    user.click(*corner(0, 0))
    user.do("close_roads")
    _click(user, (0.5, -0.5))
    at = _pixel(user, (0.5, 0.5))
    QTest.mouseClick(user.window.map, LEFT_BUTTON, NO_KEY, at)
    QTest.mouseDClick(user.window.map, LEFT_BUTTON, NO_KEY, at)
    assert not user.window.editor.road_edits.closures
    ready.set()
    user.rest()
    assert len(user.window.editor.road_edits.closures.shapes) == 1
