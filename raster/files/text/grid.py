"""Text grids, read as a stream: Esri ASCII and GRASS ASCII, plain, zipped or gzipped.

GDAL reads these too, but takes words and `*` for 0, does not miss missing values and keeps float32
only. Here every value is read as float64, counted, and compared with NODATA as written.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.files.packed import Unpacked
from raster.files.crs.reference import (
    NO_REFERENCE,
    CrsReference,
    Placement,
    expect_sound,
    reference_of_prj,
)
from raster.files.reader import BLOCK_CELLS, Block, same_as_nodata
from raster.files.source import RasterSource, most_bytes, open_stream, side_file
from raster.files.text.header import (
    ESRI,
    HEAD_BYTES,
    TextHeader,
    read_header,
)
from raster.files.text.numbers import (
    BAD,
    FULL,
    LINE,
    LINES,
    ODD_COUNT,
    ODD_LINE,
    ODD_NTH,
    ON_LINE,
    new_marks,
    scan,
)

CHUNK_BYTES = 1 << 20

BYTES_A_VALUE, SPARE_BYTES = 64, 1 << 24
"""Bytes that a file may take per value, and besides: no program writes values so far apart, but a
small archive may hold gigabytes of blanks."""

Begun = tuple[bytes, Unpacked]
"""The first HEAD_BYTES of a text, and what follows them."""


@dataclass(eq=False)
class TextReader:
    """A text grid; see `raster.files.reader.Reader`."""

    source: RasterSource
    header: TextHeader
    reference: CrsReference
    band_names: tuple[str, ...] = ("band 1",)
    _notes: list[str] = field(default_factory=list)
    _begun: Begun | None = None

    @property
    def kind(self) -> str:
        return self.header.kind

    @property
    def driver(self) -> str:
        return "AAIGrid" if self.header.kind == ESRI else "GRASSASCIIGrid"

    @property
    def placement(self) -> Placement:
        return self.header.placement

    @property
    def notes(self) -> tuple[str, ...]:
        return (*self.header.notes, *self._notes)

    def note(self, text: str) -> None:
        """Add a note, once."""
        if text not in self._notes:
            self._notes.append(text)

    def dtype(self, band: int) -> str:
        return self.header.dtype

    def nodata(self, band: int) -> float | None:
        return self.header.nodata

    def scaling(self, band: int) -> tuple[float, float]:
        return self.header.multiplier, 0.0

    def blocks(self, band: int, cancel: Cancel = NEVER) -> Iterator[Block]:
        """The rows from first to last, float64."""
        rows, cols = self.placement.rows, self.placement.cols
        height = max(1, BLOCK_CELLS // cols)
        with self._opened() as (head, stream):
            stream.left = HEAD_BYTES + SPARE_BYTES + BYTES_A_VALUE * rows * cols - len(head)
            numbers = _Numbers(head, stream, self.header, self.source.where)
            for row in range(0, rows, height):
                values = np.empty(min(height, rows - row) * cols)
                filled = numbers.fill(values, cancel)
                if filled < values.size:
                    raise self._wrong_count(row * cols + filled, numbers.marks)
                yield self._block(row, values.reshape(-1, cols))
            surplus = numbers.count_rest(cancel)
            if surplus or numbers.marks[ODD_NTH] > 1:
                raise self._wrong_count(rows * cols + surplus, numbers.marks)
            self._note_swapped(numbers.marks)

    @contextmanager
    def _opened(self) -> Iterator[Begun]:
        """The text as it was opened for its header, or anew where that was read on already."""
        begun, self._begun = self._begun, None
        if begun is not None:
            yield begun
            return
        with open_stream(self.source) as stream:
            yield stream.read(HEAD_BYTES), stream

    def _block(self, row: int, values: NDArray[np.float64]) -> Block:
        valid = ~np.isnan(values)
        nodata = self.header.nodata
        if nodata is not None and not math.isnan(nodata):
            valid &= ~same_as_nodata(values, nodata)
        if self.header.multiplier != 1:
            values *= self.header.multiplier
        return Block(row, values, valid)

    def _wrong_count(self, found: int, marks: NDArray[np.int64]) -> InputError:
        """Too few or too many values, or rows of different lengths: what is wrong, and where."""
        rows, cols = self.placement.rows, self.placement.cols
        odd, nth, count = int(marks[ODD_LINE]), int(marks[ODD_NTH]), int(marks[ODD_COUNT])
        last = int(marks[LINE]) - 1
        # An odd last line alone says that the file is cut short, or too long.
        if nth > 1 and (odd != last or found == rows * cols):
            return InputError(
                f"holds {count} values where the header says {cols} columns",
                where=f"{self.source.where}, line {odd}",
                advice=f"Every one of its {rows} rows must hold {cols} values.",
            )
        if found < rows * cols:
            found_text = f"the file ends in line {last} after {found} of {rows * cols} values"
        else:
            found_text = (
                f"{cols} columns × {rows} rows are {rows * cols} values, the file holds {found}"
            )
        advice = (
            "It may be cut short, or its header wrong."
            if found < rows * cols
            else "Its header may be wrong, or another file follows in it."
        )
        if nth == 1 and count > 1:
            advice = f"Line {odd} holds {count} values where the header says {cols} columns."
        return InputError(found_text, where=self.source.where, advice=advice)

    def _note_swapped(self, marks: NDArray[np.int64]) -> None:
        rows, cols = self.placement.rows, self.placement.cols
        if rows != cols and marks[ODD_COUNT] == rows and marks[LINES] == cols:
            self.note(f"its {cols} lines hold {rows} values: are ncols and nrows swapped?")


def open_text_grid(source: RasterSource, head: bytes, stream: Unpacked) -> TextReader:
    """Read the header and the CRS beside the file; InputError names the line that is wrong.

    head, stream : the first bytes, and what follows them.
    """
    head += stream.read(HEAD_BYTES - len(head))
    header = read_header(head, source.where)
    expect_sound(header.placement, source.where)
    _refuse_impossible(source, header.placement)
    reference = reference_of_prj(side_file(source, ".prj"), side_file(source, ".aux.xml"))
    notes = []
    if reference is None:
        notes.append("the CRS beside it (.prj) could not be understood")
        reference = NO_REFERENCE
    return TextReader(source, header, reference, _notes=notes, _begun=(head, stream))


def _refuse_impossible(source: RasterSource, placement: Placement) -> None:
    """Refuse at once a header that promises more values than the file has bytes."""
    cells = placement.rows * placement.cols
    most = most_bytes(source)
    if cells > most:
        held = f"at most {most:,}" if source.gzipped else f"{most:,}"
        raise InputError(
            f"{placement.cols} columns × {placement.rows} rows are {cells:,} values, "
            f"the file holds {held} bytes",
            where=source.where,
            advice="It may be cut short, or its header wrong.",
        )


class _Numbers:
    """The values of a text grid one after another, from a stream of bytes."""

    def __init__(self, head: bytes, stream: Unpacked, header: TextHeader, where: str) -> None:
        self.marks = new_marks(header.line)
        self._stream = stream
        self._cols = header.placement.cols
        self._null = np.frombuffer((header.null or "").encode("latin-1"), np.uint8)
        self._where = where
        self._first = head[header.start :]
        self._rest = b""
        self._text = np.frombuffer(b"", np.uint8)
        self._at = 0

    def fill(self, out: NDArray[np.float64], cancel: Cancel) -> int:
        """Fill `out` as far as the file reaches; how many values it got."""
        filled = 0
        while True:
            cancel.check("reading the grid")
            self._at, filled, status = scan(
                self._text, self._at, self._text.size, out, filled, self._null, self._cols,
                self.marks,
            )  # fmt: skip
            if status == BAD:
                raise self._no_number()
            if status == FULL or not self._more():
                return int(filled)

    def count_rest(self, cancel: Cancel) -> int:
        """How many values are left; 0 in a sound file."""
        spare, surplus = np.empty(4096), 0
        while found := self.fill(spare, cancel):
            surplus += found
        return surplus

    def _more(self) -> bool:
        """Take the next bytes, up to a blank; False at the end of the file."""
        chunk, self._first = self._first or self._stream.read(CHUNK_BYTES), b""
        if not chunk and not self._rest and not self.marks[ON_LINE]:
            return False
        # At the end of the file a line end that may be missing ends the last value and its line.
        whole = self._rest + (chunk or b"\n")
        cut = _last_blank(whole) if chunk else len(whole)
        self._rest = whole[cut:]
        if len(self._rest) >= CHUNK_BYTES:
            raise InputError(
                "no blanks between the values", where=f"{self._where}, line {self.marks[LINE]}"
            )
        self._text, self._at = np.frombuffer(whole[:cut], np.uint8), 0
        return True

    def _no_number(self) -> InputError:
        token = self._text[self._at : self._at + 24].tobytes().split()[0].decode("latin-1")
        advice = "Values are numbers with blanks between them."
        if token.count(",") > 1:
            advice = "Put blanks, not commas, between the values."
        return InputError(
            f"'{token}' is not a number",
            where=f"{self._where}, line {self.marks[LINE]}",
            advice=advice,
        )


def _last_blank(text: bytes) -> int:
    """Index after the last blank. A CR at the very end waits for its LF, or a line counts twice."""
    cut = max(text.rfind(blank) for blank in (b"\n", b" ", b"\t"))
    return (cut if cut >= 0 else text.rfind(b"\r", 0, len(text) - 1)) + 1
