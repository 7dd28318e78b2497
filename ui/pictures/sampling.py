"""Travel times at the size of a picture. NumPy only, no Qt."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from core.geometry.between_cells import between_cells
from raster.grid import between, each_in_a_cell
from raster.travel_times import TravelTimes
from ui.pictures.patch import Patch, Rows

Seconds = NDArray[np.float32]


def sampled(
    times: TravelTimes, patch: Patch, samples: int = 1, rows: Rows | None = None
) -> Seconds:
    """Seconds of a patch, or of some rows of it, `samples` × `samples` a pixel; inf where
    unreached; the same whichever rows are asked for. The nearest cell where cells are the smaller,
    else the field runs straight from one cell's middle to the next."""
    window, (height, width) = patch.window, patch.shape
    first, end = rows or patch.all_rows
    shape = height * samples, width * samples
    if each_in_a_cell(window, shape):
        return times.seconds(window, shape, (first * samples, end * samples))
    around = between(window, times.shape)
    down = _positions(window.row - around.row, window.height, shape[0])
    across = _positions(window.col - around.col, window.width, shape[1])
    down = down[first * samples : end * samples]
    top = max(math.floor(down[0]), 0)
    bottom = min(math.floor(down[-1]) + 2, around.height)
    part = around._replace(row=around.row + top, height=bottom - top)
    cells = times.seconds(part, (part.height, part.width))
    return between_cells(cells, down - np.float32(top), across)  # which rounds nothing


def _positions(first: int, length: int, count: int) -> NDArray[np.float32]:
    """Where `count` pixels over `length` cells lie; a cell's middle is a whole number."""
    return ((np.arange(count) + 0.5) * (length / count) - 0.5 + first).astype(np.float32)
