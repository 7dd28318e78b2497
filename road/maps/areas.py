"""How far from reached roads the ground counts to an area."""

from __future__ import annotations

import numpy as np

from road.graph import F64
from road.maps.polygons import MOST_NODES, NODES_A_TOLERANCE

TOLERANCES = (50.0, 100.0, 200.0, 300.0, 500.0, 1000.0, 2000.0, 3000.0, 5000.0)
"""Tolerances in metres; the first at which the drawing is quick is the default."""

USUAL_NODES = MOST_NODES // 5


def usual_tolerance(points: F64, metres_per_unit: float = 1.0) -> float:
    """Metres: 50, or more where that would take long for so large an area."""
    width, height = np.ptp(points, axis=0) * metres_per_unit
    for tolerance in TOLERANCES:
        step = tolerance / NODES_A_TOLERANCE
        if (width / step + 12) * (height / step + 12) <= USUAL_NODES:
            return tolerance
    return TOLERANCES[-1]
