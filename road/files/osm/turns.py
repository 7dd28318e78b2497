"""From turn restrictions to the sequences of arcs that they forbid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from road.files.osm.restrictions import Fate, Restriction
from road.files.osm.ways.rules import Numbered
from road.graph import F32, ForbiddenTurns, RoadGraph
from road.turns import bearings, forbidden_turns, sequences_left_out

IDEAL_DEGREES = {
    "left_turn": -90.0,
    "diagonal_left_turn": -45.0,
    "right_turn": 90.0,
    "diagonal_right_turn": 45.0,
    "straight_on": 0.0,
    "u_turn": 180.0,
}
"""Clockwise change of direction that each manoeuvre means at its best."""

SUITS_WITHIN = 60.0
"""Degrees from the ideal, where several ways are named on both sides."""

MOST_VIA_ARCS = 400  # along a via way cut by many crossings; longer ones are mistakes

Drive = tuple[int, ...]


class TurnFinder:
    """Finds the arcs that a restriction is about, in a finished graph without restrictions."""

    def __init__(self, graph: RoadGraph) -> None:
        self._graph = graph
        self._by_way = np.argsort(graph.arcs.way, kind="stable")
        self._sorted_ways = graph.arcs.way[self._by_way]
        self._by_id = np.argsort(graph.vertex_ids, kind="stable")
        self._all_arcs = np.arange(graph.arc_count, dtype=np.uint32)
        self._bearings: tuple[F32, F32] | None = None
        self._forbidden: dict[tuple[Drive, str], int] = {}

    def apply(self, restriction: Restriction) -> Fate:
        """Take the restriction into `forbidden`, or say why it has no place there."""
        groups = (restriction.starts, restriction.ends, *((w,) for w in restriction.via_ways))
        if not all(self._arcs_of(ways) for ways in groups):
            return Fate.NEEDLESS  # nobody may use one of the ways
        if restriction.via_node is None:
            driven = self._over_ways(restriction)
        else:
            driven = self._at_node(restriction, restriction.via_node)
        if not driven:
            return Fate.APART
        if restriction.only:
            bound = self._forbid_others(restriction, driven)
        else:
            bound = [self._forbid(arcs, restriction.vehicles, restriction) for arcs in driven]
        if not any(bound):
            return Fate.NEEDLESS
        return Fate.TIMED if restriction.condition else Fate.APPLIED

    def forbidden(self, conditions: Numbered) -> ForbiddenTurns:
        """All that were applied. conditions : numbers those on which they depend."""
        held = list(self._forbidden.items())
        found = forbidden_turns((arcs, bits) for (arcs, _), bits in held)
        if not any(condition for (_, condition), _ in held):
            return found
        numbers = [conditions.number(condition) for (_, condition), _ in held]
        return replace(found, condition=np.array(numbers, np.int32))

    def _forbid_others(self, restriction: Restriction, driven: list[Drive]) -> list[bool]:
        """Forbid what the only ways to go on leave out, to those who can drive them at all."""
        graph = self._graph
        left_out: dict[int, set[Drive]] = {}
        bits: dict[int, int] = {}
        for arcs in driven:
            who = self._who_drives(arcs) & restriction.vehicles
            if who:
                others = set(sequences_left_out(arcs, graph.first_out, self._all_arcs, graph.head))
                left_out[arcs[0]] = left_out.get(arcs[0], others) & others
                bits[arcs[0]] = bits.get(arcs[0], 0) | who
        return [
            self._forbid(arcs, bits[start], restriction)
            for start, sequences in left_out.items()
            for arcs in sorted(sequences)
        ]

    def _forbid(self, arcs: Drive, vehicles: int, restriction: Restriction) -> bool:
        """Whether any of the vehicles could have driven the arcs."""
        bits = self._who_drives(arcs) & vehicles
        if bits:
            what = arcs, restriction.condition
            self._forbidden[what] = self._forbidden.get(what, 0) | bits
        return bits != 0

    def _who_drives(self, arcs: Drive) -> int:
        return int(np.bitwise_and.reduce(self._graph.arcs.vehicles[list(arcs)]))

    def _arcs_of(self, ways: Sequence[int]) -> list[int]:
        begin = np.searchsorted(self._sorted_ways, ways, side="left")
        end = np.searchsorted(self._sorted_ways, ways, side="right")
        return [int(a) for b, e in zip(begin, end, strict=True) for a in self._by_way[b:e]]

    def _vertex(self, node: int) -> int:
        """The vertex of a node; -1 where it is none."""
        ids = self._graph.vertex_ids
        place = np.searchsorted(ids, node, sorter=self._by_id)
        found = int(self._by_id[place]) if place < len(ids) else -1
        return found if found >= 0 and ids[found] == node else -1

    def _at_node(self, restriction: Restriction, node: int) -> list[Drive]:
        vertex = self._vertex(node)
        graph = self._graph
        turns: list[Drive] = []
        for start, end in product(restriction.starts, restriction.ends):
            into = [a for a in self._arcs_of([start]) if graph.head[a] == vertex]
            out = [a for a in self._arcs_of([end]) if graph.tail[a] == vertex]
            turns += self._meant(restriction, [(a, b) for a in into for b in out])
        ideal = IDEAL_DEGREES.get(restriction.manoeuvre)
        if len(restriction.starts) > 1 and len(restriction.ends) > 1 and ideal is not None:
            return [turn for turn in turns if self._misfit(turn, ideal) <= SUITS_WITHIN]
        return turns

    def _meant(self, restriction: Restriction, turns: list[Drive]) -> list[Drive]:
        """Where a way passes the node instead of ending there, the turn that suits the word."""
        if len(turns) < 2:
            return turns
        if restriction.manoeuvre == "u_turn" and self._of_one_way(turns):
            return [turn for turn in turns if self._same_street(*turn)]
        ideal = IDEAL_DEGREES.get(restriction.manoeuvre)
        if ideal is None:  # no_entry, no_exit
            return turns
        drivable = [t for t in turns if self._who_drives(t) & restriction.vehicles]
        return [min(drivable or turns, key=lambda turn: self._misfit(turn, ideal))]

    def _of_one_way(self, turns: list[Drive]) -> bool:
        """Whether all arcs are of one way."""
        return len({int(self._graph.arcs.way[a]) for turn in turns for a in turn}) == 1

    def _same_street(self, a: int, b: int) -> bool:
        shapes, graph = self._graph.shapes, self._graph
        if shapes is None:
            return bool(graph.tail[a] == graph.head[b])
        return bool(shapes.of_arc[a] == shapes.of_arc[b] and a != b)

    def _misfit(self, pair: Drive, ideal: float) -> float:
        """Degrees between the turn and the ideal one."""
        if self._bearings is None:
            self._bearings = bearings(self._graph)
        leaving, arriving = self._bearings
        change = float(leaving[pair[1]]) - float(arriving[pair[0]])
        away = abs((change - ideal + 180.0) % 360.0 - 180.0)
        return away if away == away else 180.0  # NaN: no bearing

    def _over_ways(self, restriction: Restriction) -> list[Drive]:
        """The shortest drives from the first ways over all via ways to the last, any that fit."""
        via = {a: int(self._graph.arcs.way[a]) for a in self._arcs_of(restriction.via_ways)}
        ends = self._arcs_of(restriction.ends)
        found: list[Drive] = []
        for start in self._arcs_of(restriction.starts):
            found += self._drives(start, via, ends, set(restriction.via_ways))
        if not found:
            return []
        drivable = [d for d in found if self._who_drives(d) & restriction.vehicles] or found
        fewest = min(map(len, drivable))
        return [d for d in drivable if len(d) == fewest]

    def _drives(
        self, start: int, via: dict[int, int], ends: list[int], ways: set[int]
    ) -> Iterator[Drive]:
        """Every drive from the arc along via arcs that turns back nowhere and covers all ways."""
        graph = self._graph
        waiting: list[Drive] = [(start,)]
        while waiting:
            drive = waiting.pop()
            here = graph.head[drive[-1]]
            if {via[a] for a in drive[1:]} == ways:
                yield from ((*drive, a) for a in ends if graph.tail[a] == here)
            if len(drive) > MOST_VIA_ARCS:
                continue
            passed = {int(graph.head[a]) for a in drive} | {int(graph.tail[start])}
            for arc in via:
                if graph.tail[arc] == here and int(graph.head[arc]) not in passed:
                    waiting.append((*drive, arc))
