"""Adaptive threads on a GPU against all cells always and lists always: Suzuki's figures 4 to 8.

    python -m benchmarks.adaptive_gpu [--fractal 2000,5000] [--mix 5000,2000,10000] [--repeat N]
                                      [--parts solve,thresholds,phases,traced] [--out FILE]

The *mix* is a plain, where fronts are wide, beside mountains with one long winding valley, where
they are narrow. Parts: `solve` (figure 7: the three variants in turn, every field compared bit by
bit with raster.solvers.tiled), `thresholds` (figure 8: the first mix over the threshold at which
lists are left), `phases` (figures 4 to 6: cells served and time of each phase, thinned, and the
spread of the cells served), `traced` (what counting costs). Writes JSON lines to
benchmarks/results/adaptive_gpu.jsonl and prints one line a figure.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.instances.terrains import BARRIER, fractal_terrain, grid_of
from benchmarks.measuring.report import Report
from benchmarks.measuring.timings import milliseconds, summary
from benchmarks.measuring.traced import traced_or_not
from benchmarks.measuring.variants import RATIO, figure_7, figures_4_to_6
from benchmarks.measuring.words import names, numbers
from benchmarks.records import results_file
from core.parallel.phase_switch import Variant
from core.solver import Sources, Start
from gpu.grids.solvers.adaptive_threads import AdaptiveThreads
from raster.grid import VelocityGrid
from raster.solvers.tiled import Tiled
from raster.starts import nearest_passable

RESULTS = results_file("adaptive_gpu")
SEED = 1
RUNS = 8  # of the valley, from the plain to the far side and back
PARTS = ("solve", "thresholds", "phases", "traced")
LIMIT = 100_000.0  # seconds, past the end of the valley: its paths would outgrow the first tick
EACH_S = 6.0  # of timings, after which a variant has had enough
LEAVE_US = (3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30, 50, 100, 1000)


def plain_and_valley(side: int, seed: int) -> VelocityGrid:
    """A square whose left half is open ground and whose right half is one winding valley.

    The valley is 4 to 24 cells broad, its ground of the same kind; the mountains are barriers.
    """
    ground = fractal_terrain(side, side, seed)
    hills = fractal_terrain(side, side, seed + 1, lakes=0.0, roads=0)
    kmh = np.array(ground.values, np.uint8)
    kmh[:, side // 2 :] = BARRIER
    random = np.random.default_rng(seed)
    valley = np.asarray(hills.values, np.uint8)
    left, right = side // 2, side - 1
    spacing = side // (RUNS + 1)
    for run in range(RUNS):
        top, breadth = (run + 1) * spacing, int(random.integers(4, 25))
        kmh[top : top + breadth, left:right] = valley[top : top + breadth, left:right]
        if run + 1 < RUNS:
            bend = slice(right - breadth, right) if run % 2 == 0 else slice(left, left + breadth)
            kmh[top : top + spacing + 4, bend] = valley[top : top + spacing + 4, bend]
    kmh[spacing * 3 // 2 :, left - 1] = BARRIER  # the first run alone opens into the plain
    return grid_of(kmh, f"plain and valley {side}x{side} seed {seed}")


def middle_of_the_left(grid: VelocityGrid) -> Sources:
    """A cell in the middle of the left half."""
    cell = nearest_passable(grid, grid.rows // 2, grid.cols // 4)
    assert cell is not None
    return (Start(cell[0] * grid.cols + cell[1]),)


def _solving(solver: AdaptiveThreads, sources: Sources) -> Callable[[], object]:
    return lambda: solver.solve(sources, limit=LIMIT)


def measure_solve(grid: VelocityGrid, repeat: int, report: Report) -> None:
    """The three variants in turn, compared with the solver of the CPU."""
    sources = middle_of_the_left(grid)
    expected = Tiled(grid).solve(sources, limit=LIMIT)
    solvers = {variant: AdaptiveThreads(grid, variant=variant) for variant in Variant}
    for solver in solvers.values():
        found = solver.solve(sources, limit=LIMIT)
        assert np.array_equal(found.ticks(), expected.labels), "the device differs from the host"
        assert found.reached == expected.reached
        del found
    times = figure_7(solvers, lambda solver: _solving(solver, sources), repeat, EACH_S)
    report.add("solve", grid, same_bits=True, reached=expected.reached, **times)


def measure_thresholds(grid: VelocityGrid, repeat: int, report: Report) -> None:
    """Time of a solve over the threshold at which lists are left; the other one follows."""
    sources = middle_of_the_left(grid)
    for leave in LEAVE_US:
        given: dict[str, Any] = {"to_all_us": leave, "to_listed_us": round(leave * RATIO, 2)}
        solve = _solving(AdaptiveThreads(grid, **given), sources)
        solve()
        ms = summary(milliseconds(solve, repeat))
        report.add("thresholds", grid, **given, ms=ms, n=repeat)


def measure_phases(grid: VelocityGrid, report: Report) -> None:
    """Cells served and time of the phases of each variant."""
    for variant in Variant:
        solver = AdaptiveThreads(grid, variant=variant)
        phases = solver.phase_times(middle_of_the_left(grid), LIMIT)
        report.add("phases", grid, **figures_4_to_6(variant, phases, "cells"))


def measure_traced(grid: VelocityGrid, repeat: int, report: Report) -> None:
    """Silent and traced solves in turn."""
    solve = partial(AdaptiveThreads(grid).solve, limit=LIMIT)
    report.add("traced", grid, **traced_or_not(solve, middle_of_the_left(grid), repeat=repeat))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.adaptive_gpu")
    parser.add_argument("--fractal", type=numbers, default="2000,5000", help="sides of the plain")
    parser.add_argument("--mix", type=numbers, default="5000,2000,10000", help="sides of the mix")
    parser.add_argument("--repeat", type=int, default=9, help="timings of each variant")
    parser.add_argument("--parts", type=names(PARTS), default=PARTS)
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args(argv)
    report = Report(arguments.out, SEED)
    makers = [(fractal_terrain, (side, side, SEED)) for side in arguments.fractal]
    mixes = [(plain_and_valley, (side, SEED)) for side in arguments.mix]
    for make, given in [*makers, *mixes]:
        grid = make(*given)  # type: ignore[operator]  # two makers, each with its arguments
        if "solve" in arguments.parts:
            measure_solve(grid, arguments.repeat, report)
        if "phases" in arguments.parts:
            measure_phases(grid, report)
        if make is plain_and_valley and given == mixes[0][1] and "thresholds" in arguments.parts:
            measure_thresholds(grid, max(arguments.repeat // 3, 3), report)
        if "traced" in arguments.parts:
            measure_traced(grid, arguments.repeat, report)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
