"""Scenarios in the window: switched between, made, renamed, deleted, solved, their figures kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.editing.commands import History
from app.editing.session import Change, Session
from app.project.open_scenarios import OpenScenarios, Scenario, project_of
from app.project.project import Project
from app.project.results import hash_of, result_kept
from app.project.saving import KeptScenario, ProjectContents
from app.project.scenarios import MOST_LETTERS
from app.solving.one_solve import solve_once
from app.solving.result import Result
from app.starts import on
from core.cancel import Cancel
from core.errors import InputError, IsofrontError
from core.progress import Progress, part_of
from ui.controllers.projects.asking import ask_about_name
from ui.remedy import Remedy
from ui.scenario_commands import OF_ONE, OF_SEVERAL

UNSAVED = Path("unsaved.isofront")
"""Name of a project that was never saved, in errors about its scenarios."""


class Scenarios(QObject):
    """Scenarios of the project that is open. contents : what would be saved now. place : of the
    project's file, None where there is none."""

    changed = Signal()  # which there are, which is asked, or what is known of them
    failed = Signal(object, object)  # IsofrontError, Remedy or None
    told = Signal(str, object)  # what was done, and a Remedy

    def __init__(
        self, window: Any, contents: Callable[[], ProjectContents], place: Callable[[], Path | None]
    ) -> None:
        super().__init__(window)
        self._window, self._editor, self._bridge = window, window.editor, window.bridge
        self._contents, self._place = contents, place
        self.open = OpenScenarios(self.tr("Scenario 1"))
        self._known: dict[int, tuple[Result, str]] = {}  # hash of a result by its identity
        self._switching = False
        does: dict[str, Callable[[], object]] = {
            "next_scenario": lambda: self.step(1),
            "previous_scenario": lambda: self.step(-1),
            "duplicate_scenario": self.duplicate,
            "rename_scenario": self.ask_name,
            "delete_scenario": lambda: self.delete(self.open.at),
            "solve_scenarios": self.solve_all,
            "keep_figures": self.ask_result,
        }
        for name, act in does.items():
            window.commands[name].triggered.connect(lambda _checked=False, act=act: act())
        self._editor.changed.connect(self._follow)
        self._bridge.cancelled.connect(self._stay)
        self.changed.connect(self._enable)
        self._enable()

    def begin(self, project: Project | None = None) -> None:
        """Have those of a project, of which one is open; none of what was open before."""
        self.open.begin(project)
        self._known.clear()
        self._switching = False
        self.changed.emit()

    @property
    def kept(self) -> Sequence[KeptScenario]:
        """All, as a project keeps them."""
        return self.open.kept

    def _follow(self, change: Change) -> None:
        if change & (Change.DOCUMENT | Change.RESULT):
            self._enable()

    def _enable(self) -> None:
        session, commands = self._editor.session, self._window.commands
        here = session.document is not None
        several = len(self.open.entries) > 1
        result = session.result
        commands.enable(here, *OF_ONE)
        commands.enable(here and several, *OF_SEVERAL)
        commands.enable(result is not None and not result.preview, "keep_figures")

    # -- which is asked

    def step(self, by: int) -> None:
        """Ask the next one, or that before; after the last comes the first."""
        self.switch((self.open.at + by) % len(self.open.entries))

    def switch(self, number: int, done: Callable[[], None] | None = None) -> None:
        """Ask what another scenario asks: at once where its answer is in memory. done : is called
        when it is asked."""
        if number == self.open.at or self._switching:
            return
        entry = self.open.entries[number]

        def take(session: Session) -> None:
            self._switching = False
            if entry not in self.open.entries:
                return
            self.open.set_aside(self._editor.session, self._editor.history)
            history = entry.history or History(self._editor.session)
            self.open.take(self.open.entries.index(entry))
            self._editor.take(session, history)
            self.open.trim()
            self.changed.emit()
            if done is not None:
                done()

        if entry.session is not None:
            take(entry.session)
        else:
            title = self.tr("Opening {name}").format(name=entry.name)
            self._switching = self._ask(entry, title, take, self._fail)

    def _fail(self, error: IsofrontError) -> None:
        self.failed.emit(error, None)
        self._stay()

    def _stay(self) -> None:
        """The scenario that was to be asked is not opened: the one before is asked still."""
        self._switching = False
        self.changed.emit()

    def _ask(
        self,
        entry: Scenario,
        title: str,
        take: Callable[[Session], None],
        fail: Callable[[IsofrontError], None],
    ) -> bool:
        """Open a scenario in a thread; whether that was begun."""
        project, like = self._project(entry), self._editor.session.aside()
        subject = like.required.subject

        def work(progress: Progress, cancel: Cancel) -> Session:
            from app.cli.projects.asking import asked_on  # loads all that writes files

            return asked_on(like, project(), progress, cancel)

        def taken(session: Session) -> None:
            if self._editor.session.required.subject is subject:
                take(session)

        self._bridge.run(title, work, taken, fail)
        return True

    def _project(self, entry: Scenario) -> Callable[[], Project]:
        assert entry.plain is not None, "it is set aside"
        plain, place = entry.plain, self._place() or UNSAVED
        try:
            contents = self._contents()
        except InputError as error:
            return partial(_refuse, error)
        return lambda: project_of(plain, contents, place)

    # -- which there are

    def duplicate(self) -> None:
        """Go on in a new scenario that asks the same; the one before stays as it is."""
        try:
            self.open.duplicated(self._editor.session, self._editor.history)
        except InputError as error:
            self.failed.emit(error, None)
            return
        self._editor.history = History(self._editor.session)
        self._editor.history_changed.emit()
        self.open.trim()
        self.changed.emit()
        told = self.tr("Now in scenario {name}").format(name=self.open.current.name)
        self.told.emit(told, Remedy(self.tr("Rename…"), self.ask_name))

    def ask_name(self) -> None:
        """Ask what the scenario is to be called."""
        name = ask_about_name(self._window, self.tr("Name of the scenario"), self.open.current.name)
        if name:
            self.rename(self.open.at, name)

    def rename(self, number: int, name: str) -> None:
        """Call one otherwise; a name that is taken is told."""
        if name != self.open.names[number]:
            try:
                self.open.rename(number, name)
            except InputError as error:
                self.failed.emit(error, None)
        self.changed.emit()

    def delete(self, number: int) -> None:
        """Take one away; a button brings it back."""
        if len(self.open.entries) < 2:
            return
        if number == self.open.at:
            entry = self.open.entries[number]
            beside = number - 1 if number else 1
            self.switch(beside, lambda: self.delete(self.open.entries.index(entry)))
            return
        gone = self.open.without(number)
        self.changed.emit()

        def back() -> None:
            self.open.put_back(number, gone)
            self.changed.emit()

        told = self.tr("Deleted scenario {name}").format(name=gone.name)
        self.told.emit(told, Remedy(self.tr("Bring it back"), back))

    # -- answers

    def answer(self, number: int, take: Callable[[Session], None]) -> None:
        """Have a scenario that is set aside with its answer, which is solved where it is not at
        hand. take : is handed it."""
        entry = self.open.entries[number]
        aside = self._editor.session.aside() if entry.plain is None else entry.session
        if aside is not None and aside.result is not None:
            take(aside)
            return
        self._solve([entry], take)

    def solve_all(self) -> None:
        """Solve all that are set aside and have no answer, one after another."""
        self._solve([e for e in self.open.entries if e.plain is not None and not _answered(e)])

    def _solve(
        self, entries: Sequence[Scenario], take: Callable[[Session], None] | None = None
    ) -> None:
        asked = [(e, e.session, self._project(e) if e.plain is not None else None) for e in entries]
        plain = [entry.plain for entry in entries]
        like = self._editor.session.aside()

        def work(
            progress: Progress, cancel: Cancel
        ) -> list[tuple[Scenario, Session, InputError | None]]:
            from app.cli.projects.asking import asked_on

            found = []
            for k, (entry, session, project) in enumerate(asked):
                part = part_of(progress, k / len(asked), (k + 1) / len(asked))
                refused = None
                try:
                    if session is None and project is not None:
                        session = asked_on(like, project(), part, cancel)
                    elif session is None:
                        session = like
                    request = session.request()
                    session = session.aside()
                    session.result, session.answers = solve_once(request, part, cancel)[0], request
                except InputError as error:
                    where = f"{entry.name}: {error.where}" if error.where else entry.name
                    refused = InputError(error.found, where=where, advice=error.advice)
                    session = session or like
                found.append((entry, session, refused))
            return found

        def taken(found: list[tuple[Scenario, Session, InputError | None]]) -> None:
            for (entry, session, error), before in zip(found, plain, strict=True):
                if error is not None:
                    self.failed.emit(error, None)
                elif entry in self.open.entries and before is not None and entry.plain is before:
                    entry.session = session
                    entry.history = entry.history or History(self._editor.session)
            if take is not None and found[-1][2] is None:
                take(found[-1][1])
            self.open.trim()
            self.changed.emit()

        if asked and like.document is not None:
            self._bridge.run(self.tr("Solving the scenarios"), work, taken, self._fail)

    # -- results that are kept

    def ask_result(self) -> None:
        """Ask for a name, and keep the figures under it."""
        name = ask_about_name(
            self._window, self.tr("Name of the kept figures"), self.open.current.name
        )
        if name:
            self.keep_result(name)

    def keep_result(self, name: str) -> None:
        """Keep the figures of the newest result in the project."""
        session, entry = self._editor.session, self.open.current
        result, bands = session.result, session.bands
        if result is None:
            return

        def work(progress: Progress, cancel: Cancel) -> dict[str, Any]:
            return result_kept(name.strip()[:MOST_LETTERS], result, bands)

        def taken(fresh: dict[str, Any]) -> None:
            if entry is self.open.current:
                self._known[id(result)] = result, fresh["times"]
                self.open.keep_result(fresh)
                self.changed.emit()

        self._bridge.run(self.tr("Counting"), work, taken, self._fail)

    def forget_result(self, name: str) -> None:
        """Keep a result of the scenario that is asked now no longer."""
        entry = self.open.current
        entry.results = tuple(each for each in entry.results if each["name"] != name)
        self.changed.emit()

    def still_true(self, kept: str) -> bool | None:
        """Whether the newest result has the times of a kept one, by their hash, to the bit; None
        where that is not known."""
        result = self._editor.session.result
        if result is None or result.preview or result.elements > 4_000_000:
            return None
        known = self._known.get(id(result))
        if known is None or known[0] is not result:
            self._known.clear()
            known = self._known[id(result)] = result, hash_of(result)
        return known[1] == kept


def _refuse(error: InputError) -> Project:
    raise error


def _answered(entry: Scenario) -> bool:
    """Whether there is nothing to be solved: an answer is at hand, or no start is set."""
    session = entry.session
    if session is not None:
        return session.result is not None or not on(session.starts)
    return not (entry.plain is not None and entry.plain.values.get("starts"))
