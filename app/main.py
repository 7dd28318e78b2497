"""Composition root: hands the window to the command line. The only file that imports `ui`."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.exit_status import INTERRUPTED
from app.cli.window import Pictures
from app.settings import debug_wanted

if TYPE_CHECKING:  # Qt and the solvers load when a command asks for them
    from app.bands import Bands
    from app.solving.solved import Solved
    from core.trace import Event


class QtWindow:
    """The window of `ui`, loaded when first asked for. shown : whether it was opened."""

    shown = False

    def open(
        self,
        path: str | None,
        *,
        sample: str,
        language: str = "",
        scenario: str | None = None,
    ) -> int:
        from ui.running.starting import run

        # The window has no Ctrl-C of its own; from a terminal it ends the process at once.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        self.shown = True
        return run(path, sample=sample, language=language, scenario=scenario)

    def show_tour(self, *, loop: bool) -> int:
        from ui.running.starting import run_tour

        signal.signal(signal.SIGINT, signal.SIG_DFL)
        self.shown = True
        return run_tour(loop=loop)

    def draw_sample(
        self, out_png: Path, solved: Solved, bands: Bands, events: Sequence[Event]
    ) -> None:
        _quiet_qt()
        from ui.showing import render_sample

        render_sample(out_png, solved, bands, events)

    def pictures(self) -> Pictures:
        _quiet_qt()
        from ui import rendering

        return rendering


def _quiet_qt() -> None:
    """Qt's platform without a screen remarks on every window it makes; nobody can act on that."""
    if not debug_wanted():
        os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")


def main(argv: Sequence[str] | None = None) -> int:
    """Run Isofront; returns the exit status.

    argv : words after the program's name. None takes those of this process, which then belongs to
        Isofront: the interrupt handler is ours, and what an interrupt left running ends with it.
    """
    owned, window = argv is None, QtWindow()
    try:
        if owned:  # a shell starts background jobs with interrupts ignored
            signal.signal(signal.SIGINT, signal.default_int_handler)
        from app.cli.run import run

        status = run(sys.argv[1:] if argv is None else argv, window)
    except KeyboardInterrupt:  # before or after `run`, which handles its own
        print("interrupted; nothing was written", file=sys.stderr)
        status = INTERRUPTED
    if owned and status == INTERRUPTED:
        # Not by the interpreter's orderly end: it would crash over a thread still in compiled code,
        # and die of the signal where the interrupt had met an `exec` of the standard library.
        print(end="", flush=True)
        os._exit(status)
    if owned and window.shown:
        # What was to be kept is written. To take Qt and what is compiled apart piece by piece takes
        # two seconds, in which the user waits for a shell, or for the next start.
        atexit._run_exitfuncs()
        print(end="", flush=True)
        os._exit(status)
    return status
