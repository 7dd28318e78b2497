"""What the map lies on: its extent and how its coordinates become those of the picture. No Qt.

A terrain is drawn in its own coordinates. Roads in longitude and latitude are drawn as Mercator
does it, so that shapes and angles look right wherever they are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from raster.grid import VelocityGrid
from road.graph import RoadGraph
from road.lengths import unit_metres
from ui.pictures.patch import FINEST_CELL, Bounds, Patch, patch_of

Floats = NDArray[np.float64]

METRES_A_DEGREE = 6371008.8 * math.pi / 180  # of the mean sphere
WEB_MERCATOR_M = 6378137.0 * math.pi / 180
"""Units of Web Mercator in a degree of longitude."""

_LAST_LATITUDE = 85.0
_FINEST_M = 0.02  # metres of a pixel, beyond which roads tell nothing new
_ROOM = 1e-9  # an extent without any size would have no scale
_LONELY_M = 500.0  # what is shown around roads of no extent


class MapGround(Protocol):
    """bounds : of everything, in the plane of the picture. finest : its units of a pixel that is
    still of use. smooth : whether lines on it run in small steps that hide how they really run.
    snaps : whether a start stands on the nearest road, wherever it is put. crs_wkt : of its places,
    "" where it names none. map_plane : CRS of the plane, and its units in one of the plane's."""

    @property
    def bounds(self) -> Bounds: ...
    @property
    def finest(self) -> float: ...
    @property
    def smooth(self) -> bool: ...
    @property
    def snaps(self) -> bool: ...
    @property
    def crs_wkt(self) -> str: ...
    @property
    def map_plane(self) -> tuple[str, float]: ...
    def to_plane(self, x: float, y: float) -> tuple[float, float]: ...
    def to_crs(self, x: float, y: float) -> tuple[float, float]: ...
    def line(self, points: Floats) -> Floats: ...
    def metres_per_unit(self, y: float) -> float: ...
    def stride(self, share: float, seen: Bounds) -> tuple[float, float]:
        """How far a start goes to the right and down by a key, `share` of what there is."""
        ...

    def patch(self, bounds: Bounds, scale: float) -> Patch | None: ...


@dataclass(frozen=True, eq=False)
class TerrainGround:
    """The plane of a raster's CRS."""

    grid: VelocityGrid

    smooth, snaps = True, False

    @property
    def crs_wkt(self) -> str:
        return self.grid.crs_wkt or ""

    @property
    def map_plane(self) -> tuple[str, float]:
        return self.crs_wkt, 1.0

    @property
    def bounds(self) -> Bounds:
        return self.grid.bounds

    @property
    def finest(self) -> float:
        return min(self.grid.cell_x, self.grid.cell_y) / FINEST_CELL

    def to_plane(self, x: float, y: float) -> tuple[float, float]:
        return x, y

    def to_crs(self, x: float, y: float) -> tuple[float, float]:
        return x, y

    def line(self, points: Floats) -> Floats:
        """(n, 2) CRS points in the plane."""
        return points

    def metres_per_unit(self, y: float) -> float:
        return self.grid.metres_per_unit

    def stride(self, share: float, seen: Bounds) -> tuple[float, float]:
        """Whole cells: a share of the raster, one at least."""
        cells = max(round(min(self.grid.shape) * share), 1)
        return cells * self.grid.cell_x, cells * self.grid.cell_y

    def patch(self, bounds: Bounds, scale: float) -> Patch | None:
        return patch_of(self.grid, bounds, scale)


def mercator(latitude: Floats) -> Floats:
    """Degrees of longitude that reach as far up as a latitude."""
    kept = np.radians(np.clip(latitude, -_LAST_LATITUDE, _LAST_LATITUDE))
    up: Floats = np.degrees(np.arcsinh(np.tan(kept)))
    return up


@dataclass(frozen=True, eq=False)
class RoadGround:
    """The plane of roads: Mercator in degrees of longitude, else that of their CRS.

    bounds : of the vertices, with a little room where they have none. unit_m : metres of a unit,
        of degrees those at the equator.
    """

    bounds: Bounds
    geographic: bool
    unit_m: float = METRES_A_DEGREE
    crs_wkt: str = ""

    smooth, snaps = False, True

    @property
    def map_plane(self) -> tuple[str, float]:
        """Of degrees Web Mercator, which is this plane in metres on a sphere of its own."""
        return ("EPSG:3857", WEB_MERCATOR_M) if self.geographic else (self.crs_wkt, 1.0)

    @staticmethod
    def of(graph: RoadGraph) -> RoadGround | None:
        """None for a graph without positions."""
        known = _GROUNDS.get(graph)
        if known is not None or graph.x is None or graph.y is None or not len(graph.x):
            return known
        x, y = project(graph.geographic, graph.x, graph.y)
        left, right, bottom, top = x.min(), x.max(), y.min(), y.max()
        unit_m = METRES_A_DEGREE if graph.geographic else unit_metres(graph)
        room = _LONELY_M / unit_m if max(right - left, top - bottom) < _ROOM else 0.0
        bounds = float(left - room), float(bottom - room), float(right + room), float(top + room)
        made = _GROUNDS[graph] = RoadGround(bounds, graph.geographic, unit_m, graph.crs_wkt)
        return made

    @property
    def finest(self) -> float:
        return _FINEST_M / self.metres_per_unit((self.bounds[1] + self.bounds[3]) / 2)

    def project(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        return project(self.geographic, x, y)

    def to_plane(self, x: float, y: float) -> tuple[float, float]:
        px, py = project(self.geographic, np.array([x]), np.array([y]))
        return float(px[0]), float(py[0])

    def to_crs(self, x: float, y: float) -> tuple[float, float]:
        return (x, _latitude(y)) if self.geographic else (x, y)

    def line(self, points: Floats) -> Floats:
        """(n, 2) CRS points in the plane."""
        return np.column_stack(project(self.geographic, points[:, 0], points[:, 1]))

    def metres_per_unit(self, y: float) -> float:
        if not self.geographic:
            return self.unit_m
        return self.unit_m * math.cos(math.radians(_latitude(y)))

    def stride(self, share: float, seen: Bounds) -> tuple[float, float]:
        """Twice the share of what is seen: far enough to meet another road."""
        left, bottom, right, top = seen
        step = 2 * share * min(right - left, top - bottom)
        return step, step

    def patch(self, bounds: Bounds, scale: float) -> Patch | None:
        """On whole pixels of the plane, so that patches of one scale fit together."""
        left, bottom, right, top = bounds
        shape = max(round((top - bottom) / scale), 1), max(round((right - left) / scale), 1)
        left, top = math.floor(left / scale) * scale, math.ceil(top / scale) * scale
        snug = left, top - shape[0] * scale, left + shape[1] * scale, top
        return Patch(None, shape, snug)


_GROUNDS: WeakKeyDictionary[RoadGraph, RoadGround] = WeakKeyDictionary()
"""A slider comes by at every step, and the roads may have millions of vertices."""


def project(geographic: bool, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Coordinates of roads in the plane of their picture."""
    return (x, mercator(y)) if geographic else (x, y)


def _latitude(up: float) -> float:
    return math.degrees(math.atan(math.sinh(math.radians(up))))
