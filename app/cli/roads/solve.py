"""`isofront solve` on road graphs."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from dataclasses import dataclass
from functools import partial
from typing import Any

from app.bands import Bands
from app.cli.exit_status import DONE, FAULT
from app.cli.foreground import Foreground
from app.cli.outputs import Outputs, ToWrite
from app.cli.report import duration, facts, json_text, noted, remark
from app.cli.roads.session import (
    check_road_choice,
    closure_facts,
    closure_notes,
    closure_record,
    open_road_session,
    placed,
    preprocess_first,
)
from app.cli.window import WindowService
from app.fitting import fitting_bands
from app.measure import TIME, Measure
from app.solving.one_solve import solve_once
from app.solving.road_solved import RoadSolved
from app.solving.verdict import Verdict
from core.cancel import Cancel
from core.progress import Progress
from core.trace import Event
from road.places.snap import Snapped
from road.search.edge_expanded import needs_turns


@dataclass(frozen=True, eq=False)
class RoadAnswer:
    """A finished solve, before anything is written; as on terrain."""

    solved: RoadSolved
    events: list[Event]
    validation: Verdict | None
    open_ms: float

    @property
    def valid(self) -> bool:
        return self.validation is None or self.validation.passed


def solve_roads(arguments: Namespace, foreground: Foreground, window: WindowService) -> int:
    """Solve, check, write, print; 1 where the result fails its validation."""
    outputs = Outputs.planned(arguments, "roads")
    answer = foreground.run("solving", partial(_answer, arguments, foreground))
    solved = answer.solved
    remark(solved.notes)
    if answer.valid and outputs.files:
        bands = _bands(arguments, solved)
        outputs.write(ToWrite(solved, bands, answer.events), foreground, window)
    written, notes = foreground.written, (*solved.graph.notes, *closure_notes(solved.roads))
    notes += tuple(outputs.notes)
    if arguments.json:
        print(json_text(_record(answer, written, (*solved.notes, *notes))))
    else:
        print(_for_people(answer, written, notes))
    if not answer.valid:
        print("isofront: the result fails its validation; nothing was written", file=sys.stderr)
    return DONE if answer.valid else FAULT


def _bands(arguments: Namespace, solved: RoadSolved) -> Bands:
    if arguments.bands:
        return Bands.parse(arguments.bands, solved.measure)
    return fitting_bands(solved.times, solved.measure)


def _answer(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> RoadAnswer:
    progress(-1.0, "preparing")
    check_road_choice(arguments, (arguments.algorithm,), (arguments.backend,))
    began = time.perf_counter()
    session = open_road_session(arguments, foreground, progress, cancel)
    session.set_starts(tuple(placed(start, session, arguments) for start in arguments.start))
    request = session.request()
    if arguments.bands:  # nonsense is refused before the work
        Bands.parse(arguments.bands, session.required.measure)
    open_ms = (time.perf_counter() - began) * 1e3
    preprocess_first(request, session.driven.graph, foreground, progress, cancel)
    found, events = solve_once(request, progress, cancel)
    solved = found.on_graph
    assert solved is not None
    validation = None
    if arguments.validate:
        progress(-1.0, "validating")
        validation = solved.validate()
        solved = solved.checked(validation.passed)
    return RoadAnswer(solved, events, validation, open_ms)


def _record(answer: RoadAnswer, written: list[str], notes: tuple[str, ...]) -> dict[str, Any]:
    solved, times = answer.solved, answer.solved.times
    is_time = solved.weights.is_time
    validation = answer.validation
    statements = validation.statements if validation else ()
    return {
        "algorithm": solved.algorithm,
        "backend": solved.backend,
        "device": solved.device,
        "vertices": solved.graph.vertices,
        "arcs": solved.graph.arc_count,
        "vertices_reached": times.reached,
        "max_cost": times.max_ticks,
        "unit": solved.unit,
        "metric": solved.roads.costs.name,
        "direction": solved.roads.direction,
        **closure_record(solved.roads),
        "turns": needs_turns(solved.graph, solved.weights),
        "max_seconds": times.max_seconds if is_time else None,
        "limit_seconds": times.limit_seconds if is_time else None,
        "tick_seconds": times.tick_seconds if is_time else None,
        "solve_ms": solved.solve_ms,
        "prepare_ms": solved.prepare_ms,
        "open_ms": answer.open_ms,
        "starts": [start.told for start in solved.starts],
        "snapped": [None if s is None else snapped_record(s) for s in solved.snapped],
        "validated": validation.passed if validation else None,
        "statements": [{"text": text, "holds": holds} for text, holds in statements],
        "outputs": written,
        "notes": notes,
    }


def snapped_record(snapped: Snapped) -> dict[str, Any]:
    """Where a place met a road, and how far away."""
    return {"x": snapped.x, "y": snapped.y, "distance_m": snapped.distance_m}


def _for_people(answer: RoadAnswer, written: list[str], notes: tuple[str, ...]) -> str:
    solved, times = answer.solved, answer.solved.times
    arcs = solved.graph.arc_count
    speed = arcs / max(solved.solve_ms, 1e-3) / 1e3
    turns = "counted and restricted" if needs_turns(solved.graph, solved.weights) else "free"
    pairs = [
        ("reached", f"{times.reached} of {solved.graph.vertices} vertices"),
        ("farthest", amount(solved.measure, times.max_seconds)),
        ("metric", f"{solved.roads.costs.name}, {solved.roads.direction} the starts"),
        ("turns", turns),
        *closure_facts(solved.roads),
        ("solved in", f"{solved.solve_ms:.1f} ms, {speed:.3g} million arcs/s"),
        ("by", f"{solved.algorithm} on {solved.backend}, {solved.device}"),
        ("unit", solved.unit),
    ]
    for snapped in solved.snapped:
        if snapped is not None:
            place = f"{snapped.x:.10g},{snapped.y:.10g}"
            pairs.append(("start at", f"{place}, {snapped.distance_m:.1f} m from the place given"))
    if answer.validation is not None:
        held = [holds for _, holds in answer.validation.statements]
        pairs.append(("validated", f"{sum(held)} of {len(held)} statements hold"))
    pairs += [("written" if index == 0 else " ", name) for index, name in enumerate(written)]
    return "\n".join((facts(pairs), *noted(notes)))


def amount(measure: Measure, value: float) -> str:
    """What solvers count, for people."""
    return duration(value) if measure == TIME else measure.text(value)
