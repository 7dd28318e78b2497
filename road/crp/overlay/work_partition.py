"""Work on all cells, downwards, divided among threads by subtrees, so that what a thread makes it
also uses. (Upwards: `road.crp.customization.pieces`.)

A *subtree* is a run of cells of one level and everything inside them on the levels below. Levels
above have too few cells for that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from core.parallel.ranges import Range, weighted_ranges
from core.parallel.threads import Threads, thread_count
from road.graph import I64, U32

SUBTREES_A_THREAD = 8
"""Subtrees per thread, so many that all threads end together."""

Work = Callable[[int, int, int], None]
"""Function called with a level's number and a range of its cells; may be called from several
threads."""


class DividedLevel(Protocol):
    """What must be known of a level; see `OverlayLevel`."""

    @property
    def cells(self) -> int: ...
    @property
    def parent(self) -> U32: ...
    @property
    def first_slot(self) -> I64: ...


class WorkPartition:
    """How the cells of all levels are divided.

    top : the highest level divided by subtrees. subtrees : for each the ranges of levels 0 to top.
    """

    def __init__(self, levels: Sequence[DividedLevel]) -> None:
        self._levels = levels
        self._threads = thread_count()
        wanted = SUBTREES_A_THREAD * self._threads
        enough = [k for k, level in enumerate(levels) if level.cells >= 2 * wanted]
        self.top = max(enough, default=min(0, len(levels) - 1))
        self.subtrees = self._subtrees(wanted) if levels else []

    def downwards(self, work: Work) -> None:
        """Each cell after the one around it; what happens above `top` is not worth sharing."""
        for number in reversed(range(self.top + 1, len(self._levels))):
            work(number, 0, self._levels[number].cells)
        with Threads(self._threads) as threads:
            self._work_on_subtrees(work, range(self.top, -1, -1), threads)

    def _work_on_subtrees(self, work: Work, order: range, threads: Threads) -> None:
        def work_on(subtree: list[Range]) -> None:
            for number in order:
                begin, end = subtree[number]
                if end > begin:
                    work(number, begin, end)

        list(threads.map(work_on, self.subtrees))

    def _subtrees(self, wanted: int) -> list[list[Range]]:
        """About equal numbers of states at the lowest level."""
        weight = self._levels[0].first_slot
        for number in range(self.top):
            level, above = self._levels[number], self._levels[number + 1]
            weight = weight[np.searchsorted(level.parent, np.arange(above.cells + 1))]
        subtrees = [[cells] for cells in weighted_ranges(weight, wanted)]
        for number in reversed(range(self.top)):
            parent = self._levels[number].parent
            for subtree in subtrees:
                begin, end = np.searchsorted(parent, subtree[-1]).tolist()
                subtree.append((begin, end))
        return [subtree[::-1] for subtree in subtrees]
