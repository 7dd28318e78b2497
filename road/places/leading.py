"""Which roads are of use to a start, and which to a destination.

A yard behind a gate is no place to start from: nothing is reached. So a click passes it over. But a
start is only to be left, and a destination only to be reached: an exit without return is a good
start, a dead-end entrance a good destination.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from road.components import leading_to, reached_from, strong_components
from road.graph import U8, RoadGraph

PART_VERTICES = 200
"""Vertices from which on a part of the roads from which one also comes back is no mere yard."""


@dataclass(frozen=True, eq=False)
class LeadingWays:
    """The roads of a graph that lead on. is_open : bool, arcs; where the vehicle may go.

    *Large* is a part in which each vertex reaches each other, of PART_VERTICES vertices or as many
    as the largest has.
    """

    graph: RoadGraph
    is_open: NDArray[np.bool_]

    @cached_property
    def leaving(self) -> NDArray[np.bool_]:
        """bool, arcs: from each, open roads lead to a large part."""
        leads = leading_to(self.graph, self._large, self.is_open.view(np.uint8))
        there: NDArray[np.bool_] = self.is_open & (leads[self.graph.head] != 0)
        return there

    @cached_property
    def arriving(self) -> NDArray[np.bool_]:
        """bool, arcs: to each, open roads lead from a large part."""
        reached = reached_from(self.graph, self._large, self.is_open.view(np.uint8))
        there: NDArray[np.bool_] = self.is_open & (reached[self.graph.tail] != 0)
        return there

    @cached_property
    def _large(self) -> U8:
        """uint8, vertices; 1 in large parts."""
        parts, sizes = strong_components(self.graph, self.is_open.view(np.uint8))
        large = sizes >= min(PART_VERTICES, int(sizes.max(initial=0)))
        return large[parts].astype(np.uint8)
