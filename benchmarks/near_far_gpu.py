"""Near-far and Bellman-Ford on a GPU against the sequential Dijkstra of the same machine.

    python -m benchmarks.near_far_gpu [--sizes 2000,5000,10000] [--repeat N] [--parts a,b]
                                      [--zero 0,1] [--out FILE]

Parts: `sweep` (near-far with Δ from 10 to 1000 s and one that follows the work, barriers kept and
at 1 km/h), `bellman-ford` (up to 2000²), `narrow` (a spiral, a maze, a corridor: very many
rounds), `traced` (what counting costs, not compared). Dijkstra runs once for each grid; every other
field has to equal its bits. Writes JSON lines to benchmarks/results/near_far_gpu.jsonl and prints
one line a figure.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.instances.terrains import corridor, fractal_terrain, maze, spiral, start_of
from benchmarks.measuring.report import Report
from benchmarks.measuring.timings import milliseconds, summary
from benchmarks.measuring.traced import told, traced_or_not
from benchmarks.measuring.words import names, numbers
from benchmarks.records import results_file
from core.solver import Start
from gpu.grids.solvers.bellman_ford import BellmanFord
from gpu.grids.solvers.near_far import NearFar
from gpu.grids.solvers.round_solver import RoundSolver
from raster.grid import VelocityGrid
from raster.solvers.dijkstra import Dijkstra

RESULTS = results_file("near_far_gpu")
SEED = 1
WIDTHS = (10, 20, 50, 100, 200, 500, 1000)  # seconds
LARGEST_BELLMAN_FORD = 2000  # cells a side
PARTS = ("sweep", "bellman-ford", "narrow", "traced")


@dataclass(frozen=True)
class FieldReference:
    """Dijkstra's field, and how long it took."""

    grid: VelocityGrid
    zero_speed: float
    start: Start
    ticks: NDArray[np.uint32]
    ms: float

    @classmethod
    def of(cls, grid: VelocityGrid, zero_speed: float) -> FieldReference:
        start = start_of(grid, zero_speed)
        timings: list[Any] = []
        ms = milliseconds(
            lambda: timings.append(Dijkstra(grid, zero_speed_kmh=zero_speed).solve((start,))), 1
        )
        return cls(grid, zero_speed, start, timings[0].labels, ms[0])


def measure(
    part: str,
    solver: RoundSolver,
    reference: FieldReference,
    repeat: int,
    report: Report,
    **about: Any,
) -> None:
    """Check the bits, time silent solves, and ask one traced solve what it did."""
    times = solver.solve((reference.start,))
    same = bool(np.array_equal(times.ticks(), reference.ticks))
    del times
    timings = milliseconds(lambda: solver.solve((reference.start,)), repeat)
    _, finished, kernel_ms = told(solver.solve, (reference.start,))
    figures = summary(timings)
    report.add(
        part,
        reference.grid,
        algorithm=solver.algorithm,
        zero_speed_kmh=reference.zero_speed,
        **about,
        ms=figures,
        n=repeat,
        same_bits=same,
        dijkstra_ms=round(reference.ms, 1),
        speedup=round(reference.ms / figures["median"], 1),
        rounds=finished.iterations,
        visits_per_cell=round(finished.visits / max(finished.reached, 1), 3),
        kernel_ms=kernel_ms,
        copied_bytes=finished.bytes_moved,
    )
    assert same, "the device differs from Dijkstra"


def measure_sweep(reference: FieldReference, repeat: int, report: Report) -> None:
    for width in (0, *WIDTHS):
        solver = NearFar(
            reference.grid, zero_speed_kmh=reference.zero_speed, delta_seconds=float(width)
        )
        measure("sweep", solver, reference, repeat, report, delta_seconds=width or "dynamic")


def measure_bellman_ford(reference: FieldReference, repeat: int, report: Report) -> None:
    solver = BellmanFord(reference.grid, zero_speed_kmh=reference.zero_speed)
    measure("bellman-ford", solver, reference, repeat, report)


def measure_narrow(repeat: int, report: Report) -> None:
    for grid in (spiral(800, 800), maze(1000, 1000, SEED), corridor(2000, 2000)):
        reference = FieldReference.of(grid, 0.0)
        measure("narrow", NearFar(grid), reference, repeat, report, delta_seconds="dynamic")


def measure_traced(reference: FieldReference, repeat: int, report: Report) -> None:
    """Silent and traced solves in turn."""
    fields = traced_or_not(NearFar(reference.grid).solve, (reference.start,), repeat=repeat)
    report.add("traced", reference.grid, **fields)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", type=numbers, default=[2000, 5000, 10000])
    parser.add_argument("--zero", type=numbers, default=[0, 1], help="km/h in place of 0")
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--parts", type=names(PARTS), default=PARTS)
    parser.add_argument("--out", type=Path, default=RESULTS)
    chosen = parser.parse_args(arguments)
    report = Report(chosen.out, SEED)
    Dijkstra(spiral(20, 20)).solve((Start(0),))  # compiles
    if "narrow" in chosen.parts:
        measure_narrow(3, report)
    for side in chosen.sizes:
        grid = fractal_terrain(side, side, SEED)
        for zero_speed in chosen.zero:
            reference = FieldReference.of(grid, float(zero_speed))
            if "sweep" in chosen.parts:
                measure_sweep(reference, chosen.repeat, report)
            if "bellman-ford" in chosen.parts and side <= LARGEST_BELLMAN_FORD:
                measure_bellman_ford(reference, chosen.repeat, report)
            if "traced" in chosen.parts and zero_speed == 0:
                measure_traced(reference, 3 * chosen.repeat, report)


if __name__ == "__main__":
    main()
