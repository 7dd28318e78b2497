"""What a writer of exports is told."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from app.bands import Bands
from app.fitting import fitting_bands, longest_of
from app.solving.result import Result
from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from core.files.packing import Compression
from core.progress import Progress, no_progress
from raster.edits.edit import NO_EDITS, EditLayer
from resources.colormaps import DEFAULT

if TYPE_CHECKING:
    from app.exports.plans.file_plan import FilePlan
    from raster.elevation import Elevation

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


@dataclass(frozen=True, slots=True)
class ValueRaster:
    """A raster whose values are summed. name : of what it counts. unit : of that; "" for none."""

    path: Path
    name: str
    unit: str = ""

    @property
    def column(self) -> str:
        """Of its sums in a table: `heat_demand_MWh`."""
        words = f"{self.name} {self.unit}".split()
        return "_".join(words)


@dataclass(frozen=True)
class ExportOptions:
    """Choices that matter to some writers.

    cog : a GeoTIFF of times on terrain is laid out for the cloud, whatever its name.
    heights : give web maps of terrain relief; None where none are known. edits : of the ground,
    which web maps show.
    compression : of GeoTIFFs. wgs84 : vector files are in longitudes and latitudes.
    cell_m : of roads, side of the cells of a raster in metres; 0 lets the writer choose.
    method : of areas of roads: "buffer" or "walk", see `app.exports.road_areas`.
    tolerance_m : how far from a road its area reaches; 0 lets the writer choose.
    off_road : of rasters of roads and of "walk". values : rasters that zonal tables sum.
    """

    cog: bool = False
    compression: Compression = "deflate"
    wgs84: bool = False
    heights: Elevation | None = None
    edits: EditLayer = NO_EDITS
    cell_m: float = 0.0
    method: AreaMethod = "buffer"
    tolerance_m: float = 0.0
    off_road: OffRoad = field(default_factory=OffRoad)
    values: tuple[ValueRaster, ...] = ()


R = TypeVar("R", bound=Result)


@dataclass(frozen=True, eq=False)
class Export(Generic[R]):
    """A result, where to write it and how.

    chosen : what to divide the times into; None for bands that fit.
    colormap : for formats that hold colours. plan : is told what the file would hold, which is
    then not written.
    """

    path: Path
    result: R
    chosen: Bands | None = None
    colormap: str = DEFAULT
    options: ExportOptions = field(default_factory=ExportOptions)
    progress: Progress = no_progress
    cancel: Cancel = NEVER
    plan: FilePlan | None = None

    @cached_property
    def asked(self) -> Bands:
        """The bands that were chosen, else some that fit."""
        return self.chosen or fitting_bands(self.result.times, self.result.measure)

    @cached_property
    def bands(self) -> Bands:
        """The same, and what lies beyond them where nobody chose them."""
        return bands_written(self.asked, self.result)

    def writing(self, fraction: float) -> None:
        """Report a fraction of the whole, when the file is being written."""
        self.progress(fraction, f"writing {self.path.name}")


def bands_written(asked: Bands, result: Result) -> Bands:
    """Bands, and what lies beyond them where nobody chose them."""
    return asked.with_beyond(longest_of(result.times)) if asked.automatic else asked
