"""Moving from one viewport to another in a short while, so that the eye can follow."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer

from ui.canvas.viewport import Viewport


def between(begin: Viewport, end: Viewport, share: float) -> Viewport:
    """The viewport `share` (0..1) of the way.

    The scale grows by equal factors and the middle runs in step with it: a point that both ends
    show in the same pixel stays in that pixel all the way.
    """
    if share >= 1:
        return end
    scale = begin.scale * (end.scale / begin.scale) ** share
    span = end.scale - begin.scale
    along = (scale - begin.scale) / span if abs(span) > 1e-9 * begin.scale else share
    x, y = begin.x + (end.x - begin.x) * along, begin.y + (end.y - begin.y) * along
    return replace(end, x=x, y=y, scale=scale)


class Glide(QObject):
    """Leads to a goal step by step; calls `moved` with each viewport on the way."""

    def __init__(self, parent: QObject, moved: Callable[[Viewport], None]) -> None:
        super().__init__(parent)
        self.milliseconds = 130
        self.goal: Viewport | None = None
        self._moved = moved
        self._begin = Viewport()
        self._began = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(12)
        self._timer.timeout.connect(self._step)

    def go(self, begin: Viewport, goal: Viewport) -> None:
        self._begin, self.goal, self._began = begin, goal, time.perf_counter()
        if self.milliseconds <= 0:
            self._step()
        else:
            self._timer.start()

    def stop(self) -> None:
        """Stay where we are."""
        self._timer.stop()
        self.goal = None

    def _step(self) -> None:
        if self.goal is None:
            return
        passed = (time.perf_counter() - self._began) * 1e3
        share = min(passed / self.milliseconds, 1.0) if self.milliseconds > 0 else 1.0
        viewport = between(self._begin, self.goal, 1 - (1 - share) ** 3)
        if share >= 1:
            self.stop()
        self._moved(viewport)
