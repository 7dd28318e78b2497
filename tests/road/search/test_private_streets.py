"""Ways begin and end on private streets, pass none, and miss no place for that."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from core.solver import Start
from core.times import UNREACHED
from road.conditions import UNKNOWN
from road.costs.metric import Weights
from road.costs.profiles import CAR
from road.graph import RoadGraph
from road.properties import Flag
from road.results.validation import validate
from road.routes.route import route_in
from road.rules import private_arcs
from road.search.edge_expanded import edge_expand, needs_turns
from road.search.private_streets import arrival_arcs
from road.search.search_graph import SearchGraph
from road.search.starts import ArcPoint, RoadStart
from road.solvers.dijkstra import Dijkstra
from tests.road.drawn import arc_between, graph_of, private_town, with_private
from tests.road.search.test_edge_expanded import allowed_walks, walks_of
from tests.road.searches import random_weights

CARS = int(CAR.vehicle)

#  0 ── 1 ═══ 2 ── 3      ═ private; 5, 6 and 7 can only be reached by way of it,
#  │    ║     ║    │      4 – 8 the long way round
#  4    5     6 ── 7
#  └───────8───────┘ (to 3)
XY = [(0, 0), (100, 0), (200, 0), (300, 0), (0, -100), (100, -100), (200, -100), (300, -100),
      (150, -900)]  # fmt: skip
STREETS = [(0, 1), (1, 2), (2, 3), (0, 4), (1, 5), (2, 6), (6, 7), (4, 8), (8, 3)]


def lanes() -> RoadGraph:
    return with_private(graph_of(XY, STREETS), (2, 5, 6))


def seconds(graph: RoadGraph, start: int, direction: str = "from") -> list[float]:
    """At 36 km/h with free turns."""
    costs = np.rint(graph.arcs.length_m * 100).astype(np.uint32)
    weights = Weights(costs, tick_seconds=0.001, unit="ms", vehicles=CARS, ends_only=True)
    times = Dijkstra(graph, weights, direction=direction).solve((Start(start),))  # type: ignore[arg-type]
    assert validate(times).passed
    return np.round(times.seconds(), 3).tolist()


def test_what_is_private_has_the_time_driven_and_is_not_passed() -> None:
    there = seconds(lanes(), 0)
    assert there[1] == 10
    assert there[2] == 20  # at the end of the private street one may be
    assert there[5] == 20  # inside
    assert there[6] == 30  # along it, round the corner and on
    assert there[7] == 40  # nothing else leads there: as good as private
    assert there[3] > 180  # not 30 s
    assert there[8] < there[3]


def test_who_begins_on_a_private_street_may_leave_it_at_either_end() -> None:
    out = seconds(lanes(), 5)
    assert (out[0], out[3], out[6]) == (20, 30, 30)
    assert seconds(lanes(), 3, "to")[5] == 30
    assert seconds(lanes(), 3, "to")[0] > 180


def test_a_route_drives_round_private_streets_of_others() -> None:
    graph = lanes()
    streets = [((0, 1), (1, 0)), ((2, 3), (3, 2))]
    ends = [RoadStart(tuple(ArcPoint(arc_between(graph, *s), 0.5) for s in b)) for b in streets]
    route = route_in(Dijkstra(graph, CAR.weights(graph)).solve(ends[:1]), ends[1])
    assert route is not None
    assert [int(graph.arcs.way[part.arc]) for part in route.parts] == [1, 4, 8, 9, 3]


def test_the_rule_makes_states_only_where_it_has_something_to_say() -> None:
    graph = lanes()
    ruled = replace(random_weights(graph), vehicles=CARS, ends_only=True)
    assert needs_turns(graph, ruled)
    assert edge_expand(graph, ruled).states == graph.arc_count + 2 * 4  # with 6 – 7, shut in
    for other in (replace(ruled, ends_only=False), replace(ruled, vehicles=0)):
        assert not needs_turns(graph, other)
        assert edge_expand(graph, other).states == graph.arc_count
    flags = np.zeros(graph.arc_count, np.uint8)
    plain = replace(graph, arcs=replace(graph.arcs, flags=flags))
    assert not needs_turns(plain, ruled)


def public_by_scipy(graph: RoadGraph) -> list[bool]:
    """Of each arc whether it is public: all ways, written anew."""
    car = (graph.arcs.vehicles & CARS) != 0
    private = (graph.arcs.flags & Flag.PRIVATE) != 0

    def parts(chosen: np.ndarray, kind: str) -> list[int]:  # type: ignore[type-arg]
        ends = graph.tail[chosen].astype(np.int32), graph.head[chosen].astype(np.int32)
        matrix = coo_array((np.ones(len(ends[0])), ends), (graph.vertices, graph.vertices))
        labels: list[int] = connected_components(matrix, connection=kind)[1].tolist()
        return labels

    strong, weak = parts(car & ~private, "strong"), parts(car, "weak")
    sizes = {part: strong.count(part) for part in set(strong)}
    best: dict[int, int] = {}
    for s, w in zip(strong, weak, strict=True):
        best[w] = max(best.get(w, s), s, key=sizes.__getitem__)
    ends = zip(graph.tail.tolist(), graph.head.tolist(), strict=True)
    return [
        bool(open_ and not shut and strong[a] == strong[b] == best[weak[a]])
        for (a, b), open_, shut in zip(ends, car, private, strict=True)
    ]


@pytest.mark.parametrize("seed", range(5, 9))
def test_walks_are_private_then_public_then_private(seed: int) -> None:
    graph = private_town(seed=seed)
    public = public_by_scipy(graph)
    usable = (graph.arcs.vehicles & CARS) != 0
    private = private_arcs(graph, CARS, UNKNOWN)
    found = arrival_arcs(graph, CARS, private)
    np.testing.assert_array_equal(found, usable & ~np.array(public))
    begin = range(0, graph.arc_count, 7)
    weights = replace(random_weights(graph, turns=True), vehicles=CARS)
    letter = ["u" if p or not u else "p" for p, u in zip(public, usable, strict=True)]
    tried = allowed_walks(graph, 6, CARS, begin)
    good = re.compile("p*u*p*")
    expected = sorted(w for w in tried if good.fullmatch("".join(letter[a] for a in w)))
    assert sorted(walks_of(edge_expand(graph, weights), 6, begin)) == expected


@pytest.mark.parametrize("seed", range(5, 9))
def test_no_place_is_lost(seed: int) -> None:
    graph = replace(private_town(seed=seed), forbidden=lanes().forbidden)
    ruled = CAR.weights(graph)
    assert ruled.ends_only
    for start in range(0, graph.vertices, 5):
        free, bound = (
            Dijkstra(graph, weights).solve((Start(start),)).labels
            for weights in (replace(ruled, ends_only=False), ruled)
        )
        np.testing.assert_array_equal(bound < UNREACHED, free < UNREACHED)
        assert (bound >= free).all()


@pytest.mark.parametrize("seed", [5, 6])
def test_times_to_a_place_are_those_from_all_others(seed: int) -> None:
    graph = private_town(seed=seed)
    weights = random_weights(graph, seed, turns=True)
    to = Dijkstra(graph, weights, direction="to").solve((Start(7),)).labels
    there = [Dijkstra(graph, weights).solve((Start(v),)).labels[7] for v in range(graph.vertices)]
    np.testing.assert_array_equal(to, there)
    search = SearchGraph.of(graph, weights)
    assert search.arc_of_state is not None
    for arc in range(graph.arc_count):
        assert search.last_states(arc) == np.flatnonzero(search.arc_of_state == arc).tolist()
