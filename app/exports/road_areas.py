"""Areas around reached roads by band, to vector files.

"buffer": all ground within a tolerance of a reached road (`road.maps.polygons`). "walk": all ground
that is reached in time when the way from the road is walked, contoured from times on cells. Either
is drawn in metres and carried back to the roads' CRS; the method and its measure are fields.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
import shapely
from numpy.typing import NDArray

from app.exports.kml import write_kml
from app.exports.request import OffRoad, RoadExport
from app.exports.road_cells import cell_times
from app.exports.roads import NOTHING_REACHED, STRAIGHT_M, bands_of, cut, in_base, suffix_of
from app.exports.vector import Layer, write_layer
from core.errors import ParameterError
from raster.isochrones.contours import band_polygons
from road.files.source.projection import Plane, plane_around, wkt_of
from road.graph import F64
from road.maps.bands import Pieces
from road.maps.polygons import MOST_NODES, NODES_A_TOLERANCE, Areas, areas_within

Method = Literal["buffer", "walk"]

TOLERANCES = (50.0, 100.0, 200.0, 300.0, 500.0, 1000.0, 2000.0, 3000.0, 5000.0)
"""Tolerances in metres; the first at which the drawing is quick is the default."""

USUAL_NODES = MOST_NODES // 5

AREAS_SHARE = 0.7
"""Share of the progress that goes to drawing; the rest is writing."""


def polygons(
    export: RoadExport,
    *,
    method: Method = "buffer",
    tolerance_m: float = 0.0,
) -> tuple[str, ...]:
    """One feature per band that is reached, none at all where no road is; returns notes.

    tolerance_m : of "buffer", 0 chooses.
    """
    if method not in get_args(Method):
        raise ParameterError(f"areas by '{method}'", advice="Choose buffer or walk.")
    plane = plane_around(export.solved.graph)
    pieces, _ = cut(export)
    if pieces.count == 0:
        return _write(export, plane, _no_areas(export), method, tolerance_m)
    if method == "buffer":
        areas, measure = _buffers(export, plane, tolerance_m, pieces)
        told = f"all ground within {measure:g} m of a reached road"
    else:
        off_road = export.off_road or OffRoad()
        areas, measure = _walked(export, plane, off_road), off_road.reach_m
        told = off_road.text(export.solved.measure.quantity)
    notes = _write(export, plane, areas, method, measure)
    return (*notes, f"Areas: {told}.")


def _buffers(
    export: RoadExport, plane: Plane, tolerance_m: float, pieces: Pieces
) -> tuple[NDArray[np.object_], float]:
    """Areas of the bands in the plane, and the tolerance in metres."""
    points = plane.from_roads(pieces.points)
    tolerance = tolerance_m or usual_tolerance(points, plane.metres_per_unit)
    bands = len(bands_of(export).limits)

    def progress(fraction: float, label: str) -> None:
        export.progress(AREAS_SHARE * fraction, label)

    found = areas_within(
        tolerance,
        pieces.first,
        points,
        pieces.band,
        bands,
        metres_per_unit=plane.metres_per_unit,
        progress=progress,
        cancel=export.cancel,
    )
    areas = np.empty(bands, np.object_)
    areas[:] = [multipolygon_of(each) for each in found]
    return areas, tolerance


def usual_tolerance(points: F64, metres_per_unit: float = 1.0) -> float:
    """Metres: 50, or more where that would take long for so large an area."""
    width, height = np.ptp(points, axis=0) * metres_per_unit
    for tolerance in TOLERANCES:
        step = tolerance / NODES_A_TOLERANCE
        if (width / step + 12) * (height / step + 12) <= USUAL_NODES:
            return tolerance
    return TOLERANCES[-1]


def _walked(export: RoadExport, plane: Plane, off_road: OffRoad) -> NDArray[np.object_]:
    """Areas of the bands in the plane."""

    def progress(fraction: float, label: str) -> None:
        export.progress(0.5 * AREAS_SHARE * fraction, label)

    def contouring(fraction: float, label: str) -> None:
        export.progress(AREAS_SHARE * (0.5 + 0.5 * fraction), label)

    cells = cell_times(
        export.solved,
        cell_m=export.cell_m,
        off_road=off_road,
        plane=plane,
        progress=progress,
        cancel=export.cancel,
    )
    limits = bands_of(export).limits
    found = band_polygons(
        cells.times, cells.grid, limits, progress=contouring, cancel=export.cancel
    )
    areas = np.empty(len(limits), np.object_)
    areas[:] = [band.geometry for band in found]
    return areas


def _no_areas(export: RoadExport) -> NDArray[np.object_]:
    """The empty areas of the bands where no road is reached."""
    areas = np.empty(len(bands_of(export).limits), np.object_)
    areas[:] = shapely.MultiPolygon()
    return areas


def multipolygon_of(areas: Areas) -> Any:
    """The areas as one shape."""
    polygons = np.array([0, len(areas.polygon_offsets) - 1])
    kind, offsets = shapely.GeometryType.MULTIPOLYGON, (*areas[1:], polygons)
    return shapely.from_ragged_array(kind, areas.points, offsets)[0]


def _as_multipolygon(geometry: Any) -> Any:
    """Its polygons, without lines or points that cutting may leave."""
    parts = shapely.get_parts(shapely.get_parts(geometry))
    return shapely.MultiPolygon(list(parts[shapely.get_dimensions(parts) == 2]))


def _write(
    export: RoadExport, plane: Plane, areas: NDArray[np.object_], method: Method, metres: float
) -> tuple[str, ...]:
    solved, bands = export.solved, bands_of(export)
    limits, unit = in_base(np.array(bands.pairs), solved.measure), suffix_of(solved.measure)
    kept = ~shapely.is_empty(areas)
    fields = {
        f"from{unit}": limits[:, 0],
        f"to{unit}": limits[:, 1],
        "label": np.array(bands.labels(), np.object_),
        "area_m2": shapely.area(areas) * plane.metres_per_unit**2,
        "method": np.full(len(areas), method, np.object_),
        "within_m": np.full(len(areas), metres),
    }
    geometries = shapely.transform(areas[kept], plane.to_roads)
    bad = np.flatnonzero(~shapely.is_valid(geometries))  # a rounding of coordinates can do that
    for number in bad:
        geometries[number] = _as_multipolygon(shapely.make_valid(geometries[number]))
    graph = solved.graph
    layer = Layer(
        "isochrones",
        "MultiPolygon",
        geometries,
        {name: values[kept] for name, values in fields.items()},
        bands.colours(export.colormap)[kept],
        wkt_of(graph) or None,
        np.inf if graph.geographic else STRAIGHT_M / plane.metres_per_unit,
    )
    export.progress(AREAS_SHARE, f"writing {export.path.name}")
    write = write_kml if export.path.suffix.lower() == ".kml" else write_layer
    notes = write(export.path, layer, cancel=export.cancel)
    export.progress(1.0, f"writing {export.path.name}")
    empty = ", ".join(str(label) for label in fields["label"][~kept])
    if not kept.any():
        notes += (NOTHING_REACHED.format(export.path.name),)
    elif empty:
        notes += (f"Nothing is reached at {empty}: {export.path.name} leaves that out.",)
    return notes
