"""The edge-based view: states are arcs being driven, and a step is a turn into the next arc.

Source: Caldwell 1961; Winter, "Modeling costs of turns in route planning", GeoInformatica 2002. A
forbidden sequence of more than two arcs cannot be told from the last arc alone: each of its
beginnings of two arcs or more becomes a state of its own, "on this arc, having come that way", as
in the automaton of Aho and Corasick 1975 (for roads: Villeneuve and Desaulniers, "The shortest path
problem with forbidden paths", EJOR 2005). The states grow by the number of such beginnings only.

U-turns are steps everywhere, at the cost that the metric gives them (UNREACHED forbids them), as
in Delling et al., "Customizable route planning in road networks" and GraphHopper; those at dead
ends have a cost of their own, since OSRM allows no others. Where a restriction forbids one, it
stays forbidden.

Where private streets are for beginning and ending only, an arc of them has states for those who
have arrived there as well (`road.search.private_streets`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.errors import InputError
from core.parallel.sorting import rows_of
from core.parallel.threads import parallel_for
from road.conditions import Situation
from road.costs.metric import ANY_VEHICLE, Weights
from road.graph import I64, U8, U32, RoadGraph
from road.rules import forbidden_now, private_arcs
from road.search.prefixes import BANNED, Redirects, redirects_of
from road.search.private_streets import StateSteps, arrival_arcs, with_arrivals
from road.turns import junctions_for, turn_geometry, turn_kinds


@dataclass(frozen=True, eq=False)
class EdgeExpandedGraph:
    """States and the turns between them. The arrays are read-only.

    first_out : int64, states + 1; turns out of state s are first_out[s] to first_out[s + 1].
    head : uint32, turns; the state each leads into.
    turn : uint8, turns; code of `road.turn_codes`.
    arc_of_state : uint32, states; the arc being driven. State a below the number of arcs is arc a
        with no memory of what was before; whoever starts on an arc starts there.
    """

    first_out: I64
    head: U32
    turn: U8
    arc_of_state: U32

    @property
    def states(self) -> int:
        return len(self.arc_of_state)

    @cached_property
    def backward(self) -> EdgeExpandedBackward:
        """The same turns sorted by the state they lead into."""
        first_in, order = rows_of(self.head, self.states)
        tail: U32 = _tails(self.first_out, order)
        return EdgeExpandedBackward(_sealed(first_in), _sealed(tail), _sealed(self.turn[order]))


@dataclass(frozen=True, eq=False)
class EdgeExpandedBackward:
    """first_in : int64, states + 1; tail : uint32, the state each turn comes from; turn : uint8."""

    first_in: I64
    tail: U32
    turn: U8


def needs_turns(graph: RoadGraph, weights: Weights) -> bool:
    """Whether shortest ways must be sought on the edge-based view."""
    binding = graph.forbidden.vehicles & np.uint8(weights.vehicles)
    if weights.turn_costs.any() or binding.any():
        return True
    private = (
        private_arcs(graph, weights.vehicles, weights.situation) if weights.ends_only else None
    )
    return private is not None and bool(private.any())


def edge_expand(graph: RoadGraph, weights: Weights | None = None) -> EdgeExpandedGraph:
    """The view with all turns but those forbidden to the vehicles of `weights` (None: to any).

    It does not depend on costs, so one view serves all metrics of a vehicle that may pass private
    streets, or may not. Raises InputError if there are more states than can be numbered.
    """
    vehicles = ANY_VEHICLE if weights is None else weights.vehicles
    situation = Situation() if weights is None else weights.situation
    forbidden = forbidden_now(graph, situation)
    redirects = redirects_of(forbidden, graph.arc_count, vehicles)
    states = graph.arc_count + len(redirects.extra_arc)
    private = None
    if weights is not None and weights.ends_only:
        private = private_arcs(graph, vehicles, situation)
    ends_only = private is not None and bool(private.any())
    if states * (1 + ends_only) >= BANNED:
        raise InputError(
            f"{states} states are needed for turns",
            where=graph.name,
            advice="Solve without turn costs, or a part of the graph.",
        )
    arc_of_state = np.arange(states, dtype=np.uint32)
    arc_of_state[graph.arc_count :] = redirects.extra_arc
    first_out = _first_out(graph, arc_of_state, redirects)
    head = np.empty(int(first_out[-1]), np.uint32)
    turn = np.empty(len(head), np.uint8)
    rows = arc_of_state, first_out
    streets = turn_geometry(graph)
    junctions = junctions_for(graph, vehicles or ANY_VEHICLE, streets)

    def work(begin: int, end: int) -> None:
        # Found here: the like in compiled code takes a second to compile.
        first, last = np.searchsorted(redirects.state, (begin, end))
        _arcs_ahead(begin, end, first, graph.first_out, graph.head, *rows, redirects, head)
        turn_kinds(begin, end, *rows, head, streets, junctions, turn)
        _redirect(first, last, first_out, redirects, head)

    parallel_for(work, states)
    steps = StateSteps(first_out, head, turn, arc_of_state)
    if private is not None and ends_only:
        steps = with_arrivals(steps, arrival_arcs(graph, vehicles, private))
    first_out, head, turn, arc_of_state = steps
    return EdgeExpandedGraph(
        _sealed(first_out), _sealed(head), _sealed(turn), _sealed(arc_of_state)
    )


Column = TypeVar("Column", bound=NDArray[Any])


def _sealed(array: Column) -> Column:
    array.flags.writeable = False
    return array


def _first_out(graph: RoadGraph, arc_of_state: U32, redirects: Redirects) -> I64:
    """A turn into every arc that leaves the head, less the forbidden ones."""
    first_out = np.zeros(len(arc_of_state) + 1, np.int64)
    arrays = graph.first_out, graph.head, arc_of_state, first_out
    parallel_for(lambda begin, end: _degrees(begin, end, *arrays), len(arc_of_state))
    banned = redirects.state[redirects.target == BANNED].astype(np.int64)
    np.subtract.at(first_out, banned + 1, 1)
    return np.cumsum(first_out, out=first_out)


@njit(cache=True, nogil=True)
def _degrees(
    begin: int, end: int, graph_first_out: I64, head: U32, arc_of_state: U32, degrees: I64
) -> None:
    """Write to degrees[state + 1] how many arcs leave the head of each state's arc."""
    for state in range(begin, end):
        at = np.uint64(head[np.uint64(arc_of_state[state])])
        degrees[state + 1] = graph_first_out[at + np.uint64(1)] - graph_first_out[at]


@njit(cache=True, nogil=True)
def _arcs_ahead(
    begin: int,
    end: int,
    bans: int,
    graph_first_out: I64,
    head: U32,
    arc_of_state: U32,
    first_out: I64,
    redirects: Redirects,
    into: U32,
) -> None:
    """Write the arcs that states `begin` to `end` may turn into.

    bans : the first redirect of these, which are sorted by state.
    """
    for state in range(begin, end):
        at = np.uint64(head[np.uint64(arc_of_state[state])])
        turn = np.uint64(first_out[state])
        first = bans
        while bans < len(redirects.state) and redirects.state[bans] == state:
            bans += 1
        for arc in range(
            np.uint64(graph_first_out[at]), np.uint64(graph_first_out[at + np.uint64(1)])
        ):
            banned = False
            for k in range(first, bans):
                banned |= redirects.next_arc[k] == arc and redirects.target[k] == BANNED
            if not banned:
                into[turn] = arc
                turn += np.uint64(1)


@njit(cache=True, nogil=True)
def _redirect(first: int, last: int, first_out: I64, redirects: Redirects, into: U32) -> None:
    """Turn the arcs ahead into states, which are others where something forbidden may begin: of
    redirects `first` to `last`."""
    for k in range(first, last):
        state = redirects.state[k]
        for turn in range(first_out[state], first_out[state + 1]):
            if into[turn] == redirects.next_arc[k]:
                into[turn] = redirects.target[k]


@njit(cache=True, nogil=True)
def _tails(first_out: I64, order: U32) -> Any:
    """The state that each turn comes from, in the given order of turns."""
    tail = np.empty(first_out[-1], np.uint32)
    for state in range(len(first_out) - 1):
        for turn in range(first_out[state], first_out[state + 1]):
            tail[turn] = state
    return tail[order]
