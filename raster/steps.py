"""The eight-neighbour stencil and the cost of its steps: said once, here.

Between neighbouring cells a and b: 3.6 · step/2 · (1/va + 1/vb) seconds, step the metres between
their centres (thesis 3.3.2). A cell's half cost, 1.8 · step / v seconds, is rounded to ticks once;
an edge is the sum of two half costs.

Source: Fjellborg 2024, sections 1.2 and 3.3.2. Ours differs in counting integer ticks.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numba import njit, types
from numba.extending import overload
from numpy.typing import NDArray

from core.errors import ParameterError
from core.geometry.wedge_units import PART_BITS
from core.parallel.in_place import in_place
from core.times import UNREACHED
from raster.geometry import EIGHT, STRAIGHT
from raster.grid import VelocityGrid
from raster.oblong import ASLANT, SHARE, wedge_shapes

EAST_WEST, NORTH_SOUTH, DIAGONAL = 0, 1, 2

NEIGHBOUR_ROW = (-1, -1, -1, 0, 0, 1, 1, 1)
NEIGHBOUR_COL = (-1, 0, 1, -1, 1, -1, 0, 1)
NEIGHBOUR_KIND = (
    DIAGONAL, NORTH_SOUTH, DIAGONAL, EAST_WEST, EAST_WEST, DIAGONAL, NORTH_SOUTH, DIAGONAL,
)  # fmt: skip

BARRIER = UNREACHED

SLOWEST = BARRIER - 1
"""Half cost of a cell too slow to be counted at a tick. It stays passable, yet a step into it is
never below UNREACHED: `outgrown` sees it, and the solve starts again with a coarser tick."""


SLANT = math.isqrt(1 << 63)
"""√2 in units of 2⁻³¹, cut off: half costs are below 2³¹, so products with it fit 64 bits."""


class StepCosts(NamedTuple):
    """Everything a kernel needs to price a step.

    values : the grid's own (rows, cols) array; never copied.
    table : uint32, (3, codes), half costs in ticks by kind of step and code; (3, 0) for float32.
    scale : float64, (3,), half cost in ticks of 1 km/h by kind of step.
    zero_speed : km/h that a speed of 0 counts as; 0 keeps it a barrier.
    longest : a bound of the half costs of passable cells, in ticks; BARRIER where unknown.
    straight : whether there are straight lines between the eight directions (`raster.wedges`).
    shapes : int64, (2, 4), of wedges by kind of step where cells are not square (`raster.oblong`).
    """

    values: NDArray[Any]
    table: NDArray[np.uint32]
    scale: NDArray[np.float64]
    zero_speed: float
    longest: int
    straight: bool
    shapes: NDArray[np.int64]


def half_cost_ticks(
    kmh: NDArray[np.float64], scale: float, zero_speed: float
) -> NDArray[np.uint32]:
    """Half costs of an array of speeds; BARRIER for no data, and for 0 unless `zero_speed` > 0.

    The definition every kernel keeps: one float64 division, round half to even, 1..SLOWEST ticks.
    """
    speed = np.where(kmh <= 0, zero_speed, kmh)
    passable = speed > 0  # False for NaN
    ticks = np.rint(scale / np.where(passable, speed, 1.0))
    return np.where(passable, np.clip(ticks, 1, SLOWEST), BARRIER).astype(np.uint32)


@in_place
def most_aslant(straight: Any) -> Any:
    """The most that the diagonal half cost of a square cell may be along straight lines, uint32, by
    its straight one: √2 times as much. So no wedge betters the step from D where the line from it
    alone would be soonest (`raster.wedges`)."""
    return np.uint32((np.uint64(straight) * np.uint64(SLANT)) >> np.uint64(31))


@in_place
def most_over_oblong(along_row: Any, along_column: Any, shapes: Any) -> Any:
    """The same where cells are not square, uint32, by both straight half costs."""
    bits = np.uint64(PART_BITS)
    by_row = np.uint64(along_row) * np.uint64(shapes[EAST_WEST, ASLANT]) >> bits
    by_column = np.uint64(along_column) * np.uint64(shapes[NORTH_SOUTH, ASLANT]) >> bits
    return np.uint32(np.minimum(by_row, by_column))


@in_place
def _ticks(scale: Any, speed: Any) -> Any:
    return np.uint32(min(max(np.rint(scale / speed), 1.0), np.float64(SLOWEST)))


def half_costs_of(costs: StepCosts, values: NDArray[Any], kind: int) -> NDArray[np.uint32]:
    """Half costs of an array of a grid's values, in ticks; what `half_cost` says of one cell."""
    if costs.table.size:
        half: NDArray[np.uint32] = costs.table[kind][values]
        return half

    def ticks(kind: int) -> NDArray[np.uint32]:
        kmh = values.astype(np.float64)
        return half_cost_ticks(kmh, float(costs.scale[kind]), costs.zero_speed)

    if costs.straight and kind == DIAGONAL:
        most: NDArray[np.uint32] = most_aslant.py_func(ticks(NORTH_SOUTH))
        if costs.shapes.any():
            most = most_over_oblong.py_func(ticks(EAST_WEST), ticks(NORTH_SOUTH), costs.shapes)
        return np.minimum(ticks(kind), most)
    return ticks(kind)


def half_cost(costs: StepCosts, row: int, col: int, kind: int) -> int:
    """Half cost of one cell in ticks, for compiled code."""
    raise NotImplementedError("compiled code only")  # the overload below is the body


@overload(half_cost)
def _half_cost(costs: Any, row: Any, col: Any, kind: Any) -> Callable[..., Any]:
    if isinstance(costs.types[0].dtype, types.Integer):

        def by_code(costs: Any, row: Any, col: Any, kind: Any) -> Any:
            return costs.table[kind, costs.values[row, col]]

        return by_code

    def by_speed(costs: Any, row: Any, col: Any, kind: Any) -> Any:
        speed = np.float64(costs.values[row, col])
        if speed <= 0.0:
            speed = costs.zero_speed
        ticks = np.uint32(BARRIER)
        if speed > 0.0:
            ticks = _ticks(costs.scale[kind], speed)
            if costs.straight and kind == DIAGONAL:
                most = most_aslant(_ticks(costs.scale[NORTH_SOUTH], speed))
                if costs.shapes[NORTH_SOUTH, SHARE] != 0:
                    along_row = _ticks(costs.scale[EAST_WEST], speed)
                    along_column = _ticks(costs.scale[NORTH_SOUTH], speed)
                    most = most_over_oblong(along_row, along_column, costs.shapes)
                ticks = min(ticks, most)
        return ticks

    return by_speed


@in_place
def is_passable(costs: Any, row: int, col: int) -> bool:
    """Whether a cell can be entered."""
    return half_cost(costs, row, col, 0) < BARRIER


def step_lengths(grid: VelocityGrid) -> tuple[float, float, float]:
    """Metres of an east-west, a north-south and a diagonal step."""
    return grid.step_x, grid.step_y, math.hypot(grid.step_x, grid.step_y)


_Asked = tuple[float, float, str]
_latest_costs: WeakKeyDictionary[VelocityGrid, tuple[_Asked, StepCosts]] = WeakKeyDictionary()
"""Costs last asked for: 65,536 codes take longer to price than a small grid to be solved."""


def step_costs(
    grid: VelocityGrid, tick: float, zero_speed_kmh: float = 0.0, geometry: str = EIGHT
) -> StepCosts:
    """Price the steps of a grid at a tick."""
    if not 0 <= zero_speed_kmh < math.inf:
        raise ParameterError(
            f"a speed of {zero_speed_kmh} km/h in place of 0",
            advice="Give 0 to keep barriers, or a positive speed.",
        )
    known = _latest_costs.get(grid)
    asked = tick, zero_speed_kmh, geometry
    if known is not None and known[0] == asked:
        return known[1]
    scale = np.array([1.8 * length / tick for length in step_lengths(grid)])
    speeds = extreme_speeds(grid) if grid.code_speed is None else grid.code_speed
    columns = np.stack([half_cost_ticks(speeds, s, zero_speed_kmh) for s in scale])
    straight = geometry == STRAIGHT
    shapes = np.zeros((2, 4), np.int64)
    if straight:
        shapes = wedge_shapes(grid.step_x, grid.step_y)
        most = most_aslant.py_func(columns[NORTH_SOUTH])
        if shapes.any():
            most = most_over_oblong.py_func(columns[EAST_WEST], columns[NORTH_SOUTH], shapes)
        columns[DIAGONAL] = np.minimum(columns[DIAGONAL], most)
    asked_of = columns
    if grid.code_speed is not None and _may_look_at(grid):
        asked_of = columns[:, codes_in_use(grid)]
    longest = int(asked_of.max(where=asked_of < BARRIER, initial=0))
    if grid.code_speed is None:
        columns = np.zeros((3, 0), np.uint32)
    costs = StepCosts(grid.values, columns, scale, float(zero_speed_kmh), longest, straight, shapes)
    _latest_costs[grid] = asked, costs
    return costs


MOST_CELLS = 1 << 24
"""Cells that are looked at for codes that none has, so that no solve looks at all labels for what a
speed that is nowhere could have lost; of more, looking takes longer than some solves."""

_in_use: WeakKeyDictionary[VelocityGrid, NDArray[np.bool_]] = WeakKeyDictionary()


def codes_in_use(grid: VelocityGrid) -> NDArray[np.bool_]:
    """Whether a cell has it, by code; bool, (codes,). Remembered for the grid."""
    assert grid.code_speed is not None
    if grid not in _in_use:
        used = np.zeros(len(grid.code_speed), np.bool_)
        _mark(grid.values.view(np.ndarray), used)
        _in_use[grid] = used
    return _in_use[grid]


@njit(cache=True, nogil=True)
def _mark(values: NDArray[Any], used: NDArray[np.bool_]) -> None:
    for row in range(values.shape[0]):
        line = values[row]
        for col in range(len(line)):
            used[line[col]] = True


def speeds_in_use(grid: VelocityGrid) -> NDArray[np.float64]:
    """km/h of the codes that cells have; all codes of a mapped file, which is not read for this."""
    assert grid.code_speed is not None
    mapped = isinstance(grid.values, np.memmap)
    return grid.code_speed if mapped else grid.code_speed[codes_in_use(grid)]


def _may_look_at(grid: VelocityGrid) -> bool:
    """Whether codes in use are known, or quickly found, where a table may have slow ones that are
    not."""
    if grid in _in_use:
        return True
    many = grid.values.dtype != np.uint8
    return many and grid.values.size <= MOST_CELLS and not isinstance(grid.values, np.memmap)


_extreme_speeds: WeakKeyDictionary[VelocityGrid, NDArray[np.float64]] = WeakKeyDictionary()


def extreme_speeds(grid: VelocityGrid) -> NDArray[np.float64]:
    """Zero if a cell has that or less, the slowest speed and the fastest of a grid of float32;
    float64, (3,), NaN where there is none. Remembered for the grid.

    A mapped file is not read for this: it may have the slowest speed there is, and the fastest is
    that of an even sample.
    """
    if isinstance(grid.values, np.memmap):
        sample = grid.kmh(grid.whole(), (min(grid.rows, 512), min(grid.cols, 512)))
        slowest = float(np.finfo(np.float32).smallest_subnormal)
        return np.array([0.0, slowest, np.fmax.reduce(sample, axis=None, initial=slowest)])
    if grid not in _extreme_speeds:
        _extreme_speeds[grid] = _extremes_of(grid.values)
    return _extreme_speeds[grid]


@njit(cache=True, nogil=True)
def _extremes_of(speeds: Any) -> NDArray[np.float64]:
    zeros, slowest, fastest = np.int64(0), np.float32(np.inf), np.float32(0.0)
    for row in range(speeds.shape[0]):
        line = speeds[row]
        for col in range(len(line)):
            speed = line[col]
            zeros += speed <= 0
            slowest = min(slowest, speed if speed > 0 else np.float32(np.inf))
            fastest = max(fastest, speed if speed > 0 else np.float32(0.0))
    found = np.full(3, np.nan)
    if zeros > 0:
        found[0] = 0.0
    if fastest > 0:
        found[1], found[2] = slowest, fastest
    return found


_mean_speeds: WeakKeyDictionary[VelocityGrid, dict[float, float]] = WeakKeyDictionary()


def mean_speed_kmh(grid: VelocityGrid, zero_speed_kmh: float = 0.0) -> float:
    """Mean speed of the passable cells in an even sample of at most 512²; 1 where none is.

    Remembered for the grid: sampling takes longer than a whole solve on a GPU.
    """
    known = _mean_speeds.setdefault(grid, {})
    if zero_speed_kmh not in known:
        shape = min(grid.rows, 512), min(grid.cols, 512)
        speeds = grid.kmh(grid.whole(), shape).astype(np.float64)
        speeds = np.where(speeds <= 0, zero_speed_kmh, speeds)
        moving = speeds[speeds > 0]
        known[zero_speed_kmh] = float(moving.mean()) if moving.size else 1.0
    return known[zero_speed_kmh]


@in_place
def _outgrown(costs: StepCosts, ticks: NDArray[np.uint32]) -> bool:
    rows, cols = ticks.shape
    for row in range(rows):
        for col in range(cols):
            if ticks[row, col] < UNREACHED or half_cost(costs, row, col, EAST_WEST) >= BARRIER:
                continue
            for k in range(8):
                r, c = row + NEIGHBOUR_ROW[k], col + NEIGHBOUR_COL[k]
                if 0 <= r < rows and 0 <= c < cols and ticks[r, c] < UNREACHED:
                    return True
    return False


def outgrown(costs: StepCosts, ticks: NDArray[np.uint32], max_ticks: int) -> bool:
    """Whether a solve without a limit lost cells because a path reached UNREACHED ticks.

    Only then does a reached cell have an unreached passable neighbour. The pass over the grid is
    spared where the longest path is so short that no step from it could get there.
    """
    if max_ticks + 2 * costs.longest < UNREACHED:
        return False
    return bool(_outgrown(costs, ticks))
