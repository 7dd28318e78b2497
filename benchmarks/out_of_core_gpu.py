"""Out-of-core on GPUs with less memory than the raster needs, beside the in-memory solver.

    python -m benchmarks.out_of_core_gpu [--side 40000] [--budget-mib 2048] [--parts a,b] [--gpus N]

Parts: `link` (host link, as blocks use it), `solve` (out-of-core in the budget, bits compared with
the in-memory solver where that fits), `sweep` (rounds a turn, tiles a round), `blocks` (sizes of
blocks), `large` (50000², 2.5 billion cells), `file` (values and labels in files).
The terrain is a fractal one mirrored again and again, so that it has no seams and is made quickly.
Writes JSON lines to benchmarks/results/out_of_core_gpu.jsonl and prints one line a figure.
"""

from __future__ import annotations

import argparse
import gc
import json
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.instances import fractal_terrain, grid_of
from benchmarks.laps import summary
from benchmarks.machine import conditions
from core.solver import Start
from core.trace import Iteration, Ring, SolveFinished
from gpu.buffers import limit_memory
from gpu.device import devices
from gpu.grids import block_worker
from gpu.grids.out_of_core import OutOfCore
from gpu.grids.tiled import Tiled
from gpu.host_memory import pinned
from raster.grid import VelocityGrid
from raster.starts import good_start
from raster.travel_times import TravelTimeGrid

RESULTS = Path(__file__).with_name("results") / "out_of_core_gpu.jsonl"
SEED = 1
PIECE = 5000
IN_MEMORY_SIDE = 20000
LARGE_SIDE = 50000


def mirrored(side: int) -> VelocityGrid:
    """Fractal terrain of PIECE² mirrored at its edges until it is side × side; uint8."""
    piece = np.asarray(fractal_terrain(PIECE, PIECE, SEED).values, np.uint8)
    values = np.empty((side, side), np.uint8)
    for i, top in enumerate(range(0, side, PIECE)):
        for j, left in enumerate(range(0, side, PIECE)):
            part = piece[:: -1 if i % 2 else 1, :: -1 if j % 2 else 1]
            values[top : top + PIECE, left : left + PIECE] = part[: side - top, : side - left]
    return grid_of(values, f"mirrored {side}x{side}")


class Report:
    """Prints each record and appends it to the results."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._always = conditions() | {"gpu": [d.name for d in devices() if d.backend == "gpu"]}

    def add(self, part: str, **figures: Any) -> None:
        record = {"part": part, **figures}
        print(json.dumps(record), flush=True)
        with self._path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(self._always | record) + "\n")


def start_of(grid: VelocityGrid) -> Start:
    cell = good_start(grid)
    assert cell is not None
    return Start(cell[0] * grid.cols + cell[1])


def laps_of(solver: Any, start: Start, repeat: int) -> list[float]:
    """Milliseconds of so many solves, after one that is not counted."""
    laps = []
    for lap in range(repeat + 1):
        began = time.perf_counter()
        times = solver.solve((start,))
        laps.append((time.perf_counter() - began) * 1e3)
        if lap < repeat:
            del times  # its memory is wanted for the next one
    return laps[1:]


def traced(solver: OutOfCore, start: Start) -> dict[str, Any]:
    """What a solve says of itself."""
    ring = Ring()
    solver.solve((start,), trace=ring)
    events = ring.drain()
    turns = [event for event in events if isinstance(event, Iteration)]
    end = events[-1]
    assert isinstance(end, SolveFinished)
    return {
        "turns": end.iterations,
        "visits": end.visits,
        "moved_gb": round(end.bytes_moved / 1e9, 2),
        "traced_ms": round(end.seconds * 1e3, 1),
        "longest_turn_ms": round(max((turn.microseconds for turn in turns), default=0) / 1e3, 2),
        "tiles_a_round": round(float(np.mean([turn.active for turn in turns])), 0),
        "last_turn_ended_ms": round(turns[-1].seconds * 1e3, 1) if turns else 0,
    }


def same_bits(grid: VelocityGrid, times: TravelTimeGrid, start: Start) -> bool | None:
    """Compare with the in-memory solver on the device, band by band; None where it does not fit."""
    import cupy

    from core.errors import DeviceMemoryError
    from gpu.grids.device_grid import TILE

    limit_memory(0)
    try:
        solver = Tiled(grid)
    except DeviceMemoryError:
        return None
    expected = solver.solve((start,))
    same = expected.tick_seconds == times.tick_seconds and expected.reached == times.reached
    tiled = expected.device_grid
    for top, height in tiled.bands():
        band = cupy.empty((height, grid.cols), cupy.uint32)
        tiled.layout.launch(
            "labels_to_rows", -(-height // TILE) * tiled.tile_cols, 256, expected.labels, band,
            np.int32(top), np.int32(height), np.int32(grid.cols), np.int32(tiled.tile_cols),
            np.uint32((1 << 30) - 1),
        )  # fmt: skip
        ours = cupy.asarray(times.labels[top : top + height])
        same = same and bool((band == ours).all())
    return same


def measure_link(report: Report) -> None:
    """Gigabytes a second: labels of a block out to their place, alone and while values come in."""
    import cupy

    host = pinned((4096, 40000), np.uint32)
    device = cupy.empty((64, 1024 * 1024), np.uint32)
    out, into = cupy.cuda.Stream(non_blocking=True), cupy.cuda.Stream(non_blocking=True)
    copy = cupy.cuda.runtime.memcpy2DAsync
    to_host = cupy.cuda.runtime.memcpyDeviceToHost
    to_device = cupy.cuda.runtime.memcpyHostToDevice
    for row_bytes in (1024, 4096, 8192, 16384):
        rows = 4096 * 1024 // row_bytes
        for direction in ("out", "in", "both"):
            cupy.cuda.Device().synchronize()
            began = time.perf_counter()
            for k in range(64):
                place = host.ctypes.data + (k % 8) * row_bytes
                if direction != "in":
                    copy(
                        place,
                        160000,
                        device[k].data.ptr,
                        row_bytes,
                        row_bytes,
                        rows,
                        to_host,
                        out.ptr,
                    )
                if direction != "out":
                    copy(
                        device[k].data.ptr,
                        row_bytes,
                        place,
                        160000,
                        row_bytes,
                        rows,
                        to_device,
                        into.ptr,
                    )
            issued = time.perf_counter() - began
            out.synchronize()
            into.synchronize()
            seconds = time.perf_counter() - began
            size = 64 * 4096 * 1024 * (2 if direction == "both" else 1)
            report.add(
                "link", row_bytes=row_bytes, direction=direction,
                gb_per_s=round(size / seconds / 1e9, 1), issue_us=round(issued / 64 * 1e6, 1),
            )  # fmt: skip


def measure_in_memory(report: Report, repeat: int) -> float:
    """Nanoseconds a cell of the in-memory solver, its field left on the device."""
    grid = mirrored(IN_MEMORY_SIDE)
    solver = Tiled(grid)
    figures = summary(laps_of(solver, start_of(grid), repeat))
    ns = figures["median"] * 1e6 / (grid.rows * grid.cols)
    report.add("in-memory", grid=grid.name, ms=figures, n=repeat, ns_per_cell=round(ns, 4))
    return float(ns)


def measure_solve(
    grid: VelocityGrid, budget_mib: int, gpus: int, repeat: int, report: Report, in_memory_ns: float
) -> OutOfCore:
    import cupy

    start = start_of(grid)
    before = cupy.get_default_memory_pool().used_bytes()
    began = time.perf_counter()
    solver = OutOfCore(grid, memory_mib=budget_mib, workers=gpus)
    prepared = time.perf_counter() - began
    used = cupy.get_default_memory_pool().used_bytes() - before
    figures = summary(laps_of(solver, start, repeat))
    ns = figures["median"] * 1e6 / (grid.rows * grid.cols)
    inner = solver._solver
    report.add(
        "solve",
        grid=grid.name,
        gpus=gpus,
        budget_mib=budget_mib,
        used_mib=round(used / 2**20, 1),
        block=inner.partition.side,
        blocks=inner.partition.count,
        slots=inner.workers[0].slots,
        prepare_s=round(prepared, 2),
        ms=figures,
        n=repeat,
        ns_per_cell=round(ns, 4),
        times_in_memory=round(ns / in_memory_ns, 2) if in_memory_ns else None,
        **traced(solver, start),
    )
    return solver


def measure_sweep(grid: VelocityGrid, solver: OutOfCore, report: Report) -> None:
    start = start_of(grid)
    usual = block_worker.ROUNDS, block_worker.TILES_A_WARP
    for rounds, tiles in ((6, 1), (12, 1), (24, 1), (12, 0.5), (12, 2), (24, 2), (12, 4)):
        for worker in solver._solver.workers:
            worker.rounds = rounds  # type: ignore[misc]
        block_worker.TILES_A_WARP = tiles  # type: ignore[assignment]
        figures = summary(laps_of(solver, start, 2))
        report.add("sweep", rounds=rounds, tiles_a_warp=tiles, ms=figures, **traced(solver, start))
    block_worker.TILES_A_WARP = usual[1]
    for worker in solver._solver.workers:
        worker.rounds = usual[0]  # type: ignore[misc]


def measure_blocks(grid: VelocityGrid, budget_mib: int, report: Report) -> None:
    start = start_of(grid)
    for side in (512, 2048, 4096):
        solver = OutOfCore(grid, memory_mib=budget_mib, block_cells=side)
        figures = summary(laps_of(solver, start, 2))
        slots = solver._solver.workers[0].slots
        report.add("blocks", block=side, slots=slots, ms=figures, **traced(solver, start))
        del solver
        gc.collect()


def measure_file(side: int, budget_mib: int, report: Report) -> None:
    """Values in a mapped file, labels in another."""
    grid = mirrored(side)
    with tempfile.TemporaryFile() as file:
        values = np.memmap(file, np.uint8, "w+", shape=grid.shape)
        values[:] = grid.values
        mapped = VelocityGrid(values, grid.code_speed, 10.0, 10.0, name="mapped")
        from gpu.grids import out_of_core
        from raster.block_store import in_a_file

        usual, out_of_core._pinned_or_file = out_of_core._pinned_or_file, in_a_file
        solver = OutOfCore(mapped, memory_mib=budget_mib)
        out_of_core._pinned_or_file = usual
        start = start_of(grid)
        figures = summary(laps_of(solver, start, 2))
        same = same_bits(grid, solver.solve((start,)), start)
        report.add("file", grid=grid.name, budget_mib=budget_mib, ms=figures, same_bits=same)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.out_of_core_gpu")
    parser.add_argument("--side", type=int, default=40000)
    parser.add_argument("--budget-mib", type=int, default=2048)
    parser.add_argument("--gpus", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--parts", default="in-memory,solve,link,sweep,blocks,file,large")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args(argv)
    parts = arguments.parts.split(",")
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    report = Report(arguments.out)
    in_memory = measure_in_memory(report, arguments.repeat) if "in-memory" in parts else 0.0
    grid = mirrored(arguments.side)
    if "solve" in parts or "sweep" in parts:
        solver = measure_solve(
            grid, arguments.budget_mib, arguments.gpus, arguments.repeat, report, in_memory
        )
        start = start_of(grid)
        report.add("check", same_bits=same_bits(grid, solver.solve((start,)), start))
        if "sweep" in parts:
            measure_sweep(grid, solver, report)
        del solver
        gc.collect()
    if "link" in parts:
        measure_link(report)
    if "blocks" in parts:
        measure_blocks(grid, arguments.budget_mib, report)
    if "file" in parts:
        measure_file(min(arguments.side, 10000), arguments.budget_mib // 8, report)
    if "large" in parts:
        del grid
        grid = mirrored(LARGE_SIDE)
        solver = measure_solve(grid, arguments.budget_mib, 1, 2, report, in_memory)
        start = start_of(grid)
        report.add("large", same_bits=same_bits(grid, solver.solve((start,)), start))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
