"""`isofront route`: the ways between two places on roads, or between those of many pairs."""

from __future__ import annotations

import time
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from app.catalog.algorithms import planning_row
from app.cli.answers import amount
from app.cli.exit_status import DONE
from app.cli.foreground import Foreground
from app.cli.opening import (
    OPENINGS,
    OpenedFiles,
    check_choice,
    preprocess_first,
    session_on,
)
from app.cli.options.option import ROADS
from app.cli.paths.writing import TABLE, target_of, write_paths
from app.cli.report import distance, facts, json_text, noted, remark, table
from app.cli.roads.answers import place_of, snapped_record
from app.cli.roads.driving import closure_record, costs_facts, costs_record
from app.cli.roads.pairs import AskedPair, asked_pairs, end_text, write_pairs
from app.cli.window import WindowService
from app.editing.session import Session
from app.measure import Measure
from app.paths.path import path_of_route
from app.paths.pins import NamedPath, Pin, coloured
from app.roads.open_roads import OpenRoads
from app.solving.arcs import ArcProblem
from app.solving.request import SolveRequest
from app.solving.routes import FoundWay, FoundWays, find_ways
from app.starts import PlacedStart
from app.units import METRIC, units
from core.cancel import Cancel
from core.errors import InputError
from core.numerals import counted
from core.progress import Progress
from road.graph import RoadGraph
from road.places.snap import Snapped
from road.properties import Turn
from road.routes.route import Leg, Method, Route, legs_of, street_name

MOST_ROWS = 40
"""Most rows of a table for people."""

CLIMBS = "climb_m", "descent_m"
"""Keys of metres up and down."""

METHODS: dict[Method, str] = {
    "times": "read off the times to all places",
    "search": "searched between the two places",
    "cells": "searched between the two places, from cell to cell",
    "hierarchy": "searched between the two places, upward in a hierarchy from both",
}


@dataclass(frozen=True, eq=False)
class RouteAnswer:
    """The ways of the pairs that were asked for."""

    given: OpenedFiles
    asked: Sequence[AskedPair]
    found: FoundWays
    open_ms: float


def route(arguments: Namespace, foreground: Foreground, _window: WindowService) -> int:
    """Find the ways and print them; InputError where there is none of a single pair."""
    asked = asked_pairs(arguments)
    target = target_of(arguments, *((TABLE,) if arguments.pairs is not None else ()))
    answer = foreground.run("looking for the way", partial(_answer, arguments, asked, foreground))
    found = answer.found
    if target is not None and target.suffix.lower() in TABLE.suffixes:
        write = partial(write_pairs, target, asked, found.ways, found.roads, foreground)
        foreground.run("writing", write)
    elif target is not None:
        foreground.run("writing", partial(write_paths, target, _paths(answer), foreground))
    remark(found.notes)
    if arguments.pairs is not None:
        many = _record_of_pairs if arguments.json else _pairs_for_people
        told = many(answer, foreground.written)
    else:
        one = _record if arguments.json else _for_people
        told = one(answer, foreground.written)
    print(json_text(told) if not isinstance(told, str) else told)
    return DONE


def _paths(answer: RouteAnswer) -> tuple[NamedPath, ...]:
    """The ways as lines; pairs without one have none."""
    roads, found = answer.found.roads, list[NamedPath]()
    for number, (asked, way) in enumerate(zip(answer.asked, answer.found.ways, strict=True), 1):
        path = None if way.route is None else path_of_route(way.route, roads.measure)
        if path is not None:
            name = "Path" if len(answer.asked) == 1 else f"Path {number}"
            x, y = path.points[-1].tolist()
            (pin,) = coloured((Pin(x, y, name),))
            found.append(NamedPath(pin, path, end_text(asked, 0)))
    return tuple(found)


def _answer(
    arguments: Namespace,
    asked: Sequence[AskedPair],
    foreground: Foreground,
    progress: Progress,
    cancel: Cancel,
) -> RouteAnswer:
    progress(-1.0, "preparing")
    check_choice(arguments, ROADS, (arguments.algorithm,), (arguments.backend,))
    began = time.perf_counter()
    given = OPENINGS[ROADS].read(arguments, foreground, progress, cancel)
    session = session_on(given.document, arguments)
    pairs = [pair.on(session, arguments.start_crs) for pair in asked]
    session.set_starts(pairs[0].ends[:1])
    request, roads = _by_planner(session, arguments, len(pairs)), session.driven
    open_ms = (time.perf_counter() - began) * 1e3
    preprocess_first(request, foreground, progress, cancel)
    found = find_ways(request, roads, pairs, progress, cancel)
    if arguments.pairs is None and found.ways[0].route is None:
        raise _no_way(session, arguments)
    return RouteAnswer(given, asked, found, open_ms)


def _by_planner(session: Session, arguments: Namespace, pairs: int) -> SolveRequest:
    """The request for single ways by a planner, unless that is left to a GPU."""
    request, options = session.request(), session.options
    search = ArcProblem(request, session.driven).search
    row = planning_row(arguments.algorithm, session.driven.graph, search, pairs)
    if row.planner is None or options.backend == "gpu" or options.device is not None:
        return request
    return replace(request, options=replace(options, algorithm=row.id, backend="cpu"))


def _no_way(session: Session, arguments: Namespace) -> InputError:
    return InputError(
        f"there is no way from one to the other with the metric '{session.driven.costs.name}'",
        where=arguments.file,
        advice="Choose places in one part of the roads (see `isofront info`), or another profile.",
    )


def _record(answer: RouteAnswer, written: list[str]) -> dict[str, Any]:
    way = _way_record(answer.found.ways[0], answer.found.roads)
    return {**way, **_found_record(answer), "outputs": written}


def _record_of_pairs(answer: RouteAnswer, written: list[str]) -> dict[str, Any]:
    ways, roads = answer.found.ways, answer.found.roads
    return {
        "pairs": len(ways),
        "pairs_with_a_way": sum(way.route is not None for way in ways),
        "routes": [_way_record(way, roads) for way in ways],
        **_found_record(answer),
        "outputs": written,
    }


def _way_record(way: FoundWay, roads: OpenRoads) -> dict[str, Any]:
    route, ends = way.route, {}
    for name, end, snapped in zip(("from", "to"), way.pair.ends, way.snapped, strict=True):
        ends[name] = _end_record(end, snapped, roads)
    if route is None:
        empty = dict.fromkeys(("cost", "unit", "seconds", "length_m", *CLIMBS))
        return {**empty, "path_vertices": (), "turns": {}, "legs": (), **ends}
    ids = route.graph.vertex_ids
    counts = Counter(turn.name.lower() for turn in route.turns)
    return {
        "cost": route.ticks,
        "unit": roads.unit_of(route.weights),
        "seconds": route.cost if route.weights.is_time else None,
        "length_m": route.length_m,
        **dict(zip(CLIMBS, _climb(route, roads), strict=True)),
        "path_vertices": [int(ids[vertex]) for vertex in route.vertices],
        "turns": {turn.name.lower(): counts[turn.name.lower()] for turn in Turn},
        "legs": [_leg_record(leg, route.graph) for leg in legs_of(route)],
        **ends,
    }


def _climb(route: Route, roads: OpenRoads) -> tuple[float | None, float | None]:
    """Metres up and down by the slopes of the arcs; None where these are not known."""
    if route.graph.arcs.slope is None:
        return None, None
    path = path_of_route(route, roads.measure)
    return (0.0, 0.0) if path is None or path.climb is None else path.climb


def _found_record(answer: RouteAnswer) -> dict[str, Any]:
    found = answer.found
    return {
        "metric": found.roads.costs.name,
        **costs_record(found.roads),
        **closure_record(found.roads),
        "algorithm": found.algorithm,
        "backend": found.backend,
        "device": found.device,
        "method": _method(found),
        "solve_ms": found.solve_ms,
        "prepare_ms": found.prepare_ms,
        "open_ms": answer.open_ms,
        "notes": (*found.notes, *answer.given.notes),
    }


def _method(found: FoundWays) -> Method | None:
    """None where no pair has a way."""
    return next((way.route.method for way in found.ways if way.route is not None), None)


def _leg_record(leg: Leg, graph: RoadGraph) -> dict[str, Any]:
    return {
        "turn": None if leg.turn is None else leg.turn.name.lower(),
        "way": None if leg.way < 0 else leg.way,
        "name": street_name(graph, leg.way) or None,
        "length_m": leg.length_m,
        "cost": leg.ticks,
    }


def _end_record(end: PlacedStart, snapped: Snapped | None, roads: OpenRoads) -> dict[str, Any]:
    vertex = end.vertex
    if snapped is not None and snapped.vertex >= 0:
        vertex = int(roads.graph.vertex_ids[snapped.vertex])
    return {
        "x": end.x,
        "y": end.y,
        "vertex": vertex,
        "snapped": None if snapped is None else snapped_record(snapped),
    }


def _how(found: FoundWays) -> list[tuple[str, str]]:
    """What people read of how ways were found."""
    method = _method(found)
    return [
        ("metric", found.roads.costs.name),
        *costs_facts(found.roads),
        ("solved in", f"{found.solve_ms:.1f} ms"),
        ("by", f"{found.algorithm} on {found.backend}, {found.device}"),
        ("method", METHODS[method] if method else ""),
    ]


def _pairs_for_people(answer: RouteAnswer, written: list[str]) -> str:
    found, measure = answer.found, answer.found.roads.measure
    some = sum(way.route is not None for way in found.ways)
    pairs = [("ways", f"{some} of {len(found.ways)} pairs"), *_how(found)]
    pairs += [("ready in", f"{found.prepare_ms:.1f} ms"), *(("written", name) for name in written)]
    rows = []
    for asked, way in zip(answer.asked[:MOST_ROWS], found.ways, strict=False):
        route, ends = way.route, (end_text(asked, which) for which in range(2))
        costs = ("no way", "") if route is None else _costs(measure, route.cost, route.length_m)
        rows.append((*ends, *costs))
    lines = [facts(pairs), "", table(("from", "to", "cost", _metres()), rows)]
    if len(found.ways) > MOST_ROWS:
        lines.append(f"… and {len(found.ways) - MOST_ROWS} more; --out FILE.csv writes all")
    return "\n".join((*lines, *noted(answer.given.notes)))


def _costs(measure: Measure, cost: float, length_m: float) -> tuple[str, str]:
    return amount(measure, cost), _whole(length_m)


def _metres() -> str:
    """The head of a column of lengths."""
    return "metres" if units() is METRIC else units().small[0]


def _whole(metres: float) -> str:
    """A length in such a column."""
    return f"{metres / units().small[1]:.0f}"


def _for_people(answer: RouteAnswer, written: list[str]) -> str:
    found, way = answer.found, answer.found.ways[0]
    route, roads = way.route, found.roads
    assert route is not None, "no way is told elsewhere"
    legs, is_time = legs_of(route), route.weights.is_time
    scale = route.weights.tick_seconds or 1.0
    pairs = [
        ("cost", f"{route.ticks} {roads.unit_of(route.weights)}"),
        ("takes", amount(roads.measure, route.cost) if is_time else ""),
        ("length", distance(route.length_m) if route.length_m else ""),
        ("passes", counted(len(route.vertices), "vertex", "vertices")),
        *_how(found),
    ]
    ends = zip(("from", "to"), way.snapped, strict=True)
    pairs += [(name, place_of(snapped)) for name, snapped in ends if snapped is not None]
    up, down = _climb(route, roads)
    if up is not None and down is not None:
        pairs.append(("climbs", f"{distance(up)} up, {distance(down)} down"))
    pairs += [("written", name) for name in written]
    rows = [
        (
            "" if leg.turn is None else leg.turn.name.lower().replace("_", "-"),
            "–" if leg.way < 0 else str(leg.way),
            _whole(leg.length_m),
            amount(roads.measure, leg.ticks * scale),
            street_name(route.graph, leg.way),
        )
        for leg in legs[:MOST_ROWS]
    ]
    lines = [facts(pairs), "", table(("turn", "way", _metres(), "cost", "name"), rows)]
    if len(legs) > MOST_ROWS:
        lines.append(f"… and {len(legs) - MOST_ROWS} more; --json prints all")
    return "\n".join((*lines, *noted(answer.given.notes)))
