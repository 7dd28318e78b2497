"""Out-of-core on GPUs with less memory than the raster needs, beside the in-memory solver.

    python -m benchmarks.out_of_core_gpu [--side 40000] [--budget-mib 2048] [--parts a,b] [--gpus N]

Parts: `in-memory` (the peer, 20000²), `solve` (out-of-core in the budget, bits compared with the
in-memory solver where that fits), `profile` (where the time of a solve goes), `cancel`, `sweep`
(CUDA blocks for traffic, rounds a turn, tiles a round), `link` (copy engines and `send` on the host
link), `blocks` (sizes of blocks, with barriers and without), `large` (50000², 2.5 billion cells),
`file` (values and labels in files).
The terrain is a fractal one mirrored again and again, so that it has no seams and is made quickly.
Writes JSON lines to benchmarks/results/out_of_core_gpu.jsonl and prints one line a figure.
"""

from __future__ import annotations

import argparse
import gc
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from benchmarks.instances.terrains import fractal_terrain, grid_of, start_of
from benchmarks.measuring.out_of_core_profile import profile
from benchmarks.measuring.report import Report
from benchmarks.measuring.timings import summary
from benchmarks.records import results_file
from core.cancel import Cancel
from core.solver import Start
from core.trace import Iteration, Ring, SolveFinished
from gpu.buffers import limit_memory
from gpu.grids.blocks import copies as block_copies
from gpu.grids.blocks import worker as block_worker
from gpu.grids.solvers.out_of_core import OutOfCore
from gpu.grids.solvers.tiled import Tiled
from gpu.host_memory import pinned
from raster.blocks.store import in_a_file, in_memory
from raster.grid import VelocityGrid
from raster.travel_times import TravelTimeGrid

RESULTS = results_file("out_of_core_gpu")
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


def timings_of(solver: Any, start: Start, repeat: int) -> list[float]:
    """Milliseconds of the first solve, and of so many after it."""
    timings = []
    for turn in range(repeat + 1):
        began = time.perf_counter()
        times = solver.solve((start,))
        timings.append((time.perf_counter() - began) * 1e3)
        if turn < repeat:
            del times  # its memory is wanted for the next one
    return timings


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


def compared(grid: VelocityGrid, times: TravelTimeGrid, start: Start) -> dict[str, Any]:
    """Compare with the in-memory solver on the device, band by band; nothing if it does not fit."""
    import cupy

    from core.errors import DeviceMemoryError
    from gpu.grids.device_grid import TILE

    limit_memory(0)
    try:
        solver = Tiled(grid)
    except DeviceMemoryError:
        return {"same_bits": None}
    timings = timings_of(solver, start, 3)[1:]
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
        ours = cupy.empty_like(band)
        cupy.cuda.runtime.memcpy(
            ours.data.ptr, times.labels[top : top + height].ctypes.data, ours.nbytes, 1
        )
        same = same and bool((band == ours).all())
    return {"same_bits": same, "reached": times.reached, "in_memory_ms": summary(timings)}


def measure_cancel(grid: VelocityGrid, solver: OutOfCore, start: Start, report: Report) -> None:
    """From the cancel to the result, each after a whole solve; then the result is read."""
    for after in (0.02, 0.06, 0.1):
        solver.solve((start,))
        cancel, asked = Cancel(), list[float]()

        def ask(cancel: Cancel = cancel, asked: list[float] = asked) -> None:
            asked.append(time.perf_counter())
            cancel.set()

        threading.Timer(after, ask).start()
        times = solver.solve((start,), cancel=cancel)
        ended = time.perf_counter()
        unreached = int((times.labels[:: grid.rows // 100] >= 1 << 30).sum())
        read = time.perf_counter() - ended
        report.add(
            "cancel", after_ms=after * 1e3, partial=times.partial, reached=times.reached,
            latency_ms=round((ended - asked[0]) * 1e3, 1), first_read_ms=round(read * 1e3, 1),
            unreached_of_sample=unreached,
        )  # fmt: skip
        del times


def measure_senders(solver: OutOfCore, report: Report) -> None:
    """Gigabytes a second of `send`, by its CUDA blocks and the width of its stores."""
    import cupy

    worker: Any = solver.workers[0]
    outward, slots = worker._outward, list(range(16))
    field = solver.lender.lend()
    outward.begin(field.labels)
    for wide in (True, False):
        for senders in (2, 4, 8, 16):
            outward._wide = wide
            with patch.object(block_copies, "SENDERS", senders):
                outward._launch(worker._struct, tuple(slots), slots)
                cupy.cuda.Device().synchronize()
                began = time.perf_counter()
                for _ in range(4):
                    outward._launch(worker._struct, tuple(slots), slots)
                outward.stream.synchronize()
            seconds = time.perf_counter() - began
            size = 4 * 16 * 4 * solver.partition.cells
            report.add("send", senders=senders, wide=wide, gb_per_s=round(size / seconds / 1e9, 1))
            outward.arrived()
    outward.finish()
    outward._left = outward._count


def measure_link(report: Report) -> None:
    """Gigabytes a second: labels of a block out to their place, alone and while values come in."""
    import cupy

    host = pinned((4096, 40000), np.uint32)
    device = cupy.empty((64, 1024 * 1024), np.uint32)
    out, into = cupy.cuda.Stream(non_blocking=True), cupy.cuda.Stream(non_blocking=True)
    copy = cupy.cuda.runtime.memcpy2DAsync
    to_host = cupy.cuda.runtime.memcpyDeviceToHost
    to_device = cupy.cuda.runtime.memcpyHostToDevice
    for row_bytes in (1024, 4096, 16384):
        rows = 4096 * 1024 // row_bytes
        for direction in ("out", "in", "both"):
            cupy.cuda.Device().synchronize()
            began = time.perf_counter()
            for k in range(64):
                there, here = host.ctypes.data + (k % 8) * row_bytes, device[k].data.ptr
                shape = row_bytes, rows
                if direction != "in":
                    copy(there, 160000, here, row_bytes, *shape, to_host, out.ptr)
                if direction != "out":
                    copy(here, row_bytes, there, 160000, *shape, to_device, into.ptr)
            out.synchronize()
            into.synchronize()
            seconds = time.perf_counter() - began
            size = 64 * 4096 * 1024 * (2 if direction == "both" else 1)
            report.add(
                "link", row_bytes=row_bytes, direction=direction,
                gb_per_s=round(size / seconds / 1e9, 1),
            )  # fmt: skip


def measure_in_memory(report: Report, repeat: int) -> float:
    """Nanoseconds a cell of the in-memory solver, its field left on the device."""
    grid = mirrored(IN_MEMORY_SIDE)
    solver = Tiled(grid)
    figures = summary(timings_of(solver, start_of(grid), repeat)[1:])
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
    first, *timings = timings_of(solver, start, repeat)
    figures = summary(timings)
    ns = figures["median"] * 1e6 / (grid.rows * grid.cols)
    report.add(
        "solve",
        grid=grid.name,
        gpus=gpus,
        budget_mib=budget_mib,
        used_mib=round(used / 2**20, 1),
        block=solver.partition.side,
        blocks=solver.partition.count,
        slots=solver.workers[0].slots,
        prepare_s=round(prepared, 2),
        first_ms=round(first, 1),
        ms=figures,
        n=repeat,
        ns_per_cell=round(ns, 4),
        times_in_memory=round(ns / in_memory_ns, 2) if in_memory_ns else None,
        **traced(solver, start),
    )
    return solver


def measure_sweep(solver: OutOfCore, start: Start, report: Report) -> None:
    for senders, receivers, rounds, tiles in (
        (4, 8, 18, 1), (8, 8, 18, 1), (16, 8, 18, 1), (8, 4, 18, 1), (8, 16, 18, 1),
        (8, 8, 9, 1), (8, 8, 27, 1), (8, 8, 18, 0.5), (8, 8, 18, 2),
    ):  # fmt: skip
        with ExitStack() as stack:
            for worker in solver.workers:
                stack.enter_context(patch.object(worker, "rounds", rounds))
            stack.enter_context(patch.object(block_worker, "TILES_A_WARP", tiles))
            stack.enter_context(patch.object(block_copies, "SENDERS", senders))
            stack.enter_context(patch.object(block_copies, "RECEIVERS", receivers))
            figures = summary(timings_of(solver, start, 4)[1:])
            report.add(
                "sweep", senders=senders, receivers=receivers, rounds=rounds, tiles_a_warp=tiles,
                ms=figures, **traced(solver, start),
            )  # fmt: skip


def measure_blocks(grid: VelocityGrid, budget_mib: int, report: Report) -> None:
    """Sizes of blocks, with barriers and with barriers that are 1 km/h; one field for all."""
    start = start_of(grid)
    memory = in_memory(grid.values.size)
    for slowest in (0.0, 1.0):
        for side in (512, 1024, 2048, 4096, 8192):
            with patch("gpu.grids.solvers.out_of_core.in_memory_or_file", lambda count: memory):
                solver = OutOfCore(
                    grid, memory_mib=budget_mib, block_cells=side, zero_speed_kmh=slowest
                )
            figures = summary(timings_of(solver, start, 2)[1:])
            slots = solver.workers[0].slots
            report.add(
                "blocks", zero_speed_kmh=slowest, block=side, slots=slots, ms=figures,
                **traced(solver, start),
            )  # fmt: skip
            del solver
            gc.collect()


def measure_file(side: int, budget_mib: int, report: Report) -> None:
    """Values in a mapped file, labels in another."""
    grid = mirrored(side)
    with tempfile.TemporaryFile() as file:
        values = np.memmap(file, np.uint8, "w+", shape=grid.shape)
        values[:] = grid.values
        mapped = VelocityGrid(values, grid.code_speed, 10.0, 10.0, name="mapped")
        with patch("gpu.grids.solvers.out_of_core.in_memory_or_file", in_a_file):
            solver = OutOfCore(mapped, memory_mib=budget_mib)
        start = start_of(grid)
        figures = summary(timings_of(solver, start, 3)[1:])
        found = compared(grid, solver.solve((start,)), start)
        report.add("file", grid=grid.name, budget_mib=budget_mib, ms=figures, **found)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.out_of_core_gpu")
    parser.add_argument("--side", type=int, default=40000)
    parser.add_argument("--budget-mib", type=int, default=2048)
    parser.add_argument("--gpus", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument(
        "--parts", default="in-memory,solve,profile,cancel,link,sweep,blocks,file,large"
    )
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args(argv)
    parts = arguments.parts.split(",")
    report = Report(arguments.out, SEED)
    in_memory = measure_in_memory(report, arguments.repeat) if "in-memory" in parts else 0.0
    grid = mirrored(arguments.side)
    if {"solve", "profile", "cancel", "sweep"} & set(parts):
        start = start_of(grid)
        solver = measure_solve(
            grid, arguments.budget_mib, arguments.gpus, arguments.repeat, report, in_memory
        )
        if "solve" in parts:
            report.add("check", **compared(grid, solver.solve((start,)), start))
        if "profile" in parts:
            report.add("profile", **profile(solver, start))
        if "cancel" in parts:
            measure_cancel(grid, solver, start, report)
        if "sweep" in parts:
            measure_sweep(solver, start, report)
        if "link" in parts:
            measure_senders(solver, report)
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
        report.add("large", **compared(grid, solver.solve((start,)), start))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
