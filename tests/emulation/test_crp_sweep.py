"""Ways to sweep an overlay, with lowest levels in bundles and cells left out, on the processor."""

from __future__ import annotations

import numpy as np
import pytest

from core.solver import Start
from core.times import UNREACHED, limit_in_ticks
from core.trace import Iteration, Ring
from gpu.roads.crp.query import queries, sweep, upward
from gpu.roads.crp.query.bundles import BundleRoom, bundled, bundlings, marked_cells
from gpu.roads.crp.query.isochrone import Crp
from gpu.roads.crp.query.sweep import SweepWay
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
from tests.road.drawn import DRAWN, private_town
from tests.road.searches import random_weights


def overlay_for(roads: RoadGraph, partition: Nest, turns: bool) -> Overlay:
    search = SearchGraph.of(roads, random_weights(roads, 1, turns=turns))
    return ordered(overlay_of(search, rooted(partition, roads.vertices)))


pytestmark = pytest.mark.usefixtures("device")

SMALL = BundleRoom(places=128, entries=128, cells=40, costs=150, threads=64)
"""Room for few cells, and not always for their costs."""

WAYS = {
    "gates": SweepWay(gates=True),
    "bundles": SweepWay((SMALL,)),
    "gates, two levels in bundles": SweepWay((SMALL._replace(levels=2),), gates=True),
    "gates, all levels in bundles": SweepWay((BundleRoom(levels=4),), gates=True),
    "gates, one bundling above the other": SweepWay((SMALL._replace(levels=2), BundleRoom()), True),
    "each level by itself": SweepWay((SMALL._replace(levels=1),) * 3, gates=True),
}


def prepare(monkeypatch: pytest.MonkeyPatch, way: SweepWay, few_cells: int) -> None:
    monkeypatch.setattr(queries, "customizer_of", UploadingCustomizer)
    monkeypatch.setattr(sweep, "WAY", way)
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
        np.testing.assert_array_equal(times.device_labels.get()[: len(cut)], cut)
    np.testing.assert_array_equal(solver.solve(starts).device_labels.get()[: len(labels)], labels)


def partitions(vertices: int) -> dict[str, Nest]:
    roads = private_town(vertices, 4, restrictions=25)
    return {
        "halved": halved(roads, (4, 8, 20, 40)),
        "anywhere": random_nest(vertices, (30, 12, 5, 2)),
    }


@pytest.mark.parametrize("cells", ["halved", "anywhere"])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("few_cells", [0, 1024])  # threads have states, or blocks have cells
@pytest.mark.parametrize("turns", [False, True])
def test_every_way_gives_the_bits_of_dijkstra(
    turns: bool, few_cells: int, way: str, cells: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(monkeypatch, WAYS[way], few_cells)
    roads = private_town(90, 4, restrictions=25)
    weights = random_weights(roads, 4, turns=turns)
    solver = Crp(roads, weights, partition=partitions(90)[cells])
    baseline = Dijkstra(roads, weights)
    monkeypatch.setattr(fake_cupy, "SEED", few_cells + len(way))
    assert_bits(solver, baseline, (Start(0), Start(1), Start(50, 3.0)), (0.7, 0.3, 0.05))
    assert_bits(solver, baseline, (Start(77),), (0.2,))


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
def test_short_trips_from_every_place(
    turns: bool, direction: Direction, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One query after another with the same marks; hardly any cell has anything to do.
    prepare(monkeypatch, SweepWay((SMALL._replace(levels=2),) * 2, gates=True), 0)
    roads = private_town(90, 7, restrictions=25)
    weights = random_weights(roads, 7, turns=turns)
    solver = Crp(roads, weights, partition=halved(roads, (4, 8, 20, 40)), direction=direction)
    baseline = Dijkstra(roads, weights, direction=direction)
    for vertex in range(0, 90, 9):
        assert_bits(solver, baseline, (Start(vertex),), (0.08,))


def test_a_short_trip_leaves_most_cells_out(monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(monkeypatch, SweepWay((SMALL._replace(levels=2),), gates=True), 0)
    roads = private_town(300, 7)
    weights = random_weights(roads, 7, turns=True)
    solver = Crp(roads, weights, partition=halved(roads, (4, 8, 20, 40, 100)))
    radius = Dijkstra(roads, weights).solve((Start(5),)).max_seconds
    above = sum(level.cells for level in solver.overlay.levels[2:])  # the bundles
    marks, told, shares = solver.queries.sweeps.marks_of_cells, solver.queries.upward, []
    for number, share in enumerate((1.0, 0.1), 1):
        solver.solve((Start(5),), limit=radius * share)
        shares.append((np.mean(marks.get()[:above] == number), told.last_query()["listed"][0]))
    (all_marked, all_listed), (marked, listed) = shares
    assert all_marked > 0.9
    assert 0 < marked < 0.3
    assert 0 < listed < all_listed / 3


def test_a_trace_tells_the_bundles_as_one_level(monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(monkeypatch, SweepWay((SMALL._replace(levels=2),), gates=True), 1024)
    roads = private_town(90, 4)
    solver = Crp(roads, random_weights(roads, 4), partition=halved(roads, (4, 8, 20, 40)))
    ring = Ring()
    solver.solve((Start(5),), trace=ring)
    told = [step for step in ring.drain() if isinstance(step, Iteration)]
    assert [step.kernel for step in told] == ["upward"] * 5 + ["sweep"] * 3
    inner = [len(level.inner) for level in solver.overlay.levels]
    assert told[-1].active == inner[0] + inner[1]


def test_ways_too_long_for_the_tick_are_noticed_in_bundles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prepare(monkeypatch, SweepWay((BundleRoom(),), gates=True), 0)
    roads = DRAWN["chain"]()
    weights = Weights(np.full(roads.arc_count, 2_000_000, np.uint32), tick_seconds=0.001, unit="ms")
    solver = Crp(roads, weights, partition=halved(roads, (16, 64, 128)))
    times = solver.solve((Start(0),))
    expected = Dijkstra(roads, weights).solve((Start(0),))
    assert times.tick_seconds == expected.tick_seconds > 0.001
    np.testing.assert_array_equal(times.labels, expected.labels)


def test_bundles_hold_what_there_is_room_for() -> None:
    roads = private_town(300, 3)
    partition = halved(roads, (4, 8, 20, 40, 100))
    for turns in (False, True):
        overlay = overlay_for(roads, partition, turns)
        for most in (1, 2, 3, 9):
            plan = bundled(overlay, 0, SMALL._replace(levels=most))
            assert plan is not None
            assert plan.levels <= most
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
            assert places.max() <= SMALL.places
            assert entries.max() <= SMALL.entries
            assert ends["cells"].max() <= SMALL.cells
            assert ends["cells"].sum() == sum(m.cells for m in overlay.levels[: plan.levels])
            assert (grown["cell"][plan.layouts[last] > SMALL.costs] == 1).all()
            assert plan.shared_places == (not turns)
        assert bundled(overlay, 0, SMALL._replace(places=3)) is None
    assert bundled(overlay_for(roads, Nest(()), False), 0, SMALL) is None


def test_cells_wait_for_the_nearest_around_them_in_which_something_is_decided() -> None:
    roads = private_town(300, 3)
    overlay = overlay_for(roads, random_nest(300, (120, 90, 80, 6, 5)), True)
    none = 2**32 - 1
    plans = bundlings(overlay, (BundleRoom(levels=1), BundleRoom(places=999, cells=999, levels=2)))
    for chosen, unmarked in ((plans[:0], []), (plans[:1], []), (plans, [1])):
        marked = marked_cells(overlay, chosen)
        assert np.flatnonzero(marked.first == none).tolist() == unmarked
        counts = [m.cells for k, m in enumerate(overlay.levels) if k not in unmarked]
        assert marked.marks == sum(counts)
        bundled_cells = {plan.highest for plan in chosen}
        passed_over = 0
        for number, gates in marked.gate.items():
            for cell, gate in enumerate(gates.tolist()):
                above, parent = number + 1, overlay.levels[number].parent[cell]
                while above < len(overlay.levels) - 1:
                    level = overlay.levels[above]
                    decides = level.first_inner[parent] < level.first_inner[parent + 1]
                    if above in bundled_cells or (decides and above not in unmarked):
                        break
                    parent, above, passed_over = level.parent[parent], above + 1, passed_over + 1
                assert gate == marked.first[above] + parent
        assert passed_over > 2
