"""`isofront route`: the way between two places on roads."""

from __future__ import annotations

import time
from argparse import Namespace
from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import Any

from app.cli.exit_status import DONE
from app.cli.foreground import Foreground
from app.cli.report import facts, json_text, noted, remark, table
from app.cli.roads.session import (
    check_road_choice,
    closure_notes,
    closure_record,
    open_road_session,
    placed,
    preprocess_first,
)
from app.cli.roads.solve import amount, snapped_record
from app.cli.roads.words import expect_roads
from app.cli.window import Window
from app.editing.session import Session
from app.solving.one_solve import solve_roads_once
from app.solving.road_solved import RoadSolved
from app.starts import PlacedStart
from core.cancel import Cancel
from core.errors import InputError
from core.progress import Progress
from road.places.snap import Snapped
from road.properties import Turn
from road.routes.route import Leg, Route, legs_of, route_in

MOST_LEGS_SHOWN = 40


@dataclass(frozen=True, eq=False)
class Answer:
    """A way. snapped : where its ends met a road; None for vertices that were named."""

    route: Route
    solved: RoadSolved
    ends: tuple[PlacedStart, PlacedStart]
    snapped: tuple[Snapped | None, Snapped | None]
    open_ms: float


def route(arguments: Namespace, foreground: Foreground, _window: Window) -> int:
    """Find the way and print it; InputError where there is none."""
    expect_roads(arguments.file, "On rasters use `isofront solve`.")
    answer = foreground.run("looking for the way", partial(_answer, arguments, foreground))
    remark(answer.solved.notes)
    print(json_text(_record(answer)) if arguments.json else _for_people(answer))
    return DONE


def _answer(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> Answer:
    progress(-1.0, "preparing")
    check_road_choice(arguments, (arguments.algorithm,), (arguments.backend,))
    began = time.perf_counter()
    session = open_road_session(arguments, foreground, progress, cancel)
    origin = placed(arguments.origin, session, arguments)
    destination = placed(arguments.destination, session, arguments)
    session.set_starts((origin,))
    request = session.road_request()
    open_ms = (time.perf_counter() - began) * 1e3
    preprocess_first(request, foreground, progress, cancel)
    solved, _ = solve_roads_once(request, progress, cancel)
    if destination.vertex >= 0:
        target, snapped = session.source_of(destination)
    else:
        snapped = solved.destination(destination.x, destination.y)
        target = snapped.source()
    found = route_in(solved.times, target)
    if found is None:
        raise _no_way(session, arguments)
    return Answer(found, solved, (origin, destination), (solved.snapped[0], snapped), open_ms)


def _no_way(session: Session, arguments: Namespace) -> InputError:
    assert session.roads is not None
    return InputError(
        f"there is no way from one to the other by the metric '{session.roads.costs.name}'",
        where=arguments.file,
        advice="Choose places in one part of the roads (see `isofront info`), or another profile.",
    )


def _record(answer: Answer) -> dict[str, Any]:
    route, solved = answer.route, answer.solved
    ids = solved.graph.vertex_ids
    counts = Counter(turn.name.lower() for turn in route.turns)
    return {
        "cost": route.ticks,
        "unit": solved.unit,
        "seconds": route.cost if solved.weights.is_time else None,
        "length_m": route.length_m,
        "path_vertices": [int(ids[vertex]) for vertex in route.vertices],
        "turns": {turn.name.lower(): counts[turn.name.lower()] for turn in Turn},
        "legs": [_leg_record(leg) for leg in legs_of(route)],
        "from": _end_record(answer, 0),
        "to": _end_record(answer, 1),
        "metric": solved.roads.costs.name,
        **closure_record(solved.roads),
        "algorithm": solved.algorithm,
        "backend": solved.backend,
        "device": solved.device,
        "solve_ms": solved.solve_ms,
        "prepare_ms": solved.prepare_ms,
        "open_ms": answer.open_ms,
        "notes": (*solved.notes, *solved.graph.notes, *closure_notes(solved.roads)),
    }


def _leg_record(leg: Leg) -> dict[str, Any]:
    return {
        "turn": None if leg.turn is None else leg.turn.name.lower(),
        "way": None if leg.way < 0 else leg.way,
        "length_m": leg.length_m,
        "cost": leg.ticks,
    }


def _end_record(answer: Answer, which: int) -> dict[str, Any]:
    end, snapped = answer.ends[which], answer.snapped[which]
    ids = answer.solved.graph.vertex_ids
    vertex = end.vertex if snapped is None else snapped.vertex
    return {
        "x": end.x,
        "y": end.y,
        "vertex": int(ids[vertex]) if vertex >= 0 else None,
        "snapped": None if snapped is None else snapped_record(snapped),
    }


def _for_people(answer: Answer) -> str:
    route, solved = answer.route, answer.solved
    legs = legs_of(route)
    scale = solved.times.search.scale
    pairs = [
        ("cost", f"{route.ticks} {solved.unit}"),
        ("takes", amount(solved, route.cost) if solved.weights.is_time else ""),
        ("length", f"{route.length_m:.1f} m" if route.length_m else ""),
        ("passes", f"{len(route.vertices)} vertices"),
        ("metric", solved.roads.costs.name),
        ("solved in", f"{solved.solve_ms:.1f} ms"),
        ("by", f"{solved.algorithm} on {solved.backend}, {solved.device}"),
    ]
    for name, snapped in zip(("from", "to"), answer.snapped, strict=True):
        if snapped is not None:
            place = f"{snapped.x:.10g},{snapped.y:.10g}"
            pairs.append((name, f"{place}, {snapped.distance_m:.1f} m from the place given"))
    rows = [
        (
            "" if leg.turn is None else leg.turn.name.lower().replace("_", "-"),
            "–" if leg.way < 0 else str(leg.way),
            f"{leg.length_m:.0f}",
            amount(solved, leg.ticks * scale),
        )
        for leg in legs[:MOST_LEGS_SHOWN]
    ]
    lines = [facts(pairs), "", table(("turn", "way", "metres", "cost"), rows)]
    if len(legs) > MOST_LEGS_SHOWN:
        lines.append(f"… and {len(legs) - MOST_LEGS_SHOWN} more; --json prints all")
    notes = (*solved.graph.notes, *closure_notes(solved.roads))
    return "\n".join((*lines, *noted(notes)))
