"""Registers in a cell's memory for the values of its triples, used again when a value is done with.

Source: Delling, Kobitzsch, Werneck 2014, section 4. Layers are gone through from the first to the
last. A value that is written for the first time takes the free register closest to the later
operand; or, where the triple is the only one left to read one of its operands, that operand's own
register. What was read for the last time in a layer is free in the next: until then other threads
may still read it. Ours asks for new registers only where no old one is in reach, so that memory
stays small.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from experiments.microinstructions.contract import I32, NOTHING, SymbolicContraction
from experiments.microinstructions.layers import Layers
from experiments.microinstructions.words import MOST_REGISTERS, fits
from road.graph import U8


class Registers(NamedTuple):
    """Room for the registers of one cell after another.

    register : int32, values; NOTHING before it has one.
    pending : int32, values; reads to come.
    taken : uint8, MOST_REGISTERS; 1 where a register is in use. For registers within a reach.
    free : int32, MOST_REGISTERS + 1; how many registers were given back, and these. For any
    registers.
    mark : uint8, triples; 1 where a register is written without regard to what it holds.
    shuffled : int32, values; the order in which the cell's own arcs take registers.
    """

    register: I32
    pending: I32
    taken: U8
    free: I32
    mark: U8
    shuffled: I32


def registers_workspace(triples: int, values: int) -> Registers:
    """For cells of at most so many."""
    return Registers(
        np.empty(values, np.int32),
        np.empty(values, np.int32),
        np.empty(MOST_REGISTERS, np.uint8),
        np.empty(MOST_REGISTERS + 1, np.int32),
        np.empty(triples, np.uint8),
        np.empty(values, np.int32),
    )


@njit(cache=True, nogil=True)
def allocate(
    shape: Any,
    layers: int,
    r: SymbolicContraction,
    s: Layers,
    p: Registers,
    reach: Any,
    attempt: int,
) -> Any:
    """(registers, misfits): size of the memory, and how many triples do not fit the reach.

    attempt : the cell's own arcs are shuffled the more, the higher it is.
    """
    _count_reads(shape, s.first[layers], r, p)
    p.free[0] = 0
    high = _own_arcs(shape, s, p, reach, attempt)
    misfits = 0
    for k in range(layers):
        for at in range(s.first[k], s.first[k + 1]):
            if high > MOST_REGISTERS:
                return high, misfits
            i = s.order[at]
            a, b, c = r.triples[i]
            p.mark[i] = 0
            if p.register[c] == NOTHING:
                high = max(high, _first_write(i, r, p, reach, high))
            misfits += not fits(p.register[a], p.register[b], p.register[c], reach)
        for at in range(s.first[k], s.first[k + 1] if high <= MOST_REGISTERS else 0):
            i = s.order[at]
            _read(r.triples[i, 0], p, reach)
            _read(r.triples[i, 1], p, reach)
    return high, misfits


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
def _own_arcs(shape: Any, s: Any, p: Any, reach: Any, attempt: int) -> int:
    """Give the cell's own arcs registers, in their order or shuffled; how many there are."""
    count = 0
    for value in range(shape.given):
        if s.needed[value]:
            p.shuffled[count] = value
            count += 1
    state = np.uint64(88172645463325252 + attempt)
    for k in range(count if attempt else 0):
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        other = k + np.int64(state % np.uint64(max(1, min(count - k, 8 << attempt))))
        p.shuffled[k], p.shuffled[other] = p.shuffled[other], p.shuffled[k]
    for k in range(count):
        p.register[p.shuffled[k]] = k
    for k in range(MOST_REGISTERS if reach.ahead < MOST_REGISTERS else 0):
        p.taken[k] = k < count
    return count


@njit(cache=True, nogil=True)
def _first_write(i: int, r: Any, p: Any, reach: Any, high: int) -> Any:
    """Give the written value a register; the size of the memory that this needs."""
    a, b, c = r.triples[i]
    before = r.continues[c]
    if before != NOTHING:
        p.register[c] = p.register[before]
        return high
    p.mark[i] = 1
    for operand in (a, b):
        if p.pending[operand] == 1 and fits(
            p.register[a], p.register[b], p.register[operand], reach
        ):
            p.register[c] = p.register[operand]
            p.pending[operand] = 2  # its register does not become free
            return high
    if reach.ahead >= MOST_REGISTERS:
        p.register[c] = _any(p, high)
        return p.register[c] + 1
    p.register[c] = _closest(max(p.register[a], p.register[b]), p, reach, high)
    if p.register[c] < MOST_REGISTERS:
        p.taken[p.register[c]] = 1
    return p.register[c] + 1


@njit(cache=True, nogil=True)
def _any(p: Any, high: int) -> Any:
    """The free register that was given back last, or a new one."""
    if p.free[0] == 0:
        return high
    p.free[0] -= 1
    return p.free[p.free[0] + 1]


@njit(cache=True, nogil=True)
def _closest(to: int, p: Any, reach: Any, high: int) -> int:
    """The free register closest to one; a new one if only that is in reach, or none is free."""
    far = NOTHING
    for away in range(1, high):
        if to >= away and not p.taken[to - away]:
            far = to - away
            break
        if to + away < high and not p.taken[to + away]:
            far = to + away
            break
    out_of_reach = not -reach.around <= far - to < reach.around
    return high if far == NOTHING or (out_of_reach and high - to < reach.around) else far


@njit(cache=True, nogil=True)
def _read(value: int, p: Any, reach: Any) -> None:
    """One read less to come; after the last the register is free."""
    p.pending[value] -= 1
    if p.pending[value] > 0:
        return
    if reach.ahead < MOST_REGISTERS:
        p.taken[p.register[value]] = 0
    else:
        p.free[0] += 1
        p.free[p.free[0]] = p.register[value]
