"""Drawing two streets before roads are exported: compiled code is loaded when it is first called,
and compiled then on a machine that never did. Without this an export would stand still, unsaid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from app.solving.road_solved import RoadSolved
from app.solving.warm_up_roads import two_streets, unit_weights
from core.cancel import NEVER, Cancel
from core.progress import Progress
from core.solver import Start
from road.graph import Shapes
from road.maps.bands import pieces_of, timed_lines
from road.maps.polygons import areas_within
from road.maps.rasterise import CellGrid, ticks_on_cells
from road.results.travel_times import RoadTimes
from road.results.tree import tree_of
from road.search.search_graph import SearchGraph

MESSAGE = "preparing the map (first run only)"

_WARM: set[tuple[object, ...]] = set()
"""Kinds of results that have been drawn in this process."""


def warm_pieces(solved: RoadSolved, progress: Progress, cancel: Cancel = NEVER) -> None:
    """Cut streets at limits of bands."""
    if _is_new("pieces", solved, progress, cancel):
        pieces_of(_few_times(solved), (1.0, 2.0))


def warm_areas(solved: RoadSolved, progress: Progress, cancel: Cancel = NEVER) -> None:
    """Cut streets and draw what lies around them."""
    warm_pieces(solved, progress, cancel)
    if _is_new("areas", solved, progress, cancel):
        pieces = pieces_of(_few_times(solved), (1e-3, np.inf))
        for _ in areas_within(1.0, pieces.first, pieces.points, pieces.band, 2):
            cancel.check("the export")


def warm_cells(solved: RoadSolved, progress: Progress, cancel: Cancel = NEVER) -> None:
    """Carry times to cells."""
    if _is_new("cells", solved, progress, cancel):
        lines = timed_lines(_few_times(solved), np.inf)
        grid = CellGrid(2, 2, 0.0, 1.0, 1.0, 1.0)
        ticks_on_cells(grid, lines.first, lines.points, lines.ticks, reach=1.0)


def warm_walked(
    solved: RoadSolved, draw: Callable[[], object], progress: Progress, cancel: Cancel = NEVER
) -> None:
    """Carry times to cells, and draw bands of a few. draw : does that."""
    warm_cells(solved, progress, cancel)
    if _is_new("walked", solved, progress, cancel):
        draw()


def warm_tree(solved: RoadSolved, progress: Progress, cancel: Cancel = NEVER) -> None:
    """Find what comes before each vertex."""
    if _is_new("tree", solved, progress, cancel):
        tree_of(replace(_few_times(solved), sources=(Start(0),)))


def _is_new(what: str, solved: RoadSolved, progress: Progress, cancel: Cancel) -> bool:
    search = solved.times.search
    kind = (what, search.edge_based, search.direction, solved.graph.shapes is None)
    if kind in _WARM:
        return False
    cancel.check("the export")
    progress(-1.0, MESSAGE)
    _WARM.add(kind)
    return True


def _few_times(solved: RoadSolved) -> RoadTimes:
    """Of the same kind: three vertices in a row, or the four arcs between them, a tick apart."""
    like, graph = solved.times.search, two_streets()
    if solved.graph.shapes is not None:
        graph = replace(graph, shapes=_straight(graph.arc_count))
    weights = unit_weights(graph, like.edge_based)
    search = SearchGraph.of(graph, weights, like.direction, edge_based=like.edge_based)
    return RoadTimes(search, np.arange(search.states, dtype=np.uint32))


def _straight(arcs: int) -> Shapes:
    """Shapes without points between the ends, read-only as those of files."""
    shapes = Shapes(
        np.zeros(arcs + 1, np.int64),
        np.empty((0, 2)),
        np.arange(arcs, dtype=np.uint32),
        np.zeros(arcs, np.uint8),
    )
    for array in (shapes.first, shapes.points, shapes.of_arc, shapes.reverse):
        array.flags.writeable = False
    return shapes
