"""How the solver works: its iterations as they happen, and the totals of the newest solve."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout

from app.catalog.algorithms import find
from app.catalog.rows import JOINED, ROADS, TERRAIN
from app.editing.session import Change
from app.solving.jobs import SolveDone
from app.solving.request import SolveRequest
from app.solving.result import Result
from app.timing.plain_words import DijkstraTimes, PlainSpeed
from core.errors import ParameterError
from core.trace import Event, SolveFinished, SolveStarted
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.plots.iteration_plot import IterationPlot
from ui.plots.legend import CurveLegend
from ui.plots.trace_record import TraceRecord
from ui.plots.trace_words import kernels_told, seen, told_at
from ui.texts import (
    amount,
    count,
    figure,
    in_short,
    milliseconds,
    of_catalogue,
    translatable,
)
from ui.told import THIN_SPACE, told
from ui.widgets.figures import NOTHING, Facts, Figures
from ui.widgets.form import MARGIN, Heading, Hint, name

RATES = {
    TERRAIN: translatable("PerformancePanel", "Mcell/s"),
    ROADS: translatable("PerformancePanel", "Mvertex/s"),
    JOINED: translatable("PerformancePanel", "Mvertex/s"),
}
SHOWN_MS = 150
"""Milliseconds from one showing of a solve that runs to the next: curves are dear to paint, and the
solver wants the processor, too."""

DRAGGED_MS = 400
"""Milliseconds from one showing to the next while a start is dragged: the map's next picture waits
for the window's thread, and nobody reads curves at every step."""

FEW = 3
"""Iterations below which there is no curve to draw."""


class PerformancePanel(Panel):
    shown_changes = Change.DOCUMENT | Change.RESULT
    race_wanted = Signal()

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.record = TraceRecord()
        self.dijkstra = DijkstraTimes()
        self._asked: SolveRequest | None = None
        self._told: Result | None = None
        self._took: tuple[SolveFinished | None, float] = None, 0.0  # the last solve, ms
        self.sentence = Heading("", lines=True)
        self.sentence.setAccessibleName(self.tr("How fast it was"))
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.race = QPushButton(self.tr("Ra&ce…"))
        tip = self.tr("Have several solvers answer the same question, and compare what they took")
        name(self.race, self.tr("Race of solvers"), tip)
        self.race.clicked.connect(lambda: self.race_wanted.emit())
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
            self._told_at,
        )
        self.time_plot = IterationPlot(
            self.tr("Microseconds per iteration"), ((self.tr("µs"), 2),), self._told_at
        )
        self.seen = Hint()
        self.no_curve = Hint()
        self.details = Facts()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._show)
        self._lay_out()
        self._show()
        editor.bridge.solve_finished.connect(self._note)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, 10, MARGIN, 10)
        layout.setSpacing(4)
        layout.addWidget(self.sentence)
        layout.addWidget(self.figures)
        layout.addSpacing(4)
        self._curves = (self.units, self.units_plot, self.time_plot, self.seen)
        layout.addWidget(self.units)
        layout.addWidget(self.units_plot, 1)
        layout.addWidget(self.time_plot, 1)
        layout.addWidget(self.seen)
        layout.addWidget(self.no_curve)
        layout.addWidget(self.details)
        layout.addWidget(self.race, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch()

    def refresh(self, change: Change) -> None:
        """On another terrain, what was measured on the old one goes."""
        if change & Change.DOCUMENT:
            self.record = TraceRecord()
            self._asked = None
        self._told = self.session.result
        if self.editor.dragging:
            self._show_within(DRAGGED_MS)
        else:
            self._show()

    def _note(self, done: SolveDone) -> None:
        """A solve ended, or a preview, which is not the session's result."""
        self.dijkstra.note_solve(done.request, done.solved)
        self._asked, self._told = done.request, done.solved
        if done.request.preview:
            self._show_within(DRAGGED_MS)
        else:
            self._show()

    def note_dijkstra(self, request: SolveRequest, ms: float) -> None:
        """Dijkstra's algorithm was measured for a question, as in a race."""
        self.dijkstra.note(request, ms)
        self._show_sentence()

    def _show_sentence(self) -> None:
        if self._told is None:
            self.sentence.setText(self._without_result())
            return
        dijkstra_ms = None if self._asked is None else self.dijkstra.of(self._asked)
        speed = PlainSpeed.of(self._told, dijkstra_ms)
        self.sentence.setText(speed.sentence(self.tr, THIN_SPACE) + ".")

    def _without_result(self) -> str:
        """What the figures are of where no result is."""
        if self.record.started is None:
            return self.tr("Nothing has been solved yet.")
        if self.record.finished is not None:
            return self.tr("Nothing is solved now: the figures are of the last solve.")
        if self.editor.bridge.solving:
            return self.tr("Being solved …")
        return self.tr("Nothing is solved now: the last solve came to no end.")

    def add_events(self, events: Iterable[Event]) -> None:
        """Show what the solver told since the last time: at once where it has ended, else soon."""
        self.record.add(events, moving=self.editor.followers.moves())
        if self.editor.dragging:
            self._show_within(DRAGGED_MS)
        elif self.record.finished is not None:
            self._show()
        else:
            self._show_within(SHOWN_MS)

    def _show_within(self, ms: int) -> None:
        if not self._soon.isActive():
            self._soon.start(ms)

    def _show(self) -> None:
        self._soon.stop()
        record = self.record
        self._show_sentence()
        self._show_curves(record.finished is None or len(record.index) >= FEW)
        self.figures.set_caption("rate", self.tr(RATES[self._domain]))
        self._name_axes()
        self.units_plot.show_values(record.index, record.waiting, record.active)
        self.time_plot.show_values(record.index, record.microseconds)
        if record.started is None:
            self.figures.show_numbers(
                solve=NOTHING, rate=NOTHING, iterations=NOTHING, reached=NOTHING
            )
            self.details.show_facts([(self.tr("Solver"), self.tr("nothing has been solved yet"))])
            return
        self.figures.show_numbers(
            solve=milliseconds(self._ms),
            rate=_rate(record.settled, self._ms),
            iterations=count(record.iterations),
            reached=in_short(record.settled),
        )
        self.units.set_names((self._of("Active"), self._of("Waiting")))
        self.details.show_facts(self._facts(record.started))

    @property
    def _ms(self) -> float:
        """Of the solve: as the sentence has it once its result is there, and so far before."""
        record, told = self.record, self._told
        ended = told is not None and record.finished is not None
        if told is not None and ended and PlainSpeed.of(told).places == record.settled:
            self._took = record.finished, told.solve_ms
        of, ms = self._took  # stays where the result goes
        return ms if of is not None and of is record.finished else record.seconds * 1e3

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

    def _name_axes(self) -> None:
        together = self.record.together
        across = self.tr("iterations, some together") if together else self.tr("iteration")
        self.units_plot.name_axes(across, self._unit)
        self.time_plot.name_axes(across, self.tr("µs"))
        self.seen.setText(seen(self.record, self._unit, self.tr))

    def _told_at(self, place: int) -> str:
        return told_at(self.record, place, self._unit, self.tr)

    @property
    def _unit(self) -> str:
        return told(self.record.started.active_unit if self.record.started else "tiles")

    def _of(self, word: str) -> str:
        return self.tr("{word} {unit}").format(word=self.tr(word), unit=self._unit)

    def _facts(self, started: SolveStarted) -> list[tuple[str, str]]:
        measure = self.session.bands.measure
        delta = amount(started.delta_seconds, measure) if started.delta_seconds else NOTHING
        tick = _tick(started.tick_seconds) if measure.quantity == "time" else measure.base
        visits = self.tr("{count} {unit}").format(
            count=count(self.record.visits), unit=told(started.active_unit)
        )
        partial = self.record.finished is not None and self.record.finished.partial
        result = self.session.result
        state = self.tr(" (stopped)") if partial else ""
        return [
            (self.tr("Solver"), f"{self._title(started.algorithm)}{state}"),
            (self.tr("Runs on"), f"{started.backend.upper()} · {self._device(started)}"),
            (self.tr("Kernels"), kernels_told(self.record, self.tr) or NOTHING),
            (self.tr("Visits"), visits),
            (self.tr("Δ, tick"), f"{delta}, {tick}"),
            # A row that stays while a start is dragged, when nothing is known of it.
            (self.tr("Exact to"), told((result and result.exact_to) or NOTHING)),
        ]

    def _title(self, algorithm: str) -> str:
        if algorithm == "dynamic":  # in no list: nobody chooses it
            return self.tr("Update of the times before")
        return _title(algorithm, self._domain)

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
        return of_catalogue(find(algorithm, domain).title)
    except ParameterError:  # a trace of a solver that this version does not list
        return algorithm


def _rate(settled: int, ms: float) -> str:
    """Millions a second: `0.71`, `127`, `40 400`; `< 0.01` of what would read as nothing."""
    rate = settled / max(ms, 1e-6) / 1e3
    return "< 0.01" if 0 < rate < 0.005 else figure(rate)


def _tick(seconds: float) -> str:
    """A tick, in the unit that writes it without an exponent."""
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:g} s"
