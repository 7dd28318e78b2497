"""Packed microcode worked off on the CPU, block by block: what the device's kernel does.

Memory that nobody wrote holds zeros, so that whoever reads it makes results too low.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
from numba import njit

from core.times import UNREACHED
from experiments.microinstructions.cells import NO_REGISTER
from experiments.microinstructions.code import PackedMicrocode
from experiments.microinstructions.words import FULL, FULL_MARK, registers_of
from road.graph import U32


def run_packed(code: PackedMicrocode, costs: U32) -> tuple[U32, U32]:
    """(shortcuts, down) of the level; `down` is of length 0 unless the code tells it.

    costs : uint32, by position in the ground.
    """
    shortcuts = np.full(len(code.shortcut_register), UNREACHED, np.uint32)
    down = np.full(len(code.down_register), UNREACHED, np.uint32)
    run: Any = _run_block
    values = [getattr(code, field.name) for field in fields(code)]
    own = [value for value in values if isinstance(value, np.ndarray)]
    for block in range(len(code.blocks)):
        run(block, *own, costs, shortcuts, down)
    return shortcuts, down


@njit(cache=True, nogil=True)
def _run_block(
    block: int,
    blocks: Any,
    cells: Any,
    layer_size: Any,
    words: Any,
    full: Any,
    more_step: Any,
    more_register: Any,
    step_register: Any,
    shortcut_register: Any,
    down_register: Any,
    costs: Any,
    shortcuts: Any,
    down: Any,
) -> None:
    own = blocks[block]
    more = own["first_more"] < own["more_end"]
    memory = np.full(own["registers"], UNREACHED if more else 0, np.uint32)
    begin = 0
    for k in range(own["first_cell"], own["cell_end"]):
        for i in range(begin, cells[k, 1]):
            x = np.uint32(i + cells[k, 0])
            if step_register[x] != NO_REGISTER:
                memory[cells[k, 6] + step_register[x]] = costs[x]
        begin = cells[k, 1]
    for k in range(own["first_more"], own["more_end"]):
        register = more_register[k]
        memory[register] = min(memory[register], costs[more_step[k]])
    first = np.int64(own["first_triple"])
    for number in range(own["first_layer"], own["layer_end"]):
        last = first + np.int64(layer_size[number])
        _run_layer(own["form"], words, full, first, last, memory)
        first = last
    for column, register, results in ((2, shortcut_register, shortcuts), (4, down_register, down)):
        begin = 0
        for k in range(own["first_cell"], own["cell_end"]):
            for i in range(begin, cells[k, column + 1]):
                x = np.uint32(i + cells[k, column])
                if register[x] != NO_REGISTER:
                    results[x] = memory[cells[k, 6] + register[x]]
            begin = cells[k, column + 1]


@njit(cache=True, nogil=True)
def _run_layer(form: int, words: Any, full: Any, first: Any, last: Any, memory: Any) -> None:
    """All triples of a layer read before any of them writes."""
    offers, targets = np.empty(last - first, np.uint32), np.empty(last - first, np.int64)
    for i in range(first, last):
        if form == FULL:
            a, b, c = np.int64(full[i, 0]), np.int64(full[i, 1]), np.int64(full[i, 2])
            mark, c = c & FULL_MARK, c & (FULL_MARK - 1)
        else:
            a, b, c, mark = registers_of(words[i])
        known = np.uint32(UNREACHED) if mark else memory[c]
        offers[i - first] = min(known, np.uint32(memory[a] + memory[b]))
        targets[i - first] = c
    for k in range(last - first):
        memory[targets[k]] = offers[k]
