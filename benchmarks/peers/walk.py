"""Times on slopes against `r.walk` of GRASS: how far apart they are, and how long each takes.

    python -m benchmarks.peers.walk VELOCITY ELEVATION [--start ROW,COL] [--repeat N] [--out FILE]

Both get the same friction, heights, coefficients and start; heights are those of our cells, in the
units in which we keep them. `tiled` is timed on slopes and on the level, and `dijkstra` on slopes,
beside r.walk. Records go to benchmarks/results/slopes.jsonl.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.peers import grass
from benchmarks.records import ResultFile, results_file
from core.solver import Start
from core.times import UNREACHED
from raster.files.read import open_velocity
from raster.files.slopes.heights import read_heights
from raster.slopes.models import Naismith
from raster.slopes.slopes import GridSlopes
from raster.solvers.dijkstra import Dijkstra
from raster.solvers.tiled import Tiled
from raster.starts import good_start


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("velocity", type=Path)
    parser.add_argument("elevation", type=Path)
    parser.add_argument("--start", default="", metavar="ROW,COL")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--out", type=Path, default=results_file("slopes"))
    given = parser.parse_args(words)
    if not grass.is_there():
        print("GRASS GIS is not installed (Debian: grass-core)", file=sys.stderr)
        raise SystemExit(2)
    results = ResultFile(given.out)
    grid = open_velocity(given.velocity)
    heights = read_heights(given.elevation, grid)
    slopes = GridSlopes(heights, Naismith(friction=1.0))
    cell = tuple(map(int, given.start.split(","))) if given.start else good_start(grid)
    assert cell is not None
    row, col = cell
    start = (Start(row * grid.cols + col, 0.0),)
    began = time.perf_counter()
    walked = grass.walk(grid, slopes, row, col)
    grass_s = time.perf_counter() - began
    took: dict[str, list[float]] = {"tiled": [], "tiled_level": [], "dijkstra": []}
    solvers: dict[str, Any] = {
        "tiled": Tiled(grid, slopes=slopes),
        "tiled_level": Tiled(grid),
        "dijkstra": Dijkstra(grid, slopes=slopes),
    }
    times = {name: solver.solve(start) for name, solver in solvers.items()}
    for _ in range(given.repeat):
        for name, solver in solvers.items():
            began = time.perf_counter()
            solver.solve(start)
            took[name].append((time.perf_counter() - began) * 1e3)
    found = times["tiled"]
    ours = np.where(found.labels < UNREACHED, found.labels * found.tick_seconds, np.inf)
    reached = np.isfinite(walked) & (walked > 0)
    off = np.abs(ours[reached] - walked[reached]) / walked[reached]
    record = results.add(
        {
            "instance": grid.name,
            "elevation": heights.name,
            "model": slopes.text,
            "grass": grass.version(),
            "cells": grid.rows * grid.cols,
            "reached": int(reached.sum()),
            "same_cells": bool((np.isfinite(ours) == np.isfinite(walked)).all()),
            "same_bits": bool((times["dijkstra"].labels == found.labels).all()),
            "off_most": float(off.max()),
            "off_median": float(np.median(off)),
            "grass_s": grass_s,
            **{f"{name}_ms": statistics.median(each) for name, each in took.items()},
        }
    )
    print(record)


if __name__ == "__main__":
    main()
