"""A walker before ground with a river, a road and the bridge that carries it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.app.cli.test_joined import write_roads, write_terrain
from tests.ui.driving import Driver
from tests.ui.tour.walker import Walker


@pytest.fixture
def walker(user: Driver, tmp_path: Path) -> Walker:
    """Ground and roads are open: five km/h with a river in column 20, a bridge in row 4."""
    walker = Walker(user.window, user.bot)
    write_terrain(tmp_path / "ground.tif")
    write_roads(tmp_path / "roads.gpkg")
    walker.key("Ctrl+J")
    joining = walker.window.opener.dialog
    assert joining is not None
    for edit, name in ((joining.terrain, "ground.tif"), (joining.roads, "roads.gpkg")):
        edit.clear()
        QTest.keyClicks(edit, str(tmp_path / name))
    QTest.keyClick(joining, Qt.Key.Key_Return)
    walker.rest()
    assert "ground + roads" in walker.window.windowTitle(), walker.message
    return walker
