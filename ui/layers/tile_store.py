"""Tiles of a server on the disk, for as long as they are fresh and there is room."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from core.files.import_cache import cache_folder, name_of

FOLDER = "tiles"

MOST_BYTES = 200 * 2**20
"""Bytes of all tiles that are kept, of whatever servers; the oldest go first."""

FRESH_S = 7 * 86400.0
"""Seconds for which a tile is not asked for again: the least that operators of servers want."""

LOOK_EVERY = 64
"""Tiles that are written between two looks at how much there is."""

Key = tuple[int, int, int]


class TileStore:
    """Of one server; for any thread. A disk that cannot be written keeps nothing."""

    def __init__(
        self, address: str, most_bytes: int = MOST_BYTES, clock: Callable[[], float] = time.time
    ) -> None:
        self._all = cache_folder() / FOLDER
        self._folder = self._all / name_of(address)
        self._most_bytes, self._clock = most_bytes, clock
        self._written = 0

    def read(self, key: Key) -> bytes | None:
        """What the server said; None where that is not known, or no longer fresh."""
        with suppress(OSError):
            path = self._path(key)
            if self._clock() - path.stat().st_mtime < FRESH_S:
                return path.read_bytes()
        return None

    def write(self, key: Key, answer: bytes) -> None:
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            beside = self._folder / f"{self._path(key).name}.{threading.get_ident()}"
            beside.write_bytes(answer)
            beside.replace(self._path(key))
            self._written += 1
            if self._written % LOOK_EVERY == 1:
                self._make_room()

    def _path(self, key: Key) -> Path:
        return self._folder / "-".join(map(str, key))

    def _make_room(self) -> None:
        """Delete the oldest until a tenth of the room is free, and what is no longer fresh."""
        held = sorted(
            (found.st_mtime, found.st_size, path)
            for path in self._all.glob("*/*")
            for found in (path.stat(),)
        )
        total = sum(size for _, size, _ in held)
        goal = total if total <= self._most_bytes else 0.9 * self._most_bytes
        for changed, size, path in held:
            if total > goal or self._clock() - changed >= FRESH_S:
                path.unlink(missing_ok=True)
                total -= size
