"""Cells in batches that are customized one after another, where memory is short.

Shortcuts of the lowest levels are most of all, and each is needed until the cell around it has its
own. Levels whose shortcuts do not stay are *transient*: batches have one room for them. A search
upward then begins in a cell of the level above these, by the steps of the ground in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from core.parallel.ranges import Range
from road.crp.device_layout.part import even_ranges
from road.crp.overlay.overlay import Overlay
from road.graph import I64

BEGIN_SIZE = 100
"""Vertices of the largest cells in which a search upward may begin: 90 on most roads, with some 170
states where these are arcs."""

BATCH_BYTES = 48 << 20
"""Bytes of shortcuts of two levels, one above the other, that a batch has about: batches weigh
alike in all their transient levels together, as far as single cells allow."""


class Batches(NamedTuple):
    """Cells of the lowest levels, in batches.

    transient : levels whose shortcuts do not stay. cells : by level, these and the one above them;
    of each batch, which cells. shortcuts : likewise, where theirs lie among those of the level.
    """

    transient: int
    cells: tuple[tuple[Range, ...], ...]
    shortcuts: tuple[tuple[Range, ...], ...]

    def room(self, number: int) -> int:
        """Shortcuts of a level that the batch with most of them has."""
        return max(end - begin for begin, end in self.shortcuts[number])


def batches_of(overlay: Overlay, most_words: int) -> Batches | None:
    """Of an ordered overlay with a root; None where no level can be transient.

    most_words : that there are for `ground_words`.
    """
    levels = overlay.levels
    transient = sum(level.size <= BEGIN_SIZE for level in levels[:-1]) - 1
    kept = [k for k, level in enumerate(levels) if level.kept]  # read by searches on the host
    transient = min([transient, *kept])
    if transient < 1 or ground_words(overlay, transient).max() > most_words:
        return None
    counts = [np.diff(first_shortcuts(overlay, k, transient)) for k in range(transient)]
    counts.append(np.zeros(levels[transient].cells, np.int64))
    heaviest = max(int(low.sum() + high.sum()) for low, high in pairwise(counts))
    count = min(max(-(-4 * heaviest // BATCH_BYTES), 1), levels[transient].cells)
    before = np.append(0, np.cumsum(np.sum(counts, axis=0)))
    cells = [even_ranges(before, count)]
    for level in reversed(levels[:transient]):
        cells.append([(int(b), int(e)) for b, e in np.searchsorted(level.parent, cells[-1])])
    cells.reverse()
    return Batches(
        transient,
        tuple(map(tuple, cells)),
        tuple(
            tuple(_ends(level.first_shortcut, ranges))
            for level, ranges in zip(levels, cells, strict=False)
        ),
    )


def first_cells(overlay: Overlay, number: int, around: int) -> I64:
    """int64, cells of the level `around` and one more; the first cell of a lower level in each."""
    first: I64 = np.arange(overlay.levels[around].cells + 1)
    for level in reversed(overlay.levels[number:around]):
        first = np.searchsorted(level.parent, first)
    return first


def ground_words(overlay: Overlay, number: int) -> I64:
    """int64, cells of a level; words of shared memory in which a search by the ground in each goes
    on: see ground_search.cuh."""
    slots = overlay.levels[0].first_slot[first_cells(overlay, 0, number)]
    steps = np.append(overlay.ground.rows.begin, len(overlay.ground.step))[slots]
    words: I64 = 2 + 3 * np.diff(slots) + 2 * np.diff(steps)
    return words


def first_shortcuts(overlay: Overlay, number: int, around: int) -> I64:
    """int64, likewise; the first shortcut of that level in each."""
    return overlay.levels[number].first_shortcut[first_cells(overlay, number, around)]


def _ends(first: I64, ranges: Sequence[Range]) -> list[Range]:
    return [(int(first[begin]), int(first[end])) for begin, end in ranges]
