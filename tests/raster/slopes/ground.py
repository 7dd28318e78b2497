"""Drawn ground with slopes, and what times on it are by plain reals."""

from __future__ import annotations

import heapq
import math

import numpy as np
from numpy.typing import NDArray

from core.solver import Sources, Start
from raster.grid import VelocityGrid, grid_from_kmh
from raster.slopes.heights import heights_of
from raster.slopes.models import (
    NAMED,
    FactorTable,
    Naismith,
    SlopeModel,
)
from raster.slopes.slopes import Direction, GridSlopes
from raster.steps import NEIGHBOUR_COL, NEIGHBOUR_KIND, NEIGHBOUR_ROW, step_lengths

MODELS: tuple[SlopeModel, ...] = (
    *NAMED.values(),
    Naismith(friction=1.0),
    Naismith(friction=0.0),
    FactorTable(((-20.0, 2.0), (0.0, 1.0), (5.0, 1.5), (25.0, 6.0))),
)


def drawn_ground(
    shape: tuple[int, int],
    seed: int,
    model: SlopeModel,
    direction: Direction = "from",
    *,
    reals: bool = False,
) -> tuple[VelocityGrid, GridSlopes, Sources]:
    """Hills with barriers and some unknown heights, and three starts with delays. reals : speeds
    that are no whole numbers, on oblong cells."""
    rng = np.random.default_rng(seed)
    kmh = rng.integers(2, 30, shape) + (0.5 if reals else 0.0)
    kmh[rng.random(shape) < 0.1] = 0
    grid = grid_from_kmh(kmh, 30.0, 20.0 if reals else 30.0)
    metres = rng.normal(0, 1, shape).cumsum(0).cumsum(1) * 0.4
    metres[rng.random(shape) < 0.05] = np.nan
    cells = rng.choice(np.flatnonzero(kmh > 0), 3, replace=False)
    sources = tuple(Start(int(cell), 3.0 * k) for k, cell in enumerate(cells))
    return grid, GridSlopes(heights_of(metres), model, direction=direction), sources


def seconds_by_reals(
    grid: VelocityGrid, slopes: GridSlopes, sources: Sources
) -> NDArray[np.float64]:
    """float64, (rows, cols), inf where not reached: the same question without a whole number."""
    kmh = grid.kmh(grid.whole(), grid.shape).astype(np.float64)
    metres = slopes.heights.metres(slice(None), slice(None))
    model, lengths = slopes.model, step_lengths(grid)
    found = np.full(grid.shape, math.inf)
    heap = [(start.delay_seconds, *divmod(start.element, grid.cols)) for start in sources]
    heapq.heapify(heap)
    while heap:
        seconds, row, col = heapq.heappop(heap)
        if found[row, col] < math.inf:
            continue
        found[row, col] = seconds
        for k in range(8):
            r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
            if not (0 <= r < grid.rows and 0 <= c < grid.cols) or not kmh[r, c] > 0:
                continue
            run = lengths[NEIGHBOUR_KIND[k]]
            rise = float(np.nan_to_num(metres[r, c] - metres[row, col]))
            slope = (rise if slopes.direction == "from" else -rise) / run
            if not model.cuts[0] - 1e-9 <= slope <= model.cuts[1] + 1e-9:
                continue
            factor = float(model.factor(np.array(slope)))
            factor *= math.hypot(1, slope) if slopes.surface else 1.0
            plain = 1.8 * run * (1 / kmh[row, col] + 1 / kmh[r, c])
            took = run * factor + model.share * plain if model.added else plain * factor
            heapq.heappush(heap, (seconds + took, r, c))
    return found
