"""Shortcuts of cells by a local Bellman-Ford: all distances within a cell, of all entries at once.

For a cell with E entries, I inner states and X exits, `distance` is uint32, (I + X, W): row r holds
the costs of getting from each entry to inner state r, or to exit r - I. W is E rounded up to whole
vectors, the rest UNREACHED, and a row is what the inner loops go along. UNREACHED + UNREACHED stays
below 2**32, and no sum with it is ever less than what stands there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.parallel.in_place import in_place
from core.times import UNREACHED

VECTOR = np.uint64(8)
"""Costs of 32 bits in a vector register of 256."""


@in_place
def gather_steps(
    begin: int, end: int, first_slot: Any, rows: Any, step: Any, costs: Any, ordered: Any
) -> None:
    """Bring the costs of steps into the order of the lowest cells, those of cells begin to end.

    A cell's steps lie anywhere; fetched one after another here, they are waited for together.
    """
    first, last = first_slot[begin], first_slot[end]
    if first < last:
        for k in range(np.uint64(rows.begin[first]), np.uint64(rows.end[last - 1])):
            ordered[k] = costs[np.uint64(step[k])]


@njit(cache=True, nogil=True)
def customize_cells(
    begin: int,
    end: int,
    cells: Any,
    rows: Any,
    shortcuts_below: Any,
    shortcuts: Any,
    down: Any,
) -> int:
    """Fill the matrices of cells begin to end; returns how often an inner state was served.

    cells : the arrays of a level (`customize.CellArrays`). rows : those of the level below.
    down : of length 0 where those matrices are not asked for.
    """
    tallest, widest, inmost = 1, 1, 1
    for c in range(begin, end):
        entries = cells.first_entry[c + 1] - cells.first_entry[c]
        inner = cells.first_inner[c + 1] - cells.first_inner[c]
        height = inner + cells.first_exit[c + 1] - cells.first_exit[c]
        tallest = max(tallest, height * (entries + np.int64(VECTOR)))
        widest, inmost = max(widest, entries), max(inmost, inner)
    distance = np.empty(tallest, np.uint32)
    queue = np.empty(inmost, np.uint32)
    waits = np.zeros(inmost, np.uint8)
    served = 0
    for c in range(begin, end):
        served += _customize_cell(
            c, cells, rows, shortcuts_below, shortcuts, down, distance, queue, waits
        )
    return served


@in_place
def _customize_cell(
    c: int,
    cells: Any,
    rows: Any,
    below: Any,
    shortcuts: Any,
    down: Any,
    distance: Any,
    queue: Any,
    waits: Any,
) -> int:
    entries = np.uint64(cells.first_entry[c + 1] - cells.first_entry[c])
    if entries == 0:
        return 0
    first = cells.first_inner[c]
    inner = cells.first_inner[c + 1] - first
    exits = np.uint64(cells.first_exit[c + 1] - cells.first_exit[c])
    wide = (entries + VECTOR - np.uint64(1)) // VECTOR * VECTOR
    inside = np.uint64(inner) * wide
    for at in range(inside + exits * wide):
        distance[at] = UNREACHED
    waiting = _inject(c, cells, rows, below, distance, wide, inner, queue, waits)
    served = _search(first, cells, rows, below, distance, wide, inner, queue, waits, waiting)
    for u in range(inner):
        _collect(u, first, cells, rows, below, distance, wide, inner)
    to = np.uint64(cells.first_shortcut[c])
    for k in range(entries):
        for x in range(exits):
            shortcuts[to] = distance[inside + x * wide + k]
            to += np.uint64(1)
    if len(down) > 0:
        to = np.uint64(cells.first_down[c])
        for row in range(np.uint64(inner)):
            for k in range(entries):
                down[to + k] = distance[row * wide + k]
            to += entries
    return served


@in_place
def _inject(
    c: int,
    cells: Any,
    rows: Any,
    below: Any,
    distance: Any,
    wide: Any,
    inner: int,
    queue: Any,
    waits: Any,
) -> int:
    """What a single shortcut from an entry leads to: init and mapping arcs. Queues inner states."""
    waiting = 0
    for q in range(cells.first_slot[c], cells.first_slot[c + 1]):
        entry = cells.slot_entry[q]
        if entry == cells.no_index:
            continue
        ahead = rows.shortcut[q] - rows.begin[q]
        for x in range(np.uint64(rows.begin[q]), np.uint64(rows.end[q])):
            cost = below[np.uint64(ahead + np.int64(x))]
            place = np.uint64(cells.exit_place[x])
            at = place * wide + np.uint64(entry)
            if cost < distance[at]:
                distance[at] = cost
                if np.int64(place) < inner and not waits[place]:
                    waits[place] = 1
                    queue[waiting] = place
                    waiting += 1
    return waiting


@in_place
def _search(
    first: int,
    cells: Any,
    rows: Any,
    below: Any,
    distance: Any,
    wide: Any,
    inner: int,
    queue: Any,
    waits: Any,
    waiting: int,
) -> int:
    """Serve inner states, first come first served, until no distance to one falls."""
    served, front, back = 0, 0, waiting
    if back >= inner:
        back = 0
    while waiting > 0:
        u = np.uint64(queue[front])
        front = front + 1 if front + 1 < inner else 0
        waiting -= 1
        waits[u] = 0
        served += 1
        q = cells.inner_slot[first + np.int64(u)]
        own = u * wide
        ahead = rows.shortcut[q] - rows.begin[q]
        for x in range(np.uint64(rows.begin[q]), np.uint64(rows.end[q])):
            cost = below[np.uint64(ahead + np.int64(x))]
            place = np.uint64(cells.exit_place[x])
            if np.int64(place) >= inner or cost >= UNREACHED:
                continue
            if _relax(distance, own, cost, place * wide, wide) and not waits[place]:
                waits[place] = 1
                queue[back] = place
                back = back + 1 if back + 1 < inner else 0
                waiting += 1
    return served


@in_place
def _collect(
    u: int, first: int, cells: Any, rows: Any, below: Any, distance: Any, wide: Any, inner: int
) -> None:
    """Offer an inner state's finished row to the exits that one shortcut leads to."""
    q = cells.inner_slot[first + u]
    own = np.uint64(u) * wide
    ahead = rows.shortcut[q] - rows.begin[q]
    for x in range(np.uint64(rows.begin[q]), np.uint64(rows.end[q])):
        cost = below[np.uint64(ahead + np.int64(x))]
        place = np.uint64(cells.exit_place[x])
        if np.int64(place) >= inner and cost < UNREACHED:
            _relax(distance, own, cost, place * wide, wide)


@in_place
def _relax(distance: Any, own: Any, cost: Any, other: Any, wide: Any) -> bool:
    """Lower the other row to this one plus the cost; whether anything fell.

    Indices are unsigned: no test for negative ones stands between LLVM and vector instructions.
    """
    fell = np.uint32(0)
    for k in range(wide):
        known = distance[other + k]
        offer = np.uint32(distance[own + k] + cost)
        least = min(offer, known)
        fell |= known ^ least
        distance[other + k] = least
    return bool(fell != 0)
