"""What of the ways was left out or taken more simply than it is tagged, a line each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from road.conditions import clauses, understood
from road.files.osm.access import REVERSIBLE
from road.files.osm.objects import OsmObjects, Tags
from road.files.osm.streets import NodeLines
from road.files.osm.tags import CONDITIONAL, FERRIES, ROADS, WayProperties
from road.files.osm.ways.sizes import SIZE_TAGS


def left_out_notes(
    objects: OsmObjects, properties: tuple[WayProperties | None, ...], lines: NodeLines
) -> tuple[str, ...]:
    """Lines for the notes of the graph; none where nothing was left out."""
    ways_with = np.bincount(objects.tags_of, minlength=len(objects.tags))
    pairs = list(zip(objects.tags, properties, strict=True))

    def count(holds: Callable[[Tags, WayProperties | None], bool]) -> int:
        chosen = [holds(tags, p) for tags, p in pairs]
        return int(ways_with[np.array(chosen, np.bool_)].sum())

    counts = (
        (count(_is_area), "areas (area=yes) left out"),
        (
            count(lambda tags, p: p is None and not _is_area(tags, p) and "highway" in tags),
            "ways left out whose highway is not a road (proposed, construction, platform, …)",
        ),
        (count(lambda _, p: p is not None and not p.usable), "roads left out that nobody may use"),
        (
            count(lambda tags, p: _used(p) and bool(CONDITIONAL & tags.keys())),
            "roads whose access, direction or limit depends on the hour of departure",
        ),
        (
            count(lambda tags, p: p is not None and tags.get("oneway") == REVERSIBLE),
            "one-way streets whose direction changes: closed but at hours that are tagged",
        ),
    )
    notes = [f"{number:,} {text}" for number, text in counts if number]
    unknown = [next(_not_understood(tags), "") if _used(p) else "" for tags, p in pairs]
    if any(unknown):
        number = int(ways_with[np.array([bool(text) for text in unknown])].sum())
        example = next(text for text in unknown if text)
        notes.append(f"{number:,} roads with conditions that are not understood ('{example}')")
    usable = np.array([_used(p) for p in properties], np.bool_)[objects.tags_of]
    return (*notes, *_incomplete(objects, usable, lines))


def _is_area(tags: Tags, _: WayProperties | None) -> bool:
    known = tags.get("highway") in ROADS or tags.get("route") in FERRIES
    return known and tags.get("area") == "yes"


def _not_understood(tags: Tags) -> Iterator[str]:
    """Conditions of a way that never hold, since nobody reads them."""
    for key in sorted((CONDITIONAL | SIZE_TAGS) & tags.keys()):
        if key.endswith(":conditional"):
            yield from (text for _, text in clauses(tags[key]) if not understood(text))


def _used(properties: WayProperties | None) -> bool:
    return properties is not None and properties.usable


def _incomplete(objects: OsmObjects, usable: NDArray[np.bool_], lines: NodeLines) -> Iterator[str]:
    way = np.repeat(np.arange(objects.ways), np.diff(objects.first))
    missing = np.flatnonzero(np.isnan(objects.lon_lat[:, 0]) & usable[way])
    if len(missing):
        ways = len(np.unique(way[missing]))
        example = f"way {objects.way_ids[way[missing[0]]]}, node {objects.refs[missing[0]]}"
        yield f"{ways:,} roads name nodes that the file does not hold and are cut there ({example})"
    drawn = np.zeros(objects.ways, np.bool_)
    drawn[lines.way] = True
    short = np.flatnonzero(usable & ~drawn)
    if len(short):
        example = f"way {objects.way_ids[short[0]]}"
        yield f"{len(short):,} roads with fewer than two different nodes left out ({example})"
