"""The Qt application itself: its look, faults nobody caught, pictures without a screen."""

from __future__ import annotations

import logging
import os
import platform
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import (
    QBuffer,
    QEventLoop,
    QIODevice,
    QMessageLogContext,
    QtMsgType,
    qInstallMessageHandler,
    qVersion,
)
from PySide6.QtGui import QColor, QIcon, QImage, QPalette
from PySide6.QtWidgets import QApplication

from app import log
from app.arenas import share_arenas
from app.settings import VERSION, debug_wanted
from app.solving.request import Options
from app.units import read_in
from app.user_errors import as_user_error
from core.errors import IsofrontError
from core.files.atomic_write import atomic_write, not_written
from gpu.device import devices
from resources.paths import path
from ui import preferences, theme
from ui.language import speak

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
    arguments: Sequence[str],
    scheme: str | None = None,
    on_screen: bool = True,
    language: str | None = None,
) -> QApplication:
    """The one QApplication, made at the first call and dressed.

    scheme : one of `theme.SCHEMES`; None for what the user chose.
    on_screen : False needs no display.
    language : one of `language.LANGUAGES`, SYSTEM for that of the system; None leaves English.
    """
    app = QApplication.instance()
    if app is None:
        if not on_screen:
            os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        app = QApplication(list(arguments) or ["isofront"])
        sys.setswitchinterval(SWITCH_SECONDS)
        share_arenas()
        app.setApplicationName("Isofront")
        app.setApplicationDisplayName("Isofront")
        app.setOrganizationName("Isofront")
        app.setDesktopFileName("isofront")
        app.setWindowIcon(QIcon(str(path("icons/isofront.svg"))))
        theme.follow_system(app)
        if language is not None:
            speak(app, language)
    assert isinstance(app, QApplication)
    theme.apply(app, scheme or preferences.colour_scheme())
    if on_screen:  # what a command line draws is in the units that it asks for
        read_in(preferences.unit_system())
    outline_controls()
    return app


def options_at_first(remembered: bool) -> Options:
    """How to solve at first; a GPU that is remembered and gone is not insisted on."""
    if not remembered:
        return Options()
    index, mib = preferences.gpu_choice()
    usable = {d.index for d in devices() if d.backend == "gpu" and d.usable}
    backend = preferences.backend()
    if backend == "gpu" and not usable:
        backend = "auto"
    return Options(backend=backend, device=index if index in usable else None, gpu_memory_mib=mib)


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


@contextmanager
def log_of_window() -> Iterator[None]:
    """Keep the log while the body runs, with what Qt says in it; Qt's words are printed, too."""
    levels = {
        QtMsgType.QtDebugMsg: logging.DEBUG,
        QtMsgType.QtInfoMsg: logging.INFO,
        QtMsgType.QtWarningMsg: logging.WARNING,
    }

    def hear(kind: QtMsgType, _where: QMessageLogContext, words: str) -> None:
        logging.getLogger("Qt").log(levels.get(kind, logging.ERROR), "%s", words)
        print(words, file=sys.stderr)

    with log.kept():
        logging.getLogger(__name__).info(
            "Isofront %s, Python %s, Qt %s, %s",
            VERSION, platform.python_version(), qVersion(), platform.platform(),
        )  # fmt: skip
        before = qInstallMessageHandler(hear)
        try:
            yield
        finally:
            qInstallMessageHandler(before)


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


def png_of(picture: QImage) -> bytes:
    """A picture as PNG; empty where it could not be encoded."""
    encoded = QBuffer()
    encoded.open(QIODevice.OpenModeFlag.WriteOnly)
    done = picture.save(encoded, "PNG")  # type: ignore[call-overload]  # takes text
    return bytes(encoded.data().data()) if done else b""


def save_picture(picture: QImage, target: Path) -> None:
    """Write a PNG beside the target and put it in its place; raises ExportError."""
    # In memory first: the library of PNG tells what it cannot write to standard error.
    encoded = png_of(picture)
    if not encoded:
        raise not_written(target, OSError("the picture could not be encoded"))
    with atomic_write(target) as part:
        part.write_bytes(encoded)
