"""Towns are found by the density of their streets, unless tags say otherwise."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from road.files.osm.speed import speed_limits
from road.files.osm.surroundings.countries import country_of
from road.graph import RoadGraph
from road.properties import Flag
from road.speed_limits import NO_LIMIT, code_of
from tests.road.files.osm_text import graph_of, node, turn, way

SIDE = 6  # streets in each direction, some 110 m apart


def town(tmp_path: Path, tags: dict[str, str]) -> RoadGraph:
    """A grid of residential streets, and way 99 that leads east out of it for 5 km."""
    nodes = [node(100 + SIDE * j + k, k, j) for j in range(SIDE) for k in range(SIDE)]
    rows = [way(j, [100 + SIDE * j + k for k in range(SIDE)], tags) for j in range(SIDE)]
    columns = [way(SIDE + k, [100 + SIDE * j + k for j in range(SIDE)], tags) for k in range(SIDE)]
    road = way(99, [100 + SIDE - 1, 1, 2], {"highway": "secondary"})
    return graph_of(tmp_path, *nodes, node(1, 20, 0), node(2, 45, 0), *rows, *columns, road)


def urban(graph: RoadGraph) -> np.ndarray:
    return (graph.arcs.flags & np.uint8(Flag.URBAN)) != 0


def test_the_streets_of_a_town_are_urban_and_the_road_out_of_it_is_not(tmp_path: Path) -> None:
    graph = town(tmp_path, {"highway": "residential"})
    streets = graph.arcs.way != 99
    assert urban(graph)[streets].mean() > 0.9
    assert not urban(graph)[~streets].any()


def test_service_roads_and_tracks_make_no_town(tmp_path: Path) -> None:
    assert not urban(town(tmp_path, {"highway": "service"})).any()


def test_land_where_people_live_makes_a_town_of_few_streets(tmp_path: Path) -> None:
    # A village of two streets: the first within the outline, most of the second beyond it.
    nodes = [node(1, 0, 0), node(2, 4, 0), node(3, 30, 0)]
    outline = [node(k, x, y) for k, x, y in ((11, -1, -1), (12, 5, -1), (13, 5, 1), (14, -1, 1))]
    area = way(90, [11, 12, 13, 14, 11], {"landuse": "residential"})
    farm = way(91, [11, 13, 14, 11], {"landuse": "farmland"})
    streets = way(1, [1, 2]), way(2, [2, 3], {"highway": "tertiary"})
    for land, expected in (([area], {1}), ([farm], set()), ([], set())):
        graph = graph_of(tmp_path, *nodes, *outline, *streets, *land)
        assert set(graph.arcs.way[urban(graph)].tolist()) == expected
        assert set(graph.arcs.way.tolist()) == {1, 2}


def test_land_of_a_relation_counts_without_its_holes_and_not_where_the_file_cuts_it(
    tmp_path: Path,
) -> None:
    # The outline in two ways against each other, round a hole and all of the third street beside.
    nodes = [node(1, 0, 0), node(2, 4, 0), node(3, 0, 20), node(4, 4, 20), node(5, 10, 5)]
    nodes += [node(6, 14, 5), node(7, 30, 0), node(8, 34, 0)]
    corners = ((11, -1, -1), (12, 6, -1), (13, 6, 30), (14, -1, 30))
    nodes += [node(k, x, y) for k, x, y in corners]
    nodes += [node(k, x, y) for k, x, y in ((21, -1, 15), (22, 5, 15), (23, 5, 25), (24, -0.5, 25))]
    nodes += [node(k, x, y) for k, x, y in ((31, 9, 4), (32, 15, 4), (33, 15, 6), (34, 9, 6))]
    bare = {"note": "an outline"}
    lines = [
        way(91, [11, 12, 13], bare), way(92, [11, 14, 13], bare),
        way(93, [21, 22, 23, 24, 21], {"natural": "wood"}), way(94, [31, 32, 33, 34, 31], bare),
    ]  # fmt: skip
    streets = [way(1, [1, 2]), way(2, [3, 4]), way(3, [5, 6]), way(4, [7, 8])]
    members = "outer 91, outer 92, inner 93, outer 94"
    residential = {"type": "multipolygon", "landuse": "residential", "restriction": ""}
    relation = turn(500, "", members, residential)
    all_of_it = [*nodes, *lines, *streets]

    def towns(*elements: str) -> set[int]:
        graph = graph_of(tmp_path, *elements)
        assert set(graph.arcs.way.tolist()) == {1, 2, 3, 4}
        return set(graph.arcs.way[urban(graph)].tolist())

    assert towns(*all_of_it, relation) == {1, 3}
    assert towns(*all_of_it, relation, turn(501, "no_u_turn", "from 1, via n2, to 1")) == {1, 3}
    assert towns(*all_of_it) == set()
    for cut in (lines[1], nodes[8], lines[3]):  # half the outline, a corner, and another ring
        assert towns(*(each for each in all_of_it if each != cut), relation) == set()
    for other in ({"landuse": "forest"}, {"type": "site"}):
        assert towns(*all_of_it, turn(500, "", members, residential | other)) == set()
    empty = turn(502, "", "label n1", residential)
    assert towns(*all_of_it, empty) == set()


def test_tags_outdo_the_density(tmp_path: Path) -> None:
    rural = {"highway": "residential", "source:maxspeed": "PT:rural"}
    assert not urban(town(tmp_path, rural)).any()
    lone = graph_of(
        tmp_path,
        node(1, 0, 0),
        node(2, 1, 0),
        way(1, [1, 2], {"highway": "residential", "zone:traffic": "DE:urban"}),
    )
    assert urban(lone).all()


def test_the_law_of_the_country_stands_in_for_signs() -> None:
    assert country_of(np.array([(-8.6, 41.15), (-8.61, 41.2)])) == "pt"
    assert country_of(np.array([(13.4, 52.5)])) == "de"
    assert country_of(np.array([(-77.0, 38.9)])) == ""
    assert country_of(np.empty((0, 2))) == ""
    kmh = code_of(120)
    assert speed_limits({"highway": "motorway"}, "pt") == (kmh, kmh)
    assert speed_limits({"highway": "motorway", "maxspeed": "80"}, "pt")[0] == code_of(80)
    assert speed_limits({"highway": "motorway"}, "de") == (0, 0)  # none: the class speed holds
    assert code_of(NO_LIMIT) == NO_LIMIT
    assert speed_limits({"highway": "primary", "maxspeed:type": "urban"}, "ru")[0] == code_of(60)
    assert speed_limits({"highway": "primary", "maxspeed:type": "urban"}) == (0, 0)
    assert speed_limits({"highway": "primary"}, "pt") == (0, 0)
