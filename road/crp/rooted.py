"""A partition with a root: one more level, a single cell that holds all vertices.

Nothing enters the root or leaves it. Its inner states are what enters the highest cells, so that a
query treats these like those of any other cell; a graph too small for levels is the root alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from road.crp.overlay import Nested, NestedLevel
from road.crp.partition import Level


@dataclass(frozen=True, eq=False)
class Rooted:
    """The levels of a partition and a root above, which queries on a CPU do without."""

    levels: tuple[NestedLevel, ...]


def rooted(partition: Nested, vertices: int) -> Rooted:
    """The partition of a graph of so many vertices, with a root."""
    everywhere = np.zeros(vertices, np.uint32)
    everywhere.flags.writeable = False
    root = Level(max(vertices, 1), 1, everywhere, mezzanine=True, phantom=False)
    return Rooted((*partition.levels, root))
