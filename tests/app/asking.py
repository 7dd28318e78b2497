"""Requests as tests make them: by cells and vertices, options and all else by name."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from app.document.document import Document
from app.document.roads import RoadsDocument
from app.document.terrain import TerrainDocument
from app.roads.open_roads import OpenRoads
from app.solving.request import Options, SolveRequest
from app.starts import PlacedStart
from raster.grid import VelocityGrid

_OPTIONS = {field.name for field in fields(Options)}


def on_cells(grid: VelocityGrid, *cells: int, **named: Any) -> SolveRequest:
    """A solve from cells, by flat index."""
    places = (grid.centre_of(*divmod(cell, grid.cols)) for cell in cells)
    return asked(TerrainDocument(grid), tuple(PlacedStart(*place) for place in places), **named)


def on_roads(roads: OpenRoads, *vertices: int, **named: Any) -> SolveRequest:
    """A solve from vertices."""
    starts = tuple(
        roads.placed(PlacedStart(vertex=int(roads.graph.vertex_ids[v]))) for v in vertices
    )
    return asked(RoadsDocument(roads), starts, **{"algorithm": "dijkstra", **named})


def asked(document: Document, starts: tuple[PlacedStart, ...], **named: Any) -> SolveRequest:
    return otherwise(SolveRequest(document, starts), **named)


def otherwise(request: SolveRequest, **named: Any) -> SolveRequest:
    """The same request with other options, or other fields."""
    own = {name: named.pop(name) for name in list(named) if name in _OPTIONS}
    return replace(request, options=replace(request.options, **own), **named)
