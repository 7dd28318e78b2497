"""Reached roads as lines, cut exactly where their time passes the limits of bands.

The time of a point on a street is the least over both of its arcs and the starts on it
(`road.results.spans`), so a street is drawn once, whichever way it is reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from road.graph import F32, F64, I64, U8, U32
from road.maps.bands_lines import part_lines
from road.maps.bands_runs import Runs, runs_of
from road.results.spans import spans_of
from road.results.travel_times import RoadTimes


@dataclass(frozen=True, eq=False)
class BandPieces:
    """Parts of streets, each within one band; those of a street follow one another.

    arc : uint32; the street's arc. begin, end : float64; shares of its length from its tail.
    band : uint8; the first limit that holds the piece's times.
    earliest, latest : float64; the least and the largest time on the piece, in seconds or the
        weights' own unit.
    length_m : float32. first, points : the lines, as in `road.maps.bands_lines.PartLines`.
    """

    arc: U32
    begin: F64
    end: F64
    band: U8
    earliest: F64
    latest: F64
    length_m: F32
    first: I64
    points: F64

    @property
    def count(self) -> int:
        return len(self.arc)


@dataclass(frozen=True, eq=False)
class TimedLines:
    """All reached roads as lines with the time at each point; between points it grows evenly.

    first : int64, lines + 1. points : float64, (n, 2), in the graph's CRS.
    ticks : float64, n. arc : uint32, lines; the street's arc. begin, end : float64, lines; shares
    of its length from its tail. rises : bool, lines; whether the time grows along it.
    """

    first: I64
    points: F64
    ticks: F64
    arc: U32
    begin: F64
    end: F64
    rises: NDArray[np.bool_]


def pieces_of(times: RoadTimes, limits: Sequence[float]) -> BandPieces:
    """Lines by band; limits ascend, in seconds or the weights' own unit.

    Raises InputError for a graph without positions.
    """
    graph = times.search.graph
    spans = spans_of(times, limits)
    runs = runs_of(times, spans)
    lines = part_lines(graph, spans.arc, spans.begin, spans.end)
    earliest, latest = _extremes(runs)
    # A cut lies within a rounding of its limit, on either side: a piece never says more than that.
    most = np.asarray(limits, np.float64)[spans.band]
    scale = times.search.scale
    return BandPieces(
        spans.arc,
        spans.begin,
        spans.end,
        spans.band,
        np.minimum(earliest * scale, most),
        np.minimum(latest * scale, most),
        (graph.arcs.length_m[spans.arc] * (spans.end - spans.begin)).astype(np.float32),
        lines.first,
        lines.points,
    )


def timed_lines(times: RoadTimes, limit: float) -> TimedLines:
    """What is reached within a limit, in seconds or the weights' own unit; may be infinite.

    Raises InputError for a graph without positions.
    """
    spans = spans_of(times, (limit,))
    runs = runs_of(times, spans)
    arcs = np.repeat(spans.arc, np.diff(runs.first))
    lines = part_lines(times.search.graph, arcs, runs.begin, runs.end)
    of_point = np.repeat(np.arange(len(arcs)), np.diff(lines.first))
    length = np.maximum(runs.end - runs.begin, np.finfo(np.float64).tiny)
    along = (lines.share - runs.begin[of_point]) / length[of_point]
    rise = runs.at_end - runs.at_begin
    ticks = runs.at_begin[of_point] + along * rise[of_point]
    return TimedLines(lines.first, lines.points, ticks, arcs, runs.begin, runs.end, rise >= 0)


def _extremes(runs: Runs) -> tuple[F64, F64]:
    """The least and the largest ticks of each span."""
    if len(runs.begin) == 0:
        return np.empty(0), np.empty(0)
    least = np.minimum.reduceat(np.minimum(runs.at_begin, runs.at_end), runs.first[:-1])
    most = np.maximum.reduceat(np.maximum(runs.at_begin, runs.at_end), runs.first[:-1])
    return least, most
