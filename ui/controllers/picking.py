"""Places picked on the map: by a command, a button of the panel, and clicks that follow."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.editing.session import Change
from app.matrix.wishes import Kind
from ui.actions import Actions
from ui.canvas.map_view import MapView
from ui.controllers.editing import Editor

PICKS: dict[Kind, str] = {"origins": "pick_origins", "destinations": "pick_destinations"}
"""Commands by which clicks pick places of a kind."""


class Picking(QObject):
    """While one of the commands is on a click adds a place of its kind, and sets no start."""

    changed = Signal(str)  # the kind of places that clicks pick; "" for none

    def __init__(self, parent: QObject, editor: Editor, commands: Actions, view: MapView) -> None:
        super().__init__(parent)
        self._editor, self._commands, self._view = editor, commands, view
        for kind, id_ in PICKS.items():
            commands[id_].toggled.connect(self._turned(kind))
        view.place_picked.connect(self._add)
        view.picking_ended.connect(self.end)
        view.closing.tool.turned.connect(lambda on: self.end() if on else None)
        editor.changed.connect(lambda change: self.end() if change & Change.DOCUMENT else None)

    @property
    def kind(self) -> Kind | None:
        """What clicks pick."""
        return next((kind for kind, id_ in PICKS.items() if self._commands[id_].isChecked()), None)

    def turn(self, kind: str, on: bool) -> None:
        """Begin or end as a button says."""
        self._commands[f"pick_{kind}"].setChecked(on)

    def end(self) -> None:
        """Let clicks set starts again."""
        for id_ in PICKS.values():
            self._commands[id_].setChecked(False)

    def _turned(self, kind: Kind) -> Callable[[bool], None]:
        def turned(on: bool) -> None:
            """One kind at a time, and no drawing meanwhile."""
            if on:
                self._commands["close_roads"].setChecked(False)
                for other in PICKS.keys() - {kind}:
                    self._commands[PICKS[other]].setChecked(False)
            self._view.pick(self.kind is not None)
            self.changed.emit(self.kind or "")

        return turned

    def _add(self, x: float, y: float) -> None:
        if kind := self.kind:
            self._editor.matrix.add_place(kind, x, y)
