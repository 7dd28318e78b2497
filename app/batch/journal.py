"""What rows of a batch are finished, so that a run that was broken off is gone on with."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from core.files.atomic_write import not_written

_DIGEST_BYTES = 16
"""Length of a fingerprint in bytes: two rows never have the same by chance."""

Stamp = tuple[int, int]
"""Size of a file in bytes and the time of its last change in nanoseconds."""


def stamp_of(path: Path) -> Stamp | None:
    """None where there is no such file."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_size, found.st_mtime_ns


def fingerprint(asked: Mapping[str, Any], files: Sequence[Path]) -> str:
    """A text that is another one where a row asks for anything else, or a file that it reads is.

    asked : values whose texts say all of them. files : that are read.
    """
    stamps = {str(path): stamp_of(path) for path in files}
    text = json.dumps([{k: str(v) for k, v in asked.items()}, stamps], sort_keys=True)
    return blake2b(text.encode(), digest_size=_DIGEST_BYTES).hexdigest()


class BatchJournal:
    """One JSON object a line for each row that is finished. A last line that a killed run left
    broken counts as none.

    A row is finished where its fingerprint is there and its files are as they were left: these
    appear whole or not at all.
    """

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        """fresh : forget what is there. Raises ExportError where it cannot be written."""
        self.path = path
        self._known: dict[str, Mapping[str, Any]] = {}
        try:
            if fresh:
                path.unlink(missing_ok=True)
            self._read()
            with path.open("a", encoding="utf-8"):
                pass
        except OSError as error:
            raise not_written(path, error) from error

    def _read(self) -> None:
        if not self.path.exists():
            return
        text = self.path.read_text(encoding="utf-8", errors="replace")
        for line in text.splitlines():
            try:
                entry = json.loads(line)
                self._known[entry["row"]] = {"files": entry["files"], "told": entry["told"]}
            except (ValueError, KeyError, TypeError):
                continue
        if text and not text.endswith("\n"):
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\n")

    def finished(self, row: str) -> Mapping[str, Any] | None:
        """What was told of a row, by its fingerprint; None where it has to be worked out."""
        entry = self._known.get(row)
        if entry is None:
            return None
        whole = all(
            stamp is not None and stamp_of(Path(name)) == tuple(stamp)
            for name, stamp in entry["files"].items()
        )
        return entry["told"] if whole else None

    def add(self, row: str, files: Sequence[Path], told: Mapping[str, Any]) -> None:
        """A row is finished. files : that it wrote. told : of it, as JSON. Raises ExportError."""
        stamps = {str(path.absolute()): stamp_of(path) for path in files}
        entry = {"row": row, "files": stamps, "told": told}
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise not_written(self.path, error) from error
        self._known[row] = {"files": stamps, "told": told}
