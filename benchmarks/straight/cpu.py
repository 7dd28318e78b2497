"""Straight lines on the processor: what they cost beside eight directions, in one run.

    python -m benchmarks.straight.cpu [--sizes 2000,5000,10000,20000] [--repeat N]
                                      [--solvers tiled,near-far,out-of-core] [--out FILE]

Both geometries of a solver take turns on each grid. Before, each solves once, which compiles it:
the labels of straight lines are compared with Dijkstra's, above 5000² with those of the first
solver, whose certificate is checked. Ratios are of the two solves of a turn. Appends a record a
solver to benchmarks/results/straight_cpu.jsonl.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from app.catalog.algorithms import prepare
from app.catalog.rows import GEOMETRY, STRAIGHT_LINES
from benchmarks.instances.terrains import fractal_terrain, start_of
from benchmarks.measuring.report import Report
from benchmarks.measuring.timings import both_clocks, interleaved
from benchmarks.measuring.words import names, numbers
from benchmarks.records import results_file
from core.solver import Sources
from raster.geometry import EIGHT, GEOMETRIES, STRAIGHT
from raster.grid import VelocityGrid
from raster.validation import validate

RESULTS = results_file("straight_cpu")
SEED = 1
SOLVERS = ("tiled", "near-far", "out-of-core")
DIJKSTRA_SIDE = 5000
"""Largest side of a grid on which Dijkstra is waited for."""


def ours(grid: VelocityGrid, solver: str, geometry: str) -> Any:
    """A solver that is ready to be asked."""
    asked = {GEOMETRY.name: STRAIGHT_LINES} if geometry == STRAIGHT else {}
    return prepare(grid, solver, "cpu", 0.0, asked).solver


def checked(grid: VelocityGrid, found: dict[str, Any], sources: Sources) -> dict[str, bool]:
    """Whether straight lines have the right labels, by solver."""
    if max(grid.shape) <= DIJKSTRA_SIDE:
        expected = ours(grid, "dijkstra", STRAIGHT).solve(sources)
        first = True
    else:
        expected = next(iter(found.values()))
        first = validate(grid, expected, sources).passed
    return {
        solver: first
        and times.tick_seconds == expected.tick_seconds
        and bool(np.array_equal(times.ticks(), expected.ticks()))
        for solver, times in found.items()
    }


def measure(grid: VelocityGrid, solvers: Sequence[str], repeat: int, report: Report) -> bool:
    """A record of each solver; returns whether all labels are right."""
    sources = (start_of(grid),)
    ready = {
        (name, geometry): ours(grid, name, geometry) for name in solvers for geometry in GEOMETRIES
    }
    found = {of: solver.solve(sources) for of, solver in ready.items()}
    straight = {name: found[name, STRAIGHT] for name in solvers}
    right = checked(grid, straight, sources)
    reached = {name: times.reached for name, times in straight.items()}
    del found, straight
    work = {
        f"{name} {geometry}": lambda solver=solver: solver.solve(sources)
        for (name, geometry), solver in ready.items()
    }
    timings = interleaved(work, repeat)
    for name in solvers:
        pairs = list(zip(*(timings[f"{name} {of}"] for of in (EIGHT, STRAIGHT)), strict=True))
        report.add(
            "straight-cpu", grid, solver=name, agrees=right[name], reached=reached[name],
            eight=both_clocks([eight for eight, _ in pairs]),
            straight=both_clocks([straight for _, straight in pairs]),
            times_eight=round(statistics.median(b.wall / a.wall for a, b in pairs), 3),
            times_eight_cpu=round(statistics.median(b.cpu / a.cpu for a, b in pairs), 3),
        )  # fmt: skip
    return all(right.values())


def main(words: Sequence[str] | None = None) -> int:
    """Returns 1 where labels are wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=numbers, default="2000,5000,10000,20000")
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--solvers", type=names(SOLVERS), default="tiled")
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args(words)
    report = Report(given.out, SEED)
    grids = (fractal_terrain(side, side, SEED) for side in given.sizes)
    right = [measure(grid, given.solvers, given.repeat, report) for grid in grids]
    return 0 if all(right) else 1


if __name__ == "__main__":
    raise SystemExit(main())
