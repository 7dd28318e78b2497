"""Drawn instances: small terrains on which solvers go wrong, with a start each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from raster.grid import VelocityGrid, grid_from_kmh


@dataclass(frozen=True)
class Instance:
    """A terrain and where to start; `starts` are (row, col, delay seconds)."""

    grid: VelocityGrid
    starts: tuple[tuple[int, int, float], ...]
    zero_speed_kmh: float = 0.0


def _spiral(side: int) -> NDArray[np.float64]:
    # #####    One way in, winding to the middle, one cell wide: a path of side²/2 cells.
    # ....#
    # ###.#
    # #...#
    # #####
    kmh = np.zeros((side, side))
    row, col, down, right = 0, 0, 0, 1
    lengths = [side, *[n for n in range(side - 1, 0, -2) for _ in (0, 1)]]
    kmh[0, 0] = 10
    for length in lengths:
        for _ in range(length - 1 if (row, col) == (0, 0) else length):
            row, col = row + down, col + right
            kmh[row, col] = 10
        down, right = right, -down
    return kmh


def _maze(side: int, seed: int) -> NDArray[np.float64]:
    """A perfect maze by randomised depth-first search: exactly one way between any two cells."""
    rng = np.random.default_rng(seed)
    kmh = np.zeros((2 * side + 1, 2 * side + 1))
    stack, seen = [(0, 0)], {(0, 0)}
    kmh[1, 1] = 20
    while stack:
        r, c = stack[-1]
        ways = [
            (r + a, c + b)
            for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if 0 <= r + a < side and 0 <= c + b < side and (r + a, c + b) not in seen
        ]
        if not ways:
            stack.pop()
            continue
        a, b = ways[int(rng.integers(len(ways)))]
        seen.add((a, b))
        stack.append((a, b))
        kmh[r + a + 1, c + b + 1] = 20
        kmh[2 * a + 1, 2 * b + 1] = 20
    return kmh


def _noise(rows: int, cols: int, seed: int, barriers: float = 0.2) -> NDArray[np.float64]:
    rng = np.random.default_rng(seed)
    kmh = rng.integers(1, 90, (rows, cols)).astype(float)
    kmh[rng.random((rows, cols)) < barriers] = 0
    kmh[0, 0] = 30
    return kmh


def _shut_in(row: int, col: int) -> NDArray[np.float64]:
    """One cell of the first tile; all others of it are barriers."""
    kmh = np.full((70, 70), 30.0)
    kmh[:32, :32] = 0
    kmh[row, col] = 30.0
    return kmh


def _islands() -> NDArray[np.float64]:
    # Three islands in water; the start is on the first, the others stay unreached.
    kmh = np.zeros((90, 130))
    kmh[5:40, 5:50] = 25
    kmh[5:40, 60:120] = 40
    kmh[50:85, 20:110] = 15
    return kmh


def _corridor() -> NDArray[np.float64]:
    # Two rooms joined by a passage one cell wide that crosses tile borders.
    kmh = np.zeros((70, 200))
    kmh[:, :40] = 50
    kmh[:, 160:] = 5
    kmh[33, 40:160] = 80
    return kmh


def _checkerboard(side: int) -> NDArray[np.float64]:
    # #.#.   Only diagonal steps, each between two barriers.
    # .#.#
    kmh = np.zeros((side, side))
    kmh[(np.add.outer(np.arange(side), np.arange(side)) % 2) == 0] = 12
    return kmh


def _plateaus(rows: int, cols: int) -> NDArray[np.float64]:
    # Even ground in large pieces, one far slower, with a ditch: fronts meet at all angles.
    kmh = np.full((rows, cols), 36.0)
    kmh[rows // 3 : 2 * rows // 3, cols // 4 : cols // 2] = 9
    kmh[: rows // 2, 3 * cols // 4] = 0
    kmh[rows // 2 :, 2 * cols // 3 :] = 80
    return kmh


def _real_valued(rows: int, cols: int, seed: int) -> NDArray[np.float64]:
    kmh = np.random.default_rng(seed).uniform(0.3, 120.0, (rows, cols))
    kmh[kmh < 10] = 0
    kmh[rows // 2, : cols // 2] = np.nan
    kmh[0, 0] = 7.7
    return kmh


def _instance(
    kmh: NDArray[np.float64],
    *starts: tuple[int, int, float],
    cell: tuple[float, float] = (10.0, 10.0),
    zero: float = 0.0,
) -> Instance:
    return Instance(grid_from_kmh(kmh, *cell), starts or ((0, 0, 0.0),), zero)


DRAWN: dict[str, Callable[[], Instance]] = {
    "single cell": lambda: _instance(np.full((1, 1), 30.0)),
    "single barrier": lambda: _instance(np.zeros((1, 1))),
    "1 x N": lambda: _instance(_noise(1, 500, 1, 0.0), (0, 250, 0.0)),
    "N x 1": lambda: _instance(_noise(500, 1, 2, 0.0), (499, 0, 0.0)),
    "2 x 2": lambda: _instance(_noise(2, 2, 3, 0.0)),
    "one tile exactly": lambda: _instance(_noise(32, 32, 4)),
    "one tile and a row": lambda: _instance(_noise(33, 32, 5)),
    "one tile less a column": lambda: _instance(_noise(32, 31, 6)),
    "four tiles and a cell": lambda: _instance(_noise(65, 65, 7), (64, 64, 0.0), (0, 0, 30.0)),
    "noise": lambda: _instance(_noise(150, 211, 8)),
    "noise, many barriers": lambda: _instance(_noise(150, 211, 9, 0.38)),
    "all barrier": lambda: _instance(np.zeros((40, 50)), (20, 20, 0.0)),
    "all no data": lambda: _instance(np.full((40, 50), np.nan), (20, 20, 0.0)),
    "start on a barrier": lambda: _instance(_islands(), (0, 0, 0.0)),
    "start shut in its tile": lambda: _instance(_shut_in(5, 31), (5, 31, 0.0)),
    "start in a corner of its tile": lambda: _instance(_shut_in(31, 31), (31, 31, 0.0)),
    "islands": lambda: _instance(_islands(), (20, 20, 0.0)),
    "rival islands": lambda: _instance(_islands(), (20, 20, 0.0), (60, 60, 500.0)),
    "corridor": lambda: _instance(_corridor(), (60, 3, 0.0)),
    "spiral": lambda: _instance(_spiral(97)),
    "maze": lambda: _instance(_maze(50, 10), (1, 1, 0.0)),
    "plateaus": lambda: _instance(_plateaus(80, 130), (40, 65, 0.0)),
    "checkerboard": lambda: _instance(_checkerboard(101)),
    "wide cells": lambda: _instance(_noise(90, 70, 11), cell=(30.0, 12.5)),
    "tall cells": lambda: _instance(_noise(70, 90, 12), cell=(1.0, 7.0)),
    "plateaus of wide cells": lambda: _instance(
        _plateaus(130, 80), (65, 40, 0.0), (3, 3, 40.0), cell=(14.1, 10.0)
    ),
    "plateaus of the tallest cells": lambda: _instance(
        _plateaus(70, 130), (35, 65, 0.0), cell=(1.0, 16.0)
    ),
    "real-valued": lambda: _instance(_real_valued(101, 77, 13)),
    "real-valued, wide cells": lambda: _instance(_real_valued(77, 101, 14), cell=(20.0, 5.0)),
    "barriers at 1 km/h": lambda: _instance(_islands(), (20, 20, 0.0), zero=1.0),
    "real-valued, barriers at 1 km/h": lambda: _instance(_real_valued(64, 64, 15), zero=1.0),
    "three starts, delays": lambda: _instance(
        _noise(120, 120, 16), (0, 0, 90.0), (119, 60, 0.0), (60, 119, 12.5), (0, 0, 45.0)
    ),
    "very slow and very fast": lambda: _instance(
        np.where(_noise(64, 96, 17) > 40, 254.0, 1.0), (10, 10, 0.0)
    ),
}
