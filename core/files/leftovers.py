"""Folders beside a target in which files are made, and what becomes of those that a killed process
left.

Each holds a file that its process keeps locked for as long as it lives: the system lets go of it
however the process ends. Who next writes there takes away the folders whose lock nobody holds.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

PREFIX = ".isofront-"

LOCK, TO_LOCK, NEW, OLD, NAMES = "lock", "to lock", "new", "old", "names"
"""Names in a folder: what its process locks, and its name before; what is made; what that takes the
place of; and once the former is moved to its place, the names of all of it, a line each."""

UNLOCKED_SECONDS = 3600.0
"""Seconds after which a folder without a lock is not about to get one any more."""


@contextmanager
def working_folder(parent: Path) -> Iterator[Path]:
    """A new folder below `parent`, with an empty `new` in it; gone afterwards. Raises OSError.

    What processes that were killed left there is cleared first.
    """
    clear_left(parent)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
    try:
        with _locked(folder):
            (folder / NEW).mkdir()
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def clear_left(parent: Path) -> None:
    """Take away what killed processes of this user left below a folder, and nothing else.

    Where one was killed while it moved its files to their places, the old ones are put back.
    """
    with contextlib.suppress(OSError):
        for folder in parent.glob(f"{PREFIX}*"):
            with contextlib.suppress(OSError):
                if _is_ours(folder) and _is_left(folder):
                    _undo(folder, parent)
                    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Within, this process works in the folder."""
    # The lock gets its name once it is held, or who clears might be quicker. Windows renames no
    # open file; there it also lets nobody take away a folder with an open file in it.
    name = LOCK if sys.platform == "win32" else TO_LOCK
    with (folder / name).open("wb") as lock:
        lock_file(lock)
        if name == TO_LOCK:
            os.replace(folder / TO_LOCK, folder / LOCK)
        yield


def _is_ours(folder: Path) -> bool:
    """Whether this user's program made it, by what is in it."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    own = not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
    return own and {path.name for path in folder.iterdir()} <= {LOCK, TO_LOCK, NEW, OLD, NAMES}


def _is_left(folder: Path) -> bool:
    """Whether no process works in it any more."""
    try:
        with (folder / LOCK).open("r+b") as lock:
            return lock_file(lock)
    except FileNotFoundError:
        return time.time() - folder.stat().st_mtime > UNLOCKED_SECONDS


def _undo(folder: Path, parent: Path) -> None:
    """Put the old files back, unless all of the new ones had taken their places."""
    old, names = folder / OLD, folder / NAMES
    if not names.is_file() or not any((folder / NEW).iterdir()):
        return
    for name in names.read_text(encoding="utf-8").splitlines():
        if not (folder / NEW / name).exists() and not (old / name).exists():
            (parent / name).unlink(missing_ok=True)  # a new one that took nobody's place
    if old.is_dir():
        for path in old.iterdir():
            os.replace(path, parent / path.name)


def lock_file(file: IO[bytes]) -> bool:
    """Lock a file for this process, without waiting; whether that could be done."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
