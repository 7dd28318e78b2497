"""`isofront bench`: time solvers against each other on a raster or a road graph."""

from __future__ import annotations

import statistics
import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

from app.catalog.rows import JOINED, ROADS, TERRAIN
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
from app.cli.outputs import target_of
from app.cli.report import json_text, remark, table
from app.cli.window import WindowService
from app.document.document import Document
from app.roads.open_roads import OpenRoads
from app.settings import VERSION
from app.solving.customizing import energy_words
from app.solving.request import SolveRequest
from app.timing.bench import Measurement, compare
from app.timing.plain_words import PlainSpeed
from app.timing.race import finishes, write_race_csv
from core.cancel import Cancel
from core.files.atomic_write import atomic_write
from core.progress import Progress
from raster.files.value_notes import doubts_among
from raster.grid import VelocityGrid

Measured = tuple[OpenedFiles, SolveRequest, tuple[Measurement, ...]]


def bench(arguments: Namespace, foreground: Foreground, _window: WindowService) -> int:
    """Measure, print a table, write JSON; 1 where two results differ in a bit."""
    expect_starts(arguments)
    to_file = arguments.json not in (None, "-")
    target = target_of("--json", arguments.json) if to_file else None
    sheet = target_of("--csv", arguments.csv) if arguments.csv else None
    measured = partial(_measured, arguments, OPENINGS[kind_of(arguments)], foreground)
    given, request, found = foreground.run("measuring", measured)
    report = json_text(_record(arguments, given, request, found))
    if target is not None:
        with atomic_write(target) as beside:
            beside.write_text(report + "\n", encoding="utf-8")
    if sheet is not None:
        write_race_csv(sheet, finishes(1, given.document.name, found))
    if arguments.json == "-":
        print(report)
    else:
        remark(doubts_among(given.document.notes))
        print(_for_people(found, WORDS[given.document.domain].speed))
        print("".join(f"{name}: {when}\n" for name, when in _departed(given)), end="")
    differing = [m for m in found if not m.equal]
    failing = [m for m in found if m.validated is False]
    for measurement in failing:
        runner = measurement.runner
        print(
            f"isofront: the result of {runner.algorithm} on {runner.backend} fails its validation",
            file=sys.stderr,
        )
    for measurement in differing:
        runner = measurement.runner
        print(
            f"isofront: {runner.algorithm} on {runner.backend} differs from the first result; "
            "please report it with the file",
            file=sys.stderr,
        )
    return FAULT if differing or failing else DONE


def _measured(
    arguments: Namespace,
    opening: Opening,
    foreground: Foreground,
    progress: Progress,
    cancel: Cancel,
) -> Measured:
    progress(-1.0, "preparing")
    chosen = check_choice(arguments, opening.domain, arguments.algorithms, arguments.backend)
    given = opening.read(arguments, foreground, progress, cancel)
    request = session_on(given.document, arguments, given.slopes).request()
    for runner in chosen:
        asked = replace(request, options=replace(request.options, algorithm=runner.algorithm))
        preprocess_first(asked, foreground, progress, cancel)
    told: Any = {"validate": arguments.validate}
    return given, request, compare(request, chosen, arguments.repeat, progress, cancel, **told)


def _record(
    arguments: Namespace,
    given: OpenedFiles,
    request: SolveRequest,
    found: tuple[Measurement, ...],
) -> dict[str, Any]:
    return {
        "version": VERSION,
        "file": arguments.file,
        **WORDS[given.document.domain].record(given.document),
        **_departure(given),
        "starts": [start.told for start in request.starts],
        "limit_seconds": request.limit_seconds,
        "repeat": arguments.repeat,
        "equal_bits": all(m.equal for m in found),
        "results": [_row(m, WORDS[given.document.domain]) for m in found],
    }


def _cells_record(document: Document) -> dict[str, Any]:
    grid = cast(VelocityGrid, document.grid)
    return {"rows": grid.rows, "cols": grid.cols}


def _roads_record(document: Document) -> dict[str, Any]:
    from app.cli.roads.driving import closure_record

    roads = cast(OpenRoads, document.roads)
    return {
        "vertices": roads.graph.vertices,
        "arcs": roads.graph.arc_count,
        "metric": roads.costs.name,
        "unit": roads.weights.unit,
        "direction": roads.direction,
        **closure_record(roads),
    }


def _departure(given: OpenedFiles) -> dict[str, Any]:
    from app.cli.roads.driving import costs_record

    return costs_record(*given.driven)


def _departed(given: OpenedFiles) -> list[tuple[str, str]]:
    from app.cli.roads.driving import costs_facts

    return costs_facts(*given.driven)


def _row(m: Measurement, words: DomainWords) -> dict[str, Any]:
    return {
        "algorithm": m.runner.algorithm,
        "backend": m.runner.backend,
        "device": m.device,
        "milliseconds": m.milliseconds,
        "median_ms": m.median,
        "min_ms": min(m.milliseconds),
        "max_ms": max(m.milliseconds),
        f"m{words.elements}_per_second": m.mcells_per_second,
        f"{words.reached}_reached": m.reached,
        "max_seconds": m.max_seconds,
        "tick_seconds": m.tick_seconds,
        "equal_bits": m.equal,
        "validated": m.validated,
        **words.more(m),
    }


def _customizing(m: Measurement) -> dict[str, Any]:
    """Of a runner that is not customized, none and null."""
    last = m.customization
    return {
        "customize_ms": m.customizing,
        "median_customize_ms": statistics.median(m.customizing) if m.customizing else None,
        "customize_joules": None if last is None else last.energy_joules,
    }


@dataclass(frozen=True)
class DomainWords:
    """What a benchmark of a domain counts, and says in JSON.

    elements, reached : in keys. speed : a heading. record : of the document. more : of a runner.
    """

    elements: str
    reached: str
    speed: str
    record: Callable[[Document], dict[str, Any]]
    more: Callable[[Measurement], dict[str, Any]]


WORDS = {
    TERRAIN: DomainWords("cells", "cells", "Mcell/s", _cells_record, lambda m: {}),
    ROADS: DomainWords("arcs", "vertices", "Marc/s", _roads_record, _customizing),
}
WORDS |= {JOINED: WORDS[ROADS]}


def _for_people(found: tuple[Measurement, ...], speed: str) -> str:
    heads = ("algorithm", "backend", "median ms", "min ms", "max ms", speed, "equal bits")
    rows = []
    for m in found:
        rows.append(_line(m, "", m.milliseconds))
        if m.customizing:
            rows.append(_line(m, ", customizing", m.customizing))
    devices = dict.fromkeys(f"{m.runner.backend}: {m.device}" for m in found)
    energies = [
        f"energy of customizing, {m.runner.backend}: {energy_words(m.customization)}"
        for m in found
        if m.customization is not None
    ]
    said = [f"{m.runner.algorithm}: {PlainSpeed.measured(m, found).sentence()}" for m in found]
    return "\n".join((table(heads, rows), *said, *devices, *energies))


def _line(m: Measurement, what: str, milliseconds: tuple[float, ...]) -> tuple[str, ...]:
    median = statistics.median(milliseconds)
    return (
        m.runner.algorithm + what,
        m.runner.backend,
        f"{median:.1f}",
        f"{min(milliseconds):.1f}",
        f"{max(milliseconds):.1f}",
        f"{m.cells / max(median, 1e-6) / 1e3:.1f}",
        "yes" if m.equal else "NO",
    )
