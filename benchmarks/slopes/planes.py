"""How true times along straight lines on slopes are: on planes, beside the least there is.

    python -m benchmarks.slopes.planes [--models tobler,naismith] [--rises 0,10,30,60] [--side 201]
                                       [--out FILE]

On a plane of even speed that rises evenly each direction has one cost, and the least time to a
place is that of the best way of straight pieces: the place lies on the border of the convex hull of
all velocities, so many times enlarged. Times of `dijkstra` from the middle, along straight lines
and by eight directions, are compared with it for all cells beyond 20 of the start. Appends a record
a plane and geometry to benchmarks/results/slopes_planes.jsonl.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull

from benchmarks.measuring.report import Report
from benchmarks.measuring.words import names, numbers
from benchmarks.records import results_file
from core.solver import Start
from core.times import UNREACHED
from raster.files.slopes.text import model_of
from raster.grid import grid_from_kmh
from raster.slopes.heights import heights_of
from raster.slopes.models import SlopeModel
from raster.slopes.slopes import GridSlopes
from raster.solvers.dijkstra import Dijkstra

SIDE = 201
BEYOND = 20
"""Cells from the start within which times are not looked at."""

CELL, KMH = 10.0, 6.0
DIRECTIONS = 5760
"""Directions whose costs make the hull: a sixteenth of a degree apart."""

ANGLES = 0.0, 22.5, 45.0
"""Degrees from the rows to the way straight up."""

MODELS = {"tobler": "tobler", "naismith": "naismith"}
GEOMETRIES = "straight", "eight"


def least_seconds(
    model: SlopeModel, rise: float, angle: float, to: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Seconds to places, (n, 2), metres east and north of the start, of the best way there is.
    rise : of the plane, over its length. angle : radians from the east to the way straight up."""
    ways = np.linspace(0, 2 * math.pi, DIRECTIONS, endpoint=False)
    seconds = 3.6 / KMH * model.factor(rise * np.cos(ways - angle))
    velocities = np.column_stack((np.cos(ways), np.sin(ways))) / seconds[:, None]
    sides = ConvexHull(velocities).equations  # outward normals, and less their distances
    found: NDArray[np.float64] = (to @ (sides[:, :2] / -sides[:, 2:]).T).max(axis=1)
    return found


def measure(name: str, rise: float, angle: float, side: int, report: Report) -> None:
    """A record of each geometry on one plane."""
    model, middle = model_of(MODELS[name]), side // 2
    down, right = (np.mgrid[:side, :side] - middle) * CELL
    turned = math.radians(angle)
    metres = rise * (right * math.cos(turned) - down * math.sin(turned))
    grid = grid_from_kmh(np.full((side, side), KMH), CELL)
    slopes = GridSlopes(heights_of(metres), model)
    far = np.hypot(down, right) > BEYOND * CELL
    least = least_seconds(model, rise, turned, np.column_stack((right[far], -down[far])))
    for geometry in GEOMETRIES:
        solver = Dijkstra(grid, slopes=slopes, geometry=geometry)
        times = solver.solve((Start(middle * side + middle, 0.0),))
        ticks = times.labels[far]
        late = ticks * times.tick_seconds / least - 1
        report.add(
            "planes", model=name, rise=rise, angle=angle, geometry=geometry, cells=len(late),
            reached=bool((ticks < UNREACHED).all()),
            mean_percent=round(100 * float(late.mean()), 3),
            worst_percent=round(100 * float(late.max()), 3),
            earliest_percent=round(100 * float(late.min()), 3),
        )  # fmt: skip


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=names(MODELS), default=list(MODELS))
    parser.add_argument("--rises", type=numbers, default="0,10,30,60", help="per cent")
    parser.add_argument("--side", type=int, default=SIDE)
    parser.add_argument("--out", type=Path, default=results_file("slopes_planes"))
    given = parser.parse_args(words)
    report = Report(given.out, 0)
    for name in given.models:
        for rise in given.rises:
            for angle in ANGLES if rise else ANGLES[:1]:
                measure(name, rise / 100, angle, given.side, report)


if __name__ == "__main__":
    main()
