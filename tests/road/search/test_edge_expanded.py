"""The edge-based view allows exactly the walks that no restriction forbids."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from road.build import assemble, unknown_properties
from road.costs.metric import Weights, hop_weights
from road.graph import RoadGraph
from road.properties import Turn, Vehicle
from road.search.edge_expanded import EdgeExpandedGraph, edge_expand, needs_turns
from road.turn_codes import DEAD_END, FIRST_LEFT, FIRST_RIGHT, STRAIGHT_ON, TURN_OF_CODE
from road.turns import forbidden_turns, turn_types
from tests.road.drawn import (
    ALL,
    DRAWN,
    MOTOR,
    ON_FOOT,
    arc_between,
    graph_of,
    grid_city,
    random_town,
    ring,
    without_restrictions,
)

Walk = tuple[int, ...]


def for_vehicle(graph: RoadGraph, vehicle: int) -> Weights:
    return replace(hop_weights(graph), vehicles=vehicle)


def forbidden_sequences(graph: RoadGraph, vehicle: int) -> set[Walk]:
    f = graph.forbidden
    return {
        tuple(f.arcs[f.first[r] : f.first[r + 1]].tolist())
        for r in range(f.count)
        if f.vehicles[r] & vehicle
    }


def allowed_walks(graph: RoadGraph, length: int, vehicle: int, begin: range) -> Iterator[Walk]:
    """By trying all: walks of so many arcs that hold no forbidden sequence."""
    forbidden = forbidden_sequences(graph, vehicle)

    def go_on(walk: Walk) -> Iterator[Walk]:
        if any(walk[k:] in forbidden for k in range(len(walk))):
            return
        if len(walk) == length:
            yield walk
            return
        at = int(graph.head[walk[-1]])
        for arc in range(int(graph.first_out[at]), int(graph.first_out[at + 1])):
            yield from go_on((*walk, arc))

    for arc in begin:
        yield from go_on((arc,))


def walks_of(view: EdgeExpandedGraph, length: int, begin: range) -> Iterator[Walk]:
    """The same in the view, from the plain states of the arcs."""
    for arc in begin:
        ends: list[tuple[int, Walk]] = [(arc, (arc,))]
        for _ in range(length - 1):
            ends = [
                (int(state), (*walk, int(view.arc_of_state[state])))
                for at, walk in ends
                for state in view.head[view.first_out[at] : view.first_out[at + 1]]
            ]
        yield from (walk for _, walk in ends)


@pytest.mark.parametrize("vehicle", [ALL, ON_FOOT])
@pytest.mark.parametrize("name", ["grid city", "ring", "islands", "parallels and loops"])
def test_walks_are_those_found_by_trying_all(name: str, vehicle: int) -> None:
    graph = DRAWN[name]()
    begin = range(graph.arc_count)
    view = edge_expand(graph, for_vehicle(graph, vehicle))
    assert sorted(walks_of(view, 5, begin)) == sorted(allowed_walks(graph, 5, vehicle, begin))


@pytest.mark.parametrize("seed", range(8))
def test_walks_of_random_towns_are_those_found_by_trying_all(seed: int) -> None:
    graph = random_town(9, seed, restrictions=60)  # they overlap and hold each other
    begin = range(0, graph.arc_count, 5)
    walks = sorted(walks_of(edge_expand(graph), 7, begin))
    assert walks == sorted(allowed_walks(graph, 7, ALL, begin))
    assert len(walks) < len(list(walks_of(edge_expand(without_restrictions(graph)), 7, begin)))


def test_a_sequence_held_in_another_makes_the_longer_one_idle() -> None:
    # 0 – 1 – 2 – 3 – 4 in a row; to the 4 by way of all is forbidden, and so is 1, 2, 3.
    xy = [(100.0 * k, 0.0) for k in range(5)]
    street = graph_of(xy, [(k, k + 1) for k in range(4)])
    there = [arc_between(street, k, k + 1) for k in range(4)]
    both = forbidden_turns([(there, ALL), (there[1:3], ALL)])
    view = edge_expand(replace(street, forbidden=both))
    short = edge_expand(replace(street, forbidden=forbidden_turns([(there[1:3], ALL)])))
    walks = [sorted(walks_of(v, 5, range(street.arc_count))) for v in (view, short)]
    assert walks[0] == walks[1]


def test_only_long_sequences_need_states_of_their_own() -> None:
    graph = grid_city()
    # Two with via ways begin alike: (a, b), and of the longer one (a, b, c).
    assert edge_expand(graph).states == graph.arc_count + 2
    assert edge_expand(graph, for_vehicle(graph, ON_FOOT)).states == graph.arc_count + 1
    assert edge_expand(without_restrictions(graph)).states == graph.arc_count


def test_restrictions_bind_whom_they_name() -> None:
    graph = grid_city()
    turns = {v: len(edge_expand(graph, for_vehicle(graph, v)).head) for v in (ON_FOOT, MOTOR)}
    free = len(edge_expand(without_restrictions(graph)).head)
    assert turns[ON_FOOT] > free  # its extra state adds turns, of which one is forbidden
    assert needs_turns(graph, for_vehicle(graph, ON_FOOT))
    assert not needs_turns(ring(), for_vehicle(ring(), ALL))
    assert not needs_turns(graph, for_vehicle(graph, Vehicle.NONE))
    dear = replace(hop_weights(ring()), turn_costs=np.array([0, 0, 0, 9], np.uint32))
    assert needs_turns(ring(), dear)


@pytest.mark.parametrize("name", DRAWN)
def test_turns_are_named_as_the_geometry_says(name: str) -> None:
    graph = DRAWN[name]()
    view = edge_expand(graph)
    tail = np.repeat(np.arange(view.states), np.diff(view.first_out))
    kinds = turn_types(graph, view.arc_of_state[tail], view.arc_of_state[view.head])
    np.testing.assert_array_equal(TURN_OF_CODE[view.turn], kinds)
    assert (graph.head[view.arc_of_state[tail]] == graph.tail[view.arc_of_state[view.head]]).all()


@pytest.mark.parametrize("name", DRAWN)
def test_backward_holds_the_same_turns(name: str) -> None:
    view = edge_expand(DRAWN[name]())
    back = view.backward
    tail = np.repeat(np.arange(view.states), np.diff(view.first_out))
    head = np.repeat(np.arange(view.states), np.diff(back.first_in))
    forward = sorted(zip(tail.tolist(), view.head.tolist(), view.turn.tolist(), strict=True))
    assert forward == sorted(
        zip(back.tail.tolist(), head.tolist(), back.turn.tolist(), strict=True)
    )


def test_u_turns_are_steps_everywhere() -> None:
    view = edge_expand(without_restrictions(grid_city()))
    assert np.count_nonzero(TURN_OF_CODE[view.turn] == Turn.U_TURN) == view.states


def codes_at(view: EdgeExpandedGraph, graph: RoadGraph, tail: int, head: int) -> dict[int, int]:
    """Code of the turn from the arc between two vertices into the arc to each next one."""
    arc = int(np.flatnonzero((graph.tail == tail) & (graph.head == head))[0])
    steps = slice(*view.first_out[arc : arc + 2].tolist())
    into = graph.head[view.arc_of_state[view.head[steps]]].tolist()
    return dict(zip(into, view.turn[steps].tolist(), strict=True))


def test_turns_cost_at_junctions_and_bends_do_not() -> None:
    #     5   3     The path from 2 to 4 is for feet: by car, 2 is a bend; 3 is a dead end.
    #     |   |
    # 0 - 1 - 2
    #           4
    x = np.array([0.0, 100, 200, 200, 270, 100])
    y = np.array([0.0, 0, 0, 100, -70, 100])
    ends = np.array([(0, 1), (1, 2), (2, 3), (2, 4), (1, 5)], np.uint32)
    u, v = (np.concatenate((ends[:, k], ends[:, 1 - k])) for k in (0, 1))
    arcs = unknown_properties(np.full(10, 100.0, np.float32))
    vehicles = np.tile(np.array([255, 255, 255, ON_FOOT, 255], np.uint8), 2)
    graph = assemble(
        tail=u, head=v, arcs=replace(arcs, vehicles=vehicles), vertex_ids=np.arange(6), x=x, y=y,
        geographic=False,
    )  # fmt: skip
    car = edge_expand(graph, for_vehicle(graph, MOTOR))
    assert codes_at(car, graph, 0, 1) == {0: Turn.U_TURN, 2: STRAIGHT_ON, 5: FIRST_LEFT + 2}
    assert codes_at(car, graph, 2, 1)[5] == FIRST_RIGHT + 2
    assert codes_at(car, graph, 1, 2)[3] == Turn.LEFT
    assert codes_at(car, graph, 2, 3) == {2: DEAD_END}
    feet = edge_expand(graph, for_vehicle(graph, ON_FOOT))
    assert codes_at(feet, graph, 1, 2) == {1: Turn.U_TURN, 3: FIRST_LEFT + 2, 4: FIRST_RIGHT}


def test_the_view_is_read_only() -> None:
    view = edge_expand(grid_city())
    assert not any(a.flags.writeable for a in (view.first_out, view.head, view.turn))
