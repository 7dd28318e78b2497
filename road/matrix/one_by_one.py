"""Tables of times by one solve after another: what any solver can do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

import numpy as np

from core.cancel import NEVER, Cancel
from core.solver import Start
from core.times import UNREACHED
from road.graph import U32
from road.matrix.tables import Answer, AskedStates, TablesInBatches
from road.results.travel_times import RoadTimes
from road.search.search_graph import SearchGraph
from road.search.starts import RoadSources, RoadStart


class SolvesRoads(Protocol):
    """A solver of any row of the catalogue."""

    search: SearchGraph

    def solve(
        self, sources: RoadSources, *, limit: float = ..., cancel: Cancel = NEVER
    ) -> RoadTimes: ...


class OneByOne(TablesInBatches):
    """A solve for each source; see the module's text."""

    batch = 1

    def __init__(self, solver: SolvesRoads) -> None:
        super().__init__(solver.search)
        self._solver = solver

    @contextmanager
    def _answering(self, asked: AskedStates, limit: int, cancel: Cancel) -> Iterator[Answer]:
        # Within half a tick of the limit, and below what would be tried again with coarser ticks.
        seconds = min(limit + 0.5, UNREACHED - 1.25) * self._search.scale
        some = np.flatnonzero(np.diff(asked.first))

        def answer(batch: Sequence[Start | RoadStart], rows: U32) -> None:
            for source, row in zip(batch, rows, strict=True):
                times = self._solver.solve((source,), limit=seconds, cancel=cancel)
                row.fill(UNREACHED)
                if len(some):
                    labels = times.state_labels[asked.states]
                    row[some] = np.minimum.reduceat(labels, asked.first[some])

        yield answer
