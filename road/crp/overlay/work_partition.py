"""Work on all cells dealt out to threads by subtrees, so that what a thread makes it also uses.

A *hand* is a run of cells of one level and everything inside them on the levels below. Levels above
have too few cells for that and are dealt out one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
from numba import get_num_threads

from road.graph import I64

if TYPE_CHECKING:
    from road.crp.overlay.overlay import OverlayLevel

HANDS_A_THREAD = 8
"""Subtrees per thread, so many that all threads end together."""

WORTH_SHARING = 20_000
"""Costs of a level below which one thread alone is faster."""

Range = tuple[int, int]
"""Cells from the first up to the second."""

Work = Callable[[int, int, int], None]
"""Function called with a level's number and a range of its cells; may be called from several
threads."""


class Deal:
    """How the cells of all levels are dealt out.

    top : the highest level dealt out by hands. hands : for each the ranges of levels 0 to top.
    """

    def __init__(self, levels: Sequence[OverlayLevel]) -> None:
        self._levels = levels
        self._threads = get_num_threads()
        wanted = HANDS_A_THREAD * self._threads
        enough = [k for k, level in enumerate(levels) if level.cells >= 2 * wanted]
        self.top = max(enough, default=min(0, len(levels) - 1))
        self.hands = self._hands(wanted) if levels else []

    def upwards(self, work: Work) -> None:
        """Each cell after all cells inside it."""
        with ThreadPoolExecutor(self._threads) as threads:
            list(threads.map(lambda hand: self._play(work, hand, range(self.top + 1)), self.hands))
            for number in range(self.top + 1, len(self._levels)):
                self._share(work, number, threads)

    def downwards(self, work: Work) -> None:
        """Each cell after the one around it; what happens above `top` is not worth sharing."""
        for number in reversed(range(self.top + 1, len(self._levels))):
            work(number, 0, self._levels[number].cells)
        order = range(self.top, -1, -1)
        with ThreadPoolExecutor(self._threads) as threads:
            list(threads.map(lambda hand: self._play(work, hand, order), self.hands))

    def _play(self, work: Work, hand: list[Range], order: range) -> None:
        for number in order:
            begin, end = hand[number]
            if end > begin:
                work(number, begin, end)

    def _share(self, work: Work, number: int, threads: ThreadPoolExecutor) -> None:
        level = self._levels[number]
        ranges = _even(level.first_shortcut, self._threads * 2)
        if level.shortcuts < WORTH_SHARING:
            work(number, 0, level.cells)
        else:
            list(threads.map(lambda cells: work(number, *cells), ranges))

    def _hands(self, wanted: int) -> list[list[Range]]:
        """About equal numbers of states at the lowest level."""
        weight = self._levels[0].first_slot
        for number in range(self.top):
            level, above = self._levels[number], self._levels[number + 1]
            weight = weight[np.searchsorted(level.parent, np.arange(above.cells + 1))]
        ranges = _even(weight, wanted)
        hands = [[cells] for cells in ranges]
        for number in reversed(range(self.top)):
            parent = self._levels[number].parent
            for hand in hands:
                begin, end = np.searchsorted(parent, hand[-1]).tolist()
                hand.append((begin, end))
        return [hand[::-1] for hand in hands]


def in_ranges(weight: I64, work: Callable[[int, int], object]) -> None:
    """Call work(begin, end) for ranges of cells of about the same weight, by all threads.

    weight : int64, cells + 1; the sums before each cell.
    """
    cells = len(weight) - 1
    if weight[-1] < WORTH_SHARING:
        work(0, cells)
        return
    threads = get_num_threads()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda ends: work(*ends), _even(weight, HANDS_A_THREAD * threads)))


def _even(weight: I64, pieces: int) -> list[Range]:
    """Ranges of about the same weight; `weight` holds the sums before each cell."""
    edges = np.searchsorted(weight, np.linspace(0, int(weight[-1]), pieces + 1))
    edges[0], edges[-1] = 0, len(weight) - 1
    edges = np.unique(edges)
    return list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))
