"""Strings of OSM PBF blocks that osmium must not see: it ends the whole program on them.

A string with a NUL byte in it becomes a tag of more strings than two, and libosmium, which walks
from NUL to NUL, reads past the end of the tags. Every block has one table of strings, by custom in
front, so that little has to be unpacked here.
Source: https://wiki.openstreetmap.org/wiki/PBF_Format
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

MOST_BLOCK_BYTES = 1 << 25  # the format's own limit of 32 MiB, unpacked

_START_BYTES = 16
"""Bytes that are unpacked to learn how long the table is."""

_BYTES = 2
"""Wire type of a field of bytes; a field's key is its number times eight plus this."""

_RAW, _ZLIB = 1 << 3 | _BYTES, 3 << 3 | _BYTES  # of Blob
_TABLE = 1 << 3 | _BYTES  # of PrimitiveBlock
_STRING = 1 << 3 | _BYTES  # of StringTable


def fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """Keys and values of a protocol buffer, a number's as it is written; it ends where the message
    is damaged."""
    place = 0
    while place < len(message):
        key, place = varint(message, place)
        match key & 7:
            case 0:
                length = varint(message, place)[1] - place
            case 1:
                length = 8
            case 2:
                length, place = varint(message, place)
            case 5:
                length = 4
            case _:
                return
        yield key, message[place : place + length]
        place += length


def varint(message: bytes, place: int) -> tuple[int, int]:
    """The number at a place, of which osmium takes 32 bits where it is a length, and its end."""
    value = shift = 0
    while place < len(message):
        byte = message[place]
        place += 1
        value |= (byte & 127) << shift
        if byte < 128:
            break
        shift += 7
    return value & 0xFFFFFFFF, place


def has_nul(blob: bytes) -> bool:
    """Whether a string of a block of data holds a NUL byte; of what cannot be unpacked osmium says
    what is wrong with it. Packings other than zlib's are left to osmium.

    blob : the protocol buffer Blob.
    """
    try:
        block = _start_of_block(blob)
    except zlib.error:
        return False
    return any(
        _nul_in(table) for key, table in fields(block) if key == _TABLE and isinstance(table, bytes)
    )


def _start_of_block(blob: bytes) -> bytes:
    """The block up to the end of its strings, or all of it where they are not in front."""
    packed = b""
    for key, value in fields(blob):
        if key == _RAW:
            return value
        if key == _ZLIB:
            packed = value
    unpacking = zlib.decompressobj()
    start = unpacking.decompress(packed, _START_BYTES)
    needed = MOST_BLOCK_BYTES
    if start[:1] == bytes([_TABLE]):
        length, place = varint(start, 1)
        if length:  # another may follow an empty one
            needed = place + length
    left = min(needed, MOST_BLOCK_BYTES) - len(start)
    return start + unpacking.decompress(unpacking.unconsumed_tail, left) if left > 0 else start


def _nul_in(table: bytes) -> bool:
    nuls = table.count(b"\0")
    # The first string is empty as a rule, and its length the one NUL.
    if nuls <= table.startswith(b"\n\0"):
        return False
    place = 0
    while place + 1 < len(table) and table[place] == _STRING:
        length = table[place + 1]
        if length > 127:  # of more than one byte
            break
        nuls -= not length
        place += 2 + length
    rest = table[place:]
    return nuls > rest.count(b"\0") or any(
        b"\0" in string for key, string in fields(rest) if key == _STRING
    )
