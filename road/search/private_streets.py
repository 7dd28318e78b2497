"""Streets for residents, deliveries and customers: ways begin and end there and do not pass.

Once a way has come from a public street into a private one it stays on private ones to its end:
private streets at the beginning, public ones, private ones at the end, any of which may be missing.
So whoever enters is in a state of his own, "on this arc, having arrived", out of which no step
leads to a public street; the plain state of the arc is left for those whose way began there. Times
are those driven, and nothing is added for reluctance that would have to be told apart later. OSRM
and Valhalla add seconds to the weight at the entry instead (`docs/decisions`).

Public are the streets of the largest part, of each that hangs together, that one can drive all over
without a private street. What is reached through a private one only counts as private itself.
So nothing is lost: of any way, let the first public arc and the last one be given; between the two
there is a way over public arcs alone, and all before and after them is private.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from road.components import strong_components, weak_components
from road.graph import I64, U8, U32, RoadGraph

Bools = NDArray[np.bool_]


class StateSteps(NamedTuple):
    """States and the turns between them, as in `road.search.edge_expanded.EdgeExpandedGraph`."""

    first_out: I64
    head: U32
    turn: U8
    arc_of_state: U32


def arrival_arcs(graph: RoadGraph, vehicles: int, private: Bools) -> Bools:
    """bool, arcs: those on which a way can only begin and end; see the module's text.

    private : bool, arcs; of `road.rules.private_arcs`.
    """
    usable = (graph.arcs.vehicles & np.uint8(vehicles)) != 0
    public = usable & ~private
    strong, _ = strong_components(graph, public.astype(np.uint8))
    weak, _ = weak_components(graph, usable.astype(np.uint8))
    largest = np.full(graph.vertices, graph.vertices, np.uint32)
    np.minimum.at(largest, weak, strong)  # labels go by size
    at_home = strong == largest[weak]
    public &= at_home[graph.tail] & at_home[graph.head]
    found: Bools = usable & ~public
    return found


def with_arrivals(steps: StateSteps, private: Bools) -> StateSteps:
    """The same, and behind its states one for having arrived on each private arc.

    private : bool, arcs; of `arrival_arcs`. An arc that has states for what was driven before has
    a second one for each of them.
    """
    first_out, head, turn, arc_of_state = steps
    inside = private[arc_of_state]
    arrived = len(inside) - 1 + np.cumsum(inside, dtype=np.int64)
    degrees = np.diff(first_out)
    into = inside[head]
    within = into & np.repeat(inside, degrees)
    taken = np.concatenate((np.zeros(1, np.int64), np.cumsum(within)))[first_out]
    ends = first_out[-1] + taken[1:][inside]  # a state that has arrived keeps what stays inside
    entered = np.where(into & ~within, arrived[head], head)
    return StateSteps(
        np.concatenate((first_out, ends)),
        np.concatenate((entered, arrived[head[within]])).astype(np.uint32),
        np.concatenate((turn, turn[within])),
        np.concatenate((arc_of_state, arc_of_state[inside])),
    )
