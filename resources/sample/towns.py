"""Where people would settle: level ground, low, near the sea, a river or a lake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from resources.sample.noise import Field, Noise, blur, gradient, mesh, smooth_step
from resources.sample.water import Mask, Waters

PLAN = 2  # cells of the map on a side of a cell of the plan that roads and places are laid on


@dataclass(frozen=True)
class Settlement:
    """A settlement: a cell of the plan, and how far it spreads in metres."""

    row: int
    col: int
    radius: float

    def square_distance(self, other: Settlement) -> int:
        return (self.row - other.row) ** 2 + (self.col - other.col) ** 2


HARBOUR_RADII = (560.0, 430.0, 380.0, 340.0, 300.0, 260.0, 240.0)  # metres
VALLEY_RADII = (340.0, 300.0, 280.0, 260.0, 230.0, 210.0)
TOWN_SPACING, HAMLET_SPACING, HUT_SPACING = 2400.0, 800.0, 620.0  # metres
HAMLETS, HUTS = 62, 110


def coarse(field: NDArray[Any], join: Callable[..., Any]) -> NDArray[Any]:
    """The field on the plan: `join` (mean, max) of the cells of the map in each of its cells."""
    rows, cols = (size // PLAN for size in field.shape)
    joined: NDArray[Any] = join(field.reshape(rows, PLAN, cols, PLAN), axis=(1, 3))
    return joined


def settle(
    waters: Waters, seed: int
) -> tuple[list[Settlement], list[Settlement], list[Settlement]]:
    """Towns (harbours, then market towns of the valleys), hamlets and huts, each best first."""
    cell = waters.relief.cell * PLAN
    height = coarse(waters.relief.height, np.mean)
    firm = _two_largest_islands(waters) & ~ndimage.binary_dilation(
        ~coarse(waters.dry, np.min), iterations=round(60 / cell)
    )
    along_x, along_y = gradient(height, cell)
    steep = blur(np.sqrt(along_x * along_x + along_y * along_y), round(160 / cell))
    x, y = mesh(len(height))
    whim = Noise(seed + 31).layers(x * 30, y * 30, 3)
    sea, fresh = _nearness(waters, cell)
    harbour = 1.6 * sea + 0.6 * fresh - 8 * steep - height / 700 + 0.5 * whim
    valley = 1.2 * fresh - 8 * steep - height / 1500 + 0.3 * whim
    hamlet = 0.8 * np.maximum(sea, fresh) - 4 * steep - height / 700 + 0.8 * whim
    apart = TOWN_SPACING / cell
    towns = _spread(harbour, firm, HARBOUR_RADII, apart, [])
    towns += _spread(valley, firm & (sea == 0), VALLEY_RADII, apart, towns)
    radii = [40.0 + 12 * (k % 6) for k in range(HAMLETS)]
    hamlets = _spread(hamlet, firm & (steep < 0.3), radii, HAMLET_SPACING / cell, towns)
    lonely = firm & (steep < 0.6) & (height < 620)
    huts = _spread(whim, lonely, [0.0] * HUTS, HUT_SPACING / cell, towns + hamlets)
    return towns, hamlets, huts


def _two_largest_islands(waters: Waters) -> Mask:
    """The land that roads reach: the main island and the one that a bridge joins to it."""
    islands, _ = ndimage.label(~coarse(waters.sea, np.min).astype(np.bool_))
    largest = np.argsort(np.bincount(islands.ravel())[1:])[::-1][:2] + 1
    reached: Mask = np.isin(islands, largest)
    return reached


def _nearness(waters: Waters, cell: float) -> tuple[Field, Field]:
    """How near the sea and fresh water are, each 0 to 1."""
    sea = ndimage.distance_transform_edt(~coarse(waters.sea, np.max)) * cell
    fresh = ndimage.distance_transform_edt(~coarse(waters.river | waters.lake, np.max)) * cell
    return 1 - smooth_step(sea, 200, 1500), 1 - smooth_step(fresh, 150, 900)


def _spread(
    score: Field, allowed: Mask, radii: Sequence[float], spacing: float, others: list[Settlement]
) -> list[Settlement]:
    """The best places, none nearer to another (or to `others`) than `spacing` cells."""
    rows, cols = np.indices(score.shape)
    value = np.where(allowed, score, -np.inf)
    for other in others:
        value[(rows - other.row) ** 2 + (cols - other.col) ** 2 < spacing**2] = -np.inf
    places: list[Settlement] = []
    for radius in radii:
        best = int(np.argmax(value))
        row, col = best // score.shape[1], best % score.shape[1]
        if value[row, col] == -np.inf:
            break
        places.append(Settlement(row, col, radius))
        value[(rows - row) ** 2 + (cols - col) ** 2 < spacing**2] = -np.inf
    return places
