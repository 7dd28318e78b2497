"""`isofront solve`: travel times from one or more starts, and their files."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from app.bands import Bands
from app.cli.exit_status import DONE, FAULT
from app.cli.foreground import Foreground
from app.cli.kinds import kind_of
from app.cli.options import ROADS
from app.cli.outputs import Outputs, ToWrite
from app.cli.report import duration, facts, json_text, noted, remark
from app.cli.terrain import check_choice, open_session
from app.cli.window import WindowService
from app.fitting import fitting_bands
from app.solving.one_solve import solve_once
from app.solving.request import SolveRequest
from app.solving.solved import Solved, share
from app.solving.verdict import Verdict
from core.cancel import Cancel
from core.progress import Progress
from core.trace import Event
from raster.files.value_notes import doubts_among


@dataclass(frozen=True, eq=False)
class TerrainAnswer:
    """A finished solve, before anything is written.

    validation : None where it was not asked for.
    open_ms : reading the raster and placing the starts.
    more : what the JSON says beside; more_facts : what people read beside.
    more_notes : remarks on what was read beside the raster.
    """

    solved: Solved
    events: list[Event]
    validation: Verdict | None
    open_ms: float
    more: Mapping[str, Any] = field(default_factory=dict)
    more_facts: tuple[tuple[str, str], ...] = ()
    more_notes: tuple[str, ...] = ()

    @property
    def valid(self) -> bool:
        return self.validation is None or self.validation.passed


def solve(arguments: Namespace, foreground: Foreground, window: WindowService) -> int:
    """Solve, check, write, print; 1 where the result fails its validation."""
    if kind_of(arguments) == ROADS:
        from app.cli.roads.solve import solve_roads

        return solve_roads(arguments, foreground, window)
    outputs = Outputs.planned(arguments, "cells")
    bands = Bands.parse(arguments.bands) if arguments.bands else None
    answer = foreground.run("solving", partial(_answering(arguments), arguments, foreground))
    remark(answer.solved.notes)
    if answer.valid:
        bands = bands or fitting_bands(answer.solved.times)
        result = ToWrite(answer.solved, bands, answer.events)
        outputs.write(result, foreground, window)
    written, notes = foreground.written, (*answer.solved.grid.notes, *answer.more_notes)
    notes += tuple(outputs.notes)
    if arguments.json:
        print(json_text(_record(answer, written, (*answer.solved.notes, *notes))))
    else:
        doubts = doubts_among(notes)
        remark(doubts)
        print(_for_people(answer, written, tuple(note for note in notes if note not in doubts)))
    if not answer.valid:
        print("isofront: the result fails its validation; nothing was written", file=sys.stderr)
    return DONE if answer.valid else FAULT


def _answering(arguments: Namespace) -> Callable[..., TerrainAnswer]:
    if arguments.roads is None:
        return _answer
    from app.cli.joined_solve import answer  # loads the road solvers

    return answer


def _answer(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> TerrainAnswer:
    progress(-1.0, "preparing")
    check_choice(arguments, (arguments.algorithm,), (arguments.backend,))
    began = time.perf_counter()
    request = open_session(arguments, foreground, progress, cancel).request()
    open_ms = (time.perf_counter() - began) * 1e3
    return solved_on_terrain(request, arguments, open_ms, progress, cancel)


def solved_on_terrain(
    request: SolveRequest,
    arguments: Namespace,
    open_ms: float,
    progress: Progress,
    cancel: Cancel,
) -> TerrainAnswer:
    """Solve on a raster, and check the result where that is asked for."""
    found, events = solve_once(request, progress, cancel)
    solved, validation = found.on_cells, None
    assert solved is not None
    if arguments.validate:
        progress(-1.0, "validating")
        validation = solved.validate()
        solved = solved.checked(validation.passed)
    return TerrainAnswer(solved, events, validation, open_ms)


def _record(answer: TerrainAnswer, written: list[str], notes: tuple[str, ...]) -> dict[str, Any]:
    solved, times = answer.solved, answer.solved.times
    rows, cols = times.shape
    validation = answer.validation
    statements = validation.statements if validation else ()
    return {
        "algorithm": solved.algorithm,
        "backend": solved.backend,
        "device": solved.device,
        "rows": rows,
        "cols": cols,
        "cells_reached": times.reached,
        "max_seconds": times.max_seconds,
        "limit_seconds": times.limit_seconds,
        "tick_seconds": times.tick_seconds,
        "precision": solved.precision,
        "solve_ms": solved.solve_ms,
        "open_ms": answer.open_ms,
        "starts": [start.told for start in solved.starts],
        "zero_speed_kmh": solved.zero_speed_kmh,
        "validated": validation.passed if validation else None,
        "statements": [{"text": text, "holds": holds} for text, holds in statements],
        "outputs": written,
        "notes": notes,
        **answer.more,
    }


def _for_people(answer: TerrainAnswer, written: list[str], notes: tuple[str, ...]) -> str:
    solved, times = answer.solved, answer.solved.times
    rows, cols = times.shape
    cells = rows * cols
    speed = cells / max(solved.solve_ms, 1e-3) / 1e3
    digits = f"{speed:.0f}" if speed >= 100 else f"{speed:.3g}"
    pairs = [
        ("reached", f"{times.reached} of {cells} cells"),
        ("farthest", duration(times.max_seconds)),
        ("solved in", f"{solved.solve_ms:.1f} ms, {digits} million cells/s"),
        ("by", f"{solved.algorithm} on {solved.backend}, {solved.device}"),
        ("tick", f"{times.tick_seconds:g} s"),
        *([("exact to", share(solved.precision))] if solved.precision is not None else []),
        *answer.more_facts,
    ]
    if answer.validation is not None:
        held = [holds for _, holds in answer.validation.statements]
        pairs.append(("validated", f"{sum(held)} of {len(held)} statements hold"))
    pairs += [("written" if index == 0 else " ", name) for index, name in enumerate(written)]
    return "\n".join((facts(pairs), *noted(notes)))
