"""An ordered overlay has the same costs, and its matrices fall into the blocks that it says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.times import UNREACHED
from road.costs.metric import Weights
from road.crp.customization.customize import Customized, customize
from road.crp.device_layout.matrices import BLOCK_BITS, PLACE_BITS, MatrixCells, matrix_cells
from road.crp.device_layout.order import ordered
from road.crp.overlay.overlay import Nested, overlay_of
from road.graph import U32, RoadGraph
from road.search.search_graph import Direction, SearchGraph
from tests.road.crp.nests import halved, random_nest
from tests.road.drawn import DRAWN, random_town, star
from tests.road.searches import random_weights


def nests(graph: RoadGraph) -> tuple[Nested, ...]:
    return (
        halved(graph, (2, 4, 8, 16), mezzanine=(4,), phantom=(2,)),
        random_nest(graph.vertices, (8, 5, 2, 1)),
    )


def customized(
    graph: RoadGraph, weights: Weights, partition: Nested, direction: Direction = "from"
) -> Customized:
    search = SearchGraph.of(graph, weights, direction)
    return customize(ordered(overlay_of(search, partition)), search, keep_all=True)


def costs_below(done: Customized, number: int) -> U32:
    if number:
        return done.shortcuts[number - 1]
    return done.search.cost[done.overlay.ground.step]


def by_blocks(cells: MatrixCells, costs: U32, cell: int) -> tuple[np.ndarray, np.ndarray]:
    """(entries, exits), (inner, entries) of a cell, as a device finds them."""
    head = cells.heads[cell]
    blocks = cells.blocks[head["block"] :][: head["blocks"]]
    tasks = cells.tasks[head["task"] :][: head["tasks"]].astype(np.int64)
    places = tasks & (1 << PLACE_BITS) - 1
    numbers = tasks >> PLACE_BITS & (1 << BLOCK_BITS) - 1
    columns = tasks >> PLACE_BITS + BLOCK_BITS
    inner_tasks = int(head["inner_tasks"])
    distance = np.full((head["inner"], head["entries"]), UNREACHED, np.int64)
    out = np.full((head["entries"], head["exits"]), UNREACHED, np.int64)

    def column(task: int) -> np.ndarray:
        """Costs from the block's inner rows."""
        block = blocks[numbers[task]]
        at = int(block["cost"]) + int(columns[task])
        rows, wide = int(block["inner_rows"]), int(block["columns"])
        return costs[at + np.arange(rows) * wide].astype(np.int64)

    def least(task: int) -> np.ndarray:
        block = blocks[numbers[task]]
        first, rows = int(block["inner_place"]), int(block["inner_rows"])
        sums = distance[first : first + rows] + column(task)[:, None]
        return sums.min(axis=0, initial=UNREACHED)

    homes = cells.home[head["entry"] :][: head["entries"]]
    for k, home in enumerate(homes.tolist()):
        block = blocks[home >> 16]
        row = int(block["cost"]) + (home & 0xFFFF) * int(block["columns"])
        for x in range(block["inner_columns"]):
            place = places[block["task"] + x]
            distance[place, k] = min(distance[place, k], costs[row + x])
    again = True
    while again:
        before = distance.copy()
        for task in range(inner_tasks):
            distance[places[task]] = np.minimum(distance[places[task]], least(task))
        again = bool((distance < before).any())
    for task in range(inner_tasks, len(tasks)):
        to = out[:, places[task]]
        to[:] = np.minimum(to, least(task))
        for k, home in enumerate(homes.tolist()):
            if home >> 16 == numbers[task]:
                block = blocks[home >> 16]
                row = int(block["cost"]) + (home & 0xFFFF) * int(block["columns"])
                to[k] = min(to[k], costs[row + columns[task]])
    return out, distance


def assert_blocks_tell_all(done: Customized) -> None:
    for number, level in enumerate(done.overlay.levels):
        cells = matrix_cells(done.overlay, number)
        assert cells is not None
        costs = costs_below(done, number)
        for cell in range(level.cells):
            out, distance = by_blocks(cells, costs, cell)
            first, last = level.first_shortcut[cell : cell + 2]
            assert out.ravel().tolist() == done.shortcuts[number][first:last].tolist()
            first, last = level.first_down[cell : cell + 2]
            assert distance.ravel().tolist() == done.down[number][first:last].tolist()


@pytest.mark.parametrize("name", [name for name in DRAWN if name != "chain"])
def test_blocks_tell_all_on_drawn_graphs(name: str) -> None:
    graph = DRAWN[name]()
    weights = random_weights(graph, 7)
    for partition in nests(graph):
        assert_blocks_tell_all(customized(graph, weights, partition, "from"))
    assert_blocks_tell_all(customized(graph, weights, partition, "to"))


@pytest.mark.parametrize("seed", range(4))
def test_blocks_tell_all_with_turns_and_closed_arcs(seed: int) -> None:
    graph = random_town(seed=seed)
    weights = random_weights(graph, seed, turns=seed % 2 == 1)
    closed = weights.arc_costs.copy()
    closed[seed::7] = UNREACHED
    for partition in nests(graph):
        assert_blocks_tell_all(customized(graph, replace(weights, arc_costs=closed), partition))


def test_order_changes_no_cost() -> None:
    graph = random_town(seed=3)
    weights = random_weights(graph, 3)
    search = SearchGraph.of(graph, weights)
    for partition in nests(graph):
        overlay = overlay_of(search, partition)
        before = customize(overlay, search, keep_all=True)
        after = customize(ordered(overlay), search, keep_all=True)
        for old, new in zip(
            before.shortcuts + before.down, after.shortcuts + after.down, strict=True
        ):
            np.testing.assert_array_equal(np.sort(old), np.sort(new))


def test_what_is_inner_above_comes_first() -> None:
    graph = random_town(seed=5)
    search = SearchGraph.of(graph, random_weights(graph, 5))
    overlay = ordered(overlay_of(search, nests(graph)[0]))
    for level, above in zip(overlay.levels[:-1], overlay.levels[1:], strict=True):
        for cell in range(level.cells):
            inside = above.slot_inner[level.first_entry[cell] : level.first_entry[cell + 1]]
            is_inner = inside != above.no_index
            assert not (np.diff(is_inner.astype(int)) > 0).any()
            assert np.diff(inside[is_inner].astype(int)).tolist() == [1] * max(
                is_inner.sum() - 1, 0
            )


def test_numbers_that_do_not_fit_are_noticed() -> None:
    """A star with more ways into its middle than the bits of a place can tell."""
    graph = star(1 << PLACE_BITS)
    partition = random_nest(graph.vertices, (1,))
    done = customized(graph, random_weights(graph, 1), partition)
    assert matrix_cells(done.overlay, 0) is None
