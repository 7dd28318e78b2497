"""Edits of the ground: tools that draw them, what they do, and a list of those there are."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
)

from app.editing.session import Change
from raster.edits.edit import (
    MOST_FACTOR,
    MOST_KMH,
    AreaShape,
    EditShape,
    FloodShape,
    GroundEdit,
    LineShape,
)
from raster.grid import VelocityGrid
from ui.controllers.editing import Editor
from ui.panels.panel import Panel
from ui.texts import speed
from ui.widgets import form
from ui.widgets.icons import icon

BRUSH, LINE, AREA, FLOOD = "brush", "line", "area", "flood"

ROWS = 6
"""Most lines of the list that are seen at once."""

USUAL = {"open": 5.0, "speed": 5.0, "factor": 0.5}
"""km/h of effects, and the factor, until others are chosen."""

WIDTH_CELLS = 5
"""Cells that a brush is wide at least, until another width is chosen."""

WIDTHS_ACROSS = 80
"""Brushes beside each other that fill the shorter side of a raster: so that one is seen."""


class EditsPanel(Panel):
    shown_changes = Change.DOCUMENT | Change.EDIT_LIST | Change.UNITS
    wants = "edits"

    tool_wanted = Signal(str)  # BRUSH, LINE, AREA or FLOOD; "" for none
    width_turned = Signal(float)  # metres
    chosen = Signal(int)  # number of the one that stands out among those shown, -1 for none
    file_wanted = Signal()
    saving_wanted = Signal()
    burning_wanted = Signal()

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor)
        self.tools = {
            BRUSH: QPushButton(self.tr("Brush")),
            LINE: QPushButton(self.tr("Line")),
            AREA: QPushButton(self.tr("Area")),
            FLOOD: QPushButton(self.tr("Flood")),
        }
        self.effect = QComboBox()
        self.value = QDoubleSpinBox()
        self.width_m = QDoubleSpinBox()
        self.tolerance = QDoubleSpinBox()
        self.list = QListWidget()
        self.remove = QPushButton(self.tr("Remove"))
        self.from_file = QPushButton(self.tr("From file…"))
        self.save = QPushButton(self.tr("Save…"))
        self.burn = QPushButton(self.tr("Burn…"))
        self._values = dict(USUAL)
        self._name()
        self._lay_out()
        self._connect()
        self._set_icons()
        self._show_effect()
        self.refresh(self.shown_changes)

    # -- building

    def _name(self) -> None:
        effects = {
            "barrier": self.tr("Barrier"),
            "open": self.tr("Open"),
            "speed": self.tr("Speed"),
            "factor": self.tr("Factor"),
        }
        for id_, text in effects.items():
            self.effect.addItem(text, id_)
        tips = {
            BRUSH: self.tr("Draw with the button held; times follow while the brush moves"),
            LINE: self.tr("Click corners or draw by hand; a double click ends the line"),
            AREA: self.tr("Click corners or draw by hand; a double click ends the area"),
            FLOOD: self.tr("Click: all that is joined at the same speed, up to its edge"),
        }
        for id_, button in self.tools.items():
            button.setCheckable(True)
            form.name(button, button.text(), tips[id_])
        for box, most, step, suffix in (
            (self.value, MOST_KMH, 1.0, ""),
            (self.width_m, 1e6, 10.0, " m"),
            (self.tolerance, MOST_KMH, 1.0, " km/h"),
        ):
            box.setRange(0.0, most)
            box.setSingleStep(step)
            box.setSuffix(suffix)
            box.setDecimals(2 if box is self.value else 1)
            box.setKeyboardTracking(False)
        form.name(
            self.effect,
            self.tr("Effect"),
            self.tr(
                "Barrier: nothing enters. Open: what cannot be entered gets the speed. Speed: what "
                "can be entered gets it. Factor: speeds are multiplied."
            ),
        )
        form.name(self.value, self.tr("Speed or factor"), self.tr("What the next edit gives"))
        form.name(
            self.width_m, self.tr("Width"), self.tr("Of the brush and of lines; 0 is one cell")
        )
        form.name(
            self.tolerance,
            self.tr("Tolerance"),
            self.tr("How far speeds may differ from that of the place where a flood begins"),
        )
        form.name(
            self.list,
            self.tr("Edits of the ground"),
            self.tr("Untick one to leave it out; double-click to rename it"),
        )
        form.name(
            self.remove,
            self.tr("Remove edits"),
            self.tr("Remove the selected edit, or all if none is selected (Delete)"),
        )
        form.name(
            self.from_file,
            self.tr("Add edits from a file"),
            self.tr("Points, lines and areas of a GIS file, with columns for effect and value"),
        )
        form.name(
            self.save, self.tr("Save edits"), self.tr("Write all edits as GeoJSON or GeoPackage")
        )
        form.name(
            self.burn,
            self.tr("Burn edits into a raster"),
            self.tr("Write the raster with the edits in it, as GeoTIFF or Esri ASCII grid"),
        )

    def _lay_out(self) -> None:
        layout = form.column(self)
        layout.addLayout(form.pairs(list(self.tools.values())))
        rows = form.form()
        rows.addRow(self.tr("Effect"), self.effect)
        rows.addRow(self.tr("Speed"), self.value)
        self._rows = rows
        rows.addRow(self.tr("Width"), self.width_m)
        rows.addRow(self.tr("Tolerance"), self.tolerance)
        layout.addLayout(rows)
        layout.addWidget(self.list)
        layout.addLayout(form.pairs([self.remove, self.from_file, self.save, self.burn]))
        layout.addStretch(1)

    def _connect(self) -> None:
        for id_, button in self.tools.items():
            button.clicked.connect(lambda on, id_=id_: self.tool_wanted.emit(id_ if on else ""))
        self.effect.activated.connect(lambda _: self._show_effect())
        self.value.valueChanged.connect(self._keep_value)
        self.width_m.valueChanged.connect(self.width_turned)
        self.remove.clicked.connect(self._remove)
        self.from_file.clicked.connect(self.file_wanted)
        self.save.clicked.connect(self.saving_wanted)
        self.burn.clicked.connect(self.burning_wanted)
        self.list.itemChanged.connect(self._edited)
        self.list.currentRowChanged.connect(self._choose)
        shortcut = QShortcut(QKeySequence.StandardKey.Delete, self.list)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(self._remove)

    # -- what is drawn next

    def edit_of(self, shape: EditShape) -> GroundEdit:
        """What is done to the cells of a shape that was drawn. Raises InputError for no speed."""
        effect = self.effect.currentData()
        value = 0.0 if effect == "barrier" else self._values[effect]
        return GroundEdit(shape, effect, value)

    def shape_of(self, tool: str, corners: tuple[tuple[float, float], ...]) -> EditShape:
        """The shape that a tool drew. Raises InputError for one that holds nothing."""
        if tool == FLOOD:
            return FloodShape(corners[0], self.tolerance.value())
        return AreaShape(corners) if tool == AREA else LineShape(corners, self.width_m.value())

    def show_tool(self, tool: str) -> None:
        """Which tool is active, "" for none."""
        for id_, button in self.tools.items():
            button.setChecked(id_ == tool)
        self.width_m.setEnabled(tool not in (AREA, FLOOD))
        self.tolerance.setEnabled(tool in (FLOOD, ""))

    def _show_effect(self) -> None:
        effect = self.effect.currentData()
        has_value = effect in self._values
        self.value.setEnabled(has_value)
        with QSignalBlocker(self.value):
            is_factor = effect == "factor"
            label = self._rows.labelForField(self.value)
            assert isinstance(label, QLabel)
            label.setText(self.tr("Factor") if is_factor else self.tr("Speed"))
            self.value.setSpecialValueText("" if has_value else "–")
            self.value.setRange(0.01, MOST_FACTOR if is_factor else MOST_KMH)
            self.value.setSingleStep(0.05 if is_factor else 1.0)
            self.value.setPrefix("× " if is_factor else "")
            self.value.setSuffix("" if is_factor else " km/h")
            self.value.setValue(self._values.get(effect, self.value.minimum()))

    def _keep_value(self, value: float) -> None:
        effect = self.effect.currentData()
        if effect in self._values:
            self._values[effect] = value

    # -- those there are

    def refresh(self, change: Change) -> None:
        document = self.session.document
        if document is None or not self.is_of_use:
            return
        if change & Change.DOCUMENT and document.grid:
            self.width_m.setValue(_usual_width(document.grid))
        edits, before = self.editor.ground_edits.layer.edits, self.list.currentRow()
        with QSignalBlocker(self.list):
            kept = before if self.list.count() == len(edits) else -1
            self.list.clear()
            for edit in edits:
                item = QListWidgetItem(edit.name or self.words_of(edit))
                flags = item.flags() | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEditable
                item.setFlags(flags)
                state = Qt.CheckState.Checked if edit.visible else Qt.CheckState.Unchecked
                item.setCheckState(state)
                item.setToolTip(self.words_of(edit))
                self.list.addItem(item)
            self.list.setCurrentRow(kept)
        self._name_remove()
        if kept < 0:
            self.chosen.emit(-1)
        line = self.list.sizeHintForRow(0) if edits else 0
        self.list.setFixedHeight(min(len(edits), ROWS) * line + 2 * self.list.frameWidth() + 2)
        self.list.setVisible(bool(edits))
        for button in (self.remove, self.save, self.burn):
            button.setEnabled(bool(edits))

    def words_of(self, edit: GroundEdit) -> str:
        """What an edit is, in a few words: `Area: speed 5 km/h`."""
        shape = self.tr("Line")
        if isinstance(edit.shape, AreaShape):
            shape = self.tr("Area")
        elif isinstance(edit.shape, FloodShape):
            shape = self.tr("Flood")
        told = {
            "barrier": self.tr("barrier"),
            "open": self.tr("open, {speed}"),
            "speed": self.tr("{speed}"),
            "factor": self.tr("× {factor}"),
        }[edit.effect]
        what = told.format(speed=speed(edit.value), factor=f"{edit.value:g}")
        return f"{shape}: {what}"

    def _edited(self, item: QListWidgetItem) -> None:
        row, edits = self.list.row(item), self.editor.ground_edits
        edit, visible = edits.layer.edits[row], item.checkState() == Qt.CheckState.Checked
        name = "" if item.text() == self.words_of(edit) else item.text()
        if visible != edit.visible:
            self.editor.ground_edits.show(row, visible)
        elif name != edit.name:
            self.editor.ground_edits.rename(row, name)

    def _choose(self, row: int) -> None:
        edits = self.editor.ground_edits.layer.edits
        self._name_remove()
        shown = [number for number, edit in enumerate(edits) if edit.visible]
        self.chosen.emit(shown.index(row) if row in shown else -1)

    def _name_remove(self) -> None:
        """Say whether one goes, or all."""
        one = self.list.currentRow() >= 0
        self.remove.setText(self.tr("Remove") if one else self.tr("Remove all"))

    def _remove(self) -> None:
        row = self.list.currentRow()
        if row >= 0:
            self.editor.ground_edits.remove(row)
        else:
            self.editor.ground_edits.remove_all()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "burn"):
            self._set_icons()

    def _set_icons(self) -> None:
        self.remove.setIcon(icon("remove"))
        self.from_file.setIcon(icon("open"))
        self.save.setIcon(icon("export"))
        self.burn.setIcon(icon("export"))


def _usual_width(grid: VelocityGrid) -> float:
    """Metres, in cells, and so that one sees it where the whole raster is shown."""
    step = min(grid.step_x, grid.step_y)
    shorter = min(grid.rows * grid.step_y, grid.cols * grid.step_x)
    least = max(WIDTH_CELLS * step, shorter / WIDTHS_ACROSS)
    round_to = 10.0 ** math.floor(math.log10(least))
    return math.ceil(least / round_to) * round_to
