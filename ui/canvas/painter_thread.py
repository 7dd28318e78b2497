"""Draws frames off the window's thread: the newest wish wins, then the same again but finer."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace

from PySide6.QtCore import Signal

from core.geometry.blending import as_one
from ui.canvas.wish_thread import WishThread
from ui.pictures.patch import Patch
from ui.pictures.scene import Floor, Frame, PictureLayer, Scene, draw_frame

_REST = 0.12
"""Seconds without a new wish before the finer picture is worth its time."""


@dataclass(frozen=True, eq=False)
class Wish:
    """A frame to draw, and the picture of the whole to have at hand when the view widens.

    there : whether the frame is shown already, and only finer ones are to follow.
    """

    scene: Scene
    patch: Patch
    overview: Patch
    pixel_ratio: float
    there: bool = False


class PainterThread(WishThread):
    """Draws the newest wish at once, then finer.

    `drawn` and `overview_drawn` carry a Frame.
    """

    drawn = Signal(object)
    overview_drawn = Signal(object)
    name = "map-painter"

    def __init__(self) -> None:
        super().__init__()
        self._frame: Frame | None = None
        self._overview: Frame | None = None
        self._drawing = threading.Lock()

    def draw_now(self, wish: Wish) -> Frame | None:
        """Draw a frame in the thread that calls, of whose times nobody else knows yet; None where
        something else is drawn just now."""
        if not self._drawing.acquire(blocking=False):
            return None
        try:
            frame = self._draw(wish, self._frame)
            self._frame = frame or self._frame
            return frame
        finally:
            self._drawing.release()

    def _disturbed(self) -> bool:
        """Wait a moment; whether something else is wanted meanwhile."""
        with self._condition:
            return self._condition.wait_for(lambda: not self._idle(), _REST)

    def _serve(self, wish: Wish) -> None:
        if not wish.there:
            with self._drawing:
                frame = self._draw(wish, self._frame)
                self._frame = frame or self._frame
            if frame is not None:
                self.drawn.emit(frame)
        if not self._disturbed():
            with self._drawing:
                self._frame = self._refine(wish, self._frame)
                self._overview = self._look_around(wish, self._overview)

    def _draw(self, wish: Wish, before: Frame | None) -> Frame | None:
        began = time.perf_counter()
        frame = draw_frame(wish.scene, wish.patch, wish.pixel_ratio, before=before)
        if frame is None:
            return None
        drawn = not frame.shares_all_with(before)
        frame = flattened(frame, before)
        took = (time.perf_counter() - began) * 1e3 if drawn else 0.0
        return replace(frame, drawn_ms=took)

    def _refine(self, wish: Wish, before: Frame | None) -> Frame | None:
        frame = draw_frame(wish.scene, wish.patch, wish.pixel_ratio, True, before, self._idle)
        if frame is None or frame.shares_all_with(before):
            return before
        frame = flattened(frame, before)
        self.drawn.emit(frame)
        return frame

    def _look_around(self, wish: Wish, before: Frame | None) -> Frame | None:
        frame = draw_frame(
            wish.scene, wish.overview, wish.pixel_ratio, False, before, self._idle, False
        )
        if frame is None:
            return before
        frame = flattened(frame, before)
        self.overview_drawn.emit(frame)
        return frame


def flattened(frame: Frame, before: Frame | None = None) -> Frame:
    """The frame with all its layers as one, too, which the window's thread paints in a third of
    the time; that of `before` where it has the same layers."""
    if len(frame.layers) < 2:
        return frame
    if before is not None and frame.shares_all_with(before):
        return replace(frame, flat=before.flat, floor=before.floor)
    floor, backdrop = _floor_of(frame, before), int(frame.scene.backdrop[1:], 16)
    if floor is None:
        layers = [layer.pixels for layer in frame.layers]
        pixels = as_one(layers, backdrop, solid=frame.layers[0].solid)
    else:
        above = [layer.pixels for layer in frame.layers[len(floor.layers) :]]
        pixels = as_one([floor.pixels, *above], backdrop, solid=True)
    key = tuple(layer.key for layer in frame.layers)
    fine = all(layer.fine for layer in frame.layers)
    flat = PictureLayer("flat", pixels, frame.patch.bounds, key, fine, solid=True)
    return replace(frame, flat=flat, floor=floor)


def _floor_of(frame: Frame, before: Frame | None) -> Floor | None:
    """What lies still under the times of a start that is dragged: laid together once, and not at
    each step."""
    shared = frame.shared_with(before)
    if before is None or not shared or before.scene.backdrop != frame.scene.backdrop:
        return None
    layers = frame.layers[:shared]
    if before.floor is not None and before.floor.layers == layers:
        return before.floor
    backdrop, pictures = int(frame.scene.backdrop[1:], 16), [layer.pixels for layer in layers]
    return Floor(layers, as_one(pictures, backdrop, solid=layers[0].solid))
