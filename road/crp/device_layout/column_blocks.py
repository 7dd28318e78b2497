"""Small cells put together to blocks of threads, and what these keep in shared memory.

A block has cells that follow one another: what it reads and what it leaves then lies side by side,
and all its threads bring and take it away together. Within a block the cells are sorted, so that
those of a warp take about as long; a cell's threads are of one warp.

In shared memory a block has rows of distances, as many for each warp as its cells have inner states
at most; behind them tasks and costs, whose place the matrices of inner states take in the end; and
the shortcuts.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.ranges import Range
from core.parallel.threads import parallel_for
from road.crp.device_layout.columns import ColumnCells
from road.graph import I64, read_only

COLUMN_JOB = np.dtype(
    [
        ("shape", "u4"), ("turn", "u4"), ("cost", "u2"), ("arc", "u2"), ("shortcut", "u2"),
        ("down", "u2"), ("entries", "u1"), ("inner", "u1"), ("exits", "u1"), ("inner_tasks", "u1"),
        ("tasks", "u1"), ("unused", "u1", (3,)),
    ]
)  # fmt: skip
"""Record of a cell. Its costs, arcs, shortcuts and matrix of inner states begin so many behind
those of its block."""

COLUMN_BLOCK = np.dtype(
    [
        ("job", "u4"), ("cost", "u4"), ("arc", "u4"), ("shortcut", "u4"), ("down", "u4"),
        ("costs", "u2"), ("arcs", "u2"), ("shortcuts", "u2"), ("downs", "u2"), ("rows", "u2"),
        ("costs_at", "u2"), ("arcs_at", "u2"), ("shortcuts_at", "u2"), ("unused", "u1", (12,)),
    ]
)  # fmt: skip
"""Record of a block: where what belongs to its cells begins, and how much there is; rows of
distances; and how many words behind these what it has in shared memory stands."""

COLUMN_WARP = np.dtype([("begins", "u4"), ("row", "u1"), ("job", "u1"), ("tasks", "u2")])
"""Record of a warp. begins : a bit for each lane that is the first of a cell. row : its first row
of distances. job : its first cell in the block. tasks : pairs of words from the block's first task
to its own."""

LANES = 32
"""Threads of a warp."""

TURNS = 16
"""Words for the prices of turns, on the lowest level."""

INNER, TASKS, THREADS, CELLS = 0, 1, 2, 3
"""Places of what is known of each warp of a block: the most inner states and tasks of a cell; how
many threads and cells there are."""

ALIGNED = 4
"""Words that are copied at once; what is, lies in shared memory as it does outside."""


class BlockLimits(NamedTuple):
    """threads : of a block. each : entries of a thread. rooms : words of shared memory of a block,
    from the least; a block has the first one that is enough for its first cell, and as many more
    cells as there is room for. row : words of a row of distances, for the lanes of one warp."""

    threads: int
    each: int
    rooms: tuple[int, ...]

    @property
    def row(self) -> int:
        return LANES * self.each


class ColumnBlocks(NamedTuple):
    """jobs : COLUMN_JOB. blocks : COLUMN_BLOCK. warps : COLUMN_WARP, as many of each block.
    words : int64, blocks; shared memory of each."""

    jobs: NDArray[Any]
    blocks: NDArray[Any]
    warps: NDArray[Any]
    words: I64

    def of(self, chosen: NDArray[np.bool_], warps: int) -> ColumnBlocks:
        """Some of the blocks, which have so many warps each, with their jobs."""
        counts = np.diff(np.append(self.blocks["job"].astype(np.int64), len(self.jobs)))
        blocks = self.blocks[chosen].copy()
        blocks["job"] = np.cumsum(counts[chosen]) - counts[chosen]
        return ColumnBlocks(
            self.jobs[np.repeat(chosen, counts)],
            blocks,
            self.warps[np.repeat(chosen, warps)],
            self.words[chosen],
        )


def fitting(cells: ColumnCells, limits: BlockLimits) -> NDArray[np.bool_]:
    """Which cells fit into a block, or have nothing to do."""
    heads = cells.heads
    count = {
        name: heads[name].astype(np.int64)
        for name in ("entries", "inner", "exits", "tasks", "costs")
    }
    work = _aligned(2 * count["tasks"]) + count["costs"] + ALIGNED
    if len(cells.arcs):
        work += count["tasks"] + TURNS
    left = _aligned(np.maximum(work, count["entries"] * count["inner"] + ALIGNED))
    words = count["inner"] * limits.row + left + count["entries"] * count["exits"] + ALIGNED
    fits = (words <= limits.rooms[-1]) & (count["entries"] <= LANES * limits.each)
    found: NDArray[np.bool_] = cells.fits & (fits | (count["entries"] == 0))
    return found


def column_blocks(
    cells: ColumnCells, fits: NDArray[np.bool_], batch: Range, limits: BlockLimits
) -> ColumnBlocks:
    """The cells of a batch that fit (`fitting`), in blocks."""
    first, last = batch
    heads, taken = read_only(cells.heads), read_only(fits)
    lowest, warps = len(cells.arcs) > 0, limits.threads // LANES
    rooms = read_only(np.array(limits.rooms, np.int64))

    def work(begin: int, end: int) -> ColumnBlocks:
        count = int(taken[first + begin : first + end].sum())
        jobs, blocks = np.zeros(count, COLUMN_JOB), np.zeros(count, COLUMN_BLOCK)
        of_warps, words = np.zeros(count * warps, COLUMN_WARP), np.zeros(count, np.int64)
        used, made = _fill_blocks(
            first + begin, first + end, heads, taken, lowest,
            limits.threads, limits.each, rooms, jobs, blocks, of_warps, words,
        )  # fmt: skip
        return ColumnBlocks(
            jobs[:used].copy(), blocks[:made].copy(), of_warps[: made * warps].copy(), words[:made]
        )

    parts = parallel_for(work, last - first)
    before = 0
    for part in parts:
        part.blocks["job"] += before
        before += len(part.jobs)
    return ColumnBlocks(*map(np.concatenate, zip(*parts, strict=True)))


def _aligned(words: Any) -> Any:
    return -(-words // ALIGNED) * ALIGNED


@njit(cache=True, nogil=True)
def _fill_blocks(
    begin: int,
    end: int,
    heads: Any,
    taken: Any,
    lowest: bool,
    threads: int,
    each: int,
    rooms: Any,
    jobs: Any,
    blocks: Any,
    warps: Any,
    words: Any,
) -> Any:
    """Write the blocks of the cells begin to end; how many jobs and blocks there are."""
    warps_of_block = threads // LANES
    cells, order = np.empty(threads, np.int64), np.empty(threads, np.int64)
    warp, lanes = np.empty(threads, np.int64), np.empty(threads, np.int64)
    most = np.empty((4, warps_of_block), np.int64)
    used, made, c = 0, 0, begin
    while c < end:
        if not taken[c] or heads[c]["entries"] == 0:
            c += 1
            continue
        count, total, k = 0, 0, c
        while k < end and taken[k]:
            own = (int(heads[k]["entries"]) + each - 1) // each
            if total + own > threads:
                break
            if own > 0:
                cells[count] = k
                lanes[count] = own
                count += 1
                total += own
            k += 1
        n, needed = 0, 0
        for room in rooms:
            n = count
            needed = _pack(heads, cells, lanes, n, lowest, each, order, warp, most)
            while n > 1 and (needed < 0 or needed > room):
                n -= 1
                needed = _pack(heads, cells, lanes, n, lowest, each, order, warp, most)
            if needed <= room:
                break
        words[made] = needed
        _write_block(
            heads, cells, lanes, n, lowest, each, order, warp, most, jobs, used,
            blocks[made : made + 1], warps[made * warps_of_block : (made + 1) * warps_of_block],
        )  # fmt: skip
        used, made, c = used + n, made + 1, cells[n - 1] + 1
    return used, made


@njit(cache=True, nogil=True)
def _pack(
    heads: Any,
    cells: Any,
    lanes: Any,
    count: int,
    lowest: bool,
    each: int,
    order: Any,
    warp: Any,
    most: Any,
) -> int:
    """Distribute cells over warps; words of shared memory, -1 where a warp has not enough lanes.

    order : written, cells from those with most to do. warp : written, of each cell in that order.
    most : written; by warp INNER, TASKS, THREADS and CELLS.
    """
    for k in range(count):
        head, at = heads[cells[k]], k
        key = int(head["inner_tasks"]) << 16 | int(head["costs"])
        while at > 0:
            other = heads[cells[order[at - 1]]]
            if int(other["inner_tasks"]) << 16 | int(other["costs"]) >= key:
                break
            order[at] = order[at - 1]
            at -= 1
        order[at] = k
    most[:] = 0
    for x in range(count):
        k = order[x]
        head, w = heads[cells[k]], 0
        while w < most.shape[1] and most[THREADS, w] + lanes[k] > LANES:
            w += 1
        if w == most.shape[1]:
            return -1
        warp[x] = w
        most[INNER, w] = max(most[INNER, w], int(head["inner"]))
        most[TASKS, w] = max(most[TASKS, w], int(head["tasks"]))
        most[THREADS, w] += lanes[k]
        most[CELLS, w] += 1
    (rows, _, _, shortcuts_at), (_, _, shortcuts, _) = _placed(heads, cells, count, lowest, most)
    return int(rows * LANES * each + shortcuts_at + shortcuts + ALIGNED)


@njit(cache=True, nogil=True)
def _placed(heads: Any, cells: Any, count: int, lowest: bool, most: Any) -> Any:
    """Rows of distances; words behind them to the costs, arcs and shortcuts; how many of costs,
    arcs, shortcuts and of distances from entries to inner states."""
    shortcuts, downs, rows, pairs = 0, 0, 0, 0
    for k in range(count):
        head = heads[cells[k]]
        entries = int(head["entries"])
        shortcuts += entries * int(head["exits"])
        downs += entries * int(head["inner"])
    first, last = heads[cells[0]], heads[cells[count - 1]]
    costs = int(last["cost"]) + int(last["costs"]) - int(first["cost"])
    arcs = int(last["arc"]) + int(last["tasks"]) - int(first["arc"]) if lowest else 0
    for w in range(most.shape[1]):
        rows += most[INNER, w]
        pairs += most[TASKS, w] * most[CELLS, w]
    costs_at = -(-2 * pairs // ALIGNED) * ALIGNED
    arcs_at = costs_at + costs + ALIGNED
    work = arcs_at + (arcs + TURNS if lowest else 0)
    shortcuts_at = -(-max(work, downs + ALIGNED) // ALIGNED) * ALIGNED
    return (rows, costs_at, arcs_at, shortcuts_at), (costs, arcs, shortcuts, downs)


@njit(cache=True, nogil=True)
def _write_block(
    heads: Any,
    cells: Any,
    lanes: Any,
    count: int,
    lowest: bool,
    each: int,
    order: Any,
    warp: Any,
    most: Any,
    jobs: Any,
    used: int,
    blocks: Any,
    warps: Any,
) -> None:
    """Write one block, its warps and its jobs, as `_pack` distributed them."""
    block, first = blocks[0], heads[cells[0]]
    (rows, costs_at, arcs_at, shortcuts_at), counts = _placed(heads, cells, count, lowest, most)
    block["job"] = used
    block["cost"], block["arc"] = first["cost"], first["arc"]
    block["shortcut"], block["down"] = first["shortcut"], first["down"]
    block["costs"], block["arcs"], block["shortcuts"], block["downs"] = counts
    block["rows"], block["costs_at"] = rows, costs_at
    block["arcs_at"], block["shortcuts_at"] = arcs_at, shortcuts_at
    at, row, pairs = used, 0, 0
    for w in range(most.shape[1]):
        warps[w]["row"], warps[w]["job"], warps[w]["tasks"] = row, at - used, pairs
        row += most[INNER, w]
        pairs += most[TASKS, w] * most[CELLS, w]
        lane, begins = 0, np.uint32(0)
        for x in range(count):
            if warp[x] != w:
                continue
            begins |= np.uint32(1) << np.uint32(lane)
            lane += lanes[order[x]]
            head, job = heads[cells[order[x]]], jobs[at]
            job["shape"], job["turn"] = head["shape"], head["turn"]
            job["cost"] = int(head["cost"]) - int(first["cost"])
            job["arc"] = int(head["arc"]) - int(first["arc"])
            job["shortcut"] = int(head["shortcut"]) - int(first["shortcut"])
            job["down"] = int(head["down"]) - int(first["down"])
            job["entries"], job["inner"], job["exits"] = (
                head["entries"],
                head["inner"],
                head["exits"],
            )
            job["inner_tasks"], job["tasks"] = head["inner_tasks"], head["tasks"]
            at += 1
        warps[w]["begins"] = begins
