"""When one departs, and how large and heavy the vehicle is: rules of roads depend on both."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDateTimeEdit,
    QDoubleSpinBox,
    QHBoxLayout,
    QWidget,
)

from road.conditions import UNKNOWN, Situation
from ui.texts import translatable
from ui.widgets import form

N = translatable
FIGURES = (
    ("height_m", N("SituationRows", "Height"), " m"),
    ("width_m", N("SituationRows", "Width"), " m"),
    ("length_m", N("SituationRows", "Length"), " m"),
    ("weight_t", N("SituationRows", "Weight"), " t"),
    ("axle_load_t", N("SituationRows", "Axle load"), " t"),
)
MOST = 200.0
"""Largest figure that can be entered, in metres or tonnes."""

ISO = "yyyy-MM-ddTHH:mm"


class SituationRows(QWidget):
    """changed : a `Situation`, at every edit by the user."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = UNKNOWN
        self.at_time = QCheckBox(self.tr("At"))
        self.departure = QDateTimeEdit()
        self.departure.setDisplayFormat("yyyy-MM-dd HH:mm")
        self.departure.setCalendarPopup(True)
        self.departure.setKeyboardTracking(False)
        tip = self.tr("Local time at which rules by the hour are looked at; unticked, none count")
        form.name(self.at_time, self.tr("At a time"), tip)
        form.name(self.departure, self.tr("Departure"), tip)
        when = QHBoxLayout()
        when.setContentsMargins(0, 0, 0, 0)
        when.addWidget(self.at_time)
        when.addWidget(self.departure, 1)
        self._rows = rows = form.form()
        rows.addRow(self.tr("Departure"), when)
        self.hint = form.Hint(
            self.tr("Rules by the hour hold as at the departure, for the whole way.")
        )
        rows.addRow(self.hint)
        self.figures: dict[str, QDoubleSpinBox] = {}
        for name, words, unit in FIGURES:
            box = QDoubleSpinBox()
            box.setRange(0.0, MOST)
            box.setSingleStep(0.1)
            box.setSuffix(unit)
            box.setSpecialValueText(self.tr("not known"))
            box.setKeyboardTracking(False)
            shown = self.tr(words)
            form.name(box, shown, self.tr("Roads that allow less are closed; 0 meets no limit"))
            box.valueChanged.connect(self._edit)
            rows.addRow(shown, box)
            self.figures[name] = box
        self.setLayout(rows)
        self.at_time.toggled.connect(self._edit)
        self.departure.dateTimeChanged.connect(self._edit)

    def show_situation(self, situation: Situation) -> None:
        """Show it without telling of it."""
        self._shown = situation
        known = bool(situation.departure)
        widgets = (self.at_time, self.departure, *self.figures.values())
        for widget in widgets:
            widget.blockSignals(True)
        self.at_time.setChecked(known)
        self.departure.setEnabled(known)
        self._rows.setRowVisible(self.hint, known)
        if known:
            moment = QDateTime.fromString(situation.departure[: len("2026-11-23T08:30")], ISO)
            self.departure.setDateTime(moment)
        for name, box in self.figures.items():
            box.setValue(getattr(situation, name))
        for widget in widgets:
            widget.blockSignals(False)

    def _edit(self) -> None:
        if self.at_time.isChecked() and not self._shown.departure:
            now = QDateTime.currentDateTime()
            self.departure.blockSignals(True)
            self.departure.setDateTime(now)
            self.departure.blockSignals(False)
        moment = self.departure.dateTime().toString(ISO) if self.at_time.isChecked() else ""
        figures = {name: round(box.value(), 2) for name, box in self.figures.items()}
        self.changed.emit(Situation(moment, **figures))
