"""How to read a road file: what its fields mean, and where slopes come from; shown on request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from app.document.roads import RoadsDocument
from app.roads.files import open_road_file
from core.cancel import Cancel
from core.progress import Progress
from road.files.source.reading import RoadFormat, existing, recognised
from road.files.vector.fields import SPEED_UNITS, FieldChoice
from ui.texts import count
from ui.widgets import form

if TYPE_CHECKING:
    from road.files.vector.layers import LayerFacts

ROLES = (
    *("one_way", "speed", "road_class", "access"),
    *("lanes", "surface", "level", "bridge", "tunnel", "name"),
)
"""Names of the fields that a choice has, in the order in which they are asked for."""


@dataclass(frozen=True)
class RoadOpenOptions:
    """The choices of `app.roads.files.open_road_file`."""

    coordinates: Path | None = None
    elevation: Path | None = None
    fields: FieldChoice | None = None


@dataclass(frozen=True)
class RoadInspection:
    """What was found in a file: its format, and of a file with layers the layers of lines."""

    path: Path
    format: RoadFormat | None
    layers: tuple[LayerFacts, ...] = ()

    def dialog(self, parent: QWidget, look_into: Callable[[str], None]) -> RoadOptionsDialog:
        return RoadOptionsDialog(self, parent)

    def read(self, options: RoadOpenOptions, progress: Progress, cancel: Cancel) -> RoadsDocument:
        return RoadsDocument(
            open_road_file(
                self.path,
                coordinates=options.coordinates,
                elevation=options.elevation,
                fields=options.fields,
                progress=progress,
                cancel=cancel,
            )
        )


def inspect_roads(path: Path, layers: bool) -> RoadInspection:
    """Look into a file; raises InputError. layers : also at what fields hold, which takes time."""
    found = recognised(existing(path))
    if found is not RoadFormat.VECTOR or not layers:
        return RoadInspection(path, found)
    from road.files.vector.importer import layers_of  # GDAL takes a third of a second to load

    return RoadInspection(path, found, layers_of(path))


class RoadOptionsDialog(QDialog):
    """Asks what a file of roads does not say by itself."""

    chosen = Signal(object)  # RoadOpenOptions

    def __init__(self, inspection: RoadInspection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Open {name}").format(name=inspection.path.name))
        self.setMinimumWidth(460)
        self._inspection = inspection
        self.layer = QComboBox()
        self.roles = {role: QComboBox() for role in ROLES}
        self.forward, self.backward = QLineEdit(), QLineEdit()
        self.unit = QComboBox()
        self.snap = QDoubleSpinBox()
        self.split = QCheckBox(self.tr("Split lines where they cross"))
        self.left_hand = QCheckBox(self.tr("Traffic keeps to the left"))
        self.elevation, self.coordinates = QLineEdit(), QLineEdit()
        self._facts = form.Hint()
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel
        )
        self._name()
        self._lay_out()
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.accepted.connect(lambda: self.chosen.emit(self.options()))
        for facts in inspection.layers:
            self.layer.addItem(f"{facts.name} ({count(facts.features)})")
        self.layer.currentIndexChanged.connect(self._show_layer)
        self._show_layer()
        form.fit_dialog(self)

    def _words(self) -> dict[str, str]:
        return {
            "one_way": self.tr("Direction"),
            "speed": self.tr("Speed limit"),
            "road_class": self.tr("Class of road"),
            "access": self.tr("Access"),
            "lanes": self.tr("Lanes"),
            "surface": self.tr("Surface"),
            "level": self.tr("Level"),
            "bridge": self.tr("Bridge"),
            "tunnel": self.tr("Tunnel"),
            "name": self.tr("Name"),
        }

    def _name(self) -> None:
        form.name(self.layer, self.tr("Layer"), self.tr("The layer of streets"))
        tip = self.tr("The field that holds this")
        for role, words in self._words().items():
            form.name(self.roles[role], words, tip)
        commas = self.tr("Values, separated by commas; all others mean both directions")
        form.name(self.forward, self.tr("Along the line"), commas)
        form.name(self.backward, self.tr("Against the line"), commas)
        form.name(
            self.unit, self.tr("Unit of speed"), self.tr("The unit of numbers that name none")
        )
        self.unit.addItems(SPEED_UNITS)
        self.snap.setRange(0.0, 1000.0)
        self.snap.setDecimals(2)
        self.snap.setSuffix(" m")
        form.name(
            self.snap,
            self.tr("Snap"),
            self.tr("How far apart ends of lines may lie and still be joined"),
        )
        form.name(
            self.split, self.split.text(), self.tr("Otherwise lines connect at common points only")
        )
        form.name(self.left_hand, self.left_hand.text(), self.tr("Left and right turns differ"))
        form.name(
            self.elevation,
            self.tr("Elevation"),
            self.tr("A raster of heights, for slopes; leave empty for none"),
        )
        form.name(
            self.coordinates,
            self.tr("Coordinates"),
            self.tr("A .co file; leave empty for the one beside the graph"),
        )

    def _lay_out(self) -> None:
        layout = form.dialog_page(self, self.buttons)
        layout.addWidget(form.Heading(self._inspection.path.name))
        layout.addWidget(self._facts)
        rows = form.form()
        vector = bool(self._inspection.layers)
        if vector:
            rows.addRow(self.tr("Layer"), self.layer)
            words = self._words()
            rows.addRow(words["one_way"], self.roles["one_way"])
            rows.addRow(self.tr("  along the line"), self.forward)
            rows.addRow(self.tr("  against the line"), self.backward)
            rows.addRow(words["speed"], _side_by_side(self.roles["speed"], self.unit))
            for role in ROLES[2:]:
                rows.addRow(words[role], self.roles[role])
            rows.addRow(self.tr("Snap"), self.snap)
        rows.addRow(self.tr("Elevation"), self._file_row(self.elevation))
        if self._inspection.format is RoadFormat.DIMACS:
            rows.addRow(self.tr("Coordinates"), self._file_row(self.coordinates))
        layout.addLayout(rows)
        if vector:
            layout.addWidget(self.split)
            layout.addWidget(self.left_hand)
        layout.addStretch(1)

    def _file_row(self, edit: QLineEdit) -> QHBoxLayout:
        browse = QPushButton(self.tr("Browse…"))
        form.name(browse, self.tr("Browse"), edit.toolTip())

        def choose() -> None:
            folder = str(self._inspection.path.parent)
            name, _ = QFileDialog.getOpenFileName(self, edit.accessibleName(), folder)
            if name:
                edit.setText(name)

        browse.clicked.connect(choose)
        return _side_by_side(edit, browse)

    def _show_layer(self) -> None:
        """Show what the fields of a layer most likely mean."""
        if not self._inspection.layers:
            self._facts.setText(str(self._inspection.format or ""))
            return
        facts = self._inspection.layers[max(self.layer.currentIndex(), 0)]
        guess = facts.guess
        self._facts.setText(f"{count(facts.features)} {self.tr('lines')} · {facts.crs}")
        for role, combo in self.roles.items():
            combo.clear()
            combo.addItem(self.tr("none"), None)
            for field in facts.fields:
                values = ", ".join(v for v in field.values[:4] if v)
                combo.addItem(f"{field.name} ({values})" if values else field.name, field.name)
            combo.setCurrentIndex(max(combo.findData(getattr(guess, role)), 0))
        self.forward.setText(", ".join(guess.forward))
        self.backward.setText(", ".join(guess.backward))
        self.unit.setCurrentText(guess.speed_unit)
        self.snap.setValue(guess.snap_m)
        self.split.setChecked(guess.split_crossings)
        self.left_hand.setChecked(guess.left_hand)

    def options(self) -> RoadOpenOptions:
        """What was chosen."""
        elevation, coordinates = self.elevation.text().strip(), self.coordinates.text().strip()
        return RoadOpenOptions(
            Path(coordinates) if coordinates else None,
            Path(elevation) if elevation else None,
            self._fields(),
        )

    def _fields(self) -> FieldChoice | None:
        if not self._inspection.layers:
            return None
        facts = self._inspection.layers[max(self.layer.currentIndex(), 0)]
        return replace(
            facts.guess,
            layer=facts.name,
            forward=_values(self.forward.text()),
            backward=_values(self.backward.text()),
            speed_unit=self.unit.currentText(),
            snap_m=self.snap.value(),
            split_crossings=self.split.isChecked(),
            left_hand=self.left_hand.isChecked(),
            **{role: combo.currentData() for role, combo in self.roles.items()},
        )


def _values(text: str) -> tuple[str, ...]:
    return tuple(word.strip().lower() for word in text.split(",") if word.strip())


def _side_by_side(first: QWidget, second: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    row.addWidget(first, 1)
    row.addWidget(second)
    return row
