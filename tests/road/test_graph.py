"""What a graph derives from its arrays."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from road.components import strong_components, weak_components
from road.graph import RoadGraph
from road.properties import Vehicle
from tests.road.drawn import DRAWN, chain, islands, random_town


@pytest.mark.parametrize("name", DRAWN)
def test_backward_holds_the_same_arcs_sorted_by_head(name: str) -> None:
    graph = DRAWN[name]()
    back = graph.backward
    assert sorted(back.arc.tolist()) == list(range(graph.arc_count))
    np.testing.assert_array_equal(back.tail, graph.tail[back.arc])
    heads = np.repeat(np.arange(graph.vertices), np.diff(back.first_in))
    np.testing.assert_array_equal(heads, graph.head[back.arc])


def cars_only(graph: RoadGraph) -> np.ndarray:
    return graph.arcs.vehicles & np.uint8(Vehicle.CAR)


def same_parts(labels: np.ndarray, others: np.ndarray) -> bool:
    """Whether two labellings part the vertices alike."""
    pairs = set(zip(labels.tolist(), others.tolist(), strict=True))
    return len(pairs) == len(set(labels.tolist())) == len(set(others.tolist()))


@pytest.mark.parametrize("seed", range(6))
def test_components_are_those_of_scipy(seed: int) -> None:
    graph = random_town(120, seed)
    open_arcs = cars_only(graph)
    used = open_arcs != 0
    ends = graph.tail[used], graph.head[used]
    theirs = csr_array((np.ones(used.sum()), ends), shape=(graph.vertices, graph.vertices))
    ours, sizes = strong_components(graph, open_arcs)
    assert same_parts(ours, connected_components(theirs, connection="strong")[1])
    assert sizes.tolist() == sorted(np.bincount(ours).tolist(), reverse=True)
    ours, _ = weak_components(graph, open_arcs)
    assert same_parts(ours, connected_components(theirs, connection="weak")[1])


def test_the_largest_part_comes_first() -> None:
    graph = islands()
    labels, sizes = weak_components(graph)
    assert labels.tolist() == [0, 0, 0, 0, 0, 1, 1, 1, 2]
    assert sizes.tolist() == [5, 3, 1]
    labels, sizes = strong_components(graph, cars_only(graph))
    assert labels.tolist() == [0, 0, 0, 0, 2, 1, 1, 1, 3]


def test_long_chains_need_no_recursion() -> None:
    graph = chain(50_000)
    assert strong_components(graph)[1].tolist() == [50_000]
