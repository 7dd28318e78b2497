"""Solving a few cells before a solve is timed: compiled code is loaded when it is first called.

On a machine that never ran a solver it is compiled then, which takes seconds. Without this, all
that time would stand in the first iteration of the first trace.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from app.catalog.algorithms import Runner, geometry_of, prepare
from app.solving.warming import ahead
from core.progress import Progress, no_progress
from core.solver import Sources, Start
from core.times import UNLIMITED
from raster.geometry import STRAIGHT
from raster.grid import VelocityGrid, Window
from raster.slopes.slopes import GridSlopes
from raster.steps import codes_in_use
from raster.straight_paths import straight_path
from raster.travel_times import TravelTimeGrid, TravelTimes

_WARM: set[tuple[object, ...]] = set()
"""Kinds of solvers and grids that have solved in this process."""


def warm(
    grid: VelocityGrid,
    runner: Runner,
    sources: Sources,
    zero_speed_kmh: float,
    parameters: Mapping[str, float],
    slopes: GridSlopes | None = None,
    progress: Progress = no_progress,
) -> None:
    """Solve the few cells around a start, and find a way along straight lines in them, unless that
    kind of solver has solved already.

    Only on the CPU: a GPU times its iterations itself, and its solvers compile when constructed.
    Ways along straight lines are found on the CPU wherever times come from.
    """
    values = grid.values
    kind = (
        runner,
        values.dtype,
        values.flags.writeable,
        slopes is None,
        *sorted(parameters.items()),
    )
    straight, on_host = geometry_of(parameters) == STRAIGHT, runner.backend == "cpu"
    if not (straight or on_host) or kind in _WARM or not sources:
        return
    progress(-1.0, "preparing the solver (first run only)")
    small, start = around(grid, sources[0].element)
    if slopes is not None:
        slopes = slopes.window(window_around(grid, sources[0].element))
    asked = runner.algorithm, runner.backend, zero_speed_kmh, parameters
    if small.code_speed is not None:
        codes_in_use(small)  # asked for where the finest tick is not exact enough
    times: TravelTimes = times_of_nobody(small, STRAIGHT)  # as they come from a device
    if on_host:
        ahead.wait_for(runner.algorithm, small, slopes)
        times = prepare(small, *asked, slopes=slopes).solver.solve((start,))
    if straight:
        cell = divmod(start.element, small.cols)
        straight_path(small, times, *cell, zero_speed_kmh, slopes)
    progress(-1.0, "")
    _WARM.add(kind)


def times_of_nobody(grid: VelocityGrid, geometry: str) -> TravelTimeGrid:
    """Times that no solver found, all 0, for what is done with times."""
    labels = np.zeros(grid.shape, np.uint32)
    return TravelTimeGrid(labels, 1.0, UNLIMITED, labels.size, 0, False, geometry)


def around(grid: VelocityGrid, element: int) -> tuple[VelocityGrid, Start]:
    """At most 3×3 cells around a cell, in memory of the same kind, for which the same code is
    compiled; and a start on that cell."""
    row, col = divmod(element, grid.cols)
    top, left, high, wide = window_around(grid, element)
    values = np.array(grid.values[top : top + high, left : left + wide], order="C")
    values.flags.writeable = grid.values.flags.writeable
    small = replace(grid, values=values)
    return small, Start((row - top) * small.cols + col - left)


def window_around(grid: VelocityGrid, element: int) -> Window:
    """At most 3×3 cells around a cell."""
    row, col = divmod(element, grid.cols)
    top, left = max(row - 1, 0), max(col - 1, 0)
    return Window(top, left, min(top + 3, grid.rows) - top, min(left + 3, grid.cols) - left)
