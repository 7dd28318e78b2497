"""Cells packed into blocks: their memories side by side, their triples sorted by layer.

Source: Delling, Kobitzsch, Werneck 2014, section 4. Cells of different forms do not mix, and those
of about as many layers come together. Within a layer triples are
sorted by cell.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.errors import ParameterError
from core.parallel.sorting import rows_of
from core.parallel.threads import Threads
from experiments.microinstructions.cells import U16, Piece
from experiments.microinstructions.contract import LowestCells
from experiments.microinstructions.words import FULL, MOST_REGISTERS, SMALL, SMALL_REGISTERS, moved
from road.graph import I64, U8, U32

BLOCK = np.dtype(
    [
        ("form", "u4"), ("registers", "u4"), ("first_cell", "u4"), ("cell_end", "u4"),
        ("first_layer", "u4"), ("layer_end", "u4"), ("first_triple", "u4"), ("triple_end", "u4"),
        ("first_more", "u4"), ("more_end", "u4"),
    ]
)  # fmt: skip
"""A block; `first_triple` counts words or full triples, as the form says."""

CELL_COLUMNS = (
    "step_shift", "step_end", "shortcut_shift", "shortcut_end", "down_shift", "down_end", "base",
)  # fmt: skip
"""Columns of a cell. Steps of a block are numbered through its cells; those of this one end at
`step_end`, and step i is i + `step_shift` in the ground, modulo 2**32. Likewise shortcuts and costs
of `down`.
base : where the cell's memory lies in that of its block."""

OPEN_BLOCKS = 32
"""Blocks that a cell is offered to before a new one is begun."""

MOST = 1 << 32
"""Bound of numbers, which are of 32 bits on the device."""


class Packed(NamedTuple):
    """The first arrays of `PackedMicrocode`."""

    blocks: NDArray[Any]
    cells: U32
    layer_size: U16
    words: U32
    full: U16
    more_step: U32
    more_register: U16


class _Sheet(NamedTuple):
    """Of all cells, in their own order; see `Piece`."""

    form: U8
    registers: U32
    triples: U32
    layers: U32
    more: U32
    layer_size: U16


class _Plan(NamedTuple):
    """Where the parts of each cell go.

    first_layer : int64, cells; where its layers lie in `to_triple`.
    to_triple : int64, layers of all cells; where each one's triples go.
    to_more, base : int64, cells. Cells in no block have no parts.
    """

    first_layer: I64
    to_triple: I64
    to_more: I64
    base: I64


def pack(
    pieces: list[Piece], cells: LowestCells, registers: int, down: bool, threads: Threads
) -> Packed:
    """Blocks of at most so many registers, but for cells that need more.

    pieces : of all cells, in their order; the list is emptied, for there may be gigabytes.

    Raises ParameterError for 2**32 triples or results.
    """
    sheet = _Sheet(*(np.concatenate(arrays) for arrays in zip(*map(_head, pieces), strict=True)))
    first, counts = _ranges(cells, down)
    is_full = sheet.form == FULL
    triples = int(sheet.triples.sum(dtype=np.int64))
    full = int((sheet.triples * is_full).sum(dtype=np.int64))
    if max(triples, *(first[-1] + counts[-1]).tolist()) >= MOST:
        raise ParameterError("too many triples of microcode", advice="Begin with smaller cells.")
    block, order, base = _blocks_of(sheet, counts, min(registers, MOST_REGISTERS))
    count = int(block.max(initial=-1)) + 1
    first_cell, by_block = rows_of(block.astype(np.uint32), count)
    cell = order[by_block]
    blocks = np.zeros(count, BLOCK)
    blocks["first_cell"], blocks["cell_end"] = first_cell[:-1], first_cell[1:]
    table = _cell_table(first[cell], counts[cell], base[by_block], first_cell)
    _measure(blocks, cell, table, sheet)
    _offsets(blocks)
    more = int(sheet.more.sum(dtype=np.int64))
    made = Packed(
        blocks,
        table,
        np.zeros(int(blocks["layer_end"].max(initial=0)), np.uint16),
        np.empty(triples - full, np.uint32),
        np.empty((full, 3), np.uint16),
        np.empty(more, np.uint32),
        np.empty(more, np.uint16),
    )
    plan = _Plan(
        _before(sheet.layers),
        np.zeros(len(sheet.layer_size), np.int64),
        np.zeros(len(sheet.form), np.int64),
        np.zeros(len(sheet.form), np.int64),
    )
    _lay_out(cell, sheet, made, plan)
    begins = _before(np.array([len(piece.form) for piece in pieces])).tolist()
    work = [(begins.pop(), pieces.pop()) for _ in range(len(pieces))]
    list(threads.map(lambda _: _emit(*work.pop(), plan, made), range(len(work))))
    return made


def _head(piece: Piece) -> tuple[Any, ...]:
    """What a `_Sheet` has."""
    return tuple(getattr(piece, name) for name in _Sheet._fields)


def _blocks_of(sheet: _Sheet, counts: I64, registers: int) -> tuple[I64, I64, I64]:
    """(block, cell, base) of the cells that have results, the deepest of each form first."""
    used = np.flatnonzero(counts[:, 1:].any(axis=1))
    size, depth = (array[used].astype(np.int64) for array in (sheet.registers, sheet.layers))
    order = used[np.lexsort((-size, -depth, sheet.form[used]))]
    block, base = _assign(order, sheet.form, sheet.registers, registers)
    return block, order, base


def _before(counts: NDArray[Any]) -> I64:
    """Sums before each."""
    sums: I64 = np.cumsum(counts, dtype=np.int64) - counts
    return sums


def _ranges(cells: LowestCells, down: bool) -> tuple[I64, I64]:
    """(first, counts): int64, (cells, 3); of steps, shortcuts and costs of `down`."""
    offsets = np.stack([cells.first_step, cells.first_shortcut, cells.first_down], axis=1)
    counts = np.diff(offsets, axis=0)
    if not down:
        counts[:, 2] = 0
    return offsets[:-1], counts


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
def _assign(order: Any, form: Any, registers: Any, most: int) -> Any:
    """(block, base) of each cell: the fullest of the open blocks that has room.

    Blocks are numbered as they are begun; the oldest is closed when there are too many.
    """
    block, base = np.empty(len(order), np.int64), np.empty(len(order), np.int64)
    opened = np.zeros(OPEN_BLOCKS, np.int64)
    filled = np.full(OPEN_BLOCKS, MOST_REGISTERS, np.int64)
    count, kind = 0, -1
    for at in range(len(order)):
        cell = order[at]
        if form[cell] != kind:
            kind = form[cell]
            filled[:] = MOST_REGISTERS
        limit = min(most, SMALL_REGISTERS) if kind == SMALL else most
        size, best = np.int64(registers[cell]), -1
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
def _measure(blocks: Any, cell: Any, table: Any, sheet: Any) -> None:
    """Form and registers of each block; `…_end` hold how many layers, triples and more steps."""
    for b in range(len(blocks)):
        for k in range(blocks[b]["first_cell"], blocks[b]["cell_end"]):
            c = cell[k]
            blocks[b]["form"] = sheet.form[c]
            blocks[b]["registers"] = max(blocks[b]["registers"], table[k, 6] + sheet.registers[c])
            blocks[b]["layer_end"] = max(blocks[b]["layer_end"], sheet.layers[c])
            blocks[b]["triple_end"] += sheet.triples[c]
            blocks[b]["more_end"] += sheet.more[c]


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
def _lay_out(cell: Any, sheet: Any, made: Any, plan: Any) -> None:
    """Write the plan and the layers of blocks."""
    for b in range(len(made.blocks)):
        block = made.blocks[b]
        triple: Any = np.int64(block["first_triple"])
        more: Any = np.int64(block["first_more"])
        first, last = np.int64(block["first_cell"]), np.int64(block["cell_end"])
        for number in range(np.int64(block["layer_end"]) - np.int64(block["first_layer"])):
            began = triple
            for k in range(first, last):
                if number < sheet.layers[cell[k]]:
                    at = plan.first_layer[cell[k]] + number
                    plan.to_triple[at] = triple
                    triple += np.int64(sheet.layer_size[at])
            made.layer_size[np.int64(block["first_layer"]) + number] = triple - began
        for k in range(first, last):
            plan.base[cell[k]], plan.to_more[cell[k]] = made.cells[k, 6], more
            more += np.int64(sheet.more[cell[k]])


@njit(cache=True, nogil=True)
def _emit(first: int, piece: Any, plan: Any, made: Any) -> None:
    """Bring the triples of a piece, whose first cell is given, to their blocks."""
    begin = plan.first_layer[first]
    layer: Any = begin
    word: Any = 0
    full: Any = 0
    more: Any = 0
    for k in range(len(piece.form)):
        base = plan.base[first + k]
        for _ in range(piece.layers[k]):
            to, size = plan.to_triple[layer], np.int64(piece.layer_size[layer - begin])
            if piece.form[k] == FULL:
                for i in range(size):
                    for part in range(3):
                        made.full[to + i, part] = piece.full[full + i, part] + base
                full += size
            else:
                for i in range(size):
                    made.words[to + i] = moved(piece.words[word + i], base)
                word += size
            layer += 1
        for i in range(piece.more[k]):
            made.more_step[plan.to_more[first + k] + i] = piece.more_step[more + i]
            made.more_register[plan.to_more[first + k] + i] = piece.more_register[more + i] + base
        more += np.int64(piece.more[k])
