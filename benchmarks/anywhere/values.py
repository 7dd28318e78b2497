"""Real speeds and oblong cells beside whole km/h, on terrain and from starts that differ.

Run by `benchmarks.anywhere`. The variants are those of `benchmarks.real_speeds`, solved in turn, so
that each timing has one of its twin beside it.
"""

from __future__ import annotations

import statistics

import numpy as np

from benchmarks.anywhere.starts import starts_of
from benchmarks.measuring.report import Report
from benchmarks.measuring.timings import interleaved, walls
from benchmarks.real_speeds import BYTES, BYTES_OBLONG, variants
from core.solver import Start
from gpu.grids.solvers.tiled import Tiled
from raster.grid import VelocityGrid
from raster.solvers.tiled import Tiled as HostTiled

BESIDE = {
    "uint16": BYTES,
    "float32": BYTES,
    BYTES_OBLONG: BYTES,
    "float32, oblong": "float32",
}
"""Variant that a variant is compared with: another type with bytes, oblong cells with square ones
of the same type."""


def measure_values(grid: VelocityGrid, seed: int, repeat: int, report: Report) -> None:
    """A record for each start and variant: timings, the median of its ratios to its twin, and
    whether its bits are those of the CPU. Barriers are kept.

    grid : whole km/h in bytes, in square cells. seed : of what is added to its speeds.
    """
    made = variants(grid, seed)
    solvers = {name: Tiled(variant) for name, variant in made.items()}
    for place, start in starts_of(grid, solvers[BYTES], 0.0).items():
        same = {name: _same_bits(made[name], solvers[name], start) for name in made}
        work = {
            name: lambda solver=solver, start=start: solver.solve((start,))
            for name, solver in solvers.items()
        }
        timings = interleaved(work, repeat)
        for name, own in timings.items():
            beside = timings[BESIDE.get(name, name)]
            ratio = statistics.median(a.wall / b.wall for a, b in zip(own, beside, strict=True))
            report.add(
                "values", grid, side=grid.rows, values=name, beside=BESIDE.get(name),
                zero_speed_kmh=0.0, place=place, start=list(divmod(start.element, grid.cols)),
                ms=walls(own), ratio=round(ratio, 3), n=len(own), same_bits=same[name],
            )  # fmt: skip
        assert all(same.values()), "the device differs from the host"


def _same_bits(grid: VelocityGrid, solver: Tiled, start: Start) -> bool:
    ticks = solver.solve((start,)).ticks()
    return bool(np.array_equal(ticks, HostTiled(grid).solve((start,)).labels))
