"""Planes in which metres can be measured: roads are carried there and results back."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pyproj
from pyproj.exceptions import CRSError, ProjError

from core.errors import InputError
from core.files.projections import UTM_NORTH, UTM_SOUTH, utm_epsg_at
from road.files.source.crs import crs_of, scale_over, wgs84
from road.graph import F64, RoadGraph
from road.names import MapNames

DEGREES = "EPSG:4326"
POINTS_AT_A_TIME = 1 << 20


@dataclass(frozen=True)
class Plane:
    """A planar CRS, and the one that the roads are in.

    wkt : empty where the roads name no CRS. metres_per_unit : of the plane's coordinates.
    """

    wkt: str
    metres_per_unit: float
    roads_wkt: str

    def from_roads(self, points: F64) -> F64:
        """float64, (n, 2): coordinates of the roads' CRS in the plane's."""
        return carried(points, self.roads_wkt, self.wkt)

    def to_roads(self, points: F64) -> F64:
        """float64, (n, 2): coordinates of the plane's CRS in the roads'."""
        return carried(points, self.wkt, self.roads_wkt)


def plane_around(graph: RoadGraph) -> Plane:
    """The roads' own CRS where its metres are those of the ground, else a transverse Mercator
    projection like UTM whose middle meridian is that of the roads: true to 0.05 % within 200 km of
    it."""
    own = _own_plane(graph)
    if own is not None:
        return own
    lon, lat = _middle(graph)
    text = f"+proj=tmerc +lat_0={lat:.4f} +lon_0={lon:.4f} +k=1 +x_0=0 +y_0=0 +ellps=WGS84"
    return Plane(pyproj.CRS.from_proj4(text).to_wkt(), 1.0, wkt_of(graph))


def utm_plane(graph: RoadGraph) -> Plane:
    """The roads' own CRS where its metres are those of the ground, else the UTM zone of their
    middle."""
    own = _own_plane(graph)
    if own is not None:
        return own
    lon, lat = _middle(graph)
    if not UTM_SOUTH <= lat <= UTM_NORTH:
        raise InputError(
            f"roads at a latitude of {lat:.1f}° lie in no UTM zone",
            where=graph.name,
            advice="Give the roads in a polar CRS in metres.",
        )
    return Plane(pyproj.CRS.from_epsg(utm_epsg_at(lon, lat)).to_wkt(), 1.0, wkt_of(graph))


def wkt_of(graph: RoadGraph) -> str:
    """The roads' CRS; WGS 84 where degrees name none, empty where planar coordinates do not."""
    return graph.crs_wkt or (wgs84().wkt if graph.geographic else "")


def projected(graph: RoadGraph, wkt: str) -> RoadGraph:
    """The graph with the coordinates of another CRS; lengths and all else stay.

    Raises InputError for a graph without positions or CRS, and where one lies beyond the CRS.
    """
    x, y = graph.x, graph.y
    if x is None or y is None:
        raise InputError("the roads have no positions", where=graph.name)
    source = wkt_of(graph)
    target = crs_of(wkt, graph.name)
    place = carried(np.stack((x, y), axis=1), source, wkt)
    shapes = graph.shapes
    if shapes is not None:
        shapes = replace(shapes, points=carried(shapes.points, source, wkt))
    names = None if graph.names is None else _names_carried(graph.names, source, wkt)
    return replace(
        graph,
        names=names,
        x=np.ascontiguousarray(place[:, 0]),
        y=np.ascontiguousarray(place[:, 1]),
        shapes=shapes,
        crs_wkt=target.wkt,
        geographic=target.geographic,
    )


def _names_carried(names: MapNames, source: str, target: str) -> MapNames:
    """Without places where one lies beyond the CRS: a name is no reason to refuse roads."""
    try:
        lies = carried(np.stack((names.place_x, names.place_y), axis=1), source, target)
    except InputError:
        none = np.zeros(0)
        kind, name = names.place_kind[:0], names.place_name[:0]
        return replace(names, place_x=none, place_y=none, place_kind=kind, place_name=name)
    return replace(names, place_x=lies[:, 0].copy(), place_y=lies[:, 1].copy())


def carried(points: F64, source: str, target: str) -> F64:
    """float64, (n, 2), x and y, longitude first: points of a CRS in another; "" and "" are equal.

    Raises InputError for points that have no place there.
    """
    if source == target or not len(points):
        return np.asarray(points, np.float64)
    if not source or not target:
        raise InputError(
            "roads and terrain cannot be laid over each other: one of them names no CRS",
            advice="Give it a CRS first.",
        )
    try:
        between = pyproj.Transformer.from_crs(source, target, always_xy=True)
        out = np.empty((len(points), 2))
        for begin in range(0, len(points), POINTS_AT_A_TIME):
            some = points[begin : begin + POINTS_AT_A_TIME]
            x, y = between.transform(some[:, 0], some[:, 1], errcheck=True)
            out[begin : begin + len(some)] = np.stack((x, y), axis=1)
    except (CRSError, ProjError) as error:
        raise InputError(
            f"coordinates cannot be transformed to another CRS: {error}",
            advice="Check the CRS of the roads.",
        ) from error
    return out


def _own_plane(graph: RoadGraph) -> Plane | None:
    """The roads' own CRS, by the factor by which it stretches; None for degrees, and for a map that
    stretches unevenly."""
    x, y = graph.x, graph.y
    if graph.geographic:
        return None
    if not graph.crs_wkt or x is None or y is None or not len(x):
        return Plane(graph.crs_wkt, 1.0, graph.crs_wkt)
    crs = crs_of(graph.crs_wkt, graph.name)
    bounds = float(x.min()), float(y.min()), float(x.max()), float(y.max())
    scale = scale_over(bounds, crs)
    if scale.uneven:
        return None
    factor = scale.mean if scale.stretched else 1.0
    return Plane(graph.crs_wkt, crs.metres_per_unit / factor, graph.crs_wkt)


def _middle(graph: RoadGraph) -> tuple[float, float]:
    """Longitude and latitude in the middle of the roads."""
    x, y = graph.x, graph.y
    if x is None or y is None or not len(x):
        raise InputError("the roads have no positions", where=graph.name)
    lon, lat = 0.5 * (x.min() + x.max()), 0.5 * (y.min() + y.max())
    if graph.crs_wkt:
        ((lon, lat),) = carried(np.array([[lon, lat]]), graph.crs_wkt, DEGREES)
    return float(lon), float(lat)
