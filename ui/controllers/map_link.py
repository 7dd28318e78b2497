"""The map follows the session, and what is done on the map becomes edits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
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
from ui.controllers.kinds import CLASS_AT, CLASSED, SHOWN
from ui.controllers.reading.hover import Hover
from ui.controllers.reading.origin_reader import OriginReader
from ui.controllers.reading.readers import PlaceReader
from ui.controllers.starts.owner_classes import owner_classes, start_names
from ui.pictures.classes import Classes
from ui.pictures.scene import Scene
from ui.pictures.style import OverlayStyle
from ui.texts import milliseconds

NUDGE_SHARE = 0.01  # of the shorter side of the raster, for a start moved by a key


Against = Callable[[Document, Result, Options], tuple[Scene, PlaceReader] | None]
"""Function that makes a picture, and what reads it out, of a result against another; None where
they cannot be compared."""


class MapLink(QObject):
    """Keeps a MapView, an Editor and what reads out the pointer together."""

    style_changed = Signal(object)  # OverlayStyle
    instead_changed = Signal(str)  # name of what the map shows instead of the starts' times, or ""
    against_changed = Signal()  # the map shows another difference, or none

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
        self.against: Against | None = None
        self.when_ready: Callable[[Callable[[], None]], None] = lambda act: act()  # to be drawn
        view.start_placed.connect(editor.place)
        view.start_dragging.connect(editor.drag)
        view.start_dropped.connect(editor.drop)
        view.pointer_moved.connect(hover.move)
        view.pointer_left.connect(hover.leave)
        view.closing.drawn.connect(self._close)
        hover.path.connect(view.set_path)
        editor.changed.connect(self._show)
        editor.preview_ready.connect(self._show_preview)
        editor.bridge.beforehand = self._draw_ahead
        view.set_style(self.style)
        view.set_bands(editor.session.bands)

    def wear(self, style: OverlayStyle) -> None:
        """Draw the map in another style."""
        other_owners = style.owners != self.style.owners
        self.style = style
        self.view.set_style(style)
        if other_owners:
            if style.owners:
                self.show_instead(None)
            self._editor.show_owners(style.owners)
            self._show_result(self._editor.session.result)
        self.style_changed.emit(style)

    def set_style(self, name: str, value: object) -> None:
        """Change one field of the style."""
        style = replace(self.style, **{name: value})  # type: ignore[arg-type]
        if style != self.style:
            self.wear(style)

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
        self.instead_changed.emit(name)

    def show_against(self, against: Against | None) -> None:
        """Show the session's results, previews too, by what this makes of them; None for as they
        are."""
        other, self.against = against != self.against, against
        self._show_result(self._editor.session.result)
        if other:
            self.against_changed.emit()

    def show_plain_times(self) -> None:
        """Show nothing instead of the session's result, nor owners in place of its times: a
        difference is one of times."""
        self.show_instead(None)
        self.set_style("owners", False)

    def show_beside(self, document: Document, result: Result, options: Options) -> None:
        """Have the map of another result at hand, for the swipe."""
        places = [met or (s.x, s.y) for s, met in zip(result.starts, result.met, strict=True)]
        self.view.show_beside(
            scene_of(document, result, options), [p for p in places if np.isfinite(p).all()]
        )

    # -- closures

    def _close(self, corners: tuple[tuple[float, float], ...], area: bool) -> None:
        """Close the roads under what was drawn."""
        edit = self._editor.edit_roads
        self.when_ready(lambda: edit(lambda edits: edits.close_under(Closure(corners, area))))

    # -- the session

    def _show(self, change: Change) -> None:
        session, view = self._editor.session, self.view
        if change & Change.UNITS:
            view.update()
            self._hover.look_again()
        if change & Change.DOCUMENT:
            self._instead, self._reads_instead, self.shows_instead = None, None, ""
            self.instead_changed.emit("")
            self._show_ground()
            view.set_bands(session.bands)  # not those of what was shown instead
        elif change & (Change.METRIC | Change.STARTS | Change.EDITS):
            self.show_instead(None)
        if change & (Change.STARTS | Change.METRIC | Change.NAMES):
            view.set_starts(session.starts, met_places(session))
        if change & (Change.DOCUMENT | Change.EDIT_LIST):
            view.ground_drawing.show(self._editor.ground_edits.shown)
        if change & (Change.DOCUMENT | Change.METRIC):
            view.closing.show(self._editor.road_edits.closures)
        if change & Change.BANDS and self._instead is None:
            view.set_bands(session.bands)
        result, zero = session.result, session.options.zero_speed_kmh
        # While a metric is decoded and solved the times of the one before stay.
        waits = bool(change & Change.METRIC) and result is not None
        shown = Change.RESULT | Change.METRIC | Change.EDITS
        if (change & shown and not waits) or zero != self._zero_speed_kmh:
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

    def _draw_ahead(self, done: SolveDone) -> None:
        """Have a step's picture at hand when its times are told. By the solver's thread, which
        changes nothing else here."""
        document, solved = self._editor.session.document, done.solved
        plain = self._instead is None and self.against is None and not self.style.owners
        if document is None or not (plain and self._editor.followers.moves()):
            return
        if solved.subject is document.subject and not solved.times.partial:
            scene = scene_of(document, solved, done.request.options)
            if scene is not None:
                self.view.frames.draw_ahead(scene)

    def _show_result(self, result: Result | None) -> None:
        document, options = self._editor.session.document, self._editor.session.options
        if document is None:
            return
        reader, zero = self._reads_instead, options.zero_speed_kmh
        owned = None
        if self._instead is None and self.style.owners:
            owned = owner_classes(result)
        if isinstance(self._instead, Classes):
            result, scene = None, classed(document, self._instead, options)
        elif owned is not None and result is not None:
            scene = classed(document, owned, options)
            times = SHOWN[document.shows].reader(document, result, zero)
            class_at = CLASS_AT[document.shows](result, owned)
            reader = OriginReader(times, class_at, start_names(result.starts).__getitem__)
        else:
            result = result if self._instead is None else self._instead
            scene = scene_of(document, result, options)
            if self.against is not None and self._instead is None and result is not None:
                scene, reader = self.against(document, result, options) or (scene, reader)
        self.view.set_preview(result is not None and isinstance(result.times, Magnified))
        self.view.set_pace("" if result is None else pace_of(result))
        self.view.show_scene(scene)
        if reader is None:
            reader = SHOWN[document.shows].reader(document, result, zero)
        self._hover.read_by(reader)


def pace_of(result: Result) -> str:
    """How long an answer took, in words; one that is about right says so."""
    took = milliseconds(result.answer_ms)
    return f"≈ {took}" if isinstance(result.times, Magnified) else took


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
