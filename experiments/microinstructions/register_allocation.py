"""Registers in a cell's memory for the values of its triples, used again when a value is done with.

Source: Delling, Kobitzsch, Werneck 2014, section 4. Layers are gone through from the first to the
last. A value that is written for the first time takes a register that is free; or, where the triple
is the only one left to read one of its operands, that operand's own. What was read for the last
time in a layer is free in the next: until then other threads may still read it. Ours takes any that
is free, not the closest: triples as they are written here reach all of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from experiments.microinstructions.contract import I32, NOTHING, SymbolicContraction
from experiments.microinstructions.layers import Layers
from experiments.microinstructions.words import MOST_REGISTERS
from road.graph import U8


class Registers(NamedTuple):
    """Room for the registers of one cell after another.

    register : int32, values; NOTHING before it has one.
    pending : int32, values; reads to come.
    free : int32, MOST_REGISTERS + 1; how many registers were given back, and these.
    mark : uint8, triples; 1 where a register is written without regard to what it holds.
    """

    register: I32
    pending: I32
    free: I32
    mark: U8


def registers_workspace(triples: int, values: int) -> Registers:
    """For cells of at most so many."""
    return Registers(
        np.empty(values, np.int32),
        np.empty(values, np.int32),
        np.empty(MOST_REGISTERS + 1, np.int32),
        np.empty(triples, np.uint8),
    )


@njit(cache=True, nogil=True)
def allocate(shape: Any, layers: int, r: SymbolicContraction, s: Layers, p: Registers) -> Any:
    """Size of the memory; more than MOST_REGISTERS where the cell is given up."""
    _count_reads(shape, s.first[layers], r, p)
    p.free[0] = 0
    high = _own_arcs(shape, s, p)
    for k in range(layers):
        for at in range(s.first[k], s.first[k + 1]):
            if high > MOST_REGISTERS:
                return high
            i = s.order[at]
            p.mark[i] = 0
            if p.register[r.triples[i, 2]] == NOTHING:
                high = max(high, _first_write(i, r, p, high))
        for at in range(s.first[k], s.first[k + 1] if high <= MOST_REGISTERS else 0):
            i = s.order[at]
            _read(r.triples[i, 0], p)
            _read(r.triples[i, 1], p)
    return high


@njit(cache=True, nogil=True)
def _count_reads(shape: Any, triples: int, r: Any, p: Any) -> None:
    """Count reads; a result is read once more at the end, a continued value by who continues it."""
    for value in range(shape.values):
        p.pending[value], p.register[value] = 0, NOTHING
    for k in range(shape.results):
        if r.result[k] != NOTHING:
            p.pending[r.result[k]] += 1
    for i in range(triples):
        p.pending[r.triples[i, 0]] += 1
        p.pending[r.triples[i, 1]] += 1
    for value in range(shape.given, shape.values):
        if r.continues[value] != NOTHING and p.pending[value] > 0:
            p.pending[r.continues[value]] += 1


@njit(cache=True, nogil=True)
def _own_arcs(shape: Any, s: Any, p: Any) -> Any:
    """Give the cell's own arcs registers, in their order; how many there are."""
    count: Any = np.int64(0)  # a plain 0 is a type of its own
    for value in range(shape.given):
        if s.needed[value]:
            p.register[value] = count
            count += 1
    return count


@njit(cache=True, nogil=True)
def _first_write(i: int, r: Any, p: Any, high: int) -> Any:
    """Give the written value a register; the size of the memory that this needs."""
    a, b, c = r.triples[i]
    before = r.continues[c]
    if before != NOTHING:
        p.register[c] = p.register[before]
        return high
    p.mark[i] = 1
    for operand in (a, b):
        if p.pending[operand] == 1:
            p.register[c] = p.register[operand]
            p.pending[operand] = 2  # its register does not become free
            return high
    p.register[c] = _any(p, high)
    return p.register[c] + 1


@njit(cache=True, nogil=True)
def _any(p: Any, high: int) -> Any:
    """The free register that was given back last, or a new one."""
    if p.free[0] == 0:
        return high
    p.free[0] -= 1
    return p.free[p.free[0] + 1]


@njit(cache=True, nogil=True)
def _read(value: int, p: Any) -> None:
    """One read less to come; after the last the register is free."""
    p.pending[value] -= 1
    if p.pending[value] == 0:
        p.free[0] += 1
        p.free[p.free[0]] = p.register[value]
