"""Searches inside one cell, for the way that a shortcut stands for.

A label is corrected until nothing lowers it, from bucket to bucket; a place is in one bucket at
most, in a list that leads both ways. Of ways that cost the same the one is found that a heap would
find which serves by label and number.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.parallel.in_place import in_place
from core.parallel.simd import lowest_bit
from core.times import UNREACHED
from road.graph import I64, U32

BUCKETS = 32
"""Buckets of labels up to the cost of the shortcut; each is a bit of a word."""

NOWHERE = -1
"""Bucket, or neighbour in a bucket, of a state that has none."""


class InsideSearch(NamedTuple):
    """A search inside a cell, of states or of entries of the cells below, by their *place* in it.
    The goal, which lies outside, has the place after all others; SHUT is behind it.

    label : uint32, UNREACHED but while it is searched. before : uint32, the place left last.
    left : uint32, that place's label. touched : uint32, places with a label.
    bucket, after, ahead : int64; NOWHERE, or the bucket of a place and its neighbours in it.
    first : int64, BUCKETS. state : int64; how many places are touched, a bit for each bucket that
        holds one, and by how many bits a label is wider than the number of its bucket.
    fallen : int64; what of a row may lower a label.
    """

    label: U32
    before: U32
    left: U32
    touched: U32
    bucket: I64
    after: I64
    ahead: I64
    first: I64
    state: I64
    fallen: I64


_TOUCHED, _WAITING, _SHIFT = 0, 1, 2
"""Places in the state of a search."""


@njit(nogil=True)
def search_for(places: int) -> Any:
    return InsideSearch(
        np.full(places + 2, UNREACHED, np.uint32),
        np.empty(places + 2, np.uint32),
        np.empty(places + 2, np.uint32),
        np.empty(places + 2, np.uint32),
        np.full(places + 2, NOWHERE, np.int64),
        np.empty(places + 2, np.int64),
        np.empty(places + 2, np.int64),
        np.empty(BUCKETS, np.int64),
        np.zeros(3, np.int64),
        np.empty(places + 2, np.int64),
    )


@in_place
def _begin(search: Any, place: Any, whole: Any) -> None:
    """From a place, to wherever less than all of a shortcut leads."""
    shift = np.int64(0)
    while whole >> np.uint64(shift) >= BUCKETS:
        shift += 1
    search.label[place], search.touched[0], search.state[_TOUCHED] = 0, place, 1
    search.bucket[place], search.after[place], search.ahead[place] = 0, NOWHERE, NOWHERE
    search.first[0], search.state[_WAITING], search.state[_SHIFT] = place, 1, shift


@in_place
def _taken(search: Any) -> Any:
    """A place out of the first bucket that holds one."""
    bucket = np.int64(lowest_bit(search.state[_WAITING]))
    place = np.uint64(search.first[bucket])
    following = search.after[place]
    search.first[bucket] = following
    if following == NOWHERE:
        search.state[_WAITING] ^= np.int64(1) << bucket
    else:
        search.ahead[following] = NOWHERE
    search.bucket[place] = NOWHERE
    return place


@in_place
def _file(search: Any, place: Any, arrival: Any) -> None:
    """Put a place into the bucket of its label, out of that of the one before."""
    bucket = np.int64(arrival >> np.uint64(search.state[_SHIFT]))
    former = search.bucket[place]
    if former == bucket:
        return
    if former != NOWHERE:
        sooner, later = search.ahead[place], search.after[place]
        if later != NOWHERE:
            search.ahead[later] = sooner
        if sooner != NOWHERE:
            search.after[sooner] = later
        elif later != NOWHERE:
            search.first[former] = later
        else:
            search.state[_WAITING] ^= np.int64(1) << former
    later = search.first[bucket] if search.state[_WAITING] >> bucket & 1 else NOWHERE
    if later != NOWHERE:
        search.ahead[later] = place
    search.after[place], search.ahead[place], search.bucket[place] = later, NOWHERE, bucket
    search.first[bucket] = place
    search.state[_WAITING] |= np.int64(1) << bucket


@in_place
def _lower(search: Any, place: Any, arrival: Any, left: Any, now: Any) -> None:
    """Give a place a label lower than its own."""
    if search.label[place] == UNREACHED:
        search.touched[search.state[_TOUCHED]] = place
        search.state[_TOUCHED] += 1
    search.label[place], search.before[place], search.left[place] = arrival, left, now


@in_place
def forget(search: Any) -> None:
    for k in range(search.state[_TOUCHED]):
        search.label[search.touched[k]] = UNREACHED


@in_place
def search_states(
    search: Any, cell: Any, place: Any, goal: Any, whole: Any, slots: Any, inside: Any,
    number: Any, costs: Any,
) -> None:  # fmt: skip
    """In a lowest cell, over steps. goal : the state. number : see `Boundary`."""
    base = np.uint64(slots.first[cell])
    size = np.uint64(slots.first[cell + np.uint64(1)]) - base
    label = search.label
    _begin(search, place, whole)
    while search.state[_WAITING]:
        here = _taken(search)
        now = np.uint64(label[here])
        slot = base + here
        for k in range(np.uint64(slots.begin[slot]), np.uint64(slots.end[slot])):
            arrival = now + np.uint64(costs[k])
            to = np.uint64(inside.step_place[k])
            if to == size and slots.head[k] != goal:
                continue
            known = np.uint64(label[to])
            if arrival > known or arrival > whole:
                continue
            if arrival == known:
                # Of ways that cost the same, as if served by label and number.
                if now < arrival and now <= search.left[to]:
                    other = slots.state[base + np.uint64(search.before[to])]
                    if now < search.left[to] or number[slots.state[slot]] < number[other]:
                        search.before[to], search.left[to] = here, now
                continue
            _lower(search, to, arrival, here, now)
            if to < size:
                _file(search, to, arrival)


@in_place
def search_entries(
    search: Any, cell: Any, place: Any, goal: Any, whole: Any, boundary: Any, inside: Any,
    shortcuts: Any,
) -> None:  # fmt: skip
    """In another cell, over shortcuts of the cells below. goal : the number of the state.

    What a row cannot lower, nearly all of it, is passed over without a branch.
    """
    first_entry, first_exit, label = boundary.first_entry, boundary.first_exit, search.label
    first_child = inside.first_child[cell]
    base = np.uint64(first_entry[first_child])
    size = np.uint64(first_entry[inside.first_child[cell + np.uint64(1)]]) - base
    shut = size + np.uint64(1)
    label[shut] = 0
    fallen = search.fallen
    _begin(search, place, whole)
    while search.state[_WAITING]:
        here = _taken(search)
        now = np.uint64(label[here])
        below = np.uint64(first_child)
        entry = np.int64(base + here)
        while first_entry[below + np.uint64(1)] <= entry:
            below += np.uint64(1)
        begin = np.uint64(first_exit[below])
        exits = np.uint64(first_exit[below + np.uint64(1)]) - begin
        row = np.uint64(boundary.first_shortcut[below])
        row += np.uint64(entry - first_entry[below]) * exits
        count = np.uint64(0)
        for k in range(exits):
            arrival = now + np.uint64(shortcuts[row + k])
            to = np.uint64(inside.entry_of_exit[begin + k]) - base  # wraps round before the base
            if to >= size:
                to = shut
            if boundary.leaving[begin + k] == goal:
                to = size
            fallen[count] = k
            count += np.uint64(arrival <= min(np.uint64(label[to]), whole))
        for n in range(count):
            exit_ = np.uint64(fallen[n])
            arrival = now + np.uint64(shortcuts[row + exit_])
            to = np.uint64(inside.entry_of_exit[begin + exit_]) - base
            if boundary.leaving[begin + exit_] == goal:
                to = size
            elif to >= size:
                continue  # out of the cell for nothing, from its beginning
            if arrival == label[to]:
                if now < arrival and now <= search.left[to]:
                    other = boundary.entering[base + np.uint64(search.before[to])]
                    if now < search.left[to] or boundary.entering[base + here] < other:
                        search.before[to], search.left[to] = here, now
                continue
            _lower(search, to, arrival, here, now)
            if to < size:
                _file(search, to, arrival)
    label[shut] = UNREACHED
