"""Shares of a whole, side by side in one bar, and what each is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from ui import theme

HEIGHT = 9


class ShareBar(QWidget):
    """parts : (name, index of the theme's plot colour)."""

    def __init__(self, parts: Sequence[tuple[str, int]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts = tuple(parts)
        self.shares = (0.0,) * len(self._parts)
        self._bar = _Bar(self)
        self._legend = QLabel()
        self._legend.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._bar)
        layout.addWidget(self._legend)
        self._show()

    def show_shares(self, shares: Sequence[float]) -> None:
        """One for each part, 0..1."""
        if tuple(shares) != self.shares:
            self.shares = tuple(shares)
            self._show()

    @property
    def text(self) -> str:
        """What the bar says, in words."""
        return ", ".join(f"{name} {_percent(share)}" for name, _, share in self._there())

    def _there(self) -> list[tuple[str, int, float]]:
        """Name, colour and share of what there is some of; all where there is nothing."""
        every = [(*part, share) for part, share in zip(self._parts, self.shares, strict=True)]
        return [part for part in every if part[2] > 0] or every

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_legend"):
            self._show()

    def _show(self) -> None:
        colours = theme.current()
        self._legend.setText(
            "&nbsp; ".join(
                f'<span style="color:{colours.series[colour]}">●</span>&nbsp;'
                f'<span style="color:{colours.muted}">{_unbroken(name)}&nbsp;'
                f"{_percent(share)}</span>"
                for name, colour, share in self._there()
            )
        )
        self.setAccessibleDescription(self.text)
        self._bar.show_parts(
            [
                (colours.series[colour], share)
                for (_, colour), share in zip(self._parts, self.shares, strict=True)
            ]
        )


def _percent(share: float) -> str:
    """`12%`; of what is there, but rounds to nothing, `< 1%`."""
    return "< 1%" if 0 < share < 0.005 else f"{share:.0%}"


def _unbroken(name: str) -> str:
    return name.replace(" ", "&nbsp;").replace("-", "&#8209;")


class _Bar(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parts: Sequence[tuple[str, float]] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_parts(self, parts: Sequence[tuple[str, float]]) -> None:
        self._parts = parts
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(200, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.current().border))
        left = 0.0
        for colour, share in self._parts:
            wide = share * self.width()
            painter.fillRect(QRectF(left, 0, wide, self.height()), QColor(colour))
            left += wide
        painter.end()
