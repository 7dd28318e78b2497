"""Which of several starts reaches each cell first, read out of their common times.

A cell belongs to a start that explains its time: that of a neighbour plus the step from it, exactly
in ticks; along straight lines also what a wedge offers, which is then owed to the neighbour nearest
to where the front enters it, or the line of a start's disc. Where several starts are there at the
same tick the one of the lowest number has it. This is the start whose own solve, alone and by the
same tick, has the least time there, the first of equal ones: a way on which some other start is
sooner anywhere is no shortest way. (Where a wedge spans two territories neither start alone has its
time; such cells lie along the border.)
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.parallel.growing import longer
from core.parallel.threads import short_parallel_for
from core.solver import Sources
from core.times import UNREACHED
from raster.grid import VelocityGrid
from raster.slopes.costs import costs_on, on_slopes, step_cost
from raster.slopes.slopes import GridSlopes
from raster.starts import starts_on
from raster.steps import NEIGHBOUR_COL, NEIGHBOUR_KIND, NEIGHBOUR_ROW, half_cost
from raster.travel_times import TravelTimes
from raster.wedges import explained_by

NOBODY = -1
"""Owner of a cell that no start reaches."""

_UNKNOWN = -2
"""Owner of a cell that is still to be looked for. Lower ones, down from `_SEEDED`, are of cells in
which a start stands."""

_SEEDED = -3

_ROWS_AT_ONCE = 256
"""Rows that are looked at between two looks at a cancel."""


def numbers_dtype(starts: int) -> type[np.signedinteger[Any]]:
    """The smallest type for numbers of so many owners; each cell of a raster holds one."""
    for dtype in (np.int8, np.int16):
        if starts + 3 <= np.iinfo(dtype).max:
            return dtype
    return np.int32


def owners_on_cells(
    grid: VelocityGrid,
    times: TravelTimes,
    sources: Sources,
    zero_speed_kmh: float = 0.0,
    cancel: Cancel = NEVER,
    slopes: GridSlopes | None = None,
) -> NDArray[np.signedinteger[Any]]:
    """Number of the source that reaches each cell first, NOBODY where none does; (rows, cols).

    sources : those of the times. Where no neighbour explains a time, as in a partial field, a cell
    has the owner of the lowest one. Raises CancelledError.
    """
    labels = np.ascontiguousarray(times.ticks())
    owner = np.where(labels < UNREACHED, _UNKNOWN, NOBODY).astype(numbers_dtype(len(sources)))
    costs = costs_on(grid, times.tick_seconds, zero_speed_kmh, times.geometry, slopes)
    for number in range(len(sources) - 1, -1, -1):
        given = starts_on(costs, (sources[number],), times.tick_seconds, UNREACHED - 1)
        cells = np.fromiter(given, np.int64)
        ticks = np.fromiter(given.values(), np.int64)
        owner.flat[cells[labels.flat[cells] == ticks]] = _SEEDED - number
    before = np.zeros(labels.shape, np.uint8)
    strips = [
        (first, min(first + _ROWS_AT_ONCE, grid.rows))
        for first in range(0, grid.rows, _ROWS_AT_ONCE)
    ]
    for first, last in strips:
        cancel.check("who is first where")
        explain = _explain_on_slopes if on_slopes(costs) else _explain
        work = partial(explain, costs, labels, before, first)
        short_parallel_for(work, last - first)
    # Two looks at all cells, down and up again, leave few whose ways wind.
    for downwards, some in ((True, strips), (False, strips[::-1])):
        for first, last in some:
            cancel.check("who is first where")
            _sweep(before, owner, first, last, downwards)
    for first, last in strips:
        cancel.check("who is first where")
        _trace(labels, before, owner, first, last)
    return owner


def count_owners(owner: NDArray[np.signedinteger[Any]], starts: int) -> NDArray[np.int64]:
    """int64, starts; how many cells each owns."""
    counts = np.zeros(starts, np.int64)
    _count(np.ascontiguousarray(owner), counts)
    return counts


@njit(cache=True, nogil=True)
def _count(owner: Any, counts: Any) -> None:
    for row in range(owner.shape[0]):
        for col in range(owner.shape[1]):
            if owner[row, col] >= 0:
                counts[owner[row, col]] += 1


@njit(cache=True, nogil=True)
def _explain(costs: Any, labels: Any, before: Any, top: int, begin: int, end: int) -> None:
    """Set bits of `before`, uint8, in the rows from top + begin to top + end: bit k where the label
    of neighbour k and the step from it are the cell's own label."""
    rows, cols = labels.shape
    first_row, last_row = top + begin, top + end
    half = np.empty((3, 3, cols), np.uint32)  # of three rows, by kind of step
    for row in range(max(first_row - 1, 0), first_row + 1):
        _price(costs, row, half[row % 3])
    for row in range(first_row, last_row):
        if row + 1 < rows:
            _price(costs, row + 1, half[(row + 1) % 3])
        for k in range(8):
            r, across = row + NEIGHBOUR_ROW[k], NEIGHBOUR_COL[k]
            if r < 0 or r >= rows:
                continue
            kind, bit = NEIGHBOUR_KIND[k], np.uint8(1 << k)
            first, last = max(0, -across), min(cols, cols - across)
            here, there = labels[row, first:last], labels[r, first + across : last + across]
            own = half[row % 3, kind, first:last]
            other = half[r % 3, kind, first + across : last + across]
            found = before[row, first:last]
            for col in range(last - first):  # no sum of three passes 32 bits
                if there[col] + own[col] + other[col] == here[col]:
                    found[col] |= bit
        if costs.straight:
            for col in range(cols):
                _explain_by_wedge(costs, labels, before, row, col)


@njit(cache=True, nogil=True)
def _explain_on_slopes(
    costs: Any, labels: Any, before: Any, top: int, begin: int, end: int
) -> None:
    """The same where steps cost what their direction says."""
    rows, cols = labels.shape
    for row in range(top + begin, top + end):
        for col in range(cols):
            bits = 0
            for k in range(8):
                r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
                if 0 <= r < rows and 0 <= c < cols and labels[r, c] < labels[row, col]:
                    step = step_cost(costs, r, c, row, col, NEIGHBOUR_KIND[k])
                    if labels[r, c] + step == labels[row, col]:
                        bits |= 1 << k
            before[row, col] = bits
            if costs.straight:
                _explain_by_wedge(costs, labels, before, row, col)


@njit(cache=True, nogil=True)
def _explain_by_wedge(costs: Any, labels: Any, before: Any, row: int, col: int) -> None:
    if before[row, col] == 0 and labels[row, col] < UNREACHED:
        neighbour = explained_by(costs, labels, row, col)
        if neighbour >= 0:
            before[row, col] = 1 << neighbour


@njit(cache=True, nogil=True)
def _price(costs: Any, row: int, half: Any) -> None:
    for kind in range(3):
        for col in range(half.shape[1]):
            half[kind, col] = half_cost(costs, row, col, kind)


@njit(cache=True, nogil=True)
def _known(before: Any, owner: Any, row: int, col: int) -> int:
    """The owner of a cell that is not known yet; _UNKNOWN where one of those that explain it is not
    known, or none explains it."""
    state: Any = np.int64(owner[row, col])
    bits: Any = np.int64(before[row, col])
    best: Any = np.int64(UNREACHED)
    if state <= _SEEDED:
        best = _SEEDED - state
    elif bits == 0:
        return _UNKNOWN
    k = 0
    while bits > 0:
        if bits & 1:
            other = np.int64(owner[row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]])
            if other < NOBODY:
                return _UNKNOWN
            if 0 <= other < best:
                best = other
        bits, k = bits >> 1, k + 1
    return best if best < UNREACHED else NOBODY


@njit(cache=True, nogil=True)
def _sweep(before: Any, owner: Any, first_row: int, last_row: int, downwards: bool) -> None:
    """Find owners row by row, each to the right and back."""
    cols = owner.shape[1]
    for step in range(last_row - first_row):
        row = first_row + step if downwards else last_row - 1 - step
        for back in range(2):
            for across in range(cols):
                col = cols - 1 - across if back else across
                if owner[row, col] < NOBODY:
                    found = _known(before, owner, row, col)
                    if found >= NOBODY:
                        owner[row, col] = found


@njit(cache=True, nogil=True)
def _trace(labels: Any, before: Any, owner: Any, first_row: int, last_row: int) -> None:
    """Find the owners that are left in some rows, by way of all that their times come from."""
    cols = labels.shape[1]
    stack = np.empty(4096, np.int64)
    for start in range(first_row * cols, last_row * cols):
        if owner[start // cols, start % cols] >= NOBODY:
            continue
        stack[0], count = start, 1
        while count > 0:
            row, col = stack[count - 1] // cols, stack[count - 1] % cols
            if owner[row, col] >= NOBODY:
                count -= 1
                continue
            if owner[row, col] == _UNKNOWN and before[row, col] == 0:
                before[row, col] = _lowest(labels, row, col)
            found = _known(before, owner, row, col)
            if found >= NOBODY or before[row, col] == 0:
                owner[row, col] = max(found, NOBODY)
                count -= 1
                continue
            if count + 8 > len(stack):
                stack = longer(stack, count)
            for k in range(8):
                r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
                if before[row, col] >> k & 1 and owner[r, c] < NOBODY:
                    stack[count] = r * cols + c
                    count += 1


@njit(cache=True, nogil=True)
def _lowest(labels: Any, row: int, col: int) -> int:
    """The bit of the neighbour with the lowest label below the cell's own; 0 where none is."""
    rows, cols = labels.shape
    least, bits = labels[row, col], 0
    for k in range(8):
        r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
        if 0 <= r < rows and 0 <= c < cols and labels[r, c] < least:
            least, bits = labels[r, c], 1 << k
    return bits
