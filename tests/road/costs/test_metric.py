"""The decoder: from properties to exact costs."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from core.errors import InputError, ParameterError
from core.times import UNREACHED
from road.costs.metric import DecoderTable, Metric, given_weights, hop_weights
from road.costs.profiles import BICYCLE, CAR, FOOT, PROFILES, SHOES
from road.costs.slopes import SLOPES, bicycle, tobler
from road.graph import GivenCosts, RoadGraph
from road.properties import Flag, RoadClass, Surface, Turn, Vehicle
from road.search.search_graph import SearchGraph
from road.speed_limits import KMH_OF_CODE
from road.turn_codes import FIRST_LEFT, FIRST_RIGHT, STRAIGHT_ON
from tests.road.coded import any_bytes, roads, varied, ways
from tests.road.drawn import grid_city, with_given_costs, without_restrictions

PLAIN = Metric("plain", Vehicle.CAR, {RoadClass.PRIMARY: 72, RoadClass.TRACK: 18})


def decoded(graph: RoadGraph, table: DecoderTable) -> np.ndarray:
    """The layout in the text of `road.costs.metric`, word by word: what a device computes."""
    arcs, values = graph.arcs, table.values
    rides = arcs.vehicles & table.mask != 0
    pace = values[0, (arcs.road_class & 127) + np.where(arcs.flags & Flag.URBAN, 128, 0)]
    pace = np.where(~rides & (pace > 0), np.maximum(pace, values[0, 127]), pace)
    pace = pace * values[2, arcs.surface & 127]
    posted = np.where(rides, values[1, arcs.speed_limit], 0.0)
    takes = (posted > 0) & (pace > 0) & (table.follow | (posted > pace))
    pace = np.where(takes, posted, pace)
    pace = np.where(pace > 0, np.maximum(pace, values[2, 128 + (arcs.surface & 127)]), pace)
    per_metre = pace * values[3, arcs.flags]
    if arcs.slope is not None:
        per_metre = per_metre * values[4, arcs.slope.view(np.uint8)]
    ticks = np.clip(np.rint(arcs.length_m.astype(np.float64) * per_metre), 1, UNREACHED)
    closed = (
        (arcs.vehicles & (table.mask | table.pushed) == 0) | (per_metre == 0) | (ticks == UNREACHED)
    )
    if arcs.arc_end is not None:
        ticks = np.minimum(ticks + values[5, arcs.arc_end], UNREACHED)
    return np.where(closed, UNREACHED, ticks).astype(np.uint32)


@pytest.mark.parametrize("limits", ["ignore", "obey", "follow"])
@pytest.mark.parametrize("name", PROFILES)
def test_costs_follow_from_the_table_alone(name: str, limits: Any) -> None:
    metric = replace(PROFILES[name], limits=limits)
    graph = varied()
    weights = metric.weights(graph)
    assert metric.table().values.nbytes == 12_288
    np.testing.assert_array_equal(weights.arc_costs, decoded(graph, metric.table()))
    assert weights.arc_costs.dtype == np.uint32
    assert not weights.arc_costs.flags.writeable


def test_every_byte_is_decoded_and_halves_go_to_even() -> None:
    # Centimetres of multiples of 1/8 m: every other product ends in a half exactly.
    graph, metric = any_bytes(), replace(CAR, quantity="distance")
    costs = metric.weights(graph).arc_costs
    np.testing.assert_array_equal(costs, decoded(graph, metric.table()))
    exact = graph.arcs.length_m.astype(np.float64) * 100.0
    halves = (costs < UNREACHED) & (exact > 1) & (exact % 1 == 0.5)
    assert halves.sum() > 200
    assert not (costs[halves] % 2).any()
    for preset in PROFILES.values():  # else comparing devices on these would prove little
        assert 0.02 < (preset.weights(graph).arc_costs < UNREACHED).mean() < 0.98


def test_a_cost_is_rounded_once() -> None:
    # Against rational numbers: the float64 product errs by far less than the rounding.
    graph = varied(3000)
    metric = replace(CAR, slope=((-127, 1.25), (0, 1), (127, 0.25)), surface_factors=SHOES)
    costs = metric.weights(graph).arc_costs
    arcs = graph.arcs
    assert arcs.slope is not None
    for a in np.flatnonzero(costs < UNREACHED):
        road, flags = RoadClass(arcs.road_class[a]), int(arcs.flags[a])
        kmh: float | Fraction = metric.speeds_kmh[road]
        if flags & Flag.URBAN:
            kmh = metric.urban_speeds_kmh.get(road, kmh)
        surface = Surface(arcs.surface[a])
        kmh = Fraction(kmh) * Fraction(metric.surface_factors.get(surface, 1.0))
        if arcs.speed_limit[a]:
            kmh = Fraction(KMH_OF_CODE[arcs.speed_limit[a]]) * Fraction(metric.limit_factor)
        speed = min(Fraction(kmh), Fraction(metric.top_speed_kmh))
        if surface in metric.surface_caps_kmh:
            speed = min(speed, Fraction(metric.surface_caps_kmh[surface]))
        tilt = int(arcs.slope[a])
        gain = Fraction(-3, 4) if tilt > 0 else Fraction(-1, 4)  # of 127 percent
        speed *= 1 + gain * tilt / 127
        exact = Fraction(float(arcs.length_m[a])) * 3600 / speed
        assert abs(int(costs[a]) - exact) <= Fraction(1, 2) + exact / 10**12 or costs[a] == 1


def test_a_second_is_a_thousand_ticks() -> None:
    weights = PLAIN.weights(roads(1))  # 100 m at 20 m/s
    assert weights.arc_costs.tolist() == [5000]
    assert (weights.tick_seconds, weights.unit, weights.is_time) == (0.001, "ms", True)


@pytest.mark.parametrize(
    ("limits", "costs"),
    [
        ("ignore", [5000, 5000, 5000]),
        ("obey", [5000, 10000, 5000]),
        ("follow", [5000, 10000, 4000]),
    ],
)
def test_limits_are_ignored_obeyed_or_followed(limits: Any, costs: list[int]) -> None:
    graph = roads(3, speed_limit=[0, 36, 90])
    metric = replace(PLAIN, limits=limits)
    assert metric.weights(graph).arc_costs.tolist() == costs
    shut = replace(metric, closed=frozenset([RoadClass.PRIMARY]))
    assert shut.weights(graph).arc_costs.tolist() == [UNREACHED] * 3


def test_what_a_vehicle_may_not_use_is_closed() -> None:
    graph = roads(4, vehicles=[1, 4, 0, 255])
    open_arcs = PLAIN.weights(graph).arc_costs < UNREACHED
    assert open_arcs.tolist() == [True, False, False, True]


@pytest.mark.parametrize(
    ("change", "arc"),
    [
        ({"speeds_kmh": {RoadClass.PRIMARY: 0}}, {}),
        ({"speeds_kmh": {RoadClass.TRACK: 9}}, {}),
        ({"closed": frozenset([RoadClass.PRIMARY])}, {"speed_limit": 50}),
        ({"surface_factors": {Surface.MUD: 0}}, {"surface": Surface.MUD}),
        ({"flag_factors": {Flag.TOLL: 0}}, {"flags": Flag.TOLL | Flag.BRIDGE}),
        ({"slope": ((30, 1), (31, 0))}, {"slope": 40}),
        ({}, {"length_m": 1e9}),
    ],
)
def test_zero_closes(change: dict[str, object], arc: dict[str, object]) -> None:
    metric = replace(PLAIN, **change)  # type: ignore[arg-type]
    assert metric.weights(roads(1, **arc)).arc_costs.tolist() == [UNREACHED]


def test_no_arc_is_free() -> None:
    assert PLAIN.weights(roads(3, length_m=[0, 1e-6, 100])).arc_costs.tolist() == [1, 1, 5000]


def test_factors_multiply_the_speed() -> None:
    metric = replace(
        PLAIN,
        surface_factors={Surface.GRAVEL: 0.5},
        flag_factors={Flag.TOLL: 0.5, Flag.TUNNEL: 0.25},
        urban_speeds_kmh={RoadClass.PRIMARY: 36},
    )
    flags = [0, Flag.TOLL, Flag.TOLL | Flag.TUNNEL, Flag.URBAN, Flag.URBAN | Flag.TOLL]
    graph = roads(5, flags=flags)
    assert metric.weights(graph).arc_costs.tolist() == [5000, 10000, 40000, 10000, 20000]
    gravel = replace(graph.arcs, surface=np.full(5, Surface.GRAVEL, np.uint8))
    twice = metric.weights(replace(graph, arcs=gravel)).arc_costs
    assert twice.tolist() == [10000, 20000, 80000, 20000, 40000]


def test_surfaces_slow_classes_down_and_cap_whatever_is_driven() -> None:
    gravel, capped = {Surface.GRAVEL: 0.5}, {Surface.GRAVEL: 18.0}
    graph = roads(3, surface=Surface.GRAVEL, speed_limit=[0, 60, 10])

    def costs(**changes: Any) -> list[int]:
        return replace(PLAIN, **changes).weights(graph).arc_costs.tolist()

    assert costs(surface_factors=gravel) == [10_000, 10_000, 36_000]  # obeying slows no further
    assert costs(surface_factors=gravel, limits="follow") == [10_000, 6000, 36_000]
    assert costs(surface_caps_kmh=capped, limits="follow") == [20_000, 20_000, 36_000]
    both = {"surface_caps_kmh": capped, "surface_factors": {Surface.GRAVEL: 0.1}}
    assert costs(**both, limits="follow") == [50_000, 20_000, 36_000]
    assert costs(**both, quantity="distance") == [10_000] * 3
    shut = {"surface_caps_kmh": capped, "surface_factors": {Surface.GRAVEL: 0.0}}
    assert costs(**shut, limits="follow") == [UNREACHED] * 3


def test_bicycles_are_pushed_where_only_walkers_may_go() -> None:
    classes = [RoadClass.PEDESTRIAN, RoadClass.STEPS, RoadClass.RESIDENTIAL, RoadClass.PATH]
    graph = roads(4, road_class=classes, vehicles=[4, 4, 6, 1], speed_limit=50, way=[1, 2, 3, 4])
    riding = replace(BICYCLE, limits="follow", pushed_kmh=3.0)
    expected = [120_000, 180_000, 9000, UNREACHED]  # steps are slower still
    assert riding.weights(graph).arc_costs.tolist() == expected
    closed = replace(riding, closed=frozenset([RoadClass.STEPS]), pushed_kmh=0.0)
    assert closed.weights(graph).arc_costs.tolist() == [UNREACHED] * 2 + [9000, UNREACHED]
    speeds = ways(way=[1, 2, 3], kmh=[36.0, 0.0, 36.0], scale=[1.0, 1.0, 1.0])
    faster = replace(riding, ways=speeds).weights(graph).arc_costs  # of who rides; 0 closes to all
    assert faster.tolist() == [120_000, UNREACHED, 10_000, UNREACHED]


def test_walkers_are_fastest_gently_downhill() -> None:
    percent = np.arange(-60.0, 61.0)
    factor = tobler(percent)
    assert percent[np.argmax(factor)] == -5
    assert factor[percent == 0] == 1
    np.testing.assert_allclose(factor[percent == -10], 1, rtol=1e-12)  # as on the flat
    np.testing.assert_allclose(5.04 * factor[percent == 20], 6 * math.exp(-3.5 * 0.25), rtol=2e-3)


def test_cyclists_lose_more_uphill_than_they_gain_downhill() -> None:
    percent = np.arange(-127.0, 128.0)
    factor = bicycle(percent)
    assert (np.diff(factor) <= 0).all()
    assert factor[percent == 0] == 1
    np.testing.assert_allclose(factor[percent == 3] * 21.6, 21.6 - 3 * 1.44)
    np.testing.assert_allclose(factor[percent == -3] * 21.6, 21.6 + 3 * 0.86)
    assert factor.min() == 0.2


@pytest.mark.parametrize("rule", SLOPES)
def test_flat_ground_costs_the_same_by_every_rule(rule: str) -> None:
    metric = replace(PLAIN, slope=rule)
    assert metric.weights(roads(1, slope=0)).arc_costs.tolist() == [5000]
    assert metric.weights(roads(1)).arc_costs.tolist() == [5000]


def test_distance_counts_centimetres_of_what_is_open() -> None:
    metric = replace(CAR, quantity="distance")
    graph = roads(3, length_m=[12.34, 12.34, 5], speed_limit=[0, 7, 0], vehicles=[1, 1, 4])
    weights = metric.weights(graph)
    assert weights.arc_costs.tolist() == [1234, 1234, UNREACHED]
    assert (weights.unit, weights.is_time) == ("cm", False)
    assert not weights.turn_costs[weights.turn_costs < UNREACHED].any()


def test_given_costs_are_used_as_they_are() -> None:
    graph = with_given_costs(grid_city())
    weights = given_weights(graph, "cost")
    assert weights.arc_costs is graph.given[0].costs
    assert not weights.turn_costs.any()
    with pytest.raises(InputError, match=r"no costs named 'time'.*Choose one of: cost"):
        given_weights(graph, "time")
    timed = replace(graph, given=(GivenCosts("time", graph.given[0].costs, "3.6 ms", 0.0036),))
    assert given_weights(timed, "time").tick_seconds == 0.0036


def test_hops_count_arcs() -> None:
    assert set(hop_weights(grid_city()).arc_costs.tolist()) == {1}


def test_a_graph_without_lengths_has_no_times() -> None:
    with pytest.raises(InputError, match="neither lengths nor positions"):
        CAR.weights(roads(3, length_m=0))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"speeds_kmh": {RoadClass.PRIMARY: -1}}, "a speed of -1"),
        ({"speeds_kmh": {RoadClass.PRIMARY: math.nan}}, "a speed of nan"),
        ({"surface_factors": {Surface.MUD: math.inf}}, "surface factor of inf"),
        ({"turn_seconds": {Turn.LEFT: -3}}, "a turn of -3 s"),
        ({"surface_caps_kmh": {Surface.MUD: 0}}, "highest speed of 0 km/h on a surface"),
        ({"pushed_kmh": -1}, "a pushing speed of -1"),
        ({"limit_factor": 0}, "limit factor of 0"),
        ({"top_speed_kmh": 0}, "top speed of 0"),
        ({"limits": "break"}, "'break'. Choose ignore, obey or follow"),
        ({"slope": "steep"}, "slope 'steep'"),
        ({"slope": ((3, 1), (3, 1))}, "do not rise"),
        ({"slope": ()}, "do not rise"),
    ],
)
def test_a_bad_metric_is_refused_at_the_door(change: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        replace(PLAIN, **change)  # type: ignore[arg-type]


def test_slower_tables_never_make_an_arc_cheaper() -> None:
    graph = varied()
    fast = BICYCLE.weights(graph).arc_costs
    for name, factor in product(("surface_factors", "flag_factors"), (0.5, 0.9)):
        kinds = Surface if name == "surface_factors" else Flag
        slower: dict[str, Any] = {
            name: {kind: factor * getattr(BICYCLE, name).get(kind, 1) for kind in kinds}
        }
        assert (replace(BICYCLE, **slower).weights(graph).arc_costs >= fast).all()
    assert (FOOT.weights(graph).vehicles, BICYCLE.weights(graph).vehicles) == (4, 2)


def test_no_class_is_driven_faster_than_the_vehicle_goes() -> None:
    slow = replace(PLAIN, top_speed_kmh=36.0, urban_speeds_kmh={RoadClass.PRIMARY: 50})
    values, open_values = slow.table().values, PLAIN.table().values
    for place in (RoadClass.PRIMARY, 128 + RoadClass.PRIMARY):
        assert values[0, place] == 100.0  # ms of a metre at 36 km/h
    assert values[0, RoadClass.TRACK] == open_values[0, RoadClass.TRACK] == 200.0


def test_a_distance_counts_no_turns_and_keeps_the_forbidden_ones() -> None:
    turns = {Turn.STRAIGHT: 0.0, Turn.LEFT: 8.0, Turn.RIGHT: math.inf, Turn.U_TURN: math.inf}
    metric = replace(PLAIN, quantity="distance", turn_seconds=turns)
    ticks = metric.turn_ticks()
    kinds = [STRAIGHT_ON, FIRST_LEFT, FIRST_RIGHT, Turn.U_TURN]
    assert ticks[kinds].tolist() == [0, 0, UNREACHED, UNREACHED]
    ticks = replace(metric, quantity="time").turn_ticks()
    assert ticks[kinds].tolist() == [0, 8000, UNREACHED, UNREACHED]


def test_metrics_that_close_the_same_are_told_by_the_kinds_they_close() -> None:
    graph = varied()
    plain = replace(CAR, surface_factors={}, slope="none")
    shut = replace(plain, closed=frozenset({RoadClass.PRIMARY}))
    metrics = [
        *PROFILES.values(), plain, shut,
        replace(plain, limit_factor=0.5), replace(shut, limits="ignore"),
        replace(plain, ways=ways(way=[3, 5], kmh=[0.0, 30.0], scale=[1.0, 1.0])),
        replace(plain, quantity="distance"), replace(plain, flag_factors={Flag.TOLL: 0.0}),
    ]  # fmt: skip
    told = [metric.closed_kinds(graph) for metric in metrics]
    is_open = [metric.weights(graph).arc_costs < UNREACHED for metric in metrics]
    alike = 0
    for (one, a), (other, b) in combinations(zip(told, is_open, strict=True), 2):
        if one is not None and one == other:
            alike += 1
            np.testing.assert_array_equal(a, b)
    assert alike >= 2
    assert plain.closed_kinds(graph) == replace(plain, limit_factor=0.5).closed_kinds(graph)
    assert plain.closed_kinds(graph) != shut.closed_kinds(graph)
    slow = dict.fromkeys(RoadClass, 1e-9)
    assert replace(plain, speeds_kmh=slow, urban_speeds_kmh={}).closed_kinds(graph) is None


def test_a_few_arcs_cost_what_they_cost_among_all() -> None:
    graph = any_bytes(500)
    metric = replace(CAR, ways=ways(way=[3, 5], kmh=[0.0, 30.0], scale=[1.0, 1.0]))
    everything = metric.costs(graph)
    np.testing.assert_array_equal(metric.costs(graph, slice(40, 90)), everything[40:90])


def test_turns_are_rounded_as_arcs_are_and_weights_say_whether_they_were() -> None:
    slow = replace(PLAIN, turn_seconds={Turn.LEFT: 0.57})  # 569.99… of the float's thousandths
    assert slow.turn_ticks()[FIRST_LEFT] == 570
    graph = with_given_costs(grid_city())
    assert CAR.weights(graph).rounded
    assert not given_weights(graph, graph.given[0].name).rounded
    assert not hop_weights(graph).rounded


@pytest.mark.parametrize("block", [100.0, 0.013, 0.002])
def test_an_arc_is_rounded_by_one_tick_at_most_and_by_one_of_coarser_ticks(block: float) -> None:
    graph = without_restrictions(grid_city(block=block))
    weights = CAR.weights(graph)
    pace = CAR.table().values[0, graph.arcs.road_class & 127]
    held = weights.arc_costs < UNREACHED
    exact = (graph.arcs.length_m.astype(np.float64) * pace)[held]  # milliseconds
    search = SearchGraph.of(graph, weights, edge_based=False)
    for _ in range(8):
        counted = search.cost[held] * search.weights.tick_seconds * 1e3
        assert np.abs(counted - exact).max() <= search.weights.tick_seconds * 1e3
        assert search.weights.rounded
        search = search.coarser


def test_coarser_ticks_round_costs_that_were_whole() -> None:
    timed = replace(given_weights(with_given_costs(grid_city()), "cost"), tick_seconds=0.1)
    assert not SearchGraph.of(grid_city(), timed).weights.rounded
    assert SearchGraph.of(grid_city(), timed).coarser.weights.rounded
