"""The front that a map shows: drawn at the moment asked for, off the window's thread."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from math import inf

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from ui.canvas.frames import Frames
from ui.canvas.wish_thread import WishThread
from ui.pictures.front import FrontStage
from ui.pictures.scene import Frame, PictureLayer

PATIENCE_S = 0.6
"""Seconds that the picture of before stays while the first moment of a front is drawn: after that
the finished one is shown, since nobody is to wait for a play."""


@dataclass(frozen=True, eq=False)
class Moment:
    """A moment to be drawn, and what is drawn of it. caption : the clock. play : counts how often
    the finished picture was shown before."""

    frame: Frame
    pixel_ratio: float
    seconds: float
    caption: str
    play: int
    layer: PictureLayer | None = None


class FrontThread(WishThread):
    """Draws moments; the stage is made anew where the frame is another."""

    drawn = Signal(object)
    name = "map-front"

    def __init__(self) -> None:
        super().__init__()
        self._stage: FrontStage | None = None

    def _serve(self, wish: Moment) -> None:
        if self._stage is None or self._stage.frame is not wish.frame:
            self._stage = FrontStage.of(wish.frame, wish.pixel_ratio, self._stage)
        self.drawn.emit(replace(wish, layer=self._stage.at(wish.seconds)))


class FrontShow(QObject):
    """The moment that is shown over the map's frame, or none.

    layer : the picture of it; caption : the clock beside it.
    """

    shown = Signal(float)
    """Seconds of a moment that is on the map from now on."""

    def __init__(self, view: QWidget, frames: Frames) -> None:
        super().__init__(view)
        self.layer: PictureLayer | None = None
        self.caption = ""
        self._view, self._frames = view, frames
        self._wanted: tuple[float, str] | None = None
        self._play = 0
        self._held: Frame | None = None
        self._held_until = -inf
        self._thread = FrontThread()
        self._thread.drawn.connect(self._take)
        frames.taken.connect(self._follow)
        view.destroyed.connect(self._thread.stop)

    @property
    def active(self) -> bool:
        """Whether a moment is wanted, and not the finished picture."""
        return self._wanted is not None

    def show(self, seconds: float, caption: str) -> None:
        """Show the front at a moment, as soon as it is drawn."""
        self._wanted = seconds, caption
        frame = self._frames.frame
        if frame is not None and frame.scene.times is not None and self._view.isVisible():
            ratio = self._view.devicePixelRatioF()
            self._thread.ask(Moment(frame, ratio, seconds, caption, self._play))

    def hold(self) -> None:
        """Keep what is seen now until the first moment of what comes is there."""
        self._held, self._held_until = self._frames.frame, time.monotonic() + PATIENCE_S

    def finish(self) -> None:
        """Show the finished picture, at once."""
        self._wanted = self._held = None
        self._play += 1
        if self.layer is not None:
            self.layer, self.caption = None, ""
        self._view.update()

    def stop(self) -> None:
        """End the thread; another moment starts one again."""
        self.finish()
        self._thread.stop()

    def beneath(self, frame: Frame | None) -> Frame | None:
        """The frame to be painted in place of the newest."""
        if self._held is not None and time.monotonic() < self._held_until:
            return self._held
        return frame

    def _follow(self) -> None:
        """Another frame is there: the moment is drawn over that."""
        if self._wanted is not None:
            self.show(*self._wanted)

    def _take(self, moment: Moment) -> None:
        if moment.play != self._play or moment.frame.scene.times is not self._times:
            return
        self.layer, self.caption, self._held = moment.layer, moment.caption, None
        self.shown.emit(moment.seconds)
        self._view.update()

    @property
    def _times(self) -> object:
        frame = self._frames.frame
        return None if frame is None else frame.scene.times
