"""`isofront demo`: a tour in the window, or the sample terrain, solved and written without one."""

from __future__ import annotations

import os
from argparse import Namespace
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from app.bands import Bands
from app.cli.exit_status import DONE
from app.cli.foreground import Foreground
from app.cli.outputs import drawn
from app.cli.report import duration, json_text, remark
from app.cli.window import WindowService
from app.cli.window_command import expect_display
from app.document.terrain import TerrainDocument
from app.editing.session import Session
from app.exports.table import export
from app.fitting import fitting_bands
from app.solving.one_solve import solve_once
from app.solving.solved import Solved
from app.solving.warming.ahead import compile_beside
from core.cancel import Cancel
from core.errors import InputError
from core.files.user_paths import expanded
from core.progress import Progress
from core.trace import Event
from raster.files.read import open_velocity
from resources.paths import SAMPLE

TIMES, ISOCHRONES, PICTURE = "sample_times.tif", "sample_isochrones.gpkg", "sample.png"
"""Names of the files of a demo, in its folder."""


@dataclass(frozen=True, eq=False)
class Demo:
    """The sample, solved."""

    solved: Solved
    bands: Bands
    events: list[Event]


def demo(arguments: Namespace, foreground: Foreground, window: WindowService) -> int:
    """Show the tour; or write times, isochrones and a picture of the window, and say so."""
    if arguments.out is None:
        if arguments.json:
            raise InputError("a tour prints nothing", where="--json", advice="Add --files DIR.")
        expect_display()
        return window.show_tour(loop=arguments.loop)
    if arguments.loop:
        raise InputError("files are written once", where="--loop", advice="Leave out --files.")
    folder = _folder(arguments.out)
    compile_beside()
    solved = foreground.run("solving the sample", partial(_solved, folder, foreground))
    remark(solved.solved.notes)
    foreground.run_here("drawing", partial(_draw, folder / PICTURE, solved, window))
    foreground.written.append(str(folder / PICTURE))
    print(_report(solved, foreground.written, arguments.json))
    return DONE


def _folder(name: str) -> Path:
    folder = expanded(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"the folder cannot be made: {error.strerror}",
            where=f"--files {folder}",
            advice="Choose another.",
        ) from error
    if not os.access(folder, os.W_OK):
        raise InputError("may not be written", where=f"--files {folder}", advice="Choose another.")
    return folder


def _solved(folder: Path, foreground: Foreground, progress: Progress, cancel: Cancel) -> Demo:
    session = Session()
    session.open(TerrainDocument(open_velocity(SAMPLE, progress=progress, cancel=cancel), SAMPLE))
    session.set_starts((session.required.good_start(session.options, cancel),))
    found, events = solve_once(session.request(), progress, cancel)
    solved = found.on_cells
    assert solved is not None
    demo = Demo(solved, fitting_bands(solved.times), events)
    for name, kind in ((TIMES, "times"), (ISOCHRONES, "polygons")):
        cancel.check("writing")
        progress(-1.0, f"writing {name}")
        with foreground.on_disk():
            told: Any = {"progress": progress, "cancel": cancel}
            export(kind, folder / name, demo.solved, demo.bands, **told)
            foreground.written.append(str(folder / name))
    return demo


def _draw(path: Path, demo: Demo, window: WindowService, cancel: Cancel) -> None:
    draw = partial(window.draw_sample, solved=demo.solved, bands=demo.bands, events=demo.events)
    drawn(path, draw, cancel)


def _report(demo: Demo, written: list[str], as_json: bool) -> str:
    times = demo.solved.times
    if as_json:
        return json_text(
            {
                "cells_reached": times.reached,
                "max_seconds": times.max_seconds,
                "solve_ms": demo.solved.solve_ms,
                "outputs": written,
            }
        )
    solved = (
        f"The sample terrain is solved: {times.reached:,} cells reached in "
        f"{demo.solved.solve_ms:.0f} ms, the farthest after {duration(times.max_seconds)}."
    )
    return "\n".join((solved, "Written:", *(f"  {name}" for name in written)))
