"""Runs the tour in a window of its own, until it is over or somebody touches anything."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QDialog

from ui.remedy import Remedy
from ui.tour.acts import STEPS, Guide
from ui.tour.caption import TourCaption
from ui.tour.hand import Hand, Wait

if TYPE_CHECKING:
    from ui.main_window import MainWindow

TICK_MS = 15

PATIENCE_S = 240.0
"""Seconds that a step waits for what it set off: the first solve on a machine compiles."""

QUIET_S = 4.0
"""Seconds without any work after which nothing more is waited for: the tour goes on."""

FIRST_S = 0.8
"""Seconds between the window and the first step."""

KEYS = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
TOUCHES = (
    *KEYS, QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick, QEvent.Type.Wheel,
    QEvent.Type.TouchBegin, QEvent.Type.NativeGesture, QEvent.Type.TabletPress,
)  # fmt: skip
"""Events by which somebody ends the tour. What the tour itself does sends no keys, and its mouse
events are none of the system's."""

WANDERING = (QEvent.Type.MouseMove, QEvent.Type.Enter, QEvent.Type.Leave)
"""Events of the user's pointer that would disturb the drawn one on the map."""


class Tour(QObject):
    """The tour in a window that nothing is remembered of.

    running : whether it goes on. step : id of the step that is shown, "" for none. walked : ids of
    the steps that came to their end. pace : of pauses and movements; 0 leaves none.
    """

    ended = Signal()

    def __init__(self, window: MainWindow, *, loop: bool = False, pace: float = 1.0) -> None:
        super().__init__(window)
        self.running, self.step = False, ""
        self._listens = False
        self.walked: list[str] = []
        self.loop, self.pace = loop, pace
        self.window = window
        self._place = 0
        self._act: Iterator[Wait] = iter(())
        self._until: Wait = 0.0
        self._waited = self._due = self._busy_at = 0.0
        self._dialogs: list[QDialog] = []
        self._folder = tempfile.TemporaryDirectory(prefix="isofront-tour-")
        self.caption = TourCaption([step.said for step in STEPS])
        self.hand = Hand(window, window.map, pace)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._go_on)
        self.caption.hide()
        window.add_strip(self.caption)
        window.installEventFilter(self)

    @property
    def folder(self) -> Path:
        """Where the tour writes; gone when its window is closed."""
        return Path(self._folder.name)

    def begin(self) -> None:
        """Show the tour from its beginning, on the whole screen; one that is shown goes on."""
        if self.running:
            return
        self.window.stage.messages.dismiss()
        self.window.show()
        self.window.commands["present"].setChecked(True)
        self.caption.show()
        self.walked = []
        self.running = True
        app = QApplication.instance()
        assert app is not None
        app.installEventFilter(self)
        self._listens = True
        self._enter(0)
        self._pause(FIRST_S)
        self._timer.start()

    def stop(self) -> None:
        """End it; the window stays, with what is in it, and is the user's."""
        if not self.running:
            return
        self.running, self.step = False, ""
        self._timer.stop()
        self._act.close()  # type: ignore[attr-defined]  # of a generator
        self.hand.release()
        self.hand.hide()
        self.window.hover.leave()
        for dialog in self._dialogs:
            _close(dialog)
        self._dialogs.clear()
        window = self.window
        window.front.finish()
        window.commands["close_roads"].setChecked(False)
        self.caption.hide()
        window.commands["present"].setChecked(False)
        # What ended the tour, such as a key, has its way to go yet: it means nothing else.
        QTimer.singleShot(0, self._let_input_through)
        again = Remedy(self.tr("Again"), self.begin)
        window.stage.messages.say(
            "note",
            self.tr("The tour has ended"),
            self.tr("This window is yours now. Nothing of the tour is kept in your settings."),
            again.label,
            again.act,
            stays=True,
        )
        self.ended.emit()

    def _let_input_through(self) -> None:
        app = QApplication.instance()
        if app is not None and not self.running:
            self._listens = False
            app.removeEventFilter(self)
            self.window.installEventFilter(self)

    # -- the steps

    def _enter(self, place: int) -> None:
        self._place, self.step = place, STEPS[place].id
        self.caption.fit(self.window.height())
        self.caption.show_step(place)
        self.hand.hide()
        self.window.hover.leave()
        guide = Guide(
            self.window, self.hand, self.folder, self._dialogs,
            lambda more: self.caption.show_step(place, more),
        )  # fmt: skip
        self._act = STEPS[place].act(guide)

    def _pause(self, until: Wait) -> None:
        now = time.monotonic()
        self._until, self._waited = until, now
        self._due = now if callable(until) else now + until * self.pace

    def _go_on(self) -> None:
        now = time.monotonic()
        waits = now < self._due
        if callable(self._until):
            waits = not self._until() and self._something_comes(now)
        if waits:
            return
        try:
            self._pause(next(self._act))
        except StopIteration:
            self._next()
        except Exception:
            self.stop()
            raise

    def _something_comes(self, now: float) -> bool:
        """Whether what is waited for may come yet: while something runs, and a moment after."""
        if self.window.bridge.busy or self.window.front.playing:
            self._busy_at = now
        since = max(self._busy_at, self._waited)
        return now - self._waited < PATIENCE_S and now - since < QUIET_S

    def _next(self) -> None:
        self.walked.append(self.step)
        if self._place + 1 < len(STEPS):
            self._enter(self._place + 1)
        elif self.loop:
            self._enter(0)
        else:
            self.stop()
            return
        self._pause(0.5)

    # -- the user

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        kind = event.type()
        if kind == QEvent.Type.Close and watched is self.window:
            self.stop()
            self._folder.cleanup()
        elif kind == QEvent.Type.Resize and watched is self.window and self.running:
            self.caption.fit(self.window.height())
        elif self._listens and (kind in KEYS or (kind in TOUCHES and event.spontaneous())):
            event.accept()
            self.stop()
            return True
        elif self.running and watched is self.window.map and kind in WANDERING:
            return event.spontaneous() or kind != QEvent.Type.MouseMove
        return False


def _close(dialog: QDialog) -> None:
    """A dialog that may be gone already, closed by whoever watched."""
    try:
        dialog.close()
    except RuntimeError:  # Qt has deleted it
        return
