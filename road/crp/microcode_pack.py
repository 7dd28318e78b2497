"""Cells packed into blocks: their memories side by side, their triples sorted by layer.

Source: Delling, Kobitzsch, Werneck 2014, section 4. Cells of different forms do not mix, and those
of about as many layers come together. Within a layer triples are sorted by cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.errors import ParameterError
from road.crp.microcode_cells import U16, Piece
from road.crp.microcode_contract import LowestCells
from road.crp.microcode_words import FULL, MOST_PLACES, SMALL, SMALL_PLACES, moved
from road.graph import I64, U32
from road.sorting import rows_of

BLOCK = np.dtype(
    [
        ("form", "u4"), ("places", "u4"), ("first_cell", "u4"), ("cell_end", "u4"),
        ("first_layer", "u4"), ("layer_end", "u4"), ("first_triple", "u4"), ("triple_end", "u4"),
        ("first_more", "u4"), ("more_end", "u4"),
    ]
)  # fmt: skip
"""A block; `first_triple` counts words or full triples, as the form says."""

CELL_COLUMNS = (
    "step_shift", "step_end", "shortcut_shift", "shortcut_end", "down_shift", "down_end", "base",
)  # fmt: skip
"""Of a cell. Steps of a block are numbered through its cells; those of this one end at `step_end`,
and step i is i + `step_shift` in the ground, modulo 2**32. Likewise shortcuts and costs of `down`.
base : where the cell's memory lies in that of its block."""

OPEN_BLOCKS = 32
"""Blocks that a cell is offered to before a new one is begun."""

EMITTED_APART = 64
"""Runs of blocks that threads share."""

MOST = 1 << 32
"""Numbers are of 32 bits on the device."""


class Packed(NamedTuple):
    """The first arrays of `PackedMicrocode`."""

    blocks: NDArray[Any]
    cells: U32
    layer_size: U16
    words: U32
    full: U16
    more_step: U32
    more_place: U16


class Sheet(NamedTuple):
    """All pieces one after another, with where the parts of each cell begin.

    first_triple : int64, cells; in `words` or `full`. first_layer, first_more : int64, cells.
    """

    piece: Piece
    first_triple: I64
    first_layer: I64
    first_more: I64


def pack(
    pieces: Sequence[Piece], cells: LowestCells, places: int, down: bool, threads: Executor
) -> Packed:
    """Blocks of at most so many places, but for cells that need more.

    Raises ParameterError for 2**32 triples or results.
    """
    sheet = _sheet(pieces)
    piece = sheet.piece
    first, counts = _ranges(cells, down)
    if max(len(piece.words), len(piece.full), *(first[-1] + counts[-1]).tolist()) >= MOST:
        raise ParameterError("too many triples of microcode", advice="Begin with smaller cells.")
    used = np.flatnonzero(counts[:, 1:].any(axis=1))
    order = used[
        np.lexsort((-piece.places[used].astype(np.int64), -piece.layers[used].astype(np.int64),
                    piece.form[used]))
    ]  # fmt: skip
    block, base = _assign(order, piece.form, piece.places, min(places, MOST_PLACES))
    count = int(block.max(initial=-1)) + 1
    first_cell, by_block = rows_of(block.astype(np.uint32), count)
    cell = order[by_block]
    blocks = np.zeros(count, BLOCK)
    blocks["first_cell"], blocks["cell_end"] = first_cell[:-1], first_cell[1:]
    table = _cell_table(first[cell], counts[cell], base[by_block], first_cell)
    _measure(blocks, cell, table, piece)
    _offsets(blocks)
    made = Packed(
        blocks,
        table,
        np.zeros(int(blocks["layer_end"].max(initial=0)), np.uint16),
        np.empty(len(piece.words), np.uint32),
        np.empty((len(piece.full), 3), np.uint16),
        np.empty(len(piece.more_step), np.uint32),
        np.empty(len(piece.more_step), np.uint16),
    )
    edges = np.linspace(0, count, EMITTED_APART + 1).astype(np.int64).tolist()
    list(
        threads.map(
            lambda b: _emit(edges[b], edges[b + 1], cell, sheet, made), range(EMITTED_APART)
        )
    )
    return made


def _sheet(pieces: Sequence[Piece]) -> Sheet:
    joined: Any = [
        np.concatenate([piece[field] for piece in pieces]) for field in range(len(Piece._fields))
    ]
    piece = Piece(*joined)
    triples = piece.triples.astype(np.int64)
    is_full = piece.form == FULL
    first = np.where(is_full, _before(triples * is_full), _before(triples * ~is_full))
    return Sheet(piece, first, _before(piece.layers), _before(piece.more))


def _before(counts: NDArray[Any]) -> I64:
    """Sums before each."""
    sums: I64 = np.cumsum(counts, dtype=np.int64) - counts
    return sums


def _ranges(cells: LowestCells, down: bool) -> tuple[I64, I64]:
    """(first, counts): int64, (cells, 3); of steps, shortcuts and costs of `down`."""
    firsts = [cells.first_step, cells.first_shortcut, cells.first_down]
    first = np.stack([offsets[:-1] for offsets in firsts], axis=1)
    counts = np.stack([np.diff(offsets) for offsets in firsts], axis=1)
    if not down:
        counts[:, 2] = 0
    return first, counts


def _cell_table(first: I64, counts: I64, base: I64, first_cell: I64) -> U32:
    """The table of cells, which are given in the order of their blocks."""
    table = np.zeros((len(first), len(CELL_COLUMNS)), np.uint32)
    end = np.cumsum(counts, axis=0)
    before = (end - counts)[first_cell[:-1]]
    end -= np.repeat(before, np.diff(first_cell), axis=0)
    table[:, 1:6:2] = end
    table[:, 0:6:2] = (first - (end - counts)) % MOST
    table[:, 6] = base
    return table


@njit(cache=True, nogil=True)
def _assign(order: Any, form: Any, places: Any, most: int) -> Any:
    """(block, base) of each cell: the fullest of the open blocks that has room.

    Blocks are numbered as they are begun; the oldest is closed when there are too many.
    """
    block, base = np.empty(len(order), np.int64), np.empty(len(order), np.int64)
    opened = np.zeros(OPEN_BLOCKS, np.int64)
    filled = np.full(OPEN_BLOCKS, MOST_PLACES, np.int64)
    count, kind = 0, -1
    for at in range(len(order)):
        cell = order[at]
        if form[cell] != kind:
            kind = form[cell]
            filled[:] = MOST_PLACES
        limit = min(most, SMALL_PLACES) if kind == SMALL else most
        size, best = np.int64(places[cell]), -1
        for k in range(OPEN_BLOCKS):
            if filled[k] + size <= limit and (best < 0 or filled[k] > filled[best]):
                best = k
        if best < 0:
            best = count % OPEN_BLOCKS
            opened[best], filled[best] = count, 0
            count += 1
        block[at], base[at] = opened[best], filled[best]
        filled[best] += size
    return block, base


@njit(cache=True, nogil=True)
def _measure(blocks: Any, cell: Any, table: Any, piece: Any) -> None:
    """Form and places of each block; `…_end` hold how many layers, triples and more steps."""
    for b in range(len(blocks)):
        for k in range(blocks[b]["first_cell"], blocks[b]["cell_end"]):
            c = cell[k]
            blocks[b]["form"] = piece.form[c]
            blocks[b]["places"] = max(blocks[b]["places"], table[k, 6] + piece.places[c])
            blocks[b]["layer_end"] = max(blocks[b]["layer_end"], piece.layers[c])
            blocks[b]["triple_end"] += piece.triples[c]
            blocks[b]["more_end"] += piece.more[c]


def _offsets(blocks: NDArray[Any]) -> None:
    """Counts become offsets; those of full triples begin again at zero."""
    is_full = blocks["form"] == FULL
    for name in ("layer", "triple", "more"):
        counts = blocks[f"{name}_end"].astype(np.int64)
        first = _before(counts)
        if name == "triple":
            first = np.where(is_full, _before(counts * is_full), _before(counts * ~is_full))
        blocks[f"first_{name}"], blocks[f"{name}_end"] = first, first + counts


@njit(cache=True, nogil=True)
def _emit(begin: int, end: int, cell: Any, sheet: Any, made: Any) -> None:
    """Write the triples and layers of some blocks."""
    piece = sheet.piece
    for b in range(begin, end):
        block = made.blocks[b]
        triple: Any = np.int64(block["first_triple"])
        more: Any = np.int64(block["first_more"])
        first, last = np.int64(block["first_cell"]), np.int64(block["cell_end"])
        at = np.empty(last - first, np.int64)
        for k in range(first, last):
            at[k - first] = sheet.first_triple[cell[k]]
        layers = np.int64(block["layer_end"]) - np.int64(block["first_layer"])
        for number in range(layers):
            began = triple
            for k in range(first, last):
                c, base = cell[k], np.int64(made.cells[k, 6])
                if number >= piece.layers[c]:
                    continue
                size = np.int64(piece.layer_size[sheet.first_layer[c] + number])
                for i in range(at[k - first], at[k - first] + size):
                    if block["form"] == FULL:
                        for part in range(3):
                            made.full[triple, part] = piece.full[i, part] + base
                    else:
                        made.words[triple] = moved(block["form"], piece.words[i], base)
                    triple += 1
                at[k - first] += size
            made.layer_size[np.int64(block["first_layer"]) + number] = triple - began
        for k in range(first, last):
            c, base = cell[k], np.int64(made.cells[k, 6])
            for i in range(sheet.first_more[c], sheet.first_more[c] + np.int64(piece.more[c])):
                made.more_step[more] = piece.more_step[i]
                made.more_place[more] = piece.more_place[i] + base
                more += 1
