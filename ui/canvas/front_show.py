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

PATIENCE_S = 0.8
"""Seconds that the picture of before stays while the first moment of a front is drawn: after that
the finished one is shown, since nobody is to wait for a play."""


@dataclass(frozen=True, eq=False)
class Moment:
    """A moment to be drawn, and what is drawn of it. beside : the frame of the map left of a
    divider, whose front is shown at the same clock; None without one. caption : the clock. play :
    counts how often the finished picture was shown before."""

    frame: Frame
    beside: Frame | None
    pixel_ratio: float
    seconds: float
    caption: str
    play: int
    layer: PictureLayer | None = None
    beside_layer: PictureLayer | None = None


class FrontThread(WishThread):
    """Draws moments; a stage is made anew where the frame is another."""

    drawn = Signal(object)
    name = "map-front"

    def __init__(self) -> None:
        super().__init__()
        self._stage: FrontStage | None = None
        self._beside: FrontStage | None = None

    def _serve(self, wish: Moment) -> None:
        self._stage = _stage_of(wish.frame, wish.pixel_ratio, self._stage)
        layer, beside = self._stage.at(wish.seconds), None
        if wish.beside is None:
            self._beside = None
        else:
            self._beside = _stage_of(wish.beside, wish.pixel_ratio, self._beside)
            beside = self._beside.at(wish.seconds)
        self.drawn.emit(replace(wish, layer=layer, beside_layer=beside))


def _stage_of(frame: Frame, pixel_ratio: float, old: FrontStage | None) -> FrontStage:
    """The stage of a frame: the old one where it is of the same."""
    if old is not None and old.frame is frame:
        return old
    return FrontStage.of(frame, pixel_ratio, old)


class FrontShow(QObject):
    """The moment that is shown over the map's frame, or none.

    layer : the picture of it; beside : that of the map left of a divider; caption : the clock.
    """

    shown = Signal(float)
    """Seconds of a moment that is on the map from now on."""

    def __init__(self, view: QWidget, frames: Frames, beside: Frames) -> None:
        super().__init__(view)
        self.layer: PictureLayer | None = None
        self.beside: PictureLayer | None = None
        self.caption = ""
        self._view, self._frames, self._beside_frames = view, frames, beside
        self._wanted: tuple[float, str] | None = None
        self._play = 0
        self._held: Frame | None = None
        self._held_until = -inf
        self._thread = FrontThread()
        self._thread.drawn.connect(self._take)
        frames.taken.connect(self._follow)
        beside.taken.connect(self._follow)
        view.destroyed.connect(self._thread.stop)

    @property
    def active(self) -> bool:
        """Whether a moment is wanted, and not the finished picture."""
        return self._wanted is not None

    @property
    def moment(self) -> tuple[float, str] | None:
        """Seconds and clock of the moment that is seen; None while it is the finished picture."""
        return None if self.layer is None else self._wanted

    @property
    def busy(self) -> bool:
        """Whether a moment is drawn, or about to be."""
        return self._thread.busy

    def show(self, seconds: float, caption: str) -> None:
        """Show the front at a moment, as soon as it is drawn."""
        self._wanted = seconds, caption
        frame = self._frames.frame
        if frame is not None and frame.scene.times is not None and self._view.isVisible():
            ratio, beside = self._view.devicePixelRatioF(), self._beside_frames.frame
            if beside is not None and beside.scene.times is None:
                beside = None
            self._thread.ask(Moment(frame, beside, ratio, seconds, caption, self._play))

    def hold(self) -> None:
        """Keep what is seen now until the first moment of what comes is there."""
        self._held, self._held_until = self._frames.frame, time.monotonic() + PATIENCE_S

    def finish(self) -> None:
        """Show the finished picture, at once."""
        self._wanted = self._held = None
        self._play += 1
        if self.layer is not None:
            self.layer, self.beside, self.caption = None, None, ""
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
        self.layer, self.beside = moment.layer, moment.beside_layer
        self.caption, self._held = moment.caption, None
        self.shown.emit(moment.seconds)
        self._view.update()

    @property
    def _times(self) -> object:
        frame = self._frames.frame
        return None if frame is None else frame.scene.times
