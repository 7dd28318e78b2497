"""How one moves in two questions: directions, slopes, vehicles and closures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from enum import Enum
from typing import Any

from app.asked.points import Point, alike, document_of, speed_text
from app.solving.request import SolveRequest
from raster.geometry import STRAIGHT
from raster.slopes.slopes import GridSlopes
from road.costs.metric import Metric
from road.costs.way_speeds import WaySpeeds

FIGURES: Mapping[str, str] = {
    "limits": "what posted limits mean",
    "limit_factor": "the share of a posted limit that is driven",
    "top_speed_kmh": "the top speed of the vehicle",
    "surface_factors": "what surfaces do to the vehicle",
    "surface_caps_kmh": "the highest speeds on surfaces",
    "pushed_kmh": "the speed of who pushes the vehicle",
    "flag_factors": "what kinds of streets do to the vehicle",
    "slope": "what slopes do to the vehicle",
    "turn_seconds": "what turns cost",
    "dead_end_seconds": "what turning round costs",
    "sharp_turn_seconds": "what sharp turns cost",
    "turn_bias": "what left turns cost beside right ones",
    "oncoming_seconds": "what turning across traffic costs",
    "wait_seconds": "the waiting at junctions",
    "quantity": "what is sought",
    "private": "what private streets are for",
}
"""Words for fields of a metric that differ alone; the others have words of their own."""


# -- how one moves


def directions(a: SolveRequest, b: SolveRequest) -> Iterator[Point]:
    sides = [document_of(request).side(request.options) for request in (a, b)]
    if sides[0] != sides[1] and all(sides):
        words = {"from": "from the starts", "to": "to the starts"}
        yield Point("the direction of travel", *(words[side] for side in sides))
    if a.options.geometry != b.options.geometry:
        told = (
            "straight lines" if r.options.geometry == STRAIGHT else "eight directions"
            for r in (a, b)
        )
        yield Point("the directions", *told)


def zero_speed(a: SolveRequest, b: SolveRequest) -> Iterator[Point]:
    first, second = (
        float(getattr(r.document, "zero_speed_kmh", r.options.zero_speed_kmh)) for r in (a, b)
    )
    if first != second:
        told = (speed_text(kmh) if kmh else "a barrier" for kmh in (first, second))
        yield Point("the meaning of 0 km/h", *told)


def slopes(a: SolveRequest, b: SolveRequest) -> Iterator[Point]:
    one, other = a.options.counted_slopes, b.options.counted_slopes
    if _model(one) != _model(other):
        yield Point("the slopes", _model(one), _model(other))
    if one is None or other is None:
        return
    if one.surface != other.surface:
        told = ("along the ground" if s.surface else "on the map" for s in (one, other))
        yield Point("the length of a step", *told)
    if one.heights is not other.heights:
        if one.heights.name != other.heights.name:
            yield Point("the heights", one.heights.name, other.heights.name)
        elif not all(
            alike(*(getattr(s.heights, part) for s in (one, other))) for part in ("high", "low")
        ):
            yield Point("the heights")


def _model(slopes: GridSlopes | None) -> str:
    return "not counted" if slopes is None else slopes.model.text


def driving(a: SolveRequest, b: SolveRequest) -> Iterator[Point]:
    one, other = document_of(a).roads, document_of(b).roads
    if one is None or other is None:
        return
    first, second = one.costs, other.costs
    if first.name != second.name:
        yield Point("the vehicle", first.name, second.name)
    if first.metric is not None and second.metric is not None:
        yield from metrics(first.metric, second.metric)
    if not _same_ways(*(c.metric.ways if c.metric else None for c in (first, second))):
        yield Point("the speeds of single ways")
    if set(one.closures.shapes) != set(other.closures.shapes):
        counts = [str(len(roads.closures.shapes)) for roads in (one, other)]
        told = counts if counts[0] != counts[1] else ["", ""]
        yield Point("the closures", *("none" if n == "0" else n for n in told))


def metrics(one: Metric, other: Metric) -> Iterator[Point]:
    """What two vehicles do otherwise, but for their names and the speeds of single ways."""
    if one.name == other.name:
        yield from _figures(one, other)
    yield from _situation(one, other)


def _figures(one: Metric, other: Metric) -> Iterator[Point]:
    """What was edited of a vehicle, or differs between two files of one name."""
    yield from _class_speeds(one, other)
    if one.closed != other.closed:
        told = (_listed(metric.closed) for metric in (one, other))
        yield Point("the closed classes of roads", *told)
    if one.vehicle != other.vehicle:
        yield Point("whose rules of access hold")
    for each in fields(one):
        values = getattr(one, each.name), getattr(other, each.name)
        if each.name in FIGURES and values[0] != values[1]:
            words = all(isinstance(value, str) for value in values)
            yield Point(FIGURES[each.name], *(values if words else ()))


def _class_speeds(one: Metric, other: Metric) -> Iterator[Point]:
    tables = tuple((m.speeds_kmh, m.urban_speeds_kmh) for m in (one, other))
    moved = [
        road_class
        for road_class in sorted(set().union(*(t for pair in tables for t in pair)))
        if [t.get(road_class) for t in tables[0]] != [t.get(road_class) for t in tables[1]]
    ]
    if len(moved) > 1:
        yield Point(f"the speeds of {len(moved)} classes of roads")
    elif moved:
        [road_class] = moved
        told = [speed_text(m.speeds_kmh.get(road_class, 0.0)) for m in (one, other)]
        what = f"the speed of roads of class {_plain(road_class)}"
        yield Point(what, *(told if told[0] != told[1] else ()))


def _plain(member: Enum) -> str:
    return member.name.lower().replace("_", " ")


def _listed(classes: frozenset[Any]) -> str:
    return ", ".join(_plain(each) for each in sorted(classes)) or "none"


def _situation(one: Metric, other: Metric) -> Iterator[Point]:
    first, second = one.situation, other.situation
    if first.departure != second.departure:
        hours = (s.departure.replace("T", " ") or "no hour chosen" for s in (first, second))
        yield Point("the hour of departure", *hours)
    if one.name == other.name and first[1:] != second[1:]:
        yield Point("the size and weight of the vehicle")


def _same_ways(one: WaySpeeds | None, other: WaySpeeds | None) -> bool:
    if one is other or one is None or other is None:
        return one is other
    return all(alike(getattr(one, k), getattr(other, k)) for k in ("way", "kmh", "scale"))
