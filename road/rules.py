"""Which rules of a road graph hold in a situation: what they close, make private, slow or forbid.

A rule whose condition is not known to hold is left out: without a departure roads are as their tags
say without conditions, and figures that are not given meet no limit.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from road.conditions import Situation, holds
from road.graph import I32, U8, U32, ForbiddenTurns, RoadGraph
from road.properties import Access, Flag, Layer, Vehicle

Bools = NDArray[np.bool_]


@lru_cache(maxsize=64)
def holding(conditions: tuple[str, ...], situation: Situation) -> tuple[int, ...]:
    """Numbers of the conditions that are known to hold, rising."""
    return tuple(k for k, text in enumerate(conditions) if holds(text, situation))


def active(graph: RoadGraph, condition: I32, situation: Situation) -> Bools:
    """bool, one for each of `condition`: whether it holds; -1 always does."""
    known = np.zeros(len(graph.conditions) + 1, np.bool_)
    known[list(holding(graph.conditions, situation))] = True
    known[-1] = True
    return known[condition]


def ridden_no_more(
    graph: RoadGraph, vehicles: int, situation: Situation, pushed: int = 0
) -> tuple[U32, U8]:
    """(arcs that rules close to all of these vehicles, rising; bits by which each is still open).

    pushed : bits by which these vehicles may be pushed, also where they never may be ridden; what
    is too narrow for them stays so.
    """
    rules = graph.rules
    if rules is None or not len(rules.arc):
        return np.empty(0, np.uint32), np.empty(0, np.uint8)
    before = graph.arcs.vehicles & np.uint8(vehicles | pushed)
    bits = before.copy()
    for bit in Vehicle:
        if (vehicles | pushed) & bit:
            for layer in Layer:
                shut = _says(graph, int(bit), layer, situation) == Access.NO
                also = pushed if layer is Layer.SIZE and vehicles & bit else 0
                bits[shut] &= np.uint8(255 & ~(bit | also))
    no_more = (bits & vehicles == 0) & ((before & vehicles != 0) | (bits == 0) & (before != 0))
    arcs = np.unique(rules.arc[no_more[rules.arc]])
    return arcs, bits[arcs]


def private_arcs(graph: RoadGraph, vehicles: int, situation: Situation) -> Bools:
    """bool, arcs: those that these vehicles may use only where their way begins or ends."""
    private = (graph.arcs.flags & np.uint8(Flag.PRIVATE)) != 0
    if graph.rules is not None and len(graph.rules.arc):
        bits = [bit for bit in Vehicle if vehicles & bit]
        said = [_says(graph, int(bit), Layer.ACCESS, situation) for bit in bits]
        for says in said:
            private[says == Access.YES] = False
        for says in said:
            private[says == Access.PRIVATE] = True
    found: Bools = private & ((graph.arcs.vehicles & np.uint8(vehicles)) != 0)
    return found


def _says(graph: RoadGraph, bit: int, layer: Layer, situation: Situation) -> NDArray[np.int8]:
    """int8, arcs: what the last row that holds says, `Access.SILENT` where none does."""
    rules = graph.rules
    assert rules is not None
    says = np.full(graph.arc_count, Access.SILENT, np.int8)
    rows = ((rules.vehicles & np.uint8(bit)) != 0) & (rules.layer == layer)
    rows &= active(graph, rules.condition, situation)
    says[rules.arc[rows]] = rules.says[rows]  # of an arc that comes several times the last counts
    return says


def forbidden_now(graph: RoadGraph, situation: Situation) -> ForbiddenTurns:
    """The turn restrictions that hold."""
    forbidden = graph.forbidden
    if forbidden.condition is None:
        return forbidden
    kept = active(graph, forbidden.condition, situation)
    lengths = np.diff(forbidden.first)
    first = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths[kept])))
    arcs = forbidden.arcs[np.repeat(kept, lengths)]
    vehicles: U8 = forbidden.vehicles[kept]
    return ForbiddenTurns(first, arcs, vehicles)
