"""The status bar: what lies under the pointer, what runs, and a button to stop it."""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QProgressBar, QStatusBar, QToolButton, QWidget

from ui import theme
from ui.told import told
from ui.widgets.fitted import Fitted, Steady
from ui.widgets.icons import icon

WIDE, MEDIUM = 1150, 800
"""Least widths in pixels: of a bar in which places, speeds and times keep a width that does not
follow their text, in a narrower one half of it is left to what runs; and of one that has room for
longitude and latitude beside them."""

QUIET_SECONDS = 0.15
"""Seconds below which work shows no progress: a flicker would say nothing."""


class StatusLine(QStatusBar):
    """Position, speed and time on the left; state, progress and CRS on the right."""

    cancel_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self.setContentsMargins(10, 0, 4, 0)
        self._widths: dict[Steady, int] = {}
        self.position = self._label(self.tr("Position under the pointer"), 190)
        self.globe = Steady()
        self.globe.setAccessibleName(self.tr("Longitude and latitude under the pointer"))
        self.globe.setContentsMargins(0, 0, 14, 0)
        self.addWidget(self.globe)
        self.speed = self._label(self.tr("Speed under the pointer"), 90)
        self.time = self._label(self.tr("Travel time under the pointer"), 130)
        self.state = Steady()
        self.state.setAccessibleName(self.tr("State"))
        self.crs = Fitted()
        self.crs.setAccessibleName(self.tr("Coordinate reference system"))
        self.progress = QProgressBar()
        self.progress.setFixedWidth(150)
        self.progress.setMaximumHeight(14)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress"))
        self.cancel = QToolButton()
        self.cancel.setAutoRaise(True)
        self.cancel.setText(self.tr("Cancel"))
        self.cancel.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.cancel.setAccessibleName(self.tr("Cancel"))
        self.cancel.setToolTip(self.tr("Stop everything that is running (Esc)"))
        self.cancel.clicked.connect(self.cancel_wanted)
        for label in (self.state, self.crs):
            label.setContentsMargins(8, 0, 8, 0)
        for widget in (self.state, self.progress, self.cancel, self.crs):
            self.addPermanentWidget(widget)
        self._began = 0.0
        self._lasting = ""
        self._restyle()
        self.show_idle()

    def _label(self, name: str, width: int) -> Steady:
        label = Steady(width)
        self._widths[label] = width
        label.setAccessibleName(name)
        self.addWidget(label)
        return label

    def show_place(self, position: str, speed: str, time: str) -> None:
        """What lies under the pointer; empty texts where it is not over the raster."""
        self.position.setText(position)
        self.speed.setText(speed)
        self.time.setText(time)

    def show_globe(self, words: str) -> None:
        """Longitude and latitude of the same place; "" where the CRS counts them itself."""
        self.globe.setText(words)

    def show_progress(self, what: str, fraction: float, *, stoppable: bool = True) -> None:
        """Something runs: `fraction` of it is done, -1 where unknown."""
        if not self._began:
            self._began = time.monotonic()
        if time.monotonic() - self._began < QUIET_SECONDS:
            return
        what = told(what)
        self.state.setText(what[:1].upper() + what[1:])
        if fraction < 0:
            self.progress.setRange(0, 0)
        else:
            self.progress.setRange(0, 1000)
            self.progress.setValue(round(fraction * 1000))
        self.progress.show()
        self.cancel.setVisible(stoppable)

    def show_idle(self, state: str | None = None) -> None:
        """Nothing runs; the last state given comes back where none is."""
        self._began = 0.0
        self.progress.hide()
        self.cancel.hide()
        if state is not None:
            self._lasting = state
        self.state.setText(self._lasting)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        narrow = self.width() < WIDE
        for label, width in self._widths.items():
            label.keep(width // 2 if narrow else width, loose=narrow)
        for label in (self.globe, self.state):
            label.keep(0, loose=narrow)
        self.globe.setVisible(self.width() >= MEDIUM)
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "cancel"):
            self._restyle()

    def _restyle(self) -> None:
        colours = theme.current()
        self.cancel.setIcon(icon("stop", colours.error))
        for label in (self.state, self.crs):
            sheet = f"color: {colours.muted};"
            if label.styleSheet() != sheet:
                label.setStyleSheet(sheet)
