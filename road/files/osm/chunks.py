"""OpenStreetMap files in chunks that stand alone, so that reading can report, stop and locate.

PBF is a row of blobs, each with its length in front; XML is a row of elements below one root. Both
can be cut between two of them: every chunk here is a whole small file with the head of the big one.
Sources: https://wiki.openstreetmap.org/wiki/PBF_Format, https://wiki.openstreetmap.org/wiki/OSM_XML
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from core.errors import InputError
from road.files.osm.string_tables import fields, has_nul, varint
from road.files.source.reading import open_unpacked

PBF_CHUNK_BYTES = 1 << 18  # some 25 ms of work, in which no other thread of Python moves
XML_CHUNK_BYTES = 1 << 22
MOST_ELEMENT_BYTES = 1 << 25
"""Most bytes of an element as XML, far more than OpenStreetMap's largest relations and changesets
take."""

MOST_BLOB_BYTES = 1 << 25  # the format's own limit of 32 MiB
MOST_HEADER_BYTES = 1 << 16  # likewise
PBF_START = b"\x0a\x09OSMHeader"
O5M_START = b"o5m2"

_ELEMENT = re.compile(rb"<(?:node|way|relation)[\s/>]")
_ROOT = re.compile(rb"<osm[\s/>]")


@dataclass(frozen=True)
class Chunk:
    """A part of a file that can be read alone.

    data : the bytes, a whole file of `format`, which is osmium's name for it.
    place : where it lies in the file ("byte 123 to 456"), for errors.
    line : line of the file that the first line of `data` stands for; 0 in a binary file.
    done : fraction of the file behind it, 0 to 1.
    """

    data: bytes
    format: str
    place: str
    line: int
    done: float


def is_pbf(path: Path) -> bool:
    """Whether the file starts as OSM PBF does, whatever its name."""
    with path.open("rb") as file:
        return file.read(4 + len(PBF_START))[4:] == PBF_START


def _is_o5m(path: Path) -> bool:
    with path.open("rb") as file:
        return O5M_START in file.read(16)


def chunks_of(path: Path) -> Iterator[Chunk]:
    """The chunks of a PBF or XML file, the latter plain or packed; o5m comes in one piece.

    Raises InputError with the byte where a PBF file breaks off or the compression is damaged.
    """
    if is_pbf(path):
        yield from _pbf_chunks(path)
    elif _is_o5m(path):
        yield Chunk(path.read_bytes(), "o5m", "binary data", 0, 1.0)
    else:
        yield from _xml_chunks(path)


def _pbf_chunks(path: Path) -> Iterator[Chunk]:
    size = path.stat().st_size
    head, held, begin = b"", bytearray(), 0
    with path.open("rb") as file:
        while (at := file.tell()) < size:
            kind, blob = _blob(file, at, path.name)
            if kind == b"OSMHeader":
                head = head or blob
                continue
            if not held:
                begin = at
            held += blob
            if len(held) >= PBF_CHUNK_BYTES:
                yield _pbf_chunk(head, held, begin, size)
                held = bytearray()
    if held or not begin:  # a file without data is one piece too
        yield _pbf_chunk(head, held, begin, size)


def _pbf_chunk(head: bytes, blobs: bytearray, begin: int, size: int) -> Chunk:
    end = begin + len(blobs)
    return Chunk(head + bytes(blobs), "pbf", f"byte {begin} to {end}", 0, end / size)


def _blob(file: IO[bytes], at: int, name: str) -> tuple[bytes, bytes]:
    """The type of the next blob and all of its bytes, with the lengths in front."""
    length = file.read(4)
    header_bytes = int.from_bytes(length, "big")
    if len(length) == 4 and header_bytes > MOST_HEADER_BYTES:
        raise _damaged(name, at, "no block of OSM PBF starts here")
    header = file.read(header_bytes)
    if len(length) < 4 or len(header) < header_bytes:
        raise _truncated(name, at)
    kind, data_bytes = _blob_header(header, name, at)
    data = file.read(data_bytes)
    if len(data) < data_bytes:
        raise _truncated(name, at)
    if kind == b"OSMData" and has_nul(data):
        raise _damaged(name, at, "a string of the block that starts here holds a NUL byte")
    return kind, length + header + data


def _blob_header(header: bytes, name: str, at: int) -> tuple[bytes, int]:
    """`type` (field 1) and `datasize` (field 3) of the protocol buffer BlobHeader."""
    kind, data_bytes = b"", -1
    for key, value in fields(header):
        if key >> 3 == 1:
            kind = value
        elif key >> 3 == 3:
            data_bytes = varint(value, 0)[0]
    if kind not in (b"OSMHeader", b"OSMData") or not 0 <= data_bytes <= MOST_BLOB_BYTES:
        raise _damaged(name, at, "no block of OSM PBF starts here")
    return kind, data_bytes


def _truncated(name: str, at: int) -> InputError:
    return InputError(
        f"the block at byte {at} is cut off: the file ends too early",
        where=name,
        advice="Fetch it again.",
    )


def _damaged(name: str, at: int, found: str) -> InputError:
    return InputError(found, where=f"{name}, byte {at}", advice="Fetch it again.")


def _xml_chunks(path: Path) -> Iterator[Chunk]:
    size = max(path.stat().st_size, 1)
    with open_unpacked(path) as (text, file):
        held, head, line = b"", b"", 1
        while more := text.read(XML_CHUNK_BYTES):
            held += more
            if not head:
                head = _head(held)
                held = held[len(head) :]
                line += head.count(b"\n")
            if len(held) > MOST_ELEMENT_BYTES:
                raise InputError(
                    f"{len(held):,} bytes hold no end of an element",
                    where=f"{path.name}, from line {line}",
                    advice="It is not an OpenStreetMap file, or it is damaged: fetch it again.",
                )
            cut = _last_element(held)
            if head and cut:
                yield _xml_chunk(head, held[:cut] + b"</osm>", line, file.tell() / size)
                line += held.count(b"\n", 0, cut)
                held = held[cut:]
        _check_root(head or held, path.name)
        yield _xml_chunk(head, held, line, 1.0)


def _xml_chunk(head: bytes, elements: bytes, line: int, done: float) -> Chunk:
    return Chunk(
        head + elements, "osm", f"from line {line}", line - head.count(b"\n"), min(done, 1.0)
    )


def _head(text: bytes) -> bytes:
    """All before the first element, the opening of the root included; nothing while it is open."""
    first = _ELEMENT.search(text)
    return text[: first.start()] if first else b""


def _check_root(text: bytes, name: str) -> None:
    if not _ROOT.search(text):
        raise InputError(
            "there is no <osm> element",
            where=name,
            advice="Choose an OpenStreetMap file (.osm, .osm.gz, .osm.bz2 or .osm.pbf).",
        )


def _last_element(text: bytes) -> int:
    """Where the last element begins that a cut can be made in front of; 0 where there is none."""
    starts = (text.rfind(mark) for mark in (b"<node ", b"<way ", b"<relation "))
    return max(0, *starts)
