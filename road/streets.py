"""Streets: arcs without a direction. Two arcs along a street are one, a one-way arc is another."""

from __future__ import annotations

import weakref
from dataclasses import dataclass

import numpy as np

from road.graph import U32, RoadGraph
from road.turns import NO_ARC, opposite_arcs


@dataclass(frozen=True, eq=False)
class Streets:
    """Read-only.

    arc : uint32, streets; the lower-numbered arc of each, whose direction counts as the street's.
    back : uint32, streets; the arc the other way, NO_ARC where there is none.
    """

    arc: U32
    back: U32

    @property
    def count(self) -> int:
        return len(self.arc)


def streets_of(graph: RoadGraph) -> Streets:
    """The streets of a graph, each arc in one of them; found once for a graph."""
    if graph not in _KNOWN:
        _KNOWN[graph] = _paired(opposite_arcs(graph))
    return _KNOWN[graph]


_KNOWN: weakref.WeakKeyDictionary[RoadGraph, Streets] = weakref.WeakKeyDictionary()


def street_of(graph: RoadGraph, arc: int) -> tuple[int, bool]:
    """(the street of an arc, whether the arc is the one whose direction counts)."""
    streets = streets_of(graph)
    street = _lower_numbered(streets, arc)
    if street is not None:
        return street, True
    vertex = int(graph.head[arc])  # the other arc of the street leaves where this one ends
    begin, end = graph.first_out[vertex : vertex + 2].tolist()
    others = (_lower_numbered(streets, other) for other in range(begin, end))
    return next(k for k in others if k is not None and streets.back[k] == arc), False


def _lower_numbered(streets: Streets, arc: int) -> int | None:
    """The street whose lower-numbered arc this is."""
    # A plain number has NumPy copy all arcs into a wider array first.
    street = int(np.searchsorted(streets.arc, np.uint32(arc)))
    return street if street < streets.count and streets.arc[street] == arc else None


def _paired(opposite: U32) -> Streets:
    """Arcs that name each other are a pair; one whose opposite has another partner stays alone."""
    arcs = np.arange(len(opposite), dtype=np.uint32)
    partner = opposite.copy()
    has = np.flatnonzero(opposite != NO_ARC)
    alone = has[opposite[opposite[has]] != has]
    partner[alone] = NO_ARC
    leads = arcs < partner  # NO_ARC is above all numbers
    arc, back = arcs[leads], partner[leads]
    arc.flags.writeable = back.flags.writeable = False
    return Streets(arc, back)
