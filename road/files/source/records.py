"""Lines of numbers out of text, fast: the records of DIMACS, PACE and Matrix Market files.

A compiled scanner checks every number as it reads, so that an error can name its line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.cancel import Cancel
from core.errors import InputError
from core.files.numbers import MOST_DIGITS, NO_MARK, POINT, exponent_of, mantissa_of, scaled
from core.files.packed import Unpacked
from core.progress import Progress
from road.files.source.reading import most_unpacked

BLOCK_BYTES = 1 << 22

MOST_LINE_BYTES = 1 << 16
"""Most bytes of a line; a line of records holds some numbers of some digits."""

MOST_HEAD_LINES = 100_000
"""Most lines of comments before a header, which say where a graph is from; they are read one by
one."""

VERTICES_AN_ARC = 4
"""Vertices per arc above which the header is mistaken, as no arc could name most of them, from a
million on: arrays are made for as many as it says."""

GOOD, NO_RECORD, NO_NUMBER, TOO_FEW, TOO_MANY, BEYOND = range(6)
"""Ways in which a scan ends; all but GOOD stop at the line that is wrong."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What a line holds.

    letter : first letter of each record; empty where a line begins with its numbers.
    comment : letter of lines to be skipped.
    names : what each number is, for error messages.
    low, high : the least and the greatest value of each number.
    whole : how many of the numbers, from the first, must be written without a point.
    dtypes : types of the arrays that come back.
    """

    letter: bytes
    comment: bytes
    names: tuple[str, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    whole: int
    dtypes: tuple[Any, ...]


class RecordScan(NamedTuple):
    """Where a scan stopped: records and lines read, how it ended, first byte of the line, number
    of the column."""

    filled: int
    lines: int
    status: int
    at: int
    column: int


@dataclass(slots=True)
class TextStream:
    """A stream of lines and where it stands.

    content, file : see `source.open_unpacked`. size : bytes of the file on disk.
    where : path for messages. line : lines taken so far.
    """

    content: Unpacked
    file: BinaryIO
    size: int
    where: str
    line: int = 0

    def next_line(self) -> str:
        """The next line, stripped; empty lines are passed over, the end is ''."""
        while raw := self.content.readline(BLOCK_BYTES):
            self.line += 1
            if self.line > MOST_HEAD_LINES:
                raise self.error("there is no header in the lines before", "Fetch it again.")
            text = raw.decode("latin-1").strip()
            if text:
                return text
        return ""

    def error(self, found: str, advice: str = "") -> InputError:
        """About the line just read."""
        return InputError(found, where=f"{self.where}, line {self.line}", advice=advice)

    def counts(self, words: list[str], least_bytes: int) -> tuple[int, int]:
        """(vertices, records) of a header, if a file of this size can hold them; InputError.

        least_bytes : of the shortest record.
        """
        numbers = [int(word) if len(word) <= MOST_DIGITS else 10**MOST_DIGITS for word in words]
        vertices, records = numbers
        most_bytes = most_unpacked(self.size) if self.content.bounded else self.size
        if records * least_bytes > most_bytes + least_bytes:
            found = f"the header declares {words[1][:20]} records, more than the file can hold"
            raise self.error(found, "Fetch it again.")
        if vertices > max(1_000_000, VERTICES_AN_ARC * records):
            found = f"the header declares {words[0][:20]} vertices, but only {records} records"
            raise self.error(found, "Correct the header, or fetch it again.")
        return vertices, records

    def blocks(self) -> Iterator[bytes]:
        """The rest, in blocks of whole lines; the last one ends with a line feed too.

        Raises InputError where a line is longer than any that holds a record.
        """
        rest = b""
        while block := self.content.read(BLOCK_BYTES):
            end = block.rfind(b"\n") + 1
            if end:
                yield rest + block[:end]
                rest = block[end:]
            else:
                rest += block
            if len(rest) > MOST_LINE_BYTES:
                text = rest[:60].decode("latin-1").strip()
                held = f"{len(rest):,}"
                raise self.error(f"after it begins a line of {held} bytes or more, '{text}…'")
        if rest:
            yield rest + b"\n"

    @property
    def share(self) -> float:
        """How much of the file has been read, 0 to 1."""
        return self.file.tell() / max(self.size, 1)


def read_records(
    stream: TextStream,
    layout: Layout,
    most: int,
    *,
    label: str,
    progress: Progress,
    cancel: Cancel,
) -> list[NDArray[Any]]:
    """All records to the end of the stream, an array for each number of a line; InputError.

    most : as many as the header declares; of a file with more, no further block is read.
    """
    low, high = np.array(layout.low), np.array(layout.high)
    columns: list[list[NDArray[Any]]] = [[] for _ in layout.dtypes]
    filled = 0
    for block in stream.blocks():
        cancel.check("reading the roads")
        text = np.frombuffer(block, np.uint8)
        out = np.empty((block.count(b"\n"), len(low)))
        letter, comment = (ord(b or b"\0") for b in (layout.letter, layout.comment))
        scan = RecordScan(*scan_records(text, letter, comment, layout.whole, low, high, out))
        if scan.status != GOOD:
            stream.line += scan.lines
            raise _complaint(stream, layout, block[scan.at :].split(b"\n", 1)[0], scan)
        stream.line += scan.lines
        filled += scan.filled
        for column, (held, dtype) in enumerate(zip(columns, layout.dtypes, strict=True)):
            held.append(out[: scan.filled, column].astype(dtype))
        progress(stream.share, label)
        if filled > most:
            break
    empty = [np.empty(0, dtype) for dtype in layout.dtypes]
    return [np.concatenate([none, *held]) for none, held in zip(empty, columns, strict=True)]


def _complaint(stream: TextStream, layout: Layout, line: bytes, scan: RecordScan) -> InputError:
    text = line.decode("latin-1").strip()
    quoted = f"'{text[:60]}'" + (" …" if len(text) > 60 else "")
    name = layout.names[min(scan.column, len(layout.names) - 1)]
    wanted = " ".join([*([layout.letter.decode()] if layout.letter else []), *layout.names])
    if scan.status == BEYOND:
        low, high = layout.low[scan.column], layout.high[scan.column]
        found = f"{quoted}: the {name} must lie between {low:.0f} and {high:.0f}"
    elif scan.status == NO_NUMBER:
        kind = "whole number" if scan.column < layout.whole else "number"
        found = f"{quoted}: the {name} is not a {kind}"
    else:
        found = f"{quoted} is not the line '{wanted}' that belongs here"
    return stream.error(found, "Correct the file, or fetch it again.")


@njit(cache=True, nogil=True)
def scan_records(text, letter, comment, whole, low, high, out):  # type: ignore[no-untyped-def]
    """Read the lines of `text` into rows of `out`; the values of a Scan.

    text : uint8, ends with a line feed. letter, comment : bytes, 0 for none. whole : see Layout.
    low, high : float64, columns. out : float64, (lines of the text, columns).
    """
    filled, lines, at, end = 0, 0, 0, text.size
    while at < end:
        lines += 1
        begin = at
        at = _skip_blanks(text, at)
        if text[at] == 10:
            at += 1
            continue
        if comment != 0 and text[at] == comment:
            at = _next_line(text, at)
            continue
        if letter != 0:
            if text[at] != letter or not _is_blank(text[at + 1]):
                return filled, lines, NO_RECORD, begin, 0
            at = _skip_blanks(text, at + 1)
        for column in range(low.size):
            if text[at] == 10:
                return filled, lines, TOO_FEW, begin, column
            good, value, at = _number(text, at, column < whole)
            if not good:
                return filled, lines, NO_NUMBER, begin, column
            if not low[column] <= value <= high[column]:
                return filled, lines, BEYOND, begin, column
            out[filled, column] = value
            at = _skip_blanks(text, at)
        if text[at] != 10:
            return filled, lines, TOO_MANY, begin, low.size
        filled += 1
        at += 1
    return filled, lines, GOOD, at, 0


@njit(cache=True, inline="always")
def _is_blank(byte):  # type: ignore[no-untyped-def]
    return byte == 32 or byte == 9 or byte == 13


@njit(cache=True)
def _skip_blanks(text, at):  # type: ignore[no-untyped-def]
    while _is_blank(text[at]):
        at += 1
    return at


@njit(cache=True)
def _next_line(text, at):  # type: ignore[no-untyped-def]
    while text[at] != 10:
        at += 1
    return at + 1


@njit(cache=True)
def _number(text, at, whole):  # type: ignore[no-untyped-def]
    """(whether it is a number that ends at a blank, the number, its end)."""
    negative = text[at] == 45
    if negative or text[at] == 43:
        at += 1
    point = NO_MARK if whole else POINT
    mantissa, digits, scale, at = mantissa_of(text, at, text.size, point, point)
    if digits and not whole:
        power, at = exponent_of(text, at, text.size, False)
        scale += power
    value = scaled(mantissa, scale)
    good = digits > 0 and (text[at] == 10 or _is_blank(text[at]))
    return good, -value if negative else value, at
