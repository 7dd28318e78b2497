"""Going on from the times before once, on a few cells or streets, before somebody draws: compiled
code is loaded, on a machine that never did so compiled, when it is first called; see
`app.solving.warm_up`."""

from __future__ import annotations

from typing import Any

import numpy as np

from app.solving.request import Options
from app.solving.warm_up import around, window_around
from core.times import UNLIMITED, UNREACHED
from raster.edits.apply import EditedGrid
from raster.edits.edit import AreaShape, EditLayer, FloodShape, GroundEdit, LineShape
from raster.grid import VelocityGrid
from raster.solvers.dijkstra import Dijkstra
from raster.solvers.dynamic import DynamicUpdate, SolvedBefore
from raster.starts import nearest_passable


def warm_updates(grid: VelocityGrid, options: Options) -> None:
    """Lay a wall over a cell of a few, and take it away."""
    zero, slopes = options.zero_speed_kmh, options.counted_slopes
    cell = nearest_passable(grid, grid.rows // 2, grid.cols // 2, zero)
    if cell is None or isinstance(grid.values, np.memmap):
        return
    small, start = around(grid, cell[0] * grid.cols + cell[1])
    warm_drawing(small)
    if slopes is not None:
        slopes = slopes.window(window_around(grid, cell[0] * grid.cols + cell[1]))
    how: Any = {"zero_speed_kmh": zero, "geometry": options.geometry, "slopes": slopes}
    times = Dijkstra(small, **how).solve((start,))
    held = np.where(times.labels < UNREACHED, times.labels, 0)
    last = small.centre_of(*divmod(int(held.argmax()), small.cols))  # nobody's way leads over it
    wall = EditLayer((GroundEdit(LineShape((last,)), "barrier"),))
    edited = EditedGrid.of(small, wall).grid
    for before, after in ((small, edited), (edited, small)):
        solved = SolvedBefore(before, (start,), UNLIMITED, times)
        times = DynamicUpdate(after, solved, Dijkstra(after, **how), **how).solve((start,))


def warm_drawing(grid: VelocityGrid) -> None:
    """Edit a few cells in every way that there is."""
    place = grid.centre_of(0, 0)
    area = AreaShape((place, grid.centre_of(0, grid.cols - 1), grid.centre_of(grid.rows - 1, 0)))
    shapes = LineShape((place,)), area, FloodShape(place)
    EditedGrid.of(grid, EditLayer(tuple(GroundEdit(shape, "barrier") for shape in shapes)))
