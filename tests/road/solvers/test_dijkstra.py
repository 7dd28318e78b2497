"""Dijkstra on roads: stepped by hand, any costs and delays, ticks that run out."""

from __future__ import annotations

import numpy as np
import pytest

from core.cancel import Cancel
from core.errors import InputError, ParameterError
from core.solver import Start
from core.times import UNREACHED
from core.trace import Event, Iteration, Trace
from road.costs.metric import Weights
from road.graph import U32
from road.results.validation import validate
from road.search.search_graph import SearchGraph
from road.search.starts import ArcPoint, RoadStart, seeds_of
from road.solvers.dijkstra import Dijkstra, DijkstraSearch
from tests.road.drawn import chain, grid_city, random_town, ring
from tests.road.searches import by_scipy, random_weights


def costs_of(*values: int) -> U32:
    return np.array(values, np.uint32)


def test_stepped_by_hand_it_settles_from_near_to_far() -> None:
    roads = random_town(200, 1)
    search = SearchGraph.of(roads, random_weights(roads, 1))
    steps = DijkstraSearch(search, seeds_of(search, (Start(0),), UNREACHED - 1), UNREACHED - 1)
    final = Dijkstra(roads, random_weights(roads, 1)).solve((Start(0),)).labels
    while not steps.finished:
        assert steps.step(7) <= 7
        below = final < steps.settled_below
        np.testing.assert_array_equal(steps.labels[below], final[below])
        assert (steps.labels >= final).all()
        assert steps.reached == np.count_nonzero(steps.labels < UNREACHED)
    np.testing.assert_array_equal(steps.labels, final)


@pytest.mark.parametrize("later", [0.001, 50.0, 100_000.0])
def test_delays_may_lie_far_apart(later: float) -> None:
    roads = chain(300)
    weights = Weights(np.full(roads.arc_count, 10, np.uint32), tick_seconds=0.001, unit="ms")
    found = Dijkstra(roads, weights).solve((Start(0), Start(299, later)))
    np.testing.assert_array_equal(
        found.labels, by_scipy(roads, weights, {0: 0, 299: round(later * 1000)})
    )


def test_one_arc_may_cost_a_million_times_another() -> None:
    roads = random_town(60, 2)
    costs = np.random.default_rng(2).choice(costs_of(1, 2, 3, 10**8), roads.arc_count)
    weights = Weights(costs, tick_seconds=0.001, unit="ms")
    found = Dijkstra(roads, weights).solve((Start(0),))
    np.testing.assert_array_equal(found.labels, by_scipy(roads, weights, {0: 0}))


def test_arcs_may_cost_nothing() -> None:
    roads = grid_city()
    weights = Weights(np.zeros(roads.arc_count, np.uint32), unit="units")
    found = Dijkstra(roads, weights).solve((Start(0),))
    assert (found.reached, found.max_ticks) == (roads.vertices, 0)
    assert validate(found).passed


def test_paths_too_long_for_ticks_get_coarser_ones() -> None:
    roads = ring(12)
    on_the_way = np.where(roads.head == (roads.tail + 1) % 12, 10**8, UNREACHED)
    weights = Weights(on_the_way.astype(np.uint32), tick_seconds=0.001, unit="ms")
    found = Dijkstra(roads, weights).solve((Start(0),))
    assert found.tick_seconds == 0.002
    np.testing.assert_allclose(found.seconds(), np.arange(12) * 1e5)
    near = Dijkstra(roads, weights).solve((Start(0),), limit=2.5e5)
    assert (near.tick_seconds, near.reached) == (0.001, 3)


def test_paths_too_long_for_other_costs_are_an_error_in_words() -> None:
    roads = ring(12)
    weights = Weights(np.full(roads.arc_count, 3 * 10**8, np.uint32), unit="0.1 m")
    with pytest.raises(InputError, match=r"1073741824 0.1 m or more. Set a limit"):
        Dijkstra(roads, weights).solve((Start(0),))
    assert Dijkstra(roads, weights).solve((Start(0),), limit=7e8).reached == 5


def test_costs_that_are_no_times_are_limited_in_their_own_unit() -> None:
    roads = chain(50)
    weights = Weights(np.full(roads.arc_count, 7, np.uint32), unit="m")
    found = Dijkstra(roads, weights).solve((Start(0),), limit=21.5)
    assert (found.reached, found.max_seconds, found.tick_seconds) == (4, 21.0, 0.0)


@pytest.mark.parametrize("source", [Start(10**6), RoadStart((ArcPoint(10**6, 0.5),))])
def test_a_start_that_is_not_there_is_an_error_in_words(source: Start | RoadStart) -> None:
    roads = ring()
    with pytest.raises(ParameterError, match="1000000; the graph has"):
        Dijkstra(roads, random_weights(roads)).solve((source,))


def test_a_start_on_a_closed_arc_reaches_nothing() -> None:
    roads = ring()
    weights = Weights(np.full(roads.arc_count, UNREACHED, np.uint32), tick_seconds=0.001)
    assert Dijkstra(roads, weights).solve((RoadStart((ArcPoint(0, 0.5),)),)).reached == 0


class StopAtOnce(Trace):
    """Cancels when the first iteration is told."""

    def __init__(self) -> None:
        self.cancel = Cancel()

    def emit(self, event: Event) -> None:
        if isinstance(event, Iteration):
            self.cancel.set()


def test_a_cancelled_search_holds_upper_bounds() -> None:
    roads = chain(250_000)
    weights = Weights(np.full(roads.arc_count, 3, np.uint32), tick_seconds=0.001, unit="ms")
    stop = StopAtOnce()
    solver = Dijkstra(roads, weights)
    found = solver.solve((Start(0),), trace=stop, cancel=stop.cancel)
    assert found.partial
    assert 90_000 < found.reached < 110_000
    reached = np.flatnonzero(found.labels < UNREACHED)
    np.testing.assert_array_equal(found.labels[reached], 3 * reached)
    assert solver.solve((Start(0),)).max_ticks == 3 * (roads.vertices - 1)
