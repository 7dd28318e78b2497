"""The sweep of one to all within a limit, on the processor: cells left out, and bundles."""

from __future__ import annotations

import numpy as np
import pytest

from core.solver import Start
from core.times import UNREACHED, limit_in_ticks
from core.trace import Iteration, Ring
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.roads.crp.query import bundles, queries, sweep, upward
from gpu.roads.crp.query.bundles import ROOM, BundleRoom, bundled
from gpu.roads.crp.query.gates import NO_MARKS, marked_cells
from gpu.roads.crp.query.isochrone import Crp
from road.costs.metric import Weights
from road.crp.device_layout.order import ordered
from road.crp.overlay.overlay import Overlay, overlay_of
from road.crp.overlay.rooted import rooted
from road.graph import RoadGraph
from road.search.search_graph import Direction, SearchGraph
from road.search.starts import RoadSources
from road.solvers.dijkstra import Dijkstra
from tests.emulation import fake_cupy
from tests.gpu.roads.crp.prices import UploadingCustomizer
from tests.road.crp.nests import Nest, halved, random_nest
from tests.road.drawn import graph_of, private_town
from tests.road.searches import random_weights


def overlay_for(roads: RoadGraph, partition: Nest, turns: bool) -> Overlay:
    search = SearchGraph.of(roads, random_weights(roads, 1, turns=turns))
    return ordered(overlay_of(search, rooted(partition, roads.vertices)))


pytestmark = pytest.mark.usefixtures("device")

SMALL = BundleRoom(places=128, entries=128, cells=40, costs=150, threads=64, levels=3)
"""Room for few cells, and not always for their costs."""

ROOMS = {
    "level by level": None,
    "two levels in bundles": SMALL._replace(levels=2),
    "three levels in bundles": SMALL._replace(places=256, entries=256),
    "as on large networks": ROOM,
}


WAYS = [(True, "level by level"), *[(False, room) for room in ROOMS]]
"""Turns, which make it a search by arcs, that has no bundles; and rooms of bundles."""


def prepare(monkeypatch: pytest.MonkeyPatch, room: BundleRoom | None, few_cells: int) -> None:
    """room : of bundles; None for none."""
    monkeypatch.setattr(queries, "customizer_of", UploadingCustomizer)
    if room is not None:
        monkeypatch.setattr(sweep, "BUNDLED_FROM", 0)
        monkeypatch.setattr(bundles, "ROOM", room)
    monkeypatch.setattr(sweep, "FEW_CELLS", few_cells)
    for module in (sweep, upward):
        monkeypatch.setattr(module, "THREADS", 64)


def assert_bits(
    solver: Crp, baseline: Dijkstra, starts: RoadSources, shares: tuple[float, ...]
) -> None:
    """Within these shares of the radius, as the kernels leave the labels."""
    everything = baseline.solve(starts)
    labels = everything.state_labels
    for share in shares:
        limit = everything.max_seconds * share
        cut = np.where(labels <= limit_in_ticks(limit, 0.001), labels, UNREACHED)
        times = solver.solve(starts, limit=limit)
        np.testing.assert_array_equal(times.in_order().get(), cut)
    np.testing.assert_array_equal(solver.solve(starts).in_order().get(), labels)


def partitions(vertices: int) -> dict[str, Nest]:
    roads = private_town(vertices, 4, restrictions=25)
    return {
        "halved": halved(roads, (4, 8, 20, 40)),
        "anywhere": random_nest(vertices, (30, 12, 5, 2)),
    }


@pytest.mark.parametrize("cells", ["halved", "anywhere"])
@pytest.mark.parametrize(("turns", "room"), WAYS)
@pytest.mark.parametrize("few_cells", [0, 1024])  # threads have states, or blocks have cells
def test_the_bits_of_dijkstra(
    few_cells: int, turns: bool, room: str, cells: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(monkeypatch, ROOMS[room], few_cells)
    roads = private_town(90, 4, restrictions=25)
    weights = random_weights(roads, 4, turns=turns)
    solver = Crp(roads, weights, partition=partitions(90)[cells])
    baseline = Dijkstra(roads, weights)
    monkeypatch.setattr(fake_cupy, "SEED", few_cells + len(room))
    assert_bits(solver, baseline, (Start(0), Start(1), Start(50, 3.0)), (0.7, 0.3, 0.05))
    assert_bits(solver, baseline, (Start(77),), (0.2,))


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
def test_short_trips_from_every_place(
    turns: bool, direction: Direction, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One query after another with the same marks; hardly any cell has anything to do.
    prepare(monkeypatch, SMALL, 0)
    roads = private_town(90, 7, restrictions=25)
    weights = random_weights(roads, 7, turns=turns)
    solver = Crp(roads, weights, partition=halved(roads, (4, 8, 20, 40)), direction=direction)
    baseline = Dijkstra(roads, weights, direction=direction)
    for vertex in range(0, 90, 9):
        assert_bits(solver, baseline, (Start(vertex),), (0.08,))


def test_a_short_trip_leaves_most_cells_out(monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(monkeypatch, SMALL._replace(levels=2), 0)
    roads = private_town(300, 7)
    weights = random_weights(roads, 7)  # by vertices, so that bundles have several cells
    solver = Crp(roads, weights, partition=halved(roads, (4, 8, 12, 40, 100)))
    radius = solver.solve((Start(5),)).max_seconds  # the first query, whose launches are others
    plan, gates = bundled(solver.overlay, bundles.ROOM), solver.queries.sweeps.gates
    assert plan is not None
    gate = marked_cells(solver.overlay, 1).gate[1]
    above = sum(level.cells for level in solver.overlay.levels[2:])
    found = []
    trips = [(5, 1.0), *((vertex, 0.1) for vertex in range(0, 300, 15))]
    for number, (vertex, share) in enumerate(trips, 2):
        solver.solve((Start(vertex),), limit=radius * share)
        words = solver.queries.upward._words.get()[: upward.QUERY.itemsize // 4]
        listed = int(words.view(upward.QUERY)[0]["listed"])
        marked = gates.marks.get() == number
        found.append((np.mean(marked[:above]), listed))
        waiting = np.add.reduceat(marked[gate], plan.ends["cell"][:-1]) > 0
        assert listed == np.count_nonzero(waiting)
    (all_marked, all_listed), (marked, listed) = found[0], np.mean(found[1:], axis=0)
    assert all_marked > 0.9
    assert 0 < marked < 0.3
    assert 0 < listed < all_listed / 3


def test_a_trace_tells_what_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(monkeypatch, SMALL._replace(levels=2), 1024)
    roads = private_town(90, 4)
    solver = Crp(roads, random_weights(roads, 4), partition=halved(roads, (4, 8, 20, 40)))
    inner = [len(level.inner) for level in solver.overlay.levels]
    radius = solver.solve((Start(5),)).max_seconds
    for limit, lowest in ((np.inf, inner[:2][::-1]), (radius, [inner[0] + inner[1]])):
        ring = Ring()
        times = solver.solve((Start(5),), limit=limit, trace=ring)
        told = [step for step in ring.drain() if isinstance(step, Iteration)]
        assert [step.kernel for step in told] == ["upward"] * 5 + ["sweep"] * (2 + len(lowest))
        assert [step.active for step in told[7:]] == lowest
        np.testing.assert_array_equal(times.labels, solver.solve((Start(5),), limit=limit).labels)


def test_the_lowest_levels_of_large_overlays_alone_go_in_bundles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    roads = private_town(90, 4)
    overlay = overlay_for(roads, halved(roads, (4, 8, 20, 40)), False)
    device = DeviceOverlay(overlay, 0)
    every = sweep.Sweeps(device).stages
    assert every[True] == every[False]
    cells = overlay.levels[0].cells // fake_cupy.MULTIPROCESSORS
    for least, in_bundles in ((cells, 3), (cells + 1, 0)):
        monkeypatch.setattr(sweep, "BUNDLED_FROM", least)
        made = sweep.Sweeps(device)
        stages, marks = made.stages, made.gates.first_mark.get() != NO_MARKS
        assert marks.tolist() == [False] * (in_bundles - 1) + [True] * (5 - max(in_bundles - 1, 0))
        assert stages[False] == every[False]
        above = [stage for stage in every[True] if stage.number >= in_bundles]
        assert list(stages[True][: len(above)]) == above
        assert [stage.number for stage in stages[True][len(above) :]] == [2] * bool(in_bundles)


@pytest.mark.parametrize(("turns", "room"), WAYS)
@pytest.mark.parametrize("few_cells", [0, 1024])
def test_the_memory_of_a_sweep_is_told(
    few_cells: int, turns: bool, room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(monkeypatch, ROOMS[room], few_cells)
    roads = private_town(90, 4)
    device = DeviceOverlay(overlay_for(roads, halved(roads, (4, 8, 20, 40)), turns), 0)
    for level in device.levels:
        assert (level.inner is None) == turns
        assert len(level.entering) == len(level.host.entering)  # is there from now on
    taken, own = [], fake_cupy.on_device

    def noted(memory: np.ndarray) -> fake_cupy.Array:
        taken.append(memory.nbytes)
        return own(memory)

    monkeypatch.setattr(fake_cupy, "on_device", noted)
    made = sweep.Sweeps(device)
    assert made.nbytes == sum(taken) > 0


def test_a_report_counts_the_memory_of_the_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "BUNDLED_FROM", 0)
    roads = private_town(40, 4)
    solver = Crp(roads, random_weights(roads, 4), partition=halved(roads, (4, 8, 20)))
    shared = solver.queries
    set_up = shared.on_device.nbytes + shared.customizer.nbytes
    assert solver.report.set_up_bytes == set_up + shared.sweeps.nbytes


def test_a_report_counts_the_order_of_labels_once_it_is_there() -> None:
    roads = private_town(40, 4)
    weights = random_weights(roads, 4, turns=True)
    solver = Crp(roads, weights, partition=halved(roads, (4, 8, 20)))
    shared, order = solver.queries, solver.queries.on_device.labels.order
    assert order is not None
    assert order.nbytes == 0
    assert len(solver.solve((Start(5),)).state_labels) == solver.overlay.states
    set_up = shared.on_device.nbytes + shared.customizer.nbytes + shared.sweeps.nbytes
    assert order.nbytes == 4 * solver.overlay.states
    assert solver.report.set_up_bytes == set_up + order.nbytes


@pytest.mark.parametrize(
    ("vertices", "cut", "edge_based", "few_cells"),
    [
        (400, True, False, 0),
        (400, False, False, 0),  # found out upward, in the root
        (240, True, False, 0),  # by the sweep alone, whose last cells are entered early enough
        (240, True, False, 1024),
        (240, True, True, 0),
    ],
)
def test_a_limit_to_which_the_first_tick_does_not_count(
    vertices: int, cut: bool, edge_based: bool, few_cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The first attempt has no limit, and the second, with a longer tick, has one.
    prepare(monkeypatch, ROOM, few_cells)
    ends = [(k, k + 1) for k in range(vertices - 1)]
    roads = graph_of(np.mgrid[:vertices, :1].reshape(2, -1).T, ends)
    costs = np.full(roads.arc_count, UNREACHED // 206, np.uint32)
    weights = Weights(costs, tick_seconds=0.001, unit="ms")
    partition = halved(roads, (16, 64, 128)) if cut else Nest(())
    solver = Crp(roads, weights, partition=partition, edge_based=edge_based)
    limit = UNREACHED * 0.0015
    times = solver.solve((Start(0),), limit=limit)
    expected = Dijkstra(roads, weights).solve((Start(0),), limit=limit)
    assert times.tick_seconds == expected.tick_seconds > 0.001
    np.testing.assert_array_equal(times.labels, expected.labels)
    assert min(vertices, 250) <= times.reached < 350


def test_cells_with_more_entries_than_a_block_has_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prepare(monkeypatch, None, 1024)
    monkeypatch.setattr(sweep, "THREADS", 32)
    roads = private_town(300, 4)
    weights = random_weights(roads, 4, turns=True)
    solver = Crp(roads, weights, partition=random_nest(300, (6, 3)))
    assert max(np.diff(level.first_entry).max() for level in solver.overlay.levels) > 4 * 32
    assert_bits(solver, Dijkstra(roads, weights), (Start(5), Start(200, 2.0)), (0.5, 0.2))


def test_bundles_hold_what_there_is_room_for() -> None:
    roads = private_town(300, 3)
    partition = halved(roads, (4, 8, 20, 40, 100))
    for turns in (False, True):
        overlay = overlay_for(roads, partition, turns)
        for room in (SMALL._replace(levels=2), SMALL, SMALL._replace(places=999, entries=999)):
            plan = bundled(overlay, room)
            assert plan is not None
            assert 2 <= plan.levels <= room.levels
            assert plan.count > 1
            ends = plan.ends
            top = overlay.levels[plan.levels - 1]
            assert (ends["cell"][0], ends["cell"][-1]) == (0, top.cells)
            names = ends.dtype.names or ()
            grown = {name: np.diff(ends[name].astype(np.int64), axis=0) for name in names}
            last = ends["layout"][:-1] + 2 * ends["cells"][:-1]  # the cell that ends the others
            entries, places = plan.layouts.view(np.uint16).reshape(-1, 2)[last + 1].T
            np.testing.assert_array_equal(places, grown["entry"] + grown["inner"].sum(axis=1))
            np.testing.assert_array_equal(plan.layouts[last], grown["down"].sum(axis=1))
            assert places.max() <= room.places
            assert entries.max() <= room.entries
            assert ends["cells"].max() <= room.cells
            assert ends["cells"].sum() == sum(m.cells for m in overlay.levels[: plan.levels])
            assert (grown["cell"][plan.layouts[last] > room.costs] == 1).all()
            assert plan.shared_places == (not turns)
        for room in (SMALL._replace(places=3), SMALL._replace(levels=1)):
            assert bundled(overlay, room) is None
    assert bundled(overlay_for(roads, Nest(()), False), SMALL) is None


def test_cells_wait_for_the_nearest_around_them_in_which_something_is_decided() -> None:
    roads = private_town(300, 3)
    overlay = overlay_for(roads, random_nest(300, (120, 90, 80, 6, 5)), True)
    for lowest in (0, 2):  # below are bundles
        marked = marked_cells(overlay, lowest)
        assert np.flatnonzero(marked.first == NO_MARKS).tolist() == list(range(lowest))
        assert marked.marks == sum(level.cells for level in overlay.levels[lowest:])
        assert sorted(marked.gate) == list(range(lowest, len(overlay.levels) - 1))
        passed_over = 0
        for number, gates in marked.gate.items():
            for cell, gate in enumerate(gates.tolist()):
                above, parent = number + 1, overlay.levels[number].parent[cell]
                while above < len(overlay.levels) - 1:
                    level = overlay.levels[above]
                    if level.first_inner[parent] < level.first_inner[parent + 1]:
                        break
                    parent, above, passed_over = level.parent[parent], above + 1, passed_over + 1
                assert gate == marked.first[above] + parent
        assert passed_over >= 2
