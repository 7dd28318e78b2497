"""Roads, water and barriers as lines on the grid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.builder.recipe import LayerInput
from core.cancel import Cancel
from core.errors import InputError
from core.progress import Progress
from raster.builder.burn import Lines, inside, ring_area, touched, within
from raster.builder.rules import RoadSpeedRules
from raster.builder.target import Bounds, TargetGrid
from raster.grid import Window
from road.files.read import open_roads
from road.files.vector.drawings import Drawing, projected, read_drawings
from road.graph import RoadGraph
from road.lengths import street_points
from road.properties import Flag, RoadClass, Surface, Vehicle

F64 = NDArray[np.float64]

CLASSES = {each.name.lower(): each for each in RoadClass}
SURFACES = {each.name.lower(): each for each in Surface}
ACCESS = {str(each.name).lower(): each for each in Vehicle if each is not Vehicle.NONE}


@dataclass(frozen=True)
class _LaidOverGrid:
    """What vector files are laid over."""

    crs_wkt: str
    name: str = "the grid"


@dataclass(frozen=True, eq=False)
class RoadLines:
    """Streets on a grid: `lines` has no values yet; codes of their classes, surfaces, flags and
    vehicles, (lines,)."""

    lines: Lines
    road_class: NDArray[np.uint8]
    surface: NDArray[np.uint8]
    flags: NDArray[np.uint8]
    vehicles: NDArray[np.uint8]

    def driven(self, rules: RoadSpeedRules) -> tuple[Lines, Lines]:
        """All that count with their speeds before slopes, and those on bridges and in tunnels."""
        speed, factor = np.zeros(256), np.ones(256)
        for name, kmh in rules.kmh:
            speed[CLASSES[name]] = kmh
        for name, share in rules.surface:
            factor[SURFACES[name]] = share
        value = speed[self.road_class] * factor[self.surface]
        if rules.access:
            value = np.where(self.vehicles & np.uint8(ACCESS[rules.access]), value, 0.0)
        bridge = self.flags & np.uint8(Flag.BRIDGE | Flag.TUNNEL)
        over = np.where(bridge != 0, value, 0.0)
        return _only(self.lines, value > 0, value), _only(self.lines, over > 0, over)


def check_roads(rules: RoadSpeedRules) -> None:
    """InputError for names of classes, surfaces or vehicles that are none."""
    for where, names, known in (
        ("roads.kmh", [name for name, _ in rules.kmh], CLASSES),
        ("roads.surface", [name for name, _ in rules.surface], SURFACES),
        ("roads.access", [rules.access] if rules.access else [], ACCESS),
    ):
        for name in names:
            if name not in known:
                raise InputError(f"'{name}'", where=where, advice=f"Known are {', '.join(known)}.")


def read_roads(name: str, progress: Progress, cancel: Cancel) -> RoadGraph:
    """The road graph of a file; InputError for one without places."""
    graph = open_roads(name, progress=progress, cancel=cancel)
    if graph.x is None or graph.y is None:
        raise InputError(
            "its vertices have no coordinates", where=name, advice="Give roads that have a place."
        )
    return graph


def bounds_of_roads(graph: RoadGraph) -> tuple[Bounds, str]:
    """Bounds and CRS of a graph."""
    assert graph.x is not None
    assert graph.y is not None
    x, y = graph.x, graph.y
    return (float(x.min()), float(y.min()), float(x.max()), float(y.max())), graph.crs_wkt


def road_lines(graph: RoadGraph, grid: TargetGrid, name: str) -> RoadLines:
    """The streets of a graph on a grid, each once."""
    assert graph.x is not None
    assert graph.y is not None
    arcs, tail = graph.arcs, graph.tail
    if graph.shapes is not None:
        # Of two directions of a street one draws both; properties are those of the faster.
        forward = np.flatnonzero(graph.shapes.reverse == 0)
        seen = np.unique(graph.shapes.of_arc[forward])
        lonely = ~np.isin(graph.shapes.of_arc, seen) & (graph.shapes.reverse == 1)
        chosen = np.concatenate((forward, np.flatnonzero(lonely)))
        backward = graph.shapes.reverse[chosen] == 1
        shape = graph.shapes.of_arc[chosen].astype(np.int64)
        counts = np.diff(graph.shapes.first)[shape]
        first = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts)))
        at = np.arange(first[-1]) - np.repeat(first[:-1], counts)
        inner = graph.shapes.points[np.repeat(graph.shapes.first[:-1][shape], counts) + at]
        ends = tail[chosen], graph.head[chosen]
        u = np.where(backward, ends[1], ends[0]).astype(np.uint32)
        v = np.where(backward, ends[0], ends[1]).astype(np.uint32)
        points, bounds = street_points((u, v), (graph.x, graph.y), (first, inner))
    else:
        chosen = np.arange(graph.arc_count)
        points, bounds = street_points(
            (tail, graph.head.astype(np.uint32)), (graph.x, graph.y), None
        )
    laid = _laid(points, graph.crs_wkt, grid, name)
    lines = Lines(laid, bounds.astype(np.int64), np.ones(len(chosen), np.float32))
    return RoadLines(
        lines, arcs.road_class[chosen], arcs.surface[chosen], arcs.flags[chosen],
        arcs.vehicles[chosen],
    )  # fmt: skip


def _laid(points: F64, crs: str, grid: TargetGrid, name: str) -> F64:
    """Points of a CRS as columns and rows of a grid."""
    drawn = projected([Drawing("line", points, name)], crs, _LaidOverGrid(grid.crs_wkt or ""))
    return _on_cells(drawn[0].points, grid)


def _on_cells(points: F64, grid: TargetGrid) -> F64:
    col = (points[:, 0] - grid.left) / grid.cell_x
    row = (grid.top - points[:, 1]) / grid.cell_y
    return np.column_stack((col, row))


def _only(lines: Lines, chosen: NDArray[np.bool_], value: F64) -> Lines:
    """Some of the lines, with values."""
    if chosen.all():
        return Lines(lines.points, lines.first, value.astype(np.float32))
    counts = np.diff(lines.first)
    kept = np.repeat(chosen, counts)
    first = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts[chosen])))
    return Lines(lines.points[kept], first, value[chosen].astype(np.float32))


@dataclass(frozen=True, eq=False)
class LayerShapes:
    """A layer on a grid: its areas, its lines, half their width in columns and rows."""

    rings: Lines
    lines: Lines
    half: tuple[float, float]
    roads_end: bool

    def on(self, window: Window) -> NDArray[np.bool_]:
        """Cells of a window that it covers."""
        found = inside(self.rings, window) if self.rings.count else None
        if not self.lines.count:
            return np.zeros((window.height, window.width), np.bool_) if found is None else found
        drawn = within(self.lines, *self.half, window)
        return drawn if found is None else found | drawn


def read_layer(layer: LayerInput, grid: TargetGrid) -> LayerShapes:
    """A layer's areas, and its lines where they have a width; InputError where nothing is left."""
    drawings = read_drawings(layer.file, _LaidOverGrid(grid.crs_wkt or ""), where=layer.where)
    rings = [
        ring for drawing in drawings if drawing.kind == "area" for ring in _rings(drawing, grid)
    ]
    lines: list[F64] = []
    if layer.width_m is not None:
        drawn = (d.points for d in drawings if d.kind != "area")
        # A point is a line without a length.
        lines = [_on_cells(p if len(p) > 1 else np.repeat(p, 2, axis=0), grid) for p in drawn]
    if not rings and not lines:
        some = any(drawing.kind == "line" for drawing in drawings)
        raise InputError(
            "holds lines only, and nothing says how wide they are"
            if some
            else "holds points only, and nothing says how wide they are",
            where=layer.file,
            advice="Give width_m (--water-width, --barrier-width).",
        )
    half = (layer.width_m or 0.0) / 2
    return LayerShapes(
        _lines(rings), _lines(lines), (half / grid.step_x, half / grid.step_y), layer.roads == "end"
    )


def _rings(drawing: Drawing, grid: TargetGrid) -> Iterator[F64]:
    """Closed, the outer one against the clock, holes with it."""
    for n, ring in enumerate(drawing.rings):
        closed = _on_cells(np.concatenate((ring, ring[:1])), grid)
        clockwise = ring_area(closed) > 0
        yield closed[::-1] if clockwise == (n == 0) else closed


def _lines(parts: list[F64]) -> Lines:
    first = np.cumsum([0, *(len(part) for part in parts)]).astype(np.int64)
    points = np.concatenate(parts) if parts else np.empty((0, 2))
    return Lines(np.ascontiguousarray(points), first, np.ones(len(parts), np.float32))


def burnt(lines: Lines, window: Window) -> NDArray[np.float32]:
    """The greatest value of the lines in each cell of a window, 0 for none; float32."""
    found = np.zeros((window.height, window.width), np.float32)
    touched(lines, window, found)
    return found
