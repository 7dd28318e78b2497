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


FEWEST = 5
"""Pictures on a way below which it is no movement to the eye: 30 ms each."""

SLOW_WAYS = 3
"""Ways of too few pictures one after another, after which the goal is shown at once."""

AGAIN = 10
"""Ways that are not shown before one is tried again: the machine may have been busy otherwise."""


class Glide(QObject):
    """Leads to a goal step by step; calls `moved` with each viewport on the way. Where the machine
    cannot draw enough of them the goal is shown at once."""

    def __init__(
        self,
        parent: QObject,
        moved: Callable[[Viewport], None],
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(parent)
        self.milliseconds = 150
        self.goal: Viewport | None = None
        self._clock = clock
        self._pictures = self._slow = self._skipped = 0
        self._moved = moved
        self._begin = Viewport()
        self._began = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(12)
        self._timer.timeout.connect(self._step)

    def go(self, begin: Viewport, goal: Viewport) -> None:
        self._begin, self.goal, self._began = begin, goal, self._clock()
        self._pictures = 0
        if self.milliseconds <= 0 or self._too_slow():
            self._arrive()
        else:
            self._timer.start()

    def stop(self) -> None:
        """Stay where we are."""
        self._timer.stop()
        self.goal = None

    def _too_slow(self) -> bool:
        if self._slow < SLOW_WAYS:
            return False
        self._skipped = (self._skipped + 1) % AGAIN
        return self._skipped > 0

    def _step(self) -> None:
        if self.goal is None:
            return
        share = min((self._clock() - self._began) * 1e3 / self.milliseconds, 1.0)
        self._pictures += 1
        if share >= 1:
            self._slow = self._slow + 1 if self._pictures < FEWEST else 0
            self._arrive()
        else:
            self._moved(between(self._begin, self.goal, 1 - (1 - share) ** 3))

    def _arrive(self) -> None:
        goal = self.goal
        self.stop()
        if goal is not None:
            self._moved(goal)
