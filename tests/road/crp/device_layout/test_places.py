"""Where labels lie in the order of a sweep downward."""

from __future__ import annotations

import numpy as np
import pytest

from road.crp.device_layout.order import ordered
from road.crp.device_layout.places import label_places
from road.crp.overlay.overlay import Overlay, overlay_of
from road.crp.overlay.rooted import rooted
from road.search.search_graph import SearchGraph
from tests.road.crp.nests import Nest, halved, random_nest
from tests.road.drawn import private_town
from tests.road.searches import random_weights


def overlay_for(turns: bool, partition: Nest) -> Overlay:
    roads = private_town(90, 4, restrictions=25)
    search = SearchGraph.of(roads, random_weights(roads, 4, turns=turns), edge_based=turns)
    return ordered(overlay_of(search, rooted(partition, roads.vertices)))


@pytest.mark.parametrize("partition", ["halved", "anywhere", "none"])
def test_inner_states_lie_side_by_side_the_highest_level_first(partition: str) -> None:
    roads = private_town(90, 4, restrictions=25)
    nests = {"halved": halved(roads, (4, 12, 40)), "anywhere": random_nest(90, (30, 12, 5, 2))}
    overlay = overlay_for(True, nests.get(partition, Nest(())))
    places = label_places(overlay)
    assert places.of_state is not None
    np.testing.assert_array_equal(np.sort(places.of_state), np.arange(overlay.states))
    lowest = 0
    for number in reversed(range(len(overlay.levels))):
        inner = overlay.levels[number].inner
        assert places.first[number] == lowest
        np.testing.assert_array_equal(places.of(inner), np.arange(lowest, lowest + len(inner)))
        lowest += len(inner)
    assert places.first[-1] == lowest
    assert lowest < overlay.states, "nothing leads to some streets but a start"


def test_what_enters_a_cell_lies_above_it() -> None:
    roads = private_town(90, 4, restrictions=25)
    overlay = overlay_for(True, halved(roads, (4, 12, 40)))
    places = label_places(overlay)
    for number, level in enumerate(overlay.levels[:-1]):
        assert (places.of(level.entering) < places.first[number]).all()


def test_states_that_are_vertices_lie_at_their_numbers() -> None:
    roads = private_town(90, 4)
    overlay = overlay_for(False, halved(roads, (4, 12, 40)))
    places = label_places(overlay)
    assert places.of_state is None
    assert places.first == (0,) * (len(overlay.levels) + 1)
    states = np.array([5, 2, 7], np.uint32)
    assert places.of(states) is states
