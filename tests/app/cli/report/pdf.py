"""What a PDF of Qt's says: its pages, and its words out of glyphs and their tables."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

_STREAM = re.compile(rb"(\d+) 0 obj\s*<<(?:(?!endobj).)*?>>\s*stream\r?\n", re.DOTALL)
_SHOWN = re.compile(rb"/(F\d+) [\d.]+ Tf|<([0-9A-F]+)> Tj|(ET)")


def pages_of(path: Path) -> list[tuple[float, float]]:
    """Width and height of each page in points."""
    found = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", path.read_bytes())
    return [(float(wide), float(high)) for wide, high in found]


def words_of(path: Path) -> str:
    """The text of the one page, a line for each piece that was drawn at once."""
    data = path.read_bytes()
    streams = {int(m[1]): _unpacked(data, m.end()) for m in _STREAM.finditer(data)}
    fonts = {m[1]: int(m[2]) for m in re.finditer(rb"/(F\d+) (\d+) 0 R", data)}
    letters = {}
    for font, number in fonts.items():
        one = re.search(rb"\n%d 0 obj.*?/ToUnicode (\d+) 0 R" % number, data, re.DOTALL)
        assert one is not None
        letters[font] = dict(_letters_in(streams[int(one[1])]))
    [page] = [text for text in streams.values() if b" Tj" in text]
    font, words = b"", []
    for chosen, glyph, end in _SHOWN.findall(page):
        font = chosen or font
        if glyph:
            words.append(letters[font][int(glyph, 16)])
        elif end:
            words.append("\n")
    return re.sub(r"[^\S\n]", " ", "".join(words))  # a space shares its glyph with others


def _letters_in(table: bytes) -> Iterator[tuple[int, str]]:
    """Glyphs and what they stand for."""
    for first, codes in re.findall(rb"<([0-9A-F]{4})> <[0-9A-F]{4}> \[(.*?)\]", table, re.DOTALL):
        for place, code in enumerate(re.findall(rb"<([0-9A-Fa-f]+)>", codes)):
            yield int(first, 16) + place, bytes.fromhex(code.decode()).decode("utf-16-be")


def _unpacked(data: bytes, begin: int) -> bytes:
    try:
        return zlib.decompressobj().decompress(data[begin:])
    except zlib.error:  # short ones are not packed
        return data[begin : data.index(b"endstream", begin)]
