"""An overlay whose matrices fall into blocks, as a device wants them.

What enters a cell is put in order so that inner states of the cell above come first; what leaves
it, so that what leads to these comes first. A cell's matrix of shortcuts then consists of four
blocks, one for each kind of arcs of the paper (Delling, Kobitzsch, Werneck 2014, section 3): inner
and collection arcs in the upper rows, init and mapping arcs in the lower ones. Inner states are
numbered in the order of what enters the cells below, so that those of one such cell follow one
another. No arc needs an index of its own then.

The states of the ground are sorted by vertex within each cell, so that turns at a vertex are such a
matrix, too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numba import njit

from core.parallel.threads import parallel_for
from road.crp.overlay.ground import gathered
from road.crp.overlay.overlay import Overlay, OverlayGround, OverlayLevel, rows_between
from road.graph import I64


def ordered(overlay: Overlay) -> Overlay:
    """The same overlay with everything in that order."""
    if not overlay.levels:
        return overlay
    found = _ground_by_vertex(overlay)
    levels = list(found.levels)
    for number in range(len(levels) - 1):
        reached = exits_below(found, number)
        levels[number : number + 2] = _inner_first(reached, *levels[number : number + 2])
    levels = [
        _inner_by_slot(exits_below(found, number), level) for number, level in enumerate(levels)
    ]
    for level in levels:
        for array in vars(level).values():
            if isinstance(array, np.ndarray):
                array.flags.writeable = False
    return replace(found, levels=tuple(levels))


def exits_below(overlay: Overlay, number: int) -> I64:
    """int64, cells + 1; which positions in `leaving` below belong to each cell of a level."""
    level = overlay.levels[number]
    if number == 0:
        return offsets_at(overlay.ground.rows.begin, len(overlay.ground.step), level.first_slot)
    below = overlay.levels[number - 1]
    return below.first_exit[np.searchsorted(below.parent, np.arange(level.cells + 1))]


def offsets_at(begin: I64, end: int, places: I64) -> I64:
    """int64; where what is at each of `places` begins, and the end behind the last of them."""
    found = np.full(len(places), end, np.int64)
    inside = places < len(begin)
    found[inside] = begin[places[inside]]
    return found


def _ground_by_vertex(overlay: Overlay) -> Overlay:
    """States of the ground by vertex, inner ones first; of their steps those to inner states."""
    ground, level = overlay.ground, overlay.levels[0]
    rows = ground.rows
    vertex = gathered(overlay.vertex_of_state, ground.entering)
    slot = np.empty(len(vertex), np.uint32)
    first = np.zeros(len(vertex) + 1, np.int64)
    sorted_by: Any = level.first_slot, vertex, level.slot_inner, level.no_index
    _by_cells(level, _sort_slots, *sorted_by, rows.begin, rows.end, slot, first[1:])
    np.cumsum(first, out=first)
    step = np.empty(len(ground.step), np.uint32)
    places: Any = level.first_slot, level.first_inner, level.exit_place, rows.begin, rows.end
    _by_cells(level, _sort_steps, *places, slot, first, step)
    moved = OverlayGround(
        rows_between(first[:-1], first[1:]),
        gathered(ground.entering, slot), gathered(ground.leaving, step),
        gathered(ground.step, step),
    )  # fmt: skip
    lowest = replace(
        level, slot_entry=gathered(level.slot_entry, slot),
        slot_inner=gathered(level.slot_inner, slot), exit_place=gathered(level.exit_place, step),
    )  # fmt: skip
    return replace(overlay, ground=moved, levels=(lowest, *overlay.levels[1:]))


def _inner_first(
    reached: I64, level: OverlayLevel, above: OverlayLevel
) -> tuple[OverlayLevel, OverlayLevel]:
    """Both levels after what enters and leaves the cells of the lower one changed places."""
    inside = np.diff(above.first_inner)[level.parent]
    entry, leaving = (np.empty(len(of), np.uint32) for of in (level.entering, level.leaving))
    no_inner: Any = level.first_entry, above.slot_inner, np.full_like(inside, above.no_index)
    _by_cells(level, _order, *no_inner, entry)
    _by_cells(level, _order, level.first_exit, above.exit_place, inside, leaving)
    slot_entry, exit_place = level.slot_entry.copy(), level.exit_place.copy()
    entries: Any = level.first_slot, level.first_entry, entry, level.no_index, slot_entry
    _by_cells(level, _move_entries, *entries)
    exits: Any = reached, level.first_inner, level.first_exit, leaving, exit_place
    _by_cells(level, _move_exits, *exits)
    lower = replace(
        level,
        entering=gathered(level.entering, entry),
        leaving=gathered(level.leaving, leaving),
        slot_entry=slot_entry,
        exit_place=exit_place,
    )
    upper = replace(
        above,
        slot_entry=gathered(above.slot_entry, entry),
        slot_inner=gathered(above.slot_inner, entry),
        exit_place=gathered(above.exit_place, leaving),
    )
    return lower, upper


def _inner_by_slot(reached: I64, level: OverlayLevel) -> OverlayLevel:
    slot_inner, exit_place = level.slot_inner.copy(), level.exit_place.copy()
    inner, inner_slot = level.inner.copy(), level.inner_slot.copy()
    _by_cells(
        level, _number_inner, level.first_slot, level.first_inner, reached, level.no_index,
        level.inner, slot_inner, exit_place, inner, inner_slot,
    )  # fmt: skip
    return replace(
        level, slot_inner=slot_inner, exit_place=exit_place, inner=inner, inner_slot=inner_slot
    )


def _by_cells(level: OverlayLevel, work: Any, *arrays: Any) -> None:
    """Call work(begin, end, …) for ranges of the cells of a level, on all threads."""
    parallel_for(lambda begin, end: work(begin, end, *arrays), level.cells)


@njit(cache=True, nogil=True)
def _sort_slots(
    begin: int,
    end: int,
    first_slot: Any,
    vertex: Any,
    slot_inner: Any,
    none: int,
    first_step: Any,
    last_step: Any,
    order: Any,
    steps: Any,
) -> None:
    """Write old slots by new ones, and how many steps each has, in the cells begin to end."""
    for c in range(begin, end):
        first, last = first_slot[c], first_slot[c + 1]
        key = 2 * vertex[first:last].astype(np.int64) + (slot_inner[first:last] == none)
        by_key = np.argsort(key, kind="mergesort")
        for k in range(last - first):
            slot = first + by_key[k]
            order[first + k] = slot
            steps[first + k] = last_step[slot] - first_step[slot]


@njit(cache=True, nogil=True)
def _sort_steps(
    begin: int,
    end: int,
    first_slot: Any,
    first_inner: Any,
    exit_place: Any,
    first_step: Any,
    last_step: Any,
    order: Any,
    first: Any,
    steps: Any,
) -> None:
    """Write old steps by new ones, those out of the slots of the cells begin to end."""
    for c in range(begin, end):
        inner = first_inner[c + 1] - first_inner[c]
        to = first[first_slot[c]]
        for k in range(first_slot[c], first_slot[c + 1]):
            for inside in (True, False):
                for x in range(first_step[order[k]], last_step[order[k]]):
                    if (exit_place[x] < inner) == inside:
                        steps[to] = x
                        to += 1


@njit(cache=True, nogil=True)
def _order(begin: int, end: int, first: Any, value: Any, bound: Any, order: Any) -> None:
    """Write old positions by new one: within each cell those below its bound come first."""
    for c in range(begin, end):
        at = first[c]
        for low in (True, False):
            for k in range(first[c], first[c + 1]):
                if (value[k] < bound[c]) == low:
                    order[at] = k
                    at += 1


@njit(cache=True, nogil=True)
def _move_entries(
    begin: int, end: int, first_slot: Any, first_entry: Any, order: Any, none: int, places: Any
) -> None:
    """Places of slots among the entries of their cells, after these have moved."""
    before = first_entry[begin]
    moved = np.empty(first_entry[end] - before, np.int64)
    for k in range(before, first_entry[end]):
        moved[np.int64(order[k]) - before] = k
    for c in range(begin, end):
        for q in range(first_slot[c], first_slot[c + 1]):
            if places[q] != none:
                places[q] = moved[first_entry[c] + places[q] - before] - first_entry[c]


@njit(cache=True, nogil=True)
def _move_exits(
    begin: int, end: int, reached: Any, first_inner: Any, first_exit: Any, order: Any, places: Any
) -> None:
    """The same for exits."""
    before = first_exit[begin]
    moved = np.empty(first_exit[end] - before, np.int64)
    for k in range(before, first_exit[end]):
        moved[np.int64(order[k]) - before] = k
    for c in range(begin, end):
        inner = first_inner[c + 1] - first_inner[c]
        for x in range(reached[c], reached[c + 1]):
            k = np.int64(places[x]) - inner
            if k >= 0:
                places[x] = inner + moved[first_exit[c] + k - before] - first_exit[c]


@njit(cache=True, nogil=True)
def _number_inner(
    first_cell: int,
    last_cell: int,
    first_slot: Any,
    first_inner: Any,
    reached: Any,
    none: int,
    states: Any,
    slot_inner: Any,
    exit_place: Any,
    inner: Any,
    inner_slot: Any,
) -> None:
    """Number inner states in the order of their slots; `inner` and `inner_slot` are written."""
    most = 1
    for c in range(first_cell, last_cell):
        most = max(most, first_inner[c + 1] - first_inner[c])
    place = np.empty(most, np.int64)
    for c in range(first_cell, last_cell):
        begin, count, found = first_inner[c], first_inner[c + 1] - first_inner[c], 0
        for q in range(first_slot[c], first_slot[c + 1]):
            if slot_inner[q] != none:
                place[slot_inner[q]] = found
                inner[begin + found] = states[begin + slot_inner[q]]
                inner_slot[begin + found] = q
                slot_inner[q] = found
                found += 1
        for x in range(reached[c], reached[c + 1]):
            if exit_place[x] < count:
                exit_place[x] = place[exit_place[x]]
