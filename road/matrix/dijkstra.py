"""Tables of times by Dijkstra's algorithm on the CPU: a search for each source, on all cores.

The baseline of tables. Each thread searches from one source after the other; a search ends when the
times at all destinations are final.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numba import njit

from core.cancel import Cancel
from core.parallel.threads import Threads, thread_count
from core.solver import Start
from core.times import UNREACHED
from road.graph import U32
from road.matrix.tables import Answer, AskedStates, TablesInBatches
from road.search.starts import RoadStart, seeds_of
from road.solvers.dijkstra import VISITS_PER_ITERATION, Dijkstra, DijkstraSearch
from road.solvers.dijkstra_buckets import BucketLinks

SEARCHES_A_THREAD = 16
"""Searches of each thread in a batch: at its end threads wait for the last one."""

VISITS_A_LOOK = 5_000
"""Visits, part of a millisecond, between two looks at whether all destinations are settled."""


class DijkstraTables(TablesInBatches):
    """Tables of times by a solver's search graph; see the module's text."""

    def __init__(self, solver: Dijkstra) -> None:
        super().__init__(solver.search)
        self.batch = SEARCHES_A_THREAD * thread_count()
        self._free: deque[BucketLinks] = deque()

    @contextmanager
    def _answering(self, asked: AskedStates, limit: int, cancel: Cancel) -> Iterator[Answer]:
        with Threads() as threads:

            def answer(batch: Sequence[Start | RoadStart], rows: U32) -> None:
                def search(row: int) -> None:
                    self._search_from(batch[row], asked, limit, cancel, rows[row])

                for _ in threads.map(search, range(len(batch))):
                    pass

            yield answer

    def _search_from(
        self,
        source: Start | RoadStart,
        asked: AskedStates,
        limit: int,
        cancel: Cancel,
        row: U32,
    ) -> None:
        """Write the times from a source to the asked states."""
        search = self._search
        seeds = seeds_of(search, (source,), limit)
        memory = self._memory()
        steps = DijkstraSearch(search, seeds, limit, memory)
        visits = max(VISITS_A_LOOK, len(asked.states))
        while not steps.finished and not cancel.requested:
            steps.step(VISITS_PER_ITERATION if asked.everything else visits)
            if asked.everything:
                continue
            if _least(asked.first, asked.states, steps.labels, limit, row) < steps.settled_below:
                break
        _least(asked.first, asked.states, steps.labels, limit, row)
        if not steps.finished:
            memory.clear()
        self._free.append(memory)

    def _memory(self) -> BucketLinks:
        """That of a search which is over, or new."""
        try:
            return self._free.pop()
        except IndexError:
            return BucketLinks(self._search.states)


@njit(cache=True, nogil=True)
def _least(first: Any, states: Any, labels: Any, limit: int, row: Any) -> int:
    """Write the least label of each destination's states, none past the limit; returns the largest
    of these."""
    largest = np.uint32(0)
    for k in range(len(row)):
        best = np.uint32(UNREACHED)
        for s in range(first[k], first[k + 1]):
            label = labels[states[s]]
            if label <= limit:
                best = min(best, label)
        row[k] = best
        largest = max(largest, best)
    return int(largest)
