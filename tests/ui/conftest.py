"""A real window without a screen, with settings and caches of its own."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt is loaded

from PySide6.QtCore import QCoreApplication, QEvent, QMargins, QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.units import shown_in, units
from tests.ui.driving import PATIENCE_MS, Driver
from tests.ui.rasters import Rasters
from ui import theme
from ui.main_window import MainWindow
from ui.pictures.theme import LIGHT
from ui.placing import SIZE

for _wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitExposed):
    # Five seconds are few on a busy machine.
    _wait.__kwdefaults__ = {**(_wait.__kwdefaults__ or {}), "timeout": PATIENCE_MS}

NEVER_MS = 3_600_000
"""Milliseconds that no test lasts."""


@pytest.fixture(autouse=True)
def units_of_one_test() -> Iterator[None]:
    """Whoever chooses miles chooses them for the whole process."""
    with shown_in(units().name):
        yield


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path) -> Iterator[None]:
    """Nothing of the user's is read or written, and nobody is asked."""
    store = tmp_path / "settings"
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(store))
    with pytest.MonkeyPatch.context() as patch:  # of its own: some tests undo theirs
        patch.setattr("ui.bridge.FRAME_MS", 4)  # tests look oftener than eyes do
        # A step of a drag is solved exactly, whatever a busy machine took for the last solves;
        # tests of coarser ones say so.
        for module in ("solving.preview_pace", "solving.road_solved", "document.joined_solved"):
            patch.setattr(f"app.{module}.EXACT_STEP_MS", math.inf)
        # A test looks at the result; the front is played where one asks for it.
        patch.setattr("ui.preferences.front_after_solve", lambda: False)
        # All is compiled where it is asked for; tests of a process beside this one say so.
        patch.setattr("app.solving.warming.ahead.compile_beside", lambda *_: None)
        # Nor is anybody a beginner, whose first steps take some of the height of the map.
        patch.setattr("ui.preferences.first_run", lambda: False)
        patch.setenv("ISOFRONT_CACHE_DIR", str(tmp_path / "cache"))
        # Nobody is there to be asked whether work is to be saved.
        patch.setattr("ui.controllers.projects.asking.ask_about_unsaved", lambda *_: "discard")
        yield


@pytest.fixture(autouse=True)
def no_window_of_before() -> Iterator[None]:
    """A window that is to be deleted stays until an event loop runs, and one that was only closed
    for as long as anything refers to it. All are dressed with the next ones: after twenty tests
    there would be ten thousand widgets."""
    if QCoreApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    made: list[MainWindow] = []
    begin = MainWindow.__init__

    def begun(window: MainWindow, *words: Any, **more: Any) -> None:
        made.append(window)
        begin(window, *words, **more)

    with pytest.MonkeyPatch.context() as patch:  # of its own: some tests undo theirs
        patch.setattr(MainWindow, "__init__", begun)
        yield
    for window in filter(isValid, made):
        window.deleteLater()


@pytest.fixture
def rasters(tmp_path: Path) -> Rasters:
    return Rasters(tmp_path)


@pytest.fixture
def window(
    qtbot: QtBot, qapp: QApplication, own_places: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MainWindow]:
    # Larger than the screen, it would be brought within it in the middle of a test.
    monkeypatch.setattr("ui.placing.SETTLED_MS", NEVER_MS)
    if qapp.styleSheet() != theme.style_sheet(LIGHT):
        theme.apply(qapp, "light")
    shown = MainWindow()
    # The screen of no screen is smaller, and the window begins within it. The map has the height of
    # SIZE without the bar beneath it: a coarser pixel would put a click on the next street.
    shown.resize(SIZE.grownBy(QMargins(0, 0, 0, shown.front.bar.sizeHint().height())))
    qtbot.addWidget(shown)
    shown.show()
    qtbot.waitExposed(shown)
    yield shown
    shown.close()


@pytest.fixture
def user(window: MainWindow, qtbot: QtBot) -> Driver:
    return Driver(window, qtbot)
