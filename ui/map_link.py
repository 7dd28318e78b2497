"""The map follows the session, and what is done on the map becomes edits."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.jobs import SolveDone
from app.session import Change
from raster.travel_times import TravelTimes
from ui.canvas.map_view import MapView
from ui.canvas.style import OverlayStyle
from ui.editing import Editor
from ui.hover import Field, Hover

NUDGE_SHARE = 0.01  # of the shorter side of the raster, for a start moved by a key


class MapLink(QObject):
    """Keeps a MapView, an Editor and a Hover together."""

    style_changed = Signal(object)  # OverlayStyle

    def __init__(self, view: MapView, editor: Editor, hover: Hover, parent: QObject) -> None:
        super().__init__(parent)
        self.view = view
        self.style = OverlayStyle()
        self._editor = editor
        self._hover = hover
        view.start_placed.connect(editor.place)
        view.start_dragging.connect(editor.drag)
        view.start_dropped.connect(editor.drop)
        view.pointer_moved.connect(hover.move)
        view.pointer_left.connect(hover.leave)
        hover.path.connect(view.set_path)
        editor.changed.connect(self._show)
        editor.preview_ready.connect(self._show_preview)
        view.set_style(self.style)
        view.set_bands(editor.session.bands)

    def set_style(self, name: str, value: object) -> None:
        """Change one field of the style."""
        style = replace(self.style, **{name: value})  # type: ignore[arg-type]
        if style != self.style:
            self.style = style
            self.view.set_style(style)
            self.style_changed.emit(style)

    def start_in_the_middle(self) -> None:
        """Set the start at the middle of the map, for those without a mouse."""
        if self._editor.session.grid is not None:
            self._editor.place(*self.view.centre())

    def nudge(self, right: int, down: int) -> None:
        """Move the last start by a hundredth of the raster, at least by a cell."""
        session = self._editor.session
        if session.grid is None or not session.starts:
            return
        grid, start = session.grid, session.starts[-1]
        cells = max(round(min(grid.shape) * NUDGE_SHARE), 1)
        x = start.x + right * cells * grid.cell_x
        y = start.y - down * cells * grid.cell_y
        self._editor.drop(len(session.starts) - 1, x, y)

    def _show(self, change: Change) -> None:
        session, view = self._editor.session, self.view
        if change & Change.GRID:
            view.set_grid(session.grid)
            view.zoom_to_fit()
        if change & (Change.OPTIONS | Change.GRID):
            view.set_zero_speed(session.options.zero_speed_kmh)
        if change & Change.STARTS:
            view.set_starts(session.starts)
        if change & Change.BANDS:
            view.set_bands(session.bands)
        if change & Change.RESULT:
            solved = session.solved
            self._show_times(None if solved is None else solved.times, preview=False)

    def _show_preview(self, done: SolveDone) -> None:
        self._show_times(done.solved.times, preview=True)

    def _show_times(self, times: TravelTimes | None, preview: bool) -> None:
        session = self._editor.session
        self.view.set_preview(preview)
        self.view.set_times(times)
        field = None
        if session.grid is not None:
            field = Field(session.grid, times, session.options.zero_speed_kmh, preview)
        self._hover.show_field(field)
