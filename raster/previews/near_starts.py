"""Times of a coarse grid with exact ones around each start, where a coarse cell is much of the way.

A window of the full grid around a start is solved as it is. What lies beyond is reached from the
window's rim: there the coarse grid starts, at the times found.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from core.solver import Sources, Start
from core.times import UNLIMITED
from raster.coarse import Coarse, Near
from raster.geometry import EIGHT
from raster.grid import Window
from raster.slopes.slopes import GridSlopes
from raster.solvers.near_far import NearFar
from raster.solvers.tiled import Tiled

SHARE = 0.25
"""Cells of all windows by those of the coarse grid: what they add to a step of a drag."""

FEWEST = 8
"""Coarse cells along a side below which a window is not worth its while."""


def near_each(
    coarse: Coarse,
    sources: Sources,
    zero_speed_kmh: float,
    limit: float = UNLIMITED,
    geometry: str = EIGHT,
    slopes: GridSlopes | None = None,
) -> tuple[Near, ...]:
    """Exact times around each source; none where there are too many sources for that."""
    full, factor = coarse.full, coarse.factor
    cells = SHARE * coarse.grid.rows * coarse.grid.cols / max(len(sources), 1)
    blocks = math.isqrt(int(cells)) // factor
    if factor == 1 or blocks < FEWEST:
        return ()
    found = []
    for start in sources:
        row, col = divmod(start.element, full.cols)
        top = _first(row // factor, blocks, coarse.grid.rows) * factor
        left = _first(col // factor, blocks, coarse.grid.cols) * factor
        values = np.array(
            full.values[top : top + blocks * factor, left : left + blocks * factor], order="C"
        )
        values.flags.writeable = full.values.flags.writeable  # else kernels are compiled once more
        small = replace(full, values=values)
        here = replace(start, element=(row - top) * small.cols + col - left)
        window = Window(top, left, small.rows, small.cols)
        its_slopes = None if slopes is None else slopes.window(window)
        how: Any = {"zero_speed_kmh": zero_speed_kmh, "geometry": geometry, "slopes": its_slopes}
        solver = Tiled if its_slopes is None or geometry == EIGHT else NearFar
        times = solver(small, **how).solve((here,), limit=limit)
        found.append(Near(window, times))
    return tuple(found)


def from_rims(
    coarse: Coarse, near: Sequence[Near], sources: Sources, zero_speed_kmh: float
) -> Sources:
    """What the coarse grid is solved from: cells at the rims of the windows, at their times; the
    source itself where it does not come to any."""
    if not near:
        return coarse.sources(sources, zero_speed_kmh)
    starts: list[Start] = []
    for source, around in zip(sources, near, strict=True):
        rim = _rim(coarse, around, zero_speed_kmh)
        starts += rim or coarse.sources((source,), zero_speed_kmh)
    return tuple(starts)


def _first(middle: int, blocks: int, most: int) -> int:
    """Where a window of so many of `most` coarse cells begins that lies around one, if it can."""
    return max(min(middle - blocks // 2, most - blocks), 0)


def _rim(coarse: Coarse, near: Near, zero_speed_kmh: float) -> list[Start]:
    """Of the coarse cells along those sides of a window that have ground beyond, the ones that can
    be entered and whose middle is reached, at that time."""
    factor, grid, (top, left, height, width) = coarse.factor, coarse.grid, near.window
    down, across = (np.arange(factor // 2, side, factor) for side in (height, width))
    row, col = (cells.ravel() for cells in np.meshgrid(down, across, indexing="ij"))
    ends = ((row == down[0]) & (top > 0)) | ((col == across[0]) & (left > 0))
    ends |= (row == down[-1]) & (top + height < coarse.full.rows)
    ends |= (col == across[-1]) & (left + width < coarse.full.cols)
    row, col = row[ends], col[ends]
    reached = near.of(row[None], col[None])
    seconds = reached.seconds(Window(0, 0, 1, len(row)), (1, len(row)))[0].astype(np.float64)
    row, col = (top + row) // factor, (left + col) // factor
    kmh = grid.kmh_of(grid.values[row, col])
    enters = (kmh > 0) | ((kmh == 0) & (zero_speed_kmh > 0))
    told = zip((row * grid.cols + col).tolist(), seconds.tolist(), strict=True)
    return [
        Start(cell, at, passing=True)
        for (cell, at), held in zip(told, (enters & np.isfinite(seconds)).tolist(), strict=True)
        if held
    ]
