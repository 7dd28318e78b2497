"""Strings of PBF blocks with a NUL byte, on which osmium would crash, are found anywhere."""

from __future__ import annotations

import zlib
from pathlib import Path

import osmium
import pytest

from core.errors import InputError
from road.files.osm.importer import read_osm
from road.files.osm.string_tables import has_nul
from tests.road.files.osm_text import node, way, xml


def field(number: int, content: bytes) -> bytes:
    size, length = len(content), b""
    while size > 127:
        length += bytes([size & 127 | 128])
        size >>= 7
    return bytes([number << 3 | 2]) + length + bytes([size]) + content


def table(*strings: bytes) -> bytes:
    return field(1, b"".join(field(1, string) for string in strings))


GROUP = field(2, bytes(300))
LONG = b"x" * 200
SOUND = {
    "an empty string in front": table(b"", b"highway", b"path") + GROUP,
    "another in the middle": table(b"", b"name", b"", b"path") + GROUP,
    "a line end before it": table(b"", b"a\n", b"", b"path") + GROUP,
    "no empty string": table(b"name", b"path") + GROUP,
    "a long string": table(b"", LONG, b"", LONG) + GROUP,
    "strings at the end": GROUP + table(b"", b"name", b""),
    "nothing": b"",
    "cut off": table(b"", b"highway", b"", b"path")[:-3],
}
SPOILED = {
    "in the middle": table(b"", b"highway", b"pa\0h") + GROUP,
    "in place of an empty one": table(b"a", b"\n\0", b"path") + GROUP,
    "after a line end": table(b"", b"a\n\0", b"path") + GROUP,
    "beside an empty one": table(b"", b"a\0", b"", b"path") + GROUP,
    "in a long string": table(b"", LONG, b"", b"\0" + LONG) + GROUP,
    "after a long string": table(b"", LONG, b"", b"\0") + GROUP,
    "strings at the end": GROUP + table(b"", b"na\0e"),
    "strings after none": table() + GROUP + table(b"", b"na\0e"),
    "a table longer than a byte tells": table(*[b"abc"] * 99, b"na\0e") + GROUP,
}


def blobs(block: bytes) -> list[bytes]:
    """Plain, with its size in front, and deflated."""
    size = b"\x10\x05"
    return [field(1, block), size + field(1, block), size + field(3, zlib.compress(block))]


@pytest.mark.parametrize("block", SOUND.values(), ids=SOUND)
def test_the_length_of_an_empty_string_is_no_letter(block: bytes) -> None:
    assert not any(map(has_nul, blobs(block)))


@pytest.mark.parametrize("block", SPOILED.values(), ids=SPOILED)
def test_a_nul_among_the_letters_is_found(block: bytes) -> None:
    assert all(map(has_nul, blobs(block)))


def test_what_does_not_unpack_is_left_to_osmium() -> None:
    assert not has_nul(field(3, b"no zlib"))
    assert not has_nul(field(3, zlib.compress(SPOILED["in the middle"])[:6]))


def test_a_tag_with_a_nul_ends_in_a_line(tmp_path: Path) -> None:
    """Before, in a crash of the whole program."""
    plain, path = tmp_path / "a.osm", tmp_path / "a.osm.pbf"
    tags = {"highway": "path", "name": "Straight", "note": "Old"}
    plain.write_text(xml(node(1, 1, 1), node(2, 2, 1), way(5, (1, 2), tags)), encoding="utf-8")
    with osmium.SimpleWriter(osmium.io.File(str(path), "pbf,pbf_compression=none")) as writer:
        for element in osmium.FileProcessor(plain):
            writer.add(element)
    assert read_osm(path).arc_count == 2
    path.write_bytes(path.read_bytes().replace(b"Straight", b"\1\0\0\0\0\0\0\0"))
    with pytest.raises(InputError, match=r"a\.osm\.pbf, byte \d+: a string .* holds a NUL byte"):
        read_osm(path)
