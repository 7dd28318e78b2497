"""Paths that are pinned to places, and follow what is solved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from weakref import ref

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.editing.session import Change
from app.paths.path import TravelPath, path_to
from app.paths.pins import NamedPath, Pin, coloured
from app.solving.jobs import Task
from app.solving.result import Result
from app.starts import names_of
from core.cancel import Cancel
from core.progress import Progress
from raster.elevation import Elevation
from ui.bridge import Bridge
from ui.canvas.read_marks import PathMark
from ui.controllers.editing import Editor
from ui.controllers.filing import FileController
from ui.controllers.map_link import MapLink
from ui.panels.paths import PathsPanel

Found = tuple[TravelPath | None, ...]


@dataclass(frozen=True, eq=False)
class Followed:
    """Paths, and of what they are.

    result : the one they were found in, as long as somebody else keeps it: it may fill the memory.
    starts : names of its starts. paths : of `pins`, None where there is none.
    """

    result: Callable[[], Result | None] = lambda: None
    elevation: Elevation | None = None
    pins: tuple[Pin, ...] = ()
    paths: Found = ()
    starts: tuple[str, ...] = ()

    def of(self, result: Result, elevation: Elevation | None, pin: Pin) -> TravelPath | None:
        """The path of a pin, if it is known already."""
        if self.result() is result and self.elevation is elevation:
            for known, path in zip(self.pins, self.paths, strict=True):
                if (known.x, known.y) == (pin.x, pin.y):
                    return path
        return None


class Pinning(FileController):
    """followed : the newest paths. at : index of the point on the chosen path that is marked, -1
    for none."""

    marked = Signal()  # what the map shows of paths is other now

    def __init__(self, window: QWidget, editor: Editor, bridge: Bridge, link: MapLink) -> None:
        super().__init__(window, editor, bridge)
        self._link = link
        self._task: Task | None = None
        self.followed = Followed()
        self.at = -1
        self._panel: PathsPanel | None = None
        self._show_panel: Callable[[], None] = lambda: None
        link.view.path_wanted.connect(self.pin)
        link.style_changed.connect(lambda _style: self._follow())
        editor.followers.told.connect(self._on_change)
        bridge.idle.connect(self._show)

    def follow(self, panel: PathsPanel, show_panel: Callable[[], None]) -> None:
        """Show paths in a panel; show_panel : brings it to the front."""
        self._panel, self._show_panel = panel, show_panel
        panel.chosen.connect(lambda _row: self.marked.emit())
        panel.pointed.connect(self._point)
        panel.export_wanted.connect(self.choose_target)

    def pin(self, x: float, y: float) -> None:
        """Pin the path to a place."""
        pins = self._editor.session.pins
        if self._document is None:
            return
        names, number = {pin.name for pin in pins}, len(pins) + 1
        while self._named(number) in names:
            number += 1
        after = coloured((*pins, Pin(x, y, self._named(number))))
        self._editor.set_pins(after, self.tr("Pin path"))
        if not pins:
            self._show_panel()
        if self._panel is not None:
            self._panel.table.setCurrentCell(len(pins), 0)
        if self._editor.session.result is None:
            self.remarked.emit(self.tr("Set a start, and the path to this place appears."))

    def _named(self, number: int) -> str:
        return self.tr("Path {number}").format(number=number)

    def clear(self) -> None:
        """Remove all pinned paths."""
        self._editor.set_pins((), self.tr("Remove all paths"))

    # -- following

    def _on_change(self, change: Change) -> None:
        if change & Change.DOCUMENT:
            self.followed, self.at = Followed(), -1
        if change & (
            Change.DOCUMENT
            | Change.PINS
            | Change.RESULT
            | Change.STARTS
            | Change.METRIC
            | Change.OPTIONS
        ):
            self._follow()

    def _follow(self) -> None:
        """Find the paths that the newest result has and that are not known."""
        session = self._editor.session
        result, pins, elevation = session.result, session.pins, self._link.style.elevation
        known = self.followed
        self._bridge.abandon(self._task)
        if result is None or result.preview or not pins:
            if not pins:
                self.followed = Followed()
            self._show()
            return
        if (known.result(), known.elevation, known.pins) == (result, elevation, pins):
            self._show()
            return

        def work(progress: Progress, cancel: Cancel) -> Found:
            found = list[TravelPath | None]()
            for pin in pins:
                cancel.check("the paths")
                path = known.of(result, elevation, pin)
                found.append(path or path_to(result, pin.x, pin.y, elevation))
            return tuple(found)

        def take(found: Found) -> None:
            starts = names_of(result.starts)
            self.followed = Followed(ref(result), elevation, pins, found, starts)
            self._show()

        self._task = self._bridge.run("paths", work, take, self.failed.emit, quiet=True)
        self._show()

    @property
    def paths(self) -> Found:
        """Of the session's pins, as far as they are known."""
        both = zip(self.followed.pins, self.followed.paths, strict=True)
        known = {(pin.x, pin.y): path for pin, path in both}
        return tuple(known.get((pin.x, pin.y)) for pin in self._editor.session.pins)

    @property
    def old(self) -> bool:
        """Whether they are of another question than the one that is asked now."""
        result = self._editor.session.result
        return self.followed.result() is not result or self._bridge.solving

    def _show(self) -> None:
        if self._panel is not None:
            self._panel.show_paths(self.paths, self.old and bool(self.followed.paths))
        self.marked.emit()

    def _point(self, index: int) -> None:
        self.at = index
        self.marked.emit()

    def marks(self) -> tuple[tuple[PathMark, ...], tuple[float, float] | None]:
        """Lines of the paths on the map, and the place that is marked on one."""
        ground, panel = self._link.view.ground, self._panel
        if ground is None or panel is None:
            return (), None
        chosen, paths = panel.row, self.paths
        marks = tuple(
            PathMark(
                ground.line(_to_the_pin(pin, path)),
                pin.colour,
                pin.name,
                self.old,
                k == chosen,
            )
            for k, (pin, path) in enumerate(zip(self._editor.session.pins, paths, strict=True))
        )
        path = panel.path
        if path is None or not 0 <= self.at < len(path.points):
            return marks, None
        x, y = path.points[self.at].tolist()
        return marks, ground.to_plane(x, y)

    # -- files

    def named(self) -> tuple[NamedPath, ...]:
        """The paths that there are, with their names."""
        starts = self.followed.starts
        both = zip(self._editor.session.pins, self.paths, strict=True)
        return tuple(
            NamedPath(pin, path, starts[path.start]) for pin, path in both if path is not None
        )

    def choose_target(self) -> None:
        """Ask for a file, and write the paths to it."""
        from app.exports.paths.request import FORMATS

        document = self._document
        if document is None or not self.named():
            return
        title = self.tr("Export paths")
        target = self.ask_to_write(title, f"{document.name}_paths", FORMATS)
        if target:
            self.save(target[0])

    def save(self, path: Path) -> None:
        """Write the paths to a file, whose suffix says how."""
        from app.exports.paths.request import PathExport, export_paths

        paths = self.named()

        def work(progress: Progress, cancel: Cancel) -> tuple[str, ...]:
            return export_paths(PathExport(path, paths, cancel)).notes

        self.writing(path, work)


def _to_the_pin(pin: Pin, path: TravelPath | None) -> NDArray[np.float64]:
    """Points of a path as it is marked: its last is where it is pinned, whichever way one goes."""
    if path is None:
        return np.array([[pin.x, pin.y]])
    return path.points if path.outward else path.points[::-1]
