"""Contraction on the device, its kernels run on the processor."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.cancel import Cancel
from core.errors import CancelledError
from core.times import UNREACHED
from gpu.roads.ch.contraction import contract, memory
from gpu.roads.ch.contraction.contract import Contractor, ScoreWeights
from gpu.roads.ch.contraction.ground import ContractionGround
from gpu.roads.costs.decode import DeviceDecoder
from gpu.roads.costs.weights import DeviceWeights
from road.ch.settings import ContractionSettings
from road.costs.metric import Metric, Weights
from road.costs.profiles import CAR
from road.graph import RoadGraph
from road.search.search_graph import Direction, SearchGraph
from tests.road.ch.overlays import check_middles, check_preserved, check_shape
from tests.road.drawn import DRAWN, random_town, star
from tests.road.searches import random_weights

pytestmark = pytest.mark.usefixtures("device", "small_blocks")

GROUPS = {"SMALL": 4, "MIDDLE": 8, "LARGE": 32}


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "THREADS", 64)
    monkeypatch.setattr(contract, "CHUNK", 64)
    monkeypatch.setattr(contract, "GROUPS", GROUPS)


def checked(search: SearchGraph, fraction: float = 0.3, core: int = 1) -> int:
    """Steps of the hierarchy that lead over others."""
    contractor = Contractor(ContractionGround(search, 0), ContractionSettings(fraction, core))
    done = contractor.contract(search.weights)
    hierarchy = done.hierarchy.fetched()
    check_shape(hierarchy, search)
    check_middles(hierarchy, search)
    check_preserved(hierarchy, search)
    sizes = (hierarchy.states, len(hierarchy.up.other), len(hierarchy.down.other))
    report = done.report
    assert (report.states, report.up, report.down) == sizes
    assert report.levels == hierarchy.levels
    return int((hierarchy.up.middle < UNREACHED).sum())


def small_costs(graph: RoadGraph, seed: int) -> Weights:
    """Costs of 0 to 3, a few arcs closed: ties, and circles that cost nothing."""
    random = np.random.default_rng(seed)
    costs = random.integers(0, 4, graph.arc_count).astype(np.uint32)
    costs[random.random(graph.arc_count) < 0.1] = UNREACHED
    return Weights(costs)


@pytest.mark.parametrize("name", ["grid city", "ring", "islands", "parallels and loops"])
def test_distances_are_preserved(name: str) -> None:
    graph = DRAWN[name]()
    for core in (1, 8):
        checked(SearchGraph.of(graph, random_weights(graph, 3)), core=core)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
def test_distances_of_towns(turns: bool, direction: Direction) -> None:
    graph = random_town(40, 2)
    search = SearchGraph.of(graph, random_weights(graph, 2, turns=turns), direction)
    assert search.edge_based == turns
    assert checked(search, core=10) > 0


@pytest.mark.parametrize("seed", range(3))
def test_ties_and_steps_that_cost_nothing_or_are_closed(seed: int) -> None:
    graph = random_town(50, seed)
    checked(SearchGraph.of(graph, small_costs(graph, seed)), (0.3, 1.0, 0.05)[seed], 1 + 5 * seed)


def test_all_in_one_place_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "GROUPS", {**GROUPS, "SPREAD": 0})
    graph = random_town(40, 5)
    checked(SearchGraph.of(graph, random_weights(graph, 5)))


def test_witnesses_of_many_steps_leave_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = random_town(60, 0)
    search = SearchGraph.of(graph, random_weights(graph, 3, turns=True))
    fewer = checked(search, core=4)
    monkeypatch.setattr(contract, "HOPS", 0)
    monkeypatch.setattr(contract, "GROUPS", {**GROUPS, "WIDE_HOPS": 0})
    assert fewer < checked(search, core=4)


def test_scores_that_know_of_two_steps() -> None:
    graph = random_town(40, 3)
    search = SearchGraph.of(graph, random_weights(graph, 3, turns=True))
    ground, settings = ContractionGround(search, 0), ContractionSettings(core=4)
    hierarchies = [
        Contractor(ground, settings, score=score).contract(search.weights).hierarchy.fetched()
        for score in (ScoreWeights(paths=True), ScoreWeights(paths=False))
    ]
    for hierarchy in hierarchies:
        check_preserved(hierarchy, search)
    assert hierarchies[0].state_at.tolist() != hierarchies[1].state_at.tolist()


def test_memory_that_is_short_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = random_town(60, 6)
    search = SearchGraph.of(graph, random_weights(graph, 6))
    grown = []
    real = memory.ContractionMemory.grow

    def grow(own: memory.ContractionMemory, state: np.void, *, first: bool) -> None:
        before = own.room, own.kept_room, own.bits_room
        real(own, state, first=first)
        grown.append(
            [a > b for a, b in zip((own.room, own.kept_room, own.bits_room), before, strict=True)]
        )

    monkeypatch.setattr(memory.ContractionMemory, "grow", grow)
    monkeypatch.setattr(memory, "guessed", lambda *_: (64, 64, 4))
    monkeypatch.setattr(memory, "LEAST", 4)
    checked(search)
    assert np.array(grown).any(axis=0).all()


def test_states_with_more_steps_than_a_search_holds_stay() -> None:
    graph = star(60)
    search = SearchGraph.of(graph, random_weights(graph, 1), edge_based=True)
    contractor = Contractor(ContractionGround(search, 0), ContractionSettings(core=1))
    made = contractor.contract(search.weights).hierarchy
    assert len(made.core) > GROUPS["LARGE"]  # nearly 60 ways on from each
    check_preserved(made.fetched(), search)
    by_vertices = SearchGraph.of(graph, random_weights(graph, 1), edge_based=False)
    checked(by_vertices)  # the hub goes once the others did


def test_one_ground_serves_other_weights_and_a_search_that_is_cancelled_ends() -> None:
    graph = random_town(40, 7)
    first, second = (random_weights(graph, seed) for seed in (7, 8))
    search = SearchGraph.of(graph, first)
    contractor = Contractor(ContractionGround(search, 0), ContractionSettings(core=5))
    for weights in (first, second, first):
        made = contractor.contract(weights).hierarchy.fetched()
        check_preserved(made, SearchGraph.of(graph, weights))
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        contractor.contract(first, cancel=cancel)


def test_costs_decoded_on_the_device_never_visit_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = DRAWN["grid city"]()
    decoder, metric = DeviceDecoder(graph), replace(CAR, limit_factor=0.5)
    right = SearchGraph.of(graph, metric.weights(graph))
    weights = DeviceWeights(graph, metric, 0, lambda work: work(decoder))
    search = SearchGraph.of(graph, weights)

    def refused(*_: object) -> None:
        raise AssertionError("costs of all arcs on the host")

    with monkeypatch.context() as barred:
        barred.setattr(DeviceDecoder, "weights", refused)
        barred.setattr(Metric, "weights", refused)
        contractor = Contractor(ContractionGround(search, 0), ContractionSettings(core=4))
        made = contractor.contract(weights).hierarchy
    check_preserved(made.fetched(), right)


def test_steps_are_timed_when_asked() -> None:
    graph = random_town(40, 9)
    search = SearchGraph.of(graph, random_weights(graph, 9))
    contractor = Contractor(ContractionGround(search, 0), ContractionSettings(core=5))
    report = contractor.contract(search.weights, timed=True).report
    plain = contractor.contract(search.weights).report
    assert [level.selected for level in report.iterations] == [
        level.selected for level in plain.iterations
    ]
    first = report.iterations[0]
    assert first.states == search.states
    assert first.steps == report.steps
    assert first.selected + report.iterations[1].states == first.states
