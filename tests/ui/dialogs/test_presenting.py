"""Full screen, and the map before an audience."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest

from tests.ui.driving import NO_KEY, SHIFT, Driver
from tests.ui.rasters import Rasters, centre
from tests.ui.roads import Roads


def _press(user: Driver, key: Qt.Key, keys: Qt.KeyboardModifier = NO_KEY) -> None:
    user.window.activateWindow()  # no window manager does
    user.wait(user.window.isActiveWindow)
    QTest.keyClick(user.window, key, keys)


def test_f11_fills_the_screen_and_the_same_key_or_esc_leaves(user: Driver) -> None:
    for last in (Qt.Key.Key_F11, Qt.Key.Key_Escape):
        _press(user, Qt.Key.Key_F11)
        assert user.window.isFullScreen()
        assert user.window.commands["full_screen"].isChecked()
        assert user.window.menuBar().isVisible()
        _press(user, last)
        assert not user.window.isFullScreen()
        assert not user.window.commands["full_screen"].isChecked()


def test_a_window_manager_that_ends_full_screen_unticks_the_command(user: Driver) -> None:
    user.do("full_screen")
    user.window.showNormal()
    assert not user.window.commands["full_screen"].isChecked()


def test_before_an_audience_the_map_is_alone_with_large_letters(
    user: Driver, rasters: Rasters
) -> None:
    window = user.window
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    window.docks.show_panel("starts")
    user.wait(lambda: not window.docks.dock("starts").visibleRegion().isEmpty())
    shown = [d for d in window.docks._docks.values() if not d.isHidden()]
    letters = window.map.font().pointSizeF()
    window.first_steps.begin()
    window.front.go(0.5)
    user.wait(lambda: window.map.front.layer is not None)
    _press(user, Qt.Key.Key_F11, SHIFT)
    bars = (window.menuBar(), window.tools, window.statusBar())
    assert window.isFullScreen()
    assert not any(part.isVisible() for part in (*bars, *shown, window.first_steps))
    assert window.map.font().pointSizeF() > 1.4 * letters
    said = window.presenting.caption.text()
    caption = window.presenting.caption
    assert caption.isVisible()
    assert caption.fontMetrics().height() > 1.2 * window.fontMetrics().height()
    below = caption.mapTo(window.map, caption.rect().bottomLeft()) + QPoint(20, 8)
    clock = QRect(below, QSize(60, 40))
    held = window.map.grab(clock).toImage()
    window.map.keep_free(0)
    assert window.map.grab(clock).toImage() != held, "the clock stands below the caption"
    assert "From one start" in said
    assert "solved on CPU in" in said
    _press(user, Qt.Key.Key_Escape)
    assert not window.isFullScreen()
    assert all(part.isVisible() for part in (*bars, window.first_steps))
    assert [d for d in window.docks._docks.values() if not d.isHidden()] == shown
    user.wait(lambda: not window.docks.dock("starts").visibleRegion().isEmpty())
    assert window.map.font().pointSizeF() == letters
    assert not window.presenting.caption.isVisible()


def test_what_was_full_screen_before_stays_so_and_panels_of_another_kind_stay_away(
    user: Driver, rasters: Rasters, tmp_path: Path
) -> None:
    window = user.window
    user.open(rasters.geotiff())
    user.do("full_screen")
    user.do("present")
    user.open(Roads(tmp_path).town())
    assert all(dock.isHidden() for dock in window.docks._docks.values())
    user.window.commands["present"].setChecked(False)
    assert window.isFullScreen()
    assert not window.docks.dock("isochrones").isHidden()
    assert not window.docks.dock("vehicle").isHidden()


def test_a_window_closed_before_an_audience_keeps_its_usual_layout(user: Driver) -> None:
    user.do("present")
    user.window.close()
    assert not user.window.isFullScreen()
    assert not user.window.docks.dock("isochrones").isHidden()


def test_messages_and_hints_cover_no_caption(user: Driver, rasters: Rasters) -> None:
    window, stage = user.window, user.window.stage
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    _press(user, Qt.Key.Key_F11, SHIFT)
    caption = window.presenting.caption
    window.state.remark("a message of many words " * 9)
    stage.show_hint("a hint of many words " * 4)
    shown = [caption, stage.messages, stage.hint]
    assert all(part.isVisible() for part in shown)
    for part in shown:
        others = [other for other in shown if other is not part]
        assert not any(part.geometry().intersects(other.geometry()) for other in others)
    stage.messages.dismiss()
    assert not stage.hint.geometry().intersects(caption.geometry())
    _press(user, Qt.Key.Key_Escape)
    window.state.remark("a message of many words " * 9)
    assert stage.messages.y() < caption.height(), "at the head again"
