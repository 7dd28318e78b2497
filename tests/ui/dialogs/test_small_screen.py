"""A screen of 1366 × 768 at a scale factor of 2: dialogs fit, and their buttons are in sight."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, QRect, QSize, QTranslator
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QDialogButtonBox

from tests.ui.driving import Driver
from tests.ui.rasters import Rasters
from tests.ui.roads import Roads, open_kind
from ui import language
from ui.widgets.form import DIALOG_FRAME

SCREEN = QSize(683, 384)
ROOM = SCREEN - DIALOG_FRAME

COMMANDS = (
    "help", "commands", "keys", "log", "about", "preferences", "new_terrain", "open_joined",
    "batch", "race", "go_to",
)  # fmt: skip


@pytest.fixture(params=["en", "de"])
def spoken(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[None]:
    """Comes before the window, which is then made in that language."""
    language.speak(qapp, request.param)
    yield
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(QLocale.system())
    language.current = "en"


@pytest.fixture
def small(spoken: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QScreen, "availableSize", lambda _screen: SCREEN)


def _opened_by(user: Driver, command: str) -> QDialog:
    """The dialog that a command opens."""
    before = {w for w in QApplication.topLevelWidgets() if w.isVisible()}
    user.do(command)
    opened: list[QDialog] = []

    def is_open() -> bool:
        after = [w for w in QApplication.topLevelWidgets() if w.isVisible() and w not in before]
        opened[:] = [w for w in after if isinstance(w, QDialog)]
        return bool(opened)

    user.wait(is_open)
    user.bot.wait(30)  # what is laid out once it is shown
    return opened[0]


def _is_whole(dialog: QDialog, button: QAbstractButton) -> bool:
    place = QRect(button.mapTo(dialog, QPoint(0, 0)), button.size())
    words = button.fontMetrics().horizontalAdvance(button.text().replace("&", ""))
    return button.isVisible() and dialog.rect().contains(place) and words <= button.width()


def _assert_fits(dialog: QDialog, name: str) -> None:
    assert dialog.width() <= ROOM.width(), name
    assert dialog.height() <= ROOM.height(), name
    boxes = dialog.findChildren(QDialogButtonBox)
    cut = [b.text() for box in boxes for b in box.buttons() if not _is_whole(dialog, b)]
    assert cut == [], name


def _ask_at_opening(user: Driver, folder: Path, kind: str) -> None:
    path = Rasters(folder).geotiff() if kind == "terrain" else Roads(folder).town()
    user.window.opener.open(path, ask=True)
    user.rest()
    dialog = user.window.opener.dialog
    assert dialog is not None
    _assert_fits(dialog, "open")
    dialog.reject()


@pytest.mark.parametrize("kind", ["terrain", "roads"])
def test_dialogs_fit_a_small_screen(small: None, user: Driver, tmp_path: Path, kind: str) -> None:
    open_kind(user, kind, tmp_path)
    user.do("good_start")
    user.rest()
    for command in COMMANDS:
        dialog = _opened_by(user, command)
        _assert_fits(dialog, command)
        dialog.reject()
    _ask_at_opening(user, tmp_path, kind)
    user.do("export_anything")
    exports = user.window.exporter.dialog
    assert exports is not None
    for export in exports._offers:
        exports.show_kind(export)
        user.wait(lambda: exports.facts)
        user.bot.wait(30)
        _assert_fits(exports, export)
        assert not exports.picture.isVisible(), "a sliver of it says nothing"
    exports.resize(940, 520)
    user.bot.wait(10)
    assert exports.picture.isVisible()
    assert exports.picture.width() >= 200
    exports.reject()
