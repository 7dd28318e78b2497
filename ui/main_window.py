"""The window: puts canvas, panels and actions together."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QMainWindow, QToolBar, QWidget

from app.editing.session import Change, Session
from app.project.file import is_project
from app.verdict import Verdict
from ui import preferences, theme
from ui.actions import Actions, dress_tool_bar, fill_menus, fill_tool_bar
from ui.application import options_at_first, outline_controls
from ui.bridge import Bridge
from ui.canvas.map_view import MapView
from ui.controllers.building import Building
from ui.controllers.closure_files import ClosureFiles
from ui.controllers.comparison.analyses import Analyses
from ui.controllers.editing import Editor
from ui.controllers.exporting import Exporter
from ui.controllers.front import FrontPlayer
from ui.controllers.ground_editing import GroundEditing
from ui.controllers.layer_files import LayerFiles
from ui.controllers.looks import Looks
from ui.controllers.map_link import MapLink
from ui.controllers.matrices import Matrices
from ui.controllers.opening import Opener
from ui.controllers.picking import Picking
from ui.controllers.projects.projects import Projects
from ui.controllers.racing import Racing
from ui.controllers.reading.hover import Hover
from ui.controllers.reading.reading import Reading
from ui.controllers.starts.files import StartFiles
from ui.controllers.straight import StraightLines
from ui.controllers.vehicles.files import VehicleFiles
from ui.controllers.view_menus import ViewMenus
from ui.controllers.window_state import WindowState
from ui.dialogs.batch import open_batch
from ui.dialogs.preferences import PreferencesDialog, Switches
from ui.dialogs.telling import telling
from ui.docks import Docks
from ui.panel_menu import PanelMenu
from ui.panels.contraction import ContractionPanel
from ui.panels.isochrones import IsochronesPanel
from ui.panels.layers import LayersPanel
from ui.panels.matrix import MatrixPanel
from ui.panels.performance import PerformancePanel
from ui.panels.route import RoutePanel
from ui.panels.solver import SolverPanel
from ui.panels.starts import StartsPanel
from ui.panels.vehicle import VehiclePanel
from ui.placing import Placing
from ui.presenting import Presenting
from ui.welcome.first_steps import FirstSteps
from ui.welcome.page import Welcome
from ui.welcome.picturing import Picturing
from ui.widgets.stage import Stage, beneath_each_other
from ui.widgets.status_line import StatusLine


class MainWindow(QMainWindow):
    """Shows one session. With `remember` its geometry is kept for the next time.

    ends_process : whether the process ends with the window, so that no thread need be waited for.
    """

    tour_wanted = Signal()

    ends_process = False

    def __init__(self, session: Session | None = None, *, remember: bool = True) -> None:
        super().__init__()
        self.session = session or Session(options=options_at_first(remember))
        self._remember = remember
        self.setAcceptDrops(True)
        self.bridge = Bridge(self)
        self.editor = Editor(self.session, self.bridge, self)
        self.hover = Hover(self.bridge, self, drags=lambda: self.editor.dragging)
        self.map = MapView()
        self.welcome = Welcome()
        self.stage = Stage(self.welcome, self.map)
        self.first_steps = FirstSteps()
        self.status = StatusLine()
        self.commands = Actions(self)
        with theme.undressed():  # a fifth of the time in which a window is made
            self.docks = Docks(self, self.editor)
        self.link = MapLink(self.map, self.editor, self.hover, self)
        self.opener = Opener(self, self.editor, self.bridge)
        self.exporter = Exporter(self, self.session, self.link, self.bridge)
        self.closure_files = ClosureFiles(self, self.editor, self.bridge)
        self.ground_editing = GroundEditing(
            self, self.editor, self.bridge, self.map, self.docks, self.commands
        )
        self.layer_files = LayerFiles(self, self.bridge, self.link, remember=remember)
        self.start_files = StartFiles(self, self.editor, self.bridge)
        self.matrices = Matrices(self, self.editor, self.bridge, self.link)
        self.analyses = Analyses(self, self.editor, self.bridge, self.link, self.docks)
        self.comparing = self.analyses.comparing
        performance = self.docks.panel(PerformancePanel)
        self.racing = Racing(self, self.editor, self.link, performance)
        self.picking = Picking(self, self.editor, self.commands, self.map)
        self.looks = Looks(
            self, self.editor, self.link, self.commands, self.docks.panel(IsochronesPanel),
            remember=remember,
        )  # fmt: skip
        self.front = FrontPlayer(self, self.map, self.editor, self.commands, remember=remember)
        self.reading = Reading(
            self, self.editor, self.bridge, self.link, self.hover, self.commands, self.docks,
            self.status,
        )  # fmt: skip
        self._lay_out()
        self.state = WindowState(
            self, self.editor, self.bridge, self.commands, self.stage, self.status, self.map
        )
        self.presenting = Presenting(
            self, self.stage, self.map, self.tools, self.docks, self.editor, self.bridge,
            self.commands, self.first_steps,
        )  # fmt: skip
        self.projects = Projects(self, asks=remember)
        self.building = Building(self)
        self._connect()
        self._connect_commands()
        self.layer_files.follow(self.docks.panel(LayersPanel))
        self.layer_files.failed.connect(self.state.show_error)
        self._connect_closing()
        self._connect_matrix()
        self.analyses.follow(self.commands)
        self.placing = Placing(self, self.docks, self._fit_docks, remember=remember)
        self.placing.restore()
        if remember:
            self._picturing = Picturing(self.map, self.editor, self.bridge, self._open_file)
            self.welcome.recents.show_files(preferences.recent_files())
            if preferences.first_run():
                self.first_steps.begin()
        if self.placing.interrupted:
            self.state.say_begun_anew()
        if self.session.document is not None:
            self.editor.changed.emit(~Change(0))  # show what the session holds already

    # -- building

    def _lay_out(self) -> None:
        self.setCentralWidget(beneath_each_other(self.stage, self.front.bar, self.first_steps))
        self.setStatusBar(self.status)
        menus = fill_menus(self.menuBar(), self.commands)
        bar = self.tools = QToolBar(self.tr("Tools"), self)
        bar.setObjectName("tools")
        bar.setMovable(False)
        fill_tool_bar(bar, self.commands)
        dress_tool_bar(bar)
        self.addToolBar(bar)
        self.docks.fill_menu(menus["panels"])
        self.panel_menu = PanelMenu(menus["panel_buttons"], self.docks, self.commands)
        self.view_menus = ViewMenus(
            menus, self.link, self.open_path, self.editor, self.matrices, self
        )
        self.looks.fill(menus)

    def _connect(self) -> None:
        for each in (self.opener, self.looks, self.exporter):
            each.failed.connect(self.state.show_error)
        self.opener.doubted.connect(self.state.show_doubts)
        self.opener.opened.connect(lambda grid: self.map.setFocus())
        self.exporter.done.connect(self.state.show_done)
        self.exporter.done.connect(lambda *_: self.first_steps.tick(2))
        if self._remember:
            self.first_steps.closed.connect(preferences.remember_first_run)
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
        self.stage.messages.log_wanted.connect(self.commands["log"].trigger)
        self.welcome.sample_wanted.connect(self.open_sample)
        self.welcome.tour_wanted.connect(self.tour_wanted)
        self.welcome.recents.wanted.connect(self.open_path)
        self.bridge.trace_events.connect(self.docks.panel(PerformancePanel).add_events)
        self.bridge.trace_events.connect(self.docks.panel(ContractionPanel).add_events)
        self.docks.panel(SolverPanel).validate_wanted.connect(self.validate)
        self.docks.panel(VehiclePanel).ways_wanted.connect(self.opener.choose_ways)
        self.map.frames.drawn.connect(self.docks.panel(VehiclePanel).timings.show_drawn)

    def _connect_commands(self) -> None:
        link, view, editor = self.link, self.map, self.editor
        calls: dict[str, Callable[[], object]] = {
            "open": lambda: self.opener.choose(),
            "open_with": lambda: self.opener.choose(ask=True),
            "open_joined": self.opener.choose_joined,
            "sample": self.open_sample,
            "sample_roads": partial(self.open_sample, "roads"),
            "sample_joined": partial(self.open_sample, "joined"),
            "add_layer": self.layer_files.choose,
            "quit": self.close,
            "undo": editor.undo,
            "redo": editor.redo,
            "good_start": editor.find_good_start,
            "start_here": link.start_in_the_middle,
            "remove_starts": lambda: editor.starts.remove(set(range(len(self.session.starts)))),
            "starts_from_file": self.start_files.choose,
            "save_starts": self.start_files.choose_target,
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
            "race": self.racing.open,
            "batch": lambda: open_batch(self.editor, self, lambda: self.link.style.palette),
            "cancel": self.presenting.stop,
            "preferences": lambda: PreferencesDialog(self.switches, self).open(),
            "first_steps": self.first_steps.begin,
            "tour": self.tour_wanted.emit,
            **telling(self, self.commands, self.docks, self.exporter.formats),
            **{f"export_{k}": partial(self.exporter.choose, k) for k in self.exporter.kinds},
        }
        for id_, call in calls.items():
            self.commands[id_].triggered.connect(lambda _checked=False, call=call: call())
        self.straight = StraightLines(self.commands["straight_lines"], editor, self)
        self.commands["path"].setChecked(True)
        self.commands["path"].toggled.connect(self.hover.set_path_wanted)
        starts = self.docks.panel(StartsPanel)
        starts.style_edited.connect(self.link.set_style)
        starts.file_wanted.connect(self.start_files.choose)
        starts.saving_wanted.connect(self.start_files.choose_target)
        self.link.style_changed.connect(starts.show_style)

    def _connect_closing(self) -> None:
        tool, action = self.map.closing.tool, self.commands["close_roads"]
        action.toggled.connect(tool.activate)
        action.toggled.connect(lambda on: self.state.show_hint())
        tool.turned.connect(action.setChecked)
        panel, files = self.docks.panel(VehiclePanel), self.closure_files
        self.vehicle_files = VehicleFiles(self, self.editor, self.bridge, panel)
        panel.drawing_wanted.connect(action.setChecked)
        panel.closure_chosen.connect(self.map.closing.choose)
        tool.turned.connect(panel.closures.show_drawing)
        panel.closures_wanted.connect(files.choose)
        panel.saving_wanted.connect(files.choose_target)
        reading = self.reading.pinning
        self.exporter.paths = reading.named
        self.exporter.values = lambda: self.analyses.zoning.rasters
        others = self.ground_editing, self.start_files, self.matrices, *self.analyses.all
        self.link.when_ready = self.ground_editing.when_ready
        for each in (files, self.vehicle_files, *others, reading):
            each.failed.connect(self.state.show_error)
            each.done.connect(self.state.show_done)
            each.remarked.connect(self.state.remark)

    def _connect_matrix(self) -> None:
        panel, matrices = self.docks.panel(MatrixPanel), self.matrices
        matrices.answered.connect(panel.show_answer)
        matrices.areas.known.connect(panel.show_areas)
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

    def _suit_docks(self, change: Change) -> None:
        if change & Change.DOCUMENT:
            self._fit_docks()
            self.first_steps.tick(0)
        if change & Change.STARTS and self.session.starts:
            self.first_steps.tick(1)

    def _fit_docks(self) -> None:
        self.docks.show_for(self.session.document)

    def add_strip(self, strip: QWidget) -> None:
        """Lay something that is as wide as the map under all that is there."""
        middle = self.centralWidget()
        column = None if middle is None else middle.layout()
        assert column is not None, "the window is laid out"
        column.addWidget(strip)

    # -- what it does itself

    def open_path(self, path: Path | str) -> None:
        """Open a velocity raster or a road graph; of open roads a table is speeds of ways."""
        document = self.session.document
        drives = document is not None and "vehicle" in document.panels
        if is_project(path):
            self.projects.open(Path(path))
        elif drives and Path(path).suffix.lower() == ".csv":
            self.opener.read_ways(Path(path))
        else:
            self.opener.open(Path(path))

    def open_sample(self, name: str = "terrain") -> None:
        """Open the island's "terrain", its "roads" or both "joined", with a good start set."""
        self.opener.open_sample(name)

    def _open_file(self) -> Path | None:
        """The project or file that is open."""
        document = self.session.document
        return self.projects.path or (None if document is None else document.path)

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

    @property
    def switches(self) -> Switches:
        """What the preferences work."""
        front = self.commands["front_after_solve"]
        menus = self.view_menus
        return Switches(self.editor, menus.schemes, menus.systems, front, self.layer_files.switch)

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

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        super().showEvent(event)
        self.placing.shown()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        super().resizeEvent(event)
        if hasattr(self, "placing"):
            self.placing.resized()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  Qt's name
        if not self.projects.may_close():
            event.ignore()
            return
        self.presenting.leave()
        self.placing.keep()
        if self._remember:
            self._picturing.keep()
            options = self.session.options
            preferences.remember_gpu(options.device, options.gpu_memory_mib)
        self.hide()
        self.front.finish()
        self.map.close()
        self.editor.close()
        self.matrices.close()
        self.layer_files.close()
        self.bridge.close(for_good=self.ends_process)
        for timer in self.findChildren(QTimer):
            timer.stop()
        super().closeEvent(event)
