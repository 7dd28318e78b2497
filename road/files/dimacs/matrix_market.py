"""Graphs as Matrix Market files: an entry in row i and column j is an arc from i to j.

Format: Boisvert, Pozo, Remington, The Matrix Market Exchange Formats, NIST IR 5935, 1996.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from core.times import UNREACHED
from road.build import assemble, unknown_properties
from road.files.dimacs.importer import MOST_VERTICES
from road.files.dimacs.pace import unit_costs
from road.files.source.reading import existing, open_unpacked, stem_of
from road.files.source.records import Layout, TextStream, read_records
from road.graph import F64, U32, GivenCosts, RoadGraph

_BANNER = re.compile(r"%%matrixmarket\s+matrix\s+(\w+)\s+(\w+)\s+([\w-]+)", re.IGNORECASE)

_GREATEST_SCALED = 1 << 24
"""Bound of weights that are not whole, which are counted in a power of ten that keeps the greatest
below this: a path may have 64 of them and still stay below UNREACHED."""


@dataclass(frozen=True, slots=True)
class _Header:
    vertices: int
    entries: int
    field: str
    symmetric: bool


def read_matrix_market(
    path: str | Path, *, progress: Progress = no_progress, cancel: Cancel = NEVER
) -> RoadGraph:
    """The graph of a square matrix; InputError names the line.

    Entries of symmetric matrices are two arcs, of general ones one; the diagonal is left out.
    Patterns cost 1 an arc; integers are costs as they are, reals in a power of ten of their unit.
    """
    place = existing(path)
    with open_unpacked(place) as (content, file):
        stream = TextStream(content, file, place.stat().st_size, str(place))
        header = _header(stream)
        row, column, *values = read_records(
            stream,
            _layout(header),
            header.entries,
            label="Reading entries",
            progress=progress,
            cancel=cancel,
        )
        if len(row) != header.entries:
            raise stream.error(
                f"there are {len(row)} entries where the header declares {header.entries}",
                "Fetch it again.",
            )
    return _graph(header, row, column, values[0] if values else None, stem_of(place))


def _header(stream: TextStream) -> _Header:
    line = stream.next_line()
    banner = _BANNER.match(line)
    if banner is None:
        raise stream.error(f"'{line[:60]}' is not a Matrix Market header", "Fetch it again.")
    layout, field, symmetry = (word.lower() for word in banner.groups())
    if (
        layout != "coordinate"
        or field not in ("pattern", "integer", "real")
        or symmetry not in ("general", "symmetric")
    ):
        raise stream.error(
            f"a matrix of kind '{layout} {field} {symmetry}' is not a road graph",
            "Use coordinate, with pattern, integer or real, and general or symmetric.",
        )
    while (line := stream.next_line()).startswith("%"):
        pass
    words = line.split()
    if len(words) != 3 or not all(word.isdecimal() for word in words):
        raise stream.error(f"'{line[:60]}' is not the line 'ROWS COLUMNS ENTRIES'")
    if words[0].lstrip("0") != words[1].lstrip("0"):
        raise stream.error(
            f"{words[0][:20]} rows and {words[1][:20]} columns", "A road graph has as many of both."
        )
    rows, entries = stream.counts(words[1:], len("1 2\n"))
    if max(rows, 2 * entries) > MOST_VERTICES:
        raise stream.error(f"{entries} entries are more than can be held")
    return _Header(rows, entries, field, symmetry == "symmetric")


def _layout(header: _Header) -> Layout:
    last, ids = header.vertices, (np.uint32, np.uint32)
    if header.field == "pattern":
        return Layout(b"", b"%", ("row", "column"), (1, 1), (last, last), 2, ids)
    whole = 3 if header.field == "integer" else 2
    return Layout(
        b"",
        b"%",
        ("row", "column", "weight"),
        (1, 1, 0),
        (last, last, UNREACHED - 1),
        whole,
        (*ids, np.float64),
    )


def _graph(header: _Header, row: U32, column: U32, weights: F64 | None, name: str) -> RoadGraph:
    notes = ["the file has no coordinates"]
    off_diagonal = row != column
    left_out = int(np.count_nonzero(~off_diagonal))
    if left_out:
        notes.append(f"{left_out:,} entries on the diagonal are left out: they lead nowhere")
        row, column = row[off_diagonal], column[off_diagonal]
        weights = None if weights is None else weights[off_diagonal]
    tail, head = row - np.uint32(1), column - np.uint32(1)
    if header.symmetric:
        tail, head = np.stack((tail, head), 1).ravel(), np.stack((head, tail), 1).ravel()
        weights = None if weights is None else np.repeat(weights, 2)
    if weights is None:
        notes.append("the file has no weights: every arc costs 1")
    return assemble(
        tail=tail,
        head=head,
        arcs=unknown_properties(np.zeros(len(tail), np.float32)),
        vertex_ids=np.arange(1, header.vertices + 1, dtype=np.int64),
        given=(unit_costs(len(tail)) if weights is None else _whole_costs(weights),),
        name=name,
        notes=tuple(notes),
    )


def _whole_costs(weights: F64) -> GivenCosts:
    """The weights in the smallest power of ten that they fit in."""
    if np.all(weights == np.rint(weights)):
        return GivenCosts("weight", weights.astype(np.uint32))
    greatest = float(weights.max())
    digits = 0
    while greatest * 10 ** (digits + 1) < _GREATEST_SCALED and digits < 9:
        digits += 1
    costs = np.rint(weights * 10.0**digits).astype(np.uint32)
    return GivenCosts("weight", costs, f"1e-{digits} of the file's unit" if digits else "")
