"""What a user does to the ground, as undoable commands: what a window calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.editing.commands import Edit
from app.editing.session import Session
from core.errors import InputError
from raster.edits.edit import (
    NO_EDITS,
    AreaShape,
    EditLayer,
    FloodShape,
    GroundEdit,
    LineShape,
)
from raster.edits.marks import marked_cells

_LABELS: dict[type, str] = {
    LineShape: "Draw line",
    AreaShape: "Draw area",
    FloodShape: "Flood ground",
}


class GroundEdits:
    """Edits of the cells of a session.

    do : applies and remembers a command, such as `History.do`. The steps of one stroke of a brush
    merge into one step of undo.
    fail : hears of what cannot be done, and was not.
    """

    def __init__(
        self,
        session: Session,
        do: Callable[[Edit[Any]], None],
        fail: Callable[[InputError], None],
    ) -> None:
        self._session = session
        self._do, self._fail = do, fail
        self._strokes = 0
        self._beneath: EditLayer | None = None  # what the stroke that is being drawn lies over

    @property
    def layer(self) -> EditLayer:
        """The edits that there are."""
        document = self._session.document
        return NO_EDITS if document is None else document.edits

    @property
    def shown(self) -> EditLayer:
        """The same as they are drawn, floods as the areas that they hold."""
        document = self._session.document
        return NO_EDITS if document is None else document.shown_edits

    def add(self, edit: GroundEdit) -> None:
        """One more, which has to lie over a cell."""
        grid = self._session.required.grid
        try:
            beside = grid and marked_cells(edit.shape, grid) is None
        except InputError as error:
            self._fail(error)
            return
        if beside:
            found, advice = "there is no ground under the drawing", "Draw over the raster."
            self._fail(InputError(found, advice=advice))
            return
        self._set(self.layer.with_edit(edit), _LABELS[type(edit.shape)])

    @property
    def beneath(self) -> EditLayer:
        """What there is without the stroke that is being drawn."""
        return self.layer if self._beneath is None else self._beneath

    def stroke(self, edit: GroundEdit) -> None:
        """The stroke of a brush as far as it is drawn, in place of what it was before."""
        if self._beneath is None:
            self._beneath = self.layer
            self._strokes += 1
        self._set(self._beneath.with_edit(edit), "Brush stroke", f"stroke {self._strokes}")

    def end_stroke(self) -> None:
        """What is drawn next is another stroke."""
        self._beneath = None

    def add_layer(self, layer: EditLayer) -> None:
        """Those of a file, too, in one step."""
        self._set(self.layer.with_edits(layer), "Add edits")

    def show(self, index: int, visible: bool) -> None:
        """Have one count, or leave it out."""
        self._set(
            self.layer.changed(index, visible=visible), "Show edit" if visible else "Hide edit"
        )

    def rename(self, index: int, name: str) -> None:
        """Call one otherwise."""
        self._set(self.layer.changed(index, name=name), "Rename edit")

    def remove(self, index: int) -> None:
        """Take one away."""
        self._set(self.layer.without(index), "Remove edit")

    def remove_all(self) -> None:
        """The ground as it was read."""
        self._set(NO_EDITS, "Remove all edits")

    def _set(self, layer: EditLayer, label: str, merge_key: str = "") -> None:
        if layer == self.layer:
            return
        try:
            self._do(Edit(Session.set_edits, self.layer, layer, label, merge_key))
        except InputError as error:  # as of a raster too large to be edited
            self._fail(error)
