"""`isofront uncertainty`: times reached with 10, 50 and 90 % certainty, over uncertain speeds."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from functools import partial
from typing import Any

from app.bands import Bands
from app.cli.answers import amount
from app.cli.exit_status import DONE
from app.cli.foreground import Foreground
from app.cli.kinds import kind_of
from app.cli.opening import (
    OPENINGS,
    Opening,
    check_choice,
    expect_starts,
    preprocess_first,
    session_on,
)
from app.cli.options.option import COMBINED
from app.cli.outputs import Output, Outputs
from app.cli.report import facts, ground, json_text, noted, remark
from app.cli.window import WindowService
from app.exports.uncertainty.request import FORMATS, SummaryExport, export_summary
from app.fitting import fitting_bands
from app.solving.result import Result
from app.uncertainty.certainty import CERTAINTIES, Certainty, certainty_of
from app.uncertainty.noise import SpeedNoise
from core.cancel import Cancel
from core.files.user_paths import expanded
from core.progress import Progress
from core.times import UNLIMITED
from raster.edits.edit import EditLayer


def uncertainty(arguments: Namespace, foreground: Foreground, window: WindowService) -> int:
    """Run, sort, write, print."""
    expect_starts(arguments)
    noise = _noise(arguments)
    kind = kind_of(arguments)
    opening = OPENINGS[kind]
    lies_on = "cells" if kind == COMBINED else opening.lies_on
    outputs, summary = Outputs.planned(arguments, lies_on), _summary(arguments, lies_on)
    if arguments.bands and opening.measure:  # nonsense is refused before the work
        Bands.parse(arguments.bands, opening.measure)
    work = partial(_answer, arguments, opening, noise, foreground)
    found, notes, edits = foreground.run("running", work)
    remark(found.usual.notes)
    if summary is not None:
        foreground.run("writing", partial(_write_summary, summary, found, foreground))
    if outputs.files:
        result = found.times[arguments.certainty]
        bands = _bands(arguments, found.usual)
        told = replace(bands, certainty=arguments.certainty)  # for the legend of a picture
        outputs.write(result, told, (), foreground, window, edits)
    notes = (*notes, *outputs.notes)
    if arguments.json:
        print(json_text(_record(found, foreground.written, notes)))
    else:
        print(_for_people(found, foreground.written, notes))
    return DONE


def _noise(arguments: Namespace) -> SpeedNoise:
    asked = arguments.runs, arguments.spread, arguments.seed, arguments.alike
    return SpeedNoise(*asked, arguments.correlation or 0.0)


def _summary(arguments: Namespace, lies_on: str) -> Output | None:
    if arguments.summary is None:
        return None
    output = Output("--summary", "summary", expanded(arguments.summary), FORMATS[lies_on])
    for source in (arguments.file, arguments.roads):
        if source is not None:
            output.check(expanded(source))
    return output


def _bands(arguments: Namespace, usual: Result) -> Bands:
    text = arguments.bands
    return Bands.parse(text, usual.measure) if text else fitting_bands(usual.times, usual.measure)


def _answer(
    arguments: Namespace,
    opening: Opening,
    noise: SpeedNoise,
    foreground: Foreground,
    progress: Progress,
    cancel: Cancel,
) -> tuple[Certainty, tuple[str, ...], EditLayer]:
    progress(-1.0, "preparing")
    check_choice(arguments, opening.domain, (arguments.algorithm,), (arguments.backend,))
    given = opening.read(arguments, foreground, progress, cancel)
    request = session_on(given.document, arguments, given.slopes).request()
    preprocess_first(request, foreground, progress, cancel)

    def limit_of(usual: Result) -> float:
        limit = request.limit_seconds
        return limit if limit < UNLIMITED else _bands(arguments, usual).limits[-1]

    found = certainty_of(request, given.document, noise, limit_of, progress, cancel)
    return found, given.notes, given.document.shown_edits


def _write_summary(
    output: Output, found: Certainty, foreground: Foreground, progress: Progress, cancel: Cancel
) -> None:
    with foreground.on_disk():
        export_summary(SummaryExport(output.path, found, progress, cancel))
        foreground.written.append(str(output.path))


def _record(found: Certainty, written: list[str], notes: tuple[str, ...]) -> dict[str, Any]:
    """One object for a program."""
    noise, usual, shown = found.noise, found.usual, found.usual.measure.shown
    return {
        "algorithm": usual.algorithm,
        "backend": usual.backend,
        "device": usual.device,
        "runs": noise.runs,
        "spread": noise.spread,
        "seed": noise.seed,
        "alike": noise.alike,
        "correlation_m": noise.correlation_m,
        "limit": shown(found.limit),
        "certain": [
            {
                "percent": percent,
                "reached": found.times[percent].times.reached,
                "farthest": shown(found.times[percent].times.max_seconds),
                "within_limit": area,
            }
            for percent, area in zip(CERTAINTIES, found.areas[1:], strict=True)
        ],
        "usual_within_limit": found.areas[0],
        "unit": "m" if found.document.counts_lengths else "m2",
        "solve_ms": found.solve_ms,
        "outputs": written,
        "notes": notes,
    }


def _for_people(found: Certainty, written: list[str], notes: tuple[str, ...]) -> str:
    usual, noise = found.usual, found.noise
    limit = amount(usual.measure, found.limit)

    def much(value: float) -> str:
        return ground(value, found.document.counts_lengths)

    pairs = [
        ("drawn", noise.text()),
        ("within", f"{limit}, at the speeds as they are {much(found.areas[0])}"),
    ]
    certain = zip(CERTAINTIES, found.areas[1:], strict=True)
    pairs += [(f"{percent} %", f"sure of {much(area)}") for percent, area in certain]
    pairs += [
        ("solved in", f"{found.solve_ms:.1f} ms, {noise.runs} runs together"),
        ("by", f"{usual.algorithm} on {usual.backend}, {usual.device}"),
    ]
    pairs += [("written" if k == 0 else " ", name) for k, name in enumerate(written)]
    return "\n".join((facts(pairs), *noted(notes)))
