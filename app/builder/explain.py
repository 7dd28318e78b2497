"""Why a cell has its speed, in words."""

from __future__ import annotations

import math

import numpy as np

from app.builder.inputs import GroundReader
from raster.builder.rules import SpeedRules
from raster.builder.speed import NO_CLASS, Made, Reason
from raster.grid import Window


def explained(reader: GroundReader, x: float, y: float) -> str:
    """`slope 12° → 18 km/h × shrub 0.8 = 14.4 km/h`, of the cell at a place of the grid's CRS; ""
    outside the grid."""
    grid = reader.grid
    col = math.floor((x - grid.left) / grid.cell_x)
    row = math.floor((grid.top - y) / grid.cell_y)
    if not (0 <= row < grid.rows and 0 <= col < grid.cols):
        return ""
    return words_of(reader.made(Window(row, col, 1, 1)), reader.rules, 0, 0)


def words_of(made: Made, rules: SpeedRules, row: int, col: int) -> str:
    """The same of a cell of what was made."""
    reason = Reason(made.reason[row, col])
    kmh = float(made.kmh[row, col])
    ground = _ground(made, rules, row, col)
    result = "undefined" if math.isnan(kmh) else "closed" if kmh == 0 else f"{kmh:.3g} km/h"
    metres = math.inf if made.water_m is None else float(made.water_m[row, col])
    far = math.isinf(metres)  # or everywhere
    told = {
        Reason.GROUND: ground,
        Reason.GIVEN: ground,
        Reason.CEILING: f"{ground}, at most {result}",
        Reason.STEEP_COVER: f"{ground}, too steep for this cover",
        Reason.WATER: "water" if far else f"water, {metres:.0f} m from the shore",
        Reason.BEYOND_WATER: "water, beyond the strip along the shore",
        Reason.SEA: "sea" if far else f"sea, {metres:.0f} m from the shore",
        Reason.BEYOND_SEA: "sea, beyond the strip along the shore",
        Reason.BARRIER: "a barrier",
        Reason.ROAD: f"a road, {float(made.road[row, col]):.3g} km/h; beside it {ground}",
        Reason.NO_ELEVATION: "no elevation",
        Reason.NO_COVER: "no land cover",
        Reason.NO_SPEED: "no given speed",
    }[reason]
    return f"{told} → {result}"


def _ground(made: Made, rules: SpeedRules, row: int, col: int) -> str:
    """Where the speed of open ground is from."""
    base = f"{float(made.base[row, col]):.3g} km/h"
    parts = [base]
    if made.slope is not None and not np.isnan(made.slope[row, col]):
        parts = [f"slope {float(made.slope[row, col]):.1f}° → {base}"]
    factor = float(made.factor[row, col])
    name = _cover_name(made, rules, row, col)
    if name or factor != 1:
        parts.append(f"× {name} {factor:.3g}".replace("  ", " "))
    return " ".join(parts)


def _cover_name(made: Made, rules: SpeedRules, row: int, col: int) -> str:
    if made.cover is not None:
        code = int(made.cover[row, col])
        return "" if code == NO_CLASS else rules.cover.classes[code].name
    if made.shares is not None:
        shares = made.shares[:, row, col]
        if not np.isnan(shares).any():
            most = int(np.argmax(shares))
            return f"{rules.cover.classes[most].name} ({float(shares[most]):.0f} %)"
    return ""
