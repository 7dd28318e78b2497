"""Small cells in words say what the blocks say that they are made of."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.times import UNREACHED
from road.crp.customization.customize import customize
from road.crp.device_layout.columns import (
    BLOCK_NUMBER_BITS,
    COLUMN_BITS,
    COST_BITS,
    HOME_ROW_BITS,
    ROW_BITS,
    STATE_BITS,
    TURN_BITS,
    TURN_ROWS,
    ColumnCells,
    column_cells,
    first_costs,
    without,
)
from road.crp.device_layout.matrices import (
    BLOCK,
    BLOCK_BITS,
    HEAD,
    PLACE_BITS,
    MatrixCells,
    matrix_cells,
)
from road.crp.device_layout.order import ordered
from road.crp.overlay.overlay import Overlay, overlay_of
from road.graph import U32
from road.search.search_graph import SearchGraph
from tests.road.crp.device_layout.test_matrices import by_blocks, costs_below
from tests.road.crp.nests import halved, random_nest
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


def shape_of(found: ColumnCells, cell: int) -> tuple[U32, NDArray[np.uint8]]:
    """Tasks of a cell, and the homes of its entries."""
    head = found.heads[cell]
    homes = int(head["shape"]) + int(head["tasks"])
    return found.shapes[head["shape"] : homes], found.shapes[homes:].view(np.uint8)


def assert_says_the_same(overlay: Overlay, number: int, cells: MatrixCells) -> ColumnCells:
    found = column_cells(overlay, number, cells)
    begins = first_costs(overlay, number)
    search, step = overlay.search, overlay.ground.step
    for c in np.flatnonzero(found.fits).tolist():
        head, own = cells.heads[c], found.heads[c]
        for name in ("entries", "inner", "exits", "inner_tasks", "tasks", "down", "shortcut"):
            assert own[name] == head[name], name
        assert own["cost"] == (begins[c] if number else head["task"])
        assert own["costs"] == begins[c + 1] - begins[c]
        tasks, homes = shape_of(found, c)
        blocks = cells.blocks[head["block"] :][: head["blocks"]]
        for entry in range(head["entries"]):
            block, row = divmod(int(homes[entry]), 1 << HOME_ROW_BITS)
            assert block << 16 | row == cells.home[head["entry"] + entry]
        for task in range(head["tasks"]):
            cost, to, first, rows, columns, number_of_block = parts(int(tasks[task]))
            before = int(cells.tasks[head["task"] + task])
            block = blocks[before >> PLACE_BITS & (1 << BLOCK_BITS) - 1]
            assert number_of_block == before >> PLACE_BITS & (1 << BLOCK_BITS) - 1
            assert to == before & (1 << PLACE_BITS) - 1
            column = before >> PLACE_BITS + BLOCK_BITS
            assert begins[c] + cost == int(block["cost"]) + column
            assert (rows, columns) == (block["inner_rows"], block["columns"])
            assert first == block["inner_place"] or rows == 0
            if number:
                continue
            turns = int(found.turns[own["turn"] + task])
            for row in range(turns >> TURN_BITS * TURN_ROWS):
                price = int(search.weights.arc_costs[found.arcs[own["cost"] + task]])
                if search.edge_based:
                    price += int(search.weights.turn_costs[turns >> TURN_BITS * row & 15])
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


def test_streets_of_one_shape_have_their_tasks_and_turns_once() -> None:
    graph = DRAWN["chain"]()
    weights = random_weights(graph, 3, turns=True)
    overlay = ordered(overlay_of(SearchGraph.of(graph, weights), halved(graph, (4, 32))))
    cells = matrix_cells(overlay, 0)
    assert cells is not None
    found = assert_says_the_same(overlay, 0, cells)
    assert found.fits.all()
    assert len(np.unique(found.heads["shape"])) < len(found.heads) / 4
    assert len(np.unique(found.heads["turn"])) < len(found.heads) / 4
    assert len(found.arcs) == len(cells.tasks)
    assert 4 * (len(found.shapes) + len(found.turns)) < cells.tasks.nbytes


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


# -- the most that a word holds


def one_cell(
    *,
    costs: int = 40,
    blocks: int = 2,
    inner: int = 3,
    exits: int = 2,
    entries: int = 3,
    tasks: int = 5,
    rows: int = 2,
    columns: int = 4,
    first_row: int = 0,
    home_row: int = 1,
) -> tuple[Overlay, MatrixCells]:
    """A cell above the ground whose first task and first entry are as far out as they can be.

    The last block has so many inner rows and columns, and `first_row` is its first inner state.
    """
    head = np.zeros(1, HEAD)
    for name, value in (
        ("blocks", blocks),
        ("inner", inner),
        ("exits", exits),
        ("entries", entries),
        ("inner_tasks", 1),
        ("tasks", tasks),
    ):
        head[name] = value
    made = np.zeros(blocks, BLOCK)
    made["columns"], made["inner_rows"] = columns, rows
    made["cost"][-1], made["inner_place"][-1] = costs - columns, first_row
    task = np.zeros(tasks, np.uint32)
    place = max(inner, exits) - 1
    task[0] = place | (blocks - 1) << PLACE_BITS | (columns - 1) << (PLACE_BITS + BLOCK_BITS)
    home = np.zeros(entries, np.uint32)
    home[0] = (blocks - 1) << 16 | home_row
    below = SimpleNamespace(
        parent=np.zeros(1, np.uint32), first_shortcut=np.array([0, costs], np.int64)
    )
    overlay: Any = SimpleNamespace(levels=[below, SimpleNamespace(cells=1)])
    return overlay, MatrixCells(head, made, task, home)


MOST = {
    "costs": 1 << COST_BITS,
    "blocks": 1 << BLOCK_NUMBER_BITS,
    "inner": 1 << STATE_BITS,
    "exits": 1 << STATE_BITS,
    "entries": 255,
    "tasks": 255,
    "rows": (1 << ROW_BITS) - 1,
    "columns": (1 << COLUMN_BITS) - 1,
    "first_row": (1 << STATE_BITS) - 1,
    "home_row": (1 << HOME_ROW_BITS) - 1,
}


@pytest.mark.parametrize("name", MOST)
def test_what_fills_its_bits_fits_and_one_more_does_not(name: str) -> None:
    overlay, cells = one_cell(**{name: MOST[name]})
    found = column_cells(overlay, 1, cells)
    assert found.fits.all()
    head, block = cells.heads[0], cells.blocks[-1]
    place = max(int(head["inner"]), int(head["exits"])) - 1
    tasks, homes = shape_of(found, 0)
    assert parts(int(tasks[0])) == [
        int(block["cost"] + block["columns"] - 1), place, int(block["inner_place"]),
        int(block["inner_rows"]), int(block["columns"]), int(head["blocks"]) - 1,
    ]  # fmt: skip
    number, row = divmod(int(homes[0]), 1 << HOME_ROW_BITS)
    assert (number << 16 | row) == cells.home[0]
    for field in ("entries", "inner", "exits", "tasks"):
        assert found.heads[0][field] == head[field]
    overlay, cells = one_cell(**{name: MOST[name] + 1})
    assert not column_cells(overlay, 1, cells).fits.any()


def test_all_that_fills_its_bits_fits_together() -> None:
    overlay, cells = one_cell(**MOST)
    assert column_cells(overlay, 1, cells).fits.all()


@pytest.mark.parametrize(("count", "fits"), [(TURN_ROWS, True), (TURN_ROWS + 1, False)])
def test_kinds_of_turns_of_so_many_rows_fit(count: int, fits: bool) -> None:
    # The hub of a star, a cell by itself: a row for each arc into it.
    graph = star(count)
    weights = random_weights(graph, 1, turns=True)
    overlay = ordered(overlay_of(SearchGraph.of(graph, weights), halved(graph, (1,))))
    cells = matrix_cells(overlay, 0)
    assert cells is not None
    hub = int(np.argmax(cells.heads["tasks"]))
    assert cells.heads["entries"][hub] == count
    found = assert_says_the_same(overlay, 0, cells)
    assert found.fits[hub] == fits
