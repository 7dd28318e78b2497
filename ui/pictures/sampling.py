"""Travel times at the size of a picture. NumPy only, no Qt."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from raster.grid import Window
from raster.travel_times import TravelTimes
from ui.pictures.patch import Patch, Rows

Seconds = NDArray[np.float32]


def sampled(
    times: TravelTimes, patch: Patch, samples: int = 1, rows: Rows | None = None
) -> Seconds:
    """Seconds of a patch, or of some rows of it, `samples` × `samples` a pixel; inf where
    unreached. The nearest cell where cells are the smaller, else the field runs straight from one
    cell's middle to the next."""
    window, (height, width) = patch.window, patch.shape
    first, end = rows or patch.all_rows
    per_row = window.height / height
    if height * samples <= window.height or width * samples <= window.width:
        top = math.floor(first * per_row)
        bottom = max(min(math.ceil(end * per_row), window.height), top + 1)
        part = Window(window.row + top, window.col, bottom - top, window.width)
        return times.seconds(part, ((end - first) * samples, width * samples))
    all_rows, all_cols = times.shape
    top = max(window.row + math.floor(first * per_row) - 1, 0)
    bottom = min(window.row + math.ceil(end * per_row) + 1, all_rows)
    left = max(window.col - 1, 0)
    right = min(window.col + window.width + 1, all_cols)
    around = Window(top, left, bottom - top, right - left)
    cells = times.seconds(around, (around.height, around.width))
    down = _positions(window.row - top, window.height, height * samples)
    across = _positions(window.col - left, window.width, width * samples)
    return _between(cells, down[first * samples : end * samples], across)


def _positions(first: int, length: int, count: int) -> NDArray[np.float32]:
    """Where `count` pixels over `length` cells lie; a cell's middle is a whole number."""
    return ((np.arange(count) + 0.5) * (length / count) - 0.5 + first).astype(np.float32)


def _between(cells: Seconds, down: NDArray[np.float32], across: NDArray[np.float32]) -> Seconds:
    """Bilinear among the reached cells; a pixel of an unreached cell stays unreached."""
    reached = np.isfinite(cells)
    if reached.all():
        return _lerp(_lerp(cells, down, 0), across, 1)
    weight = reached.astype(np.float32)
    total = _lerp(_lerp(np.where(reached, cells, np.float32(0)), down, 0), across, 1)
    share = _lerp(_lerp(weight, down, 0), across, 1)
    rows = np.clip(np.rint(down).astype(np.int64), 0, cells.shape[0] - 1)
    cols = np.clip(np.rint(across).astype(np.int64), 0, cells.shape[1] - 1)
    inside = reached[rows].take(cols, axis=1)
    seconds = np.full(total.shape, np.inf, np.float32)
    np.divide(total, share, out=seconds, where=inside)
    return seconds


def _lerp(field: Seconds, at: NDArray[np.float32], axis: int) -> Seconds:
    low = np.clip(np.floor(at).astype(np.int64), 0, field.shape[axis] - 1)
    high = np.minimum(low + 1, field.shape[axis] - 1)
    share = np.clip(at - low, 0, 1).astype(np.float32)
    share = share[:, None] if axis == 0 else share[None, :]
    lower = field.take(low, axis=axis)
    between: Seconds = lower + (field.take(high, axis=axis) - lower) * share
    return between
