"""A field of cells at the pixels of a picture that shows them large.

It runs straight from middle to middle. Only what is reached counts: a pixel of a cell that is not
reached is not, and beside such cells the others make up the whole.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.ranges import even_ranges
from core.parallel.threads import SHORT_RANGES, kept_threads

Field = NDArray[np.float32]
Places = NDArray[np.float32]


def between_cells(cells: Field, down: Places, across: Places) -> Field:
    """The field at rows `down` and columns `across`.

    cells : float32, (rows, cols), inf where nothing is reached. down, across : float32, places at
    which a cell's middle is a whole number; beyond the first and the last one theirs counts.
    Returns float32, (down, across).
    """
    found: Field = np.empty((len(down), len(across)), np.float32)
    columns = _neighbours(across, cells.shape[1])
    rows = _neighbours(down, cells.shape[0])
    kept_threads("map-cells", giving_way=True).over(
        lambda first, end: _draw(first, end, found, cells, *rows, *columns),
        even_ranges(len(down), SHORT_RANGES),
    )
    return found


def _neighbours(at: Places, count: int) -> tuple[NDArray[Any], ...]:
    """Of places: the cell before, the cell after, the share of the latter, the cell itself."""
    low = np.clip(np.floor(at).astype(np.int64), 0, count - 1)
    high = np.minimum(low + 1, count - 1)
    share = np.clip(at - low, 0, 1).astype(np.float32)
    return low, high, share, np.clip(np.rint(at).astype(np.int64), 0, count - 1)


@njit(cache=True, nogil=True)
def _draw(
    first: int, end: int, found: Any, cells: Any, above: Any, below: Any, down: Any, row_of: Any,
    before: Any, after: Any, across: Any, col_of: Any,
) -> None:  # fmt: skip
    one, none = np.float32(1), np.float32(0)
    for k in range(first, end):
        upper, lower, v = cells[above[k]], cells[below[k]], down[k]
        own, line = cells[row_of[k]], found[k]
        for j in range(len(line)):
            if not own[col_of[j]] < np.inf:
                line[j] = np.inf
                continue
            left, right, u = before[j], after[j], across[j]
            a, b, c, d = upper[left], upper[right], lower[left], lower[right]
            known = max(max(a, b), max(c, d)) < math.inf
            wa, wb = (one if a < np.inf else none), (one if b < np.inf else none)
            wc, wd = (one if c < np.inf else none), (one if d < np.inf else none)
            if not known:
                a, b = (a if a < np.inf else none), (b if b < np.inf else none)
                c, d = (c if c < np.inf else none), (d if d < np.inf else none)
            near, far = a + (c - a) * v, b + (d - b) * v
            total = near + (far - near) * u
            if known:
                line[j] = total
                continue
            near, far = wa + (wc - wa) * v, wb + (wd - wb) * v
            line[j] = total / (near + (far - near) * u)
