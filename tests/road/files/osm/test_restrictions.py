"""Turn restrictions: what they forbid, whom they bind, which do not count.

        4                   Streets meet at 2; from 6 a way of two pieces leads on.
        |
1 ----- 2 ----- 3
        |
        5 ----- 6 ----- 7
                |
                8
"""

from __future__ import annotations

from pathlib import Path

import pytest

from road.files.osm.access import MOTORS, WHEELS
from road.files.osm.report import counted, restriction_counts
from road.files.osm.restrictions import Fate
from road.properties import Vehicle
from tests.road.files.osm_text import (
    BICYCLE,
    forbidden_paths,
    graph_of,
    imported,
    node,
    turn,
    way,
)

NODES = [
    *(node(1, 0, 2), node(2, 1, 2), node(3, 2, 2), node(4, 1, 3)),
    *(node(5, 1, 1), node(6, 2, 1), node(7, 3, 1), node(8, 2, 0)),
]
ENDS = {10: (1, 2), 11: (2, 3), 12: (4, 2), 13: (2, 5), 14: (5, 6), 15: (6, 7), 16: (6, 8)}
STREETS = [*NODES, *(way(number, ends) for number, ends in ENDS.items())]


def paths_of(folder: Path, *relations: str) -> dict[tuple[int, ...], Vehicle]:
    return forbidden_paths(graph_of(folder, *STREETS, *relations))


def test_a_no_turn_forbids_one_sequence_to_all_vehicles(tmp_path: Path) -> None:
    paths = paths_of(tmp_path, turn(1, "no_left_turn", "from 10, via n2, to 12"))
    assert paths == {(1, 2, 4): WHEELS}


def test_an_only_turn_forbids_all_others_and_turning_round(tmp_path: Path) -> None:
    paths = paths_of(tmp_path, turn(1, "only_straight_on", "from 10, via n2, to 11"))
    assert paths == dict.fromkeys([(1, 2, 4), (1, 2, 5), (1, 2, 1)], WHEELS)


def test_two_restrictions_on_one_turn_are_one(tmp_path: Path) -> None:
    same = "from 10, via n2, to 12"
    relations = [turn(1, "no_left_turn", same), turn(2, "no_left_turn", same)]
    assert paths_of(tmp_path, *relations) == {(1, 2, 4): WHEELS}


@pytest.mark.parametrize(
    ("tags", "bound"),
    [
        ({"except": "bicycle"}, MOTORS),
        ({"except": "psv; motorcar"}, BICYCLE),
        ({"restriction": "", "restriction:hgv": "no_left_turn"}, Vehicle.TRUCK),
        ({"except": "hgv"}, WHEELS & ~Vehicle.TRUCK),
        ({"restriction": "", "restriction:motorcar": "no_left_turn"}, MOTORS),
        ({"restriction": "", "restriction:bicycle": "no_left_turn"}, BICYCLE),
        ({"type": "restriction:bicycle"}, BICYCLE),
    ],
)
def test_exceptions_and_single_vehicles_count(
    tmp_path: Path, tags: dict[str, str], bound: Vehicle
) -> None:
    paths = paths_of(tmp_path, turn(1, "no_left_turn", "from 10, via n2, to 12", tags))
    assert paths == {(1, 2, 4): bound}


def test_a_restriction_over_one_way_and_over_two(tmp_path: Path) -> None:
    one = paths_of(tmp_path, turn(1, "no_left_turn", "from 12, via 13, to 14"))
    assert one == {(4, 2, 5, 6): WHEELS}
    two = paths_of(tmp_path, turn(1, "no_u_turn", "from 12, via 13, via 14, to 16"))
    assert two == {(4, 2, 5, 6, 8): WHEELS}
    swapped = paths_of(tmp_path, turn(1, "no_u_turn", "from 12, via 14, via 13, to 16"))
    assert swapped == two


def test_an_only_turn_over_a_way_forbids_leaving_it_anywhere(tmp_path: Path) -> None:
    paths = paths_of(tmp_path, turn(1, "only_left_turn", "from 10, via 13, to 14"))
    assert paths == dict.fromkeys([(1, 2, 3), (1, 2, 4), (1, 2, 1), (1, 2, 5, 2)], WHEELS)


def test_a_via_way_that_a_crossing_cuts_is_followed_through(tmp_path: Path) -> None:
    # One via way from 2 over 5 to 6, and a dead end at 5 that cuts it.
    parts = [way(n, e) for n, e in ENDS.items() if n not in (13, 14)]
    long = [way(13, [2, 5, 6]), way(17, [5, 9]), node(9, 0, 1)]
    relation = turn(1, "no_straight_on", "from 12, via 13, to 15")
    graph = graph_of(tmp_path, *NODES, *parts, *long, relation)
    assert forbidden_paths(graph) == {(4, 2, 5, 6, 7): WHEELS}


def test_a_way_that_passes_the_crossing_is_read_by_the_word(tmp_path: Path) -> None:
    # Way 20 goes from 1 over 2 to 3; "left" into 12 is meant for those who come from 1.
    through = [way(20, [1, 2, 3]), way(12, [4, 2])]
    relation = turn(1, "no_left_turn", "from 20, via n2, to 12")
    assert forbidden_paths(graph_of(tmp_path, *NODES, *through, relation)) == {(1, 2, 4): WHEELS}


def test_no_u_turn_on_one_way_forbids_turning_round_there(tmp_path: Path) -> None:
    # Nothing else meets at 2: the restriction alone makes it a vertex.
    relation = turn(1, "no_u_turn", "from 20, via n2, to 20")
    graph = graph_of(tmp_path, *NODES, way(20, [1, 2, 3]), relation)
    assert forbidden_paths(graph) == {(1, 2, 1): WHEELS, (3, 2, 3): WHEELS}


def test_no_entry_and_no_exit_name_several_ways(tmp_path: Path) -> None:
    entry = paths_of(tmp_path, turn(1, "no_entry", "from 10, from 11, via n2, to 13"))
    assert set(entry) == {(1, 2, 5), (3, 2, 5)}
    out = paths_of(tmp_path, turn(1, "no_exit", "from 10, via n2, to 12, to 13"))
    assert set(out) == {(1, 2, 4), (1, 2, 5)}


def test_only_with_several_ways_leaves_each_of_them_open(tmp_path: Path) -> None:
    paths = paths_of(tmp_path, turn(1, "only_straight_on", "from 10, via n2, to 11, to 13"))
    assert set(paths) == {(1, 2, 4), (1, 2, 1)}


@pytest.mark.parametrize(
    ("relation", "fate"),
    [
        (turn(1, "no_left_turn", "via n2, to 12"), Fate.INCOMPLETE),
        (turn(1, "no_left_turn", "from 10, to 12"), Fate.INCOMPLETE),
        (turn(1, "no_left_turn", "from 999, via n2, to 12"), Fate.INCOMPLETE),
        (turn(1, "no_left_turn", "from 10, via n2, to 14"), Fate.APART),
        (turn(1, "no_left_turn", "from 10, via 14, to 15"), Fate.APART),
        (turn(1, "no_left_turn", "from 10, via n2, via n5, to 14"), Fate.UNCLEAR),
        (turn(1, "no_parking", "from 10, via n2, to 12"), Fate.UNCLEAR),
        (turn(1, "", "from 10, via n2, to 12"), Fate.UNCLEAR),
        (
            turn(1, "no_left_turn", "from 10, via n2, to 12", {"hour_on": "07:00"}),
            Fate.UNCLEAR,
        ),
        (
            turn(1, "", "from 10, via n2, to 12", {"restriction:conditional": "no_entry @ wet"}),
            Fate.UNCLEAR,
        ),
        (
            turn(1, "", "from 10, via n2, to 12", {"restriction:tourist_bus": "no_left_turn"}),
            Fate.OTHERS,
        ),
        (
            turn(1, "no_left_turn", "from 10, via n2, to 12", {"except": "motorcar;bicycle"}),
            Fate.OTHERS,
        ),
    ],
)
def test_what_does_not_count_is_told_by_its_reason(
    tmp_path: Path, relation: str, fate: Fate
) -> None:
    found = imported(tmp_path, *STREETS, relation)
    assert found.restrictions.by_fate == {fate: 1}
    assert found.graph.forbidden.count == 0
    assert restriction_counts(found.graph) == found.restrictions


def test_what_one_way_streets_rule_out_is_needless(tmp_path: Path) -> None:
    against = way(12, [4, 2], {"highway": "primary", "oneway": "yes"})
    others = [way(n, e) for n, e in ENDS.items() if n != 12]
    relation = turn(1, "no_left_turn", "from 10, via n2, to 12")
    found = imported(tmp_path, *NODES, *others, against, relation)
    assert found.restrictions.by_fate == {Fate.NEEDLESS: 1}


def test_an_only_turn_nobody_can_take_traps_nobody(tmp_path: Path) -> None:
    against = way(12, [4, 2], {"highway": "primary", "oneway": "yes"})
    others = [way(n, e) for n, e in ENDS.items() if n != 12]
    relation = turn(1, "only_left_turn", "from 10, via n2, to 12")
    assert forbidden_paths(graph_of(tmp_path, *NODES, *others, against, relation)) == {}


def test_an_only_turn_binds_those_alone_who_can_take_it(tmp_path: Path) -> None:
    motorway = way(11, [2, 3], {"highway": "motorway"})
    others = [way(n, e) for n, e in ENDS.items() if n != 11]
    relation = turn(1, "only_straight_on", "from 10, via n2, to 11")
    paths = forbidden_paths(graph_of(tmp_path, *NODES, *others, motorway, relation))
    assert set(paths.values()) == {MOTORS}


def test_the_note_counts_all_and_is_read_again() -> None:
    counts = counted([Fate.APPLIED, Fate.APPLIED, Fate.TIMED, Fate.INCOMPLETE])
    assert (counts.total, counts.complete, counts.skipped) == (4, 3, 1)
    assert counts.note() == (
        "turn restrictions in the file: 4 (2 applied; 1 valid only at certain times; "
        "1 with members that the file does not hold)"
    )


@pytest.mark.parametrize(
    ("word", "forbidden"),
    [
        ("no_left_turn", {(4, 2, 3)}),
        ("no_right_turn", {(1, 2, 5)}),
        ("no_straight_on", {(1, 2, 3), (4, 2, 5)}),
    ],
)
def test_where_several_ways_stand_on_both_sides_the_word_says_which_turns(
    tmp_path: Path, word: str, forbidden: set[tuple[int, ...]]
) -> None:
    members = "from 10, from 12, via n2, to 11, to 13"
    assert set(paths_of(tmp_path, turn(1, word, members))) == forbidden


def test_a_turn_suits_its_word_within_60_degrees(tmp_path: Path) -> None:
    # From 5 northwards at 2: way 20 leads off by 40° to the left, which is 50° from a left turn,
    # way 21 by 20°, which is 70° from it. From 3 both are turns to the right.
    aslant = [node(20, 0.357, 2.766), node(21, 0.658, 2.94), way(20, [2, 20]), way(21, [2, 21])]
    relation = turn(1, "no_left_turn", "from 13, from 11, via n2, to 20, to 21")
    assert set(paths_of(tmp_path, *aslant, relation)) == {(5, 2, 20)}


def test_a_way_that_passes_is_read_by_the_turns_that_its_vehicles_can_drive(
    tmp_path: Path,
) -> None:
    # Way 20 passes 2, one way from 3 over 2 to 1. From 1 the left turn into 12 would suit the word
    # better than the right one from 3, but nobody who is bound comes from there.
    through = [way(20, [3, 2, 1], {"highway": "primary", "oneway": "yes"}), way(12, [4, 2])]
    relation = turn(1, "no_left_turn", "from 20, via n2, to 12")
    assert set(forbidden_paths(graph_of(tmp_path, *NODES, *through, relation))) == {(3, 2, 4)}
