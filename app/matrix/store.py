"""Finished chunks of a matrix on disk: what a run that is broken off leaves to the next.

A folder beside the file that is to be written, named after it, holds the key of the job and a file
for each finished chunk: its arrays, one after another as NumPy writes them, and a seal of checksums
(`core.files.checksums`). A chunk appears whole or not at all; one that is damaged is done again.
The folder goes when the files are written.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import numpy as np

from app.matrix.spec import Arrays
from core.errors import InputError
from core.files.atomic_write import not_written
from core.files.checksums import DamagedFileError, check_seal, seal
from core.files.leftovers import lock_file

SUFFIX = ".isofront-matrix"
"""End of the name of the folder beside the file that is written."""

_JOB, _LOCK, _CHUNK, _PART = "job.json", "lock", "chunk-", ".part"


def folder_of(target: Path) -> Path:
    """Where the chunks of a file that is to be written are kept."""
    return target.with_name(f".{target.name}{SUFFIX}")


class ChunkStore:
    """Chunks of one job in a folder, which is made with the first that is kept. While it is there
    nobody else may work in it.

    resume : whether chunks of the same job are taken over; those of another are discarded.
    found : numbers of those that were there. other : whether those of another job were.
    Raises InputError where another process works there, ExportError for what the system refuses.
    """

    def __init__(self, folder: Path, key: str, *, resume: bool = True) -> None:
        self.folder, self._key = folder, key
        self.found: frozenset[int] = frozenset()
        self.other = False
        self._held, self._open = ExitStack(), False
        if folder.is_dir():
            self._take_over(resume)

    def path(self, number: int) -> Path:
        """The file of a chunk."""
        return self.folder / f"{_CHUNK}{number:08d}"

    def keep(self, number: int, arrays: Arrays) -> None:
        """Write a chunk. Raises ExportError for what the system refuses, InputError where another
        process came first."""
        if not self._open:
            self._take_over(resume=False)
        place = self.path(number)
        draft = place.with_suffix(_PART)
        try:
            with draft.open("wb") as file:
                file.write(json.dumps(list(arrays)).encode() + b"\n")
                for array in arrays.values():
                    np.save(file, array, allow_pickle=False)
            seal(draft)
            draft.replace(place)
        except OSError as error:
            raise not_written(place, error) from error

    def read(self, number: int) -> Arrays:
        """A chunk that was kept. Raises InputError where it is damaged."""
        path = self.path(number)
        try:
            check_seal(path)
            with path.open("rb") as file:
                names = json.loads(file.readline())
                return {name: np.load(file, allow_pickle=False) for name in names}
        except (DamagedFileError, OSError, ValueError) as error:
            with suppress(OSError):
                path.unlink()
            raise InputError(
                "a finished chunk is damaged", where=str(path), advice="Run it again."
            ) from error

    @property
    def kept(self) -> int:
        """Chunks that are there."""
        return sum(path.suffix != _PART for path in self._paths())

    def forget(self) -> None:
        """Take all of it away."""
        self._held.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        self._open = False

    def close(self) -> None:
        """Let others work there; what is empty goes."""
        if self._open and not self.kept:
            self.forget()
        self._held.close()
        self._open = False

    def _paths(self) -> list[Path]:
        return list(self.folder.glob(f"{_CHUNK}*"))

    def _take_over(self, resume: bool) -> None:
        try:
            self.folder.mkdir(exist_ok=True)
            lock = self._held.enter_context((self.folder / _LOCK).open("a+b"))
            if not lock_file(lock):
                self._held.close()
                raise InputError(
                    "another run works on a matrix there",
                    where=str(self.folder),
                    advice="Wait for it, or write to another file.",
                )
            self._open = True
            self._look_through(resume)
        except OSError as error:
            raise not_written(self.folder, error) from error

    def _look_through(self, resume: bool) -> None:
        chunks, same = self._paths(), _key_in(self.folder) == self._key
        if same and resume:
            whole = [path for path in chunks if _is_whole(path)]
            self.found = frozenset(int(path.name.removeprefix(_CHUNK)) for path in whole)
            return
        for path in chunks:
            path.unlink()
        self.other = bool(chunks) and not same
        (self.folder / _JOB).write_text(json.dumps({"key": self._key}), encoding="utf-8")


@contextmanager
def chunk_store(folder: Path, key: str, *, resume: bool = True) -> Iterator[ChunkStore]:
    """The store of a job while it is worked out; see `ChunkStore`."""
    store = ChunkStore(folder, key, resume=resume)
    try:
        yield store
    finally:
        store.close()


def _key_in(folder: Path) -> str:
    try:
        return str(json.loads((folder / _JOB).read_text(encoding="utf-8"))["key"])
    except (OSError, ValueError, LookupError, TypeError):
        return ""


def _is_whole(path: Path) -> bool:
    """Whether a chunk is as it was sealed; what is not goes."""
    try:
        if path.suffix != _PART:
            check_seal(path)
            return True
    except DamagedFileError:
        pass
    path.unlink()
    return False
