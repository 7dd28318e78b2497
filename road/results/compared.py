"""Two results on the same roads, laid over each other street by street.

Along a street each of the two times is a run of straight lines (`road.maps.bands_runs`). Cut where
either bends, begins or ends, and where they cross, every part has one line of each, or none.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from road.graph import F64, U32
from road.maps.bands_runs import runs_of
from road.results.spans import spans_of
from road.results.travel_times import RoadTimes

_LEAST_SHARE = 1e-12
"""Share of a street below which a part is a rounding between two cuts at the same place."""


_ROUNDING = 1e-11
"""Share of two times along a street that tells nothing: they are the same, reckoned twice."""


@dataclass(frozen=True, eq=False)
class ComparedStreets:
    """Parts of streets that either reaches; those of a street follow one another.

    arc : uint32; the street's arc. begin, end : float64; shares of its length from its tail.
    a, b : float64, (parts, 2); seconds at begin and end, or the weights' own unit, infinite where
    that result does not reach; between them they run straight, and cross nowhere within.
    length_m : float64.
    """

    arc: U32
    begin: F64
    end: F64
    a: F64
    b: F64
    length_m: F64

    def within(self, limit_a: float, limit_b: float) -> F64:
        """float64, metres of each part where A is within its limit and B within its own; an
        infinite limit holds all that is reached, NaN all there is."""
        low, high = np.zeros(len(self.arc)), np.ones(len(self.arc))
        for ends, limit in ((self.a, limit_a), (self.b, limit_b)):
            if np.isnan(limit):
                continue
            begin, end = _held(ends, limit)
            low, high = np.maximum(low, begin), np.minimum(high, end)
        metres: F64 = np.maximum(high - low, 0.0) * self.length_m
        return metres


def compared_streets(a: RoadTimes, b: RoadTimes) -> ComparedStreets:
    """Of two results on graphs of the same streets, in any direction and at any costs."""
    lines = [_lines(times) for times in (a, b)]
    arc, begin, end = _parts(
        np.concatenate([np.repeat(run.arc, 2) for run in lines]),
        np.concatenate([np.column_stack((run.begin, run.end)).ravel() for run in lines]),
    )
    ends = [run.at(arc, begin, end) for run in lines]
    arc, begin, end, ends = _cut_where_they_cross(arc, begin, end, ends)
    there = np.isfinite(ends[0][:, 0]) | np.isfinite(ends[1][:, 0])
    arc, begin, end = arc[there], begin[there], end[there]
    length = a.search.graph.arcs.length_m[arc].astype(np.float64) * (end - begin)
    return ComparedStreets(arc, begin, end, ends[0][there], ends[1][there], length)


@dataclass(frozen=True, eq=False)
class _Lines:
    """Runs of one result by street: arc, begin and end as above, seconds at both ends."""

    arc: U32
    begin: F64
    end: F64
    seconds: F64

    def at(self, arc: U32, begin: F64, end: F64) -> F64:
        """float64, (parts, 2): seconds at the ends of parts that no end of a run lies within."""
        found = np.full((len(arc), 2), np.inf)
        if not len(self.arc):
            return found
        middle = 0.5 * (begin + end)
        # An arc and a place on it in one number; doubled, so that an end is not the next start.
        own, asked = self.arc * 2.0 + self.begin, arc * 2.0 + middle
        run = np.maximum(np.searchsorted(own, asked, "right") - 1, 0)
        held = (self.arc[run] == arc) & (middle >= self.begin[run]) & (middle <= self.end[run])
        run = run[held]
        long = np.maximum(self.end[run] - self.begin[run], np.finfo(np.float64).tiny)
        for k, place in enumerate((begin[held], end[held])):
            share = np.clip((place - self.begin[run]) / long, 0.0, 1.0)
            first, last = self.seconds[run, 0], self.seconds[run, 1]
            found[held, k] = np.where(share == 1.0, last, first + share * (last - first))
        return found


def _lines(times: RoadTimes) -> _Lines:
    spans = spans_of(times, (np.inf,))
    runs = runs_of(times, spans)
    arc = np.repeat(spans.arc, np.diff(runs.first))
    seconds = np.column_stack((runs.at_begin, runs.at_end)) * times.search.scale
    order = np.lexsort((runs.begin, arc))
    return _Lines(arc[order], runs.begin[order], runs.end[order], seconds[order])


def _parts(arc: U32, place: F64) -> tuple[U32, F64, F64]:
    """Streets cut at all these places: arc, begin and end of what lies between two of one."""
    order = np.lexsort((place, arc))
    arc, place = arc[order], place[order]
    held = (arc[1:] == arc[:-1]) & (place[1:] - place[:-1] > _LEAST_SHARE)
    return arc[:-1][held], place[:-1][held], place[1:][held]


def _cut_where_they_cross(
    arc: U32, begin: F64, end: F64, ends: list[F64]
) -> tuple[U32, F64, F64, list[F64]]:
    a, b = ends
    off = off_by(a, b)
    with np.errstate(invalid="ignore", divide="ignore"):
        cross = off[:, 0] * off[:, 1] < 0
        share = off[:, 0] / (off[:, 0] - off[:, 1])
    if not cross.any():
        return arc, begin, end, ends
    middle = begin[cross] + share[cross] * (end - begin)[cross]
    meet = a[cross, 0] + share[cross] * (a[cross, 1] - a[cross, 0])
    times = np.where(cross, 2, 1)
    second = np.cumsum(times)[cross] - 1  # the later of the two parts
    arc, begin, end = np.repeat(arc, times), np.repeat(begin, times), np.repeat(end, times)
    end[second - 1] = begin[second] = middle
    found = [np.repeat(each, times, axis=0) for each in ends]
    for each in found:  # both are there at once: the same number in both
        each[second - 1, 1] = each[second, 0] = meet
    return arc, begin, end, found


def off_by(a: F64, b: F64) -> F64:
    """b − a; 0 where they differ by no more than roundings of places along a street, NaN where
    neither reaches."""
    with np.errstate(invalid="ignore"):
        off = b - a
        off[np.abs(off) <= _ROUNDING * (a + b)] = 0.0
    return off


def _held(ends: F64, limit: float) -> tuple[F64, F64]:
    """Shares of each part between which times are within a limit; begin > end where none are."""
    first, last = ends[:, 0], ends[:, 1]
    with np.errstate(invalid="ignore", divide="ignore"):
        at = (limit - first) / (last - first)
        begin = np.where(first <= limit, 0.0, np.where(last <= limit, at, 2.0))
        end = np.where(last <= limit, 1.0, np.where(first <= limit, at, -1.0))
    reached = np.isfinite(first)
    return np.where(reached, begin, 2.0), np.where(reached, end, -1.0)
