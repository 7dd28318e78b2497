"""Every shortcut is the least cost of a way within its cell, whatever is closed or forbidden."""

from __future__ import annotations

import heapq
from dataclasses import replace

import numpy as np
import pytest

from core.errors import ParameterError
from core.times import UNREACHED
from road.costs.metric import Weights, given_weights
from road.crp.customization import customize as customize_module
from road.crp.customization.customize import Customized, customize
from road.crp.overlay.overlay import Nested, overlay_of
from road.files.read import open_roads
from road.graph import RoadGraph
from road.search.search_graph import Direction, SearchGraph
from tests.road.crp.nests import halved, random_nest
from tests.road.drawn import DRAWN, graph_of, random_town
from tests.road.searches import random_weights
from tests.shared_data import needs_shared, shared


def within(done: Customized, level: int, cell: int, begin: int) -> dict[int, int]:
    """Least costs from a state by steps out of states of the cell; a textbook search."""
    search, overlay = done.search, done.overlay
    level_cells = CELLS[id(overlay)][level]
    best = {begin: 0}
    queue = [(0, begin)]
    while queue:
        ticks, state = heapq.heappop(queue)
        if ticks > best[state] or level_cells[state] != cell:
            continue
        for step in range(search.first_out[state], search.first_out[state + 1]):
            if search.cost[step] < UNREACHED:
                arrival = ticks + int(search.cost[step])
                other = int(search.head[step])
                circle = other == begin  # a way back to where it began counts as one
                if arrival < best.get(other, UNREACHED) and not circle:
                    best[other] = arrival
                    heapq.heappush(queue, (arrival, other))
    return best


CELLS: dict[int, list[np.ndarray]] = {}


def customized(
    graph: RoadGraph, weights: Weights, partition: Nested, direction: Direction = "from"
) -> Customized:
    search = SearchGraph.of(graph, weights, direction)
    overlay = overlay_of(search, partition)
    CELLS.clear()
    CELLS[id(overlay)] = [
        made.number[level.cell_of][overlay.vertex_of_state]
        for made, level in zip(overlay.levels, partition.levels, strict=True)
    ]
    return customize(overlay, search, keep_all=True)


def assert_exact(done: Customized, cells_a_level: int = 10**9, seed: int = 0) -> None:
    random = np.random.default_rng(seed)
    for k, level in enumerate(done.overlay.levels):
        chosen = random.permutation(level.cells)[:cells_a_level]
        for cell in chosen:
            entries = level.entering[level.first_entry[cell] : level.first_entry[cell + 1]]
            exits = level.leaving[level.first_exit[cell] : level.first_exit[cell + 1]]
            inner = level.inner[level.first_inner[cell] : level.first_inner[cell + 1]]
            costs = done.shortcuts[k][level.first_shortcut[cell] : level.first_shortcut[cell + 1]]
            down = done.down[k][level.first_down[cell] : level.first_down[cell + 1]]
            for place, entry in enumerate(entries.tolist()):
                best = within(done, k, int(cell), entry)
                expected = [best.get(x, UNREACHED) for x in exits.tolist()]
                assert costs.reshape(len(entries), -1)[place].tolist() == expected
                expected = [best.get(x, UNREACHED) for x in inner.tolist()]
                found = down.reshape(len(inner), len(entries))[:, place].tolist()
                if done.search.edge_based:
                    assert found == expected
                else:  # a vertex may be reached sooner from its own cell of the level below
                    assert all(f >= e for f, e in zip(found, expected, strict=True))


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("graph", [name for name in DRAWN if name != "chain"])
def test_shortcuts_equal_a_search_within_their_cell(
    graph: str, turns: bool, direction: Direction
) -> None:
    roads = DRAWN[graph]()
    weights = random_weights(roads, 7, turns=turns)
    for partition in (
        halved(roads, (2, 4, 8, 16), mezzanine=(4,), phantom=(2,)),
        random_nest(roads.vertices, (8, 5, 3, 2)),
    ):
        assert_exact(customized(roads, weights, partition, direction))


@pytest.mark.parametrize("seed", range(4))
def test_towns_with_restrictions(seed: int) -> None:
    roads = random_town(120, seed, restrictions=60)
    weights = random_weights(roads, seed, turns=True)
    assert_exact(customized(roads, weights, halved(roads, (4, 10, 32), mezzanine=(10,))))


def test_metrics_in_a_row_on_one_overlay() -> None:
    roads = random_town(150, 3)
    partition = halved(roads, (4, 16, 64))
    for seed in range(4):
        weights = random_weights(roads, seed, turns=True)
        assert_exact(customized(roads, weights, partition), 6, seed)


def test_all_arcs_closed() -> None:
    roads = random_town(50, 1)
    weights = Weights(np.full(roads.arc_count, UNREACHED, np.uint32))
    done = customized(roads, weights, halved(roads, (4, 16)))
    assert all((costs == UNREACHED).all() for costs in (*done.shortcuts, *done.down))


def test_levels_between_are_forgotten() -> None:
    roads = random_town(100, 1)
    search = SearchGraph.of(roads, random_weights(roads, 1))
    overlay = overlay_of(search, halved(roads, (4, 8, 16, 32), mezzanine=(16,), phantom=(4,)))
    done = customize(overlay, search, down=False)
    assert [len(costs) > 0 for costs in done.shortcuts] == [False, True, False, True]
    assert done.down == ()


def test_weights_with_other_turns_are_refused() -> None:
    roads = random_town(40, 1)
    overlay = overlay_of(SearchGraph.of(roads, random_weights(roads, 1)), halved(roads, (4, 16)))
    other = SearchGraph.of(roads, random_weights(roads, 1, turns=True))
    with pytest.raises(ParameterError):
        customize(overlay, other)


@needs_shared
@pytest.mark.parametrize("turns", [False, True])
def test_some_cells_of_new_york(turns: bool) -> None:
    new_york = open_roads(shared("roads/dimacs/USA-road-d.NY.gr.gz"))
    weights = given_weights(new_york, "time")
    if turns:
        weights = replace(weights, turn_costs=np.array([0, 800, 300, 28_000], np.uint32))
    assert_exact(customized(new_york, weights, halved(new_york, (32, 256, 1024))), 3)


@pytest.mark.parametrize("by_code", [True, False])
@pytest.mark.parametrize("direction", ["from", "to"])
def test_of_parallel_streets_the_cheapest_counts_whichever_comes_first(
    monkeypatch: pytest.MonkeyPatch, direction: Direction, by_code: bool
) -> None:
    # Three streets between any two places: into a cell, within it and out of it. Without turns
    # they lead from the same states to the same, the dearest now first and now last.
    if not by_code:  # as where the lowest cells are too large for microinstructions
        monkeypatch.setattr(customize_module, "microcode_of", lambda _: None)
    random = np.random.default_rng(5)
    pairs = [(a, b) for a in range(9) for b in range(a) if (a + b) % 3]
    graph = graph_of(random.random((9, 2)) * 1000, [pair for pair in pairs for _ in range(3)])
    for seed in range(6):
        costs = np.random.default_rng(seed).integers(1, 5000, graph.arc_count).astype(np.uint32)
        weights = Weights(costs, tick_seconds=0.001, unit="ms")
        assert_exact(customized(graph, weights, halved(graph, (3, 5)), direction))
