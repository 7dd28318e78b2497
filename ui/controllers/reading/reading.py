"""All that is read off the map, put together for the window."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from app.editing.session import Change
from ui.actions import Actions
from ui.bridge import Bridge
from ui.canvas.markers import NAME_LETTERS
from ui.canvas.read_marks import ReadMarks
from ui.controllers.editing import Editor
from ui.controllers.map_link import MapLink
from ui.controllers.reading.going import Going
from ui.controllers.reading.hover import Hover
from ui.controllers.reading.measuring import MeasureCommand
from ui.controllers.reading.pinning import Pinning
from ui.controllers.reading.pointer_globe import PointerGlobe
from ui.docks import Docks
from ui.panels.paths import PathsPanel
from ui.texts import one_line
from ui.widgets.status_line import StatusLine


class Reading(QObject):
    """Where on the globe the pointer is, pinned paths, lengths and areas, and the way to places."""

    def __init__(
        self,
        window: QMainWindow,
        editor: Editor,
        bridge: Bridge,
        link: MapLink,
        hover: Hover,
        commands: Actions,
        docks: Docks,
        status: StatusLine,
    ) -> None:
        super().__init__(window)
        self._editor, self._link, self._hover, self._commands = editor, link, hover, commands
        self.globe = PointerGlobe(editor, link, status)
        self.pinning = Pinning(window, editor, bridge, link)
        self.pinning.follow(docks.panel(PathsPanel), lambda: docks.show_panel("paths"))
        self.pinning.marked.connect(self._mark)
        self.measuring = MeasureCommand(link, commands)
        self.going = Going(window, editor, link)
        self.going.moved.connect(self._mark)
        commands["cancel"].triggered.connect(lambda _checked=False: self.going.forget())
        for id_, call in (
            ("go_to", self.going.ask),
            ("pin_path", self._pin),
            ("unpin_paths", self.pinning.clear),
            ("export_paths", self.pinning.choose_target),
        ):
            commands[id_].triggered.connect(lambda _checked=False, call=call: call())
        editor.changed.connect(self._enable)
        self._enable(~Change(0))

    def _pin(self) -> None:
        """Pin the path to the pointer, or where that is elsewhere to the middle of the map."""
        self.pinning.pin(*(self._hover.at or self._link.view.centre()))

    def _mark(self) -> None:
        paths, at = self.pinning.marks()
        place, ground, goal = self.going.goal, self._link.view.ground, None
        if place is not None and ground is not None:
            goal = ground.to_plane(place.x, place.y)
        name = "" if place is None else one_line(place.name, NAME_LETTERS)
        self._link.view.set_reads(ReadMarks(paths, at, None, goal, name))
        self._commands.enable(bool(self.pinning.named()), "export_paths")

    def _enable(self, change: Change) -> None:
        session = self._editor.session
        if change & (Change.DOCUMENT | Change.PINS):
            document = session.document
            on_map = document is not None and document.bounds is not None
            self._commands.enable(on_map, "pin_path")
            self._commands.enable(bool(session.pins), "unpin_paths")
