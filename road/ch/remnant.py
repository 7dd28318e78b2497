"""What is left of a search graph while it is contracted: update and extract.

Each iteration takes the contracted states and their steps away, merges the shortcuts into what
stays, and numbers the states anew, so that searches look at nothing that is gone.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.parallel.sorting import rows_of
from core.parallel.threads import Threads
from core.times import UNREACHED
from road.ch.hierarchy import ORIGINAL
from road.graph import I64, U8, U32
from road.search.search_graph import SearchGraph


class RemnantRows(NamedTuple):
    """Steps at each state, sorted by the state at the other end; no two with the same ends.

    first, end : int64, states; steps of state s are first[s] to end[s], with room between rows.
    other : uint32, the state at the other end. cost : uint32 ticks below UNREACHED.
    middle : uint32, as in `hierarchy.Steps`, by numbers of the search graph.
    """

    first: I64
    end: I64
    other: U32
    cost: U32
    middle: U32


class Loose(NamedTuple):
    """Steps in no order; several may have the same ends. uint32 each, as in `RemnantRows`."""

    tail: U32
    head: U32
    cost: U32
    middle: U32


class Remnant(NamedTuple):
    """States not yet contracted, and the steps between them, by either end.

    forward : steps out of each state. backward : steps into each. state : uint32; the number of
    each in the search graph, ascending. added : int64; how many steps more there are without each,
    as far as is known. stale : uint8; 1 where steps have changed since.
    """

    forward: RemnantRows
    backward: RemnantRows
    state: U32
    added: I64
    stale: U8

    @property
    def states(self) -> int:
        return len(self.state)

    @property
    def steps(self) -> int:
        return int((self.forward.end - self.forward.first).sum())

    @property
    def work(self) -> int:
        """About how many ways of two steps there are, which searches look at."""
        return self.steps * self.steps // max(self.states, 1)


def uncontracted(search: SearchGraph, threads: Threads) -> Remnant:
    """A whole search graph, without closed steps and loops."""
    states = search.states
    tail = np.repeat(np.arange(states, dtype=np.uint32), np.diff(search.first_out))
    kept = (search.cost < UNREACHED) & (tail != search.head)
    middle = np.full(int(kept.sum()), ORIGINAL, np.uint32)
    loose = Loose(tail[kept], search.head[kept], search.cost[kept], middle)
    none = np.zeros(states, np.int64), np.zeros(states, np.int64)
    empty = RemnantRows(*none, *(np.empty(0, np.uint32) for _ in range(3)))
    names, added = np.arange(states, dtype=np.uint32), np.zeros(states, np.int64)
    nothing = Remnant(empty, empty, names, added, np.ones(states, np.uint8))
    return without(nothing, np.zeros(states, np.uint8), loose, threads)


def without(remnant: Remnant, gone: U8, shortcuts: Loose, threads: Threads) -> Remnant:
    """What is left when these states are contracted.

    gone : uint8, states; 1 where contracted. shortcuts : between states that stay.
    """
    stays = gone == 0
    number = (np.cumsum(stays, dtype=np.uint32) - np.uint32(1)).astype(np.uint32)
    old = np.flatnonzero(stays).astype(np.uint32)
    stale = remnant.stale[old]
    tail, head = number[shortcuts.tail], number[shortcuts.head]

    def merged(rows: RemnantRows, here: U32, there: U32) -> RemnantRows:
        added, order = rows_of(here, len(old))
        first = np.zeros(len(old) + 1, np.int64)
        np.cumsum((rows.end - rows.first)[old] + np.diff(added), out=first[1:])
        columns = (np.empty(int(first[-1]), np.uint32) for _ in range(3))
        found = RemnantRows(first[:-1], np.empty(len(old), np.int64), *columns)
        loose = there, shortcuts.cost, shortcuts.middle
        given: Any = *rows, gone, number, old, added, order, *loose, *found, stale
        threads.share(lambda begin, end: _merge(begin, end, *given), len(old), int(first[-1]))
        return found

    forward, backward = merged(remnant.forward, tail, head), merged(remnant.backward, head, tail)
    return Remnant(forward, backward, remnant.state[old], remnant.added[old], stale)


def thin(remnant: Remnant, undercut: tuple[U8, U8], threads: Threads) -> None:
    """Take steps away that are marked, by their places among those forward, and backward."""
    for rows, marked in zip(remnant[:2], undercut, strict=True):
        work = partial(_on_rows, (*rows, marked))
        threads.share(work, remnant.states, len(marked))


def _on_rows(given: tuple[Any, ...], begin: int, end: int) -> None:
    _thin(begin, end, *given)


@njit(cache=True, nogil=True)
def _thin(
    begin: int, end: int, first: Any, last: Any, other: Any, cost: Any, middle: Any, marked: Any
) -> None:
    for s in range(np.uint64(begin), np.uint64(end)):
        at = first[s]
        for step in range(first[s], last[s]):
            if not marked[step]:
                other[at], cost[at], middle[at] = other[step], cost[step], middle[step]
                at += 1
        last[s] = at


@njit(cache=True, nogil=True)
def _merge(
    begin: int, end: int, first: Any, last: Any, other: Any, cost: Any, middle: Any, gone: Any,
    number: Any, old: Any, added: Any, order: Any, loose_other: Any, loose_cost: Any,
    loose_middle: Any, new_first: Any, new_last: Any, new_other: Any, new_cost: Any,
    new_middle: Any, stale: Any,
) -> None:  # fmt: skip
    """Write the rows of states `begin` to `end` of what stays, and which have lost a step.

    Of steps with the same ends the least remains; of those that cost the same, the one that was
    there before, else the one over the lowest middle: the same in rows by either end.
    """
    for s in range(np.uint64(begin), np.uint64(end)):
        row = np.uint64(old[s])
        step, stop = first[row], last[row]
        x, x_end = added[s], added[s + np.uint64(1)]
        _sort(order, x, x_end, loose_other, loose_cost, loose_middle)
        at = new_first[s]
        begins = at
        while True:
            while step < stop and gone[other[step]]:
                stale[s] = 1
                step += 1
            if step < stop and (x == x_end or number[other[step]] <= loose_other[order[x]]):
                there, price, over = number[other[step]], cost[step], middle[step]
                step += 1
            elif x < x_end:
                loose = order[x]
                there, price = loose_other[loose], loose_cost[loose]
                over = loose_middle[loose]
                x += 1
            else:
                break
            if at > begins and new_other[at - 1] == there:
                if price < new_cost[at - 1]:
                    new_cost[at - 1], new_middle[at - 1] = price, over
                continue
            new_other[at], new_cost[at], new_middle[at] = there, price, over
            at += 1
        new_last[s] = at


@njit(cache=True, nogil=True)
def _sort(order: Any, begin: Any, end: Any, other: Any, cost: Any, middle: Any) -> None:
    """Sort a part of `order` by other end, cost and middle; parts are short."""
    for k in range(begin + 1, end):
        loose = order[k]
        there, price, over = other[loose], cost[loose], middle[loose]
        place = k
        while place > begin:
            before = order[place - 1]
            if other[before] < there or (
                other[before] == there
                and (cost[before] < price or (cost[before] == price and middle[before] <= over))
            ):
                break
            order[place] = before
            place -= 1
        order[place] = loose
