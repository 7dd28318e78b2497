"""Roads closed by drawing over them: lines and areas, whatever the vehicle and the algorithm."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.errors import InputError, ParameterError
from road.graph import F64, U32, RoadGraph
from road.places.snap import SnapIndex

Corner = tuple[float, float]


@dataclass(frozen=True)
class Closure:
    """A drawing; all streets under it are closed, both ways.

    corners : at least two, x and y in the coordinates of the roads. area : whether they enclose
        one, by the even-odd rule; else they are a line.
    holes : corners of rings that an area leaves out, but for the streets that cross them.
    """

    corners: tuple[Corner, ...]
    area: bool = False
    holes: tuple[tuple[Corner, ...], ...] = ()

    def __post_init__(self) -> None:
        rings = (self.corners, *self.holes)
        if any(len(set(ring)) < (3 if self.area else 2) for ring in rings):
            raise ParameterError("a drawing without length", advice="Draw over the roads to close.")
        if self.holes and not self.area:
            raise ParameterError("a line with a hole", advice="Only areas have holes.")

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Asked for at every step of a slider; outlines may have thousands of corners."""
        return hash((self.corners, self.area, self.holes))

    @property
    def points(self) -> F64:
        """float64, (n, 2), the corners."""
        return np.array(self.corners, np.float64)

    @property
    def hole_points(self) -> tuple[F64, ...]:
        """float64, (n, 2) each, the corners of the holes."""
        return tuple(np.array(hole, np.float64) for hole in self.holes)

    @property
    def middle(self) -> Corner:
        """Halfway along a line, or along the outline of an area: on the drawing in any case."""
        points = np.array(self.corners + self.corners[: int(self.area)])
        way = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))))
        x, y = (float(np.interp(way[-1] / 2, way, points[:, axis])) for axis in (0, 1))
        return x, y


@dataclass(frozen=True)
class Closures:
    """Drawings in the order in which they were made."""

    shapes: tuple[Closure, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.shapes)

    def with_shape(self, shape: Closure) -> Closures:
        """One more."""
        return Closures((*self.shapes, shape))

    def with_shapes(self, others: Closures) -> Closures:
        """Those of others, too, that are not among these."""
        here = set(self.shapes)
        more = (shape for shape in dict.fromkeys(others.shapes) if shape not in here)
        return Closures((*self.shapes, *more))

    def without(self, index: int) -> Closures:
        """All others; raises InputError where there is none of that number, from 0."""
        if not 0 <= index < len(self.shapes):
            raise InputError(f"there is no closure {index + 1}", advice="Draw one first.")
        return replace(self, shapes=(*self.shapes[:index], *self.shapes[index + 1 :]))

    def moved(self, move: Callable[[F64], F64]) -> Closures:
        """The same drawings in other coordinates. move : (n, 2) of these to those."""
        if not self.shapes:
            return self
        rings = [ring for shape in self.shapes for ring in (shape.points, *shape.hole_points)]
        ends = np.cumsum([len(ring) for ring in rings])[:-1]
        found = iter(np.split(move(np.concatenate(rings)), ends))

        def ring() -> tuple[Corner, ...]:
            return tuple((x, y) for x, y in next(found).tolist())

        return Closures(
            tuple(
                replace(shape, corners=ring(), holes=tuple(ring() for _ in shape.holes))
                for shape in self.shapes
            )
        )

    def take_over(self, graph: RoadGraph, arcs: tuple[U32, ...]) -> None:
        """Close these arcs of a graph from now on. arcs : of each drawing."""
        with _FINDING:
            known = _FOUND.setdefault(graph, weakref.WeakKeyDictionary())
            known.update(zip(self.shapes, arcs, strict=True))

    def arcs(self, graph: RoadGraph, index: Callable[[], SnapIndex]) -> U32:
        """uint32, rising; all arcs under one of the drawings.

        index : of the graph, asked for only where a drawing is new to it.
        """
        if not self.shapes:
            return np.empty(0, np.uint32)
        under = np.zeros(graph.arc_count, np.bool_)
        for arcs in self.arcs_of_each(graph, index):
            under[arcs] = True
        return np.flatnonzero(under).astype(np.uint32)

    def arcs_of_each(self, graph: RoadGraph, index: Callable[[], SnapIndex]) -> tuple[U32, ...]:
        """The arcs under each drawing, found once for a graph."""
        with _FINDING:
            known = _FOUND.setdefault(graph, weakref.WeakKeyDictionary())
            found = {shape: known[shape] for shape in self.shapes if shape in known}
        for shape in self.shapes:  # unlocked: of a large file it takes seconds
            if shape not in found:
                found[shape] = index().under(shape.points, shape.area, shape.hole_points)
        with _FINDING:
            known.update(found)
        return tuple(found[shape] for shape in self.shapes)


_Found = weakref.WeakKeyDictionary[Closure, U32]
_FOUND: weakref.WeakKeyDictionary[RoadGraph, _Found] = weakref.WeakKeyDictionary()
"""Closed arcs by graph for all drawings that still exist, including undone ones that may be
redone."""

_FINDING = threading.Lock()

OPEN_EVERYWHERE = Closures()
