"""Small cells as a device works on them when there are very many: a thread for each entry.

Nothing is distributed within a cell. What a thread has to know of a task fits 32 bits, and all
costs that a cell is put together from lie side by side, since cells inside one another are numbered
one after another (`road.crp.device_layout.order`). Compare `road.crp.device_layout.matrices`, which
these are made of and which serve cells that are too large. Streets are alike: many cells have
the same tasks, stored once (`road.crp.device_layout.equal_lists`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.threads import parallel_for
from road.crp.device_layout.equal_lists import deduplicated
from road.crp.device_layout.matrices import BLOCK_BITS, PLACE_BITS, MatrixCells
from road.crp.overlay.overlay import Overlay
from road.graph import I64, U32, read_only

COLUMN_HEAD = np.dtype(
    [
        ("cost", "u4"), ("shape", "u4"), ("turn", "u4"), ("shortcut", "u4"), ("down", "u4"),
        ("costs", "u2"), ("entries", "u1"), ("inner", "u1"), ("exits", "u1"),
        ("inner_tasks", "u1"), ("tasks", "u1"), ("first", "u1"), ("width", "u1"),
        ("unused", "u1", (3,)),
    ]
)  # fmt: skip
"""Record of what a group of threads works on: where what belongs to a cell begins, how much there
is, and of its entries which a group of threads has: the first, and how many. On the lowest level
`cost` is where its arcs begin, one for each task."""

COST_BITS, STATE_BITS, ROW_BITS, COLUMN_BITS, BLOCK_NUMBER_BITS = 10, 5, 4, 5, 3
"""Bits of a task, from the lowest: its cost in the first inner row; the inner state or exit that it
leads to, the inner state of that row; inner rows; columns of the block, its number. 32 in all."""

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
    shapes : uint32; of a cell its tasks and, four to a word, the homes of its entries. turns :
        uint32; on the lowest level of each task the codes of turns before its steps (TURN_ROWS),
        else empty. Cells that have the same have them in common.
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
    tasks = np.zeros(len(cells.tasks), np.uint32)
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
    cells: MatrixCells, heads: NDArray[Any], tasks: U32, home: NDArray[np.uint8]
) -> tuple[U32, I64]:
    """Tasks and homes of the cells that fit, as ColumnCells has them, and where each begins."""
    words = heads["tasks"].astype(np.int64) + -(-heads["entries"].astype(np.int64) // HOMES)
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
        steps = np.append(overlay.ground.rows.begin, len(overlay.ground.step))
        return steps[level.first_slot].astype(np.int64)
    below = overlay.levels[number - 1]
    first_cell = np.searchsorted(below.parent, np.arange(level.cells + 1))
    return below.first_shortcut[first_cell]


def begin_warps(
    jobs: NDArray[Any], near: I64, lanes: int, each: int, beside: int, room: int
) -> tuple[NDArray[np.bool_], int]:
    """Which jobs a warp begins with, where jobs beside one another share one; and the words of
    shared memory of the warp that needs most.

    jobs : COLUMN_HEAD. near : int64, jobs; no warp has jobs of two numbers. lanes : of a warp, each
    of which has so many entries of a cell. beside : words that belong to no job. room : words of a
    warp that has more than one job.
    """
    begins = np.zeros(len(jobs), np.bool_)
    return begins, int(_begin_warps(read_only(jobs), near, lanes, each, beside, room, begins))


def words_of_warp(states: Any, tasks: Any, costs: Any, left: Any, jobs: Any) -> Any:
    """Words of shared memory: rows of distances to `states`, and for each of `jobs` its tasks and
    costs, or the numbers that are `left` of it in their place."""
    return ROW_WORDS * states + jobs * np.maximum(2 * tasks + costs, left)


ROW_WORDS = 64
"""Words of the distances to one state, of all entries that the lanes of a warp have."""


@njit(cache=True, nogil=True)
def _begin_warps(
    jobs: Any, near: Any, lanes: int, each: int, beside: int, room: int, begins: Any
) -> int:
    states, tasks, costs, left, count, threads, most = 0, 0, 0, 0, 0, 0, 0
    for j in range(len(jobs)):
        job = jobs[j]
        own_threads = (int(job["width"]) + each - 1) // each
        own_states = int(job["inner"]) + int(job["exits"])
        own_left = int(job["width"]) * own_states
        if count > 0 and own_threads == threads and near[j] == near[j - 1]:
            states, tasks = max(states, own_states), max(tasks, int(job["tasks"]))
            costs, left = max(costs, int(job["costs"])), max(left, own_left)
            words = 64 * states + (count + 1) * max(2 * tasks + costs, left) + beside
            if count < lanes // threads and words <= room:
                count += 1
                most = max(most, words)
                continue
        begins[j] = True
        count, threads, states, left = 1, own_threads, own_states, own_left
        tasks, costs = int(job["tasks"]), int(job["costs"])
        most = max(most, 64 * states + max(2 * tasks + costs, left) + beside)
    return most


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
            word = np.int64(block["cost"]) - first_cost[c] + column
            shift = COST_BITS
            word |= place << shift
            shift += STATE_BITS
            if rows > 0:
                word |= np.int64(block["inner_place"]) << shift
            shift += STATE_BITS
            word |= rows << shift
            shift += ROW_BITS
            word |= np.int64(block["columns"]) << shift
            shift += COLUMN_BITS
            word |= number << shift
            words[t] = word
        own["cost"], own["costs"] = first_task if len(arcs) else first_cost[c], costs
        own["shortcut"], own["down"] = head["shortcut"], head["down"]
        own["entries"] = head["entries"]
        own["inner"], own["exits"] = head["inner"], head["exits"]
        own["inner_tasks"], own["tasks"] = head["inner_tasks"], head["tasks"]
        fits[c] = True


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
            shapes[at] = tasks[t]
            at += 1
        for e in range(head["entries"]):
            word = np.uint32(home[head["entry"] + e]) << np.uint32(8 * (e % HOMES))
            shapes[at + e // HOMES] |= word
