"""Imports kept on disk: the next time, a big graph opens in well under a second.

A cache file is named after the road file and the options it was read with, and holds the state of
all files it was made of. Where any of them has changed, it is made anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import weakref
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from platformdirs import user_cache_dir

from core.errors import ExportError
from road.cache import CacheError, DamagedCacheError, open_cache, write_cache
from road.graph import RoadGraph

IMPORTER_VERSION = 2
"""Version of the importers, raised whenever one reads the same file differently."""

WORTH_BYTES = 200_000
"""Bytes below which files are read in a moment."""

_SUFFIX = ".roads"

CELLS_SUFFIX = ".cells"
"""Suffix of partitions, which lie beside the graphs that they are of; see `app.partitions`."""

_PLACES: weakref.WeakKeyDictionary[RoadGraph, Path] = weakref.WeakKeyDictionary()
"""Folders in which the imports in use are kept, by graph."""


@dataclass(frozen=True, slots=True)
class CacheSize:
    """What the cache of roads holds."""

    files: int
    bytes: int


def cache_folder(folder: Path | None = None) -> Path:
    """Where imports are kept: `folder`, else $ISOFRONT_CACHE_DIR, else the user's cache."""
    if folder is not None:
        return folder
    named = os.environ.get("ISOFRONT_CACHE_DIR")
    return Path(named) if named else Path(user_cache_dir("isofront")) / "imports"


def cache_size(folder: Path | None = None) -> CacheSize:
    """Files and bytes of all imported roads and their partitions."""
    sizes = [path.stat().st_size for path in _files(cache_folder(folder))]
    return CacheSize(len(sizes), sum(sizes))


def clear_cache(folder: Path | None = None) -> CacheSize:
    """Delete all imported roads and partitions; returns what is gone. Graphs that are open stay
    usable, except on Windows, where their files stay."""
    gone = cache_size(folder)
    for path in _files(cache_folder(folder)):
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
    return gone


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
    place = cache_folder(folder) / f"{_name(path, options)}{_SUFFIX}"
    state = _state(files, options)
    notes: tuple[str, ...] = ()
    try:
        graph = open_cache(place, state)
        _PLACES[graph] = place
        return graph
    except DamagedCacheError as error:
        notes = (f"the import {place.name} was damaged and is made again: {error.found}",)
        with contextlib.suppress(OSError):  # it goes even where none can be written
            place.unlink()
    except CacheError:
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


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.suffix in (_SUFFIX, CELLS_SUFFIX))


def _name(path: Path, options: Mapping[str, Any]) -> str:
    text = json.dumps([str(path.absolute()), options], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _state(sources: list[Path], options: Mapping[str, Any]) -> str:
    """Importer, options, and path, size and time of change of each file."""
    states = [(source, source.stat()) for source in sources]
    files = [[str(source.absolute()), s.st_size, s.st_mtime_ns] for source, s in states]
    return json.dumps([IMPORTER_VERSION, options, files], sort_keys=True)
