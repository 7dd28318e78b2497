"""Where the window stands and how its panels lie: kept for the next time, and laid on again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QByteArray, QLockFile, QObject, QPoint, QSize, Qt, QTimer
from PySide6.QtWidgets import QMainWindow

from ui import preferences
from ui.docks import LARGE, Docks

SIZE = QSize(1280, 800)

FRAME = QSize(16, 48)
"""Approximate width and height in pixels of a window manager's frame and title, before it has
told."""

SETTLED_MS = 1500
"""Milliseconds after which a shown window has got through its start: a window manager answers
within some 100 ms, and Qt waits 150 ms for it to make a window as large as it was."""


class Placing(QObject):
    """Lays the kept layout on a window that is not shown yet, and keeps it when it closes.

    A start that dies over a kept layout would die again each time. While one is under way a lock
    stands beside the settings; who finds the lock of a process that is gone begins without the
    layout, and `interrupted` is true.

    suit : shows the panels that are of use with what is open.
    """

    def __init__(
        self, window: QMainWindow, docks: Docks, suit: Callable[[], None], *, remember: bool
    ) -> None:
        super().__init__(window)
        self._window, self._docks, self._suit = window, docks, suit
        self._remember = remember
        self._lock = QLockFile(str(preferences.start_lock()))
        self.interrupted = remember and self._begin()
        self._starting = True
        self._as_usual = True  # the usual sizes of docks, once the window has its own
        self._layout: QByteArray | None = None  # to be laid on once the window has its own size
        self._settling = self._timer(SETTLED_MS, self._settle)
        self._fitting = self._timer(0, self._lay_on)

    def _timer(self, delay_ms: int, act: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(delay_ms)
        timer.timeout.connect(act)
        return timer

    def _begin(self) -> bool:
        """Mark that a start is under way; whether the one before never got through."""
        path = preferences.start_lock()
        there = path.exists()
        return self._lock.tryLock(0) and there  # held by another window that is starting: fine

    def restore(self) -> None:
        """Give the window its size and its panels their places, as they were kept."""
        window = self._window
        window.resize(SIZE)
        self._bring_in()
        if self.interrupted:
            preferences.forget_window()
        kept = preferences.window_geometry() if self._remember else None
        if kept is None:
            return
        geometry, self._layout = kept
        # Of a screen that is a quarter wider or narrower, as one is at another scale factor, Qt
        # takes nothing, not even that the window was maximised.
        window.restoreGeometry(geometry)
        if preferences.window_maximised():
            window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)
        self._bring_in()
        # While a window has still to become maximised, Qt keeps a layout that is restored, with
        # pointers to its docks, until the window has its size. Of the docks that are taken away
        # before then, because nothing open has a use for them, it would follow pointers to nothing.
        states = window.windowState()
        window.setWindowState(states & ~LARGE)
        self._as_usual = False
        self._lay_on()
        window.setWindowState(states)

    def _bring_in(self) -> None:
        """No larger than the screen and within it, unless a window manager sees to that."""
        window = self._window
        if window.windowState() & LARGE:
            return
        screen = window.screen().availableGeometry()
        window.resize(window.size().boundedTo(screen.size() - FRAME))
        most_right = screen.right() - window.width() - FRAME.width()
        most_down = screen.bottom() - window.height() - FRAME.height()
        x, y = min(window.x(), most_right), min(window.y(), most_down)
        within = QPoint(max(x, screen.left()), max(y, screen.top()))
        # Else it is put where there is room. Where it lies within the screen it stays: a window
        # that is not shown yet knows no frame, and moved to its own place it would come to lie
        # that frame's width aside, at each start.
        if window.testAttribute(Qt.WidgetAttribute.WA_Moved) and within != window.pos():
            window.move(within)

    def _lay_on(self) -> None:
        if self._layout is None:
            return
        if self._window.restoreState(self._layout):
            self._docks.remember_put_away()
        else:
            self._layout, self._as_usual = None, True
            self._docks.arrange()
        self._suit()

    def shown(self) -> None:
        """The window was shown; to be called each time."""
        if self._as_usual:
            self._as_usual = False
            self._docks.measure()
        if self._starting:
            self._starting = False
            self._settling.start()
            self._fitting.start()

    def resized(self) -> None:
        """The window has another size; while it comes to the one it had, its docks do, too."""
        if self._settling.isActive():
            self._fitting.start()

    def _settle(self) -> None:
        if self._remember:  # a window for a picture may be larger than any screen
            # Until now it had to be larger, for panels that nothing open has a use for.
            self._bring_in()
        self._layout = None
        self._lock.unlock()

    def keep(self) -> None:
        """The window closes: keep how it is for the next time."""
        if self._remember:
            window = self._window
            preferences.remember_window(
                window.saveGeometry(), window.saveState(), maximised=window.isMaximized()
            )
        self._lock.unlock()
