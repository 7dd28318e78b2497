"""Draws isochrones of both geometries over the true circles, on even ground, for the documents:
`python -m benchmarks.reports.accuracy_picture OUT.png`."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from benchmarks.instances.known_times import KnownGround, even_ground
from core.times import UNLIMITED
from raster.geometry import GEOMETRIES
from raster.isochrones.contours import isolines
from raster.solvers.dijkstra import Dijkstra

SIDE = 401
PIXELS, FINER = 480, 4
"""Side of a map in the picture; and how much finer it is drawn, to be smooth when made smaller."""

RINGS = 4
PAPER, CIRCLE, LINE = "#ffffff", "#9aa5b1", "#b3261e"


def drawn(ground: KnownGround, geometry: str) -> Image.Image:
    """Isochrones in red over the true circles in grey, which a right one hides."""
    farthest = float(ground.true[ground.start[0]].max())
    limits = [farthest * (ring + 1) / RINGS * 0.98 for ring in range(RINGS)]
    times = Dijkstra(ground.grid, geometry=geometry).solve((ground.source,), limit=UNLIMITED)
    scale = PIXELS * FINER / SIDE
    picture = Image.new("RGB", (PIXELS * FINER, PIXELS * FINER), PAPER)
    pen = ImageDraw.Draw(picture)
    centre = (ground.start[1] + 0.5) * scale
    metre = scale / ground.grid.cell_x
    for limit in limits:
        radius = 10 * limit * metre  # 36 km/h
        box = (centre - radius, centre - radius, centre + radius, centre + radius)
        pen.ellipse(box, outline=CIRCLE, width=3 * FINER)
    left, _, _, top = ground.grid.bounds
    for isoline in isolines(times, ground.grid, limits):
        for part in isoline.geometry.geoms:
            x, y = np.asarray(part.coords).T
            x, y = (x - left) * metre, (top - y) * metre
            pen.line(list(zip(x.tolist(), y.tolist(), strict=True)), fill=LINE, width=2 * FINER)
    return picture.resize((PIXELS, PIXELS), Image.Resampling.LANCZOS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out
    ground = even_ground(SIDE)
    maps = [np.asarray(drawn(ground, geometry)) for geometry in GEOMETRIES]
    between = np.full((PIXELS, 24, 3), 255, np.uint8)
    Image.fromarray(np.hstack((maps[0], between, maps[1]))).save(out, optimize=True)


if __name__ == "__main__":
    main()
