"""Microinstructions for a device: contraction of the lowest cells, rehearsed and packed in blocks.

Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014,
section 4. Contracting a cell makes the same additions and comparisons whatever the costs; they are
written down as triples of places in the cell's memory, `memory[c] = min(memory[c], memory[a] +
memory[b])`, in layers of triples that can be worked off at the same time. Cells are packed into
blocks whose memories fit fast memory together, and a block's triples are sorted by layer.

Ours differs: a block of at most 1024 places numbers them by 10 bits, so that most triples take 32
bits without a window (SMALL; the paper's form is OFFSET, tried where asked for); costs from entries
to inner states can be worked out by the same code (`down`); triples that nothing depends on are
left out. Which places steps and results have lies in the order of the overlay, so that only blocks
and triples know of the packing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numba import get_num_threads
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from road.crp.customize import CellArrays, cell_arrays
from road.crp.microcode_cells import (
    TOO_LARGE,
    U16,
    Forms,
    Piece,
    PlacesOf,
    Room,
    code_cells,
    room_for,
)
from road.crp.microcode_contract import Borders
from road.crp.microcode_pack import BLOCK, Packed, pack
from road.crp.microcode_words import FULL, MOST_PLACES, OFFSET, REACH, SMALL, Reach
from road.crp.overlay import Nested, Overlay
from road.graph import U32

FORMS = (SMALL, FULL)
"""Those tried, the first that fits being taken; FULL is always the last."""

ATTEMPTS = 4
"""How often places are shuffled to make a cell's triples fit OFFSET."""

BLOCK_PLACES = 2048
"""Memory of a block: more of them run side by side where it is small."""

PIECES_A_THREAD = 16
"""So that all threads end together."""

FIRST_TRIPLES = 1 << 12
"""Room for a cell's triples before it is known how many there are."""


@dataclass(frozen=True, eq=False)
class PackedMicrocode:
    """Code for all cells of the lowest level. All arrays are contiguous and read-only.

    size : of the level's cells.
    blocks : BLOCK, blocks; those of one form follow each other, the deepest first.
    cells : uint32, (cells, 7), by block; columns as CELL_COLUMNS says.
    layer_size : uint16; triples of each layer of each block.
    words : uint32; triples of SMALL and OFFSET blocks. full : uint16, (n, 3); of FULL blocks.
    more_step, more_place : uint32, uint16, by block; steps whose costs go to places that other
        steps have already (vertices as states, or parallel arcs).
    step_place : uint16, by position in the ground; shortcut_place : uint16, shortcuts; down_place :
        uint16, of length 0 unless asked for. Places within their cell's memory, NO_PLACE where
        there is none.
    """

    size: int
    blocks: NDArray[Any]
    cells: U32
    layer_size: U16
    words: U32
    full: U16
    more_step: U32
    more_place: U16
    step_place: U16
    shortcut_place: U16
    down_place: U16

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

    def cells_of_form(self, form: int) -> int:
        """How many cells have triples of one form."""
        own = self.blocks[self.blocks["form"] == form]
        return int((own["cell_end"] - own["first_cell"]).sum())


def packed_microcode(
    overlay: Overlay,
    partition: Nested | None = None,
    *,
    memory_places: int = BLOCK_PLACES,
    down: bool = False,
    forms: Sequence[int] = FORMS,
    reach: Reach = REACH,
    cancel: Cancel = NEVER,
) -> PackedMicrocode:
    """Code for the lowest level of an overlay.

    partition : that of the overlay; its smaller cells tell in which order states go, which saves a
        third of the triples. memory_places : of a block; a cell that needs more has its own block.
    down : work out the costs from entries to inner states too. reach : what OFFSET can tell.

    Raises ParameterError where a cell needs more than MOST_PLACES; CancelledError.
    """
    if not overlay.levels:
        raise ParameterError("microcode of no level", advice="Partition into smaller cells.")
    level = overlay.levels[0]
    found = PlacesOf(
        np.empty(len(overlay.ground.step), np.uint16),
        np.empty(level.shortcuts, np.uint16),
        np.empty(int(level.first_down[-1]) if down else 0, np.uint16),
    )
    tried = Forms(int(SMALL in forms), ATTEMPTS if OFFSET in forms else 0, reach)
    work = _Work(overlay, _borders(overlay, partition), found, tried, cancel)
    with ThreadPoolExecutor(get_num_threads()) as threads:
        pieces = [piece for made in threads.map(work.pieces, work.ranges()) for piece in made]
        cancel.check("the microcode")
        rows = overlay.ground.rows
        packed = pack(pieces, work.cells, rows, memory_places, down, threads)
    return _sealed(level.size, packed, found)


def _sealed(size: int, packed: Packed, found: PlacesOf) -> PackedMicrocode:
    code = PackedMicrocode(size, *packed, *found)
    for field in fields(code):
        value = getattr(code, field.name)
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
    return code


def _borders(overlay: Overlay, partition: Nested | None) -> Borders:
    """Cells of the levels of the partition below the overlay's lowest."""
    size = overlay.levels[0].size
    below = [level.cell_of for level in partition.levels if level.size < size] if partition else []
    cell_of = np.empty((len(below), overlay.search.graph.vertices), np.uint32)
    for level, cells in enumerate(below):
        cell_of[level] = cells
    ground = overlay.ground
    return Borders(ground.entering, ground.leaving, overlay.vertex_of_state, cell_of)


class _Work:
    """Cells to be coded, dealt out to threads."""

    def __init__(
        self, overlay: Overlay, borders: Borders, found: PlacesOf, forms: Forms, cancel: Cancel
    ) -> None:
        self._overlay, self._borders = overlay, borders
        self._found, self._forms, self._cancel = found, forms, cancel
        self.cells: CellArrays = cell_arrays(overlay.levels[0])
        cells, rows = self.cells, overlay.ground.rows
        entries, inner, exits = (
            np.diff(first) for first in (cells.first_entry, cells.first_inner, cells.first_exit)
        )
        offsets = np.append(rows.begin, rows.end[-1:])
        steps = np.diff(offsets[cells.first_slot]) if len(offsets) else np.zeros(1, np.int64)
        self._most = (
            int((entries + inner + exits).max()),
            int(steps.max()),
            int((entries * (inner + exits)).max()),
        )

    def ranges(self) -> list[tuple[int, int]]:
        """Runs of cells with about the same number of states."""
        weight = self.cells.first_slot
        wanted = get_num_threads() * PIECES_A_THREAD
        edges = np.searchsorted(weight, np.linspace(0, int(weight[-1]), wanted + 1))
        edges[0], edges[-1] = 0, len(weight) - 1
        edges = np.unique(edges)
        return list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))

    def pieces(self, cells: tuple[int, int]) -> list[Piece]:
        """A run of cells, in more than one piece where room has to be made."""
        return list(self._pieces(*cells))

    def _pieces(self, begin: int, end: int) -> Iterator[Piece]:
        room, triples = self._room(FIRST_TRIPLES), FIRST_TRIPLES
        rows = self._overlay.ground.rows
        while begin < end and not self._cancel.requested:
            made, needed = code_cells(
                begin, end, self.cells, rows, self._borders, room, self._found, self._forms
            )
            yield Piece(*made)
            begin = made.end
            if needed == TOO_LARGE:
                raise ParameterError(
                    f"a cell of {self._overlay.levels[0].size} whose contraction takes more than "
                    f"{MOST_PLACES} places",
                    advice="Begin with smaller cells.",
                )
            if needed:
                triples = max(needed, 2 * triples)
                room = self._room(triples)

    def _room(self, triples: int) -> Room:
        return room_for(*self._most, triples)
