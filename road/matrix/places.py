"""Places on roads as plain arrays, and the times at them by the labels of states around.

A place is a vertex, or a point somewhere on a street. Ways come to it by few states
(`road.routes.route_descent.endings`), so that a table of their labels says the times there, as a
route between the same two places costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from core.solver import Start
from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from road.graph import F64, I64, U32
from road.matrix.tables import TablesInBatches
from road.routes.route_descent import direct_ways, endings
from road.search.search_graph import SearchGraph
from road.search.starts import ArcPoint, RoadSources, RoadStart

Source = Start | RoadStart


@dataclass(frozen=True, eq=False)
class RoadPlaces:
    """Places as arrays, to be sent anywhere.

    vertex : int64, n; -1 for points on arcs. first : int64, n + 1; points of place k are first[k]
    to first[k + 1], none of a vertex, one or two else. arc : uint32. fraction : float64.
    """

    vertex: I64
    first: I64
    arc: U32
    fraction: F64

    def __len__(self) -> int:
        return len(self.vertex)

    @classmethod
    def of(cls, sources: Sequence[Source]) -> RoadPlaces:
        """Without delays."""
        points = [s.places if isinstance(s, RoadStart) else () for s in sources]
        first = np.zeros(len(sources) + 1, np.int64)
        np.cumsum([len(some) for some in points], out=first[1:])
        return cls(
            np.array([s.element if isinstance(s, Start) else -1 for s in sources], np.int64),
            first,
            np.array([p.arc for some in points for p in some], np.uint32),
            np.array([p.fraction for some in points for p in some], np.float64),
        )

    def sources(self, begin: int = 0, end: int | None = None) -> list[Source]:
        """What solvers start from, of the places from `begin` up to `end`."""
        return [self._source(k) for k in range(begin, len(self) if end is None else end)]

    def _source(self, k: int) -> Source:
        if self.vertex[k] >= 0:
            return Start(int(self.vertex[k]))
        own = slice(self.first[k], self.first[k + 1])
        pairs = zip(self.arc[own].tolist(), self.fraction[own].tolist(), strict=True)
        return RoadStart(tuple(ArcPoint(arc, fraction) for arc, fraction in pairs))


@dataclass(frozen=True, eq=False)
class RoadDestinations:
    """Destinations as arrays: of the meetings of each with the roads the first counts that is
    reached.

    meetings : those of all destinations. first : int64, destinations + 1; meetings of destination k
    are first[k] to first[k + 1], one or two.
    """

    meetings: RoadPlaces
    first: I64

    def __len__(self) -> int:
        return len(self.first) - 1


class TimesAtPlaces:
    """Times at destinations by tables of the labels of states."""

    def __init__(self, search: SearchGraph, destinations: RoadDestinations) -> None:
        self._search, self._destinations = search, destinations
        self._places = destinations.meetings.sources()
        found = [[(e.state, e.ticks) for e in endings(search, p)] for p in self._places]
        self._first = np.zeros(len(found) + 1, np.int64)
        np.cumsum([len(some) for some in found], out=self._first[1:])
        flat = np.array([pair for some in found for pair in some], np.int64).reshape(-1, 2)
        self._states, self._column = np.unique(flat[:, 0], return_inverse=True)
        self._left = flat[:, 1].astype(np.uint32)
        self._meetings_on: dict[tuple[str, int], list[int]] = {}
        for meeting, place in enumerate(self._places):
            for key in self._keys(place):
                self._meetings_on.setdefault(key, []).append(meeting)

    def table(
        self,
        tables: TablesInBatches,
        sources: RoadSources,
        *,
        limit: float = UNLIMITED,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> U32:
        """uint32, (sources, destinations); UNREACHED past the limit. Raises CancelledError."""
        told: Any = {"limit": limit, "progress": progress, "cancel": cancel}
        labels = tables.table_of_states(sources, self._states, **told)
        ticks = limit_in_ticks(limit, self._search.scale)
        found = np.empty((len(sources), len(self._destinations)), np.uint32)
        for row, source, times in zip(labels, sources, found, strict=True):
            times[:] = self._of_destinations(self._at_meetings(row, source, ticks))
        return found

    def _at_meetings(self, labels: U32, source: Source, limit: int) -> U32:
        some = np.flatnonzero(np.diff(self._first))  # a closed street has no state to come from
        found = np.full(len(self._places), UNREACHED, np.uint32)
        if len(some):
            ticks = labels[self._column] + self._left  # below 2**31
            found[some] = np.minimum.reduceat(ticks, self._first[some])
        for meeting in {m for key in self._keys(source) for m in self._meetings_on.get(key, ())}:
            for way in direct_ways(self._search, (source,), self._places[meeting]):
                found[meeting] = min(int(found[meeting]), way.ticks)
        found[found > limit] = UNREACHED
        return found

    def _of_destinations(self, at_meetings: U32) -> U32:
        first = self._destinations.first
        best: U32 = at_meetings[first[:-1]]
        second = np.minimum(first[:-1] + 1, first[1:] - 1)
        return np.where(best < UNREACHED, best, at_meetings[second])

    def _keys(self, place: Source) -> list[tuple[str, int]]:
        """By which a start and a place are found to share a vertex or an arc."""
        if isinstance(place, RoadStart):
            return [("arc", point.arc) for point in place.places]
        arcs = self._search.arcs_out_of(place.element)
        return [("vertex", place.element), *(("arc", arc) for arc in arcs)]
