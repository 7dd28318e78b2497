"""From rules of ways to rules of a graph's arcs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from road.build import LooseStreets, StreetArcs
from road.files.osm.access import WayRule
from road.files.osm.objects import OsmObjects, Tags
from road.files.osm.tags import WayProperties
from road.files.osm.ways.paces import WayPace, paces_of
from road.graph import F64, I64, RoadRules
from road.properties import RoadClass


class Numbered:
    """Texts of conditions, each once."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._numbers: dict[str, int] = {}
        for text in texts:
            self.number(text)

    def number(self, text: str) -> int:
        """-1 for no condition."""
        return self._numbers.setdefault(text, len(self._numbers)) if text else -1

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(self._numbers)


def rules_of(
    objects: OsmObjects,
    properties: tuple[WayProperties | None, ...],
    streets: LooseStreets,
    arcs: StreetArcs,
    at_barriers: Sequence[tuple[int, tuple[WayRule, ...]]],
    conditions: Numbered,
) -> RoadRules | None:
    """Rules of the arcs, numbered as in `arcs`, and of the ways; None where there are none.

    at_barriers : numbers of pieces that pass a barrier, and its rules.
    """
    rows: list[tuple[int, ...]] = []
    speeds: list[tuple[int, float, float, bool, int]] = []
    metres = _metres(streets)
    sets = [k for k, p in enumerate(properties) if p is not None and p.usable]
    told = {k: _told(objects.tags[k], properties[k]) for k in sets}
    for k, way in zip(objects.tags_of.tolist(), objects.way_ids.tolist(), strict=True):
        rules, paces = told.get(k, ((), ()))
        if way not in metres:
            continue
        begin, end, length_m = metres[way]
        rows += _rows(arcs, range(begin, end), rules, conditions)
        for pace in paces:
            speeds.append((way, *_speed(pace, length_m), conditions.number(pace.condition)))
    for piece, rules in at_barriers:
        rows += _rows(arcs, range(piece, piece + 1), rules, conditions)
    return _packed(rows, speeds) if rows or speeds else None


def _rows(
    arcs: StreetArcs, pieces: range, rules: Iterable[WayRule], conditions: Numbered
) -> Iterator[tuple[int, ...]]:
    """Rows for both directions of some pieces."""
    for rule in rules:
        number = conditions.number(rule.condition)
        for direction, holds in ((arcs.forward, rule.forward), (arcs.backward, rule.backward)):
            for arc in direction[pieces.start : pieces.stop].tolist() if holds else ():
                if arc >= 0:
                    yield arc, rule.vehicles, rule.layer, rule.says, number


def _told(tags: Tags, p: WayProperties | None) -> tuple[tuple[WayRule, ...], tuple[WayPace, ...]]:
    assert p is not None
    return p.rules, tuple(paces_of(tags, ferry=p.road_class is RoadClass.FERRY))


def _metres(streets: LooseStreets) -> dict[int, tuple[int, int, float]]:
    """Of each way the first of its pieces, the one behind the last, and their length together.

    Pieces of a way lie side by side.
    """
    way = streets.way
    first = np.flatnonzero(np.diff(way, prepend=way[:1] - 1)) if len(way) else way
    metres = streets.length_m.astype(np.float64)
    sums: F64 = np.add.reduceat(metres, first) if len(way) else metres
    ends = np.append(first[1:], len(way))
    listed = zip(way[first].tolist(), first.tolist(), ends.tolist(), sums.tolist(), strict=True)
    return {way: (begin, end, length) for way, begin, end, length in listed}


def _speed(pace: WayPace, length_m: float) -> tuple[float, float, bool]:
    """(km/h or NaN, factor, whether the speed is a limit)."""
    if pace.seconds is not None:
        return 3.6 * length_m / pace.seconds, 1.0, False
    if pace.limit_kmh is not None:
        return pace.limit_kmh, 1.0, True
    return np.nan, 1.0 if pace.scale is None else pace.scale, False


def _packed(
    rows: list[tuple[int, ...]], speeds: list[tuple[int, float, float, bool, int]]
) -> RoadRules:
    table: I64 = np.array(rows, np.int64).reshape(-1, 5)
    of_ways: Any = np.array(speeds, np.float64).reshape(-1, 5)
    kinds = (np.uint32, np.uint8, np.uint8, np.uint8, np.int32)
    arcs = (column.astype(kind) for column, kind in zip(table.T, kinds, strict=True))
    ids = np.array([row[0] for row in speeds], np.int64)
    _, kmh, scale, limit, condition = of_ways.T
    return RoadRules(
        *arcs, ids, kmh.copy(), scale.copy(), limit.astype(np.uint8), condition.astype(np.int32)
    )  # type: ignore[call-arg]
