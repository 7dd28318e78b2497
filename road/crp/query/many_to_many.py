"""Many to many on an overlay: the sweep of one to all for a batch of sources at once.

Labels of a batch lie side by side, so that one look at a cell's costs serves all its sources. Cells
without a destination are left out (as in Delling, Goldberg, Werneck, "Faster batched shortest paths
in road networks", 2011, for contraction hierarchies). Same bits as one search after another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from core.parallel.sorting import rows_of
from core.progress import Progress, no_progress
from core.solver import Start
from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from road.crp.query.isochrone import Crp, opened_cells, opened_walk
from road.crp.query.isochrone_kernels import upward
from road.graph import U8, U32
from road.search.search_graph import SearchGraph
from road.search.starts import RoadStart, delay_ticks, seeds_of

BATCH = 16
"""Labels of a state side by side: a cache line."""


class ManyToMany:
    """Tables of times between places and vertices, in ticks of the solver's weights."""

    def __init__(self, crp: Crp) -> None:
        self._crp = crp
        self._first, self._states = rows_of(crp.overlay.vertex_of_state, crp.search.graph.vertices)

    def table(
        self,
        sources: Sequence[Start | RoadStart],
        destinations: Sequence[int] | NDArray[Any] | None = None,
        *,
        limit: float = UNLIMITED,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> U32:
        """uint32, (sources, destinations); UNREACHED past the limit, 2**30 ticks at most.

        destinations : vertices; None is all. Raises ParameterError for places that the graph does
        not have, CancelledError.
        """
        graph = self._crp.search.graph
        wanted = np.arange(graph.vertices) if destinations is None else np.asarray(destinations)
        if len(wanted) and not 0 <= wanted.min() <= wanted.max() < graph.vertices:
            raise ParameterError(
                "a destination that is not a vertex", advice=f"Give 0 to {graph.vertices - 1}."
            )
        found = np.empty((len(sources), len(wanted)), np.uint32)
        closed = self._without(wanted)
        for begin in range(0, len(sources), BATCH):
            cancel.check("the table")
            progress(begin / len(sources), "times between places")
            batch = sources[begin : begin + BATCH]
            labels = self._labels(batch, closed, limit, cancel)
            found[begin : begin + BATCH] = self._at(wanted, labels, batch, limit)[: len(batch)]
        cancel.check("the table")
        return found

    def _without(self, wanted: NDArray[Any]) -> list[U8]:
        """uint8 by level, 1 for cells that hold no destination."""
        states = np.concatenate(
            [self._states[self._first[v] : self._first[v + 1]] for v in wanted]
            or [np.empty(0, np.uint32)]
        )
        needed = opened_cells(self._crp.query_graph, states.astype(np.int64))
        return [1 - marks for marks in needed]

    def _labels(
        self,
        sources: Sequence[Start | RoadStart],
        closed: list[U8],
        limit: float,
        cancel: Cancel,
    ) -> U32:
        """uint32, (states, BATCH)."""
        crp = self._crp
        search, done = crp.search, crp.customized
        limit_ticks = limit_in_ticks(limit, search.scale)
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

        done.overlay.work_partition.downwards(work)
        return labels

    def _at(
        self,
        wanted: NDArray[Any],
        labels: U32,
        sources: Sequence[Start | RoadStart],
        limit: float,
    ) -> U32:
        """uint32, (BATCH, destinations); the least label of a vertex's states."""
        times = np.empty((len(wanted), BATCH), np.uint32)
        _least(self._first, self._states, wanted.astype(np.int64), labels, times)
        for column, source in enumerate(sources):
            if isinstance(source, Start):
                ticks = _begins(self._crp.search, source, limit)
                own = times[wanted == source.element, column]
                times[wanted == source.element, column] = np.minimum(own, np.uint32(ticks))
        return np.ascontiguousarray(times.T)


def _begins(search: SearchGraph, source: Start, limit: float) -> int:
    ticks = delay_ticks(search, source)
    return ticks if ticks <= limit_in_ticks(limit, search.scale) else UNREACHED


@njit(cache=True, nogil=True)
def _least(first: Any, states: Any, wanted: Any, labels: Any, times: Any) -> None:
    for k in range(len(wanted)):
        times[k] = UNREACHED
        for s in range(first[wanted[k]], first[wanted[k] + 1]):
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
