"""What roads cost: what there is to choose, and edits of a metric."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.roads.costs import HOPS, RoadCosts, choices_for, default_costs
from core.errors import InputError
from core.times import UNREACHED
from road.costs.metric_files import metric_from_json, with_settings
from road.costs.way_speeds import WaySpeeds
from road.graph import GivenCosts, RoadGraph
from road.properties import RoadClass, Turn
from tests.app.drawn_roads import drawn

PRIMARY, RESIDENTIAL = RoadClass.PRIMARY, RoadClass.RESIDENTIAL


@pytest.fixture
def car() -> RoadCosts:
    return RoadCosts.of_profile("car")


def given(graph: RoadGraph, *names: str) -> RoadGraph:
    costs = np.ones(graph.arc_count, np.uint32)
    return replace(graph, given=tuple(GivenCosts(name, costs) for name in names))


def test_the_named_file_comes_before_those_beside_it_and_these_before_profiles() -> None:
    graph = drawn()
    assert default_costs(graph).name == "car"
    assert default_costs(given(graph, "distance")).name == "distance"
    assert default_costs(given(graph, "weight")).name == "weight"
    assert default_costs(given(graph, "distance", "time")).name == "distance"
    assert default_costs(given(graph, "time", "distance")).name == "time"
    names = [costs.name for costs in choices_for(given(graph, "time"))]
    assert names[0] == "time"
    assert {"car", "truck", "bicycle", "foot", "4x4"} <= set(names)


def test_where_nothing_is_known_arcs_are_counted() -> None:
    graph = drawn()
    bare = replace(graph, arcs=replace(graph.arcs, length_m=np.zeros_like(graph.arcs.length_m)))
    assert [costs.name for costs in choices_for(bare)] == [HOPS]
    assert set(default_costs(bare).weights(bare).arc_costs.tolist()) == {1}


def test_a_speed_changes_the_arcs_of_its_class_and_no_others(car: RoadCosts) -> None:
    graph = drawn()
    primary = graph.arcs.road_class == PRIMARY
    before = car.weights(graph).arc_costs
    after = car.with_speed(PRIMARY, 10.0).weights(graph).arc_costs
    assert after[primary].tolist() == [36_000, 36_000]  # 100 m at 10 km/h
    np.testing.assert_array_equal(after[~primary], before[~primary])


def test_files_say_what_was_changed_of_a_profile_as_settings_that_can_be_given(
    car: RoadCosts,
) -> None:
    assert car.tags == {"ISOFRONT_METRIC": "car"}
    assert RoadCosts(given=HOPS).tags == {"ISOFRONT_METRIC": HOPS}
    changed = car.with_speed(PRIMARY, 47.5).with_turn_seconds(Turn.LEFT, np.inf)
    changed = changed.with_number("top_speed_kmh", None, 90.0).with_closed([RESIDENTIAL])
    changed = changed.with_limits("ignore").with_quantity("distance")
    situation = car.metric.situation if car.metric else None
    assert situation is not None
    changed = changed.with_situation(situation._replace(departure="2026-11-23T08:30", height_m=3.8))
    told = changed.changes.split("; ")
    assert {"speeds_kmh.primary=47.5", "turn_seconds.left=null", "top_speed_kmh=90"} <= set(told)
    assert {"limits=ignore", "quantity=distance", "situation.height_m=3.8"} <= set(told)
    assert 'closed=["residential"]' in told
    assert not [text for text in told if "departure" in text or text.startswith("name")]
    assert changed.tags["ISOFRONT_METRIC_CHANGES"] == changed.changes
    departing = car.with_situation(changed.metric.situation) if changed.metric else car
    assert departing.metric is not None
    settings = [(name, text) for name, _, text in (each.partition("=") for each in told)]
    assert with_settings(departing.metric, settings) == changed.metric


def test_a_metric_of_a_file_is_told_against_the_profile_of_its_name_or_itself() -> None:
    slow = metric_from_json('{"based_on": "car", "top_speed_kmh": 90}')
    assert RoadCosts.of_metric(slow).changes == "top_speed_kmh=90"
    own = RoadCosts.of_metric(replace(slow, name="my car"))
    assert own.changes == ""
    assert own.with_number("top_speed_kmh", None, np.inf).changes == "top_speed_kmh=null"


def test_a_speed_inside_towns_keeps_its_proportion_over_0(car: RoadCosts) -> None:
    assert car.metric is not None
    share = car.metric.urban_speeds_kmh[PRIMARY] / car.metric.speeds_kmh[PRIMARY]
    edited = car.with_speed(PRIMARY, 0.0).with_speed(PRIMARY, 90.0).metric
    assert edited is not None
    assert edited.urban_speeds_kmh[PRIMARY] == pytest.approx(90 * share)


def test_an_edited_metric_says_so(car: RoadCosts) -> None:
    assert not car.edited
    assert car.with_turn_seconds(Turn.LEFT, 20.0).edited
    assert not car.with_closed({PRIMARY}).with_closed(()).edited


def test_closed_classes_and_ways_cannot_be_driven(car: RoadCosts) -> None:
    graph = drawn()
    closed = car.with_closed({PRIMARY}).weights(graph).arc_costs
    assert set(closed[graph.arcs.road_class == PRIMARY].tolist()) == {UNREACHED}
    ways = WaySpeeds(np.array([2]), np.array([0.0]), np.array([1.0]))
    open_before = car.weights(graph).arc_costs < UNREACHED
    shut = car.with_ways(ways).weights(graph).arc_costs == UNREACHED
    np.testing.assert_array_equal(shut & open_before, graph.arcs.way == 2)


def test_distances_are_of_the_same_roads(car: RoadCosts) -> None:
    weights = car.with_quantity("distance").with_limits("ignore").weights(drawn())
    assert set(weights.arc_costs.tolist()) == {10_000, UNREACHED}  # one is one-way
    assert weights.unit == "cm"


def test_costs_of_a_file_have_no_speeds_to_edit() -> None:
    with pytest.raises(InputError, match=r"'time' of the file.*Choose a profile: car"):
        RoadCosts(given="time").with_speed(PRIMARY, 10.0)


def test_nonsense_is_refused(car: RoadCosts) -> None:
    with pytest.raises(InputError, match="speed of -1"):
        car.with_speed(RESIDENTIAL, -1.0)
    with pytest.raises(InputError, match="there is no profile 'plane'"):
        RoadCosts.of_profile("plane")
