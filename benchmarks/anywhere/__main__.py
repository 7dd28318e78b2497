"""The tiled solver on a GPU on terrain and from starts that nothing was tuned on.

    python -m benchmarks.anywhere [--sizes 2000,20000] [--seeds 2,3,4,5,6] [--repeat N]

Fractal terrain of each seed, solved from the middle, from an edge and from a corner, with barriers
that are kept and with barriers at 1 km/h: the solver with its field complete on the device. A start
is the first cell on the way from its place to the middle from which half as much is reached as from
the middle. Bits are compared with the CPU solver. Writes JSON lines to
benchmarks/results/anywhere_gpu.jsonl, one for each solve that is timed.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.instances.terrains import fractal_terrain
from benchmarks.measuring.report import Report
from benchmarks.measuring.timings import milliseconds, summary
from benchmarks.measuring.words import numbers
from benchmarks.records import results_file
from core.solver import Start
from gpu.grids.solvers.tiled import Tiled
from raster.grid import VelocityGrid
from raster.solvers.tiled import Tiled as HostTiled
from raster.starts import good_start

RESULTS = results_file("anywhere_gpu")

PLACES = {"middle": (0.5, 0.5), "edge": (0.5, 0.0), "corner": (0.0, 0.0)}
"""Places where starts are looked for, by name, as shares of the rows and columns."""

STRIDE = 7
"""Cells from one place that is tried to the next."""


def starts_of(grid: VelocityGrid, solver: Tiled, zero: float) -> dict[str, Start]:
    """A start for each of PLACES; AssertionError where there is none."""
    good = good_start(grid, zero)
    assert good is not None
    reached = solver.solve((Start(good[0] * grid.cols + good[1]),)).reached
    found = {}
    for name, (down, across) in PLACES.items():
        row, col = round(down * (grid.rows - 1)), round(across * (grid.cols - 1))
        for step in range(0, max(grid.shape) // 2, STRIDE):
            r = row + int(np.sign(grid.rows // 2 - row)) * min(step, abs(grid.rows // 2 - row))
            c = col + int(np.sign(grid.cols // 2 - col)) * min(step, abs(grid.cols // 2 - col))
            if name == "middle":  # there is nowhere to go but aside
                r, c = row, min(col + step, grid.cols - 1)
            if not (zero > 0 or grid.passable(r, c)):
                continue
            start = Start(r * grid.cols + c)
            if 2 * solver.solve((start,)).reached >= reached:
                found[name] = start
                break
        assert name in found, f"from no {name}"
    return found


def measure(grid: VelocityGrid, zero: float, repeat: int, report: Report) -> None:
    solver, host = Tiled(grid, zero_speed_kmh=zero), HostTiled(grid, zero_speed_kmh=zero)
    for place, start in starts_of(grid, solver, zero).items():
        times = solver.solve((start,))
        expected = host.solve((start,))
        same = bool(np.array_equal(times.ticks(), expected.labels))
        reached = times.reached
        del times, expected
        timings = milliseconds(lambda start=start: solver.solve((start,)), repeat)  # type: ignore[misc]
        control = solver._queue.read_control()
        visits = round(int(control["finished"]) / solver._queue.tiles, 2)
        report.add(
            "anywhere", grid, side=grid.rows, zero_speed_kmh=zero, place=place,
            start=list(divmod(start.element, grid.cols)), ms=summary(timings), n=repeat,
            reached=reached, same_bits=same, visits_per_tile=visits,
        )  # fmt: skip
        assert same, "the device differs from the host"


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.anywhere")
    parser.add_argument("--sizes", type=numbers, default="2000,20000")
    parser.add_argument("--seeds", type=numbers, default="2,3,4,5,6")
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args(words)
    for side in given.sizes:
        for seed in given.seeds:
            report = Report(given.out, seed)
            grid = fractal_terrain(side, side, seed)
            for zero in (0.0, 1.0):
                measure(grid, zero, given.repeat, report)


if __name__ == "__main__":
    main()
