"""Road files on disk: which format one has, and its bytes, unpacked."""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO

from core.errors import InputError
from core.files.packed import NO_BOUND, STREAM_ERRORS, Unpacked, opener_of, unreadable
from core.files.suffixes import PACKED, VECTOR_MEMBERS
from core.files.user_paths import expanded

UNPACKED_RATIO = 40
"""Factor by which a packed file may grow. Roads become 3 to 15 times as large, however they are
packed; what is meant to fill memory, a thousand times and more."""

UNPACKED_AT_LEAST = 1 << 24
"""Bytes to which any packed file may unpack: 16 MiB are read in a moment, whatever they are."""

HEAD_BYTES = 1 << 16  # enough for the comments before a header and the layers' names in GeoJSON

_SHAPEFILE = b"\x00\x00\x27\x0a"
_LINE_SHAPES = (3, 13, 23)  # PolyLine, PolyLineZ, PolyLineM; points and areas are no streets
_SIDE_SUFFIXES = (".shx", ".adf")  # begin like a Shapefile: its index, grids of Esri
_FLAT_GEOBUF = b"fgb\x03"
_SQLITE = b"SQLite format 3\x00"
_O5M = b"o5m2"
_LINES_IN_JSON = re.compile(rb'"(Multi)?LineString"')
_PROBLEM_LINE = re.compile(rb"^p[ \t]+(\w+)(?:[ \t]+\w+)*", re.MULTILINE)


class RoadFormat(StrEnum):
    """Formats that hold roads."""

    DIMACS = "dimacs"
    PACE = "pace"
    MATRIX_MARKET = "matrix-market"
    GRAPHML = "graphml"
    OSM = "osm"
    VECTOR = "vector"


def existing(path: str | Path) -> Path:
    """The file; InputError where there is none, or an empty one."""
    place = expanded(path)
    try:
        if place.is_dir():
            raise InputError(
                "is a folder", where=str(path), advice="Open the file with the roads in it."
            )
        if place.stat().st_size == 0:
            raise InputError("the file is empty", where=str(path), advice="Fetch it again.")
    except FileNotFoundError as error:
        raise InputError(
            "there is no such file", where=str(path), advice="Check the name."
        ) from error
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", where=str(path)) from error
    return place


def unpacked_name(path: Path) -> str:
    """The name without a suffix of packing, lower case."""
    name = path.name.lower()
    for suffix in PACKED:
        name = name.removesuffix(suffix)
    return name


def stem_of(path: Path) -> str:
    """The name without suffixes of packing and format, as the user wrote it: `porto` of
    `porto.osm.pbf`."""
    stem = Path(path.name[: len(unpacked_name(path))]).stem
    return stem[: -len(".osm")] if stem.lower().endswith(".osm") and len(stem) > 4 else stem


@contextmanager
def open_unpacked(path: Path) -> Iterator[tuple[Unpacked, BinaryIO]]:
    """(content, file): the bytes, unpacked as they are read, and the file itself, whose position
    says how far that is. Damage is an InputError, as is content out of all proportion."""
    with ExitStack() as stack:
        try:
            file = stack.enter_context(path.open("rb"))
            # By content: a browser often unpacks on the way and leaves the suffix.
            opener, most = opener_of(file), NO_BOUND
            stream = file if opener is None else stack.enter_context(opener(file))
            if opener is not None:
                most = most_unpacked(os.fstat(file.fileno()).st_size)
        except STREAM_ERRORS as error:
            raise unreadable(str(path), error) from error
        yield Unpacked(stream, str(path), most, swollen(most, str(path))), file


def most_unpacked(packed_bytes: int) -> int:
    """Bytes to which a packed file of that size may unpack."""
    return UNPACKED_AT_LEAST + UNPACKED_RATIO * packed_bytes


def swollen(most: int, where: str) -> InputError:
    """Of a packed file that is larger than `most_unpacked`."""
    return InputError(
        f"unpacks to more than {most:,} bytes, {UNPACKED_RATIO} times its size: no road file does",
        where=where,
        advice="Fetch it again, or unpack it if you know what it holds.",
    )


def head_of(path: Path) -> bytes:
    """The first bytes of the file, unpacked; at most HEAD_BYTES."""
    with open_unpacked(path) as (content, _):
        return content.read(HEAD_BYTES)


def recognised(path: Path) -> RoadFormat | None:
    """The format of a file by its content, and by its suffix where that says nothing; None for
    what holds no roads (rasters, points, text). InputError where it cannot be read."""
    if path.suffix.lower() in _SIDE_SUFFIXES:
        return None
    head = head_of(path)
    for tell in (_text_format, _xml_format, _binary_format):
        found = tell(head)
        if found is not None:
            return found
    if head.startswith(b"PK\x03\x04") and _has_vector_member(path):
        return RoadFormat.VECTOR
    return None


def _text_format(head: bytes) -> RoadFormat | None:
    if head[:14].lower() == b"%%matrixmarket":
        return RoadFormat.MATRIX_MARKET
    start = head[:256].lstrip()
    if start[:1] in (b"c", b"p"):
        problem = _PROBLEM_LINE.search(head)
        kind = problem.group(1) if problem else b""
        if kind in (b"tw", b"td"):
            return RoadFormat.PACE
        # Coordinates too: their reader says that the arcs are in the other file.
        return RoadFormat.DIMACS if kind in (b"sp", b"aux") else None
    if start[:1] in (b"{", b"\x1e", b"\xef") and _LINES_IN_JSON.search(head):
        return RoadFormat.VECTOR
    return None


def _xml_format(head: bytes) -> RoadFormat | None:
    text = _narrow(head[:4096])
    if b"<graphml" in text:
        return RoadFormat.GRAPHML
    if b"<osm" in text:
        return RoadFormat.OSM
    return None


def _narrow(text: bytes) -> bytes:
    """UTF-16 as if it were ASCII; anything else unchanged."""
    return text.replace(b"\x00", b"") if text[:2] in (b"\xff\xfe", b"\xfe\xff") else text


def _binary_format(head: bytes) -> RoadFormat | None:
    if b"OSMHeader" in head[:64] or _O5M in head[:16]:
        return RoadFormat.OSM
    if head.startswith(_SHAPEFILE) and int.from_bytes(head[32:36], "little") in _LINE_SHAPES:
        return RoadFormat.VECTOR
    # GeoPackages may hold rasters only; their tables are named in the first page of the file.
    if head.startswith(_SQLITE) and b"gpkg_geometry_columns" in head:
        return RoadFormat.VECTOR
    return RoadFormat.VECTOR if head.startswith(_FLAT_GEOBUF) else None


def _has_vector_member(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return any(name.lower().endswith(VECTOR_MEMBERS) for name in archive.namelist())
    except STREAM_ERRORS:
        return False
