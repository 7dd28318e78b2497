"""Small worlds to look at, solved by the real solver."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage

from app.bands import Bands
from core.solver import Start
from core.times import UNLIMITED
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from raster.travel_times import TravelTimeGrid
from ui.canvas.map_view import MapView
from ui.pictures.style import OverlayStyle

BARE = OverlayStyle(isolines=False, legend=False, scale_bar=False, opacity=1.0, relief="none")
MINUTE = Bands.even(60.0, 3)

ROWS, COLS, CELL = 60, 90, 10.0
LEFT, TOP = 2000.0, 9000.0


def split_world() -> VelocityGrid:
    """Open ground, a wall of barrier and a strip without data.

    columns   0 … 54     55 … 64    65 … 79    80 … 89
              20 km/h    barrier    20 km/h    no data
    """
    kmh = np.full((ROWS, COLS), 20.0)
    kmh[:, 55:65] = 0.0
    kmh[:, 80:] = np.nan
    return grid_from_kmh(kmh, CELL, left=LEFT, top=TOP)


def solved(
    grid: VelocityGrid, row: int = 30, col: int = 20, limit: float = UNLIMITED
) -> TravelTimeGrid:
    return Dijkstra(grid).solve((Start(row * grid.cols + col),), limit=limit)


def pixel(view: MapView, row: float, col: float) -> QPoint:
    """Where the middle of a cell is on the canvas."""
    x, y = view.viewport.to_pixel(LEFT + (col + 0.5) * CELL, TOP - (row + 0.5) * CELL)
    return QPoint(round(x), round(y))


def colour(view: MapView, image: QImage, row: float, col: float) -> tuple[int, ...]:
    """Red, green and blue of a cell in a picture of the view."""
    at = pixel(view, row, col).toPointF() * image.devicePixelRatio()
    return rgb(image.pixelColor(at.toPoint()))


def rgb(text: str | QColor) -> tuple[int, ...]:
    colour = QColor(text)
    return colour.red(), colour.green(), colour.blue()
