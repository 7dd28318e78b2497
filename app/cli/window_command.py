"""`isofront [FILE]`: the window."""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from app.cli.foreground import Foreground
from app.cli.window import WindowService
from app.project.file import is_project
from core.errors import InputError


def window(arguments: Namespace, _foreground: Foreground, window: WindowService) -> int:
    """Show the window until it is closed."""
    if arguments.scenario is not None and not is_project(arguments.file):
        raise InputError(
            "is for projects, and no project is named", where="--scenario", advice="Leave it out."
        )
    expect_display()
    asked = {"sample": arguments.sample, "language": arguments.language}
    return window.open(arguments.file, **asked, scenario=arguments.scenario)


def expect_display() -> None:
    """Qt aborts the process where it finds no display; say so before it does."""
    if not sys.platform.startswith("linux"):
        return
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    if not any(os.environ.get(name) for name in named):
        raise InputError(
            "there is no display for the window",
            where="isofront",
            advice="Use `isofront solve` or `isofront demo --files DIR`, which need none.",
        )
