"""Long edges divided into shorter ones. NumPy alone: GEOS also repairs what it divides, which takes
minutes for an outline of some thousand parts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def divided(
    points: NDArray[np.float64], offsets: NDArray[np.integer], longest: float
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Lines with points added evenly along the edges that are longer than `longest`.

    points : (n, 2).   offsets : (lines + 1,), where each line begins, and n.
    Returns the same for the divided lines; old points keep their coordinates to the bit.
    """
    steps = np.zeros_like(points)
    steps[:-1] = np.diff(points, axis=0)
    steps[offsets[1:][np.diff(offsets) > 0] - 1] = 0.0  # from one line to the next is no edge
    pieces = np.maximum(np.ceil(np.hypot(steps[:, 0], steps[:, 1]) / longest), 1).astype(np.int64)
    ends = np.concatenate([[0], np.cumsum(pieces)])
    edge = np.repeat(np.arange(len(points)), pieces)
    along = (np.arange(len(edge)) - ends[edge]) / pieces[edge]
    return points[edge] + along[:, None] * steps[edge], ends[offsets]
