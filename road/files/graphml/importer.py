"""Street networks of OSMnx as GraphML, old and new; other GraphML as far as it has such data.

Source of the attributes: G. Boeing, "OSMnx: New methods for acquiring, constructing, analyzing,
and visualizing complex street networks", 2017, and `osmnx.io`. All of them are text; a street that
was joined of several ways holds lists written as text.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from core.times import UNREACHED
from road.build import assemble
from road.files.dimacs.pace import unit_costs
from road.files.graphml.edges import Edges
from road.files.graphml.stream import GraphText, Node, graph_elements
from road.files.source.crs import RoadCrs, crs_of, lengths_on_ground, looks_geographic, wgs84
from road.files.source.reading import existing, stem_of
from road.graph import F32, F64, I64, U32, GivenCosts, RoadGraph, Shapes
from road.lengths import street_lengths, street_points


def read_graphml(
    path: str | Path, *, progress: Progress = no_progress, cancel: Cancel = NEVER
) -> RoadGraph:
    """The graph of a GraphML file; InputError names the line or the node or edge.

    Edges are arcs as they stand; those of undirected graphs lead both ways, unless `oneway` says
    otherwise. Lengths that are missing come from the geometry. `travel_time` (seconds), where all
    edges have it, is a given cost in ms.
    """
    place = existing(path)
    text, edges = GraphText(), Edges(str(path))
    nodes: dict[str, Node] = {}
    for element in graph_elements(place, text, progress, cancel):
        if not isinstance(element, Node):
            edges.add(element, text.directed)
        elif nodes.setdefault(element.id, element) is not element:
            raise InputError(
                f"two nodes have the id '{element.id[:40]}'",
                where=str(path),
                advice="Fetch it again.",
            )
    if not nodes:
        raise InputError("there are no nodes in it", where=str(path), advice="Fetch it again.")
    return _graph(place, text, list(nodes.values()), edges)


def _graph(path: Path, text: GraphText, nodes: list[Node], edges: Edges) -> RoadGraph:
    number = {node.id: i for i, node in enumerate(nodes)}
    notes = list(edges.notes())
    xy = _positions(nodes, str(path))
    crs = _crs(text, xy, str(path), notes)
    tail, head = edges.ends(number)
    shapes = edges.shapes(tail, head, xy)
    lengths = _lengths(edges, tail, head, xy, shapes, crs, notes)
    return assemble(
        tail=tail,
        head=head,
        arcs=edges.properties(lengths),
        vertex_ids=_ids(nodes, notes),
        x=xy[0] if xy else None,
        y=xy[1] if xy else None,
        crs_wkt=crs.wkt,
        geographic=crs.geographic,
        shapes=shapes,
        given=_given(edges, lengths),
        name=stem_of(path),
        notes=tuple(notes),
        names=edges.names(),
    )


def _positions(nodes: list[Node], where: str) -> tuple[F64, F64] | None:
    if all(node.x is None and node.y is None for node in nodes):
        return None
    for node in nodes:
        if node.x is None or node.y is None:
            raise InputError(
                "has no position", where=f"{where}, node {node.id[:40]}", advice="Fetch it again."
            )
    x = np.array([node.x for node in nodes], np.float64)
    return x, np.array([node.y for node in nodes], np.float64)


def _crs(text: GraphText, xy: tuple[F64, F64] | None, where: str, notes: list[str]) -> RoadCrs:
    if xy is None:
        notes.append("the file has no coordinates")
        return RoadCrs("", True)
    if text.crs:
        return crs_of(text.crs, where)
    if looks_geographic(*xy):
        notes.append("the file names no CRS: its coordinates are read as EPSG:4326")
        return wgs84()
    notes.append("the file names no CRS: its coordinates are read as metres")
    return RoadCrs("", False)


def _ids(nodes: list[Node], notes: list[str]) -> I64:
    try:
        return np.array([int(node.id.removeprefix("n")) for node in nodes], np.int64)
    except (ValueError, OverflowError):
        notes.append("ids of nodes are words: they are numbered from 0 in the file's order")
        return np.arange(len(nodes), dtype=np.int64)


def _lengths(
    edges: Edges,
    tail: U32,
    head: U32,
    xy: tuple[F64, F64] | None,
    shapes: Shapes | None,
    crs: RoadCrs,
    notes: list[str],
) -> F32:
    lengths = edges.lengths()
    missing = np.isnan(lengths)
    if not missing.any():
        return lengths
    if xy is None:
        return np.where(missing, np.float32(0), lengths)
    inner = None if shapes is None else arc_points(shapes)
    if crs.geographic:
        measured = street_lengths((tail, head), xy, inner, True)
    else:
        measured = lengths_on_ground(*street_points((tail, head), xy, inner), crs)
    notes.append(f"{np.count_nonzero(missing)} arcs have no length: measured along their shape")
    return np.where(missing, measured, lengths)


def arc_points(shapes: Shapes) -> tuple[I64, F64]:
    """(first, points) of each arc's own points, from its tail to its head."""
    begin, end = shapes.first[shapes.of_arc], shapes.first[shapes.of_arc.astype(np.int64) + 1]
    first = np.zeros(len(begin) + 1, np.int64)
    np.cumsum(end - begin, out=first[1:])
    along = np.arange(first[-1]) - np.repeat(first[:-1], end - begin)
    back: NDArray[np.bool_] = np.repeat(shapes.reverse != 0, end - begin)
    near, far = np.repeat(begin, end - begin), np.repeat(end, end - begin)
    at = np.where(back, far - 1 - along, near + along)
    return first, shapes.points[at]


def _given(edges: Edges, lengths: F32) -> tuple[GivenCosts, ...]:
    seconds = edges.travel_times()
    if seconds is not None and bool(np.all(seconds * 1000 < UNREACHED)):
        return (GivenCosts("time", np.rint(seconds * 1000).astype(np.uint32), "1 ms", 0.001),)
    return () if lengths.any() else (unit_costs(len(lengths)),)
