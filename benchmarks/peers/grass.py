"""GRASS GIS as a peer: `r.walk` on the very cells, friction and heights that we solve on.

GRASS is a program of the system (Debian: `grass-core`), called as `grass --tmp-location --exec`;
nothing of it is kept. Rasters go there as raw float64 and come back so.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.numerals import counted
from raster.grid import VelocityGrid
from raster.slopes.models import Naismith
from raster.slopes.slopes import GridSlopes

F64 = NDArray[np.float64]

GRASS = "grass"

_NULL = -99999.0


def is_there() -> bool:
    """Whether GRASS can be called."""
    return shutil.which(GRASS) is not None


def version() -> str:
    """ "GRASS GIS 8.2.1", by itself."""
    told = subprocess.run([GRASS, "--version"], capture_output=True, text=True, check=True)
    return (told.stdout or told.stderr).splitlines()[0].strip()


def walk(
    grid: VelocityGrid, slopes: GridSlopes, row: int, col: int, zero_speed_kmh: float = 0.0
) -> F64:
    """Seconds by `r.walk` from a cell, float64, (rows, cols), inf where not reached: friction is
    3.6 / km/h seconds a metre, a cell that cannot be entered null. slopes : of a Naismith model
    with its lambda, as `r.walk` adds."""
    model = slopes.model
    assert isinstance(model, Naismith)
    assert model.friction is not None, "r.walk adds friction"
    assert not slopes.surface
    kmh = grid.kmh(grid.whole(), grid.shape).astype(np.float64)
    kmh = np.where(kmh <= 0, zero_speed_kmh, kmh)
    friction = np.where(kmh > 0, 3.6 / np.where(kmh > 0, kmh, 1.0), _NULL)
    heights = slopes.heights.metres(slice(None), slice(None))
    if np.isnan(heights[friction != _NULL]).any():
        missing = counted(int(np.isnan(heights[friction != _NULL]).sum()), "cell")
        raise ValueError(f"{missing} without a height, which r.walk does not cross")
    north, east = grid.rows * grid.step_y, grid.cols * grid.step_x
    with tempfile.TemporaryDirectory(prefix="isofront-grass-") as name:
        folder = Path(name)
        friction.tofile(folder / "friction.bin")
        np.nan_to_num(heights, nan=0.0).tofile(folder / "heights.bin")
        x, y = (col + 0.5) * grid.step_x, north - (row + 0.5) * grid.step_y
        box = f"north={north!r} south=0 east={east!r} west=0 rows={grid.rows} cols={grid.cols}"
        raw = f"bytes=8 -d {box} anull={_NULL}"
        coefficients = ",".join(f"{value!r}" for value in (model.a, model.b, model.c, model.d))
        script = f"""set -e
r.in.bin input={folder}/friction.bin output=friction {raw} --quiet
r.in.bin input={folder}/heights.bin output=heights {raw} --quiet
g.region raster=friction
r.walk elevation=heights friction=friction output=times start_coordinates={x!r},{y!r} \\
    walk_coeff={coefficients} lambda={model.friction!r} slope_factor={model.threshold!r} --quiet
r.out.bin input=times output={folder}/times.bin bytes=8 null={_NULL} --quiet
"""
        program = folder / "walk.sh"
        program.write_text(script, encoding="utf-8")
        done = subprocess.run(
            [GRASS, "--tmp-location", "XY", "--exec", "bash", str(program)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"GRASS failed: {done.stderr[-2000:]}")
        times = np.fromfile(folder / "times.bin", np.float64).reshape(grid.shape)
    return np.where(times == _NULL, np.inf, times)
