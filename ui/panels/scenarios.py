"""Scenarios of the project: which is asked, what they are called, and figures that are kept."""

from __future__ import annotations

from typing import Any, Protocol

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QPushButton,
)

from app.editing.session import Change
from app.project.open_scenarios import OpenScenarios
from app.project.scenarios import MOST_LETTERS
from app.units import units
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.texts import amount, figure
from ui.widgets import form
from ui.widgets.plain_table import PlainTable

ROWS = 8
"""Most lines of the list that are seen at once."""


class Chosen(Protocol):
    """What the panel shows and asks of scenarios: parts of
    `ui.controllers.projects.scenarios.Scenarios`."""

    open: OpenScenarios
    changed: Any

    def switch(self, number: int) -> None: ...
    def rename(self, number: int, name: str) -> None: ...
    def duplicate(self) -> None: ...
    def delete(self, number: int) -> None: ...
    def solve_all(self) -> None: ...
    def ask_result(self) -> None: ...
    def forget_result(self, name: str) -> None: ...
    def still_true(self, kept: str) -> bool | None: ...


class ScenariosPanel(Panel):
    shown_changes = Change.DOCUMENT | Change.RESULT | Change.UNITS

    compare_wanted = Signal(int)  # number of the one that is to be A

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.hint = form.Hint()
        self.list = QListWidget()
        self.duplicate = QPushButton(self.tr("Duplicate"))
        self.remove = QPushButton(self.tr("Delete"))
        self.solve = QPushButton(self.tr("Solve all"))
        self.compare = QPushButton(self.tr("Compare"))
        self.results = PlainTable(4, wide=0)
        self.keep = QPushButton(self.tr("Keep figures…"))
        self.forget = QPushButton(self.tr("Forget"))
        self._scenarios: Chosen | None = None
        self._name()
        self._lay_out()

    def _name(self) -> None:
        tr, name = self.tr, form.name
        name(
            self.list,
            tr("Scenarios of the project"),
            tr("Choose one to ask what it asks (S: the next one); double-click to rename it"),
        )
        name(
            self.duplicate,
            tr("Duplicate the scenario"),
            tr("Go on in a new scenario that asks the same (Ctrl+D)"),
        )
        name(self.remove, tr("Delete the scenario"), tr("A button brings it back (Delete)"))
        name(
            self.solve,
            tr("Solve all scenarios"),
            tr("Have all answers at hand, so that switching is immediate (Shift+F5)"),
        )
        name(
            self.compare,
            tr("Compare with the scenario before"),
            tr("The one before is A, this one is B; others are chosen in the Comparison panel"),
        )
        name(
            self.results,
            tr("Kept figures of the scenario"),
            tr("What was reached then, and whether the times are still the same to the bit"),
        )
        name(
            self.keep,
            tr("Keep the figures in the project"),
            tr("Keep what is reached, how far and in which bands, under a name (Ctrl+Alt+F)"),
        )
        name(self.forget, tr("Forget kept figures"), tr("Forget the selected ones"))

    def _lay_out(self) -> None:
        layout = form.column(self)
        layout.addWidget(self.hint)
        layout.addWidget(self.list)
        layout.addLayout(form.pairs([self.duplicate, self.remove, self.solve, self.compare]))
        layout.addWidget(form.Heading(self.tr("Kept figures")))
        layout.addWidget(self.results, 1)
        layout.addLayout(form.pairs([self.keep, self.forget]))

    def follow(self, scenarios: Chosen) -> None:
        """Show these, and do with them what is asked for here."""
        self._scenarios = scenarios
        scenarios.changed.connect(lambda: self.refresh(self.shown_changes))
        self.list.currentRowChanged.connect(self._switch)
        self.list.itemChanged.connect(self._rename)
        self.duplicate.clicked.connect(lambda: scenarios.duplicate())
        self.remove.clicked.connect(lambda: scenarios.delete(scenarios.open.at))
        self.solve.clicked.connect(lambda: scenarios.solve_all())
        self.compare.clicked.connect(lambda: self.compare_wanted.emit(self._before))
        self.keep.clicked.connect(lambda: scenarios.ask_result())
        self.forget.clicked.connect(self._forget)
        self.results.itemSelectionChanged.connect(self._enable)
        shortcut = QShortcut(QKeySequence.StandardKey.Delete, self.list)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(lambda: scenarios.delete(scenarios.open.at))
        self.refresh(self.shown_changes)

    @property
    def _before(self) -> int:
        scenarios = self._scenarios
        assert scenarios is not None, "it follows some"
        return (scenarios.open.at - 1) % len(scenarios.open.entries)

    # -- showing

    def refresh(self, change: Change) -> None:
        if self._scenarios is None:
            return
        found = self._scenarios.open
        with QSignalBlocker(self.list):
            self.list.clear()
            for number, entry in enumerate(found.entries):
                item = QListWidgetItem(entry.name)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
                font = item.font()
                font.setBold(number == found.at)
                item.setFont(font)
                self.list.addItem(item)
            self.list.setCurrentRow(found.at)
        line = max(self.list.sizeHintForRow(0), 1)
        rows = min(len(found.entries), ROWS)
        self.list.setFixedHeight(rows * line + 2 * self.list.frameWidth() + 2)
        alone = len(found.entries) == 1
        self.hint.setText(
            self.tr("Duplicate this one, change anything, and switch between both with S.")
            if alone
            else self.tr(
                "Each has its own starts, limit, vehicle, closures, slopes, edits and undo."
            )
        )
        self._show_results()
        self._enable()

    def _show_results(self) -> None:
        assert self._scenarios is not None
        kept = self._scenarios.open.current.results
        self.results.head(
            [self.tr("Name"), self.tr("Farthest"), self.tr("Reached"), self.tr("Times")]
        )
        self.results.setRowCount(len(kept))
        for row, each in enumerate(kept):
            figures = each["figures"]
            unit, worth = units().amounts(figures["unit"] == "m", sum(figures["amounts"]))
            still = self._scenarios.still_true(each["times"])
            words = {True: self.tr("the same"), False: self.tr("others now"), None: ""}[still]
            within = f"{figure(sum(figures['amounts']) / worth)} {unit}"
            farthest = self._amount(figures["farthest"], figures["counts"])
            texts = [each["name"], farthest, within, words]
            self.results.write(row, texts)
            item = self.results.item(row, 0)
            if item is not None:
                item.setToolTip(f"{each['solved']} · {each.get('by', '')}")

    def _amount(self, far: float, base: str) -> str:
        """How far, as the document counts it where that is the same."""
        measure = self.session.bands.measure
        return amount(far, measure) if measure.base == base else f"{far:.6g} {base}"

    def _enable(self) -> None:
        assert self._scenarios is not None
        here, result = self.session.document is not None, self.session.result
        several = len(self._scenarios.open.entries) > 1
        self.duplicate.setEnabled(here)
        for button in (self.remove, self.solve, self.compare):
            button.setEnabled(here and several)
        self.keep.setEnabled(result is not None and not result.preview)
        self.forget.setEnabled(bool(self.results.selectedItems()))

    # -- asking

    def _switch(self, row: int) -> None:
        if self._scenarios is not None and row >= 0:
            self._scenarios.switch(row)

    def _rename(self, item: QListWidgetItem) -> None:
        if self._scenarios is not None:
            self._scenarios.rename(self.list.row(item), item.text()[:MOST_LETTERS])

    def _forget(self) -> None:
        row = self.results.currentRow()
        if self._scenarios is not None and row >= 0:
            self._scenarios.forget_result(self._scenarios.open.current.results[row]["name"])
