"""What a user does with the window, in the words of one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path

from PySide6.QtCore import QEventLoop, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.solving.result import Result
from app.solving.road_solved import RoadSolved
from core.compiling import compiling
from ui.main_window import MainWindow

PATIENCE_MS = 240_000  # the first solve on a machine compiles; no test measures time

TURN_MS = 6
"""Milliseconds in which the bridge, which looks every four in tests, has one more turn."""

LEFT_BUTTON = Qt.MouseButton.LeftButton
NO_KEY = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def pause(ms: int) -> None:
    """Serve events for so long. Nothing of it runs in Python: there the alarm of a test that takes
    too long could go off, which Qt would catch, and nobody would end the loop."""
    loop, timer = QEventLoop(), QTimer()
    timer.setSingleShot(True)
    timer.timeout.connect(loop.quit)
    timer.start(ms)
    loop.exec()


class Driver:
    """A window with a hand on mouse and keyboard."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.bot = window, qtbot

    def wait(self, condition: Callable[[], object]) -> None:
        """Until a condition holds. It is looked at oftener at first than `waitUntil` would: most
        come true within a moment, and a window is waited for some thousand times."""
        until, pause_ms = time.monotonic() + PATIENCE_MS / 1e3, 1
        while not condition():
            assert time.monotonic() < until, "gave up waiting"
            pause(pause_ms)
            pause_ms = min(pause_ms + 1, 10)

    def rest(self) -> None:
        """Until nothing runs any more that a user would wait for."""
        self.wait(lambda: not self.window.bridge.busy)
        self.bot.wait(TURN_MS)
        self.wait(lambda: not self.window.bridge.busy)
        # Nor is the state hidden by that of kernels that draw, on a machine that never drew.
        self.wait(lambda: not (self.window.map.drawing and compiling()))
        self.wait(lambda: not self.window.state._preparing)

    def open(self, path: Path) -> None:
        self.window.open_path(path)
        self.rest()

    def pixel(self, x: float, y: float) -> QPoint:
        return QPoint(*map(round, self.window.map.pixel_of(x, y)))

    def click(self, x: float, y: float, keys: Qt.KeyboardModifier = NO_KEY) -> None:
        QTest.mouseClick(self.window.map, LEFT_BUTTON, keys, self.pixel(x, y))
        self.rest()

    def press(self, x: float, y: float) -> None:
        QTest.mousePress(self.window.map, LEFT_BUTTON, NO_KEY, self.pixel(x, y))

    def move(self, x: float, y: float) -> None:
        QTest.mouseMove(self.window.map, self.pixel(x, y))

    def move_until(self, shown: Callable[[], object], way: Sequence[tuple[float, float]]) -> None:
        """Move from place to place, over and over, until a step shows something: on a busy machine
        all steps of a short way are over before the first of them is solved. Ends at the last."""
        places = cycle(way)

        def moved() -> object:
            self.move(*next(places))
            return shown()

        self.wait(moved)
        self.move(*way[-1])

    def release(self, x: float, y: float) -> None:
        QTest.mouseRelease(self.window.map, LEFT_BUTTON, NO_KEY, self.pixel(x, y))

    def do(self, command: str) -> None:
        """Choose a command of the menus."""
        action = self.window.commands[command]
        assert action.isEnabled(), command
        action.trigger()

    def export(self, command: str) -> None:
        """The same of a command that exports, taking what its dialog proposes."""
        self.do(command)
        assert self.window.exporter.dialog is not None
        self.window.exporter.dialog.accept()

    @property
    def message(self) -> str:
        return self.window.stage.messages.text()

    @property
    def solved(self) -> Result:
        assert self.window.session.result is not None, self.message
        return self.window.session.result

    @property
    def on_roads(self) -> RoadSolved:
        found = self.solved.on_graph
        assert found is not None
        return found

    def seconds(self, row: int, col: int) -> float:
        seconds: float = self.solved.times.seconds_at(row, col)
        return seconds
