"""Adaptive threads on roads, on a device: the phases of the host in every variant, switches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network, seeded_weights
from core.parallel.phase_switch import ALL, LISTED, Variant
from core.solver import Start
from core.trace import Iteration, Ring, SolveFinished
from road.graph import RoadGraph
from road.search.starts import RoadSources
from road.solvers.adaptive_threads import AdaptiveThreads as HostAdaptiveThreads
from road.solvers.dijkstra import Dijkstra
from tests.road.drawn import chain, random_town, star, without_restrictions

pytestmark = pytest.mark.gpu


def on_device(graph: RoadGraph, **parameters: Any) -> Any:
    from gpu.roads.solvers.adaptive_threads import AdaptiveThreads

    return AdaptiveThreads(graph, seeded_weights(graph, 1), **parameters)


def finished(solve: Callable[..., object], sources: RoadSources) -> tuple[SolveFinished, set[str]]:
    """The last event of a solve, and the kernels that were told."""
    ring = Ring()
    solve(sources, trace=ring)
    *events, last = ring.drain()
    assert isinstance(last, SolveFinished)
    return last, {event.kernel for event in events if isinstance(event, Iteration)}


def test_every_variant_goes_through_the_phases_of_the_host() -> None:
    town = without_restrictions(random_town(500, 3))
    for graph in (generated_network(90, 90, 2), town, chain(300), star(700)):
        sources = (Start(0), Start(graph.vertices // 2, 0.004))
        host = HostAdaptiveThreads(graph, seeded_weights(graph, 1), variant=2)
        expected, _ = finished(host.solve, sources)
        swinging = {"to_all_us": 0.1, "to_listed_us": 1e6}
        for parameters in ({"variant": 1}, {"variant": 2}, swinging):
            last, kernels = finished(on_device(graph, **parameters).solve, sources)
            assert (last.iterations, last.visits) == (expected.iterations, expected.visits)
            assert last.reached == expected.reached
            if parameters.get("variant"):
                every = parameters["variant"] == Variant.ALL_ELEMENTS
                assert kernels == {ALL if every else LISTED}


@pytest.mark.parametrize("thresholds", [(0.1, 1e6), (6.0, 5.6), (10.0, 12.0)])
def test_any_thresholds_give_the_same_bits(thresholds: tuple[float, float]) -> None:
    # The first pair swings between the kernels with every phase.
    graph = generated_network(200, 200, 6)
    expected = Dijkstra(graph, seeded_weights(graph, 1)).solve((Start(5),))
    solver = on_device(graph, to_all_us=thresholds[0], to_listed_us=thresholds[1])
    for _ in range(3):
        found = solver.solve((Start(5),))
        np.testing.assert_array_equal(found.state_labels, expected.state_labels)


def test_thresholds_are_found_once_for_a_graph() -> None:
    graph = generated_network(120, 120, 6)
    found = on_device(graph).thresholds()
    assert found == on_device(graph).thresholds()
    assert found.to_all_us >= found.to_listed_us >= 0
    given = on_device(graph, to_all_us=7.0).thresholds()
    assert (given.to_all_us, given.to_listed_us) == (7.0, found.to_listed_us)


def test_phases_are_timed_one_by_one() -> None:
    graph = generated_network(100, 100, 6)
    last, _ = finished(on_device(graph, variant=2).solve, (Start(5),))
    phases = on_device(graph, variant=2).phase_times((Start(5),))
    assert len(phases) == last.iterations
    assert sum(phase.elements for phase in phases) == last.visits
    assert all(phase.microseconds > 0 for phase in phases)
