"""Where one waits: signals, signs with and without a direction, larger roads, gates."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from road.graph import RoadGraph
from road.properties import ArcEnd
from tests.road.files.osm_text import graph_of, node, way


def waits(graph: RoadGraph) -> dict[tuple[int, int], ArcEnd]:
    """By the ids of the two ends of an arc, where one waits."""
    ends = graph.arcs.arc_end
    assert ends is not None
    tail, head = graph.vertex_ids[graph.tail], graph.vertex_ids[graph.head]
    return {(int(tail[a]), int(head[a])): ArcEnd(ends[a]) for a in np.flatnonzero(ends).tolist()}


def cross(tmp_path: Path, middle: dict[str, str], **arm: str) -> RoadGraph:
    #     4        A street crosses another in 3; node 2 lies near it, on the arm to the west.
    #     |
    # 1 - 2 3 - 5
    #     |
    #     6
    nodes = [
        node(1, 0, 0), node(2, 2.8, 0, **arm), node(3, 3, 0, **middle), node(5, 6, 0),
        node(4, 3, 3), node(6, 3, -3),
    ]  # fmt: skip
    ways = way(10, [1, 2, 3, 5]), way(11, [4, 3, 6], {"highway": "residential"})
    return graph_of(tmp_path, *nodes, *ways)


def test_signals_hold_for_all_who_come(tmp_path: Path) -> None:
    found = waits(cross(tmp_path, {"highway": "traffic_signals"}))
    assert found == {(k, 3): ArcEnd.SIGNALS for k in (1, 4, 5, 6)}


@pytest.mark.parametrize(
    ("tags", "arcs"),
    [
        ({"highway": "traffic_signals"}, {(1, 2), (3, 2)}),
        ({"highway": "traffic_signals", "traffic_signals:direction": "forward"}, {(1, 2)}),
        ({"highway": "stop", "direction": "backward"}, {(3, 2)}),
        ({"highway": "stop"}, {(1, 2)}),  # towards the junction, which is nearer
        ({"highway": "give_way"}, {(1, 2)}),
        ({"barrier": "lift_gate"}, {(1, 2), (3, 2)}),
        ({"highway": "crossing"}, set()),
    ],
)
def test_a_sign_beside_a_junction_holds_in_its_direction(
    tags: dict[str, str], arcs: set[tuple[int, int]], tmp_path: Path
) -> None:
    assert set(waits(cross(tmp_path, {}, **tags))) == arcs


def test_who_comes_to_a_larger_road_waits_where_no_sign_tells(tmp_path: Path) -> None:
    # 1 - 2 - 3 is a primary road; 4 - 2 meets it, 5 - 3 is a link of it.
    nodes = [node(k, 3 * k, 0) for k in (1, 2, 3, 6)]
    ways = (
        way(10, [1, 2, 3, 6], {"highway": "primary"}),
        way(11, [4, 2], {"highway": "residential"}),
        way(12, [5, 3], {"highway": "primary_link"}),
    )
    graph = graph_of(tmp_path, *nodes, node(4, 6, 3), node(5, 9, 3), *ways)
    assert waits(graph) == {(4, 2): ArcEnd.LARGER_ROAD}


def test_a_minor_stop_at_the_junction_spares_the_larger_road(tmp_path: Path) -> None:
    nodes = [node(k, 3 * k, 0) for k in (1, 3)]
    stop = node(2, 6, 0, highway="stop", stop="minor")
    ways = way(10, [1, 2, 3], {"highway": "primary"}), way(11, [4, 2], {"highway": "residential"})
    found = waits(graph_of(tmp_path, *nodes, stop, node(4, 6, 3), *ways))
    assert found == {(4, 2): ArcEnd.STOP}


def test_a_sign_on_a_footpath_cuts_nothing(tmp_path: Path) -> None:
    nodes = node(1, 0, 0), node(2, 1, 0, highway="stop"), node(3, 2, 0)
    graph = graph_of(tmp_path, *nodes, way(10, [1, 2, 3], {"highway": "footway"}))
    assert graph.vertex_ids.tolist() == [1, 3]


def test_a_ferry_is_boarded_once_and_nobody_on_the_shore_waits_for_it(tmp_path: Path) -> None:
    # 1 - 2 - 6      The ferry's line goes on in 3, at sea, where nothing lands.
    #     |
    #     3 - 4 - 5
    nodes = [node(1, 0, 0), node(2, 1, 0), node(3, 1, -1), node(4, 2, -1), node(5, 3, -1)]
    ferry = {"route": "ferry"}
    ways = way(10, [1, 2, 6]), way(11, [2, 3], ferry), way(12, [3, 4], ferry), way(13, [4, 5])
    found = waits(graph_of(tmp_path, *nodes, node(6, 2, 0), *ways))
    assert found == {(3, 2): ArcEnd.LANDING, (3, 4): ArcEnd.LANDING}
