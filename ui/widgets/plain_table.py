"""A table of a few rows of text, so that all panels show theirs alike."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QTableView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from ui.widgets import form

RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
"""Alignment of numbers."""

ROW_HEIGHT = 21
"""Pixels of a row."""

LEAST_WIDTH = 56
"""Pixels of a column that yields to others: a short word can be read."""

EDITED = (
    QAbstractItemView.EditTrigger.DoubleClicked
    | QAbstractItemView.EditTrigger.EditKeyPressed
    | QAbstractItemView.EditTrigger.AnyKeyPressed
)
"""Triggers that begin to edit a cell where one may: those of Qt's tables."""


def make_plain(table: QTableView) -> None:
    """Rows to be read: no grid, no numbers of rows, columns as wide as their texts."""
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setTabKeyNavigation(False)  # arrows move in it: Tab would never come out again
    table.setShowGrid(False)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)


class PlainTable(QTableWidget):
    """Texts to be read; it is as high as there is room, unless it is kept at some rows.

    wide : the column that takes the room that the others leave; None for none.
    """

    def __init__(
        self, columns: int = 0, parent: QWidget | None = None, *, wide: int | None = None
    ) -> None:
        super().__init__(0, columns, parent)
        make_plain(self)
        if wide is not None:
            self.horizontalHeader().setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
        form.yielding(self)

    def keep_rows(self, number: int) -> None:
        """Be as high as the titles and so many rows; others are scrolled to."""
        height = self.horizontalHeader().sizeHint().height() + number * ROW_HEIGHT + 4
        self.setFixedHeight(height)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def head(self, texts: Sequence[str], wide: int = 0) -> None:
        """Have a column for each of these titles; `wide` takes the room that the others leave."""
        self.setColumnCount(len(texts))
        self.setHorizontalHeaderLabels(list(texts))
        header, modes = self.horizontalHeader(), QHeaderView.ResizeMode
        header.setMinimumSectionSize(LEAST_WIDTH)
        header.setSectionResizeMode(modes.ResizeToContents)
        header.setSectionResizeMode(wide, modes.Stretch)

    def write(self, row: int, texts: Sequence[str], first: int = 0) -> list[QTableWidgetItem]:
        """Write texts into a row from a column on, to the right but in column 0; returns what they
        stand in."""
        items = []
        for column, text in enumerate(texts, start=first):
            item = self.item(row, column)
            if item is None:
                item = QTableWidgetItem(text)
                if column:
                    item.setTextAlignment(RIGHT)
                self.setItem(row, column, item)
            elif item.text() != text:  # each change has the columns measured anew
                item.setText(text)
            items.append(item)
        return items

    def lines(self) -> list[list[QTableWidgetItem]]:
        """What stands in each row, from the left."""
        cells = [
            [self.item(row, column) for column in range(self.columnCount())]
            for row in range(self.rowCount())
        ]
        return [[item for item in line if item is not None] for line in cells]
