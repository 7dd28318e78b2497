"""The tiled solver on a GPU on terrain of several seeds, from several starts.

    python -m benchmarks.anywhere [--sizes 2000,20000] [--seeds 2,3,4,5,6] [--repeat N]
                                  [--parts anywhere,values]

Fractal terrain of each seed, solved from the middle, from an edge and from a corner, with the field
complete on the device. A start is the first cell on the way from its place to the middle from which
half as much is reached as from the middle. Bits are compared with the CPU solver. Parts:

- `anywhere`: whole km/h, with barriers that are kept and with barriers at 1 km/h.
- `values`: float32, 16-bit codes and oblong cells in turn with whole km/h in square cells.

Writes JSON lines to benchmarks/results/anywhere_gpu.jsonl, one for each solve that is timed.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.anywhere.starts import starts_of
from benchmarks.anywhere.values import measure_values
from benchmarks.instances.terrains import fractal_terrain
from benchmarks.measuring.report import Report
from benchmarks.measuring.timings import milliseconds, summary
from benchmarks.measuring.words import names, numbers
from benchmarks.records import results_file
from gpu.grids.solvers.tiled import Tiled
from raster.grid import VelocityGrid
from raster.solvers.tiled import Tiled as HostTiled

RESULTS = results_file("anywhere_gpu")
PARTS = ("anywhere", "values")


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
    parser.add_argument("--parts", type=names(PARTS), default=PARTS)
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args(words)
    for side in given.sizes:
        for seed in given.seeds:
            report = Report(given.out, seed)
            grid = fractal_terrain(side, side, seed)
            for zero in (0.0, 1.0) if "anywhere" in given.parts else ():
                measure(grid, zero, given.repeat, report)
            if "values" in given.parts:
                measure_values(grid, seed, given.repeat, report)


if __name__ == "__main__":
    main()
