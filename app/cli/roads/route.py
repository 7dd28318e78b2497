"""`isofront route`: the way between two places on roads."""

from __future__ import annotations

import time
from argparse import Namespace
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from app.catalog.algorithms import planning_row
from app.cli.answers import amount
from app.cli.exit_status import DONE
from app.cli.foreground import Foreground
from app.cli.kinds import expect_roads
from app.cli.opening import (
    OPENINGS,
    OpenedFiles,
    check_choice,
    placed,
    preprocess_first,
    session_on,
)
from app.cli.options import ROADS
from app.cli.report import facts, json_text, noted, remark, table
from app.cli.roads.answers import place_of, snapped_record
from app.cli.roads.driving import closure_record
from app.cli.window import WindowService
from app.editing.session import Session
from app.solving.request import SolveRequest
from app.solving.routes import FoundRoute, find_way
from app.starts import PlacedStart
from core.cancel import Cancel
from core.errors import InputError
from core.progress import Progress
from road.places.snap import Snapped
from road.properties import Turn
from road.routes.route import Leg, Method, legs_of

MOST_LEGS_SHOWN = 40

METHODS: dict[Method, str] = {
    "times": "read in the times to all places",
    "search": "searched between the two places",
    "cells": "searched between the two places, from cell to cell",
}


@dataclass(frozen=True, eq=False)
class RouteAnswer:
    """A way. snapped : where its ends met a road; None for vertices that were named."""

    given: OpenedFiles
    found: FoundRoute
    ends: tuple[PlacedStart, PlacedStart]
    snapped: tuple[Snapped | None, Snapped | None]
    open_ms: float


def route(arguments: Namespace, foreground: Foreground, _window: WindowService) -> int:
    """Find the way and print it; InputError where there is none."""
    expect_roads(arguments.file, "On rasters use `isofront solve`.")
    answer = foreground.run("looking for the way", partial(_answer, arguments, foreground))
    remark(answer.found.notes)
    print(json_text(_record(answer)) if arguments.json else _for_people(answer))
    return DONE


def _answer(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> RouteAnswer:
    progress(-1.0, "preparing")
    check_choice(arguments, ROADS, (arguments.algorithm,), (arguments.backend,))
    began = time.perf_counter()
    given = OPENINGS[ROADS].read(arguments, foreground, progress, cancel)
    session = session_on(given.document, arguments)
    origin = placed(arguments.origin, session, arguments.start_crs)
    destination = placed(arguments.destination, session, arguments.start_crs)
    session.set_starts((origin,))
    request, roads = _by_planner(session, arguments), session.driven
    open_ms = (time.perf_counter() - began) * 1e3
    preprocess_first(request, foreground, progress, cancel)
    met: tuple[Snapped | None, ...] = (None,)
    if destination.vertex is None:
        met = roads.destinations(destination.x, destination.y)
    targets = [roads.met(destination)[0] if at is None else at.source() for at in met]
    found = find_way(request, roads, targets, progress, cancel)
    if found is None:
        raise _no_way(session, arguments)
    ends = (roads.met(origin)[1], met[found.where])
    return RouteAnswer(given, found, (origin, destination), ends, open_ms)


def _by_planner(session: Session, arguments: Namespace) -> SolveRequest:
    """The request for a single way by a planner, unless that is left to a GPU."""
    request, options = session.request(), session.options
    row = planning_row(arguments.algorithm, session.driven.graph)
    if row.planner is None or options.backend == "gpu" or options.device is not None:
        return request
    return replace(request, options=replace(options, algorithm=row.id, backend="cpu"))


def _no_way(session: Session, arguments: Namespace) -> InputError:
    return InputError(
        f"there is no way from one to the other by the metric '{session.driven.costs.name}'",
        where=arguments.file,
        advice="Choose places in one part of the roads (see `isofront info`), or another profile.",
    )


def _record(answer: RouteAnswer) -> dict[str, Any]:
    found, route, roads = answer.found, answer.found.route, answer.found.roads
    ids = route.graph.vertex_ids
    counts = Counter(turn.name.lower() for turn in route.turns)
    return {
        "cost": route.ticks,
        "unit": roads.unit_of(route.weights),
        "seconds": route.cost if route.weights.is_time else None,
        "length_m": route.length_m,
        "path_vertices": [int(ids[vertex]) for vertex in route.vertices],
        "turns": {turn.name.lower(): counts[turn.name.lower()] for turn in Turn},
        "legs": [_leg_record(leg) for leg in legs_of(route)],
        "from": _end_record(answer, 0),
        "to": _end_record(answer, 1),
        "metric": roads.costs.name,
        **closure_record(roads),
        "algorithm": found.algorithm,
        "backend": found.backend,
        "device": found.device,
        "method": route.method,
        "solve_ms": found.solve_ms,
        "prepare_ms": found.prepare_ms,
        "open_ms": answer.open_ms,
        "notes": (*found.notes, *answer.given.notes),
    }


def _leg_record(leg: Leg) -> dict[str, Any]:
    return {
        "turn": None if leg.turn is None else leg.turn.name.lower(),
        "way": None if leg.way < 0 else leg.way,
        "length_m": leg.length_m,
        "cost": leg.ticks,
    }


def _end_record(answer: RouteAnswer, which: int) -> dict[str, Any]:
    end, snapped = answer.ends[which], answer.snapped[which]
    ids = answer.found.roads.graph.vertex_ids
    vertex = end.vertex
    if snapped is not None and snapped.vertex >= 0:
        vertex = int(ids[snapped.vertex])
    return {
        "x": end.x,
        "y": end.y,
        "vertex": vertex,
        "snapped": None if snapped is None else snapped_record(snapped),
    }


def _for_people(answer: RouteAnswer) -> str:
    found, route, roads = answer.found, answer.found.route, answer.found.roads
    legs, is_time = legs_of(route), route.weights.is_time
    scale = route.weights.tick_seconds or 1.0
    pairs = [
        ("cost", f"{route.ticks} {roads.unit_of(route.weights)}"),
        ("takes", amount(roads.measure, route.cost) if is_time else ""),
        ("length", f"{route.length_m:.1f} m" if route.length_m else ""),
        ("passes", f"{len(route.vertices)} vertices"),
        ("metric", roads.costs.name),
        ("solved in", f"{found.solve_ms:.1f} ms"),
        ("by", f"{found.algorithm} on {found.backend}, {found.device}"),
        ("method", METHODS[route.method]),
    ]
    ends = zip(("from", "to"), answer.snapped, strict=True)
    pairs += [(name, place_of(snapped)) for name, snapped in ends if snapped is not None]
    rows = [
        (
            "" if leg.turn is None else leg.turn.name.lower().replace("_", "-"),
            "–" if leg.way < 0 else str(leg.way),
            f"{leg.length_m:.0f}",
            amount(roads.measure, leg.ticks * scale),
        )
        for leg in legs[:MOST_LEGS_SHOWN]
    ]
    lines = [facts(pairs), "", table(("turn", "way", "metres", "cost"), rows)]
    if len(legs) > MOST_LEGS_SHOWN:
        lines.append(f"… and {len(legs) - MOST_LEGS_SHOWN} more; --json prints all")
    return "\n".join((*lines, *noted(answer.given.notes)))
