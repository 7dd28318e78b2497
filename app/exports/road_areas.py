"""Areas around reached roads by band, to vector files.

"buffer": all ground within a tolerance of a reached road (`road.maps.polygons`). "walk": all ground
that is reached in time when the way from the road is walked, contoured from times on cells. Either
is drawn in metres and carried back to the roads' CRS; the method and its measure are fields.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args

import numpy as np
import shapely
from numpy.typing import NDArray

from app.exports.layers import write_bands
from app.exports.request import AreaMethod, Export
from app.exports.road_cells import carrier_of, cell_times
from app.exports.roads import NOTHING_REACHED, cut, layer_of, limit_fields
from app.exports.warm_up import warm_areas, warm_walked
from app.solving.road_solved import RoadSolved
from core.errors import ParameterError
from core.progress import part_of
from core.times import UNLIMITED
from raster.isochrones.contours import band_polygons
from raster.travel_times import TravelTimeGrid
from road.files.source.projection import Plane, plane_around
from road.graph import F64
from road.maps.areas import usual_tolerance
from road.maps.bands import BandPieces
from road.maps.polygons import Areas, areas_within
from road.maps.rasterise import CellGrid

AREAS_SHARE = 0.7
"""Share of the progress that goes to drawing; the rest is writing."""


def polygons(export: Export[RoadSolved]) -> tuple[str, ...]:
    """One feature per band that is reached, none at all where no road is; returns notes."""
    plane, drawn = _drawn(export)
    return (*_write(export, plane, drawn), *drawn.notes)


def square_metres(export: Export[RoadSolved]) -> tuple[tuple[float, ...], tuple[str, ...]]:
    """Of the same areas, by band; returns notes, too. Raises ExportError, CancelledError."""
    plane, drawn = _drawn(export)
    return tuple(drawn.square_metres(plane).tolist()), drawn.notes


@dataclass(frozen=True, eq=False)
class _Drawn:
    """areas : object, bands; multipolygons in the plane. metres : by which they were drawn.
    told : how, "" where there is nothing."""

    areas: NDArray[np.object_]
    metres: float
    told: str = ""

    @property
    def notes(self) -> tuple[str, ...]:
        return (f"Areas: {self.told}.",) if self.told else ()

    def square_metres(self, plane: Plane) -> F64:
        return np.asarray(shapely.area(self.areas) * plane.metres_per_unit**2)


def _drawn(export: Export[RoadSolved]) -> tuple[Plane, _Drawn]:
    options, solved = export.options, export.result
    if options.method not in get_args(AreaMethod):
        raise ParameterError(f"areas by '{options.method}'", advice="Choose buffer or walk.")
    plane = plane_around(solved.graph)
    if options.method == "walk":
        warm_walked(solved, lambda: _walked_little(export, plane), export.progress, export.cancel)
    else:
        warm_areas(solved, export.progress, export.cancel)
    pieces = cut(export)
    if pieces.count == 0:
        areas = np.full(len(export.bands.limits), shapely.MultiPolygon(), np.object_)
        return plane, _Drawn(areas, options.tolerance_m)
    if options.method == "buffer":
        areas, metres = _buffers(export, plane, pieces)
        return plane, _Drawn(areas, metres, f"all ground within {metres:g} m of a reached road")
    areas, off_road = _walked(export, plane), options.off_road
    return plane, _Drawn(areas, off_road.reach_m, off_road.text(solved.measure.quantity))


def _buffers(
    export: Export[RoadSolved], plane: Plane, pieces: BandPieces
) -> tuple[NDArray[np.object_], float]:
    """Areas of the bands in the plane, and the tolerance in metres."""
    points = plane.from_roads(pieces.points)
    tolerance = export.options.tolerance_m or usual_tolerance(points, plane.metres_per_unit)
    bands = len(export.bands.limits)
    found = areas_within(
        tolerance,
        pieces.first,
        points,
        pieces.band,
        bands,
        metres_per_unit=plane.metres_per_unit,
        progress=part_of(export.progress, 0.0, AREAS_SHARE),
        cancel=export.cancel,
    )
    areas = np.empty(bands, np.object_)
    areas[:] = [multipolygon_of(each) for each in found]
    return areas, tolerance


def _walked(export: Export[RoadSolved], plane: Plane) -> NDArray[np.object_]:
    """Areas of the bands in the plane."""
    half = 0.5 * AREAS_SHARE
    cells = cell_times(export, plane, part_of(export.progress, 0.0, half))
    contouring, limits = part_of(export.progress, half, AREAS_SHARE), export.bands.limits
    found = band_polygons(
        cells.times, cells.grid, limits, progress=contouring, cancel=export.cancel
    )
    areas = np.empty(len(limits), np.object_)
    areas[:] = [band.geometry for band in found]
    return areas


def _walked_little(export: Export[RoadSolved], plane: Plane) -> None:
    """Areas on four cells, of which one is reached late."""
    ticks = np.array([[0, 1], [1, 3]], np.uint32)
    carrier = carrier_of(CellGrid(2, 2, 0.0, 1.0, 1.0, 1.0), plane, export.options.off_road)
    times = TravelTimeGrid(ticks, 1.0, UNLIMITED, 4, 3, partial=False)
    band_polygons(times, carrier, (2.0,), cancel=export.cancel)


def multipolygon_of(areas: Areas) -> Any:
    """The areas as one shape."""
    polygons = np.array([0, len(areas.polygon_offsets) - 1])
    kind, offsets = shapely.GeometryType.MULTIPOLYGON, (*areas[1:], polygons)
    return shapely.from_ragged_array(kind, areas.points, offsets)[0]


def _as_multipolygon(geometry: Any) -> Any:
    """Its polygons, without lines or points that cutting may leave."""
    parts = shapely.get_parts(shapely.get_parts(geometry))
    return shapely.MultiPolygon(list(parts[shapely.get_dimensions(parts) == 2]))


def _write(export: Export[RoadSolved], plane: Plane, drawn: _Drawn) -> tuple[str, ...]:
    areas = drawn.areas
    fields: dict[str, NDArray[Any]] = {
        **limit_fields(export),
        "label": np.array(export.bands.labels(), np.object_),
        "area_m2": drawn.square_metres(plane),
        "method": np.full(len(areas), export.options.method, np.object_),
        "within_m": np.full(len(areas), drawn.metres),
    }
    geometries = shapely.transform(areas, plane.to_roads)
    bad = np.flatnonzero(~shapely.is_valid(geometries))  # a rounding of coordinates can do that
    for number in bad:
        geometries[number] = _as_multipolygon(shapely.make_valid(geometries[number]))
    colours, metres = export.bands.colours(export.colormap), plane.metres_per_unit
    layer = layer_of(export, "isochrones", "MultiPolygon", geometries, fields, colours, metres)
    return write_bands(export, layer, NOTHING_REACHED, AREAS_SHARE)
