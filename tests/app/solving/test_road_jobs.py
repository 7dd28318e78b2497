"""Solving on roads off the caller's thread: as on terrain, and in turn with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from app.catalog.algorithms import Runner, find, rows_of
from app.catalog.rows import ROADS
from app.roads.costs import HOPS, RoadCosts
from app.roads.open_roads import OpenRoads
from app.solving.jobs import SolveDone, SolveFailed, SolverThread
from app.solving.request import SolveRequest
from app.solving.road_solved import RoadSolved
from app.solving.solve import Solving
from app.timing.bench import compare
from core.errors import DeviceError, DeviceMemoryError, ParameterError
from core.trace import Iteration, Ring, SolveFinished, SolveStarted
from raster.grid import grid_from_kmh
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.solvers.dijkstra import Dijkstra
from tests.app.asking import on_cells, on_roads
from tests.app.drawn_roads import opened
from tests.app.gpu_rows import TWO_GPUS, use_gpus, use_rows
from tests.road.drawn import graph_of

PATIENCE = 240.0
"""Seconds after which a test gives up; none waits that long unless something hangs."""


def request_on(roads: OpenRoads, **options: Any) -> SolveRequest:
    return on_roads(roads, 0, **options)


@pytest.fixture(scope="module")
def long_way() -> OpenRoads:
    """A chain: Bellman-Ford needs a pass over all vertices for each of them."""
    count = 12_000
    xy = np.stack((np.arange(count, dtype=float), np.zeros(count)), axis=1)
    graph = graph_of(xy, [(v, v + 1) for v in range(count - 1)])
    return OpenRoads(graph, RoadCosts(given=HOPS))


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


# -- in the calling thread


def test_a_solve_says_where_it_ran_and_how_long_it_took() -> None:
    roads = opened()
    solved = Solving().run(request_on(roads))
    assert solved.on_graph.roads is roads
    assert (solved.algorithm, solved.backend) == ("dijkstra", "cpu")
    assert [start.told for start in solved.starts] == [(0.0, 0.0, 0.0)]
    assert solved.device
    assert solved.solve_ms > 0
    assert solved.times.reached == 5


def test_one_solving_serves_other_starts_metrics_and_directions() -> None:
    solving, roads = Solving(), opened()
    there = solving.run(request_on(roads)).times
    back = solving.run(request_on(roads.turned("to"))).times
    assert there.labels[4] < back.labels[4]  # 1 to 4 is one-way
    on_foot = solving.run(request_on(roads.driven(RoadCosts.of_profile("foot")))).times
    assert on_foot.labels[4] > there.labels[4]
    assert solving.run(on_roads(roads, 4)).times.labels[4] == 0


def test_a_solver_is_made_once_for_many_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Counted(Dijkstra):
        def __init__(self, graph: RoadGraph, weights: Weights, **options: Any) -> None:
            made.append(graph)
            super().__init__(graph, weights, **options)

    monkeypatch.setattr("road.solvers.dijkstra.Dijkstra", Counted)
    solving, roads = Solving(), opened()
    for vertex in range(3):
        solving.run(on_roads(roads, vertex))
    assert made.count(roads.graph) == 1
    solving.run(request_on(roads.driven(RoadCosts.of_profile("foot"))))
    assert made.count(roads.graph) == 2


def test_a_limit_is_kept_and_the_trace_is_told() -> None:
    ring = Ring()
    times = Solving().run(request_on(opened(), limit_seconds=15.0), ring).times
    assert 0 < times.max_seconds <= 15.0
    events = ring.drain()
    assert isinstance(events[0], SolveStarted)
    assert isinstance(events[-1], SolveFinished)
    assert any(isinstance(event, Iteration) for event in events)


def test_a_parameter_of_another_algorithm_is_refused() -> None:
    with pytest.raises(ParameterError, match="no parameter delta_seconds"):
        Solving().run(request_on(opened(), parameters=(("delta_seconds", 1.0),)))


def test_all_solvers_agree_to_the_bit_with_turns_and_without() -> None:
    runners = [Runner(row.id, "cpu") for row in rows_of(ROADS) if row.cpu]
    for profile in ("car", "foot"):
        found = compare(request_on(opened(profile)), runners, 1)
        assert [m.runner for m in found] == runners
        assert all(m.equal for m in found)
        assert {m.cells for m in found} == {10}


# -- the solver's thread


def test_terrain_and_roads_are_solved_in_turn(solver: SolverThread) -> None:
    grid = grid_from_kmh(np.full((5, 5), 36))
    for request, kind in (
        (request_on(opened()), RoadSolved),
        (on_cells(grid, 0), object),
        (request_on(opened("foot")), RoadSolved),
    ):
        generation = solver.submit(request)
        until(lambda: not solver.busy)
        (outcome,) = solver.poll()
        assert isinstance(outcome, SolveDone)
        assert outcome.request.generation == generation
        assert isinstance(outcome.solved, kind)
        assert not outcome.solved.times.partial


def test_the_latest_request_wins(solver: SolverThread, long_way: OpenRoads) -> None:
    solver.submit(request_on(long_way, algorithm="bellman-ford"))
    until(lambda: any(isinstance(event, Iteration) for event in solver.trace.drain()))
    last = solver.submit(request_on(opened()))
    until(lambda: not solver.busy)
    *stopped, done = solver.poll()
    assert all(isinstance(o, SolveDone) and o.solved.times.partial for o in stopped)
    assert isinstance(done, SolveDone)
    assert done.request.generation == last
    assert not done.solved.times.partial


def test_a_cancelled_solve_is_partial(solver: SolverThread, long_way: OpenRoads) -> None:
    solver.submit(request_on(long_way, algorithm="bellman-ford"))
    until(lambda: any(isinstance(event, Iteration) for event in solver.trace.drain()))
    solver.cancel()
    until(lambda: not solver.busy)
    (outcome,) = solver.poll()
    assert isinstance(outcome, SolveDone)
    assert outcome.solved.times.partial


def test_a_failure_is_an_outcome(solver: SolverThread) -> None:
    solver.submit(request_on(opened(), algorithm="quantum"))
    until(lambda: not solver.busy)
    (outcome,) = solver.poll()
    assert isinstance(outcome, SolveFailed)
    assert "no algorithm 'quantum'" in outcome.error.one_line()


# -- where the GPU fails


class Working(Dijkstra):
    """A device solver without a fault, on the CPU in truth."""

    def __init__(
        self, graph: RoadGraph, weights: Weights, *, device: int = 0, **options: Any
    ) -> None:
        super().__init__(graph, weights, **options)


class Full(Working):
    """Finds no memory when it is made."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        raise DeviceMemoryError("the graph needs 9.0 GiB, 7.5 GiB may be used", where="GPU 0")


class Broken(Working):
    """Fails while it solves."""

    def solve(self, *_: Any, **__: Any) -> Any:
        raise DeviceError("the kernels do not compile here", where="GPU 0", advice="Update it.")


def use(monkeypatch: pytest.MonkeyPatch, solver: type[Working]) -> None:
    use_gpus(monkeypatch, TWO_GPUS[0])
    row = replace(find("dijkstra", ROADS), gpu=f"{__name__}:{solver.__name__}")
    use_rows(monkeypatch, row)


def test_a_gpu_that_answers_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Working)
    solved = Solving().run(request_on(opened()))
    assert (solved.backend, solved.notes) == ("gpu", ())


@pytest.mark.parametrize(("solver", "said"), [(Full, "Too little memory"), (Broken, "GPU failed")])
def test_where_it_fails_the_cpu_solves_and_the_result_says_so(
    monkeypatch: pytest.MonkeyPatch, solver: type[Working], said: str
) -> None:
    use(monkeypatch, solver)
    solving = Solving()
    for _ in range(2):
        solved = solving.run(request_on(opened()))
        assert solved.backend == "cpu"
        assert solved.times.reached == 5
        assert any(said in note and "on the CPU" in note for note in solved.notes)


def test_a_gpu_that_was_asked_for_by_name_fails_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Broken)
    with pytest.raises(DeviceError, match="do not compile"):
        Solving().run(request_on(opened(), backend="gpu"))
