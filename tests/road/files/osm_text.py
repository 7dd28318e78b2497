"""OpenStreetMap XML written by hand: a grid of metres and lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from road.files.osm.importer import OsmImport, import_osm
from road.graph import RoadGraph
from road.properties import Vehicle

DEGREES_PER_100_M = 0.0009  # of latitude; near the equator of longitude too

CAR, BICYCLE, FOOT = Vehicle.CAR, Vehicle.BICYCLE, Vehicle.FOOT


def node(number: int, x: float, y: float, **tags: str) -> str:
    """x and y count hundreds of metres from 0° E 0° N."""
    place = f'lat="{y * DEGREES_PER_100_M:.7f}" lon="{x * DEGREES_PER_100_M:.7f}"'
    return f'<node id="{number}" {place}>{_tags(tags)}</node>'


def way(number: int, nodes: Iterable[int], tags: Mapping[str, str] | None = None) -> str:
    refs = "".join(f'<nd ref="{n}"/>' for n in nodes)
    return f'<way id="{number}">{refs}{_tags(tags or {"highway": "residential"})}</way>'


def turn(number: int, kind: str, members: str, tags: Mapping[str, str] | None = None) -> str:
    """members : "from 1, via n2, to 3"; the letter n marks a node."""
    listed = []
    for part in members.split(","):
        role, ref = part.split()
        what = "node" if ref[0] == "n" else "way"
        listed.append(f'<member type="{what}" ref="{ref.lstrip("n")}" role="{role}"/>')
    said = {"type": "restriction", "restriction": kind, **(tags or {})}
    return f'<relation id="{number}">{"".join(listed)}{_tags(said)}</relation>'


def _tags(tags: Mapping[str, str]) -> str:
    return "".join(f'<tag k="{k}" v="{v}"/>' for k, v in tags.items() if v)


def xml(*elements: str) -> str:
    return "\n".join(('<?xml version="1.0"?>', '<osm version="0.6">', *elements, "</osm>", ""))


def imported(folder: Path, *elements: str) -> OsmImport:
    path = folder / "drawn.osm"
    path.write_text(xml(*elements), encoding="utf-8")
    return import_osm(path)


def graph_of(folder: Path, *elements: str) -> RoadGraph:
    return imported(folder, *elements).graph


def arcs_between(graph: RoadGraph, start: int, end: int) -> list[int]:
    """Arcs from one node to another, by the file's ids."""
    ids = graph.vertex_ids
    both = (ids[graph.tail] == start) & (ids[graph.head] == end)
    return [int(arc) for arc in np.flatnonzero(both)]


def vehicles_between(graph: RoadGraph, start: int, end: int) -> Vehicle:
    bits = 0
    for arc in arcs_between(graph, start, end):
        bits |= int(graph.arcs.vehicles[arc])
    return Vehicle(bits)


def forbidden_paths(graph: RoadGraph) -> dict[tuple[int, ...], Vehicle]:
    """Vehicles bound by the file's ids of the vertices along each forbidden sequence."""
    turns, ids = graph.forbidden, graph.vertex_ids
    paths = {}
    for k in range(turns.count):
        arcs = turns.arcs[turns.first[k] : turns.first[k + 1]]
        path = (int(ids[graph.tail[arcs[0]]]), *(int(ids[graph.head[a]]) for a in arcs))
        paths[path] = Vehicle(int(turns.vehicles[k]))
    return paths
