"""The tiled solver on a GPU against its peers, on the same machine in one run.

    python -m benchmarks.terrain_gpu [--sizes 2000,5000,10000,20000] [--repeat N] [--parts a,b]

Parts: `solve` (the solver, field complete on the device; bits compared with the CPU solver, and
the C++ Dijkstra where a compiler is there), `view` (a class image of 1600×1000), `traced` (what
counting costs), `width` (sweep of the bucket width), `peer` (xarray-spatial's cost distance on
CuPy arrays), `open` (a GeoTIFF from disk to its first picture, then a moved start), `real` (float32
and 16-bit codes against whole km/h, in turn; `benchmarks.real_speeds` on a device).
Writes JSON lines to benchmarks/results/terrain_gpu.jsonl and prints one line a figure.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.instances.terrains import fractal_terrain, start_of
from benchmarks.measuring.report import Report
from benchmarks.measuring.timings import milliseconds, summary
from benchmarks.measuring.traced import traced_or_not
from benchmarks.measuring.words import names, numbers
from benchmarks.peers import cpp_dijkstra
from benchmarks.peers.absent import AbsentError
from benchmarks.real_speeds import measured
from benchmarks.records import results_file
from core.solver import Start
from gpu.grids.solvers.tiled import Tiled
from raster.grid import VelocityGrid
from raster.solvers.tiled import Tiled as HostTiled

RESULTS = results_file("terrain_gpu")
SEED = 1
PARTS = ("solve", "view", "traced", "width", "peer", "open", "real")
LIMITS = [600.0 * band for band in range(1, 9)]
WIDTHS = (2.5, 5, 10, 20, 40, 80, 160, 320, 1000)  # seconds
PEER_SIDE, CPP_SIDE = 5000, 10000


def measure_solve(grid: VelocityGrid, zero: float, repeat: int, report: Report) -> None:
    start = start_of(grid)
    solver = Tiled(grid, zero_speed_kmh=zero)
    times = solver.solve((start,))
    host_solver = HostTiled(grid, zero_speed_kmh=zero)
    expected = host_solver.solve((start,))
    host = milliseconds(lambda: host_solver.solve((start,)), 3)
    same = bool(np.array_equal(times.ticks(), expected.labels))
    del times
    timings = milliseconds(lambda: solver.solve((start,)), repeat)
    control = solver._queue.read_control()
    cells = grid.rows * grid.cols
    figures = summary(timings)
    report.add(
        "solve",
        grid,
        zero_speed_kmh=zero,
        ms=figures,
        n=repeat,
        same_bits=same,
        reached=expected.reached,
        gcell_per_s=round(cells / figures["median"] / 1e6, 2),
        visits_per_tile=round(int(control["finished"]) / solver._queue.tiles, 2),
        crowded=int(control["crowded"]),
        cpu_tiled_ms=summary(host),
    )
    assert same, "the device differs from the host"


def on_the_device(grid: VelocityGrid) -> Callable[[Start], object]:
    solver = Tiled(grid)
    return lambda start: solver.solve((start,))  # ends with its field complete


def measure_real(grid: VelocityGrid, repeat: int, report: Report) -> None:
    for record in measured(on_the_device, grid, repeat):
        report.add("real", grid, **record)


def measure_cpp(grid: VelocityGrid, report: Report) -> None:
    start = start_of(grid)
    times = Tiled(grid).solve((start,))
    try:
        peer = cpp_dijkstra.prepare(grid, start.element, times.tick_seconds)
    except AbsentError as absent:
        report.add("cpp", grid, absent=str(absent))
        return
    found: list[Any] = []
    timings = milliseconds(lambda: found.append(peer()), 1)  # some twenty seconds each
    same = bool(np.array_equal(found[0], times.ticks()))
    report.add("cpp", grid, ms=summary(timings), n=len(timings), same_bits=same)


def measure_view(grid: VelocityGrid, report: Report) -> None:
    times = Tiled(grid).solve((start_of(grid),))
    times.classes(grid.whole(), (1000, 1600), LIMITS)
    timings = milliseconds(lambda: times.classes(grid.whole(), (1000, 1600), LIMITS), 30)
    report.add("view", grid, shape=[1000, 1600], ms=summary(timings), n=30)


def measure_traced(grid: VelocityGrid, repeat: int, report: Report) -> None:
    """A traced solve says how much it reached, so the silent one is asked as well."""
    solver = Tiled(grid)

    def solve(start: Start, **given: Any) -> int:
        return solver.solve((start,), **given).reached

    report.add("traced", grid, **traced_or_not(solve, start_of(grid), repeat=repeat))


def measure_width(grid: VelocityGrid, zero: float, report: Report) -> None:
    start = start_of(grid)
    for width in WIDTHS:
        solver = Tiled(grid, zero_speed_kmh=zero, delta_seconds=width)
        solver.solve((start,))
        timings = milliseconds(lambda solver=solver: solver.solve((start,)), 5)  # type: ignore[misc]
        visits = int(solver._queue.read_control()["finished"]) / solver._queue.tiles
        report.add(
            "width",
            grid,
            zero_speed_kmh=zero,
            seconds=width,
            ms=summary(timings),
            n=5,
            visits_per_tile=round(visits, 2),
        )


def measure_peer(grid: VelocityGrid, report: Report) -> None:
    """xarray-spatial: friction 3.6 / v on a CuPy array, eight neighbours."""
    if not hasattr(np, "row_stack"):  # numba-cuda still asks for this alias of an older NumPy
        np.row_stack = np.vstack  # noqa: NPY201  # the alias itself is what is missing
    import cupy
    import xarray
    from xrspatial import cost_distance

    start = start_of(grid)
    kmh = grid.kmh(grid.whole(), grid.shape)
    friction = np.where(kmh > 0, 3.6 / np.where(kmh > 0, kmh, 1), np.nan).astype(np.float32)
    coords = {"y": -np.arange(grid.rows) * grid.step_y, "x": np.arange(grid.cols) * grid.step_x}
    surface = xarray.DataArray(cupy.asarray(friction), coords, ("y", "x"))
    target = np.zeros(grid.shape, np.float32)
    target.flat[start.element] = 1
    targets = xarray.DataArray(cupy.asarray(target), coords, ("y", "x"))

    def solve() -> Any:
        found = cost_distance(targets, surface, connectivity=8)
        cupy.cuda.Device().synchronize()
        return found

    began = time.perf_counter()
    found = solve()
    first = (time.perf_counter() - began) * 1e3
    timings = milliseconds(solve, 2) if first < 30e3 else [first]
    theirs = found.data.get()
    ours = Tiled(grid).solve((start,)).seconds(grid.whole(), grid.shape)
    reached = np.isfinite(ours) & np.isfinite(theirs)
    error = float(np.max(np.abs(theirs[reached] - ours[reached]) / np.maximum(ours[reached], 1)))
    report.add(
        "peer",
        grid,
        peer="xarray-spatial on CuPy",
        ms=summary(timings),
        n=len(timings),
        same_cells=bool(np.array_equal(np.isfinite(ours), np.isfinite(theirs))),
        largest_relative_difference=error,
    )


def measure_open(grid: VelocityGrid, report: Report) -> None:
    """A file to its first class image, then a moved start to the next one."""
    import rasterio
    from rasterio.transform import from_origin

    from raster.files.read import open_velocity

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "terrain.tif"
        profile = {
            "driver": "GTiff", "dtype": "uint8", "count": 1, "height": grid.rows,
            "width": grid.cols, "crs": "EPSG:32633", "tiled": True, "compress": "deflate",
            "transform": from_origin(0, 0, 10, 10), "nodata": 255,
        }  # fmt: skip
        with rasterio.open(path, "w", **profile, zlevel=1, num_threads="all_cpus") as file:
            file.write(grid.values, 1)
        began = time.perf_counter()
        opened = open_velocity(path)
        read = time.perf_counter()
        start = start_of(opened)
        solver = Tiled(opened)
        times = solver.solve((start,))
        times.classes(opened.whole(), (1000, 1600), LIMITS)
        first = time.perf_counter()
    moved = [Start(start.element + 7 * step * opened.cols + 11 * step) for step in range(12)]
    moved = [m for m in moved if opened.passable(*divmod(m.element, opened.cols))]
    queue = iter(moved)

    def drag() -> None:
        solver.solve((next(queue),)).classes(opened.whole(), (1000, 1600), LIMITS)

    timings = milliseconds(drag, len(moved))
    report.add(
        "open",
        grid,
        read_s=round(read - began, 3),
        first_picture_s=round(first - began, 3),
        drag_ms=summary(timings),
        n=len(timings),
    )


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=numbers, default="2000,5000,10000,20000")
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--parts", type=names(PARTS), default=PARTS)
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args(words)
    report, parts, sizes = Report(given.out, SEED), given.parts, given.sizes
    for side in sizes:
        grid = fractal_terrain(side, side, SEED)
        if "solve" in parts:
            measure_solve(grid, 0.0, given.repeat, report)
            measure_solve(grid, 1.0, given.repeat, report)
        if "solve" in parts and side == min(CPP_SIDE, max(sizes)):
            measure_cpp(grid, report)
        if "real" in parts:
            measure_real(grid, given.repeat, report)
        if "peer" in parts and side == min(PEER_SIDE, max(sizes)):
            measure_peer(grid, report)
        if side == max(sizes):
            if "view" in parts:
                measure_view(grid, report)
            if "traced" in parts:
                measure_traced(grid, given.repeat, report)
            if "width" in parts:
                measure_width(grid, 0.0, report)
                measure_width(grid, 1.0, report)
            if "open" in parts:
                measure_open(grid, report)


if __name__ == "__main__":
    main()
