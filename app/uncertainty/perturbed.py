"""What is open, with speeds drawn for one run: barriers, closures and turns stay as they are."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from app.document.document import Document
from app.roads.open_roads import OpenRoads
from app.solving.request import Solvable
from app.uncertainty.noise import GROUND, WAYS, Levels, NoiseField, SpeedNoise, drawn_levels
from core.errors import InputError
from core.times import UNREACHED
from raster.grid import VelocityGrid, Window
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.streets import streets_of
from road.turns import NO_ARC

ROWS_AT_ONCE = 256
"""Rows of a raster that are drawn together: a few MB of numbers."""

SHORTEST_M = 1.0
"""Metres of the shortest correlation on roads."""

METRES_A_DEGREE = 111_195.0
"""Metres of a degree of latitude."""

Extent = tuple[float, float, float, float]
"""Metres of width and height, and the corner, left and top, in units of the CRS."""


@dataclass(frozen=True)
class _DrawnGround:
    """A row: settled : the noise as it is drawn there, its correlation said; raises InputError
    where it cannot be. draw : the document with the speeds of a run."""

    settled: Callable[[Any, SpeedNoise], SpeedNoise]
    draw: Callable[[Any, SpeedNoise, int], Solvable]


def perturbed(document: Document, noise: SpeedNoise, run: int) -> Solvable:
    """The document with the speeds of a run, counted from 0, by a noise that is settled."""
    return _DRAWN[document.shows].draw(document, noise, run)


def settled(document: Document, noise: SpeedNoise) -> SpeedNoise:
    """The noise as it is drawn there, its correlation said. Raises InputError where it cannot be;
    roads without positions are drawn by street where places were asked for."""
    return _DRAWN[document.shows].settled(document, noise)


def _by_place(noise: SpeedNoise, extent: Extent, least: float) -> SpeedNoise:
    usual = float(f"{max(extent[:2]) / 10:.2g}")
    return replace(noise, correlation_m=max(noise.correlation_m or usual, least))


def _expect_times(document: Document, weights: Weights) -> None:
    if not weights.is_time:
        raise InputError(
            f"the costs are in {weights.unit}, and no times",
            where=document.name,
            advice="Choose a metric of times: only speeds are uncertain.",
        )


# -- cells


def _settled_on_cells(document: Any, noise: SpeedNoise) -> SpeedNoise:
    if noise.alike == "street":
        raise InputError(
            "a raster has no streets", where=document.name, advice="Let places nearby be alike."
        )
    return _settled_on_grid(document, noise)


def _settled_on_grid(document: Any, noise: SpeedNoise) -> SpeedNoise:
    grid = document.grid
    if noise.alike == "class":
        if grid.code_speed is None:
            raise InputError(
                "the raster has no classes: nearly every cell has a speed of its own",
                where=document.name,
                advice="Let places nearby be alike.",
            )
        return replace(noise, correlation_m=0.0)
    return _by_place(noise, _grid_extent(grid), min(grid.step_x, grid.step_y))


def _cells(document: Any, noise: SpeedNoise, run: int) -> Solvable:
    return cast(Solvable, replace(document, grid=perturbed_grid(document.grid, noise, run)))


def perturbed_grid(grid: VelocityGrid, noise: SpeedNoise, run: int) -> VelocityGrid:
    """The grid with drawn speeds: its codes mean others, or float32."""
    factors = noise.factors
    if noise.alike == "class":
        assert grid.code_speed is not None
        levels = drawn_levels(noise, run, GROUND, len(grid.code_speed))
        return replace(grid, code_speed=grid.code_speed * factors[levels])
    width, height, _, _ = _grid_extent(grid)
    field = NoiseField.of(noise, run, width, height)
    table = factors.astype(np.float32)
    x = (np.arange(grid.cols, dtype=np.float64) + 0.5) * grid.step_x
    speeds = np.empty(grid.shape, np.float32)
    for row in range(0, grid.rows, ROWS_AT_ONCE):
        window = Window(row, 0, min(ROWS_AT_ONCE, grid.rows - row), grid.cols)
        y = (np.arange(row, row + window.height, dtype=np.float64) + 0.5) * grid.step_y
        kmh = grid.kmh_of(grid.values[row : row + window.height])
        np.multiply(kmh, table[field.of_cells(x, y)], out=speeds[row : row + window.height])
    return replace(grid, values=speeds, code_speed=None)


def _grid_extent(grid: VelocityGrid) -> Extent:
    return grid.cols * grid.step_x, grid.rows * grid.step_y, grid.left, grid.top


# -- roads


def _settled_on_roads(document: Any, noise: SpeedNoise) -> SpeedNoise:
    graph = document.roads.graph
    _expect_times(document, document.roads.weights)
    if noise.alike == "place" and graph.x is not None:
        return _by_place(noise, _road_extent(graph), SHORTEST_M)
    alike = "street" if noise.alike == "place" else noise.alike
    return replace(noise, alike=alike, correlation_m=0.0)


def _roads(document: Any, noise: SpeedNoise, run: int) -> Solvable:
    graph = document.roads.graph
    extent = _road_extent(graph) if noise.alike == "place" else (0.0, 0.0, 0.0, 0.0)
    levels = _levels_of_arcs(graph, noise, run, extent, _metres(graph))
    roads = perturbed_roads(document.roads, noise, levels)
    return cast(Solvable, replace(document, roads=roads))


def perturbed_roads(roads: OpenRoads, noise: SpeedNoise, levels: Levels) -> OpenRoads:
    """Roads whose arcs cost what they do at drawn speeds. levels : uint8, arcs."""
    weights = roads.weights
    costs = weights.arc_costs
    drawn = np.rint(costs * (1.0 / noise.factors)[levels])
    ticks = np.clip(drawn, 1, UNREACHED).astype(np.uint32)
    free = costs == 0  # steps of the file that take no time
    found = np.where(costs >= UNREACHED, np.uint32(UNREACHED), np.where(free, costs, ticks))
    return roads.weighed(replace(weights, arc_costs=found, rounded=True))


def _levels_of_arcs(
    graph: RoadGraph, noise: SpeedNoise, run: int, extent: Extent, metres: tuple[float, float]
) -> Levels:
    """uint8, arcs. metres : of a unit of the CRS, across and up."""
    if noise.alike == "class":
        return drawn_levels(noise, run, WAYS, 256)[graph.arcs.road_class]
    if noise.alike == "street":
        number, count = _numbered_ways(graph)
        return drawn_levels(noise, run, WAYS, count)[number]
    assert graph.x is not None
    assert graph.y is not None
    width, height, left, top = extent
    x = (0.5 * (graph.x[graph.tail] + graph.x[graph.head]) - left) * metres[0]
    y = (top - 0.5 * (graph.y[graph.tail] + graph.y[graph.head])) * metres[1]
    return NoiseField.of(noise, run, width, height).of_points(x, y)


def _numbered_ways(graph: RoadGraph) -> tuple[NDArray[np.int64], int]:
    """int64, arcs: the number of the way of each, of streets without one a number of their own; and
    how many there are."""
    streets = streets_of(graph)
    street = np.empty(graph.arc_count, np.int64)
    street[streets.arc] = np.arange(streets.count)
    there = streets.back != NO_ARC
    street[streets.back[there]] = np.flatnonzero(there)
    way = graph.arcs.way
    # Ways are numbers from 0 on; what has none comes below them.
    _, number = np.unique(np.where(way >= 0, way, -1 - street), return_inverse=True)
    return number.reshape(-1).astype(np.int64), int(number.max(initial=-1)) + 1


def _road_extent(graph: RoadGraph) -> Extent:
    if graph.x is None or graph.y is None or not len(graph.x):
        return 0.0, 0.0, 0.0, 0.0
    across, up = _metres(graph)
    left, top = float(graph.x.min()), float(graph.y.max())
    width, height = float(graph.x.max()) - left, top - float(graph.y.min())
    return width * across, height * up, left, top


def _metres(graph: RoadGraph) -> tuple[float, float]:
    """Metres of a unit of the CRS, across and up; in degrees those of the middle."""
    if not graph.geographic or graph.y is None or not len(graph.y):
        return 1.0, 1.0
    middle = 0.5 * (float(graph.y.min()) + float(graph.y.max()))
    return METRES_A_DEGREE * math.cos(math.radians(middle)), METRES_A_DEGREE


# -- both


def _settled_on_both(document: Any, noise: SpeedNoise) -> SpeedNoise:
    _expect_times(document, document.roads.weights)
    return _settled_on_grid(document, noise)


def _both(document: Any, noise: SpeedNoise, run: int) -> Solvable:
    """Ground and roads by one field: what is slow beside a road is so on it. Streets by themselves
    leave the ground to places."""
    from app.document.joined import JoinedDocument  # loads the road solvers

    grid, roads = document.grid, document.roads
    on_ground = replace(noise, alike="place") if noise.alike == "street" else noise
    unit = grid.metres_per_unit
    levels = _levels_of_arcs(roads.graph, noise, run, _grid_extent(grid), (unit, unit))
    return JoinedDocument(
        perturbed_grid(grid, on_ground, run),
        document.path,
        roads=perturbed_roads(roads, noise, levels),
        zero_speed_kmh=document.zero_speed_kmh,
        edited=document.edited,
    )


_DRAWN: Mapping[str, _DrawnGround] = {
    "cells": _DrawnGround(_settled_on_cells, _cells),
    "roads": _DrawnGround(_settled_on_roads, _roads),
    "cells and roads": _DrawnGround(_settled_on_both, _both),
}
