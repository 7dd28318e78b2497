"""The zonal table: what lies in each band of each start, and what value rasters count there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QPushButton,
    QTableWidgetItem,
)

from app.editing.session import Change
from app.exports.request import ValueRaster
from app.units import units
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.texts import count, figure, one_line
from ui.told import THIN_SPACE, told
from ui.widgets import form
from ui.widgets.plain_table import EDITED, PlainTable

if TYPE_CHECKING:  # it loads GDAL
    from app.exports.zonal.table import ZonalTable

RASTER_ROWS = 3
"""Rows of the list of rasters that are seen at once."""

MOST_ROWS = 400
"""Rows that are listed; a file has all."""

NAME_LETTERS = 32

ALL_BANDS = -1
"""Number that stands for all bands of a start."""


class Zoned(Protocol):
    """What the panel shows: fields of `ui.controllers.comparison.zones.Zoning`."""

    rasters: tuple[ValueRaster, ...]
    table: ZonalTable | None

    @property
    def reckoning(self) -> bool: ...


class ZonesPanel(Panel):
    shown_changes = Change.DOCUMENT

    raster_wanted = Signal()
    rasters_edited = Signal(object)  # tuple of ValueRaster
    zone_wanted = Signal(int, int)  # start and band, or ALL_BANDS; -1 and -1 for none
    export_wanted = Signal()
    looked_at = Signal()

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.hint = form.Hint()
        self.rasters = PlainTable(2, wide=0)
        self.add = QPushButton(self.tr("Add raster…"))
        self.remove = QPushButton(self.tr("Remove"))
        self.table = PlainTable()
        self.copy = QPushButton(self.tr("Copy"))
        self.export = QPushButton(self.tr("Export…"))
        self._listed: tuple[ValueRaster, ...] = ()
        self._zones: list[tuple[int, int]] = []
        self._just_chosen = False  # by the click that is under way
        self._name()
        self._lay_out()
        self.add.clicked.connect(self.raster_wanted)
        self.remove.clicked.connect(self._remove)
        self.rasters.itemChanged.connect(self._rename)
        self.table.itemSelectionChanged.connect(self._choose)
        self.table.clicked.connect(lambda _: self._click())
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text()))
        self.export.clicked.connect(self.export_wanted)

    def _name(self) -> None:
        tr, name = self.tr, form.name
        name(
            self.rasters,
            tr("Value rasters"),
            tr("Rasters whose values are summed; double-click a name or a unit to change it"),
        )
        name(self.add, tr("Add a value raster"), tr("Population, demand, anything that counts"))
        name(self.remove, tr("Remove the value raster"), tr("Sum the chosen raster no more"))
        name(
            self.table,
            tr("Amounts by start and band"),
            tr(
                "What each start is first at, by band; click a row to show it on the map, or again"
                " to hide it"
            ),
        )
        name(self.copy, tr("Copy the zonal table"), tr("Put the table on the clipboard as text"))
        name(self.export, tr("Export the zonal table"), tr("Write it as CSV"))

    def _lay_out(self) -> None:
        layout = form.column(self)
        layout.addWidget(self.hint)
        for table in (self.rasters, self.table):
            table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.rasters.setHorizontalHeaderLabels([self.tr("Sum of"), self.tr("Unit")])
        self.rasters.setEditTriggers(EDITED)
        self.rasters.keep_rows(RASTER_ROWS)
        layout.addWidget(self.rasters)
        for buttons in ((self.add, self.remove), (self.copy, self.export)):
            row = QHBoxLayout()
            for button in buttons:
                row.addWidget(button)
            layout.addLayout(row)
            if self.add in buttons:
                form.yielding(self.table, 2 * form.LEAST_HEIGHT)
                layout.addWidget(self.table, 1)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        super().showEvent(event)
        self.looked_at.emit()

    # -- rasters

    def _remove(self) -> None:
        row = self.rasters.currentRow()
        if 0 <= row < len(self._listed):
            self.rasters_edited.emit((*self._listed[:row], *self._listed[row + 1 :]))

    def _rename(self, item: QTableWidgetItem) -> None:
        row = item.row()
        name, unit = (self.rasters.item(row, column) for column in range(2))
        if name is None or unit is None:
            return
        old = self._listed[row]
        new = ValueRaster(old.path, name.text().strip() or old.name, unit.text().strip())
        if new != old:
            self.rasters_edited.emit((*self._listed[:row], new, *self._listed[row + 1 :]))

    # -- showing

    def refresh(self, change: Change) -> None:
        """All that is shown is told by `show_zones`."""

    def show_zones(self, shown: Zoned) -> None:
        """Show the rasters, and what came of them."""
        self._list(shown.rasters)
        table = shown.table
        words = self.tr("Each place belongs to the start that reaches it first.")
        if table is None:
            words = self.tr("Set starts, and see what lies in each band of each.")
            if shown.reckoning:
                words = self.tr("Adding up what lies in each band…")
        self.hint.setText(words)
        for button in (self.copy, self.export):
            button.setEnabled(table is not None)
        before = self.table.blockSignals(True)
        self._fill(table)
        self.table.blockSignals(before)

    def _list(self, rasters: Sequence[ValueRaster]) -> None:
        self._listed = tuple(rasters)
        before = self.rasters.blockSignals(True)
        self.rasters.setRowCount(len(rasters))
        for row, raster in enumerate(rasters):
            for column, text in enumerate((raster.name, raster.unit)):
                item = QTableWidgetItem(text)
                item.setToolTip(str(raster.path))
                self.rasters.setItem(row, column, item)
        self.rasters.blockSignals(before)
        self.remove.setEnabled(bool(rasters))

    def _fill(self, table: ZonalTable | None) -> None:
        self._zones = []
        self.table.setRowCount(0)
        self.table.clearSelection()
        if table is None:
            return
        starts = table.amounts.sum(axis=1)
        unit, worth = units().amounts(table.lengths, float(starts.max(initial=0.0)))
        heads = [self.tr("Start"), self.tr("Band"), unit]
        heads += [" ".join((raster.name, raster.unit)).strip() for raster in table.rasters]
        self.table.head(heads, wide=1)
        labels = tuple(map(told, table.bands.labels()))
        for start, name in enumerate(table.names):
            for band in (*range(len(labels)), ALL_BANDS):
                some = slice(None) if band == ALL_BANDS else slice(band, band + 1)
                amounts = [
                    float(sums[start, some].sum()) for sums in (table.amounts, *table.values)
                ]
                if any(amounts) and len(self._zones) < MOST_ROWS:
                    label = self.tr("all") if band == ALL_BANDS else labels[band]
                    texts = [figure(amounts[0] / worth), *(count(n) for n in amounts[1:])]
                    colour = table.colours[start]
                    self._add((one_line(name, NAME_LETTERS), label, *texts), colour, band)
                    self._zones.append((start, band))

    def _add(self, texts: Sequence[str], colour: str, band: int) -> None:
        row = self.table.rowCount()
        self.table.setRowCount(row + 1)
        items = self.table.write(row, texts)
        items[0].setData(Qt.ItemDataRole.DecorationRole, QColor(colour))
        items[1].setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for item in items:
            font = item.font()
            font.setBold(band == ALL_BANDS)
            item.setFont(font)

    def _choose(self) -> None:
        rows = {index.row() for index in self.table.selectedIndexes()}
        start, band = self._zones[min(rows)] if rows else (-1, -1)
        self._just_chosen = True
        self.zone_wanted.emit(start, band)

    def _click(self) -> None:
        """A click on the row that is shown hides it again."""
        if not self._just_chosen:
            self.table.clearSelection()
        self._just_chosen = False

    def show_no_zone(self) -> None:
        """The map shows something else: no row is chosen, so that each can be again."""
        before = self.table.blockSignals(True)
        self.table.clearSelection()
        self.table.blockSignals(before)

    def text(self) -> str:
        """The table as text, with tabs; numbers without spaces, so that other programs know them
        for what they are."""
        heads = [self.table.horizontalHeaderItem(c) for c in range(self.table.columnCount())]
        lines = ["\t".join(head.text() for head in heads if head is not None)]
        for start, band, *amounts in self.table.lines():
            numbers = (item.text().replace(THIN_SPACE, "") for item in amounts)
            lines.append("\t".join((start.text(), band.text(), *numbers)))
        return "\n".join(lines)
