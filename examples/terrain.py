"""Travel times over a velocity raster, and the area that is reached in each band.

python -m examples.terrain [FILE]
"""

from __future__ import annotations

import sys
from pathlib import Path

from core.solver import Start
from raster.files.read import open_velocity
from raster.isochrones.contours import band_areas
from raster.solvers.tiled import Tiled
from raster.starts import good_start
from resources.paths import SAMPLE

BANDS = (300.0, 600.0, 900.0)  # seconds


def main(path: Path = SAMPLE) -> list[float]:
    """Square kilometres of each band, from a good start."""
    grid = open_velocity(path)
    cell = good_start(grid)
    assert cell is not None, "no cell can be entered"
    row, col = cell
    times = Tiled(grid).solve((Start(row * grid.cols + col),), limit=BANDS[-1])
    areas = [float(area) / 1e6 for area in band_areas(times, grid, BANDS)]
    for seconds, area in zip(BANDS, areas, strict=True):
        print(f"to {seconds / 60:.0f} min: {area:.1f} km²")
    return areas


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
