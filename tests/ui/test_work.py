"""Long work: progress, Esc, latest wins, faults, and a window that closes clean."""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.document.terrain import TerrainDocument
from app.editing.session import Session
from app.main import main
from app.solving.request import Options
from app.starts import PlacedStart
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress
from raster.grid import grid_from_kmh
from raster.solvers.dijkstra import DijkstraSearch
from tests.ui.conftest import NEVER_MS
from tests.ui.driving import PATIENCE_MS, Driver
from tests.ui.rasters import Rasters, centre
from ui.application import catch_faults
from ui.main_window import MainWindow
from ui.panels.performance import PerformancePanel
from ui.panels.solver import SolverPanel
from ui.pictures.theme import LIGHT
from ui.running.starting import loading
from ui.widgets import badge

SIDE = 1000  # ten times as many cells as Dijkstra settles between two looks at a cancel


def goes_on_until(monkeypatch: pytest.MonkeyPatch, enough: Callable[[Cancel], bool]) -> None:
    """Dijkstra settles what it does at a time, and no more until it is enough: however quick the
    processor is, and however slow the window, the solve is under way until then."""
    step = DijkstraSearch.step

    def held(search: DijkstraSearch, count: int = 1, cancel: Cancel = NEVER) -> int:
        until = time.monotonic() + PATIENCE_MS / 1e3
        while search.settled and not enough(cancel) and time.monotonic() < until:
            time.sleep(0.001)
        return step(search, count, cancel)

    monkeypatch.setattr(DijkstraSearch, "step", held)


@pytest.fixture
def slow(user: Driver) -> Driver:
    """A terrain and an algorithm that take their time."""
    user.window.editor.set_options(Options(algorithm="dijkstra"))
    user.window.editor.open(
        TerrainDocument(grid_from_kmh(np.full((SIDE, SIDE), 20, np.uint8), 10.0))
    )
    user.rest()
    return user


def test_escape_ends_a_solve_and_says_so(slow: Driver) -> None:
    panel = slow.window.docks.panel(PerformancePanel)
    with pytest.MonkeyPatch.context() as patch:
        goes_on_until(patch, lambda cancel: cancel.requested)
        slow.window.editor.place(0.0, 0.0)
        slow.wait(lambda: panel.record.index)
        QTest.keyClick(slow.window, Qt.Key.Key_Escape)
        slow.rest()
    assert slow.solved.times.partial
    assert slow.solved.times.reached < SIDE * SIDE
    assert "ancelled" in slow.window.status.state.text()
    assert "cancelled" in slow.message
    slow.window.stage.messages.dismiss()
    hint = slow.window.stage.hint
    assert "Partial result" in hint.text()
    assert LIGHT.warning in hint.styleSheet()
    slow.do("solve")
    slow.rest()
    assert not slow.solved.times.partial
    assert not hint.isVisible()


def test_a_cancel_that_is_not_heard_at_once_is_told(slow: Driver) -> None:
    state, go_on = slow.window.status.state, threading.Event()
    panel = slow.window.docks.panel(PerformancePanel)
    with pytest.MonkeyPatch.context() as patch:
        goes_on_until(patch, lambda _cancel: go_on.is_set())
        slow.window.editor.place(0.0, 0.0)
        slow.wait(lambda: panel.record.index)
        slow.wait(lambda: "Stopping" not in state.text())
        QTest.keyClick(slow.window, Qt.Key.Key_Escape)
        slow.wait(lambda: state.text() == "Stopping after what is under way")
        go_on.set()
        slow.rest()
    assert "ancelled" in state.text()
    slow.do("solve")
    slow.rest()
    assert not slow.solved.times.partial


def test_two_points_are_no_curve(slow: Driver) -> None:
    panel = slow.window.docks.panel(PerformancePanel)
    assert panel.units_plot.isVisible()
    slow.window.editor.open(TerrainDocument(grid_from_kmh(np.full((300, 300), 20, np.uint8), 10.0)))
    slow.window.editor.place(0.0, 0.0)
    slow.rest()
    assert len(panel.record.index) == 1
    assert "One iteration" in panel.no_curve.text()
    assert panel.no_curve.isVisible()
    assert not panel.units_plot.isVisible()
    slow.window.editor.set_options(Options())
    slow.rest()
    assert len(panel.record.index) > 2
    assert panel.units_plot.isVisible()


def test_the_window_lives_while_it_solves(slow: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    beats: list[bool] = []
    timer = QTimer()
    timer.timeout.connect(lambda: beats.append(slow.window.bridge.busy))
    goes_on_until(monkeypatch, lambda cancel: beats.count(True) >= 5)
    timer.start(5)
    slow.window.editor.place(0.0, 0.0)
    slow.rest()
    timer.stop()
    assert beats.count(True) >= 5, "as long as it solves, the window serves events"
    assert slow.solved.times.reached == SIDE * SIDE


def test_the_newest_of_many_solves_wins(slow: Driver) -> None:
    grid = slow.window.session.document.grid
    for cell in (0, 10, 20, 900):
        slow.window.editor.place(*grid.centre_of(cell, cell))
        slow.bot.wait(20)
    slow.rest()
    assert not slow.solved.times.partial
    assert slow.seconds(900, 900) == 0
    assert slow.solved.starts[0].told[:2] == grid.centre_of(900, 900)


def test_an_answer_is_shown_when_it_is_there(user: Driver, rasters: Rasters) -> None:
    window = user.window
    user.open(rasters.geotiff())
    window.bridge._timer.setInterval(NEVER_MS)  # nobody looks for it
    user.press(*centre(5, 5))
    user.release(*centre(5, 5))
    user.wait(lambda: window.session.result is not None)
    assert user.solved.times.reached


def test_a_closed_window_hears_of_no_answer(user: Driver, rasters: Rasters) -> None:
    bridge = user.window.bridge
    heard: list[object] = []
    user.open(rasters.geotiff())
    bridge.solve_finished.connect(heard.append)
    bridge._timer.setInterval(NEVER_MS)
    solved = bridge._solver
    user.press(*centre(5, 5))
    user.release(*centre(5, 5))
    until = time.monotonic() + PATIENCE_MS / 1e3
    while not solved._outcomes and time.monotonic() < until:
        time.sleep(0.001)  # no event is served: the announcement waits
    bridge.close()
    QApplication.processEvents()
    assert solved._outcomes
    assert not heard


def test_a_solve_cancelled_before_it_began_leaves_no_stale_result(slow: Driver) -> None:
    grid = slow.window.session.document.grid
    slow.window.editor.place(*grid.centre_of(5, 5))
    slow.window.bridge.cancel()
    slow.rest()
    solved = slow.window.session.result
    assert solved is None or solved.times.partial


def test_escape_ends_a_task_and_its_result_is_ignored(user: Driver) -> None:
    came: list[object] = []

    def work(progress: Progress, cancel: Cancel) -> str:
        while not cancel.requested:
            progress(0.5, "half way")
            time.sleep(0.005)
        return "late"

    user.window.bridge.run("Something long", work, came.append)
    user.wait(lambda: user.window.status.cancel.isVisible())
    assert user.window.status.state.text() == "Half way"
    user.window.status.cancel.click()
    assert not user.window.bridge.busy, "the window is free at once"
    user.rest()
    assert came == []
    assert user.window.status.state.text() == "Cancelled"


def test_what_is_cancelled_leaves_the_word_of_the_result_on_the_map(user: Driver) -> None:
    def work(progress: Progress, cancel: Cancel) -> None:
        while not cancel.requested:
            time.sleep(0.005)

    grid = grid_from_kmh(np.full((9, 9), 20, np.uint8), 10.0)
    user.window.editor.open(TerrainDocument(grid))
    user.window.editor.place(*grid.centre_of(5, 5))
    user.rest()
    assert not user.solved.times.partial
    told = user.window.status.state.text()
    assert told.startswith("Solved on")
    user.window.bridge.run("Writing something long", work)
    user.wait(lambda: user.window.status.cancel.isVisible())
    user.window.status.cancel.click()
    user.rest()
    assert user.window.status.state.text() == told
    assert user.message == "Cancelled"


def test_a_task_that_fails_is_told_in_the_window(user: Driver) -> None:
    def work(progress: Progress, cancel: Cancel) -> None:
        raise InputError("too wet", where="the map", advice="Wait for summer.")

    user.window.bridge.run("Walking", work)
    user.rest()
    assert user.message == "The map: too wet Wait for summer."


def test_a_fault_of_ours_is_told_in_the_window(
    user: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    catch_faults(user.window.state.show_error)
    try:
        raise KeyError("lost")
    except KeyError as fault:
        sys.excepthook(KeyError, fault, fault.__traceback__)
    assert "internal error" in user.message.lower()
    assert "report" in user.message


def test_the_performance_panel_shows_the_solve(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    panel = user.window.docks.panel(PerformancePanel)
    assert panel.record.finished is not None
    assert panel.record.finished.reached == user.solved.times.reached
    assert panel.figures.text("iterations") == str(panel.record.finished.iterations)
    assert panel.units_plot.curves.curves[1].getData()[1].max() == max(panel.record.active)
    assert "CPU" in panel.details.value("Runs on")
    assert user.solved.on_cells.precision is not None
    assert 0 < user.solved.on_cells.precision < 1e-4
    assert panel.details.value("Exact to").endswith(" %")


def test_all_algorithms_give_the_same_times(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    before = user.solved.times.ticks()
    panel = user.window.docks.panel(SolverPanel)
    panel.algorithm.setCurrentIndex(panel.algorithm.findData("dijkstra"))
    panel.algorithm.activated.emit(panel.algorithm.currentIndex())
    user.rest()
    assert user.solved.algorithm == "dijkstra"
    assert np.array_equal(user.solved.times.ticks(), before)


def test_a_lake_is_crossed_when_the_user_ticks_it(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    user.window.docks.panel(SolverPanel).zero.click()
    user.rest()
    assert user.solved.times.reached == 40 * 60
    user.do("undo")
    user.rest()
    assert user.solved.times.reached == 40 * 60 - 100


def test_the_badge_says_validated_until_something_changes(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    shown = user.window.docks.panel(SolverPanel).badge
    user.do("validate")
    user.rest()
    assert shown.state == badge.PASSED
    assert shown.toolTip().count("✓") == 4
    assert user.solved.validated
    user.click(*centre(20, 12))
    assert shown.state == badge.NONE


def test_closing_leaves_no_thread_and_no_timer(qtbot: QtBot, tmp_path: Path) -> None:
    before = set(threading.enumerate())
    window = MainWindow()
    window.show()
    window.editor.open(TerrainDocument(grid_from_kmh(np.full((SIDE, SIDE), 20, np.uint8), 10.0)))
    window.editor.set_options(Options(algorithm="dijkstra"))
    window.editor.place(0.0, 0.0)
    qtbot.wait(50)
    window.close()
    assert set(threading.enumerate()) <= before
    assert not [timer for timer in window.findChildren(QTimer) if timer.isActive()]


def test_a_session_that_holds_something_already_is_shown(qtbot: QtBot) -> None:
    session = Session()
    session.open(TerrainDocument(grid_from_kmh(np.full((20, 30), 20, np.uint8), 10.0)))
    session.set_starts((PlacedStart(55.0, -55.0),))
    window = MainWindow(session)
    window.show()
    assert window.map.isVisible()
    assert len(window.map.start_pixels) == 1
    assert window.commands["solve"].isEnabled()
    window.close()


def test_geometry_is_remembered(qtbot: QtBot) -> None:
    first = MainWindow()
    first.show()
    first.resize(first.width(), 690)
    first.close()
    second = MainWindow()
    second.show()
    assert second.height() == 690
    second.close()


def test_a_window_that_ends_its_process_waits_for_what_may_write_and_for_nothing_else(
    user: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, go_on = threading.Event(), threading.Event()

    def write(progress: Progress, cancel: Cancel) -> None:
        while not cancel.requested:
            time.sleep(0.002)
        time.sleep(0.02)  # the file that was begun is taken away
        written.set()

    monkeypatch.setattr("ui.bridge.PATIENCE_SECONDS", 60.0)
    compute = user.window.bridge.run("compute", lambda *_: go_on.wait(240), quiet=True)
    user.window.bridge.run("Writing times.tif", write)
    user.window.ends_process = True
    user.window.close()
    assert written.is_set()
    assert not compute.finished, "nobody waited for it"
    go_on.set()
    compute.stop()


def test_a_sign_is_shown_while_the_window_is_loaded(user: Driver) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    with loading(app) as splash:
        assert splash.windowHandle().isExposed()
        assert not gc.isenabled()
    assert not splash.isVisible()
    assert gc.isenabled()
    gc.unfreeze()


def test_the_process_ends_with_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr("ui.running.starting.run", lambda path, **_: 0)
    monkeypatch.setattr("os._exit", ended.append)
    monkeypatch.setattr("atexit._run_exitfuncs", lambda: ended.append(-1))
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("sys.argv", ["isofront", "--sample"])
    assert main() == 0
    assert ended == [-1, 0], "once what is to be done at the end is done"
    monkeypatch.setattr("sys.argv", ["isofront", "algorithms"])
    assert main() == 0
    assert ended == [-1, 0], "commands end as usual"
