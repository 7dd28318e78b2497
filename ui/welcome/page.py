"""What the window shows before a terrain is open."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from resources.paths import path
from ui import theme
from ui.welcome.recent_files import RecentFiles
from ui.widgets.form import Hint
from ui.widgets.icons import icon

LOGO = 88
LINE = 440  # pixels of a line that is read with ease

INSETS = 18, 5
"""Pixels from the edge of the page to its frame: usually, and where the page is hardly wider than
what it says, which would stand on the frame."""


class Logo(QWidget):
    """The application's sign, sharp at any scale factor."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(LOGO, LOGO)
        self._drawing = QSvgRenderer(str(path("icons/isofront.svg")), self)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        self._drawing.render(painter)
        painter.end()


class Welcome(QWidget):
    """Open, take a recent file or a sample, see the tour, or drop a file."""

    open_wanted = Signal()
    sample_wanted = Signal(str)  # "terrain" or "roads"
    tour_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = QLabel(self.tr("How far can you get?"))
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 2.0)
        font.setWeight(font.Weight.DemiBold)
        title.setFont(font)
        words = Hint(
            self.tr(
                "Open a velocity raster, km/h in each cell, or a road graph, and click a start. "
                "Isofront shows what can be reached, and when."
            )
        )
        words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._open = QPushButton(self.tr("Open a file…"))
        self._open.setObjectName("primary")
        self._open.setToolTip(self.tr("Open a velocity raster or a road graph (Ctrl+O)"))
        self._open.clicked.connect(self.open_wanted)
        self.sample_button = QPushButton(self.tr("Sample terrain"))
        self.sample_button.setToolTip(self.tr("A made-up island of 15 km with a start set"))
        self.sample_button.clicked.connect(lambda: self.sample_wanted.emit("terrain"))
        self.roads_button = QPushButton(self.tr("Sample roads"))
        self.roads_button.setToolTip(self.tr("The roads of the same island with a start set"))
        self.roads_button.clicked.connect(lambda: self.sample_wanted.emit("roads"))
        self.tour_button = QPushButton(self.tr("Demo tour"))
        self.tour_button.setToolTip(self.tr("Two minutes by itself; any key or click ends it"))
        self.tour_button.clicked.connect(self.tour_wanted)
        self.recents = RecentFiles()
        self._drop = Hint(
            self.tr("or drop a file here: GeoTIFF, ASCII grid, OSM, DIMACS, GeoPackage, …")
        )
        buttons = QGridLayout()  # two in a row: the page suits a small window, too
        buttons.setSpacing(10)
        buttons.setColumnStretch(0, 1)
        buttons.setColumnStretch(3, 1)
        offered = (self._open, self.tour_button, self.sample_button, self.roads_button)
        for place, button in enumerate(offered):
            buttons.addWidget(button, place // 2, 1 + place % 2)
        middle = Qt.AlignmentFlag.AlignHCenter
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addStretch(1)
        layout.addWidget(Logo(), 0, middle)
        layout.addSpacing(6)
        layout.addWidget(title, 0, middle)
        layout.addLayout(_centred(words))
        layout.addSpacing(10)
        layout.addLayout(buttons)
        self._drop.setAlignment(middle)
        layout.addLayout(_centred(self._drop))
        layout.addSpacing(6)
        layout.addLayout(_centred(self.recents))
        layout.addStretch(1)
        self._restyle()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        """A dashed frame says that files can be dropped."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(theme.mix(theme.current().border, theme.current().muted, 0.25), 1.5)
        pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        inset = INSETS[self.width() < LINE]
        painter.drawRoundedRect(self.rect().adjusted(inset, inset, -inset, -inset), 14, 14)
        painter.end()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_drop"):
            self._restyle()

    def _restyle(self) -> None:
        colours = theme.current()
        sheet = (
            f"QPushButton {{ padding: 8px 18px; border-radius: 8px; font-weight: 600;"
            f" color: {colours.text}; background: {colours.panel};"
            f" border: 1px solid {colours.border}; }}"
            f"QPushButton:hover {{ background: {colours.accent_soft}; }}"
            f"QPushButton:focus {{ border-color: {colours.accent}; }}"
            f"QPushButton#primary {{ color: {colours.accent_text};"
            f" background: {colours.accent}; border-color: {colours.accent}; }}"
        )
        for button, name, colour in (
            (self._open, "open", colours.accent_text),
            (self.sample_button, "sample", colours.text),
            (self.roads_button, "path", colours.text),
            (self.tour_button, "play", colours.text),
        ):
            if sheet != button.styleSheet():
                button.setStyleSheet(sheet)
                button.setIcon(icon(name, colour))


def _centred(words: QWidget) -> QHBoxLayout:
    """Something in the middle, no wider than is read with ease."""
    words.setMaximumWidth(LINE)
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(words, LINE)  # all there is, up to its width
    row.addStretch(1)
    return row
