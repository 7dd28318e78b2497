"""Pictures of the map apart from the screen: as it is, and at moments of the front."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QFont, QImage, QPainter

from core.cancel import NEVER, Cancel
from ui.canvas.legend import Legend, LegendPainter
from ui.canvas.painting import Painting, paint
from ui.pictures.front import FrontStage
from ui.pictures.scene import Frame, Scene, draw_frame

_BESIDE = 28.0
"""Pixels around a legend that the ground keeps free where it can."""

_WORTH_IT = 1.4
"""Most times that the ground is smaller so that a legend lies beside it, and not on it."""


def made_room(painting: Painting, font: QFont) -> Painting:
    """The same with the ground beside the legend, where that costs next to nothing. font : what
    the legend is written in."""
    scene, view = painting.scene, painting.viewport
    if scene is None or painting.ground is None or not painting.style.legend:
        return painting
    legend = Legend.of(scene)
    if legend == Legend():
        return painting
    wide = LegendPainter(legend, painting.theme, font, view.height).size()[0] + _BESIDE
    left, _, right, _ = painting.ground.bounds
    whole, free = view.bounds, view.width - wide
    if whole[0] > left or whole[2] < right or view.width <= 2 * wide:
        return painting  # a part of the ground is seen, which fills the picture anyway
    narrow = view.resized(round(free), view.height).fitted(painting.ground.bounds)
    if narrow.scale > view.scale * _WORTH_IT:
        return painting
    amid = narrow.resized(view.width, view.height)
    beneath = max(amid.to_pixel(right, 0.0)[0] - free, 0.0)
    return replace(painting, viewport=amid.panned(-beneath, 0.0))


def with_pixels(painting: Painting, cancel: Cancel = NEVER) -> Painting:
    """The same with its pixels, `painting.pixel_ratio` for one of the canvas, drawn with all care.
    For any thread; raises CancelledError."""
    scene, ground, view = painting.scene, painting.ground, painting.viewport
    patch = None
    if scene is not None and ground is not None:
        patch = ground.patch(view.bounds, view.scale / painting.pixel_ratio)
    if patch is None:
        return painting

    def drawn(what: Scene) -> Frame | None:
        wanted = lambda: not cancel.requested  # noqa: E731
        found = draw_frame(what, patch, painting.pixel_ratio, fine=True, wanted=wanted)
        cancel.check("the picture")
        return found

    assert scene is not None
    beside = painting.beside
    if beside is not None:
        beside = replace(beside, frame=drawn(beside.scene), overview=None)
    return replace(painting, frame=drawn(scene), beside=beside)


@dataclass(eq=False)
class Film:
    """May be drawn in any thread.

    painting : what is seen when all is reached; its pixels are drawn when they are first asked
    for. size : width and height in pixels. held : seconds at which the map holds the front, and the
    clock in words; None where the finished picture is seen.
    """

    painting: Painting
    font: QFont
    size: tuple[int, int]
    held: tuple[float, str] | None = None
    _stages: tuple[FrontStage, FrontStage | None] | None = field(default=None, init=False)
    _whole: Painting | None = field(default=None, init=False)

    def still(self, cancel: Cancel = NEVER) -> QImage:
        """What is seen: the front where it is held, else the finished picture."""
        painting = self._ready(cancel)
        frame = painting.frame
        if self.held is None or frame is None or frame.scene.times is None:
            return self._drawn(painting)
        return self._at(*self.held)

    def _ready(self, cancel: Cancel = NEVER) -> Painting:
        if self._whole is None:
            self._whole = with_pixels(self.painting, cancel)
        return self._whole

    def at(self, seconds: float, clock: str) -> NDArray[np.uint8]:
        """Red, green and blue at a moment, uint8, (rows, cols, 3); the scene has times."""
        return rgb_of(self._at(seconds, clock))

    def _at(self, seconds: float, clock: str) -> QImage:
        painting = self._ready()
        frame, ratio = painting.frame, painting.pixel_ratio
        assert frame is not None, "something is shown"
        if self._stages is None:
            beside = None if painting.beside is None else painting.beside.frame
            timed = beside is not None and beside.scene.times is not None
            other = FrontStage.of(beside, ratio) if beside is not None and timed else None
            self._stages = FrontStage.of(frame, ratio), other
        here, other = self._stages
        there = None if other is None else other.at(seconds)
        moment = replace(painting, front=here.at(seconds), beside_front=there, clock=clock)
        return self._drawn(moment)

    def end(self, clock: str) -> NDArray[np.uint8]:
        """The same when all is reached."""
        return rgb_of(self._drawn(replace(self._ready(), clock=clock)))

    def _drawn(self, painting: Painting) -> QImage:
        image = QImage(*self.size, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(painting.pixel_ratio)
        painter = QPainter(image)
        try:  # Qt ends the process where a device goes while it is painted on
            painter.setFont(self.font)
            paint(painter, painting)
        finally:
            painter.end()
        return image


def rgb_of(image: QImage) -> NDArray[np.uint8]:
    """The pixels of a picture, uint8, (rows, cols, 3)."""
    whole = image.convertToFormat(QImage.Format.Format_RGB888)
    rows, cols, stride = whole.height(), whole.width(), whole.bytesPerLine()
    lines = np.frombuffer(whole.constBits(), np.uint8).reshape(rows, stride)
    return lines[:, : cols * 3].reshape(rows, cols, 3).copy()
