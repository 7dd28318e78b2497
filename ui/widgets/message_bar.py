"""Errors and notes in the window: what was found, what to do, and a button that does it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.errors import IsofrontError
from ui import theme
from ui.told import told
from ui.widgets.fitted import Fitted
from ui.widgets.icons import pixmap

NOTE_MS = 7000
"""Milliseconds after which a note disappears; an error stays until it is dismissed or outdated."""

LEAST_WORDS = 280
"""Least width in pixels of the texts beside the buttons; where less is left these stand below."""

Places = tuple[tuple[int, ...], ...]
"""Row and column, and how many of either, of the sign, the texts, the button and the small ones."""

BESIDE: Places = ((0, 0), (0, 1), (0, 2), (0, 3))
BELOW: Places = ((1, 0), (0, 0, 1, 4), (1, 2), (1, 3))
FAR_BELOW: Places = ((2, 0), (0, 0, 1, 4), (1, 0, 1, 4), (2, 3))

ERROR, NOTE, DONE = "error", "note", "done"
ICONS = {ERROR: "warning", NOTE: "info", DONE: "check"}


class MessageBar(QFrame):
    """One message at a time; the newest wins.

    declined : it was closed by hand, after `dismissed`, which it also is when all is well again.
    """

    shown = Signal()
    declined = Signal()
    dismissed = Signal()
    log_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageBar")
        self.setAccessibleName(self.tr("Message"))
        self.kind = NOTE
        self._until_edit = False
        self._places: Places = ()
        self._act: Callable[[], None] | None = None
        self._sign = QLabel()
        self.title = Fitted(lines=True)
        self.advice = Fitted(lines=True)
        self.button = QPushButton()
        self.log = QToolButton()
        self._close = QToolButton()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.dismiss)
        self._lay_out()
        self._restyle()
        self.hide()

    def _lay_out(self) -> None:
        for label in (self.title, self.advice):
            label.setTextInteractionFlags(label.textInteractionFlags().TextSelectableByMouse)
        self.title.setObjectName("messageTitle")
        self.advice.setObjectName("messageAdvice")
        self._words = _Words(self.title, self.advice)
        self.button.clicked.connect(self._do)
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.log.setAutoRaise(True)
        self.log.setAccessibleName(self.tr("Show the log"))
        self.log.setToolTip(self.tr("Show it in the log, with what was told before"))
        self.log.clicked.connect(self.log_wanted)
        self._close.setAutoRaise(True)
        self._close.setAccessibleName(self.tr("Dismiss message"))
        self._close.setToolTip(self.tr("Dismiss"))
        self._close.clicked.connect(self.dismiss)
        self._close.clicked.connect(self.declined)
        self._signs = QWidget()
        signs = QHBoxLayout(self._signs)
        signs.setContentsMargins(0, 0, 0, 0)
        signs.setSpacing(11)
        signs.addWidget(self.log)
        signs.addWidget(self._close)
        grid = self._grid = QGridLayout(self)
        grid.setContentsMargins(14, 9, 8, 9)
        grid.setHorizontalSpacing(11)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        self._stack(BESIDE)

    def _stack(self, places: Places) -> None:
        """Put sign and buttons beside the texts, or below them."""
        if places is self._places:
            return
        self._places = places
        parts = self._sign, self._words, self.button, self._signs
        for part in parts:
            self._grid.removeWidget(part)
        for part, place in zip(parts, places, strict=True):
            self._grid.addWidget(part, *place)

    def _fitting(self) -> Places:
        """Where the parts stand, so that there is room for words and for the whole button."""
        grid, margins = self._grid, self._grid.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        for part in (self._sign, self._signs, self.button):
            if part is not self.button or self._act is not None:
                room -= part.sizeHint().width() + grid.horizontalSpacing()
        if room >= LEAST_WORDS:
            return BESIDE
        return BELOW if room >= 0 else FAR_BELOW

    # -- what it says

    def show_error(
        self, error: IsofrontError, act_label: str = "", act: Callable[[], None] | None = None
    ) -> None:
        """Show an error with its advice, and a remedy as a button."""
        logging.getLogger(__name__).error("%s", error.one_line())
        where, found, advice = map(told, (error.where, error.found, error.advice))
        self.say(ERROR, f"{where}: {found}" if where else found, advice, act_label, act)

    def say(
        self,
        kind: str,
        title: str,
        advice: str = "",
        act_label: str = "",
        act: Callable[[], None] | None = None,
        *,
        stays: bool = False,
        until_edit: bool = False,
    ) -> None:
        """Show a message of a kind: ERROR, NOTE or DONE.

        stays : until it is dismissed or another takes its place, as errors do.
        until_edit : it means nothing any more after the next edit.
        """
        if kind != ERROR:
            logging.getLogger(__name__).info("%s", f"{title} {advice}".strip())
        self.kind, self._act = kind, act
        self.log.setVisible(kind == ERROR)
        self._until_edit = until_edit or kind == ERROR
        self.title.setText(as_sentence(title))
        self.advice.setText(advice)
        self.advice.setVisible(bool(advice))
        self.button.setText(act_label)
        self.button.setVisible(act is not None)
        self._restyle()
        self.show()
        self.raise_()
        self.shown.emit()
        self._timer.stop()
        if kind != ERROR and not stays:
            self._timer.start(NOTE_MS)

    def fit(self, room: int) -> None:
        """Be as high as the texts are, and no higher than `room` pixels: what is longer scrolls."""
        wanted = self.wanted_height()
        self._words.set_scrolling(wanted > room)
        self.setFixedHeight(min(wanted, room))

    def wanted_height(self) -> int:
        """How high it must be for its texts at its width."""
        for label in (self.title, self.advice):
            label.ensurePolished()  # until then it has other letters
            label.updateGeometry()
        self._words.forget_heights()
        self._stack(self._fitting())
        self._grid.activate()  # what lies in it remembers the heights of the texts before
        return max(self._grid.heightForWidth(self.width()), self._grid.sizeHint().height())

    def text(self) -> str:
        """What is shown, empty when nothing is."""
        return f"{self.title.text()} {self.advice.text()}".strip() if not self.isHidden() else ""

    def shows(self, title: str) -> bool:
        """Whether a message of a title, as given to `say`, is shown."""
        return not self.isHidden() and self.title.text() == as_sentence(title)

    def outdate(self) -> None:
        """Something went well since: an error no longer holds; what went well stays its time."""
        if self._until_edit:
            self.dismiss()

    def dismiss(self) -> None:
        self._timer.stop()
        self.hide()
        self.dismissed.emit()

    def _do(self) -> None:
        act = self._act
        self.dismiss()
        if act is not None:
            act()

    # -- look

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._restyle()

    def _restyle(self) -> None:
        colours = theme.current()
        tint = {ERROR: colours.error, NOTE: colours.accent, DONE: colours.good}[self.kind]
        sheet = (
            f"#messageBar {{ background: {colours.panel}; border: 1px solid {colours.border};"
            f" border-left: 4px solid {tint}; border-radius: 8px; }}"
            f"#messageTitle {{ color: {colours.text}; font-weight: 600; }}"
            f"#messageAdvice {{ color: {colours.muted}; }}"
        )
        if sheet != self.styleSheet():  # setting one raises another PaletteChange
            self.setStyleSheet(sheet)
            self._sign.setPixmap(pixmap(ICONS[self.kind], tint, 22))
            self.log.setIcon(pixmap("log", colours.muted, 16))
            self._close.setIcon(pixmap("close", colours.muted, 16))


class _Page(QWidget):
    """Is as high as its texts are at its width, and not as they were at the width before."""

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(0, 0)


class _Words(QScrollArea):
    """Texts beneath each other, as high as they are; they scroll where there is less room."""

    def __init__(self, *labels: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.set_scrolling(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        page = _Page()
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(1)
        for label in labels:
            self._column.addWidget(label)
        self.setWidget(page)
        for part in (page, self.viewport()):
            part.setAutoFillBackground(False)  # the bar has a colour of its own
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_scrolling(self, wanted: bool) -> None:
        """Have a scroll bar or none: Qt keeps one without need, as lines are shorter beside it."""
        policies = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policies.ScrollBarAlwaysOn if wanted else policies.ScrollBarAlwaysOff
        )

    def forget_heights(self) -> None:
        """Other texts have other heights."""
        self._column.invalidate()
        self.updateGeometry()

    def heightForWidth(self, width: int) -> int:  # noqa: N802  Qt's name
        return self._column.heightForWidth(width)

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(LEAST_WORDS, 0)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return QSize(0, 0)


def as_sentence(title: str) -> str:
    """Begins with a capital, unless the name of a file comes first."""
    first = title.split(maxsplit=1)[0].rstrip(":,.") if title.strip() else ""
    return title if "." in first else title[:1].upper() + title[1:]
