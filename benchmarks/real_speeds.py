"""What real speeds cost: float32 and 16-bit codes against whole km/h, on the CPU.

    python -m benchmarks.real_speeds [--sizes 2000] [--repeat N] [--out FILE]

The same ground as whole km/h in a byte, as codes of two bytes for some 30,000 different speeds, and
as float32 with as many speeds as cells; with square cells, and with float32 also with oblong ones.
All are solved in turn in one run, and each timing is compared with the timing in bytes beside it.
The first timing of a grid is listed separately, for it prices what a solver keeps.
`benchmarks.terrain_gpu` does the same on a device. Prints JSON lines, and appends them to
benchmarks/results/real_speeds.jsonl.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.instances.terrains import STRIP, fractal_terrain, start_of
from benchmarks.measuring.timings import interleaved, milliseconds, walls
from benchmarks.measuring.words import numbers
from benchmarks.records import ResultFile, results_file
from core.solver import Start
from raster.grid import VelocityGrid
from raster.solvers.tiled import Tiled

RESULTS = results_file("real_speeds")
BYTES, BYTES_OBLONG = "uint8", "uint8, oblong"
OBLONG = 0.8  # height of a cell by its width
PARTS = 512  # of a km/h, in codes of two bytes


def real_speeds(grid: VelocityGrid, seed: int) -> VelocityGrid:
    """The same ground in float32: up to 0.9 km/h faster, in each cell by another amount."""
    random = np.random.default_rng(seed)
    kmh = np.empty(grid.shape, np.float32)
    for top in range(0, grid.rows, STRIP):
        whole = grid.kmh_of(grid.values[top : top + STRIP])
        more = random.random(whole.shape, np.float32) * np.float32(0.9)
        kmh[top : top + STRIP] = np.where(whole > 0, whole + more, whole)
    return replace(grid, values=kmh, code_speed=None)


def many_codes(grid: VelocityGrid, seed: int) -> VelocityGrid:
    """The same ground in codes of two bytes: faster by whole parts of a km/h, below one."""
    random = np.random.default_rng(seed)
    codes = np.zeros(grid.shape, np.uint16)
    for top in range(0, grid.rows, STRIP):
        whole = np.asarray(grid.values[top : top + STRIP], np.uint32)
        known = (whole > 0) & (whole < 65535 // PARTS)
        more = random.integers(0, PARTS, whole.shape, np.uint32)
        codes[top : top + STRIP] = np.where(known, whole * PARTS + more, 0)
    return replace(grid, values=codes, code_speed=np.arange(65536) / PARTS)


def variants(grid: VelocityGrid, seed: int) -> dict[str, VelocityGrid]:
    """By name; `grid` has whole km/h in bytes."""
    real = real_speeds(grid, seed)
    return {
        BYTES: grid,
        "uint16": many_codes(grid, seed),
        "float32": real,
        BYTES_OBLONG: replace(grid, cell_y=OBLONG * grid.cell_x),
        "float32, oblong": replace(real, cell_y=OBLONG * grid.cell_x),
    }


def measured(
    prepare: Callable[[VelocityGrid], Callable[[Start], object]], grid: VelocityGrid, repeat: int
) -> list[dict[str, Any]]:
    """A record a variant: first timing, timings, and the median of its ratios to bytes.

    prepare : a solver of a grid, as a function of a start that returns when all is done.
    """
    start = start_of(grid)
    solves = {name: prepare(variant) for name, variant in variants(grid, 1).items()}
    first = {}
    for name, solve in solves.items():
        solve(replace(start, delay_seconds=1e7))  # compiles, at another tick
        first[name] = round(milliseconds(partial(solve, start), 1)[0], 3)
    work = {name: lambda solve=solve: solve(start) for name, solve in solves.items()}
    timings = interleaved(work, repeat)
    records = []
    for name, own in timings.items():
        beside = timings[BYTES_OBLONG if name.endswith("oblong") else BYTES]
        ratio = statistics.median(a.wall / b.wall for a, b in zip(own, beside, strict=True))
        told = {"values": name, "first_ms": first[name], "ms": walls(own)}
        records.append(told | {"ratio": round(ratio, 3), "n": len(own)})
    return records


def on_the_cpu(grid: VelocityGrid) -> Callable[[Start], object]:
    """The default solver."""
    solver = Tiled(grid)
    return lambda start: solver.solve((start,))


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=numbers, default="2000")
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args(words)
    results = ResultFile(given.out, benchmark="real-speeds", part="real")
    for side in given.sizes:
        grid = fractal_terrain(side, side, 1)
        for record in measured(on_the_cpu, grid, given.repeat):
            told = {"grid": grid.name, **record}
            print(json.dumps(told), flush=True)
            results.add(told)


if __name__ == "__main__":
    main()
