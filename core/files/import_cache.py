"""The folder where imports are kept, so that big files open at once the next time.

Each import is named after the file and all that it depends on, so that what has changed is never
found. What is written there, and how it is known to be whole, is the importers' own matter.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_dir

from core.files.leftovers import clear_left

RASTER_SUFFIX, ROADS_SUFFIX = ".tif", ".roads"

CELLS_SUFFIX = ".cells"
"""Suffix of partitions, which lie beside the graphs that they are of."""

HIERARCHY_SUFFIX = ".hierarchy"
"""Suffix of contracted graphs, which lie there, too."""

RASTERS = (RASTER_SUFFIX, ".part")  # the latter by versions of before
ROADS = (ROADS_SUFFIX, CELLS_SUFFIX, HIERARCHY_SUFFIX)


@dataclass(frozen=True, slots=True)
class CacheSize:
    """What the cache holds."""

    files: int
    bytes: int


def cache_folder(folder: Path | None = None) -> Path:
    """Where imports are kept: `folder`, else $ISOFRONT_CACHE_DIR, else the user's cache."""
    if folder is not None:
        return folder
    named = os.environ.get("ISOFRONT_CACHE_DIR")
    return Path(named) if named else Path(user_cache_dir("isofront")) / "imports"


def cache_size(
    folder: Path | None = None, suffixes: tuple[str, ...] = (*RASTERS, *ROADS)
) -> CacheSize:
    """Files and bytes of all imports with these suffixes."""
    return _summed(path.stat().st_size for path in _imports(folder, suffixes))


def clear_cache(
    folder: Path | None = None, suffixes: tuple[str, ...] = (*RASTERS, *ROADS)
) -> CacheSize:
    """Delete all imports with these suffixes, also what a crash left half written; returns what is
    gone. Graphs that are open stay usable, except on Windows, where their files stay."""
    clear_left(cache_folder(folder))

    def deleted() -> Iterator[int]:
        for path in _imports(folder, suffixes):
            size = path.stat().st_size
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
                yield size

    return _summed(deleted())


def name_of(text: str) -> str:
    """A name for the import of what a text says: 24 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _imports(folder: Path | None, suffixes: tuple[str, ...]) -> list[Path]:
    place = cache_folder(folder)
    if not place.is_dir():
        return []
    return sorted(path for path in place.iterdir() if path.suffix in suffixes)


def _summed(sizes: Iterator[int]) -> CacheSize:
    held = list(sizes)
    return CacheSize(len(held), sum(held))
