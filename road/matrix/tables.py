"""Tables of times between many places, a batch of sources at once; solvers say how."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from core.parallel.nearest_rows import NearestRows
from core.parallel.sorting import rows_of
from core.progress import Progress, no_progress
from core.solver import Start
from core.times import UNLIMITED, limit_in_ticks
from road.graph import I64, U32
from road.search.search_graph import SearchGraph
from road.search.starts import RoadStart, delay_ticks

Answer = Callable[[Sequence[Start | RoadStart], U32], None]
"""Function that writes the times from a batch of sources to their rows, (sources, destinations): to
all of them, since these hold anything before."""


@dataclass(frozen=True, eq=False)
class AskedStates:
    """The states whose times are asked for: of each destination the least counts.

    first : int64, destinations + 1; destination k has states[first[k] : first[k + 1]].
    states : uint32. everything : whether the destinations are all vertices, in their order.
    """

    first: I64
    states: U32
    everything: bool = False

    def __len__(self) -> int:
        return len(self.first) - 1


class TablesInBatches(ABC):
    """Tables of times between places and vertices, in ticks of a solver's weights.

    batch : sources solved at once. A subclass says how.
    """

    batch: int

    def __init__(self, search: SearchGraph) -> None:
        self._search = search

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
        wanted, asked = self._asked(destinations)
        found = self._table(sources, asked, limit, progress, cancel)
        ticks = limit_in_ticks(limit, self._search.scale)
        rows, columns, begins = at_once(self._search, sources, wanted, ticks)
        found[rows, columns] = np.minimum(found[rows, columns], begins)
        return found

    def nearest(
        self,
        sources: Sequence[Start | RoadStart],
        kept: int,
        destinations: Sequence[int] | NDArray[Any] | None = None,
        *,
        limit: float = UNLIMITED,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> NearestRows:
        """Of each destination the nearest sources, `kept` of them, and how many are within the
        limit; in no more memory than a batch takes. Otherwise as `table`."""
        wanted, _ = self._asked(destinations)
        found = NearestRows.none(kept, len(wanted))
        for begin in range(0, len(sources), self.batch):
            progress(begin / len(sources), "times between places")
            batch = sources[begin : begin + self.batch]
            table = self.table(batch, destinations, limit=limit, cancel=cancel)
            for number, row in enumerate(table, begin):
                found.take(number, row, self._search.scale)
        return found

    def table_of_states(
        self,
        sources: Sequence[Start | RoadStart],
        states: Sequence[int] | NDArray[Any],
        *,
        limit: float = UNLIMITED,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> U32:
        """uint32, (sources, states): labels as solvers leave them; otherwise as `table`.

        For destinations somewhere on an arc, whose times follow from labels around.
        """
        wanted = np.asarray(states, np.int64)
        _check(wanted, self._search.states, "a state")
        asked = AskedStates(np.arange(len(wanted) + 1), wanted.astype(np.uint32))
        return self._table(sources, asked, limit, progress, cancel)

    def _table(
        self,
        sources: Sequence[Start | RoadStart],
        asked: AskedStates,
        limit: float,
        progress: Progress,
        cancel: Cancel,
    ) -> U32:
        found = np.empty((len(sources), len(asked)), np.uint32)  # first touched by who answers
        ticks = limit_in_ticks(limit, self._search.scale)
        with self._answering(asked, ticks, cancel) as answer:
            for begin in range(0, len(sources) if len(asked) else 0, self.batch):
                cancel.check("the table")
                progress(begin / len(sources), "times between places")
                end = begin + self.batch
                answer(sources[begin:end], found[begin:end])
        cancel.check("the table")
        return found

    @abstractmethod
    def _answering(
        self, asked: AskedStates, limit: int, cancel: Cancel
    ) -> AbstractContextManager[Answer]:
        """What answers for these destinations within so many ticks."""

    def _asked(self, destinations: Sequence[int] | NDArray[Any] | None) -> tuple[I64, AskedStates]:
        """The vertices, int64, and their states; None is all. Raises ParameterError for others."""
        vertices, everything = self._search.graph.vertices, destinations is None
        wanted = np.arange(vertices) if everything else np.asarray(destinations, np.int64)
        _check(wanted, vertices, "a vertex")
        return wanted, self._states_of(wanted, everything=everything)

    @cached_property
    def _rows(self) -> tuple[I64, U32]:
        """(first, states): states of vertex v are states[first[v] : first[v + 1]]."""
        return rows_of(self._search.vertex_of_state, self._search.graph.vertices)

    def _states_of(self, vertices: I64, *, everything: bool) -> AskedStates:
        first, states = self._rows
        if everything:
            return AskedStates(first, states, everything)
        begin, lengths = first[vertices], first[vertices + 1] - first[vertices]
        own = np.zeros(len(vertices) + 1, np.int64)
        np.cumsum(lengths, out=own[1:])
        return AskedStates(own, states[np.repeat(begin - own[:-1], lengths) + np.arange(own[-1])])


def _check(wanted: NDArray[Any], count: int, name: str) -> None:
    if len(wanted) and not 0 <= wanted.min() <= wanted.max() < count:
        raise ParameterError(f"a destination that is not {name}", advice=f"Give 0 to {count - 1}.")


def at_once(
    search: SearchGraph,
    sources: Sequence[Start | RoadStart],
    wanted: I64,
    limit: int,
) -> tuple[I64, I64, U32]:
    """(row, column, ticks) of the wanted vertices at which a start is at once, by whatever arc one
    leaves them; where states are vertices labels say so themselves. limit : ticks."""
    if not search.edge_based:
        return np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.uint32)
    begins = [
        (row, each.element, delay_ticks(search, each))
        for row, each in enumerate(sources)
        if isinstance(each, Start)
    ]
    rows, vertices, ticks = np.array(begins, np.int64).reshape(-1, 3).T
    kept = ticks <= limit
    rows, vertices, ticks = rows[kept], vertices[kept], ticks[kept]
    order = np.argsort(wanted, kind="stable")
    first, end = (np.searchsorted(wanted, vertices, side, order) for side in ("left", "right"))
    counts = end - first
    places = np.repeat(end - np.cumsum(counts), counts) + np.arange(counts.sum())
    return np.repeat(rows, counts), order[places], np.repeat(ticks, counts).astype(np.uint32)
