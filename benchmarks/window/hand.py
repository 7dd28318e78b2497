"""A window with something solved, a hand on its mouse, and a clock that sees pictures painted."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf, pi, sin
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.editing.session import Change
from app.solving.jobs import SolveDone
from app.solving.result import Result
from benchmarks.measuring.timings import STEP_PARTS
from benchmarks.window.step_parts import StepParts, StepTimes
from ui.application import application
from ui.main_window import MainWindow
from ui.pictures.scene import Frame
from ui.running.garbage import GarbageAtRest

PATIENCE_S = 600.0
STEP_PATIENCE_S = 10.0
"""Seconds after which a step of a drag counts as never shown."""

SETTLING_S = 60.0
"""Seconds that a window is given to come to rest after something was opened."""

SETTLED_SHARE = 0.1
"""Share of a processor below which it is at rest."""

PICTURE_S = 1 / 60
"""Seconds from one event of the hand to the next."""

WAY = 140.0
"""Pixels from the middle that the ground is dragged, to and fro."""

NOTCHES = (1, 1, 1, 1, -1, -1, 1, 1, -1, -1, -1, -1)
"""Notches of the wheel, ending where they began."""

GLIDE_S = 0.25
"""Seconds between two notches, in which the glide of the first has ended."""

STRIDE = 5.0
"""Pixels of a step of a dragged start."""

Milliseconds = tuple[float, float]
"""Milliseconds that a picture took, and those that the window's thread worked on it."""

_QUANTILES = {"min": 0.0, "median": 0.5, "p95": 0.95, "p99": 0.99, "longest": 1.0}
"""Shares of values that are no greater than what is told of them, by its name."""

_OF_A_STEP = (*STEP_PARTS, "picture_bytes")
"""Names of what is told of each step of a drag."""


class WindowWatch(QObject):
    """The window with something solved; relief : "" for the usual one."""

    def __init__(self, path: Path, size: tuple[int, int], relief: str = "") -> None:
        app = application(["isofront"], scheme="light", on_screen=False)
        super().__init__()
        self.garbage = GarbageAtRest(app)  # as in the window of users
        self.window = MainWindow(remember=False)
        if relief:
            self.window.link.wear(replace(self.window.link.style, relief=relief))
        self.window.resize(*size)
        self.window.show()
        began = time.perf_counter()
        self.window.open_path(path)
        self.until(lambda: self.window.session.document is not None)
        self.open_s = time.perf_counter() - began
        self.to_the_middle()
        self.map = self.window.map
        self.pictures = 0
        self._painted: Frame | None = None
        self._at_once: tuple[Frame | None, float] = None, 0.0
        self._answers: list[Result] = []
        self._parts = StepParts()
        self.map.installEventFilter(self)
        self.map.repaint = self._repaint  # type: ignore[assignment]  # when it is done
        self.window.editor.preview_ready.connect(self._hear)
        self.window.editor.changed.connect(self._look)
        self.rest(1.5)
        self.settle()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        if event.type() == QEvent.Type.Paint:
            self.pictures += 1
            self._painted = self.map.frames.frame
        return False

    def _repaint(self) -> None:
        QWidget.repaint(self.map)
        self._at_once = self.map.frames.frame, time.perf_counter()

    def until(self, there: Callable[[], bool]) -> None:
        """Serve events until something is there and nothing runs; TimeoutError."""
        patience = time.monotonic() + PATIENCE_S
        while not there() or self.window.bridge.busy:
            if time.monotonic() > patience:
                raise TimeoutError(self.window.stage.messages.text())
            self.rest(0.02)

    def settle(self) -> None:
        """Serve events until what is made ready after opening has ended: kernels for later, and
        what panels tell of a large file."""
        patience, worked = time.monotonic() + SETTLING_S, inf
        while worked > SETTLED_SHARE and time.monotonic() < patience:
            began, own = time.monotonic(), time.process_time()
            self.rest(0.5)
            worked = (time.process_time() - own) / (time.monotonic() - began)

    def rest(self, seconds: float) -> None:
        loop = QEventLoop()
        QTimer.singleShot(round(seconds * 1e3), loop.quit)
        loop.exec()

    def to_the_middle(self) -> None:
        """Have the times from a good start near the middle."""
        self.window.editor.find_good_start()
        self.until(lambda: self.window.session.result is not None)

    def to_a_corner(self) -> bool:
        """Have those from where one can stand nearest to the upper left corner of a raster, on the
        way to its middle; whether one can."""
        map_, editor = self.map, self.window.editor
        assert map_.ground is not None
        left, bottom, right, top = map_.ground.bounds
        for share in np.linspace(0.01, 0.4, 40).tolist():
            before = self.window.session.starts
            at = left + share * (right - left), top - share * (top - bottom)
            editor.place(*map_.place_of(*map_.viewport.to_pixel(*at)))
            if self.window.session.starts != before:
                self.until(lambda: self.window.session.result is not None)
                return True
        return False

    # -- what is measured

    def pan(self, pictures: int) -> list[Milliseconds]:
        """Of each picture of a drag in an eight."""
        middle = QPointF(self.map.width() / 2, self.map.height() / 2)
        self._mouse(QEvent.Type.MouseButtonPress, middle)
        taken: list[Milliseconds] = []
        for k in range(pictures):
            began, own = time.perf_counter(), time.thread_time()
            self._mouse(QEvent.Type.MouseMove, middle + _aside(2 * pi * k / 120))
            QApplication.processEvents()
            taken.append(_since(began, own))
            left = began + PICTURE_S - time.perf_counter()
            time.sleep(max(left, 0.0))
        self._mouse(QEvent.Type.MouseMove, middle)
        self._mouse(QEvent.Type.MouseButtonRelease, middle)
        self.rest(0.8)
        return taken

    def zoom(self) -> list[Milliseconds]:
        """Of each picture of glides in and out."""
        taken: list[Milliseconds] = []
        at = QPointF(self.map.width() * 0.4, self.map.height() * 0.45)
        for notch in NOTCHES:
            self._wheel(at, notch)
            end = time.perf_counter() + GLIDE_S
            while time.perf_counter() < end:
                began, own, before = time.perf_counter(), time.thread_time(), self.pictures
                QApplication.processEvents()
                if self.pictures > before:
                    taken.append(_since(began, own))
                time.sleep(0.001)
        self.rest(0.8)
        return taken

    def front(self) -> list[Milliseconds]:
        """From each moment of a play to the next; none where the first is not there in time."""
        self.window.front.toggle()
        patience = time.monotonic() + STEP_PATIENCE_S
        while self.map.front.layer is None and time.monotonic() < patience:
            self.rest(0.01)
        taken: list[Milliseconds] = []
        began, own, before = time.perf_counter(), time.thread_time(), self.pictures
        while self.window.front.playing:
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            if self.pictures > before:
                taken.append(_since(began, own))
                began, own, before = time.perf_counter(), time.thread_time(), self.pictures
        self.rest(0.8)
        return taken[1:-1]

    def drag(self, steps: int) -> dict[str, object]:
        """From each step of a dragged start until its times are painted, and of those that were
        the parts; the next waits for it."""
        with self._parts:
            return self._drag(steps)

    def _drag(self, steps: int) -> dict[str, object]:
        at = QPointF(*self.map.start_pixels[0])
        self._mouse(QEvent.Type.MouseButtonPress, at)
        taken: list[float] = []
        parts: list[StepTimes] = []
        # Of answers no more than this: who holds them holds their memory, which the next needs.
        answers: list[tuple[bool, float]] = []
        for k in range(1, steps + 1):
            starts = self.window.session.starts
            self._answers.clear()
            began = self._parts.begin()
            self._mouse(QEvent.Type.MouseMove, at + _circle(2 * pi * k / 60))
            if self.window.session.starts == starts:
                continue  # nobody can stand there
            while not self._is_shown:
                # As the application waits: looking again and again takes time from who solves.
                QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
                if time.perf_counter() - began > STEP_PATIENCE_S:
                    break
            shown, painted = self._at_once
            ended = painted if shown is self._painted else time.perf_counter()
            taken.append((ended - began) * 1e3)
            if self._painted is not None and self._is_shown:
                parts.append(self._parts.end(self._painted.scene.times, ended))
            answers += [(answer.preview, answer.answer_ms) for answer in self._answers[-1:]]
        self._mouse(QEvent.Type.MouseMove, at)
        self._mouse(QEvent.Type.MouseButtonRelease, at)
        self.until(lambda: True)
        self._answers.clear()
        coarse = sum(preview for preview, _ in answers)
        solves = [answer_ms for _, answer_ms in answers]
        return {**_summary([(ms,) for ms in taken], ("wall",)),
                "coarse": coarse, "answer_ms": _quantiles(solves),
                "parts": told_parts(parts)}  # fmt: skip

    def _hear(self, done: SolveDone) -> None:
        self._take(done.solved)

    def _look(self, change: Change) -> None:
        result = self.window.session.result
        if change & Change.RESULT and result is not None:
            self._take(result)

    def _take(self, answer: Result) -> None:
        if answer.starts == self.window.session.starts:
            self._answers.append(answer)

    @property
    def _is_shown(self) -> bool:
        """Whether the newest answer's picture was painted, and not only drawn."""
        frame, newest = self._painted, self._answers[-1:]
        return frame is not None and any(frame.scene.times is answer.times for answer in newest)

    # -- the hand

    def _mouse(self, kind: QEvent.Type, at: QPointF) -> None:
        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        held = none if kind == QEvent.Type.MouseButtonRelease else left
        button = none if kind == QEvent.Type.MouseMove else left
        whole = self.map.mapToGlobal(at)
        no_keys = Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(self.map, QMouseEvent(kind, at, whole, button, held, no_keys))

    def _wheel(self, at: QPointF, notches: int) -> None:
        event = QWheelEvent(
            at, self.map.mapToGlobal(at), QPoint(), QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(self.map, event)


def _aside(turn: float) -> QPointF:
    """Where on an eight the hand is."""
    return QPointF(WAY * sin(turn), WAY * sin(2 * turn) / 2)


def _circle(turn: float) -> QPointF:
    """Where on a circle through the beginning the hand is; a step is STRIDE long."""
    radius = 60 * STRIDE / (2 * pi)
    return QPointF(radius * (1 - sin(turn + pi / 2)), radius * sin(turn))


def _since(began: float, own: float) -> Milliseconds:
    return (time.perf_counter() - began) * 1e3, (time.thread_time() - own) * 1e3


def told(taken: Sequence[Milliseconds]) -> dict[str, object]:
    """Least, median, 95 and 99 % quantile and longest, in milliseconds."""
    return _summary(taken, ("wall", "own"))


def told_parts(steps: Sequence[StepTimes]) -> dict[str, object]:
    """The same of each part of steps, and of the bytes of their pictures."""
    return _summary([(*step.ms.values(), step.picture_bytes) for step in steps], _OF_A_STEP)


def _summary(taken: Sequence[Sequence[float]], kinds: Sequence[str]) -> dict[str, object]:
    """Of rows with a column of each kind."""
    columns = {kind: [row[place] for row in taken] for place, kind in enumerate(kinds)}
    return {"n": len(taken), **{kind: _quantiles(column) for kind, column in columns.items()}}


def _quantiles(values: Sequence[float]) -> dict[str, float]:
    """Nothing of no values."""
    if not len(values):
        return {}
    found = np.quantile(np.array(values), tuple(_QUANTILES.values())).round(2).tolist()
    return dict(zip(_QUANTILES, found, strict=True))
