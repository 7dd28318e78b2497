"""How to read a file: shown where it must be asked, or on request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from app.document.out_of_core_files import open_large_velocity
from app.document.reading import RasterReading
from app.document.terrain import TerrainDocument
from core.cancel import Cancel
from core.map_scale import MapScale
from core.progress import Progress
from raster.files.crs.lengths import KEEP, UTM
from raster.files.crs.reproject import zone_name
from raster.files.info import RasterInfo
from raster.files.read import ReadOptions
from raster.units import Units
from ui.texts import count
from ui.told import told
from ui.widgets import form


@dataclass(frozen=True)
class OpenOptions(ReadOptions):
    """How a raster is to be read, and which one of an archive."""

    member: str | None = None


@dataclass(frozen=True)
class Inspection:
    """What was found in a file: its rasters, and what the chosen one says of itself."""

    path: Path
    members: tuple[str, ...]
    member: str | None
    info: RasterInfo

    @property
    def must_ask(self) -> bool:
        """Whether a choice has to be made that a file cannot make for itself."""
        unsure = self.info.utm_epsg is not None or self.info.stretched
        return len(self.members) > 1 or self.info.bands > 1 or unsure

    def dialog(self, parent: QWidget, look_into: Callable[[str], None]) -> OpenOptionsDialog:
        asks = OpenOptionsDialog(self, parent)
        asks.member_chosen.connect(look_into)
        return asks

    def read(self, options: OpenOptions, progress: Progress, cancel: Cancel) -> TerrainDocument:
        grid = open_large_velocity(
            self.path, member=options.member, options=options, progress=progress, cancel=cancel
        )
        plain = {each.name: getattr(options, each.name) for each in fields(ReadOptions)}
        reading = RasterReading(ReadOptions(**plain), options.member)
        return TerrainDocument(grid, self.path, reading=reading)


class OpenOptionsDialog(QDialog):
    """Asks which raster and band to read, what its numbers mean, and whether to re-project."""

    chosen = Signal(object)  # OpenOptions
    member_chosen = Signal(str)  # look into another raster of the archive

    def __init__(self, inspection: Inspection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Open {name}").format(name=inspection.path.name))
        self.setMinimumWidth(440)
        self._inspection = inspection
        self.member = QComboBox()
        self.band = QComboBox()
        self.units = QComboBox()
        self.undefined_255 = QCheckBox(self.tr("255 means no data"))
        self.reproject = QCheckBox()
        self._facts = form.Hint()
        self._degrees = form.Hint()
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel
        )
        self._fill()
        self._lay_out()
        self.show_inspection(inspection)

    def _fill(self) -> None:
        for name in self._inspection.members:
            self.member.addItem(name)
        for unit in Units:
            self.units.addItem(told(unit.label), unit)
        self.member.activated.connect(lambda: self.member_chosen.emit(self.member.currentText()))
        self.reproject.toggled.connect(self._check)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.accepted.connect(lambda: self.chosen.emit(self.options()))
        form.name(
            self.member, self.tr("Raster in the archive"), self.tr("It holds several rasters")
        )
        form.name(self.band, self.tr("Band"), self.tr("The band that holds the speeds"))
        form.name(self.units, self.tr("Values mean"), self.tr("What the numbers in the file mean"))
        form.name(
            self.undefined_255,
            self.tr("255 means no data"),
            self.tr("8-bit files often use 255 for “undefined” without saying so"),
        )
        form.name(
            self.reproject,
            self.tr("Re-project"),
            self.tr("Travel times need lengths, which degrees do not have"),
        )

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(form.Heading(self._inspection.path.name))
        layout.addWidget(self._facts)
        self._form = form.form()
        self._form.addRow(self.tr("Raster"), self.member)
        self._form.addRow(self.tr("Band"), self.band)
        self._form.addRow(self.tr("Values mean"), self.units)
        self._form.addRow(QLabel(), self.undefined_255)
        layout.addLayout(self._form)
        layout.addWidget(self._degrees)
        layout.addWidget(self.reproject)
        layout.addStretch(1)
        layout.addWidget(self.buttons)

    def show_inspection(self, inspection: Inspection) -> None:
        """Show what is known of a raster, as after another one of the archive was chosen."""
        self._inspection = inspection
        info = inspection.info
        self._form.setRowVisible(self.member, len(inspection.members) > 1)
        if inspection.member is not None:
            self.member.setCurrentText(inspection.member)
        self.band.clear()
        for place in range(info.bands):
            name = info.band_names[place] if place < len(info.band_names) else ""
            number = self.tr("Band {number}").format(number=place + 1)
            told = name and name.lower() != number.lower()
            self.band.addItem(f"{number} · {name}" if told else number)
        self._form.setRowVisible(self.band, info.bands > 1)
        byte = info.dtype == "uint8" and info.nodata != 255
        self._form.setRowVisible(self.undefined_255, byte)
        if not byte:
            self.undefined_255.setChecked(False)
        self._facts.setText(self._described(info))
        self._show_degrees(info)

    def _show_degrees(self, info: RasterInfo) -> None:
        zone = info.utm_epsg
        self._degrees.setVisible(info.geographic or info.stretched or zone is not None)
        self.reproject.setVisible(zone is not None)
        self.reproject.setChecked(zone is not None)
        if zone is not None:
            self.reproject.setText(self.tr("Re-project to {zone}").format(zone=zone_name(zone)))
        self._degrees.setText(self._why(info))
        self._check()

    def _why(self, info: RasterInfo) -> str:
        """Why re-projection is offered, or would be."""
        if info.stretched:
            least, greatest = info.map_scale
            found = self.tr(
                "The map stretches lengths {least:.3g} to {greatest:.3g} times. If the grid is "
                "kept, a mean is used: times and lengths are off by up to {off:.2g} %, areas by up "
                "to {area_off:.2g} %."
            ).format(
                least=least,
                greatest=greatest,
                off=100 * MapScale(least, greatest).off,
                area_off=100 * MapScale(least, greatest).area_off,
            )
        else:
            found = self.tr("The cells are in degrees, which are not lengths.")
        if info.utm_epsg is None:
            too_large = self.tr(
                "The raster is too large for one UTM zone: re-project it with gdalwarp first."
            )
            found = f"{found} {too_large}"
        return found

    def _described(self, info: RasterInfo) -> str:
        size = f"{count(info.cols)} × {count(info.rows)} {self.tr('cells')}"
        crs = info.crs or self.tr("no CRS")
        return " · ".join((info.kind, size, info.dtype, crs))

    def _check(self) -> None:
        """Degrees cannot be opened as they are."""
        button = self.buttons.button(QDialogButtonBox.StandardButton.Open)
        button.setEnabled(not self._inspection.info.geographic or self.reproject.isChecked())

    def options(self) -> OpenOptions:
        asked = self.reproject.isChecked() and self._inspection.info.utm_epsg is not None
        kept = KEEP if self._inspection.info.stretched else None
        return OpenOptions(
            member=self._inspection.member,
            band=self.band.currentIndex() + 1,
            units=self.units.currentData(),
            undefined_255=self.undefined_255.isChecked(),
            reproject=UTM if asked else kept,
        )
