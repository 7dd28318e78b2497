"""The two ways of working through a phase of `raster.solvers.adaptive_threads`, compiled.

A phase reads the labels of one copy, *source*, and writes those of the other, *target*. The cells
to be served are those marked in `marks`; wherever no mark is, both copies hold the same. Cells that
fall are marked in `marked`, which afterwards are the marks of the next phase.

A phase over all cells leaves its own `marks` as they are and writes all of `marked`. A listed phase
clears `marks` and needs an empty `marked`; after a phase over all cells somebody has to clear it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.in_place import in_place
from core.parallel.team import hand_in, take_ticket
from core.times import UNREACHED
from raster.steps import (
    BARRIER,
    DIAGONAL,
    EAST_WEST,
    NEIGHBOUR_COL,
    NEIGHBOUR_KIND,
    NEIGHBOUR_ROW,
    NORTH_SOUTH,
    half_cost,
)

WORD = 64
"""Cells of a row whose marks share a word."""

BAND = 16
"""Rows of a block of cells that is looked at as one; with WORD columns its planes fit in cache."""

LOOK = 1 << 15
"""Listed cells between two looks at whether to stop: 3 ms, where each one misses the cache."""

HALF, VIA = 0, 1
"""Planes of a block: half costs, and labels plus half costs; each by kind of step."""


def new_planes(members: int) -> NDArray[np.uint32]:
    """Workspace for a block and the cells beside it, for each thread."""
    return np.empty((members, 2, 3, BAND + 2, WORD + 2), np.uint32)


def bands_of(rows: int) -> int:
    """Bands that a grid is distributed in."""
    return -(-rows // BAND)


# -- listed cells


@in_place
def list_marked(marks: Any, cells: Any, cols: int) -> int:
    """Flat indices of the marked cells, as many as there is room for; returns how many they are."""
    count = 0
    for row in range(marks.shape[0]):
        for word in range(marks.shape[1]):
            bits = marks[row, word]
            for bit in range(WORD):
                if bits == 0:
                    break
                if bits & np.uint64(1):
                    if count < len(cells):
                        cells[count] = row * cols + word * WORD + bit
                    count += 1
                bits >>= np.uint64(1)
    return count


@in_place
def _serve_cell(
    costs: Any, source: Any, target: Any, marked: Any, cell: int, limit: Any, into: Any, count: int
) -> Any:
    """Offer a cell's label to its neighbours; mark and list those that fall.

    A neighbour falls for the first time in this phase while the target still holds no less than
    the source, so that none is listed twice. Returns the new count and how many were reached for
    the first time.
    """
    rows, cols = source.shape
    row, col = cell // cols, cell % cols
    label = np.int64(source[row, col])
    target[row, col] = min(target[row, col], source[row, col])
    reached = 0
    for k in range(8):
        r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
        if r < 0 or r >= rows or c < 0 or c >= cols:
            continue
        kind = NEIGHBOUR_KIND[k]
        arrival = label + half_cost(costs, row, col, kind) + half_cost(costs, r, c, kind)
        before, now = source[r, c], target[r, c]
        if arrival >= min(before, now) or arrival > limit:
            continue
        target[r, c] = arrival
        if now >= before:
            marked[r, c // WORD] |= np.uint64(1) << np.uint64(c % WORD)
            if count < len(into):
                into[count] = r * cols + c
            count += 1
            reached += before >= UNREACHED
    return count, reached


@njit(cache=True, nogil=True)
def listed_phases(
    costs: Any,
    labels_0: Any,
    labels_1: Any,
    marks_0: Any,
    marks_1: Any,
    list_0: Any,
    list_1: Any,
    parity: int,
    count: int,
    limit: Any,
    most: int,
    stop: Any,
) -> Any:
    """Phases from lists until `most` cells are served, none is left or the list had no room.

    parity : which copy is the source, and which list of `count` cells is served, at first.
    stop : set, ends it in the middle of a phase, which then does not count: its source is whole.
    Returns phases, cells served, cells listed and cells reached for the first time.
    """
    cols = labels_0.shape[1]
    phases, served, reached = 0, 0, 0
    while 0 < count <= len(list_0) and served < most:
        source, target = (labels_0, labels_1) if parity == 0 else (labels_1, labels_0)
        marks, marked = (marks_0, marks_1) if parity == 0 else (marks_1, marks_0)
        cells, into = (list_0, list_1) if parity == 0 else (list_1, list_0)
        following: Any = np.int64(0)  # a plain 0 is a type of its own, compiled for anew
        for i in range(count):
            if i % LOOK == 0 and stop[0] != 0:
                return phases, served, np.int64(count), reached
            cell = cells[i]
            marks[cell // cols, cell % cols // WORD] = 0
            following, fresh = _serve_cell(
                costs, source, target, marked, cell, limit, into, following
            )
            reached += fresh
        phases, served, count, parity = phases + 1, served + count, following, parity ^ 1
    return phases, served, count, reached


# -- all cells


@in_place
def _is_quiet(marks: Any, top: int, word: int) -> bool:
    """Whether no cell of a block, nor any beside it, is marked."""
    rows, words = marks.shape
    first, last = np.uint64(1), np.uint64(1) << np.uint64(WORD - 1)
    near = np.uint64(0)
    for row in range(max(top - 1, 0), min(top + BAND + 1, rows)):
        near |= marks[row, word]
        if word > 0:
            near |= marks[row, word - 1] & last
        if word + 1 < words:
            near |= marks[row, word + 1] & first
    return bool(near == 0)


@in_place
def _load_block(costs: Any, source: Any, planes: Any, top: int, left: int) -> None:
    """Fill the planes for a block and the cells beside it; barriers outside the grid."""
    rows, cols = source.shape
    first, end = max(left - 1, 0), min(left + WORD + 1, cols)
    at = first - left + 1
    cells = end - first
    for i in range(BAND + 2):
        row = top + i - 1
        if row < 0 or row >= rows or cells < WORD + 2:
            planes[:, :, i] = BARRIER
        if row < 0 or row >= rows:
            continue
        labels = source[row, first:end]
        for kind in range(3):
            half, via = (
                planes[HALF, kind, i, at : at + cells],
                planes[VIA, kind, i, at : at + cells],
            )
            for j in range(cells):
                half[j] = half_cost(costs, row, first + j, kind)
            for j in range(cells):
                via[j] = np.uint32(labels[j] + half[j])


@in_place
def _least_offers(planes: Any, i: int, offers: Any) -> None:
    """For each cell of a row of a block, the least that its neighbours offer."""
    above, here, below = planes[VIA, :, i], planes[VIA, :, i + 1], planes[VIA, :, i + 2]
    north, south = above[NORTH_SOUTH, 1:-1], below[NORTH_SOUTH, 1:-1]
    west, east = here[EAST_WEST, :-2], here[EAST_WEST, 2:]
    northwest, northeast = above[DIAGONAL, :-2], above[DIAGONAL, 2:]
    southwest, southeast = below[DIAGONAL, :-2], below[DIAGONAL, 2:]
    half = planes[HALF, :, i + 1]
    upright, across, aslant = half[NORTH_SOUTH, 1:-1], half[EAST_WEST, 1:-1], half[DIAGONAL, 1:-1]
    for j in range(WORD):
        vertical = np.uint32(min(north[j], south[j]) + upright[j])
        horizontal = np.uint32(min(west[j], east[j]) + across[j])
        upper, lower = min(northwest[j], northeast[j]), min(southwest[j], southeast[j])
        diagonal = np.uint32(min(upper, lower) + aslant[j])
        offers[j] = min(min(vertical, horizontal), diagonal)


@njit(cache=True, nogil=True)
def _renew_block(
    costs: Any,
    source: Any,
    target: Any,
    marked: Any,
    top: int,
    word: int,
    limit: Any,
    planes: Any,
    tally: Any,
) -> None:
    """Give each cell of a block the best of its label and what its neighbours offer; mark those
    that fall, add their number to tally[0], and that of the newly reached ones to tally[1]."""
    rows, cols = source.shape
    left = word * WORD
    width = min(WORD, cols - left)
    offers = np.empty(WORD, np.uint32)
    _load_block(costs, source, planes, top, left)
    for i in range(min(BAND, rows - top)):
        _least_offers(planes, i, offers)
        before = source[top + i, left : left + width]
        after = target[top + i, left : left + width]
        for j in range(width):
            after[j] = min(offers[j] if offers[j] <= limit else np.uint32(UNREACHED), before[j])
        bits = np.uint64(0)
        for j in range(width):
            bits |= np.uint64(after[j] < before[j]) << np.uint64(j)
        marked[top + i, word] = bits
        if bits:
            for j in range(width):
                tally[0] += np.int64(after[j] < before[j])
                tally[1] += np.int64(after[j] < before[j]) & np.int64(before[j] >= UNREACHED)


@njit(cache=True, nogil=True)
def renew_bands(
    tickets: Any,
    looks: int,
    costs: Any,
    labels_0: Any,
    labels_1: Any,
    marks_0: Any,
    marks_1: Any,
    roles: Any,
    limit: Any,
    planes: Any,
    tally: Any,
    stop: Any,
) -> None:
    """Take bands of the grid and renew their blocks, until no band was left so many times.

    roles[0] : which copy is the source; it changes between phases only. A block is written by the
    thread that has its band, and nobody writes what is read in the phase. Where `stop` is set,
    bands are handed in as they are.
    """
    words = marks_0.shape[1]
    while True:
        band = take_ticket(tickets, looks)
        if band < 0:
            return
        source, target = (labels_0, labels_1) if roles[0] == 0 else (labels_1, labels_0)
        marks, marked = (marks_0, marks_1) if roles[0] == 0 else (marks_1, marks_0)
        top = band * BAND
        for word in range(words if stop[0] == 0 else 0):
            if _is_quiet(marks, top, word):
                marked[top : top + BAND, word] = 0
            else:
                _renew_block(costs, source, target, marked, top, word, limit, planes, tally)
        hand_in(tickets)
