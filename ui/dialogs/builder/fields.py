"""Fields of a form: numbers that are typed, and what stands before a control."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from core.errors import InputError
from ui.dialogs.builder.words import tr


def number(text: str, where: str) -> float | None:
    """A number that was typed, None for nothing; InputError."""
    if not text.strip():
        return None
    try:
        return float(text)
    except ValueError:
        raise InputError(f"'{text}' is no number", where=where, advice="Give a number.") from None


def number_text(value: float | None) -> str:
    """How a number is shown, "" for none."""
    if value is None:
        return ""
    return str(int(value)) if value == int(value) else repr(value)


def no_data_kmh(value: float) -> str:
    """What cells without data are, where that is a speed."""
    return tr("no data: {kmh} km/h").format(kmh=f"{value:g}")


def label(text: str, control: QWidget) -> QLabel:
    """Words before a control."""
    found = QLabel(text)
    found.setBuddy(control)
    return found
