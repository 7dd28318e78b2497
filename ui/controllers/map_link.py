"""The map follows the session, and what is done on the map becomes edits."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.bands import Bands
from app.document.document import Document
from app.editing.session import Change, Session
from app.roads.closures import Closure
from app.solving.jobs import SolveDone
from app.solving.request import Options
from app.solving.result import Result
from raster.coarse import Magnified
from ui.canvas.map_view import MapView
from ui.controllers.editing import Editor
from ui.controllers.hover import Hover
from ui.controllers.kinds import CLASSED, SHOWN
from ui.controllers.readers import PlaceReader
from ui.pictures.classes import Classes
from ui.pictures.scene import Scene
from ui.pictures.style import OverlayStyle

NUDGE_SHARE = 0.01  # of the shorter side of the raster, for a start moved by a key


class MapLink(QObject):
    """Keeps a MapView, an Editor and what reads out the pointer together."""

    style_changed = Signal(object)  # OverlayStyle
    instead_dropped = Signal()  # the map shows the times of the starts again

    def __init__(self, view: MapView, editor: Editor, hover: Hover, parent: QObject) -> None:
        super().__init__(parent)
        self.view = view
        self.style = OverlayStyle()
        self._editor = editor
        self._hover = hover
        self._zero_speed_kmh = 0.0
        self._instead: Result | Classes | None = None
        self._reads_instead: PlaceReader | None = None
        self.shows_instead = ""
        view.start_placed.connect(editor.place)
        view.start_dragging.connect(editor.drag)
        view.start_dropped.connect(editor.drop)
        view.pointer_moved.connect(hover.move)
        view.pointer_left.connect(hover.leave)
        view.closing.drawn.connect(self._close)
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
        if not self.view.is_empty:
            self._editor.place(*self.view.centre())

    def nudge(self, right: int, down: int) -> None:
        """Move the last start by a hundredth of the raster, at least by a cell; on roads by a
        hundredth of the map."""
        ground, starts = self.view.ground, self._editor.session.starts
        if starts and ground is not None:
            across, along = ground.stride(NUDGE_SHARE, self.view.viewport.bounds)
            x, y = self.view.start_places[-1]
            moved = ground.to_crs(x + right * across, y - down * along)
            self._editor.drop(len(starts) - 1, *moved)

    def show_instead(
        self,
        found: Result | Classes | None,
        name: str = "",
        bands: Bands | None = None,
        reader: PlaceReader | None = None,
    ) -> None:
        """Show what is not the session's result, under a name and perhaps by bands of its own and
        read out by a reader of its own, until there is another; None for that again."""
        if found is None and self._instead is None:
            return
        self._instead, self._reads_instead, self.shows_instead = found, reader, name
        self.view.set_bands(bands or self._editor.session.bands)
        self._show_result(self._editor.session.result)
        if found is None:
            self.instead_dropped.emit()

    # -- closures

    def _close(self, corners: tuple[tuple[float, float], ...], area: bool) -> None:
        """Close the roads under what was drawn."""
        self._editor.edit_roads(lambda edits: edits.close_under(Closure(corners, area)))

    # -- the session

    def _show(self, change: Change) -> None:
        session, view = self._editor.session, self.view
        if change & Change.DOCUMENT:
            self._instead, self._reads_instead, self.shows_instead = None, None, ""
            self.instead_dropped.emit()
            self._show_ground()
        elif change & (Change.METRIC | Change.STARTS):
            self.show_instead(None)
        if change & (Change.STARTS | Change.METRIC):
            view.set_starts(session.starts, met_places(session))
        if change & (Change.DOCUMENT | Change.METRIC):
            view.closing.show(self._editor.road_edits.closures)
        if change & Change.BANDS and self._instead is None:
            view.set_bands(session.bands)
        result, zero = session.result, session.options.zero_speed_kmh
        # While a metric is decoded and solved the times of the one before stay.
        waits = bool(change & Change.METRIC) and result is not None
        if (change & (Change.RESULT | Change.METRIC) and not waits) or zero != self._zero_speed_kmh:
            self._show_result(result)
        self._zero_speed_kmh = zero

    def _show_ground(self) -> None:
        document, view = self._editor.session.document, self.view
        self._hover.leave()  # where the pointer was has no meaning on another map
        self._hover.read_by(None)
        if document is None:
            view.enter(None)
        else:
            scene = scene_of(document, None, self._editor.session.options)
            view.enter(scene, lost=scene is None, attribution=document.attribution)
        view.zoom_to_fit()

    def _show_preview(self, done: SolveDone) -> None:
        self._show_result(done.solved)

    def _show_result(self, result: Result | None) -> None:
        document, options = self._editor.session.document, self._editor.session.options
        if document is None:
            return
        if isinstance(self._instead, Classes):
            result, scene = None, classed(document, self._instead, options)
        else:
            result = result if self._instead is None else self._instead
            scene = scene_of(document, result, options)
        self.view.set_preview(result is not None and isinstance(result.times, Magnified))
        self.view.show_scene(scene)
        reader = self._reads_instead
        if reader is None:
            reader = SHOWN[document.shows].reader(document, result, options.zero_speed_kmh)
        self._hover.read_by(reader)


def scene_of(document: Document, result: Result | None, options: Options) -> Scene | None:
    """The picture of a document and its result; None where there is no place on a map."""
    return SHOWN[document.shows].scene(document, result, options.zero_speed_kmh)


def classed(document: Document, classes: Classes, options: Options) -> Scene | None:
    """The picture of a document with its places in the colours of classes."""
    scene = scene_of(document, None, options)
    return None if scene is None else CLASSED[document.shows](scene, classes)


def met_places(session: Session) -> list[tuple[float, float] | None]:
    """Where each start meets a road, None where it stands as it was placed."""
    document = session.document
    return [] if document is None else [document.met(start) for start in session.starts]
