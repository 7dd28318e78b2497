"""Keeps a result, shows the newest against it, and works out what is won and lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.asked.differing import differing
from app.asked.points import Differing
from app.document.document import Document
from app.editing.session import Change, Session
from app.exports.comparison.gains import Gains
from app.exports.comparison.request import (
    STATISTICS,
    ComparisonExport,
    export_comparison,
    formats_of,
)
from app.exports.comparison.results import Comparison, compared
from app.project.open_scenarios import Scenario
from app.solving.jobs import Task
from app.solving.request import Options, SolveRequest
from app.solving.result import Result
from core.cancel import Cancel
from core.errors import InputError
from core.progress import Progress
from ui.actions import Actions
from ui.bridge import Bridge
from ui.controllers.comparison.contrasts import contrasted, in_words
from ui.controllers.editing import Editor
from ui.controllers.exporting import filters
from ui.controllers.filing import RASTERS, FileController
from ui.controllers.map_link import MapLink
from ui.controllers.projects.scenarios import Scenarios
from ui.controllers.reading.readers import PlaceReader
from ui.panels.comparison import ComparisonPanel
from ui.pictures.scene import Scene
from ui.pictures.style import OverlayStyle

CURRENT, SWIPE, BLINK, DIFFERENCE = "current", "swipe", "blink", "difference"
"""Names of what the map may show: B alone, A left of a divider, both by turns, B − A."""

BLINK_MS = 900
"""Milliseconds that each of two maps is seen: long enough to look, short enough to remember."""


@dataclass(frozen=True, eq=False)
class KeptResult:
    """A result that stays, with what it was solved on, driven as it was then. asked : what it
    answers; None where nobody knows."""

    document: Document
    result: Result
    options: Options
    asked: SolveRequest | None = None


class Comparing(FileController):
    """kept : what is compared with, A; None where nothing is. view : what the map shows. names : of
    A and of B. people : a raster of them. gains : of the newest result; None while that is not
    known."""

    changed = Signal()  # any of these

    def __init__(self, window: QWidget, editor: Editor, bridge: Bridge, link: MapLink) -> None:
        super().__init__(window, editor, bridge)
        self._link = link
        self.kept: KeptResult | None = None
        self.view = CURRENT
        self.names = ("A", "B")
        self.people: Path | None = None
        self.gains: Gains | None = None
        self._last_view = DIFFERENCE
        self._scenarios: Scenarios | None = None
        self._scenario: Scenario | None = None  # whose answer is kept
        self._task: Task | None = None
        self._blinking = QTimer(self)
        self._blinking.setInterval(BLINK_MS)
        self._blinking.timeout.connect(self._blink)
        editor.changed.connect(self._on_change)
        link.style_changed.connect(self._give_way)
        link.against_changed.connect(self._ended_by_another)

    def follow(self, panel: ComparisonPanel, commands: Actions) -> None:
        """Do what the panel and the commands ask for, and show there what is."""
        panel.keep_wanted.connect(self.keep)
        panel.forget_wanted.connect(self.forget)
        panel.view_wanted.connect(self.look)
        panel.named.connect(self.call)
        panel.people_wanted.connect(self.choose_people)
        panel.nobody_wanted.connect(lambda: self.count_people(None))
        panel.export_wanted.connect(self.choose_target)
        commands["keep_result"].triggered.connect(lambda _checked=False: self.keep())
        commands["compare"].triggered.connect(self.turn)
        commands["export_comparison"].triggered.connect(lambda _checked=False: self.choose_target())

        def show() -> None:
            panel.show_comparison(self)
            commands["compare"].setChecked(self.view != CURRENT)
            result = self._editor.session.result
            commands.enable(result is not None and not result.preview, "keep_result")
            commands.enable(self.kept is not None, "compare")
            commands.enable(self.ready, "export_comparison")

        self.changed.connect(show)
        show()

    # -- scenarios as A and B

    def follow_scenarios(self, scenarios: Scenarios, panel: ComparisonPanel) -> None:
        """Have scenarios of a project be A and B."""
        self._scenarios = scenarios
        panel.a_wanted.connect(self.keep_scenario)
        panel.b_wanted.connect(scenarios.switch)
        scenarios.changed.connect(self._follow_scenarios)

    def keep_scenario(self, number: int) -> None:
        """Compare with the answer of a scenario, which is solved first where it is not at hand."""
        scenarios = self._scenarios
        if scenarios is not None:
            entry = scenarios.open.entries[number]
            scenarios.answer(number, lambda session: self._keep_answer(entry, session))

    def _keep_answer(self, entry: Scenario, session: Session) -> None:
        document, result = session.document, session.result
        if document is None or result is None or self._scenarios is None:
            return
        self._scenario = entry
        self.kept = KeptResult(document, result, session.options, session.answers)
        self.names = entry.name, self._scenarios.open.current.name
        self.view = self._last_view if self.view == CURRENT else self.view
        self._link.show_plain_times()
        self._show()
        self._reckon()

    def _follow_scenarios(self) -> None:
        """What A asks, and what both are called, may be another now."""
        scenarios, entry = self._scenarios, self._scenario
        if scenarios is None or entry is None or entry not in scenarios.open.entries:
            self._scenario = None
            self.changed.emit()
            return
        aside, kept = entry.session, self.kept
        if aside is not None and aside.result is not None and kept is not None:
            self.names = entry.name, scenarios.open.current.name
            if aside.result is not kept.result:
                self._keep_answer(entry, aside)
        self._show()

    @property
    def sides(self) -> tuple[Sequence[str], int, int]:
        """Names of the scenarios, and the numbers of A and B among them; -1 where A is none."""
        scenarios = self._scenarios
        if scenarios is None or len(scenarios.open.entries) < 2:
            return (), -1, -1
        entries, entry = scenarios.open.entries, self._scenario
        there = entry is not None and self.kept is not None and entry in entries
        return (
            scenarios.open.names,
            entries.index(entry) if there and entry else -1,
            scenarios.open.at,
        )

    # -- what is compared

    def keep(self) -> None:
        """Keep the newest result as A, in place of what was kept."""
        self._scenario = None
        session = self._editor.session
        document, result = session.document, session.result
        if document is None or result is None or result.preview:
            return
        self.kept = KeptResult(document, result, session.options, session.answers)
        self._show()
        self._reckon()

    def forget(self) -> None:
        """Keep nothing; the map shows the newest result alone."""
        self.kept, self.gains, self.view, self._scenario = None, None, CURRENT, None
        self._bridge.abandon(self._task)
        self._show()

    def look(self, view: str) -> None:
        """Let the map show one of CURRENT, SWIPE, BLINK, DIFFERENCE."""
        if self.kept is None:
            view = CURRENT
        self.view = view
        if view != CURRENT:
            self._last_view = view
            self._link.show_plain_times()
        self._show()

    def turn(self, on: bool) -> None:
        """Show the comparison as it was seen last, or the newest result alone."""
        self.look(self._last_view if on else CURRENT)

    def call(self, a: str, b: str) -> None:
        """Name both; an empty name is the letter."""
        self.names = a.strip() or "A", b.strip() or "B"
        self._show()

    def choose_people(self) -> None:
        """Ask for a raster that counts people."""
        title = self.tr("Choose a raster of people")
        path = self.ask_to_read(title, self.tr("Rasters"), RASTERS)
        if path:
            self.count_people(path)

    def count_people(self, path: Path | None) -> None:
        """Count the people of a raster, too; None for nobody."""
        self.people = path
        self._reckon()

    @property
    def ready(self) -> bool:
        """Whether there are two results to compare."""
        result = self._editor.session.result
        return self.kept is not None and result is not None and not result.preview

    def comparison(self) -> Comparison:
        """Of both results; raises InputError where they cannot be compared."""
        result = self._editor.session.result
        if self.kept is None or result is None:
            raise InputError("nothing is kept", advice="Keep a result first (Shift+A).")
        return compared(self.kept.result, result, self.names, asked=self._apart())

    def _apart(self) -> Differing | None:
        """What differs between both questions."""
        kept, answers = self.kept, self._editor.session.answers
        if kept is None or kept.asked is None or answers is None:
            return None
        return differing(kept.asked, answers)

    @property
    def differs(self) -> str:
        """The same in the user's words; "" where it is not known."""
        apart = self._apart()
        return "" if apart is None else apart.sentence(self.names, in_words)

    # -- on the map

    def _show(self) -> None:
        kept, view = self.kept, self._link.view
        side_by_side = kept is not None and self.view in (SWIPE, BLINK)
        if self.view == DIFFERENCE:
            self._link.show_against(self._against)
        elif self._link.against == self._against:  # another difference is none of ours
            self._link.show_against(None)
        view.swipe.names = self.names
        if side_by_side and kept is not None:
            if not view.swipe.shown or view.swipe.grasped != (self.view == SWIPE):
                view.swipe.show(True, 0.5 if self.view == SWIPE else 1.0, self.view == SWIPE)
            self._link.show_beside(kept.document, kept.result, kept.options)
        else:
            view.show_beside(None)
        if self.view == BLINK and not self._blinking.isActive():
            self._blinking.start()
        elif self.view != BLINK:
            self._blinking.stop()
        self.changed.emit()

    def _give_way(self, style: OverlayStyle) -> None:
        """Places in the colours of their first starts are those of the newest result alone."""
        if style.owners and self.view != CURRENT:
            self.look(CURRENT)

    def _ended_by_another(self) -> None:
        """Another difference stands on the map."""
        if self.view == DIFFERENCE and self._link.against not in (None, self._against):
            self.view = CURRENT
            self.changed.emit()

    def _against(
        self, document: Document, result: Result, options: Options
    ) -> tuple[Scene, PlaceReader] | None:
        kept = self.kept
        if kept is None or kept.result.measure != result.measure:
            return None
        # While a start is held, what is asked changes with every step.
        caption = "" if result.preview else self.differs
        return contrasted(document, kept.result, result, options, self.names, caption)

    def _blink(self) -> None:
        swipe = self._link.view.swipe
        swipe.show(True, 0.0 if swipe.divider else 1.0, grasped=False)

    def _on_change(self, change: Change) -> None:
        if change & Change.DOCUMENT and self.kept is not None:
            self.forget()
        if change & (Change.RESULT | Change.BANDS):
            self._reckon()

    # -- what is won and lost

    def _reckon(self) -> None:
        """Work it out anew, beside the window."""
        self._bridge.abandon(self._task)
        self._task, self.gains = None, None
        if self.ready:
            try:
                both = self.comparison()
            except InputError as error:
                self.failed.emit(error)
                self.changed.emit()
                return
            limits, people = self._editor.session.bands.limits, self.people

            def work(progress: Progress, cancel: Cancel) -> Gains:
                return both.gains(limits, people, progress, cancel)

            self._task = self._bridge.run(
                self.tr("Comparing"), work, self._take, self.failed.emit, quiet=people is None
            )
        self.changed.emit()

    def _take(self, gains: Gains) -> None:
        self._task, self.gains = None, gains
        self.changed.emit()

    # -- into a file

    def choose_target(self) -> None:
        """Ask for a file, and write the difference, or what is won and lost, to it."""
        if not self.ready:
            return
        both = self.comparison()
        formats = (*formats_of(both.lies_on), replace(STATISTICS[0], label=self.tr("Table as CSV")))
        stem = f"{self._editor.session.required.name}_difference"
        target = self.ask_to_write(self.tr("Export the comparison"), stem, formats)
        if target:
            path, chosen = target
            self.export(path, table=chosen == filters(formats)[-1])

    def export(self, path: Path, *, table: bool = False) -> None:
        """Write the difference, or the table of what is won and lost, as the command line does."""
        both, limits, people = self.comparison(), self._editor.session.bands.limits, self.people

        def work(progress: Progress, cancel: Cancel) -> tuple[str, ...]:
            known = {suffix for row in formats_of(both.lies_on) for suffix in row.suffixes}
            if table or path.suffix.lower() not in known:
                both.gains(limits, people, progress, cancel).write(path, both.differs)
                return both.notes
            return export_comparison(ComparisonExport(path, both, progress, cancel))

        self.writing(path, work)
