"""Pages that scroll: no field is squeezed below its letters, however long the texts around it."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QLineEdit, QWidget, QWidgetItem
from pytestqt.qtbot import QtBot
from shiboken6 import getAllValidWrappers

from ui.widgets import form
from ui.widgets.form import Scrolling
from ui.widgets.plain_table import PlainTable


def test_fields_keep_their_height_when_a_text_grows(qtbot: QtBot, qapp: QApplication) -> None:
    page, fields, hint = QWidget(), [QLineEdit() for _ in range(3)], form.Hint("short")
    layout, rows = form.column(page), form.form()
    layout.addWidget(hint)
    for field in fields:
        rows.addRow("Name", field)
    layout.addLayout(rows)
    layout.addWidget(PlainTable(), 1)
    scrolling = Scrolling(page)
    qtbot.addWidget(scrolling)
    scrolling.resize(360, 240)
    scrolling.show()
    qtbot.waitExposed(scrolling)
    for words in (80, 2, 40):
        hint.setText("word " * words)
        qtbot.waitUntil(
            lambda: (
                all(f.height() >= f.minimumSizeHint().height() for f in fields)
                and hint.height() >= hint.heightForWidth(hint.width())
            )
        )
    bar = scrolling.verticalScrollBar()
    assert bar.maximum() >= page.height() - scrolling.viewport().height()
    hint.setText("short")
    scrolling.resize(360, 400)
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    # PySide ends the process where a layout lets go of an item that somebody looked at.
    looked_at = [item for item in getAllValidWrappers() if isinstance(item, QWidgetItem)]
    assert hint not in [item.widget() for item in looked_at]
