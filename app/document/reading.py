"""What a document was made of, so that it can be opened again."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from app.roads.closures import OPEN_EVERYWHERE, Closures
from app.roads.costs import RoadCosts
from app.roads.open_roads import OpenRoads, RoadFileOptions
from raster.files.read import ReadOptions
from road.search.search_graph import Direction


@dataclass(frozen=True)
class RasterReading:
    """The options of a raster, and which one of an archive."""

    options: ReadOptions = field(default_factory=ReadOptions)
    member: str | None = None


@dataclass(frozen=True)
class RoadSource:
    """A road file, how it was read, and how its roads are driven, or were when they were burned."""

    path: Path | None
    reading: RoadFileOptions
    costs: RoadCosts
    direction: Direction = "from"
    closures: Closures = OPEN_EVERYWHERE

    @classmethod
    def of(cls, roads: OpenRoads) -> RoadSource:
        return cls(roads.path, roads.reading, roads.costs, roads.direction, roads.closures)


@dataclass(frozen=True)
class Sources:
    """join : how both were joined, "combined" or "burned"; "" for one alone. zero_speed_kmh : what
    cells of 0 km/h count as in a graph of both. None for what there is not."""

    terrain: Path | None = None
    raster: RasterReading = field(default_factory=RasterReading)
    roads: RoadSource | None = None
    join: str = ""
    zero_speed_kmh: float = 0.0

    @property
    def paths(self) -> dict[str, Path | None]:
        """The files themselves, by what was asked for."""
        roads = None if not self.roads else self.roads.path
        return {"terrain": self.terrain, "roads": roads}

    @property
    def directed(self) -> bool:
        """Whether roads have a direction: burned into cells they have none."""
        return {"burned": False}.get(self.join, True)
