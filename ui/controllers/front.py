"""Plays the front over the map: once after a new start, and whenever it is asked for."""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.editing.session import Change
from ui import preferences
from ui.actions import Actions
from ui.canvas.map_view import MapView
from ui.controllers.editing import Editor
from ui.pictures.front import last_moment
from ui.texts import amount
from ui.widgets.icons import icon
from ui.widgets.scrubber import Scrubber

ONCE_S = 1.5
"""Seconds that the play after a solve takes."""

LATEST_S = 2.5
"""Seconds until which the play after a solve may begin; where its first moment takes longer to be
drawn than the old picture is held, the finished one is seen meanwhile."""

WHOLE_S = 5.0
"""Seconds that a play takes at its usual speed."""

FRAME_MS = 16

INPUT = (
    QEvent.Type.MouseButtonPress, QEvent.Type.Wheel, QEvent.Type.ShortcutOverride,
    QEvent.Type.KeyPress, QEvent.Type.NativeGesture, QEvent.Type.TouchBegin,
)  # fmt: skip
"""Events that end the play after a solve: whoever acts wants to see the result."""


class FrontPlayer(QObject):
    """Keeps bar, map and clock together.

    playing : whether the clock runs. by_itself : whether it does since a solve is done.
    """

    def __init__(
        self,
        window: QWidget,
        view: MapView,
        editor: Editor,
        commands: Actions,
        *,
        remember: bool,
    ) -> None:
        super().__init__(window)
        self.bar = Scrubber(commands["front_play"], commands["front_loop"])
        self.playing = self.by_itself = False
        self._view, self._editor, self._commands = view, editor, commands
        app = QApplication.instance()
        assert app is not None, "a window is shown"
        self._app = app
        self._new_place = False
        self._awaited: object = None
        self._share = 1.0
        self._last = 0.0
        self._began = 0.0
        self._waiting = False  # for the first moment of a play
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._tick)
        commands["front_play"].triggered.connect(lambda: self.toggle())
        after = commands["front_after_solve"]
        after.setChecked(remember and preferences.front_after_solve())
        if remember:
            after.toggled.connect(preferences.remember_front_after_solve)
        self.bar.scrubbed.connect(self.go)
        self.bar.speed_chosen.connect(lambda speed: self._run_on())
        editor.placed.connect(self._expect)
        editor.followers.told.connect(self._change)
        view.frames.taken.connect(self._look)
        view.dressed.connect(self._suit)
        view.front.shown.connect(self._set_off)
        self._change(Change.DOCUMENT | Change.RESULT)

    # -- what the user does

    def toggle(self) -> None:
        """Play, from the beginning where the end is reached; or hold the front where it is."""
        if self.playing:
            self._pause()
        elif self._can:
            self._share = 0.0 if self._share >= 1.0 else self._share
            self._play()

    def go(self, share: float) -> None:
        """Take the front to a share of its way; at the end of it the finished picture is shown."""
        self._pause()
        self._show(share)

    def finish(self) -> None:
        """End a play, or what is about to be played, with the finished picture."""
        self._awaited = None
        self._pause()
        self._show(1.0)

    @property
    def _can(self) -> bool:
        """Whether the map shows times, and not owners or another map in their place."""
        frame = self._view.frames.frame
        return self._last > 0 and frame is not None and frame.scene.times is not None

    # -- what follows a solve

    def _expect(self) -> None:
        """A start is set: the front is played when it is solved."""
        self._new_place = self._commands["front_after_solve"].isChecked()

    def _change(self, change: Change) -> None:
        if change & Change.BANDS and not self.playing:
            self._tell()  # in what is counted now
        if change & Change.DOCUMENT:
            document = self._editor.session.document
            self.bar.setVisible(document is not None and document.bounds is not None)
            self._new_place = False
        if not change & (Change.DOCUMENT | Change.RESULT):
            return
        result = self._editor.session.result
        self._last = last_moment(None if result is None else result.times)
        self.finish()
        self._suit()
        if result is None:
            return
        wanted, self._new_place = self._new_place, False
        pressed = QApplication.mouseButtons() != Qt.MouseButton.NoButton
        there = self._last > 0 and self._view.is_timed
        if wanted and there and not (result.times.partial or pressed):
            self._awaited = result.times
            self._view.front.hold()

    def _suit(self) -> None:
        """There is a front where the map shows times, and none of owners or other classes."""
        there = self._last > 0 and self._view.is_timed
        if not there and (self.playing or self._share < 1.0 or self._awaited is not None):
            self.finish()
        self.bar.setEnabled(there)
        self._commands.enable(there, "front_play", "export_animation")

    def _look(self) -> None:
        """A frame is there: perhaps the first of what is to be played."""
        frame = self._view.frames.frame
        if self._awaited is None or frame is None or frame.scene.times is not self._awaited:
            return
        self._awaited, self._share = None, 0.0
        if self._last > 0:
            self._play(by_itself=True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        if self.by_itself and event.type() in INPUT:
            self.finish()
        return False

    # -- the clock

    @property
    def _length(self) -> float:
        """Seconds of a play."""
        return ONCE_S if self.by_itself else WHOLE_S / float(self.bar.speed.currentData())

    def _play(self, by_itself: bool = False) -> None:
        self.playing, self.by_itself, self._waiting = True, by_itself, True
        if by_itself:
            self._app.installEventFilter(self)
        self._run_on()
        self._timer.start()
        self._dress()
        self._show(self._share)

    def _set_off(self) -> None:
        """The first moment is on the map: the clock begins."""
        if self._waiting:
            self._waiting = False
            self._run_on()

    def _run_on(self) -> None:
        """Let the clock run from where it stands, as fast as it is to run now."""
        self._began = time.perf_counter() - self._share * self._length

    def _pause(self) -> None:
        self._timer.stop()
        if self.by_itself:
            self._app.removeEventFilter(self)
        self.playing = self.by_itself = False
        self._dress()

    def _tick(self) -> None:
        share = (time.perf_counter() - self._began) / self._length
        if self._waiting:
            if self.by_itself and share * self._length > LATEST_S:
                self.finish()
        elif share < 1.0:
            self._show(share)
        elif self._commands["front_loop"].isChecked() and not self.by_itself:
            self._share = 0.0
            self._run_on()
        else:
            self.finish()

    def _show(self, share: float) -> None:
        self._share = share
        if share >= 1.0:
            self._view.front.finish()
        else:
            self._view.front.show(share * self._last, self.clock(share * self._last))
        self._tell()

    def _tell(self) -> None:
        last = self._last
        words = (self.clock(self._share * last), self.clock(last)) if last > 0 else ("", "")
        self.bar.show_moment(self._share, *words)

    def clock(self, seconds: float) -> str:
        """A moment in words."""
        return amount(seconds, self._editor.session.bands.measure)

    def _dress(self) -> None:
        """The sign of the button says what it does."""
        self._commands["front_play"].setIcon(icon("pause" if self.playing else "play"))
