"""Grounds on which the true travel times are known: against them, not against each other, solvers
are told how true they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.solver import Start
from raster.grid import VelocityGrid, grid_from_kmh

CELL_M = 10.0
SLOW, FAST = 20.0, 60.0
"""The fastest of the speeds of uneven grounds in km/h, and before it the slowest."""

F64 = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class KnownGround:
    """A grid, a start on it, and the true seconds to every cell's centre; float64, (rows, cols)."""

    name: str
    grid: VelocityGrid
    start: tuple[int, int]
    true: F64

    @property
    def source(self) -> Start:
        row, col = self.start
        return Start(row * self.grid.cols + col)

    @property
    def cells_away(self) -> F64:
        """Cells from the start, as the crow flies."""
        down, right = np.indices(self.grid.shape)
        away: F64 = np.hypot(down - self.start[0], right - self.start[1])
        return away


def even_ground(side: int) -> KnownGround:
    """One speed; the time is the distance by it."""
    grid = grid_from_kmh(np.full((side, side), 36.0), CELL_M)
    start = side // 2, side // 2
    down, right = np.indices(grid.shape)
    away = CELL_M * np.hypot(down - start[0], right - start[1])
    return KnownGround("even ground", grid, start, away / 10)


def oblong_cells(side: int) -> KnownGround:
    """The same over cells twice as wide as they are high, such as degrees are at 60°."""
    grid = grid_from_kmh(np.full((side, side), 36.0), 2 * CELL_M, CELL_M)
    start = side // 2, side // 2
    down, right = (CELL_M * each for each in _from(start, side))
    return KnownGround("even ground, cells 1 : 2", grid, start, np.hypot(down, 2 * right) / 10)


def two_half_planes(side: int) -> KnownGround:
    """Slow on the left, fast on the right, the start on the slow side.

    Source: Snell's law, by minimising over the place of the crossing; on the start's own side the
    head wave that runs along the border at the fast speed, where it is sooner than the line.
    """
    kmh = np.full((side, side), SLOW)
    kmh[:, side // 2 :] = FAST
    start = side // 2, side // 2 - side // 8
    down, right = (CELL_M * np.abs(each) for each in _from(start, side))
    slow, fast = SLOW / 3.6, FAST / 3.6
    to_border = CELL_M * (side // 2 - 0.5 - start[1])
    cols = np.arange(side)
    beyond = CELL_M * np.abs(cols - (side // 2 - 0.5))[None, :]
    true = np.hypot(down, right) / slow
    sine = slow / fast
    along = down - (to_border + beyond) * sine / np.sqrt(1 - sine**2)
    wave = down / fast + (to_border + beyond) * np.sqrt(1 / slow**2 - 1 / fast**2)
    true = np.where(along >= 0, np.minimum(true, wave), true)

    def through(crossing: F64) -> F64:
        before = np.hypot(to_border, crossing) / slow
        return np.asarray(before + np.hypot(beyond, down - crossing) / fast, np.float64)

    low, high = np.zeros_like(down), down.copy()
    for _ in range(80):  # the time is convex in the place of the crossing
        third = (high - low) / 3
        nearer = through(low + third) < through(high - third)
        low, high = np.where(nearer, low, low + third), np.where(nearer, high - third, high)
    true = np.where(cols[None, :] >= side // 2, through((low + high) / 2), true)
    return KnownGround("two half planes", grid_from_kmh(kmh, CELL_M), start, true)


def linear_gradient(side: int) -> KnownGround:
    """Speed grows linearly from row to row; ways are arcs of circles.

    Source: t = arccosh(1 + g²d² / (2·v₁·v₂)) / g, of seismology.
    """
    metres_a_second = np.linspace(SLOW / 3.6, FAST / 3.6, side)
    g = (metres_a_second[1] - metres_a_second[0]) / CELL_M
    kmh = np.repeat(3.6 * metres_a_second[:, None], side, axis=1)
    start = side // 2, side // 3
    down, right = _from(start, side)
    away = CELL_M * np.hypot(down, right)
    product = metres_a_second[start[0]] * metres_a_second[:, None]
    true = np.arccosh(1 + (g * away) ** 2 / (2 * product)) / g
    return KnownGround("linear gradient", grid_from_kmh(kmh, CELL_M), start, true)


def _from(start: tuple[int, int], side: int) -> tuple[F64, F64]:
    down, right = np.indices((side, side)).astype(np.float64)
    return down - start[0], right - start[1]


KNOWN: tuple[Callable[[int], KnownGround], ...] = (
    even_ground,
    oblong_cells,
    two_half_planes,
    linear_gradient,
)
