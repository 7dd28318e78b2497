"""The nearest marked cell, up to a distance: exact, and the same in every window that is read with
so much around it.

Felzenszwalb and Huttenlocher, *Distance transforms of sampled functions* (Theory of Computing 8,
2012), go along columns, then along rows; here rows are searched outwards instead, which is as short
as the distance is.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray


def nearest_marked(
    marked: NDArray[np.bool_],
    step_x: float,
    step_y: float,
    reach_m: float,
    asked: NDArray[np.bool_],
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Metres to the nearest marked cell, float32, infinite beyond `reach_m`; and which it is, int64
    index row by row, -1 beyond. Of several the one farther north, then west.

    step_x, step_y : metres between two cells. asked : bool, cells whose nearest is looked for; the
    others are as if there were none.
    """
    rows, cols = marked.shape
    metres = np.full((rows, cols), np.inf, np.float32)
    index = np.full((rows, cols), -1, np.int64)
    if not marked.any():
        return metres, index
    up = np.zeros((rows, cols), np.int32)
    _search(
        np.ascontiguousarray(marked).view(np.uint8),
        np.ascontiguousarray(asked).view(np.uint8), up, metres, index,
        float(step_x), float(step_y), float(reach_m),
    )  # fmt: skip
    return metres, index


@njit(cache=True, nogil=True)
def _search(marked, asked, nearest_row, metres, index, step_x, step_y, reach):  # type: ignore[no-untyped-def]
    """nearest_row : int32, scratch: the nearest marked row of each column, -1 for none."""
    rows, cols = marked.shape
    for col in range(cols):
        last = -1
        for row in range(rows):
            if marked[row, col]:
                last = row
            nearest_row[row, col] = last
        last = -1
        for row in range(rows - 1, -1, -1):
            if marked[row, col]:
                last = row
            above = nearest_row[row, col]
            if last >= 0 and (above < 0 or last - row < row - above):
                nearest_row[row, col] = last
    most = int(reach / step_x)
    for row in range(rows):
        for col in range(cols):
            if not asked[row, col]:
                continue
            best = reach * reach * (1 + 1e-12)
            best_at = -1
            for off in range(most + 1):
                aside = off * step_x
                if aside * aside > best:
                    break
                for side in range(2):
                    at = col - off if side == 0 else col + off
                    if at < 0 or at >= cols or (side == 1 and off == 0):
                        continue
                    there = nearest_row[row, at]
                    if there < 0:
                        continue
                    down = (there - row) * step_y
                    square = aside * aside + down * down
                    cell = there * cols + at
                    if square < best or (square == best and (best_at < 0 or cell < best_at)):
                        best = square
                        best_at = cell
            if best_at >= 0:
                metres[row, col] = math.sqrt(best)
                index[row, col] = best_at


def filled(values: NDArray[np.float32], index: NDArray[np.int64]) -> NDArray[np.float32]:
    """Values of the nearest cells; float32, (layers, n), NaN where index is -1.

    values : (layers, rows, cols). index : int64, (n,), of `nearest_marked`.
    """
    found = values.reshape(len(values), -1)[:, np.maximum(index, 0)]
    return np.where(index >= 0, found, np.float32(np.nan))
