"""`isofront solve`: travel times from one or more starts, and their files."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from dataclasses import replace
from functools import partial

from app.bands import Bands
from app.cli.answers import Answer, for_people, record
from app.cli.exit_status import DONE, FAULT
from app.cli.foreground import Foreground
from app.cli.kinds import kind_of
from app.cli.opening import (
    OPENINGS,
    OpenedFiles,
    Opening,
    check_choice,
    expect_starts,
    preprocess_first,
    session_on,
)
from app.cli.options.projects import save_session
from app.cli.outputs import Outputs, value_rasters
from app.cli.report import json_text, remark
from app.cli.window import WindowService
from app.exports.shares import shares_of
from app.exports.zonal.table import zonal_table
from app.fitting import fitting_bands
from app.solving.one_solve import solve_once
from app.solving.solve import Solving
from core.cancel import Cancel
from core.progress import Progress
from raster.files.value_notes import doubts_among


def solve(arguments: Namespace, foreground: Foreground, window: WindowService) -> int:
    """Solve, check, write, print; 1 where the result fails its validation."""
    expect_starts(arguments)
    opening = OPENINGS[kind_of(arguments)]
    outputs = Outputs.planned(arguments, opening.lies_on)
    if arguments.bands and opening.measure:  # nonsense is refused before the work
        Bands.parse(arguments.bands, opening.measure)
    solving = Solving()  # its solver is asked again for what is written
    answer = foreground.run("solving", partial(_answer, arguments, opening, foreground, solving))
    result = answer.result
    remark(result.notes)
    if answer.valid and outputs.files:
        bands = answer.bands or fitting_bands(result.times, result.measure)
        answer = replace(answer, bands=bands)
        outputs.write(result, bands, answer.events, foreground, window, answer.edits)
    written, notes = foreground.written, (*answer.notes, *outputs.notes)
    if arguments.json:
        print(json_text(record(answer, written, (*result.notes, *notes))))
    else:
        doubts = doubts_among(notes)
        remark(doubts)
        print(for_people(answer, written, tuple(note for note in notes if note not in doubts)))
    if not answer.valid:
        print("isofront: the result fails its validation; nothing was written", file=sys.stderr)
    return DONE if answer.valid else FAULT


def _answer(
    arguments: Namespace,
    opening: Opening,
    foreground: Foreground,
    solving: Solving,
    progress: Progress,
    cancel: Cancel,
) -> Answer:
    progress(-1.0, "preparing")
    check_choice(arguments, opening.domain, (arguments.algorithm,), (arguments.backend,))
    began = time.perf_counter()
    given = opening.read(arguments, foreground, progress, cancel)
    read_ms = (time.perf_counter() - began) * 1e3
    return answered(arguments, given, foreground, solving, progress, cancel, read_ms)


def answered(
    arguments: Namespace,
    given: OpenedFiles,
    foreground: Foreground,
    solving: Solving,
    progress: Progress,
    cancel: Cancel,
    read_ms: float = 0.0,
) -> Answer:
    """The question of `isofront solve` about files that are open. read_ms : of opening them.
    Raises InputError where it is none, CancelledError."""
    began = time.perf_counter()
    zoned = bool(arguments.zonal or arguments.values)
    owned_too = arguments.owners is not None or zoned
    session = session_on(given.document, arguments, given.slopes)
    request = session.request(owned=owned_too)
    text, measure = arguments.bands, given.document.measure
    bands = Bands.parse(text, measure) if text else None
    if arguments.save_project is not None:
        session.set_bands(bands or session.bands)
        with foreground.on_disk():
            save_session(session, arguments)
        foreground.written.append(arguments.save_project)
    open_ms = read_ms + (time.perf_counter() - began) * 1e3
    preprocess_first(request, foreground, progress, cancel)
    result, events = solve_once(request, progress, cancel, solving)
    verdict = None
    if arguments.validate:
        progress(-1.0, "validating")
        verdict = result.validate()
        result = result.checked(verdict.passed)
    owned = shares_of(result) if result.owners is not None else ()
    zonal = None
    if zoned and (verdict is None or verdict.passed):
        chosen = bands or fitting_bands(result.times, result.measure)
        zonal = zonal_table(result, chosen, value_rasters(arguments), progress, cancel)
    words = given.words(result)
    told = result, words, given.notes, events, verdict, bands, open_ms, owned, zonal
    return Answer(*told, given.document.shown_edits)
