from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
import shapely
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from core.cancel import Cancel
from core.errors import CancelledError
from road.files.vector.noding import DrawnLines, Network, noded

Drawn = Sequence[Sequence[tuple[float, float]]]


def lines_of(drawn: Drawn, levels: Sequence[int] | None = None, scale: float = 1.0) -> DrawnLines:
    points = np.array([point for line in drawn for point in line], np.float64)
    first = np.cumsum([0, *(len(line) for line in drawn)])
    return DrawnLines(points, first, np.array(levels or [0] * len(drawn), np.int16), (scale, scale))


def network(
    *drawn: Sequence[tuple[float, float]],
    levels: Sequence[int] | None = None,
    snap: float = 1.0,
    crossings: bool = True,
) -> Network:
    return noded(lines_of(drawn, levels), snap, crossings=crossings)


def pieces(found: Network) -> list[list[tuple[float, float]]]:
    """The points of every piece from end to end."""
    bounds = found.first
    return [
        [
            tuple(found.nodes[found.u[p]].tolist()),
            *map(tuple, found.points[bounds[p] : bounds[p + 1]].tolist()),
            tuple(found.nodes[found.v[p]].tolist()),
        ]
        for p in range(len(found.u))
    ]


def test_lines_that_cross_are_split_at_a_new_node() -> None:
    #     |
    #  ---+---
    #     |
    found = network([(0, 0), (10, 0)], [(5, -5), (5, 5)])
    assert pieces(found) == [
        [(0, 0), (5, 0)],
        [(5, 0), (10, 0)],
        [(5, -5), (5, 0)],
        [(5, 0), (5, 5)],
    ]
    assert found.line.tolist() == [0, 0, 1, 1]
    assert found.crossings == 1


def test_lines_that_end_in_a_common_point_do_not_cross_there() -> None:
    # Three ends miss each other by centimetres, so that the lines cross just before their ends.
    star = [(0, 0), (10, 0.01)], [(10, 10), (9.99, -0.01)], [(20, 1), (9.98, 0)]
    found = network(*star)
    assert len(found.nodes) == 4
    assert found.crossings == 0


def test_a_crossing_counts_once_however_many_lines_pass_it() -> None:
    # Long ones share many cells of the grid that pairs are found by.
    at = 500.0
    star = [(0, at), (1000, at)], [(at, 0), (at, 1000)], [(0, 0), (1000, 1000)]
    short = [[(x, 10), (x + 1, 11)] for x in range(600, 900, 3)]
    found = network(*star, *short)
    assert found.crossings == 1


def test_a_bridge_crosses_without_a_node() -> None:
    found = network([(0, 0), (10, 0)], [(5, -5), (5, 5)], levels=[0, 1])
    assert len(found.u) == 2
    assert len(found.nodes) == 4


def test_bridges_of_one_level_cross_each_other_but_not_the_road_below() -> None:
    found = network([(0, 0), (9, 0)], [(4, -5), (4, 5)], [(2, 3), (8, 3)], levels=[0, 1, 1])
    assert found.line.tolist() == [0, 1, 1, 2, 2]


def test_the_end_of_a_bridge_joins_the_road_that_it_lands_on() -> None:
    # the road 0 runs on at the foot of bridge 1
    found = network([(0, 0), (10, 0)], [(5, 0), (5, 9)], levels=[0, 1])
    assert found.line.tolist() == [0, 0, 1]


def test_a_road_that_ends_below_a_bridge_does_not_join_it() -> None:
    found = network([(0, 0), (10, 0)], [(5, 0), (5, 9)], levels=[1, 0])
    assert found.line.tolist() == [0, 1]


def test_a_side_street_that_falls_short_is_joined_within_the_tolerance() -> None:
    #  -------
    #     .      0.5 short
    #     |
    found = network([(0, 0), (10, 0)], [(5, -0.5), (5, -5)])
    assert pieces(found) == [
        [(0, 0), (5, -0.5)],
        [(5, -0.5), (10, 0)],
        [(5, -0.5), (5, -5)],
    ]
    assert len(network([(0, 0), (10, 0)], [(5, -0.5), (5, -5)], snap=0.4).u) == 2


def test_a_side_street_that_oversteps_leaves_no_stub() -> None:
    found = network([(0, 0), (10, 0)], [(5, 0.5), (5, -5)])
    assert found.line.tolist() == [0, 0, 1]
    assert len(found.nodes) == 4


def test_ends_join_with_the_first_one_within_the_tolerance() -> None:
    found = network([(0, 0), (10, 0)], [(10.6, 0), (20, 0)], [(10.6, 0.6), (10.6, 9)])
    assert found.nodes[found.u].tolist()[1:] == [[10, 0], [10, 0]]
    assert found.snapped_ends == 2


def test_nothing_moves_further_than_the_tolerance() -> None:
    # ends in a row, each 0.6 from the next: merged in chains they would collapse into one
    drawn = [[(0.6 * k, 0.0), (30.0 * k, 50.0)] for k in range(20)]
    found = noded(lines_of(drawn), 1.0)
    ends = np.array(drawn).reshape(-1, 2)
    apart = np.hypot(*(ends[:, np.newaxis] - found.nodes).transpose(2, 0, 1))
    assert apart.min(axis=1).max() <= 1.0
    assert np.sum(found.nodes[:, 1] == 0) == 10
    # Yet what was within the tolerance is connected: all lines hang together at the bottom.
    links = csr_array((np.ones(len(found.u)), (found.u, found.v)), (len(found.nodes),) * 2)
    assert connected_components(links, directed=False)[0] == 1


def test_a_common_point_in_mid_line_is_a_junction_without_crossings_too() -> None:
    drawn = ([(0, 0), (5, 0), (10, 0)], [(5, -5), (5, 0), (5, 5)])
    assert len(network(*drawn, crossings=False).u) == 4
    assert len(network([(0, 0), (10, 0)], [(5, -5), (5, 5)], crossings=False).u) == 2


def test_a_line_may_cross_itself_and_a_ring_may_stand_alone() -> None:
    found = network([(0, 0), (10, 0), (10, 10), (5, 10), (5, -5)])
    assert pieces(found) == [
        [(0, 0), (5, 0)],
        [(5, 0), (10, 0), (10, 10), (5, 10), (5, 0)],
        [(5, 0), (5, -5)],
    ]
    ring = network([(0, 0), (10, 0), (10, 10), (0, 0)])
    assert ring.u.tolist() == ring.v.tolist() == [0]


def test_a_line_shorter_than_the_tolerance_is_dropped_and_counted() -> None:
    found = network([(0, 0), (10, 0)], [(3, 0), (3.2, 0)])
    assert found.dropped == 1
    assert set(found.line.tolist()) == {0}


def test_the_tolerance_is_in_metres_whatever_the_unit() -> None:
    drawn = ([(0, 0), (10, 0)], [(10.6, 0), (20, 0)])
    assert len(noded(lines_of(drawn, scale=0.3048), 0.3).nodes) == 3
    assert len(noded(lines_of(drawn, scale=0.3048), 0.1).nodes) == 4


@pytest.mark.parametrize("seed", range(5))
def test_random_lines_are_noded_as_shapely_nodes_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    starts = rng.uniform(0, 300, (40, 1, 2))
    drawn = starts + np.cumsum(rng.normal(0, 30, (40, 6, 2)), axis=1)
    found = noded(lines_of(drawn.tolist()), 1e-6)
    reference = shapely.node(shapely.MultiLineString(list(drawn)))
    assert len(found.u) == len(reference.geoms)
    total = sum(shapely.LineString(piece).length for piece in pieces(found))
    assert total == pytest.approx(reference.length)
    ends = {tuple(np.round(g.coords[k], 6)) for g in reference.geoms for k in (0, -1)}
    assert {tuple(np.round(node, 6)) for node in found.nodes} == ends


def test_a_cancelled_noding_stops() -> None:
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        noded(lines_of([[(0, 0), (10, 0)], [(5, -5), (5, 5)]]), 1.0, cancel=cancel)
