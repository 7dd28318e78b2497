"""Costs of steps on the device, run on the processor: the twin of `SearchGraph.cost`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import gpu.rounds
from core.solver import Start
from core.times import UNREACHED
from gpu.roads.costs.decode import DeviceDecoder
from gpu.roads.costs.steps import step_costs
from gpu.roads.costs.weights import DeviceWeights
from gpu.roads.crp.query.isochrone import Crp
from gpu.roads.crp.query.queries import DeviceQueries
from gpu.roads.solvers import near_far, round_solver
from road.costs.metric import Metric
from road.costs.profiles import BICYCLE, CAR
from road.crp.device_layout.order import ordered
from road.crp.overlay.overlay import overlay_of
from road.crp.overlay.rooted import rooted, thinned
from road.search.search_graph import SearchGraph
from road.solvers.dijkstra import Dijkstra
from tests.gpu.roads.decoded import CLOSED, METRICS, ON_AN_ARC, decoded, kept_on_the_device
from tests.road.coded import any_bytes, ways
from tests.road.crp.nests import halved
from tests.road.drawn import grid_city, random_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.usefixtures("device")


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
def test_steps_cost_what_they_do_on_the_host(turns: bool, direction: Any) -> None:
    roads = random_town(90, 4, restrictions=25 * turns)
    search = SearchGraph.of(roads, random_weights(roads, 4, turns=turns), direction)
    found = step_costs(search, 0)
    np.testing.assert_array_equal(found.cost.get(), search.cost)
    assert found.mean == search.costs_seen[1]


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("preset", [CAR, replace(BICYCLE, limits="follow")], ids=lambda p: p.name)
def test_the_decoder_does_as_the_host_does(preset: Metric, flat: bool) -> None:
    graph = any_bytes(3000, flat=flat)  # flat ground has no ends of arcs either
    metric = replace(preset, ways=ways(way=[3, 4], kmh=[20.0, np.nan], scale=[1.0, 0.5]))
    assert CAR.surface_caps_kmh
    assert BICYCLE.pushed_kmh
    costs = DeviceDecoder(graph).decode(metric).get()
    np.testing.assert_array_equal(costs, metric.weights(graph).arc_costs)


def test_arcs_that_rules_amend_cost_what_they_do_on_the_host() -> None:
    import cupy

    graph = grid_city()
    decoder = DeviceDecoder(graph)
    amended = np.array([2, 5, 9], np.uint32), np.array([7, UNREACHED, 11], np.uint32)
    weights = DeviceWeights(graph, CAR, 0, lambda work: work(decoder), amended)
    told = [weights.cost_of(arc) for arc in (1, 2, 5, 9)]
    out = cupy.empty(graph.arc_count, cupy.uint32)
    closing = weights.closing(amended[0][2:])
    assert isinstance(closing, DeviceWeights)
    assert closing.write(out)
    expected = CAR.weights(graph).costing(*amended).arc_costs
    np.testing.assert_array_equal(weights.arc_costs, expected)
    assert told == expected[[1, 2, 5, 9]].tolist()
    expected = CAR.weights(graph).costing(*amended).closing(amended[0][2:]).arc_costs
    np.testing.assert_array_equal(out.get(), expected)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("metric", METRICS)
def test_near_far_asks_the_host_for_no_costs(
    metric: str, direction: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (gpu.rounds, round_solver):
        monkeypatch.setattr(module, "THREADS", 128)
    graph = grid_city()
    here = METRICS[metric].weights(graph).closing(CLOSED)
    right = Dijkstra(graph, here, direction=direction).solve((ON_AN_ARC, Start(20)))
    weights = decoded(graph, METRICS[metric])
    with kept_on_the_device():
        solver = near_far.NearFar(graph, weights, direction=direction)
        found = solver.solve((ON_AN_ARC, Start(20)))
    assert "arc_costs" not in vars(weights)
    np.testing.assert_array_equal(found.state_labels, right.state_labels)


def test_devices_that_share_a_customization_hand_the_costs_on() -> None:
    graph, partition = grid_city(), halved(grid_city(), (4, 12, 40))
    weights = decoded(graph, METRICS["plain"])
    right = Dijkstra(graph, METRICS["plain"].weights(graph).closing(CLOSED)).solve((ON_AN_ARC,))
    levels = rooted(thinned(partition), graph.vertices)
    made = ordered(overlay_of(SearchGraph.of(graph, weights), levels))
    with kept_on_the_device():
        queries = DeviceQueries(made, 0, (0,))
        found = Crp(graph, weights, partition=partition, queries=queries).solve((ON_AN_ARC,))
    assert "arc_costs" not in vars(weights)
    np.testing.assert_array_equal(found.state_labels, right.state_labels)
