"""Solving a few cells before a solve is timed: compiled code is loaded when it is first called.

On a machine that never ran a solver it is compiled then, which takes seconds. Without this, all
that time would stand in the first iteration of the first trace.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from app.catalog.algorithms import Runner, prepare
from core.solver import Sources, Start
from raster.grid import VelocityGrid

_WARM: set[tuple[object, ...]] = set()
"""Kinds of solvers and grids that have solved in this process."""


def warm(
    grid: VelocityGrid,
    runner: Runner,
    sources: Sources,
    zero_speed_kmh: float,
    parameters: Mapping[str, float],
) -> None:
    """Solve the few cells around a start, unless that kind of solver has solved already.

    Only on the CPU: a GPU times its iterations itself, and its solvers compile when constructed.
    """
    values = grid.values
    kind = (runner, values.dtype, values.flags.writeable, *sorted(parameters.items()))
    if runner.backend != "cpu" or kind in _WARM or not sources:
        return
    small, start = around(grid, sources[0].element)
    few = prepare(small, runner.algorithm, runner.backend, zero_speed_kmh, parameters)
    few.solver.solve((start,))
    _WARM.add(kind)


def around(grid: VelocityGrid, element: int) -> tuple[VelocityGrid, Start]:
    """At most 3×3 cells around a cell, in memory of the same kind, for which the same code is
    compiled; and a start on that cell."""
    row, col = divmod(element, grid.cols)
    top, left = max(row - 1, 0), max(col - 1, 0)
    values = np.array(grid.values[top : top + 3, left : left + 3], order="C")
    values.flags.writeable = grid.values.flags.writeable
    small = replace(grid, values=values)
    return small, Start((row - top) * small.cols + col - left)
