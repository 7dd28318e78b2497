"""A hand on the *Matrix* panel, and places of the town for it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QFileDialog

from app.exports.matrix.shown import ShownMatrix
from tests.ui.driving import LEFT_BUTTON, NO_KEY, Driver
from tests.ui.roads import corner
from ui.panels.matrix import MatrixPanel
from ui.pictures.scene import Named

CLINICS = {"north": (1, 4), "south": (3, 1)}
HOMES = {"a": (0, 4), "b": (2, 4), "c": (2, 1), "d": (4, 3)}
"""Places of the town by column and row of its crossings."""


def places(folder: Path, name: str, of: Mapping[str, tuple[float, float]]) -> Path:
    path = folder / name
    rows = [f"{id_},{corner(*at)[0]:.12f},{corner(*at)[1]:.12f}" for id_, at in of.items()]
    path.write_text("\n".join(["id,lon,lat", *rows]) + "\n")
    return path


class Hand:
    """Works the panel with the mouse."""

    def __init__(self, user: Driver, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.user, self.folder, self._patch = user, folder, monkeypatch
        self.panel = user.window.docks.panel(MatrixPanel)

    def show(self) -> None:
        QTest.keyClick(self.user.window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
        self.user.wait(lambda: not self.panel.visibleRegion().isEmpty())

    def press(self, button: QAbstractButton) -> None:
        assert button.isEnabled(), button.text()
        QTest.mouseClick(button, LEFT_BUTTON, NO_KEY, button.rect().center())
        self.user.rest()

    def answer_dialogs(self, path: Path) -> None:
        for name in ("getOpenFileName", "getSaveFileName"):
            self._patch.setattr(QFileDialog, name, lambda *args: (str(path), ""))

    def choose(self, button: QAbstractButton, path: Path) -> None:
        self.answer_dialogs(path)
        self.press(button)

    def click(self, x: float, y: float) -> None:
        at = QPoint(*map(round, self.user.window.map.pixel_of(x, y)))
        QTest.mouseClick(self.user.window.map, LEFT_BUTTON, NO_KEY, at)
        self.user.rest()

    @property
    def shown(self) -> ShownMatrix:
        found = self.user.window.matrices.answer
        assert found is not None, self.user.message
        return found

    def show_on_map(self, what: str) -> None:
        box = self.panel.answer.on_map
        box.setCurrentIndex(box.findData(what))
        box.activated.emit(box.currentIndex())
        self.user.rest()

    @property
    def _named(self) -> Named:
        scene = self.user.window.map._scene
        assert scene is not None
        assert scene.named is not None
        return scene.named

    def legend(self) -> list[str]:
        return [name for _, name in self._named.entries]

    def named_at(self, x: float, y: float) -> str:
        """Whose colour is on the map there, or the one that is nearest to it."""
        view = self.user.window.map
        view.set_places(())
        picture = view.snapshot(view.width(), view.height())
        at = QPoint(*map(round, view.pixel_of(x, y)))
        tone = picture.pixelColor(at)
        seen = np.array((tone.red(), tone.green(), tone.blue()))
        off = [np.abs(seen - np.array(colour)).max() for colour, _ in self._named.entries]
        return self._named.entries[int(np.argmin(off))][1]

    def take_away(self, x: float, y: float, what: str) -> None:
        """Choose that of the menu of the right button."""
        at = QPoint(*map(round, self.user.window.map.pixel_of(x, y)))
        QTest.mouseClick(self.user.window.map, Qt.MouseButton.RightButton, NO_KEY, at)
        menu = self.user.window.view_menus.context
        assert menu is not None
        [away] = [a for a in menu.actions() if a.text() == f"Remove this {what}"]
        away.trigger()
        menu.close()
        self.user.rest()

    def told_at(self, x: float, y: float) -> str:
        """What the status line tells of the time under the pointer."""
        at = QPoint(*map(round, self.user.window.map.pixel_of(x, y)))
        QTest.mouseMove(self.user.window.map, at)
        return self.user.window.status.time.text()

    def table(self) -> list[list[str]]:
        model = self.panel.answer.model
        return [
            [str(model.data(model.index(row, col))) for col in range(model.columnCount())]
            for row in range(model.rowCount())
        ]
