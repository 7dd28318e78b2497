"""The decoder's kernels: codes and a table of 12 kB to costs. Layout in `road.costs.metric`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.times import UNREACHED
from road.graph import F32, F64, U8, U32

URBAN_BIT = 32  # Flag.URBAN
PUSHED_CLASS = 127  # no road class: where the row of classes says what a metre on foot costs
HALF = 128  # where the second half of a row begins
CLOSED = np.uint32(UNREACHED)


@njit(cache=True, nogil=True)
def slowness(
    table: F64,
    follow: bool,
    rides: bool,
    road_class: int,
    limit: int,
    surface: int,
    flags: int,
    slope: int,
) -> float:
    """Cost of a metre, 0 where closed; only products, so that no machine can fuse operations.

    rides : else the vehicle is pushed, at its class's speed at most, and no limit is looked at.
    """
    pace = table[0, (road_class & 127) + (HALF if flags & URBAN_BIT else 0)]
    posted = 0.0
    if rides:
        posted = table[1, limit]
    elif pace > 0.0:
        pace = max(pace, table[0, PUSHED_CLASS])
    pace *= table[2, surface & 127]
    if posted > 0.0 and pace > 0.0 and (follow or posted > pace):
        pace = posted
    if pace > 0.0:
        pace = max(pace, table[2, HALF + (surface & 127)])
    return float(pace * table[3, flags] * table[4, slope])


@njit(cache=True, nogil=True)
def ticks_of(length: float, per_metre: float) -> int:
    """The one rounding: nearest tick, halves to even; at least one, so that no circle is free."""
    if per_metre <= 0.0:
        return UNREACHED
    ticks = np.rint(length * per_metre)
    if ticks >= UNREACHED:
        return UNREACHED
    return max(int(ticks), 1)


@njit(cache=True, nogil=True)
def with_wait(ticks: int, wait: float) -> int:
    """The cost with what one waits at the arc's end, a whole number; closed arcs stay closed."""
    return min(ticks + int(wait), UNREACHED) if ticks < UNREACHED else UNREACHED


@njit(cache=True, nogil=True)
def decode(
    begin: int,
    end: int,
    table: F64,
    mask: int,
    pushed: int,
    follow: bool,
    length_m: F32,
    road_class: U8,
    limit: U8,
    surface: U8,
    vehicles: U8,
    flags: U8,
    slope: U8,
    arc_end: U8,
    costs: U32,
) -> None:
    """Write into `costs` (uint32, arcs) what some arcs cost by the table.

    slope : int8 seen as uint8, or empty for flat ground. arc_end : empty where nothing is known.
    """
    flat, waits = len(slope) == 0, len(arc_end) > 0
    for arc in range(begin, end):
        costs[arc] = CLOSED
        if vehicles[arc] & (mask | pushed):
            rides, climb = vehicles[arc] & mask != 0, 0 if flat else slope[arc]
            codes = road_class[arc], limit[arc], surface[arc], flags[arc]
            per_metre = slowness(table, follow, rides, *codes, climb)
            ticks = ticks_of(float(length_m[arc]), per_metre)
            costs[arc] = with_wait(ticks, table[5, arc_end[arc]]) if waits else ticks


@njit(cache=True, nogil=True)
def override(
    costs: U32,
    arcs: U32,
    entry: NDArray[np.int64],
    fixed: F64,
    factor: F64,
    table: F64,
    mask: int,
    follow: bool,
    length_m: F32,
    road_class: U8,
    limit: U8,
    surface: U8,
    vehicles: U8,
    flags: U8,
    slope: U8,
    arc_end: U8,
) -> None:
    """Costs of the listed arcs anew, of those that are open.

    arcs, entry : the arcs, and where each finds its values in `fixed` and `factor`.
    fixed : cost of a metre whatever the table says, 0 is closed, NaN leaves it to the table, and
        so does whoever pushes the vehicle unless it is 0.
    factor : multiplies the table's cost of a metre.
    """
    for k in range(len(arcs)):
        arc = arcs[k]
        if costs[arc] == CLOSED:
            continue
        per_metre, rides = fixed[entry[k]], vehicles[arc] & mask != 0
        if np.isnan(per_metre) or (per_metre > 0.0 and not rides):
            climb = 0 if len(slope) == 0 else slope[arc]
            codes = road_class[arc], limit[arc], surface[arc], flags[arc]
            per_metre = factor[entry[k]] * slowness(table, follow, rides, *codes, climb)
        wait = table[5, arc_end[arc]] if len(arc_end) else 0.0
        costs[arc] = with_wait(ticks_of(float(length_m[arc]), per_metre), wait)


@njit(cache=True, nogil=True)
def seen(cost: Any) -> Any:
    """(largest, sum, number) of the costs that are not UNREACHED."""
    largest, total, count = np.int64(0), 0.0, np.int64(0)
    for value in cost:
        if value < UNREACHED:
            largest = max(largest, np.int64(value))
            total += value
            count += 1
    return largest, total, count
