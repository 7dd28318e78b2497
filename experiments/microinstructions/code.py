"""Microinstructions for a device: symbolic contraction of the lowest cells, packed in blocks.

Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014,
section 4. Contracting a cell makes the same additions and comparisons whatever the costs; they are
written down as triples of registers in the cell's memory, `memory[c] = min(memory[c], memory[a] +
memory[b])`, in layers of triples that can be worked off at the same time. Cells are packed into
blocks whose memories fit shared memory together, and a block's triples are sorted by layer.

Ours differs: a block of at most 1024 registers numbers them by 10 bits, so that most triples take
32 bits without a window (SMALL); costs from
entries to inner states can be worked out by the same code (`down`); triples that nothing depends on
are left out. Which registers steps and results have lies in the order of the overlay, so that only
blocks and triples know of the packing.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from core.parallel.ranges import weighted_ranges
from core.parallel.threads import Threads
from experiments.microinstructions.cells import U16, CellCoder, Piece, RegistersOf
from experiments.microinstructions.contract import LowestCells
from experiments.microinstructions.pack import Packed, pack
from experiments.microinstructions.words import SMALL_REGISTERS
from road.crp.overlay.overlay import Nested, Overlay
from road.graph import U32, read_only

BLOCK_REGISTERS = 2048
"""Registers of a block: more blocks run side by side where they are few."""

PIECES_A_THREAD = 16
"""Pieces of work per thread, so many that all threads end together."""


@dataclass(frozen=True, eq=False)
class PackedMicrocode:
    """Code for all cells of the lowest level. All arrays are contiguous and read-only.

    size : of the level's cells. tells_down : whether costs to inner states are worked out.
    blocks : BLOCK, blocks; those of one form follow each other, the deepest first.
    cells : uint32, (cells, 7), by block; columns as CELL_COLUMNS says.
    layer_size : uint16; triples of each layer of each block.
    words : uint32; triples of SMALL blocks. full : uint16, (n, 3); of FULL blocks.
    more_step, more_register : uint32, uint16, by block; steps whose costs go to registers that
        other steps have already (vertices as states, or parallel arcs).
    step_register : uint16, by position in the ground; shortcut_register : uint16, shortcuts;
        down_register : uint16, of length 0 unless asked for. Registers within their cell's
        memory, NO_REGISTER where there is none.
    """

    size: int
    tells_down: bool
    blocks: Any
    cells: U32
    layer_size: U16
    words: U32
    full: U16
    more_step: U32
    more_register: U16
    step_register: U16
    shortcut_register: U16
    down_register: U16

    @property
    def triples(self) -> int:
        return len(self.words) + len(self.full)

    @property
    def nbytes(self) -> int:
        return sum(
            value.nbytes
            for value in (getattr(self, field.name) for field in fields(self))
            if isinstance(value, np.ndarray)
        )


def packed_microcode(
    overlay: Overlay,
    partition: Nested | None = None,
    *,
    memory_registers: int = BLOCK_REGISTERS,
    down: bool = False,
    small: bool = True,
    cancel: Cancel = NEVER,
) -> PackedMicrocode:
    """Code for the lowest level of an overlay.

    partition : that of the overlay; its smaller cells tell in which order states go, which saves a
        third of the triples. memory_registers : of a block; a cell that needs more has its
        own block.
    down : work out the costs from entries to inner states too. small : whether SMALL is tried.

    Raises ParameterError where a cell is too large (`CellCoder`); CancelledError.
    """
    if not overlay.levels:
        raise ParameterError("microcode of no level", advice="Partition into smaller cells.")
    level, ground = overlay.levels[0], overlay.ground
    if level.slot_inner.dtype != np.uint16:
        raise ParameterError("cells too large for microcode", advice="Begin with smaller cells.")
    cells = lowest_cells(overlay, partition)
    found = RegistersOf(
        np.empty(len(ground.step), np.uint16),
        np.empty(level.shortcuts, np.uint16),
        np.empty(int(level.first_down[-1]) if down else 0, np.uint16),
    )
    small_registers = SMALL_REGISTERS if small else -1

    def work(begin: int, end: int) -> list[Piece]:
        return list(CellCoder(cells, found, small_registers).pieces(begin, end, cancel))

    with Threads() as threads:
        ranges = weighted_ranges(cells.first_slot, PIECES_A_THREAD * threads.count)
        pieces = [piece for made in threads.over(work, ranges) for piece in made]
        cancel.check("the microcode")
        packed = pack(pieces, cells, memory_registers, down, threads)
    return _sealed(level.size, down, packed, found)


def lowest_cells(overlay: Overlay, partition: Nested | None) -> LowestCells:
    """The lowest level with its ground and the levels of the partition below it."""
    level, ground = overlay.levels[0], overlay.ground
    below = [lower for lower in partition.levels if lower.size < level.size] if partition else []
    border = np.empty((len(below), overlay.search.graph.vertices), np.uint32)
    for row, lower in zip(border, below, strict=True):
        row[:] = lower.cell_of
    begin, end = ground.rows.begin, ground.rows.end
    arrays: list[Any] = [
        level.first_slot, level.first_entry, level.first_inner, level.first_exit,
        level.first_shortcut, level.first_down, level.slot_entry, level.slot_inner,
        level.exit_place, np.append(begin, end[-1:])[level.first_slot], begin, end,
        ground.entering, ground.leaving, overlay.vertex_of_state, border,
    ]  # fmt: skip
    return LowestCells(*map(read_only, arrays))


def _sealed(size: int, down: bool, packed: Packed, found: RegistersOf) -> PackedMicrocode:
    code = PackedMicrocode(size, down, *packed, *found)
    for field in fields(code):
        value = getattr(code, field.name)
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
    return code
