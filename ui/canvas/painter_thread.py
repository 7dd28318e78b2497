"""Draws frames off the window's thread: the newest wish wins, then the same again but finer."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from ui.pictures.patch import Patch
from ui.pictures.scene import Frame, Scene, draw_frame

_REST = 0.12
"""Seconds without a new wish before the finer picture is worth its time."""


@dataclass(frozen=True, eq=False)
class Wish:
    """A frame to draw, and the picture of the whole to have at hand when the view widens."""

    scene: Scene
    patch: Patch
    overview: Patch
    pixel_ratio: float


class PainterThread(QObject):
    """One thread, started with the first wish and ended by `stop`.

    `drawn` and `overview_drawn` carry a Frame and arrive in the thread that made this object.
    """

    drawn = Signal(object)
    overview_drawn = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._condition = threading.Condition()
        self._wish: Wish | None = None
        self._stopping = False
        self._thread: threading.Thread | None = None

    def ask(self, wish: Wish) -> None:
        """Draw this next; what was asked before and not begun is forgotten."""
        with self._condition:
            self._wish = wish
            self._condition.notify()
            if self._thread is None:
                self._stopping = False
                self._thread = threading.Thread(target=self._work, name="map-painter", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """End the thread and wait for it; a later `ask` starts another."""
        with self._condition:
            self._stopping, self._wish = True, None
            thread, self._thread = self._thread, None
            self._condition.notify()
        if thread is not None:
            thread.join()

    def _idle(self) -> bool:
        return self._wish is None and not self._stopping

    def _next(self) -> Wish | None:
        with self._condition:
            self._condition.wait_for(lambda: not self._idle())
            wish, self._wish = self._wish, None
            return None if self._stopping else wish

    def _disturbed(self) -> bool:
        """Wait a moment; whether something else is wanted meanwhile."""
        with self._condition:
            return self._condition.wait_for(lambda: not self._idle(), _REST)

    def _work(self) -> None:
        frame: Frame | None = None
        overview: Frame | None = None
        while (wish := self._next()) is not None:
            try:
                frame = self._draw(wish, frame)
                if not self._disturbed():
                    frame = self._refine(wish, frame)
                    overview = self._look_around(wish, overview)
            except Exception:  # a picture that fails must not end the thread that draws the next
                if not isValid(self):
                    return  # the application ends
                logging.getLogger(__name__).exception("the map could not be drawn")

    def _draw(self, wish: Wish, before: Frame | None) -> Frame | None:
        began = time.perf_counter()
        frame = draw_frame(wish.scene, wish.patch, wish.pixel_ratio, before=before)
        if frame is not None and not frame.shares_all_with(before):
            frame = replace(frame, drawn_ms=(time.perf_counter() - began) * 1e3)
        self.drawn.emit(frame)
        return frame

    def _refine(self, wish: Wish, before: Frame | None) -> Frame | None:
        frame = draw_frame(wish.scene, wish.patch, wish.pixel_ratio, True, before, self._idle)
        if frame is None or frame.shares_all_with(before):
            return before
        self.drawn.emit(frame)
        return frame

    def _look_around(self, wish: Wish, before: Frame | None) -> Frame | None:
        frame = draw_frame(
            wish.scene, wish.overview, wish.pixel_ratio, before=before, wanted=self._idle
        )
        if frame is None:
            return before
        self.overview_drawn.emit(frame)
        return frame
