"""Peak memory of one solve, measured in a process of its own.

`python -m benchmarks.peak_memory SIDE DTYPE [SOLVER]` prints a line of JSON.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import psutil

from benchmarks.instances import fractal_terrain
from benchmarks.inputs import SEED
from core.solver import Start
from raster.dijkstra import Dijkstra
from raster.grid import VelocityGrid
from raster.starts import good_start
from raster.tiled import Tiled

DTYPES = ("uint8", "float32")
SOLVERS: dict[str, Callable[[VelocityGrid], Tiled | Dijkstra]] = {
    "tiled": Tiled,
    "dijkstra": Dijkstra,
}
_STATUS, _CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def _forget_peak() -> None:
    """Let the peak start from what is held now, where the system can."""
    try:
        _CLEAR.write_text("5")
    except OSError:
        return


def _peak_bytes() -> int:
    """The most memory this process has held since `_forget_peak`, or since it began."""
    if _STATUS.exists():
        line = next(x for x in _STATUS.read_text().splitlines() if x.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    if sys.platform == "win32":
        return int(psutil.Process().memory_info().peak_wset)
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak) * (1 if sys.platform == "darwin" else 1024)


def terrain(side: int, dtype: str) -> VelocityGrid:
    """A generated terrain of uint8 codes, or of the same speeds as float32."""
    grid = fractal_terrain(side, side, SEED)
    if dtype == "uint8":
        return grid
    return replace(grid, values=grid.kmh_of(grid.values), code_speed=None)


def measure(side: int, dtype: str, solver: str = "tiled") -> dict[str, object]:
    """Bytes a cell that a solve adds at its peak: labels, schedule and buffers, not the speeds."""
    small, grid = terrain(64, dtype), terrain(side, dtype)
    _warm_up(small, solver)
    cell = good_start(grid) or (0, 0)
    gc.collect()
    _forget_peak()
    before = psutil.Process().memory_info().rss
    found = SOLVERS[solver](grid).solve((Start(cell[0] * side + cell[1]),))
    added = max(_peak_bytes() - before, 0)
    return {
        "benchmark": "terrain-memory",
        "solver": solver,
        "grid": {"name": f"fractal {side}²", "cells": side * side, "dtype": dtype, "seed": SEED},
        "reached": found.reached,
        "bytes_per_cell": round(added / side**2, 2),
        "bytes_per_cell_with_speeds": round((added + grid.values.nbytes) / side**2, 2),
    }


def _warm_up(small: VelocityGrid, solver: str) -> None:
    small.values[0, 0] = np.asarray(30, small.values.dtype)
    SOLVERS[solver](small).solve((Start(0),))


def measure_apart(side: int, dtype: str, solver: str = "tiled") -> dict[str, object]:
    """`measure` in a fresh process; twice, as the first may have to compile."""
    words = [sys.executable, "-m", "benchmarks.peak_memory", str(side), dtype, solver]
    root = Path(__file__).resolve().parents[1]
    for _ in range(2):
        done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=root)
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peak_memory")
    parser.add_argument("side", type=int)
    parser.add_argument("dtype", choices=DTYPES)
    parser.add_argument("solver", choices=SOLVERS, nargs="?", default="tiled")
    arguments = parser.parse_args(argv)
    print(json.dumps(measure(arguments.side, arguments.dtype, arguments.solver)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
