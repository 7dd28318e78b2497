"""Files that are known again: a seal of checksums behind what they hold, one for each block.

It suits formats whose readers leave alone what follows, as those of TIFF do. Layout, little endian:
a CRC-32 for each block of BLOCK_BYTES, the last block being shorter; then the bytes sealed, uint64;
the CRC-32 of all of the seal before; MAGIC.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any, BinaryIO

from numpy.typing import NDArray

from core.errors import IsofrontError

MAGIC = b"ISOSEAL1"

BLOCK_BYTES = 1 << 20
"""Bytes of a block that a checksum covers, and that are read at once: damage is located to a
megabyte, at four bytes of checksum for each."""

_SIZE = struct.Struct("<Q")
_END = struct.Struct("<I8s")
_CHECKSUM_BYTES = 4


class DamagedFileError(IsofrontError):
    """A file that is not what was sealed: cut short, altered, or never sealed."""


def checksum_of(data: bytes | memoryview | NDArray[Any], before: int = 0) -> int:
    """CRC-32 of contiguous data, gigabytes a second; other threads may go on meanwhile.

    before : that of what comes before the data.
    """
    held: Any = data  # every array that lies in one piece will do
    return zlib.crc32(held, before)


def seal(path: Path) -> None:
    """Append the checksums of all that the file holds; OSError."""
    with path.open("r+b") as file:
        size = file.seek(0, 2)
        file.seek(0)
        whole = _seal_of(file, size)
        file.seek(size)  # between reading and writing, as the C library wants it
        file.write(whole)


def check_seal(path: Path) -> int:
    """The bytes before the seal, after a look whether every block is as it was sealed.

    Reads the whole file. Raises DamagedFileError, OSError.
    """
    with path.open("rb") as file:
        size = _sealed_bytes(path, file)
        file.seek(0)
        found = _seal_of(file, size)
        kept = file.read()
    if found == kept:
        return size
    differ = (k for k in range(len(found)) if found[k : k + 1] != kept[k : k + 1])
    begin = next(differ, len(found)) // _CHECKSUM_BYTES * BLOCK_BYTES
    raise _damaged(path, f"is damaged after byte {begin}" if begin < size else "is damaged")


def _sealed_bytes(path: Path, file: BinaryIO) -> int:
    """How much the end of the file says to be sealed, if a seal for so much fits behind it."""
    tail = _SIZE.size + _END.size
    total = file.seek(0, 2)
    file.seek(max(total - tail, 0))
    end = file.read()
    if len(end) < tail or not end.endswith(MAGIC):
        raise _damaged(path, "is cut short or was never finished")
    (size,) = _SIZE.unpack_from(end)
    blocks = -(-size // BLOCK_BYTES)
    if size + blocks * _CHECKSUM_BYTES + tail != total:
        raise _damaged(path, "is damaged at its end")
    return int(size)


def _seal_of(file: BinaryIO, size: int) -> bytes:
    """The seal of the next `size` bytes."""
    sums = []
    for begin in range(0, size, BLOCK_BYTES):
        block = file.read(min(BLOCK_BYTES, size - begin))
        sums.append(checksum_of(block).to_bytes(_CHECKSUM_BYTES, "little"))
    body = b"".join(sums) + _SIZE.pack(size)
    return body + _END.pack(checksum_of(body), MAGIC)


def _damaged(path: Path, found: str) -> DamagedFileError:
    return DamagedFileError(found, where=str(path), advice="It will be made again.")
