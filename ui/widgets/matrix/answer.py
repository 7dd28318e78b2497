"""A finished matrix in words and tables: who is reached, how it came about, every time."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableView,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.bands import as_read
from app.catalog.algorithms import ALGORITHMS
from app.exports.matrix.shown import ShownMatrix
from app.units import units
from core.parallel.nearest_rows import NOBODY
from ui.texts import amount, area, count, figure, length, milliseconds
from ui.told import told
from ui.widgets import form
from ui.widgets.matrix.columns_model import Column, ColumnsModel
from ui.widgets.message_bar import as_sentence
from ui.widgets.plain_table import PlainTable, make_plain

PAIRS, NEAREST, ORIGINS = "pairs", "nearest", "origins"
"""Tables that can be seen: each pair, the nearest origins of each destination, each origin."""

AWAITED = "…"
"""Text of an amount that is being worked out."""

"""Pixels of a row of the statistics."""


class _Statistic(NamedTuple):
    """A column: an amount for each band, and how one is written."""

    head: str
    amounts: list[float]
    text: Callable[[float], str]
    tip: str = ""


class MatrixAnswerView(QWidget):
    """Shows one `ShownMatrix`; what is to be done with it goes out as signals."""

    map_wanted = Signal(str)
    save_wanted = Signal()
    statistics_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.headline = form.Heading("")
        self.headline.setWordWrap(True)
        self.method = form.Hint()
        self.on_map = QComboBox()
        self.statistics = PlainTable()
        self.copy = QPushButton(self.tr("Copy"))
        self.save_statistics = QPushButton(self.tr("Save statistics…"))
        self.which = QComboBox()
        self.model = ColumnsModel()
        self.table = QTableView()
        self.save = QPushButton(self.tr("Save matrix…"))
        self._shown: ShownMatrix | None = None
        self._name()
        self._set_up_tables()
        self._lay_out()
        self.copy.clicked.connect(
            lambda: QGuiApplication.clipboard().setText(self.statistics_text("\t"))
        )
        self.save.clicked.connect(self.save_wanted)
        self.save_statistics.clicked.connect(self.statistics_wanted)
        self.on_map.activated.connect(lambda: self.map_wanted.emit(self.on_map.currentData()))
        self.which.activated.connect(self._show_table)
        self.show_matrix(None)

    def _name(self) -> None:
        tr, name = self.tr, form.name
        for text, what in (
            (tr("Times of the starts"), "times"),
            (tr("Least time from any origin"), "least"),
            (tr("First origin of each place"), "best"),
            (tr("Origins within reach"), "count"),
        ):
            self.on_map.addItem(text, what)
        name(self.on_map, tr("Map shows"), tr("What the map shows of the answer"))
        name(
            self.statistics,
            tr("Statistics"),
            tr("What is reached in each band from the nearest origin, and in total up to its end"),
        )
        name(self.copy, tr("Copy the statistics"), tr("Copy the statistics as text"))
        name(self.save_statistics, tr("Save the statistics"), tr("Write the statistics as CSV"))
        name(self.which, tr("Table"), tr("Which times are listed"))
        name(self.table, tr("Times"), tr("Click a title to sort"))
        name(
            self.save,
            tr("Save the matrix"),
            tr("Write it as CSV, Parquet or NumPy, or the first origin of each place as a map"),
        )

    def _set_up_tables(self) -> None:
        make_plain(self.table)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.statistics.horizontalHeader().setStretchLastSection(True)
        self.table.setModel(self.model)
        form.yielding(self.table, 120)
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.table.setSortingEnabled(True)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(form.GAP)
        layout.addWidget(self.headline)
        layout.addWidget(self.method)
        layout.addWidget(self.statistics)
        layout.addLayout(_row(self.copy, self.save_statistics))
        layout.addLayout(_row(form.Hint(self.tr("Map")), self.on_map))
        layout.addLayout(_row(self.which, self.save))
        layout.addWidget(self.table, 1)

    # -- showing

    def show_matrix(self, shown: ShownMatrix | None) -> None:
        """Show an answer, or none."""
        self._shown = shown
        self.setVisible(shown is not None)
        self.model.show_columns(())
        if shown is None:
            return
        self.headline.setText(self._headline(shown))
        self.method.setText(self._method(shown))
        self.show_statistics(shown)
        self.which.clear()
        if shown.pairs is not None:
            self.which.addItem(self.tr("All pairs"), PAIRS)
        if shown.finished.job.destinations is not None:
            self.which.addItem(self.tr("Nearest origins"), NEAREST)
        self.which.addItem(self.tr("Origins"), ORIGINS)
        self._show_table()

    def show_on_map(self, what: str) -> None:
        """What the map shows now."""
        self.on_map.setCurrentIndex(max(self.on_map.findData(what), 0))

    def _headline(self, shown: ShownMatrix) -> str:
        """Who, or what, is reached within the last band."""
        covered, job, tr = shown.covered, shown.finished.job, self.tr
        within, told = amount(covered.bands.limits[-1], covered.bands.measure), covered.within()
        number, everything = 0.0, 0.0
        if covered.people is not None:
            number, everything = told["people"], covered.everybody
            who = tr("{number} of {all} people, {share} %, {live} within {time} of {origins}")
            if not everything:
                who = tr("{number} people {live} within {time} of {origins}")
        elif job.destinations is not None:
            number, everything = told["destinations"], job.count
            who = tr("{number} of {all} destinations {are} within {time} of {origins}")
            if everything == 1:
                who = tr("{number} of {all} destination {are} within {time} of {origins}")
        elif covered.lengths_m is not None:
            who = tr("{lengths} of streets are within {time} of {origins}")
        else:
            who = tr("{area} are within {time} of {origins}")
        several = tr("any of {count} origins").format(count=count(len(job.origins)))
        single = round(number) == 1
        words = who.format(
            number=count(number),
            all=count(everything),
            share=f"{100 * told.get('people_share', 0.0):.3g}",
            lengths=length(told.get("length_m", 0.0)),
            area=area(told.get("area_m2", 0.0)),
            live=tr("lives") if single else tr("live"),
            are=tr("is") if single else tr("are"),
            time=within,
            origins=several if len(job.origins) > 1 else tr("the origin"),
        )
        return f"{words}."

    def _method(self, shown: ShownMatrix) -> str:
        finished, job = shown.finished, shown.finished.job
        method = job.method if finished.worked is None else finished.worked.method
        title = next(
            row.title
            for row in ALGORITHMS
            if (row.id, row.domain) == (method.algorithm, job.spec.domain)
        )
        words = self.tr("{title} on the {backend}, {time}. {reason}.").format(
            title=title,
            backend=method.backend.upper(),
            time=milliseconds(finished.solve_ms),
            reason=as_sentence(told(method.reason)),
        )
        notes = [told(note).rstrip(".") + "." for note in finished.notes]
        return " ".join((words, *notes))

    def show_statistics(self, shown: ShownMatrix) -> None:
        """Show what lies in each band; the rest of the answer stays."""
        self._shown = shown
        columns = self._statistics(shown)
        bands = tuple(map(told, as_read(shown.covered.bands).labels()))
        self.statistics.setColumnCount(1 + len(columns))
        self.statistics.setRowCount(len(bands))
        self.statistics.setHorizontalHeaderItem(0, QTableWidgetItem(self.tr("Band")))
        for k, column in enumerate(columns, 1):
            head = QTableWidgetItem(column.head)
            head.setToolTip(column.tip)
            self.statistics.setHorizontalHeaderItem(k, head)
        for row, label in enumerate(bands):
            amounts = [(column, column.amounts[row]) for column in columns]
            known = (AWAITED if math.isnan(n) else column.text(n) for column, n in amounts)
            self.statistics.write(row, (label, *known))
        self.statistics.keep_rows(min(len(bands), 8))

    def statistics_text(self, separator: str = ",") -> str:
        """The statistics as lines."""
        if self._shown is None:
            return ""
        columns = self._statistics(self._shown)
        lines = io.StringIO()
        table = csv.writer(lines, delimiter=separator, lineterminator="\n")
        table.writerow([self.tr("Band"), *(column.head for column in columns)])
        labels = as_read(self._shown.covered.bands).labels()
        amounts = [
            ["" if math.isnan(a) else f"{a:.6g}" for a in column.amounts] for column in columns
        ]
        table.writerows(zip(labels, *amounts, strict=True))
        return lines.getvalue()

    def _statistics(self, shown: ShownMatrix) -> list[_Statistic]:
        """The columns, and a running total of the last."""
        table, tr = shown.covered.table(), self.tr
        unit, metres = units().amounts(True, 0.0)
        streets = tr("{unit} of streets").format(unit=unit)
        ground, patch = units().amounts(False, float(np.nansum(table.get("area_m2", 0.0))))
        notes = " ".join(map(told, shown.covered.notes))
        if shown.awaits_areas:
            table["area_m2"] = (math.nan,) * len(shown.covered.bands.limits)
            notes = tr("The areas are being drawn; Esc does without them")
        known = (
            ("destinations", tr("Destinations"), 1.0, count, ""),
            ("length_m", streets, 1 / metres, figure, ""),
            ("area_m2", ground, 1 / patch, figure, notes),
            ("people", tr("People"), 1.0, count, ""),
        )
        found = [
            _Statistic(head, [worth * amount for amount in table[name]], text, tip)
            for name, head, worth, text, tip in known
            if name in table
        ]
        last = found[-1]
        tip = tr("{what}, up to the end of the band").format(what=last.head)
        total = np.cumsum(last.amounts).tolist()
        return [*found, _Statistic(tr("Total"), total, last.text, tip)]

    # -- the table

    def _show_table(self) -> None:
        shown = self._shown
        if shown is not None:
            make = {PAIRS: self._pairs, NEAREST: self._nearest, ORIGINS: self._origins}
            self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            self.model.show_columns(make[self.which.currentData()](shown))

    def _pairs(self, shown: ShownMatrix) -> list[Column]:
        pairs, job = shown.pairs, shown.finished.job
        assert pairs is not None
        return [
            self._ids(self.tr("Origin"), pairs.origin, job.origins.ids),
            self._ids(self.tr("Destination"), pairs.destination, self._ends(shown)),
            self._times(pairs.seconds, shown),
        ]

    def _nearest(self, shown: ShownMatrix) -> list[Column]:
        """A row for each destination and rank that is reached."""
        nearest, job = shown.nearest, shown.finished.job
        rank, place = np.nonzero(nearest.row != NOBODY)
        order = np.lexsort((rank, place))
        rank, place = rank[order], place[order]
        return [
            self._ids(self.tr("Destination"), place, self._ends(shown)),
            Column("#", rank + 1, lambda k: str(int(k))),
            self._ids(self.tr("Origin"), nearest.row[rank, place], job.origins.ids),
            self._times(nearest.seconds[rank, place], shown),
        ]

    def _origins(self, shown: ShownMatrix) -> list[Column]:
        ids = shown.finished.job.origins.ids
        return [
            self._ids(self.tr("Origin"), np.arange(len(ids)), ids),
            Column(self.tr("First at"), shown.first_at, count),
        ]

    def _ends(self, shown: ShownMatrix) -> tuple[str, ...]:
        return shown.destination_ids

    def _ids(self, title: str, numbers: np.ndarray, ids: tuple[str, ...]) -> Column:
        return Column(title, numbers, lambda k: ids[int(k)], number=False)

    def _times(self, seconds: np.ndarray, shown: ShownMatrix) -> Column:
        measure = shown.covered.bands.measure
        title = {"time": self.tr("Time"), "length": self.tr("Distance")}
        return Column(
            title.get(measure.quantity, self.tr("Cost")), seconds, lambda s: amount(s, measure)
        )


def _row(*controls: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    for control in controls:
        row.addWidget(control, 0 if isinstance(control, form.Hint) else 1)
    return row
