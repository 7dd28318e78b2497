"""The sweep of one to all where labels lie in its order, on the processor: by runs of states."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from core.errors import DeviceMemoryError
from core.solver import Start
from core.times import UNREACHED
from core.trace import Ring
from gpu.roads import label_order, state_places, travel_times
from gpu.roads.crp.query import gates, queries, runs, sweep, sweep_runs, upward
from gpu.roads.crp.query.gates import gates_of_runs, marked_cells
from gpu.roads.crp.query.isochrone import Crp
from gpu.roads.crp.query.runs import CELL, RUN, RunRoom, levels_in_runs, runs_of
from gpu.roads.crp.query.sweep_runs import unswept
from road.costs.metric import Weights
from road.crp.device_layout.order import ordered
from road.crp.device_layout.places import label_places
from road.crp.overlay.overlay import Overlay, OverlayLevel, overlay_of
from road.crp.overlay.rooted import rooted
from road.graph import RoadGraph
from road.search.search_graph import SearchGraph
from road.solvers.dijkstra import Dijkstra
from tests.emulation import fake_cupy
from tests.gpu.roads.crp.prices import UploadingCustomizer
from tests.road.crp.nests import halved, random_nest
from tests.road.drawn import graph_of, private_town
from tests.road.searches import CancelLater, random_weights

SIZES = (4, 12, 40)


@pytest.fixture
def town() -> RoadGraph:
    return private_town(120, 4, restrictions=25)


@pytest.fixture(autouse=True)
def ready(device: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "customizer_of", UploadingCustomizer)
    for module in (sweep, upward):
        monkeypatch.setattr(module, "THREADS", 64)


def in_order(solver: Crp) -> sweep_runs.RunSweep:
    found = solver.queries.sweeps._in_order
    assert found is not None
    return found


@pytest.mark.parametrize("enough", [0, 1 << 17])  # one thread for a state, or up to a warp
@pytest.mark.parametrize("double", [0, 1 << 30])
@pytest.mark.parametrize("room", [runs.ROOMS[0], RunRoom(entries=24, costs=60), RunRoom(1, 1)])
def test_the_bits_of_dijkstra(
    room: RunRoom, double: int, enough: int, town: RoadGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "BUNDLED_FROM", 0)  # without a limit, threads may have two states
    monkeypatch.setattr(sweep, "FEW_CELLS", 0)  # all levels, whatever there is room for
    monkeypatch.setattr(sweep_runs, "WARPS_AT_WORK", 1)  # each has several runs within a limit
    monkeypatch.setattr(runs, "ROOMS", (room,))
    monkeypatch.setattr(runs, "DOUBLE_FROM", double)
    monkeypatch.setattr(runs, "ENOUGH_LANES", enough)
    monkeypatch.setattr(runs, "COSTS_A_LANE", 8 if enough else 32)
    weights = random_weights(town, 4, turns=True)
    solver = Crp(town, weights, partition=halved(town, SIZES))
    found = in_order(solver).levels
    assert sorted(found) == [0, 1, 2]
    assert {level.each for level in found.values()} == {1 if double or enough else 2}
    assert all((level.width > 1) == bool(enough) for level in found.values())
    everything = Dijkstra(town, weights)
    for seed, at in enumerate(((0, 1, 50), (77,), (51,), (3,))):
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        starts = tuple(Start(vertex) for vertex in at)
        expected = everything.solve(starts)
        times = solver.solve(starts)  # the labels of the one before are still there
        np.testing.assert_array_equal(times.state_labels, expected.state_labels)
        assert (times.reached, times.max_ticks) == (expected.reached, expected.max_ticks)
        limit = expected.max_seconds / 3
        cut = everything.solve(starts, limit=limit).state_labels
        np.testing.assert_array_equal(solver.solve(starts, limit=limit).state_labels, cut)


@pytest.mark.parametrize(("share", "gates_a_run"), [(3, 1), (1, 4), (3, 4)])
def test_within_a_limit_runs_have_something_to_do_where_dijkstra_has(
    share: int, gates_a_run: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    roads = private_town(400, 6, restrictions=60)
    weights = random_weights(roads, 6, turns=True)
    monkeypatch.setattr(sweep, "FEW_CELLS", 0)
    monkeypatch.setattr(sweep_runs, "WARPS_AT_WORK", 1)
    monkeypatch.setattr(sweep_runs, "MOST_RUNS_A_WARP", min(share, 32 // gates_a_run))
    for module in (gates, sweep_runs):
        monkeypatch.setattr(module, "GATES_A_RUN", gates_a_run)
    solver = Crp(roads, weights, partition=random_nest(400, (120, 90, 80, 6, 5)))
    assert len(in_order(solver).levels) == 5
    for vertex in (3, 200, 371):
        everything = Dijkstra(roads, weights).solve((Start(vertex),))
        for part in (1.2, 3, 9):
            limit = everything.max_seconds / part
            cut = Dijkstra(roads, weights).solve((Start(vertex),), limit=limit).state_labels
            found = solver.solve((Start(vertex),), limit=limit).state_labels
            np.testing.assert_array_equal(found, cut)


@pytest.mark.parametrize("gates_a_run", [1, 2, 4, 8])
def test_runs_wait_for_all_that_their_cells_wait_for(
    gates_a_run: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gates, "GATES_A_RUN", gates_a_run)
    roads = private_town(400, 6)
    search = SearchGraph.of(roads, random_weights(roads, 1, turns=True))
    nest = rooted(random_nest(400, (120, 90, 80, 6, 5)), roads.vertices)
    overlay = ordered(overlay_of(search, nest))
    told = marked_cells(overlay, 0)
    wider = {0: 0}  # of each mark, the one for which its cell waits
    for number, gate in told.gate.items():
        wider |= dict(enumerate(gate.tolist(), int(told.first[number])))
    farther = 0
    for number, level in enumerate(overlay.levels[:-1]):
        for states in (4, 16, 64):
            found = gates_of_runs(overlay, told, number, states)
            assert found.shape == (-(-len(level.inner) // states), gates_a_run)
            nearest = []
            for v in range(len(level.inner)):
                cell = int(np.searchsorted(level.first_inner, v, "right")) - 1
                mark = int(told.gate[number][cell])
                nearest.append(mark in found[v // states])
                while mark not in found[v // states]:
                    assert mark, "not even the root's"
                    mark = wider[mark]
            farther += not all(nearest)
            if gates_a_run == 8 and states == 4:
                assert all(nearest)
    assert farther or gates_a_run == 8


def test_a_room_holds_its_costs_wherever_a_piece_of_them_begins() -> None:
    for entries in (1, 3, 4, 255):
        for costs in range(1, 20):
            room = RunRoom(entries, costs)
            assert room.words - room.cost_words >= entries
            for before in range(4):  # costs of the first piece that are another run's
                assert -(-(before + costs) // 4) * 4 <= room.cost_words
            assert room.words % 4 == room.cost_words % 4 == 0


def test_levels_have_room_for_most_of_their_runs(
    town: RoadGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, level = lowest_of(town)
    rooms = RunRoom(20, 40), RunRoom(90, 200), RunRoom(255, 1000)
    monkeypatch.setattr(runs, "ROOMS", rooms)
    monkeypatch.setattr(runs, "MOST_WITHOUT", 0.0)
    monkeypatch.setattr(runs, "ENOUGH_LANES", 0)
    overlay, _ = lowest_of(town)
    chosen = levels_in_runs(overlay, {0}, set())[0]
    told = runs_of(level, chosen.states, chosen.room)[0].view(RUN)
    most = int(told["entries"].max()), int(told["costs"].max())
    fits = [most[0] <= room.entries and most[1] <= room.costs for room in rooms]
    assert chosen.room == rooms[fits.index(True)] != rooms[0]
    monkeypatch.setattr(runs, "MOST_WITHOUT", 1.0)
    assert levels_in_runs(overlay, {0}, set())[0].room == rooms[0]


def test_large_cells_among_few_have_blocks(
    town: RoadGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = random_weights(town, 4, turns=True)
    levels = Crp(town, weights, partition=halved(town, SIZES)).overlay.levels[:-1]
    least = min(int(np.diff(level.first_entry).max()) for level in levels)
    monkeypatch.setattr(runs, "ROOMS", (RunRoom(entries=least, costs=576),))
    solver = Crp(town, weights, partition=halved(town, SIZES))
    assert 0 < len(in_order(solver).levels) < 3
    for vertex in (5, 60):
        expected = Dijkstra(town, weights).solve((Start(vertex),)).state_labels
        np.testing.assert_array_equal(solver.solve((Start(vertex),)).state_labels, expected)


def test_places_that_nothing_leads_to_are_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two towns without a road between them: no cell of the highest level is entered.
    left = private_town(60, 4)
    ends = np.column_stack((left.tail, left.head)).tolist()
    both = [*ends, *[(a + left.vertices, b + left.vertices) for a, b in ends]]
    where = np.mgrid[: 2 * left.vertices, :1].reshape(2, -1).T
    roads = graph_of(where, both)
    weights = random_weights(roads, 4, turns=True)
    monkeypatch.setattr(sweep_runs, "LABELS_A_BLOCK", 7)
    solver = Crp(roads, weights, partition=halved(roads, (8, left.vertices)))
    lent = solver.queries.labels.lend

    def dirty(*, cleared: bool) -> fake_cupy.Array:
        labels = lent(cleared=cleared)
        if not cleared:
            labels[...] = 7
        return labels

    monkeypatch.setattr(solver.queries.labels, "lend", dirty)
    for vertex in (3, left.vertices + 3):
        starts = (Start(vertex),)
        for limit in (math.inf, 60.0, 0.0):
            expected = Dijkstra(roads, weights).solve(starts, limit=limit).state_labels
            found = solver.solve(starts, limit=limit).state_labels
            np.testing.assert_array_equal(found, expected)
            assert (expected == UNREACHED).any()


def lowest_of(town: RoadGraph) -> tuple[Overlay, OverlayLevel]:
    search = SearchGraph.of(town, random_weights(town, 1, turns=True))
    overlay = ordered(overlay_of(search, rooted(halved(town, SIZES), town.vertices)))
    return overlay, overlay.levels[0]


@pytest.mark.parametrize(
    ("states", "room"),
    [
        (8, RunRoom(255, 65_536)),
        (32, RunRoom(255, 65_536)),
        (8, RunRoom(30, 80)),
        (32, RunRoom(60, 300)),
    ],
)
def test_runs_tell_where_all_of_it_lies(states: int, room: RunRoom, town: RoadGraph) -> None:
    _, level = lowest_of(town)
    words, state, cells = runs_of(level, states, room)
    told, large = words.view(RUN), cells.view(CELL)
    seen = {True: 0, False: 0}
    for v in range(len(level.inner)):
        cell = int(np.searchsorted(level.first_inner, v, "right")) - 1
        entries = int(level.first_entry[cell + 1] - level.first_entry[cell])
        row = int(level.first_down[cell]) + (v - int(level.first_inner[cell])) * entries
        run, word = told[v // states], int(state[v])
        fits = bool(run["entries"] <= room.entries and run["costs"] <= room.costs)
        seen[fits] += 1
        if fits:
            assert int(run["entry"]) + (word & 0xFF) == level.first_entry[cell]
            assert word >> 8 & 0xFF == entries
            assert int(run["down"]) + (word >> 16) == row
            assert (word & 0xFF) + entries <= run["entries"]
            assert (word >> 16) + entries <= run["costs"]
        else:
            own = large[word]
            assert (own["entry"], own["entries"]) == (level.first_entry[cell], entries)
            assert own["down"] + (v - own["inner"]) * entries == row
    assert seen[True]
    assert (seen[False] > 0) == (room.entries < 255)


def test_what_no_level_writes(town: RoadGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    overlay, _ = lowest_of(town)
    places = label_places(overlay)
    swept = {0, 1, 2}
    assert unswept(overlay, places, swept) == [(places.first[-1], overlay.states)]
    without = unswept(overlay, places, swept - {1})
    assert without[0] == (places.first[1], places.first[0])
    monkeypatch.setattr(sweep_runs, "LABELS_A_BLOCK", 10)
    pieces = unswept(overlay, places, swept - {1})
    assert [k for piece in pieces for k in range(*piece)] == [k for e in without for k in range(*e)]
    assert max(end - begin for begin, end in pieces) == 10
    assert sorted(levels_in_runs(overlay, swept, {0})) == [0, 1, 2]


@pytest.mark.parametrize("traced", [False, True])
def test_a_cancelled_solve_tells_nothing_that_another_left(town: RoadGraph, traced: bool) -> None:
    weights = random_weights(town, 4, turns=True)
    solver = Crp(town, weights, partition=halved(town, SIZES))
    expected = Dijkstra(town, weights).solve((Start(5),)).state_labels
    partial = 0
    for looks in range(9):
        solver.solve((Start(70),))  # its labels are lent again
        sink: Any = {"trace": Ring()} if traced else {}
        times = solver.solve((Start(5),), cancel=CancelLater(looks), **sink)
        partial += times.partial
        assert (times.state_labels >= expected).all()
        assert times.labels[5] == 0
        del times
    assert 0 < partial < 9


@pytest.mark.parametrize("few_cells", [0, 1024])
def test_ways_too_long_for_the_tick(few_cells: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "FEW_CELLS", few_cells)
    roads = graph_of(np.mgrid[:400, :1].reshape(2, -1).T, [(k, k + 1) for k in range(399)])
    costs = np.full(roads.arc_count, UNREACHED // 206, np.uint32)
    weights = Weights(costs, tick_seconds=0.001, unit="ms")
    solver = Crp(roads, weights, partition=halved(roads, (16, 64, 128)), edge_based=True)
    times = solver.solve((Start(0),))
    expected = Dijkstra(roads, weights).solve((Start(0),))  # by vertices
    assert times.search.edge_based
    assert times.tick_seconds == expected.tick_seconds > 0.001
    np.testing.assert_array_equal(times.labels, expected.labels)


def test_where_memory_is_short_the_host_brings_labels_into_order(
    town: RoadGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = random_weights(town, 4, turns=True)
    solver = Crp(town, weights, partition=halved(town, SIZES))
    times = solver.solve((Start(5),))

    def refuse(*_: object) -> None:
        raise DeviceMemoryError("full", where="GPU 0", advice="")

    for module in (travel_times, label_order, state_places):
        monkeypatch.setattr(module, "require", refuse)
    expected = Dijkstra(town, weights).solve((Start(5),))
    assert (times.reached, times.max_ticks) == (expected.reached, expected.max_ticks)
    np.testing.assert_array_equal(times.state_labels, expected.state_labels)
    with pytest.raises(DeviceMemoryError):
        times.in_order()
