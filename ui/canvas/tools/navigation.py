"""Where on the map one is, and how one gets elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from ui.canvas.tools.glide import Glide
from ui.canvas.viewport import ScaleLimits, Viewport
from ui.pictures.ground import MapGround

NEARER = 4.0
"""Factor by which the map is enlarged for a place, where all of it was seen."""


class Navigation:
    """The viewport of a widget: fits, zooms and pans it, and calls `moved` when it changed.

    viewport : what is seen now.
    fitted : whether everything is shown, and goes on being shown when the widget's size
        changes.
    """

    def __init__(self, widget: QWidget, moved: Callable[[], None]) -> None:
        self.viewport = Viewport()
        self.fitted = True
        self.glide = Glide(widget, self._show)
        self._widget = widget
        self._ground: MapGround | None = None
        self._moved = moved

    def enter(self, ground: MapGround | None) -> None:
        """Show the whole of another ground."""
        self.glide.stop()
        self._ground, self.fitted = ground, True
        self.measure()

    @property
    def goal(self) -> Viewport:
        """Where the view is, or will be at the end of its glide."""
        return self.glide.goal or self.viewport

    @property
    def gliding(self) -> bool:
        return self.glide.goal is not None

    def measure(self) -> None:
        """Take over the size of the widget."""
        size = self._widget.width(), self._widget.height()
        if size != (self.viewport.width, self.viewport.height):
            self.glide.stop()
            self.viewport = self.viewport.resized(*size)
        if self.fitted and self._ground is not None and not self.gliding:
            self.viewport = self.viewport.fitted(self._ground.bounds)

    def fit(self) -> None:
        if self._ground is not None:
            self.measure()
            self._go(self.goal.fitted(self._ground.bounds), fitted=True)

    def centre_on(self, x: float, y: float) -> None:
        """Bring a place of the plane to the middle; who sees everything comes nearer, too."""
        if self._ground is None:
            return
        self.measure()
        scale = self.goal.scale / (NEARER if self.fitted else 1.0)
        scale = max(scale, self._ground.finest)
        self._go(replace(self.goal, x=x, y=y, scale=scale).kept_on(self._ground.bounds))

    def look(self, x: float, y: float, scale: float) -> None:
        """Bring a place to the middle at once, `scale` units of the plane to a pixel."""
        if self._ground is None or not scale > 0:
            return
        self.glide.stop()
        self.measure()
        self.fitted = False
        wanted = replace(self.viewport, x=x, y=y, scale=max(scale, self._ground.finest))
        self._show(wanted.kept_on(self._ground.bounds))

    def zoom_by(self, factor: float, px: float | None = None, py: float | None = None) -> None:
        """`factor` times larger about a pixel, by default the middle."""
        if self._ground is None:
            return
        self.measure()
        goal = self.goal
        limits = ScaleLimits.within(self._ground.finest, self._ground.bounds, goal)
        factor = limits.factor(goal.scale, factor)
        px = goal.width / 2 if px is None else px
        py = goal.height / 2 if py is None else py
        self._go(goal.zoomed(factor, px, py).kept_on(self._ground.bounds))

    def pan(self, dx: float, dy: float) -> None:
        """Look further right and down by these shares of the canvas."""
        if self._ground is not None:
            self.measure()
            goal = self.goal
            moved = goal.panned(-dx * goal.width, -dy * goal.height)
            self._go(moved.kept_on(self._ground.bounds))

    def drag_by(self, dx: float, dy: float) -> None:
        """Move the map by pixels, at once."""
        if self._ground is not None:
            self.glide.stop()
            self.fitted = False
            self._show(self.viewport.panned(dx, dy).kept_on(self._ground.bounds))

    def _go(self, goal: Viewport, fitted: bool = False) -> None:
        """Set out for a view; nobody watches a map that is not shown, so it is there at once."""
        self.fitted = fitted
        if self._widget.isVisible():
            self.glide.go(self.viewport, goal)
            self._moved()
        else:
            self._show(goal)

    def _show(self, viewport: Viewport) -> None:
        self.viewport = viewport
        self._moved()
