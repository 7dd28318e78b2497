"""Origins and destinations: out of files, and onto roads or cells."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np

from app.document.document import Document
from app.roads.open_roads import OpenRoads, OutsideRoadsError, Source
from app.starts import PlacedStart
from core.errors import InputError
from core.files.csv_rows import csv_rows
from core.files.user_paths import expanded
from raster.files.crs.start_crs import points_to_crs
from raster.grid import VelocityGrid
from road.files.vector.points import read_points
from road.graph import I64
from road.matrix.places import RoadDestinations, RoadPlaces
from road.places.snap import Snapped

BY_VERTEX, BY_DEGREES, BY_PLACE = ("vertex",), ("lon", "lat"), ("x", "y")
"""Columns of a CSV file of places, by one of these; `id` may name them."""

DEGREES = "EPSG:4326"

MOST_NAMED = 5
"""Places left out that a note names; more are counted."""

P = TypeVar("P")


@dataclass(frozen=True, eq=False)
class NamedPlaces:
    """Places as a file gives them, in the CRS of a document.

    name : of the file. ids : one a place. places : x and y, or a vertex.
    """

    name: str
    ids: tuple[str, ...]
    places: tuple[PlacedStart, ...]

    def __len__(self) -> int:
        return len(self.ids)

    def only(self, kept: Sequence[int]) -> NamedPlaces:
        """Some of them."""
        ids = tuple(self.ids[k] for k in kept)
        return NamedPlaces(self.name, ids, tuple(self.places[k] for k in kept))


@dataclass(frozen=True, eq=False)
class LeftOut:
    """Places that lie on nothing that is solved on: what they are called, and why."""

    what: str
    named: NamedPlaces
    reasons: dict[int, str]

    @property
    def note(self) -> str:
        """In a line; "" where none is left out."""
        if not self.reasons:
            return ""
        some = [f"{self.named.ids[k]} ({why})" for k, why in self.reasons.items()][:MOST_NAMED]
        more = ", …" if len(self.reasons) > MOST_NAMED else ""
        count = f"{len(self.reasons):,} of {len(self.named):,} {self.what}"
        return f"{count} of {self.named.name} are left out: {', '.join(some)}{more}"

    def expect_some(self) -> None:
        """Raise InputError where all are left out."""
        if len(self.reasons) == len(self.named):
            raise InputError(
                f"none of its {len(self.named):,} {self.what} can be used: {self.reasons[0]}",
                where=self.named.name,
                advice="Check the coordinates and the CRS.",
            )


def read_places(name: str, document: Document, crs: str | None = None) -> NamedPlaces:
    """The places of a CSV file, or of any file of points that GDAL reads.

    crs : of x and y in a CSV, None for the document's. Raises InputError.
    """
    path = expanded(name)
    if path.suffix.lower() == ".csv":
        places = _of_csv(path, document, crs)
        if not len(places):
            raise InputError("has no places", where=str(path), advice="Give a row for each.")
        return places
    found = read_points(path, document)
    places_ = tuple(PlacedStart(x, y) for x, y in found.points.tolist())
    return NamedPlaces(path.name, found.ids, places_)


def _of_csv(path: Path, document: Document, crs: str | None) -> NamedPlaces:
    ids, wheres = list[str](), list[str]()
    numbers, columns = [], tuple[str, ...]()
    for row, where in csv_rows(path, BY_VERTEX, BY_DEGREES, BY_PLACE, optional=("id",)):
        ids.append(row.pop("id", "") or str(len(ids) + 1))
        wheres.append(where)
        columns = tuple(row)
        numbers.append([_number(text, column, where) for column, text in row.items()])
    if columns == BY_VERTEX:
        starts = [PlacedStart(vertex=int(vertex)) for (vertex,) in numbers]
        return NamedPlaces(path.name, tuple(ids), tuple(starts))
    points = np.array(numbers, np.float64).reshape(-1, 2)
    if columns == BY_DEGREES:
        crs = DEGREES
    if crs is not None:
        points = points_to_crs(points, crs, document.crs_wkt, document.name)
    for where, point in zip(wheres, points, strict=True):
        if not np.isfinite(point).all():
            raise InputError(
                f"has no place in the CRS of {document.name}",
                where=where,
                advice="Check the order of the columns, and the CRS.",
            )
    places = tuple(PlacedStart(x, y) for x, y in points.tolist())
    return NamedPlaces(path.name, tuple(ids), places)


def _number(text: str, column: str, where: str) -> float | int:
    try:
        number = int(text) if column == "vertex" else float(text)
    except ValueError:
        number = math.nan
    if not abs(number) < 1 << 62:  # NaN is not; a longer whole number is no float
        kind = "whole numbers" if column == "vertex" else "numbers"
        raise InputError(f"'{text}' is not a {column}", where=where, advice=f"Give {kind}.")
    return number


def _placed(
    what: str, named: NamedPlaces, place: Callable[[PlacedStart], P]
) -> tuple[list[int], list[P], LeftOut]:
    """Numbers and places of those that can be used. Raises InputError where none can."""
    kept, found, reasons = [], [], dict[int, str]()
    for number, start in enumerate(named.places):
        try:
            found.append(place(start))
            kept.append(number)
        except _LeftOutError as error:
            reasons[number] = error.found
    left = LeftOut(what, named, reasons)
    left.expect_some()
    return kept, found, left


class _LeftOutError(InputError):
    """A place that lies on nothing that is solved on."""


def _near(snapped: Snapped, farthest_m: float) -> None:
    if snapped.distance_m > farthest_m:
        raise _LeftOutError(f"{snapped.distance_m:.0f} m from a road")


def origins_on_roads(
    roads: OpenRoads, named: NamedPlaces, farthest_m: float = math.inf
) -> tuple[NamedPlaces, RoadPlaces, LeftOut]:
    """Where origins meet the roads, as a start does; farthest_m : metres from a road.

    Raises InputError for vertices that there are none of, and where no origin is near a road.
    """

    def place(start: PlacedStart) -> Source:
        try:
            source, snapped = roads.met(start)
        except OutsideRoadsError as error:
            raise _LeftOutError(error.found) from error
        if snapped is not None:
            _near(snapped, farthest_m)
        return source

    kept, found, left = _placed("origins", named, place)
    return named.only(kept), RoadPlaces.of(found), left


def destinations_on_roads(
    roads: OpenRoads, named: NamedPlaces, farthest_m: float = math.inf
) -> tuple[NamedPlaces, RoadDestinations, LeftOut]:
    """The same of destinations, as the end of a route does."""

    def place(start: PlacedStart) -> tuple[Source, ...]:
        if start.vertex is not None:
            return (roads.met(start)[0],)
        try:
            met = roads.destinations(start.x, start.y)
        except OutsideRoadsError as error:
            raise _LeftOutError(error.found) from error
        _near(met[0], farthest_m)
        return tuple(dict.fromkeys(snapped.source() for snapped in met))

    kept, found, left = _placed("destinations", named, place)
    first = np.zeros(len(found) + 1, np.int64)
    np.cumsum([len(some) for some in found], out=first[1:])
    meetings = RoadPlaces.of([source for some in found for source in some])
    return named.only(kept), RoadDestinations(meetings, first), left


def on_cells(
    what: str, grid: VelocityGrid, named: NamedPlaces, zero_speed_kmh: float
) -> tuple[NamedPlaces, I64, LeftOut]:
    """The cells that places lie in, int64, flat indices; of origins or destinations.

    Raises InputError for vertices, and where none lies in a cell that can be entered.
    """

    def place(start: PlacedStart) -> int:
        if start.vertex is not None:
            raise InputError("a raster has no vertices", where=named.name, advice="Give lon,lat.")
        cell = grid.cell_at(start.x, start.y)
        if cell is None:
            raise _LeftOutError("outside the raster")
        if not grid.passable(*cell, zero_speed_kmh):
            raise _LeftOutError("on a cell that cannot be entered")
        return cell[0] * grid.cols + cell[1]

    kept, found, left = _placed(what, named, place)
    return named.only(kept), np.array(found, np.int64), left
