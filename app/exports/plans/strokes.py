"""Shapes that a file will hold as rings, lines and points of a small picture."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

MOST_SHAPES = 20_000
"""Lines or points that are drawn; of more an even sample is."""

FINENESS = 0.5
"""Pixels below which nothing is told apart."""

Points = NDArray[np.float64]
Group = tuple[NDArray[np.object_], NDArray[np.uint8]]
"""Shapes, object, (n,), and their colours, uint8, (n, 4)."""


@dataclass(frozen=True, eq=False)
class Stroke:
    """One part of a shape. kind : "area", "line" or "point". rings : float64, (…, 2), pixels, of an
    area its edge and its holes. tone : red, green, blue; None where the layer has no colours."""

    kind: str
    rings: tuple[Points, ...]
    tone: tuple[int, int, int] | None


@dataclass(frozen=True, eq=False)
class ShapeSketch:
    """size : width and height in pixels. strokes : the lowest first."""

    size: tuple[int, int]
    strokes: Sequence[Stroke]


def sketched(groups: Sequence[Group], width: int, height: int, edge: int) -> ShapeSketch | None:
    """Shapes as large as there is room, `edge` pixels around them; None where there is nothing."""
    bounds = np.array([shapely.total_bounds(shapes) for shapes, _ in groups if len(shapes)])
    if not len(bounds) or not np.isfinite(bounds).any():
        return None
    left, bottom = np.nanmin(bounds[:, :2], axis=0)
    right, top = np.nanmax(bounds[:, 2:], axis=0)
    narrow = 1.0
    if max(abs(left), abs(right)) <= 360 and max(abs(bottom), abs(top)) <= 90:  # degrees
        narrow = math.cos(math.radians((bottom + top) / 2))
    across, down = max((right - left) * narrow, 1e-9), max(top - bottom, 1e-9)
    scale = min((width - 2 * edge) / across, (height - 2 * edge) / down)

    def at(points: Points) -> Points:
        x = (points[:, 0] - left) * narrow * scale + edge
        return np.column_stack((x, (top - points[:, 1]) * scale + edge))

    size = math.ceil(across * scale) + 2 * edge, math.ceil(down * scale) + 2 * edge
    return ShapeSketch(size, [stroke for group in groups for stroke in _strokes(group, at)])


def _strokes(group: Group, at: Any) -> Iterator[Stroke]:
    shapes, tones = group
    every = max(len(shapes) // MOST_SHAPES, 1)
    placed = shapely.simplify(shapely.transform(shapes[::every], at), FINENESS)
    for shape, (red, green, blue, alpha) in zip(placed, tones[::every].tolist(), strict=True):
        tone = (red, green, blue) if alpha else None
        for one in shapely.get_parts(shape):
            if not one.is_empty:
                yield Stroke(_kind(one), _rings(one), tone)


def _kind(shape: Any) -> str:
    return ("point", "line", "area")[shapely.get_dimensions(shape)]


def _rings(shape: Any) -> tuple[Points, ...]:
    if shape.geom_type != "Polygon":
        return (shapely.get_coordinates(shape),)
    return tuple(shapely.get_coordinates(ring) for ring in (shape.exterior, *shape.interiors))
