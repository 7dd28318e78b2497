"""What a line between two points takes on slopes, in real ticks: for ways through points between
cells (`raster.straight_paths`), and for the discs around starts (`raster.start_discs`)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

from raster.slopes.costs import height
from raster.slopes.heights import UNKNOWN
from raster.slopes.slopes import ONE


@njit(cache=True, nogil=True)
def ticks_on_slope(costs: Any, at: Any, to: Any, run: float, level: float) -> Any:
    """Ticks from the point `to` to `at`, rows and columns within a square of four centres; inf
    beyond the cuts. run : their distance, in steps along a row. level : ticks by half costs."""
    return ticks_of_rise(costs, height_at(costs, to), height_at(costs, at), run, level)


@njit(cache=True, nogil=True)
def ticks_of_rise(costs: Any, begin: float, end: float, run: float, level: float) -> Any:
    """The same from one height to another, in units; as level below 0, where one is unknown."""
    rise = end - begin if begin >= 0.0 and end >= 0.0 else 0.0
    if not (costs.least[0] - 1) * run <= rise <= (costs.most[0] + 1) * run:
        return np.inf
    factor = factor_of(costs.bins, abs(rise) * costs.rise_scale[0] / run, rise >= 0.0)
    priced = costs.level[0] * run if costs.level[0] > 0 else level
    return priced * factor + level * costs.kept


@njit(cache=True, nogil=True)
def factor_of(bins: Any, slope: float, up: bool) -> float:
    """The factor of a slope in bins, 32 bits of which come after the point. bins : of
    `raster.slopes.slopes.Factors`."""
    place, way = slope / 2.0**32, 0 if up else 1
    k = min(np.int64(place), bins.shape[1] - 1)
    line = bins[way, k]
    return float((line >> 32) + np.int64(np.int32(line)) * min(place - k, 1.0)) / ONE


@njit(cache=True, nogil=True)
def height_at(costs: Any, point: Any) -> float:
    """Of a point in rows and columns, in units, between those of the centres around; below 0 where
    one of them is unknown."""
    rows, cols = costs.values.shape
    top, left = math.floor(point[0]), math.floor(point[1])
    down, right = point[0] - top, point[1] - left
    total = 0.0
    for i in range(2):
        for j in range(2):
            share = (down if i else 1.0 - down) * (right if j else 1.0 - right)
            if share > 0.0:
                one = height(costs, min(top + i, rows - 1), min(left + j, cols - 1))
                if one == UNKNOWN:
                    return -1.0
                total += share * one
    return total
