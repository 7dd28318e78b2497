"""Along which directions a front runs from cell to cell: the names of the two geometries.

*eight*: along the eight directions to neighbours, as in the thesis. *straight*: along these and any
direction between them (`raster.wedges`).
"""

from __future__ import annotations

from core.errors import ParameterError
from raster.grid import VelocityGrid
from raster.oblong import check_sides

EIGHT = "eight"
STRAIGHT = "straight"
GEOMETRIES = (EIGHT, STRAIGHT)


def check_geometry(geometry: str, grid: VelocityGrid, known: tuple[str, ...] = GEOMETRIES) -> None:
    """Raise ParameterError where a geometry is none of those known, or cells do not fit it."""
    if geometry not in GEOMETRIES:
        raise ParameterError(f"geometry = {geometry}", advice=f"Give {' or '.join(GEOMETRIES)}.")
    if geometry not in known:
        raise ParameterError(
            "no straight lines with this algorithm", advice="Choose another, or geometry=eight."
        )
    if geometry == STRAIGHT:
        check_sides(grid.step_x, grid.step_y)
