"""Streets by the source that is first there, divided where two come at once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from road.graph import F64, U8, U32, RoadGraph
from road.maps.bands import TimedLines
from road.maps.bands_runs import runs_of
from road.results.entered_from import NO_SOURCE, entered_from
from road.results.spans import Spans, spans_of
from road.results.travel_times import RoadTimes
from road.search.starts import RoadStart, delay_ticks
from road.streets import streets_of
from road.turns import NO_ARC

I32 = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class OwnedRuns:
    """Parts of streets on which time grows, or falls, and one source is first.

    arc : uint32; the street's arc. begin, end : float64; shares of its length from its tail.
    source : int32.
    """

    arc: U32
    begin: F64
    end: F64
    source: I32


def owned_runs(times: RoadTimes, of_vertex: I32, by_arc: I32 | None = None) -> OwnedRuns:
    """All that is reached, by source; also of a graph without positions.

    of_vertex : int32, vertices; who is first there. by_arc : of `entered_from`, if it is known.
    """
    spans = spans_of(times, (times.limit_seconds,))
    runs = runs_of(times, spans)
    arc = np.repeat(spans.arc, np.diff(runs.first))
    rises = runs.at_end >= runs.at_begin
    source = _source_of(times, arc, runs.begin, runs.end, rises, of_vertex, by_arc)
    return OwnedRuns(arc, runs.begin, runs.end, source)


class ZonedParts(NamedTuple):
    """Parts of streets in one band, of one source. arc : uint32. share : float64, of its length.
    source : int32. band : uint8."""

    arc: U32
    share: F64
    source: I32
    band: U8


def runs_by_band(runs: OwnedRuns, spans: Spans) -> ZonedParts:
    """Runs cut at the limits of bands; what is in no span is left out. Both are sorted by street
    and begin."""
    begins, ends = runs.arc + runs.begin, runs.arc + runs.end
    first, last = spans.arc + spans.begin, spans.arc + spans.end
    edges = np.unique(np.concatenate((begins, ends, first, last)))
    middle = 0.5 * (edges[1:] + edges[:-1])
    order = np.argsort(begins, kind="stable"), np.argsort(first, kind="stable")
    held = [
        np.searchsorted(starts[rank], middle, side="right") - 1
        for starts, rank in zip((begins, first), order, strict=True)
    ]
    run, span = (rank[np.maximum(at, 0)] for rank, at in zip(order, held, strict=True))
    there = (middle > begins[run]) & (middle < ends[run])
    there &= (middle > first[span]) & (middle < last[span])
    run, span = run[there], span[there]
    share = (edges[1:] - edges[:-1])[there]
    return ZonedParts(runs.arc[run], share, runs.source[run], spans.band[span])


def sources_of_lines(
    times: RoadTimes, lines: TimedLines, of_vertex: I32, by_arc: I32 | None = None
) -> I32:
    """int32, lines; the source that each line is reached from: the one whose front enters the
    street there, or that lies on it. Arguments as of `owned_runs`."""
    part = lines.arc, lines.begin, lines.end, lines.rises
    return _source_of(times, *part, of_vertex, by_arc)


def _source_of(
    times: RoadTimes,
    arc: U32,
    begin: F64,
    end: F64,
    rises: NDArray[np.bool_],
    of_vertex: I32,
    by_arc: I32 | None,
) -> I32:
    search = times.search
    graph = search.graph
    enters = np.where(rises, graph.tail[arc], graph.head[arc])
    found: I32 = of_vertex[enters].astype(np.int32)
    if search.edge_based:
        back = _opposite(graph)[arc]
        along = (rises == (search.direction == "from")) | (back == NO_ARC)
        entered = entered_from(times) if by_arc is None else by_arc
        own = entered[np.where(along, arc, back)]
        found = np.where(own == NO_SOURCE, found, own)
    at = np.where(rises, begin, end)
    starts: dict[int, list[tuple[int, int, float]]] = {}
    for number, source in enumerate(times.sources):
        for place in source.places if isinstance(source, RoadStart) else ():
            begins = delay_ticks(search, source)
            starts.setdefault(place.arc, []).append((begins, number, place.fraction))
    for line in np.flatnonzero(np.isin(arc, list(starts))).tolist():
        for _, number, fraction in sorted(starts[int(arc[line])]):
            if math.isclose(fraction, at[line], abs_tol=1e-9):
                found[line] = number
                break
    return found


def _opposite(graph: RoadGraph) -> U32:
    """uint32, arcs; the other one of the street that each leads, NO_ARC where there is none."""
    streets = streets_of(graph)
    back = np.full(graph.arc_count, NO_ARC, np.uint32)
    back[streets.arc] = streets.back
    return back
