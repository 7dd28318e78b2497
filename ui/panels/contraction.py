"""What contracting the roads took, iteration by iteration, and a query level by level."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QPushButton, QWidget

from app.catalog.algorithms import contracting
from app.editing.session import Change
from app.solving.road_solved import RoadSolved
from app.timing.ch_paper import nearest
from core.trace import Event, Iteration, SolveFinished, SolveStarted
from road.ch.report import ContractedLevel, ContractionReport
from ui.controllers.editing import Editor
from ui.panels.preparation import PreparationPanel
from ui.plots.level_bars import LevelBar, LevelBars
from ui.plots.share_bar import ShareBar
from ui.plots.stacked_columns import StackedColumn, StackedColumns
from ui.texts import count, milliseconds, translatable
from ui.told import told
from ui.widgets import form
from ui.widgets.figures import Facts, Figures

N = translatable
STEPS = (
    ("score_ms", N("Contraction", "score"), 0),
    ("select_ms", N("Contraction", "select"), 3),
    ("shortcut_ms", N("Contraction", "find shortcuts"), 1),
    ("update_ms", N("Contraction", "update"), 2),
    ("extract_ms", N("Contraction", "extract"), 4),
)
"""Steps of an iteration, with the plots' colours in which they are shown."""

PASSES = (
    ("upward", N("Contraction", "upward"), 1),
    ("core", N("Contraction", "core"), 2),
    ("", N("Contraction", "levels, downward"), 0),
)
"""Parts of a query by the names of their events; the last is all others."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Contraction", text)


class ContractionPanel(PreparationPanel):
    shown_changes = Change.DOCUMENT | Change.OPTIONS | Change.METRIC | Change.RESULT
    wants = "contraction"

    def __init__(self, editor: Editor) -> None:
        super().__init__(
            editor,
            contracting(),
            self.tr("Use contraction hierarchies"),
            self.tr(
                "The algorithm that contracts the roads for their costs, "
                "then looks at each place once"
            ),
        )
        self.again = QPushButton(self.tr("Contract now"))
        self.state = form.Hint()
        self.figures = Figures(
            {
                "total": self.tr("Contracted in"),
                "levels": self.tr("Levels"),
                "growth": self.tr("Edge growth"),
            }
        )
        self.times = StackedColumns(
            self.tr("iteration"),
            self.tr("Contraction: ms per iteration"),
            [colour for _, _, colour in STEPS],
        )
        self.shares = ShareBar([(_tr(words), colour) for _, words, colour in STEPS])
        self.selected = StackedColumns(
            self.tr("iteration"),
            self.tr("Taken out per iteration (logarithmic)"),
            (0,),
            logarithmic=True,
        )
        self.query = StackedColumns(
            self.tr("upward, core, then levels from the top"),
            self.tr("Query: µs per level"),
            [colour for _, _, colour in PASSES],
        )
        self.query_shares = ShareBar([(_tr(words), colour) for _, words, colour in PASSES])
        self.beside = LevelBars(self.tr("here"), self.tr("in the paper"), apart=True)
        self.beside.setAccessibleName(self.tr("Times here and in the paper"))
        self.facts = Facts()
        self.source = form.Hint()
        self._shown: ContractionReport | None = None
        self._rounds: list[Iteration] | None = None
        form.name(
            self.again,
            self.again.text(),
            self.tr("Contract the roads for the costs as they are now, beside other work"),
        )
        self.again.clicked.connect(editor.contracting.begin)
        editor.contracting.changed.connect(self._show_state)
        self.above.addWidget(self.state, 1)
        self.above.addWidget(self.again)
        self.lay_out(self._page())

    # -- building

    def _page(self) -> QWidget:
        inside = QWidget()
        layout = form.column(inside)
        layout.addWidget(self.figures)
        for part in (self.times, self.shares, self.selected, self.query, self.query_shares):
            layout.addWidget(part)
        layout.addSpacing(form.GAP)
        layout.addWidget(self.beside)
        layout.addWidget(self.facts)
        layout.addWidget(self.source)
        layout.addStretch(1)
        return inside

    # -- showing

    def refresh(self, change: Change) -> None:
        super().refresh(change)
        self._show_state()

    def forget(self) -> None:
        super().forget()
        self._shown, self._rounds = None, None
        self._show_rounds([])

    def add_events(self, events: Iterable[Event]) -> None:
        """What a query told; of other algorithms nothing is shown."""
        for event in events:
            if isinstance(event, SolveStarted):
                self._rounds = [] if event.algorithm == contracting().id else None
            elif isinstance(event, Iteration) and self._rounds is not None:
                self._rounds.append(event)
            elif isinstance(event, SolveFinished) and self._rounds:
                self._show_rounds(self._rounds)

    def _show_state(self) -> None:
        """Whether what is shown is of the costs as they are."""
        contracting, result = self.editor.contracting, self.session.result
        words = ""
        if contracting.running:
            words = self.tr("Costs have moved: the roads are contracted again. ")
        elif contracting.stopped:
            words = self.tr("Costs have moved: these figures are of other costs. ")
        if words and result is not None and result.stale:
            words += result.stale
        self.state.setText(words)
        self.state.setVisible(bool(words))
        self.again.setVisible(contracting.stopped)

    def words(self, chosen: bool) -> str:
        document = self.session.document
        if document is not None and not document.customizes:
            return self.tr(
                "Terrain and roads are one graph here, and contracting it takes minutes where "
                "roads alone take seconds: that of an island of 2.6 million cells was not done "
                "after four, in which Dijkstra's algorithm answers hundreds of starts. Once it is "
                "chosen, the next solve contracts; Esc ends that."
            )
        if chosen:
            return self.tr(
                "Set a start: the first solve contracts the roads, which may take a while."
            )
        return self.tr(
            "Another algorithm is in use. With a contraction hierarchy the roads are contracted "
            "for their costs, level by level; from then on a solve looks at each place once. This "
            "panel shows what that takes."
        )

    def show_solved(self, solved: RoadSolved) -> None:
        """What is stale stays until it is made again."""
        report = solved.contraction
        if report is None or report == self._shown:
            return
        self._shown = report
        self.show_figures()
        self.figures.show_numbers(
            total=milliseconds(report.total_ms),
            levels=count(report.levels),
            growth=f"{report.edge_growth:.2f} ×",
        )
        self.times.show_columns([_column(*each) for each in enumerate(report.iterations, 1)])
        self.shares.show_shares(_shares(report))
        unit = told(solved.times.search.active_unit)
        tip = self.tr("Iteration {number}: {selected} of {states} {unit} taken out")
        self.selected.show_columns(
            [
                StackedColumn(
                    (level.selected,),
                    tip.format(
                        number=number,
                        selected=count(level.selected),
                        states=count(level.states),
                        unit=unit,
                    ),
                )
                for number, level in enumerate(report.iterations, 1)
            ]
        )
        self._show_facts(report, unit, solved.solve_ms)

    def _show_facts(self, report: ContractionReport, unit: str, solve_ms: float) -> None:
        paper = nearest(report.states)
        self.beside.show_bars(
            [
                LevelBar(self.tr("Contraction"), report.total_ms, paper.contraction_ms),
                LevelBar(self.tr("One to all"), solve_ms, paper.query_ms),
            ]
        )
        beside = self.tr("{ours}; paper {theirs}")
        self.facts.show_facts(
            [
                (self.tr("Contracted on"), f"{report.backend.upper()} · {report.device}"),
                (self.tr("Contracted"), f"{count(report.states)} {unit}"),
                (self.tr("Levels"), beside.format(ours=report.levels, theirs=paper.levels)),
                (self.tr("Steps upward"), count(report.up)),
                (self.tr("Steps downward"), count(report.down)),
                (self.tr("Core"), f"{count(report.core_size)} {unit}"),
            ]
        )
        self.source.setText(
            self.tr(
                "The paper (Karimi, Koppelman, Michael 2019, table 2) on its graph of the nearest "
                "size: {name}, {vertices} vertices, no turns, by distance, Tesla P100. Different "
                "roads, a different machine; a bar here and the one beside it have one scale. Edge "
                "growth is steps upward and downward for each step that was contracted."
            ).format(name=paper.name, vertices=count(paper.vertices))
        )

    def _show_rounds(self, rounds: list[Iteration]) -> None:
        known = [kernel for kernel, _, _ in PASSES[:-1]]
        columns, sums = [], [0.0] * len(PASSES)
        for event in rounds:
            place = known.index(event.kernel) if event.kernel in known else len(known)
            parts = tuple(event.microseconds * (place == at) for at in range(len(PASSES)))
            sums[place] += event.microseconds
            tip = self.tr("{name}: {places} places, {time}").format(
                name=event.kernel,
                places=count(event.active),
                time=milliseconds(event.microseconds / 1e3),
            )
            columns.append(StackedColumn(parts, tip))
        whole = sum(sums) or 1.0
        self.query.show_columns(columns)
        self.query_shares.show_shares([each / whole for each in sums])


def _column(number: int, level: ContractedLevel) -> StackedColumn:
    parts = tuple(getattr(level, name) for name, _, _ in STEPS)
    told = ", ".join(
        f"{_tr(words)} {milliseconds(ms)}" for (_, words, _), ms in zip(STEPS, parts, strict=True)
    )
    return StackedColumn(parts, _tr("Iteration {number}: {told}").format(number=number, told=told))


def _shares(report: ContractionReport) -> list[float]:
    """Of each step in all iterations."""
    sums = [sum(getattr(level, name) for level in report.iterations) for name, _, _ in STEPS]
    whole = sum(sums) or 1.0
    return [each / whole for each in sums]
