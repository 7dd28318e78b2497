"""Land that relations mark as lived in: multipolygons, whose outlines are ways without tags.

Which ways these are is known when the relations have been read, which stand last in a file; so it
is looked through a second time, for these ways alone, and only where there are such relations.
Source: https://wiki.openstreetmap.org/wiki/Relation:multipolygon
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
import osmium
from osmium.io import FileBuffer, Reader, ThreadPool
from osmium.osm import WAY, Way

from core.cancel import Cancel
from road.files.osm.chunks import chunks_of
from road.files.osm.objects import Area, Relation, Tags
from road.graph import F64

LIVED_IN = ("landuse", "residential")
"""Tag of land where people live."""

Line = tuple[list[int], F64]
"""Ids of the nodes of a way, and their places: float64, (nodes, 2), degrees, NaN where unknown."""


def is_lived_in(tags: Tags) -> bool:
    """Whether a relation is an area where people live."""
    return tags.get("type") == "multipolygon" and tags.get(LIVED_IN[0]) == LIVED_IN[1]


def areas_of(
    relations: Iterable[Relation],
    path: Path,
    locations: osmium.NodeLocationsForWays,
    pool: ThreadPool,
    cancel: Cancel,
) -> Iterator[Area]:
    """The areas that relations mark whose outlines the file holds; one that it cuts is left out.

    locations : of all nodes of the file. Raises CancelledError.
    """
    wanted = [[m.ref for m in r.members if m.kind == "w"] for r in relations]
    ways = {ref for refs in wanted for ref in refs}
    if not ways:
        return
    lines = _WayKeeper()
    for chunk in chunks_of(path):
        cancel.check("reading streets")
        with Reader(FileBuffer(chunk.data, chunk.format), WAY, thread_pool=pool) as reader:
            osmium.apply(reader, osmium.filter.IdFilter(ways), locations, lines)
    for refs in wanted:
        rings = _rings(refs, lines.found)
        if rings:
            yield tuple(rings)


class _WayKeeper:
    """A handler of osmium that keeps the ways that it sees."""

    def __init__(self) -> None:
        self.found: dict[int, Line] = {}

    def way(self, way: Way) -> None:
        places = [
            (node.lon, node.lat) if node.location.valid() else (np.nan, np.nan)
            for node in way.nodes
        ]
        self.found[way.id] = [node.ref for node in way.nodes], np.array(places).reshape(-1, 2)


def _rings(ways: Iterable[int], lines: Mapping[int, Line]) -> list[F64]:
    """Closed rings of ways joined end to end; none where a way or a place is missing, or an end
    meets no other. Which are holes follows from how they lie."""
    left = {way: lines[way] for way in ways if way in lines and len(lines[way][0]) > 1}
    if any(way not in left or np.isnan(lines[way][1]).any() for way in ways):
        return []
    ending: defaultdict[int, list[int]] = defaultdict(list)
    for way, (refs, _) in left.items():
        ending[refs[0]].append(way)
        ending[refs[-1]].append(way)
    found = []
    while left:
        refs, places = left.pop(next(iter(left)))
        first, last, parts = refs[0], refs[-1], [places]
        while first != last:
            following = next((way for way in ending[last] if way in left), None)
            if following is None:
                return []
            refs, places = left.pop(following)
            onward = refs[0] == last
            last = refs[-1] if onward else refs[0]
            parts.append(places[1:] if onward else places[-2::-1])
        ring = np.concatenate(parts)
        if len(ring) > 3:
            found.append(ring)
    return found
