"""When the front comes to each pixel of a street, and how fast it goes there."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from road.graph import F32
from road.maps.drawing import View, _clock_of
from road.maps.drawing_layout import RANKS, StreetLines
from road.maps.drawing_times import REACHED, StreetTimes

_STEP = 1.0
"""Pixels along a street between two looks at its clock."""


def arrivals_on_streets(
    shape: tuple[int, int], view: View, lines: StreetLines, times: StreetTimes, limit: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Seconds, or whatever costs count, at which each pixel of a street is reached, the first of
    those that cover it; and pixels that the front goes along it in one.

    Both float32, (rows, cols); where there is no street, inf and 0. limit : times past it are not
    reached.
    """
    arrival: F32 = np.full(shape, np.inf, np.float32)
    pace: F32 = np.zeros(shape, np.float32)
    _stamp(arrival, pace, view, lines, times, limit)
    return arrival, pace


@njit(cache=True, nogil=True)
def _stamp(arrival: Any, pace: Any, view: Any, lines: Any, times: Any, limit: float) -> None:
    rows, cols = arrival.shape
    left, top, per_unit = view.left - lines.left, view.top - lines.top, 1 / view.scale
    for tile in range(len(lines.boxes)):
        box = lines.boxes[tile]
        margin = (view.widths[RANKS - 1] / 2 + 1.5) * view.scale
        if box[0] > left + cols * view.scale + margin or box[2] < left - margin:
            continue
        if box[1] > top + margin or box[3] < top - rows * view.scale - margin:
            continue
        for rank in range(RANKS):
            half = max(view.widths[rank] / 2, 0.5)
            for street in range(
                lines.runs[tile * RANKS + rank], lines.runs[tile * RANKS + rank + 1]
            ):
                if lines.level[street] > view.level:
                    break
                if not times.kind[street] & REACHED:
                    continue
                clock = _clock_of(street, times)
                for at in range(lines.first[street], lines.first[street + 1] - 1):
                    x0, y0 = (lines.px[at] - left) * per_unit, (top - lines.py[at]) * per_unit
                    x1 = (lines.px[at + 1] - left) * per_unit
                    y1 = (top - lines.py[at + 1]) * per_unit
                    if max(x0, x1) < -half or min(x0, x1) > cols + half:
                        continue
                    if max(y0, y1) < -half or min(y0, y1) > rows + half:
                        continue
                    _piece(
                        arrival, pace, x0, y0, x1, y1, half, lines.share[at], lines.share[at + 1],
                        clock, times.rays, limit,
                    )  # fmt: skip


@njit(cache=True, nogil=True)
def _time(share: float, clock: Any, rays: Any) -> Any:
    time = min(clock[0] + share * clock[1], clock[2] + (1.0 - share) * clock[3])
    for ray in range(clock[4], clock[5]):
        gone = (share - rays[ray, 0]) * rays[ray, 1]
        if gone >= 0:
            time = min(time, rays[ray, 2] + gone * rays[ray, 3])
    return time


@njit(cache=True, nogil=True)
def _piece(
    arrival: Any, pace: Any, x0: float, y0: float, x1: float, y1: float, half: float, s0: float,
    s1: float, clock: Any, rays: Any, limit: float,
) -> None:  # fmt: skip
    """A straight piece, a square at each step."""
    rows, cols = arrival.shape
    length = math.hypot(x1 - x0, y1 - y0)
    steps = max(math.ceil(max(abs(x1 - x0), abs(y1 - y0)) / _STEP), 1)
    # Of a piece that reaches far out of the picture only what is seen.
    begin, end = 0, steps
    if steps > rows + cols:
        begin, end = _within(x0, y0, x1, y1, half, rows, cols, steps)
    aside = 0.25 / steps
    for step in range(begin, end + 1):
        part = step / steps
        share = s0 + part * (s1 - s0)
        time = _time(share, clock, rays)
        if not time <= limit:
            continue
        ahead = _time(s0 + min(part + aside, 1.0) * (s1 - s0), clock, rays)
        behind = _time(s0 + max(part - aside, 0.0) * (s1 - s0), clock, rays)
        gone = (min(part + aside, 1.0) - max(part - aside, 0.0)) * length
        rise = max(abs(ahead - behind), 1e-9)
        x, y = x0 + part * (x1 - x0), y0 + part * (y1 - y0)
        for row in range(max(math.floor(y - half), 0), min(math.floor(y + half) + 1, rows)):
            for col in range(max(math.floor(x - half), 0), min(math.floor(x + half) + 1, cols)):
                if time < arrival[row, col]:
                    arrival[row, col] = time
                    pace[row, col] = min(gone / rise, 1e4)


@njit(cache=True, nogil=True)
def _within(
    x0: float, y0: float, x1: float, y1: float, half: float, rows: int, cols: int, steps: int
) -> Any:
    """The steps between which a piece lies in the picture."""
    low, high = 0.0, 1.0
    for at, way, most in ((x0, x1 - x0, cols), (y0, y1 - y0, rows)):
        if abs(way) > 1e-9:
            one, other = (-half - at) / way, (most + half - at) / way
            low, high = max(low, min(one, other)), min(high, max(one, other))
    return math.floor(low * steps), min(math.ceil(high * steps), steps)
