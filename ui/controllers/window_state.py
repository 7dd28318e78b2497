"""What the window says of itself: which commands can be had, what runs, what went wrong."""

from __future__ import annotations

import logging

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtWidgets import QMainWindow

from app.editing.session import Change
from app.solving.jobs import SolveDone
from app.solving.request import SolveRequest
from app.solving.result import Result
from core.compiling import compiling
from core.errors import CancelledError, IsofrontError
from raster.files.value_notes import Doubt, NothingToEnter
from ui.actions import Actions
from ui.bridge import Bridge
from ui.canvas.map_view import MapView
from ui.controllers.editing import Editor
from ui.controllers.kinds import SHOWN
from ui.ground_commands import HINTS
from ui.remedy import Remedy
from ui.texts import crs_name, milliseconds
from ui.told import told
from ui.widgets.message_bar import DONE, NOTE
from ui.widgets.stage import Stage
from ui.widgets.status_line import StatusLine

NEED_MAP = (
    "start_here",
    "fit",
    "zoom_in",
    "zoom_out",
    "export_anything",
    "export_picture",
    "export_copy",
    "add_layer",
    "measure",
    "go_to",
)
NEED_START = ("save_starts", "remove_starts", "north", "south", "west", "east", "solve")
NEED_CLOSURES = ("save_closures", "open_roads")
PICKING = ("pick_origins", "pick_destinations")
TO_CLOSE_ROADS = ("close_roads", "closures_from_file", *NEED_CLOSURES)
NEED_RESULT = (
    "validate", "export_times", "export_bands", "export_polygons", "export_isolines",
    "export_owners", "export_page", "export_report",
)  # fmt: skip

LOOK_MS = 100
"""Milliseconds between two looks at whether a picture waits for kernels that are compiled."""

SEEN = ("path", "paths", "areas", "first")
"""Titles of quiet tasks that end in something that is seen on the map or beside it."""


class WindowState(QObject):
    """Keeps actions, status line and messages true to the session and to what runs."""

    def __init__(
        self,
        window: QMainWindow,
        editor: Editor,
        bridge: Bridge,
        actions: Actions,
        stage: Stage,
        status: StatusLine,
        view: MapView,
    ) -> None:
        super().__init__(window)
        self._view = view
        self._preparing = False  # what draws is compiled, and the status line says so
        self._window, self._editor, self._bridge = window, editor, bridge
        self._actions, self._stage, self._status = actions, stage, status
        self._told: tuple[str, ...] = ()  # notes that the user has seen
        editor.followers.told.connect(self.show_change)
        for id_ in ("measure", *HINTS):
            actions[id_].toggled.connect(lambda on: self.show_hint())
        editor.history_changed.connect(self._show_history)
        editor.history_changed.connect(stage.messages.outdate)
        bridge.solve_started.connect(lambda request: stage.messages.outdate())
        editor.trouble.connect(self.show_error)
        editor.remarked.connect(self.remark)
        editor.offered.connect(self.offer)
        editor.preview_ready.connect(lambda done: status.show_idle(self.tr("Preview")))
        editor.contracting.was_stopped.connect(self._offer_contraction)
        bridge.failed.connect(self.show_error)
        bridge.solve_started.connect(self._show_solving)
        bridge.solve_finished.connect(self._show_solved)
        bridge.solve_progress.connect(
            lambda fraction: status.show_progress(self.tr("Solving"), fraction)
        )
        bridge.task_progress.connect(status.show_progress)
        bridge.idle.connect(self._show_idle)
        bridge.cancelled.connect(self._show_cancelled)
        stage.told_over.connect(view.lie_under)
        looks = QTimer(self)
        looks.timeout.connect(self._look_at_drawing)
        looks.start(LOOK_MS)
        self.show_change(~Change(0))

    # -- the document

    def show_change(self, change: Change) -> None:
        session = self._editor.session
        opened = Change.DOCUMENT
        if change & opened:
            self._show_document()
        if change & (opened | Change.STARTS | Change.OPTIONS | Change.EDIT_LIST):
            has_starts = bool(session.starts)
            self._actions.enable(self._on_map, *NEED_MAP)
            self._actions.enable(session.document is not None, "good_start", "starts_from_file")
            self._actions.enable(has_starts, *NEED_START)
            self.show_hint()
        if change & (opened | Change.METRIC):
            self._actions.enable(bool(self._editor.road_edits.closures), *NEED_CLOSURES)
        if change & Change.RESULT:
            self._enable_result()
            self.show_hint()
        if change & (opened | Change.MATRIX):
            has_origins = bool(len(session.matrix.origins))
            self._actions.enable(self._takes_matrix and has_origins, "run_matrix")
            self.show_hint()
        self._show_history()

    def show_answered(self, answer: object) -> None:
        """Whether there is a matrix to be saved."""
        self._actions.enable(answer is not None, "save_matrix")

    @property
    def _takes_matrix(self) -> bool:
        document = self._editor.session.document
        return document is not None and "matrix" in document.panels

    def show_hint(self) -> None:
        """What can be done next, where that is not plain to see."""
        session = self._editor.session
        words, partial = "", False
        if session.covered:
            partial = True
            words = self.tr(
                "An edit lies over a start, so nothing is solved. Move the start, or undo the edit."
            )
        elif self._actions["close_roads"].isChecked():
            words = self.tr(
                "Click corners, or draw by hand, over the roads to close. A double click ends a "
                "line, a click on the first corner an area. Esc stops drawing."
            )
        elif self._actions["pick_origins"].isChecked():
            words = self.tr("Click origins on the map. Esc ends it.")
        elif self._actions["pick_destinations"].isChecked():
            words = self.tr("Click destinations on the map. Esc ends it.")
        elif self._actions["measure"].isChecked():
            words = self.tr(
                "Click the corners of a line; a double click ends it, a click on the first corner "
                "makes it an area. Esc ends measuring."
            )
        elif tool := next((id_ for id_ in HINTS if self._actions[id_].isChecked()), ""):
            words = QCoreApplication.translate("Actions", HINTS[tool])
        elif self._on_map and not session.starts and not len(session.matrix.origins):
            words = self.tr("Click the map to set a start")
            if self._nothing_to_enter:
                words = self.tr("No cell of this raster can be entered")
        elif self._is_partial:
            partial = True
            words = self.tr(
                "Partial result: places are missing, and times may be too long. F5 solves again."
            )
        self._stage.show_hint(words, warning=partial)

    @property
    def _on_map(self) -> bool:
        """Whether something is open that has a place on a map."""
        document = self._editor.session.document
        return document is not None and document.bounds is not None

    @property
    def _nothing_to_enter(self) -> bool:
        """Whether a click could set no start, by what was seen when the raster was read."""
        session = self._editor.session
        notes = () if session.document is None else session.document.notes
        closed = any(isinstance(note, NothingToEnter) for note in notes)
        return closed and not session.options.zero_speed_kmh

    @property
    def _is_partial(self) -> bool:
        """Whether the map shows a solve that did not come to its end."""
        result = self._editor.session.result
        return result is not None and result.times.partial

    def _show_document(self) -> None:
        session = self._editor.session
        document = session.document
        self._stage.show_map(document is not None)
        self._stage.messages.outdate()
        title = "" if document is None else f"{document.title} – "
        self._window.setWindowTitle(f"{title}Isofront")
        name = "" if document is None else crs_name(document.crs_wkt) or self.tr("no CRS")
        self._status.crs.setText(name)
        self._status.show_idle("")
        shown = SHOWN["cells" if document is None else document.shows]
        self._actions.speak_of(shown.words)
        for id_ in ("isolines", "areas", "glow"):
            self._actions.enable(id_ not in shown.off, id_)
        drives = document is not None and "vehicle" in document.panels
        for id_ in TO_CLOSE_ROADS:
            self._actions[id_].setVisible(drives)
        self._actions.enable(self._takes_matrix and self._on_map, *PICKING)
        self._actions.enable(False, "save_matrix")
        self._actions.enable(drives and self._on_map, "close_roads", "closures_from_file")

    def _enable_result(self) -> None:
        # Under a hand that moves there is a result at each step, and buttons would flicker.
        solving = self._bridge.solving and not self._editor.followers.moves()
        ready = self._editor.session.result is not None and not solving
        self._actions.enable(ready, *NEED_RESULT)

    def _show_history(self) -> None:
        history = self._editor.history
        for id_, word, words, label in (
            ("undo", self.tr("&Undo"), self.tr("&Undo {edit}"), told(history.undo_label)),
            ("redo", self.tr("&Redo"), self.tr("&Redo {edit}"), told(history.redo_label)),
        ):
            action = self._actions[id_]
            action.setEnabled(bool(label))
            # Where nouns have capitals, or the edit begins a sentence, `{Edit}` stands for it.
            small = f"{label[:1].lower()}{label[1:]}"
            text = words.format(edit=small, Edit=label) if label else word
            if action.text() != text:  # a drag comes by here at every step
                action.setText(text)
                action.setIconText(word.replace("&", ""))

    # -- errors and notes

    def show_error(self, error: IsofrontError, remedy: Remedy | None = None) -> None:
        """Show an error with its advice, and its remedy as a button."""
        if isinstance(error, CancelledError):
            return
        # A solve that fails takes its result away; what else fails, as an export, leaves it there.
        self._status.show_idle("" if self._editor.session.result is None else None)
        if remedy is None:
            self._stage.messages.show_error(error)
        else:
            self._stage.messages.show_error(error, remedy.label, remedy.act)

    def show_done(self, title: str, advice: str, remedy: Remedy) -> None:
        """Say that something is done, with a button for what may come next."""
        self._status.show_idle()
        self._stage.messages.say(DONE, title, advice, remedy.label, remedy.act)

    def remark(self, text: str) -> None:
        """Say what an edit could not keep, for a while: it is done and nothing failed."""
        self._status.show_idle()
        self._stage.messages.say(NOTE, told(text))

    def offer(self, text: str, remedy: Remedy) -> None:
        """Say what an edit did, with a button for what else might have been meant as long as it is
        the newest."""
        self._stage.messages.say(
            NOTE, text, act_label=remedy.label, act=remedy.act, until_edit=True
        )

    def say_begun_anew(self) -> None:
        """Say that the layout of the window is not the one that was kept."""
        self._stage.messages.say(
            NOTE,
            self.tr("The window opened with its default layout"),
            self.tr(
                "The last start did not complete, perhaps because of the saved "
                "layout. What you arrange from now on is saved again."
            ),
            stays=True,
        )

    def show_doubts(self, doubts: tuple[Doubt, ...], remedy: Remedy) -> None:
        """Say why what was opened is hardly a raster of speeds, until the next edit."""
        advice = self.tr(
            "If these are not speeds in km/h, choose their units or another band, or open another "
            "file."
        )
        if self._nothing_to_enter:
            advice = self.tr("Choose another band or other units, or open another file.")
        self._stage.messages.say(
            NOTE,
            "; ".join(map(told, doubts)),
            advice,
            remedy.label,
            remedy.act,
            stays=True,
            until_edit=True,
        )

    # -- work

    def _show_solving(self, request: SolveRequest) -> None:
        self._status.show_progress(self.tr("Solving"), -1.0)
        self._enable_result()

    def _show_solved(self, done: SolveDone) -> None:
        solved = done.solved
        if done.request.preview:
            if not solved.preview:  # a step of a drag that was solved exactly
                self._status.show_idle(self._solved_words(solved))
            return
        if not solved.times.partial:
            self.show_solve_time(solved)
            # Why another algorithm answered is told by what runs meanwhile.
            self._tell_once(tuple(note for note in solved.notes if note != solved.stale))
            return
        self._status.show_idle(self.tr("Cancelled: partial result"))
        self._stage.messages.say(
            NOTE,
            self.tr("The solve was cancelled"),
            self.tr("The map shows what had been reached by then. F5 solves again."),
        )

    def _tell_once(self, notes: tuple[str, ...]) -> None:
        """Say why a result came about otherwise than was to be expected, until that changes."""
        if notes and notes != self._told:
            self._stage.messages.say(NOTE, " ".join(map(told, notes)))
        self._told = notes

    def _offer_contraction(self) -> None:
        self._stage.messages.say(
            NOTE,
            self._not_contracted(),
            self.tr("Another algorithm answers, with the same times."),
            self.tr("Contract now"),
            self._editor.contracting.begin,
            until_edit=True,
        )

    def show_solve_time(self, solved: Result) -> None:
        where = f"{solved.backend.upper()}, {milliseconds(solved.solve_ms)}"
        logging.getLogger(__name__).info("solved by %s on %s", solved.algorithm, where)
        self._status.show_idle(self._solved_words(solved))

    def _solved_words(self, solved: Result) -> str:
        where = f"{solved.backend.upper()}, {milliseconds(solved.solve_ms)}"
        return self.tr("Solved on {where}").format(where=where)

    def _look_at_drawing(self) -> None:
        """Say why there is no picture yet while kernels that draw it are compiled, as on a machine
        that never did."""
        compiles = compiling()  # asked always: it knows only what began since
        awaited = self._view.drawing or self._bridge.runs(*SEEN)
        if awaited and (self._preparing or compiles):
            self._preparing = True
            if not self._bridge.busy:  # which says more
                words = self.tr("Preparing the drawing (first start only)…")
                self._status.show_progress(words, -1.0, stoppable=False)
        elif self._preparing:
            self._preparing = False
            if not self._bridge.busy:
                self._status.show_idle()

    def _show_idle(self) -> None:
        self._status.show_idle()
        self._enable_result()

    def _show_cancelled(self) -> None:
        text, result = self.tr("Cancelled"), self._editor.session.result
        self._status.show_idle(text if result is None else None)
        # What there is was there before, and how to have what was stopped after all says more.
        offered = self._stage.messages.shows(self._not_contracted())
        if not (result is None or result.times.partial or offered):
            self._stage.messages.say(NOTE, text)

    def _not_contracted(self) -> str:
        return self.tr("The roads are not contracted for these costs")
