"""Generated road graphs: the same for the same seed, connected, and as large as asked for."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from benchmarks.instances.harder_roads import drawn_turns, harder
from benchmarks.instances.roads import (
    generated_network,
    one_way,
    part_of,
    seeded_weights,
    street_chance,
    tiled,
    tiles_for,
)
from core.errors import ParameterError
from road.components import strong_components
from road.graph import RoadGraph
from road.properties import RoadClass
from tests.road.drawn import grid_city, parallels_and_loops, without_restrictions

BASE = generated_network(20, 25, 7)


def same(a: RoadGraph, b: RoadGraph) -> bool:
    pairs = [(a.first_out, b.first_out), (a.head, b.head), (a.x, b.x), (a.y, b.y)]
    pairs += [(g.costs, h.costs) for g, h in zip(a.given, b.given, strict=True)]
    names = [f.name for f in fields(a.arcs) if f.name != "slope"]
    pairs += [(getattr(a.arcs, name), getattr(b.arcs, name)) for name in names]
    return all(np.array_equal(p, q) for p, q in pairs)  # type: ignore[arg-type]


def symmetric(graph: RoadGraph) -> bool:
    """Whether every arc has one back of the same costs."""
    cost = graph.given[0].costs
    there = zip(graph.tail.tolist(), graph.head.tolist(), cost.tolist(), strict=True)
    back = zip(graph.head.tolist(), graph.tail.tolist(), cost.tolist(), strict=True)
    return sorted(there) == sorted(back)


def parts(graph: RoadGraph) -> int:
    return len(strong_components(graph)[1])


def test_a_seed_gives_one_graph() -> None:
    assert same(BASE, generated_network(20, 25, 7))
    assert not same(BASE, generated_network(20, 25, 8))
    assert same(tiled(BASE, 3, 2, 1), tiled(BASE, 3, 2, 1))
    assert not same(tiled(BASE, 3, 2, 1), tiled(BASE, 3, 2, 2))
    assert same(one_way(BASE, 0.5, 1), one_way(BASE, 0.5, 1))


def test_a_generated_town_is_whole_and_nearly_as_large_as_asked_for() -> None:
    assert parts(BASE) == 1
    assert symmetric(BASE)
    assert 450 <= BASE.vertices <= 500
    assert 2.5 < BASE.arc_count / BASE.vertices < 4
    assert "synthetic" in BASE.name
    assert {RoadClass.PRIMARY, RoadClass.RESIDENTIAL} <= set(BASE.arcs.road_class.tolist())


@pytest.mark.parametrize(("across", "down"), [(1, 1), (4, 1), (1, 3), (3, 2)])
def test_tiles_are_joined_by_bridges(across: int, down: int) -> None:
    graph = tiled(BASE, across, down, 5)
    meetings = (across - 1) * down + across * (down - 1)
    assert graph.vertices == across * down * BASE.vertices
    assert graph.arc_count == across * down * BASE.arc_count + 2 * 6 * meetings
    assert parts(graph) == 1
    assert symmetric(graph)
    assert "synthetic" in graph.name


def test_harder_tiles_meet_along_their_borders_and_have_one_way_streets() -> None:
    graph = harder(BASE, 4 * BASE.vertices, 5)
    assert graph.vertices == 4 * BASE.vertices
    tile = np.arange(graph.vertices) // BASE.vertices
    across = tile[graph.tail] != tile[graph.head]
    shore = max(1, int(0.02 * BASE.vertices))  # all of which are ends of bridges
    assert len(np.unique(graph.tail[across])) >= 4 * shore
    back = np.isin(
        graph.head * graph.vertices + graph.tail, graph.tail * graph.vertices + graph.head
    )
    assert 0.1 < 1 - back.mean() < 0.4
    assert np.bincount(graph.tail[across]).max() <= 2  # one over each of two borders
    assert parts(graph) == 1


def test_drawn_turns_are_turns_of_the_graph_and_none_is_back() -> None:
    graph = harder(BASE, BASE.vertices, 5)
    turns = graph.forbidden
    entered, left = turns.arcs.reshape(-1, 2).T
    assert (graph.head[entered] == graph.tail[left]).all()
    assert (graph.tail[entered] != graph.head[left]).all()
    assert len(np.unique(entered.astype(np.int64) * graph.arc_count + left)) == turns.count
    onward = int((np.diff(graph.first_out)[graph.head]).sum())
    assert 0.01 * onward < turns.count <= 0.02 * onward
    assert np.array_equal(drawn_turns(graph, 0.02, 5).arcs, turns.arcs)
    assert not np.array_equal(drawn_turns(graph, 0.02, 6).arcs, turns.arcs)
    everything = drawn_turns(graph, 1.0, 5)
    assert set(np.unique(everything.arcs)) <= set(range(graph.arc_count))


def test_tiles_lie_side_by_side_and_bridges_are_short() -> None:
    graph = tiled(BASE, 3, 2, 5)
    assert graph.x is not None
    assert graph.y is not None
    assert BASE.x is not None
    column = graph.x[: 3 * BASE.vertices].reshape(3, -1)
    assert (column[:-1].max(axis=1) < column[1:].min(axis=1) + 120).all()
    across = graph.tail // BASE.vertices != graph.head // BASE.vertices
    assert graph.arcs.length_m[across].max() < np.ptp(BASE.x) / 2


def test_jitter_changes_costs_within_its_bounds() -> None:
    graph = tiled(BASE, 2, 1, 5, jitter=0.3)
    inside = graph.tail // BASE.vertices == graph.head // BASE.vertices
    for given, old in zip(graph.given, BASE.given, strict=True):
        new = given.costs[inside].astype(float).reshape(2, -1)
        assert (np.abs(new - old.costs) <= 0.3 * old.costs + 1).all()
        assert not np.array_equal(new[0], new[1])
    still = tiled(BASE, 1, 1, 5, jitter=0)
    assert same(replace(still, x=None, y=None), replace(BASE, x=None, y=None))


def test_tiles_reach_the_size_asked_for() -> None:
    for vertices in (1, 5_000, 20_000_000):
        across, down = tiles_for(BASE, vertices)
        tiles = across * down
        assert tiles * BASE.vertices >= vertices
        assert abs(across - down) <= max(across, down) / 2
        assert (tiles - down) * BASE.vertices < max(vertices, BASE.vertices)


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("seed", [1, 2])
def test_one_way_streets_leave_the_graph_connected(share: float, seed: int) -> None:
    graph = one_way(BASE, share, seed)
    assert parts(graph) == 1
    assert graph.vertices == BASE.vertices
    lost = 1 - graph.arc_count / BASE.arc_count
    assert lost == 0 if share == 0 else 0.3 * share < lost <= 0.6 * share
    kept = set(zip(graph.tail.tolist(), graph.head.tolist(), strict=True))
    assert kept <= set(zip(BASE.tail.tolist(), BASE.head.tolist(), strict=True))


def test_streets_whose_loss_would_part_the_graph_stay_two_way() -> None:
    # 0 ═ 1 – 2 – 3 of `parallels_and_loops`: to a street drawn twice all its arcs belong.
    graph = one_way(without_restrictions(parallels_and_loops()), 1.0, 0)
    assert parts(graph) == 1
    city = one_way(without_restrictions(grid_city()), 1.0, 0)
    assert parts(city) == 1
    assert city.arc_count == grid_city().arc_count / 2


def test_a_street_has_one_chance_in_both_directions() -> None:
    chance = street_chance(BASE.tail, BASE.head, 3)
    np.testing.assert_array_equal(chance, street_chance(BASE.head, BASE.tail, 3))
    assert 0.45 < chance.mean() < 0.55
    weights = seeded_weights(BASE, 3, 10, 12)
    assert set(weights.arc_costs.tolist()) == {10, 11, 12}


def test_a_part_keeps_what_lies_inside() -> None:
    inside = np.arange(BASE.vertices) < 100
    part = part_of(BASE, inside)
    assert part.vertices == 100
    assert part.vertex_ids.tolist() == BASE.vertex_ids[:100].tolist()
    assert part.arc_count == np.count_nonzero(inside[BASE.tail] & inside[BASE.head])
    assert same(part_of(BASE, np.ones(BASE.vertices, np.bool_)), BASE)


def test_impossible_wishes_are_refused() -> None:
    with pytest.raises(ParameterError):
        tiled(BASE, 0, 3, 1)
    with pytest.raises(ParameterError):
        tiled(replace(BASE, x=None, y=None), 1, 1, 1)
    with pytest.raises(ParameterError):
        one_way(BASE, 1.5, 1)
