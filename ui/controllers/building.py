"""New terrain in the window: its dialog, and what becomes of what it built."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from app.measure import TIME
from ui.controllers.exporting import show_folder
from ui.remedy import Remedy
from ui.told import told

if TYPE_CHECKING:
    from app.bands import Bands
    from app.builder.build import Built
    from app.builder.preview import LookQuestion
    from ui.dialogs.builder.dialog import BuilderDialog


class Building(QObject):
    """Opens the dialog as it was left, and the raster that it builds."""

    def __init__(self, window: Any) -> None:
        """window : the main one."""
        super().__init__(window)
        self._window = window
        self._left: dict[str, Any] = {}
        self._built: Built | None = None
        self._starts: tuple[tuple[float, float], ...] = ()
        self._question: LookQuestion | None = None
        self.dialog: BuilderDialog | None = None
        window.commands["new_terrain"].triggered.connect(lambda _checked=False: self.choose())
        window.opener.opened.connect(self._tell)

    def choose(self) -> None:
        """Ask for a recipe."""
        # Readers of vectors and roads take a while to load, which the window does not wait for.
        from ui.dialogs.builder.dialog import BuilderDialog
        from ui.dialogs.builder.map_cover import MapCover

        question, bands = self._asked()
        dialog = BuilderDialog(self._window.bridge, self._window, question, bands)
        cover = MapCover(self._window.stage)
        dialog.shown.connect(cover.show_seen)
        dialog.finished.connect(lambda _result: cover.leave())
        if self._left:
            dialog.show_tables(self._left)
        dialog.built.connect(self._open)
        dialog.finished.connect(self._forget)
        self.dialog = dialog
        dialog.open()

    def _asked(self) -> tuple[LookQuestion | None, Bands | None]:
        """What is asked of the document now, to be shown on what will be built; bands of times
        that are on the map."""
        from app.builder.preview import LookQuestion

        session = self._window.session
        document = session.document
        if document is None or not session.starts:
            return self._question, None
        starts = tuple(start.told for start in session.starts if start.on)
        placed = tuple(each for each in starts if math.isfinite(each[0]))
        question = LookQuestion(placed, document.crs_wkt or None, session.options.geometry)
        shown = session.result is not None and session.bands.measure == TIME
        return question, session.bands if shown else None

    def _forget(self) -> None:
        if self.dialog is not None:
            self._question, look = self.dialog.question, self.dialog.picture.look
            self._starts = () if look is None or look.times is None else look.starts
            self._left = self.dialog.tables_left()
            self.dialog.deleteLater()
            self.dialog = None

    def _open(self, built: Built) -> None:
        self._built = built
        self._window.opener.open(built.path)

    def _tell(self, document: Any) -> None:
        """Say what was built once it is on the map."""
        built, self._built = self._built, None
        if built is None or document.path != built.path:
            return
        for number, place in enumerate(self._starts):
            self._window.editor.place(*place, add=number > 0)
        tally, folder = built.tally, built.path.absolute().parent
        title = self.tr("Built {name}: {count} open cells, {slow} to {fast} km/h").format(
            name=built.path.name,
            count=f"{tally.open:,}",
            slow=f"{tally.slowest:.3g}",
            fast=f"{tally.fastest:.3g}",
        )
        remedy = Remedy(self.tr("Show folder"), lambda: show_folder(folder))
        self._window.state.show_done(title, " ".join(map(told, built.notes)), remedy)
