"""Tables of times by PHAST: several sources side by side, each thread with its own.

Source: Delling, Goldberg, Nowatzyk, Werneck, "PHAST", IPDPS 2011 (several trees in one sweep);
Delling, Goldberg, Werneck, "Faster batched shortest paths in road networks", ATMOS 2011: places
that no destination needs are left out, which for few destinations is almost all. Ours gives each
thread 32 sources of its own and the whole sweep, so that none waits for another at a level.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.cancel import Cancel
from core.parallel.ranges import ranges_of
from core.parallel.simd import WIDTH, fill, least, load, store, transpose, where_less
from core.parallel.threads import Threads, thread_count
from core.solver import Start
from core.times import UNREACHED
from road.ch.hierarchy import Hierarchy
from road.ch.query.phast import Phast
from road.ch.query.sweeps import BITS, over_core, upward
from road.graph import I64, U32
from road.matrix.tables import Answer, AskedStates, TablesInBatches
from road.search.starts import RoadStart, seeds_of

NOT_NEEDED = 2**32 - 1
"""Row of a place that no destination needs."""

BETWEEN_LOOKS = 1 << 16
"""Rows of a sweep between looks at whether it was cancelled: a few milliseconds."""


class SweptRows(NamedTuple):
    """Places that destinations need, the core first, and steps into each from rows before it.

    row_of : uint32, places; NOT_NEEDED where no destination needs it. first : int64, rows + 1.
    other, cost : uint32, steps; the row each comes from.
    """

    row_of: U32
    first: I64
    other: U32
    cost: U32


class _Scratch(NamedTuple):
    """What a thread climbs and sweeps with; see `sweeps.upward`. rows : uint32, (rows, WIDTH)."""

    labels: U32
    marks: Any
    visited: U32
    came_by: U32
    rows: U32


class PhastTables(TablesInBatches):
    """Tables of times on the CPU; see the module's text."""

    def __init__(self, phast: Phast) -> None:
        super().__init__(phast.search)
        self._hierarchy = phast.hierarchy
        self.batch = WIDTH * thread_count()

    @contextmanager
    def _answering(self, asked: AskedStates, limit: int, cancel: Cancel) -> Iterator[Answer]:
        hierarchy, search = self._hierarchy, self._search
        swept = rows_for(hierarchy, None if asked.everything else asked.states)
        own = swept.row_of[hierarchy.place_of[asked.states]]
        scratch: dict[int, _Scratch] = {}

        def answer(batch: Sequence[Start | RoadStart], rows: U32) -> None:
            seeds = [seeds_of(search, (source,), limit) for source in batch]

            def block(begin: int, end: int) -> None:
                if begin not in scratch:
                    scratch[begin] = _scratch_for(hierarchy, len(swept.first) - 1)
                mine = scratch[begin]
                mine.rows.fill(UNREACHED)
                for lane, seed in enumerate(seeds[begin:end]):
                    places = hierarchy.place_of[seed.states]
                    _climb(hierarchy, swept, places, seed.ticks, limit, lane, mine)
                _sweep(hierarchy.core_size, *swept[1:], limit, mine.rows, cancel.flag)
                _collect(asked.first, own, mine.rows, rows[begin:end])

            threads.over(block, ranges_of(len(batch), WIDTH))

        with Threads() as threads:
            yield answer


def rows_for(hierarchy: Hierarchy, states: U32 | None) -> SweptRows:
    """What a sweep to these states looks at; None stands for all."""
    down, size = hierarchy.down, hierarchy.core_size
    if states is None:
        everywhere = np.arange(hierarchy.states, dtype=np.uint32)
        return SweptRows(everywhere, down.first, down.other, down.cost)
    needed = np.zeros(hierarchy.states, np.uint8)
    needed[:size] = 1
    needed[hierarchy.place_of[states]] = 1
    steps = _mark_needed(size, down.first, down.other, needed)
    row_of = np.full(hierarchy.states, NOT_NEEDED, np.uint32)
    places = np.flatnonzero(needed)
    row_of[places] = np.arange(len(places), dtype=np.uint32)
    first = np.zeros(len(places) + 1, np.int64)
    np.cumsum(np.diff(down.first)[places], out=first[1:])
    other, cost = np.empty(steps, np.uint32), np.empty(steps, np.uint32)
    _copy_needed(places, down.first, down.other, down.cost, row_of, first, other, cost)
    return SweptRows(row_of, first, other, cost)


def _scratch_for(hierarchy: Hierarchy, rows: int) -> _Scratch:
    states = hierarchy.states
    return _Scratch(
        np.full(states, UNREACHED, np.uint32),
        np.zeros(-(-states // BITS), np.uint64),
        np.empty(states, np.uint32),
        np.empty(states, np.uint32),
        np.empty((rows, WIDTH), np.uint32),
    )


def _climb(
    hierarchy: Hierarchy,
    swept: SweptRows,
    places: U32,
    ticks: U32,
    limit: int,
    lane: int,
    scratch: _Scratch,
) -> None:
    """Write what a source reaches on the way up, and the core, into its lane."""
    labels, marks, visited, came_by, rows = scratch
    up, size = hierarchy.up, hierarchy.core_size
    count = upward(*up[:3], size, places, ticks, limit, labels, marks, visited, came_by)
    over_core(hierarchy.core, limit, labels, marks)
    _enter_lane(size, visited, count, swept.row_of, labels, lane, rows)


@njit(cache=True, nogil=True)
def _enter_lane(
    core: int, visited: Any, count: int, row_of: Any, labels: Any, lane: int, rows: Any
) -> None:
    """Write labels into a lane, and restore them."""
    for place in range(core):
        rows[place, lane] = labels[place]
        labels[place] = UNREACHED
    for k in range(count):
        here = np.uint64(visited[k])
        row = row_of[here]
        if here >= np.uint64(core) and row != NOT_NEEDED:
            rows[np.uint64(row), lane] = labels[here]
        labels[here] = UNREACHED


@njit(cache=True, nogil=True)
def _sweep(
    core: int, first: Any, other: Any, cost: Any, limit: int, rows: Any, cancelled: Any
) -> None:
    """Settle all rows after those of the core, which are settled; stops where it is cancelled."""
    bound, unreached, width = fill(limit + 1), fill(UNREACHED), np.uint64(WIDTH)
    for row in range(np.uint64(core), np.uint64(len(first) - 1)):
        if row % np.uint64(BETWEEN_LOOKS) == 0 and cancelled[0]:
            return
        best = load(rows, row * width)
        for step in range(np.uint64(first[row]), np.uint64(first[row + np.uint64(1)])):
            best = least(best, load(rows, np.uint64(other[step]) * width) + fill(cost[step]))
        store(rows, row * width, where_less(best, bound, unreached))


@njit(cache=True, nogil=True)
def _collect(first: Any, own: Any, rows: Any, found: Any) -> None:
    """Of each destination the least of its rows, for each source."""
    width, count = np.uint64(WIDTH), len(first) - 1
    times = np.empty((2 * WIDTH, WIDTH), np.uint32)  # by destination, and turned round by source
    for begin in range(0, count, WIDTH):
        some = min(WIDTH, count - begin)
        for k in range(some):
            best = fill(UNREACHED)
            for x in range(first[begin + k], first[begin + k + 1]):
                best = least(best, load(rows, np.uint64(own[x]) * width))
            store(times, k * WIDTH, best)
        transpose(times, 0, WIDTH * WIDTH)
        for lane in range(len(found)):
            for k in range(some):
                found[lane, begin + k] = times[WIDTH + lane, k]


@njit(cache=True, nogil=True)
def _mark_needed(core: int, first: Any, other: Any, needed: Any) -> int:
    """Mark what marked places have steps from; returns how many steps they have."""
    steps = 0
    for place in range(len(needed) - 1, core - 1, -1):
        if needed[place]:
            steps += first[place + 1] - first[place]
            for step in range(first[place], first[place + 1]):
                needed[np.uint64(other[step])] = 1
    return steps


@njit(cache=True, nogil=True)
def _copy_needed(
    places: Any, first: Any, other: Any, cost: Any, row_of: Any, new_first: Any, new_other: Any,
    new_cost: Any,
) -> None:  # fmt: skip
    for row in range(len(places)):
        at = new_first[row]
        place = np.uint64(places[row])
        for step in range(first[place], first[place + np.uint64(1)]):
            new_other[at], new_cost[at] = row_of[np.uint64(other[step])], cost[step]
            at += 1
