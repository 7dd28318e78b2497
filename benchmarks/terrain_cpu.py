"""Terrain solvers on the CPU against their peers, on the same grids in one run.

    python -m benchmarks.terrain_cpu [--quick] [--sizes 2000,5000] [--repeat N] [--out FILE]

Writes JSON lines and prints a table. Only the solve is timed: reading, pricing tables, copies in a
peer's own format are made before; ours fills its field in the time. Each solver runs once
beforehand, which compiles it and shows whether all agree: `tiled` and the C++ peer with our
Dijkstra to the bit, the others to 1e-4.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.compare import shown
from benchmarks.instances.inputs import Terrain, fractal, terrains
from benchmarks.measuring.timings import both_clocks, interleaved
from benchmarks.measuring.traced import told, traced_or_not
from benchmarks.measuring.words import names, numbers
from benchmarks.peak_memory import DTYPES, measure_in_subprocess
from benchmarks.peers import cpp_dijkstra
from benchmarks.peers.absent import AbsentError
from benchmarks.peers.libraries import prepare_scikit_image, prepare_xarray_spatial
from benchmarks.records import ResultFile, results_file
from core.solver import Start
from core.times import UNREACHED
from raster.grid import VelocityGrid
from raster.solvers.dijkstra import Dijkstra
from raster.solvers.near_far import NearFar
from raster.solvers.tiled import Tiled
from raster.tiles.cells import TILE

RESULTS = results_file("terrain_cpu")
TOLERANCE = 1e-4
TRACED: dict[str, Callable[[VelocityGrid], Tiled | NearFar]] = {"tiled": Tiled, "near-far": NearFar}
Record = dict[str, Any]
Field = NDArray[Any]  # ticks, uint32, or seconds, floating; (rows, cols)
Solve = Callable[[], Field]


def prepare_tiled(grid: VelocityGrid, start: int, _tick: float) -> Solve:
    solver = Tiled(grid)
    return lambda: solver.solve((Start(start),)).labels


def prepare_dijkstra(grid: VelocityGrid, start: int, _tick: float) -> Solve:
    solver = Dijkstra(grid)
    return lambda: solver.solve((Start(start),)).labels


CONTESTANTS: dict[str, Callable[[VelocityGrid, int, float], Solve]] = {
    "tiled": prepare_tiled,
    "dijkstra": prepare_dijkstra,
    "C++ Dijkstra": cpp_dijkstra.prepare,
    "scikit-image": prepare_scikit_image,
    "xarray-spatial": prepare_xarray_spatial,
}


@dataclass(frozen=True)
class ResultReference:
    """Our Dijkstra's result."""

    ticks: NDArray[np.uint32]
    tick: float
    reached: int

    @classmethod
    def of(cls, terrain: Terrain) -> ResultReference:
        times = Dijkstra(terrain.grid).solve((Start(terrain.start),))
        return cls(times.labels, times.tick_seconds, times.reached)

    def compared(self, found: Field) -> Record:
        """Whether ticks are the same bits, or seconds the same within the tolerance."""
        if found.dtype == np.uint32:
            return {"agrees": bool(np.array_equal(found, self.ticks)), "agreement": "bits"}
        reached = self.ticks < UNREACHED
        same = bool(np.array_equal(reached, np.isfinite(found)))
        expected = self.ticks[reached] * self.tick
        error = np.abs(found[reached] - expected) / np.maximum(expected, 1e-9)
        worst = float(error.max(initial=0.0, where=expected > 0)) if same else float("inf")
        agrees = same and worst <= TOLERANCE
        return {"agrees": agrees, "agreement": f"{TOLERANCE:g}", "largest_error": worst}


def counts_of_tiled(terrain: Terrain) -> Record:
    """Rounds, visits and first step width of a solve."""
    started, finished, _ = told(Tiled(terrain.grid).solve, (Start(terrain.start),))
    tiles = -(-terrain.grid.rows // TILE) * -(-terrain.grid.cols // TILE)
    return {
        "rounds": finished.iterations,
        "visits": finished.visits,
        "visits_per_tile": round(finished.visits / tiles, 3),
        "first_delta_s": started.delta_seconds,
    }


def described(terrain: Terrain) -> Record:
    grid = terrain.grid
    return {
        "grid": {
            "name": terrain.name,
            "rows": grid.rows,
            "cols": grid.cols,
            "cells": grid.rows * grid.cols,
            "dtype": grid.values.dtype.name,
            "cell_m": [grid.step_x, grid.step_y],
            "seed": terrain.seed,
        },
        "start": list(divmod(terrain.start, grid.cols)),
    }


def measure(terrain: Terrain, repeat: int, contestants: Sequence[str]) -> Iterator[Record]:
    """One record a contestant, the absent ones included."""
    reference = ResultReference.of(terrain)
    about = {"benchmark": "terrain-cpu", **described(terrain)}
    ready: dict[str, Solve] = {}
    agreement: dict[str, Record] = {}
    for name in contestants:
        try:
            solve = CONTESTANTS[name](terrain.grid, terrain.start, reference.tick)
        except AbsentError as absent:
            yield {**about, "solver": name, "absent": str(absent)}
            continue
        agreement[name] = reference.compared(solve())
        ready[name] = solve
    cells = about["grid"]["cells"]
    for name, timings in interleaved(ready, repeat).items():
        clocks = both_clocks(timings)
        yield {
            **about,
            "solver": name,
            **clocks,
            "mcells_per_s": round(cells / max(clocks["wall_ms"]["median"], 1e-6) / 1e3, 2),
            "reached": reference.reached,
            **agreement[name],
            **(counts_of_tiled(terrain) if name == "tiled" else {}),
        }


def measure_traced(terrain: Terrain, repeat: int) -> Iterator[Record]:
    """What a trace costs: each of our parallel solvers with and without one, in turn."""
    for algorithm, kind in TRACED.items():
        solve = kind(terrain.grid).solve
        yield {
            "benchmark": "terrain-trace",
            "part": "traced",
            **described(terrain),
            "algorithm": algorithm,
            **traced_or_not(solve, (Start(terrain.start),), repeat=repeat),
        }


def run(
    sizes: Sequence[int], repeat: int, memory_side: int, contestants: Sequence[str]
) -> Iterator[Record]:
    """All records of a run, as they come."""
    for make in terrains(sizes):
        try:
            terrain = make()
        except AbsentError as absent:
            yield {"benchmark": "terrain-cpu", "absent": str(absent)}
            continue
        yield from measure(terrain, repeat, contestants)
    yield from measure_traced(fractal(min(sizes, default=memory_side)), 3 * repeat)
    terrain = fractal(memory_side)
    for dtype in DTYPES:
        about = described(terrain)
        about["grid"]["dtype"] = dtype
        yield {"benchmark": "terrain-memory", **about, **measure_in_subprocess(terrain, dtype)}


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.terrain_cpu")
    parser.add_argument("--quick", action="store_true", help="one small size, three timings")
    parser.add_argument("--sizes", type=numbers, default="2000,5000", help="sides of drawn grids")
    parser.add_argument("--repeat", type=int, default=9, help="timings of each solver")
    parser.add_argument("--only", type=names(CONTESTANTS), default=list(CONTESTANTS), help="a,b")
    parser.add_argument("--out", type=Path, default=RESULTS, help="JSON lines, appended to")
    arguments = parser.parse_args(argv)
    if arguments.quick:
        arguments.sizes, arguments.repeat = [500], 3
    return arguments


def main(argv: Sequence[str] | None = None) -> int:
    """Returns 1 where results disagree."""
    arguments = _arguments(argv)
    results = ResultFile(arguments.out)
    memory_side = 500 if arguments.quick else 2000
    records: list[Record] = []
    for record in run(arguments.sizes, arguments.repeat, memory_side, arguments.only):
        records.append(results.add(record))
        print(".", end="", flush=True, file=sys.stderr)
    print(file=sys.stderr)
    print(shown(records))
    print(f"\n{arguments.out}")
    return 0 if all(record.get("agrees", True) for record in records) else 1


if __name__ == "__main__":
    sys.exit(main())
