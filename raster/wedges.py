"""Straight lines between the eight directions: what a cell is offered through its eight wedges.

Between a cell's neighbour A along an axis and the diagonal neighbour D beside it lies a *wedge*.
The front between the centres of A and D is taken for a line, from the label of A to that of D, and
the cell is reached from where on it that is soonest. In whole ticks, with

    F = max(half(A), half(D)) + half(cell)    of the straight step that A lies along
    δ = label(A) - label(D)

it is offered

    label(A) + isqrt(F² - δ²)       where 0 ≤ δ and 2δ² ≤ F²

and nothing elsewhere: below, A alone is soonest, beyond, D is, and the steps from them give no
more. (For that, diagonal half costs are no more than √2 times the straight ones along straight
lines: `raster.steps.most_aslant`.)

A cell's label is the least of its eight steps (`raster.steps`) and its eight wedges. That never
falls when a label rises, and an offer exceeds both labels that it is made of: so the labels are the
only solution of *label = update(labels)*, whatever the order of work, and a heap may settle cells
for good.

Barriers need no branch: their half cost alone makes every offer UNREACHED or more. On slopes wedges
offer otherwise: `raster.slopes.wedges`.

Source: a front that is linear between two of eight neighbours is that of Tsitsiklis 1995. Ours
differs in whole ticks, with the exact floor of the root, and in the steps that stay beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.extending import overload

from core.geometry.wedge import NO_OFFER, offer, offer_over_oblong
from core.geometry.wedge_units import SHARE_BITS
from core.parallel.in_place import in_place
from raster.oblong import REACH, SHARE
from raster.slopes.wedges import offer_on_slopes
from raster.steps import EAST_WEST, NEIGHBOUR_COL, NEIGHBOUR_ROW, NORTH_SOUTH, half_cost

WEDGES = 8

AXIS_ROW = (-1, -1, 1, 1, 0, 0, 0, 0)
AXIS_COL = (0, 0, 0, 0, -1, -1, 1, 1)
AXIS_KIND = (NORTH_SOUTH,) * 4 + (EAST_WEST,) * 4
ASLANT_ROW = (-1, -1, 1, 1, -1, 1, -1, 1)
ASLANT_COL = (-1, 1, -1, 1, -1, -1, 1, 1)
"""The last of what says where A and D of each wedge lie, seen from the cell."""


@in_place
def best_of_wedges(costs: Any, labels: Any, first: int, row: int, col: int) -> Any:
    """The least that the wedges of a cell offer, int64, no less than UNREACHED where none does;
    `labels` hold the rows of the grid from `first` on, those beside the cell among them."""
    rows, cols = costs.values.shape
    best = np.int64(NO_OFFER)
    for k in range(WEDGES):
        r, c = row + ASLANT_ROW[k], col + ASLANT_COL[k]
        if 0 <= r < rows and 0 <= c < cols:
            axis = row + AXIS_ROW[k], col + AXIS_COL[k]
            best = min(best, _between(costs, labels, first, (row, col), axis, (r, c), AXIS_KIND[k]))
    return best


@in_place
def best_of_wedges_beside(
    costs: Any, labels: Any, row: int, col: int, down: int, right: int
) -> Any:
    """The least that those wedges of the cell at (row + down, col + right), a neighbour of
    (row, col), offer that this one is A or D of; int64, as of `best_of_wedges`."""
    rows, cols = labels.shape
    best = np.int64(NO_OFFER)
    cell, here = (row + down, col + right), (row, col)
    first = np.int64(0)
    if down != 0 and right != 0:
        # A plain number would be a type of its own, and the kernel be compiled once more for it.
        across, along = np.int64(EAST_WEST), np.int64(NORTH_SOUTH)
        best = _between(costs, labels, first, cell, (row + down, col), here, across)
        return min(best, _between(costs, labels, first, cell, (row, col + right), here, along))
    for side in (-1, 1):
        r, c = (row, col + side) if right == 0 else (row + side, col)
        if 0 <= r < rows and 0 <= c < cols:
            kind = NORTH_SOUTH if right == 0 else EAST_WEST
            best = min(best, _between(costs, labels, first, cell, here, (r, c), kind))
    return best


def _between(
    costs: Any, labels: Any, first: Any, cell: Any, axis: Any, aslant: Any, kind: Any
) -> Any:
    """What the wedge of a cell between A and D offers, for compiled code."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(_between)
def _offered_between(
    costs: Any, labels: Any, first: Any, cell: Any, axis: Any, aslant: Any, kind: Any
) -> Callable[..., Any]:
    on_slopes = "bins" in costs.fields
    return offer_on_slopes.py_func if on_slopes else _offer_on_the_flat


def _offer_on_the_flat(
    costs: Any, labels: Any, first: Any, cell: Any, axis: Any, aslant: Any, kind: Any
) -> Any:
    slower = max(
        np.int64(half_cost(costs, axis[0], axis[1], kind)),
        np.int64(half_cost(costs, aslant[0], aslant[1], kind)),
    )
    cost = slower + np.int64(half_cost(costs, cell[0], cell[1], kind))
    near = np.int64(labels[axis[0] - first, axis[1]])
    far = np.int64(labels[aslant[0] - first, aslant[1]])
    share = costs.shapes[kind, SHARE]
    if share == 0:
        return offer(near, far, cost)
    return offer_over_oblong(near, far, cost, share, costs.shapes[kind, REACH])


@in_place
def explained_by(costs: Any, labels: Any, row: int, col: int) -> int:
    """The neighbour, as an index of `raster.steps.NEIGHBOUR_ROW`, nearest to where the front enters
    a wedge that explains the label of a cell; -1 where no wedge does."""
    rows, cols = labels.shape
    label, here, first = np.int64(labels[row, col]), (row, col), np.int64(0)
    for k in range(WEDGES):
        r, c = row + ASLANT_ROW[k], col + ASLANT_COL[k]
        if not (0 <= r < rows and 0 <= c < cols) or labels[r, c] >= label:
            continue
        axis = row + AXIS_ROW[k], col + AXIS_COL[k]
        if _between(costs, labels, first, here, axis, (r, c), AXIS_KIND[k]) == label:
            past = label - np.int64(labels[axis[0], axis[1]])
            apart = np.int64(labels[axis[0], axis[1]]) - np.int64(labels[r, c])
            nearer = AXIS_ROW[k], AXIS_COL[k]
            share = costs.shapes[AXIS_KIND[k], SHARE]
            if share != 0:  # as if along the side of a square
                apart = share * apart >> SHARE_BITS
            if 2 * apart > past:  # then it enters nearer to D than to A
                nearer = ASLANT_ROW[k], ASLANT_COL[k]
            for neighbour in range(8):
                if (NEIGHBOUR_ROW[neighbour], NEIGHBOUR_COL[neighbour]) == nearer:
                    return neighbour
    return -1
