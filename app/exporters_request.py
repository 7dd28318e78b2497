"""What a writer of exports is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from app.bands import Bands
from app.solved import Solved
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from resources.colormaps import DEFAULT

if TYPE_CHECKING:  # the road solvers are dear to load for terrain
    from app.road_solved import RoadSolved


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


@dataclass(frozen=True, eq=False)
class RoadExport:
    """The same of roads.

    cell_m : side of the cells of a raster in metres; 0 lets the writer choose.
    method : of areas: "buffer" or "walk", see `app.exporters_roads_areas`.
    tolerance_m : how far from a road its area reaches; 0 lets the writer choose.
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

    @property
    def chosen_bands(self) -> Bands:
        """The bands, for writers of bands."""
        assert self.bands is not None, "an export of bands without bands"
        return self.bands


Writer = Callable[[Any], tuple[str, ...]]
"""Writes an Export, or a RoadExport where the kind is one of roads, and returns notes for its
reader; raises ExportError or CancelledError."""
