"""Customization, copies to the host, parts of several devices and queries, run on the processor."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.solver import Start
from core.times import UNREACHED
from experiments.copy_back.customizer import CopyingCustomizer
from gpu.roads.crp.customization import columns, customize, global_search
from gpu.roads.crp.customization.host_costs import customized_from
from gpu.roads.crp.customization.several import SeveralCustomizers
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.roads.crp.query import sweep, upward
from gpu.roads.crp.query.isochrone import Crp
from gpu.roads.crp.query.many_to_many import ManyToMany
from gpu.roads.crp.query.queries import DeviceQueries
from road.costs.metric import Weights
from road.costs.profiles import CAR
from road.crp.customization.customize import Customized
from road.crp.customization.customize import customize as on_the_cpu
from road.crp.customization.report import Engine
from road.crp.device_layout.column_blocks import BlockLimits, ColumnBlocks, column_blocks
from road.crp.device_layout.order import ordered
from road.crp.overlay.overlay import Overlay, overlay_of
from road.crp.overlay.rooted import rooted, thinned
from road.graph import RoadGraph
from road.search.search_graph import SearchGraph
from road.solvers.dijkstra import Dijkstra
from tests.gpu.roads.crp.customizing import Customizing
from tests.gpu.roads.decoded import CLOSED, ON_AN_ARC, decoded, kept_on_the_device
from tests.road.crp.nests import Level, Nest, halved
from tests.road.drawn import chain, grid_city, private_town, star, without_restrictions
from tests.road.searches import random_weights

pytestmark = pytest.mark.usefixtures("device")

SIZES = (4, 12, 40)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (sweep, upward, global_search):
        monkeypatch.setattr(module, "THREADS", 64)


def town() -> RoadGraph:
    return private_town(60, 4, restrictions=20)


def overlay(roads: RoadGraph, weights: Weights) -> Overlay:
    search = SearchGraph.of(roads, weights)
    partition = halved(roads, SIZES, mezzanine=(12,))
    return ordered(overlay_of(search, rooted(partition, roads.vertices)))


def expected(made: Overlay, weights: Weights) -> Customized:
    own = made.search
    search = SearchGraph.of(own.graph, weights, own.direction, edge_based=own.edge_based)
    return on_the_cpu(made, search, keep_all=True)


def metrics(roads: RoadGraph, turns: bool) -> list[Weights]:
    found = [random_weights(roads, seed, turns=turns) for seed in range(2)]
    closed = found[0].arc_costs.copy()
    closed[::5] = UNREACHED
    return [*found, replace(found[0], arc_costs=closed)]


def assert_has(metric: Any, plans: Any, done: Customized, *, down: bool = True) -> None:
    for plan in plans:
        level = metric.levels[plan.number]
        right = done.shortcuts[plan.number]
        if level.stays:
            np.testing.assert_array_equal(level.shortcuts[: len(right)].get(), right)
        if down:
            right = done.down[plan.number]
            np.testing.assert_array_equal(level.down[: len(right)].get(), right)


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("engine", ["local", "global", "by columns"])
def test_metrics_one_after_another_and_beside_one_another(
    engine: Engine, turns: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if engine == "by columns":  # type: ignore[comparison-overlap]  # a way to be local
        monkeypatch.setattr(columns, "COLUMNS_A_MULTIPROCESSOR", 0)
        engine = "local"
    roads = town()
    own = metrics(roads, turns)
    made = overlay(roads, own[0])
    device = Customizing(made, engines=dict.fromkeys(range(len(made.levels)), engine))
    assert {plan.engine for plan in device.plans} == {engine}
    other = device.customizer.customize(own[1].arc_costs, own[1].turn_costs)
    for weights in (*own, own[0]):  # launched, recorded, replayed
        device.customize(weights.arc_costs, weights.turn_costs)
        assert_has(device.metric, device.plans, expected(made, weights))
    assert device.work.recorded is not None
    assert_has(other, device.plans, expected(made, own[1]))
    assert len(device.customizer.level_times(other)) == len(device.plans)
    assert_has(other, device.plans, expected(made, own[1]))


def test_a_small_cell_of_more_entries_than_a_warp_has_lanes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Six cells of six vertices that meet outside alone, and one around them."""
    monkeypatch.setattr(columns, "COLUMNS_A_MULTIPROCESSOR", 0)
    roads = star(40)
    weights = random_weights(roads, 3)
    lowest = np.minimum(np.maximum(np.arange(41) - 1, 0) // 6, 6).astype(np.uint32)
    lowest[0] = 6
    around = (lowest == 6).astype(np.uint32)
    nest = Nest((Level(6, 7, lowest), Level(36, 2, around)))
    search = SearchGraph.of(roads, weights)
    made = ordered(overlay_of(search, rooted(nest, roads.vertices)))
    assert np.diff(made.levels[1].first_entry).max() == 36
    device = Customizing(made)
    device.customize(weights.arc_costs, weights.turn_costs)
    assert_has(device.metric, device.plans, expected(made, weights))


@pytest.mark.parametrize(
    ("roads", "turns"),
    [
        (grid_city(12, 12), False),
        (grid_city(12, 12), True),
        (without_restrictions(grid_city(12, 12)), True),
        (chain(60), True),
    ],
)
@pytest.mark.parametrize(("threads", "rooms"), [(32, (330, 600)), (64, (900,)), (96, (15872,))])
def test_blocks_of_few_small_cells_and_of_many(
    roads: RoadGraph,
    turns: bool,
    threads: int,
    rooms: tuple[int, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What they read and leave begins anywhere within 16 bytes, and may be less than these."""
    monkeypatch.setattr(columns, "COLUMNS_A_MULTIPROCESSOR", 0)
    monkeypatch.setattr(columns, "LIMITS", BlockLimits(threads, 2, rooms))
    asked: list[int] = []

    def counted(*given: Any) -> ColumnBlocks:
        made = column_blocks(*given)
        asked.extend(np.diff(np.append(made.blocks["job"], len(made.jobs))).tolist())
        return made

    monkeypatch.setattr(columns, "column_blocks", counted)
    for weights in metrics(roads, turns):
        made = overlay(roads, weights)
        device = Customizing(made)
        device.customize(weights.arc_costs, weights.turn_costs)
        assert_has(device.metric, device.plans, expected(made, weights))
    assert min(asked) < 3 or threads > 32
    assert max(asked) > 4 or threads < 96


def test_launches_go_with_the_metric_they_write() -> None:
    roads = town()
    weights = metrics(roads, turns=True)[0]
    device = Customizing(overlay(roads, weights))
    for _ in range(3):
        metric = device.customizer.customize(weights.arc_costs, weights.turn_costs)
        assert len(device.customizer._works) == 2
        del metric
    assert len(device.customizer._works) == 1  # those of `device.metric`


@pytest.mark.parametrize("keep_all", [False, True])
def test_query_levels_come_to_the_host(keep_all: bool) -> None:
    roads = town()
    own = metrics(roads, turns=True)
    made = overlay(roads, own[0])
    device = CopyingCustomizer(DeviceOverlay(made, 0), down=keep_all, keep_all=keep_all)
    metric = device.new_metric()
    for weights in (*own, own[0]):
        device.on_host.kept[:] = 7
        device.customize(weights.arc_costs, weights.turn_costs, metric)
        done = expected(made, weights)
        assert_has(metric, device.plans, done, down=keep_all)
        copied = customized_from(made, done.search, device.on_host.kept.copy())
        np.testing.assert_array_equal(copied.kept, done.kept)
        for level, found, right in zip(made.levels, copied.shortcuts, done.shortcuts, strict=True):
            assert found.tolist() == (right.tolist() if level.kept else [])


@pytest.mark.parametrize("cut", [0, 1])
@pytest.mark.parametrize("keep_all", [False, True])
def test_parts_of_several_devices(keep_all: bool, cut: int) -> None:
    roads = town()
    own = metrics(roads, turns=True)
    made = overlay(roads, own[0])
    device = SeveralCustomizers(made, (0, 0), cut=cut, down=keep_all, keep_all=keep_all)
    assert device.above is not None
    for weights in (*own, own[0]):
        device.customize(weights.arc_costs, weights.turn_costs)
        done = expected(made, weights)
        for number, level in enumerate(made.levels):
            if level.kept or keep_all:
                np.testing.assert_array_equal(device.fetch(number), done.shortcuts[number])


def test_a_solver_whose_customization_several_devices_share_has_the_bits_of_dijkstra() -> None:
    roads, partition = town(), halved(town(), SIZES)
    own, starts = metrics(roads, turns=True), (Start(0), Start(50, 3.0))
    levels = rooted(thinned(partition), roads.vertices)
    made = ordered(overlay_of(SearchGraph.of(roads, own[0]), levels))
    shared = DeviceQueries(made, 0, others=(0, 0))
    solver = Crp(roads, own[0], partition=partition, queries=shared)
    assert solver.overlay is made
    for weights in (*own, own[0]):
        solver = solver.customize(weights)
        expected = Dijkstra(roads, weights).solve(starts)
        np.testing.assert_array_equal(solver.solve(starts).state_labels, expected.state_labels)


def counted(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What is customized from now on."""
    asked: list[object] = []
    real = customize.Customizer.customize

    def customized(own: Any, *given: Any) -> Any:
        asked.append(given)
        return real(own, *given)

    monkeypatch.setattr(customize.Customizer, "customize", customized)
    return asked


def test_solvers_of_two_metrics_on_one_overlay_do_not_disturb_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    roads, partition = town(), halved(town(), SIZES)
    own = metrics(roads, turns=True)
    asked = counted(monkeypatch)
    first = Crp(roads, own[0], partition=partition)
    second = Crp(roads, own[1], partition=partition, queries=first.queries)
    assert first.overlay is second.overlay
    rights = [Dijkstra(roads, weights).solve((Start(3),)).labels for weights in own]
    found: list[list[bool]] = [[], []]

    def ask(number: int, solver: Crp) -> None:
        for _ in range(4):
            labels = solver.solve((Start(3),)).labels
            found[number].append(bool((labels == rights[number]).all()))

    threads = [threading.Thread(target=ask, args=pair) for pair in enumerate((first, second))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[True] * 4] * 2
    assert len(asked) == 2
    table = ManyToMany(second).table((Start(3), Start(5)))
    np.testing.assert_array_equal(table[0], rights[1])
    assert first.report.memory_bytes == second.report.memory_bytes
    assert len(asked) == 2


def test_other_weights_take_over_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    roads, partition = town(), halved(town(), SIZES)
    own = metrics(roads, turns=True)
    first = Crp(roads, own[0], partition=partition)
    metric = first.metric_of(first.search)
    solver = first
    for weights in (*own, own[0]):
        before, solver = solver, solver.customize(weights)
        assert solver.metric_of(solver.search) is metric
        assert before._metric is None
        right = Dijkstra(roads, weights).solve((Start(3),)).labels
        np.testing.assert_array_equal(solver.solve((Start(3),)).labels, right)
    right = Dijkstra(roads, own[0]).solve((Start(3),)).labels
    np.testing.assert_array_equal(first.solve((Start(3),)).labels, right)  # in memory of its own
    assert first.metric_of(first.search) is not metric


def test_costs_decoded_on_the_device_never_visit_the_host() -> None:
    roads, partition = grid_city(), halved(grid_city(), SIZES)
    solver: Crp | None = None
    for share in (1.0, 0.5, 0.8):
        metric = replace(CAR, limit_factor=share)
        right = Dijkstra(roads, metric.weights(roads).closing(CLOSED)).solve((ON_AN_ARC, Start(20)))
        weights = decoded(roads, metric)
        with kept_on_the_device():
            if solver is None:
                solver = Crp(roads, weights, partition=partition)
            else:
                solver = solver.customize(weights)
            times = solver.solve((ON_AN_ARC, Start(20)))
        assert "arc_costs" not in vars(weights)
        np.testing.assert_array_equal(times.state_labels, right.state_labels)
        np.testing.assert_array_equal(weights.arc_costs, right.search.weights.arc_costs)
