"""Walks over the coarse cells of a corridor, in cells of the full grid: the kernels of it.

Blocks are coarse cells of a corridor, in the order in which the coarse grid reaches them; the cells
of a block are those of the full grid in it, row by row. Each block is laid into a square with a rim
of the cells around it, and its cells are reached from there. No queue is kept.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.parallel.processor import prefetch
from core.times import UNREACHED
from raster.slopes.costs import sloped_cost
from raster.slopes.heights import UNKNOWN
from raster.steps import BARRIER, NEIGHBOUR_COL, NEIGHBOUR_KIND, NEIGHBOUR_ROW

TURNS = 2
"""Passes over the cells of a coarse cell, to and fro: a path may bend within it."""

ON_PATH = 1
"""Mark of a coarse cell that a path runs through, whose way on is known then."""

AHEAD = 4
"""Blocks between asking for the memory around a block and needing it."""


@njit(cache=True, nogil=True)
def around_paths(labels: Any, ends: Any, number: Any, reach: Any, most: Any) -> Any:
    """Flat indices of the cells of least label from ends down to a start, and then of those around
    them; `number`, -1 before, is 0 or more there. Soon after there are more than `most` it ends."""
    rows, cols = labels.shape
    room = (2 * reach + 1) ** 2
    cells = np.empty(max(len(ends), 1024) + room, np.int64)
    path = np.empty(len(cells) + 1, np.int64)
    count, along = 0, 0
    for end in ends:
        row, col = end // cols, end % cols
        while row >= 0 and number[row, col] < ON_PATH and count <= most:
            if count + room > len(cells):
                cells, path = np.concatenate((cells, cells)), np.concatenate((path, path))
            for r in range(max(row - reach, 0), min(row + reach + 1, rows)):
                for c in range(max(col - reach, 0), min(col + reach + 1, cols)):
                    cells[count] = r * cols + c
                    count += number[r, c] < 0  # else the next takes its place
                    number[r, c] = max(number[r, c], 0)
            number[row, col] = ON_PATH
            path[along] = row * cols + col
            along += 1
            least, below, beside = labels[row, col], np.int64(-1), np.int64(-1)
            for k in range(9):
                r, c = row + k // 3 - 1, col + k % 3 - 1
                if 0 <= r < rows and 0 <= c < cols and labels[r, c] < least:
                    least, below, beside = labels[r, c], r, c
            row, col = below, beside
    for n in range(count):
        path[along] = cells[n]
        along += number[cells[n] // cols, cells[n] % cols] < ON_PATH
    return path[:along].copy()


@njit(cache=True, nogil=True)
def read(values: Any, blocks: Any, factor: Any, into: Any) -> None:
    """Values of the cells of blocks, (blocks, factor · factor); outside of the grid any."""
    rows, cols = values.shape
    wide = (cols + factor - 1) // factor
    for block in range(len(blocks)):
        top, left = blocks[block] // wide * factor, blocks[block] % wide * factor
        line = into[block]
        for i in range(factor):
            row = min(top + i, rows - 1)
            for j in range(factor):
                line[i * factor + j] = values[row, min(left + j, cols - 1)]


@njit(cache=True, nogil=True)
def walk(
    codes: Any, table: Any, number: Any, blocks: Any, factor: Any, begun: Any, first: Any, away: Any
) -> None:
    """Have the cells of blocks reached from those of the ones around, block after block.

    codes, table : of `Ways`, the table flat. begun : int32, which row of `first` has the labels in
    ticks that the cells of a block begin with; -1 where they have none. away : uint32, flat,
    (blocks + 1, 3, cells), of any values; then label and half cost of each cell by kind of step,
    which is what a step away costs but for the half cost of where it ends.

    Sums of these are at most three times UNREACHED, which fits, so that no cell is a branch.
    """
    (high, wide), number = number.shape, number.ravel()
    zero, one, none = np.uint64(0), np.uint64(1), np.uint32(UNREACHED)
    f, two, three = np.uint64(factor), np.uint64(2), np.uint64(3)
    side, cells, kinds = f + two, f * f, np.uint64(len(table) // 3)
    by_row, by_col = np.empty(side * side, np.uint32), np.empty(side * side, np.uint32)
    aslant, held = np.empty(side * side, np.uint32), np.empty(side * side, np.uint32)
    own = np.empty(three * cells, np.uint32)
    # Where blocks lie in `away`; those without labels, and what is none, at its end.
    lies = np.full(len(blocks) + 1, np.uint64(len(blocks)) * three * cells)
    for place in range(lies[-1], len(away)):
        away[place] = none
    for block in range(len(blocks)):
        if begun[block] >= 0:
            lies[block] = np.uint64(block) * three * cells
            _begin(codes[block], table, first[begun[block]], away[lies[block] :])
    for block in range(len(blocks)):
        here = blocks[block]
        row, col = here // wide, here % wide
        soon = blocks[min(block + AHEAD, len(blocks) - 1)]
        for down in range(-1, 2):
            prefetch(number, min(max(soon + down * wide, 0), len(number) - 1))

        # The rim, corner after corner and side after side.
        up, under, left, right = row > 0, row + 1 < high, col > 0, col + 1 < wide
        north_west = lies[number[here - wide - 1] if up and left else -1]
        north_east = lies[number[here - wide + 1] if up and right else -1]
        south_west = lies[number[here + wide - 1] if under and left else -1]
        south_east = lies[number[here + wide + 1] if under and right else -1]
        aslant[zero] = away[north_west + three * cells - one]
        aslant[side - one] = away[north_east + three * cells - f]
        aslant[(side - one) * side] = away[south_west + two * cells + f - one]
        aslant[side * side - one] = away[south_east + two * cells]
        west, east = lies[number[here - 1] if left else -1], lies[number[here + 1] if right else -1]
        north = lies[number[here - wide] if up else -1] + cells - f
        south = lies[number[here + wide] if under else -1]
        for i in range(f):
            at, its = (i + one) * side, west + i * f + f - one
            by_row[at], aslant[at] = away[its], away[its + two * cells]
            at, its = at + side - one, east + i * f
            by_row[at], aslant[at] = away[its], away[its + two * cells]
            at, its = i + one, north + i
            by_col[at], aslant[at] = away[its + cells], away[its + two * cells]
            at, its = (side - one) * side + i + one, south + i
            by_col[at], aslant[at] = away[its + cells], away[its + two * cells]

        cell, base = zero, np.uint64(block) * three * cells
        begins = begun[block] >= 0
        for i in range(f):
            at = (i + one) * side
            for _ in range(f):
                at += one
                code = np.uint64(codes[block, cell])
                for kind in range(three):
                    own[kind * cells + cell] = table[kind * kinds + code]
                by_row[at] = by_col[at] = aslant[at] = held[at] = none
                if begins:
                    held[at], by_row[at] = first[begun[block], cell], away[base + cell]
                    by_col[at] = away[base + cells + cell]
                    aslant[at] = away[base + two * cells + cell]
                cell += one

        for turn in range(TURNS):
            cell = zero if turn % 2 == 0 else cells - one
            at = side + one if turn % 2 == 0 else f * side + f
            step = one if turn % 2 == 0 else zero - one  # which wraps round: one back
            for _ in range(f):
                last = by_row[at - step]
                for _ in range(f):
                    straight, across = own[cell], own[cells + cell]
                    diagonal, over, below = own[two * cells + cell], at - side, at + side
                    beside = np.uint32(min(last, by_row[at + step]) + straight)
                    column = np.uint32(min(by_col[over], by_col[below]) + across)
                    corner = min(
                        min(aslant[over - one], aslant[over + one]),
                        min(aslant[below - one], aslant[below + one]),
                    )
                    corner = np.uint32(corner + diagonal)
                    soonest = min(min(held[at], corner), min(column, beside))
                    last = np.uint32(soonest + straight)
                    held[at], by_row[at], by_col[at] = soonest, last, soonest + across
                    aslant[at] = soonest + diagonal
                    at += step
                    cell += step
                at += step + step

        cell = zero
        for i in range(f):
            at = (i + one) * side
            for _ in range(f):
                at += one
                away[base + cell], away[base + cells + cell] = by_row[at], by_col[at]
                away[base + two * cells + cell] = aslant[at]
                cell += one
        lies[block] = base


@njit(nogil=True, inline="always")
def _begin(codes: Any, table: Any, labels: Any, away: Any) -> None:
    """For one block."""
    cells, kinds = len(labels), len(table) // 3
    for kind in range(3):
        for cell in range(cells):
            away[kind * cells + cell] = labels[cell] + table[kind * kinds + codes[cell]]


@njit(cache=True, nogil=True)
def walk_on_slopes(ways: Any, number: Any, blocks: Any, factor: Any, labels: Any) -> None:
    """The same on slopes, where a step costs otherwise up than down. ways : `Ways`. labels : uint32
    ticks, (blocks, cells)."""
    high, wide = number.shape
    side = factor + 2
    held, heights = np.empty((side, side), np.int64), np.empty((side, side), np.int64)
    halves = np.empty((3, side, side), np.int64)
    codes, table = ways.codes, ways.table
    bins, rise_scale, level = ways.bins, ways.rise_scale, ways.level
    least, most, kept = ways.least, ways.most, ways.kept
    for block in range(len(blocks)):
        row, col = blocks[block] // wide, blocks[block] % wide
        for i in range(side):
            for j in range(side):
                held[i, j] = UNREACHED
        for down in range(-1, 2):
            for right in range(-1, 2):
                r, c = row + down, col + right
                other = np.int64(-1)
                if 0 <= r < high and 0 <= c < wide:
                    other = np.int64(number[r, c])
                if other < 0:
                    continue
                for i in range(factor if down < 0 else 1, 2 if down > 0 else 1 + factor):
                    for j in range(factor if right < 0 else 1, 2 if right > 0 else 1 + factor):
                        cell = (i - 1) * factor + j - 1
                        r, c = i + down * factor, j + right * factor
                        held[r, c] = labels[other, cell]
                        heights[r, c] = ways.heights[other, cell]
                        for kind in range(3):
                            halves[kind, r, c] = table[kind, codes[other, cell]]
        for turn in range(TURNS):
            for n in range(factor * factor):
                cell = n if turn % 2 == 0 else factor * factor - 1 - n
                i, j = 1 + cell // factor, 1 + cell % factor
                if halves[0, i, j] >= BARRIER:
                    continue
                soonest = held[i, j]
                for k in range(8):
                    r, c, kind = i + NEIGHBOUR_ROW[k], j + NEIGHBOUR_COL[k], NEIGHBOUR_KIND[k]
                    if held[r, c] >= soonest:
                        continue
                    here, there = heights[r, c], heights[i, j]
                    rise = np.int64(0)
                    if here != UNKNOWN and there != UNKNOWN:
                        rise = there - here
                    step = sloped_cost(
                        bins,
                        rise_scale[kind],
                        least[kind],
                        most[kind],
                        level[kind],
                        kept,
                        halves[kind, r, c] + halves[kind, i, j],
                        rise,
                    )
                    soonest = min(soonest, held[r, c] + step)
                held[i, j] = soonest
        for i in range(factor):
            for j in range(factor):
                labels[block, i * factor + j] = held[i + 1, j + 1]
