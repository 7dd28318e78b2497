"""A progress line on a terminal; silent everywhere else."""

from __future__ import annotations

import shutil
import time
from typing import TextIO

REDRAW_SECONDS = 0.1
"""Seconds between two pictures of the progress bar: ten a second look alive and cost nothing."""

BAR_WIDTH = 28


class ProgressBar:
    """One line, drawn over itself, on `stream` where that is a terminal.

    Nothing is drawn in the first tenth of a second, so that quick commands leave no flicker.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream if stream is not None and stream.isatty() else None
        self._drawn = 0
        self._last = time.monotonic()
        self._label = ""
        self._since = self._last

    def show(self, fraction: float, label: str) -> None:
        """Draw `label` and a bar, or the seconds it takes where `fraction` is negative."""
        now = time.monotonic()
        label = label[:1].upper() + label[1:]
        if label != self._label:
            self._label, self._since = label, now
        if self._stream is None or now - self._last < REDRAW_SECONDS:
            return
        self._last = now
        self._draw(self._line(fraction, now - self._since))

    def clear(self) -> None:
        """Leave an empty line, so that a message can follow."""
        if self._stream is not None and self._drawn:
            self._write("\r" + " " * self._drawn + "\r")
        self._drawn = 0

    def _line(self, fraction: float, seconds: float) -> str:
        if fraction < 0:
            return f"{self._label} … {seconds:.0f} s"
        fraction = min(fraction, 1.0)
        full = round(fraction * BAR_WIDTH)
        return f"{self._label} [{'#' * full}{'.' * (BAR_WIDTH - full)}] {fraction:4.0%}"

    def _draw(self, line: str) -> None:
        width = shutil.get_terminal_size().columns - 1  # a full line would wrap and scroll
        line = line[:width]
        self._write("\r" + line.ljust(min(self._drawn, width)))
        self._drawn = len(line)

    def _write(self, text: str) -> None:
        assert self._stream is not None
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):  # the terminal went away: work on without it
            self._stream = None
