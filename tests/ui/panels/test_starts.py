"""Starts on the map: click, shift-click, drag, delay, undo."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.solving.jobs import SolveDone
from app.solving.request import SolveRequest
from app.starts import PlacedStart
from raster.coarse import Magnified
from tests.ui.driving import SHIFT, Driver
from tests.ui.rasters import Rasters, centre
from tests.ui.roads import Roads, corner
from ui.panels.starts import StartsPanel
from ui.widgets.starts_model import DELAY, X, Y
from ui.widgets.status_line import StatusLine


@pytest.fixture
def opened(user: Driver, rasters: Rasters) -> Driver:
    user.open(rasters.geotiff())
    return user


def test_a_click_sets_the_start_and_solves(opened: Driver) -> None:
    opened.click(*centre(20, 10))
    assert _cell(opened, 0) == (20, 10)
    assert opened.seconds(20, 15) == pytest.approx(5.0, abs=1e-3)
    assert opened.solved.times.reached == 40 * 60 - 100
    assert "Solved" in opened.window.status.state.text()


def test_another_click_moves_the_start(opened: Driver) -> None:
    opened.click(*centre(20, 10))
    opened.click(*centre(30, 30))
    assert len(opened.window.session.starts) == 1
    assert opened.seconds(30, 30) == 0


def test_shift_click_adds_a_start(opened: Driver) -> None:
    opened.click(*centre(20, 5))
    opened.click(*centre(20, 55), keys=SHIFT)
    assert len(opened.window.session.starts) == 2
    assert opened.seconds(20, 5) == opened.seconds(20, 55) == 0


def test_a_dragged_start_is_followed_and_undone_as_one_step(opened: Driver) -> None:
    opened.click(*centre(20, 10))
    opened.press(*_place(opened, 0))
    for col in range(12, 32, 2):
        opened.move(*centre(25, col))
    opened.rest()
    assert opened.seconds(25, 30) == 0, "the field follows while the button is down"
    opened.release(*centre(25, 30))
    opened.rest()
    assert _cell(opened, 0) == (25, 30)
    opened.do("undo")
    opened.rest()
    assert _cell(opened, 0) == (20, 10)
    assert opened.seconds(20, 10) == 0


def test_a_slow_drag_is_coarse_until_the_hand_rests(
    opened: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.solving.preview_pace.PreviewPace.factor", lambda *_: 2)
    monkeypatch.setattr("app.solving.solve.Solving._is_trusted", lambda *_: True)
    opened.click(*centre(20, 10))
    previews: list[SolveDone] = []
    opened.window.editor.preview_ready.connect(previews.append)
    opened.press(*_place(opened, 0))
    opened.move_until(lambda: previews, [centre(25, col) for col in range(12, 32, 2)])
    opened.wait(lambda: opened.window.editor._dragging.at_rest)  # still held
    opened.rest()
    assert opened.seconds(25, 30) == 0
    started: list[object] = []
    opened.window.bridge.solve_started.connect(started.append)
    opened.release(*centre(25, 30))
    opened.rest()
    assert not started, "what the hand rested on is solved already"
    assert opened.seconds(25, 30) == 0
    opened.do("undo")
    opened.rest()
    assert opened.seconds(20, 10) == 0


def test_a_step_that_is_solved_exactly_is_not_solved_again_where_the_hand_rests(
    opened: Driver,
) -> None:
    opened.click(*centre(20, 10))
    started: list[SolveRequest] = []
    opened.window.bridge.solve_started.connect(started.append)
    [line] = opened.window.findChildren(StatusLine)
    line.show_idle("Preview")  # of a step before that was not
    opened.press(*_place(opened, 0))
    for col in range(12, 32, 2):
        opened.move(*centre(25, col))
    opened.wait(lambda: opened.window.editor._dragging.at_rest)
    opened.rest()
    opened.release(*centre(25, 30))
    opened.rest()
    assert started
    assert all(request.preview for request in started)
    assert opened.seconds(25, 30) == 0
    assert line.state.text().startswith("Solved on ")
    assert not isinstance(opened.solved.times, Magnified)


def test_a_drop_before_the_hand_rests_is_solved_exactly(
    opened: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.solving.preview_pace.PreviewPace.factor", lambda *_: 2)
    monkeypatch.setattr("app.solving.solve.Solving._is_trusted", lambda *_: True)
    monkeypatch.setattr("ui.controllers.dragging.REST_MS", 10**7)
    opened.click(*centre(20, 10))
    opened.press(*_place(opened, 0))
    for col in range(12, 32, 2):
        opened.move(*centre(25, col))
    opened.release(*centre(25, 30))
    opened.rest()
    assert opened.seconds(25, 30) == 0
    assert not isinstance(opened.solved.times, Magnified)


def test_escape_gives_a_drag_up(opened: Driver) -> None:
    opened.click(*centre(20, 10))
    before = opened.window.session.starts
    opened.press(*_place(opened, 0))
    for col in range(12, 32, 2):
        opened.move(*centre(25, col))
    QTest.keyClick(opened.window.map, Qt.Key.Key_Escape)
    opened.release(*centre(25, 30))
    opened.rest()
    assert opened.window.session.starts == before
    assert opened.seconds(20, 10) == 0
    opened.do("undo")
    assert opened.window.session.starts == (), "the drag left no step behind"


def test_a_start_dropped_on_a_barrier_stays_where_it_can_stand(opened: Driver) -> None:
    opened.click(*centre(15, 35))
    opened.press(*_place(opened, 0))
    for col in range(36, 46):
        opened.move(*centre(15, col))
    opened.release(*centre(15, 45))
    opened.rest()
    assert _cell(opened, 0) == (15, 39)
    assert "barrier" in opened.message


def test_a_click_on_a_barrier_offers_the_nearest_passable_cell(opened: Driver) -> None:
    opened.click(*centre(15, 41))
    assert opened.window.session.starts == ()
    assert "on a barrier (0 km/h)" in opened.message
    QTest.mouseClick(opened.window.stage.messages.button, Qt.MouseButton.LeftButton)
    opened.rest()
    assert _cell(opened, 0) == (15, 39)
    assert opened.message == ""


def test_a_start_outside_offers_the_edge(opened: Driver) -> None:
    x, y = centre(20, 0)
    opened.window.editor.place(x - 500, y)
    assert "outside the raster" in opened.message
    opened.window.stage.messages.button.click()
    opened.rest()
    assert _cell(opened, 0) == (20, 0)


def test_undo_and_redo_walk_through_starts_and_solve_each(opened: Driver) -> None:
    opened.click(*centre(20, 5))
    opened.click(*centre(20, 55), keys=SHIFT)
    opened.do("undo")
    opened.rest()
    assert len(opened.window.session.starts) == 1
    assert opened.seconds(20, 55) == pytest.approx(50, abs=1e-2)
    opened.do("redo")
    opened.rest()
    assert opened.seconds(20, 55) == 0
    opened.do("undo")
    opened.do("undo")
    opened.rest()
    assert opened.window.session.starts == ()
    assert opened.window.session.result is None
    assert not opened.window.commands["undo"].isEnabled()


def test_a_delay_typed_in_the_table_moves_the_clock(opened: Driver) -> None:
    opened.click(*centre(20, 10))
    model = opened.window.docks.panel(StartsPanel).model
    assert model.setData(model.index(0, DELAY), "2.5")
    opened.rest()
    assert opened.window.session.starts[0].delay_seconds == 150
    assert opened.seconds(20, 11) == pytest.approx(151, abs=1e-2)


def test_a_place_typed_on_a_barrier_is_refused_and_the_table_shows_what_was(
    opened: Driver,
) -> None:
    opened.click(*centre(15, 35))
    panel, before = opened.window.docks.panel(StartsPanel), opened.window.session.starts
    x, y = centre(15, 45)
    opened.window.editor.starts.edit(0, PlacedStart(x, y))
    opened.rest()
    assert opened.window.session.starts == before
    assert "barrier" in opened.message
    assert float(str(panel.model.data(panel.model.index(0, X)))) == pytest.approx(before[0].x)


def test_both_coordinates_are_seen_in_a_panel_of_the_usual_width(
    user: Driver, tmp_path: Path
) -> None:
    user.open(Roads(tmp_path).town())
    user.click(*corner(2, 3))
    user.rest()
    panel = user.window.docks.panel(StartsPanel)
    user.window.docks.dock("starts").raise_()
    table, model, full = panel.table, panel.model, user.window.session.starts[0]
    QTest.qWait(50)
    shown = (model.index(0, X), model.index(0, Y))
    for index, value in zip(shown, (full.x, full.y), strict=True):
        text, typed = model.data(index), model.data(index, Qt.ItemDataRole.EditRole)
        assert float(str(text)) == pytest.approx(value, abs=1e-6)
        assert float(str(typed)) == pytest.approx(value, abs=1e-7)
        assert not model.setData(index, typed), "what was not changed is no edit"
        seen = table.visualRect(index)
        assert seen.width() >= table.fontMetrics().horizontalAdvance(str(text))
        assert seen.right() <= table.viewport().width()
    assert user.window.session.starts[0] == full


def test_chosen_starts_are_removed(opened: Driver) -> None:
    opened.click(*centre(20, 5))
    opened.click(*centre(20, 55), keys=SHIFT)
    panel = opened.window.docks.panel(StartsPanel)
    panel.choose(0)
    panel.remove.click()
    opened.rest()
    assert len(opened.window.session.starts) == 1
    assert opened.seconds(20, 55) == 0


def test_a_good_start_is_found(opened: Driver) -> None:
    opened.do("good_start")
    opened.rest()
    assert opened.solved.times.reached == 40 * 60 - 100


def test_the_keyboard_sets_and_moves_the_start(opened: Driver) -> None:
    QTest.keyClick(opened.window.map, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    opened.rest()
    row, col = _cell(opened, 0)
    QTest.keyClick(opened.window.map, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    opened.rest()
    assert _cell(opened, 0) == (row, col + 1)
    assert opened.seconds(row, col + 1) == 0


def _place(user: Driver, index: int) -> tuple[float, float]:
    start = user.window.session.starts[index]
    return start.x, start.y


def _cell(user: Driver, index: int) -> tuple[int, int]:
    cell = user.window.session.required.grid.cell_at(*_place(user, index))
    assert cell is not None
    return cell


def test_a_click_beside_several_starts_adds_one_and_none_goes(opened: Driver) -> None:
    for place in (centre(20, 10), centre(5, 5), centre(30, 30)):
        opened.click(*place, keys=SHIFT)
    messages = opened.window.stage.messages
    assert opened.message == ""
    opened.click(*centre(35, 50))
    assert opened.message.startswith("A start was added, since there are several")
    assert len(opened.window.session.starts) == 4
    messages.button.click()  # Only this one
    opened.rest()
    assert _cell(opened, 0) == (35, 50)
    assert len(opened.window.session.starts) == 1
    opened.do("undo")
    opened.rest()
    assert len(opened.window.session.starts) == 4
    opened.do("undo")
    opened.rest()
    assert opened.message == "", "its button would keep another start"
    assert len(opened.window.session.starts) == 3


def test_a_good_start_beside_several_is_added(opened: Driver) -> None:
    for place in (centre(20, 10), centre(5, 5)):
        opened.click(*place, keys=SHIFT)
    opened.do("good_start")
    opened.rest()
    assert opened.message.startswith("A start was added, since there are several")
    assert len(opened.window.session.starts) == 3
