"""What a writer of exports is told."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from app.bands import Bands
from app.solving.solved import Solved
from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from core.progress import Progress, no_progress
from resources.colormaps import DEFAULT

if TYPE_CHECKING:  # the road solvers are dear to load for terrain
    from app.solving.road_solved import RoadSolved


@dataclass(frozen=True, eq=False)
class Export:
    """A result, where to write it and how.

    bands : what to divide the times into; None where the times themselves are written.
    colormap : for formats that hold colours.
    """

    path: Path
    solved: Solved
    bands: Bands | None = None
    colormap: str = DEFAULT
    progress: Progress = no_progress
    cancel: Cancel = NEVER

    @property
    def chosen_bands(self) -> Bands:
        """The bands, for writers of bands."""
        assert self.bands is not None, "an export of bands without bands"
        return self.bands


AreaMethod = Literal["buffer", "walk"]


@dataclass(frozen=True, slots=True)
class OffRoad:
    """How far from a road a cell is still reached, and how.

    reach_m : metres. walk_kmh : speed from the road to the cell; 0 gives cells the time of the
    nearest road.
    """

    reach_m: float = 250.0
    walk_kmh: float = 5.0

    def __post_init__(self) -> None:
        if not (0 < self.reach_m < math.inf and 0 <= self.walk_kmh < math.inf):
            raise ParameterError(
                f"{self.reach_m:g} m off roads at {self.walk_kmh:g} km/h",
                advice="Give a positive distance, and a speed of 0 or more.",
            )

    def text(self, quantity: str = "time") -> str:
        """In words. quantity : of the measure; where metres count, those off the road do too."""
        if self.walk_kmh == 0 or quantity == "count":
            what = "time" if quantity == "time" else "cost"
            return f"{what} of the nearest road within {self.reach_m:g} m"
        if quantity == "length":
            return f"metres off the road counted, up to {self.reach_m:g} m from a road"
        return f"walked at {self.walk_kmh:g} km/h, up to {self.reach_m:g} m from a road"


@dataclass(frozen=True, eq=False)
class RoadExport:
    """The same of roads.

    cell_m : side of the cells of a raster in metres; 0 lets the writer choose.
    method : of areas: "buffer" or "walk", see `app.exports.road_areas`.
    tolerance_m : how far from a road its area reaches; 0 lets the writer choose.
    off_road : of rasters and of "walk"; None for the usual.
    """

    path: Path
    solved: RoadSolved
    bands: Bands | None = None
    colormap: str = DEFAULT
    cell_m: float = 0.0
    progress: Progress = no_progress
    cancel: Cancel = NEVER
    method: AreaMethod = "buffer"
    tolerance_m: float = 0.0
    off_road: OffRoad | None = None

    @property
    def chosen_bands(self) -> Bands:
        """The bands, for writers of bands."""
        assert self.bands is not None, "an export of bands without bands"
        return self.bands


Writer = Callable[[Any], tuple[str, ...]]
"""Function that writes an Export, or a RoadExport where the kind is one of roads, and returns notes
for its reader; raises ExportError or CancelledError."""
