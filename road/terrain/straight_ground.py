"""Ground whose cells are also reached along straight lines, among the states of a search.

A cell is offered what its wedges offer, beside its steps (`docs/algorithms/straight-lines.md`); a
start's disc gives it what a straight line from the start takes. Roads, and the steps between a road
and its cell, are as they are: a label is the least of all, whatever the order of work, since none
of these falls when a label rises. A wedge counts between cells alone, however these are reached, so
that a front that leaves a road runs on as one from any other line of cells.

Cells are the first states of a search, row by row; the arrays come from outside, since rasters are
not known here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numba import njit

from core.geometry.wedge import NO_OFFER, offer
from core.times import UNREACHED
from road.graph import I64, U32, keep_read_only

ACROSS, DOWN = 0, 1
"""Kinds of straight steps."""

Disc = Callable[[int, float], tuple[I64, I64]]
"""Function of a cell and the seconds of a tick: the cells around, and the ticks of the straight
lines to them."""


@dataclass(frozen=True, eq=False)
class StraightGround:
    """half_costs : uint32 ticks, (2, rows, cols), half a straight step, ACROSS and DOWN; UNREACHED
    where nobody can pass. disc : around a start. tick_seconds : of the half costs."""

    half_costs: U32
    disc: Disc
    tick_seconds: float

    def __post_init__(self) -> None:
        keep_read_only(self)

    @property
    def cells(self) -> int:
        return int(self.half_costs.shape[1] * self.half_costs.shape[2])

    @property
    def coarser(self) -> StraightGround:
        """The same with ticks twice as long. Half costs are rounded up, and once more, so that F is
        a tick more than half of what it was: steps, of which each is rounded up once, are then
        still no more than √2 · F aslant, which keeps offers from falling."""
        half = self.half_costs
        coarse = np.where(half < UNREACHED, half // 2 + 1, half)
        return replace(self, half_costs=coarse, tick_seconds=2 * self.tick_seconds)

    def around(self, cell: int) -> tuple[I64, I64]:
        """Cells of the disc around a cell, and their ticks from it."""
        return self.disc(cell, self.tick_seconds)


@njit(cache=True, nogil=True)
def _between(half: Any, labels: Any, axis: Any, aslant: Any, cell: Any, kind: int) -> Any:
    """What a wedge of a cell offers; all three are (row, col)."""
    cols = half.shape[2]
    slower = max(half[kind, axis[0], axis[1]], half[kind, aslant[0], aslant[1]])
    cost = np.int64(slower) + np.int64(half[kind, cell[0], cell[1]])
    near = np.int64(labels[axis[0] * cols + axis[1]])
    return offer(near, np.int64(labels[aslant[0] * cols + aslant[1]]), cost)


@njit(cache=True, nogil=True)
def offered_beside(half: Any, labels: Any, state: Any, other: Any) -> Any:
    """The least that those wedges of a cell offer that its neighbour `state` is A or D of; int64,
    NO_OFFER where none does. Both are states; nothing where one is no cell."""
    rows, cols = half.shape[1], half.shape[2]
    best = np.int64(NO_OFFER)
    if state >= rows * cols or other >= rows * cols:
        return best
    row, col = np.int64(state) // cols, np.int64(state) % cols
    r, c = np.int64(other) // cols, np.int64(other) % cols
    here, cell = (row, col), (r, c)
    if row != r and col != c:
        best = _between(half, labels, (r, col), here, cell, ACROSS)
        return min(best, _between(half, labels, (row, c), here, cell, DOWN))
    for side in (-1, 1):
        aslant = (row, col + side) if col == c else (row + side, col)
        if 0 <= aslant[0] < rows and 0 <= aslant[1] < cols:
            kind = DOWN if col == c else ACROSS
            best = min(best, _between(half, labels, here, aslant, cell, kind))
    return best


@njit(cache=True, nogil=True)
def entered_near(half: Any, labels: Any, cell: Any) -> Any:
    """The neighbour nearest to where the front enters a wedge that explains a cell's label; -1
    where no wedge does."""
    rows, cols = half.shape[1], half.shape[2]
    row, col, label = cell // cols, cell % cols, np.int64(labels[cell])
    for down in (-1, 1):
        for right in (-1, 1):
            r, c = row + down, col + right
            if r < 0 or r >= rows or c < 0 or c >= cols:
                continue
            for kind in (ACROSS, DOWN):
                axis = (row, c) if kind == ACROSS else (r, col)
                if _between(half, labels, axis, (r, c), (row, col), kind) != label:
                    continue
                near = np.int64(labels[axis[0] * cols + axis[1]])
                apart = near - np.int64(labels[r * cols + c])
                nearer_aslant = 2 * apart > label - near
                return r * cols + c if nearer_aslant else axis[0] * cols + axis[1]
    return np.int64(-1)


@njit(cache=True, nogil=True)
def lay_steps(
    half: Any, first_out: Any, head: Any, labels: Any, begins: Any, outward: bool, cost: Any
) -> None:
    """Make the cost of one step into each cell that no step explains what its label is later than
    where that step begins: at the neighbour nearest to where the front comes from.

    first_out, head : of the graph. cost : uint32, its arcs; changed. begins : bool, states at which
    a way begins. outward : whether times are from the starts.
    """
    cells = half.shape[1] * half.shape[2]
    for cell in range(cells):
        label = np.int64(labels[cell])
        if label >= UNREACHED or begins[cell]:
            continue
        near, explained = np.int64(entered_near(half, labels, cell)), False
        chosen, left = np.int64(-1), label
        for out in range(first_out[cell], first_out[cell + 1]):
            before, arc = np.int64(head[out]), np.int64(out)
            there = np.int64(labels[before])
            if outward:  # what leads into the cell, to which every step out of it has its like
                arc = np.int64(first_out[before])
                while head[arc] != cell:
                    arc += 1
            if there + np.int64(cost[arc]) == label:
                explained = True
                break
            # Where no wedge explains it, a line from a start does: by way of the soonest.
            if before == near or (near < 0 and before < cells and there < left):
                chosen, left = arc, there
        if not explained and chosen >= 0:
            cost[chosen] = label - left
