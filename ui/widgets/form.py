"""Headings, quiet text and forms, so that all panels keep one rhythm."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QLabel,
    QScrollArea,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from ui import theme

MARGIN = 14
GAP = 8


class Heading(QLabel):
    """The title of a section."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        font = self.font()
        font.setBold(True)
        self.setFont(font)


class Hint(QLabel):
    """Wrapped text in the quiet colour, which it follows through light and dark."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setWordWrap(True)
        self._restyle()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._restyle()

    def _restyle(self) -> None:
        sheet = f"color: {theme.current().muted};"
        if sheet != self.styleSheet():  # setting one raises another PaletteChange
            self.setStyleSheet(sheet)


def column(owner: QWidget) -> QVBoxLayout:
    """The layout of a panel: one column with the usual margins."""
    layout = QVBoxLayout(owner)
    layout.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
    layout.setSpacing(GAP)
    return layout


def form() -> QFormLayout:
    """Names on the left, controls as wide as there is room."""
    layout = QFormLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setHorizontalSpacing(12)
    layout.setVerticalSpacing(GAP)
    layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    layout.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    return layout


def scrolling(page: QWidget) -> QScrollArea:
    """A page that may be longer than there is room."""
    area = QScrollArea()
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    return area


def name(control: QWidget, accessible: str, tip: str) -> None:
    """Name a control for screen readers and say what it is for."""
    control.setAccessibleName(accessible)
    control.setToolTip(tip)
    if isinstance(control, QSlider | QAbstractSpinBox | QComboBox):
        control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        control.installEventFilter(_WHEEL)


class _Wheel(QObject):
    """Leaves the wheel to the page under a control that has not been chosen: who scrolls past a
    slider does not mean to turn it."""

    def eventFilter(self, control: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        if event.type() != QEvent.Type.Wheel:
            return False
        assert isinstance(control, QWidget)
        if control.hasFocus():
            return False
        event.ignore()
        return True


_WHEEL = _Wheel()
