"""Rules of ways: by the hour, by a vehicle's figures, and speeds that ways have of their own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.solver import Start
from core.times import UNREACHED
from road.cache import graph_from_bytes, graph_to_bytes
from road.conditions import UNKNOWN, Situation
from road.costs.metric import Metric
from road.costs.profiles import BICYCLE, BUS, CAR, FOOT, TRUCK
from road.files.osm.ways.paces import seconds_of
from road.files.osm.ways.sizes import METRES, TONNES, measure
from road.graph import RoadGraph
from road.properties import Vehicle
from road.rules import private_arcs
from road.solvers.dijkstra import Dijkstra
from tests.road.files.osm_text import graph_of, node, turn, way

LINE = [node(k, k, 0) for k in range(1, 6)]
MONDAY_8, MONDAY_12, SUNDAY_8 = "2026-11-23T08:00", "2026-11-23T12:00", "2026-11-22T08:00"


def street(folder: Path, **tags: str) -> RoadGraph:
    """Way 10 from node 1 over 2 to 3, with tags in which `__` stands for a colon."""
    said = {"highway": "residential"} | {k.replace("__", ":"): v for k, v in tags.items()}
    if "route" in tags:
        del said["highway"]
    return graph_of(folder, *LINE, way(10, [1, 2, 3], said), way(11, [3, 4, 5]))


def at(metric: Metric, departure: str) -> Metric:
    return replace(metric, situation=metric.situation._replace(departure=departure))


def goes(graph: RoadGraph, metric: Metric) -> tuple[bool, bool]:
    """Whether one gets from node 1 to 3, and back."""
    return tuple(  # type: ignore[return-value]
        bool(
            Dijkstra(graph, metric.weights(graph))
            .solve((Start(int(np.flatnonzero(graph.vertex_ids == a)[0])),))
            .labels[np.flatnonzero(graph.vertex_ids == b)[0]]
            < UNREACHED
        )
        for a, b in ((1, 3), (3, 1))
    )


RUSH = "no @ (Mo-Fr 07:00-09:00)"


@pytest.mark.parametrize(
    ("tags", "departure", "car"),
    [
        ({"motor_vehicle__conditional": RUSH}, "", (True, True)),
        ({"motor_vehicle__conditional": RUSH}, MONDAY_8, (False, False)),
        ({"motor_vehicle__conditional": RUSH}, MONDAY_12, (True, True)),
        ({"motor_vehicle__conditional": RUSH}, SUNDAY_8, (True, True)),
        ({"motor_vehicle__forward__conditional": RUSH}, MONDAY_8, (False, True)),
        # The last clause that holds counts, an unknown one is passed over.
        ({"access__conditional": f"{RUSH}; yes @ (Mo 08:00-08:30)"}, MONDAY_8, (True, True)),
        ({"access__conditional": f"{RUSH}; yes @ wet"}, MONDAY_8, (False, False)),
        # A more specific key before a condition of a wider one.
        ({"access__conditional": RUSH, "motorcar": "yes"}, MONDAY_8, (True, True)),
        ({"access": "no", "motor_vehicle__conditional": "yes @ Su"}, MONDAY_8, (False, False)),
        ({"access": "no", "motor_vehicle__conditional": "yes @ Su"}, SUNDAY_8, (True, True)),
        ({"oneway__conditional": "yes @ (Mo-Fr 07:00-09:00)"}, MONDAY_8, (True, False)),
        ({"oneway__conditional": "-1 @ (Mo-Fr 07:00-09:00)"}, MONDAY_8, (False, True)),
        ({"oneway": "yes", "oneway__conditional": "no @ Su"}, SUNDAY_8, (True, True)),
        ({"oneway": "yes", "oneway__conditional": "no @ Su"}, "", (True, False)),
        ({"oneway": "reversible"}, MONDAY_8, (False, False)),
        ({"oneway": "reversible", "oneway__conditional": "-1 @ Mo"}, MONDAY_8, (False, True)),
        ({"maxheight": "1.9"}, "", (False, False)),
        ({"maxheight": "2.1"}, "", (True, True)),
        ({"maxheight": "6'6\""}, "", (False, False)),
        ({"maxweight": "1500 kg"}, "", (False, False)),
        ({"maxwidth": "default"}, "", (True, True)),
    ],
)
def test_a_car_goes_where_and_when_it_may(
    tmp_path: Path, tags: dict[str, str], departure: str, car: tuple[bool, bool]
) -> None:
    tags = {key: value.replace('"', "&quot;") for key, value in tags.items()}
    graph = street(tmp_path, **tags)
    assert goes(graph, at(CAR, departure)) == car
    again = graph_from_bytes(graph_to_bytes(graph))
    assert goes(again, at(CAR, departure)) == car


@pytest.mark.parametrize(
    ("tags", "truck", "bus"),
    [
        ({"hgv": "no"}, False, True),
        ({"motor_vehicle": "no", "psv": "yes"}, False, True),
        ({"maxheight": "3.5"}, False, True),
        ({"maxweight": "7.5"}, False, False),
        ({"maxweight__hgv": "7.5"}, False, True),
        ({"maxweightrating__conditional": "3.5 @ (Su)"}, True, True),
        ({"hgv__conditional": "no @ (weight>7.5)"}, False, True),
        ({"hgv__conditional": "no @ (weight>20)"}, True, True),
    ],
)
def test_lorries_and_buses_have_tags_and_figures_of_their_own(
    tmp_path: Path, tags: dict[str, str], truck: bool, bus: bool
) -> None:
    graph = street(tmp_path, **tags)
    assert goes(graph, TRUCK)[0] == truck
    assert goes(graph, BUS)[0] == bus
    assert goes(graph, at(FOOT, MONDAY_8)) == (True, True)
    bare = replace(TRUCK, situation=UNKNOWN)
    meets_a_figure = any(key.startswith("max") or "weight" in tags[key] for key in tags)
    assert goes(graph, bare)[0] == (truck or meets_a_figure)


@pytest.mark.parametrize(
    ("tags", "car", "truck", "bicycle"),
    [
        ({"barrier": "height_restrictor", "maxheight": "2.1"}, True, False, True),
        ({"barrier": "height_restrictor", "maxheight": "1.9"}, False, False, True),
        ({"barrier": "entrance", "maxwidth__physical": "2 m"}, True, False, True),
        ({"barrier": "bollard", "maxwidth": "2"}, False, False, True),
        ({"barrier": "stile"}, False, False, False),
    ],
)
def test_a_barrier_stops_what_is_too_large_for_it(
    tmp_path: Path, tags: dict[str, str], car: bool, truck: bool, bicycle: bool
) -> None:
    barrier = node(2, 2, 0, **{key.replace("__", ":"): value for key, value in tags.items()})
    graph = graph_of(tmp_path, LINE[0], barrier, LINE[2], way(10, [1, 2, 3]))
    for metric, passes in ((CAR, car), (TRUCK, truck), (BICYCLE, bicycle), (FOOT, True)):
        assert goes(graph, metric) == (passes, passes)
    bare = replace(TRUCK, situation=UNKNOWN)
    assert goes(graph, bare)[0] == (tags["barrier"] in ("height_restrictor", "entrance"))


def test_bicycles_are_pushed_where_and_when_they_may_not_be_ridden(tmp_path: Path) -> None:
    evening = {"highway": "pedestrian", "bicycle__conditional": "yes @ (18:00-09:00)"}
    graph = street(tmp_path, **evening, maxspeed="walk")
    for departure, speed in (("", 5), (MONDAY_12, 5), ("2026-11-23T19:00", 6)):
        assert kmh(graph, at(BICYCLE, departure)) == pytest.approx(speed, rel=0.01)
    assert goes(graph, replace(BICYCLE, pushed_kmh=0.0)) == (False, False)
    one_way = street(tmp_path, oneway="yes")  # against it on foot
    of_way, ridden = one_way.arcs.way == 10, one_way.arcs.vehicles & Vehicle.BICYCLE != 0
    costs, metres = BICYCLE.weights(one_way).arc_costs, one_way.arcs.length_m[of_way & ridden].sum()
    for arcs, speed in ((of_way & ridden, 18), (of_way & ~ridden, 5)):
        assert costs[arcs].sum() == pytest.approx(metres * 3600 / speed, rel=0.01)


def test_what_is_for_residents_depends_on_vehicle_and_hour(tmp_path: Path) -> None:
    graph = street(tmp_path, hgv="destination", motorcar__conditional="destination @ Su")

    def private(metric: Metric) -> bool:
        return bool(private_arcs(graph, int(metric.vehicle), metric.situation).any())

    assert private(TRUCK)
    assert not private(at(CAR, MONDAY_8))
    assert private(at(CAR, SUNDAY_8))
    assert not private(BUS)


def test_turn_restrictions_hold_at_their_hours(tmp_path: Path) -> None:
    relation = turn(
        1, "", "from 10, via n3, to 11", {"restriction:conditional": "no_straight_on @ (Mo-Fr)"}
    )
    graph = graph_of(tmp_path, *LINE, way(10, [1, 2, 3]), way(11, [3, 4, 5]), relation)
    end = int(np.flatnonzero(graph.vertex_ids == 5)[0])
    start = Start(int(np.flatnonzero(graph.vertex_ids == 1)[0]))
    for departure, reached in (("", True), (MONDAY_8, False), (SUNDAY_8, True)):
        times = Dijkstra(graph, at(CAR, departure).weights(graph)).solve((start,))
        assert (times.labels[end] < UNREACHED) == reached


def kmh(graph: RoadGraph, metric: Metric) -> float:
    """Speed on way 10, from its arcs together."""
    arcs = graph.arcs.way == 10
    seconds = metric.weights(graph).arc_costs[arcs].sum() * 0.001
    return float(graph.arcs.length_m[arcs].sum() / seconds * 3.6)


def test_a_ferry_takes_its_duration_for_all(tmp_path: Path) -> None:
    graph = street(tmp_path, route="ferry", duration="00:10")
    for metric in (CAR, BICYCLE, FOOT):
        costs = metric.weights(graph).arc_costs[graph.arcs.way == 10]
        assert int(costs.sum()) == pytest.approx(2 * 600_000 + 300_000, abs=8)  # a landing at 3
    at_once = replace(CAR, wait_seconds={})
    assert kmh(street(tmp_path, route="ferry"), at_once) == pytest.approx(20, rel=0.01)


def test_traffic_that_alternates_is_slow_and_limits_have_hours(tmp_path: Path) -> None:
    plain = kmh(street(tmp_path), CAR)
    slow = kmh(street(tmp_path, oneway="alternating"), CAR)
    assert slow == pytest.approx(0.4 * plain, rel=0.01)
    graph = street(tmp_path, maxspeed__conditional="10 @ (22:00-06:00)")
    assert kmh(graph, CAR) == pytest.approx(plain)
    night = at(CAR, "2026-11-23T23:00")
    assert kmh(graph, night) == pytest.approx(10 * CAR.limit_factor, rel=0.01)
    assert kmh(graph, at(FOOT, "2026-11-23T23:00")) == pytest.approx(5, rel=0.01)


def test_limits_by_the_hour_are_obeyed_as_others_are(tmp_path: Path) -> None:
    """The slower of limit and class speed counts, and no limit lifts what the ground allows."""
    night = "2026-11-23T23:00"
    looser = street(tmp_path, maxspeed="10", maxspeed__conditional="80 @ (22:00-06:00)")
    assert kmh(looser, BICYCLE) == pytest.approx(10 * BICYCLE.limit_factor, rel=0.01)
    assert kmh(looser, at(BICYCLE, night)) == pytest.approx(18, rel=0.01)
    car = replace(CAR, limits="obey")
    stricter = street(tmp_path, maxspeed__conditional="10 @ (22:00-06:00)")
    assert kmh(stricter, at(car, night)) == pytest.approx(10 * CAR.limit_factor, rel=0.01)
    lifted = street(tmp_path, maxspeed__conditional="100 @ (22:00-06:00)")
    assert kmh(lifted, at(car, night)) == pytest.approx(kmh(lifted, car), rel=0.01)
    assert kmh(lifted, at(replace(CAR, limits="follow"), night)) > 1.5 * kmh(lifted, car)
    sand = street(tmp_path, surface="sand", maxspeed__conditional="100 @ (22:00-06:00)")
    for limits in ("obey", "follow"):
        there = at(replace(CAR, limits=limits), night)
        assert kmh(sand, there) == pytest.approx(20, rel=0.01)


def test_numbers_are_read_with_their_units() -> None:
    assert measure("13'6\"", METRES) == pytest.approx(4.1148)
    assert [measure(t, METRES) for t in ("3.5", "3,5 m", "350 cm")] == [3.5] * 3
    assert measure("7500 kg", TONNES) == 7.5
    assert [measure(t, METRES) for t in ("default", "below_default", "3 t", "none", "")] == [0] * 5
    told = ("0:45", "45", "PT45M", "1:30:00", "soon", "")
    assert [seconds_of(text) for text in told] == [2700, 2700, 2700, 5400, 0, 0]


def test_conditions_that_nobody_reads_are_told(tmp_path: Path) -> None:
    notes = street(tmp_path, access__conditional=f"{RUSH}; no @ wet").notes
    assert "1 roads whose access, direction or limit depends on the hour of departure" in notes
    assert "1 roads with conditions that are not understood ('wet')" in notes
    assert not any("understood" in n for n in street(tmp_path, access__conditional=RUSH).notes)


def test_metrics_that_close_the_same_are_told_from_others(tmp_path: Path) -> None:
    graph = street(tmp_path, motor_vehicle__conditional=RUSH)
    kinds = [at(CAR, when).closed_kinds(graph) for when in ("", MONDAY_8, MONDAY_8)]
    assert kinds[0] != kinds[1]
    assert kinds[1] == kinds[2]
    assert Situation(*CAR.situation) == CAR.situation
