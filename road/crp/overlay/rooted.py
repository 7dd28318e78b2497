"""The levels that a device works with: a partition with a root, and with few mezzanine levels.

The root is one more level, a single cell that holds all vertices.

Nothing enters the root or leaves it. Its inner states are what enters the highest cells, so that a
query treats these like those of any other cell; a graph too small for levels is the root alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from road.crp.overlay.overlay import Nested, NestedLevel
from road.crp.partition.nested import Level


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


def thinned(partition: Nested) -> Rooted:
    """Of the mezzanine levels between two others the middle one alone.

    A level costs a device some microseconds however few its cells: on an H200 New York takes 0.39
    ms with one between two and 0.44 ms with three (`docs/experiments.md`).
    """
    chosen: list[NestedLevel] = []
    between: list[NestedLevel] = []
    for level in partition.levels:
        if level.mezzanine:
            between.append(level)
            continue
        chosen += between[len(between) // 2 : len(between) // 2 + 1]
        between = []
        chosen.append(level)
    chosen += between[len(between) // 2 : len(between) // 2 + 1]
    return Rooted(tuple(chosen))
