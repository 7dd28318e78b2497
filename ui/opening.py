"""From a path to an open terrain: look into the file, ask what must be asked, read it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.jobs import Task
from app.one_solve import warm_up, warm_up_preview
from app.out_of_core_files import open_large_velocity
from core.cancel import Cancel
from core.errors import IsofrontError
from core.progress import Progress
from core.solver import Start
from raster.files.info import describe
from raster.files.read import UTM, GeographicError
from raster.files.reproject import zone_name
from raster.files.source import members
from raster.grid import VelocityGrid
from raster.starts import nearest_passable
from ui import preferences
from ui.bridge import Bridge
from ui.dialogs.open_options import Inspection, OpenOptions, OpenOptionsDialog
from ui.editing import Editor, Remedy


def inspect(path: Path, member: str | None = None) -> Inspection:
    """Look into a file without reading its cells; raises InputError."""
    names = members(path)
    if member is None and names:
        member = names[0]
    return Inspection(path, names, member, describe(path, member=member, statistics=False))


class Opener(QObject):
    """Opens files for a window; what goes wrong is told by `failed`."""

    opened = Signal(object)  # VelocityGrid; the session holds it already
    failed = Signal(object, object)  # IsofrontError, Remedy or None

    def __init__(self, window: QWidget, editor: Editor, bridge: Bridge) -> None:
        super().__init__(window)
        self._window = window
        self._editor = editor
        self._bridge = bridge
        self._task: Task | None = None
        self._look: Task | None = None
        self._and_solve = False
        self._remember = True
        self.dialog: OpenOptionsDialog | None = None

    def choose(self, ask: bool = False) -> None:
        """Ask for a file and open it; with `ask` its options are asked for in any case."""
        recent = preferences.recent_files()
        folder = str(recent[0].parent) if recent else ""
        title = self.tr("Open a velocity raster")
        name, _ = QFileDialog.getOpenFileName(self._window, title, folder, self._filters())
        if name:
            self.open(Path(name), ask)

    def _filters(self) -> str:
        rasters = "*.tif *.tiff *.asc *.asc.gz *.flt *.bil *.adf *.img *.vrt *.nc *.zip *.hgt *.dem"
        return f"{self.tr('Rasters')} ({rasters});;{self.tr('All files')} (*)"

    def open(
        self, path: Path, ask: bool = False, *, and_solve: bool = False, remember: bool = True
    ) -> None:
        """Open a file; a newer call takes the place of one still under way.

        and_solve : set a good start as soon as the terrain is there.
        remember : put it among the recent files.
        """
        self._and_solve, self._remember = and_solve, remember
        self._bridge.abandon(self._task)
        self._task = self._bridge.run(
            self.tr("Opening {name}").format(name=path.name),
            lambda progress, cancel: inspect(path),
            lambda inspection: self._consider(inspection, ask),
            self._fail,
        )

    def _consider(self, inspection: Inspection, ask: bool) -> None:
        if not (ask or inspection.must_ask):
            self._read(inspection.path, OpenOptions(member=inspection.member))
            return
        dialog = OpenOptionsDialog(inspection, self._window)
        dialog.chosen.connect(lambda options: self._read(inspection.path, options))
        dialog.member_chosen.connect(lambda name: self._look_into(inspection.path, name))
        dialog.finished.connect(self._forget_dialog)
        self.dialog = dialog
        dialog.open()

    def _look_into(self, path: Path, member: str) -> None:
        self._bridge.abandon(self._look)
        self._look = self._bridge.run(
            self.tr("Opening {name}").format(name=member),
            lambda progress, cancel: inspect(path, member),
            self._show_inspection,
            self._fail,
        )

    def _show_inspection(self, found: Inspection) -> None:
        if self.dialog is not None:
            self.dialog.show_inspection(found)

    def _forget_dialog(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _read(self, path: Path, options: OpenOptions) -> None:
        def work(progress: Progress, cancel: Cancel) -> VelocityGrid:
            return open_large_velocity(
                path,
                member=options.member,
                band=options.band,
                units=options.units,
                undefined_255=options.undefined_255,
                reproject=options.reproject,
                progress=progress,
                cancel=cancel,
            )

        self._task = self._bridge.run(
            self.tr("Reading {name}").format(name=path.name),
            work,
            lambda grid: self._show(grid, path),
            lambda error: self._fail_reading(error, path, options),
        )

    def _show(self, grid: VelocityGrid, path: Path) -> None:
        if self._remember:
            preferences.remember_file(path.absolute())
        self._editor.open_grid(grid, path)
        self._warm_up(grid)
        self.opened.emit(grid)
        if self._and_solve:
            self._editor.find_good_start()

    def _warm_up(self, grid: VelocityGrid) -> None:
        """Compile and load the solver now, so that the first click is answered at once."""
        zero = self._editor.session.options.zero_speed_kmh

        def work(progress: Progress, cancel: Cancel) -> None:
            cell = nearest_passable(grid, grid.rows // 2, grid.cols // 2, zero)
            if cell is not None:
                request = self._editor.trial(grid, Start(cell[0] * grid.cols + cell[1]))
                warm_up(request)
                warm_up_preview(request, cancel)

        self._bridge.run("warm up", work, quiet=True)

    def _fail(self, error: IsofrontError) -> None:
        self.failed.emit(error, None)

    def _fail_reading(self, error: IsofrontError, path: Path, options: OpenOptions) -> None:
        remedy = None
        if isinstance(error, GeographicError) and error.utm_epsg is not None:
            label = self.tr("Re-project to {zone}").format(zone=zone_name(error.utm_epsg))
            again = replace(options, reproject=UTM)
            remedy = Remedy(label, lambda: self._read(path, again))
        self.failed.emit(error, remedy)
