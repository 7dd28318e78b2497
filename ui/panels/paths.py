"""Pinned paths: what they are called, how long they take, and the profile of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeySequence, QPixmap, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QTableWidgetItem,
)

from app.editing.session import Change
from app.measure import Measure
from app.paths.path import TravelPath
from app.units import units
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.plots.profile_plot import Profile, ProfilePlot
from ui.texts import amount, height, length, speed
from ui.widgets import form
from ui.widgets.fitted import Fitted
from ui.widgets.plain_table import EDITED, PlainTable

NAME, TIME, LENGTH, CLIMB = range(4)
"""Columns of the table."""

SWATCH = 12
"""Side in pixels of the colour beside a name."""

NOTHING = "–"


class PathsPanel(Panel):
    shown_changes = Change.PINS | Change.DOCUMENT | Change.UNITS

    chosen = Signal(int)  # index of the path that stands out
    pointed = Signal(int)  # index of the point on it that is under the pointer, -1 for none
    export_wanted = Signal()

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.paths: tuple[TravelPath | None, ...] = ()
        self.old = False
        self.table = PlainTable(4, wide=NAME)
        self.up, self.across = QComboBox(), QComboBox()
        self.plot = ProfilePlot()
        self.told = Fitted(lines=True)
        self.hint = form.Hint()
        self.remove, self.remove_all = QPushButton(self.tr("Remove")), QPushButton()
        self.export = QPushButton(self.tr("Export…"))
        self._lay_out()
        self.refresh(self.shown_changes)

    def _lay_out(self) -> None:
        tr, name = self.tr, form.name
        for key, text in (
            ("speed", tr("Speed")), ("height", tr("Height")), ("amount", tr("Time")),
        ):  # fmt: skip
            self.up.addItem(text, key)
        for key, text in (("metres", tr("over the distance")), ("amount", tr("over the time"))):
            self.across.addItem(text, key)
        self.remove_all.setText(tr("Remove all"))
        name(self.table, tr("Pinned paths"), tr("Double-click a name to change it"))
        name(self.up, tr("What the profile shows"), tr("Speed, height or time along the path"))
        name(self.across, tr("What it is over"), tr("Along the distance, or along the time"))
        name(self.remove, tr("Remove the chosen paths"), tr("Remove the chosen paths (Delete)"))
        name(self.remove_all, tr("Remove all paths"), tr("Remove all pinned paths"))
        name(self.export, tr("Export the paths"), tr("GPX, GeoJSON or GeoPackage"))
        self.told.setAccessibleName(tr("Place on the path under the pointer"))
        self._set_up_table()
        choices, buttons = QHBoxLayout(), QHBoxLayout()
        for combo in (self.up, self.across):
            choices.addWidget(combo, 1)
            combo.activated.connect(lambda _index: self._show_profile())
        for button, act in (
            (self.remove, self._remove),
            (self.remove_all, lambda: self.editor.set_pins((), tr("Remove all paths"))),
            (self.export, self.export_wanted.emit),
        ):
            button.clicked.connect(lambda _checked=False, act=act: act())
            buttons.addWidget(button)
        self.plot.pointed.connect(self._tell)
        layout = form.column(self)
        for widget in (self.hint, self.table):
            layout.addWidget(widget, int(widget is self.table))
        layout.addLayout(choices)
        fixed = self.plot.sizePolicy().Policy.Fixed  # else the table would take all of its height
        self.plot.setSizePolicy(self.plot.sizePolicy().horizontalPolicy(), fixed)
        layout.addWidget(self.plot)
        layout.addWidget(self.told)
        layout.addLayout(buttons)

    def _set_up_table(self) -> None:
        self.table.setHorizontalHeaderLabels(
            [self.tr("Path"), self.tr("Time"), self.tr("Length"), self.tr("Up, down")]
        )
        self.table.setEditTriggers(EDITED)
        self.table.verticalHeader().setDefaultSectionSize(24)  # a name is typed in it
        self.table.itemChanged.connect(self._renamed)
        self.table.itemSelectionChanged.connect(self._choose)
        delete = QShortcut(QKeySequence.StandardKey.Delete, self.table)
        delete.setContext(delete.context().WidgetShortcut)
        delete.activated.connect(self._remove)

    # -- showing

    @property
    def row(self) -> int:
        """The path that stands out: the chosen one, else the last; -1 where there is none."""
        row, count = self.table.currentRow(), len(self.session.pins)
        return row if 0 <= row < count else count - 1

    @property
    def path(self) -> TravelPath | None:
        return self.paths[self.row] if 0 <= self.row < len(self.paths) else None

    def refresh(self, change: Change) -> None:
        self._fill()

    def show_paths(self, paths: Sequence[TravelPath | None], old: bool) -> None:
        """The paths of the pins, None where there is none; old : of the question before."""
        self.paths, self.old = tuple(paths), old
        self._fill()

    def _fill(self) -> None:
        pins, row = self.session.pins, self.row
        self.table.blockSignals(True)
        self.table.setRowCount(len(pins))
        for k, pin in enumerate(pins):
            found = self.paths[k] if k < len(self.paths) else None
            name = QTableWidgetItem(_swatch(pin.colour), pin.name)
            self.table.setItem(k, NAME, name)
            for item in self.table.write(k, self._texts(found), first=TIME):
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
        if pins:
            self.table.setCurrentCell(row, NAME)
        self.table.blockSignals(False)
        for button in (self.remove, self.remove_all):
            button.setEnabled(bool(pins))
        self.export.setEnabled(any(path is not None for path in self.paths))
        words = self.tr("Ctrl-click the map, or right-click it, to pin the path to a place.")
        if pins and self.old:
            words = self.tr("These are the paths of the question before.")
        self.hint.setText(words)
        self._show_profile()

    def _texts(self, path: TravelPath | None) -> tuple[str, str, str]:
        if path is None:
            return self.tr("not reached") if self.paths else NOTHING, NOTHING, NOTHING
        climb = path.climb
        told = NOTHING if climb is None else f"{height(climb[0])}, {height(climb[1])}"
        return amount(path.total, path.measure), length(path.length_m), told

    def _show_profile(self) -> None:
        path = self.path
        for combo, of_time in ((self.up, 2), (self.across, 1)):
            words = {2: (self.tr("Time"), self.tr("Cost")),
                     1: (self.tr("over the time"), self.tr("over the cost"))}[of_time]  # fmt: skip
            combo.setItemText(of_time, words[not (path is None or path.is_time)])
        wanted = self.up.currentData()
        if path is None:
            self.plot.show_profile(None)
            self.told.setText("")
            return
        across, across_name = self._column(path, self.across.currentData())
        up, up_name = self._column(path, wanted)
        colour = self.session.pins[self.row].colour
        stepped = wanted == "speed"
        self.plot.show_profile(Profile(across, up, stepped, across_name, up_name, colour))
        self._tell(-1)

    def _column(
        self, path: TravelPath, key: str
    ) -> tuple[np.ndarray[tuple[int], np.dtype[np.float64]], str]:
        """Values along a path in the unit that people read, and what they are."""
        system = units()
        if key == "speed":
            return path.kmh / system.speed[1], self.tr("Speed, {unit}").format(unit=system.speed[0])
        if key == "height":
            known = np.full(len(path.metres), np.nan) if path.heights is None else path.heights
            climbed = path.heights is not None and not path.above_sea
            text = self.tr("Climbed, {unit}") if climbed else self.tr("Height, {unit}")
            return known / system.small[1], text.format(unit=system.small[0])
        if key == "metres":
            name, worth = system.large if path.length_m >= system.large_from_m else system.small
            return path.metres / worth, self.tr("Distance, {unit}").format(unit=name)
        name, worth = _unit_of(path.measure, path.total)
        text = self.tr("Time, {unit}") if path.is_time else self.tr("Cost, {unit}")
        return (path.delay + path.amounts) / worth, text.format(unit=name)

    def _tell(self, index: int) -> None:
        """Tell of a place on the path, or of the whole where none is under the pointer."""
        path, words = self.path, ""
        if path is not None and index >= 0:
            parts = [
                length(float(path.metres[index])),
                amount(path.delay + float(path.amounts[index]), path.measure),
            ]
            if np.isfinite(path.kmh[index]):
                parts.append(speed(float(path.kmh[index])))
            if path.heights is not None and np.isfinite(path.heights[index]):
                parts.append(height(float(path.heights[index])))
            words = " · ".join(parts)
        elif path is not None and self.up.currentData() == "height" and path.heights is None:
            words = self.tr("No heights are known: View ▸ Hill shading ▸ Elevation raster")
        self.told.setText(words)
        self.pointed.emit(index)

    # -- editing

    def _renamed(self, item: QTableWidgetItem) -> None:
        pins, row = self.session.pins, item.row()
        name = item.text().strip()
        if item.column() != NAME or not 0 <= row < len(pins):
            return
        renamed = replace(pins[row], name=name or pins[row].name)
        after = (*pins[:row], renamed, *pins[row + 1 :])
        if after == pins:
            self._fill()
        self.editor.set_pins(after, self.tr("Rename path"))

    def _choose(self) -> None:
        self._show_profile()
        self.chosen.emit(self.row)

    def _remove(self) -> None:
        rows = {index.row() for index in self.table.selectionModel().selectedRows()} or {self.row}
        pins = tuple(pin for k, pin in enumerate(self.session.pins) if k not in rows)
        self.editor.set_pins(pins, self.tr("Remove path"))


def _unit_of(measure: Measure, most: float) -> tuple[str, float]:
    """The largest unit of which there is one in an amount."""
    told = units().of(measure)
    fitting = [unit for unit in told.units if most >= unit[1]] or told.units[:1]
    return fitting[-1]


def _swatch(colour: str) -> QIcon:
    picture = QPixmap(SWATCH, SWATCH)
    picture.fill(QColor(colour))
    icon = QIcon(picture)
    icon.addPixmap(picture, QIcon.Mode.Selected)  # else Qt tints it
    return icon
