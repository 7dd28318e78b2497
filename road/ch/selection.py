"""Which states are contracted next: scores, and an independent set among the best.

A low score is good. As in the paper its parts are the edge difference, which weighs most, the
degree, the largest degree of a neighbour, and mean and largest cost of the steps out and in, by the
mean cost of all. Two rounds as of Luby, "A simple parallel algorithm for the maximal independent
set problem", STOC 1985, leave out neighbours; ours go by the score itself, ties by a hash of the
state's number, so that the same graph is contracted in the same order everywhere.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.ranges import even_ranges
from core.parallel.threads import RANGES_A_THREAD, WORTH_SHARING, Answer, RangeWork, Threads
from road.ch.remnant import Remnant, thin
from road.ch.witnesses import shortcuts
from road.graph import U8

LUBY_ROUNDS = 2

NOT_ASKED, CANDIDATE, CHOSEN, BESIDE = range(4)
"""Marks of states: not among the best, among them, chosen, beside a chosen one."""

EDGE_DIFFERENCE, DEGREE, NEIGHBOURS_DEGREE, MEAN_COST, LARGEST_COST = 64, 16, 2, 8, 8
"""Weights of the parts of a score."""

_ZERO = 1 << 30  # where no part weighs anything: keys are never below 0


def keys_of(remnant: Remnant, hops: int, threads: Threads) -> NDArray[np.uint64]:
    """uint64, states; score << 32 | hash: the lower, the sooner a state is contracted.

    Only states beside which something changed are searched around again; steps that such a search
    undercuts leave the remnant. hops : of witnesses.
    """
    states = remnant.states
    sides = remnant.forward, remnant.backward
    stale = np.flatnonzero(remnant.stale).astype(np.uint32)
    stays = np.zeros(states, np.uint8)
    out, into = (np.zeros(len(rows.other), np.uint8) for rows in sides)
    undercut = out, into

    def search(begin: int, end: int) -> None:
        counts = np.zeros(2, np.int64)
        found = shortcuts(begin, end, stale, stays, *sides, hops, undercut, 0, counts)
        remnant.added[stale[begin:end]] = found.needed - found.dearer

    share_searches(search, remnant, len(stale), threads)
    remnant.stale[:] = 0
    thin(remnant, undercut, threads)
    total = sum(threads.share(lambda b, e: _total_cost(b, e, remnant.forward), states, states))
    mean = max(total // max(remnant.steps, 1), 1)
    keys = np.empty(states, np.uint64)
    given: Any = *sides, remnant.state, remnant.added, mean, keys
    threads.share(lambda begin, end: _score(begin, end, *given), states, remnant.work)
    return keys


def share_searches(
    search: RangeWork[Answer], remnant: Remnant, count: int, threads: Threads
) -> list[Answer]:
    """What search(begin, end) answers for ranges of `count` states, which are unequal work."""
    ranges = 1 if remnant.work < WORTH_SHARING else RANGES_A_THREAD * threads.count
    return threads.over(search, even_ranges(count, ranges, aligned=1))


def chosen(
    remnant: Remnant, keys: NDArray[np.uint64], fraction: float, threads: Threads
) -> tuple[U8, int]:
    """uint8, states; 1 for an independent set among the best of this fraction, which is never
    empty, and how many were candidates."""
    states = remnant.states
    count = min(max(round(fraction * states), 1), states)
    threshold = np.partition(keys, count - 1)[count - 1]
    marks: U8 = (keys <= threshold).astype(np.uint8)
    sides = remnant.forward, remnant.backward
    for kernel in (_choose, _leave_beside) * LUBY_ROUNDS:
        after = np.empty_like(marks)
        work = partial(_on_rows, kernel, (*sides, keys, marks, after))
        threads.share(work, states, states)
        marks = after
    return (marks == CHOSEN).astype(np.uint8), count


def _on_rows(kernel: Any, arrays: tuple[Any, ...], begin: int, end: int) -> None:
    kernel(begin, end, *arrays)


@njit(cache=True, nogil=True)
def _total_cost(begin: int, end: int, forward: Any) -> int:
    first, last, cost = forward[0], forward[1], forward[3]
    total = 0
    for s in range(np.uint64(begin), np.uint64(end)):
        for step in range(first[s], last[s]):
            total += cost[step]
    return total


@njit(cache=True, nogil=True)
def _score(
    begin: int, end: int, forward: Any, backward: Any, state: Any, added: Any, mean: int, keys: Any
) -> None:
    """Write the keys of states `begin` to `end`. mean : cost of a step."""
    for s in range(np.uint64(begin), np.uint64(end)):
        degree, neighbours, costs = 0, 0, 0
        for side in (forward, backward):
            first, last, other, cost = side[0], side[1], side[2], side[3]
            own = last[s] - first[s]
            total, largest = np.int64(0), np.int64(0)
            for step in range(first[s], last[s]):
                near = np.uint64(other[step])
                neighbours = max(neighbours, last[near] - first[near])
                total += np.int64(cost[step])
                largest = max(largest, np.int64(cost[step]))
            degree += own
            costs += MEAN_COST * total // (max(own, 1) * mean) + LARGEST_COST * largest // mean
        score = EDGE_DIFFERENCE * (added[s] - degree) + DEGREE * degree
        score += NEIGHBOURS_DEGREE * neighbours + min(costs, 1 << 12)
        mixed = np.uint64(state[s]) * np.uint64(0x9E3779B97F4A7C15)
        high = np.uint64(min(max(score + _ZERO, 0), 2 * _ZERO))
        keys[s] = (high << np.uint64(32)) | (mixed >> np.uint64(32))


@njit(cache=True, nogil=True)
def _choose(
    begin: int, end: int, forward: Any, backward: Any, keys: Any, marks: Any, after: Any
) -> None:
    """Mark the candidates of which no neighbour is a better one."""
    for s in range(np.uint64(begin), np.uint64(end)):
        mark = marks[s]
        if mark == CANDIDATE:
            best = True
            for side in (forward, backward):
                first, last, other = side[0], side[1], side[2]
                for step in range(first[s], last[s]):
                    near = np.uint64(other[step])
                    if marks[near] == CANDIDATE and keys[near] < keys[s]:
                        best = False
                        break
            if best:
                mark = CHOSEN
        after[s] = mark


@njit(cache=True, nogil=True)
def _leave_beside(
    begin: int, end: int, forward: Any, backward: Any, keys: Any, marks: Any, after: Any
) -> None:
    """Mark the candidates that have a chosen neighbour."""
    for s in range(np.uint64(begin), np.uint64(end)):
        mark = marks[s]
        if mark == CANDIDATE:
            for side in (forward, backward):
                first, last, other = side[0], side[1], side[2]
                for step in range(first[s], last[s]):
                    if marks[np.uint64(other[step])] == CHOSEN:
                        mark = BESIDE
        after[s] = mark
