"""From a click to the nearest point on a street that a vehicle may use.

A grid of cells lists the pieces of streets that pass through each; a search looks at cells in
growing squares. Distances are planar in projected coordinates, and on a sphere flattened at the
click where coordinates are longitude and latitude.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.errors import InputError, ParameterError
from core.solver import Start
from core.times import UNREACHED
from road.graph import F64, U32, RoadGraph, read_only
from road.lengths import unit_metres
from road.places.snap_grid import (
    IndexedStreets,
    SnapGrid,
    fraction_along,
    metres_across,
    metres_up,
    nearest,
    sort_pieces,
    total_pieces,
)
from road.places.streets_under import arcs_under
from road.search.starts import ArcPoint, RoadStart
from road.streets import streets_of
from road.turns import NO_ARC

PIECES_A_CELL = 2
"""Pieces per cell of the index: few to look at in a cell, and not many cells to a long piece."""


@dataclass(frozen=True, slots=True)
class Snapped:
    """A point on a street.

    places : the point on each arc of the street that may be used, one or two.
    vertex : where the street ends just there, -1 elsewhere.
    x, y : in the graph's CRS. distance_m : metres from the click.
    """

    places: tuple[ArcPoint, ...]
    vertex: int
    x: float
    y: float
    distance_m: float

    def source(self, delay_seconds: float = 0.0) -> Start | RoadStart:
        """What a solver starts from, and what a route begins or ends at."""
        if self.vertex >= 0:
            return Start(self.vertex, delay_seconds)
        return RoadStart(self.places, delay_seconds)


class SnapIndex:
    """Finds streets by place; built once for a graph, good for all weights.

    Raises InputError for a graph without coordinates or without arcs.
    """

    def __init__(self, graph: RoadGraph) -> None:
        if graph.x is None or graph.y is None or graph.arc_count == 0:
            raise InputError(
                "the roads have no positions" if graph.arc_count else "there are no roads",
                where=graph.name,
                advice="Give starts by vertex id (vertex:7), or put the .co file beside a .gr.",
            )
        self._graph = graph
        self._lines = _lines(graph)
        self._cells = _cells(self._lines)
        self._unit_m = unit_metres(graph) if graph.crs_wkt and not graph.geographic else 1.0

    def nearest(
        self, x: float, y: float, costs: U32 | None = None, among: U32 | None = None
    ) -> Snapped | None:
        """The nearest point on a street that is open, None where none is.

        costs : uint32, arcs; UNREACHED where closed. None: all are open.
        among : uint32, arcs; streets whose arcs are all UNREACHED here are passed over. None: those
            that are closed.
        """
        if not (math.isfinite(x) and math.isfinite(y)):
            raise ParameterError(f"the place ({x}, {y})", advice="Give finite numbers.")
        given = _NO_COSTS if costs is None else costs
        lines, offered = self._lines, given if among is None else among
        place = nearest(lines, self._cells, offered, float(x), float(y))
        if place.street < 0:
            return None
        fraction = fraction_along(lines, place.street, place.piece, place.share)
        arc, back = int(lines.arc[place.street]), int(lines.back[place.street])
        both = [ArcPoint(arc, fraction)]
        if back != NO_ARC:
            both.append(ArcPoint(back, 1 - fraction))
        usable = tuple(p for p in both if costs is None or costs[p.arc] < UNREACHED)
        return Snapped(
            usable, self._vertex(arc, fraction), place.x, place.y, place.metres * self._unit_m
        )

    def under(self, points: F64, area: bool, holes: Sequence[F64] = ()) -> U32:
        """The arcs that a drawing lies over; see `road.places.streets_under.arcs_under`."""
        return arcs_under(self._lines, self._cells, points, area, holes)

    def _vertex(self, arc: int, fraction: float) -> int:
        graph = self._graph
        if fraction <= _AT_AN_END:
            return int(graph.tail[arc])
        return int(graph.head[arc]) if fraction >= 1 - _AT_AN_END else -1


_AT_AN_END = 1e-6
"""Share of a street from its end within which a place is the vertex there: coordinates that were
written and read again are that far off, and beside a junction a last turn would count."""


_NO_COSTS: U32 = read_only(np.empty(0, np.uint32))


def _lines(graph: RoadGraph) -> IndexedStreets:
    assert graph.x is not None
    assert graph.y is not None
    streets, shapes, arcs = streets_of(graph), graph.shapes, graph.arc_count
    if shapes is None:
        straight = np.zeros(2, np.int64), np.empty((0, 2))
        shape = (*straight, np.zeros(arcs, np.uint32), np.zeros(arcs, np.uint8))
    else:
        shape = (shapes.first, shapes.points, shapes.of_arc, shapes.reverse)
    arrays: Any = (graph.tail, graph.head, graph.x, graph.y, *shape, streets.arc, streets.back)
    lines: Any = (*map(read_only, arrays), graph.geographic)
    return IndexedStreets(*lines)


def _cells(lines: IndexedStreets) -> SnapGrid:
    """Index with about PIECES_A_CELL pieces for each cell, which are about square on the ground."""
    every = np.concatenate(
        [np.array([[lines.x.min(), lines.y.min()], [lines.x.max(), lines.y.max()]]), lines.points]
    )
    (left, bottom), (right, top) = every.min(axis=0), every.max(axis=0)
    across, up = metres_across(lines, 0.5 * (bottom + top)), metres_up(lines)
    width, height = max((right - left) * across, 1.0), max((top - bottom) * up, 1.0)
    wanted = max(total_pieces(lines) / PIECES_A_CELL, 1)
    side = max(math.sqrt(width * height / wanted), max(width, height) / wanted)
    rows, cols = int(height / side) + 1, int(width / side) + 1
    first = np.zeros(rows * cols + 1, np.int64)
    none = np.empty(0, np.uint32)
    cells = SnapGrid(left, bottom, side / across, side / up, rows, cols, first, none, none)
    sort_pieces(lines, cells, first, True)
    np.cumsum(first, out=first)
    street, piece = np.empty(first[-1], np.uint32), np.empty(first[-1], np.uint32)
    cells = cells._replace(street=street, piece=piece)
    sort_pieces(lines, cells, first[:-1].copy(), False)
    return cells
