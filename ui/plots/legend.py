"""Which curve of a plot is which."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from ui import theme


class CurveLegend(QWidget):
    """Names with a dot in the colour of their curve."""

    def __init__(self, series: Sequence[tuple[str, int]], parent: QWidget | None = None) -> None:
        """`series` holds (name, index of the theme's plot colour)."""
        super().__init__(parent)
        self._series = list(series)
        self._labels = [QLabel() for _ in series]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(14)
        for label in self._labels:
            row.addWidget(label)
        row.addStretch(1)
        self._show()

    def set_names(self, names: Sequence[str]) -> None:
        if list(names) != [name for name, _ in self._series]:
            colours = [colour for _, colour in self._series]
            self._series = list(zip(names, colours, strict=True))
            self._show()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show()

    def _show(self) -> None:
        colours = theme.current()
        for label, (name, colour) in zip(self._labels, self._series, strict=True):
            label.setText(
                f'<span style="color:{colours.series[colour]}">●</span>&nbsp;'
                f'<span style="color:{colours.muted}">{name}</span>'
            )
