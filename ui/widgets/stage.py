"""What fills the middle of the window: the welcome or the map, with messages floating above."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QStackedLayout, QVBoxLayout, QWidget

from ui import theme
from ui.widgets.form import Scrolling
from ui.widgets.message_bar import MessageBar

MESSAGE_WIDTH = 720
LEAST_MESSAGE = 90
"""Least height in pixels that a long message has, with its buttons, however low the map is."""

MARGIN = 12


class Stage(QWidget):
    """Stacks the welcome page and the map; the map keeps its size when a message comes."""

    told_over = Signal(QRect)  # where a message lies, empty where there is none

    def __init__(self, welcome: QWidget, canvas: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._welcome, self._canvas = Scrolling(welcome, canvas.minimumWidth()), canvas
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._welcome)
        self._stack.addWidget(canvas)
        self.messages = MessageBar(self)
        self.messages.shown.connect(self._place)
        self.messages.dismissed.connect(self._place)
        self._cover: QWidget | None = None
        self._warning = False
        self._taken = QSize(0, 0)
        self.hint = QLabel(self)
        self.hint.setObjectName("hint")
        self.hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hint.hide()
        self._restyle()

    def show_map(self, visible: bool) -> None:
        self._stack.setCurrentWidget(self._canvas if visible else self._welcome)
        self._place()

    def cover(self, cover: QWidget | None) -> None:
        """Lay something over welcome and map, as large as they are; None shows them again."""
        if self._cover is not cover:
            if self._cover is not None:
                self._cover.hide()
                self._cover.setParent(None)
            self._cover = cover
            if cover is not None:
                cover.setParent(self)
        if cover is not None:
            cover.show()
        self._place()

    def show_hint(self, text: str, *, warning: bool = False) -> None:
        """A quiet line at the head of the map, where it covers neither legend nor scale; none for
        an empty text. warning : not quiet, because what the map shows is not what it seems."""
        self._warning = warning
        self.hint.setText(text)
        self.hint.setVisible(bool(text))
        self._restyle()
        self._place()

    def keep_free(self, corner: QSize) -> None:
        """Let messages leave so much of the upper left corner to what stands there."""
        self._taken = corner
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        if self._cover is not None:
            self._cover.setGeometry(self.rect())
            self._cover.raise_()
        bar = self.messages
        width = min(MESSAGE_WIDTH, self.width() - 2 * MARGIN)
        bar.setFixedWidth(max(width, 120))
        left = (self.width() - bar.width()) // 2
        top = self._top(left)
        bar.fit(max(self.height() - top - MARGIN, LEAST_MESSAGE))
        bar.move(left, top)
        bar.raise_()
        self.told_over.emit(QRect() if bar.isHidden() else bar.geometry())
        self._place_hint()

    def _top(self, left: int) -> int:
        """Where something begins that reaches so far to the left."""
        return MARGIN + (self._taken.height() if left < self._taken.width() + MARGIN else 0)

    def _place_hint(self) -> None:
        hint, room = self.hint, max(self.width() - 2 * MARGIN, 120)
        hint.setWordWrap(False)
        in_lines = hint.sizeHint().width() > room
        hint.setWordWrap(in_lines)
        hint.setMinimumWidth(room if in_lines else 0)
        hint.adjustSize()
        left, bar = (self.width() - hint.width()) // 2, self.messages
        top = self._top(left) if bar.isHidden() else bar.y() + bar.height() + MARGIN
        hint.move(left, top)
        hint.raise_()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "hint"):
            self._restyle()

    def _restyle(self) -> None:
        colours = theme.current()
        edge = f"2px solid {colours.warning}" if self._warning else f"1px solid {colours.border}"
        weight = 600 if self._warning else 400
        sheet = (
            f"#hint {{ color: {colours.text}; background: {colours.panel}; font-weight: {weight};"
            f" border: {edge}; border-radius: 14px; padding: 6px 16px; }}"
        )
        if sheet != self.hint.styleSheet():
            self.hint.setStyleSheet(sheet)


def beneath_each_other(stage: QWidget, *bars: QWidget) -> QWidget:
    """The middle of a window: a stage that takes the room, and bars under it."""
    both = QWidget()
    column = QVBoxLayout(both)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(stage, 1)
    for bar in bars:
        column.addWidget(bar)
    return both
