"""THE table of kinds of documents that are read from one file: how one is told, and read.

What belongs to the reading of rasters or roads is imported when it is first called.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.roads.files import holds_roads, open_road_file
from core.cancel import Cancel
from core.progress import Progress

if TYPE_CHECKING:
    from app.document.document import Document


@dataclass(frozen=True)
class DocumentKind:
    """A row: what a kind is called, whether a file holds one, and the reading of it where nothing
    has to be asked. Both are for any thread; reading raises InputError and CancelledError."""

    id: str
    holds: Callable[[Path], bool]
    read: Callable[[Path, Progress, Cancel], Document]


def _roads(path: Path, progress: Progress, cancel: Cancel) -> Document:
    from app.document.roads import RoadsDocument

    return RoadsDocument(open_road_file(path, progress=progress, cancel=cancel))


def _terrain(path: Path, progress: Progress, cancel: Cancel) -> Document:
    from app.document.out_of_core_files import open_large_velocity
    from app.document.terrain import TerrainDocument

    return TerrainDocument(open_large_velocity(path, progress=progress, cancel=cancel), path)


KINDS: tuple[DocumentKind, ...] = (
    DocumentKind("roads", holds_roads, _roads),
    DocumentKind("terrain", lambda path: True, _terrain),
)
"""The first that a file holds is what it is read as; the last says what is wrong with the rest."""


def kind_held_by(path: Path) -> DocumentKind:
    """What a file is read as."""
    return next(kind for kind in KINDS if kind.holds(path))
