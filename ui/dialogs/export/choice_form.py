"""The questions about an export, those of its kind and format alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.bands import Bands, as_read
from app.cli.options.groups import PAPERS
from app.exports.table import Format
from core.errors import IsofrontError
from core.files.packing import Compression
from ui.dialogs.export.choice import AREAS, BANDED, PICTURE, REPORT, ExportChoice
from ui.dialogs.export.off_roads import OffRoadsForm
from ui.texts import bands_typed
from ui.told import told, told_error
from ui.widgets import form

MOST_SCALE = 6
"""Most pixels of a picture per pixel of the screen."""


class ChoiceForm(QWidget):
    """Shows an ExportChoice and changes it."""

    edited = Signal()

    def __init__(self, before: ExportChoice, bands: Bands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind, self._bands = "", bands
        self.type = QComboBox()
        self.bands = QLineEdit(before.bands or as_read(bands).text())
        self.compression = QComboBox()
        self.wgs84 = QCheckBox(self.tr("Longitudes and latitudes (WGS 84)"))
        self.scale = QSpinBox()
        self.paper = QComboBox()
        self.title = QLineEdit(before.title)
        self.dots = QSpinBox()
        self.check = QCheckBox(self.tr("Validate the result for it"))
        self.off_roads = OffRoadsForm(before.options)
        self._before = before
        self._rows = form.form()
        self._fill()
        self._lay_out()
        self._connect()

    def _fill(self) -> None:
        before = self._before
        words = {
            "deflate": self.tr("Deflate, small"), "lzw": self.tr("LZW, read everywhere"),
            "none": self.tr("none"),
        }  # fmt: skip
        for name in get_args(Compression):
            self.compression.addItem(words[name], name)
        self.compression.setCurrentIndex(self.compression.findData(before.options.compression))
        papers = {
            "a4": self.tr("A4, upright"), "a4-landscape": self.tr("A4, lying"),
            "letter": self.tr("Letter, upright"), "letter-landscape": self.tr("Letter, lying"),
        }  # fmt: skip
        for name in PAPERS:
            self.paper.addItem(papers[name], name)
        self.paper.setCurrentIndex(self.paper.findData(before.paper))
        self.wgs84.setChecked(before.options.wgs84)
        self.check.setChecked(before.check)
        self.scale.setRange(1, MOST_SCALE)
        self.scale.setValue(before.scale)
        self.scale.setSuffix(self.tr(" × the screen"))
        self.dots.setRange(72, 600)
        self.dots.setSingleStep(24)
        self.dots.setValue(before.dots)
        self.dots.setSuffix(self.tr(" pixels an inch"))
        self.title.setPlaceholderText(self.tr("name of the file"))
        named: tuple[tuple[QWidget, str, str], ...] = (
            (self.type, self.tr("Type"), self.tr("What kind of file")),
            (
                self.bands,
                self.tr("Bands, {unit}").format(unit=as_read(self._bands).unit),
                self.tr("Their limits, such as “10, 20, 45 min”"),
            ),
            (self.compression, self.tr("Compression"), self.tr("How cells are compressed")),
            (self.wgs84, self.tr("CRS"), self.tr("Instead of the CRS of the map")),
            (self.scale, self.tr("Size"), self.tr("Pixels for each of the screen")),
            (self.paper, self.tr("Paper"), self.tr("Size and direction of the page")),
            (self.title, self.tr("Title"), self.tr("What stands on top of the page")),
            (self.dots, self.tr("Sharpness"), self.tr("Of a page that is a picture")),
            (self.check, self.tr("Check"), self.tr("Check what makes travel times right")),
        )
        for control, words_, tip in named:
            form.name(control, words_, tip)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(form.GAP)
        for control in self._controls():
            self._rows.addRow(control.accessibleName(), control)
        layout.addLayout(self._rows)
        layout.addWidget(self.off_roads)

    def _controls(self) -> tuple[QWidget, ...]:
        return (
            self.type, self.bands, self.compression, self.wgs84, self.scale, self.paper,
            self.title, self.dots, self.check,
        )  # fmt: skip

    def _connect(self) -> None:
        for combo in (self.type, self.compression, self.paper):
            combo.currentIndexChanged.connect(lambda _: self._changed())
        for spin in (self.scale, self.dots):
            spin.valueChanged.connect(lambda _: self._changed())
        for line in (self.bands, self.title):
            line.textEdited.connect(lambda _: self._changed())
        for box in (self.wgs84, self.check):
            box.toggled.connect(lambda _: self._changed())
        self.off_roads.edited.connect(self._changed)

    def ask_for(self, kind: str, formats: Sequence[Format]) -> None:
        """Ask for what matters to a kind of export."""
        self._kind = kind
        kept = self.type.currentText()
        self.type.blockSignals(True)
        self.type.clear()
        for row in formats:
            self.type.addItem(f"{told(row.label)} ({row.suffixes[0]})", row)
        self.type.setCurrentIndex(max(self.type.findText(kept), 0))
        self.type.blockSignals(False)
        self._suit()

    def _suit(self) -> None:
        choice, kind = self.choice(), self._kind
        report = kind == REPORT
        shown = {
            self.type: self.type.count() > 1,
            self.bands: kind in BANDED,
            self.compression: choice.is_raster,
            self.wgs84: choice.keeps_crs,
            self.scale: kind == PICTURE,
            self.paper: report,
            self.title: report,
            self.dots: report and choice.suffix == ".png",
            self.check: report,
        }
        for control, visible in shown.items():
            self._rows.setRowVisible(control, visible)
        self.off_roads.setVisible(bool(choice.off_roads))
        self.off_roads.ask_for(choice.off_roads == AREAS)

    def _changed(self) -> None:
        self._suit()
        self.edited.emit()

    def wrong_bands(self) -> str:
        """Why the bands cannot be used; "" where they can, or do not matter."""
        text, why = self.bands.text().strip(), ""
        if self._kind in BANDED and text:
            try:
                bands_typed(text, self._bands)
            except IsofrontError as error:
                why = told_error(error)
        form.mark(self.bands, why)
        return why

    def _limits(self) -> str:
        """The bands that were typed, with their unit, or as they stand where that fails; "" for
        those of the map."""
        text = self.bands.text().strip()
        if text in ("", as_read(self._bands).text()):
            return ""
        try:
            return as_read(bands_typed(text, self._bands)).text()
        except IsofrontError:
            return text

    def choice(self) -> ExportChoice:
        """What is chosen."""
        row = self.type.currentData()
        options = replace(
            self._before.options,
            compression=self.compression.currentData(),
            wgs84=self.wgs84.isChecked(),
        )
        return ExportChoice(
            row=self._before.row if row is None else row,
            options=self.off_roads.chosen(options),
            bands=self._limits(),
            scale=self.scale.value(),
            paper=self.paper.currentData(),
            title=self.title.text().strip(),
            check=self.check.isChecked(),
            dots=self.dots.value(),
        )
