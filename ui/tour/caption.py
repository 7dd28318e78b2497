"""What the tour says of each step, in letters that the last row can read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from ui import theme

TITLE, TEXT, FOOT = 2.0, 1.35, 1.0
"""Sizes of the letters, in those of the window."""

USUAL_HEIGHT = 800.0
"""Pixels of a window in which letters have these sizes; in others they follow its height."""

LEAST, MOST = 0.7, 1.6
"""Factors that they follow it by."""


class TourCaption(QFrame):
    """A strip under the map: a title, a sentence or two, and how far the tour is.

    said : all titles and sentences that will be shown; there is room for the longest from the
    beginning, so that the map keeps its size.
    """

    def __init__(self, said: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tourCaption")
        self._said = said
        self.title, self.text, self.foot = QLabel(), QLabel(), QLabel()
        self.setAccessibleName(self.tr("What the tour shows"))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 8, 24, 8)
        column.setSpacing(2)
        for label in (self.title, self.text, self.foot):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter)
            label.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(label)
        self.title.setObjectName("tourTitle")
        self.foot.setObjectName("tourFoot")
        self.text.setWordWrap(True)
        self.foot.setWordWrap(True)
        self._restyle()

    def show_step(self, place: int, more: str = "") -> None:
        """Show what is said of a step; more : that came of it."""
        title, text = self._said[place]
        self.title.setText(title)
        self.text.setText(more or text)
        words = self.tr("{step} of {steps} · any key or click ends the tour")
        self.foot.setText(words.format(step=place + 1, steps=len(self._said)))

    def fit(self, height: int) -> None:
        """Write as large as suits a window of a height in pixels."""
        factor = min(max(height / USUAL_HEIGHT, LEAST), MOST)
        for label, size in ((self.title, TITLE), (self.text, TEXT), (self.foot, FOOT)):
            font = QFont(self.font())
            font.setPointSizeF(max(font.pointSizeF() * size * factor, 7.0))
            font.setBold(label is self.title)
            label.setFont(font)
        self._leave_room()

    def _leave_room(self) -> None:
        room = QRect(0, 0, max(self.width() - 48, 200), 10_000)
        wraps, metrics = Qt.TextFlag.TextWordWrap, QFontMetrics(self.text.font())
        highest = max(metrics.boundingRect(room, wraps, text).height() for _, text in self._said)
        self.text.setMinimumHeight(highest + 2)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        super().resizeEvent(event)
        self._leave_room()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "foot"):
            self._restyle()

    def _restyle(self) -> None:
        colours = theme.current()
        sheet = (
            f"#tourCaption {{ background: {colours.panel};"
            f" border-top: 2px solid {colours.accent}; }}"
            f"QLabel {{ color: {colours.text}; background: transparent; }}"
            f"#tourFoot {{ color: {colours.muted}; }}"
        )
        if sheet != self.styleSheet():
            self.setStyleSheet(sheet)
