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

COSTS_A_THREAD = 400_000
"""Costs from what enters cells to what lies inside for each thread: a third of a millisecond."""

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
    @property
    def first_down(self) -> I64: ...


class WorkPartition:
    """How threads share the cells of all levels; divided for as many threads as there is work for.

    A thread that ends a range of cells waits for the interpreter: sixteen of them take longer over
    a small graph than two.
    """

    def __init__(self, levels: Sequence[DividedLevel]) -> None:
        self._levels = levels
        self._costs = sum(int(level.first_down[-1]) for level in levels)
        self._divided: dict[int, tuple[int, list[list[Range]]]] = {}

    def threads(self, columns: int) -> int:
        """How many share the way down with so many labels a state."""
        return max(min(thread_count(), columns * self._costs // COSTS_A_THREAD), 1)

    def downwards(self, work: Work, columns: int = 1) -> None:
        """Each cell after the one around it; what happens above the subtrees is not worth sharing.

        columns : labels of a state, that is from how many sources at once.
        """
        if not self._levels:
            return
        count = self.threads(columns)
        if count not in self._divided:
            self._divided[count] = self._division(count)
        top, subtrees = self._divided[count]
        for number in reversed(range(top + 1, len(self._levels))):
            work(number, 0, self._levels[number].cells)

        def work_on(subtree: list[Range]) -> None:
            for number in range(top, -1, -1):
                begin, end = subtree[number]
                if end > begin:
                    work(number, begin, end)

        if count == 1:
            for subtree in subtrees:
                work_on(subtree)
            return
        with Threads(count) as threads:
            list(threads.map(work_on, subtrees))

    def _division(self, threads: int) -> tuple[int, list[list[Range]]]:
        """The highest level divided by subtrees, and for each of these the ranges of its levels."""
        wanted = SUBTREES_A_THREAD * threads
        enough = [k for k, level in enumerate(self._levels) if level.cells >= 2 * wanted]
        top = max(enough, default=0)
        return top, self._subtrees(top, wanted)

    def _subtrees(self, top: int, wanted: int) -> list[list[Range]]:
        """About equal numbers of states at the lowest level."""
        weight = self._levels[0].first_slot
        for number in range(top):
            level, above = self._levels[number], self._levels[number + 1]
            weight = weight[np.searchsorted(level.parent, np.arange(above.cells + 1))]
        subtrees = [[cells] for cells in weighted_ranges(weight, wanted)]
        for number in reversed(range(top)):
            parent = self._levels[number].parent
            for subtree in subtrees:
                begin, end = np.searchsorted(parent, subtree[-1]).tolist()
                subtree.append((begin, end))
        return [subtree[::-1] for subtree in subtrees]
