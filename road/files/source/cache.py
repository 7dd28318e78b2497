"""Imports kept on disk: the next time, a big graph opens in well under a second.

A cache file is named after the road file and the options it was read with, and holds the state of
all files it was made of. Where any of them has changed, it is made anew.
"""

from __future__ import annotations

import contextlib
import json
import weakref
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.errors import ExportError
from core.files.import_cache import ROADS_SUFFIX, cache_folder, name_of
from road.cache import DamagedCacheError, RoadCacheError, open_cache, write_cache
from road.files.source.reading import stem_of
from road.graph import RoadGraph

IMPORTER_VERSION = 2
"""Version of the importers, raised whenever one reads the same file differently."""

WORTH_BYTES = 200_000
"""Bytes below which files are read in a moment."""

_PLACES: weakref.WeakKeyDictionary[RoadGraph, Path] = weakref.WeakKeyDictionary()
"""Folders in which the imports in use are kept, by graph."""


def cached(
    path: Path,
    sources: Iterable[Path],
    options: Mapping[str, Any],
    read: Callable[[], RoadGraph],
    folder: Path | None = None,
) -> RoadGraph:
    """The graph from the cache, else from `read`, which is then kept.

    sources : all files that the graph is made of, `path` among them. options : what else it depends
    on, as JSON. Where the cache was damaged, or cannot be written, a note says so.
    """
    files = list(sources)
    if sum(source.stat().st_size for source in files) < WORTH_BYTES:
        return read()
    place = cache_folder(folder) / f"{_name(path, options)}{ROADS_SUFFIX}"
    state = _state(files, options)
    notes: tuple[str, ...] = ()
    try:
        graph = open_cache(place, state)
        if graph.name.lower().endswith(".osm"):  # what `porto.osm.pbf` was called once
            graph = replace(graph, name=stem_of(path))
        _PLACES[graph] = place
        return graph
    except DamagedCacheError as error:
        notes = (f"the import {place.name} was damaged and is made again: {error.found}",)
        with contextlib.suppress(OSError):  # it goes even where none can be written
            place.unlink()
    except RoadCacheError:
        pass
    graph = read()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        write_cache(place, graph, state)
    except (ExportError, OSError) as error:
        reason = error.one_line() if isinstance(error, ExportError) else str(error)
        notes += (f"the import could not be kept: {reason}",)
        return replace(graph, notes=(*graph.notes, *notes))
    graph = replace(graph, notes=(*graph.notes, *notes)) if notes else graph
    _PLACES[graph] = place
    return graph


def cache_file_of(graph: RoadGraph) -> Path | None:
    """The file in which an import is kept; None of graphs made here and of files read in a moment.

    It holds for the very graph that `cached` returned, not for others made of it.
    """
    return _PLACES.get(graph)


def _name(path: Path, options: Mapping[str, Any]) -> str:
    return name_of(json.dumps([str(path.absolute()), options], sort_keys=True))


def _state(sources: list[Path], options: Mapping[str, Any]) -> str:
    """Importer, options, and path, size and time of change of each file."""
    states = [(source, source.stat()) for source in sources]
    files = [[str(source.absolute()), s.st_size, s.st_mtime_ns] for source, s in states]
    return json.dumps([IMPORTER_VERSION, options, files], sort_keys=True)
