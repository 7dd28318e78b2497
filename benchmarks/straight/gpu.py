"""Straight lines on a GPU: what they cost beside eight directions, and beside Eiko, in one run.

    python -m benchmarks.straight.gpu [--sizes 2000,5000,10000,20000] [--repeat N]
                                      [--solvers tiled,near-far] [--zero 0] [--high 10]
                                      [--out FILE]

On each grid all take turns: `tiled` (or another) with eight directions and with straight lines, and
Eiko's plain and diagonal stencils where torch, ninja, nvcc and Eiko are and cells are square;
fields stay on the device.
Bits of our straight lines are compared with those of the CPU's `tiled`, up to 2000² with
Dijkstra's as well. A peer's times are compared with ours: the median and the largest relative
difference where both reach. Appends a record a solver to benchmarks/results/straight_gpu.jsonl.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from app.catalog.algorithms import prepare
from app.catalog.rows import GEOMETRY, STRAIGHT_LINES
from benchmarks.instances.terrains import fractal_terrain, start_of
from benchmarks.measuring.report import Report
from benchmarks.measuring.timings import interleaved, walls
from benchmarks.measuring.words import names, numbers
from benchmarks.peers.absent import AbsentError
from benchmarks.peers.eiko import Eiko, on_the_host
from benchmarks.records import results_file
from core.solver import Sources
from raster.geometry import EIGHT, GEOMETRIES, STRAIGHT
from raster.grid import VelocityGrid

RESULTS = results_file("straight_gpu")
SEED = 1
SOLVERS = ("tiled", "near-far")
DIJKSTRA_SIDE = 2000
"""Largest side of a grid on which Dijkstra is waited for."""

Solve = Callable[[], Any]


def parameters(geometry: str) -> dict[str, float]:
    """Those of the catalogue that stand for a geometry."""
    return {GEOMETRY.name: STRAIGHT_LINES} if geometry == STRAIGHT else {}


def ours(grid: VelocityGrid, solver: str, geometry: str, backend: str, zero: float) -> Any:
    """A solver that is ready to be asked."""
    return prepare(grid, solver, backend, zero, parameters(geometry)).solver


def same_bits(grid: VelocityGrid, found: Any, sources: Sources, zero: float) -> dict[str, bool]:
    """Whether straight lines have the labels of the CPU's solvers, by solver."""
    oracles = ("tiled", "dijkstra") if max(grid.shape) <= DIJKSTRA_SIDE else ("tiled",)
    labels, same = found.ticks(), {}
    for oracle in oracles:
        expected = ours(grid, oracle, STRAIGHT, "cpu", zero).solve(sources)
        same[oracle] = expected.tick_seconds == found.tick_seconds and bool(
            np.array_equal(labels, expected.ticks())
        )
    return same


def apart(theirs: np.ndarray[Any, Any], seconds: np.ndarray[Any, Any]) -> dict[str, Any]:
    """Relative differences of a peer's times where we reach; beyond a minute, where a start's cell
    counts for little."""
    far = np.isfinite(seconds) & (seconds > 60)
    relative = np.abs(theirs[far] - seconds[far]) / seconds[far]
    if not relative.size:
        return {"median_apart": None, "most_apart": None}
    return {"median_apart": float(np.median(relative)), "most_apart": float(relative.max())}


def peers(grid: VelocityGrid, cell: int, zero: float, report: Report) -> dict[str, Solve]:
    """Eiko's two stencils; what is missing is told."""
    if zero:
        return {}
    found: dict[str, Solve] = {}
    for name, diagonal in (("eiko plain", False), ("eiko diagonal", True)):
        try:
            found[name] = Eiko(grid, diagonal=diagonal).from_cell(cell)
        except AbsentError as absent:
            report.add("straight", grid, solver=name, absent=str(absent))
    return found


def measure(
    grid: VelocityGrid, solvers: Sequence[str], zero: float, repeat: int, report: Report
) -> None:
    """All in turn on one grid; a record of each."""
    start = start_of(grid)
    sources = (start,)
    solving = {
        (name, geometry): ours(grid, name, geometry, "gpu", zero)
        for name in solvers
        for geometry in GEOMETRIES
    }
    work: dict[str, Solve] = {
        f"{name} {geometry}": lambda solver=solver: solver.solve(sources)  # type: ignore[misc]
        for (name, geometry), solver in solving.items()
    }
    work |= peers(grid, start.element, zero, report)
    answers = {name: solve() for name, solve in work.items()}  # compiled, and memory allocated
    about: dict[str, dict[str, Any]] = {name: {} for name in work}
    for name, geometry in solving:
        if geometry == STRAIGHT:
            answer = answers[f"{name} {STRAIGHT}"]
            same = same_bits(grid, answer, sources, zero)
            about[f"{name} {STRAIGHT}"] = {"same_bits": same, "reached": int(answer.reached)}
    seconds = answers[f"{solvers[0]} {STRAIGHT}"].seconds(grid.whole(), grid.shape)
    for name in work:
        if name.startswith("eiko"):
            about[name] = apart(on_the_host(answers[name]), seconds)
    del answers, seconds
    timings = interleaved(work, repeat)
    eight = {name: walls(timings[f"{name} {EIGHT}"])["median"] for name in solvers}
    for name, times in timings.items():
        figures = walls(times)
        solver = name.rpartition(" ")[0]
        if solver in eight:
            about[name]["times_eight"] = round(figures["median"] / eight[solver], 3)
        for of, told in (("straight", "tiled straight"), ("eiko_plain", "eiko plain")):
            if told in timings and name != told:
                ratio = figures["median"] / walls(timings[told])["median"]
                about[name][f"times_{of}"] = round(ratio, 3)
        visits = _visits(solving, name)
        report.add(
            "straight", grid, solver=name, zero_speed_kmh=zero,
            cells_m=[grid.cell_x, grid.cell_y], ms=figures, n=len(times), **visits, **about[name],
        )  # fmt: skip
    for name in about:
        assert all(about[name].get("same_bits", {}).values()), f"{name} differs from the CPU"


def _visits(solving: dict[tuple[str, str], Any], name: str) -> dict[str, float]:
    """Visits a tile of the last solve, of those that count them."""
    solver, _, geometry = name.rpartition(" ")
    queue: Any = getattr(solving.get((solver, geometry)), "_queue", None)
    if not hasattr(queue, "read_control"):
        return {}
    return {"visits_per_tile": round(int(queue.read_control()["finished"]) / queue.tiles, 2)}


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=numbers, default="2000,5000,10000,20000")
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--solvers", type=names(SOLVERS), default="tiled")
    parser.add_argument("--zero", type=float, default=0.0)
    parser.add_argument("--high", type=float, default=10.0, help="metres of cells 10 m wide")
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args(words)
    report = Report(given.out, SEED)
    for side in given.sizes:
        grid = replace(fractal_terrain(side, side, SEED), cell_y=given.high)
        measure(grid, given.solvers, given.zero, given.repeat, report)


if __name__ == "__main__":
    main()
