"""Contraction keeps the distances of every overlay, whatever the graph."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.cancel import Cancel
from core.errors import CancelledError
from core.parallel.threads import Threads
from core.times import UNREACHED
from road.ch import selection
from road.ch.contraction import _shortcuts, contract
from road.ch.hierarchy import ORIGINAL
from road.ch.remnant import Remnant, uncontracted, without
from road.ch.selection import keys_of
from road.ch.settings import ContractionSettings
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.search.search_graph import Direction, SearchGraph
from tests.road.ch.overlays import arrays_of, check_middles, check_preserved, check_shape
from tests.road.drawn import DRAWN, graph_of, random_town
from tests.road.searches import random_weights

FRACTIONS_AND_CORES = [(0.3, 1), (1.0, 1), (0.3, 8), (0.05, 20), (1.0, 4000)]


def weights_of(graph: RoadGraph, costs: object) -> Weights:
    return Weights(np.broadcast_to(np.asarray(costs, np.uint32), graph.arc_count).copy())


def zeros_among(graph: RoadGraph, seed: int) -> Weights:
    """Costs of 0 to 3, a few arcs closed: ties, and circles that cost nothing."""
    random = np.random.default_rng(seed)
    costs = random.integers(0, 4, graph.arc_count).astype(np.uint32)
    costs[random.random(graph.arc_count) < 0.1] = UNREACHED
    return Weights(costs)


def checked(search: SearchGraph, fraction: float = 0.3, core: int = 1) -> None:
    done = contract(search, ContractionSettings(fraction, core))
    check_shape(done.hierarchy, search)
    check_middles(done.hierarchy, search)
    check_preserved(done.hierarchy, search)


@pytest.mark.parametrize(("fraction", "core"), FRACTIONS_AND_CORES)
@pytest.mark.parametrize("name", [name for name in DRAWN if name != "chain"])
def test_distances_are_preserved(name: str, fraction: float, core: int) -> None:
    graph = DRAWN[name]()
    checked(SearchGraph.of(graph, random_weights(graph, 3)), fraction, core)


@pytest.mark.parametrize("seed", range(6))
def test_distances_with_ties_and_steps_that_cost_nothing(seed: int) -> None:
    graph = random_town(50, seed)
    checked(SearchGraph.of(graph, zeros_among(graph, seed)), core=1 + 5 * (seed % 3))


@pytest.mark.parametrize("direction", ["from", "to"])
def test_distances_where_states_are_arcs(direction: Direction) -> None:
    graph = random_town(25, 2)
    weights = random_weights(graph, 2, turns=True)
    search = SearchGraph.of(graph, weights, direction)
    assert search.edge_based
    checked(search, core=10)


def test_of_two_ways_that_cost_the_same_one_stays() -> None:
    """Figure 2a of the paper: both w and x are contracted at once, each a way as good as the other.

       w
     ╱   ╲
    u     v      u and v have many other neighbours, and stay
     ╲   ╱
       x
    """
    places = [(0.0, 0.0), (2.0, 0.0), (1.0, 1.0), (1.0, -1.0)]
    places += [(-1.0, float(k)) for k in range(8)] + [(3.0, float(k)) for k in range(8)]
    streets = [(0, 2), (2, 1), (0, 3), (3, 1)]
    streets += [(0, 4 + k) for k in range(8)] + [(1, 12 + k) for k in range(8)]
    graph = graph_of(places, streets)
    search = SearchGraph.of(graph, weights_of(graph, 5))
    done = contract(search, ContractionSettings(1.0, 3))
    assert sorted(done.hierarchy.state_at[: done.hierarchy.core_size].tolist()) == [0, 1]
    assert done.report.iterations[0].selected == 18
    check_preserved(done.hierarchy, search)


def test_a_way_that_costs_the_same_is_a_witness_if_it_stays() -> None:
    """The square u, w, v, x of the figure, with steps of 5: beside w a way leads over x."""
    graph = graph_of([(0, 0), (2, 0), (1, 1), (1, -1)], [(0, 2), (2, 1), (0, 3), (3, 1)])
    search = SearchGraph.of(graph, weights_of(graph, 5))
    with Threads() as threads:
        remnant = uncontracted(search, threads)
        for contracted, shortcuts, witnesses in (([2], 0, [0, 2]), ([2, 3], 4, [0, 0])):
            gone = np.zeros(4, np.uint8)
            gone[contracted] = 1
            loose, counts = _shortcuts(remnant, gone, np.array(contracted, np.uint32), threads)
            assert (len(loose.tail), counts.tolist()) == (shortcuts, witnesses)


@pytest.mark.parametrize(("hops", "shortcuts"), [(2, 2), (3, 0)])
def test_a_witness_may_have_three_steps(
    hops: int, shortcuts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Round w of the street u, w, v three steps of 3 lead, which costs less than two of 5."""
    monkeypatch.setattr("road.ch.contraction.HOPS", hops)
    streets = [(0, 1), (1, 2), (0, 3), (3, 4), (4, 2)]
    graph = graph_of([(0, 0), (1, 1), (2, 0), (0, -1), (2, -1)], streets)
    around = (graph.tail != 1) & (graph.head != 1)
    search = SearchGraph.of(graph, weights_of(graph, np.where(around, 3, 5)))
    with Threads() as threads:
        remnant = uncontracted(search, threads)
        gone = np.array([0, 1, 0, 0, 0], np.uint8)
        loose, counts = _shortcuts(remnant, gone, np.array([1], np.uint32), threads)
    assert (len(loose.tail), counts.tolist()) == (shortcuts, [0, 2 - shortcuts])


def test_steps_that_others_undercut_leave_and_states_beside_nothing_new_are_not_searched() -> None:
    """A row of squares; over the street at the end of it a way of two streets is shorter."""
    places = [(float(k // 2), float(k % 2)) for k in range(12)]
    streets = [(k, k + 2) for k in range(10)] + [(k, k + 1) for k in range(0, 12, 2)] + [(0, 3)]
    graph = graph_of(places, streets)
    ends = np.sort(np.stack((graph.tail, graph.head)), axis=0)
    dear = (ends[0] == 0) & (ends[1] == 3)
    search = SearchGraph.of(graph, weights_of(graph, np.where(dear, 90, 4)))
    with Threads() as threads:
        remnant = uncontracted(search, threads)
        assert remnant.stale.all()
        keys_of(remnant, 1, threads)
        assert not remnant.stale.any()
        ways = {(0, 3), (3, 0)}
        for rows in remnant[:2]:
            here = np.repeat(np.arange(12), rows.end - rows.first)
            steps = np.concatenate(
                [np.arange(*ends) for ends in zip(rows.first, rows.end, strict=True)]
            )
            assert not ways & set(zip(here.tolist(), rows.other[steps].tolist(), strict=True))
        assert remnant.steps == graph.arc_count - 2
        gone = np.zeros(12, np.uint8)
        gone[11] = 1
        known = remnant.added.copy()
        loose, _ = _shortcuts(remnant, gone, np.array([11], np.uint32), threads)
        left = without(remnant, gone, loose, threads)
        assert np.flatnonzero(left.stale).tolist() == [9, 10]
        left.added[:9] = -7
        keys_of(left, 1, threads)
        assert (left.added[:9] == -7).all()
        assert (left.added[9:] != known[9:11]).any()


def test_of_parallel_steps_the_least_is_kept_and_loops_are_none() -> None:
    graph = DRAWN["parallels and loops"]()
    weights = random_weights(graph, 8)
    search = SearchGraph.of(graph, weights)
    done = contract(search, ContractionSettings(core=100))
    steps = done.hierarchy.core_steps
    assert done.report.levels == 1
    assert (steps.middle == ORIGINAL).all()
    tail, is_open = graph.tail, weights.arc_costs < UNREACHED
    ends = {(int(u), int(v)) for u, v in zip(tail[is_open], graph.head[is_open], strict=True)}
    assert len(steps.other) == len([1 for u, v in ends if u != v]) == done.report.steps
    check_preserved(done.hierarchy, search)


def test_sums_too_long_to_count_are_no_steps() -> None:
    graph = DRAWN["ring"]()
    search = SearchGraph.of(graph, weights_of(graph, UNREACHED // 2))
    checked(search)
    checked(SearchGraph.of(graph, weights_of(graph, UNREACHED - 1)))


def test_a_graph_of_which_all_is_closed_has_places_alone() -> None:
    graph = DRAWN["ring"]()
    checked(SearchGraph.of(graph, weights_of(graph, UNREACHED)))


def test_the_order_does_not_depend_on_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = random_town(200, 9)
    search = SearchGraph.of(graph, random_weights(graph, 9))
    one = arrays_of(contract(search, ContractionSettings(core=10)).hierarchy)
    monkeypatch.setattr("core.parallel.threads.WORTH_SHARING", 0)
    monkeypatch.setattr("road.ch.selection.WORTH_SHARING", 0)
    for first, second in zip(
        one, arrays_of(contract(search, ContractionSettings(core=10)).hierarchy), strict=True
    ):
        np.testing.assert_array_equal(first, second)


def test_the_selected_are_independent_and_among_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def chosen(remnant: Remnant, keys: Any, fraction: float, threads: Any) -> Any:
        marks, candidates = selection.chosen(remnant, keys, fraction, threads)
        taken = np.flatnonzero(marks)
        for s in taken:
            row = slice(int(remnant.forward.first[s]), int(remnant.forward.end[s]))
            assert not marks[remnant.forward.other[row]].any()
        assert (np.argsort(np.argsort(keys))[taken] < candidates).all()
        seen.append(len(taken))
        return marks, candidates

    monkeypatch.setattr("road.ch.contraction.chosen", chosen)
    graph = random_town(80, 4)
    done = contract(SearchGraph.of(graph, random_weights(graph, 4)), ContractionSettings(core=5))
    assert seen == [level.selected for level in done.report.iterations]
    assert min(seen) > 0


def test_a_contraction_tells_what_it_took() -> None:
    graph = random_town(80, 4)
    report = contract(
        SearchGraph.of(graph, random_weights(graph, 4)), ContractionSettings(core=9)
    ).report
    first, last = report.iterations[0], report.iterations[-1]
    assert (first.states, first.steps) == (report.states, report.steps) == (80, report.steps)
    assert last.states - last.selected == report.core_size < 9 <= last.states
    assert first.candidates == 24
    assert report.levels == len(report.iterations) + 1
    assert report.edge_growth == (report.up + report.down) / report.steps
    assert 0 < sum(level.ms for level in report.iterations) < report.total_ms
    assert sum(level.one_hop + level.two_hops + level.shortcuts for level in report.iterations) > 0


def test_a_contraction_reports_progress_and_is_cancelled() -> None:
    graph = random_town(80, 4)
    search = SearchGraph.of(graph, random_weights(graph, 4))
    cancel, told = Cancel(), []

    def progress(fraction: float, label: str) -> None:
        told.append((fraction, label))
        if len(told) == 3:
            cancel.set()

    with pytest.raises(CancelledError):
        contract(search, ContractionSettings(core=1), progress=progress, cancel=cancel)
    assert len(told) == 3
    assert [fraction for fraction, _ in told] == sorted(fraction for fraction, _ in told)


def test_restrictions_that_bind_are_kept_by_the_states() -> None:
    graph = DRAWN["grid city"]()
    weights = replace(random_weights(graph, 1, turns=True), turn_costs=np.zeros(4, np.uint32))
    search = SearchGraph.of(graph, weights)
    assert search.edge_based
    checked(search, core=30)
