"""The hierarchies of a road graph: contracted once for a metric and kept, in memory or beside the
import.

A hierarchy depends on costs. Those of the metric that a graph is first driven by are kept on disk,
a few at most; while costs move, as by sliders and closures, only the latest is kept, in memory.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path

from core.cancel import NEVER, Cancel, held
from core.errors import ExportError
from core.files.import_cache import HIERARCHY_SUFFIX
from core.progress import Progress, no_progress
from core.solver import OnDisk
from road.ch.contraction import Contracted, contract
from road.ch.file import (
    DamagedHierarchyError,
    HierarchyFileError,
    key_of,
    open_hierarchy,
    save_hierarchy,
)
from road.ch.query.phast import contractible
from road.ch.settings import ContractionSettings
from road.files.source.cache import cache_file_of
from road.graph import RoadGraph
from road.search.search_graph import SearchGraph

MOST_FILES = 4
"""Hierarchies of a graph that are kept on disk: vehicles, say, or directions. The oldest goes."""


@dataclass(eq=False)
class KeptHierarchies:
    """Hierarchies of one graph; a `road.ch.query.phast.Hierarchies`.

    place : file of the import beside which they lie; None keeps them in memory alone.
    on_disk : what to be in while a file is written. note : that one was damaged and made again, why
        one could not be stored.
    """

    place: Path | None
    on_disk: OnDisk = nullcontext
    note: str = ""
    _latest: tuple[str, Contracted] | None = None
    _turn: threading.Lock = field(default_factory=threading.Lock)

    def contracted(
        self,
        search: SearchGraph,
        settings: ContractionSettings,
        *,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> Contracted:
        """The hierarchy of a search graph, from memory, from its file, or contracted now.

        A file that is damaged is replaced. Raises CancelledError.
        """
        key = key_of(search, settings)
        with held(self._turn, cancel, "the contraction"):
            is_first = self._latest is None
            if self._latest is None or self._latest[0] != key:
                found = self._read(key, progress)
                if found is None:
                    self._latest = None  # its memory serves the next
                    found = contract(search, settings, progress=progress, cancel=cancel)
                    if is_first:
                        self._store(key, found)
                self._latest = key, found
            return self._latest[1]

    def has(self, search: Callable[[], SearchGraph], settings: ContractionSettings) -> bool:
        """Whether that of a search graph is in memory or has a file.

        search : called only where there is any: to know one takes a look at all costs.
        """
        latest, files = self._latest, self._files()
        if latest is None and not files:
            return False
        key = key_of(search(), settings)
        in_memory = latest is not None and latest[0] == key
        return in_memory or (self.place is not None and self._path(key) in files)

    def found(
        self,
        search: Callable[[], SearchGraph],
        settings: ContractionSettings,
        progress: Progress = no_progress,
    ) -> tuple[str, Contracted] | None:
        """(key, hierarchy) of a search graph; None where it would have to be contracted."""
        if not self.has(search, settings):
            return None
        key, latest = key_of(search(), settings), self._latest
        if latest is not None and latest[0] == key:
            return latest
        stored = self._read(key, progress)
        return None if stored is None else (key, stored)

    def hold(self, key: str, contracted: Contracted) -> None:
        """Keep in memory what somebody else contracted."""
        self._latest = key, contracted

    def _read(self, key: str, progress: Progress) -> Contracted | None:
        if self.place is None:
            return None
        progress(-1.0, "opening the hierarchy")
        path = self._path(key)
        try:
            found = open_hierarchy(path, key)
            with suppress(OSError):
                path.touch()
            return found
        except DamagedHierarchyError as error:
            self.note = f"the hierarchy {path.name} was damaged and is made again: {error.found}"
            with suppress(OSError):  # it goes even where none can be written
                path.unlink()
        except HierarchyFileError:
            pass
        return None

    def _store(self, key: str, found: Contracted) -> None:
        if self.place is None:
            return
        try:
            with self.on_disk():
                save_hierarchy(self._path(key), found, key)
        except (ExportError, OSError) as error:
            reason = error.one_line() if isinstance(error, ExportError) else str(error)
            self.note = f"the hierarchy could not be kept: {reason}"
            return
        with suppress(OSError):
            for path in sorted(self._files(), key=_changed, reverse=True)[MOST_FILES:]:
                path.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        if self.place is None:
            return []
        return list(self.place.parent.glob(f"{self.place.stem}.*{HIERARCHY_SUFFIX}"))

    def _path(self, key: str) -> Path:
        assert self.place is not None
        return self.place.with_suffix(f".{key}{HIERARCHY_SUFFIX}")


_KEPT: weakref.WeakKeyDictionary[RoadGraph, KeptHierarchies] = weakref.WeakKeyDictionary()


@dataclass(frozen=True)
class HierarchyPreprocessing:
    """The preprocessing of what works on hierarchies: where those of the ground are kept. The
    solver, which knows the costs, has them contracted there."""

    def build(
        self, ground: RoadGraph, *, progress: Progress, cancel: Cancel, on_disk: OnDisk
    ) -> dict[str, KeptHierarchies]:
        """on_disk : for what is contracted later; `nullcontext` leaves an earlier one."""
        kept = kept_of(ground)
        if on_disk is not nullcontext:
            kept.on_disk = on_disk
        return {"hierarchies": kept}

    def at_hand(self, ground: RoadGraph, search: Callable[[], SearchGraph] | None = None) -> bool:
        """Whether the hierarchy by these costs, and the usual parameters, is in memory or has a
        file; never without costs, since each need their own."""
        if search is None:
            return False
        return kept_of(ground).has(lambda: contractible(search()), ContractionSettings())

    def notes(self, ground: RoadGraph) -> tuple[str, ...]:
        kept = _KEPT.get(ground)
        return () if kept is None or not kept.note else (kept.note,)


def kept_of(graph: RoadGraph) -> KeptHierarchies:
    """Where those of a graph are kept."""
    return _KEPT.setdefault(graph, KeptHierarchies(cache_file_of(graph)))


def hierarchies() -> HierarchyPreprocessing:
    """Where hierarchies are kept, by no parameter: those go to the solver."""
    return HierarchyPreprocessing()


def _changed(path: Path) -> float:
    return path.stat().st_mtime
