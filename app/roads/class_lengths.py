"""How much of each class of road there is, and how much of it is open to a vehicle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from road.costs.metric import Metric
from road.graph import RoadGraph
from road.properties import RoadClass

AT_ONCE = 1 << 20
"""Arcs that are looked at together: what is made of them stays in the caches of a processor."""


@dataclass(frozen=True, eq=False)
class ClassLengths:
    """metres : float64, (256, 256); of arcs by class of road and by bits of `Vehicle` that may use
    them, both directions of a street counted."""

    metres: NDArray[np.float64]

    @classmethod
    def of(cls, graph: RoadGraph) -> ClassLengths:
        """Looks at all arcs once. An arc without a length counts as a metre, so that roads of no
        known length are there all the same."""
        metres = np.zeros(256 * 256)
        arcs = graph.arcs
        for begin in range(0, len(arcs.road_class), AT_ONCE):
            some = slice(begin, begin + AT_ONCE)
            codes = arcs.road_class[some].astype(np.int64) * 256 + arcs.vehicles[some]
            lengths = np.where(arcs.length_m[some] > 0, arcs.length_m[some], 1.0)
            metres += np.bincount(codes, lengths, minlength=256 * 256)
        return cls(metres.reshape(256, 256))

    def classes(self) -> tuple[RoadClass, ...]:
        """Those that occur, in the order of their codes."""
        return tuple(RoadClass(int(code)) for code in np.flatnonzero(self.metres.any(axis=1)))

    def open_to(self, metric: Metric, road_class: RoadClass) -> tuple[float, float]:
        """(open, all): metres that the metric's vehicle may use, pushed included, whatever its
        speed there."""
        bits = int(metric.vehicle) | metric.pushed
        row = self.metres[road_class]
        return float(row[(np.arange(256) & bits) != 0].sum()), float(row.sum())
