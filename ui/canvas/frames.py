"""The pictures that a map has at hand: asked for ahead, shown until the next are there."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from ui.canvas.painter_thread import PainterThread, Wish
from ui.canvas.tools.navigation import Navigation
from ui.canvas.viewport import Viewport
from ui.pictures.ground import MapGround
from ui.pictures.patch import Bounds, Patch, contains, widened
from ui.pictures.scene import Frame, Scene, key_of

_MARGIN = 0.16
"""Share of the view drawn beyond each edge, so that panning does not need a frame at every step."""

_OVERVIEW = 1200
"""Pixels along the longer side of the picture of the whole."""

AHEAD_MS = 30.0
"""Milliseconds that drawing the last frame took, up to which the next is drawn by who brings its
times: it comes sooner so, without waiting for two other threads, one of which gives way to all, and
holds up the next solve by no more than this."""


class Frames(QObject):
    """frame : the picture to show, None before there is one. overview : that of the whole."""

    taken = Signal()  # another frame is to be shown
    drawn = Signal(float)  # milliseconds that drawing a frame took, when it arrives

    def __init__(self, view: QWidget, navigation: Navigation) -> None:
        super().__init__(view)
        self.frame: Frame | None = None
        self.overview: Frame | None = None
        self._late: Frame | None = None
        self._ahead: Frame | None = None
        self._wish: Wish | None = None  # the last
        self._took_ms = inf  # the last frame that had to be drawn
        self._view, self._navigation = view, navigation
        self._scene: Scene | None = None
        self._ground: MapGround | None = None
        self._painter = PainterThread()
        self._painter.drawn.connect(self._take)
        self._painter.overview_drawn.connect(self._take_overview)
        view.destroyed.connect(self._painter.stop)  # however the map goes, its thread goes too

    @property
    def busy(self) -> bool:
        """Whether a picture is drawn, or about to be."""
        return self._painter.busy

    def show(self, scene: Scene | None, ground: MapGround | None) -> bool:
        """Have another scene drawn; whether the picture shown until then is one of the same, so
        that the view need not be painted twice."""
        self._scene, self._ground = scene, ground
        return self.ask() and self.frame is not None and self._is_of(self.frame)

    def draw_ahead(self, scene: Scene) -> None:
        """Draw what is about to be shown at the place, and in the style, of the frame before, where
        that is quick. For the thread that brings its times."""
        wish = self._wish
        if wish is not None and self._took_ms <= AHEAD_MS and scene.subject is wish.scene.subject:
            before = wish.scene
            dressed = scene.dressed(before.bands, before.style, before.theme)
            self._ahead = self._painter.draw_now(replace(wish, scene=dressed))

    def forget(self) -> None:
        """The pictures are of something else."""
        self.frame = self.overview = self._late = self._ahead = self._wish = None
        self._took_ms = inf

    def stop(self) -> None:
        """End the thread; another picture starts one again."""
        self._painter.stop()

    def ask(self) -> bool:
        """Have the frame drawn that the view is at or on its way to, unless it is there; whether
        it is to be drawn."""
        if not self._navigation.gliding and self._late is not None:
            self.frame, self._late = self._late, None
        ahead, self._ahead = self._ahead, None
        if self._scene is None or self._ground is None or not self._view.isVisible():
            return False
        viewport = self._navigation.goal
        ratio = self._view.devicePixelRatioF()
        if self.frame is not None and self._serves(self.frame, viewport, ratio):
            return False
        if ahead is not None and self._serves(ahead, viewport, ratio):
            self._wish = Wish(self._scene, ahead.patch, self._whole(), ratio)
            self._painter.ask(replace(self._wish, there=True))
            self._take(ahead)
            self._view.repaint()  # what else hears of the times would come before an update
            return True
        patch = self._ground.patch(widened(viewport.bounds, _MARGIN), viewport.scale / ratio)
        if patch is None:
            return False
        self._wish = Wish(self._scene, patch, self._whole(), ratio)
        self._painter.ask(self._wish)
        return True

    def _seen(self, share: float, viewport: Viewport) -> Bounds:
        """The part of the ground that the viewport shows, `share` more on each side."""
        assert self._ground is not None
        left, bottom, right, top = widened(viewport.bounds, share)
        first, lowest, last, highest = self._ground.bounds
        return max(left, first), max(bottom, lowest), min(right, last), min(top, highest)

    def _serves(self, frame: Frame, viewport: Viewport, ratio: float) -> bool:
        scene = self._scene
        same = scene is not None and key_of(frame.scene) == key_of(scene)
        assert self._ground is not None
        fresh = self._ground.patch(frame.patch.bounds, viewport.scale / ratio)
        fits = fresh is not None and fresh.shape == frame.patch.shape
        return same and fits and contains(frame.patch.bounds, self._seen(_MARGIN / 3, viewport))

    def _whole(self) -> Patch:
        assert self._ground is not None
        left, bottom, right, top = bounds = self._ground.bounds
        patch = self._ground.patch(bounds, max(right - left, top - bottom) / _OVERVIEW)
        assert patch is not None
        return patch

    def _is_of(self, frame: Frame) -> bool:
        return self._scene is not None and frame.scene.subject is self._scene.subject

    def _take(self, frame: Frame) -> None:
        """A frame arrives; one that shows less than is seen waits for the end of the glide."""
        if not self._is_of(frame) or self._is_overtaken(frame):
            return
        if frame.drawn_ms:
            self._took_ms = frame.drawn_ms
            self.drawn.emit(frame.drawn_ms)
        covers = contains(frame.patch.bounds, self._seen(0, self._navigation.viewport))
        if self._navigation.gliding and not covers:
            self._late = frame
        else:
            self.frame, self._late = frame, None
            self.taken.emit()
            self._view.update()

    def _is_overtaken(self, frame: Frame) -> bool:
        """Whether what is shown is true, and a frame is of what was true before: one that was made
        finer while the next was drawn ahead."""
        shown, scene = self.frame, self._scene
        if shown is None or scene is None:
            return False
        true = key_of(scene)
        return key_of(shown.scene) == true != key_of(frame.scene)

    def _take_overview(self, overview: Frame) -> None:
        if self._is_of(overview):
            self.overview = overview
