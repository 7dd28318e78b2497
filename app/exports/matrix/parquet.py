"""Flat tables as Parquet, a block at a time: what a long table of numbers and names needs of it.

Source: the Apache Parquet format, 2.10, and its Thrift compact protocol. A library that writes it
takes more room than all else that the command line needs. Pages are plain, packed by gzip, one for
each column of a block; costs may be missing, all else is there.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from app.settings import VERSION

Column = NDArray[Any]

MAGIC = b"PAR1"

_I32, _I64, _BINARY, _LIST, _STRUCT = 5, 6, 8, 9, 12
"""Types of fields in the compact protocol."""

_REQUIRED, _OPTIONAL = 0, 1
_PLAIN, _LEVELS, _GZIP, _UTF8, _DATA_PAGE = 0, 3, 2, 0, 0


class Kind(Enum):
    """What a column holds: the type's number in the format."""

    WHOLE = 2
    """int64."""
    AMOUNT = 5
    """float64; NaN is a missing value."""
    TEXT = 6
    """str."""


def write_parquet(
    file: BinaryIO, kinds: Mapping[str, Kind], blocks: Iterable[Mapping[str, Column]]
) -> None:
    """Write a table; each block holds all columns, equally long. Raises OSError."""
    file.write(MAGIC)
    groups, total = [], 0
    for block in blocks:
        rows = len(next(iter(block.values())))
        if not rows:
            continue
        chunks = [_chunk(file, name, kind, block[name]) for name, kind in kinds.items()]
        size = sum(size for _, size in chunks)
        columns = _list(_STRUCT, [chunk for chunk, _ in chunks])
        groups.append(_struct((1, _LIST, columns), (2, _I64, _int(size)), (3, _I64, _int(rows))))
        total += rows
    schema = [_struct((4, _BINARY, _text("table")), (5, _I32, _int(len(kinds))))]
    schema += [_element(name, kind) for name, kind in kinds.items()]
    footer = _struct(
        (1, _I32, _int(2)),
        (2, _LIST, _list(_STRUCT, schema)),
        (3, _I64, _int(total)),
        (4, _LIST, _list(_STRUCT, groups)),
        (6, _BINARY, _text(f"Isofront {VERSION}")),
    )
    file.write(footer + struct.pack("<I", len(footer)) + MAGIC)


def _element(name: str, kind: Kind) -> bytes:
    """A column in the schema."""
    repetition = _OPTIONAL if kind is Kind.AMOUNT else _REQUIRED
    fields = [(1, _I32, _int(kind.value)), (3, _I32, _int(repetition)), (4, _BINARY, _text(name))]
    return _struct(*fields, *([(6, _I32, _int(_UTF8))] if kind is Kind.TEXT else []))


def _chunk(file: BinaryIO, name: str, kind: Kind, values: Column) -> tuple[bytes, int]:
    """Write a page; returns what is told of it at the end, and its bytes unpacked."""
    page = _page(kind, values)
    pack = zlib.compressobj(1, wbits=31)
    packed = pack.compress(page) + pack.flush()
    data = _struct(
        (1, _I32, _int(len(values))), (2, _I32, _int(_PLAIN)), (3, _I32, _int(_LEVELS)),
        (4, _I32, _int(_LEVELS)),
    )  # fmt: skip
    head = _struct(
        (1, _I32, _int(_DATA_PAGE)), (2, _I32, _int(len(page))), (3, _I32, _int(len(packed))),
        (5, _STRUCT, data),
    )  # fmt: skip
    begin = file.tell()
    file.write(head + packed)
    told = _struct(
        (1, _I32, _int(kind.value)),
        (2, _LIST, _list(_I32, [_int(_PLAIN), _int(_LEVELS)])),
        (3, _LIST, _list(_BINARY, [_text(name)])),
        (4, _I32, _int(_GZIP)),
        (5, _I64, _int(len(values))),
        (6, _I64, _int(len(head) + len(page))),
        (7, _I64, _int(len(head) + len(packed))),
        (9, _I64, _int(begin)),
    )
    return _struct((2, _I64, _int(begin)), (3, _STRUCT, told)), len(head) + len(page)


def _page(kind: Kind, values: Column) -> bytes:
    if kind is Kind.TEXT:
        texts = [text.encode() for text in values.tolist()]
        return b"".join(struct.pack("<I", len(text)) + text for text in texts)
    if kind is Kind.WHOLE:
        return values.astype("<i8").tobytes()
    there = ~np.isnan(values)
    bits = np.packbits(there, bitorder="little").tobytes()
    levels = _varint(len(bits) << 1 | 1) + bits  # one run, a bit for each value
    return struct.pack("<I", len(levels)) + levels + values[there].astype("<f8").tobytes()


# -- the compact protocol


def _struct(*fields: tuple[int, int, bytes]) -> bytes:
    """Fields (number, type, value), numbers ascending by at most 15."""
    found, before = b"", 0
    for number, type_, value in fields:
        found += bytes([(number - before) << 4 | type_]) + value
        before = number
    return found + b"\0"


def _list(type_: int, values: list[bytes]) -> bytes:
    count = len(values)
    head = bytes([count << 4 | type_]) if count < 15 else bytes([0xF0 | type_]) + _varint(count)
    return head + b"".join(values)


def _text(text: str) -> bytes:
    data = text.encode()
    return _varint(len(data)) + data


def _int(value: int) -> bytes:
    """Zigzag; no value here is negative."""
    return _varint(value << 1)


def _varint(value: int) -> bytes:
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value)
    return bytes(found)
