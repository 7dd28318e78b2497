"""Headers of text grids: Esri ASCII (`ncols 4 …`) and GRASS ASCII (`north: 4928010 …`)."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

import numpy as np
from rasterio.transform import Affine

from core.errors import InputError
from raster.files.crs.reference import Placement

ESRI, GRASS = "ESRI ASCII grid", "GRASS ASCII grid"

HEAD_BYTES = 1 << 17
"""Bytes of a file in which its header is looked for, and whether its numbers have points."""

MOST_ROWS = 2**31 - 1
"""Most rows or columns that GDAL, and so the rest of the program, can count."""

_ESRI_KEYS = frozenset(
    ("ncols", "nrows", "xllcorner", "yllcorner", "xllcenter", "yllcenter", "xllcentre", "yllcentre",
     "cellsize", "dx", "dy", "nodata_value", "nodata", "nodatavalue")
)  # fmt: skip
_GRASS_KEYS = frozenset(
    ("north", "south", "east", "west", "rows", "cols", "null", "type", "multiplier")
)
_KEYS = _ESRI_KEYS | _GRASS_KEYS
_NUMBER = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)([eEdD][+-]?\d+)?")
_NAN = re.compile(r"[+-]?(nan|1[.,]#(qnan|ind|snan).*)", re.IGNORECASE)
_TOKEN = re.compile(rb"[^\s\x00\x1a]+")


@dataclass(frozen=True, slots=True)
class TextHeader:
    """What stands above the values.

    nodata : the number that means no data; NaN when that is what the file says; None without one.
    null : the word that means no data (GRASS: `*`); None without one.
    multiplier : what every value is multiplied by; 1 except in some GRASS grids.
    start, line : byte and line (from 1) where the values begin.
    dtype : int32, float32 or float64: the type the first values and the no-data value ask for.
    """

    kind: str
    placement: Placement
    nodata: float | None
    null: str | None
    multiplier: float
    start: int
    line: int
    dtype: str
    notes: tuple[str, ...]


def looks_like_text_grid(head: bytes) -> bool:
    """Whether the first bytes are a text grid's header, good or bad."""
    words = [word.lower().rstrip(b":=").decode("latin-1") for word in _TOKEN.findall(_bare(head))]
    if not words or words[0] not in _KEYS:
        return False
    keywords = words[:24:2]
    return any(len(keys.intersection(keywords)) >= 2 for keys in (_ESRI_KEYS, _GRASS_KEYS))


def read_header(head: bytes, where: str) -> TextHeader:
    """The header at the start of `head`; InputError names the line that is wrong."""
    entries, start, line = _entries(head, where)
    grass = "north" in entries or "rows" in entries
    placement, notes = _grass_grid(entries, where) if grass else _esri_grid(entries, where)
    names = ("null",) if grass else ("nodata_value", "nodata", "nodatavalue")
    text = next((entries[name].text for name in names if name in entries), "*" if grass else None)
    nodata = None if text is None else number(text)
    return TextHeader(
        GRASS if grass else ESRI,
        placement,
        nodata,
        text if text is not None and nodata is None else None,
        _positive(entries, "multiplier", where) if "multiplier" in entries else 1.0,
        start,
        line,
        _dtype(head[start:], text, nodata),
        (*notes, *_unknown(entries)),
    )


def number(text: str) -> float | None:
    """The number in a header, point or comma; NaN for the ways to write it; None for a word."""
    if _NAN.fullmatch(text):
        return math.nan
    if not _NUMBER.fullmatch(text):
        return None
    return float(re.sub("[dD]", "e", text.replace(",", ".")))


@dataclass(frozen=True, slots=True)
class _Entry:
    text: str
    line: int


def _bare(head: bytes) -> bytes:
    return head.removeprefix(b"\xef\xbb\xbf")


def _entries(head: bytes, where: str) -> tuple[dict[str, _Entry], int, int]:
    """Keyword → value, and the byte and line where the values begin."""
    entries: dict[str, _Entry] = {}
    tokens = _TOKEN.finditer(head)
    start = len(head)
    for token in tokens:
        word = token.group().removeprefix(b"\xef\xbb\xbf").decode("latin-1")
        if not word[0].isalpha() or _NAN.fullmatch(word) or word.lower().startswith("inf"):
            start = token.start()
            break
        key, line = word.rstrip(":=").lower(), _line_at(head, token.start())
        value = next(tokens, None)
        if value is None or _line_at(head, value.start()) != line:
            raise InputError(f"'{word}' has no value", where=f"{where}, line {line}")
        if key in entries:
            raise InputError(f"'{word}' is given twice", where=f"{where}, line {line}")
        entries[key] = _Entry(value.group().decode("latin-1"), line)
    for key, entry in entries.items():
        if key not in _KEYS and number(entry.text) is None:
            raise InputError(
                f"'{key}' is neither a header keyword nor a number",
                where=f"{where}, line {entry.line}",
            )
    return entries, start, _line_at(head, start)


def _unknown(entries: dict[str, _Entry]) -> list[str]:
    return [f"the header's '{key}' is not known and not used" for key in entries.keys() - _KEYS]


def _line_at(head: bytes, position: int) -> int:
    before = head[:position]
    # Old Macintosh files end their lines with CR alone.
    return 1 + (before.count(b"\n") or before.count(b"\r"))


def _value(entries: dict[str, _Entry], key: str, where: str) -> float:
    if key not in entries:
        raise InputError(f"the header has no '{key}'", where=where, advice="Add it to the header.")
    entry = entries[key]
    value = number(entry.text)
    if value is None or not math.isfinite(value):
        raise InputError(
            f"'{key}' is '{entry.text}', not a number", where=f"{where}, line {entry.line}"
        )
    return value


def _positive(entries: dict[str, _Entry], key: str, where: str) -> float:
    value = _value(entries, key, where)
    if value <= 0:
        raise InputError(
            f"'{key}' is {entries[key].text}, not above 0",
            where=f"{where}, line {entries[key].line}",
        )
    return value


def _count(entries: dict[str, _Entry], key: str, where: str) -> int:
    value = _positive(entries, key, where)
    if value != int(value):
        raise InputError(
            f"'{key}' is {entries[key].text}, not a whole number",
            where=f"{where}, line {entries[key].line}",
        )
    if value > MOST_ROWS:
        raise InputError(
            f"'{key}' is {entries[key].text}, more than any raster has",
            where=f"{where}, line {entries[key].line}",
        )
    return int(value)


def _esri_grid(entries: dict[str, _Entry], where: str) -> tuple[Placement, list[str]]:
    rows, cols = _count(entries, "nrows", where), _count(entries, "ncols", where)
    width_key = "dx" if "dx" in entries else "cellsize"
    height_key = "dy" if "dy" in entries else "cellsize"
    cell_x = _positive(entries, width_key, where)
    cell_y = _positive(entries, height_key, where)
    notes: list[str] = []
    left = _corner(entries, "x", cell_x, where, notes)
    bottom = _corner(entries, "y", cell_y, where, notes)
    return _placed(rows, cols, left, bottom + rows * cell_y, cell_x, cell_y), notes


def _corner(
    entries: dict[str, _Entry], axis: str, cell: float, where: str, notes: list[str]
) -> float:
    """Outer corner of the lower left cell along an axis; the header may give the cell's centre."""
    if f"{axis}llcorner" in entries:
        return _value(entries, f"{axis}llcorner", where)
    for key in (f"{axis}llcenter", f"{axis}llcentre"):
        if key in entries:
            return _value(entries, key, where) - cell / 2
    notes.append(f"the header has no {axis}llcorner: 0 is assumed")
    return 0.0


def _grass_grid(entries: dict[str, _Entry], where: str) -> tuple[Placement, list[str]]:
    rows, cols = _count(entries, "rows", where), _count(entries, "cols", where)
    north, south, east, west = (
        _value(entries, key, where) for key in ("north", "south", "east", "west")
    )
    if north <= south or east <= west:
        raise InputError(
            f"north {north:g}, south {south:g}, east {east:g}, west {west:g} enclose nothing",
            where=where,
            advice="Mend the header.",
        )
    return _placed(rows, cols, west, north, (east - west) / cols, (north - south) / rows), []


def _placed(
    rows: int, cols: int, left: float, top: float, cell_x: float, cell_y: float
) -> Placement:
    return Placement(rows, cols, Affine(cell_x, 0.0, left, 0.0, -cell_y, top))


def _dtype(values: bytes, nodata_text: str | None, nodata: float | None) -> str:
    """The type that the numbers need; what GDAL says too, save for a precise no-data value."""
    if nodata is not None and nodata_text is not None and math.isfinite(nodata):
        digits = re.sub(r"[eE].*|\D", "", nodata_text).lstrip("0")
        if len(digits) > 9 and float(np.float32(nodata)) != nodata:
            return "float64"
    written = values + (nodata_text or "").encode("latin-1")
    return "float32" if re.search(rb"[.,eEnN]", written) else "int32"
