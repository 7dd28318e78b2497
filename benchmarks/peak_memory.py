"""Peak memory of one solve, measured in a process that does nothing else.

`python -m benchmarks.peak_memory SPEEDS.npy START [SOLVER]` prints a line of JSON. The speeds come
from a file because drawing them would leave freed memory behind, which a solve then fills unseen.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from numpy.typing import NDArray

from benchmarks.instances.inputs import Terrain
from core.solver import Start
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from raster.solvers.tiled import Tiled

DTYPES = ("uint8", "float32")
CELL = 10.0  # metres
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


def _grid(speeds: NDArray[Any]) -> VelocityGrid:
    """uint8 are km/h with 255 for no data, float32 are km/h with NaN."""
    if speeds.dtype != np.uint8:
        return VelocityGrid(speeds, None, CELL, CELL)
    code_speed = np.arange(256, dtype=np.float64)
    code_speed[255] = np.nan
    return VelocityGrid(speeds, code_speed, CELL, CELL)


def measure(speeds: Path, start: int, solver: str) -> dict[str, Any]:
    """Bytes a cell that a solve adds at its peak: labels, schedule, buffers; not the speeds."""
    grid = _grid(np.load(speeds))
    small = _grid(np.full((3, 3), 30, grid.values.dtype))
    SOLVERS[solver](small).solve((Start(0),))
    _forget_peak()
    before = psutil.Process().memory_info().rss
    found = SOLVERS[solver](grid).solve((Start(start),))
    added, cells = max(_peak_bytes() - before, 0), grid.rows * grid.cols
    return {
        "solver": solver,
        "reached": found.reached,
        "bytes_per_cell": round(added / cells, 2),
        "bytes_per_cell_with_speeds": round((added + grid.values.nbytes) / cells, 2),
    }


def measure_in_subprocess(terrain: Terrain, dtype: str, solver: str = "tiled") -> dict[str, Any]:
    """`measure` in a fresh process, on the terrain's speeds as uint8 or as float32 cells.

    Twice: the first may have to compile.
    """
    kmh = terrain.grid.kmh(terrain.grid.whole(), terrain.grid.shape)
    if dtype == "uint8":
        kmh = grid_from_kmh(kmh).values.astype(np.uint8)
    root = Path(__file__).resolve().parents[1]
    with tempfile.TemporaryDirectory() as folder:
        speeds = Path(folder) / "speeds.npy"
        np.save(speeds, kmh)
        about = [str(speeds), str(terrain.start), solver]
        for _ in range(2):
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.peak_memory", *about],
                capture_output=True, text=True, check=True, cwd=root,
            )  # fmt: skip
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peak_memory")
    parser.add_argument("speeds", type=Path)
    parser.add_argument("start", type=int)
    parser.add_argument("solver", choices=SOLVERS, nargs="?", default="tiled")
    arguments = parser.parse_args(argv)
    print(json.dumps(measure(arguments.speeds, arguments.start, arguments.solver)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
