"""The three steps to a first result, told at the first run and whenever they are asked for."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from ui import theme

LEAST_WIDTH = 440
"""Pixels below which only the next step is told: three beside each other would be as high as a
quarter of so small a map."""


class FirstSteps(QFrame):
    """A strip that ticks off what is done; it covers nothing.

    closed : by the user, or because all is done.
    """

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("firstSteps")
        self.setAccessibleName(self.tr("First steps"))
        self._texts = (
            self.tr("Open a file or a sample"),
            self.tr("Click the map to set a start"),
            self.tr("Export what you see (Ctrl+E)"),
        )
        self._done = [False] * len(self._texts)
        self._begun = self._aside = False
        self.labels = [QLabel() for _ in self._texts]
        close = QToolButton()
        close.setText("✕")
        close.setAutoRaise(True)
        close.setAccessibleName(self.tr("Close the first steps"))
        close.setToolTip(self.tr("Close; Help ▸ First steps shows them again"))
        close.clicked.connect(self.finish)
        self.close_button = close
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 6, 4)
        for label in self.labels:
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
            row.addWidget(label, 1)
        row.addWidget(close)
        self.hide()

    def begin(self) -> None:
        """Show them, none of them done yet."""
        self._done = [False] * len(self._done)
        self._begun = True
        self._tell()
        self.setVisible(not self._aside)

    def tick(self, step: int) -> None:
        """A step, counted from 0, is done; with the last of them the strip goes."""
        if not self._begun or self._done[step]:
            return
        self._done[step] = True
        self._tell()
        if all(self._done):
            self.finish()

    def put_aside(self, aside: bool) -> None:
        """Before an audience they are not shown, wherever they are."""
        self._aside = aside
        self.setVisible(self._begun and not aside)

    def finish(self) -> None:
        self._begun = False
        self.hide()
        self.closed.emit()

    def _tell(self) -> None:
        colours = theme.current()
        sheet = (
            f"#firstSteps {{ background: {colours.accent_soft};"
            f" border-top: 1px solid {colours.border}; }}"
            f"QLabel {{ color: {colours.muted}; background: transparent; }}"
        )
        now = self._done.index(False) if not all(self._done) else -1
        narrow = self.width() < LEAST_WIDTH
        for place, (label, text) in enumerate(zip(self.labels, self._texts, strict=True)):
            label.setVisible(place == now or not narrow)
            label.setText(f"{'✓' if self._done[place] else place + 1}  {text}")
            label.setObjectName(f"step{place}")
            if place == now:
                sheet += f"#step{place} {{ color: {colours.text}; font-weight: 600; }}"
        if sheet != self.styleSheet():  # setting one raises another PaletteChange
            self.setStyleSheet(sheet)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        super().resizeEvent(event)
        self._tell()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "close_button"):
            self._tell()
