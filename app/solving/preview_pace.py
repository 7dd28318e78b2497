"""Whether a step of a drag is solved exactly, by how long the last solves took."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field
from statistics import median

from raster.coarse import FINE_CELLS, PREVIEW_CELLS

EXACT_STEP_MS = 60.0
"""Milliseconds up to which an exact solve is done at every step of a drag: 16 pictures a second."""

EXACT_STEP_GPU_MS = 200.0
"""The same limit in milliseconds on a GPU, whose memory a second, coarser grid would have to
share."""

COARSE_STEP_MS = 60.0
"""Milliseconds that a solve of the coarser grid aims at: no coarser than a fluent drag needs."""

LAST = 3
"""Latest solves of a kind that are looked at: a single disturbed one decides nothing."""


@dataclass
class PreviewPace:
    """Times of the last solves of one grid by one algorithm, in ms."""

    exact: deque[float] = field(default_factory=lambda: deque(maxlen=LAST))
    coarse: deque[float] = field(default_factory=lambda: deque(maxlen=LAST))
    _factor: int = 0

    def took(self, solve_ms: float, factor: int) -> None:
        """A solve ended; factor : how many times coarser its grid was, 1 for an exact one."""
        (self.exact if factor == 1 else self.coarse).append(solve_ms)

    def factor(self, cells: int, quick_ms: float = EXACT_STEP_MS) -> int:
        """How many times coarser the next step of a drag is solved on a grid of so many cells; 1
        for exactly.

        Exactly where the last exact solves took less than `quick_ms`, and where the last coarse
        ones saved nothing. Before there is an exact solve, by the number of cells alone.
        """
        if not self.exact:
            return math.ceil(math.sqrt(cells / FINE_CELLS))
        exact_ms = median(self.exact)
        saved_nothing = len(self.coarse) == LAST and median(self.coarse) >= exact_ms
        if exact_ms < quick_ms or saved_nothing:
            return 1
        coarsest = max(math.isqrt(cells // PREVIEW_CELLS), 2)
        wanted = min(max(math.ceil(math.sqrt(exact_ms / COARSE_STEP_MS)), 2), coarsest)
        if not self._factor or not self._factor / 2 < wanted < self._factor * 2:
            self._factor = wanted  # another grid takes a while to make: small changes are ignored
            self.coarse.clear()
        return self._factor
