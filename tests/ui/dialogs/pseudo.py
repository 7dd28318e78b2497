"""A language of brackets around all that is translated, and what stands outside of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSpinBox,
    QTabBar,
    QWidget,
)

from benchmarks.reports.translation import collected

FIELD = re.compile(r"(\{[^{}]*\})")
BRACKETS = re.compile(r"⟦[^⟦⟧]*⟧")
WORD = re.compile(r"[A-Za-z]{2,}")
_NOT_WORDS = re.compile(
    r"<[^>]*>|\(\.\w+\)|'[^']*'|(?<!\w)/[\w./-]+|\b[\w-]+\.(?:tif|geojson|gpkg|qm|csv)\b|https?://\S+|file:\S+|"
    r"EPSG:\d+|\{\w+\}|\((?:[A-Za-z][\w+ ,]*\+)*[\w+,]+\)$|(?:[*]\.\w+ ?)+"
)


class Pseudo(QTranslator):
    """Translates the words of a text and leaves its fields: what is put into them is seen."""

    def __init__(self) -> None:
        super().__init__()
        self._texts = set(collected())

    def isEmpty(self) -> bool:  # noqa: N802  Qt's name
        return False

    def translate(
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        if (context, text) not in self._texts:
            return None  # type: ignore[return-value]  # an empty text would be a translation
        parts = FIELD.split(text)
        return "".join(part if FIELD.fullmatch(part) or not part else f"⟦{part}⟧" for part in parts)


def untranslated(text: str) -> str:
    """What of a text is in no brackets and no name, number or unit."""
    before = ""
    while before != text:
        before, text = text, BRACKETS.sub(" ", text)
    return " ".join(WORD.findall(_NOT_WORDS.sub(" ", unescape(text))))


def texts_of(root: QWidget) -> Iterator[tuple[str, str]]:
    """Everything that a window says, or would say to a pointer or a screen reader: who says it, and
    what."""
    for widget in (root, *root.findChildren(QWidget)):
        if widget.objectName().startswith("qt_"):
            continue
        who = type(widget).__name__ + (f" {widget.objectName()}" if widget.objectName() else "")
        for text in _of(widget):
            if text:
                yield who, text
        for action in widget.actions():
            for text in _of_action(action):
                yield f"action {action.objectName()}", text


def _of_action(action: QAction) -> Iterable[str]:
    if action.isVisible():
        return action.text().partition("\t")[0], action.toolTip(), action.statusTip()
    return ()


def _of(widget: QWidget) -> Iterator[str]:
    yield widget.toolTip()
    yield widget.whatsThis()
    yield widget.accessibleName()
    yield widget.accessibleDescription()
    if widget.isWindow() or widget.parentWidget() is None:
        yield widget.windowTitle()
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    elif isinstance(widget, QGroupBox | QMenu):
        yield widget.title()
    elif isinstance(widget, QComboBox):
        for row in range(widget.count()):
            yield widget.itemText(row)
            yield str(widget.itemData(row, Qt.ItemDataRole.ToolTipRole) or "")
    elif isinstance(widget, QLineEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QTabBar):
        yield from (widget.tabText(tab) for tab in range(widget.count()))
    elif isinstance(widget, QPlainTextEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView):
        yield from _of_model(widget.model())
    if isinstance(widget, QSpinBox | QDoubleSpinBox):
        yield widget.suffix()
        yield widget.prefix()
    if isinstance(widget, QAbstractSpinBox):
        yield widget.specialValueText()


def _of_model(model: QAbstractItemModel | None) -> Iterator[str]:
    if model is None:
        return
    display, tip = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole
    nowhere = QModelIndex()
    is_list = isinstance(model, QAbstractListModel)  # which keeps its one column to itself
    columns = range(1 if is_list else model.columnCount(nowhere))
    for column in columns:
        for role in (display, tip):
            yield str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")
    for row in range(min(model.rowCount(nowhere), 40)):
        for column in columns:
            index = model.index(row, column, nowhere)
            for role in (display, tip):
                yield str(model.data(index, role) or "")
