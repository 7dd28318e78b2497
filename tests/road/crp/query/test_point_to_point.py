"""Point to point on an overlay: Dijkstra's cost, and a way that has it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from core.parallel.team import share
from core.solver import Start
from core.times import UNREACHED
from road.costs.metric import Weights
from road.crp.query import isochrone, unpack
from road.crp.query.boundary_graph import boundary_graph
from road.crp.query.point_to_point import FIRST_CELLS, CrpRouter
from road.routes.route import Router
from road.search.search_graph import Direction
from road.search.starts import ArcPoint, RoadStart
from road.solvers.dijkstra import Dijkstra
from tests.road.crp.nests import Nest, halved, random_nest
from tests.road.drawn import DRAWN, random_town
from tests.road.routes.ways import assert_good, places
from tests.road.searches import random_weights

Crp = partial(isochrone.Crp, smallest=0)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("graph", [name for name in DRAWN if name != "chain"])
def test_costs_and_ways_are_those_of_dijkstra(
    graph: str, turns: bool, direction: Direction
) -> None:
    roads = DRAWN[graph]()
    weights = random_weights(roads, 6, turns=turns)
    expected = Router(Dijkstra(roads, weights, direction=direction))
    for partition in (
        halved(roads, (2, 4, 8, 16), mezzanine=(4,)),
        random_nest(roads.vertices, (8, 5, 3, 2)),
    ):
        router = CrpRouter(Crp(roads, weights, partition=partition, direction=direction))
        for origin in places(roads, weights, 1, 8):
            for destination in (*places(roads, weights, 2, 8), origin):
                best = expected.route(origin, destination)
                found = router.route(origin, destination)
                assert_good(found, best, weights)
                ticks = router.ticks(origin, destination)
                assert ticks == (UNREACHED if best is None else best.ticks)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("seed", range(3))
def test_towns_with_restrictions(seed: int, direction: Direction) -> None:
    roads = random_town(300, seed, restrictions=120)
    weights = random_weights(roads, seed, turns=True)
    expected = Router(Dijkstra(roads, weights, direction=direction))
    partition = halved(roads, (6, 20, 80))
    router = CrpRouter(Crp(roads, weights, partition=partition, direction=direction))
    for origin in places(roads, weights, 10 + seed, 6):
        for destination in places(roads, weights, 20 + seed, 6):
            best = expected.route(origin, destination)
            found = router.route(origin, destination)
            assert_good(found, best, weights)
            if found is not None and found.parts and isinstance(origin, Start):
                end = 0 if direction == "from" else -1
                assert found.vertices[end] == origin.element


def test_another_metric_and_no_traces_of_earlier_queries() -> None:
    roads = random_town(200, 8)
    crp = Crp(roads, random_weights(roads, 1, turns=True), partition=halved(roads, (8, 40)))
    CrpRouter(crp).ticks(Start(0), Start(100))
    weights = random_weights(roads, 2, turns=True)
    router = CrpRouter(crp.customize(weights))
    expected = Router(Dijkstra(roads, weights))
    for k in range(0, 200, 23):
        best = expected.route(Start(k), Start(199 - k))
        assert_good(router.route(Start(k), Start(199 - k)), best, weights)


@pytest.mark.parametrize("turns", [False, True])
def test_places_in_more_cells_than_there_is_room_for_at_first(turns: bool) -> None:
    roads = random_town(300, 2, restrictions=40)
    weights = random_weights(roads, 2, turns=turns)
    expected = Router(Dijkstra(roads, weights))
    router = CrpRouter(Crp(roads, weights, partition=halved(roads, (4, 16, 64))))
    is_open = np.flatnonzero(weights.arc_costs < UNREACHED)
    many = RoadStart(tuple(ArcPoint(int(arc), 0.5) for arc in is_open[:: len(is_open) // 60]))
    assert len(many.places) > FIRST_CELLS
    for place in places(roads, weights, 4, 6):
        for pair in ((many, place), (place, many), (place, place)):
            best = expected.route(*pair)
            assert router.ticks(*pair) == (UNREACHED if best is None else best.ticks)
            assert_good(router.route(*pair), best, weights)


@pytest.mark.parametrize("turns", [False, True])
def test_where_no_level_is_kept_all_states_are_searched(turns: bool) -> None:
    roads = random_town(120, 5)
    weights = random_weights(roads, 5, turns=turns)
    expected = Router(Dijkstra(roads, weights))
    for partition in (Nest(()), halved(roads, (8, 40), mezzanine=(8, 40))):
        router = CrpRouter(Crp(roads, weights, partition=partition))
        for origin in places(roads, weights, 6, 4):
            for destination in places(roads, weights, 7, 4):
                best = expected.route(origin, destination)
                assert_good(router.route(origin, destination), best, weights)


def test_what_leaves_the_largest_cells_has_the_first_numbers_side_by_side() -> None:
    roads = random_town(400, 3)
    crp = Crp(roads, random_weights(roads, 3, turns=True), partition=halved(roads, (8, 32, 128)))
    graph = boundary_graph(crp.query_graph)
    boundary = graph.boundary
    assert sorted(boundary.number[boundary.state]) == list(range(graph.count))
    numbered = 0
    for cell in range(graph.first_cell[-2], graph.first_cell[-1]):
        exits = boundary.leaving[boundary.first_exit[cell] : boundary.first_exit[cell + 1]]
        assert exits.tolist() == list(range(numbered, numbered + len(exits)))  # each has one cell
        numbered += len(exits)
    assert 0 < numbered < graph.count


@pytest.mark.parametrize("turns", [False, True])
def test_a_solver_made_for_ways_alone_finds_the_same_and_solves_all_the_same(turns: bool) -> None:
    roads = random_town(200, 8, restrictions=40)
    weights = random_weights(roads, 1, turns=turns)
    crp = Crp(roads, weights, partition=halved(roads, (8, 40)), ways_alone=True)
    assert crp.customized.down == ()
    router, expected = CrpRouter(crp), Router(Dijkstra(roads, weights))
    for k in range(0, 200, 23):
        best = expected.route(Start(k), Start(199 - k))
        assert_good(router.route(Start(k), Start(199 - k)), best, weights)
    right = Dijkstra(roads, weights).solve((Start(3),)).state_labels
    np.testing.assert_array_equal(crp.solve((Start(3),)).state_labels, right)


@pytest.mark.parametrize("edge_based", [True, False])
@pytest.mark.parametrize("seed", range(2))
def test_ways_unpacked_by_several_threads_are_the_same(
    seed: int, edge_based: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    roads = random_town(500, seed)
    weights = random_weights(roads, seed, turns=edge_based)
    how: Any = {"partition": halved(roads, (8, 24, 80, 240)), "edge_based": edge_based}
    router = CrpRouter(Crp(roads, weights, **how))
    pairs = [(Start(k), Start(499 - k)) for k in range(0, 499, 17)]
    monkeypatch.setattr(unpack, "thread_count", lambda: 1)
    alone = [router.states(*pair) for pair in pairs]
    asked = []

    def shared(threads: int, work: Callable[[int], None]) -> None:
        asked.append(threads)
        share(threads, work)

    monkeypatch.setattr(unpack, "share", shared)
    monkeypatch.setattr(unpack, "thread_count", lambda: 5)
    monkeypatch.setattr(unpack, "WORTH_A_THREAD", 1)
    for pair, expected in zip(pairs, alone, strict=True):
        np.testing.assert_array_equal(router.states(*pair), expected)
    assert max(asked) > 2


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("room", [(1, 4096), (512, 1), (3, 5)])
def test_a_way_longer_than_its_lists_is_found_as_well(
    room: tuple[int, int], threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    roads = random_town(500, 3)
    how: Any = {"partition": halved(roads, (8, 24, 80, 240)), "edge_based": True}
    crp = Crp(roads, random_weights(roads, 3, turns=True), **how)
    pairs = [(Start(k), Start(499 - k)) for k in range(0, 499, 31)]
    expected = [CrpRouter(crp).states(*pair) for pair in pairs]
    monkeypatch.setattr(unpack, "thread_count", lambda: threads)
    monkeypatch.setattr(unpack, "WORTH_A_THREAD", 1)
    monkeypatch.setattr(unpack, "FIRST_HOPS", room[0])
    monkeypatch.setattr(unpack, "FIRST_STATES", room[1])
    for pair, states in zip(pairs, expected, strict=True):
        router = CrpRouter(crp)
        for _ in range(2):  # with lists that have just grown, too
            np.testing.assert_array_equal(router.states(*pair), states)
            made = router._unpacker._hops.made
            assert not made.any(), "or the next way's threads take what is not yet there"


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("most", [0, 1, 2])
def test_ways_that_cost_the_same_or_nothing_end(most: int, direction: Direction) -> None:
    roads = random_town(200, 4)
    costs = np.random.default_rng(most).integers(0, most + 1, roads.arc_count).astype(np.uint32)
    weights = Weights(costs)
    expected = Router(Dijkstra(roads, weights, direction=direction))
    partition = halved(roads, (5, 20, 60))
    router = CrpRouter(Crp(roads, weights, partition=partition, direction=direction))
    for k in range(0, 199, 13):
        best = expected.route(Start(k), Start(199 - k))
        assert_good(router.route(Start(k), Start(199 - k)), best, weights)


@pytest.mark.parametrize("edge_based", [True, False])
def test_what_lies_in_cells_has_places_of_its_own(edge_based: bool) -> None:
    roads = random_town(400, 3)
    weights = random_weights(roads, 3, turns=edge_based)
    how: Any = {"partition": halved(roads, (8, 32, 128)), "edge_based": edge_based}
    graph = boundary_graph(Crp(roads, weights, **how).query_graph)
    boundary, inside = graph.boundary, graph.inside
    assert graph.levels == 3
    for level in range(3):
        cells = range(graph.first_cell[level], graph.first_cell[level + 1])
        for cell in cells:
            exits = range(boundary.first_exit[cell], boundary.first_exit[cell + 1])
            for exit_ in exits:
                entry = inside.entry_of_exit[exit_]
                assert boundary.entering[entry] == boundary.leaving[exit_]
                assert boundary.first_entry[cells.start] <= entry < boundary.first_entry[cells.stop]
            children = range(inside.first_child[cell], inside.first_child[cell + 1])
            assert (boundary.parent[children] == cell).all() if level else not len(children)
    place, slots = inside.place, graph.slots
    for number, state in enumerate(boundary.state.tolist()):
        assert slots.state[slots.first[boundary.cell[number]] + int(place[number])] == state
