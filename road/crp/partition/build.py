"""Makes the nested partition of a road graph; no cost of any arc has a part in it.

A tree of bisections by inertial flow (`partition_bisect`, `partition_tree`), then the cells of all
levels from it (`partition_cells`).
"""

from __future__ import annotations

import math
import os

from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from core.parallel.threads import Threads
from core.progress import Progress, no_progress
from road.crp.partition.cells import levels_of
from road.crp.partition.graph import street_graph
from road.crp.partition.nested import MEZZANINES, Partition, level_kinds
from road.crp.partition.tree import Cutting, tree_of
from road.graph import RoadGraph

TREE_PART = 0.95
"""Share of the time that the tree takes."""

GOLDEN = 0.6180339887498949
"""Golden ratio's fraction: fractions of its multiples are spread evenly over 0 to 1, for any number
of seeds."""


def partition_roads(
    graph: RoadGraph,
    *,
    mezzanines: tuple[int, ...] = MEZZANINES,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> Partition:
    """The same partition for the same seed, whatever the number of threads.

    mezzanines : see `level_kinds`. seed : turns the directions of the cuts. threads : None for all
    cores. Takes about 300 bytes a vertex at its peak.
    Raises ParameterError, CancelledError.
    """
    kinds = level_kinds(graph.vertices, mezzanines)
    count = threads or os.cpu_count() or 1
    if count < 1:
        raise ParameterError(f"{count} threads", advice="Give 1 or more.")
    if graph.vertices >= 1 << 31:
        raise ParameterError("2³¹ vertices or more", advice="Choose a smaller area.")
    if not kinds:
        return Partition(())
    streets = street_graph(graph)
    cancel.check("the partition")
    leaf = kinds[0].size
    work = graph.vertices * max(1.0, math.log2(graph.vertices / leaf))
    with Threads(count) as pool:
        tree_bar = _ProgressBar(progress, "Partitioning the roads", 0.0, TREE_PART, work)
        tree = tree_of(streets, Cutting(leaf, seed * GOLDEN % 1.0), pool, cancel, tree_bar.add)
        cell_bar = _ProgressBar(progress, "Merging cells", TREE_PART, 1.0, 1.0)
        levels = levels_of(streets, tree, kinds, pool, cancel, cell_bar.add)
    progress(1.0, "Merging cells")
    return Partition(levels)


class _ProgressBar:
    """Adds up work done and reports it between two shares of the whole."""

    def __init__(
        self, progress: Progress, label: str, begin: float, end: float, work: float
    ) -> None:
        self._progress, self._label = progress, label
        self._begin, self._end = begin, end
        self._scale = (end - begin) / work
        self._sum = 0.0
        progress(begin, label)

    def add(self, work: float) -> None:
        self._sum += work
        fraction = self._begin + self._scale * self._sum
        self._progress(min(fraction, self._end), self._label)
