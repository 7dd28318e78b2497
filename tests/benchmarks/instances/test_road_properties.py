"""Properties made from distances and times: what a metric decodes on graphs that have none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.instances.road_properties import with_properties
from benchmarks.instances.roads import generated_network, tiled
from core.errors import ParameterError
from core.times import UNREACHED
from road.build import assemble, unknown_properties
from road.costs.metric import hop_weights
from road.costs.profiles import CAR
from road.graph import GivenCosts, RoadGraph
from road.properties import RoadClass
from tests.road.drawn import grid_city

QUICK_TO_SLOW = (RoadClass.MOTORWAY, RoadClass.PRIMARY, RoadClass.TERTIARY, RoadClass.RESIDENTIAL)


def row(distance: list[int], pace: list[float]) -> RoadGraph:
    """Arcs 0 → 1 in a row of which nothing is known but distances and times."""
    count = len(distance)
    far = np.array(distance, np.uint32)
    late = np.rint(far * np.array(pace)).astype(np.uint32)
    return assemble(
        tail=np.zeros(count, np.uint32),
        head=np.ones(count, np.uint32),
        arcs=unknown_properties(np.zeros(count, np.float32)),
        vertex_ids=np.arange(2),
        given=(GivenCosts("distance", far), GivenCosts("time", late)),
    )


def test_the_four_paces_of_dimacs_are_four_classes() -> None:
    graph = with_properties(row([5003] * 4 + [1234, 60], [2.5, 1.0, 1.25, 1.667, 2.5, 1.25]))
    classes = [RoadClass(c) for c in graph.arcs.road_class]
    assert classes[:4] == [QUICK_TO_SLOW[i] for i in (3, 0, 1, 2)]
    assert classes[4:] == [RoadClass.RESIDENTIAL, RoadClass.PRIMARY]
    np.testing.assert_array_equal(graph.arcs.length_m[:1], np.float32(500.3))


def test_classes_follow_those_that_made_the_times() -> None:
    base = generated_network(40, 40, 3)
    found = with_properties(base).arcs.road_class
    pairs = zip(base.arcs.road_class.tolist(), found.tolist(), strict=True)
    assert set(pairs) == {
        (RoadClass.PRIMARY, RoadClass.MOTORWAY),
        (RoadClass.TERTIARY, RoadClass.PRIMARY),
        (RoadClass.RESIDENTIAL, RoadClass.TERTIARY),
    }


def test_tiles_keep_their_classes_and_bridges_are_quick() -> None:
    town = generated_network(20, 20, 3)
    distance, time = town.given
    pace = np.select([town.arcs.road_class == c for c in QUICK_TO_SLOW[1:]], [1.25, 1.667, 2.5])
    late = np.rint(distance.costs * pace).astype(np.uint32)
    base = replace(town, given=(distance, replace(time, costs=late)))
    graph = with_properties(tiled(base, 2, 2, 1))
    for code in QUICK_TO_SLOW[1:]:
        before, after = ((g.arcs.road_class == code).sum() for g in (base, graph))
        assert after == 4 * before
    bridges = graph.arcs.road_class == RoadClass.MOTORWAY
    assert bridges.sum() == graph.arc_count - 4 * base.arc_count
    assert graph.arcs.length_m.min() > 0
    assert CAR.weights(graph).arc_costs.max() < UNREACHED


def test_nothing_else_changes() -> None:
    graph = generated_network(20, 20, 3)
    tail = graph.tail
    other = with_properties(graph)
    assert other.tail is tail
    assert other.given is graph.given
    assert other.arcs.vehicles is graph.arcs.vehicles
    assert hop_weights(other).arc_costs.size == graph.arc_count
    for array in (other.arcs.length_m, other.arcs.road_class):
        assert not array.flags.writeable
    assert other.arcs.length_m.dtype == np.float32


def test_graphs_without_distances_are_refused() -> None:
    with pytest.raises(ParameterError, match="without distances and times"):
        with_properties(grid_city())
    graph = replace(generated_network(9, 9, 1), given=())
    with pytest.raises(ParameterError, match="without distances and times"):
        with_properties(graph)


def test_a_graph_without_arcs_stays_one() -> None:
    assert with_properties(row([], [])).arc_count == 0
