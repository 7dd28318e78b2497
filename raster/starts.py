"""Finding cells where a front can set out.

Source: Fjellborg 2024, section 4.1.1. Ours tries an even sample instead of random cells, so that
the same raster always gives the same start, and prefers the one that reaches most.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.solver import Sources
from core.times import UNREACHED, ticks_from_seconds
from raster.grid import VelocityGrid, Window
from raster.start_discs import ticks_by_line
from raster.steps import BARRIER, EAST_WEST, StepCosts, half_costs_of, is_passable

Passable = Callable[[int, int], bool]
"""Function that tells whether a front can stand in the cell of a row and a column."""

MANY = 64
"""Starts from which on it is asked at once on which of them a front can stand: a call of compiled
code for each takes longer, and previews set out from thousands."""


def labels_of_starts(
    sources: Sources, shape: tuple[int, int], tick: float, limit_ticks: int, passable: Passable
) -> dict[int, int]:
    """Labels in ticks, by the flat index of the cell, of the starts that count: those on passable
    cells inside a grid of that shape, within the limit. Of several in a cell the first to set out
    counts."""
    rows, cols = shape
    labels: dict[int, int] = {}
    for start in sources:
        row, col = divmod(start.element, cols)
        label = ticks_from_seconds(start.delay_seconds, tick)
        if row < rows and label <= limit_ticks and passable(row, col):
            labels[start.element] = min(labels.get(start.element, label), label)
    return labels


def starts_on(costs: StepCosts, sources: Sources, tick: float, limit_ticks: int) -> dict[int, int]:
    """Labels by the flat index of the cell that starts give where steps cost this: what every
    solver sets out from, and what validation holds against it.

    Where there are straight lines these are also the labels of the discs around
    starts (`raster.start_discs`), those within the limit.
    """
    if not costs.straight:
        return _of_places(costs, sources, tick, limit_ticks)
    cells, labels = given_by_starts(costs, sources, tick, limit_ticks)
    return dict(zip(cells.tolist(), labels.tolist(), strict=True))


def given_by_starts(
    costs: StepCosts, sources: Sources, tick: float, limit_ticks: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The same as two arrays, (n,) each: flat indices, of which none is there twice, and labels."""
    of_places = _of_places(costs, sources, tick, limit_ticks)
    cells = np.fromiter(of_places, np.int64, len(of_places))
    labels = np.fromiter(of_places.values(), np.int64, len(of_places))
    if not costs.straight:
        return cells, labels
    passing = {start.element for start in sources if start.passing}
    found = [(cells, labels)]
    for place, label in of_places.items():
        if place not in passing:
            around, ticks = ticks_by_line(costs, *divmod(place, costs.values.shape[1]))
            ticks = ticks + label
            within = ticks <= min(limit_ticks, UNREACHED - 1)
            found.append((around[within], ticks[within]))
    cells, labels = (np.concatenate(parts) for parts in zip(*found, strict=True))
    if len(of_places) > 1:  # discs may overlap
        order = np.lexsort((labels, cells))
        first = order[np.flatnonzero(np.diff(cells[order], prepend=-1))]
        cells, labels = cells[first], labels[first]
    return cells, labels


def _of_places(costs: StepCosts, sources: Sources, tick: float, limit_ticks: int) -> dict[int, int]:
    passable: Passable = partial(is_passable, costs)
    if len(sources) >= MANY:
        passable = _passable_of(costs, sources)
    return labels_of_starts(sources, costs.values.shape, tick, limit_ticks, passable)


def _passable_of(costs: StepCosts, sources: Sources) -> Passable:
    """The same function for starts alone."""
    rows, cols = costs.values.shape
    cells = np.array([start.element for start in sources])
    cells = cells[cells < rows * cols]
    values = costs.values[cells // cols, cells % cols]
    enters = half_costs_of(costs, values, EAST_WEST) < BARRIER
    held = set(cells[enters].tolist())
    return lambda row, col: row * cols + col in held


def _passable(speeds: NDArray[np.float32], zero_speed_kmh: float) -> NDArray[np.bool_]:
    return (speeds > 0) | ((speeds <= 0) & (zero_speed_kmh > 0))


def nearest_passable(
    grid: VelocityGrid, row: int, col: int, zero_speed_kmh: float = 0.0
) -> tuple[int, int] | None:
    """The passable cell nearest to a cell in metres; None where the grid has none.

    Looks in windows of growing size, so that a near one is found at once on a huge grid.
    """
    reach = 16
    while True:
        top, left = max(row - reach, 0), max(col - reach, 0)
        bottom, right = min(row + reach + 1, grid.rows), min(col + reach + 1, grid.cols)
        window = Window(top, left, bottom - top, right - left)
        speeds = grid.kmh(window, (window.height, window.width))
        rows, cols = np.nonzero(_passable(speeds, zero_speed_kmh))
        if rows.size:
            away = np.hypot((rows + top - row) * grid.step_y, (cols + left - col) * grid.step_x)
            nearest = int(np.argmin(away))
            # Cells outside the window can only be nearer where it is cut as a square of cells.
            if away[nearest] <= reach * min(grid.step_x, grid.step_y) or window == grid.whole():
                return int(rows[nearest] + top), int(cols[nearest] + left)
        if window == grid.whole():
            return None
        reach *= 4


def good_start(grid: VelocityGrid, zero_speed_kmh: float = 0.0) -> tuple[int, int] | None:
    """A cell in the largest connected passable part, near its middle; None where there is none.

    Works on an even sample of at most 1024² cells: parts are labelled by 8-connection there, and
    of the largest the cell whose neighbours are passable too and that lies nearest to the part's
    centre of mass is taken.
    """
    shape = (min(grid.rows, 1024), min(grid.cols, 1024))
    passable = _passable(grid.kmh(grid.whole(), shape), zero_speed_kmh)
    if not passable.any():
        return nearest_passable(grid, grid.rows // 2, grid.cols // 2, zero_speed_kmh)
    largest = _largest_part(passable)
    rows, cols = np.nonzero(largest & _all_neighbours(passable))
    if not rows.size:
        rows, cols = np.nonzero(largest)
    away = (rows - np.nonzero(largest)[0].mean()) ** 2 + (cols - np.nonzero(largest)[1].mean()) ** 2
    best = int(np.argmin(away))
    row = min(int((rows[best] + 0.5) * grid.rows / shape[0]), grid.rows - 1)
    col = min(int((cols[best] + 0.5) * grid.cols / shape[1]), grid.cols - 1)
    return nearest_passable(grid, row, col, zero_speed_kmh)


def _all_neighbours(passable: NDArray[np.bool_]) -> NDArray[np.bool_]:
    padded = np.pad(passable, 1)
    whole = np.ones_like(passable)
    rows, cols = passable.shape
    for down in range(3):
        for right in range(3):
            whole &= padded[down : down + rows, right : right + cols]
    return whole


@njit(cache=True, nogil=True)
def _labels(passable: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Number the 8-connected parts from 1 by filling each from its first cell."""
    rows, cols = passable.shape
    labels = np.zeros((rows, cols), np.int32)
    stack = np.empty(rows * cols, np.int64)
    part = 0
    for first in range(rows * cols):
        if not passable[first // cols, first % cols] or labels[first // cols, first % cols]:
            continue
        part += 1
        labels[first // cols, first % cols] = part
        stack[0], height = first, 1
        while height:
            height -= 1
            row, col = stack[height] // cols, stack[height] % cols
            for r in range(max(row - 1, 0), min(row + 2, rows)):
                for c in range(max(col - 1, 0), min(col + 2, cols)):
                    if passable[r, c] and labels[r, c] == 0:
                        labels[r, c] = part
                        stack[height] = r * cols + c
                        height += 1
    return labels


def _largest_part(passable: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The largest 8-connected part; False everywhere else."""
    labels = _labels(passable)
    counts = np.bincount(labels.ravel())
    counts[0] = 0
    return np.asarray(labels == int(counts.argmax()))
