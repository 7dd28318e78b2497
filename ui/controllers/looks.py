"""How the map looks: switches and panel keep to its style, which is remembered, and what throws
shadows is read from files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.cli.window import PictureLook
from app.editing.session import Change
from app.solving.jobs import Task
from raster.elevation import Elevation
from raster.files.elevation import elevation_beside
from resources.colormaps import COLORMAPS, DEFAULT, REVERSED
from ui import preferences
from ui.actions import Actions, give_letters
from ui.controllers.editing import Editor
from ui.controllers.map_link import MapLink
from ui.panels.isochrones import IsochronesPanel
from ui.pictures.style import OverlayStyle
from ui.widgets.colormap_combo import ramp_icon

SWITCHES = (
    "continuous", "isolines", "velocity", "owners", "names", "glow", "areas", "legend", "scale_bar",
    "graticule", "grid", "north_arrow",
)  # fmt: skip
"""Fields of the style that commands of the same id switch."""


def style_of(look: PictureLook) -> OverlayStyle:
    """The style of a picture that the command line asks for."""
    name = look.palette or DEFAULT
    return OverlayStyle(
        colormap=name.removesuffix(REVERSED),
        reversed=name.endswith(REVERSED),
        continuous=look.continuous,
        relief=look.relief,
        elevation=look.elevation,
        graticule=look.graticule,
        north_arrow=look.north_arrow,
    )


class Looks(QObject):
    """Keeps commands, panel and settings true to the style of the map, and its relief."""

    failed = Signal(object)  # IsofrontError

    def __init__(
        self,
        window: QWidget,
        editor: Editor,
        link: MapLink,
        commands: Actions,
        panel: IsochronesPanel,
        *,
        remember: bool,
    ) -> None:
        super().__init__(window)
        self._window, self._editor, self._link = window, editor, link
        self._commands, self._panel = commands, panel
        self._subject: object = None
        self.reliefs: dict[str, QAction] = {}
        self.file: Path | None = None  # of the heights that throw shadows
        self._task: Task | None = None
        if remember:
            link.wear(OverlayStyle.of_kept(preferences.look()))
            link.style_changed.connect(lambda style: preferences.remember_look(style.kept()))
        for name in SWITCHES:
            commands[name].toggled.connect(lambda on, name=name: link.set_style(name, on))
        panel.seen = link.view.seen
        panel.style_edited.connect(link.set_style)
        link.style_changed.connect(self._show)
        link.view.dressed.connect(panel.refresh_colours)
        editor.changed.connect(self._follow)
        self._show(link.style)

    def fill(self, menus: Mapping[str, QMenu]) -> None:
        """Fill the menus of colour maps and of relief."""
        self._fill_colormaps(menus["colormap"])
        self._fill_relief(menus["relief"])
        self._show(self._link.style)

    def _fill_colormaps(self, menu: QMenu) -> None:
        group = QActionGroup(self)
        for name in COLORMAPS:
            action = menu.addAction(ramp_icon(name), name.capitalize())
            action.setCheckable(True)
            group.addAction(action)
            action.triggered.connect(
                lambda _checked=False, name=name: self._link.set_style("colormap", name)
            )
            self._link.style_changed.connect(
                lambda style, action=action, name=name: action.setChecked(style.colormap == name)
            )
            action.setChecked(name == self._link.style.colormap)
        menu.addSeparator()
        turned = menu.addAction(self.tr("&Reversed: dark at the start"))
        turned.setCheckable(True)
        turned.toggled.connect(lambda on: self._link.set_style("reversed", on))
        self._link.style_changed.connect(lambda style: turned.setChecked(style.reversed))
        turned.setChecked(self._link.style.reversed)
        give_letters(menu)

    def _fill_relief(self, menu: QMenu) -> None:
        words = {
            "auto": self.tr("&Automatic"),
            "elevation": self.tr("From &elevation"),
            "speeds": self.tr("From &speeds"),
            "times": self.tr("From travel &times"),
            "none": self.tr("&None"),
        }
        group = QActionGroup(self)
        for kind, text in words.items():
            action = menu.addAction(text)
            action.setCheckable(True)
            group.addAction(action)
            action.triggered.connect(
                lambda _checked=False, kind=kind: self._link.set_style("relief", kind)
            )
            self.reliefs[kind] = action
        menu.addSeparator()
        self.file_action = menu.addAction(self.tr("Elevation &raster…"))
        self.file_action.setToolTip(self.tr("Heights of the same place, in any format"))
        self.file_action.triggered.connect(lambda: self.choose())

    def _show(self, style: OverlayStyle) -> None:
        for name in SWITCHES:
            self._commands[name].setChecked(bool(getattr(style, name)))
        self._panel.show_style(style)
        if self.reliefs:
            self.reliefs[style.relief].setChecked(True)
            there = style.elevation is not None
            self.reliefs["elevation"].setEnabled(there or style.relief == "elevation")
            document = self._editor.session.document
            self.file_action.setEnabled(document is not None and document.takes_elevation)

    # -- elevation

    def _follow(self, change: Change) -> None:
        """Another terrain has other heights; those that lie beside it are read."""
        document = self._editor.session.document
        subject = None if document is None else document.subject
        if not change & Change.DOCUMENT or subject is self._subject:
            return
        self._subject = subject
        self.file = None
        self._link.set_style("elevation", None)
        self._show(self._link.style)
        path = None if document is None else document.files.get("terrain")
        beside = None if path is None else elevation_beside(path)
        if beside is not None:
            self.read(beside)

    def choose(self) -> None:
        """Ask for a raster of heights and read it."""
        document = self._editor.session.document
        path = None if document is None else document.files.get("terrain")
        folder = str(Path.home() if path is None else path.parent)
        name, _ = QFileDialog.getOpenFileName(
            self._window, self.tr("Elevation raster"), folder, self.tr("All files (*)")
        )
        if name:
            self.read(Path(name))

    def read(self, path: Path) -> None:
        """Read heights for the terrain that is open, and show its relief."""
        document = self._editor.session.required
        self._editor.bridge.abandon(self._task)
        self.file = path

        def take(elevation: Elevation) -> None:
            if document.subject is self._subject:  # something else may have been opened meanwhile
                self._link.set_style("elevation", elevation)
                if self._link.style.relief not in ("auto", "elevation"):
                    self._link.set_style("relief", "auto")

        title = self.tr("Reading {name}").format(name=path.name)
        self._task = self._editor.bridge.run(
            title,
            lambda progress, cancel: document.elevation(path, progress=progress, cancel=cancel),
            take,
            self.failed.emit,
        )
