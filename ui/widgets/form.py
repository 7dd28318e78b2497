"""Headings, quiet text and forms, so that all panels keep one rhythm."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from ui import theme
from ui.widgets.fitted import Fitted

MARGIN = 14
GAP = 8

DIALOG_FRAME = QSize(40, 80)  # what a dialog's frame and the edges of the screen take

LEAST_LETTERS = 9  # of a list's choice that can be read

LEAST_HEIGHT = 84
"""Least height in pixels of a page that scrolls: a few rows of it can be read at once."""


class Heading(Fitted):
    """The title of a section. lines : what is long goes on in further lines."""

    def __init__(self, text: str, parent: QWidget | None = None, *, lines: bool = False) -> None:
        super().__init__(text, parent, lines=lines)
        font = self.font()
        font.setBold(True)
        self.setFont(font)


_BREAK = "\u200b"
_LONG_WORD = re.compile(r"\S{25,}")
_BREAKS = re.compile(r"([_./\\-]|[^\W_]{20})")
"""Places at which a long word may be broken: signs that part names, and every 20 letters."""


class Hint(QLabel):
    """Wrapped text in the quiet colour, which it follows through light and dark. Words as long as
    names of files are broken, too: a page would become as wide as they are, and be cut off."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setWordWrap(True)
        self._restyle()

    def setText(self, text: str) -> None:  # noqa: N802  Qt's name
        if "<" not in text:  # else there are addresses in it
            text = _LONG_WORD.sub(lambda word: _BREAKS.sub(rf"\1{_BREAK}", word[0]), text)
        super().setText(text)

    def text(self) -> str:
        """As it was set."""
        return super().text().replace(_BREAK, "")

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
    """Names on the left, or above where there is too little room; controls as wide as there is."""
    layout = QFormLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setHorizontalSpacing(12)
    layout.setVerticalSpacing(GAP)
    layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    layout.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    layout.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
    return layout


SPARES = "spares height"
"""Object name of a plot over the whole width of a form, which may be lower than it would like; Qt
does not count by how much."""


class Scrolling(QScrollArea):
    """A page that may be longer than there is room; it is never cut off at its sides.

    least : width in pixels below which it scrolls to the side, too; None keeps it as wide as the
    page has to be. parent : where it is to lie, if that is known: the style sheet dresses all of a
    page anew each time that it is put into another widget.
    """

    def __init__(
        self, page: QWidget, least: int | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        if least is None:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._page, self._least = page, least
        self.setWidget(page)
        for part in (page, self.viewport()):
            part.setAutoFillBackground(False)  # what lies under it would count as covered

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return self._page.sizeHint()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        bar = self.verticalScrollBar().sizeHint().width()
        width = self._page.minimumSizeHint().width() + bar
        return QSize(width if self._least is None else min(width, self._least), LEAST_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        super().resizeEvent(event)
        self._hold_height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        if watched is self._page and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._hold_height()
        return super().eventFilter(watched, event)

    def _hold_height(self) -> None:
        """Keep the page as high as its lines are at this width: Qt forgets how high a part that is
        `yielding` has to be where others wrap, and would squeeze fields below their letters."""
        layout = self._page.layout()
        if layout is None or not layout.hasHeightForWidth():
            return
        least = layout.minimumHeightForWidth(self.viewport().width())
        # Items of layouts are not asked: Qt ends the process where one is gone that was looked at.
        spared = sum(
            part.sizeHint().height() - part.minimumHeight()
            for part in self._page.findChildren(QWidget, SPARES)
            if part.isVisibleTo(self._page)
        )
        least = max(least - spared, 0)
        if least != self._page.minimumHeight():
            self._page.setMinimumHeight(least)


def show_in_sight(part: QWidget) -> None:
    """Show a part of a page that scrolls, and scroll to it once it has its place."""

    def scroll() -> None:
        around = part.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        if around is not None:
            around.ensureWidgetVisible(part)

    part.show()
    QTimer.singleShot(0, part, scroll)


def dialog_page(dialog: QDialog, buttons: QWidget) -> QVBoxLayout:
    """The layout of what a dialog asks; it scrolls where the screen is small, and the buttons stay
    in sight."""
    page = QWidget()
    inside = QVBoxLayout(page)
    inside.setContentsMargins(20, 18, 20, 0)
    inside.setSpacing(12)
    foot = QHBoxLayout()
    foot.setContentsMargins(20, 0, 20, 0)
    foot.addWidget(buttons)
    outside = QVBoxLayout(dialog)
    outside.setContentsMargins(0, 0, 0, 16)
    outside.setSpacing(12)
    outside.addWidget(Scrolling(page), 1)
    outside.addLayout(foot)
    return inside


def fit_dialog(dialog: QDialog) -> None:
    """Make a dialog as large as what it asks, and no larger than the screen."""
    room = dialog.screen().availableSize() - DIALOG_FRAME
    dialog.resize(dialog.sizeHint().boundedTo(room))


def yielding(part: QWidget, least: int = LEAST_HEIGHT) -> None:
    """Let a table or a plot be as high as there is room, and a page scroll only where that is less
    than `least` pixels."""
    part.setMinimumHeight(least)
    part.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)


def name(control: QWidget, accessible: str, tip: str) -> None:
    """Name a control for screen readers and say what it is for."""
    control.setAccessibleName(accessible)
    control.setToolTip(tip)
    leave_undo(control)
    if isinstance(control, QComboBox):  # names of files and fields may be as long as they like
        control.setSizeAdjustPolicy(control.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        control.setMinimumContentsLength(LEAST_LETTERS)
    if isinstance(control, QSlider | QAbstractSpinBox | QComboBox):
        control.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        control.installEventFilter(_WHEEL)


def mark(field: QLineEdit, why: str) -> None:
    """Frame a field whose text was not taken, its tool tip saying why; unframe it for no reason."""
    marked = bool(field.styleSheet())
    if why:
        field.setProperty("tip", field.property("tip") if marked else field.toolTip())
        field.setStyleSheet(f"QLineEdit {{ border: 2px solid {theme.current().error}; }}")
        field.setToolTip(why)
    elif marked:
        field.setStyleSheet("")
        field.setToolTip(field.property("tip"))


def leave_undo(control: QWidget) -> None:
    """Let Ctrl+Z take back the last edit of the document once what was typed in a field is one."""
    if isinstance(control, QAbstractSpinBox):
        control.editingFinished.connect(lambda: _text_of(control).setModified(False))
    if isinstance(control, QLineEdit | QAbstractSpinBox):
        control.installEventFilter(_UNDO)


def _text_of(field: QObject) -> QLineEdit:
    """The line of a field in which one types."""
    found = field if isinstance(field, QLineEdit) else field.findChild(QLineEdit)
    assert isinstance(found, QLineEdit)
    return found


class _Undo(QObject):
    """Qt's fields keep Ctrl+Z to themselves, also where nothing of their text can be taken back."""

    def eventFilter(self, control: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.ShortcutOverride:
            return False
        keys = QKeySequence.StandardKey
        if not (event.matches(keys.Undo) or event.matches(keys.Redo)):
            return False
        if _text_of(control).isModified():
            return False  # half typed: the text is what is taken back
        event.ignore()
        return True


_UNDO = _Undo()


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


def pairs(buttons: Sequence[QPushButton]) -> QGridLayout:
    """Two by two, as wide as each other."""
    layout = QGridLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(6)
    for place, button in enumerate(buttons):
        layout.addWidget(button, *divmod(place, 2))
        layout.setColumnStretch(place % 2, 1)
    return layout
