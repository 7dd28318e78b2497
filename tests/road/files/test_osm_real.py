"""Real extracts against their known counts and restrictions.

The counts of ways, vertices and arcs follow the recipe of the data's README: ways of `CAR_WAYS`
whatever their access, cut only where such ways meet. The graph itself has other roads too.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from core.cancel import NEVER
from core.progress import no_progress
from core.solver import Start
from core.times import UNREACHED
from road.conditions import Situation
from road.costs.profiles import CAR
from road.files.osm.importer import OsmImport, import_osm
from road.files.osm.objects import OsmObjects, Tags
from road.files.osm.read import read_objects
from road.files.osm.restrictions import Fate
from road.properties import Flag, RoadClass, Vehicle
from road.results.travel_times import RoadTimes
from road.results.tree import NO_PARENT, parents_by_labels
from road.results.validation import validate
from road.rules import forbidden_now
from road.search.private_streets import arrival_arcs
from road.search.starts import seeds_of
from road.solvers.dijkstra import Dijkstra
from tests.road.files.osm_text import forbidden_paths
from tests.shared_data import needs_shared, shared

PORTO = "osm/porto_portugal.osm.pbf"
WASHINGTON = "osm/washington-dc-cathedral-no-left.osm.pbf"
REISTERSTOWN = "osm/reisterstown-via-restriction.osm.pbf"
MOSCOW = "osm/moscow.osm.gz"
PORTO_ALEGRE = "osm-elevation/poa_osm.pbf"
ANDORRA = "osm-elevation/andorra.osm.pbf"
MONACO = "osm-elevation/monaco.osm.gz"

CAR_WAYS = {
    *("motorway", "trunk", "primary", "secondary", "tertiary", "motorway_link", "trunk_link"),
    *("primary_link", "secondary_link", "tertiary_link", "unclassified", "residential"),
    *("living_street", "service", "road"),
}

COUNTS = {  # car ways, vertices, arcs, shape arcs
    PORTO: (43_363, 63_792, 148_534, 527_213),
    WASHINGTON: (5_559, 8_569, 21_742, 69_402),
    REISTERSTOWN: (6_394, 11_062, 26_668, 109_730),
    MOSCOW: (448, 648, 1_432, 3_028),
    PORTO_ALEGRE: (12_283, 15_266, 34_283, 63_443),
    ANDORRA: (1_179, 1_739, 3_484, 31_777),
    MONACO: (509, 582, 1_089, 5_035),
}
RESTRICTIONS = {  # all, complete
    PORTO: (357, 343),
    WASHINGTON: (158, 147),
    REISTERSTOWN: (36, 35),
    MOSCOW: (106, 80),
    PORTO_ALEGRE: (0, 0),
    ANDORRA: (0, 0),
    MONACO: (0, 0),
}


@cache
def imported(name: str) -> OsmImport:
    return import_osm(shared(f"roads/{name}"))


def _one_way(tags: Tags) -> bool:
    said = tags.get("oneway") in ("yes", "true", "1", "-1")
    return said or tags.get("junction") == "roundabout" or tags["highway"] == "motorway"


def recipe(objects: OsmObjects) -> tuple[int, int, int, int]:
    """Counts of `COUNTS`, without access and restrictions."""
    is_car = np.array([tags.get("highway") in CAR_WAYS for tags in objects.tags])
    directions = np.array(
        [2 - (c and _one_way(t)) for c, t in zip(is_car, objects.tags, strict=True)]
    )
    chosen = is_car[objects.tags_of]
    way = np.repeat(np.arange(objects.ways), np.diff(objects.first))
    kept = chosen[way]
    way, refs = way[kept], objects.refs[kept]
    inside = way[1:] == way[:-1]
    _, node, uses = np.unique(refs, return_inverse=True, return_counts=True)
    is_vertex = uses > 1
    is_vertex[node[np.append(True, ~inside)]] = is_vertex[node[np.append(~inside, True)]] = True
    place = np.flatnonzero(is_vertex[node])
    pieces = way[place[1:]] == way[place[:-1]]
    ends = np.union1d(node[place[:-1][pieces]], node[place[1:][pieces]])
    per_way = directions[objects.tags_of]
    arcs = per_way[way[place[:-1][pieces]]].sum()
    return int(chosen.sum()), len(ends), int(arcs), int(per_way[way[:-1][inside]].sum())


@needs_shared
@pytest.mark.parametrize("name", COUNTS)
def test_the_ways_read_are_those_of_the_known_counts(name: str) -> None:
    objects = read_objects(shared(f"roads/{name}"), no_progress, NEVER)
    assert recipe(objects) == COUNTS[name]


@needs_shared
@pytest.mark.parametrize("name", COUNTS)
def test_the_graph_is_the_known_one_but_for_access_and_crossings_of_paths(name: str) -> None:
    graph = imported(name).graph
    ways, _, _, shape_arcs = COUNTS[name]
    car_class = (graph.arcs.road_class <= RoadClass.SERVICE) & (
        (graph.arcs.vehicles & Vehicle.CAR) != 0
    )
    read = len(np.unique(graph.arcs.way[car_class]))
    assert 0.94 * ways <= read <= ways
    assert graph.shapes is not None
    legs = np.diff(graph.shapes.first)[graph.shapes.of_arc[car_class]] + 1
    assert 0.95 * shape_arcs <= legs.sum() <= 1.02 * shape_arcs
    assert (graph.arcs.length_m > 0).mean() > 0.9999
    assert not graph.left_hand


@needs_shared
@pytest.mark.parametrize("name", RESTRICTIONS)
def test_complete_restrictions_are_taken_and_the_others_counted(name: str) -> None:
    total, complete = RESTRICTIONS[name]
    counts = imported(name).restrictions
    assert (counts.total, counts.complete, counts.skipped) == (total, complete, total - complete)
    understood = counts.by_fate.keys() - {Fate.INCOMPLETE}
    assert understood <= {Fate.APPLIED, Fate.NEEDLESS, Fate.APART, Fate.TIMED}
    assert counts.by_fate.get(Fate.APART, 0) <= 3


@needs_shared
def test_restrictions_of_washington_hold_at_their_hours_alone() -> None:
    found = imported(WASHINGTON)
    assert found.restrictions.by_fate[Fate.TIMED] == 20
    assert any("20 valid only at certain times" in note for note in found.graph.notes)
    turn = (296359781, 352828410)  # relation 5264558, Monday to Friday, 07:00 to 09:30
    for hour, bound in (("", False), ("2026-11-23T08:00", True), ("2026-11-22T08:00", False)):
        now = forbidden_now(found.graph, Situation(hour))
        graph = replace(found.graph, forbidden=now)
        assert (turn in forbidden_by_ways(replace(found, graph=graph))) == bound


@needs_shared
def test_the_cathedral_no_left_turn_is_a_plain_one() -> None:
    found = imported(WASHINGTON)
    assert (382852845, 130908001) in forbidden_by_ways(found)
    paths = forbidden_paths(found.graph)
    assert any(path[1] == 49815553 for path in paths if len(path) == 3)


@needs_shared
def test_the_u_turn_over_two_ways_in_reisterstown() -> None:
    found = imported(REISTERSTOWN)
    forbidden = forbidden_by_ways(found)
    assert (238215855, 238215854, 53332280, 238215856) in forbidden
    long = [path for path in forbidden_paths(found.graph) if len(path) > 3]
    assert len(long) == 1
    assert long[0][1] == 2460634038


@needs_shared
def test_the_one_over_a_way_in_porto() -> None:
    long = [ways for ways in forbidden_by_ways(imported(PORTO)) if len(ways) > 2]
    assert len(long) == 1


def forbidden_by_ways(found: OsmImport) -> set[tuple[int, ...]]:
    """Ways of each forbidden sequence, neighbours that are equal named once."""
    graph, turns = found.graph, found.graph.forbidden
    sequences = set()
    for k in range(turns.count):
        ways = graph.arcs.way[turns.arcs[turns.first[k] : turns.first[k + 1]]].tolist()
        sequences.add(tuple(w for i, w in enumerate(ways) if i == 0 or w != ways[i - 1]))
    return sequences


@needs_shared
@pytest.mark.parametrize("name", [PORTO, WASHINGTON, REISTERSTOWN, MOSCOW])
def test_private_streets_take_the_time_driven_lose_no_place_and_are_not_passed(name: str) -> None:
    graph = imported(name).graph
    ruled, arcs = CAR.weights(graph), graph.arcs
    private = ((arcs.flags & Flag.PRIVATE) != 0) & (ruled.arc_costs < UNREACHED)
    assert private.sum() > 40
    bare = replace(graph, arcs=replace(arcs, flags=arcs.flags & np.uint8(255 - Flag.PRIVATE)))
    np.testing.assert_array_equal(ruled.arc_costs, CAR.weights(bare).arc_costs)
    starts = (Start(int(graph.tail[np.flatnonzero(private)[0]])),)
    free = Dijkstra(graph, replace(ruled, ends_only=False)).solve(starts)
    bound = Dijkstra(graph, ruled).solve(starts)
    assert free.reached > graph.vertices / 5
    np.testing.assert_array_equal(bound.labels < UNREACHED, free.labels < UNREACHED)
    assert validate(bound).passed
    search, inside = bound.search, arrival_arcs(graph, 1, private)
    assert search.arc_of_state is not None
    seeds = seeds_of(search, starts, bound.limit_ticks)
    parents = parents_by_labels(search, seeds, bound.state_labels).tolist()
    at_home = inside[search.arc_of_state].tolist()
    stage = [0] * search.states  # private, public, private again
    for state in np.argsort(bound.state_labels, kind="stable")[: reached_states(bound)].tolist():
        before = 0 if parents[state] == NO_PARENT else stage[parents[state]]
        stage[state] = max(before, 1) if not at_home[state] else 2 * (before > 0)
        assert at_home[state] or before < 2
    assert 2 in stage


def reached_states(times: RoadTimes) -> int:
    return int(np.count_nonzero(times.state_labels < UNREACHED))
