"""How the solver works: its iterations as they happen, and the totals of the newest solve."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QVBoxLayout

from app.catalog.algorithms import find
from app.catalog.rows import ROADS, TERRAIN
from app.editing.session import Change
from core.errors import ParameterError
from core.trace import Event, SolveStarted
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.plots.iteration_plot import IterationPlot
from ui.plots.legend import CurveLegend
from ui.plots.trace_record import TraceRecord
from ui.texts import amount, count, milliseconds
from ui.widgets.figures import NOTHING, Facts, Figures
from ui.widgets.form import MARGIN, Hint

RATES = {TERRAIN: "Mcell/s", ROADS: "Mvertex/s"}
FEW = 3
"""Iterations below which there is no curve to draw."""


class PerformancePanel(Panel):
    shown_changes = Change.DOCUMENT | Change.RESULT

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.record = TraceRecord()
        self.figures = Figures(
            {
                "solve": self.tr("Solve"),
                "rate": self.tr("Mcell/s"),
                "iterations": self.tr("Iterations"),
                "reached": self.tr("Reached"),
            }
        )
        self.units = CurveLegend(((self.tr("Active"), 0), (self.tr("Waiting"), 1)))
        self.units_plot = IterationPlot(
            self.tr("Active and waiting per iteration"),
            ((self.tr("waiting"), 1), (self.tr("active"), 0)),
        )
        self.time_plot = IterationPlot(self.tr("Microseconds per iteration"), ((self.tr("µs"), 2),))
        self.no_curve = Hint()
        self.details = Facts()
        self._lay_out()
        self._show()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, 10, MARGIN, 10)
        layout.setSpacing(4)
        layout.addWidget(self.figures)
        layout.addSpacing(4)
        time = Hint(self.tr("µs per iteration"))
        self._curves = (self.units, self.units_plot, time, self.time_plot)
        layout.addWidget(self.units)
        layout.addWidget(self.units_plot, 1)
        layout.addWidget(time)
        layout.addWidget(self.time_plot, 1)
        layout.addWidget(self.no_curve)
        layout.addWidget(self.details)
        layout.addStretch()

    def refresh(self, change: Change) -> None:
        """On another terrain, what was measured on the old one goes."""
        if change & Change.DOCUMENT:
            self.record = TraceRecord()
        self._show()

    def add_events(self, events: Iterable[Event]) -> None:
        """Show what the solver told since the last time."""
        self.record.add(events)
        self._show()

    def _show(self) -> None:
        record = self.record
        self._show_curves(record.finished is None or len(record.index) >= FEW)
        self.figures.set_caption("rate", self.tr(RATES[self._domain]))
        self.units_plot.show_values(record.index, record.waiting, record.active)
        self.time_plot.show_values(record.index, record.microseconds)
        if record.started is None:
            self.figures.show_numbers(
                solve=NOTHING, rate=NOTHING, iterations=NOTHING, reached=NOTHING
            )
            self.details.show_facts([(self.tr("Solver"), self.tr("nothing has been solved yet"))])
            return
        self.figures.show_numbers(
            solve=milliseconds(record.seconds * 1e3),
            rate=f"{record.mcells_per_second:.3g}",
            iterations=count(record.iterations),
            reached=_short(record.settled),
        )
        self.units.set_names((self._of("Active"), self._of("Waiting")))
        self.details.show_facts(self._facts(record.started))

    def _show_curves(self, shown: bool) -> None:
        """A solver that works in one go, or nearly, has nothing to draw over iterations."""
        for part in self._curves:
            part.setVisible(shown)
        self.no_curve.setVisible(not shown)
        if not shown:
            words = self.tr("{count} iterations: too few to draw a curve.")
            if len(self.record.index) == 1:
                words = self.tr("One iteration: there is no curve to draw.")
            self.no_curve.setText(words.format(count=len(self.record.index)))

    def _of(self, word: str) -> str:
        unit = self.record.started.active_unit if self.record.started else "tiles"
        return self.tr("{word} {unit}").format(word=self.tr(word), unit=unit)

    def _facts(self, started: SolveStarted) -> list[tuple[str, str]]:
        measure = self.session.bands.measure
        delta = amount(started.delta_seconds, measure) if started.delta_seconds else NOTHING
        tick = _tick(started.tick_seconds) if measure.quantity == "time" else measure.base
        visits = self.tr("{count} {unit}").format(
            count=count(self.record.visits), unit=started.active_unit
        )
        partial = self.record.finished is not None and self.record.finished.partial
        result = self.session.result
        state = self.tr(" (stopped)") if partial else ""
        return [
            (self.tr("Solver"), f"{_title(started.algorithm, self._domain)}{state}"),
            (self.tr("Runs on"), f"{started.backend.upper()} · {self._device(started)}"),
            (self.tr("Visits"), visits),
            (self.tr("Δ, tick"), f"{delta}, {tick}"),
            # A row that stays while a start is dragged, when nothing is known of it.
            (self.tr("Exact to"), (result and result.exact_to) or NOTHING),
        ]

    @property
    def _domain(self) -> str:
        document = self.session.document
        return TERRAIN if document is None else document.domain

    def _device(self, started: SolveStarted) -> str:
        """The device's full name, once the result says it."""
        solved = self.session.result
        same = solved is not None and solved.backend == started.backend
        return solved.device if solved is not None and same else started.device


def _title(algorithm: str, domain: str) -> str:
    try:
        return find(algorithm, domain).title
    except ParameterError:  # a trace of a solver that this version does not list
        return algorithm


def _short(cells: int) -> str:
    """`812`, `45.1 k`, `3.02 M`: as wide as its place."""
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if cells >= size:
            return f"{cells / size:.3g} {unit}"
    return str(cells)


def _tick(seconds: float) -> str:
    """A tick, in the unit that writes it without an exponent."""
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:g} s"
