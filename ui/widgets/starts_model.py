"""The starts as a table that can be edited."""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from app.measure import Measure
from app.starts import PlacedStart
from core.errors import InputError
from ui.texts import coordinate

Index = QModelIndex | QPersistentModelIndex

NUMBER, X, Y, DELAY = range(4)


class StartsModel(QAbstractTableModel):
    """Rows are starts; columns their number, x, y and delay in minutes, or whatever costs
    count.

    An edit changes nothing here: it is told by `edited`, and what comes of it is shown.
    """

    edited = Signal(int, object)  # index, PlacedStart
    refused = Signal(object)  # InputError: what was typed is no such number

    def __init__(self) -> None:
        super().__init__()
        self._starts: tuple[PlacedStart, ...] = ()
        self._cell = 1.0
        self._unit, self._worth = "min", 60.0

    def show_measure(self, measure: Measure) -> None:
        """What delays are counted in."""
        self._unit, self._worth = measure.units[1 if measure.quantity == "time" else 0]
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, DELAY, DELAY)

    def show_starts(self, starts: tuple[PlacedStart, ...], cell: float) -> None:
        """Show other starts; `cell` is the cell size that their digits follow."""
        same_rows = len(starts) == len(self._starts)
        if not same_rows:
            self.beginResetModel()
        self._starts, self._cell = starts, cell
        if not same_rows:
            self.endResetModel()
        elif starts:
            self.dataChanged.emit(self.index(0, 0), self.index(len(starts) - 1, DELAY))

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: N802  Qt's name
        return 0 if parent is not None and parent.isValid() else len(self._starts)

    def columnCount(self, parent: Index | None = None) -> int:  # noqa: N802  Qt's name
        return 4

    def headerData(  # noqa: N802  Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (
                "",
                self.tr("X"),
                self.tr("Y"),
                self.tr("Delay, {unit}").format(unit=self._unit),
            )[section]
        if role == Qt.ItemDataRole.ToolTipRole and section == DELAY:
            return self.tr("Time already on the clock when the front leaves this start")
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() != NUMBER:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return None
        start = self._starts[index.row()]
        delay = f"{start.delay_seconds / self._worth:g}"
        known = math.isfinite(start.x) and math.isfinite(start.y)
        x, y = (coordinate(v, self._cell) if known else "–" for v in (start.x, start.y))
        return (str(index.row() + 1), x, y, delay)[index.column()]

    def setData(  # noqa: N802  Qt's name
        self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        if role != Qt.ItemDataRole.EditRole or value == self.data(index):
            return False
        try:
            number = _number(str(value), index.column())
        except InputError as error:
            self.refused.emit(error)
            return False
        start = self._starts[index.row()]
        if index.column() == DELAY:
            after = replace(start, delay_seconds=number * self._worth)
        else:
            across = index.column() == X
            after = start.moved(number if across else start.x, start.y if across else number)
        self.edited.emit(index.row(), after)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        kept = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return kept if index.column() == NUMBER else kept | Qt.ItemFlag.ItemIsEditable


def _number(text: str, column: int) -> float:
    """What was typed, with a point or a comma; no delay is none. Raises InputError."""
    words = text.strip().replace(",", ".")
    try:
        number = float(words or ("0" if column == DELAY else "nan"))
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        found = QCoreApplication.translate("StartsModel", "'{text}' is not a number")
        advice = QCoreApplication.translate("StartsModel", "Give one such as 12.5.")
        raise InputError(found.format(text=text.strip()), advice=advice)
    if column == DELAY and number < 0:
        found = QCoreApplication.translate("StartsModel", "a delay of {text}")
        advice = QCoreApplication.translate("StartsModel", "Give 0 or more.")
        raise InputError(found.format(text=text.strip()), advice=advice)
    return number
