"""Costs of steps on slopes, for compiled code: `raster.slopes.slopes` has the definition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeGuard, cast
from weakref import ref

import numpy as np
from numba import njit
from numba.extending import overload
from numpy.typing import NDArray

from core.parallel.in_place import in_place
from core.times import UNREACHED
from raster.geometry import EIGHT
from raster.grid import VelocityGrid
from raster.slopes.heights import UNKNOWN
from raster.slopes.slopes import ONE, UNCUT, GridSlopes, lengths_of_lines, longer_lines
from raster.steps import (
    BARRIER,
    NEIGHBOUR_COL,
    NEIGHBOUR_KIND,
    NEIGHBOUR_ROW,
    StepCosts,
    half_cost,
    outgrown,
    step_costs,
)

NO_STEP = 2 * BARRIER
"""Cost of a step that is beyond the cuts. One that is only too slow to be counted costs BARRIER."""


class SlopedCosts(NamedTuple):
    """`StepCosts` (the first seven), and what a step on a slope is priced by.

    high, low : of `CellHeights`. bins, least, most : of `Factors`; rise_scale : their scale.
    level : int64, as long as these, ticks of a second a metre; 0 where factors multiply.
    kept : how much of the half costs is added as it is, 0 or 1.
    largest : no factor is above it, in units of `raster.slopes.slopes.ONE`.
    longer : int64, lengths of lines in wedges by that of the step from A (`raster.slopes.wedges`),
        16 bits after the point, for A along a row and along a column; empty where there are none.
    prices, wedges : uint32, (tiles · STEP_WORDS,) and (tiles · WEDGE_WORDS,) of
        `raster.slopes.tile_layout`, what steps and wedges of tiles cost where `tiled` keeps that
        from solve to solve; empty where it does not.
    priced : uint8, (tiles,), 1 where it is there, wedges as they are asked for, 0 where it is to be
        kept and 2 where not; written as they come.
    """

    values: NDArray[Any]
    table: NDArray[np.uint32]
    scale: NDArray[np.float64]
    zero_speed: float
    longest: int
    straight: bool
    shapes: NDArray[np.int64]
    high: NDArray[np.uint16]
    low: NDArray[np.uint8]
    bins: NDArray[np.int64]
    rise_scale: NDArray[np.int64]
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    level: NDArray[np.int64]
    kept: int
    largest: int
    longer: NDArray[np.int64]
    prices: NDArray[np.uint32]
    wedges: NDArray[np.uint32]
    priced: NDArray[np.uint8]


def on_slopes(costs: object) -> TypeGuard[SlopedCosts]:
    """Whether costs are those of slopes, which kernels take in the place of `StepCosts`."""
    return isinstance(costs, SlopedCosts)


def closes_slopes(costs: SlopedCosts) -> bool:
    """Whether there are cut angles, beyond which nobody can go."""
    return bool((costs.least > -UNCUT).any() or (costs.most < UNCUT).any())


@dataclass(frozen=True, eq=False)
class _Known:
    """Costs, and what they are of."""

    grid: ref[VelocityGrid]
    slopes: ref[GridSlopes]
    asked: tuple[float, float, str]
    costs: SlopedCosts


_latest: list[_Known] = []
"""The costs last asked for, one at most."""


def costs_on(
    grid: VelocityGrid,
    tick: float,
    zero_speed_kmh: float = 0.0,
    geometry: str = EIGHT,
    slopes: GridSlopes | None = None,
) -> StepCosts:
    """Price the steps of a grid at a tick; where there are slopes these are SlopedCosts."""
    if slopes is None:
        return step_costs(grid, tick, zero_speed_kmh, geometry)
    known = _latest[0] if _latest else None
    asked = tick, zero_speed_kmh, geometry
    if known and (known.grid(), known.slopes(), known.asked) == (grid, slopes, asked):
        return cast(StepCosts, known.costs)
    model, factors = slopes.model, slopes.factors(grid, geometry)
    plain = step_costs(grid, tick / model.share if model.share else tick, zero_speed_kmh, geometry)
    lengths = lengths_of_lines(grid, geometry)
    level = np.maximum(np.rint(lengths / tick), 1) if model.added else np.zeros(len(lengths))
    costs = SlopedCosts(
        values=plain.values,
        table=plain.table,
        scale=plain.scale,
        zero_speed=plain.zero_speed,
        longest=plain.longest,
        straight=plain.straight,
        shapes=plain.shapes,
        high=slopes.heights.high,
        low=slopes.heights.low,
        bins=factors.bins,
        rise_scale=factors.scale,
        least=factors.least,
        most=factors.most,
        level=np.minimum(level, BARRIER).astype(np.int64),
        kept=int(model.added and model.share > 0),
        largest=round(factors.extremes[1] * ONE) + 1,
        longer=longer_lines(grid, geometry),
        prices=np.empty(0, np.uint32),
        wedges=np.empty(0, np.uint32),
        priced=np.zeros(0, np.uint8),
    )
    _latest[:] = [_Known(ref(grid), ref(slopes), asked, costs)]
    return cast(StepCosts, costs)


@njit(nogil=True, inline="always")
def sloped_cost(
    bins: Any,
    rise_scale: Any,
    least: Any,
    most: Any,
    level: Any,
    kept: Any,
    halves: Any,
    rise: Any,
) -> Any:
    """Cost of a step in ticks, int64: halves, the sum of two half costs, and rise, int64 both; the
    others of its kind."""
    place = np.uint64(abs(rise)) * np.uint64(rise_scale)
    line = bins[np.uint64(rise < 0), place >> np.uint64(32)]  # else it is looked whether it is < 0
    between = np.int64(place >> np.uint64(16) & np.uint64(0xFFFF))
    factor = (line >> 32) + ((np.int64(np.int32(line)) * between) >> 16)
    priced = level if level > 0 else halves
    cost = max(((priced * factor + (1 << 19)) >> 20), np.int64(1)) + halves * kept
    cost = min(cost, np.int64(BARRIER))
    cost = cost if (least <= rise) & (rise <= most) else np.int64(NO_STEP)
    return cost if halves < BARRIER else np.int64(BARRIER)  # a barrier, or too slow


@njit(nogil=True, inline="always")
def height(costs: Any, row: Any, col: Any) -> Any:
    """Of a cell, in units; int64."""
    return np.int64(costs.high[row, col]) << 8 | np.int64(costs.low[row, col])


def step_cost(costs: Any, row: int, col: int, r: int, c: int, kind: int) -> int:
    """Cost in ticks, int64, of the step from (row, col) to its neighbour (r, c), for compiled code;
    BARRIER or more where one of them is a barrier."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(step_cost)
def _step_cost(costs: Any, row: Any, col: Any, r: Any, c: Any, kind: Any) -> Callable[..., Any]:
    if "bins" not in costs.fields:

        def on_the_flat(costs: Any, row: Any, col: Any, r: Any, c: Any, kind: Any) -> Any:
            return np.int64(half_cost(costs, row, col, kind)) + half_cost(costs, r, c, kind)

        return on_the_flat

    def aslant(costs: Any, row: Any, col: Any, r: Any, c: Any, kind: Any) -> Any:
        halves = np.int64(half_cost(costs, row, col, kind)) + half_cost(costs, r, c, kind)
        here, there = height(costs, row, col), height(costs, r, c)
        rise = np.int64(0) if here == UNKNOWN or there == UNKNOWN else there - here
        return sloped_cost(
            costs.bins,
            costs.rise_scale[kind],
            costs.least[kind],
            costs.most[kind],
            costs.level[kind],
            costs.kept,
            halves,
            rise,
        )

    return aslant


@in_place
def _outgrown(costs: Any, ticks: Any) -> bool:
    rows, cols = ticks.shape
    for row in range(rows):
        for col in range(cols):
            if ticks[row, col] < UNREACHED or half_cost(costs, row, col, 0) >= BARRIER:
                continue
            for k in range(8):
                r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
                if not (0 <= r < rows and 0 <= c < cols) or ticks[r, c] >= UNREACHED:
                    continue
                if step_cost(costs, r, c, row, col, NEIGHBOUR_KIND[k]) < NO_STEP:
                    return True
    return False


def cells_lost(costs: StepCosts, ticks: NDArray[np.uint32], max_ticks: int) -> bool:
    """`raster.steps.outgrown`, also on slopes."""
    return (
        _lost_on_slopes(costs, ticks, max_ticks)
        if on_slopes(costs)
        else outgrown(costs, ticks, max_ticks)
    )


def longest_step(costs: StepCosts) -> int:
    """A bound of what a step costs that can be gone, in ticks."""
    if not on_slopes(costs):
        return 2 * costs.longest
    priced = int(costs.level.max()) or 2 * costs.longest
    return (priced * costs.largest >> 20) + 2 * costs.longest


def _lost_on_slopes(costs: SlopedCosts, ticks: NDArray[np.uint32], max_ticks: int) -> bool:
    if max_ticks + longest_step(cast(StepCosts, costs)) < UNREACHED:
        return False
    return bool(_outgrown(costs, ticks))
