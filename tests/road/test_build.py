"""Arcs in any order become a graph that says the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.errors import InputError
from road.build import LooseStreets, arcs_of_streets, assemble, unknown_properties
from road.graph import ArcProperties, ForbiddenTurns, GivenCosts, RoadGraph, Shapes
from tests.road.drawn import DRAWN


def scrambled(count: int = 200, vertices: int = 40, seed: int = 3) -> tuple[RoadGraph, np.ndarray]:
    """(A graph from arcs in random order, whose `way` is the place in the input; tail, head)."""
    random = np.random.default_rng(seed)
    tail, head = random.integers(0, vertices, (2, count)).astype(np.uint32)
    arcs = unknown_properties(random.random(count).astype(np.float32))
    arcs.way[:] = np.arange(count)
    first = np.arange(count + 1) * 2
    shapes = Shapes(
        first,
        random.random((2 * count, 2)),
        random.permutation(count).astype(np.uint32),
        random.integers(0, 2, count).astype(np.uint8),
    )
    follow = np.flatnonzero(tail == head[0])[:1]
    sequence = np.array([0, *follow], np.uint32)
    graph = assemble(
        tail=tail.copy(),
        head=head.copy(),
        arcs=arcs,
        vertex_ids=np.arange(vertices),
        shapes=shapes,
        forbidden=ForbiddenTurns(np.array([0, 2]), sequence, np.array([1], np.uint8)),
        given=(GivenCosts("time", np.arange(count, dtype=np.uint32) * 7),),
    )
    before = (tail, head, shapes.of_arc.copy(), shapes.reverse.copy(), sequence)
    return graph, np.array(before, dtype=object)


def test_every_arc_keeps_what_belongs_to_it() -> None:
    graph, (tail, head, of_arc, reverse, sequence) = scrambled()
    old = graph.arcs.way
    assert graph.shapes is not None
    np.testing.assert_array_equal(graph.tail, tail[old])
    np.testing.assert_array_equal(graph.head, head[old])
    np.testing.assert_array_equal(graph.shapes.of_arc, of_arc[old])
    np.testing.assert_array_equal(graph.shapes.reverse, reverse[old])
    np.testing.assert_array_equal(graph.given[0].costs, old * 7)
    np.testing.assert_array_equal(old[graph.forbidden.arcs], sequence)


def test_arcs_of_a_vertex_keep_the_order_given() -> None:
    graph, _ = scrambled()
    for vertex in range(graph.vertices):
        old = graph.arcs.way[graph.first_out[vertex] : graph.first_out[vertex + 1]]
        assert (np.diff(old) > 0).all()


@pytest.mark.parametrize("name", DRAWN)
def test_all_arrays_are_read_only(name: str) -> None:
    graph = DRAWN[name]()
    assert graph.x is not None
    assert graph.shapes is not None
    arrays: list[Any] = [graph.first_out, graph.head, graph.tail, graph.x, graph.vertex_ids]
    arrays += [graph.arcs.length_m, graph.arcs.vehicles, graph.shapes.points]
    arrays += [graph.forbidden.first, graph.forbidden.arcs, graph.backward.tail]
    assert not any(array.flags.writeable for array in arrays)


def streets_of_three() -> LooseStreets:
    """0 → 1 for all; 1 → 2 one-way, 60 there; 2 → 0 for nobody but feet back."""
    zero = np.zeros(3, np.uint8)
    return LooseStreets(
        u=np.array([0, 1, 2], np.uint32),
        v=np.array([1, 2, 0], np.uint32),
        length_m=np.array([10, 20, 30], np.float32),
        road_class=np.array([5, 7, 19], np.uint8),
        speed_limit=np.array([50, 60, 0], np.uint8),
        lanes=np.array([2, 1, 1], np.uint8),
        surface=zero,
        flags=zero.copy(),
        way=np.array([7, 8, 9]),
        forward=np.array([5, 1, 0], np.uint8),
        backward=np.array([5, 0, 4], np.uint8),
        first=np.array([0, 1, 1, 3]),
        points=np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]),
        slope=np.array([3, -128, 100], np.int8),
        speed_limit_back=np.array([30, 0, 0], np.uint8),
    )


def test_a_street_has_an_arc_for_each_direction_in_use() -> None:
    arcs = arcs_of_streets(streets_of_three())
    assert list(zip(arcs.tail, arcs.head, strict=True)) == [(0, 1), (1, 0), (1, 2), (0, 2)]
    assert arcs.street.tolist() == [0, 0, 1, 2]
    assert arcs.forward.tolist() == [0, 2, -1]
    assert arcs.backward.tolist() == [1, -1, 3]


def test_the_way_back_is_turned_round() -> None:
    arcs = arcs_of_streets(streets_of_three())
    assert arcs.arcs.slope is not None
    assert arcs.shapes is not None
    assert arcs.arcs.slope.tolist() == [3, -3, -127, -100]
    assert arcs.arcs.speed_limit.tolist() == [50, 30, 60, 0]
    assert arcs.arcs.vehicles.tolist() == [5, 5, 1, 4]
    assert arcs.shapes.of_arc.tolist() == [0, 0, 1, 2]
    assert arcs.shapes.reverse.tolist() == [0, 1, 0, 1]


def plain(tail: list[int], head: list[int], **more: object) -> RoadGraph:
    arcs: ArcProperties = unknown_properties(np.ones(len(tail), np.float32))
    return assemble(
        tail=np.array(tail, np.uint32),
        head=np.array(head, np.uint32),
        arcs=arcs,
        vertex_ids=np.arange(3),
        **more,  # type: ignore[arg-type]
    )


def test_an_arc_out_of_the_graph_is_told() -> None:
    with pytest.raises(InputError, match="arc 1 touches vertex 3; there are 3"):
        plain([0, 1], [1, 3])


def test_arrays_of_unlike_length_are_refused() -> None:
    with pytest.raises(ValueError, match="'time' has 1 entries for 2 arcs"):
        plain([0, 1], [1, 2], given=(GivenCosts("time", np.ones(1, np.uint32)),))
    with pytest.raises(ValueError, match="2 coordinates for 3 vertices"):
        plain([0, 1], [1, 2], x=np.zeros(2), y=np.zeros(2))


@pytest.mark.parametrize("sequence", [[0], [1, 0], [0, 2]])
def test_forbidden_arcs_must_follow_each_other(sequence: list[int]) -> None:
    forbidden = ForbiddenTurns(
        np.array([0, len(sequence)]), np.array(sequence, np.uint32), np.array([1], np.uint8)
    )
    with pytest.raises(ValueError, match=r"forbidden turn|follow each other"):
        plain([0, 1, 0], [1, 2, 2], forbidden=forbidden)


def test_a_graph_without_arcs_is_a_graph() -> None:
    graph = plain([], [])
    assert (graph.vertices, graph.arc_count) == (3, 0)
    assert graph.backward.first_in.tolist() == [0, 0, 0, 0]
