"""A finished matrix in words and tables: who is reached, how it came about, every time."""

from __future__ import annotations

import csv
import io

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.catalog.algorithms import ALGORITHMS
from app.exports.matrix.shown import ShownMatrix
from core.parallel.nearest_rows import NOBODY
from ui.texts import amount, count, milliseconds, square_km
from ui.widgets import form
from ui.widgets.matrix.columns_model import Column, ColumnsModel

PAIRS, NEAREST, ORIGINS = "pairs", "nearest", "origins"
"""Tables that can be seen: each pair, the nearest origins of each destination, each origin."""

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
ROW_HEIGHT = 21
"""Pixels of a row of the statistics."""


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
        self.statistics = QTableWidget(0, 0)
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
        for table in (self.statistics, self.table):
            table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
            table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
            table.setShowGrid(False)
            table.verticalHeader().hide()
            table.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
            table.horizontalHeader().setHighlightSections(False)
            table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        fit = QHeaderView.ResizeMode.ResizeToContents
        self.statistics.horizontalHeader().setSectionResizeMode(fit)
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
        self._show_statistics(shown)
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
        covered, job = shown.covered, shown.finished.job
        within = amount(covered.bands.limits[-1], covered.bands.measure)
        who: str
        everything: float = job.count
        if covered.people is not None:
            who = self.tr("{people} of {all} people, {share} %, live within {time} of {origins}")
            if not covered.everybody:
                who = self.tr("{people} people live within {time} of {origins}")
            number, everything = count(sum(covered.people)), covered.everybody
        elif job.destinations is not None:
            who = self.tr("{people} of {all} destinations are within {time} of {origins}")
            number = count(sum(covered.destinations))
        elif covered.lengths:
            who = self.tr("{people} km of streets are within {time} of {origins}")
            number = square_km(sum(covered.amounts) / 1e3)
        else:
            who = self.tr("{people} km² are within {time} of {origins}")
            number = square_km(sum(covered.amounts) / 1e6)
        several = self.tr("any of {count} origins").format(count=count(len(job.origins)))
        origins = several if len(job.origins) > 1 else self.tr("the origin")
        share = f"{100 * sum(covered.people or ()) / (covered.everybody or 1.0):.3g}"
        words = {"people": number, "all": count(everything), "share": share}
        return who.format(**words, time=within, origins=origins) + "."

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
            reason=method.reason[:1].upper() + method.reason[1:],
        )
        notes = [note.rstrip(".") + "." for note in finished.notes]
        return " ".join((words, *notes))

    def _show_statistics(self, shown: ShownMatrix) -> None:
        heads, rows = _statistics(shown, self.tr("total"))
        self.statistics.setColumnCount(len(heads))
        self.statistics.setRowCount(len(rows))
        self.statistics.setHorizontalHeaderLabels(heads)
        for row, (band, places, amounts, *more) in enumerate(rows):
            figures = count(int(places)), square_km(float(amounts)), *more
            for column, text in enumerate((band, *figures)):
                item = QTableWidgetItem(text)
                if column:
                    item.setTextAlignment(_RIGHT)
                self.statistics.setItem(row, column, item)
        height = self.statistics.horizontalHeader().sizeHint().height()
        self.statistics.setFixedHeight(height + min(len(rows), 8) * ROW_HEIGHT + 4)

    def statistics_text(self, separator: str = ",") -> str:
        """The statistics as lines."""
        if self._shown is None:
            return ""
        heads, rows = _statistics(self._shown, self.tr("total"))
        lines = io.StringIO()
        csv.writer(lines, delimiter=separator, lineterminator="\n").writerows((heads, *rows))
        return lines.getvalue()

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


def _statistics(shown: ShownMatrix, total: str) -> tuple[list[str], list[list[str]]]:
    """Heads and rows, with running totals of the last column."""
    heads, rows = shown.covered.table()
    covered = shown.covered
    last = covered.people if covered.people is not None else covered.amounts
    worth = 1.0 if covered.people is not None else 1e3 if covered.lengths else 1e6
    sums = np.cumsum(last) / worth
    texts = [count(s) if covered.people is not None else square_km(s) for s in sums.tolist()]
    return [*heads, total], [[*row, text] for row, text in zip(rows, texts, strict=True)]


def _row(*controls: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    for control in controls:
        row.addWidget(control, 0 if isinstance(control, form.Hint) else 1)
    return row
