"""Small cells in words say what the blocks say that they are made of."""

from __future__ import annotations

import numpy as np
import pytest

from core.times import UNREACHED
from road.crp.column_cells import (
    BLOCK_NUMBER_BITS,
    COLUMN_BITS,
    COST_BITS,
    HOME_ROW_BITS,
    ROW_BITS,
    STATE_BITS,
    TURN_ROWS,
    ColumnCells,
    column_cells,
    first_costs,
    without,
)
from road.crp.customize import customize
from road.crp.matrix_cells import BLOCK_BITS, PLACE_BITS, MatrixCells, matrix_cells
from road.crp.overlay import Overlay, overlay_of
from road.crp.overlay_order import ordered
from road.search_graph import SearchGraph
from tests.road.crp.nests import halved, random_nest
from tests.road.crp.test_matrix_cells import by_blocks, costs_below
from tests.road.drawn import DRAWN, random_town, star
from tests.road.searches import random_weights

FIELDS = (COST_BITS, STATE_BITS, STATE_BITS, ROW_BITS, COLUMN_BITS, BLOCK_NUMBER_BITS)


def parts(word: int) -> list[int]:
    """cost, to, from, rows, columns, block."""
    found = []
    for bits in FIELDS:
        found.append(word & (1 << bits) - 1)
        word >>= bits
    assert word == 0
    return found


def assert_says_the_same(overlay: Overlay, number: int, cells: MatrixCells) -> ColumnCells:
    found = column_cells(overlay, number, cells)
    begins = first_costs(overlay, number)
    search, step = overlay.search, overlay.ground.step
    for c in np.flatnonzero(found.fits).tolist():
        head, own = cells.heads[c], found.heads[c]
        for name in ("entries", "inner", "exits", "inner_tasks", "tasks", "down", "shortcut"):
            assert own[name] == head[name], name
        assert (own["cost"], own["costs"]) == (begins[c], begins[c + 1] - begins[c])
        blocks = cells.blocks[head["block"] :][: head["blocks"]]
        for entry in range(head["entry"], head["entry"] + head["entries"]):
            block, row = divmod(int(found.home[entry]), 1 << HOME_ROW_BITS)
            assert block << 16 | row == cells.home[entry]
        for task in range(head["task"], head["task"] + head["tasks"]):
            cost, to, first, rows, columns, number_of_block = parts(int(found.tasks[task]))
            before = int(cells.tasks[task])
            block = blocks[before >> PLACE_BITS & (1 << BLOCK_BITS) - 1]
            assert number_of_block == before >> PLACE_BITS & (1 << BLOCK_BITS) - 1
            assert to == before & (1 << PLACE_BITS) - 1
            column = before >> PLACE_BITS + BLOCK_BITS
            assert begins[c] + cost == int(block["cost"]) + column
            assert (rows, columns) == (block["inner_rows"], block["columns"])
            assert first == block["inner_place"] or rows == 0
            if number:
                continue
            turns = int(found.turns[task])
            for row in range(turns >> 2 * TURN_ROWS):
                price = int(search.weights.arc_costs[found.arcs[task]])
                if search.edge_based:
                    price += int(search.weights.turn_costs[turns >> 2 * row & 3])
                assert min(price, UNREACHED) == search.cost[step[begins[c] + cost + row * columns]]
    return found


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("name", [name for name in DRAWN if name != "chain"])
def test_drawn_graphs(name: str, turns: bool) -> None:
    graph = DRAWN[name]()
    weights = random_weights(graph, 3, turns=turns)
    partition = halved(graph, (2, 4, 8, 16), mezzanine=(4,), phantom=(2,))
    overlay = ordered(overlay_of(SearchGraph.of(graph, weights), partition))
    fitting = 0
    for number in range(len(overlay.levels)):
        cells = matrix_cells(overlay, number)
        assert cells is not None
        fitting += int(assert_says_the_same(overlay, number, cells).fits.sum())
    assert fitting > 0


@pytest.mark.parametrize("seed", range(3))
def test_towns_with_restrictions_and_cells_that_do_not_fit(seed: int) -> None:
    graph = random_town(seed=seed)
    weights = random_weights(graph, seed, turns=True)
    overlay = ordered(
        overlay_of(SearchGraph.of(graph, weights), random_nest(graph.vertices, (8, 5, 2)))
    )
    told = []
    for number in range(len(overlay.levels)):
        cells = matrix_cells(overlay, number)
        assert cells is not None
        told.append(assert_says_the_same(overlay, number, cells).fits)
    assert told[0].any()
    assert not told[-1].all()


def test_a_star_fits_nowhere() -> None:
    graph = star(60)
    weights = random_weights(graph, 1, turns=True)
    partition = random_nest(graph.vertices, (4,))
    overlay = ordered(overlay_of(SearchGraph.of(graph, weights), partition))
    cells = matrix_cells(overlay, 0)
    assert cells is not None
    hub = int(np.argmax(cells.heads["tasks"]))
    assert not column_cells(overlay, 0, cells).fits[hub]


def test_what_is_left_customizes_as_before() -> None:
    graph = DRAWN["grid city"]()
    weights = random_weights(graph, 3, turns=True)
    search = SearchGraph.of(graph, weights)
    overlay = ordered(overlay_of(search, halved(graph, (3, 9))))
    done = customize(overlay, search, keep_all=True)
    for number in range(len(overlay.levels)):
        cells = matrix_cells(overlay, number)
        assert cells is not None
        left_out = np.arange(len(cells.heads)) % 3 == 0
        rest, costs = without(cells, left_out), costs_below(done, number)
        assert rest.nbytes < cells.nbytes
        for k, c in enumerate(np.flatnonzero(~left_out).tolist()):
            for found, right in zip(
                by_blocks(rest, costs, k), by_blocks(cells, costs, c), strict=True
            ):
                np.testing.assert_array_equal(found, right)
