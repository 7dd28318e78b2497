"""Projects of the window: opened and solved again, saved, kept meanwhile, and asked about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog

from app.editing.session import Change, Session
from app.project.file import SUFFIX, is_project
from app.project.looks import KeptLayer, layers_of
from app.project.project import Project, open_project
from app.project.saving import ProjectContents, contents_of, save
from app.starts import on
from core.cancel import Cancel
from core.errors import InputError, IsofrontError
from core.progress import Progress
from resources.paths import SAMPLE, SAMPLE_ROADS
from ui import preferences
from ui.controllers.exporting import show_folder
from ui.controllers.opening import made_ready
from ui.controllers.projects import asking
from ui.controllers.projects.autosave import INTERVAL_MS, Autosave, forget
from ui.controllers.projects.looks import lay_layers, looks_of, wear
from ui.controllers.projects.recovery import Recovery
from ui.controllers.projects.scenarios import Scenarios
from ui.panels.comparison import ComparisonPanel
from ui.panels.scenarios import ScenariosPanel
from ui.panels.uncertainty import UncertaintyPanel
from ui.remedy import Remedy
from ui.told import told
from ui.widgets.message_bar import NOTE, as_sentence

if TYPE_CHECKING:
    from app.cli.opening import OpenedFiles

Opened = tuple[Project, "OpenedFiles", Callable[[Session], None]]

COMMANDS = ("open_project", "save_project", "save_project_as")

TITLE_MS = 250
"""Milliseconds from a change to the title that tells whether there is unsaved work."""


class Projects(QObject):
    """The project of a window, which is the main one. path : of its file, None where there is none.
    asks : whether a user is there who would lose work."""

    failed = Signal(object, object)  # IsofrontError, Remedy or None

    def __init__(self, window: Any, *, asks: bool) -> None:
        super().__init__(window)
        self._window, self._editor, self._bridge = window, window.editor, window.bridge
        self._asks = asks
        self.path: Path | None = None
        self._values: Mapping[str, Any] = {}
        self._saved: object = None  # the work that is in the file
        self._files: object = {}  # of the document that the project is about
        self._loading = False
        self._left: object = None  # the work of which the user said that it may go
        self._coming: tuple[KeptLayer, ...] = ()  # base layers that are being opened
        self.autosave = Autosave()
        self.recovery = Recovery(
            self,
            window.stage.messages,
            lambda path, of: self.open(path, outside=True, of=of),
            lambda error: self.failed.emit(error, None),
        )
        self._keeping = self._timer(INTERVAL_MS, self.keep, once=False)
        self._titling = self._timer(TITLE_MS, self.show_title, once=True)
        self._editor.changed.connect(self._follow)
        window.opener.may_leave, window.opener.may_go = self.may_leave, self.may_go
        window.opener.opened.connect(lambda document: self._begin_anew())
        self._editor.history_changed.connect(self._titling.start)
        window.link.style_changed.connect(lambda style: self._titling.start())
        window.docks.panel(UncertaintyPanel).edited.connect(self._titling.start)
        self.failed.connect(window.state.show_error)
        self._bridge.cancelled.connect(self._without_layers)
        self.scenarios = Scenarios(window, self.contents, lambda: self.path)
        self.scenarios.failed.connect(window.state.show_error)
        self.scenarios.told.connect(window.state.offer)
        self.scenarios.changed.connect(self._titling.start)
        panel = window.docks.panel(ScenariosPanel)
        panel.follow(self.scenarios)
        window.comparing.follow_scenarios(self.scenarios, window.docks.panel(ComparisonPanel))
        panel.compare_wanted.connect(window.comparing.keep_scenario)
        panel.compare_wanted.connect(lambda _: window.docks.show_panel("comparison"))
        does: tuple[Callable[[], object], ...] = (self.choose, self.save, self.save_as)
        for name, act in zip(COMMANDS, does, strict=True):
            window.commands[name].triggered.connect(lambda _checked=False, act=act: act())
        window.commands.enable(window.session.document is not None, *COMMANDS[1:])
        if asks:
            self._keeping.start()
            self.recovery.offer()

    def _timer(self, delay_ms: int, act: Callable[[], object], *, once: bool) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(once)
        timer.setInterval(delay_ms)
        timer.timeout.connect(act)
        return timer

    # -- what there is

    def contents(self) -> ProjectContents:
        """What would be saved now. Raises InputError where nothing of a file is open."""
        looks, scenarios = looks_of(self._window), self.scenarios
        if self._coming:
            looks = replace(looks, layers=self._coming)
        current = scenarios.open.current
        others = {**self._values, "edits": {}, **current.foreign}
        return contents_of(self._editor.session, looks, others, scenarios.kept, current.name)

    @property
    def unsaved(self) -> bool:
        """Whether there is work that is in no file."""
        document = self._editor.session.document
        if document is None or self._loading:
            return False
        if self.path is None and self._saved is None:
            sample = document.path in (SAMPLE, SAMPLE_ROADS)
            done = self._editor.history.undo_label or self.scenarios.kept
            return bool(done) and not sample
        try:
            return self.contents().work != self._saved
        except InputError:
            return False

    @property
    def name(self) -> str:
        document = self._editor.session.document
        if self.path is not None:
            return self.path.stem
        return "" if document is None else document.title

    def show_title(self) -> None:
        """The name of the project, and whether it has unsaved work."""
        document = self._editor.session.document
        if self.path is None or document is None:
            self._window.setWindowModified(False)
            return
        scenarios = self.scenarios.open
        which = f" · {scenarios.current.name}" if len(scenarios.entries) > 1 else ""
        self._window.setWindowTitle(f"{self.name}{which}[*] – {document.title} – Isofront")
        self._window.setWindowModified(self.unsaved)

    def _follow(self, change: Change) -> None:
        document = self._editor.session.document
        if change & Change.DOCUMENT and not self._loading and document is not None:
            if document.files != self._files:  # something else was opened
                self._begin_anew()
            self._files = document.files
        self._window.commands.enable(document is not None, *COMMANDS[1:])
        self._titling.start()

    def _begin_anew(self) -> None:
        """What is open now is of no project, the raster or the roads of one by themselves, too: to
        save it must not put it in the place of what was done before."""
        if not self._loading:
            self.path, self._saved, self._values = None, None, {}
            self._coming = ()
            self.scenarios.begin()
            self._titling.start()

    # -- opening

    def choose(self) -> None:
        """Ask for a project and open it."""
        name, _ = QFileDialog.getOpenFileName(
            self._window, self.tr("Open a project"), self._folder, self._filter
        )
        if name:
            self.open(Path(name))

    def open(
        self,
        path: Path,
        instead: Mapping[str, Path] | None = None,
        *,
        outside: bool = False,
        of: Path | None = None,
        scenario: str | None = None,
    ) -> None:
        """Open a project and solve it again. instead, outside, scenario : as of `open_project`.
        of : the project whose unsaved work it is. It is looked into before anybody is asked whether
        what is open may go."""
        title = self.tr("Opening {name}").format(name=path.name)

        def look() -> Project:
            return open_project(path, instead, outside=outside, scenario=scenario)

        def work(progress: Progress, cancel: Cancel) -> Opened:
            project = look()  # again: it may be what was saved just now
            from app.cli.opening import opened_project  # loads all that writes files

            given, ask = opened_project(project, progress, cancel)
            made_ready(given.document, progress)
            return project, given, ask

        def fail(error: IsofrontError) -> None:
            self._fail(error, path, instead or {}, outside, of)

        def read(_: Project) -> None:
            if self.may_leave():
                self._bridge.run(title, work, lambda found: self._take(found, of), fail)

        self._bridge.run(title, lambda progress, cancel: look(), read, fail)

    def _take(self, opened: Opened, of: Path | None) -> None:
        project, given, ask = opened
        if not self.may_go():
            return
        self._loading = True
        try:
            stays = bool(on(project.starts)) and bool(project.part("bands"))
            self._editor.open_with(given.document, ask, stays)
        except IsofrontError as error:
            self._loading = False
            if self._editor.session.document is given.document:  # and what it asked is gone
                self._begin_anew()
            self.failed.emit(error, None)
            return
        recovered = "autosave_of" in project.values
        self._files = given.document.files
        self.path = of if recovered else project.path.absolute()
        self._values = project.values
        self.scenarios.begin(project)
        if not recovered:
            preferences.remember_file(project.path.absolute())
        self._window.opener.warm_up_for(given.document)
        self._window.opener.opened.emit(given.document)
        self._editor.solve()
        wear(self._window, project)
        self._settle(project, recovered)
        if project.notes and not recovered:
            first, *more = (as_sentence(told(note)) for note in project.notes)
            self._window.stage.messages.say(NOTE, first, "\n".join(more), stays=True)
        if recovered:
            self.keep()  # first, or a crash within seconds would lose it
            if self.autosave.path.exists():
                forget(project.path)

    def _settle(self, project: Project, recovered: bool) -> None:
        """From now on what is open is compared with what was opened, of which base layers are still
        to come: until they do, those of the project count."""
        ground = self._window.map.ground
        coming = self._coming = () if ground is None else layers_of(project)
        self._loading = False
        self._saved = ()  # nothing that is anybody's work
        if not recovered:
            self._saved = self.contents().work
        self.show_title()
        if coming:
            wanted = partial(self._awaits, coming)
            lay_layers(self._window, coming, wanted, self._come, self._fail_layers)

    def _awaits(self, layers: tuple[KeptLayer, ...]) -> bool:
        return self._coming is layers

    def _come(self) -> None:
        """Base layers are there: as they were opened, they are no work."""
        as_opened = not self.unsaved
        self._coming = ()
        if as_opened:
            self._saved = self.contents().work
        self.show_title()

    def _without_layers(self) -> None:
        """Base layers that do not come are not in what is saved."""
        self._coming = ()
        self._titling.start()

    def _fail_layers(self, error: IsofrontError) -> None:
        self._without_layers()
        self.failed.emit(error, None)

    def _fail(
        self,
        error: IsofrontError,
        path: Path,
        instead: Mapping[str, Path],
        outside: bool,
        of: Path | None,
    ) -> None:
        def again(found: Mapping[str, Path], allowed: bool) -> None:
            self.open(path, found, outside=allowed, of=of)

        self.failed.emit(*asking.cure(self._window, error, path, instead, outside, again))

    # -- saving

    def save(self) -> bool:
        """Save the project, asking for a name where it has none; whether that was done."""
        return self.save_as() if self.path is None else self._write(self.path)

    def save_as(self) -> bool:
        """Ask for a name and save the project; whether that was done."""
        proposed = str(Path(self._folder) / f"{self.name}{SUFFIX}")
        title = self.tr("Save the project")
        name, _ = QFileDialog.getSaveFileName(self._window, title, proposed, self._filter)
        if not name:
            return False
        path = Path(name)
        if not is_project(path):
            path = path.with_name(path.name + SUFFIX)
            if path.exists() and not asking.ask_to_replace(self._window, path.name):
                return False
        return self._write(path)

    def _write(self, path: Path) -> bool:
        try:
            contents = self.contents()
            self._values = save(path, contents)
        except IsofrontError as error:
            self.failed.emit(error, None)
            return False
        self.path, self._saved = path.absolute(), contents.work
        preferences.remember_file(self.path)
        self.autosave.drop()
        self.show_title()
        remedy = Remedy(self.tr("Show folder"), lambda: show_folder(path.absolute().parent))
        self._window.state.show_done(self.tr("Saved {name}").format(name=path.name), "", remedy)
        return True

    # -- what is in no file

    def keep(self) -> None:
        """Keep unsaved work beside the settings."""
        if not self.unsaved:
            self.autosave.drop()
            return
        try:
            self.autosave.keep(self.contents(), self.path)
        except InputError:
            return

    def may_leave(self) -> bool:
        """Whether what is open may go: there is nothing unsaved, or the user said what to do."""
        if self._asks and self.unsaved:
            answer = asking.ask_about_unsaved(self._window, self.name)
            if answer == asking.CANCEL or (answer == asking.SAVE and not self.save()):
                return False
        self._left = self._work
        return True

    def may_go(self) -> bool:
        """Whether what is open may still go, once what takes its place is read: of what was done
        meanwhile the user is asked again."""
        return self._work == self._left or self.may_leave()

    @property
    def _work(self) -> object:
        try:
            return self.contents().work
        except InputError:
            return None

    def may_close(self) -> bool:
        """The same of the window; where it may close, nothing is kept any more."""
        leaves = self.may_leave()
        if leaves:
            self._keeping.stop()
            self.autosave.drop()
        return leaves

    @property
    def _folder(self) -> str:
        document = self._editor.session.document
        beside = self.path or (None if document is None else document.path)
        recent = preferences.recent_files()
        return str(beside.parent if beside else recent[0].parent if recent else Path.home())

    @property
    def _filter(self) -> str:
        return f"{self.tr('Projects')} (*{SUFFIX});;{self.tr('All files')} (*)"
