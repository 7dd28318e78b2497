"""Microinstructions: customizing the lowest cells by a contraction that was done symbolically
before.

Source: Delling, Werneck, "Faster customization of road networks", SEA 2013, and section 4 of the
paper (`road.crp.customization.customize`). Contracting a cell's inner states one by one makes the
same additions and comparisons whatever the costs; they are written down once, as triples of
registers in the cell's memory: `memory[c] = min(memory[c], memory[a] + memory[b])`. The next state
to go is the one that makes the fewest. Ours differs in three ways: triples are 48 bits wide (a CPU
gains nothing from unpacking 32), registers are not used again, and the arcs into a state at the
time it goes are kept: backwards along these, as in PHAST, follow the costs from each entry to all
inner states.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.host_memory import free_memory
from core.parallel.in_place import in_place
from core.parallel.ranges import Range, weighted_ranges
from core.parallel.threads import Threads
from core.times import UNREACHED
from road.graph import I64, U32

NOTHING, TRASH = 0, 1
"""Registers that always hold UNREACHED, and what nobody reads."""

MOST_STATES = 512
"""Most entries, inner states and exits of a cell; contracting larger ones is not worth it."""

MOST_REGISTERS = 1 << 16

MOST_OF_MEMORY = 0.25
"""Share of the free host memory that the code may take; on larger graphs cells are searched."""

RUNS = 256
"""Runs of cells that are distributed to threads."""

SAMPLED = 16
"""Runs of which one is tried to foretell how much memory all will take."""

U16 = NDArray[np.uint16]


class Microcode(NamedTuple):
    """For all cells of the lowest level.

    registers : uint32, cells; size of the memory.
    as_entry, as_inner : uint16, steps in the order of the ground; the register of a step's cost
        where its state is an entry, an inner state; TRASH where it is none.
    first_triple : int64, cells + 1; triples : uint16, (n, 3): a, b, c.
    result : uint16, shortcuts; the register of each.
    order : uint16, inner states; places of a cell's inner states, the first to go first.
    first_into : int64, inner states + 1, in that order.
    into_tail, into_register : uint16; the arcs into each at the time it goes: the number of an
    entry,
        or of entries plus the place of an inner state; the register of the arc's cost.
    """

    registers: U32
    as_entry: U16
    as_inner: U16
    first_triple: I64
    triples: U16
    result: U16
    order: U16
    first_into: I64
    into_tail: U16
    into_register: U16


def contract_symbolically(cells: Any, rows: Any, shortcuts: int) -> Microcode | None:
    """Contract all cells of the lowest level, on all threads; None if one is too large for that, or
    where all of it would take more than MOST_OF_MEMORY of what is free.

    cells, rows : as in `customize_cells`. shortcuts : how many the level has.
    """
    count = len(cells.first_entry) - 1
    states = np.diff(cells.first_entry) + np.diff(cells.first_inner) + np.diff(cells.first_exit)
    most = int(states.max(initial=0))
    if most > MOST_STATES:
        return None
    steps, inner = len(cells.exit_place), int(cells.first_inner[-1])
    code = Microcode(
        np.zeros(count, np.uint32),
        np.full(steps, TRASH, np.uint16),
        np.full(steps, TRASH, np.uint16),
        np.zeros(count + 1, np.int64),
        np.empty((0, 3), np.uint16),
        np.zeros(shortcuts, np.uint16),
        np.zeros(inner, np.uint16),
        np.zeros(inner + 1, np.int64),
        np.empty(0, np.uint16),
        np.empty(0, np.uint16),
    )
    allowed = MOST_OF_MEMORY * free_memory()
    with Threads() as threads:
        # A share of the cells from all over first: it foretells how much the rest will be.
        ranges = weighted_ranges(cells.first_slot, RUNS)
        for chosen, share in ((ranges[::SAMPLED], SAMPLED), (_others(ranges), 1)):
            _contracted(chosen, cells, rows, most, code, False, threads)
            if share * _bytes_of_arrays(code) > allowed:
                return None
        if int(code.registers.max(initial=0)) >= MOST_REGISTERS:
            return None
        np.cumsum(code.first_triple, out=code.first_triple)
        np.cumsum(code.first_into, out=code.first_into)
        arcs = int(code.first_into[-1])
        code = code._replace(
            triples=np.empty((int(code.first_triple[-1]), 3), np.uint16),
            into_tail=np.empty(arcs, np.uint16),
            into_register=np.empty(arcs, np.uint16),
        )
        _contracted(ranges, cells, rows, most, code, True, threads)
    return code


def _others(ranges: list[Range]) -> list[Range]:
    return [each for k, each in enumerate(ranges) if k % SAMPLED]


def _contracted(
    ranges: list[Range],
    cells: Any,
    rows: Any,
    most: int,
    code: Microcode,
    write: bool,
    threads: Threads,
) -> None:
    """The cells of all ranges; each writes to what is its own."""
    threads.over(lambda begin, end: _contract(begin, end, cells, rows, most, code, write), ranges)


def _bytes_of_arrays(code: Microcode) -> int:
    """Of triples and arcs that were counted."""
    return 6 * int(code.first_triple.sum()) + 4 * int(code.first_into.sum())


@njit(cache=True, nogil=True)
def _contract(
    begin: int, end: int, cells: Any, rows: Any, most: int, code: Any, write: bool
) -> None:
    """Count triples and arcs of the cells begin to end, or write them once there is room.

    register[u, v] : where the cost of arc u → v stands, NOTHING where there is none. Entries, inner
    states and exits of a cell are numbered one after another.
    """
    register = np.zeros((most, most), np.int32)
    into, out = np.zeros(most, np.int64), np.zeros(most, np.int64)
    gone = np.zeros(most, np.uint8)
    for c in range(begin, end):
        entries = cells.first_entry[c + 1] - cells.first_entry[c]
        inner = cells.first_inner[c + 1] - cells.first_inner[c]
        exits = cells.first_exit[c + 1] - cells.first_exit[c]
        states = entries + inner + exits
        register[:states, :states] = NOTHING
        into[:states] = 0
        out[:states] = 0
        gone[:states] = 0
        used = 2
        for q in range(cells.first_slot[c], cells.first_slot[c + 1]):
            for x in range(rows.begin[q], rows.end[q]):
                v = entries + np.int64(cells.exit_place[x])
                for role in range(2):
                    if role == 0:
                        own = np.int64(cells.slot_entry[q])
                    else:
                        own = np.int64(cells.slot_inner[q])
                    u = own if role == 0 else entries + own
                    if own == cells.no_index or u == v:
                        continue
                    if register[u, v] == NOTHING:
                        register[u, v] = used
                        used += 1
                        into[v] += 1
                        out[u] += 1
                    if role == 0:
                        code.as_entry[x] = register[u, v]
                    else:
                        code.as_inner[x] = register[u, v]
        triple, turn = code.first_triple[c], cells.first_inner[c]
        if not write:
            triple = 0
        for _ in range(inner):
            v = -1
            for u in range(entries, entries + inner):
                if not gone[u] and (v < 0 or into[u] * out[u] < into[v] * out[v]):
                    v = u
            gone[v] = 1
            arc = code.first_into[turn]
            for u in range(entries + inner):
                if gone[u] or register[u, v] == NOTHING:
                    continue
                if write:
                    code.into_tail[arc], code.into_register[arc] = u, register[u, v]
                    arc += 1
                else:
                    code.first_into[turn + 1] += 1
                out[u] -= 1
                for w in range(entries, states):
                    if gone[w] or w == u or register[v, w] == NOTHING:
                        continue
                    if register[u, w] == NOTHING:
                        register[u, w] = used
                        used += 1
                        into[w] += 1
                        out[u] += 1
                    if write:
                        code.triples[triple, 0] = register[u, v]
                        code.triples[triple, 1] = register[v, w]
                        code.triples[triple, 2] = register[u, w]
                    triple += 1
            for w in range(entries, states):
                if not gone[w] and register[v, w] != NOTHING:
                    into[w] -= 1
            code.order[turn] = v - entries
            turn += 1
        code.registers[c] = used
        if not write:
            code.first_triple[c + 1] = triple
        at = cells.first_shortcut[c]
        for u in range(entries):
            for w in range(entries + inner, states):
                code.result[at] = register[u, w]
                at += 1


@njit(cache=True, nogil=True)
def run_microcode(
    begin: int, end: int, cells: Any, rows: Any, code: Any, costs: Any, shortcuts: Any, down: Any
) -> int:
    """Fill the matrices of cells begin to end; returns how many triples were worked off.

    costs : uint32, those of the ground. down : of length 0 where it is not asked for.
    """
    memory = np.empty(max(2, code.registers[begin:end].max()), np.uint32)
    for c in range(begin, end):
        first, last = cells.first_slot[c], cells.first_slot[c + 1]
        entries = cells.first_entry[c + 1] - cells.first_entry[c]
        if entries == 0:
            continue
        for k in range(code.registers[c]):
            memory[k] = UNREACHED
        for x in range(np.uint64(rows.begin[first]), np.uint64(rows.end[last - 1])):
            one, other = code.as_entry[x], code.as_inner[x]
            memory[one] = min(memory[one], costs[x])
            memory[other] = min(memory[other], costs[x])
        for t in range(np.uint64(code.first_triple[c]), np.uint64(code.first_triple[c + 1])):
            offer = np.uint32(memory[code.triples[t, 0]] + memory[code.triples[t, 1]])
            target = code.triples[t, 2]
            memory[target] = min(memory[target], offer)
        at, stop = np.uint64(cells.first_shortcut[c]), np.uint64(cells.first_shortcut[c + 1])
        for k in range(at, stop):
            shortcuts[k] = memory[code.result[k]]
        if len(down) > 0:
            _descend(c, np.uint64(entries), cells, code, memory, down)
    return int(code.first_triple[end] - code.first_triple[begin])


@in_place
def _descend(c: int, entries: Any, cells: Any, code: Any, memory: Any, down: Any) -> None:
    """Costs from all entries to inner states, the last to go first."""
    first = np.uint64(cells.first_down[c])
    for turn in range(cells.first_inner[c + 1] - 1, cells.first_inner[c] - 1, -1):
        row = first + np.uint64(code.order[turn]) * entries
        for k in range(entries):
            down[row + k] = UNREACHED
        for arc in range(np.uint64(code.first_into[turn]), np.uint64(code.first_into[turn + 1])):
            tail, cost = np.uint64(code.into_tail[arc]), memory[code.into_register[arc]]
            if tail < entries:
                down[row + tail] = min(down[row + tail], cost)
            elif cost < UNREACHED:
                other = first + (tail - entries) * entries
                for k in range(entries):
                    offer = np.uint32(down[other + k] + cost)
                    down[row + k] = min(down[row + k], offer)
