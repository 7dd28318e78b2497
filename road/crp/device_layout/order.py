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
        rows = overlay.ground.rows
        return np.append(rows.begin, len(overlay.ground.step))[level.first_slot]
    below = overlay.levels[number - 1]
    return below.first_exit[np.searchsorted(below.parent, np.arange(level.cells + 1))]


def _ground_by_vertex(overlay: Overlay) -> Overlay:
    """States of the ground by vertex, inner ones first; of their steps those to inner states."""
    ground, level = overlay.ground, overlay.levels[0]
    rows = ground.rows
    slot, step = _by_vertex(
        level.first_slot, level.first_inner, overlay.vertex_of_state[ground.entering],
        level.slot_inner, level.no_index, rows.begin, rows.end, level.exit_place,
    )  # fmt: skip
    first = np.append(0, np.cumsum(rows.end[slot] - rows.begin[slot]))
    moved = OverlayGround(
        rows_between(first[:-1], first[1:]),
        ground.entering[slot], ground.leaving[step], ground.step[step],
    )  # fmt: skip
    lowest = replace(
        level, slot_entry=level.slot_entry[slot], slot_inner=level.slot_inner[slot],
        exit_place=level.exit_place[step],
    )  # fmt: skip
    return replace(overlay, ground=moved, levels=(lowest, *overlay.levels[1:]))


def _inner_first(
    reached: I64, level: OverlayLevel, above: OverlayLevel
) -> tuple[OverlayLevel, OverlayLevel]:
    """Both levels after what enters and leaves the cells of the lower one changed places."""
    inside = np.diff(above.first_inner)[level.parent]
    entry = _order(level.first_entry, above.slot_inner, np.full_like(inside, above.no_index))
    leaving = _order(level.first_exit, above.exit_place, inside)
    slot_entry, exit_place = level.slot_entry.copy(), level.exit_place.copy()
    _move_entries(level.first_slot, level.first_entry, entry, level.no_index, slot_entry)
    _move_exits(reached, level.first_inner, level.first_exit, leaving, exit_place)
    lower = replace(
        level,
        entering=level.entering[entry],
        leaving=level.leaving[leaving],
        slot_entry=slot_entry,
        exit_place=exit_place,
    )
    upper = replace(
        above,
        slot_entry=above.slot_entry[entry],
        slot_inner=above.slot_inner[entry],
        exit_place=above.exit_place[leaving],
    )
    return lower, upper


def _inner_by_slot(reached: I64, level: OverlayLevel) -> OverlayLevel:
    slot_inner, exit_place = level.slot_inner.copy(), level.exit_place.copy()
    inner, inner_slot = level.inner.copy(), level.inner_slot.copy()
    _number_inner(
        level.first_slot, level.first_inner, reached, level.no_index, level.inner, slot_inner,
        exit_place, inner, inner_slot,
    )  # fmt: skip
    return replace(
        level, slot_inner=slot_inner, exit_place=exit_place, inner=inner, inner_slot=inner_slot
    )


@njit(cache=True, nogil=True)
def _by_vertex(
    first_slot: Any,
    first_inner: Any,
    vertex: Any,
    slot_inner: Any,
    none: int,
    begin: Any,
    end: Any,
    exit_place: Any,
) -> Any:
    """int64; old slots by new ones, old steps by new ones."""
    order, steps = np.empty(len(vertex), np.int64), np.empty(len(exit_place), np.int64)
    to = 0
    for c in range(len(first_slot) - 1):
        first, last = first_slot[c], first_slot[c + 1]
        inner = first_inner[c + 1] - first_inner[c]
        key = 2 * vertex[first:last].astype(np.int64) + (slot_inner[first:last] == none)
        by_key = np.argsort(key, kind="mergesort")
        for k in range(last - first):
            order[first + k] = first + by_key[k]
        for k in range(first, last):
            for inside in (True, False):
                for x in range(begin[order[k]], end[order[k]]):
                    if (exit_place[x] < inner) == inside:
                        steps[to] = x
                        to += 1
    return order, steps


@njit(cache=True, nogil=True)
def _order(first: Any, value: Any, bound: Any) -> Any:
    """int64; old positions by new one: within each cell those below its bound come first."""
    order = np.empty(len(value), np.int64)
    for c in range(len(first) - 1):
        at = first[c]
        for low in (True, False):
            for k in range(first[c], first[c + 1]):
                if (value[k] < bound[c]) == low:
                    order[at] = k
                    at += 1
    return order


@njit(cache=True, nogil=True)
def _move_entries(first_slot: Any, first_entry: Any, order: Any, none: int, places: Any) -> None:
    """Places of slots among the entries of their cells, after these have moved."""
    moved = np.empty(len(order), np.int64)
    for k in range(len(order)):
        moved[order[k]] = k
    for c in range(len(first_entry) - 1):
        for q in range(first_slot[c], first_slot[c + 1]):
            if places[q] != none:
                places[q] = moved[first_entry[c] + places[q]] - first_entry[c]


@njit(cache=True, nogil=True)
def _move_exits(reached: Any, first_inner: Any, first_exit: Any, order: Any, places: Any) -> None:
    """The same for exits."""
    moved = np.empty(len(order), np.int64)
    for k in range(len(order)):
        moved[order[k]] = k
    for c in range(len(first_exit) - 1):
        inner = first_inner[c + 1] - first_inner[c]
        for x in range(reached[c], reached[c + 1]):
            k = np.int64(places[x]) - inner
            if k >= 0:
                places[x] = inner + moved[first_exit[c] + k] - first_exit[c]


@njit(cache=True, nogil=True)
def _number_inner(
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
    place = np.empty(np.diff(first_inner).max() + 1 if len(first_inner) > 1 else 1, np.int64)
    for c in range(len(first_inner) - 1):
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
