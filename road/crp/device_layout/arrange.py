"""The overlay as flat arrays of arcs, classified as in the paper: what goes to a device as it is.

Source: Delling, Kobitzsch, Werneck 2014, section 3. For each cell there are four kinds of arcs, all
of them shortcuts of the level below (on the lowest level: steps, in the order of `Ground`):

- *mapping*: from an entry to an exit; copied into the level's shortcuts,
- *init*: from an entry to an inner state; copied into the cell's distances,
- *inner*: between inner states; what Bellman-Ford runs on,
- *collection*: from an inner state to an exit.

The distances of a cell are a matrix (inner, entries): inner state v, entry k at v · entries + k.
Where states are vertices, parallel arcs make several init or mapping arcs with the same target,
which must be lowered to the least of them; on the edge-based view targets differ.

Cells stay numbered as in the overlay, so that a level's shortcuts lie as on the CPU; `order` and
`first_cell` say which cells a block of threads works on together.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from core.errors import ParameterError
from core.parallel.threads import weighted_parallel_for
from road.crp.device_layout import arrange_arcs
from road.crp.overlay.cells import offsets
from road.crp.overlay.overlay import Overlay, OverlayLevel, Places
from road.graph import I64, U8, U32, read_only

SHARED_BYTES = 96 * 1024
"""Bytes of shared memory of a thread block; two blocks fit an H200's multiprocessor."""


@dataclass(frozen=True, eq=False)
class ArrangedLevel:
    """Arcs and blocks of one level; all arrays are contiguous and read-only.

    entries, inner, exits : uint32, cells; how many each has.
    first_shortcut : int64, cells + 1; shortcuts (entries, exits) of a cell, in rows by entry.
    first_down : int64, cells + 1; the matrix (inner, entries) in the array `down`, if it is kept.
    first_inner, first_exit : int64, cells + 1; rows of the arrays below that belong to a cell.
    first_mapping, first_init : int64, cells + 1.
    mapping_from, init_from : uint32; position in the shortcuts of the level below.
    mapping_to : uint32; position in the cell's shortcuts.
    init_to : uint32; position in the cell's distances.
    first_inner_arc : uint32, all inner states + 1; arcs into each, sorted by it.
    inner_from : uint32, as above. inner_tail : uint16 or uint32; place of the inner state that the
        arc comes from.
    first_collection : uint32, all exits + 1; arcs into each, sorted by it.
    collection_from : uint32. collection_tail : uint16 or uint32; as inner_tail.
    order : uint32, cells, sorted by number of entries, the most first.
    first_cell : uint32, blocks + 1; cells of block b are order[first_cell[b] : first_cell[b + 1]].
        Those of a block have the same number of entries, and fit shared memory together.
    shared_bytes : uint32, cells; 4 for each distance, 6 for each arc of the larger of inner and
        collection graph, 4 for each row of it.
    local : uint8, cells; 1 where the cell fits shared memory and all places and arcs 16 bits.
    """

    entries: U32
    inner: U32
    exits: U32
    first_shortcut: I64
    first_down: I64
    first_inner: I64
    first_exit: I64
    first_mapping: I64
    mapping_from: U32
    mapping_to: U32
    first_init: I64
    init_from: U32
    init_to: U32
    first_inner_arc: U32
    inner_from: U32
    inner_tail: Places
    first_collection: U32
    collection_from: U32
    collection_tail: Places
    order: U32
    first_cell: U32
    shared_bytes: U32
    local: U8

    @property
    def cells(self) -> int:
        return len(self.entries)

    @property
    def nbytes(self) -> int:
        return sum(getattr(self, field.name).nbytes for field in fields(self))


def arrange_level(
    overlay: Overlay, number: int, *, shared_bytes: int = SHARED_BYTES
) -> ArrangedLevel:
    """The arcs of one level. Raises ParameterError for 2**32 shortcuts or more on a level."""
    level = overlay.levels[number]
    below = overlay.levels[number - 1].shortcuts if number else len(overlay.search.head)
    if max(below, level.shortcuts) >= 1 << 32:
        raise ParameterError(
            f"{max(below, level.shortcuts)} shortcuts on a level",
            advice="Choose more levels of cells.",
        )
    return _level(overlay, number, level, shared_bytes)


def _level(overlay: Overlay, number: int, level: OverlayLevel, shared_bytes: int) -> ArrangedLevel:
    cells = _cells(overlay, number)
    counts = np.zeros((level.cells, 2), np.int64)
    into_inner, into_exit = (
        np.zeros(len(states), np.int64) for states in (level.inner, level.leaving)
    )
    work = cells.part_shortcut[cells.first_part]
    weighted_parallel_for(
        lambda begin, end: arrange_arcs.count(begin, end, cells, counts, into_inner, into_exit),
        work,
    )
    firsts: Any = [offsets(n) for n in (counts[:, 0], counts[:, 1], into_inner, into_exit)]
    first_mapping, first_init, first_inner_arc, first_collection = firsts
    kind: Any = level.exit_place.dtype
    totals = [int(first[-1]) for first in firsts]
    columns: Any = [np.empty(total, np.uint32) for total in totals]
    mapping_to, init_to = (np.empty(total, np.uint32) for total in totals[:2])
    inner_tail, collection_tail = (np.empty(total, kind) for total in totals[2:])
    targets: Any = mapping_to, init_to, inner_tail, collection_tail
    arcs = arrange_arcs.Arcs(*firsts, *columns, *targets)
    ahead = first_inner_arc[:-1].copy(), first_collection[:-1].copy()
    weighted_parallel_for(
        lambda begin, end: arrange_arcs.fill(begin, end, cells, arcs, *ahead), work
    )
    entries, inner, exits = (
        np.diff(first).astype(np.uint32)
        for first in (level.first_entry, level.first_inner, level.first_exit)
    )
    inner_arcs = np.diff(first_inner_arc[level.first_inner])
    collection = np.diff(first_collection[level.first_exit])
    most = np.maximum(inner_arcs, collection)
    places = inner.astype(np.int64) * entries
    needed = 4 * places + 6 * most + 4 * (np.maximum(inner, exits) + 1)
    local = (needed <= shared_bytes) & (most < 1 << 16) & (inner + exits < (1 << 16) - 1)
    order = np.argsort(-entries.astype(np.int64), kind="stable").astype(np.uint32)
    first_cell = arrange_arcs.pack(order, entries, needed, shared_bytes)
    arranged = ArrangedLevel(
        entries=entries, inner=inner, exits=exits,
        first_shortcut=level.first_shortcut, first_down=level.first_down,
        first_inner=level.first_inner, first_exit=level.first_exit,
        first_mapping=first_mapping, mapping_from=columns[0], mapping_to=mapping_to,
        first_init=first_init, init_from=columns[1], init_to=init_to,
        first_inner_arc=first_inner_arc.astype(np.uint32), inner_from=columns[2],
        inner_tail=inner_tail, first_collection=first_collection.astype(np.uint32),
        collection_from=columns[3], collection_tail=collection_tail,
        order=order, first_cell=first_cell,
        shared_bytes=np.minimum(needed, (1 << 32) - 1).astype(np.uint32),
        local=local.astype(np.uint8),
    )  # fmt: skip
    for field in fields(arranged):
        getattr(arranged, field.name).flags.writeable = False
    return arranged


def _cells(overlay: Overlay, number: int) -> arrange_arcs.ArrangedCells:
    """A level as the kernels see it."""
    level = overlay.levels[number]
    if number:
        below = overlay.levels[number - 1]
        first_part: I64 = np.searchsorted(below.parent, np.arange(level.cells + 1))
        parts = below.first_entry, below.first_exit, below.first_shortcut
    else:
        first_part, steps = level.first_slot, overlay.ground.rows.begin
        steps = np.append(steps, len(overlay.ground.step))
        parts = np.arange(len(steps)), steps, steps
    arrays: Any = (
        first_part, *parts, level.slot_entry, level.slot_inner, level.exit_place,
        level.first_entry, level.first_inner, level.first_exit,
    )  # fmt: skip
    arrays = (*map(read_only, arrays), level.no_index)
    return arrange_arcs.ArrangedCells(*arrays)
