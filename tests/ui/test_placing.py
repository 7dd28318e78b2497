"""The window comes back as it was left: whatever was open, maximised or not, after a crash too."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QPoint, QSize, Qt
from PySide6.QtWidgets import QApplication, QTabBar
from pytestqt.qtbot import QtBot

from tests.ui.driving import Driver
from tests.ui.roads import open_kind
from ui import preferences, theme
from ui.docks import MOST_SHARE, WIDTH
from ui.main_window import MainWindow
from ui.panels.catalog import PANELS
from ui.pictures.theme import LIGHT

Start = Callable[[], MainWindow]
SMALL = (640, 500)
"""Of a window that is not maximised: less than the screen of 800 × 800, so that a layout of the
maximised window does not fit into it."""


@pytest.fixture
def start(qtbot: QtBot, qapp: QApplication, own_places: None) -> Iterator[Start]:
    """Starts the program anew, with the settings of the start before."""
    if qapp.styleSheet() != theme.style_sheet(LIGHT):
        theme.apply(qapp, "light")
    made: list[MainWindow] = []

    def one_more() -> MainWindow:
        window = MainWindow()
        made.append(window)
        qtbot.addWidget(window)
        window.show()
        qtbot.waitExposed(window)
        return window

    yield one_more
    for window in made:
        window.close()


def _seen(window: MainWindow) -> dict[str, int]:
    """Widths of the docks that can be seen."""
    docks = [window.docks.dock(row.id) for row in PANELS]
    return {d.objectName(): d.width() for d in docks if not d.visibleRegion().isEmpty()}


def test_a_window_that_lies_within_the_screen_is_not_moved_to_its_own_place(
    start: Start, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window manager gives it a frame later, which would then lie where the window was."""
    window = start()
    window.resize(*SMALL)
    window.move(60, 70)
    window.close()
    moved: list[object] = []
    monkeypatch.setattr(MainWindow, "move", lambda _, *to: moved.append(to))
    again = start()
    assert again.pos() == QPoint(60, 70)
    assert not moved


@pytest.mark.parametrize(
    ("kind", "large"),
    [
        pytest.param("nothing", False, id="nothing-normal"),
        pytest.param("terrain", True, id="terrain-maximised"),
        pytest.param("roads", False, id="roads-normal"),
        pytest.param("roads", True, id="roads-maximised"),
        pytest.param("joined", True, id="joined-maximised"),
    ],
)
def test_the_layout_comes_back_whatever_wasopen_kind(
    start: Start, qtbot: QtBot, tmp_path: Path, kind: str, large: bool
) -> None:
    window = start()
    window.resize(*SMALL)
    open_kind(Driver(window, qtbot), kind, tmp_path)
    if large:
        window.showMaximized()
    first = window.docks.dock("isochrones")
    window.resizeDocks([first], [first.width() + 37], Qt.Orientation.Horizontal)
    qtbot.wait(50)
    size, width = window.size(), first.width()
    window.close()

    again = start()
    qtbot.wait(50)
    assert again.isMaximized() == large
    assert again.size() == size
    assert again.docks.dock("isochrones").width() == width
    assert not again.placing.interrupted
    offered = {row.id for row in PANELS if not again.docks.dock(row.id).isHidden()}
    fits = {row.id for row in PANELS if row.at_first and row.fits(frozenset({"terrain"}))}
    assert offered == fits
    # A file that is opened at once takes docks away while the window still comes to its size.
    open_kind(Driver(again, qtbot), "roads", tmp_path)
    assert not again.docks.dock("vehicle").isHidden()
    again.close()


def test_a_start_that_never_got_through_makes_the_next_begin_without_the_layout(
    start: Start, qtbot: QtBot
) -> None:
    before = start()
    before.resize(*SMALL)
    before.docks.dock("performance").hide()
    before.close()
    assert preferences.window_geometry() is not None
    _leave_lock()

    window = start()
    assert window.placing.interrupted
    assert window.docks.dock("performance").isVisible()
    assert "default layout" in window.stage.messages.text()
    assert "did not complete" in window.stage.messages.text()
    window.docks.dock("performance").hide()
    window.close()

    again = start()
    assert again.stage.messages.text() == ""
    assert not again.placing.interrupted
    assert not again.docks.dock("performance").isVisible(), "kept again"


def _leave_lock() -> None:
    """What a process leaves that dies while it starts."""
    words = "import os, sys; from PySide6.QtCore import QLockFile as Lock; "
    words += "lock = Lock(sys.argv[1]); lock.tryLock(0); os._exit(1)"
    subprocess.run([sys.executable, "-c", words, str(preferences.start_lock())], check=False)
    assert preferences.start_lock().exists()


def test_the_lock_is_gone_once_the_window_has_settled_or_is_closed(
    start: Start, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.placing.SETTLED_MS", 30)
    window = start()
    qtbot.waitUntil(lambda: not preferences.start_lock().exists())
    window.close()
    monkeypatch.setattr("ui.placing.SETTLED_MS", 60_000)
    slow = start()
    assert preferences.start_lock().exists()
    slow.close()
    assert not preferences.start_lock().exists()


def test_two_windows_that_start_at_once_are_no_failed_start(start: Start) -> None:
    _ = start()
    assert not start().placing.interrupted


def test_a_layout_that_qt_cannot_read_is_the_usual_one(start: Start) -> None:
    preferences.remember_window(QByteArray(b"no geometry"), QByteArray(b"no layout"))
    window = start()
    assert window.docks.dock("isochrones").isVisible()
    assert window.docks.dock("isochrones").width() == min(WIDTH, round(MOST_SHARE * window.width()))


def test_on_a_narrow_screen_the_map_keeps_the_larger_part(
    start: Start, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.placing.SIZE", QSize(667, 336))  # 1366 × 768 at a scale factor of 2
    window = start()
    for kind in ("nothing", "terrain", "roads", "joined"):
        open_kind(Driver(window, qtbot), kind, tmp_path)
        qtbot.wait(250)  # docks move to their places
        for id_ in ("matrix", "vehicle", "isochrones"):
            if not window.docks.dock(id_).isHidden():
                window.docks.show_panel(id_)
                qtbot.wait(50)
        panels = max(_seen(window).values())
        assert window.width() - panels > 1.2 * panels, (kind, window.size(), _seen(window))


def test_a_window_of_a_larger_screen_begins_within_this_one(start: Start, qtbot: QtBot) -> None:
    before = start()
    before.resize(1280, 1000)
    before.close()
    window = start()
    qtbot.wait(20)
    assert window.screen().availableGeometry().contains(window.geometry())
    assert window.rect().contains(window.status.geometry())


def test_the_window_goes_down_to_small_screens_whatever_isopen_kind(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    window = start()
    qtbot.wait(20)
    for kind in ("nothing", "roads", "joined"):
        open_kind(Driver(window, qtbot), kind, tmp_path)
        least = window.minimumSizeHint().expandedTo(window.minimumSize())
        assert least.width() <= 683 - 8, kind  # 1366 pixels at a scale factor of 2, less a frame
        assert least.height() <= 384 - 16, kind  # 768 of them, less a title
        window.resize(least)
        qtbot.wait(20)
        assert window.rect().contains(window.status.geometry()), kind
        window.status.show_progress("Solving", 0.5)
        window.status.progress.show()
        window.status.cancel.show()
        qtbot.wait(20)
        assert window.minimumSizeHint().width() <= 683 - 8, kind  # while something runs, too
        cancel = window.status.cancel
        assert window.status.rect().contains(cancel.geometry()), kind
        assert cancel.width() >= cancel.minimumSizeHint().width(), kind


def test_an_extra_panel_leaves_the_column_as_wide_as_it_was_and_comes_back_in_front(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    before = start()
    open_kind(Driver(before, qtbot), "terrain", tmp_path)
    before.docks.show_panel("slopes")
    slopes = before.docks.dock("slopes")
    before.resizeDocks([slopes], [slopes.width() + 30], Qt.Orientation.Horizontal)
    qtbot.wait(50)
    width = slopes.width()
    before.close()

    window = start()
    qtbot.wait(50)
    assert set(_seen(window).values()) == {width}, "with nothing open"
    open_kind(Driver(window, qtbot), "terrain", tmp_path)
    qtbot.wait(50)
    seen = _seen(window)
    assert set(seen.values()) == {width}
    assert "slopes" in seen, "in front again"


def test_a_panel_that_was_closed_stays_closed_at_the_next_start(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    before = start()
    open_kind(Driver(before, qtbot), "roads", tmp_path)
    before.docks.dock("vehicle").hide()
    before.close()

    window = start()
    open_kind(Driver(window, qtbot), "roads", tmp_path)
    assert window.docks.dock("vehicle").isHidden()


@pytest.mark.parametrize("closed", [False, True])
def test_panels_of_no_use_at_the_end_come_back_as_they_were(
    start: Start, qtbot: QtBot, tmp_path: Path, closed: bool
) -> None:
    before = start()
    user = Driver(before, qtbot)
    open_kind(user, "roads", tmp_path)
    before.docks.dock("vehicle").setVisible(not closed)
    open_kind(user, "terrain", tmp_path)
    before.docks.dock("slopes").setVisible(not closed)  # not there at the first run
    open_kind(user, "roads", tmp_path)
    before.close()
    start().close()  # nothing was opened in between

    window = start()
    qtbot.wait(50)
    user = Driver(window, qtbot)
    open_kind(user, "terrain", tmp_path)
    assert window.docks.dock("slopes").isHidden() == closed
    open_kind(user, "roads", tmp_path)
    assert window.docks.dock("vehicle").isHidden() == closed


def test_tabs_stand_in_the_order_of_the_table_whatever_came_last(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    window = start()
    user = Driver(window, qtbot)
    open_kind(user, "terrain", tmp_path)
    window.docks.show_panel("uncertainty")
    open_kind(user, "roads", tmp_path)
    qtbot.wait(50)
    titles = _tabs(window)
    order = [row.title for row in PANELS]
    for tabs in titles:
        assert tabs == sorted(tabs, key=order.index)
    assert any(tabs[:3] == ["Isochrones", "Starts", "Vehicle"] for tabs in titles)
    assert "uncertainty" in _seen(window), "still in front"
    assert all("Comparison" not in tabs for tabs in titles), "what is hidden stays so"


def test_tabs_that_are_shown_later_stand_where_they_stand_after_a_restart(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    window = start()
    open_kind(Driver(window, qtbot), "terrain", tmp_path)
    for id_ in ("paths", "slopes", "comparison"):
        window.docks.show_panel(id_)
        qtbot.wait(50)
    upper = [row.title for row in PANELS if window.docks.dock(row.id).isVisible()][:8]
    assert upper[-3:] == ["Slopes", "Comparison", "Paths"]
    assert upper in _tabs(window)
    assert "comparison" in _seen(window)
    window.close()

    window = start()
    open_kind(Driver(window, qtbot), "terrain", tmp_path)
    qtbot.wait(50)
    assert upper in _tabs(window)


def _tabs(window: MainWindow) -> list[list[str]]:
    bars = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [[bar.tabText(tab) for tab in range(bar.count())] for bar in bars]


def test_other_files_leave_the_column_as_wide_as_it_was(
    start: Start, qtbot: QtBot, tmp_path: Path
) -> None:
    window = start()
    open_kind(Driver(window, qtbot), "roads", tmp_path)
    window.docks.show_panel("vehicle")
    vehicle = window.docks.dock("vehicle")
    window.resizeDocks([vehicle], [WIDTH + 20], Qt.Orientation.Horizontal)
    qtbot.wait(50)
    for kind in ("terrain", "joined", "roads"):
        open_kind(Driver(window, qtbot), kind, tmp_path)
        qtbot.wait(250)  # docks move to their places
        assert set(_seen(window).values()) == {WIDTH + 20}, kind
    assert "vehicle" in _seen(window)


def test_a_maximised_window_comes_back_maximised_at_another_scale_factor(
    start: Start, qtbot: QtBot
) -> None:
    before = start()
    before.resize(*SMALL)
    before.showMaximized()
    qtbot.wait(50)
    before.close()
    geometry, _ = preferences.window_geometry() or (QByteArray(), QByteArray())
    # Qt's bytes: magic number, version, two rectangles and a screen number, two flags, its width.
    told = bytearray(geometry.data())
    width = int.from_bytes(told[46:50], "big")
    assert width == QApplication.primaryScreen().size().width()
    told[46:50] = (2 * width).to_bytes(4, "big")
    preferences.settings().setValue("window/geometry", QByteArray(bytes(told)))

    again = start()
    qtbot.wait(50)
    assert again.isMaximized()
    again.showNormal()
    qtbot.wait(50)
    again.close()
    last = start()
    assert not last.isMaximized()
