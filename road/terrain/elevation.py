"""Slopes of arcs from the heights of their ends.

An arc's slope is its whole rise over its whole length. What it climbs and loses again on the way
does not count; in return a bridge or tunnel has the slope of its deck, not of the ground.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from road.graph import F64, RoadGraph

STEEPEST = 127  # percent; what int8 holds


@dataclass(frozen=True, eq=False)
class Slopes:
    """percent : float64, arcs, upwards along the arc; NaN where an end has no height or the arc no
    length. codes : int8, the same rounded; unknown ones are 0, level."""

    percent: F64
    codes: NDArray[np.int8]

    @property
    def unknown(self) -> int:
        return int(np.count_nonzero(np.isnan(self.percent)))


def slopes_of(graph: RoadGraph, heights: F64) -> Slopes:
    """The slopes of all arcs.

    heights : float64, vertices, metres; NaN where unknown.
    """
    rise = heights[graph.head] - heights[graph.tail]
    length = graph.arcs.length_m.astype(np.float64)
    percent = np.full(len(rise), np.nan)
    np.divide(100 * rise, length, out=percent, where=length > 0)
    codes = np.clip(np.rint(np.nan_to_num(percent)), -STEEPEST, STEEPEST).astype(np.int8)
    return Slopes(percent, codes)


def with_slopes(graph: RoadGraph, heights: F64, notes: tuple[str, ...] = ()) -> RoadGraph:
    """The graph with slopes from heights, and notes on what is unknown."""
    slopes = slopes_of(graph, heights)
    slopes.codes.flags.writeable = False
    said = list(notes)
    if slopes.unknown:
        vertices = int(np.count_nonzero(np.isnan(heights)))
        said.append(
            f"{slopes.unknown:,} of {graph.arc_count:,} arcs have no known slope and count as "
            f"level: {vertices:,} vertices have no height"
        )
    beyond = int(np.count_nonzero(np.abs(slopes.percent) > STEEPEST))
    if beyond:
        said.append(f"{beyond:,} arcs are steeper than {STEEPEST} %, which they are set to")
    arcs = replace(graph.arcs, slope=slopes.codes)
    return replace(graph, arcs=arcs, notes=(*graph.notes, *said))
