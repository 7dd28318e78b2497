"""Knobs: controls for the parameters of an algorithm, of the kind that a parameter asks for."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox

from app.catalog.parameters import Parameter
from ui.texts import of_catalogue
from ui.widgets import form


class NumberKnob(QDoubleSpinBox):
    """A number within a range; a whole one without decimals."""

    turned = Signal()

    def __init__(self, parameter: Parameter) -> None:
        super().__init__()
        self.setRange(parameter.minimum, parameter.maximum)
        self.setDecimals(0 if parameter.whole else 1)
        self.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)
        self.setKeyboardTracking(False)
        self.setSuffix(f" {of_catalogue(parameter.unit)}" if parameter.unit else "")
        if parameter.default == parameter.minimum == 0.0:
            self.setSpecialValueText(self.tr("automatic"))
        self.valueChanged.connect(lambda _value: self.turned.emit())

    def show_value(self, value: float) -> None:
        """Show a value without telling of it."""
        self.blockSignals(True)
        self.setValue(value)
        self.blockSignals(False)


class ChoiceKnob(QComboBox):
    """One of a few values."""

    turned = Signal()

    def __init__(self, parameter: Parameter) -> None:
        super().__init__()
        for choice in parameter.choices:
            label, unit = of_catalogue(choice.label), of_catalogue(parameter.unit)
            self.addItem(f"{label} {unit}".rstrip() if choice.value else label, choice.value)
        self.activated.connect(lambda _index: self.turned.emit())

    def value(self) -> float:
        return float(self.currentData())

    def show_value(self, value: float) -> None:
        """Show a value without telling of it."""
        self.setCurrentIndex(self.findData(value))


Knob = NumberKnob | ChoiceKnob


def knob_of(parameter: Parameter) -> Knob:
    """A control named after the parameter."""
    knob = ChoiceKnob(parameter) if parameter.choices else NumberKnob(parameter)
    form.name(knob, of_catalogue(parameter.label), of_catalogue(parameter.explanation))
    return knob
