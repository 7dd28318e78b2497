"""A cell's contraction written down: which sums of which values may lower which others.

A *value* is the cost of an arc of the cell while it is contracted: one of its own, or one that
contraction adds. A triple (a, b, c) stands for `c = min(c, a + b)`; triples lie in an order in
which they can be worked off, and every write to a value comes before all reads of it.

The next inner state to go is one that adds the fewest arcs, in the order of a nested dissection:
first those that cross no border of the lower levels, then those across the smallest cells, and so
on. Where `down` is asked for, costs from each entry to each inner state follow, as in PHAST: the
states in the opposite order, each from the arcs into it at the time it went. The cost from an entry
to a state begins as that of the arc between them, which others still read: it is a value of its own
that *continues* the arc's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from road.graph import I64, U32

NOTHING = -1
"""Value that stands where there is no value."""

NONE = (1 << 16) - 1
"""Value that stands where a slot has no place among entries or inner states."""

I32 = NDArray[np.int32]
U16 = NDArray[np.uint16]


class LowestCells(NamedTuple):
    """Cells of the lowest level, and the ground.

    first_slot to exit_place : as in `OverlayLevel`. first_step : int64, cells + 1.
    begin, end : int64, slots; steps of each. entering, leaving : uint32, slots, steps.
    vertex_of_state : as in `Overlay`.
    border : uint32, (levels, vertices); cells of the levels below this one, the lowest first.
    """

    first_slot: I64
    first_entry: I64
    first_inner: I64
    first_exit: I64
    first_shortcut: I64
    first_down: I64
    slot_entry: U16
    slot_inner: U16
    exit_place: U16
    first_step: I64
    begin: I64
    end: I64
    entering: U32
    leaving: U32
    vertex_of_state: U32
    border: U32


class SymbolicContraction(NamedTuple):
    """Room to contract one cell after another. States are numbered entries, inner, exits.

    value : int32, (states, states); the value of arc u → v, NOTHING where there is none.
    tails, heads : int32, (states, states); the arcs into and out of each state, `into`, `out` many.
    rank : int32; the highest level below whose border a step into the state crosses, plus one.
    depth : int32; neighbours that went, one after another.
    order : int32; inner states, the first to go first.
    first_into, into_tail, into_value : the arcs into each at the time it goes, in that order.
    triples : int32, (room, 3). continues : int32, room; NOTHING or a value.
    step_value : int32, steps of the cell; the value of each, NOTHING where it has none.
    more_step, more_value : int32; values of steps that are another's already, or steps' second.
    result : int32; values of the shortcuts in rows by entry, then of `down` in rows by state.
    """

    value: I32
    tails: I32
    heads: I32
    into: I32
    out: I32
    rank: I32
    depth: I32
    order: I32
    first_into: I64
    into_tail: I32
    into_value: I32
    triples: I32
    continues: I32
    step_value: I32
    more_step: I64
    more_value: I32
    result: I32


class Shape(NamedTuple):
    """Of a contracted cell.

    given : values of its own arcs; they have the lowest numbers. What there is no room for is
    counted, not written.
    """

    entries: int
    inner: int
    exits: int
    steps: int
    given: int
    values: int
    triples: int
    more: int
    results: int


def contraction_workspace(
    states: int, steps: int, results: int, triples: int, values: int
) -> SymbolicContraction:
    """For cells of at most so many."""
    arrays: Any = (
        *(np.empty((states, states), np.int32) for _ in range(3)),
        *(np.empty(states, np.int32) for _ in range(5)),
        np.empty(states + 1, np.int64),
        *(np.empty(values, np.int32) for _ in range(2)),
        np.empty((triples, 3), np.int32),
        np.empty(values, np.int32),
        np.empty(steps, np.int32),
        np.empty(2 * steps, np.int64),
        np.empty(2 * steps, np.int32),
        np.empty(results, np.int32),
    )
    return SymbolicContraction(*arrays)


@njit(cache=True, nogil=True)
def contract(c: int, cells: LowestCells, r: SymbolicContraction, down: bool) -> Shape:
    """Contract cell c."""
    entries = cells.first_entry[c + 1] - cells.first_entry[c]
    inner = cells.first_inner[c + 1] - cells.first_inner[c]
    exits = cells.first_exit[c + 1] - cells.first_exit[c]
    states = entries + inner + exits
    for u in range(states):
        r.into[u] = r.out[u] = r.rank[u] = r.depth[u] = 0
        for v in range(states):
            r.value[u, v] = NOTHING
    given, more = _begin(c, cells, r, entries)
    values, triples = _eliminate(r, entries, inner, given)
    results = entries * exits
    for u in range(entries):
        for w in range(exits):
            r.result[u * exits + w] = r.value[u, entries + inner + w]
    if down and values <= len(r.continues):
        values, triples = _descend(r, entries, inner, exits, values, triples)
        results += entries * inner
    steps = cells.first_step[c + 1] - cells.first_step[c]
    return Shape(entries, inner, exits, steps, given, values, triples, more, results)


@njit(cache=True, nogil=True)
def _begin(c: int, cells: LowestCells, r: SymbolicContraction, entries: Any) -> Any:
    """(values, more): a value for each arc of the cell."""
    values: Any = np.int64(0)  # a plain 0 is a type of its own, compiled for anew
    more = 0
    for q in range(cells.first_slot[c], cells.first_slot[c + 1]):
        for x in range(cells.begin[q], cells.end[q]):
            own = x - cells.first_step[c]
            v = entries + np.int64(cells.exit_place[x])
            r.rank[v] = max(r.rank[v], _border(q, x, cells))
            r.step_value[own] = NOTHING
            for role in range(2):
                place = np.int64(cells.slot_inner[q] if role else cells.slot_entry[q])
                u = place + entries * role
                if place == NONE or u == v:
                    continue
                seen = r.value[u, v] != NOTHING
                if not seen:
                    _join(r, u, v, values)
                    values += 1
                if not seen and r.step_value[own] == NOTHING:
                    r.step_value[own] = r.value[u, v]
                else:
                    r.more_step[more], r.more_value[more] = x, r.value[u, v]
                    more += 1
    return values, more


@njit(cache=True, nogil=True)
def _border(q: int, x: int, cells: LowestCells) -> int:
    """The highest level below whose border step x of slot q crosses, plus one; 0 if it does not."""
    u = cells.vertex_of_state[cells.entering[q]]
    v = cells.vertex_of_state[cells.leaving[x]]
    for level in range(len(cells.border) - 1, -1, -1):
        if cells.border[level, u] != cells.border[level, v]:
            return level + 1
    return 0


@njit(cache=True, nogil=True)
def _join(r: Any, u: Any, v: Any, value: Any) -> None:
    r.value[u, v] = value
    r.heads[u, r.out[u]] = v
    r.out[u] += 1
    r.tails[v, r.into[v]] = u
    r.into[v] += 1


@njit(cache=True, nogil=True)
def _leave(row: Any, count: int, gone: int) -> int:
    """Strike a state from a list of neighbours; the new length."""
    kept = 0
    for k in range(count):
        if row[k] != gone:
            row[kept] = row[k]
            kept += 1
    return kept


@njit(cache=True, nogil=True)
def _added(r: Any, v: int) -> int:
    """Arcs that the contraction of a state adds."""
    added = 0
    for i in range(r.into[v]):
        u = r.tails[v, i]
        for j in range(r.out[v]):
            w = r.heads[v, j]
            if u != w and r.value[u, w] == NOTHING:
                added += 1
    return added


@njit(cache=True, nogil=True)
def _next(r: Any, waiting: Any, added: Any, turn: int) -> int:
    """Which of those waiting goes: by rank, arcs added and depth. `added` holds -1 if unknown."""
    best = turn
    for k in range(turn, len(waiting)):
        u, v = waiting[k], waiting[best]
        if r.rank[u] > r.rank[v]:
            continue
        if added[u] < 0:
            added[u] = _added(r, u)
        if (r.rank[u], added[u], r.depth[u]) < (r.rank[v], added[v], r.depth[v]):
            best = k
    return best


@njit(cache=True, nogil=True)
def _eliminate(r: Any, entries: Any, inner: Any, values: Any) -> Any:
    """(values, triples) after all inner states went."""
    triples, arcs = 0, 0
    waiting = r.order[:inner]
    for k in range(inner):
        waiting[k] = entries + k
    added = np.full(len(r.into), -1, np.int32)
    for turn in range(inner):
        best = _next(r, waiting, added, turn)
        v = waiting[best]
        waiting[best] = waiting[turn]
        waiting[turn] = v
        r.first_into[turn] = arcs
        for j in range(r.out[v]):
            w = r.heads[v, j]
            r.into[w] = _leave(r.tails[w], r.into[w], v)
            r.depth[w] = max(r.depth[w], r.depth[v] + 1)
        for i in range(r.into[v]):
            u = r.tails[v, i]
            r.out[u] = _leave(r.heads[u], r.out[u], v)
            r.depth[u] = max(r.depth[u], r.depth[v] + 1)
            if arcs < len(r.into_tail):
                r.into_tail[arcs], r.into_value[arcs] = u, r.value[u, v]
            arcs += 1
            for j in range(r.out[v]):
                w = r.heads[v, j]
                if w == u:
                    continue
                if r.value[u, w] == NOTHING:
                    _join(r, np.int64(u), np.int64(w), values)
                    values += 1
                if triples < len(r.triples):
                    r.triples[triples, 0] = r.value[u, v]
                    r.triples[triples, 1] = r.value[v, w]
                    r.triples[triples, 2] = r.value[u, w]
                triples += 1
        _forget(r, v, added)
    r.first_into[inner] = arcs
    for value in range(min(values, len(r.continues))):
        r.continues[value] = NOTHING
    return values, triples


@njit(cache=True, nogil=True)
def _forget(r: Any, v: int, added: Any) -> None:
    """After a state went, what its neighbours and theirs add is another number."""
    for i in range(r.into[v] + r.out[v]):
        near = r.tails[v, i] if i < r.into[v] else r.heads[v, i - r.into[v]]
        added[near] = -1
        for k in range(r.into[near]):
            added[r.tails[near, k]] = -1
        for k in range(r.out[near]):
            added[r.heads[near, k]] = -1


@njit(cache=True, nogil=True)
def _descend(r: Any, entries: Any, inner: Any, exits: Any, values: int, triples: int) -> Any:
    """(values, triples) after the costs from entries to inner states, the last to go first."""
    first = entries * exits
    for turn in range(inner - 1, -1, -1):
        row = first + (r.order[turn] - entries) * entries
        arcs = range(r.first_into[turn], r.first_into[turn + 1])
        for k in range(entries):
            r.result[row + k] = NOTHING
        for arc in arcs:
            if r.into_tail[arc] < entries:
                r.result[row + r.into_tail[arc]] = r.into_value[arc]
        for k in range(entries):
            known = r.result[row + k]
            own = known
            for arc in arcs:
                tail = r.into_tail[arc]
                if tail < entries or r.result[first + (tail - entries) * entries + k] == NOTHING:
                    continue
                if own == known:
                    own = values
                    if values < len(r.continues):
                        r.continues[values] = known
                    values += 1
                if triples < len(r.triples):
                    r.triples[triples, 0] = r.result[first + (tail - entries) * entries + k]
                    r.triples[triples, 1] = r.into_value[arc]
                    r.triples[triples, 2] = own
                triples += 1
            r.result[row + k] = own
    return values, triples
