"""`tiled` on slopes: what it takes beside the level, in one run, with labels compared.

    python -m benchmarks.slopes.tiled [--backend gpu] [--sizes 2000,5000,10000] [--repeat N]
                                      [--models tobler,table] [--directions from,to] [--out FILE]
                                      [--geometries eight,straight] [--prices kept]

On each grid, fractal ground with the heights that its speeds were drawn from, the level and all
models take turns, in each geometry; fields of a GPU stay on it. Before, each solves once, which
compiles it, and its labels are compared: of a GPU with the CPU's `tiled`, and up to 2000² with
Dijkstra's as well. Ratios are of the two solves of a turn, and of straight lines also of four: how
much longer they take than eight directions on slopes, by how much longer on the level. On a GPU
prices of steps, and of lines between them, are kept from solve to solve, as where there is memory,
and a solve that finds them first is timed, too; or they are found at each visit of a tile. Appends
a record a model and geometry to benchmarks/results/slopes_gpu.jsonl, or slopes_cpu.jsonl.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from app.catalog.algorithms import prepare
from app.catalog.rows import EIGHT_DIRECTIONS, GEOMETRY, STRAIGHT_LINES
from benchmarks.instances.terrains import fractal_heights, fractal_terrain, start_of
from benchmarks.measuring.report import Report
from benchmarks.measuring.timings import interleaved, walls
from benchmarks.measuring.words import names, numbers
from benchmarks.records import results_file
from core.solver import Sources
from gpu.grids import device_slopes
from raster.files.slopes.text import model_of
from raster.grid import VelocityGrid
from raster.slopes.heights import heights_of
from raster.slopes.slopes import GridSlopes

SEED = 1
MODELS = {
    "tobler": "tobler",
    "naismith": "naismith",
    "r.walk": "naismith:lambda=1",
    "table": "points:-40=4,-10=1.2,0=1,10=2,40=8",
}
"""Models by name, as they are written on a command line."""

LEVEL = "level"
GEOMETRIES = {"eight": EIGHT_DIRECTIONS, "straight": STRAIGHT_LINES}
DIRECTIONS = ("from", "to")
PRICES = ("kept", "visits")
FIRST = "first"
DIJKSTRA_SIDE = 2000
"""Largest side of a grid on which Dijkstra is waited for."""


def same_bits(
    grid: VelocityGrid,
    how: dict[str, Any],
    found: Any,
    sources: Sources,
    backend: str,
) -> dict[str, bool]:
    """Whether times have the labels of other solvers on the CPU, by solver."""
    oracles = ["tiled"] if backend == "gpu" else []
    oracles += ["dijkstra"] if max(grid.shape) <= DIJKSTRA_SIDE else []
    labels, same = found.ticks(), {}
    for oracle in oracles:
        expected = prepare(grid, oracle, "cpu", **how).solver.solve(sources)
        same[oracle] = expected.tick_seconds == found.tick_seconds and bool(
            np.array_equal(labels, expected.ticks())
        )
    return same


def _of_device(solver: Any, cells: int) -> dict[str, float]:
    """Visits a tile of the last solve, and bytes a cell that slopes take on the device."""
    queue, heights = getattr(solver, "_queue", None), getattr(solver, "_heights", None)
    found: dict[str, float] = {}
    if queue is not None:
        finished = int(queue.read_control()["finished"])
        found["visits_per_tile"] = round(finished / queue.tiles, 2)
    if heights is not None:
        more = heights.nbytes
        found["more_bytes_per_cell"] = round(more / cells, 3)
    return found


def keeps_prices(solver: Any) -> bool:
    heights = getattr(solver, "_heights", None)
    return heights is not None and heights.keeps_prices


def first(solver: Any, sources: Sources) -> Any:
    """Solves as after a change of the tick: all steps are priced before."""
    solver._heights.price_anew()
    return solver.solve(sources)


def measure(grid: VelocityGrid, given: argparse.Namespace, report: Report) -> list[str]:
    """All in turn on one grid; a record of each. Returns those that have other labels."""
    sources = (start_of(grid),)
    heights = heights_of(fractal_heights(*grid.shape, SEED))
    asked = {
        f"{name} {direction}": GridSlopes(heights, model_of(MODELS[name]), direction=direction)
        for name in given.models
        for direction in given.directions
    }
    hows: dict[tuple[str, str], dict[str, Any]] = {
        (geometry, name): {"slopes": slopes, "parameters": {GEOMETRY.name: GEOMETRIES[geometry]}}
        for geometry in given.geometries
        for name, slopes in {LEVEL: None, **asked}.items()
    }
    solvers: dict[tuple[str, str], Any] = {}
    same, reached = {}, {}
    for each, how in hows.items():
        solvers[each] = prepare(grid, "tiled", given.backend, **how).solver
        found = solvers[each].solve(sources)
        reached[each] = int(found.reached)
        if each[1] in asked:
            same[each] = same_bits(grid, how, found, sources, given.backend)
        del found
    work = {
        " ".join(each): lambda solver=solver: solver.solve(sources)
        for each, solver in solvers.items()
    }
    keep = {each: solver for each, solver in solvers.items() if keeps_prices(solver)}
    for each, solver in keep.items():
        work[f"{FIRST} {' '.join(each)}"] = lambda solver=solver: first(solver, sources)
    timed = interleaved(work, given.repeat)
    timings = {each: timed[" ".join(each)] for each in solvers}

    def ratio(*fractions: tuple[tuple[str, str], tuple[str, str]]) -> float:
        """Median over turns of the first ratio of wall times, divided by the others."""
        turns = zip(
            *(zip(timings[a], timings[b], strict=False) for a, b in fractions), strict=False
        )
        quotients = [[over.wall / under.wall for over, under in turn] for turn in turns]
        return round(float(statistics.median(x / prod(rest) for x, *rest in quotients)), 3)

    for (geometry, name), times in timings.items():
        level, eight = (geometry, LEVEL), ("eight", name)
        more: dict[str, Any] = {}
        if (geometry, name) in keep:
            more["first_ms"] = walls(timed[f"{FIRST} {geometry} {name}"])
        if given.backend == "gpu" and name != LEVEL:
            more["prices"] = PRICES[not keeps_prices(solvers[geometry, name])]
        if geometry != "eight" and eight in timings:
            by_level = (level, ("eight", LEVEL))
            more["times_eight"] = ratio(((geometry, name), eight))
            more["times_as_on_level"] = ratio(((geometry, name), eight), by_level)
        report.add(
            "slopes", grid, model=name, geometry=geometry, backend=given.backend, ms=walls(times),
            n=len(times), times_level=ratio(((geometry, name), level)), **more,
            reached=reached[geometry, name], same_bits=same.get((geometry, name), {}),
            **_of_device(solvers[geometry, name], grid.values.size),
        )  # fmt: skip
    return [" ".join(each) for each, bits in same.items() if not all(bits.values())]


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", choices=("cpu", "gpu"), default="cpu")
    parser.add_argument("--sizes", type=numbers, default="2000,5000,10000")
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--models", type=names(MODELS), default=list(MODELS))
    parser.add_argument("--directions", type=names(DIRECTIONS), default=["from"])
    parser.add_argument("--geometries", type=names(GEOMETRIES), default=list(GEOMETRIES))
    parser.add_argument("--prices", choices=PRICES, default=PRICES[0])
    parser.add_argument("--out", type=Path, default=None)
    given = parser.parse_args(words)
    if given.prices == "visits":
        device_slopes.PRICES_SHARE = 0.0
    report = Report(given.out or results_file(f"slopes_{given.backend}"), SEED)
    wrong: list[str] = []
    for side in given.sizes:
        grid = fractal_terrain(side, side, SEED)
        wrong += [f"{grid.name}, {name}" for name in measure(grid, given, report)]
    if wrong:
        raise SystemExit(f"other labels: {'; '.join(wrong)}")


if __name__ == "__main__":
    main()
