"""Small cells as a device works on them when there are very many.

A thread has some entries of a cell and all that is to be done for these. What it has to know of a
task fits 64 bits, and all costs that a cell is put together from lie side by side, since cells
inside one another are numbered one after another (`road.crp.device_layout.order`). Compare
`road.crp.device_layout.matrices`, which these are made of and which serve cells that are too large.
Streets are alike: many cells have the same tasks, stored once
(`road.crp.device_layout.equal_lists`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.threads import parallel_for
from road.crp.device_layout.equal_lists import deduplicated
from road.crp.device_layout.matrices import BLOCK_BITS, PLACE_BITS, MatrixCells
from road.crp.device_layout.order import offsets_at
from road.crp.overlay.overlay import Overlay
from road.graph import I64, U32, read_only

COLUMN_HEAD = np.dtype(
    [
        ("cost", "u4"), ("arc", "u4"), ("shape", "u4"), ("turn", "u4"), ("shortcut", "u4"),
        ("down", "u4"), ("costs", "u2"), ("entries", "u1"), ("inner", "u1"), ("exits", "u1"),
        ("inner_tasks", "u1"), ("tasks", "u1"), ("unused", "u1"),
    ]
)  # fmt: skip
"""Record of a cell: where what belongs to it begins, and how much there is. On the lowest level it
has an arc for each task."""

COST_BITS, STATE_BITS, ROW_BITS, COLUMN_BITS, BLOCK_NUMBER_BITS = 10, 5, 4, 5, 3
"""Bits that are enough for the costs, states, rows, columns and blocks of a cell that is small."""

FROM, STEP, COST, ROWS, BLOCK_NUMBER = 8, 16, 32, 48, 52
"""Lowest bits, in a task of 64, of the first inner row's state; of the bytes from a cost to that of
the next row; of the bytes to its cost in the first inner row; of how many inner rows there are; of
the number of the block. The inner state or exit that it leads to is in the lowest bits."""

HOMES = 4
"""Homes of entries in a word of 32 bits, from the lowest."""

HOME_ROW_BITS = 5
"""Bits of the row in the home of an entry; above it is the number of the block."""

TURN_BITS, TURN_ROWS = 4, 7
"""Bits of the code of a turn, and most rows of a block on the lowest level: a word is made of the
codes of turns of their steps and, in the highest four bits, of their number."""


class ColumnCells(NamedTuple):
    """Those cells of a level that are small enough.

    heads : COLUMN_HEAD, cells. fits : bool, cells; the head of any other says nothing.
    shapes : uint32; of a cell its tasks, two words each (FROM, STEP), and, four to a word, homes of
        its entries. turns : uint32; on the lowest level of each task the codes of turns before
        its steps (TURN_ROWS), else empty. Cells that have the same have them in common.
    arcs : uint32; on the lowest level what the steps of each task drive along, else empty.
    """

    heads: NDArray[Any]
    fits: NDArray[np.bool_]
    shapes: U32
    turns: U32
    arcs: U32


def column_cells(overlay: Overlay, number: int, cells: MatrixCells) -> ColumnCells:
    """Cells of a level of an ordered overlay. cells : all of them."""
    steps = _steps(overlay) if number == 0 else (_NONE, _NO_TURNS)
    heads = np.zeros(len(cells.heads), COLUMN_HEAD)
    fits = np.zeros(len(heads), np.bool_)
    tasks = np.zeros(len(cells.tasks), np.uint64)
    home = np.zeros(len(cells.home), np.uint8)
    arcs, turns = (np.zeros(len(tasks) if number == 0 else 0, np.uint32) for _ in range(2))
    first_cost = first_costs(overlay, number)

    def work(begin: int, end: int) -> None:
        made = heads, fits, tasks, home, arcs, turns
        _pack(begin, end, first_cost, *steps, *cells, *made)

    parallel_for(work, len(heads))
    shapes, first = _shapes(cells, heads, tasks, home)
    shapes, heads["shape"] = deduplicated(shapes, first)
    if number == 0:
        first = np.append(cells.heads["task"].astype(np.int64), len(tasks))
        turns, heads["turn"] = deduplicated(turns, first)
    return ColumnCells(heads, fits, shapes, turns, arcs)


def _shapes(
    cells: MatrixCells, heads: NDArray[Any], tasks: NDArray[np.uint64], home: NDArray[np.uint8]
) -> tuple[U32, I64]:
    """Tasks and homes of the cells that fit, as ColumnCells has them, and where each begins."""
    homes = -(-heads["entries"].astype(np.int64) // (2 * HOMES))
    words = 2 * (heads["tasks"].astype(np.int64) + homes)
    first = np.append(0, np.cumsum(words))
    shapes = np.zeros(first[-1], np.uint32)

    def work(begin: int, end: int) -> None:
        _write_shapes(begin, end, first, cells.heads, tasks, home, shapes)

    parallel_for(work, len(heads))
    return shapes, first


_NONE: U32 = read_only(np.zeros(0, np.uint32))
_NO_TURNS: NDArray[np.uint8] = read_only(np.zeros(0, np.uint8))


def _steps(overlay: Overlay) -> tuple[U32, NDArray[np.uint8]]:
    """Arc and code of the turn of each step of the ground; no codes where turns are free."""
    arc, turn = overlay.search.step_arcs(overlay.ground.step)
    return read_only(arc), _NO_TURNS if turn is None else read_only(turn)


def first_costs(overlay: Overlay, number: int) -> I64:
    """int64, cells + 1; position of the first cost that each cell of a level is put together from:
    a shortcut of the level below, or on the lowest level a step of the ground."""
    level = overlay.levels[number]
    if number == 0:
        return offsets_at(overlay.ground.rows.begin, len(overlay.ground.step), level.first_slot)
    below = overlay.levels[number - 1]
    first_cell = np.searchsorted(below.parent, np.arange(level.cells + 1))
    return below.first_shortcut[first_cell]


def without(cells: MatrixCells, left_out: NDArray[np.bool_]) -> MatrixCells:
    """The other cells, with what belongs to them and nothing else."""
    heads = cells.heads[~left_out].copy()
    kept: list[NDArray[Any]] = []
    for name, array, counts in (
        ("block", cells.blocks, heads["blocks"]),
        ("task", cells.tasks, heads["tasks"]),
        ("entry", cells.home, heads["entries"]),
    ):
        counts = counts.astype(np.int64)
        first = np.cumsum(counts) - counts
        kept.append(array[np.repeat(heads[name] - first, counts) + np.arange(counts.sum())])
        heads[name] = first
    return MatrixCells(heads, *kept)


@njit(cache=True, nogil=True)
def _pack(
    begin: int,
    end: int,
    first_cost: Any,
    arc: Any,
    turn: Any,
    heads: Any,
    blocks: Any,
    tasks: Any,
    home: Any,
    own_heads: Any,
    fits: Any,
    words: Any,
    own_home: Any,
    arcs: Any,
    turns: Any,
) -> None:
    """Write the cells begin to end."""
    states = 1 << STATE_BITS
    known, readers = np.empty(states, np.bool_), np.empty(states, np.int64)
    for c in range(begin, end):
        head, own = heads[c], own_heads[c]
        costs = first_cost[c + 1] - first_cost[c]
        good = costs <= 1 << COST_BITS and head["blocks"] <= 1 << BLOCK_NUMBER_BITS
        good &= head["inner"] <= states and head["exits"] <= states and head["tasks"] < 256
        good &= head["entries"] < 256
        if not good:
            continue
        first_block, first_task = np.int64(head["block"]), np.int64(head["task"])
        for b in range(first_block, first_block + head["blocks"]):
            good &= blocks[b]["inner_rows"] < 1 << ROW_BITS
            good &= blocks[b]["columns"] < 1 << COLUMN_BITS
            good &= blocks[b]["inner_place"] < states or blocks[b]["inner_rows"] == 0
        for e in range(head["entry"], np.int64(head["entry"]) + head["entries"]):
            number, row = home[e] >> 16, home[e] & 0xFFFF
            good &= row < 1 << HOME_ROW_BITS
            own_home[e] = (row | number << HOME_ROW_BITS) & 0xFF
        if not good:
            continue
        last_block = first_block + head["blocks"] - 1
        for t in range(first_task, first_task + (head["tasks"] if len(arcs) else 0)):
            number = first_block + ((np.int64(tasks[t]) >> PLACE_BITS) & ((1 << BLOCK_BITS) - 1))
            column = np.int64(tasks[t]) >> (PLACE_BITS + BLOCK_BITS)
            block = blocks[number]
            step, columns = np.int64(block["cost"]) + column, np.int64(block["columns"])
            after = first_cost[c + 1]
            if number < last_block:
                after = np.int64(blocks[number + 1]["cost"])
            rows = (after - np.int64(block["cost"])) // columns
            good &= rows <= TURN_ROWS
            arcs[t], word = arc[step], rows << TURN_BITS * TURN_ROWS
            for r in range(min(rows, TURN_ROWS)):
                good &= arc[step + r * columns] == arc[step]
                if len(turn):
                    word |= np.int64(turn[step + r * columns]) << TURN_BITS * r
            turns[t] = word
        if not good:
            continue
        for t in range(first_task, first_task + head["tasks"]):
            place = np.int64(tasks[t]) & ((1 << PLACE_BITS) - 1)
            number = (np.int64(tasks[t]) >> PLACE_BITS) & ((1 << BLOCK_BITS) - 1)
            column = np.int64(tasks[t]) >> (PLACE_BITS + BLOCK_BITS)
            block = blocks[first_block + number]
            rows = np.int64(block["inner_rows"])
            word = place | 4 * np.int64(block["columns"]) << STEP | rows << ROWS
            word |= 4 * (np.int64(block["cost"]) - first_cost[c] + column) << COST
            if rows > 0:
                word |= np.int64(block["inner_place"]) << FROM
            words[t] = word | number << BLOCK_NUMBER
        last_task = first_task + head["inner_tasks"]
        own_tasks = slice(first_task, last_task)
        _order_tasks(words[own_tasks], arcs[own_tasks], turns[own_tasks], known, readers)
        own["cost"], own["costs"], own["arc"] = first_cost[c], costs, first_task
        own["shortcut"], own["down"] = head["shortcut"], head["down"]
        own["entries"] = head["entries"]
        own["inner"], own["exits"] = head["inner"], head["exits"]
        own["inner_tasks"], own["tasks"] = head["inner_tasks"], head["tasks"]
        fits[c] = True


@njit(cache=True, nogil=True)
def _order_tasks(words: Any, arcs: Any, turns: Any, known: Any, readers: Any) -> None:
    """Put tasks that lead to inner states in such an order that a search goes round less often.

    First comes what reads few states that tasks behind it lead to, and leads to what many read.
    arcs, turns : of the tasks, or empty. known, readers : written, for each state.
    """
    state, row = (1 << STATE_BITS) - 1, (1 << ROW_BITS) - 1
    known[:], readers[:] = True, 0
    for task in words:
        known[np.int64(task) & state] = False
        first = np.int64(task) >> FROM & state
        for v in range(first, first + (np.int64(task) >> ROWS & row)):
            readers[v] += 1
    for done in range(len(words)):
        best, least = done, 1 << 30
        for t in range(done, len(words)):
            task = np.int64(words[t])
            value, first = -readers[task & state], task >> FROM & state
            for v in range(first, first + (task >> ROWS & row)):
                value += not known[v]
            if value < least:
                best, least = t, value
        task = np.int64(words[best])
        known[task & state] = True
        first = task >> FROM & state
        for v in range(first, first + (task >> ROWS & row)):
            readers[v] -= 1
        words[done], words[best] = words[best], words[done]
        if len(arcs):
            arcs[done], arcs[best] = arcs[best], arcs[done]
            turns[done], turns[best] = turns[best], turns[done]


@njit(cache=True, nogil=True)
def _write_shapes(
    begin: int, end: int, first: Any, heads: Any, tasks: Any, home: Any, shapes: Any
) -> None:
    """Write those of the cells begin to end that fit."""
    for c in range(begin, end):
        if first[c] == first[c + 1]:
            continue
        head, at = heads[c], first[c]
        for t in range(head["task"], np.int64(head["task"]) + head["tasks"]):
            shapes[at] = tasks[t] & np.uint64(0xFFFFFFFF)
            shapes[at + 1] = tasks[t] >> np.uint64(32)
            at += 2
        for e in range(head["entries"]):
            word = np.uint32(home[head["entry"] + e]) << np.uint32(8 * (e % HOMES))
            shapes[at + e // HOMES] |= word
