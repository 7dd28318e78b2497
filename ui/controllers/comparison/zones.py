"""The zonal table of the newest result: worked out beside the window, a zone shown, and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QWidget

from app.bands import Bands
from app.editing.session import Change
from app.exports.request import ValueRaster
from app.exports.table import EXPORTS
from app.solving.jobs import Task
from app.solving.result import Result
from core.cancel import Cancel
from core.errors import IsofrontError
from core.progress import Progress
from resources.start_colours import rgb_of
from ui.actions import Actions
from ui.bridge import Bridge
from ui.controllers.editing import Editor
from ui.controllers.filing import RASTERS, FileController
from ui.controllers.kinds import SHOWN
from ui.controllers.map_link import MapLink
from ui.controllers.starts.owner_classes import start_names
from ui.panels.zones import ALL_BANDS, ZonesPanel
from ui.pictures.classes import NOBODY, Classes
from ui.pictures.scene import Named

if TYPE_CHECKING:  # it loads GDAL
    from app.exports.zonal.table import ZonalTable

ZONE = "zone"
"""Name of what the map shows while a zone is chosen."""

QUIET_COLOUR = (172, 172, 168)
"""Colour of all that is reached and lies in other zones."""

Found: TypeAlias = "tuple[ZonalTable, Result]"
"""The table, and the result with its owners."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Zoning", text)


class Zoning(FileController):
    """rasters : whose values are summed. table : of the newest result; None while it is not
    known."""

    changed = Signal()  # any of these
    zone_gone = Signal()  # the map shows something else

    def __init__(self, window: QWidget, editor: Editor, bridge: Bridge, link: MapLink) -> None:
        super().__init__(window, editor, bridge)
        self._link = link
        self.rasters: tuple[ValueRaster, ...] = ()
        self.table: ZonalTable | None = None
        self._owned: Result | None = None
        self._of: Result | None = None  # whose table is known or worked out
        self._task: Task | None = None
        self._seen: Callable[[], bool] = lambda: False
        editor.changed.connect(self._on_change)
        link.instead_changed.connect(self._give_way_to)

    def follow(self, panel: ZonesPanel, commands: Actions) -> None:
        """Do what the panel and the command ask for, and show there what is."""
        self._seen = panel.isVisible
        panel.looked_at.connect(self._reckon)
        panel.raster_wanted.connect(self.choose_raster)
        panel.rasters_edited.connect(self.sum_up)
        panel.zone_wanted.connect(self.show_zone)
        self.zone_gone.connect(panel.show_no_zone)
        panel.export_wanted.connect(self.choose_target)
        commands["export_zonal"].triggered.connect(lambda _=False: self.choose_target())

        def show() -> None:
            panel.show_zones(self)
            result = self._editor.session.result
            commands.enable(result is not None and not result.preview, "export_zonal")

        self.changed.connect(show)
        show()

    # -- what is summed

    def choose_raster(self) -> None:
        """Ask for a raster of values."""
        title = self.tr("Choose a raster of values")
        path = self.ask_to_read(title, self.tr("Rasters"), RASTERS)
        if path:
            self.sum_up((*self.rasters, ValueRaster(path, path.stem)))

    def sum_up(self, rasters: tuple[ValueRaster, ...]) -> None:
        """Sum these, and no others; a name alone asks for nothing anew."""
        self.rasters = rasters
        self._of = None
        self._reckon()

    def _give_way_to(self, name: str) -> None:
        """The map shows the times of the starts again, or something of another panel."""
        if name != ZONE:
            self.zone_gone.emit()

    def _on_change(self, change: Change) -> None:
        if change & (Change.RESULT | Change.BANDS | Change.DOCUMENT | Change.NAMES):
            self._of = None
            self.table = self._owned = None
            if self._link.shows_instead == ZONE:
                self._link.show_instead(None)
            self._reckon()
        if change & Change.UNITS:
            self.changed.emit()

    @property
    def reckoning(self) -> bool:
        """Whether the table is being worked out."""
        return self._task is not None

    def _reckon(self) -> None:
        """Work the table out anew where somebody looks at it."""
        result = self._editor.session.result
        if result is None or result.preview or not self._seen():
            self._bridge.abandon(self._task)
            self._task = None
            self.changed.emit()
            return
        if result is self._of:
            return
        self._bridge.abandon(self._task)
        self._of = result
        bands, rasters = self._editor.session.bands, self.rasters

        def work(progress: Progress, cancel: Cancel) -> Found:
            from app.exports.zonal.table import zonal_table

            owned = result if result.owners is not None else result.owned(cancel)
            return zonal_table(owned, bands, rasters, progress, cancel), owned

        title = self.tr("Zonal table")
        quiet = not rasters
        self._task = self._bridge.run(title, work, self._take, self._fell, quiet=quiet)
        self.changed.emit()

    def _take(self, found: Found) -> None:
        self._task = None
        self.table, self._owned = found
        self.changed.emit()

    def _fell(self, error: IsofrontError) -> None:
        """A raster that cannot be used is summed no more."""
        self._task = None
        self.failed.emit(error)
        if self.rasters:
            self.sum_up(self.rasters[:-1])

    # -- on the map

    def show_zone(self, start: int, band: int) -> None:
        """Show a zone on the map, all bands of a start, or nothing of the kind."""
        table, result, document = self.table, self._owned, self._editor.session.document
        if table is None or result is None or document is None or start < 0:
            self._link.show_instead(None)
            return
        zone = _ZONES[result.lies_on](result, table.bands)
        count = len(table.bands.limits)
        here = zone // count == start if band == ALL_BANDS else zone == start * count + band
        of = np.where(here, 0, np.where(zone < len(table.names) * count, 1, NOBODY))
        label = _tr("all bands") if band == ALL_BANDS else table.bands.labels()[band]
        colour = rgb_of(table.colours[start])
        colours = np.array((colour, QUIET_COLOUR), np.uint8)
        entries = (colour, label), (QUIET_COLOUR, _tr("other zones"))
        title = _tr("First: {start}")
        classes = Classes(
            of.astype(np.int8),
            colours,
            Named(title.format(start=start_names(result.starts)[start]), entries),
        )
        zero = self._editor.session.options.zero_speed_kmh
        reader = SHOWN[document.shows].reader(document, result, zero)
        self._link.show_instead(classes, ZONE, reader=reader)

    # -- into a file

    def choose_target(self) -> None:
        """Ask for a file, and write the table to it."""
        result = self._editor.session.result
        if result is None:
            return
        formats = EXPORTS[result.lies_on]["zonal"]
        stem = f"{self._editor.session.required.name}_zones"
        target = self.ask_to_write(self.tr("Export the zonal table"), stem, formats)
        if target:
            self.save(target[0])

    def save(self, path: Path) -> None:
        """Write the table of the newest result as the command line does."""
        result, bands, rasters = (
            self._editor.session.result,
            self._editor.session.bands,
            self.rasters,
        )
        if result is None:
            return
        known = self._owned or result

        def work(progress: Progress, cancel: Cancel) -> tuple[str, ...]:
            from app.exports.zonal.table import zonal_table

            zonal_table(known, bands, rasters, progress, cancel).write(path)
            return ()

        self.writing(path, work)


def _of_cells(result: Any, bands: Bands) -> NDArray[np.int64]:
    from app.exports.zonal.table import zones_of_cells

    return zones_of_cells(result, bands).reshape(-1).astype(np.int64)


def _of_vertices(result: Any, bands: Bands) -> NDArray[np.int64]:
    """A street that changes zone changes its colour in the middle."""
    count = len(bands.limits)
    band = np.searchsorted(np.array(bands.limits), result.times.seconds(), "left")
    owner = np.asarray(result.owners.of, np.int64)
    there = (band < count) & (owner >= 0)
    found: NDArray[np.int64] = np.where(there, owner * count + band, len(result.starts) * count)
    return found


_ZONES: Mapping[str, Callable[[Any, Bands], NDArray[np.int64]]] = {
    "cells": _of_cells,
    "cells and roads": _of_cells,
    "roads": _of_vertices,
}
"""The zone of each cell row by row, or of each vertex; starts times bands where there is none."""
