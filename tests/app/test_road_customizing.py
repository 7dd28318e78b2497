"""A moved slider customizes the solver that is kept; nothing else is made again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import app.solving.partitions
import road.crp.query.isochrone
from app.roads.costs import HOPS, RoadCosts
from app.roads.open_roads import OpenRoads
from app.solving.jobs import SolveDone, SolverThread
from app.solving.request import SolveRequest
from app.solving.solve import Solving
from core.cancel import Cancel
from core.errors import CancelledError, DeviceError
from core.solver import Customizable
from road.crp.overlay.overlay import overlay_of
from road.crp.partition.build import partition_roads
from road.crp.query.isochrone import Crp
from road.graph import RoadGraph
from road.properties import RoadClass, Turn
from tests.app.asking import on_roads
from tests.road.drawn import chain, random_town

PATIENCE = 240.0


@pytest.fixture(scope="module")
def graph() -> RoadGraph:
    return random_town(500, 3)


@pytest.fixture
def overlays(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The search graphs for which overlays are made."""
    made: list[object] = []

    def counted(search: Any, *arguments: Any, **more: Any) -> Any:
        made.append(search)
        return overlay_of(search, *arguments, **more)

    monkeypatch.setattr(road.crp.query.isochrone, "overlay_of", counted)
    return made


def by_car(graph: RoadGraph) -> OpenRoads:
    return OpenRoads(graph, RoadCosts.of_profile("car"))


def asked(roads: OpenRoads, **options: Any) -> SolveRequest:
    """On the CPU, whatever else there is."""
    return on_roads(roads, 0, **{"algorithm": "crp", "backend": "cpu", **options})


def assert_as_dijkstra(found: Any, roads: OpenRoads) -> None:
    expected = Solving().run(asked(roads, algorithm="dijkstra")).times
    np.testing.assert_array_equal(found.times.labels, expected.labels)
    np.testing.assert_array_equal(found.times.entered, expected.entered)


def test_sliders_customize_and_change_no_bit(graph: RoadGraph, overlays: list[object]) -> None:
    solving, roads = Solving(), by_car(graph)
    solving.run(asked(roads))
    made, reports = len(overlays), []
    for costs in (
        roads.costs.with_speed(RoadClass.RESIDENTIAL, 8.0),
        roads.costs.with_turn_seconds(Turn.LEFT, 12.0),
        roads.costs.with_closed([RoadClass.TERTIARY]),
        roads.costs.with_turn_seconds(Turn.U_TURN, 0.0),
        roads.costs,
    ):
        moved = roads.driven(costs)
        solved = solving.run(asked(moved))
        assert_as_dijkstra(solved, moved)
        assert solved.times.search.edge_based
        reports.append(solved.customization)
    assert len(overlays) == made
    assert len({id(report) for report in reports}) == len({str(r) for r in reports}) == 5


def test_another_start_needs_no_customization(graph: RoadGraph) -> None:
    solving, roads = Solving(), by_car(graph)
    first = solving.run(asked(roads))
    second = solving.run(on_roads(roads, 7, algorithm="crp", backend="cpu"))
    assert first.customization == second.customization


def test_another_direction_or_kind_of_states_is_another_solver(
    graph: RoadGraph, overlays: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    partitioned = []

    def counted(roads: RoadGraph, **how: Any) -> Any:
        partitioned.append(roads)
        return partition_roads(roads, **how)

    monkeypatch.setattr(app.solving.partitions, "partition_roads", counted)
    monkeypatch.setattr(app.solving.partitions, "_HELD", type(app.solving.partitions._HELD)())
    solving, roads = Solving(), by_car(graph)
    hops = OpenRoads(graph, RoadCosts(given=HOPS))
    for others in (roads, roads.turned("to"), hops):
        before = len(overlays)
        assert_as_dijkstra(solving.run(asked(others)), others)
        assert len(overlays) > before
    assert partitioned.count(graph) == 1


def test_costs_that_another_metric_may_follow_have_its_states() -> None:
    roads = by_car(chain(300)).driven(RoadCosts.of_profile("foot"))
    assert Solving().run(asked(roads)).times.search.edge_based


def test_another_graph_is_not_customized_for(graph: RoadGraph) -> None:
    solving = Solving()
    solving.run(asked(by_car(graph)))
    other = by_car(random_town(300, 4))
    assert_as_dijkstra(solving.run(asked(other)), other)


def test_a_solver_whose_customization_failed_is_not_used(
    graph: RoadGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    solving, roads = Solving(), by_car(graph)
    solving.run(asked(roads))
    slow = roads.driven(roads.costs.with_speed(RoadClass.RESIDENTIAL, 5.0))

    def fails(*_: Any) -> Crp:
        raise DeviceError("gone")

    with monkeypatch.context() as broken:
        broken.setattr(Crp, "customize", fails)
        with pytest.raises(DeviceError):
            solving.run(asked(slow))
    assert_as_dijkstra(solving.run(asked(slow)), slow)
    assert_as_dijkstra(solving.run(asked(roads)), roads)


def test_what_can_be_customized_is_known_by_what_it_can() -> None:
    from road.solvers.dijkstra import Dijkstra

    assert issubclass(Crp, Customizable)
    assert not issubclass(Dijkstra, Customizable)


def test_progress_of_the_preparation_ends_with_an_empty_label(graph: RoadGraph) -> None:
    told: list[str] = []
    fresh = replace(graph, name="fresh")
    Solving().run(asked(by_car(fresh)), progress=lambda _fraction, label: told.append(label))
    assert {"Partitioning the roads", "Merging cells"} <= set(told)
    assert told[-1] == ""


def test_an_abandoned_preparation_raises(graph: RoadGraph) -> None:
    abandon = Cancel()
    abandon.set()
    fresh = replace(graph, name="fresh")
    with pytest.raises(CancelledError):
        Solving().run(asked(by_car(fresh)), abandon=abandon)


# -- the solver's thread


class Gate:
    """Holds up partitions until it is opened, as a large graph would."""

    def __init__(self) -> None:
        self.begun, self.opened = threading.Event(), threading.Event()
        self.stopped = 0

    def partition(self, graph: RoadGraph, *, cancel: Cancel, progress: Any, **how: Any) -> Any:
        progress(0.25, "Partitioning the roads")
        self.begun.set()
        while not self.opened.wait(0.005):
            if cancel.requested:
                self.stopped += 1
            cancel.check("the partition")
        return partition_roads(graph, **how)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch, graph: RoadGraph) -> Gate:
    Solving().run(asked(by_car(graph)))  # warms up, which partitions too
    held = Gate()
    monkeypatch.setattr(app.solving.partitions, "partition_roads", held.partition)
    return held


@pytest.fixture
def solver() -> Iterator[SolverThread]:
    thread = SolverThread()
    yield thread
    thread.close()


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "gave up waiting"
        time.sleep(0.002)


def fresh(graph: RoadGraph) -> OpenRoads:
    return by_car(replace(graph, name="fresh"))


def test_the_thread_tells_what_it_prepares(
    solver: SolverThread, gate: Gate, graph: RoadGraph
) -> None:
    assert solver.preparing == (-1.0, "")
    solver.submit(asked(fresh(graph)))
    assert gate.begun.wait(PATIENCE)
    assert solver.preparing == (0.25, "Partitioning the roads")
    gate.opened.set()
    until(lambda: not solver.busy)
    assert solver.preparing == (-1.0, "")
    (outcome,) = solver.poll()
    assert isinstance(outcome, SolveDone)


def test_a_cancelled_preparation_has_no_outcome(
    solver: SolverThread, gate: Gate, graph: RoadGraph
) -> None:
    solver.submit(asked(fresh(graph)))
    assert gate.begun.wait(PATIENCE)
    solver.cancel()
    until(lambda: not solver.busy)
    assert (solver.poll(), gate.stopped) == ([], 1)


def test_a_newer_start_on_the_same_roads_does_not_stop_it(
    solver: SolverThread, gate: Gate, graph: RoadGraph
) -> None:
    roads = fresh(graph)
    solver.submit(asked(roads))
    assert gate.begun.wait(PATIENCE)
    last = solver.submit(on_roads(roads, 7, algorithm="crp", backend="cpu"))
    gate.opened.set()
    until(lambda: not solver.busy)
    *stopped, done = solver.poll()
    assert all(isinstance(o, SolveDone) and o.solved.times.partial for o in stopped)
    assert isinstance(done, SolveDone)
    assert (done.request.generation, done.solved.times.partial) == (last, False)
    assert gate.stopped == 0


def test_another_algorithm_stops_it(solver: SolverThread, gate: Gate, graph: RoadGraph) -> None:
    roads = fresh(graph)
    solver.submit(asked(roads))
    assert gate.begun.wait(PATIENCE)
    solver.submit(asked(roads, algorithm="dijkstra"))
    until(lambda: not solver.busy)
    (outcome,) = solver.poll()
    assert isinstance(outcome, SolveDone)
    assert (outcome.solved.algorithm, gate.stopped) == ("dijkstra", 1)
