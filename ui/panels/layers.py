"""Base layers of one's own: their order, visibility and opacity, and the tiles of a server."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QGridLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSlider,
)

from app.editing.session import Change
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.pictures.stack import NO_LAYERS, LayerStack
from ui.widgets import form
from ui.widgets.tile_server import name_tile_server

_MAP = -1
"""Number of the row that stands for the map of times itself."""

_NUMBER = Qt.ItemDataRole.UserRole


class Layered(Protocol):
    """What the panel shows of the map's style."""

    @property
    def layers(self) -> object: ...


class LayersPanel(Panel):
    """Rows from the top down, as they lie on the map."""

    shown_changes = Change.DOCUMENT
    stack_edited = Signal(object)  # LayerStack
    adding_wanted = Signal()
    server_switched = Signal(bool, str)  # whether tiles may be fetched, and the address of them

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.list = QListWidget()
        self.add = QPushButton(self.tr("Add…"))
        self.remove = QPushButton(self.tr("Remove"))
        self.up = QPushButton(self.tr("Up"))
        self.down = QPushButton(self.tr("Down"))
        self.opacity = QSlider(Qt.Orientation.Horizontal)
        self.server = QCheckBox(self.tr("Tiles from a server"))
        self.address = QLineEdit()
        self.hint = form.Hint()
        self._stack: LayerStack = NO_LAYERS
        self._filling = False
        self._name()
        self._lay_out()
        self._connect()
        self.show_stack(NO_LAYERS)
        self.refresh(Change.DOCUMENT)

    def _name(self) -> None:
        form.name(self.list, self.tr("Base layers"), self.tr("The topmost first; ticked are shown"))
        tip = self.tr("Add a raster, a vector file or MBTiles as a layer")
        form.name(self.add, self.tr("Add a base layer"), tip)
        tip = self.tr("Take the selected layer away")
        form.name(self.remove, self.tr("Remove base layer"), tip)
        tip = self.tr("Lay the selected layer over the one above it")
        form.name(self.up, self.tr("Move layer up"), tip)
        tip = self.tr("Lay the selected layer under the one below it")
        form.name(self.down, self.tr("Move layer down"), tip)
        tip = self.tr("How much of the selected layer is seen")
        form.name(self.opacity, self.tr("Opacity of the layer"), tip)
        name_tile_server(self.server, self.address)
        self.opacity.setRange(0, 100)
        self.hint.setText(self.tr("Nothing is sent anywhere while this is off."))

    def _lay_out(self) -> None:
        layout = form.column(self)
        layout.addWidget(self.list, 1)
        buttons = QGridLayout()
        for k, button in enumerate((self.add, self.up, self.remove, self.down)):
            buttons.addWidget(button, *divmod(k, 2))
        layout.addLayout(buttons)
        rows: QFormLayout = form.form()
        rows.addRow(self.tr("Opacity"), self.opacity)
        rows.addRow(self.server)
        rows.addRow(self.tr("Address"), self.address)
        layout.addLayout(rows)
        layout.addWidget(self.hint)
        form.yielding(self.list)

    def _connect(self) -> None:
        self.add.clicked.connect(self.adding_wanted)
        self.remove.clicked.connect(lambda: self._edit(self._stack.without(self._chosen)))
        self.up.clicked.connect(lambda: self._move(1))
        self.down.clicked.connect(lambda: self._move(-1))
        self.opacity.valueChanged.connect(self._fade)
        self.list.currentRowChanged.connect(lambda _row: self._show_chosen())
        self.list.itemChanged.connect(self._tick)
        self.server.toggled.connect(lambda _on: self._switch())
        self.address.editingFinished.connect(self._switch)

    def refresh(self, change: Change) -> None:
        self.add.setEnabled(self.session.document is not None)

    def show_style(self, style: Layered) -> None:
        layers = style.layers
        self.show_stack(layers if isinstance(layers, LayerStack) else NO_LAYERS)

    def show_server(self, on: bool, address: str) -> None:
        """The setting as it is kept."""
        self._filling = True
        self.server.setChecked(on)
        self.address.setText(address)
        self._filling = False

    def show_stack(self, stack: LayerStack) -> None:
        """The rows, the topmost first; what is selected stays so."""
        chosen, self._stack, self._filling = self._chosen, stack, True
        self.list.clear()
        above = range(len(stack.layers) - 1, stack.beneath - 1, -1)
        below = range(stack.beneath - 1, -1, -1)
        for number in (*above, _MAP, *below):
            self._append(number)
        self._filling = False
        self.choose(min(chosen, len(stack.layers) - 1))

    def choose(self, number: int) -> None:
        """Select the row of a layer."""
        for row in range(self.list.count()):
            if self.list.item(row).data(_NUMBER) == number:
                self.list.setCurrentRow(row)
        self._show_chosen()

    def _append(self, number: int) -> None:
        if number == _MAP:
            item = QListWidgetItem(self.tr("Travel times and roads"))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        else:
            layer = self._stack.layers[number]
            item = QListWidgetItem(layer.source.name)
            item.setToolTip(layer.source.at)
            ticked = Qt.CheckState.Checked if layer.visible else Qt.CheckState.Unchecked
            item.setCheckState(ticked)
        item.setData(_NUMBER, number)
        self.list.addItem(item)

    @property
    def _chosen(self) -> int:
        item = self.list.currentItem()
        return _MAP if item is None else int(item.data(_NUMBER))

    def _show_chosen(self) -> None:
        number = self._chosen
        is_layer = 0 <= number < len(self._stack.layers)
        for control in (self.remove, self.up, self.down, self.opacity):
            control.setEnabled(is_layer)
        before, self._filling = self._filling, True
        opacity = self._stack.layers[number].opacity if is_layer else 1.0
        self.opacity.setValue(round(opacity * 100))
        self._filling = before

    def _edit(self, stack: LayerStack) -> None:
        if stack != self._stack:
            self.stack_edited.emit(stack)

    def _move(self, up: int) -> None:
        number = self._chosen
        there = self._stack.place_after(number, up)
        self._edit(self._stack.moved(number, up))
        self.choose(there)

    def _fade(self, value: int) -> None:
        if not self._filling and self._chosen >= 0:
            self._edit(self._stack.changed(self._chosen, opacity=value / 100))

    def _tick(self, item: QListWidgetItem) -> None:
        number = int(item.data(_NUMBER))
        if not self._filling and number >= 0:
            visible = item.checkState() == Qt.CheckState.Checked
            self._edit(self._stack.changed(number, visible=visible))

    def _switch(self) -> None:
        if not self._filling:
            self.server_switched.emit(self.server.isChecked(), self.address.text().strip())
