"""From the command to the window: a sign of life at once, while all else is loaded."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QLabel

from app.solving.warming.ahead import RASTERS, compile_beside
from core.files.suffixes import ROADS
from resources.paths import SAMPLE_ROADS
from resources.paths import path as resource
from ui import preferences, theme
from ui.application import application, catch_faults, log_of_window
from ui.running import roads_beside

SIZE = QSize(360, 190)
"""Pixels of the sign without magnification."""

SEEN_SECONDS = 0.1
"""Seconds that are waited at most until the screen shows the sign."""

QUIET_MS = 500
"""Milliseconds after which a window that nobody had open anything makes ready what the first file
needs: until then it is drawn itself."""


OTHER_SAMPLES = {"roads": SAMPLE_ROADS.name}
"""Files of the samples that are no rasters, by name."""


def run(path: str | None, *, sample: str, language: str = "", scenario: str | None = None) -> int:
    """Show the window until it is closed, with a file or a sample, "" for none; returns the exit
    status.

    language : "" for what the user chose. scenario : of a project, None for the one it opens.
    """
    with log_of_window():
        app = application(sys.argv, language=language or preferences.language())
        with loading(app) as splash:
            file = path or OTHER_SAMPLES.get(sample, "")
            compile_beside(roads_beside.ROADS if file.lower().endswith(ROADS) else RASTERS)
            from ui.main_window import MainWindow
            from ui.running.garbage import GarbageAtRest
            from ui.showing import TourDoor

            GarbageAtRest(app)
            window = MainWindow()
            TourDoor(window)
            window.ends_process = True
            catch_faults(window.state.show_error)
            window.show()
            splash.close()
        if path is not None and scenario is not None:
            window.projects.open(Path(path), scenario=scenario)
        elif path is not None:
            window.open_path(path)
        elif sample:
            window.open_sample(sample)
        else:
            QTimer.singleShot(QUIET_MS, window.opener.warm_up)
        return app.exec()


def run_tour(*, loop: bool) -> int:
    """Show the tour until its window is closed; returns the exit status. loop : again and again."""
    with log_of_window():
        app = application(sys.argv, language=preferences.language())
        with loading(app) as splash:
            compile_beside()
            from ui.running.garbage import GarbageAtRest
            from ui.showing import begin_tour

            GarbageAtRest(app)
            tour = begin_tour(loop=loop)
            tour.window.ends_process = True
            catch_faults(tour.window.state.show_error)
            splash.close()
        return app.exec()


@contextmanager
def loading(app: QApplication) -> Iterator[QLabel]:
    """Shows the name of the program while it is loaded.

    A plain window: `QSplashScreen` makes the program wait for a whole second when it is shown.

    No garbage is looked for meanwhile: nearly all that is made stays, and to look through it took a
    sixth of the time. What stays is not looked through right after either (`ui.running.garbage`).
    """
    splash = QLabel(None, Qt.WindowType.SplashScreen | Qt.WindowType.FramelessWindowHint)
    splash.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
    splash.setPixmap(_picture(app.devicePixelRatio()))
    splash.resize(SIZE)
    splash.move(splash.screen().availableGeometry().center() - splash.rect().center())
    splash.show()
    until = time.monotonic() + SEEN_SECONDS
    while not splash.windowHandle().isExposed() and time.monotonic() < until:
        app.processEvents()
    app.processEvents()
    gc.disable()
    try:
        yield splash
    finally:
        gc.freeze()
        gc.enable()
        splash.close()
        splash.deleteLater()


def _picture(ratio: float) -> QPixmap:
    colours = theme.current()
    picture = QPixmap(SIZE * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(QColor(colours.panel))
    painter = QPainter(picture)
    try:  # Qt ends the process where a device goes while it is painted on
        whole = QRectF(0, 0, SIZE.width(), SIZE.height())
        painter.setPen(QColor(colours.border))
        painter.drawRect(whole.adjusted(0.5, 0.5, -0.5, -0.5))
        QIcon(str(resource("icons/isofront.svg"))).paint(painter, 148, 28, 64, 64)
        font = QFont(painter.font())
        for text, top, points, tone in (
            ("Isofront", 104.0, 18.0, colours.text),
            (QCoreApplication.translate("Splash", "Starting…"), 144.0, 9.5, colours.muted),
        ):
            font.setPointSizeF(points)
            painter.setFont(font)
            painter.setPen(QColor(tone))
            line = QRectF(0, top, whole.width(), 34)
            painter.drawText(line, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, text)
    finally:
        painter.end()
    return picture
