"""Unsaved work, kept beside the settings while the window is open: who finds it later finds what a
crash left."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QLockFile

from app.project.file import SUFFIX, read_project, write_project
from app.project.saving import ProjectContents
from core.errors import IsofrontError
from ui import preferences

INTERVAL_MS = 10_000
"""Milliseconds between two looks whether there is unsaved work to be kept."""

MOST_LEFT = 5
"""Most files of crashed windows that are kept to be offered, and of those that nobody wanted; older
ones go."""


def autosave_folder() -> Path:
    """Where unsaved work is kept."""
    return Path(preferences.settings().fileName()).with_name("autosave")


class Autosave:
    """The file of one window; there while it has unsaved work, and locked while it lives."""

    def __init__(self) -> None:
        self.path = autosave_folder() / f"{uuid.uuid4().hex}{SUFFIX}"
        self._lock = _lock_of(self.path)
        self._kept: object = None

    def keep(self, contents: ProjectContents, project: Path | None) -> None:
        """Write the work, unless it is there already. project : whose it is, None of none. Nothing
        is kept where that cannot be written."""
        if contents.work == self._kept:
            return
        with suppress(OSError, IsofrontError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self._lock.isLocked():
                self._lock.tryLock(0)
            values = contents.saved_to(self.path.parent, stamps=False)
            write_project(self.path, values | {"autosave_of": str(project or "")})
            self._kept = contents.work

    def drop(self) -> None:
        """There is no unsaved work any more."""
        self._kept = None
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
        self._lock.unlock()


def left_behind() -> list[Path]:
    """Files of windows that are gone, the newest first; too many of them go."""
    found = sorted(_of_the_dead(), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found[MOST_LEFT:]:
        forget(path)
    return found[:MOST_LEFT]


def work_of(path: Path) -> str:
    """The name of the project, or else of the file, whose work a window left; "" of none."""
    try:
        values = read_project(path).values
    except IsofrontError:
        return ""
    named = values.get("autosave_of") or values["sources"].get("terrain", {}).get("path", "")
    return Path(named).stem


def forget(path: Path) -> None:
    """Take away what a window left."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def decline(path: Path) -> None:
    """Offer no more what a window left. It lies in a folder of its own for a while: whoever closed
    a message did not say that work may be lost."""
    folder = path.with_name("declined")
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
        path.replace(folder / path.name)
        found = sorted(folder.glob(f"*{SUFFIX}"), key=lambda each: each.stat().st_mtime)
        for each in found[:-MOST_LEFT]:
            each.unlink()


def _of_the_dead() -> Iterator[Path]:
    for path in autosave_folder().glob(f"*{SUFFIX}"):
        lock = _lock_of(path)
        if lock.tryLock(0):
            lock.unlock()
            yield path


def _lock_of(path: Path) -> QLockFile:
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # held for as long as its process lives, however long that is
    return lock
