"""A certificate that labels are least-cost times, written independently of the solvers.

Every reached cell has a tight predecessor (or is a start), and no edge improves a label. With
positive edges that proves the labels. Where there are straight lines, wedges count beside edges,
and lines from starts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from core.times import UNREACHED
from raster.geometry import EIGHT, STRAIGHT
from raster.grid import VelocityGrid
from raster.steps import half_cost_ticks, step_lengths


def _shifted(array: NDArray[np.int64], down: int, right: int, fill: int) -> NDArray[np.int64]:
    rows, cols = array.shape
    padded = np.pad(array, 1, constant_values=fill)
    return padded[1 + down : 1 + down + rows, 1 + right : 1 + right + cols]


def _floor_of_root(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.array([math.isqrt(int(n)) for n in numbers.ravel()], np.int64).reshape(numbers.shape)


def _ratio(along: float, beside: float) -> Fraction:
    """(along / beside)², as it is meant where cells are not square."""
    return min(Fraction(round((along / beside) ** 2 * 2**24), 2**24), 256 - Fraction(1, 2**24))


def _root(number: Fraction, bits: int) -> Fraction:
    """Cut off to so many bits after the point."""
    return Fraction(math.isqrt(math.floor(number * 4**bits)), 2**bits)


def _most_aslant(half: NDArray[np.int64], along: float, beside: float) -> NDArray[np.int64]:
    """The most that diagonal half costs are along straight lines, by straight ones."""
    share = _root(1 + 1 / _ratio(along, beside), 31 if along == beside else 28)
    return np.array([math.floor(h * share) for h in half.ravel().tolist()], np.int64).reshape(
        half.shape
    )


def _offers(
    times: NDArray[np.int64], halves_by_axis: tuple[NDArray[np.int64], ...], grid: VelocityGrid
) -> NDArray[np.int64]:
    """The least that eight wedges offer. halves_by_axis : of steps along rows, and columns."""
    best = np.full(times.shape, np.iinfo(np.int64).max)
    for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        sides = (grid.step_y, grid.step_x) if down else (grid.step_x, grid.step_y)
        half, ratio = halves_by_axis[abs(down)], _ratio(*sides)
        reach = _root(1 / (ratio + ratio**2), 28)
        for side in (-1, 1):
            aslant = (down or side, right or side)
            a, d = (_shifted(times, *place, UNREACHED) for place in ((down, right), aslant))
            halves = [_shifted(half, *place, UNREACHED) for place in ((down, right), aslant)]
            there = (np.maximum(*halves) < UNREACHED) & (half < UNREACHED) & (d < UNREACHED)
            f = np.where(there, np.maximum(*halves) + half, 1)
            between = there & (a < UNREACHED) & (a >= d)
            if grid.step_x == grid.step_y:
                between &= 2 * (a - d) ** 2 <= f * f
            else:
                whole = f.astype(object) * reach.numerator // reach.denominator
                between &= (f > 16) & (a - d <= whole.astype(np.int64))
            apart = np.where(between, a - d, 0).astype(object)
            beside = -(apart**2 * -ratio.numerator // ratio.denominator)  # rounded up
            root = _floor_of_root(np.where(between, f * f - beside, 0))
            best = np.minimum(best, np.where(between, a + root, best))
    return best


@lru_cache(maxsize=2)
def _lines(rows: int, cols: int) -> list[tuple[int, int, int, list[tuple[int, int, int]]]]:
    """Where each straight line of a disc ends, a number of parts, and the cells that it crosses
    with the parts in each."""
    lines = []
    for down, right in product(range(-rows, rows + 1), range(-cols, cols + 1)):
        if not 0 < (down * cols) ** 2 + (right * rows) ** 2 <= (rows * cols) ** 2:
            continue
        whole = 2 * (abs(down) or 1) * (abs(right) or 1)
        cuts = {0, whole}
        for way in (abs(down), abs(right)):
            cuts |= {(2 * i + 1) * whole // (2 * way) for i in range(way)}
        cells = []
        for begin, end in pairwise(sorted(cuts)):
            row, col = ((w * (begin + end) + whole) // (2 * whole) for w in (down, right))
            cells.append((row, col, end - begin))
        lines.append((down, right, whole, cells))
    return lines


def _by_line(
    halves_by_axis: tuple[NDArray[np.int64], ...], radii: tuple[int, int], row: int, col: int
) -> Iterator[tuple[tuple[int, int], int]]:
    """Cells around a start, and the ticks of the straight line to them."""
    across, along = halves_by_axis
    rows, cols = across.shape
    for down, right, whole, cells in _lines(*radii):
        if not (0 <= row + down < rows and 0 <= col + right < cols):
            continue
        crossed = [
            (int(along[row + r, col + c]), int(across[row + r, col + c])) for r, c, _ in cells
        ]
        took = [math.isqrt((2 * down * ns) ** 2 + (2 * right * ew) ** 2) for ns, ew in crossed]
        if max(max(each) for each in crossed) < UNREACHED and max(took) < UNREACHED:
            total = sum(each * parts for each, (_, _, parts) in zip(took, cells, strict=True))
            yield (row + down, col + right), total // whole


def assert_least_cost(
    grid: VelocityGrid,
    labels: NDArray[np.uint32],
    tick: float,
    starts: tuple[tuple[int, int, float], ...],
    zero_speed_kmh: float = 0.0,
    limit_ticks: int = UNREACHED - 1,
    geometry: str = EIGHT,
) -> None:
    """Fails unless the labels are exactly the least-cost times from the starts."""
    kmh = (
        grid.values.astype(np.float64)
        if grid.code_speed is None
        else grid.code_speed[grid.values.astype(np.int64)]
    )
    times = labels.astype(np.int64)
    best = np.full(labels.shape, np.iinfo(np.int64).max)
    lengths = step_lengths(grid)
    halves = tuple(
        half_cost_ticks(kmh, 1.8 * length / tick, zero_speed_kmh).astype(np.int64)
        for length in lengths[:2]
    )
    wide, high = lengths[:2]
    farther = min(round(16 * max(wide, high) / min(wide, high)), 128)
    radii = (farther, 16) if wide > high else (16, farther)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if down == right == 0:
                continue
            length = lengths[2] if down and right else lengths[1] if down else lengths[0]
            half = half_cost_ticks(kmh, 1.8 * length / tick, zero_speed_kmh).astype(np.int64)
            if down and right and geometry == STRAIGHT:
                half = np.minimum(half, _most_aslant(halves[0], wide, high))
                half = np.minimum(half, _most_aslant(halves[1], high, wide))
            neighbour = _shifted(times, down, right, UNREACHED)
            arrival = neighbour + _shifted(half, down, right, UNREACHED) + half
            best = np.minimum(best, np.where(neighbour < UNREACHED, arrival, best))
    if geometry == STRAIGHT:
        best = np.minimum(best, _offers(times, halves, grid))
    passable = halves[0] < UNREACHED
    for row, col, delay in starts:
        if passable[row, col]:
            best[row, col] = min(int(best[row, col]), round(delay / tick))
            for (r, c), ticks in _by_line(halves, radii, row, col) if geometry == STRAIGHT else ():
                best[r, c] = min(int(best[r, c]), round(delay / tick) + ticks)
    expected = np.where(passable & (best <= limit_ticks) & (best < UNREACHED), best, UNREACHED)
    np.testing.assert_array_equal(times, expected)
