"""Synthetic terrains of any size, the same for the same seed.

They are made up to be hard or typical, not to look like a place: `fractal_terrain` stands for real
ground when speed is measured, the drawn ones are where solvers go wrong. NumPy alone is needed, so
that they are at hand on a machine without GIS packages.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from core.solver import Start
from raster.grid import VelocityGrid
from raster.starts import good_start

Speeds = NDArray[np.uint8]
Lattice = NDArray[np.float32]

BARRIER = 0
NO_DATA = 255
SLOW, FAST = 5, 60  # km/h of the ground of `fractal_terrain`
ROAD_SPEEDS = (80, 90, 100)  # km/h
COARSE, FINE = 8, 4  # cells between the nodes of the ground's shape and of its grain
STRIP = 64  # rows made at a time; a multiple of COARSE and FINE, small enough to stay in cache


def grid_of(kmh: Speeds, name: str, cell: float = 10.0) -> VelocityGrid:
    """A grid of whole km/h, uint8; 0 is a barrier, 255 no data."""
    code_speed = np.arange(256, dtype=np.float64)
    code_speed[NO_DATA] = np.nan
    return VelocityGrid(kmh, code_speed, cell, cell, name=name)


def fractal_terrain(
    rows: int, cols: int, seed: int, *, lakes: float = 0.12, roads: int = 24, cell: float = 10.0
) -> VelocityGrid:
    """Rolling ground of 5 to 60 km/h with lakes (0 km/h) and winding roads of 80 to 100 km/h.

    lakes : share of the cells under water, before roads cross it. Needs about 1.2 bytes a cell.
    """
    random = np.random.default_rng(seed)
    shape = _fractal(random, -(-rows // COARSE) + STRIP // COARSE, -(-cols // COARSE) + 1)
    grain_shape = (-(-rows // FINE) + STRIP // FINE, -(-cols // FINE) + 1)
    grain = random.integers(0, 256, grain_shape, np.uint8)
    shore = np.float32(np.quantile(shape[::4, ::4], lakes)) if lakes > 0 else -np.inf
    kmh = np.empty((rows, cols), np.uint8)
    for top in range(0, rows, STRIP):
        ground = _enlarge(shape[top // COARSE : (top + STRIP) // COARSE + 1], COARSE)[:, :cols]
        rough = grain[top // FINE : (top + STRIP) // FINE + 1].astype(np.float32)
        strip = _speed_of(ground, _enlarge(rough, FINE)[:, :cols])
        strip[ground < shore] = BARRIER
        kmh[top : top + STRIP] = strip[: rows - top]
    for _ in range(roads):
        _draw_road(kmh, random)
    return grid_of(kmh, f"fractal {rows}x{cols} seed {seed}", cell)


def fractal_heights(rows: int, cols: int, seed: int, relief: float = 100.0) -> Lattice:
    """Heights in metres of the ground of `fractal_terrain` of the same size and seed, float32.

    relief : standard deviation in metres; 100 of them make slopes of 10 to 20 % in the mean.
    """
    random = np.random.default_rng(seed)
    shape = _fractal(random, -(-rows // COARSE) + STRIP // COARSE, -(-cols // COARSE) + 1)
    metres = np.empty((rows, cols), np.float32)
    for top in range(0, rows, STRIP):
        ground = _enlarge(shape[top // COARSE : (top + STRIP) // COARSE + 1], COARSE)[:, :cols]
        metres[top : top + STRIP] = np.float32(relief) * ground[: rows - top]
    return metres


def _fractal(random: np.random.Generator, rows: int, cols: int) -> Lattice:
    """Sum of ever finer noise, mean 0 and standard deviation 1 up to chance."""
    total = np.zeros((rows, cols), np.float32)
    spacing, height = max(2, 1 << (max(rows, cols) // 4).bit_length() - 1), 1.0
    while spacing >= 2:
        nodes = random.random((-(-rows // spacing) + 1, -(-cols // spacing) + 1), np.float32)
        total += np.float32(height) * (_enlarge(nodes, spacing)[:rows, :cols] - np.float32(0.5))
        spacing //= 2
        height *= 0.7
    return total / np.float32(total.std() or 1.0)


def _enlarge(nodes: Lattice, factor: int) -> Lattice:
    """Bilinear between nodes: (n + 1) × (m + 1) nodes give n·factor × m·factor cells."""
    part = (np.arange(factor, dtype=np.float32) + np.float32(0.5)) / np.float32(factor)
    left, right = nodes[:, :-1, None], nodes[:, 1:, None]
    wide = (left + (right - left) * part).reshape(len(nodes), -1)
    upper, lower = wide[:-1, None], wide[1:, None]
    return (upper + (lower - upper) * part[:, None]).reshape(-1, wide.shape[1])


def _speed_of(ground: Lattice, grain: Lattice) -> Speeds:
    """Faster the higher; the grain (0 to 255) adds up to ±4 km/h."""
    middle = np.float32((SLOW + FAST) / 2 - 4)
    kmh = ground * np.float32(13.0) + grain * np.float32(8 / 255) + middle
    return np.clip(kmh, SLOW, FAST, out=kmh).astype(np.uint8)


def _draw_road(kmh: Speeds, random: np.random.Generator) -> None:
    """From one edge to the one opposite, in bends; two cells wide, so without diagonal gaps."""
    across = bool(random.integers(2))
    field = kmh if across else kmh.T
    breadth, length = field.shape
    along = np.arange(0, length, 0.5)
    ends = random.random(2) * breadth
    at = ends[0] + (ends[1] - ends[0]) * along / length
    for bends in (2, 5, 11, 23):
        swing, phase = random.random(2)
        at += swing * 0.25 * breadth / bends * np.sin(2 * np.pi * (bends * along / length + phase))
    rows, columns = _dense(np.clip(at, 0, breadth - 1), along)
    speed = ROAD_SPEEDS[int(random.integers(len(ROAD_SPEEDS)))]
    for down, right in ((0, 0), (0, 1), (1, 0), (1, 1)):
        field[np.minimum(rows + down, breadth - 1), np.minimum(columns + right, length - 1)] = speed


def _dense(at: NDArray[np.float64], along: NDArray[np.float64]) -> tuple[NDArray[np.int64], ...]:
    """Cells of a line so that neighbours in the list are neighbours in the grid."""
    steps = np.maximum(np.ceil(np.abs(np.diff(at)) * 2).astype(np.int64), 1)
    segment = np.repeat(np.arange(len(steps)), steps)
    first = np.cumsum(steps) - steps
    part = (np.arange(len(segment)) - first[segment]) / steps[segment]
    rows = at[segment] + part * np.diff(at)[segment]
    columns = along[segment] + part * np.diff(along)[segment]
    return rows.astype(np.int64), columns.astype(np.int64)


def uniform(rows: int, cols: int, seed: int = 0, *, kmh: int = 36) -> VelocityGrid:
    """One speed everywhere: 36 km/h and cells of 10 m make a second a step."""
    return grid_of(np.full((rows, cols), kmh, np.uint8), f"uniform {rows}x{cols}")


def maze(rows: int, cols: int, seed: int, *, kmh: int = 30) -> VelocityGrid:
    """A perfect maze: corridors and walls one cell wide, exactly one way between two places.

    Drawn by a walk that turns back at dead ends, so its corridors are long. Row 0 and column 0 are
    open ground where they hold an even cell; start at (0, 0).
    """
    random = np.random.default_rng(seed)
    open_ = np.zeros((rows, cols), np.bool_)
    high, wide = (rows + 1) // 2, (cols + 1) // 2  # rooms lie on even rows and columns
    seen = np.zeros((high, wide), np.bool_)
    seen[0, 0] = open_[0, 0] = True
    walk = [(0, 0)]
    while walk:
        row, col = walk[-1]
        ways = [
            (r, c)
            for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
            if 0 <= r < high and 0 <= c < wide and not seen[r, c]
        ]
        if not ways:
            walk.pop()
            continue
        r, c = ways[int(random.integers(len(ways)))]
        seen[r, c] = open_[2 * r, 2 * c] = open_[row + r, col + c] = True
        walk.append((r, c))
    return grid_of(np.where(open_, np.uint8(kmh), np.uint8(BARRIER)), f"maze {rows}x{cols}")


def spiral(rows: int, cols: int, seed: int = 0, *, kmh: int = 30) -> VelocityGrid:
    """One corridor from (0, 0) along the edge and inwards: the longest path there is."""
    values = np.zeros((rows, cols), np.uint8)
    top, left, bottom, right = 0, 0, rows - 1, cols - 1
    entry = left  # column where a round begins; the one before it leads in from there
    while top <= bottom and left <= right:
        values[top, entry : right + 1] = kmh
        values[top : bottom + 1, right] = kmh
        if bottom - top >= 2 and right - left >= 2:
            values[bottom, left : right + 1] = kmh
            values[top + 2 : bottom + 1, left] = kmh
        entry = left
        top, left, bottom, right = top + 2, left + 2, bottom - 2, right - 2
    return grid_of(values, f"spiral {rows}x{cols}")


def checkerboard(rows: int, cols: int, seed: int = 0, *, square: int = 16) -> VelocityGrid:
    """Squares of 100 and 5 km/h: fast ground meets slow everywhere, and only corners join."""
    row, col = np.indices((rows, cols), sparse=True)
    dark = (row // square + col // square) % 2 == 1
    return grid_of(np.where(dark, np.uint8(5), np.uint8(100)), f"checkerboard {rows}x{cols}")


def corridor(rows: int, cols: int, seed: int = 0, *, breadth: int = 6) -> VelocityGrid:
    """One street that winds from side to side: walls with a gap at alternate ends."""
    values = np.full((rows, cols), 50, np.uint8)
    walls = range(breadth, rows, breadth + 1)
    for k, row in enumerate(walls):
        gap = slice(max(cols - breadth, 0), cols) if k % 2 == 0 else slice(0, breadth)
        values[row] = BARRIER
        values[row, gap] = 50
    return grid_of(values, f"corridor {rows}x{cols}")


def islands(rows: int, cols: int, seed: int, *, share: float = 0.35) -> VelocityGrid:
    """Islands of 5 to 60 km/h in a sea of barriers: most cells stay unreached.

    share : of the cells that are land; (0, 0) is always land.
    """
    ground = fractal_terrain(rows, cols, seed, lakes=1 - share, roads=0)
    values = np.asarray(ground.values, np.uint8)
    values[:4, :4] = 30
    return grid_of(values, f"islands {rows}x{cols} seed {seed}")


def start_of(grid: VelocityGrid, zero_speed_kmh: float = 0.0) -> Start:
    """Where solves of a grid begin that is not all barriers."""
    cell = good_start(grid, zero_speed_kmh)
    assert cell is not None
    return Start(cell[0] * grid.cols + cell[1])


INSTANCES: dict[str, Callable[[int, int, int], VelocityGrid]] = {
    "fractal": fractal_terrain,
    "uniform": uniform,
    "maze": maze,
    "spiral": spiral,
    "checkerboard": checkerboard,
    "corridor": corridor,
    "islands": islands,
}
"""Functions that draw instances by name, each called with rows, columns and seed."""
