"""Many to many on an overlay: the sweep of one to all for a batch of sources at once.

Labels of a batch lie side by side, so that one look at a cell's costs serves all its sources. Cells
without a destination are left out (as in Delling, Goldberg, Werneck, "Faster batched shortest paths
in road networks", 2011, for contraction hierarchies). Same bits as one search after another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numba import njit

from core.cancel import Cancel
from core.solver import Start
from core.times import UNREACHED
from road.crp.query.isochrone import Crp, opened_cells, opened_walk
from road.crp.query.isochrone_kernels import upward
from road.graph import U8, U32
from road.matrix.tables import Answer, AskedStates, TablesInBatches
from road.search.starts import RoadStart, seeds_of

BATCH = 16
"""Labels of a state side by side: a cache line."""


class ManyToMany(TablesInBatches):
    """Tables of times on the CPU; see the module's text."""

    batch = BATCH

    def __init__(self, crp: Crp) -> None:
        super().__init__(crp.search)
        self._crp = crp

    @contextmanager
    def _answering(self, asked: AskedStates, limit: int, cancel: Cancel) -> Iterator[Answer]:
        needed = opened_cells(self._crp.query_graph, asked.states.astype(np.int64))
        closed = [1 - marks for marks in needed]  # cells that hold no destination
        times = np.empty((len(asked), BATCH), np.uint32)

        def answer(batch: Sequence[Start | RoadStart], rows: U32) -> None:
            labels = self._labels(batch, closed, limit, cancel)
            _least(asked.first, asked.states, labels, times)
            rows[:] = times.T[: len(batch)]

        yield answer

    def _labels(
        self,
        sources: Sequence[Start | RoadStart],
        closed: list[U8],
        limit_ticks: int,
        cancel: Cancel,
    ) -> U32:
        """uint32, (states, BATCH)."""
        crp = self._crp
        search, done = crp.search, crp.customized
        labels = np.full((search.states, BATCH), UNREACHED, np.uint32)
        walk = crp.query_graph.walk_with(done)
        for column, source in enumerate(sources):
            seeds = seeds_of(search, (source,), limit_ticks)
            opened = opened_walk(crp.query_graph, opened_cells(crp.query_graph, seeds.states))
            upward(
                walk, opened, seeds.states, seeds.ticks, limit_ticks, labels[:, column],
                cancel.flag,
            )  # fmt: skip

        def work(number: int, begin: int, end: int) -> None:
            level = done.overlay.levels[number]
            if not cancel.requested:
                _sweep_batch(
                    begin, end, level.first_entry, level.entering, level.first_inner, level.inner,
                    level.first_down, done.down[number], closed[number], limit_ticks, labels,
                )  # fmt: skip

        done.overlay.work_partition.downwards(work, BATCH)
        return labels


@njit(cache=True, nogil=True)
def _least(first: Any, states: Any, labels: Any, times: Any) -> None:
    for k in range(len(times)):
        times[k] = UNREACHED
        for s in range(first[k], first[k + 1]):
            for b in range(labels.shape[1]):
                times[k, b] = min(times[k, b], labels[states[s], b])


@njit(cache=True, nogil=True)
def _sweep_batch(
    begin: int,
    end: int,
    first_entry: Any,
    entering: Any,
    first_inner: Any,
    inner: Any,
    first_down: Any,
    down: Any,
    closed: Any,
    limit: int,
    labels: Any,
) -> None:
    """`isochrone_kernels.sweep` for rows of BATCH labels; writes only states of these cells."""
    best = np.empty(BATCH, np.uint32)
    for c in range(begin, end):
        entries = np.uint64(first_entry[c + 1] - first_entry[c])
        if closed[c] or entries == 0:
            continue
        first = np.uint64(first_entry[c])
        at = np.uint64(first_down[c])
        for v in range(np.uint64(first_inner[c]), np.uint64(first_inner[c + 1])):
            state = np.uint64(inner[v])
            for b in range(np.uint64(BATCH)):
                best[b] = labels[state, b]
            for k in range(entries):
                cost = down[at + k]
                entry = np.uint64(entering[first + k])
                for b in range(np.uint64(BATCH)):
                    best[b] = min(best[b], np.uint32(labels[entry, b] + cost))
            at += entries
            for b in range(np.uint64(BATCH)):
                if best[b] <= limit:
                    labels[state, b] = best[b]
