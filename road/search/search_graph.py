"""What solvers run on: states, and steps between them with a cost, in compressed sparse rows.

Without turn costs and forbidden turns a state is a vertex and a step is an arc. With them a state
is an arc that is being driven (`road.search.edge_expanded`), its label is the time at the arc's
end, and a step is a turn and the arc after it. Towards a destination all steps are turned round:
labels then tell what is left to go, in the second case from the arc's beginning.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.threads import parallel_for
from core.times import UNREACHED
from road.costs.decode import seen
from road.costs.metric import Weights
from road.graph import I64, U8, U32, RoadGraph
from road.rules import holding
from road.search.edge_expanded import EdgeExpandedGraph, edge_expand, needs_turns

if TYPE_CHECKING:
    from road.terrain.straight_ground import GroundLines, StraightGround

Direction = Literal["from", "to"]
"""Direction of a search: whether times are those from the starts or those to them."""


@dataclass(frozen=True, eq=False)
class SearchGraph:
    """A graph with weights and a direction, ready to be searched. The arrays are read-only.

    first_out : int64, states + 1; steps of state s are first_out[s] to first_out[s + 1].
    head : uint32, steps; the state each leads to.
    arc_of_state : uint32, states; None where states are vertices.
    edge_expanded : what it was made from; None where states are vertices.
    """

    first_out: I64
    head: U32
    graph: RoadGraph
    weights: Weights
    direction: Direction
    arc_of_state: U32 | None = None
    edge_expanded: EdgeExpandedGraph | None = None

    @classmethod
    def of(
        cls,
        graph: RoadGraph,
        weights: Weights,
        direction: Direction = "from",
        *,
        edge_based: bool | None = None,
    ) -> SearchGraph:
        """Choose the states by what the weights and the graph ask for, unless told.

        Solvers on the same graph, weights and direction share one.
        """
        if edge_based is None:
            edge_based = needs_turns(graph, weights)
        key = id(graph), id(weights), direction, edge_based
        known = _KNOWN.get(key)
        if known is None:
            known = (_edge_based if edge_based else _vertex_based)(graph, weights, direction)
            _KNOWN[key] = known
        return known

    @cached_property
    def cost(self) -> U32:
        """uint32 ticks, steps; UNREACHED where the arc or the turn is closed.

        Found when first asked for: who prices steps elsewhere (`step_arcs`) does not wait for it.
        """
        arc_costs = self.weights.arc_costs
        if self.edge_expanded is None:
            forward = self.direction == "from"
            return arc_costs if forward else sealed(arc_costs[self.graph.backward.arc])
        cost = np.empty(len(self.head), np.uint32)
        turn_costs = self.weights.turn_costs
        arrays = self.head, self.turns, self.arc_of_state, arc_costs, turn_costs, cost
        parallel_for(lambda begin, end: _step_costs(begin, end, *arrays), len(cost))
        return sealed(cost)

    def step_arcs(self, steps: U32) -> tuple[U32, U8 | None]:
        """(arc, turn) of these steps: what their costs consist of, whatever the weights.

        arc : uint32. turn : uint8, codes of `road.turn_codes`; None where states are vertices. A
        step costs min(arc_costs[arc] + turn_costs[turn], UNREACHED), without turns arc_costs[arc].
        """
        if self.edge_expanded is None:
            arcs = steps if self.direction == "from" else self.graph.backward.arc[steps]
            return arcs, None
        arc, turn = np.empty(len(steps), np.uint32), np.empty(len(steps), np.uint8)
        arrays = steps, self.head, self.turns, self.arc_of_state, arc, turn
        parallel_for(lambda begin, end: _step_arcs(begin, end, *arrays), len(steps))
        return sealed(arc), sealed(turn)

    @property
    def turns(self) -> U8:
        """uint8, steps; codes of `road.turn_codes`. Only of searches by arcs."""
        assert self.edge_expanded is not None
        edge_expanded = self.edge_expanded
        return edge_expanded.turn if self.direction == "from" else edge_expanded.backward.turn

    @property
    def states(self) -> int:
        return len(self.first_out) - 1

    @property
    def edge_based(self) -> bool:
        return self.arc_of_state is not None

    @property
    def ground(self) -> StraightGround | None:
        """Cells among the states that straight lines lead to; None where steps are all."""
        return None if self.edge_based else self.weights.ground

    @property
    def lines(self) -> GroundLines | None:
        """Straight lines over the ground, for compiled code."""
        return None if self.ground is None else self.ground.lines

    @property
    def active_unit(self) -> str:
        """What the states are."""
        return "arcs" if self.edge_based else "vertices"

    @property
    def scale(self) -> float:
        """Seconds of a tick, or 1 where ticks are no time: limits and delays count in it."""
        return self.weights.tick_seconds or 1.0

    @cached_property
    def near_vertex(self) -> U32:
        """uint32, arcs; the vertex where an arc is entered in the direction of the search."""
        return self.graph.tail if self.direction == "from" else self.graph.head

    @cached_property
    def far_vertex(self) -> U32:
        """uint32, arcs; the vertex where the search leaves an arc."""
        return self.graph.head if self.direction == "from" else self.graph.tail

    @cached_property
    def vertex_of_state(self) -> U32:
        """uint32, states; where a state's label is the time: the state itself, or its arc's end.

        Read-only in every case, so that kernels are compiled for one kind of array alone."""
        if self.arc_of_state is None:
            return sealed(np.arange(self.states, dtype=np.uint32))
        if self.states == self.graph.arc_count:
            return self.far_vertex
        return sealed(self.far_vertex[self.arc_of_state])

    @cached_property
    def costs_seen(self) -> tuple[int, float]:
        """The largest and the mean cost of a step that is open; zeros where none is."""
        largest, total, count = seen(self.cost)
        return int(largest), total / max(count, 1)

    @cached_property
    def longest_step(self) -> int:
        """No open step costs more: the dearest open arc and turn, found without `cost`."""
        weights = self.weights
        turn, _, _ = seen(weights.turn_costs) if self.edge_based else (0, 0, 0)
        return min(weights.longest_arc + int(turn), UNREACHED - 1)

    def first_states(self, arc: int) -> list[int]:
        """States of an arc in which a search may begin, where states are arcs.

        A way begins without a past, in the arc's own state, and may end in any.
        """
        return [arc] if self.direction == "from" else self.states_of_arc(arc)

    def last_states(self, arc: int) -> list[int]:
        """States of an arc in which a search may end; see `first_states`."""
        return [arc] if self.direction == "to" else self.states_of_arc(arc)

    def steps_into(self, state: int) -> list[tuple[int, int]]:
        """(state before, cost) of the steps that lead to a state, where states are arcs.

        Looked for among the few that leave its arc's near vertex: to turn all steps round for the
        few of a way takes longer than the search for it, and again for each metric.
        """
        assert self.arc_of_state is not None
        arc, found = int(self.arc_of_state[state]), []
        arc_cost, turn_costs = int(self.weights.arc_costs[arc]), self.weights.turn_costs
        arcs_before = self.arcs_into(int(self.near_vertex[arc]))
        for before in sorted(s for each in arcs_before for s in self.states_of_arc(each)):
            first, end = self.first_out[before : before + 2].tolist()
            for step, head in enumerate(self.head[first:end].tolist(), first):
                if head == state:
                    cost = arc_cost + int(turn_costs[self.turns[step]])
                    found.append((before, min(cost, UNREACHED)))
        return found

    def turn_ticks(self, arc: int, into: int) -> int:
        """What the turn from an arc into the next one costs, in the direction of travel."""
        if self.edge_expanded is None:
            return 0
        view = self.edge_expanded
        steps = slice(*view.first_out[arc : arc + 2].tolist())
        found = np.flatnonzero(view.arc_of_state[view.head[steps]] == into)
        return int(self.weights.turn_costs[view.turn[steps][found[0]]]) if len(found) else 0

    def arcs_out_of(self, vertex: int) -> list[int]:
        """Arcs by which a search can leave a vertex."""
        return self._arcs_at(vertex, tails=self.direction == "from")

    def arcs_into(self, vertex: int) -> list[int]:
        """Arcs by which a search comes to a vertex."""
        return self._arcs_at(vertex, tails=self.direction == "to")

    def _arcs_at(self, vertex: int, *, tails: bool) -> list[int]:
        """Arcs whose tail, or else head, the vertex is."""
        if tails:
            return list(range(*self.graph.first_out[vertex : vertex + 2].tolist()))
        first, end = self.graph.backward.first_in[vertex : vertex + 2].tolist()
        arcs: list[int] = self.graph.backward.arc[first:end].tolist()
        return arcs

    def states_of_arc(self, arc: int) -> list[int]:
        """All states in which an arc is driven, where states are arcs."""
        arcs, (order, sorted_arcs) = self.graph.arc_count, self.later_states
        first, end = np.searchsorted(sorted_arcs, np.array((arc, arc + 1), np.uint32))
        later: list[int] = np.sort(arcs + order[first:end]).tolist()
        return [arc, *later]

    @cached_property
    def later_states(self) -> tuple[I64, U32]:
        """States behind those without a past, counted from there, by arc; and these arcs."""
        assert self.arc_of_state is not None
        arc = self.arc_of_state[self.graph.arc_count :]
        order = np.argsort(arc, kind="stable")
        return order, arc[order]

    @cached_property
    def coarser(self) -> SearchGraph:
        """The same with ticks twice as long; only where ticks are time."""
        weights = self.weights.coarser
        return SearchGraph.of(self.graph, weights, self.direction, edge_based=self.edge_based)


Column = TypeVar("Column", bound=NDArray[Any])


def sealed(array: Column) -> Column:
    """The array, read-only from now on."""
    array.flags.writeable = False
    return array


_KNOWN: weakref.WeakValueDictionary[tuple[int, int, str, bool], SearchGraph] = (
    weakref.WeakValueDictionary()
)
"""Search graphs in use, by what they are made of, which they keep alive."""

_EDGE_EXPANDED: weakref.WeakKeyDictionary[
    RoadGraph, weakref.WeakValueDictionary[tuple[object, ...], EdgeExpandedGraph]
] = weakref.WeakKeyDictionary()
"""Edge-expanded graphs in use, by graph, bits of vehicles, whether private streets are for ends
only and which conditions hold, whatever the weights."""


def _vertex_based(graph: RoadGraph, weights: Weights, direction: Direction) -> SearchGraph:
    if direction == "from":
        return SearchGraph(graph.first_out, graph.head, graph, weights, direction)
    backward = graph.backward
    return SearchGraph(backward.first_in, backward.tail, graph, weights, direction)


def _view(graph: RoadGraph, weights: Weights) -> EdgeExpandedGraph:
    views = _EDGE_EXPANDED.setdefault(graph, weakref.WeakValueDictionary())
    holds = holding(graph.conditions, weights.situation)
    kind = weights.vehicles, weights.ends_only, holds
    view = views.get(kind)
    if view is None:
        view = views[kind] = edge_expand(graph, weights)
    return view


def _edge_based(graph: RoadGraph, weights: Weights, direction: Direction) -> SearchGraph:
    edge_expanded = _view(graph, weights)
    first_out, head = edge_expanded.first_out, edge_expanded.head
    if direction == "to":
        first_out, head = edge_expanded.backward.first_in, edge_expanded.backward.tail
    return SearchGraph(
        first_out, head, graph, weights, direction, edge_expanded.arc_of_state, edge_expanded
    )


@njit(cache=True, nogil=True)
def _step_costs(
    begin: int,
    end: int,
    head: Any,
    turns: Any,
    arc_of_state: Any,
    arc_costs: Any,
    turn_costs: Any,
    cost: Any,
) -> None:
    """Turn and the arc after it, at most UNREACHED, of steps from `begin` up to `end`."""
    for step in range(np.uint64(begin), np.uint64(end)):
        arc = np.int64(arc_costs[np.uint64(arc_of_state[np.uint64(head[step])])])
        cost[step] = min(arc + np.int64(turn_costs[turns[step]]), np.int64(UNREACHED))


@njit(cache=True, nogil=True)
def _step_arcs(
    begin: int,
    end: int,
    steps: Any,
    head: Any,
    turns: Any,
    arc_of_state: Any,
    arc: Any,
    turn: Any,
) -> None:
    """Write arc and turn of the steps at places from `begin` up to `end`."""
    for k in range(np.uint64(begin), np.uint64(end)):
        step = np.uint64(steps[k])
        arc[k] = arc_of_state[np.uint64(head[step])]
        turn[k] = turns[step]
