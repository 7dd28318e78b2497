"""Which streets lie in built-up areas: where they are many, or where land is marked as residential,
unless tags say so or the contrary.

Local streets are added up in squares of a grid, and a piece of street is built-up where there is
more than so much of them within a quarter of a kilometre. GraphHopper and Valhalla find towns by
the density of roads, too (its "urban density", its "density"); ours counts streets that people live
in fully and through roads, which also cross open country, by half.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import rasterio
from numpy.typing import NDArray
from rasterio.features import rasterize

from road.build import LooseStreets
from road.files.osm.objects import Area, OsmObjects
from road.graph import F64, I64, U8
from road.properties import Flag, RoadClass

SQUARE_M = 100.0  # side of a square
SMALL_SQUARE_M = 20.0  # of one by which land is told

REACH = 2
"""Squares on each side that count, so that 500 m by 500 m are looked at."""

DENSE_KM = 5.0
"""Kilometres of streets a square kilometre from which an area is built-up: blocks of 400 m have
5 km; fields and woods have 1 to 3 km."""

FARTHEST_SQUARES = 1 << 26
"""Most squares of a grid, 64 MiB of float32 four times; those of larger extracts are wider."""

_LIVED_IN = (RoadClass.RESIDENTIAL, RoadClass.LIVING_STREET, RoadClass.PEDESTRIAN)
_THROUGH = (
    *(RoadClass.UNCLASSIFIED, RoadClass.TERTIARY, RoadClass.SECONDARY, RoadClass.PRIMARY),
    RoadClass.UNKNOWN,
)

Bools = NDArray[np.bool_]


def _weights() -> F64:
    weights = np.zeros(256)
    weights[list(_LIVED_IN)] = 1.0
    weights[list(_THROUGH)] = 0.5
    return weights


WEIGHT_OF_CLASS = _weights()
"""Share of the length that counts, by class."""


def lived_in(objects: OsmObjects) -> list[Area]:
    """Land where people live, of closed ways and of relations."""
    marked = np.array([tags.get("landuse") == "residential" for tags in objects.tags], np.bool_)
    found = list(objects.areas)
    for way in np.flatnonzero(marked[objects.tags_of]).tolist():
        begin, end = objects.first[way], objects.first[way + 1]
        line = objects.lon_lat[begin:end]
        closed = len(line) > 3 and objects.refs[begin] == objects.refs[end - 1]
        if closed and not np.isnan(line).any():
            found.append((line,))
    return found


def built_up(streets: LooseStreets, x: F64, y: F64, land: Sequence[Area] = ()) -> Bools:
    """bool, pieces. x, y : float64, vertices, longitude and latitude. land : of `lived_in`."""
    narrower = np.cos(np.radians(np.median(y))) if len(y) else 1.0
    a_degree = np.array((narrower, 1.0)) * METRES_A_DEGREE
    piece, middle, metres = _legs(streets, x, y, a_degree)
    if not len(piece):
        return np.zeros(len(streets.u), np.bool_)
    column, row = _squares(middle)
    shape = int(row.max()) + 1, int(column.max()) + 1
    weight = WEIGHT_OF_CLASS[streets.road_class[piece]] * metres
    here = np.bincount(row * shape[1] + column, weight, shape[0] * shape[1])
    near = _box_sums(_box_sums(here.astype(np.float64).reshape(shape), 0), 1)
    side_km = (2 * REACH + 1) * SQUARE_M / 1000
    dense = near[row, column] / 1000 > DENSE_KM * side_km**2
    dense |= _inside([tuple(ring * a_degree for ring in area) for area in land], middle)
    along = np.bincount(piece, metres * dense, len(streets.u))
    return 2 * along > np.bincount(piece, metres, len(streets.u))


def with_built_up(streets: LooseStreets, found: Bools, rural: Bools) -> U8:
    """Flags of the pieces. rural : bool, pieces whose tags say that they lie outside."""
    flagged = np.where(found & ~rural, streets.flags | np.uint8(Flag.URBAN), streets.flags)
    return flagged.astype(np.uint8)


def _inside(land: Sequence[Area], places: F64) -> Bools:
    """Whether places lie within one of the areas, to half a small square. Both in metres."""
    if not land:
        return np.zeros(len(places), np.bool_)
    corner, extent = places.min(axis=0), np.ptp(places, axis=0)
    side = max(SMALL_SQUARE_M, float(np.sqrt(np.prod(extent / FARTHEST_SQUARES**0.5))))
    columns, rows = (np.ceil((extent + side) / side)).astype(np.int64).tolist()
    # Filled by GDAL from one crossing of a ring to the next, whichever of them are holes.
    shapes = [{"type": "Polygon", "coordinates": [ring.tolist() for ring in area]} for area in land]
    frame = rasterio.Affine(side, 0.0, corner[0], 0.0, side, corner[1])
    marked = rasterize(shapes, (rows, columns), transform=frame, dtype=np.uint8)
    column, row = ((places - corner) / side).astype(np.int64).T
    found: Bools = marked[row, column] != 0
    return found


def _legs(streets: LooseStreets, x: F64, y: F64, a_degree: F64) -> tuple[I64, F64, F64]:
    """(piece, middle in metres east and north, length) of straight legs, none longer than a
    square. a_degree : metres east and north."""
    assert streets.first is not None
    assert streets.points is not None
    pieces = len(streets.u)
    begin = streets.first[:-1] + 2 * np.arange(pieces)
    end = streets.first[1:] + 2 * np.arange(pieces) + 1
    line = np.empty((len(streets.points) + 2 * pieces, 2))
    inner = np.ones(len(line), np.bool_)
    inner[begin] = inner[end] = False
    line[begin] = np.stack((x[streets.u], y[streets.u]), axis=1)
    line[end] = np.stack((x[streets.v], y[streets.v]), axis=1)
    line[inner] = streets.points
    last = np.zeros(len(line), np.bool_)
    last[end] = True
    starts = np.flatnonzero(~last)
    line *= a_degree
    along = line[starts + 1] - line[starts]
    piece = np.repeat(np.arange(pieces), np.diff(streets.first) + 1)
    metres = np.hypot(along[:, 0], along[:, 1])
    parts = np.maximum(np.ceil(metres / SQUARE_M), 1).astype(np.int64)
    leg = np.repeat(np.arange(len(parts)), parts)
    share = (np.arange(len(leg)) - (np.cumsum(parts) - parts)[leg] + 0.5) / parts[leg]
    middle = line[starts][leg] + share[:, None] * along[leg]
    return piece[leg], middle, metres[leg] / parts[leg]


METRES_A_DEGREE = 111_195.0  # of latitude, on a sphere of the Earth's mean radius


def _squares(middle: F64) -> tuple[I64, I64]:
    """Column and row of each point."""
    corner = middle.min(axis=0)
    extent = middle.max(axis=0) - corner
    side = max(SQUARE_M, float(np.sqrt(np.prod(extent / FARTHEST_SQUARES**0.5))))
    column, row = ((middle - corner) / side).astype(np.int64).T
    return column, row


def _box_sums(values: F64, axis: int) -> F64:
    """Sums over REACH neighbours on each side along an axis."""
    widths = [(0, 0), (0, 0)]
    widths[axis] = (REACH + 1, REACH)
    sums = np.cumsum(np.pad(values, widths), axis=axis)
    length = values.shape[axis]
    behind, before = np.arange(length), np.arange(length) + 2 * REACH + 1
    return np.take(sums, before, axis) - np.take(sums, behind, axis)
