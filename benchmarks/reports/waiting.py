"""Waits while the window works, for programs that make pictures of it.

`QTest.qWait` keeps Python's lock while it waits: solvers and compilers in threads get a hundredth
of the time then, and take minutes over what is done in a second.
"""

from __future__ import annotations

from PySide6.QtCore import QEventLoop, QTimer

from ui.main_window import MainWindow

BEGIN_MS, DRAWN_MS = 60, 300
"""Milliseconds in which what was asked for begins, and in which a view of it is drawn."""


def pause(milliseconds: int) -> None:
    """Serve events for a while, and let threads work."""
    waiting = QEventLoop()
    QTimer.singleShot(milliseconds, waiting.quit)
    waiting.exec()


def rest(window: MainWindow) -> None:
    """Until nothing runs, quiet work included, and what came of it is drawn."""
    pause(BEGIN_MS)
    while not window.bridge.at_rest:
        pause(20)
    pause(DRAWN_MS)
