"""Bearings, kinds of turns, streets and their opposite direction, what `only_…` leaves out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from road.graph import RoadGraph
from road.properties import Turn
from road.turns import (
    NO_ARC,
    bearings,
    forbidden_turns,
    opposite_arcs,
    sequences_left_out,
    turn_types,
)
from tests.road.drawn import DRAWN, arc_between, graph_of, grid_city, parallels_and_loops


def kind(graph: RoadGraph, a: int, via: int, b: int) -> Turn:
    pair = arc_between(graph, a, via), arc_between(graph, via, b)
    one, two = (np.array([arc], np.uint32) for arc in pair)
    return Turn(turn_types(graph, one, two)[0])


def wheel(degrees: list[float]) -> RoadGraph:
    """Vertex 0 in the middle, 1 to the south of it, the others at bearings from 0."""
    angle = np.radians(degrees)
    spokes = [(float(np.sin(a)) * 100, float(np.cos(a)) * 100) for a in angle]
    xy = [(0.0, 0.0), (0.0, -100.0), *spokes]
    return graph_of(xy, [(0, k) for k in range(1, len(xy))])


@pytest.mark.parametrize(
    ("bearing", "turn"),
    [
        (0, Turn.STRAIGHT),
        (44.9, Turn.STRAIGHT),
        (-44.9, Turn.STRAIGHT),
        (45.1, Turn.RIGHT),
        (-45.1, Turn.LEFT),
        (90, Turn.RIGHT),
        (-90, Turn.LEFT),
        (179, Turn.RIGHT),
        (181, Turn.LEFT),
    ],
)
def test_a_turn_is_named_by_its_angle(bearing: float, turn: Turn) -> None:
    graph = wheel([bearing])
    assert kind(graph, 1, 0, 2) == turn
    assert kind(replace(graph, left_hand=True), 1, 0, 2) == turn


def test_back_along_the_same_street_is_a_u_turn_whatever_its_angle() -> None:
    # The street 0 – 1 leaves 0 to the east and comes back from the west: no angle would tell.
    graph = graph_of([(0, 0), (0, 9)], [(0, 1)], bends={0: [(5, 0), (5, 9), (-5, 9)]})
    assert kind(graph, 0, 1, 0) == Turn.U_TURN
    assert kind(graph, 1, 0, 1) == Turn.U_TURN


def test_the_other_half_of_a_circle_is_no_u_turn() -> None:
    # One way in two halves of equal length, each one-way.
    halves = graph_of(
        [(0, 0), (100, 0)], [(0, 1, True), (1, 0, True)], bends={0: [(50, 50)], 1: [(50, -50)]}
    )
    one_way = replace(halves.arcs, way=np.ones(halves.arc_count, np.int64))
    graph = replace(halves, arcs=one_way)
    cars = np.flatnonzero(graph.arcs.vehicles & 1)
    turns = turn_types(graph, cars[:1].astype(np.uint32), cars[1:].astype(np.uint32))
    assert turns.tolist() == [Turn.RIGHT]


def test_directions_drawn_apart_are_one_street_still() -> None:
    # OSMnx writes each direction with a line of its own.
    graph = grid_city()
    assert graph.shapes is not None
    shared = opposite_arcs(graph)
    apart = replace(
        graph.shapes,
        first=np.zeros(graph.arc_count + 1, np.int64),
        points=np.empty((0, 2)),
        of_arc=np.arange(graph.arc_count, dtype=np.uint32),
        reverse=np.zeros(graph.arc_count, np.uint8),
    )
    np.testing.assert_array_equal(opposite_arcs(replace(graph, shapes=apart)), shared)
    np.testing.assert_array_equal(opposite_arcs(replace(graph, shapes=None)), shared)


@pytest.mark.parametrize("name", DRAWN)
def test_the_opposite_of_the_opposite_is_the_arc(name: str) -> None:
    graph = DRAWN[name]()
    opposite = opposite_arcs(graph)
    there = np.flatnonzero(opposite != NO_ARC)
    assert len(there) == graph.arc_count  # all are at least walked in both directions
    np.testing.assert_array_equal(opposite[opposite[there]], there)
    np.testing.assert_array_equal(graph.tail[opposite], graph.head)


def test_a_bend_counts_where_the_arc_meets_the_vertex() -> None:
    # From 0 to the north, then east, at last south into 1; a point lies on the vertex itself.
    bend = [(0.0, 0.0), (0.0, 50.0), (80.0, 50.0)]
    graph = graph_of([(0, 0), (80, 0)], [(0, 1)], bends={0: bend})
    leaving, arriving = bearings(graph)
    there, back = arc_between(graph, 0, 1), arc_between(graph, 1, 0)
    assert leaving[[there, back]].tolist() == [0, 0]
    assert arriving[[there, back]].tolist() == [180, 180]


def test_degrees_of_longitude_are_shorter_in_the_north() -> None:
    # At 60° N, 2° east and 1° north are equally far.
    graph = replace(graph_of([(0, 59.5), (2, 60.5)], [(0, 1)]), geographic=True)
    leaving, _ = bearings(graph)
    assert leaving[arc_between(graph, 0, 1)] == pytest.approx(45, abs=0.1)


def test_bearings_cross_the_date_line() -> None:
    graph = replace(graph_of([(179.9, 0), (-179.9, 0)], [(0, 1)]), geographic=True)
    leaving, arriving = bearings(graph)
    there = arc_between(graph, 0, 1)
    assert (leaving[there], arriving[there]) == (90, 90)


def test_without_positions_only_u_turns_are_known() -> None:
    graph = replace(grid_city(), x=None, y=None)
    assert np.isnan(bearings(graph)[0]).all()
    assert kind(graph, 0, 1, 0) == Turn.U_TURN
    assert kind(graph, 0, 1, 2) == Turn.STRAIGHT


def test_only_leaves_out_every_other_way_on() -> None:
    graph = grid_city()
    out_arcs = np.arange(graph.arc_count, dtype=np.uint32)
    path = [arc_between(graph, 7, 8), arc_between(graph, 8, 9), arc_between(graph, 9, 15)]
    left_out = sequences_left_out(path, graph.first_out, out_arcs, graph.head)
    degrees = np.diff(graph.first_out)
    assert len(set(left_out)) == len(left_out) == degrees[8] - 1 + degrees[9] - 1
    assert all(tuple(path[: len(s)]) != s for s in left_out)
    assert all(list(s[:-1]) == path[: len(s) - 1] for s in left_out)
    back = arc_between(graph, 8, 7)
    assert (path[0], back) in left_out


def test_sequences_are_packed_one_after_another() -> None:
    packed = forbidden_turns([((4, 5), 1), ((6, 7, 8), 3)])
    assert packed.first.tolist() == [0, 2, 5]
    assert packed.arcs.tolist() == [4, 5, 6, 7, 8]
    assert packed.vehicles.tolist() == [1, 3]
    assert forbidden_turns([]).count == 0


def test_loops_and_parallels_keep_apart() -> None:
    graph = parallels_and_loops()
    opposite = opposite_arcs(graph)
    loops = np.flatnonzero(graph.head == graph.tail)
    assert sorted(opposite[loops].tolist()) == loops.tolist()
    assert (opposite[loops] != loops).all()
    bow = np.flatnonzero((graph.tail == 0) & (graph.head == 1) & (graph.arcs.way == 2))
    assert graph.arcs.way[opposite[bow]].tolist() == [2]
