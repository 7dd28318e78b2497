"""The Qt application itself: its look, faults nobody caught, pictures without a screen."""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QBuffer, QEventLoop, QIODevice
from PySide6.QtGui import QColor, QIcon, QImage, QPalette
from PySide6.QtWidgets import QApplication

from app.settings import debug_wanted
from app.user_errors import as_user_error
from core.errors import IsofrontError
from core.files.atomic_write import atomic_write, not_written
from resources.paths import path
from ui import preferences, theme

OUTLINED = (
    "QCheckBox", "QRadioButton", "QLineEdit", "QAbstractSpinBox", "QComboBox", "QPushButton",
    "QSlider",
)  # fmt: skip
OUTLINE_LIGHTER = 200  # per cent

SETTLE_SECONDS = 0.4  # timers that wait for a next edit have fired by then
PATIENCE_SECONDS = 20.0

SWITCH_SECONDS = 0.0005
"""Seconds after which a thread has to let another use the interpreter. By default ten times that,
so that what a solver or a painter has ready would wait for the window at each of its steps."""


def application(
    arguments: Sequence[str], scheme: str | None = None, on_screen: bool = True
) -> QApplication:
    """The one QApplication, made at the first call and dressed.

    scheme : one of `theme.SCHEMES`; None for what the user chose.
    on_screen : False needs no display.
    """
    app = QApplication.instance()
    if app is None:
        if not on_screen:
            os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        app = QApplication(list(arguments) or ["isofront"])
        sys.setswitchinterval(SWITCH_SECONDS)
        app.setApplicationName("Isofront")
        app.setApplicationDisplayName("Isofront")
        app.setOrganizationName("Isofront")
        app.setDesktopFileName("isofront")
        app.setWindowIcon(QIcon(str(path("icons/isofront.svg"))))
        theme.follow_system(app)
    assert isinstance(app, QApplication)
    theme.apply(app, scheme or preferences.colour_scheme())
    outline_controls()
    return app


def outline_controls() -> None:
    """Let the edges of controls be seen in the dark: Fusion draws them darker than the window.

    To be called again whenever the palette of the application was set.
    """
    colours = theme.current()
    if not colours.is_dark:
        return
    outlined = theme.palette(colours)
    outlined.setColor(QPalette.ColorRole.Window, QColor(colours.border).lighter(OUTLINE_LIGHTER))
    for control in OUTLINED:
        QApplication.setPalette(outlined, control)  # type: ignore[arg-type]  # takes text


def catch_faults(show: Callable[[IsofrontError], None]) -> None:
    """Show exceptions that nobody caught in the window instead of losing them."""

    def caught(
        kind: type[BaseException], fault: BaseException, trace: TracebackType | None
    ) -> None:
        if trace is None:
            return  # of a compiled callback of a library, which goes on (see `app.cli.run`)
        if debug_wanted() or not isinstance(fault, Exception):
            traceback.print_exception(kind, fault, trace)
        if isinstance(fault, Exception):
            show(as_user_error(fault))

    sys.excepthook = caught


def finish_events(done: Callable[[], bool]) -> None:
    """Serve events until all that was set off is done."""
    began = rested = time.monotonic()
    while (now := time.monotonic()) - began < PATIENCE_SECONDS:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        if not done():
            rested = now
        elif now - rested > SETTLE_SECONDS:
            return
        time.sleep(0.005)


def save_picture(picture: QImage, target: Path) -> None:
    """Write a PNG beside the target and put it in its place; raises ExportError."""
    # In memory first: the library of PNG tells what it cannot write to standard error.
    encoded = QBuffer()
    encoded.open(QIODevice.OpenModeFlag.WriteOnly)
    if not picture.save(encoded, "PNG"):  # type: ignore[call-overload]  # takes text
        raise not_written(target, OSError("the picture could not be encoded"))
    with atomic_write(target) as part:
        part.write_bytes(encoded.data().data())
