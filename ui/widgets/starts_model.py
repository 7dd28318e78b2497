"""The starts as a table that can be edited."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor

from app.measure import Measure
from app.starts import PlacedStart, coloured
from app.units import units
from core.errors import InputError
from ui.texts import coordinate, figure

Index = QModelIndex | QPersistentModelIndex

NUMBER, NAME, FIRST, DELAY, X, Y = range(6)


class StartsModel(QAbstractTableModel):
    """Rows are starts; columns their number with a check mark and their colour, name, what each is
    first at, delay in minutes, or whatever costs count, x and y.

    An edit changes nothing here: it is told by `edited`, and what comes of it is shown.
    """

    edited = Signal(int, object)  # index, PlacedStart
    refused = Signal(object)  # InputError: what was typed is no such number

    def __init__(self) -> None:
        super().__init__()
        self._starts: tuple[PlacedStart, ...] = ()
        self._colours: tuple[str, ...] = ()
        self._amounts: tuple[float | None, ...] = ()
        self._unit_first = units().amounts(False, 0.0)
        self._cell = 1.0
        self._unit, self._worth = "min", 60.0

    def show_measure(self, measure: Measure) -> None:
        """What delays are counted in."""
        measure = units().of(measure)
        self._unit, self._worth = measure.units[1 if measure.quantity == "time" else 0]
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, DELAY, DELAY)

    def show_starts(self, starts: tuple[PlacedStart, ...], cell: float) -> None:
        """Show other starts; `cell` is the cell size that their digits follow."""
        same_rows = len(starts) == len(self._starts)
        if not same_rows:
            self.beginResetModel()
        self._starts, self._cell = starts, cell
        self._colours = tuple(start.colour for start in coloured(starts))
        if not same_rows:
            self._amounts = ()
            self.endResetModel()
        elif starts:
            self.dataChanged.emit(self.index(0, 0), self.index(len(starts) - 1, Y))

    def show_amounts(self, amounts: Sequence[float | None], lengths: bool) -> None:
        """What each start is first at: m², or metres of streets; None where it is not known."""
        self._amounts = tuple(amounts)
        self._unit_first = units().amounts(lengths, max((a or 0.0 for a in amounts), default=0.0))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, FIRST, FIRST)
        if self._starts:
            last = self.index(len(self._starts) - 1, FIRST)
            self.dataChanged.emit(self.index(0, FIRST), last)

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: N802  Qt's name
        return 0 if parent is not None and parent.isValid() else len(self._starts)

    def columnCount(self, parent: Index | None = None) -> int:  # noqa: N802  Qt's name
        return 6

    def headerData(  # noqa: N802  Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (
                "",
                self.tr("Name"),
                self.tr("First, {unit}").format(unit=self._unit_first[0]),
                self.tr("Delay, {unit}").format(unit=self._unit),
                self.tr("X"),
                self.tr("Y"),
            )[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return {
                NUMBER: self.tr("On or off, and the colour; double-click it to choose another"),
                DELAY: self.tr("Time already on the clock when the front leaves this start"),
                FIRST: self.tr("What this start reaches before the others"),
            }.get(section)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        start, column = self._starts[index.row()], index.column()
        if column == NUMBER and role == Qt.ItemDataRole.DecorationRole:
            return QColor(self._colours[index.row()])
        if column == NUMBER and role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if start.on else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.AccessibleTextRole and column == NUMBER:
            return self.tr("Start {number}").format(number=index.row() + 1)
        if role == Qt.ItemDataRole.TextAlignmentRole and column not in (NUMBER, NAME):
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole and column == NAME:
            return start.name or None
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return None
        delay = f"{start.delay_seconds / self._worth:.4g}"
        known = math.isfinite(start.x) and math.isfinite(start.y)
        # What is read has the digits that tell places apart, what is edited one more.
        finest = self._cell if role == Qt.ItemDataRole.EditRole else 10 * self._cell
        x, y = (coordinate(v, finest) if known else "–" for v in (start.x, start.y))
        return (str(index.row() + 1), start.name, self._first(index.row()), delay, x, y)[column]

    def _first(self, row: int) -> str:
        """Amounts are of those that are on, in their order."""
        place = sum(start.on for start in self._starts[:row])
        if not self._starts[row].on or place >= len(self._amounts):
            return "–"
        amount = self._amounts[place]
        return "…" if amount is None else figure(amount / self._unit_first[1])

    def setData(  # noqa: N802  Qt's name
        self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        start, column = self._starts[index.row()], index.column()
        if role == Qt.ItemDataRole.CheckStateRole and column == NUMBER:
            on = Qt.CheckState(value) == Qt.CheckState.Checked
            self.edited.emit(index.row(), replace(start, on=on))
            return True
        if role != Qt.ItemDataRole.EditRole or value == self.data(index, role):
            return False
        if column == NAME:
            self.edited.emit(index.row(), replace(start, name=str(value).strip()))
            return True
        try:
            number = _number(str(value), column)
        except InputError as error:
            self.refused.emit(error)
            return False
        if column == DELAY:
            after = replace(start, delay_seconds=number * self._worth)
        else:
            across = column == X
            after = start.moved(number if across else start.x, start.y if across else number)
        self.edited.emit(index.row(), after)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        kept = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.column() == NUMBER:
            return kept | Qt.ItemFlag.ItemIsUserCheckable
        return kept if index.column() == FIRST else kept | Qt.ItemFlag.ItemIsEditable


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
