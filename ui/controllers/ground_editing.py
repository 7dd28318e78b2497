"""Drawing over the map becomes edits of the ground; files of edits, and rasters with them in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.document.edit_files import read_edits, write_edits
from app.editing.session import Change
from app.exports.ground.speeds import SPEEDS, burn_edits
from app.solving.jobs import Task
from core.cancel import Cancel
from core.progress import Progress
from raster.edits.edit import EditLayer, GroundEdit
from ui.actions import Actions
from ui.bridge import Bridge
from ui.canvas.map_view import MapView
from ui.canvas.tools.ground_drawing import TOOLS
from ui.controllers.closure_files import FORMATS, READABLE
from ui.controllers.editing import Editor
from ui.controllers.filing import FileController
from ui.controllers.picking import PICKS
from ui.docks import Docks
from ui.ground_commands import GROUND, NEED_EDITS
from ui.panels.ground.edits import LINE, EditsPanel

Corners = tuple[tuple[float, float], ...]


class GroundEditing(FileController):
    """Keeps the panel, the tools of the map and the editor together."""

    def __init__(
        self,
        window: QWidget,
        editor: Editor,
        bridge: Bridge,
        view: MapView,
        docks: Docks,
        commands: Actions,
    ) -> None:
        super().__init__(window, editor, bridge)
        self._docks, self._drawing = docks, view.ground_drawing
        self._panel = panel = docks.panel(EditsPanel)
        drawing = self._drawing
        panel.tool_wanted.connect(drawing.take)
        panel.width_turned.connect(self._widen)
        panel.chosen.connect(drawing.choose)
        panel.file_wanted.connect(self.choose)
        panel.saving_wanted.connect(self.choose_target)
        panel.burning_wanted.connect(self.choose_raster)
        drawing.turned.connect(panel.show_tool)
        drawing.stroked.connect(self._stroke)
        drawing.drawn.connect(self._draw)
        editor.changed.connect(self._follow)
        self._commands = commands
        for tool in TOOLS:
            commands[f"edit_{tool}"].toggled.connect(partial(self._turn, tool))
        drawing.turned.connect(self._show_tool)
        for id_, call in (
            ("edits_from_file", self.choose),
            ("save_edits", self.choose_target),
            ("burn_edits", self.choose_raster),
        ):
            commands[id_].triggered.connect(lambda _checked=False, call=call: call())
        self._latest: GroundEdit | None = None  # a stroke that is seen and does not count yet
        for ended in (bridge.solve_finished, bridge.solve_failed, bridge.solve_dropped):
            ended.connect(lambda *_: self._go_on())
        self._ready_for: object = None  # subject of the document whose edits are at hand
        self._preparing: Task | None = None  # what has them at hand
        self._held: list[tuple[GroundEdit | None, Callable[[], None]]] = []  # until it has
        bridge.cancelled.connect(self._let_go)
        for signal in (drawing.turned, commands["close_roads"].toggled):
            signal.connect(lambda on: self._make_ready() if on else None)
        others = [commands[id_] for id_ in ("close_roads", "measure", *PICKS.values())]
        for other in others:  # one meaning of clicks at a time
            other.toggled.connect(lambda on: drawing.take("") if on else None)
            drawing.turned.connect(
                lambda tool, other=other: other.setChecked(False) if tool else None
            )
        self._follow(Change.DOCUMENT)  # nothing is open yet

    # -- drawing

    def _widen(self, metres: float) -> None:
        self._drawing.width_m = metres

    def _turn(self, tool: str, on: bool) -> None:
        """A command takes up its tool, with the panel that says what it does, or puts it down."""
        if on and self._drawing.tool != tool:
            self._docks.show_panel("edits")
            self._drawing.take(tool)
        elif not on and self._drawing.tool == tool:
            self._drawing.take("")

    def _show_tool(self, tool: str) -> None:
        for each in TOOLS:
            self._commands[f"edit_{each}"].setChecked(each == tool)

    def _make_ready(self) -> None:
        """Have at hand what is drawn with and what times are gone on with. A machine that never
        did compiles it, for many seconds: what is drawn meanwhile is seen, and counts then."""
        session = self._editor.session
        document = session.document
        if document is None or self._ready_for is document.subject:
            return
        self._let_go()
        self._ready_for, options = document.subject, session.options
        self._preparing = self._bridge.run(
            self.tr("Getting ready to edit"),
            lambda progress, cancel: document.warm_up_edits(options),
            lambda _: self._count_held(),
            lambda error: self._count_held(),  # the edit meets it again, and tells
        )

    def when_ready(self, act: Callable[[], None], edit: GroundEdit | None = None) -> None:
        """Do what was drawn as soon as all is at hand. edit : what is seen of it until then."""
        if self._preparing is None:
            act()
        else:
            self._held.append((edit, act))

    def _count_held(self) -> None:
        """What was drawn before all was at hand counts, each drawing a step of its own."""
        held, self._held, self._preparing = self._held, [], None
        for _, act in held:
            act()
        self._go_on()

    def _let_go(self) -> None:
        """What was drawn and does not count yet is given up, by Esc or for another document."""
        if self._preparing is not None:
            self._bridge.abandon(self._preparing)
            self._preparing, self._ready_for = None, None
            self._held, self._latest = [], None
            self._drawing.show(self._editor.ground_edits.layer)

    def _follow(self, change: Change) -> None:
        document = self._editor.session.document
        if change & (Change.DOCUMENT | Change.EDIT_LIST):
            editable = document is not None and "edits" in document.panels
            self._commands.enable(editable, *(row[0] for row in GROUND))
            self._commands.enable(bool(document and document.edits), *NEED_EDITS)
        if change & Change.DOCUMENT:
            self._let_go()
            self._latest, self._editor.brushing = None, False
            self._editor.ground_edits.end_stroke()
            self._drawing.width_m = self._panel.width_m.value()

    def _stroke(self, corners: Corners, ended: bool) -> None:
        """The stroke of a brush so far. While a step of it is solved it is only seen; then the
        newest step counts: of a large raster each takes a while to make, too."""
        panel = self._panel
        edit = panel.edit_of(panel.shape_of(LINE, corners))
        if ended:
            self._latest = None
            self.when_ready(partial(self._count_whole, edit), edit)
        elif self._bridge.solving or self._preparing is not None:
            self._latest = edit
        else:
            self._count(edit)
        self._show_held()

    def _count_whole(self, edit: GroundEdit) -> None:
        self._count(edit)
        self._end_stroke()

    def _end_stroke(self) -> None:
        self._editor.brushing = False
        self._editor.ground_edits.end_stroke()

    def _count(self, edit: GroundEdit) -> None:
        editor, self._latest = self._editor, None
        editor.brushing = True
        editor.ground_edits.stroke(edit)
        editor.history_changed.emit()

    def _go_on(self) -> None:
        """A step of the stroke is solved, and the hand has moved on."""
        if self._latest is not None and not self._bridge.solving and self._preparing is None:
            self._count(self._latest)

    def _draw(self, tool: str, corners: Corners) -> None:
        panel = self._panel
        edit = panel.edit_of(panel.shape_of(tool, corners))
        self.when_ready(lambda: self._editor.ground_edits.add(edit), edit)
        self._show_held()

    def _show_held(self) -> None:
        """Show what is drawn and does not count yet, over what does."""
        waiting = [edit for edit, _ in self._held if edit is not None]
        waiting += [] if self._latest is None else [self._latest]
        if waiting:
            self._drawing.show(self._editor.ground_edits.beneath.with_edits(EditLayer((*waiting,))))

    # -- files

    def choose(self) -> None:
        """Ask for a file of drawings, and add them to the edits."""
        path = self.ask_to_read(self.tr("Add edits from a file"), self.tr("Drawings"), READABLE)
        if path:
            self.read(path)

    def read(self, path: Path) -> None:
        """Add the edits of a file, in one step of undo."""
        document, options = self._editor.session.required, self._editor.session.options
        grid = document.grid
        if not grid:
            return

        def work(progress: Progress, cancel: Cancel) -> EditLayer:
            document.warm_up_edits(options)
            return read_edits(path, grid)

        def add(layer: EditLayer) -> None:
            self._editor.ground_edits.add_layer(layer)

        self.reading(path, work, add)

    def choose_target(self) -> None:
        """Ask for a file, and write all edits to it."""
        stem = f"{self._editor.session.required.name}_edits"
        target = self.ask_to_write(self.tr("Save edits"), stem, FORMATS)
        if target:
            self.save(target[0])

    def save(self, path: Path) -> None:
        """Write all edits to a file, in the coordinates of the raster."""
        document = self._editor.session.required
        grid = document.grid
        if grid:
            self.writing(path, lambda *_: write_edits(path, document.edits, grid))

    def choose_raster(self) -> None:
        """Ask for a file, and write the raster with the edits in it."""
        stem = f"{self._editor.session.required.name}_edited"
        target = self.ask_to_write(self.tr("Burn edits into a raster"), stem, SPEEDS)
        if target:
            self.burn(target[0])

    def burn(self, path: Path) -> None:
        """Write the raster with the edits in it."""
        document = self._editor.session.required

        def write(progress: Progress, cancel: Cancel) -> tuple[str, ...]:
            return burn_edits(path, document, progress=progress, cancel=cancel)

        self.writing(path, write)
