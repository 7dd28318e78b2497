"""Many to many on an overlay: the sweep of one to all for a batch of sources at once.

Labels of a batch lie side by side, so that one look at a cell's costs serves all its sources. Cells
without a destination are left out (as in Delling, Goldberg, Werneck, "Faster batched shortest paths
in road networks", 2011, for contraction hierarchies). Same bits as one search after another.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
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
from road.crp.overlay.overlay import Overlay
from road.crp.query.isochrone import Crp, opened_cells, opened_walk
from road.crp.query.isochrone_kernels import upward
from road.graph import U8, U32
from road.search.search_graph import SearchGraph
from road.search.starts import RoadStart, delay_ticks, seeds_of

BATCH = 16
"""Labels of a state side by side: a cache line."""


Answer = Callable[[Sequence[Start | RoadStart], U32], None]
"""Function that writes the times from a batch of sources to their rows, (sources, destinations)."""


class TablesInBatches(ABC):
    """Tables of times between places and vertices, in ticks of a solver's weights.

    batch : sources solved at once. A subclass says how.
    """

    batch: int

    def __init__(self, search: SearchGraph, overlay: Overlay) -> None:
        self._search = search
        self._first, self._states = rows_of(overlay.vertex_of_state, search.graph.vertices)

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
        vertices, everything = self._search.graph.vertices, destinations is None
        wanted = np.arange(vertices) if everything else np.asarray(destinations, np.int64)
        if len(wanted) and not 0 <= wanted.min() <= wanted.max() < vertices:
            raise ParameterError(
                "a destination that is not a vertex", advice=f"Give 0 to {vertices - 1}."
            )
        found = np.full((len(sources), len(wanted)), UNREACHED, np.uint32)
        ticks = limit_in_ticks(limit, self._search.scale)
        with self._answering(wanted, everything, ticks, cancel) as answer:
            for begin in range(0, len(sources) if len(wanted) else 0, self.batch):
                cancel.check("the table")
                progress(begin / len(sources), "times between places")
                rows = found[begin : begin + self.batch]
                batch = sources[begin : begin + self.batch]
                answer(batch, rows)
                _with_starts(self._search, batch, wanted, ticks, rows)
        cancel.check("the table")
        return found

    @abstractmethod
    def _answering(
        self, wanted: NDArray[np.int64], everything: bool, limit: int, cancel: Cancel
    ) -> AbstractContextManager[Answer]:
        """What answers for these destinations within so many ticks. everything : whether these are
        all vertices."""


def _with_starts(
    search: SearchGraph,
    batch: Sequence[Start | RoadStart],
    wanted: NDArray[np.int64],
    limit: int,
    rows: U32,
) -> None:
    """At the vertex of a start one is at once, by whatever arc one leaves it."""
    for row, source in zip(rows, batch, strict=True):
        if isinstance(source, Start):
            begins = delay_ticks(search, source)
            here = wanted == source.element
            if begins <= limit and here.any():
                row[here] = np.minimum(row[here], np.uint32(begins))


class ManyToMany(TablesInBatches):
    """Tables of times on the CPU; see the module's text."""

    batch = BATCH

    def __init__(self, crp: Crp) -> None:
        super().__init__(crp.search, crp.overlay)
        self._crp = crp

    @contextmanager
    def _answering(
        self, wanted: NDArray[np.int64], everything: bool, limit: int, cancel: Cancel
    ) -> Iterator[Answer]:
        closed, times = self._without(wanted), np.empty((len(wanted), BATCH), np.uint32)

        def answer(batch: Sequence[Start | RoadStart], rows: U32) -> None:
            labels = self._labels(batch, closed, limit, cancel)
            _least(self._first, self._states, wanted, labels, times)
            rows[:] = times.T[: len(batch)]

        yield answer

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

        done.overlay.work_partition.downwards(work)
        return labels


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
