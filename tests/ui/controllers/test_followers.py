"""Who follows a moving hand at leisure."""

from __future__ import annotations

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.editing.session import Change
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from ui.controllers.dragging import FOLLOW_MS, Followers
from ui.panels.starts import StartsPanel


def test_changes_under_a_moving_hand_are_told_together(qtbot: QtBot) -> None:
    moves = True
    at_once: list[Change] = []
    told: list[Change] = []
    parent = QObject()
    followers = Followers(at_once.append, lambda: moves, parent)
    followers.told.connect(told.append)
    followers.tell(Change.STARTS)
    followers.tell(Change.RESULT)
    assert (at_once, told) == ([Change.STARTS, Change.RESULT], [])
    qtbot.waitUntil(lambda: bool(told))
    assert told == [Change.STARTS | Change.RESULT]
    followers.tell(Change.STARTS)
    moves = False
    followers.tell(Change.BANDS)
    assert told[1:] == [Change.STARTS | Change.BANDS], "a hand at rest waits for nothing"
    moves = True
    followers.tell(Change.DOCUMENT)
    assert told[2:] == [Change.DOCUMENT], "nothing shows what is no longer open"
    qtbot.wait(2 * FOLLOW_MS)
    assert len(told) == 3, "each change once"


def test_a_panel_says_where_a_start_was_dragged_to(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    panel, x = user.window.docks.panel(StartsPanel), centre(20, 14)[0]
    refreshed: list[Change] = []
    user.window.editor.followers.told.connect(refreshed.append)
    user.press(*centre(20, 10))
    for col in range(11, 15):
        user.move(*centre(20, col))
    assert abs(user.window.session.starts[0].x - x) < 1
    assert not refreshed, "the map alone shows each step"
    user.wait(lambda: bool(refreshed))
    shown = panel.model.data(panel.model.index(0, 4))
    user.release(*centre(20, 14))
    user.rest()
    assert panel.model.data(panel.model.index(0, 4)) == shown
    assert len(refreshed) > 1
