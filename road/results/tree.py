"""The shortest path tree of a finished solve: what comes before each state, and before each vertex.

Labels alone tell it, whoever found them: before a state comes one whose label and the step from
there give its own. Steps that cost nothing allow circles of such states; these are taken in the
order in which such steps lead away from one whose way is known.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numba import njit

from core.times import UNREACHED
from road.graph import U8, U32
from road.results.travel_times import RoadTimes
from road.search.search_graph import SearchGraph
from road.search.starts import ArcPoint, Seeds, ahead, part_ticks, seeds_of
from road.turns import NO_ARC

NO_PARENT = 2**32 - 1
"""Parent of a start, and of what is not reached."""


@runtime_checkable
class KnowsParents(Protocol):
    """A solver that finds parents by what it was prepared with."""

    @property
    def search(self) -> SearchGraph: ...

    def parents(self, times: RoadTimes) -> U32:
        """uint32, states; as of `parents_by_labels`, of whole times by this solver."""
        ...


class ShortestPathTree(NamedTuple):
    """uint32, vertices. parent : the vertex before on the shortest way, in the order of the search;
    itself where the way begins, there or on the street by which it comes, and where none comes.
    at_parent : ticks there on that way. Where turns count, another way may have been there sooner.
    arc : the last of the way, NO_ARC where there is none.
    """

    parent: U32
    at_parent: U32
    arc: U32


def parents_by_labels(search: SearchGraph, seeds: Seeds, labels: U32) -> U32:
    """uint32, states; the one before each on a shortest way, or NO_PARENT.

    labels : uint32, states; finished, from these seeds.
    """
    parents = np.full(search.states, NO_PARENT, np.uint32)
    waits = (labels < UNREACHED).astype(np.uint8)
    waits[seeds.states[labels[seeds.states] == seeds.ticks]] = 0
    give_parents(search.first_out, search.head, search.cost, labels, parents, waits)
    return parents


def tree_of(times: RoadTimes, solver: object = None) -> ShortestPathTree:
    """The tree of whole times, by vertices. solver : that found them, where it is at hand."""
    search, labels = times.search, times.labels
    if isinstance(solver, KnowsParents) and solver.search is search:
        parents = solver.parents(times)
    else:
        seeds = seeds_of(search, times.sources, times.limit_ticks)
        parents = parents_by_labels(search, seeds, times.state_labels)
    vertices = search.graph.vertices
    tree = ShortestPathTree(
        np.arange(vertices, dtype=np.uint32), labels.copy(), np.full_like(labels, NO_ARC)
    )
    if search.edge_based:
        _by_arcs(times, parents, tree)
    else:
        _by_vertices(times, parents, tree)
    return tree


def give_parents(
    first_out: Any, head: Any, cost: Any, labels: Any, parents: Any, waits: U8
) -> None:
    """Write the parents of the reached states that wait: such with lower labels where there are
    some, else such as are reached from those by steps that cost nothing.

    The arrays of steps are a search graph's. labels, parents : uint32, states. waits : uint8,
    states; 0 for those written. Others that are reached have parents, or are starts.
    """
    _by_lower(first_out, head, cost, labels, parents, waits)
    _at_no_cost(first_out, head, cost, labels, parents, waits)


def _by_vertices(times: RoadTimes, parents: U32, tree: ShortestPathTree) -> None:
    search, labels = times.search, times.state_labels
    steps = np.full(search.states, NO_ARC, np.uint32)
    _steps_from_parents(search.first_out, search.head, search.cost, labels, parents, steps)
    came = np.flatnonzero(parents != NO_PARENT)
    tree.parent[came] = parents[came]
    tree.at_parent[came] = labels[parents[came]]
    tree.arc[came], _ = search.step_arcs(steps[came])
    for arc, fraction, begins in times.starts_on_arcs():
        vertex = search.far_vertex[arc]
        ticks = begins + part_ticks(search, arc, ahead(search, ArcPoint(arc, fraction)))
        if parents[vertex] == NO_PARENT and labels[vertex] == ticks:
            tree.arc[vertex] = arc


def _by_arcs(times: RoadTimes, parents: U32, tree: ShortestPathTree) -> None:
    search, labels = times.search, times.labels
    assert search.arc_of_state is not None
    states = np.full(len(labels), NO_PARENT, np.uint32)
    _states_at_vertices(search.far_vertex, search.arc_of_state, times.state_labels, labels, states)
    begins: dict[int, int] = {}
    for vertex, ticks in times.vertex_starts():
        begins[vertex] = min(ticks, begins.get(vertex, UNREACHED))
        if labels[vertex] == ticks:
            states[vertex] = NO_PARENT
    came = np.flatnonzero(states != NO_PARENT)
    arc, before = search.arc_of_state[states[came]], parents[states[came]]
    tree.arc[came] = arc
    on = before != NO_PARENT
    tree.parent[came[on]] = search.near_vertex[arc[on]]
    tree.at_parent[came[on]] = times.state_labels[before[on]]
    for vertex, first in zip(came[~on].tolist(), arc[~on].tolist(), strict=True):
        near = int(search.near_vertex[first])
        ticks = begins.get(near, UNREACHED)
        if ticks + int(search.weights.arc_costs[first]) == labels[vertex]:
            tree.parent[vertex], tree.at_parent[vertex] = near, ticks


@njit(cache=True, nogil=True)
def _by_lower(first_out: Any, head: Any, cost: Any, labels: Any, parents: Any, waits: Any) -> None:
    for state in range(len(labels)):
        label = labels[state]
        if label < UNREACHED:
            for step in range(first_out[state], first_out[state + 1]):
                there = np.uint64(head[step])
                arrives = cost[step] > 0 and label + cost[step] == labels[there]
                if arrives and waits[there]:
                    parents[there] = state
                    waits[there] = 0


@njit(cache=True, nogil=True)
def _at_no_cost(
    first_out: Any, head: Any, cost: Any, labels: Any, parents: Any, waits: Any
) -> None:
    states = len(labels)
    waiting = np.empty(states, np.int64)
    for begin in range(states):
        if waits[begin] or labels[begin] >= UNREACHED:
            continue
        count = 1
        waiting[0] = begin
        while count > 0:
            count -= 1
            state = waiting[count]
            for step in range(first_out[state], first_out[state + 1]):
                there = np.uint64(head[step])
                if waits[there] and cost[step] == 0 and labels[there] == labels[state]:
                    parents[there] = state
                    waits[there] = 0
                    waiting[count] = there
                    count += 1


@njit(cache=True, nogil=True)
def _steps_from_parents(
    first_out: Any, head: Any, cost: Any, labels: Any, parents: Any, steps: Any
) -> None:
    """Write the step by which each state with a parent is reached from there."""
    for state in range(len(labels)):
        if parents[state] == NO_PARENT:
            continue
        parent = np.uint64(parents[state])
        for step in range(first_out[parent], first_out[parent + np.uint64(1)]):
            if head[step] == state and labels[parent] + cost[step] == labels[state]:
                steps[state] = step
                break


@njit(cache=True, nogil=True)
def _states_at_vertices(
    far_vertex: Any, arc_of_state: Any, state_labels: Any, labels: Any, states: Any
) -> None:
    """Write the first state that has the label of the vertex where it ends."""
    for state in range(len(state_labels)):
        vertex = far_vertex[arc_of_state[state]]
        first = state_labels[state] < UNREACHED and states[vertex] == NO_PARENT
        if first and state_labels[state] == labels[vertex]:
            states[vertex] = state
