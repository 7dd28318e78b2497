"""All vertices relaxed again and again until no label falls: the simplest parallel solver.

Source: Bellman 1958, Ford 1956; in the form of Harish and Narayanan, "Accelerating large graph
algorithms on the GPU using CUDA", HiPC 2007. Ours differs in lowering labels at once, so that news
may run several arcs in a round, and in passing over vertices without news, eight at a time. Where
turns cost, read "arc" for "vertex".
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.cancel import Cancel
from core.parallel.atomics import lower
from core.parallel.rounds import RoundLog
from core.parallel.threads import Threads
from road.graph import U8, U32
from road.search.search_graph import SearchGraph
from road.search.starts import Seeds
from road.solvers.adaptive_threads_phases import MARKS_A_WORD
from road.solvers.attempts import HostSolver, RoadAttempt


class BellmanFord(HostSolver):
    """Rounds over all vertices; see the module's text."""

    algorithm = "bellman-ford"

    def _labels(self, attempt: RoadAttempt, log: RoundLog) -> tuple[U32, bool]:
        rounds = _Rounds(attempt.search, attempt.seeds, attempt.limit_ticks)
        _run(rounds, log, attempt.cancel)
        return rounds.labels, rounds.fell == 0


class _Rounds:
    """labels : uint32 ticks, states. fell : about how many states have news for the next round."""

    def __init__(self, search: SearchGraph, seeds: Seeds, limit_ticks: int) -> None:
        self.unreached = np.uint32(limit_ticks + 1)
        self.labels: U32 = np.full(search.states, self.unreached, np.uint32)
        self.labels[seeds.states] = seeds.ticks
        words = -(-search.states // MARKS_A_WORD)
        self._news: U8 = np.zeros((2, words * MARKS_A_WORD), np.uint8)
        self._news[0, seeds.states] = 1
        self.fell = self.reached = len(seeds.states)
        self._search, self._parity = search, 0

    def relax(self, threads: Threads, cancel: Cancel) -> int:
        """One round; returns how many states had news. After a cancel, shares are left out."""
        search = self._search
        news, next_news = self._news[self._parity], self._news[self._parity ^ 1]

        def relax_share(begin: int, end: int) -> tuple[int, int, int]:
            if cancel.requested:
                return 0, int(news[begin:end].any()), 0  # it is as far as it was
            found: tuple[int, int, int] = _relax(
                search.first_out, search.head, search.cost, self.labels, news, next_news,
                self.unreached, begin, end,
            )  # fmt: skip
            return found

        done = threads.share(relax_share, len(self.labels), self.fell)
        self.fell = sum(fell for _, fell, _ in done)
        self.reached += sum(reached for _, _, reached in done)
        self._parity ^= 1
        return sum(served for served, _, _ in done)


def _run(rounds: _Rounds, log: RoundLog, cancel: Cancel) -> None:
    log.start_timing()
    with Threads() as threads:
        while rounds.fell and not cancel.requested:
            served = rounds.relax(threads, cancel)
            log.record("all", served, 0, rounds.reached)


@njit(cache=True, nogil=True)
def _relax(
    first_out: Any,
    head: Any,
    cost: Any,
    labels: Any,
    news: Any,
    next_news: Any,
    unreached: Any,
    begin: int,
    end: int,
) -> tuple[int, int, int]:
    """Relax the steps out of states begin..end-1 with news, and clear it.

    Returns how many had news, how often a label fell that had not fallen in this round, and how
    many states were reached.

    Allowed races: a label is read while it falls; either value is the length of a path, and whoever
    lowered it leaves news for the next round. Two threads may both find a state without news and
    count it twice.
    """
    words = news.view(np.uint64)
    served = fell = reached = 0
    for word in range(begin // MARKS_A_WORD, -(-end // MARKS_A_WORD)):
        if words[word] == 0:
            continue
        for state in range(word * MARKS_A_WORD, (word + 1) * MARKS_A_WORD):
            if news[state] == 0:
                continue
            served += 1
            label = labels[state]
            for step in range(first_out[state], first_out[state + 1]):
                other = head[step]
                arrival = label + cost[step]
                if arrival >= labels[other]:
                    continue
                known = lower(labels, other, arrival)
                reached += known == unreached
                if arrival < known and next_news[other] == 0:
                    next_news[other] = 1
                    fell += 1
        words[word] = 0
    return served, fell, reached
