"""`isofront bench`: time solvers against each other on a raster."""

from __future__ import annotations

import sys
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import Any

from app.bench import Measurement, compare
from app.cli.exit_status import DONE, FAULT
from app.cli.foreground import Foreground
from app.cli.report import json_text, table
from app.cli.terrain import check_choice, open_session
from app.cli.window import Window
from app.jobs import SolveRequest
from app.settings import VERSION
from core.cancel import Cancel
from core.errors import InputError
from core.progress import Progress
from core.replacing import replacing


def bench(arguments: Namespace, foreground: Foreground, _window: Window) -> int:
    """Measure, print a table, write JSON; 1 where two results differ in a bit."""
    target = _target(arguments.json)
    request, found = foreground.run("measuring", partial(_measured, arguments, foreground))
    report = json_text(_record(arguments, request, found))
    if target is not None:
        with replacing(target) as beside:
            beside.write_text(report + "\n", encoding="utf-8")
    print(report if arguments.json == "-" else _for_people(found))
    differing = [m for m in found if not m.equal]
    for measurement in differing:
        runner = measurement.runner
        print(
            f"isofront: {runner.algorithm} on {runner.backend} differs from the first result; "
            "please report it with the raster",
            file=sys.stderr,
        )
    return FAULT if differing else DONE


def _target(name: str | None) -> Path | None:
    """The file to write; checked before the work."""
    if name is None or name == "-":
        return None
    path = Path(name).expanduser()
    if path.is_dir() or not path.parent.is_dir():
        raise InputError(
            "cannot be written: it is a folder, or in none that exists",
            where=f"--json {path}",
            advice="Name a file in a folder that exists.",
        )
    return path


def _measured(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> tuple[SolveRequest, tuple[Measurement, ...]]:
    progress(-1.0, "preparing")
    chosen = check_choice(arguments, arguments.algorithms, arguments.backend)
    request = open_session(arguments, foreground, progress, cancel).request()
    return request, compare(request, chosen, arguments.repeat, progress, cancel)


def _record(
    arguments: Namespace, request: SolveRequest, found: tuple[Measurement, ...]
) -> dict[str, Any]:
    return {
        "version": VERSION,
        "file": arguments.file,
        "rows": request.grid.rows,
        "cols": request.grid.cols,
        "starts": [list(place) for place in request.places],
        "limit_seconds": request.limit_seconds,
        "repeat": arguments.repeat,
        "equal_bits": all(m.equal for m in found),
        "results": [_row(m) for m in found],
    }


def _row(m: Measurement) -> dict[str, Any]:
    return {
        "algorithm": m.runner.algorithm,
        "backend": m.runner.backend,
        "device": m.device,
        "milliseconds": m.milliseconds,
        "median_ms": m.median,
        "min_ms": min(m.milliseconds),
        "max_ms": max(m.milliseconds),
        "mcells_per_second": m.mcells_per_second,
        "cells_reached": m.reached,
        "max_seconds": m.max_seconds,
        "tick_seconds": m.tick_seconds,
        "equal_bits": m.equal,
    }


def _for_people(found: tuple[Measurement, ...]) -> str:
    heads = ("algorithm", "backend", "median ms", "min ms", "max ms", "Mcell/s", "equal bits")
    rows = [
        (
            m.runner.algorithm,
            m.runner.backend,
            f"{m.median:.1f}",
            f"{min(m.milliseconds):.1f}",
            f"{max(m.milliseconds):.1f}",
            f"{m.mcells_per_second:.1f}",
            "yes" if m.equal else "NO",
        )
        for m in found
    ]
    devices = dict.fromkeys(f"{m.runner.backend}: {m.device}" for m in found)
    return "\n".join((table(heads, rows), *devices))
