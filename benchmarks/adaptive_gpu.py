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
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

import numpy as np

from benchmarks.instances.terrains import BARRIER, fractal_terrain, grid_of
from benchmarks.measuring.report import Report
from benchmarks.measuring.timings import interleaved, summary
from benchmarks.records import results_file
from core.parallel.phase_switch import LISTED, NEVER_US, PhaseTime, Thresholds, Variant
from core.solver import Sources, Start
from core.trace import SILENT, Ring, Trace
from gpu.grids.solvers.adaptive_threads import AdaptiveThreads
from raster.grid import VelocityGrid
from raster.solvers.tiled import Tiled
from raster.starts import nearest_passable

RESULTS = results_file("adaptive_gpu")
SEED = 1
RUNS = 8  # of the valley, from the plain to the far side and back
LIMIT = 100_000.0  # seconds, past the end of the valley: its paths would outgrow the first tick
EACH_S = 6.0  # of timings, after which a variant has had enough
POINTS = 160  # phases told of a solve
RATIO = 330 / 350  # Suzuki's thresholds: back to lists over away from them
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


def start_of(grid: VelocityGrid) -> Sources:
    """A cell in the middle of the left half."""
    cell = nearest_passable(grid, grid.rows // 2, grid.cols // 4)
    assert cell is not None
    return (Start(cell[0] * grid.cols + cell[1]),)


def _solving(
    solver: AdaptiveThreads, sources: Sources, trace: Trace = SILENT
) -> Callable[[], object]:
    return lambda: solver.solve(sources, limit=LIMIT, trace=trace)


def measure_solve(grid: VelocityGrid, repeat: int, report: Report) -> None:
    """The three variants in turn, compared with the solver of the CPU."""
    sources = start_of(grid)
    expected = Tiled(grid).solve(sources, limit=LIMIT)
    solvers = {variant: AdaptiveThreads(grid, variant=variant) for variant in Variant}
    for solver in solvers.values():
        found = solver.solve(sources, limit=LIMIT)
        assert np.array_equal(found.ticks(), expected.labels), "the device differs from the host"
        assert found.reached == expected.reached
        del found
    timings = interleaved(
        {variant.name: _solving(solver, sources) for variant, solver in solvers.items()},
        repeat,
        EACH_S,
    )
    times = {name: summary([timing.wall for timing in kind]) for name, kind in timings.items()}
    adaptive = times[Variant.ADAPTIVE.name]["median"]
    report.add(
        "solve",
        grid,
        ms=times,
        n=repeat,
        same_bits=True,
        reached=expected.reached,
        thresholds_us=_told(solvers[Variant.ADAPTIVE].thresholds()),
        better_than={
            name.lower(): round(1 - adaptive / kind["median"], 3)
            for name, kind in times.items()
            if name != Variant.ADAPTIVE.name
        },
    )


def _told(thresholds: Thresholds) -> dict[str, float | None]:
    """For JSON, which has no infinity: None is a threshold that no phase reaches."""
    return {name: us if us < NEVER_US else None for name, us in asdict(thresholds).items()}


def measure_thresholds(grid: VelocityGrid, repeat: int, report: Report) -> None:
    """Time of a solve over the threshold at which lists are left; the other one follows."""
    sources = start_of(grid)
    for leave in LEAVE_US:
        solver = AdaptiveThreads(grid, to_all_us=leave, to_listed_us=leave * RATIO)
        solve = _solving(solver, sources)
        solve()
        timings = interleaved({"": solve}, repeat)[""]
        report.add(
            "thresholds",
            grid,
            to_all_us=leave,
            to_listed_us=round(leave * RATIO, 2),
            ms=summary([timing.wall for timing in timings]),
            n=repeat,
        )


def measure_phases(grid: VelocityGrid, report: Report) -> None:
    """Cells served and time of the phases of each variant."""
    for variant in Variant:
        solver = AdaptiveThreads(grid, variant=variant)
        phases = solver.phase_times(start_of(grid), LIMIT)
        cells = np.array([phase.elements for phase in phases])
        report.add(
            "phases",
            grid,
            variant=variant.name,
            phases=len(phases),
            visits=int(cells.sum()),
            listed=sum(phase.kernel == LISTED for phase in phases),
            switches=sum(a.kernel != b.kernel for a, b in pairwise(phases)),
            total_ms=round(sum(phase.microseconds for phase in phases) / 1e3, 2),
            cells_percentiles=np.percentile(cells, range(0, 101, 5)).astype(int).tolist(),
            thinned=list(_thinned(phases)),
        )


def _thinned(phases: Sequence[PhaseTime]) -> Iterator[tuple[int, str, int, float]]:
    """(first phase, kernel, cells, microseconds) of groups of phases: the group's means, and the
    kernel that most of them had."""
    for first in range(0, len(phases), -(-len(phases) // POINTS)):
        group = phases[first : first + -(-len(phases) // POINTS)]
        kernels = [phase.kernel for phase in group]
        yield (
            first,
            max(set(kernels), key=kernels.count),
            round(statistics.fmean(phase.elements for phase in group)),
            round(statistics.fmean(phase.microseconds for phase in group), 2),
        )


def measure_traced(grid: VelocityGrid, repeat: int, report: Report) -> None:
    """Silent and traced solves in turn."""
    sources, solver, ring = start_of(grid), AdaptiveThreads(grid), Ring()
    ways = {
        "silent": _solving(solver, sources),
        "traced": _solving(solver, sources, ring),
    }
    for solve in ways.values():
        solve()
    timings = interleaved(ways, repeat)
    times = {name: summary([timing.wall for timing in kind]) for name, kind in timings.items()}
    cost = times["traced"]["median"] / times["silent"]["median"] - 1
    report.add("traced", grid, ms=times, n=repeat, cost=round(cost, 4))


def _sides(text: str) -> list[int]:
    return [int(side) for side in text.split(",") if side]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.adaptive_gpu")
    parser.add_argument("--fractal", type=_sides, default="2000,5000", help="sides of plain ground")
    parser.add_argument("--mix", type=_sides, default="5000,2000,10000", help="sides of the mix")
    parser.add_argument("--repeat", type=int, default=9, help="timings of each variant")
    parser.add_argument("--parts", default="solve,thresholds,phases,traced")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args(argv)
    parts = arguments.parts.split(",")
    report = Report(arguments.out, SEED)
    makers = [(fractal_terrain, (side, side, SEED)) for side in arguments.fractal]
    mixes = [(plain_and_valley, (side, SEED)) for side in arguments.mix]
    for make, given in [*makers, *mixes]:
        grid = make(*given)  # type: ignore[operator]  # two makers, each with its arguments
        if "solve" in parts:
            measure_solve(grid, arguments.repeat, report)
        if "phases" in parts:
            measure_phases(grid, report)
        if make is plain_and_valley and given == mixes[0][1] and "thresholds" in parts:
            measure_thresholds(grid, max(arguments.repeat // 3, 3), report)
        if "traced" in parts:
            measure_traced(grid, arguments.repeat, report)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
