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
from typing import Any, NamedTuple

import numpy as np
from numba import njit, types
from numba.extending import overload

from core.geometry.wedge import NO_OFFER, offer, offer_over_oblong
from core.geometry.wedge_units import SHARE_BITS
from core.times import UNREACHED
from road.graph import I64, U32, keep_read_only

ACROSS, DOWN = 0, 1
"""Kinds of straight steps."""

Disc = Callable[[int, float], tuple[I64, I64]]
"""Function of a cell and the seconds of a tick: the cells around, and the ticks of the straight
lines to them."""


Shape = tuple[int, int]
"""Form of wedges over cells that are not square: the share and the reach of
`core.geometry.wedge.offer_over_oblong`; zeros of square ones."""


class OblongLines(NamedTuple):
    """What compiled code knows of straight lines over cells that are not square; names as of
    `StraightGround`."""

    half_costs: U32
    across: Shape
    down: Shape


GroundLines = U32 | OblongLines
"""Knowledge of compiled code of straight lines: half costs alone where cells are square, which has
code of its own. To ask at each wedge takes a search a sixth longer."""


@dataclass(frozen=True, eq=False)
class StraightGround:
    """half_costs : uint32 ticks, (2, rows, cols), half a straight step, ACROSS and DOWN; UNREACHED
    where nobody can pass. disc : around a start. tick_seconds : of the half costs. across, down :
    shapes of wedges by their straight step."""

    half_costs: U32
    disc: Disc
    tick_seconds: float
    across: Shape = (0, 0)
    down: Shape = (0, 0)

    def __post_init__(self) -> None:
        keep_read_only(self)

    @property
    def cells(self) -> int:
        return int(self.half_costs.shape[1] * self.half_costs.shape[2])

    @property
    def coarser(self) -> StraightGround:
        """The same with ticks twice as long. Half costs are rounded up, and once more, so that F is
        a tick more than half of what it was: steps, of which each is rounded up once, are then
        still no more than √2 · F aslant, over oblong cells √(1 + 1/R) · F, which keeps offers from
        falling."""
        half = self.half_costs
        coarse = np.where(half < UNREACHED, half // 2 + 1, half)
        return replace(self, half_costs=coarse, tick_seconds=2 * self.tick_seconds)

    @property
    def lines(self) -> GroundLines:
        """For compiled code."""
        if self.across[0] == 0:
            return self.half_costs
        return OblongLines(self.half_costs, self.across, self.down)

    def around(self, cell: int) -> tuple[I64, I64]:
        """Cells of the disc around a cell, and their ticks from it."""
        return self.disc(cell, self.tick_seconds)


def halves_of(lines: Any) -> Any:
    """The half costs, for compiled code."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(halves_of)
def _halves_of(lines: Any) -> Callable[..., Any]:
    def of_squares(lines: Any) -> Any:
        return lines

    def of_oblong(lines: Any) -> Any:
        return lines.half_costs

    return of_squares if isinstance(lines, types.Array) else of_oblong


def _offer(lines: Any, near: Any, far: Any, cost: Any, kind: Any) -> Any:
    """What a wedge of a kind offers, for compiled code."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(_offer)
def _offer_of(lines: Any, near: Any, far: Any, cost: Any, kind: Any) -> Callable[..., Any]:
    def over_squares(lines: Any, near: Any, far: Any, cost: Any, kind: Any) -> Any:
        return offer(near, far, cost)

    def over_oblong(lines: Any, near: Any, far: Any, cost: Any, kind: Any) -> Any:
        share, reach = lines.across if kind == ACROSS else lines.down
        return offer_over_oblong(near, far, cost, share, reach)

    return over_squares if isinstance(lines, types.Array) else over_oblong


def _beside(lines: Any, apart: Any, kind: Any) -> Any:
    """How far apart the labels of A and D would be along the side of a square, for compiled
    code."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(_beside)
def _beside_of(lines: Any, apart: Any, kind: Any) -> Callable[..., Any]:
    def of_squares(lines: Any, apart: Any, kind: Any) -> Any:
        return apart

    def of_oblong(lines: Any, apart: Any, kind: Any) -> Any:
        share = lines.across[0] if kind == ACROSS else lines.down[0]
        return share * apart >> SHARE_BITS

    return of_squares if isinstance(lines, types.Array) else of_oblong


@njit(cache=True, nogil=True)
def _between(lines: Any, labels: Any, axis: Any, aslant: Any, cell: Any, kind: int) -> Any:
    """What a wedge of a cell offers; all three are (row, col)."""
    half = halves_of(lines)
    cols = half.shape[2]
    slower = max(half[kind, axis[0], axis[1]], half[kind, aslant[0], aslant[1]])
    cost = np.int64(slower) + np.int64(half[kind, cell[0], cell[1]])
    near = np.int64(labels[axis[0] * cols + axis[1]])
    far = np.int64(labels[aslant[0] * cols + aslant[1]])
    return _offer(lines, near, far, cost, kind)


@njit(cache=True, nogil=True)
def offered_beside(lines: Any, labels: Any, state: Any, other: Any) -> Any:
    """The least that those wedges of a cell offer that its neighbour `state` is A or D of; int64,
    NO_OFFER where none does. Both are states; nothing where one is no cell."""
    rows, cols = halves_of(lines).shape[1:]
    best = np.int64(NO_OFFER)
    if state >= rows * cols or other >= rows * cols:
        return best
    row, col = np.int64(state) // cols, np.int64(state) % cols
    r, c = np.int64(other) // cols, np.int64(other) % cols
    here, cell = (row, col), (r, c)
    if row != r and col != c:
        best = _between(lines, labels, (r, col), here, cell, ACROSS)
        return min(best, _between(lines, labels, (row, c), here, cell, DOWN))
    for side in (-1, 1):
        aslant = (row, col + side) if col == c else (row + side, col)
        if 0 <= aslant[0] < rows and 0 <= aslant[1] < cols:
            kind = DOWN if col == c else ACROSS
            best = min(best, _between(lines, labels, here, aslant, cell, kind))
    return best


@njit(cache=True, nogil=True)
def entered_near(lines: Any, labels: Any, cell: Any) -> Any:
    """The neighbour nearest to where the front enters a wedge that explains a cell's label; -1
    where no wedge does."""
    rows, cols = halves_of(lines).shape[1:]
    row, col, label = cell // cols, cell % cols, np.int64(labels[cell])
    for down in (-1, 1):
        for right in (-1, 1):
            r, c = row + down, col + right
            if r < 0 or r >= rows or c < 0 or c >= cols:
                continue
            for kind in (ACROSS, DOWN):
                axis = (row, c) if kind == ACROSS else (r, col)
                if _between(lines, labels, axis, (r, c), (row, col), kind) != label:
                    continue
                near = np.int64(labels[axis[0] * cols + axis[1]])
                apart = _beside(lines, near - np.int64(labels[r * cols + c]), kind)
                nearer_aslant = 2 * apart > label - near
                return r * cols + c if nearer_aslant else axis[0] * cols + axis[1]
    return np.int64(-1)


@njit(cache=True, nogil=True)
def lay_steps(
    lines: Any, first_out: Any, head: Any, labels: Any, begins: Any, outward: bool, cost: Any
) -> None:
    """Make the cost of one step into each cell that no step explains what its label is later than
    where that step begins: at the neighbour nearest to where the front comes from.

    first_out, head : of the graph. cost : uint32, its arcs; changed. begins : bool, states at which
    a way begins. outward : whether times are from the starts.
    """
    cells = halves_of(lines)[0].size
    for cell in range(cells):
        label = np.int64(labels[cell])
        if label >= UNREACHED or begins[cell]:
            continue
        near, explained = np.int64(entered_near(lines, labels, cell)), False
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
