"""Edges of an OSMnx graph, gathered column by column."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from road.files.graphml.stream import GraphmlEdge
from road.files.osm.access import ACCESS_KEYS, ROUNDABOUTS, users_of
from road.files.osm.words import (
    class_of,
    first_word,
    is_set,
    lanes_code,
    limit_code,
    surface_of,
    vehicles_of,
    words_of,
)
from road.graph import F32, F64, U32, ArcProperties, Shapes
from road.names import MapNames
from road.properties import Flag, Vehicle

_Codes = tuple[int, int, int, int, int, int]
"""Class, limit, lanes, surface, vehicles and flags."""

_CODED = ("highway", "maxspeed", "speed_kph", "lanes", "surface", "junction", "oneway")
_LIST_ACCESS = str.maketrans({"[": "", "]": "", "'": "", '"': "", ",": ";"})
"""Translation of a list written as text into several values of OpenStreetMap."""

_TRUE_FLAGS = (("bridge", Flag.BRIDGE), ("tunnel", Flag.TUNNEL), ("toll", Flag.TOLL))
_SAYING = (*_CODED, *(name for name, _ in _TRUE_FLAGS), *ACCESS_KEYS)
"""Attributes that codes are made of."""

_NUMBERS = ("length", "travel_time", "grade")


class Edges:
    """Arcs of the edges taken so far; an edge that leads both ways is two."""

    def __init__(self, where: str) -> None:
        # Plain arrays: millions of edges fit a few bytes each.
        self._where = where
        self._nodes: dict[str, int] = {}
        self._tails, self._heads = array("q"), array("q")
        self._codes = array("q")
        self._code_sets: list[_Codes] = []
        self._ways = array("q")
        self._lengths, self._times, self._slopes = array("d"), array("d"), array("d")
        self._points: list[F64 | None] = []
        self._names: dict[int, str] = {}
        self._closed = 0
        self._known: dict[tuple[str | None, ...], tuple[int, bool]] = {}

    def add(self, edge: GraphmlEdge, directed: bool) -> None:
        """Take one edge; InputError names it."""
        data = edge.data
        words = tuple(map(data.get, _SAYING))
        known = self._known.get(words)
        if known is None:  # many edges say the same
            one_way = is_set(first_word(data.get("oneway", "")))
            known = self._known[words] = len(self._code_sets), one_way
            self._code_sets.append(_codes_of(data, one_way))
        number, one_way = known
        points = self._line(edge) if "geometry" in data else None
        length, time, grade = (
            self._number(edge, name) if name in data else math.nan for name in _NUMBERS
        )
        way = _way(data["osmid"]) if "osmid" in data else -1
        name = " ".join(first_word(data.get("name", "")).split())
        if name and way >= 0:
            self._names.setdefault(way, name)
        source, target = edge.source, edge.target
        both = not directed and not one_way
        # An undirected graph keeps under `from` and `to` which way a one-way street led.
        if not directed and not both and data.get("from") == target:
            source, target = target, source
        for tail, head, along in ((source, target, 1), (target, source, -1))[: 1 + both]:
            self._tails.append(self._nodes.setdefault(tail, len(self._nodes)))
            self._heads.append(self._nodes.setdefault(head, len(self._nodes)))
            self._codes.append(number)
            self._ways.append(way)
            self._lengths.append(length)
            self._times.append(time)
            self._slopes.append(grade * along)
            self._points.append(points)
        self._closed += self._code_sets[number][4] == Vehicle.NONE

    def ends(self, number: dict[str, int]) -> tuple[U32, U32]:
        """(tail, head) by the numbers of the nodes; InputError for an end that is no node."""
        try:
            table = np.array([number[name] for name in self._nodes], np.uint32)
        except KeyError as error:
            raise InputError(
                f"an edge ends at node {error.args[0][:40]}, which is not there",
                where=self._where,
                advice="Fetch it again.",
            ) from error
        return table[np.array(self._tails, np.int64)], table[np.array(self._heads, np.int64)]

    def lengths(self) -> F32:
        """float32; NaN where the file has none."""
        return np.array(self._lengths, np.float32)

    def travel_times(self) -> F64 | None:
        """Seconds; None unless all edges have them."""
        times = np.array(self._times, np.float64)
        return None if not len(times) or np.isnan(times).any() else times

    def properties(self, lengths: F32) -> ArcProperties:
        table = np.array(self._code_sets, np.uint8).reshape(-1, 6)
        codes = table[np.array(self._codes, np.int64)]
        road_class, limit, lanes, surface, vehicles, flags = (c.copy() for c in codes.T)
        return ArcProperties(
            lengths,
            road_class,
            limit,
            lanes,
            surface,
            vehicles,
            flags,
            np.array(self._ways, np.int64),
            self._slope_codes(),
        )

    def shapes(self, tail: U32, head: U32, xy: tuple[F64, F64] | None) -> Shapes | None:
        """Points between the ends. A line that another edge has too, either way, is kept once."""
        if xy is None or all(points is None for points in self._points):
            return None
        held: dict[bytes, int] = {}
        kept: list[F64] = []
        of_arc = np.empty(len(tail), np.uint32)
        reverse = np.zeros(len(tail), np.uint8)
        x, y = xy
        for arc, points in enumerate(self._points):
            if points is None:
                points = np.empty((0, 2))
            elif _runs_back(points, x[tail[arc]], y[tail[arc]], x[head[arc]], y[head[arc]]):
                points = points[::-1]
            inner = np.ascontiguousarray(points[1:-1])
            found = held.get(inner.tobytes())
            if found is None:
                found = held.get(inner[::-1].tobytes())
                reverse[arc] = found is not None
            if found is None:
                found = held[inner.tobytes()] = len(kept)
                kept.append(inner)
            of_arc[arc] = found
        first = np.zeros(len(kept) + 1, np.int64)
        np.cumsum([len(inner) for inner in kept], out=first[1:])
        return Shapes(first, np.concatenate(kept), of_arc, reverse)

    def names(self) -> MapNames | None:
        """By ids of ways; None where no street has one."""
        return MapNames.of(self._names) if self._names else None

    def notes(self) -> Iterator[str]:
        if self._closed:
            yield f"{self._closed} edges, such as busways, are closed to all vehicles"

    def _number(self, edge: GraphmlEdge, name: str) -> float:
        text = edge.data.get(name, "")
        if not text:
            return math.nan
        try:
            value = float(text)
        except ValueError:
            value = math.inf
        if not (math.isfinite(value) and (value >= 0 or name == "grade")):
            raise self._error(edge, f"its {name}, '{text[:40]}', is not a valid number")
        return value

    def _line(self, edge: GraphmlEdge) -> F64 | None:
        """Points of the WKT, first and last included; None for straight edges."""
        text = edge.data.get("geometry", "")
        if not text:
            return None
        kind, _, numbers = text.partition("(")
        try:
            rows = [row.split()[:2] for row in numbers.rstrip(" )").split(",")]
            points = np.array(rows, np.float64)
            if kind.split()[0].upper() != "LINESTRING" or points.shape[0] < 2:
                raise ValueError
        except (ValueError, IndexError) as error:
            raise self._error(edge, f"its geometry, '{text[:40]}', is not a LINESTRING") from error
        return points

    def _error(self, edge: GraphmlEdge, found: str) -> InputError:
        return InputError(
            found,
            where=f"{self._where}, edge {edge.source[:40]} to {edge.target[:40]}",
            advice="Correct the file, or fetch it again.",
        )

    def _slope_codes(self) -> NDArray[np.int8] | None:
        percent = np.array(self._slopes, np.float64) * 100
        if np.isnan(percent).all():
            return None
        known = np.where(np.isnan(percent), 0.0, percent)
        return np.clip(np.rint(known), -127, 127).astype(np.int8)


def _codes_of(data: dict[str, str], one_way: bool) -> _Codes:
    highway = first_word(data.get("highway", ""))
    flags = Flag.NONE
    for name, flag in _TRUE_FLAGS:
        if is_set(first_word(data.get(name, ""))):
            flags |= flag
    if first_word(data.get("junction", "")) in ROUNDABOUTS:
        flags |= Flag.ROUNDABOUT
    # `speed_kph` is OSMnx's own guess where nothing is posted, so the posted speed comes first.
    posted = limit_code(words_of(data.get("maxspeed", "")))
    road, surface = class_of(highway), surface_of(first_word(data.get("surface", "")))
    vehicles = vehicles_of(highway)
    said = {key: data[key].translate(_LIST_ACCESS) for key in ACCESS_KEYS if data.get(key)}
    if said and vehicles != Vehicle.NONE:
        users = users_of(said, road, surface)
        vehicles = users.forward
        flags |= Flag.PRIVATE if users.private else Flag.NONE
    return (
        road,
        posted or limit_code([data.get("speed_kph", "")]),
        lanes_code(words_of(data.get("lanes", "")), not one_way),
        surface,
        vehicles,
        flags,
    )


def _way(text: str) -> int:
    word = first_word(text)
    return int(word) if word.lstrip("-").isdecimal() and len(word) < 19 else -1


def _runs_back(points: F64, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a line from head to tail; in undirected graphs it may run either way."""
    (ax, ay), (bx, by) = points[0], points[-1]
    straight = math.hypot(ax - x0, ay - y0) + math.hypot(bx - x1, by - y1)
    return math.hypot(bx - x0, by - y0) + math.hypot(ax - x1, ay - y1) < straight
