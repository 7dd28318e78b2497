"""What a file will hold: the writers tell it instead of writing, so that it is what they write."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray

from app.exports.kml import write_kml
from app.exports.plans.strokes import Group
from app.exports.vector import WGS84, FeatureLayer, write_layer
from core.cancel import Cancel

SAMPLE_POINTS = 20_000
"""Points that are written to a folder that goes again, to tell how much all of them take."""

SHOWN_ROWS = 16
"""Lines of a table that a preview shows."""

SAMPLE_ROWS = 2_000
"""Lines of a table that are written for the same reason."""

Looks = Callable[[int, int], NDArray[np.uint8]]
"""Function that draws what a raster will hold in so many rows and columns: uint8, (…, …, 4)."""


@dataclass(frozen=True, eq=False)
class PlannedLayer:
    """A layer of features as it will be written. size : bytes of its file, about."""

    layer: FeatureLayer
    size: int

    @property
    def points(self) -> int:
        """Of all its geometries."""
        return int(shapely.get_num_coordinates(self.layer.geometries).sum())


@dataclass(frozen=True, eq=False)
class PlannedCells:
    """A raster as it will be written. dtype : as GDAL calls it. side : of its cells, in metres,
    across and down. size : bytes, about."""

    rows: int
    cols: int
    dtype: str
    side: tuple[float, float]
    crs_wkt: str | None
    size: int
    looks: Looks


@dataclass(frozen=True, eq=False)
class PlannedTable:
    """A table as it will be written. rows : without the head. size : bytes, about. first : lines
    of its beginning."""

    heads: Sequence[str]
    rows: int
    size: int
    first: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class PlannedPage:
    """A web map as it will be written. areas, lines : object; shapes in the units of its plane.
    tones : uint8, (areas, 4), and (lines, 4). drawn : outlines of what was drawn by hand. size :
    bytes."""

    areas: NDArray[np.object_]
    lines: NDArray[np.object_]
    tones: tuple[NDArray[np.uint8], NDArray[np.uint8]]
    drawn: Group
    size: int
    relief: bool = False


@dataclass(eq=False)
class FilePlan:
    """Collects what a file will hold."""

    parts: list[PlannedLayer | PlannedCells | PlannedTable | PlannedPage] = field(
        default_factory=list
    )

    def add_layer(self, layer: FeatureLayer, path: Path, cancel: Cancel) -> None:
        """A layer that a file of this suffix is to hold. Raises ExportError, CancelledError."""
        self.parts.append(PlannedLayer(layer, _size_of(layer, path.suffix.lower(), cancel)))

    def add_table(
        self, heads: Sequence[str], rows: int, texts: Callable[[slice], Iterable[str]]
    ) -> None:
        """texts : the lines of some rows."""
        some = slice(0, min(rows, SAMPLE_ROWS))
        lines = "".join(texts(some))
        size = len(",".join(heads)) + 1 + round(len(lines.encode()) * rows / max(some.stop, 1))
        first = tuple(lines.splitlines()[:SHOWN_ROWS])
        self.parts.append(PlannedTable(tuple(heads), rows, size, first))


def _size_of(layer: FeatureLayer, suffix: str, cancel: Cancel) -> int:
    """Bytes that a layer takes; of one with many points a part is written, and an empty one."""
    counts = shapely.get_num_coordinates(layer.geometries)
    whole = int(counts.sum())
    some = np.cumsum(counts) <= SAMPLE_POINTS
    some[:1] = True  # one feature may hold more than that
    part = _written_size(layer.only(some), suffix, cancel)
    if some.all():
        return part
    empty = _written_size(layer.only(np.zeros(len(counts), np.bool_)), suffix, cancel)
    return round(empty + (part - empty) * whole / max(int(counts[some].sum()), 1))


def _written_size(layer: FeatureLayer, suffix: str, cancel: Cancel) -> int:
    write = write_kml if suffix == ".kml" else write_layer
    with tempfile.TemporaryDirectory(prefix="isofront-") as folder:
        write(Path(folder) / f"part{suffix}", layer, cancel=cancel)
        return sum(file.stat().st_size for file in Path(folder).iterdir() if file.is_file())


def crs_of(layer: FeatureLayer, suffix: str) -> str | None:
    """The CRS of a layer in a file of a suffix."""
    return WGS84 if suffix in (".geojson", ".json", ".kml", ".gpx") else layer.crs_wkt
