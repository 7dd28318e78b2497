"""The map follows the session, and what is done on the map becomes edits."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.editing.session import Change, Session
from app.roads.closures import OPEN_EVERYWHERE, Closure
from app.solving.jobs import SolveDone
from app.solving.road_solved import RoadSolved
from core.errors import IsofrontError
from raster.coarse import Magnified
from raster.travel_times import TravelTimes
from road.files.source.reading import RoadFormat, recognised
from ui.canvas.map_view import MapView
from ui.canvas.style import OverlayStyle
from ui.controllers.editing import Editor
from ui.controllers.hover import Field, Hover, Way
from ui.controllers.road_hover import RoadField, RoadHover

NUDGE_SHARE = 0.01  # of the shorter side of the raster, for a start moved by a key

OPEN_STREET_MAP = "© OpenStreetMap contributors"


class MapLink(QObject):
    """Keeps a MapView, an Editor and what reads out the pointer together."""

    style_changed = Signal(object)  # OverlayStyle

    def __init__(
        self, view: MapView, editor: Editor, hover: Hover, road_hover: RoadHover, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.view = view
        self.style = OverlayStyle()
        self._editor = editor
        self._hover, self._road_hover = hover, road_hover
        view.start_placed.connect(editor.place)
        view.start_dragging.connect(editor.drag)
        view.start_dropped.connect(editor.drop)
        view.pointer_moved.connect(self._point)
        view.pointer_left.connect(self._leave)
        view.closing.drawn.connect(self._close)
        hover.path.connect(view.set_path)
        road_hover.path.connect(view.set_path)
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
        if not self.view.is_empty:
            self._editor.place(*self.view.centre())

    def nudge(self, right: int, down: int) -> None:
        """Move the last start by a hundredth of the raster, at least by a cell; on roads by a
        hundredth of the map."""
        session = self._editor.session
        if not session.starts or self.view.is_empty:
            return
        start = session.starts[-1]
        if session.grid is not None:
            grid = session.grid
            cells = max(round(min(grid.shape) * NUDGE_SHARE), 1)
            x = start.x + right * cells * grid.cell_x
            y = start.y - down * cells * grid.cell_y
        else:
            step = 2 * NUDGE_SHARE * min(self.view.width(), self.view.height())
            px, py = self.view.start_pixels[-1]
            x, y = self.view.place_of(px + right * step, py + down * step)
        self._editor.drop(len(session.starts) - 1, x, y)

    # -- the pointer

    def _point(self, x: float, y: float) -> None:
        on_roads = self._editor.session.roads is not None
        (self._road_hover if on_roads else self._hover).move(x, y)

    def _leave(self) -> None:
        self._hover.leave()
        self._road_hover.leave()

    # -- closures

    def _close(self, corners: tuple[tuple[float, float], ...], area: bool) -> None:
        """Close the roads under what was drawn."""
        self._editor.edit_roads(lambda edits: edits.close_under(Closure(corners, area)))

    # -- the session

    def _show(self, change: Change) -> None:
        session, view = self._editor.session, self.view
        if change & (Change.GRID | Change.ROADS):
            self._show_ground()
        if change & (Change.OPTIONS | Change.GRID):
            view.set_zero_speed(session.options.zero_speed_kmh)
        if change & (Change.STARTS | Change.METRIC):
            view.set_starts(session.starts, snapped_places(session))
        if change & (Change.ROADS | Change.METRIC):
            roads = session.roads
            view.closing.show(OPEN_EVERYWHERE if roads is None else roads.closures)
        if change & Change.BANDS:
            view.set_bands(session.bands)
        if change & (Change.RESULT | Change.METRIC) and session.roads is not None:
            if not change & Change.METRIC or session.road_solved is None:
                self._show_road_times(session.road_solved, preview=False)
        elif change & Change.RESULT:
            solved = session.solved
            self._show_times(None if solved is None else solved.times, preview=False)

    def _show_ground(self) -> None:
        session, view = self._editor.session, self.view
        self._leave()  # where the pointer was has no meaning on another map
        self._hover.show_field(None)
        self._road_hover.show_field(None)
        if session.roads is None:
            view.set_grid(session.grid)
        else:
            view.set_roads(session.roads, attribution_of(session.path))
        view.zoom_to_fit()

    def _show_preview(self, done: SolveDone) -> None:
        if isinstance(done.solved, RoadSolved):
            self._show_road_times(done.solved, preview=True)
        else:
            self._show_times(done.solved.times, preview=True)

    def _show_times(self, times: TravelTimes | None, preview: bool) -> None:
        session = self._editor.session
        self.view.set_preview(isinstance(times, Magnified))
        self.view.set_times(times)
        field = None
        if session.grid is not None:
            zero, way = session.options.zero_speed_kmh, way_of(session)
            field = Field(session.grid, times, zero, preview, None if preview else way)
        self._hover.show_field(field)

    def _show_road_times(self, solved: RoadSolved | None, preview: bool) -> None:
        roads = self._editor.session.roads
        assert roads is not None
        shown = roads if solved is None else solved.roads
        self.view.set_road_times(shown, None if solved is None else solved.times)
        self._road_hover.show_field(RoadField(shown, solved, preview))


def snapped_places(session: Session) -> list[tuple[float, float] | None]:
    """Where each start meets a road, None where it stands as it was placed."""
    places: list[tuple[float, float] | None] = []
    for start in session.starts:
        found = None
        if session.roads is not None:
            try:
                found = session.source_of(start)[1]
            except IsofrontError:
                found = None
        places.append(None if found is None else (found.x, found.y))
    return places


def way_of(session: Session) -> Way | None:
    """How one comes to a place over ground and roads; None on cells alone."""
    joined, both = session.joined, session.both_solved
    if joined is None or both is None:
        return None
    return partial(joined.way, both)


def attribution_of(path: Path | None) -> str:
    """What the map has to say of where the roads are from."""
    try:
        found = None if path is None else recognised(path)
    except (IsofrontError, OSError, ValueError):
        found = None
    return OPEN_STREET_MAP if found in (RoadFormat.OSM, RoadFormat.GRAPHML) else ""
