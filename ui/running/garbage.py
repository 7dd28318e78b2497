"""When the interpreter looks through all that lives for garbage: while the window rests.

A full collection stops the whole program, 100 ms on a slow machine, where 200,000 objects of
compiled code and libraries stay to the end. The interpreter would begin it in the middle of a drag,
and in whichever thread makes the next object, where widgets must not be taken apart.
"""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from ui.main_window import MainWindow
from ui.running.alive import kept_alive

LOOK_MS = 500
"""Milliseconds from one look at the window to the next."""

FEW_PICTURES = 2
"""Pictures from one look to the next that a window shows at rest: a caret blinks once, two maps
that are compared by turns do so, too. A hand or a front makes ten and more."""

REST_LOOKS = 6
"""Looks in a row at which nothing moved before garbage is looked for. Not seconds: in those for
which the window could not look itself, somebody waited for it."""

OVERDUE_SECONDS = 300.0
"""Seconds since the last look for garbage after which the rest from one look at the window to the
next is enough."""

MOST_COLLECTIONS = 200
"""Collections of the middle generation after which the interpreter begins a full one by itself,
whatever the hand does: it then looks through what was made since the last rest. With 700 objects
ten times over in each that is a million and a half, and half an hour of dragging without a rest,
once all kernels are loaded."""


class GarbageAtRest(QObject):
    """Collects garbage of a whole process at each rest of its windows; one for a process.

    What lives on after that is frozen, so that nobody looks through it before the next rest, when
    all is looked through again: nothing stays for being frozen.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._pictures = 0
        self._pointer = QCursor.pos()
        self._stirred = True  # whether anything moved since the last look for garbage
        self._calm = 0  # looks in a row at which nothing moved
        self._collected_at = time.monotonic()
        self._before = gc.get_threshold()
        gc.set_threshold(*self._before[:2], MOST_COLLECTIONS)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def stop(self) -> None:
        """Leave garbage to the interpreter again."""
        self._timer.stop()
        gc.set_threshold(*self._before)
        gc.unfreeze()
        self.deleteLater()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        if event.type() == QEvent.Type.UpdateRequest:  # one for all that is painted in a window
            self._pictures += 1
        return False

    def _look(self) -> None:
        if self._moves():
            self._stirred, self._calm = True, 0
            return
        self._calm += 1
        overdue = time.monotonic() - self._collected_at >= OVERDUE_SECONDS
        if self._stirred and (overdue or self._calm >= REST_LOOKS):
            self._collect()

    def _moves(self) -> bool:
        """Whether something moved since the last look, is held or is worked on."""
        pictures, self._pictures = self._pictures, 0
        pointer, self._pointer = self._pointer, QCursor.pos()
        with kept_alive():
            shown = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
        for widget in shown:
            widget.installEventFilter(self)  # where it is already, it stays once
        return (
            pictures > FEW_PICTURES
            or pointer != self._pointer
            or QApplication.mouseButtons() != Qt.MouseButton.NoButton
            or not all(w.bridge.at_rest for w in shown if isinstance(w, MainWindow))
        )

    def _collect(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._stirred, self._collected_at = False, time.monotonic()
