"""How areas and rasters are made of reached roads."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.exports.request import AreaMethod, ExportOptions, OffRoad
from ui.texts import translatable
from ui.widgets import form

MOST_M = 100_000.0

N = translatable
METHODS: dict[AreaMethod, tuple[str, str]] = {
    "buffer": (
        N("OffRoadsForm", "Around the roads"),
        N("OffRoadsForm", "All ground within a distance of a reached road."),
    ),
    "walk": (
        N("OffRoadsForm", "On foot from the roads"),
        N("OffRoadsForm", "All ground that is reached in time, the last stretch on foot."),
    ),
}


def _tr(text: str) -> str:
    return QCoreApplication.translate("OffRoadsForm", text)


class OffRoadsForm(QWidget):
    """Asks for what matters to areas, or to cells, of roads."""

    edited = Signal()

    def __init__(self, before: ExportOptions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._areas = False
        self.method = QComboBox()
        self.tolerance, self.cell = _metres(), _metres()
        self.reach, self.walk = _metres(), QDoubleSpinBox()
        self._explanation = form.Hint()
        self._rows = form.form()
        self._fill(before)
        self._lay_out()

    def _fill(self, before: ExportOptions) -> None:
        for method, (words, _) in METHODS.items():
            self.method.addItem(_tr(words), method)
        self.method.setCurrentIndex(self.method.findData(before.method))
        automatic = self.tr("automatic")
        for spin, value in ((self.tolerance, before.tolerance_m), (self.cell, before.cell_m)):
            spin.setSpecialValueText(automatic)
            spin.setValue(value)
        self.reach.setMinimum(1.0)
        self.reach.setValue(before.off_road.reach_m)
        self.walk.setRange(0.0, 100.0)
        self.walk.setSuffix(" km/h")
        self.walk.setDecimals(1)
        self.walk.setSpecialValueText(self.tr("time of the nearest road"))
        self.walk.setValue(before.off_road.walk_kmh)
        named: tuple[tuple[QWidget, str, str], ...] = (
            (self.method, self.tr("Areas"), self.tr("Which ground belongs to a band")),
            (self.tolerance, self.tr("Within"), self.tr("How far from a road its area reaches")),
            (self.cell, self.tr("Cell size"), self.tr("Side of a cell of the raster")),
            (self.reach, self.tr("Off roads up to"), self.tr("Ground farther away is not reached")),
            (self.walk, self.tr("Speed off roads"), self.tr("From the road to a place beside it")),
        )
        for control, words, tip in named:
            form.name(control, words, tip)
        self.method.currentIndexChanged.connect(lambda: self.ask_for(self._areas))
        self.method.currentIndexChanged.connect(lambda: self.edited.emit())
        for spin in (self.tolerance, self.cell, self.reach, self.walk):
            spin.valueChanged.connect(lambda _: self.edited.emit())

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for control in (self.method, self.tolerance, self.cell, self.reach, self.walk):
            self._rows.addRow(control.accessibleName(), control)
        layout.addLayout(self._rows)
        layout.addWidget(self._explanation)

    def ask_for(self, areas: bool) -> None:
        """Ask only for what matters to areas, or else to cells."""
        self._areas = areas
        walked = self._walked
        self._rows.setRowVisible(self.method, areas)
        self._rows.setRowVisible(self.tolerance, not walked)
        for control in (self.cell, self.reach, self.walk):
            self._rows.setRowVisible(control, walked)
        words = _tr(METHODS[self.method.currentData()][1]) if areas else ""
        self._explanation.setText(words)
        self._explanation.setVisible(bool(words))

    @property
    def _walked(self) -> bool:
        """Whether times on cells are made, and not a distance kept."""
        return not self._areas or self.method.currentData() == "walk"

    def chosen(self, options: ExportOptions) -> ExportOptions:
        """Options with what was chosen."""
        method = cast(AreaMethod, self.method.currentData())
        off_road = OffRoad(self.reach.value(), self.walk.value())
        return replace(
            options,
            method=method,
            tolerance_m=self.tolerance.value(),
            cell_m=self.cell.value(),
            off_road=off_road,
        )


def _metres() -> QDoubleSpinBox:
    control = QDoubleSpinBox()
    control.setRange(0.0, MOST_M)
    control.setDecimals(1)
    control.setSingleStep(10.0)
    control.setSuffix(" m")
    return control
