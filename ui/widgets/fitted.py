"""Text that is never cut off: what has no room is left out in the middle and told as a tool tip."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

LEAST_WIDTH = 48
"""Pixels left of a text where there is hardly any room."""

ANY_HEIGHT = 1 << 20
ROUNDING = 2  # pixels: widths of letters are no whole numbers
KEPT_SHARE = 0.6
"""Share of the width of a `Steady` text from which on a shorter one leaves it as wide."""

ANY_WIDTH = (1 << 24) - 1  # as Qt counts it
UNDERSCORE = 2  # pixels above and below lines together: it is drawn lower than letters reach
WRAPPED = Qt.TextFlag.TextWordWrap
MIDDLE = Qt.TextElideMode.ElideMiddle


class Fitted(QLabel):
    """Plain text in a line, or in lines: then only words that are wider than all of it are cut.

    `text()` is all of it, `shown()` what can be read.
    """

    def __init__(
        self, text: str = "", parent: QWidget | None = None, *, lines: bool = False
    ) -> None:
        super().__init__(parent)
        self._whole = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(lines)
        self.setText(text)

    def text(self) -> str:
        return self._whole

    def shown(self) -> str:
        return super().text()

    def setText(self, text: str) -> None:  # noqa: N802  Qt's name
        if text != self._whole:
            self._whole = text
            self._fit()
            self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        if self.wordWrap():
            return super().sizeHint()
        width = self.fontMetrics().horizontalAdvance(self._whole) + self._sides() + ROUNDING
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        least = min(LEAST_WIDTH, self.sizeHint().width())
        height = self.heightForWidth(self.width()) if self.wordWrap() else self.sizeHint().height()
        return QSize(least, height)

    def heightForWidth(self, width: int) -> int:  # noqa: N802  Qt's name
        if not self.wordWrap():
            return super().heightForWidth(width)
        room = max(width - self._sides(), 1)
        lines = self.fontMetrics().boundingRect(
            QRect(0, 0, room, ANY_HEIGHT), WRAPPED, self._shown(room)
        )
        margins = self.contentsMargins()
        return lines.height() + UNDERSCORE + margins.top() + margins.bottom()

    def _sides(self) -> int:
        margins = self.contentsMargins()
        return margins.left() + margins.right()

    def _shown(self, room: int) -> str:
        """As much of the text as there is room for."""
        metrics = self.fontMetrics()
        if self.wordWrap():
            words = re.split(r"(\s+)", self._whole)
            return "".join(metrics.elidedText(word, MIDDLE, room) for word in words)
        return metrics.elidedText(self._whole, MIDDLE, room)

    def _fit(self) -> None:
        shown = self._shown(max(self.width() - self._sides(), 1))
        super().setText(shown)
        tip = self._whole if shown != self._whole else ""
        if tip != self.toolTip():
            self.setToolTip(tip)


class Steady(Fitted):
    """A line whose text changes often, as under a moving pointer: it stays as wide as its longest
    text was, since each change of a width lays out the whole window anew, docks and all."""

    def __init__(self, least: int = 0, parent: QWidget | None = None) -> None:
        self._least, self._loose = least, False
        super().__init__(parent=parent)
        self._settle()

    def keep(self, least: int, *, loose: bool = False) -> None:
        """Be no narrower than so many pixels; loose : be as wide as the text, or as there is room
        for, whatever that lays out."""
        if (least, loose) != (self._least, self._loose):
            self._least, self._loose = least, loose
            self._settle()

    def setText(self, text: str) -> None:  # noqa: N802  Qt's name
        if text != self._whole:
            super().setText(text)
            wanted, now = self._wanted(), self.maximumSize()
            shrunk = wanted.width() < KEPT_SHARE * now.width()
            if shrunk or wanted.width() > now.width() or wanted.height() != now.height():
                self._settle()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._settle()

    def _wanted(self) -> QSize:
        return self.sizeHint().expandedTo(QSize(self._least, 0))

    def _settle(self) -> None:
        if self._loose:
            self.setMinimumSize(self._least, 0)
            self.setMaximumSize(ANY_WIDTH, ANY_WIDTH)
        elif self.size() != self._wanted() or self.minimumSize() != self.maximumSize():
            self.setFixedSize(self._wanted())
