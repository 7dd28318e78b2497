"""A map without a screen."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt is loaded

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.starts import PlacedStart
from tests.ui.canvas.worlds import BARE, MINUTE, solved, split_world
from ui import theme
from ui.canvas.map_view import MapView
from ui.pictures.terrain import TerrainScene


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication) -> Iterator[MapView]:
    """An empty map."""
    theme.apply(qapp, "light")
    shown = MapView()
    shown.navigation.glide.milliseconds = 0  # what is asked for is there at once
    qtbot.addWidget(shown)
    shown.resize(600, 450)
    shown.show()
    qtbot.waitExposed(shown)
    yield shown
    shown.close()


@pytest.fixture
def world(view: MapView) -> MapView:
    """The split world, solved from (30, 20), with a start marker there."""
    grid = split_world()
    view.enter(TerrainScene.of(grid, solved(grid)))
    view.set_bands(MINUTE)
    view.set_style(BARE)
    view.set_starts((PlacedStart(*grid.centre_of(30, 20)),))
    return view
