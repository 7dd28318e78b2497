"""A real window without a screen, with settings and caches of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt is loaded

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.driving import Driver
from tests.ui.rasters import Rasters
from ui import theme
from ui.main_window import MainWindow
from ui.pictures.theme import LIGHT
from ui.placing import SIZE


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the user's is read or written."""
    store = tmp_path / "settings"
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(store))
    monkeypatch.setattr("ui.bridge.FRAME_MS", 4)  # tests look oftener than eyes do
    monkeypatch.setenv("ISOFRONT_CACHE_DIR", str(tmp_path / "cache"))


@pytest.fixture
def rasters(tmp_path: Path) -> Rasters:
    return Rasters(tmp_path)


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, own_places: None) -> Iterator[MainWindow]:
    if qapp.styleSheet() != theme.style_sheet(LIGHT):
        theme.apply(qapp, "light")
    shown = MainWindow()
    shown.resize(SIZE)  # the screen of no screen is smaller, and the window begins within it
    qtbot.addWidget(shown)
    shown.show()
    qtbot.waitExposed(shown)
    yield shown
    shown.close()


@pytest.fixture
def user(window: MainWindow, qtbot: QtBot) -> Driver:
    return Driver(window, qtbot)
