"""Plain values and arrays in one piece of bytes: a file to be mapped, or a message to be sent.

Layout, little endian: a word of eight bytes, uint32 version, uint32 CRC of the header, uint64
length of the header; the header, JSON: the plain values, and name, dtype, shape, offset and CRC-32
of each array; then the arrays, each at a multiple of 64 bytes (a cache line, and what vector
instructions like). Whoever reads takes nothing but numbers, and compares every checksum.
"""

from __future__ import annotations

import io
import json
import math
import struct
import sys
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from core.errors import IsofrontError
from core.files.checksums import checksum_of

ALIGNMENT = 64
"""Bytes; see the module's text."""

START = struct.Struct("<8sIIQ")

NUMBERS = "biuf"
"""Kinds of dtype that are numbers and nothing else: no array of objects is ever made."""

Arrays = Mapping[str, NDArray[Any]]
Buffer = Any
"""Object that lends its bytes: bytes, a memoryview, a mapped file."""


class OtherLayoutError(IsofrontError):
    """Bytes of another version or kind of machine: whole, but not for this program."""


class DamagedArraysError(IsofrontError):
    """Bytes that are not as they were written."""


@dataclass(frozen=True)
class ArrayLayout:
    """A kind of such bytes. magic : its word. version : raised whenever what it holds changes."""

    magic: bytes
    version: int

    def write(self, file: BinaryIO, meta: dict[str, Any], arrays: Arrays) -> None:
        """Arrays first, since the header holds their checksums; its length is known beforehand.

        meta : plain values; "byte_order" is ours.
        """
        meta = meta | {"byte_order": sys.byteorder}
        header_bytes = len(json.dumps([meta, *_listed(arrays, 0, [0xFFFFFFFF] * len(arrays))])) + 64
        begin = _aligned(START.size + header_bytes + 20 * len(arrays))
        checksums = []
        for entry, array in zip(
            _listed(arrays, begin, [0] * len(arrays)), arrays.values(), strict=True
        ):
            file.seek(entry["offset"])
            data = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
            file.write(data.data)
            checksums.append(checksum_of(data))
        end = max(file.tell(), begin)
        file.write(bytes(end - file.seek(0, io.SEEK_END)))  # where the last array is empty
        header = json.dumps([meta, *_listed(arrays, begin, checksums)]).encode()
        assert START.size + len(header) <= begin
        file.seek(0)
        file.write(START.pack(self.magic, self.version, zlib.crc32(header), len(header)))
        file.write(header)

    def header(self, buffer: Buffer) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """The plain values, and what is told of each array.

        Raises OtherLayoutError, DamagedArraysError, and, for a header that nobody wrote so,
        ValueError, LookupError, TypeError.
        """
        if len(buffer) < START.size or buffer[: len(self.magic)] != self.magic:
            raise DamagedArraysError("it begins with other bytes")
        _, version, checksum, length = START.unpack_from(buffer)
        if version != self.version:
            raise OtherLayoutError(f"it is of version {version}, not {self.version}")
        header = bytes(buffer[START.size : START.size + length])
        if len(header) != length or zlib.crc32(header) != checksum:
            raise DamagedArraysError("its header is damaged")
        meta, *listed = json.loads(header)
        if meta["byte_order"] != sys.byteorder:
            raise OtherLayoutError("it comes from a machine of another kind")
        return meta, listed

    def array(self, buffer: Buffer, entry: dict[str, Any], *, verify: bool = True) -> NDArray[Any]:
        """One of those listed, read-only, not copied. Raises as `header`, and ArithmeticError."""
        dtype, count = np.dtype(entry["dtype"]), math.prod(entry["shape"])
        if dtype.kind not in NUMBERS or not dtype.isnative:
            raise ValueError(f"'{entry['name']}' of {dtype}")
        if entry["offset"] + count * dtype.itemsize > len(buffer):
            raise DamagedArraysError(f"it ends before '{entry['name']}' does")
        array = np.frombuffer(buffer, dtype, count, entry["offset"])
        if verify and checksum_of(array) != entry["crc32"]:
            raise DamagedArraysError(f"'{entry['name']}' is damaged")
        array.flags.writeable = False
        return array.reshape(entry["shape"])

    def packed(self, meta: dict[str, Any], arrays: Arrays) -> bytes:
        """The whole as a message."""
        file = io.BytesIO()
        self.write(file, meta, arrays)
        return file.getvalue()

    def unpacked(self, data: Buffer) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """What `packed` packed. Raises OtherLayoutError, DamagedArraysError."""
        try:
            meta, listed = self.header(data)
            return meta, {entry["name"]: self.array(data, entry) for entry in listed}
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise DamagedArraysError("its parts do not fit together") from error


def _listed(arrays: Arrays, begin: int, checksums: list[int]) -> list[dict[str, Any]]:
    listed, offset = [], begin
    for (name, array), checksum in zip(arrays.items(), checksums, strict=True):
        entry = {"name": name, "dtype": array.dtype.str, "shape": array.shape}
        listed.append(entry | {"offset": offset, "crc32": checksum})
        offset = _aligned(offset + array.nbytes)
    return listed


def _aligned(offset: int) -> int:
    return -(-offset // ALIGNMENT) * ALIGNMENT
