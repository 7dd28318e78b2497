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
from core.files.csv_rows import NAMED_BY, csv_rows
from core.files.user_paths import expanded
from core.solver import Start
from raster.files.crs.start_crs import points_to_crs
from raster.grid import VelocityGrid
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
        are = "is" if len(self.reasons) == 1 else "are"
        count = f"{len(self.reasons):,} of {len(self.named):,} {self.what}"
        return f"{count} of {self.named.name} {are} left out: {', '.join(some)}{more}"

    def expect_some(self) -> None:
        """Raise InputError where all are left out."""
        if len(self.reasons) == len(self.named):
            none = f"none of its {len(self.named):,} {self.what} can"
            if len(self.named) == 1:
                none = f"its only {self.what.removesuffix('s')} cannot"
            raise InputError(
                f"{none} be used: {self.reasons[0]}",
                where=self.named.name,
                advice="Check the coordinates and the CRS.",
            )


@dataclass(frozen=True, eq=False)
class PlacesTold:
    """What a file says of its places beside where they are: texts by column, and the line or the
    feature in words; one of each a place."""

    values: tuple[dict[str, str], ...]
    wheres: tuple[str, ...]


def read_places(name: str, document: Document, crs: str | None = None) -> NamedPlaces:
    """The places of a CSV file, or of any file of points that GDAL reads.

    crs : of x and y in a CSV, None for the document's. Raises InputError.
    """
    return read_places_told(name, document, crs)[0]


def read_places_told(
    name: str, document: Document, crs: str | None = None, columns: Sequence[str] = ()
) -> tuple[NamedPlaces, PlacesTold]:
    """The same, with the values of these columns where they are there; "" says nothing."""
    path = expanded(name)
    if path.suffix.lower() == ".csv":
        places, told = _of_csv(path, document, crs, columns)
        if not len(places):
            raise InputError("has no places", where=str(path), advice="Give a row for each.")
        return places, told
    from road.files.vector.points import read_points  # GDAL takes a third of a second to load

    found = read_points(path, document, columns)
    places_ = tuple(PlacedStart(x, y) for x, y in found.points.tolist())
    wheres = tuple(f"{path.name}, {name}" for name in found.ids)
    return NamedPlaces(path.name, found.ids, places_), PlacesTold(found.values, wheres)


def _of_csv(
    path: Path, document: Document, crs: str | None, also: Sequence[str]
) -> tuple[NamedPlaces, PlacesTold]:
    ids, wheres, values = list[str](), list[str](), list[dict[str, str]]()
    numbers, columns = [], tuple[str, ...]()
    optional = (*NAMED_BY, *(name for name in also if name not in NAMED_BY))
    choices: list[Sequence[str]] = [BY_DEGREES, BY_PLACE]
    unasked: list[Sequence[str]] = []
    # Who opens any table beside a raster is not asked for vertices, which it has none of.
    (choices if document.has_vertices else unasked).insert(0, BY_VERTEX)
    for row, where in csv_rows(path, *choices, optional=optional, unasked=unasked):
        values.append({name: row[name] for name in also if name in row})
        said = (row.pop(name, "") for name in NAMED_BY)
        ids.append(next(filter(None, said), str(len(ids) + 1)))
        wheres.append(where)
        row = {name: text for name, text in row.items() if name not in optional}
        columns = tuple(row)
        numbers.append([_number(text, column, where) for column, text in row.items()])
    told = PlacesTold(tuple(values), tuple(wheres))
    if columns == BY_VERTEX:
        starts = [PlacedStart(vertex=int(vertex)) for (vertex,) in numbers]
        return NamedPlaces(path.name, tuple(ids), tuple(starts)), told
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
    return NamedPlaces(path.name, tuple(ids), places), told


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


def on_joined(
    what: str, source: Callable[[PlacedStart], Start], named: NamedPlaces
) -> tuple[NamedPlaces, RoadPlaces, LeftOut]:
    """Where origins or destinations meet terrain and roads as one graph, as a start does.

    source : raises InputError where a place lies on neither. Raises it for vertices that there are
    none of, and where no place can be used.
    """

    def place(start: PlacedStart) -> Start:
        try:
            return source(start)
        except InputError as error:
            if start.vertex is not None:
                raise
            raise _LeftOutError(error.found) from error

    kept, found, left = _placed(what, named, place)
    return named.only(kept), RoadPlaces.of(found), left


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
