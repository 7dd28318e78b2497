"""From the words of a command line to an exit status; every failure becomes one line."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from types import TracebackType

from app.cli.arguments import WINDOW, parse
from app.cli.exit_status import BAD_INPUT, DONE, FAULT, INTERRUPTED
from app.cli.foreground import Foreground
from app.cli.standard_error import kept_for_us
from app.cli.window import WindowService
from app.progress_bar import ProgressBar
from app.settings import debug_wanted, quiet_gdal
from app.units import METRIC, shown_in
from core.errors import CancelledError, InputError, IsofrontError
from core.files.atomic_write import from_system
from core.files.links import following_links


def run(words: Sequence[str], window: WindowService) -> int:
    """Serve one command line; returns its exit status and raises nothing."""
    _say_anything()
    foreground = Foreground()
    try:
        status = _serve(words, foreground, window)
        print(end="", flush=True)  # here a full disk is still a line, and not at exit
        return status
    except SystemExit as left:  # argparse, after --help and --version
        return left.code if isinstance(left.code, int) else DONE
    except (KeyboardInterrupt, CancelledError):
        return _interrupted(foreground)
    except BrokenPipeError:
        return _unheard()
    except Exception as error:
        return _failed(error, foreground)


def _serve(words: Sequence[str], foreground: Foreground, window: WindowService) -> int:
    arguments = parse(words)
    module, _, function = arguments.run.partition(":")
    links = following_links(getattr(arguments, "allow_links", False))
    read = shown_in(getattr(arguments, "show_in", METRIC.name))
    with _quiet_libraries(arguments.run == WINDOW), links, read:
        foreground.bar = ProgressBar(sys.stderr)
        serve = getattr(importlib.import_module(module), function)
        return int(serve(arguments, foreground, window))


def _interrupted(foreground: Foreground) -> int:
    written = ", ".join(foreground.written)
    kept = f"complete: {written}" if written else "nothing was written"
    print(f"interrupted; {kept}", file=sys.stderr)
    return INTERRUPTED


def _failed(error: Exception, foreground: Foreground) -> int:
    shown = error if isinstance(error, IsofrontError) else fault_of(error)
    ours = type(shown) is IsofrontError  # its children are errors that the user can cure
    if debug_wanted():
        traceback.print_exception(error)
    hint = " ISOFRONT_DEBUG=1 shows where it happened." if ours and not debug_wanted() else ""
    line = shown.one_line()
    prefix = "" if line.startswith("isofront") else "isofront: "
    kept = f" Complete: {', '.join(foreground.written)}." if foreground.written else ""
    print(f"{prefix}{line}{kept}{hint}", file=sys.stderr)
    return FAULT if ours else BAD_INPUT


def fault_of(error: Exception) -> IsofrontError:
    """What no command foresaw. (`app.solving.jobs` does this for the window, but loads the
    solvers: too much to ask of an installation that may be what is broken.)"""
    if isinstance(error, ImportError):
        foreign = "shared object" in str(error)  # a library of the system's, not of ours
        word = "system-packages" if foreign else "install"
        advice = f"Run `python3 start.py {word}`."
        return IsofrontError(f"the installation is incomplete: {error}", advice=advice)
    if isinstance(error, MemoryError):
        return InputError(
            "not enough memory",
            advice="Close other programs, choose out-of-core, or cut the raster to a smaller part.",
        )
    if isinstance(error, OSError):
        return from_system(error, "standard output")
    return IsofrontError(
        f"internal error: {type(error).__name__}: {error}",
        advice="Please report it with the command that led here.",
    )


def _unheard() -> int:
    """The reader of our output left, as `| head` does: no reason for words."""
    # What is still buffered must go nowhere, or the interpreter complains about it at its end.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAULT


def _say_anything() -> None:
    """A terminal that lacks a character shows another instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


@contextmanager
def _quiet_libraries(in_window: bool) -> Iterator[None]:
    """Keep remarks of GDAL, Numba and others off the terminal; ISOFRONT_DEBUG shows them.

    in_window : Qt's are let through, since its last words may be why the process ends.
    """
    if debug_wanted():
        yield
        return
    quiet_gdal()
    import logging

    silent = logging.NullHandler()
    logging.getLogger().addHandler(silent)
    hooks = sys.excepthook, sys.unraisablehook
    sys.excepthook, sys.unraisablehook = _unless_of_a_library, _unless_of_rasterio
    try:
        with warnings.catch_warnings(), nullcontext() if in_window else kept_for_us():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.getLogger().removeHandler(silent)
        sys.excepthook, sys.unraisablehook = hooks


def _unless_of_a_library(
    kind: type[BaseException], fault: BaseException, trace: TracebackType | None
) -> None:
    """Compiled callbacks print what they raise, without a traceback, and go on: that of rasterio
    for GDAL's messages expects UTF-8, which the files that these quote may not hold."""
    if trace is not None:
        sys.__excepthook__(kind, fault, trace)


def _unless_of_rasterio(fault: sys.UnraisableHookArgs) -> None:
    if not str(fault.object).startswith("rasterio."):
        sys.__unraisablehook__(fault)
