"""OpenStreetMap files as road graphs.

One graph serves all vehicles: each arc says who may use it in its direction. `docs/roads/osm.md`
tells how tags are read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from pyproj import CRS

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from road.build import arcs_of_streets, assemble, sealed_fields
from road.files.osm.barriers import closed_to
from road.files.osm.notes import left_out_notes
from road.files.osm.objects import OsmObjects, Relation
from road.files.osm.read import read_objects
from road.files.osm.report import RestrictionCounts, counted
from road.files.osm.restrictions import Fate, Restriction, member_ways, understood
from road.files.osm.sides import TrafficSide, side_of
from road.files.osm.streets import lines_of, streets_of, with_barriers
from road.files.osm.tags import WayProperties, way_properties
from road.files.osm.turns import TurnFinder
from road.files.source.reading import existing, stem_of
from road.graph import RoadGraph

READING_SHARE = 0.7  # of the time an import takes


@dataclass(frozen=True, eq=False)
class OsmImport:
    """A graph and what became of the turn restrictions of its file."""

    graph: RoadGraph
    restrictions: RestrictionCounts


def read_osm(path: Path, *, progress: Progress = no_progress, cancel: Cancel = NEVER) -> RoadGraph:
    """The roads of an OpenStreetMap file; see `import_osm`."""
    return import_osm(path, progress=progress, cancel=cancel).graph


def import_osm(
    path: Path, *, progress: Progress = no_progress, cancel: Cancel = NEVER
) -> OsmImport:
    """Read a PBF, XML (plain or packed) or o5m file.

    Vertices have the ids of their nodes, arcs those of their ways; coordinates are longitude and
    latitude. What is left out or assumed stands in the notes of the graph. Raises InputError with
    byte, line or object for a file that cannot be used, CancelledError.
    """

    def reading(fraction: float, label: str) -> None:
        progress(READING_SHARE * fraction, label)

    path = existing(path)
    objects = read_objects(path, reading, cancel)
    progress(READING_SHARE, "building the graph")
    properties = tuple(way_properties(tags) for tags in objects.tags)
    cancel.check("building the graph")
    graph = _graph_of(objects, properties, path)
    cancel.check("building the graph")
    progress(0.9, "finding turn restrictions")
    graph, counts = _restricted(graph, objects)
    progress(1.0, "done")
    return OsmImport(graph, counts)


def _graph_of(
    objects: OsmObjects, properties: tuple[WayProperties | None, ...], path: Path
) -> RoadGraph:
    usable = np.array([p is not None and p.usable for p in properties], np.bool_)
    plain = lines_of(objects, usable[objects.tags_of])
    barriers = {node.id: int(closed_to(node.tags)) for node in objects.barriers}
    lines = with_barriers(plain, {node: bits for node, bits in barriers.items() if bits})
    if not len(lines.node):
        raise InputError(
            "no road has two nodes that the file holds",
            where=path.name,
            advice="Make the extract again, with complete ways.",
        )
    via = np.array([v for r in objects.relations for v in _via_nodes(r)], np.int64)
    streets, vertices = streets_of(lines, objects.way_ids, objects.tags_of, properties, via)
    arcs = arcs_of_streets(streets)
    side = _side(objects)
    return assemble(
        tail=arcs.tail,
        head=arcs.head,
        arcs=arcs.arcs,
        shapes=arcs.shapes,
        vertex_ids=vertices.ids,
        x=vertices.lon_lat[:, 0].copy(),
        y=vertices.lon_lat[:, 1].copy(),
        crs_wkt=CRS.from_epsg(4326).to_wkt(),
        geographic=True,
        left_hand=side.left,
        name=stem_of(path),
        notes=(side.reason, *left_out_notes(objects, properties, lines)),
    )


def _via_nodes(relation: Relation) -> list[int]:
    """Nodes that are to be vertices even where a way only passes: one can turn round there."""
    return [m.ref for m in relation.members if m.kind == "n" and m.role == "via"]


def _side(objects: OsmObjects) -> TrafficSide:
    ways_with = np.bincount(objects.tags_of, minlength=len(objects.tags)).tolist()
    tagged = [
        (tags["driving_side"], number)
        for tags, number in zip(objects.tags, ways_with, strict=True)
        if "driving_side" in tags
    ]
    there = ~np.isnan(objects.lon_lat[:, 0])
    return side_of(objects.lon_lat[there], tagged, objects.ways)


def _restricted(graph: RoadGraph, objects: OsmObjects) -> tuple[RoadGraph, RestrictionCounts]:
    """The graph with the turn restrictions of the file."""
    in_file = set(objects.way_ids.tolist())
    finder = TurnFinder(graph)
    fates = []
    for relation in objects.relations:
        found = understood(relation)
        if not member_ways(relation) <= in_file:
            found = Fate.INCOMPLETE
        fates.append(finder.apply(found) if isinstance(found, Restriction) else found)
    counts = counted(fates)
    if not fates:
        return graph, counts
    forbidden = sealed_fields(finder.forbidden())
    return replace(graph, forbidden=forbidden, notes=(*graph.notes, counts.note())), counts
