"""A process in which windows come and go under random hands; it tells its parent of each turn.

    python -m tests.soak.child SEED ACTIONS ROUNDS FOLDER [KIND ...]

A turn opens the window with what it remembers, opens one kind of document, works on it and closes
the window. One line of JSON a turn goes to standard output.
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any

import psutil
from numba.core.dispatcher import Dispatcher
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QMessageLogContext,
    QSettings,
    QTimer,
    QtMsgType,
    QUrl,
    qInstallMessageHandler,
)
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.arenas import share_arenas
from app.document.joined import JoinRequest
from app.user_errors import as_user_error
from core.errors import IsofrontError
from tests.app.cli.test_joined import write_roads, write_terrain
from tests.soak.hands import Hands, pause
from tests.ui.rasters import Rasters
from tests.ui.roads import Roads
from ui.controllers.projects import asking
from ui.main_window import MainWindow
from ui.running import garbage

KINDS = ("terrain", "roads", "costs", "joined", "nothing")
"""Kinds of documents, the one of joined ground and that of costs without a place among them."""

HUNG_S = 900
"""Seconds without the end of a turn, on a busy machine, after which all stacks are told and the
process ends."""

LONGEST_S = 20
"""Seconds that something of a window may live longer than it, on a busy machine."""

LOOK_MS = 20
"""Milliseconds from one look of what collects garbage to the next: hands that never rest for
seconds give it a rest now and then."""

THREADS_OF_QT = "Dummy-"
"""Beginning of the names that Python gives threads that Qt made."""

FAULT = "SOAK_FAULT"
"""Variable that has a slot fail, to see that it is told."""

HARMLESS = ("propagateSizeHints", "This plugin does not support")
"""What the system without a screen says to whatever is shown on it."""


@dataclass
class Turn:
    """What a turn left behind.

    actions : made. faults : what went wrong, in words. threads, timers, widgets, windows : living
    after it. mib : memory of the process afterwards, as the system counts it; held : what the
    process has asked for and not given back, without what the C library keeps for later.
    kernels : compiled ones that are loaded then.
    """

    kind: str
    large: bool
    actions: int = 0
    faults: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    threads: list[str] = field(default_factory=list)
    timers: int = 0
    widgets: int = 0
    windows: int = 0
    mib: float = 0.0
    held: float = 0.0
    kernels: int = 0
    seconds: float = 0.0


class Soak:
    """Turns of one process. faults : of the turn that runs."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._random, self._folder = Random(seed), folder
        self.faults: list[str] = []
        self._hear()
        rasters, roads = Rasters(folder), Roads(folder)
        self._files = {
            "terrain": rasters.geotiff(),
            "roads": roads.town(),
            "costs": roads.numbers(),
            "broken": rasters.not_a_raster(),
        }
        self._ground = write_terrain(folder / "ground.tif")
        self._streets = write_roads(folder / "streets.gpkg")

    def turn(self, kind: str, *, large: bool, actions: int) -> Turn:
        began, made = time.monotonic(), Turn(kind, large)
        self.faults = made.faults
        faulthandler.dump_traceback_later(HUNG_S, exit=True)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        collector = garbage.GarbageAtRest(application)  # as in the window of users
        window = MainWindow()
        hands = Hands(window, self._random, list(self._files.values()), self._folder)
        try:
            window.showMaximized() if large else window.show()
            self._open(window, kind)
            hands.rest()
            if FAULT in os.environ:
                QTimer.singleShot(0, window, lambda: 1 // 0)
            while hands.made < actions and not made.faults:
                hands.act()
                self._look(window)
            pause(20)
        except Exception as fault:
            self.faults.append("".join(traceback.format_exception(fault)))
        finally:
            hands.stop()
            made.done, made.actions = list(hands.done), hands.made
            asked = asking.ask_about_unsaved
            asking.ask_about_unsaved = lambda *_: asking.DISCARD  # no hand answers any more
            try:
                window.close()
            finally:
                asking.ask_about_unsaved = asked
            for top in QApplication.topLevelWidgets():
                top.close()
            window.deleteLater()
            del window, hands
            collector.stop()  # else what it froze could not be looked at
        _let_go()
        faulthandler.cancel_dump_traceback_later()
        made.done = made.done if made.faults else []
        made.threads = _threads()
        made.timers = _running()
        made.widgets = len(QApplication.allWidgets())
        made.windows = len(_living(MainWindow))
        _trim()
        made.mib = psutil.Process().memory_info().rss / 2**20
        made.held = _held()
        made.kernels = sum(len(kernel.overloads) for kernel in _living(Dispatcher))
        made.seconds = time.monotonic() - began
        return made

    def _open(self, window: MainWindow, kind: str) -> None:
        if kind == "joined":
            window.opener.open_joined(JoinRequest(self._ground, self._streets))
        elif kind != "nothing":
            window.open_path(self._files[kind])

    def _look(self, window: MainWindow) -> None:
        text = window.stage.messages.text()
        if "internal error" in text:
            self.faults.append(text)

    def _hear(self) -> None:
        """Have everything told that would be lost, or only be seen."""

        def caught(
            kind: type[BaseException], fault: BaseException, trace: TracebackType | None
        ) -> None:
            self.faults.append("".join(traceback.format_exception(kind, fault, trace)))
            print(self.faults[-1], file=sys.stderr)

        def said(kind: QtMsgType, _at: QMessageLogContext, text: str) -> None:
            if kind is not QtMsgType.QtDebugMsg and not any(word in text for word in HARMLESS):
                self.faults.append(f"Qt says: {text}")

        def judged(error: Exception) -> IsofrontError:
            if not isinstance(error, IsofrontError | MemoryError | OSError):
                self.faults.append("".join(traceback.format_exception(error)))
            return as_user_error(error)

        def opened(url: QUrl) -> bool:
            return url.isValid()

        sys.excepthook = caught
        threading.excepthook = lambda told: caught(
            told.exc_type, told.exc_value or told.exc_type(), told.exc_traceback
        )
        sys.unraisablehook = lambda told: caught(
            told.exc_type, told.exc_value or told.exc_type(), told.exc_traceback
        )
        qInstallMessageHandler(said)
        _put(judged, "app.solving.jobs", "ui.application")
        QDesktopServices.openUrl = opened  # type: ignore[assignment]  # no browser comes


def _put(judged: Callable[[Exception], IsofrontError], *modules: str) -> None:
    for name in modules:
        module: Any = __import__(name, fromlist=["as_user_error"])
        module.as_user_error = judged


def _let_go() -> None:
    """Serve what is to be deleted and collect what refers to it, until no timer runs and no window
    lives: some of Qt's own go on for a second, and what a thread still works on has its window."""
    for name in ("last_exc", "last_traceback", "last_type", "last_value"):
        sys.__dict__.pop(name, None)  # a fault that was told holds the frames it passed through
    began = time.monotonic()
    while True:
        pause(30)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect()
        ended = not (_running() or _living(MainWindow))
        if ended or time.monotonic() - began > LONGEST_S:
            return


def _running() -> int:
    return sum(isValid(timer) and timer.isActive() for timer in _living(QTimer))


def _trim() -> None:
    """Have the C library give back what it holds for later; what is left is in use."""
    with suppress(OSError, AttributeError):  # another library than glibc
        ctypes.CDLL("libc.so.6").malloc_trim(0)


class _Allocated(ctypes.Structure):
    """What the C library tells of its memory: struct mallinfo2."""

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks",
            "fordblks", "keepcost",
        )
    )  # fmt: skip


def _held() -> float:
    """MiB; 0 where the C library does not tell."""
    try:
        ask = ctypes.CDLL("libc.so.6").mallinfo2  # since glibc 2.33
    except (OSError, AttributeError):
        return 0.0
    ask.restype = _Allocated
    told = ask()
    return float(told.uordblks + told.hblkhd) / 2**20


def _living(kind: type[Any]) -> list[Any]:
    return [each for each in gc.get_objects() if isinstance(each, kind)]


def _threads() -> list[str]:
    names = (thread.name for thread in threading.enumerate())
    return sorted(name for name in names if not name.startswith(("MainThread", THREADS_OF_QT)))


def main(seed: int, actions: int, rounds: int, folder: Path, kinds: Sequence[str]) -> None:
    faulthandler.enable()
    QSettings.setPath(
        QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(folder / "settings")
    )
    share_arenas()  # as a window that users open does
    garbage.LOOK_MS = LOOK_MS
    _application = QApplication(["isofront"])
    soak = Soak(seed, folder)
    turns = [(kind, large) for _ in range(rounds) for kind in kinds for large in (False, True)]
    for number, (kind, large) in enumerate(turns):
        each = actions * (number + 1) // len(turns) - actions * number // len(turns)
        turn = soak.turn(kind, large=large, actions=each)
        print(json.dumps(asdict(turn)), flush=True)


if __name__ == "__main__":
    _seed, _actions, _rounds = map(int, sys.argv[1:4])
    main(_seed, _actions, _rounds, Path(sys.argv[4]), sys.argv[5:] or KINDS)
