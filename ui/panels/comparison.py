"""A kept result against the newest: how the map shows both, and what is won and lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
)

from app.editing.session import Change
from app.exports.comparison.gains import GainRow, Gains
from app.units import units
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.texts import amount, count, figure
from ui.widgets import form
from ui.widgets.fitted import Fitted
from ui.widgets.plain_table import PlainTable

NAME_LETTERS = 40
"""Letters of a name of a result, at most: it stands on the map."""


LEAST_COLUMN = 40
"""Pixels of a column, at least: seven of them stand beside each other."""


class Compared(Protocol):
    """What the panel shows of a comparison: fields of
    `ui.controllers.comparison.comparing.Comparing`."""

    view: str
    names: tuple[str, str]
    gains: Gains | None

    @property
    def differs(self) -> str: ...
    @property
    def ready(self) -> bool: ...
    @property
    def kept(self) -> object: ...
    @property
    def people(self) -> object: ...
    @property
    def sides(self) -> tuple[Sequence[str], int, int]: ...


class ComparisonPanel(Panel):
    shown_changes = Change.DOCUMENT | Change.RESULT | Change.UNITS

    keep_wanted = Signal()
    forget_wanted = Signal()
    a_wanted = Signal(int)  # number of a scenario
    b_wanted = Signal(int)
    view_wanted = Signal(str)
    named = Signal(str, str)
    people_wanted = Signal()
    nobody_wanted = Signal()
    export_wanted = Signal()

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.keep = QPushButton(self.tr("Keep this result"))
        self.forget = QPushButton(self.tr("Forget it"))
        self.hint = form.Hint()
        self.view = QComboBox()
        self.a, self.b = QLineEdit(), QLineEdit()
        self.scenario_a, self.scenario_b = QComboBox(), QComboBox()
        self.people = Fitted()
        self.people_file = QPushButton(self.tr("File…"))
        self.people_none = QPushButton("✕")
        self.differs = form.Hint()
        self.headline = form.Hint()
        self._shown: Compared | None = None
        self.table = PlainTable()
        self.export = QPushButton(self.tr("Export…"))
        self._name()
        self._lay_out()
        self._connect()
        self.refresh(self.shown_changes)

    def _name(self) -> None:
        tr, name = self.tr, form.name
        for text, view in (
            (tr("Newest result (B)"), "current"),
            (tr("Swipe: A left, B right"), "swipe"),
            (tr("Blink: A and B by turns"), "blink"),
            (tr("Difference: B − A"), "difference"),
        ):
            self.view.addItem(text, view)
        name(self.keep, tr("Keep this result"), tr("Keep it as A, to be compared with (Shift+A)"))
        name(self.forget, tr("Forget the kept result"), tr("Keep nothing any more"))
        name(self.view, tr("Map of the comparison"), tr("What the map shows of both (Shift+B)"))
        name(self.a, tr("Name of A"), tr("What the kept result is called"))
        name(self.b, tr("Name of B"), tr("What the newest result is called"))
        name(self.scenario_a, tr("Scenario A"), tr("What the newest result is compared with"))
        name(self.scenario_b, tr("Scenario B"), tr("What is asked now; another one is switched to"))
        people = tr("A raster that says how many people live in each cell")
        name(self.people_file, tr("Raster of people for the comparison"), people)
        name(self.people_none, tr("No people in the comparison"), tr("Count no people"))
        name(
            self.table,
            tr("Won and lost"),
            tr("What lies within each limit in A and in B, what is won and what is lost"),
        )
        name(self.export, tr("Export the comparison"), tr("Write the difference, or this table"))
        for edit in (self.a, self.b):
            edit.setMaxLength(NAME_LETTERS)

    def _lay_out(self) -> None:
        layout, rows = form.column(self), form.form()
        buttons, people = QHBoxLayout(), QHBoxLayout()
        for button in (self.keep, self.forget):
            buttons.addWidget(button)
        layout.addLayout(buttons)
        layout.addWidget(self.hint)
        for control in (self.people, self.people_file, self.people_none):
            people.addWidget(control, int(control is self.people))
        rows.addRow(self.tr("Map"), self.view)
        rows.addRow(self.tr("Scenario A"), self.scenario_a)
        rows.addRow(self.tr("Scenario B"), self.scenario_b)
        self._rows = rows
        rows.addRow(self.tr("A"), self.a)
        rows.addRow(self.tr("B"), self.b)
        rows.addRow(self.tr("People"), people)
        layout.addLayout(rows)
        layout.addWidget(self.differs)
        layout.addWidget(self.headline)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.export)

    def _connect(self) -> None:
        self.keep.clicked.connect(self.keep_wanted)
        self.forget.clicked.connect(self.forget_wanted)
        self.view.activated.connect(lambda: self.view_wanted.emit(self.view.currentData()))
        self.scenario_a.activated.connect(self._choose_a)
        self.scenario_b.activated.connect(self.b_wanted)
        for edit in (self.a, self.b):
            edit.editingFinished.connect(lambda: self.named.emit(self.a.text(), self.b.text()))
        self.people_file.clicked.connect(self.people_wanted)
        self.people_none.clicked.connect(self.nobody_wanted)
        self.export.clicked.connect(self.export_wanted)

    # -- showing

    def refresh(self, change: Change) -> None:
        result = self.session.result
        self.keep.setEnabled(result is not None and not result.preview)
        if change & Change.UNITS and self._shown is not None:
            self.show_comparison(self._shown)

    def show_comparison(self, shown: Compared) -> None:
        """Show what is compared, and what came of it."""
        self._shown = shown
        kept = shown.kept is not None
        self.hint.setText(
            self.tr("Change anything – starts, speeds, closures, the vehicle – and compare.")
            if kept
            else self.tr("Keep a result, change anything, and see what is won and lost.")
        )
        for control in (self.view, self.a, self.b, self.forget):
            control.setEnabled(kept)
        self.view.setCurrentIndex(self.view.findData(shown.view))
        self._show_sides(*shown.sides)
        for edit, text in zip((self.a, self.b), shown.names, strict=True):
            if edit.text() != text:
                edit.setText(text)
        self.people.setText(getattr(shown.people, "name", self.tr("not counted")))
        self.people_none.setEnabled(shown.people is not None)
        self.export.setEnabled(shown.ready)
        differs = shown.differs if shown.ready else ""
        self.differs.setText(differs)
        self.differs.setVisible(bool(differs))
        self.headline.setText("" if shown.gains is None else self._headline(shown, shown.gains))
        self.headline.setVisible(shown.gains is not None)
        self._fill(shown.gains)

    def _show_sides(self, names: Sequence[str], a: int, b: int) -> None:
        for combo, at, first in (
            (self.scenario_a, a + 1, (self.tr("the kept result"),)),
            (self.scenario_b, b, ()),
        ):
            combo.clear()
            combo.addItems([*first, *names])
            combo.setCurrentIndex(at)
            self._rows.setRowVisible(combo, bool(names))
        of_scenarios = a >= 0
        for edit in (self.a, self.b):
            self._rows.setRowVisible(edit, not of_scenarios)

    def _choose_a(self, row: int) -> None:
        if row:
            self.a_wanted.emit(row - 1)
        else:
            self.keep_wanted.emit()

    def _headline(self, shown: Compared, gains: Gains) -> str:
        """In words, by how much what both reach differs."""
        if gains.mean != gains.mean:  # NaN: nothing is reached by both
            return self.tr("Nothing is reached by both.")
        off = amount(abs(gains.mean), gains.measure)
        if gains.mean == 0:
            return self.tr("Both are the same on average.")
        time = gains.measure.quantity == "time"
        words = {
            (True, True): self.tr("{b} is {off} quicker than {a} on average."),
            (True, False): self.tr("{b} is {off} slower than {a} on average."),
            (False, True): self.tr("{b} is {off} less than {a} on average."),
            (False, False): self.tr("{b} is {off} more than {a} on average."),
        }[time, gains.mean < 0]
        return words.format(a=shown.names[0], b=shown.names[1], off=off)

    def _fill(self, gains: Gains | None) -> None:
        if gains is None:
            self.table.setRowCount(0)
            return
        most = max((max(row.a, row.b) for row in gains.rows), default=0.0)
        unit, worth = units().amounts(gains.lengths, most)
        heads = [self.tr("Within"), *(f"{name}, {unit}" for name in self._columns())]
        if gains.people:
            heads += [self.tr("People won"), self.tr("People lost")]
        # In two lines, and the limits whole: else the last columns would be out of sight.
        heads = [head.replace(" ", "\n") for head in heads]
        self.table.head(heads, wide=len(heads) - 1)
        self.table.horizontalHeader().setMinimumSectionSize(LEAST_COLUMN)
        self.table.setRowCount(len(gains.rows))
        for k, row in enumerate(gains.rows):
            known = row.limit < float("inf")
            texts = [amount(row.limit, gains.measure) if known else self.tr("at all")]
            texts += [figure(value / worth) for value in (row.a, row.b, row.won, row.lost)]
            if gains.people:
                some: GainRow = gains.people[k]
                texts += [count(some.won), count(some.lost)]
            self.table.write(k, texts)

    def _columns(self) -> tuple[str, ...]:
        return "A", "B", self.tr("Won"), self.tr("Lost")
