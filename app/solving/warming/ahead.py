"""Compiling in a process beside this one, on a machine that never opened such a file.

Numba compiles one function at a time, whoever asks for it. The solver of rasters that answers first
takes half of a first start, and has nothing to do with what is compiled meanwhile: readers of
files, and all that draws. So another process compiles it into the folder that both share, from the
moment the program starts, and who needs it waits. Of roads there is much, none of it large: the
other process compiles what is needed last (`ui.running.roads_beside`), and nobody waits.
"""

from __future__ import annotations

import atexit
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from core.parallel.kernel_cache import keeps

if TYPE_CHECKING:  # the window is seen before they are loaded
    from raster.grid import VelocityGrid
    from raster.slopes.slopes import GridSlopes

ALGORITHM = "tiled"
"""The one that answers first, on the CPU."""


class CompiledBeside(NamedTuple):
    """What a process compiles. module : it runs this one. kernel : module and name of what shows
    that all of it was compiled before."""

    module: str
    kernel: str


RASTERS = CompiledBeside("app.solving.warming.ahead", "tile_rounds.work")
"""Solver of rasters that answers first, by the kernel of its rounds, which all else of it is
compiled into."""

PATIENCE_S = 120.0
"""Seconds after which the process is not waited for any more: it takes some twenty."""

_ROOT = Path(__file__).parents[3]
_beside: subprocess.Popen[bytes] | None = None
_what = RASTERS


def compile_beside(what: CompiledBeside = RASTERS) -> None:
    """Begin, unless it was compiled before, or there is no processor to spare, or a GPU may be
    there that answers instead; one process at a time."""
    global _beside, _what
    alone = (os.cpu_count() or 1) < 2 or importlib.util.find_spec("cupy") is not None
    begun = compiling() or (_beside is not None and _what == what)
    if begun or alone or keeps(what.kernel):
        return
    path = os.pathsep.join([str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    try:
        _beside = subprocess.Popen(
            [sys.executable, "-m", what.module],
            cwd=_ROOT,  # another package of this name may lie where the program was started
            env=os.environ | {"PYTHONPATH": path}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    except OSError:  # then it is compiled where it is needed
        return
    _what = what
    atexit.register(stop)


def compiling() -> bool:
    """Whether the process is at it."""
    return _beside is not None and _beside.poll() is None


def wait_for(algorithm: str, grid: VelocityGrid, slopes: GridSlopes | None) -> None:
    """Until the process is done, if it compiles what solves that, or until it has taken so long
    that it must be stuck."""
    codes = grid.values.dtype == "uint8" and grid.values.flags.writeable
    other = _what != RASTERS or algorithm != ALGORITHM
    if _beside is None or other or not codes or slopes is not None:
        return
    try:
        _beside.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        stop()


def stop() -> None:
    """End the process; what it has compiled so far stays."""
    if compiling():
        assert _beside is not None
        _beside.kill()
        _beside.wait()


def compile_here() -> None:
    """Solve a few cells in whole km/h, as most files have them."""
    import numpy as np

    from app.catalog.algorithms import prepare
    from core.solver import Start
    from raster.grid import grid_from_kmh

    grid = grid_from_kmh(np.full((3, 3), 36), 10.0)
    prepare(grid, ALGORITHM, "cpu", 0.0, {}).solver.solve((Start(4),))


if __name__ == "__main__":
    compile_here()
