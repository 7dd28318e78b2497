"""Who hears the window instead of seeing it: every control has a name; and every button a menu."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
    QTextBrowser,
    QToolBar,
    QWidget,
)

from core.errors import InputError
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from tests.ui.roads import Roads, corner
from tests.ui.test_words import _dialogs
from ui.dialogs.commands import commands_of
from ui.panel_menu import buttons_of, words_of
from ui.panels.catalog import PANELS
from ui.remedy import Remedy

CONTROLS = (
    *(QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QSlider, QAbstractItemView),
    *(QPlainTextEdit, QTextBrowser),
)
PARTED = (*CONTROLS, QToolBar)
"""Controls of which Qt makes parts of its own."""


def _nameless(root: QWidget) -> list[QWidget]:
    """Controls without a name, a text of their own or a label that belongs to them."""
    labelled = {label.buddy() for label in root.findChildren(QLabel)}
    found = []
    for kind in CONTROLS:
        for control in root.findChildren(kind):
            ours = not control.objectName().startswith(("qt_", "Scroll"))
            part = isinstance(control, QHeaderView) or isinstance(control.parentWidget(), PARTED)
            text = control.text() if isinstance(control, QAbstractButton) else ""
            if ours and not part and control not in labelled and not control.accessibleName():
                found += [] if text or control.inherits("QComboBoxListView") else [control]
    return found


def test_every_control_of_the_window_has_a_name(user: Driver, tmp_path: Path) -> None:
    act = Remedy("Mend it", lambda: None)
    user.window.state.show_error(InputError("it is broken"), act)
    assert _nameless(user.window) == []  # with the welcome page, messages and the bar of the front
    user.open(Rasters(tmp_path).geotiff())
    user.click(*centre(20, 10))
    assert _nameless(user.window) == []
    for dialog in _dialogs(user.window, tmp_path):
        assert _nameless(dialog) == [], dialog
        dialog.close()


def test_every_button_of_a_panel_has_a_menu_item(user: Driver, tmp_path: Path) -> None:
    user.open(Roads(tmp_path).town())
    user.window.editor.place(*corner(0, 0))
    user.rest()
    found = commands_of(user.window.menuBar())
    items = {command.words.rpartition(" ▸ ")[2]: command.action for command in found}
    panels = [row for row in PANELS if row.fits(user.window.session.document.panels)]
    buttons = [b for row in panels for b in buttons_of(user.window.docks.panel(row.panel))]
    assert len(buttons) > 20
    assert [words_of(b) for b in buttons if words_of(b) not in items] == []
    assert not items["Remove base layer"].isEnabled()
    panel = user.window.docks.dock("matrix")
    items["Click origins"].trigger()
    assert not panel.visibleRegion().isEmpty()
