"""From an OpenStreetMap file to its roads, barriers and restrictions, in one pass.

osmium picks the objects in its own code and writes them as text (OPL) that is taken apart in bulk:
two to three times as fast as asking each object for each tag and node. The places of nodes come
from osmium's index, for a whole way at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import osmium
from osmium.io import File, FileBuffer, Reader, ThreadPool
from osmium.osm import NODE, RELATION, WAY

from core.cancel import Cancel
from core.errors import InputError
from core.progress import Progress
from road.files.osm.broken import broken_chunk, leak
from road.files.osm.chunks import Chunk, chunks_of
from road.files.osm.land import LIVED_IN, areas_of, is_lived_in
from road.files.osm.lines import (
    name_of_field,
    node_of_line,
    place_of_line,
    refs_of_fields,
    relation_of_line,
    tags_of_field,
)
from road.files.osm.objects import (
    RESTRICTION_TYPES,
    NamedPlace,
    OsmObjects,
    Relation,
    TaggedNode,
    Tags,
)
from road.files.osm.places import Places, index_for
from road.files.osm.tags import ROAD_KEYS
from road.graph import I64

WAY_KEYS = ("highway", "route", "landuse")
ROAD_MARKS = {"highway", "route"}
READING = "reading streets"
_BARRIER = re.compile("[T,]barrier=")
_SIGN = re.compile("[T,]highway=(?:traffic_signals|stop|give_way)[, ]")


def read_objects(path: Path, progress: Progress, cancel: Cancel) -> OsmObjects:
    """The roads of a PBF or XML file.

    Raises InputError, with byte or line, for a file that breaks off or is no OpenStreetMap file;
    CancelledError.
    """
    with TemporaryDirectory(prefix="isofront-osm-", ignore_cleanup_errors=True) as folder:
        reading = _Reading(path, Path(folder) / "chunk.opl")
        for chunk in chunks_of(path):
            cancel.check(READING)
            reading.take(chunk)
            progress(chunk.done, READING)
        return reading.finished(cancel)


class _Reading:
    """What has been gathered of one file so far."""

    def __init__(self, path: Path, text: Path) -> None:
        self._path, self._text = path, text
        self._pool = ThreadPool()
        self._places = Places(index_for(path.stat().st_size))
        self._locations = osmium.NodeLocationsForWays(self._places.index)
        self._locations.ignore_errors()
        self._way_ids: list[int] = []
        self._tags_of: list[int] = []
        self._refs: list[I64] = []
        self._counts: list[I64] = []
        self._tags = _TagSets()
        self._barriers: list[TaggedNode] = []
        self._signs: list[TaggedNode] = []
        self._relations: list[Relation] = []
        self._land: list[Relation] = []
        self._names: dict[int, str] = {}
        self._named_places: list[NamedPlace] = []

    def take(self, chunk: Chunk) -> None:
        try:
            lines = self._lines(chunk)
        # All that osmium raises; the last has no parent that says so.
        except (RuntimeError, ValueError, LookupError, osmium.InvalidLocationError) as error:
            raise broken_chunk(error, self._path, chunk) from error
        ways = [line for line in lines if line[0] == "w"]
        self._take_ways(ways)
        nodes = [line for line in lines if line[0] == "n"]
        self._barriers += (node_of_line(line) for line in nodes if _BARRIER.search(line))
        self._signs += (node_of_line(line) for line in nodes if _SIGN.search(line))
        places = (place_of_line(line) for line in nodes if "place=" in line)
        self._named_places += (place for place in places if place is not None)
        relations = [relation_of_line(line) for line in lines if line[0] == "r"]
        self._relations += (r for r in relations if r.tags.get("type") in RESTRICTION_TYPES)
        self._land += (r for r in relations if is_lived_in(r.tags))

    def _take_ways(self, lines: list[str]) -> None:
        fields = [line.split(" ") for line in lines]
        self._way_ids += (int(f[0][1:]) for f in fields)
        self._tags_of += (self._tags.number(f[1]) for f in fields)
        named = ((int(f[0][1:]), name_of_field(f[1])) for f in fields)
        self._names |= {way: name for way, name in named if name}
        refs, counts = refs_of_fields([f[2] for f in fields])
        self._refs.append(refs)
        self._counts.append(counts)

    def _lines(self, chunk: Chunk) -> list[str]:
        """The chosen objects of the chunk as OPL."""
        target = File(str(self._text), "opl,add_metadata=false")
        writer = osmium.SimpleWriter(target, overwrite=True, thread_pool=self._pool)
        source = FileBuffer(chunk.data, chunk.format)
        try:
            with Reader(source, NODE | WAY | RELATION, thread_pool=self._pool) as reader:
                osmium.apply(reader, self._locations, *_filters(), self._places, writer)
            writer.close()
        except BaseException:
            leak(writer)
            raise
        return self._text.read_text("utf-8").splitlines()

    def finished(self, cancel: Cancel) -> OsmObjects:
        counts = np.concatenate([np.empty(0, np.int64), *self._counts])
        refs = np.concatenate([np.empty(0, np.int64), *self._refs])
        first = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts)))
        if not any(tags.keys() & ROAD_MARKS for tags in self._tags.sets):
            raise InputError(
                "there are no roads: no way has a highway tag",
                where=self._path.name,
                advice="Choose an OpenStreetMap extract with streets.",
            )
        return OsmObjects(
            np.array(self._way_ids, np.int64),
            np.array(self._tags_of, np.int32),
            first,
            refs,
            self._places.of_refs(refs, counts, self._path),
            tuple(self._tags.sets),
            tuple(self._barriers),
            tuple(self._relations),
            self._names,
            tuple(self._named_places),
            tuple(self._signs),
            tuple(areas_of(self._land, self._path, self._locations, self._pool, cancel)),
        )


class _TagSets:
    """Numbers the different sets of tags that matter; ways with equal ones share a number."""

    def __init__(self) -> None:
        self.sets: list[Tags] = []
        self._of_field: dict[str, int] = {}
        self._of_tags: dict[tuple[tuple[str, str], ...], int] = {}

    def number(self, field: str) -> int:
        number = self._of_field.get(field)
        if number is None:
            tags = tags_of_field(field, ROAD_KEYS)
            key = tuple(sorted(tags.items()))
            number = self._of_tags.setdefault(key, len(self.sets))
            if number == len(self.sets):
                self.sets.append(tags)
            if len(field) < MOST_REMEMBERED:  # long ones hold names and hardly come again
                self._of_field[field] = number
        return number


MOST_REMEMBERED = 80


def _filters() -> Iterable[osmium.BaseFilter]:
    restrictions = [("type", kind) for kind in RESTRICTION_TYPES]
    for chosen, kind in (
        (osmium.filter.KeyFilter("barrier", "place", "highway"), NODE),
        (osmium.filter.KeyFilter(*WAY_KEYS), WAY),
        (osmium.filter.TagFilter(*restrictions, LIVED_IN), RELATION),
    ):
        chosen.enable_for(kind)
        yield chosen
