"""Microcode of a run of cells: contraction, layers, registers and words, one cell after another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.cancel import Cancel
from core.errors import ParameterError
from experiments.microinstructions.contract import (
    NOTHING,
    LowestCells,
    SymbolicContraction,
    contract,
    contraction_workspace,
)
from experiments.microinstructions.layers import Layers, layer, layers_workspace
from experiments.microinstructions.register_allocation import (
    Registers,
    allocate,
    registers_workspace,
)
from experiments.microinstructions.words import (
    FULL,
    FULL_MARK,
    MOST_REGISTERS,
    SMALL,
    word_of,
)
from road.graph import U8, U32

NO_REGISTER = (1 << 16) - 1
"""Value that stands where a step or a result has no register."""

NO_ROOM, TOO_LARGE = 1, 2
"""Reasons why a run of cells ended early: the next one has more triples or values than there is
room for, or takes more than MOST_REGISTERS."""

FIRST_TRIPLES = 1 << 13
"""Triples of a cell that there is room for before it is known how many there are."""

MOST_STATES = 2048
"""Most entries, inner states and exits of a cell: a thread has three numbers for each pair of
them."""

CELLS_OF_A_PIECE = 32
"""Cells of that many triples that a piece has room for."""

U16 = NDArray[np.uint16]


class RegistersOf(NamedTuple):
    """uint16, registers in their cell's memory, NO_REGISTER where there is none.

    steps : by position in the ground. shortcuts : by shortcut. down : as `first_down` says; of
    length 0 where it is not asked for.
    """

    steps: U16
    shortcuts: U16
    down: U16


class Piece(NamedTuple):
    """Microcode of some consecutive cells.

    form : uint8, cells; SMALL or FULL.
    registers, triples, layers, more : uint32, cells; size of the memory, and how many of each.
    words : uint32; triples of 32 bits, those of a cell sorted by layer. full : uint16, (n, 3).
    layer_size : uint16; triples of each layer of each cell.
    more_step, more_register : uint32, uint16; steps to registers that other steps have already.
    """

    form: U8
    registers: U32
    triples: U32
    layers: U32
    more: U32
    words: U32
    full: U16
    layer_size: U16
    more_step: U32
    more_register: U16


class _Workspace(NamedTuple):
    """For one cell after another."""

    contraction: SymbolicContraction
    layers: Layers
    registers: Registers


class _Used(NamedTuple):
    """How far a run of cells came, what of a piece it filled, and why it ended (0: it is done)."""

    end: int
    words: int
    full: int
    layers: int
    more: int
    why: int


class CellCoder:
    """Writes the code of cells, for one thread.

    small_registers : most of a cell whose triples are SMALL.
    Raises ParameterError where a cell has more than MOST_STATES or needs more than MOST_REGISTERS.
    """

    def __init__(self, cells: LowestCells, found: RegistersOf, small_registers: int) -> None:
        self._cells, self._found, self._small = cells, found, small_registers
        entries, inner, exits = (
            np.diff(first) for first in (cells.first_entry, cells.first_inner, cells.first_exit)
        )
        steps = np.diff(cells.first_step)
        self._most = [
            int(counts.max(initial=0))
            for counts in (entries + inner + exits, steps, entries * (inner + exits))
        ]
        if self._most[0] > MOST_STATES:
            raise ParameterError(
                f"a cell of {self._most[0]} states for microcode",
                advice="Begin with smaller cells.",
            )
        self._make_room(FIRST_TRIPLES)

    def pieces(self, begin: int, end: int, cancel: Cancel) -> Iterator[Piece]:
        """Of cells from `begin` up to `end`; fewer where a stop was requested."""
        while begin < end and not cancel.requested:
            piece = self._empty(end - begin)
            used = _Used(
                *_code_cells(
                    begin, end, self._cells, self._workspace, self._found, self._small, piece
                )
            )
            yield _filled(piece, used, used.end - begin)
            begin = used.end
            if used.why == TOO_LARGE:
                raise ParameterError(
                    f"a cell whose contraction takes more than {MOST_REGISTERS} registers",
                    advice="Begin with smaller cells.",
                )
            if used.why == NO_ROOM:
                self._make_room(2 * self._triples)

    def _make_room(self, triples: int) -> None:
        states, steps, results = self._most
        values = triples + 2 * steps
        self._triples = triples
        self._workspace = _Workspace(
            contraction_workspace(states, steps, results, triples, values),
            layers_workspace(triples, values),
            registers_workspace(triples, values),
        )

    def _empty(self, cells: int) -> Piece:
        triples = CELLS_OF_A_PIECE * self._triples
        more = CELLS_OF_A_PIECE * 2 * self._most[1]
        arrays: Any = (
            np.empty(cells, np.uint8),
            *(np.empty(cells, np.uint32) for _ in range(4)),
            np.empty(triples, np.uint32),
            np.empty((triples, 3), np.uint16),
            np.empty(triples, np.uint16),
            np.empty(more, np.uint32),
            np.empty(more, np.uint16),
        )
        return Piece(*arrays)


def _filled(piece: Piece, used: _Used, cells: int) -> Piece:
    sizes = (cells,) * 5 + (used.words, used.full, used.layers, used.more, used.more)
    arrays: list[Any] = list(piece)
    return Piece(*(array[:size].copy() for array, size in zip(arrays, sizes, strict=True)))


@njit(cache=True, nogil=True)
def _code_cells(
    begin: int,
    end: int,
    cells: LowestCells,
    workspace: Any,
    found: Any,
    small_registers: int,
    to: Piece,
) -> Any:
    """Code cells up to the first for which there is no room; as `_Used`."""
    r, s, p = workspace.contraction, workspace.layers, workspace.registers
    none: Any = np.int64(0)  # a plain 0 is a type of its own, compiled for anew
    words = full = used_layers = used_more = none
    for c in range(begin, end):
        shape = contract(c, cells, r, len(found.down) > 0)
        if shape.values > len(r.continues) or shape.triples > len(r.triples):
            return c, words, full, used_layers, used_more, NO_ROOM
        if max(words, full, used_layers) + shape.triples > len(to.words):
            return c, words, full, used_layers, used_more, 0
        if used_more + shape.more > len(to.more_step):
            return c, words, full, used_layers, used_more, 0
        triples, layers = layer(shape, r, s)
        registers = allocate(shape, layers, r, s, p)
        if registers > MOST_REGISTERS:
            return c, words, full, used_layers, used_more, TOO_LARGE
        form = SMALL if registers <= small_registers else FULL
        if form == FULL:
            _write_full(triples, r, s, p, to.full, full)
            full += triples
        else:
            _write_words(triples, r, s, p, to.words, words)
            words += triples
        for k in range(layers):
            to.layer_size[used_layers + k] = s.first[k + 1] - s.first[k]
        used_layers += layers
        more = _write_more(shape, r, p, to, used_more)
        used_more += more
        _write_registers(c, shape, cells, r, p, found)
        own = c - begin
        to.form[own], to.registers[own], to.triples[own] = form, registers, triples
        to.layers[own], to.more[own] = layers, more
    return end, words, full, used_layers, used_more, 0


@njit(cache=True, nogil=True)
def _write_words(triples: int, r: Any, s: Any, p: Any, words: Any, at: int) -> None:
    for k in range(triples):
        i = s.order[k]
        a, b, c = r.triples[i, 0], r.triples[i, 1], r.triples[i, 2]
        words[at + k] = word_of(p.register[a], p.register[b], p.register[c], p.mark[i])


@njit(cache=True, nogil=True)
def _write_full(triples: int, r: Any, s: Any, p: Any, full: Any, at: int) -> None:
    for k in range(triples):
        i = s.order[k]
        for part in range(3):
            full[at + k, part] = p.register[r.triples[i, part]]
        if p.mark[i]:
            full[at + k, 2] |= FULL_MARK


@njit(cache=True, nogil=True)
def _register_of(value: int, p: Any) -> Any:
    if value == NOTHING or p.register[value] == NOTHING:
        return NO_REGISTER
    return p.register[value]


@njit(cache=True, nogil=True)
def _write_more(shape: Any, r: Any, p: Any, to: Any, at: int) -> int:
    """How many steps have a register besides those that `RegistersOf` tells."""
    more = 0
    for k in range(shape.more):
        register = _register_of(r.more_value[k], p)
        if register != NO_REGISTER:
            to.more_step[at + more], to.more_register[at + more] = r.more_step[k], register
            more += 1
    return more


@njit(cache=True, nogil=True)
def _write_registers(c: int, shape: Any, cells: Any, r: Any, p: Any, found: Any) -> None:
    for k in range(shape.steps):
        found.steps[cells.first_step[c] + k] = _register_of(r.step_value[k], p)
    first, shortcuts = cells.first_shortcut[c], shape.entries * shape.exits
    for k in range(shortcuts):
        found.shortcuts[first + k] = _register_of(r.result[k], p)
    if len(found.down) > 0:
        first = cells.first_down[c]
        for k in range(shape.entries * shape.inner):
            found.down[first + k] = _register_of(r.result[shortcuts + k], p)
