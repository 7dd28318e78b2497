"""Cutting ways into arcs: crossings, loops, barriers, nodes that are missing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.errors import InputError
from road.files.osm.access import ALL
from road.files.osm.streets import FIRST_MADE_UP_ID
from road.properties import ArcEnd, Vehicle
from tests.road.files.osm_text import (
    BICYCLE,
    CAR,
    FOOT,
    arcs_between,
    graph_of,
    node,
    vehicles_between,
    way,
)

LINE = [node(k, k, 0) for k in range(1, 6)]


def test_a_way_without_crossings_is_one_street_with_its_points(tmp_path: Path) -> None:
    # 1 --- 2 --- 3 --- 4 --- 5
    graph = graph_of(tmp_path, *LINE, way(10, [1, 2, 3, 4, 5]))
    assert graph.vertex_ids.tolist() == [1, 5]
    assert graph.arc_count == 2
    assert graph.shapes is not None
    assert graph.shapes.of_arc.tolist() == [0, 0]
    assert graph.shapes.reverse.tolist() == [0, 1]
    assert np.allclose(graph.shapes.points[:, 0], [0.0018, 0.0027, 0.0036])
    assert np.allclose(graph.arcs.length_m, 400.3, atol=0.1)
    assert graph.arcs.way.tolist() == [10, 10]


def test_ways_are_cut_at_the_nodes_they_share(tmp_path: Path) -> None:
    #       6
    #       |
    # 1 --- 3 --- 5   with 2 and 4 on the way
    up = node(6, 3, 1)
    graph = graph_of(tmp_path, *LINE, up, way(10, [1, 2, 3, 4, 5]), way(11, [3, 6]))
    assert graph.vertex_ids.tolist() == [1, 3, 5, 6]
    assert graph.arc_count == 6
    assert len(arcs_between(graph, 1, 3)) == len(arcs_between(graph, 6, 3)) == 1


def test_ways_that_cross_without_a_node_do_not_meet(tmp_path: Path) -> None:
    nodes = [node(1, 0, 0), node(2, 2, 0), node(3, 1, -1), node(4, 1, 1)]
    graph = graph_of(tmp_path, *nodes, way(10, [1, 2]), way(11, [3, 4]))
    assert graph.vertices == 4
    assert graph.arc_count == 4


def test_a_closed_way_is_a_loop_and_one_that_meets_itself_is_cut(tmp_path: Path) -> None:
    square = [node(1, 0, 0), node(2, 1, 0), node(3, 1, 1), node(4, 0, 1)]
    loop = graph_of(tmp_path, *square, way(10, [1, 2, 3, 4, 1]))
    assert loop.vertex_ids.tolist() == [1]
    assert loop.head.tolist() == [0, 0]
    assert np.allclose(loop.arcs.length_m, 400.3, atol=0.2)
    lasso = graph_of(tmp_path, *square, node(5, 2, 0), way(10, [5, 2, 3, 4, 1, 2]))
    assert lasso.vertex_ids.tolist() == [2, 5]
    assert lasso.arc_count == 4


def test_parallel_streets_between_the_same_crossings_stay_two(tmp_path: Path) -> None:
    nodes = [node(1, 0, 0), node(2, 2, 0), node(3, 1, 1)]
    graph = graph_of(tmp_path, *nodes, way(10, [1, 2]), way(11, [1, 3, 2]))
    assert sorted(graph.arcs.way[arcs_between(graph, 1, 2)].tolist()) == [10, 11]


def test_one_way_streets_have_no_arc_for_cars_against_them(tmp_path: Path) -> None:
    tags = {"highway": "primary", "oneway": "-1", "maxspeed": "60", "maxspeed:backward": "40"}
    graph = graph_of(tmp_path, *LINE, way(10, [1, 5], tags))
    assert vehicles_between(graph, 5, 1) == ALL
    assert vehicles_between(graph, 1, 5) == FOOT
    assert graph.arcs.speed_limit[arcs_between(graph, 5, 1)].tolist() == [40]


def test_a_bollard_lets_all_up_to_it_and_only_bicycles_across(tmp_path: Path) -> None:
    # 1 --- 3* - x --- 5: the piece from 3 to the point x beside it is closed to cars
    bollard = node(3, 3, 0, barrier="bollard")
    graph = graph_of(tmp_path, *LINE[:2], bollard, *LINE[3:], way(10, [1, 2, 3, 4, 5]))
    beside = FIRST_MADE_UP_ID
    assert graph.vertex_ids.tolist() == [1, 3, 5, beside]
    assert vehicles_between(graph, 1, 3) == vehicles_between(graph, beside, 5) == ALL
    assert (
        vehicles_between(graph, 3, beside) == vehicles_between(graph, beside, 3) == BICYCLE | FOOT
    )
    assert np.allclose(graph.arcs.length_m[arcs_between(graph, 3, beside)], 1.0, atol=0.01)
    whole = arcs_between(graph, 1, 3) + arcs_between(graph, 3, beside)
    whole += arcs_between(graph, beside, 5)
    assert graph.arcs.length_m[whole].sum() == pytest.approx(400.3, abs=0.1)


def test_a_bollard_at_a_crossing_parts_all_its_streets(tmp_path: Path) -> None:
    #        4
    #        |
    # 1 ---- 3* ---- 5
    #        |
    #        2
    nodes = [
        *(node(1, 0, 0), node(5, 2, 0), node(4, 1, 1), node(2, 1, -1)),
        node(3, 1, 0, barrier="bollard"),
    ]
    graph = graph_of(tmp_path, *nodes, way(10, [1, 3, 5]), way(11, [2, 3]), way(12, [3, 4]))
    open_to_cars = (graph.arcs.vehicles & CAR) != 0
    pairs = set(
        zip(graph.tail[open_to_cars].tolist(), graph.head[open_to_cars].tolist(), strict=True)
    )
    assert len(pairs) == 8  # four arms, none joined to another
    touched = [v for pair in pairs for v in pair]
    assert all(touched.count(v) == 2 for v in touched)


def test_two_barriers_in_a_row_and_one_at_an_end(tmp_path: Path) -> None:
    nodes = [node(1, 0, 0), node(2, 1, 0, barrier="bollard"), node(3, 2, 0, barrier="block")]
    graph = graph_of(tmp_path, *nodes, way(10, [1, 2, 3]))
    assert graph.arc_count == 6  # 1 - 2 - x - 3; the block at the end has nothing behind it
    assert vehicles_between(graph, 1, 2) == ALL


def test_a_gate_lets_pass_and_one_waits_there(tmp_path: Path) -> None:
    gate = node(3, 3, 0, barrier="gate")
    graph = graph_of(tmp_path, *LINE[:2], gate, *LINE[3:], way(10, [1, 2, 3, 4, 5]))
    assert graph.vertex_ids.tolist() == [1, 3, 5]
    assert graph.arcs.arc_end is not None
    assert graph.arcs.arc_end[graph.head == 1].tolist() == [ArcEnd.GATE] * 2


def test_a_road_is_cut_where_the_file_lacks_a_node(tmp_path: Path) -> None:
    # 1 --- 2   ?   4 --- 5, and way 11 with a single node that is there
    nodes = [*LINE[:2], *LINE[3:]]
    graph = graph_of(tmp_path, *nodes, way(10, [1, 2, 3, 4, 5]), way(11, [77, 1]))
    assert graph.vertex_ids.tolist() == [1, 2, 4, 5]
    assert graph.arc_count == 4
    assert any("2 roads name nodes" in n and "way 10, node 3" in n for n in graph.notes)
    assert any("1 roads with fewer than two" in n and "way 11" in n for n in graph.notes)


def test_a_file_whose_roads_have_no_nodes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no road has two nodes"):
        graph_of(tmp_path, way(10, [1, 2]))


def test_a_node_named_twice_in_a_row_counts_once(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, *LINE, way(10, [1, 2, 2, 3, 3]))
    assert graph.vertex_ids.tolist() == [1, 3]
    assert graph.arc_count == 2


def test_ways_may_come_before_their_nodes(tmp_path: Path) -> None:
    usual = graph_of(tmp_path, *LINE, way(10, [1, 2, 3]), way(11, [3, 5]))
    turned = graph_of(tmp_path, way(10, [1, 2, 3]), way(11, [3, 5]), *LINE)
    assert usual.head.tolist() == turned.head.tolist()
    assert usual.x is not None
    assert turned.x is not None
    assert np.array_equal(usual.x, turned.x)


def test_objects_that_were_never_uploaded_are_read(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, node(-1, 0, 0), node(-2, 1, 0), way(-10, [-1, -2]))
    assert graph.vertex_ids.tolist() == [-2, -1]
    assert np.allclose(graph.arcs.length_m, 100.1, atol=0.1)


def test_what_nobody_may_use_and_what_is_no_road_is_told(tmp_path: Path) -> None:
    graph = graph_of(
        tmp_path,
        *LINE,
        way(10, [1, 2]),
        way(11, [2, 3], {"highway": "service", "access": "no"}),
        way(12, [3, 4], {"highway": "construction"}),
        way(13, [1, 2, 3, 1], {"highway": "pedestrian", "area": "yes"}),
        way(14, [1, 2], {"highway": "service", "motor_vehicle:conditional": "no @ (07:00-09:00)"}),
        way(15, [1, 2], {"highway": "service", "oneway": "reversible"}),
    )
    assert set(graph.arcs.way.tolist()) == {10, 14, 15}  # on foot
    notes = "\n".join(graph.notes)
    for said in (
        "1 areas",
        "1 ways left out",
        "1 roads left out that nobody",
        "1 roads whose access, direction",
    ):
        assert said in notes
    assert "1 one-way streets whose direction changes" in notes


def test_equal_bits_of_vehicles_are_those_of_the_model() -> None:
    assert ALL == ~Vehicle.NONE
