"""The window: puts canvas, panels and actions together, and shows itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QTimer
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QPainter,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QMainWindow, QToolBar

from app.bands import Bands
from app.document.terrain import TerrainDocument
from app.editing.session import Change, Session
from app.solving.request import Options
from app.solving.result import Result
from app.solving.solved import Solved
from app.verdict import Verdict
from core.trace import Event
from gpu.device import devices
from resources.paths import SAMPLE
from ui import preferences
from ui.actions import Actions, dress_tool_bar, fill_menus, fill_tool_bar
from ui.application import (
    application,
    catch_faults,
    finish_events,
    outline_controls,
    save_picture,
)
from ui.bridge import Bridge
from ui.canvas.map_view import MapView
from ui.controllers.closure_files import ClosureFiles
from ui.controllers.editing import Editor
from ui.controllers.exporting import Exporter
from ui.controllers.hover import Hover
from ui.controllers.kinds import ALONE, SHOWN
from ui.controllers.map_link import MapLink
from ui.controllers.matrices import Matrices
from ui.controllers.opening import Opener
from ui.controllers.picking import Picking
from ui.controllers.view_menus import ViewMenus
from ui.controllers.window_state import WindowState
from ui.dialogs.about import AboutDialog
from ui.dialogs.keys import KeysDialog
from ui.docks import Docks
from ui.panels.contraction import ContractionPanel
from ui.panels.isochrones import IsochronesPanel
from ui.panels.matrix import MatrixPanel
from ui.panels.performance import PerformancePanel
from ui.panels.route import RoutePanel
from ui.panels.solver import SolverPanel
from ui.panels.vehicle import VehiclePanel
from ui.placing import Placing
from ui.widgets.stage import Stage
from ui.widgets.status_line import StatusLine
from ui.widgets.welcome import Welcome

PICTURE_SIZE = (1600, 1000)
STYLE_SWITCHES = ("continuous", "isolines", "velocity", "legend", "scale_bar")


class MainWindow(QMainWindow):
    """Shows one session. With `remember` its geometry is kept for the next time.

    ends_process : whether the process ends with the window, so that no thread need be waited for.
    """

    ends_process = False

    def __init__(self, session: Session | None = None, *, remember: bool = True) -> None:
        super().__init__()
        self.session = session or Session(options=_options(remember))
        self._remember = remember
        self.setAcceptDrops(True)
        self.bridge = Bridge(self)
        self.editor = Editor(self.session, self.bridge, self)
        self.hover = Hover(self.bridge, self)
        self.map = MapView()
        self.welcome = Welcome()
        self.stage = Stage(self.welcome, self.map)
        self.status = StatusLine()
        self.commands = Actions(self)
        self.docks = Docks(self, self.editor)
        self.link = MapLink(self.map, self.editor, self.hover, self)
        self.opener = Opener(self, self.editor, self.bridge)
        self.exporter = Exporter(self, self.session, self.link, self.bridge)
        self.closure_files = ClosureFiles(self, self.editor, self.bridge)
        self.matrices = Matrices(self, self.editor, self.bridge, self.link)
        self.picking = Picking(self, self.editor, self.commands, self.map)
        self._lay_out()
        self.state = WindowState(
            self, self.editor, self.bridge, self.commands, self.stage, self.status
        )
        self._connect()
        self._connect_commands()
        self._connect_style()
        self._connect_closing()
        self._connect_matrix()
        self.placing = Placing(self, self.docks, self._fit_docks, remember=remember)
        self.placing.restore()
        if self.placing.interrupted:
            self.state.say_begun_anew()
        if self.session.document is not None:
            self.editor.changed.emit(~Change(0))  # show what the session holds already

    # -- building

    def _lay_out(self) -> None:
        self.setCentralWidget(self.stage)
        self.setStatusBar(self.status)
        menus = fill_menus(self.menuBar(), self.commands)
        bar = self.tools = QToolBar(self.tr("Tools"), self)
        bar.setObjectName("tools")
        bar.setMovable(False)
        fill_tool_bar(bar, self.commands)
        dress_tool_bar(bar)
        self.addToolBar(bar)
        self.docks.fill_menu(menus["panels"])
        self.view_menus = ViewMenus(menus, self.link, self.opener, self.editor, self.matrices, self)

    def _connect(self) -> None:
        self.opener.failed.connect(self.state.show_error)
        self.opener.doubted.connect(self.state.show_doubts)
        self.opener.opened.connect(lambda grid: self.map.setFocus())
        self.exporter.failed.connect(self.state.show_error)
        self.exporter.done.connect(self.state.show_done)
        self.hover.place.connect(self.status.show_place)
        self.hover.route.connect(self.docks.panel(RoutePanel).show_route)
        self.editor.changed.connect(self._suit_docks)
        self.status.cancel_wanted.connect(self.bridge.cancel)
        self.map.file_dropped.connect(self.open_path)
        # While a start is dragged, Esc is the map's: it takes the start back.
        self.map.start_dragging.connect(lambda *_: self.commands.enable(False, "cancel"))
        self.map.start_dropped.connect(lambda *_: self.commands.enable(True, "cancel"))
        self.map.open_requested.connect(lambda: self.opener.choose())
        self.welcome.open_wanted.connect(lambda: self.opener.choose())
        self.welcome.sample_wanted.connect(self.open_sample)
        self.bridge.trace_events.connect(self.docks.panel(PerformancePanel).add_events)
        self.bridge.trace_events.connect(self.docks.panel(ContractionPanel).add_events)
        self.docks.panel(SolverPanel).validate_wanted.connect(self.validate)
        vehicle = self.docks.panel(VehiclePanel)
        vehicle.ways_wanted.connect(self.opener.choose_ways)
        self.map.frames.drawn.connect(vehicle.timings.show_drawn)

    def _connect_commands(self) -> None:
        link, view, editor = self.link, self.map, self.editor
        calls: dict[str, Callable[[], object]] = {
            "open": lambda: self.opener.choose(),
            "open_with": lambda: self.opener.choose(ask=True),
            "open_joined": self.opener.choose_joined,
            "sample": self.open_sample,
            "quit": self.close,
            "undo": editor.undo,
            "redo": editor.redo,
            "good_start": editor.find_good_start,
            "start_here": link.start_in_the_middle,
            "remove_starts": lambda: editor.remove_starts(set(range(len(self.session.starts)))),
            "closures_from_file": self.closure_files.choose,
            "save_closures": self.closure_files.choose_target,
            "open_roads": lambda: editor.edit_roads(lambda edits: edits.remove_closures()),
            "north": lambda: link.nudge(0, -1),
            "south": lambda: link.nudge(0, 1),
            "west": lambda: link.nudge(-1, 0),
            "east": lambda: link.nudge(1, 0),
            "fit": view.zoom_to_fit,
            "zoom_in": view.zoom_in,
            "zoom_out": view.zoom_out,
            "solve": editor.solve,
            "run_matrix": self.matrices.run,
            "save_matrix": self.matrices.choose_target,
            "validate": self.validate,
            "cancel": self.bridge.cancel,
            "keys": lambda: KeysDialog(self.commands, self).open(),
            "about": lambda: AboutDialog(self).open(),
            **{f"export_{k}": partial(self.exporter.choose, k) for k in self.exporter.kinds},
        }
        for id_, call in calls.items():
            self.commands[id_].triggered.connect(lambda _checked=False, call=call: call())

    def _connect_style(self) -> None:
        self.commands["path"].setChecked(True)
        self.commands["path"].toggled.connect(self.hover.set_path_wanted)
        for name in STYLE_SWITCHES:
            self.commands[name].toggled.connect(lambda on, name=name: self.link.set_style(name, on))
        panel = self.docks.panel(IsochronesPanel)
        panel.style_edited.connect(self.link.set_style)
        self.link.style_changed.connect(panel.show_style)
        self.link.style_changed.connect(self._show_style)
        panel.show_style(self.link.style)
        self._show_style(self.link.style)

    def _connect_closing(self) -> None:
        tool, action = self.map.closing.tool, self.commands["close_roads"]
        action.toggled.connect(tool.activate)
        action.toggled.connect(lambda on: self.state.show_hint())
        tool.turned.connect(action.setChecked)
        panel, files = self.docks.panel(VehiclePanel), self.closure_files
        panel.drawing_wanted.connect(action.setChecked)
        panel.closure_chosen.connect(self.map.closing.choose)
        tool.turned.connect(panel.closures.show_drawing)
        panel.closures_wanted.connect(files.choose)
        panel.saving_wanted.connect(files.choose_target)
        files.failed.connect(self.state.show_error)
        files.done.connect(self.state.show_done)
        files.remarked.connect(self.state.remark)

    def _connect_matrix(self) -> None:
        panel, matrices = self.docks.panel(MatrixPanel), self.matrices
        matrices.failed.connect(self.state.show_error)
        matrices.done.connect(self.state.show_done)
        matrices.answered.connect(panel.show_answer)
        matrices.answered.connect(self.state.show_answered)
        matrices.running.connect(panel.set_running)
        matrices.map_shows.connect(panel.answer.show_on_map)
        panel.file_wanted.connect(matrices.choose)
        panel.people_wanted.connect(matrices.choose_people)
        panel.run_wanted.connect(matrices.run)
        panel.stop_wanted.connect(matrices.stop)
        panel.answer.map_wanted.connect(matrices.show_on_map)
        panel.answer.save_wanted.connect(matrices.choose_target)
        panel.answer.statistics_wanted.connect(matrices.choose_statistics)
        panel.picking_wanted.connect(self.picking.turn)
        self.picking.changed.connect(panel.show_picking)
        self.picking.changed.connect(lambda kind: self.state.show_hint())

    def _show_style(self, style: object) -> None:
        for name in STYLE_SWITCHES:
            self.commands[name].setChecked(bool(getattr(style, name)))

    def _suit_docks(self, change: Change) -> None:
        if change & Change.DOCUMENT:
            self._fit_docks()

    def _fit_docks(self) -> None:
        self.docks.show_for(self.session.document)

    # -- what it does itself

    def open_path(self, path: Path | str) -> None:
        """Open a velocity raster or a road graph; of open roads a table is speeds of ways."""
        document = self.session.document
        drives = document is not None and "vehicle" in document.panels
        if drives and Path(path).suffix.lower() == ".csv":
            self.opener.read_ways(Path(path))
        else:
            self.opener.open(Path(path))

    def open_sample(self) -> None:
        """Open the island that comes with the program, with a good start set."""
        self.opener.open(SAMPLE, and_solve=True, remember=False)

    def validate(self) -> None:
        """Check the statements that make times right on the result and show the badge."""
        result = self.session.result
        if result is None:
            return
        badge = self.docks.panel(SolverPanel).badge
        badge.set_running()
        self.docks.show_panel("solver")

        def show(verdict: Verdict) -> None:
            if result is self.session.result:
                self.session.set_result(result.checked(verdict.passed))
                badge.show_verdict(verdict.passed, verdict.statements)

        self.bridge.run(self.tr("Validating"), lambda progress, cancel: result.validate(), show)

    # -- Qt

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  Qt's name
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  Qt's name
        files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if files:
            event.acceptProposedAction()
            self.open_path(files[0])

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "docks"):
            outline_controls()
            self.commands.refresh_icons()
            dress_tool_bar(self.tools)
            self.docks.restyle()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        super().showEvent(event)
        self.placing.shown()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        super().resizeEvent(event)
        if hasattr(self, "placing"):
            self.placing.resized()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  Qt's name
        self.placing.keep()
        if self._remember:
            options = self.session.options
            preferences.remember_gpu(options.device, options.gpu_memory_mib)
        self.hide()
        self.map.close()
        self.editor.close()
        self.matrices.close()
        self.bridge.close(for_good=self.ends_process)
        for timer in self.findChildren(QTimer):
            timer.stop()
        super().closeEvent(event)


def _options(remembered: bool) -> Options:
    """How to solve at first; a GPU that is remembered and gone is not insisted on."""
    index, mib = preferences.gpu_choice() if remembered else (None, 0)
    there = any(d.backend == "gpu" and d.index == index and d.usable for d in devices())
    return Options(device=index if there else None, gpu_memory_mib=mib)


def run(path: str | None, *, sample: bool) -> int:
    """Show the window until it is closed, with a file or the sample; returns the exit status."""
    app = application(sys.argv)
    window = MainWindow()
    window.ends_process = True
    catch_faults(window.state.show_error)
    window.show()
    if path is not None:
        window.open_path(path)
    elif sample:
        window.open_sample()
    return app.exec()


def render_sample(out_png: Path, solved: Solved, bands: Bands, events: Sequence[Event]) -> None:
    """Write a picture of the whole window with a result and the trace of its solve."""
    application([], scheme="light", on_screen=False)
    window = MainWindow(remember=False)
    try:
        window.resize(*PICTURE_SIZE)
        window.editor.show_result(TerrainDocument(solved.grid), solved, bands)
        window.docks.panel(PerformancePanel).add_events(events)
        window.state.show_solve_time(solved)
        window.show()
        finish_events(lambda: window.bridge.at_rest)
        picture = window.grab().toImage()
        painter = QPainter(picture)
        # The map on the screen is drawn in a thread; its snapshot is sure to be complete.
        painter.drawImage(window.map.mapTo(window, QPoint()), window.map.snapshot())
        painter.end()
        save_picture(picture, out_png)
    finally:
        window.close()


def render_view(out_png: Path, result: Result, bands: Bands, width: int, height: int) -> None:
    """Write a picture of the map alone."""
    application([], scheme="light", on_screen=False)
    view = MapView()
    view.resize(width, height)
    view.set_bands(bands)
    document, zero_speed_kmh = ALONE[result.lies_on](result)
    scene = SHOWN[document.shows].scene(document, result, zero_speed_kmh)
    view.enter(scene, attribution=document.attribution)
    view.set_starts(result.starts, result.met)
    save_picture(view.snapshot(width, height), out_png)
    view.close()
