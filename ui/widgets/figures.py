"""Numbers with captions: large ones in a row, small ones as a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from ui.widgets.fitted import ROUNDING, Fitted
from ui.widgets.form import Hint

NOTHING = "–"
SIZES = 1.35, 1.2, 1.1, 1.0
"""Sizes of a large number, of the usual one: the first in which it fits."""

USUAL = "88.8 ms"
"""A number as wide as most are."""


class LargeNumber(Fitted):
    """A number in large letters, or in smaller ones where it is long: it takes as much room
    whatever it is, since a panel that gets wider takes that from the map."""

    def __init__(self) -> None:
        self._fonts: tuple[QFont, ...] = ()
        super().__init__(NOTHING)
        self._fonts = tuple(self._font_of(size) for size in SIZES)
        self._fit()

    def _font_of(self, size: float) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * size)
        font.setWeight(font.Weight.DemiBold)
        return font

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return self._size(self._fonts[0])

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(self._size(self._fonts[-1]).width(), self.sizeHint().height())

    def _size(self, font: QFont) -> QSize:
        metrics = QFontMetrics(font)
        return QSize(metrics.horizontalAdvance(USUAL) + ROUNDING, metrics.height())

    def _fit(self) -> None:
        for font in self._fonts:
            fits = QFontMetrics(font).horizontalAdvance(self.text()) <= self.width()
            if fits or font is self._fonts[-1]:
                if font != self.font():
                    self.setFont(font)
                break
        super()._fit()


class Figures(QWidget):
    """A few large numbers side by side, each under its caption."""

    def __init__(self, captions: Mapping[str, str], parent: QWidget | None = None) -> None:
        """`captions` maps a key to what is written over its number."""
        super().__init__(parent)
        self._numbers: dict[str, LargeNumber] = {}
        self._captions: dict[str, Hint] = {}
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(0)
        for place, (key, caption) in enumerate(captions.items()):
            cell = QVBoxLayout()
            cell.setSpacing(0)
            number = LargeNumber()
            number.setAccessibleName(caption)
            number.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            name = Hint(caption)
            name.setWordWrap(False)
            cell.addWidget(name)
            cell.addWidget(number)
            grid.addLayout(cell, 0, place)
            grid.setColumnStretch(place, 1)
            self._numbers[key] = number
            self._captions[key] = name

    def show_numbers(self, **numbers: str) -> None:
        """Write the numbers of some keys."""
        for key, text in numbers.items():
            self._numbers[key].setText(text)

    def set_caption(self, key: str, caption: str) -> None:
        """Say otherwise what a number is."""
        if self._captions[key].text() != caption:
            self._captions[key].setText(caption)
            self._numbers[key].setAccessibleName(caption)

    def text(self, key: str) -> str:
        return self._numbers[key].text()


class Facts(QWidget):
    """Names and values in two columns, to be read and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(1, 1)
        self._values: dict[str, Fitted] = {}

    def show_facts(self, facts: Sequence[tuple[str, str]]) -> None:
        """Write (name, value) rows; rows that are there already only change their value."""
        if [name for name, _ in facts] != list(self._values):
            self._rebuild([name for name, _ in facts])
        for name, value in facts:
            label = self._values[name]
            label.setText(value)

    def value(self, name: str) -> str:
        return self._values[name].text()

    def _rebuild(self, names: Sequence[str]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()  # deleted only when Qt comes round to it
                widget.deleteLater()
        self._values = {}
        for row, name in enumerate(names):
            caption, value = Hint(name), Fitted(lines=True)
            caption.setWordWrap(False)
            value.setAccessibleName(name)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._grid.addWidget(caption, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(value, row, 1, Qt.AlignmentFlag.AlignTop)
            self._values[name] = value
