"""The bytes of packed files, unpacked as they are read, up to a bound."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, BinaryIO

from core.errors import InputError

STREAM_ERRORS = (
    *(OSError, EOFError, zlib.error, lzma.LZMAError),
    *(zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError),
)
"""Errors that reading a packed file may raise; `zipfile` the last three, of versions and methods
that it lacks, of passwords, and of names and offsets that make no sense. To be caught around calls
of these libraries alone."""

_OPENERS: dict[bytes, Callable[[Any], Any]] = {
    b"\x1f\x8b": gzip.open,
    b"\xfd7zXZ": lzma.open,
    b"BZh": bz2.open,
}
"""Functions that unpack a file that begins so."""

NO_BOUND = 1 << 62


class Unpacked:
    """The bytes of a file, unpacked as they are read; damage is an InputError.

    left : bytes that may still be read. beyond : the error where there are more.
    """

    def __init__(self, stream: IO[bytes], where: str, left: int, beyond: InputError) -> None:
        self.left = left
        self._stream, self._where, self._beyond = stream, where, beyond

    @property
    def bounded(self) -> bool:
        return self.left < NO_BOUND // 2

    def read(self, count: int) -> bytes:
        """The next bytes, none at the end."""
        return self._counted(self._stream.read, count)

    def readline(self, count: int) -> bytes:
        """The next line with its end, or so many bytes of it."""
        return self._counted(self._stream.readline, count)

    def _counted(self, take: Callable[[int], bytes], count: int) -> bytes:
        try:
            found = take(count)
        except STREAM_ERRORS as error:
            raise unreadable(self._where, error) from error
        self.left -= len(found)
        if self.left < 0:
            raise self._beyond
        return found


def opener_of(file: BinaryIO) -> Callable[[Any], Any] | None:
    """What unpacks a file, by its content; None for one that is not packed."""
    begins = file.read(6)
    file.seek(0)
    return next((opener for magic, opener in _OPENERS.items() if begins.startswith(magic)), None)


def unreadable(where: str, error: Exception) -> InputError:
    """Of a stream that its library gives up."""
    return InputError(f"cannot be read to its end: {error}", where=where, advice="Fetch it again.")


def open_zip(place: Path) -> zipfile.ZipFile:
    """The archive; InputError for a damaged one."""
    try:
        return zipfile.ZipFile(place)
    except STREAM_ERRORS as error:
        raise InputError(
            f"the archive cannot be read: {error}", where=str(place), advice="Fetch it again."
        ) from error
