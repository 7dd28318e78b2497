"""What water, or the sea, does to who moves."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.builder.plain_tables import water_table
from core.errors import InputError, IsofrontError
from raster.builder.rules import WaterRule
from ui.dialogs.builder.fields import label, number, number_text
from ui.dialogs.builder.words import BEYOND_NAMES, OVER_WATER_NAMES, choose, filled, tr
from ui.told import told_error
from ui.widgets import form
from ui.widgets.slider_row import SliderRow

TOP_KMH = 30
"""Highest of the slider, where the recipe has no higher number."""


class WaterRows(QWidget):
    """A rule of water by its speed, its strip along the shore and its roads."""

    turned = Signal(object)
    """The section of the recipe as it is now."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._rule = WaterRule()
        self.wrong: InputError | None = None  # why what is typed cannot be meant
        self.kmh = SliderRow(TOP_KMH, " km/h", 10, 10)
        self.strip = QLineEdit()
        self.beyond, self.roads = filled(BEYOND_NAMES), filled(OVER_WATER_NAMES)
        self.kmh.name(
            tr("{what}: speed").format(what=title), tr("Of who swims or wades; 0 closes it")
        )
        form.name(
            self.strip, tr("{what}: strip along the shore").format(what=title),
            tr("Metres from the shore within which one swims; empty for everywhere"),
        )  # fmt: skip
        self.strip.setPlaceholderText(tr("everywhere"))
        form.name(
            self.beyond, tr("{what}: beyond the strip").format(what=title),
            tr("What lies farther from the shore"),
        )  # fmt: skip
        form.name(
            self.roads, tr("{what}: roads over it").format(what=title),
            tr("Which of them stay open"),
        )  # fmt: skip
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(form.GAP)
        layout.addWidget(form.Heading(title, lines=True))
        rows = form.form()
        rows.addRow(label(tr("Speed"), self.kmh.slider), self.kmh)
        rows.addRow(label(tr("Strip, m"), self.strip), self.strip)
        rows.addRow(label(tr("Beyond"), self.beyond), self.beyond)
        rows.addRow(label(tr("Roads"), self.roads), self.roads)
        layout.addLayout(rows)
        self.kmh.turned.connect(lambda kmh: self._turn(replace(self._rule, kmh=kmh)))
        self.strip.textEdited.connect(lambda _: self._read())
        for box in (self.beyond, self.roads):
            box.activated.connect(lambda _: self._choose())

    def show_rule(self, rule: WaterRule) -> None:
        """Show this."""
        self._rule, self.wrong = rule, None
        self.kmh.set_highest(max(TOP_KMH, ceil(rule.kmh)))
        self.kmh.show_value(rule.kmh)
        self.strip.setText(number_text(rule.strip_m))
        form.mark(self.strip, "")
        choose(self.beyond, rule.beyond)
        choose(self.roads, rule.roads)
        self.beyond.setEnabled(rule.strip_m is not None)

    def _turn(self, rule: WaterRule) -> None:
        self._rule = rule
        self.beyond.setEnabled(rule.strip_m is not None)
        told = {key: value for key, value in water_table(rule).items() if value is not None}
        self.turned.emit(told)

    def _choose(self) -> None:
        beyond, roads = self.beyond.currentData(), self.roads.currentData()
        self._turn(replace(self._rule, beyond=beyond, roads=roads))

    def _read(self) -> None:
        try:
            self._turn(replace(self._rule, strip_m=number(self.strip.text(), "water")))
        except IsofrontError as error:
            self.wrong = InputError(error.found, where=error.where, advice=error.advice)
            form.mark(self.strip, told_error(InputError(error.found, advice=error.advice)))
        else:
            self.wrong = None
            form.mark(self.strip, "")
