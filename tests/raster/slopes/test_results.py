"""What is made of times on slopes: outlines."""

from __future__ import annotations

import numpy as np
import shapely

from core.solver import Start
from raster.grid import grid_from_kmh
from raster.isochrones.contours import band_polygons
from raster.slopes.heights import heights_of
from raster.slopes.models import Tobler
from raster.slopes.slopes import GridSlopes
from raster.solvers.dijkstra import Dijkstra


def test_the_outermost_line_is_that_of_a_field_which_goes_on() -> None:
    # A dome that is steeper the further out, seen from its top.
    down, right = np.mgrid[:61, :61] - 30
    metres = -0.3 * (down**2 + right**2) + 2.0 * right
    grid = grid_from_kmh(np.full((61, 61), 6.0), 30.0)
    slopes, middle = GridSlopes(heights_of(metres), Tobler()), (Start(30 * 61 + 30, 0.0),)
    solver = Dijkstra(grid, slopes=slopes)
    cut, free = (solver.solve(middle, limit=limit) for limit in (900.0, 2000.0))
    (wanted,) = band_polygons(free, grid, [900])
    (drawn,) = band_polygons(cut, grid, [900], slopes=slopes)
    off = shapely.symmetric_difference(drawn.geometry, wanted.geometry).area / wanted.area_m2
    assert off < 2e-3
    (level,) = band_polygons(cut, grid, [900])
    off = shapely.symmetric_difference(level.geometry, wanted.geometry).area / wanted.area_m2
    assert off > 1e-2
    # Of a sample, too, heights are those of its cells.
    (coarse,) = band_polygons(cut, grid, [900], slopes=slopes, max_cells=900)
    off = shapely.symmetric_difference(coarse.geometry, wanted.geometry).area / wanted.area_m2
    assert off < 4e-2
