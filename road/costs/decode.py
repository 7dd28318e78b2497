"""The decoder's kernels: codes and a table of 10 kB to costs. Layout in `road.costs.metric`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.times import UNREACHED
from road.graph import F32, F64, U8, U32

URBAN_BIT = 32  # Flag.URBAN
CLOSED = np.uint32(UNREACHED)


@njit(cache=True, nogil=True)
def slowness(
    table: F64, follow: bool, road_class: int, limit: int, surface: int, flags: int, slope: int
) -> float:
    """Cost of a metre, 0 where closed; only products, so that no machine can fuse operations."""
    pace = table[0, (road_class & 127) + (128 if flags & URBAN_BIT else 0)]
    posted = table[1, limit]
    if posted > 0.0 and pace > 0.0 and (follow or posted > pace):
        pace = posted
    return float(pace * table[2, surface] * table[3, flags] * table[4, slope])


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
def decode(
    begin: int,
    end: int,
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
    costs: U32,
) -> None:
    """Write into `costs` (uint32, arcs) what some arcs cost by the table.

    slope : int8 seen as uint8, or empty for flat ground.
    """
    flat = len(slope) == 0
    for arc in range(begin, end):
        costs[arc] = CLOSED
        if vehicles[arc] & mask:
            climb = 0 if flat else slope[arc]
            per_metre = slowness(
                table, follow, road_class[arc], limit[arc], surface[arc], flags[arc], climb
            )
            costs[arc] = ticks_of(float(length_m[arc]), per_metre)


@njit(cache=True, nogil=True)
def override(
    costs: U32,
    arcs: U32,
    entry: NDArray[np.int64],
    fixed: F64,
    factor: F64,
    table: F64,
    follow: bool,
    length_m: F32,
    road_class: U8,
    limit: U8,
    surface: U8,
    flags: U8,
    slope: U8,
) -> None:
    """Costs of the listed arcs anew, of those that are open.

    arcs, entry : the arcs, and where each finds its values in `fixed` and `factor`.
    fixed : cost of a metre whatever the table says, 0 is closed, NaN leaves it to the table.
    factor : multiplies the table's cost of a metre.
    """
    for k in range(len(arcs)):
        arc = arcs[k]
        if costs[arc] == CLOSED:
            continue
        per_metre = fixed[entry[k]]
        if np.isnan(per_metre):
            climb = 0 if len(slope) == 0 else slope[arc]
            per_metre = factor[entry[k]] * slowness(
                table, follow, road_class[arc], limit[arc], surface[arc], flags[arc], climb
            )
        costs[arc] = ticks_of(float(length_m[arc]), per_metre)


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
