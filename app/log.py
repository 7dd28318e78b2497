"""The program's log: the newest lines in memory, for the window, and all of them in a file.

What is told goes through `logging` of the standard library: `logging.getLogger(__name__)` in any
module, and whatever libraries warn of.
"""

from __future__ import annotations

import logging
import os
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path

from platformdirs import user_log_dir

KEPT = 2000
"""Lines that are kept in memory; the file has more."""

FILE_BYTES, OLD_FILES = 1 << 20, 2
"""Bytes at which a file of the log is put aside, and how many such files there are."""

OURS = ("app", "core", "gpu", "raster", "road", "ui")
"""Packages whose notes are heard; of libraries only warnings and errors are."""

FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


@dataclass(frozen=True, slots=True)
class LogLine:
    """What was told at once. level : of `logging`. text : with time, source and any traceback."""

    level: int
    text: str


class Log(logging.Handler):
    """The newest lines. told : how many there have been since the beginning.

    file : where all lines are written; None where nothing can be.
    """

    def __init__(self, file: Path | None) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter(FORMAT))
        self.file = file
        self.told = 0
        self._lines: deque[LogLine] = deque(maxlen=KEPT)
        self._guard = threading.Lock()

    def emit(self, record: logging.LogRecord) -> None:
        line = LogLine(record.levelno, self.format(record))
        with self._guard:
            self._lines.append(line)
            self.told += 1

    def lines(self, least: int = logging.INFO) -> list[LogLine]:
        """The newest lines of at least a level, the oldest first. For any thread."""
        with self._guard:
            return [line for line in self._lines if line.level >= least]


class _QuietFile(RotatingFileHandler):
    """A full disk, or another window that has put the file aside, is no reason for words."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  the library's name
        self.acquire()
        try:
            self.stream = None  # opened again for the next line
        finally:
            self.release()


_current = Log(None)


def current() -> Log:
    """The log that is being kept; an empty one where none is."""
    return _current


def log_file() -> Path:
    """Where the log is written: $ISOFRONT_LOG_DIR, else where the system keeps logs of a user."""
    named = os.environ.get("ISOFRONT_LOG_DIR")
    return Path(named or user_log_dir("isofront", appauthor=False)) / "isofront.log"


@contextmanager
def kept(file: Path | None = None) -> Iterator[Log]:
    """Keep the log while the body runs; no handler stays behind. file : None for `log_file()`."""
    global _current
    target = file or log_file()
    handlers: list[logging.Handler] = []
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        written = _QuietFile(
            target, maxBytes=FILE_BYTES, backupCount=OLD_FILES, encoding="utf-8",
            errors="backslashreplace",
        )  # fmt: skip
        written.setLevel(logging.INFO)
        written.setFormatter(logging.Formatter(FORMAT))
        handlers.append(written)
    except OSError:
        log = Log(None)
    else:
        log = Log(target)
    handlers.append(log)
    before, _current = _current, log
    root, ours = logging.getLogger(), [logging.getLogger(name) for name in OURS]
    levels = [(logger, logger.level) for logger in ours]
    for handler in handlers:
        root.addHandler(handler)
    for logger in ours:
        logger.setLevel(logging.INFO)
    try:
        yield log
    finally:
        for logger, level in levels:
            logger.setLevel(level)
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()
        _current = before
