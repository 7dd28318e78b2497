"""The menus that change while the program runs: recent files, colour maps, look, right click."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QCursor
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.editing.session import Change
from app.units import METRIC, MILES, units
from ui import preferences, theme
from ui.actions import give_letters
from ui.controllers.editing import Editor
from ui.controllers.map_link import MapLink
from ui.controllers.matrices import Matrices
from ui.texts import coordinate, one_line


class ViewMenus(QObject):
    """Fills menus that the table of actions leaves empty."""

    def __init__(
        self,
        menus: Mapping[str, QMenu],
        link: MapLink,
        open_path: Callable[[Path], object],
        editor: Editor,
        matrices: Matrices,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._parent = parent
        self._link, self._editor, self._open = link, editor, open_path
        self._matrices = matrices
        self.recent = menus["recent"]
        self.context: QMenu | None = None
        self.recent.aboutToShow.connect(self._fill_recent)
        self.schemes: dict[str, QAction] = {}
        self._fill_schemes(menus["scheme"])
        self.systems: dict[str, QAction] = {}
        self._fill_units(menus["units"])
        link.view.context_requested.connect(self._show_context)

    def _fill_recent(self) -> None:
        self.recent.clear()
        files = preferences.recent_files()
        for place, path in enumerate(files, start=1):
            name = one_line(path.name).replace("&", "&&")
            action = self.recent.addAction(f"&{place % 10}  {name}")
            action.setToolTip(str(path))
            action.triggered.connect(lambda _checked=False, path=path: self._open(path))
        if files:
            self.recent.addSeparator()
            clear = self.recent.addAction(self.tr("&Clear the list"))
            clear.triggered.connect(lambda: preferences.forget_files())
        else:
            self.recent.addAction(self.tr("Nothing opened yet")).setEnabled(False)

    def _fill_schemes(self, menu: QMenu) -> None:
        group = QActionGroup(self)
        names = (self.tr("As the system"), self.tr("Light"), self.tr("Dark"))
        for scheme, name in zip(theme.SCHEMES, names, strict=True):
            action = menu.addAction(name)
            action.setCheckable(True)
            action.setChecked(scheme == preferences.colour_scheme())
            group.addAction(action)
            self.schemes[scheme] = action
            action.triggered.connect(lambda _checked=False, scheme=scheme: _dress(scheme))
        give_letters(menu)

    def _fill_units(self, menu: QMenu) -> None:
        group = QActionGroup(self)
        words = {
            METRIC.name: self.tr("&Kilometres and km/h"),
            MILES.name: self.tr("&Miles and mph"),
        }
        for name, text in words.items():
            action = self.systems[name] = menu.addAction(text)
            action.setCheckable(True)
            group.addAction(action)
            action.triggered.connect(lambda _checked=False, name=name: self._read_in(name))

        def show(change: Change) -> None:
            if change & Change.UNITS:
                self.systems[units().name].setChecked(True)

        self._editor.changed.connect(show)
        show(Change.UNITS)

    def _read_in(self, name: str) -> None:
        """Read in other units, now and the next time."""
        preferences.remember_unit_system(name)
        self._editor.read_in(name)

    def _show_context(self, x: float, y: float, index: int) -> None:
        """What can be done at a point of the map, or with the start there."""
        menu = QMenu(self._parent)
        if index >= 0:
            self._offer_start(menu, index)
            remove = menu.addAction(self.tr("Remove this start"))
            remove.triggered.connect(lambda: self._editor.starts.remove({index}))
        else:
            if len(self._editor.session.starts) < 2:
                here = menu.addAction(self.tr("Set start here"))
                here.triggered.connect(lambda: self._editor.place(x, y))
            add = menu.addAction(self.tr("Add start here"))
            add.triggered.connect(lambda: self._editor.place(x, y, True))
            pin = menu.addAction(self.tr("Pin the path to here"))
            pin.triggered.connect(lambda: self._link.view.path_wanted.emit(x, y))
            self._offer_place(menu, x, y)
            self._offer_closure(menu, x, y)
        menu.addSeparator()
        copy = menu.addAction(self.tr("Copy coordinates"))
        copy.triggered.connect(lambda: self._copy(x, y))
        menu.aboutToHide.connect(menu.deleteLater)
        self.context = menu
        menu.popup(QCursor.pos())

    def _offer_start(self, menu: QMenu, index: int) -> None:
        """One of several starts can be left out of the solve, or be the only one."""
        starts = self._editor.session.starts
        if len(starts) > 1:
            start, edits = starts[index], self._editor.starts
            turn = menu.addAction(self.tr("Turn off") if start.on else self.tr("Turn on"))
            turn.triggered.connect(lambda: edits.edit(index, replace(start, on=not start.on)))
            only = menu.addAction(self.tr("Only this start"))
            only.triggered.connect(lambda: edits.keep_only(index))

    def _offer_place(self, menu: QMenu, x: float, y: float) -> None:
        """An origin or a destination of the matrix can be taken away."""
        found = self._matrices.under(x, y)
        if found is not None:
            kind, index = found
            words = {
                "origins": self.tr("Remove this origin"),
                "destinations": self.tr("Remove this destination"),
            }
            menu.addSeparator()
            away = menu.addAction(words[kind])
            away.triggered.connect(lambda: self._editor.matrix.remove_place(kind, index))

    def _offer_closure(self, menu: QMenu, x: float, y: float) -> None:
        """A closure that was drawn here can be taken away."""
        view = self._link.view
        index = view.closing.under(*view.pixel_of(x, y))
        if index >= 0:
            menu.addSeparator()
            away = menu.addAction(self.tr("Reopen the roads that this drawing closes"))
            away.triggered.connect(
                lambda: self._editor.edit_roads(lambda edits: edits.remove_closure(index))
            )

    def _copy(self, x: float, y: float) -> None:
        document = self._editor.session.document
        if document is not None:
            told = (coordinate(at, document.resolution) for at in (x, y))
            QApplication.clipboard().setText(",".join(told))


def _dress(scheme: str) -> None:
    """Turn the whole application light or dark, now and the next time."""
    preferences.remember_scheme(scheme)
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, scheme)
