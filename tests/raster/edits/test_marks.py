"""Which cells shapes hold, against GDAL's rasters and plain geometry."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import rasterio.features
import shapely
from rasterio.transform import Affine

from raster.edits.edit import AreaShape, EditShape, FloodShape, LineShape, Ring
from raster.edits.marks import marked_cells
from raster.grid import VelocityGrid, grid_from_kmh

ROWS, COLS = 30, 41


def grid_of(cell_y: float, kmh: np.ndarray | None = None) -> VelocityGrid:
    speeds = np.ones((ROWS, COLS)) if kmh is None else kmh
    return grid_from_kmh(speeds, 10.0, cell_y, left=500.0, top=900.0)


def held_by(shape: EditShape, grid: VelocityGrid) -> np.ndarray:
    mark, held = marked_cells(shape, grid), np.zeros(grid.shape, bool)
    if mark is not None:
        row, col, height, width = mark.window
        held[row : row + height, col : col + width] = mark.held
    return held


def drawn_ring(grid: VelocityGrid, random: np.random.Generator, corners: int, near: float) -> Ring:
    middle = random.uniform((-2, -2), (ROWS + 2, COLS + 2))
    places = middle + random.normal(0, near, (corners, 2))
    return tuple(grid.centre_of(*place) for place in places.tolist())


def centres(grid: VelocityGrid) -> tuple[np.ndarray, np.ndarray]:
    rows, cols = np.mgrid[0 : grid.rows, 0 : grid.cols]
    return grid.left + (cols + 0.5) * grid.cell_x, grid.top - (rows + 0.5) * grid.cell_y


def within(ring: Ring, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """By the even-odd rule: how often a line to the right crosses the ring."""
    inside = np.zeros(x.shape, bool)
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if ay != by:
            crosses = (ay > y) != (by > y)
            inside ^= crosses & (x < ax + (y - ay) * (bx - ax) / (by - ay))
    return inside


@pytest.mark.parametrize("cell_y", [10.0, 4.0])
def test_areas_hold_the_cells_that_gdal_burns(cell_y: float) -> None:
    grid, random = grid_of(cell_y), np.random.default_rng(7)
    transform = Affine(grid.cell_x, 0, grid.left, 0, -grid.cell_y, grid.top)
    x, y = centres(grid)
    some = 0
    for _ in range(60):
        rings = [drawn_ring(grid, random, int(random.integers(3, 9)), 9.0)]
        rings += [drawn_ring(grid, random, 4, 3.0) for _ in range(int(random.integers(0, 3)))]
        held = held_by(AreaShape(rings[0], tuple(rings[1:])), grid)
        polygons = [{"type": "Polygon", "coordinates": [[*ring, ring[0]]]} for ring in rings]
        burnt = [
            rasterio.features.rasterize([(each, 1)], grid.shape, transform=transform) > 0
            for each in polygons
        ]
        by_hand = [within(ring, x, y) for ring in rings]
        for outer, *holes in (burnt, by_hand):
            for hole in holes:
                outer &= ~hole
            assert np.array_equal(held, outer), "the centre decides"
        some += int(held.sum())
    assert some > 500


@pytest.mark.parametrize("cell_y", [10.0, 4.0])
@pytest.mark.parametrize("width_m", [0.0, 9.0, 55.0])
def test_lines_hold_the_centres_within_half_their_width_and_what_they_cross(
    width_m: float, cell_y: float
) -> None:
    grid, random = grid_of(cell_y), np.random.default_rng(8)
    x, y = centres(grid)
    points = shapely.points(x, y)
    half_x, half_y = grid.cell_x / 2, grid.cell_y / 2
    boxes = shapely.box(x - half_x, y - half_y, x + half_x, y + half_y)
    for _ in range(25):
        line = drawn_ring(grid, random, int(random.integers(2, 6)), 6.0)
        drawn = shapely.LineString(line)
        expected = (shapely.distance(points, drawn) <= width_m / 2) | shapely.intersects(
            boxes, drawn
        )
        assert np.array_equal(held_by(LineShape(line, width_m), grid), expected)


def test_metres_of_a_width_are_metres_where_a_map_counts_in_feet() -> None:
    feet = replace(grid_of(10.0), metres_per_unit=0.3048)
    line = (feet.centre_of(4, 15), feet.centre_of(24, 15))
    held = held_by(LineShape(line, 5 * feet.step_x), feet)
    assert held[14].sum() == 5


def test_floods_go_from_edge_to_edge_up_to_their_tolerance() -> None:
    random = np.random.default_rng(9)
    for _ in range(12):
        kmh = random.integers(1, 6, (ROWS, COLS)).astype(np.float64)
        grid = grid_of(10.0, kmh)
        row, col = int(random.integers(ROWS)), int(random.integers(COLS))
        tolerance = float(random.integers(0, 3))
        expected = np.zeros(grid.shape, bool)
        waiting = [(row, col)]
        while waiting:
            r, c = waiting.pop()
            if not (0 <= r < ROWS and 0 <= c < COLS) or expected[r, c]:
                continue
            if abs(kmh[r, c] - kmh[row, col]) <= tolerance:
                expected[r, c] = True
                waiting += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        shape = FloodShape(grid.centre_of(row, col), tolerance)
        assert np.array_equal(held_by(shape, grid), expected)
