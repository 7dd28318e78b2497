"""A long table that can be sorted, of which only the rows in sight are ever written as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex

MOST_SORTED = 5_000_000
"""Rows up to which a table is sorted at a click: half a second."""

_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


@dataclass(frozen=True, eq=False)
class Column:
    """values : (rows), what is sorted by, and made a text of in `text`. number : written to the
    right."""

    title: str
    values: NDArray[np.generic]
    text: Callable[[float], str]
    number: bool = True


class ColumnsModel(QAbstractTableModel):
    """Columns as arrays, equally long; sorting orders numbers of rows and moves nothing else."""

    def __init__(self) -> None:
        super().__init__()
        self._columns: tuple[Column, ...] = ()
        self._order: NDArray[np.int64] | None = None

    def show_columns(self, columns: Sequence[Column]) -> None:
        """Show another table, in the order of its rows."""
        self.beginResetModel()
        self._columns, self._order = tuple(columns), None
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: N802  Qt's name
        inside = parent is not None and parent.isValid()
        return 0 if inside or not self._columns else len(self._columns[0].values)

    def columnCount(self, parent: Index | None = None) -> int:  # noqa: N802  Qt's name
        return 0 if parent is not None and parent.isValid() else len(self._columns)

    def headerData(  # noqa: N802  Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or section >= len(self._columns):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and self._columns[section].number:
            return _RIGHT
        return self._columns[section].title if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        column = self._columns[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole and column.number:
            return _RIGHT
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        row = index.row() if self._order is None else int(self._order[index.row()])
        return column.text(column.values[row])

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """By a column; -1 for the order in which the rows came."""
        if not self._columns or self.rowCount() > MOST_SORTED:
            return
        self.layoutAboutToBeChanged.emit()
        self._order = None
        if 0 <= column < len(self._columns):
            self._order = np.argsort(self._columns[column].values, kind="stable")
            if order == Qt.SortOrder.DescendingOrder:
                self._order = self._order[::-1]
        self.layoutChanged.emit()
