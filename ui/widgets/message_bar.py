"""Errors and notes in the window: what was found, what to do, and a button that does it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
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

ERROR, NOTE, DONE = "error", "note", "done"
ICONS = {ERROR: "warning", NOTE: "info", DONE: "check"}


class MessageBar(QFrame):
    """One message at a time; the newest wins."""

    shown = Signal()
    dismissed = Signal()
    log_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageBar")
        self.setAccessibleName(self.tr("Message"))
        self.kind = NOTE
        self._until_edit = False
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
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self.title)
        words.addWidget(self.advice)
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
        row = self._row = QHBoxLayout(self)
        row.setContentsMargins(14, 9, 8, 9)
        row.setSpacing(11)
        row.addWidget(self._sign)
        row.addLayout(words, 1)
        row.addWidget(self.button)
        row.addWidget(self.log)
        row.addWidget(self._close)

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

    def wanted_height(self) -> int:
        """How high it must be for its texts at its width."""
        for label in (self.title, self.advice):
            label.ensurePolished()  # until then it has other letters
            label.updateGeometry()
        self._row.activate()  # what lies in it remembers the heights of the texts before
        return max(self._row.heightForWidth(self.width()), self._row.sizeHint().height())

    def text(self) -> str:
        """What is shown, empty when nothing is."""
        return f"{self.title.text()} {self.advice.text()}".strip() if not self.isHidden() else ""

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


def as_sentence(title: str) -> str:
    """Begins with a capital, unless the name of a file comes first."""
    first = title.split(maxsplit=1)[0].rstrip(":,.") if title.strip() else ""
    return title if "." in first else title[:1].upper() + title[1:]
