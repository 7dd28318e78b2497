"""Uncertain speeds: how they are drawn, and times reached with 10, 50 and 90 % certainty."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
)

from app.editing.session import Change
from app.uncertainty.certainty import CERTAINTIES, Certainty
from app.uncertainty.noise import ALIKE, MOST_RUNS, SpeedNoise
from app.units import units
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.texts import amount, figure, length
from ui.widgets import form
from ui.widgets.plain_table import PlainTable

LARGEST_SEED = 999_999_999
"""Seeds that are offered: more can be given on the command line."""

LONGEST_M = 1_000_000
"""Metres of the longest correlation that is offered."""


class Drawn(Protocol):
    """What the panel shows of runs: fields of
    `ui.controllers.comparison.certainties.Certainties`."""

    view: str
    found: Certainty | None

    @property
    def running(self) -> bool: ...


class UncertaintyPanel(Panel):
    shown_changes = Change.DOCUMENT | Change.RESULT

    run_wanted = Signal(object)  # SpeedNoise
    edited = Signal()  # another one is asked now
    stop_wanted = Signal()
    view_wanted = Signal(str)
    export_wanted = Signal()

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.hint = form.Hint(
            self.tr("The same question again and again, exactly, at speeds that are drawn anew.")
        )
        self.runs, self.spread, self.seed = QSpinBox(), QSpinBox(), QSpinBox()
        self.alike, self.correlation = QComboBox(), QSpinBox()
        self.run, self.stop = QPushButton(self.tr("Run")), QPushButton(self.tr("Stop"))
        self.view = QComboBox()
        self.headline = form.Hint()
        self.table = PlainTable()
        self.export = QPushButton(self.tr("Export…"))
        self._name()
        self._lay_out()
        self.run.clicked.connect(lambda: self.run_wanted.emit(self.noise()))
        self.stop.clicked.connect(self.stop_wanted)
        self.view.activated.connect(lambda: self.view_wanted.emit(self.view.currentData()))
        self.alike.currentIndexChanged.connect(lambda _: self._show_correlation())
        self.export.clicked.connect(self.export_wanted)
        self._show_correlation()
        for box in (self.runs, self.spread, self.seed, self.correlation):
            box.valueChanged.connect(lambda _: self.edited.emit())
        self.alike.currentIndexChanged.connect(lambda _: self.edited.emit())
        self.refresh(self.shown_changes)

    def _name(self) -> None:
        tr, name = self.tr, form.name
        usual = SpeedNoise()
        for box, least, most, value in (
            (self.runs, 1, MOST_RUNS, usual.runs),
            (self.spread, 1, 100, round(usual.spread * 100)),
            (self.seed, 0, LARGEST_SEED, usual.seed),
            (self.correlation, 0, LONGEST_M, 0),
        ):
            box.setRange(least, most)
            box.setValue(value)
        self.spread.setSuffix(" %")
        self.correlation.setSuffix(" m")
        self.correlation.setSpecialValueText(tr("a tenth of the extent"))
        words = (tr("Places near each other"), tr("A speed, or a class of roads"), tr("A street"))
        for alike, text in zip(ALIKE, words, strict=True):
            self.alike.addItem(text, alike)
        for text, view in (
            (tr("Newest result"), "usual"),
            *((tr("Reached with {n} % certainty").format(n=n), str(n)) for n in CERTAINTIES),
            (tr("How unsure: 90 % − 10 %"), "difference"),
            (tr("Probability within the limit"), "probability"),
        ):
            self.view.addItem(text, view)
        name(self.runs, tr("Number of runs"), tr("Exact solves, each at speeds of its own"))
        name(
            self.spread,
            tr("Spread of speeds"),
            tr("Of 20 % two speeds in three lie between 18 % below and 22 % above what is given"),
        )
        name(self.seed, tr("Seed"), tr("The same seed draws the same speeds, on any machine"))
        name(self.alike, tr("What has one factor"), tr("What is faster or slower together"))
        name(
            self.correlation,
            tr("Correlation length"),
            tr("Metres within which places are faster or slower together"),
        )
        name(self.run, tr("Run uncertain speeds"), tr("Solve at all drawn speeds (Ctrl+Alt+U)"))
        name(self.stop, tr("Stop the runs"), tr("Give them up (Esc)"))
        name(self.view, tr("Map of certainties"), tr("What the map shows of the runs"))
        name(
            self.table,
            tr("Within the limit by certainty"),
            tr("What is reached within the limit with each certainty, and when the last place is"),
        )
        name(
            self.export,
            tr("Export certainties"),
            tr("All certainties in one file, or the times and areas of one"),
        )

    def _lay_out(self) -> None:
        layout, rows = form.column(self), form.form()
        layout.addWidget(self.hint)
        rows.addRow(self.tr("Runs"), self.runs)
        rows.addRow(self.tr("Spread"), self.spread)
        rows.addRow(self.tr("Alike"), self.alike)
        rows.addRow(self.tr("Within"), self.correlation)
        rows.addRow(self.tr("Seed"), self.seed)
        layout.addLayout(rows)
        buttons = QHBoxLayout()
        for button in (self.run, self.stop):
            buttons.addWidget(button)
        layout.addLayout(buttons)
        shown = form.form()
        shown.addRow(self.tr("Map"), self.view)
        layout.addLayout(shown)
        layout.addWidget(self.headline)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.table.horizontalHeader().hide()  # until there is something to name
        layout.addWidget(self.table, 1)
        layout.addWidget(self.export)
        for control in (self.runs, self.spread, self.alike, self.correlation, self.seed):
            control.ensurePolished()
            control.setMinimumHeight(control.sizeHint().height())  # the form would squeeze it

    def _show_correlation(self) -> None:
        self.correlation.setEnabled(self.alike.currentData() == ALIKE[0])

    def noise(self) -> SpeedNoise:
        """What is asked for now."""
        return SpeedNoise(
            self.runs.value(),
            self.spread.value() / 100,
            self.seed.value(),
            self.alike.currentData(),
            float(self.correlation.value()),
        )

    def show_noise(self, noise: SpeedNoise) -> None:
        """Ask this from now on."""
        self.runs.setValue(noise.runs)
        self.spread.setValue(round(noise.spread * 100))
        self.seed.setValue(noise.seed)
        self.alike.setCurrentIndex(self.alike.findData(noise.alike))
        self.correlation.setValue(round(noise.correlation_m))

    # -- showing

    def refresh(self, change: Change) -> None:
        if change & Change.DOCUMENT and self.session.document is None:
            self.run.setEnabled(False)

    def show_runs(self, shown: Drawn, *, ready: bool) -> None:
        """Show how far it is, and what came of it. ready : whether there is something to run."""
        found = shown.found
        self.run.setEnabled(ready and not shown.running)
        self.stop.setEnabled(shown.running)
        self.view.setEnabled(found is not None)
        self.view.setCurrentIndex(self.view.findData(shown.view))
        self.export.setEnabled(found is not None)
        self.headline.setVisible(found is not None)
        self.table.setRowCount(0)
        self.table.horizontalHeader().setVisible(found is not None)
        if found is None:
            return
        noise = found.noise
        told = self.tr("{runs} runs with seed {seed}, spread {spread} %.")
        if noise.correlation_m:
            told += " " + self.tr("Places within {length} are alike.")
        within = length(noise.correlation_m)
        spread = round(noise.spread * 100)
        self.headline.setText(
            told.format(runs=noise.runs, seed=noise.seed, spread=spread, length=within)
        )
        self._fill(found)

    def _fill(self, found: Certainty) -> None:
        measure, lengths = found.usual.measure, found.document.counts_lengths
        unit, worth = units().amounts(lengths, max(found.areas))
        limit = self.tr("Within {limit}, {unit}")
        limit = limit.format(limit=amount(found.limit, measure), unit=unit)
        self.table.head([self.tr("Certain"), limit, self.tr("Farthest")])
        names = [self.tr("as given"), *(f"{percent} %" for percent in CERTAINTIES)]
        results = [found.usual, *(found.times[percent] for percent in CERTAINTIES)]
        self.table.setRowCount(len(results))
        for row, (name, result, area) in enumerate(zip(names, results, found.areas, strict=True)):
            texts = name, figure(area / worth), amount(result.times.max_seconds, measure)
            self.table.write(row, texts)
