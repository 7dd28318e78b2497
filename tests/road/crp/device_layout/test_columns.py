"""Small cells in words say what the blocks say that they are made of."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.times import UNREACHED
from road.crp.customization.customize import customize
from road.crp.device_layout.columns import (
    BLOCK_NUMBER,
    BLOCK_NUMBER_BITS,
    COLUMN_BITS,
    COST,
    COST_BITS,
    FROM,
    HOME_ROW_BITS,
    ROW_BITS,
    ROWS,
    STATE_BITS,
    STEP,
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
from road.search.search_graph import SearchGraph
from tests.road.crp.device_layout.test_matrices import by_blocks, costs_below
from tests.road.crp.nests import halved, random_nest
from tests.road.drawn import DRAWN, random_town, star
from tests.road.searches import random_weights


def parts(task: int) -> list[int]:
    """cost, to, from, rows, columns, block; costs and columns of four bytes."""
    fields = (0, FROM, STEP, COST, ROWS, BLOCK_NUMBER, 64)
    found = [task >> begin & (1 << end - begin) - 1 for begin, end in pairwise(fields)]
    to, first, step, cost, rows, block = found
    assert step % 4 == cost % 4 == 0
    return [cost // 4, to, first, rows, step // 4, block]


def shape_of(found: ColumnCells, cell: int) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
    """Tasks of a cell, and the homes of its entries."""
    head = found.heads[cell]
    assert head["shape"] % 2 == 0
    homes = int(head["shape"]) + 2 * int(head["tasks"])
    return found.shapes[head["shape"] : homes].view(np.uint64), found.shapes[homes:].view(np.uint8)


def assert_says_the_same(overlay: Overlay, number: int, cells: MatrixCells) -> ColumnCells:
    found = column_cells(overlay, number, cells)
    begins = first_costs(overlay, number)
    search, step = overlay.search, overlay.ground.step
    for c in np.flatnonzero(found.fits).tolist():
        head, own = cells.heads[c], found.heads[c]
        for name in ("entries", "inner", "exits", "inner_tasks", "tasks", "down", "shortcut"):
            assert own[name] == head[name], name
        assert own["cost"] == begins[c]
        assert own["arc"] == head["task"] or number
        assert own["costs"] == begins[c + 1] - begins[c]
        tasks, homes = shape_of(found, c)
        blocks = cells.blocks[head["block"] :][: head["blocks"]]
        for entry in range(head["entries"]):
            block, row = divmod(int(homes[entry]), 1 << HOME_ROW_BITS)
            assert block << 16 | row == cells.home[head["entry"] + entry]
        left = cells.tasks[head["task"] :][: head["tasks"]].tolist()
        inner = set(left[: head["inner_tasks"]])
        for task in range(head["tasks"]):
            cost, to, first, rows, columns, number_of_block = parts(int(tasks[task]))
            block = blocks[number_of_block]
            column = int(begins[c]) + cost - int(block["cost"])
            before = to | number_of_block << PLACE_BITS | column << PLACE_BITS + BLOCK_BITS
            left.remove(before)
            assert (before in inner) == (task < head["inner_tasks"])
            assert (rows, columns) == (block["inner_rows"], block["columns"])
            assert first == block["inner_place"] or rows == 0
            if number:
                continue
            turns = int(found.turns[own["turn"] + task])
            for row in range(turns >> TURN_BITS * TURN_ROWS):
                price = int(search.weights.arc_costs[found.arcs[own["arc"] + task]])
                if search.edge_based:
                    price += int(search.weights.turn_costs[turns >> TURN_BITS * row & 15])
                assert min(price, UNREACHED) == search.cost[step[begins[c] + cost + row * columns]]
        assert not left
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


def read_too_early(tasks: list[list[int]]) -> int:
    """How many states are read by tasks of which one behind them leads to it."""
    later, count = [to for _, to, *_ in tasks], 0
    for _, to, first, rows, _, _ in tasks:
        later.remove(to)
        count += len(set(later) & set(range(first, first + rows)))
    return count


@pytest.mark.parametrize("name", ["chain", "grid city"])
def test_tasks_stand_behind_those_that_lead_to_what_they_read(name: str) -> None:
    graph = DRAWN[name]()
    search = SearchGraph.of(graph, random_weights(graph, 3, turns=True), edge_based=True)
    overlay = ordered(overlay_of(search, halved(graph, (4, 16))))
    for number in range(2):
        cells = matrix_cells(overlay, number)
        assert cells is not None
        found = column_cells(overlay, number, cells)
        early, by_number = 0, 0
        for c in np.flatnonzero(found.fits).tolist():
            tasks = [
                parts(t) for t in shape_of(found, c)[0][: found.heads[c]["inner_tasks"]].tolist()
            ]
            early += read_too_early(tasks)
            by_number += read_too_early(sorted(tasks, key=lambda task: (task[5], task[0])))
        assert 0 < early < by_number


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
