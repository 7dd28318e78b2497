"""What a matrix needs to know of roads and of terrain: where places lie, what solves.

One row for each kind of document that a matrix can be made on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from app.catalog.algorithms import Prepared, choose_backend, find
from app.catalog.rows import ROADS, TERRAIN
from app.document.document import Document
from app.document.joined import JoinedDocument
from app.matrix.chunks import CellRows, RoadRows, RowMaker
from app.matrix.methods import Method, TableSize, chosen
from app.matrix.places import (
    LeftOut,
    NamedPlaces,
    destinations_on_roads,
    on_cells,
    on_joined,
    origins_on_roads,
)
from app.matrix.spec import Arrays, MatrixSpec, arrays_of, part
from app.roads.open_roads import OpenRoads
from app.solving.request import Options
from core.files.checksums import checksum_of
from raster.grid import VelocityGrid
from road.costs.metric import Weights
from road.crp.partition.file import fingerprint
from road.graph import F64, RoadGraph
from road.matrix.places import RoadDestinations, RoadPlaces
from road.rules import holding
from road.search.edge_expanded import needs_turns
from road.search.search_graph import Direction, SearchGraph


@dataclass(frozen=True, eq=False)
class MatrixPlaces:
    """Origins and destinations where they were met.

    destinations : None for all. arrays : what a worker takes. count : destinations.
    left : what is left out. direction, edge_based, cells : of the spec.
    """

    origins: NamedPlaces
    destinations: NamedPlaces | None
    arrays: Arrays
    count: int
    left: tuple[LeftOut, ...]
    direction: Direction = "from"
    edge_based: bool | None = None
    cells: int = 0


@dataclass(frozen=True)
class MatrixGround:
    """A row. everything : name of what all destinations are. places : takes the document, its
    origins, destinations or None, the options, and metres that a place may be off. method : of a
    number of origins and destinations, None for all. key : by a geometry, of all that times depend
    on beside it and the places. ids : of all destinations. positions : float64, (n, 2), of places,
    None for all destinations, in the document's CRS; NaN where it has none. rows : by a solver."""

    everything: str
    places: Callable[[Document, NamedPlaces, NamedPlaces | None, Options, float], MatrixPlaces]
    method: Callable[[Document, int, int | None, Options], Method]
    key: Callable[[Document, str], str]
    ids: Callable[[Document], list[int]]
    positions: Callable[[Document, NamedPlaces | None], F64]
    rows: Callable[[Prepared[Any], MatrixSpec, Arrays, int], RowMaker]


def _places_on_roads(
    document: Document,
    origins: NamedPlaces,
    ends: NamedPlaces | None,
    options: Options,
    farthest_m: float,
) -> MatrixPlaces:
    roads = cast(OpenRoads, document.roads)
    named, starts, left = origins_on_roads(roads, origins, farthest_m)
    how: Any = {"direction": roads.direction, "edge_based": _edge_based(roads)}
    if ends is None:
        arrays = arrays_of(origins=starts)
        return MatrixPlaces(named, None, arrays, roads.graph.vertices, (left,), **how)
    ends_named, met, ends_left = destinations_on_roads(roads, ends, farthest_m)
    arrays = arrays_of(origins=starts, destinations=met)
    return MatrixPlaces(named, ends_named, arrays, len(met), (left, ends_left), **how)


def _places_on_cells(
    document: Document,
    origins: NamedPlaces,
    ends: NamedPlaces | None,
    options: Options,
    farthest_m: float,
) -> MatrixPlaces:
    grid, zero = cast(VelocityGrid, document.grid), options.zero_speed_kmh
    slopes = options.counted_slopes
    how: Any = {} if slopes is None else {"direction": slopes.direction}
    named, starts, left = on_cells("origins", grid, origins, zero)
    if ends is None:
        arrays = arrays_of(origins=starts)
        return MatrixPlaces(named, None, arrays, grid.rows * grid.cols, (left,), **how)
    ends_named, cells, ends_left = on_cells("destinations", grid, ends, zero)
    arrays = arrays_of(origins=starts, destinations=cells)
    return MatrixPlaces(named, ends_named, arrays, len(cells), (left, ends_left), **how)


def _places_on_joined(
    document: Document,
    origins: NamedPlaces,
    ends: NamedPlaces | None,
    options: Options,
    farthest_m: float,
) -> MatrixPlaces:
    joined = cast(JoinedDocument, document)
    terrain = joined.terrain(geometry=options.geometry)
    cells = terrain.joined.cells
    source = partial(joined.source, terrain=terrain)
    named, starts, left = on_joined("origins", source, origins)
    how: Any = {"direction": joined.roads.direction, "cells": cells}
    if ends is None:
        return MatrixPlaces(named, None, arrays_of(origins=starts), cells, (left,), **how)
    ends_named, met, ends_left = on_joined("destinations", source, ends)
    each = RoadDestinations(met, np.arange(len(met) + 1))
    arrays = arrays_of(origins=starts, destinations=each)
    return MatrixPlaces(named, ends_named, arrays, len(met), (left, ends_left), **how)


def _method_on_roads(
    document: Document, origins: int, destinations: int | None, options: Options
) -> Method:
    roads = cast(OpenRoads, document.roads)
    graph = roads.graph
    states = graph.arc_count if needs_turns(graph, roads.weights) else graph.vertices
    given = graph, roads.weights, roads.direction
    search = partial(SearchGraph.of, *given, edge_based=_edge_based(roads))
    size = TableSize(graph, states, origins, destinations, search)
    parameters = dict(options.parameters)
    return chosen(size, options.algorithm, options.backend, options.device, parameters)


def _method_on_joined(
    document: Document, origins: int, destinations: int | None, options: Options
) -> Method:
    both = cast(JoinedDocument, document).terrain(geometry=options.geometry).joined
    size = TableSize(both.graph, both.graph.vertices, origins, destinations, cells=both.cells)
    parameters = dict(options.parameters)
    return chosen(size, options.algorithm, options.backend, options.device, parameters)


def _edge_based(roads: OpenRoads) -> bool | None:
    """As in `app.solving.arcs.ArcProblem`: other costs may have turns."""
    return None if roads.costs.metric is None else True


def _method_on_cells(
    document: Document, origins: int, destinations: int | None, options: Options
) -> Method:
    algorithm = options.algorithm or document.usual_algorithm
    asked = options.backend, options.device, options.geometry
    sloped = options.counted_slopes is not None
    backend = choose_backend(find(algorithm, TERRAIN), *asked, sloped=sloped)
    reason = "as asked" if options.algorithm else "a solve for each origin, by the usual solver"
    return Method(algorithm, backend, reason)


def _roads_key(document: Document, geometry: str) -> str:
    roads = cast(OpenRoads, document.roads)
    return _graph_key(roads.graph, roads.weights)


def _joined_key(document: Document, geometry: str) -> str:
    both = cast(JoinedDocument, document).terrain(geometry=geometry).joined
    return _graph_key(both.graph, both.weights)


def _graph_key(graph: RoadGraph, weights: Weights) -> str:
    arrays = {"arc": weights.arc_costs, "turn": weights.turn_costs}
    arrays |= arrays_of(forbidden=graph.forbidden)
    sums = " ".join(f"{name}:{checksum(a):08x}" for name, a in arrays.items())
    told = weights.tick_seconds, weights.vehicles, weights.ends_only, graph.left_hand
    holds = holding(graph.conditions, weights.situation)
    return f"{fingerprint(graph)} {sums} {told} {holds}"


def _cells_key(document: Document, geometry: str) -> str:
    grid = cast(VelocityGrid, document.grid)
    speeds = 0 if grid.code_speed is None else checksum(grid.code_speed)
    steps = grid.step_x, grid.step_y, grid.shape
    return f"{checksum(grid.values):08x} {speeds:08x} {steps}"


def _positions_on_roads(document: Document, named: NamedPlaces | None) -> F64:
    roads = cast(OpenRoads, document.roads)
    graph = roads.graph
    if named is not None:
        return _placed_on_roads(document, named)
    if graph.x is None or graph.y is None:
        return np.full((graph.vertices, 2), np.nan)
    return np.column_stack((graph.x, graph.y))


def _placed_on_roads(document: Document, named: NamedPlaces) -> F64:
    roads = cast(OpenRoads, document.roads)
    placed = [roads.placed(start) for start in named.places]
    return np.array([(start.x, start.y) for start in placed])


def _positions_on_joined(document: Document, named: NamedPlaces | None) -> F64:
    if named is not None:
        return _placed_on_roads(document, named)
    return _positions_on_cells(document, None)


def _positions_on_cells(document: Document, named: NamedPlaces | None) -> F64:
    grid = cast(VelocityGrid, document.grid)
    if named is not None:
        return np.array([(start.x, start.y) for start in named.places])
    rows, cols = np.divmod(np.arange(grid.values.size), grid.cols)
    x = grid.left + (cols + 0.5) * grid.cell_x
    return np.column_stack((x, grid.top - (rows + 0.5) * grid.cell_y))


def _road_rows(prepared: Prepared[Any], spec: MatrixSpec, arrays: Arrays, count: int) -> RowMaker:
    ends = part(arrays, "destinations")
    destinations = None
    if ends:
        destinations = RoadDestinations(RoadPlaces(**part(ends, "meetings")), ends["first"])
    return RoadRows(prepared, spec, RoadPlaces(**part(arrays, "origins")), destinations)


def _cell_rows(prepared: Prepared[Any], spec: MatrixSpec, arrays: Arrays, count: int) -> RowMaker:
    return CellRows(prepared, spec, arrays["origins"], arrays.get("destinations"), count)


def _cell_numbers(document: Document) -> list[int]:
    return list(range(cast(VelocityGrid, document.grid).values.size))


def checksum(array: NDArray[Any]) -> int:
    """CRC-32 of an array of any layout."""
    return checksum_of(np.ascontiguousarray(array))


GROUNDS = {
    ROADS: MatrixGround(
        "vertices",
        _places_on_roads,
        _method_on_roads,
        _roads_key,
        lambda document: cast(OpenRoads, document.roads).graph.vertex_ids.tolist(),
        _positions_on_roads,
        _road_rows,
    ),
    TERRAIN: MatrixGround(
        "cells",
        _places_on_cells,
        _method_on_cells,
        _cells_key,
        _cell_numbers,
        _positions_on_cells,
        _cell_rows,
    ),
    JoinedDocument.kind: MatrixGround(
        "cells",
        _places_on_joined,
        _method_on_joined,
        _joined_key,
        _cell_numbers,
        _positions_on_joined,
        _road_rows,
    ),
}
"""Rows by kind of document."""


def ground_of(document: Document) -> MatrixGround:
    """The row of a document."""
    return GROUNDS[document.kind]
