"""Grounds on which the true travel times are known: against them, not against each other, solvers
are told how true they are."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import shapely
from numpy.typing import NDArray

from core.solver import Start
from raster.grid import VelocityGrid, grid_from_kmh
from raster.slopes.heights import heights_of
from raster.slopes.models import Tobler
from raster.slopes.slopes import GridSlopes

CELL_M = 10.0
SLOW, FAST = 20.0, 60.0
"""The fastest of the speeds of uneven grounds in km/h, and before it the slowest."""

SLOPED_KMH = 6.0
"""Speed on sloped planes in km/h: Tobler's own, downwards at 5 %."""

DIRECTIONS = 3600
"""Directions by which true times on sloped planes are found: they are then right to 1e-5."""

F64 = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class KnownGround:
    """A grid, a start on it, the true seconds to every cell's centre, float64, (rows, cols), and
    the slopes that count, if any do."""

    name: str
    grid: VelocityGrid
    start: tuple[int, int]
    true: F64
    slopes: GridSlopes | None = None

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


def oblong_cells(side: int, longer: int = 2) -> KnownGround:
    """The same over cells so many times as wide as they are high, as degrees are at 60° for two."""
    grid = grid_from_kmh(np.full((side, side), 36.0), longer * CELL_M, CELL_M)
    start = side // 2, side // 2
    down, right = (CELL_M * each for each in _from(start, side))
    true = np.hypot(down, longer * right) / 10
    return KnownGround(f"even ground, cells 1 : {longer}", grid, start, true)


def sloped_plane(side: int, percent: int = 10) -> KnownGround:
    """Even ground that rises evenly, 20° north of east, with Tobler's hiking function.

    Source: where the time a metre takes depends on the direction alone, the soonest way to a place
    is of one straight piece or two, and times are the gauge of the convex hull of what is reached
    in a second; by the function itself, which knows of no cells.
    """
    model, angle = Tobler(), math.radians(20)
    start = side // 2, side // 2
    down, right = (CELL_M * each for each in _from(start, side))
    heights = heights_of(percent / 100 * (right * math.cos(angle) - down * math.sin(angle)))
    grid = grid_from_kmh(np.full((side, side), SLOPED_KMH), CELL_M)
    ways = np.linspace(-np.pi, np.pi, DIRECTIONS + 1)
    slope = percent / 100 * np.cos(ways - angle)
    speed = SLOPED_KMH / 3.6 / np.asarray(model.factor(slope), np.float64)
    true = np.hypot(down, right) * np.interp(np.arctan2(-down, right), ways, _gauge(ways, speed))
    name = f"plane of {percent} %, Tobler"
    return KnownGround(name, grid, start, true, GridSlopes(heights, model))


def _gauge(ways: F64, speed: F64) -> F64:
    """Seconds a metre in each of all directions, from -π to π, where ways of two pieces at these
    speeds may be sooner than straight ones."""
    reached = np.column_stack((np.cos(ways), np.sin(ways)))[:-1] * speed[:-1, None]
    corners = np.asarray(shapely.MultiPoint(reached).convex_hull.exterior.coords)
    edge = np.diff(corners, axis=0)
    outward = np.column_stack((edge[:, 1], -edge[:, 0]))
    outward /= np.einsum("ij,ij->i", outward, corners[:-1])[:, None]
    return np.asarray((np.column_stack((np.cos(ways), np.sin(ways))) @ outward.T).max(axis=1))


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
    partial(oblong_cells, longer=5),
    two_half_planes,
    linear_gradient,
    sloped_plane,
    partial(sloped_plane, percent=30),
)
