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
from road.files.osm.barriers import barrier_of
from road.files.osm.notes import left_out_notes
from road.files.osm.objects import OsmObjects, Relation
from road.files.osm.read import read_objects
from road.files.osm.report import RestrictionCounts, counted
from road.files.osm.restrictions import Fate, Restriction, member_ways, understood
from road.files.osm.sides import TrafficSide, side_of
from road.files.osm.speed import is_rural
from road.files.osm.streets import lines_of, streets_of, with_barriers
from road.files.osm.surroundings.built_up import built_up, lived_in, with_built_up
from road.files.osm.surroundings.countries import country_of
from road.files.osm.surroundings.signs import MOTORS, arc_ends, on_streets, signs_of
from road.files.osm.tags import WayProperties, way_properties
from road.files.osm.turns import TurnFinder
from road.files.osm.ways.rules import Numbered, rules_of
from road.files.source.reading import existing, stem_of
from road.graph import I64, RoadGraph
from road.names import MapNames

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
    country = country_of(objects.lon_lat[~np.isnan(objects.lon_lat[:, 0])])
    properties = tuple(way_properties(tags, country) for tags in objects.tags)
    cancel.check("building the graph")
    graph = _graph_of(objects, properties, country, path)
    cancel.check("building the graph")
    progress(0.9, "finding turn restrictions")
    graph, counts = _restricted(graph, objects)
    progress(1.0, "done")
    return OsmImport(graph, counts)


def _graph_of(
    objects: OsmObjects, properties: tuple[WayProperties | None, ...], country: str, path: Path
) -> RoadGraph:
    usable = np.array([p is not None and p.usable for p in properties], np.bool_)
    plain = lines_of(objects, usable[objects.tags_of])
    met = ((node.id, barrier_of(node.tags)) for node in objects.barriers)
    barriers = {node: barrier for node, barrier in met if barrier is not None}
    lines = with_barriers(plain, {node: int(b.closed_to) for node, b in barriers.items()})
    if not len(lines.node):
        raise InputError(
            "no road has two nodes that the file holds",
            where=path.name,
            advice="Make the extract again, with complete ways.",
        )
    via = np.array([v for r in objects.relations for v in _via_nodes(r)], np.int64)
    signs = signs_of(objects)
    motors = np.array([p is not None and bool(p.users & MOTORS) for p in properties], np.bool_)
    forced = np.concatenate((via, on_streets(signs, lines, motors[objects.tags_of])))
    streets, vertices, barrier = streets_of(
        lines, objects.way_ids, objects.tags_of, properties, forced
    )
    x, y = vertices.lon_lat[:, 0].copy(), vertices.lon_lat[:, 1].copy()
    outside = np.array([is_rural(tags) for tags in objects.tags], np.bool_)[objects.tags_of]
    rural = np.isin(streets.way, objects.way_ids[outside])
    towns = built_up(streets, x, y, lived_in(objects))
    streets = replace(streets, flags=with_built_up(streets, towns, rural))
    arcs = arcs_of_streets(streets)
    ends = arc_ends(streets, arcs, vertices.ids, signs)
    conditions = Numbered()
    at_barriers = [(int(k), barriers[int(barrier[k])].rules) for k in np.flatnonzero(barrier)]
    rules = rules_of(objects, properties, streets, arcs, at_barriers, conditions)
    side = _side(objects)
    return assemble(
        tail=arcs.tail,
        head=arcs.head,
        arcs=replace(arcs.arcs, arc_end=ends),
        shapes=arcs.shapes,
        vertex_ids=vertices.ids,
        x=x,
        y=y,
        crs_wkt=CRS.from_epsg(4326).to_wkt(),
        geographic=True,
        left_hand=side.left,
        name=stem_of(path),
        notes=(side.reason, *_law(country), *left_out_notes(objects, properties, lines)),
        names=_names(objects, arcs.arcs.way),
        rules=rules,
        conditions=conditions.texts,
    )


def _law(country: str) -> tuple[str, ...]:
    told = f"motorways without a sign have the limit of {country.upper()} (by coordinates)"
    return (told,) if country else ()


def _names(objects: OsmObjects, ways: I64) -> MapNames | None:
    """Names of the ways that became streets, and of places; None where nothing has one."""
    kept = set(np.unique(ways).tolist())
    named = {way: name for way, name in objects.names.items() if way in kept}
    places = [(p.lon, p.lat, p.kind, p.name) for p in objects.places]
    return MapNames.of(named, places) if named or places else None


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
    conditions = Numbered(graph.conditions)
    forbidden = sealed_fields(finder.forbidden(conditions))
    notes = (*graph.notes, counts.note())
    told = {"forbidden": forbidden, "notes": notes, "conditions": conditions.texts}
    return replace(graph, **told), counts  # type: ignore[arg-type]
