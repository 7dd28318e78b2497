"""The multilevel overlay: which states enter and leave each cell of a nested partition.

Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014,
after Delling, Goldberg, Pajor, Werneck, "Customizable route planning", SEA 2011. It depends on the
steps of a `SearchGraph` and on the partition only, not on any cost.

**States in cells.** A state lies in the cell of the vertex to which it leads (`far_vertex` of its
arc, or the vertex itself). A state *enters* a cell if it lies inside and a step from outside leads
to it; it *leaves* a cell if it lies outside and a step from inside leads to it. On the edge-based
view both are arcs across the boundary, so that the turns onto and off them lie within one cell or
the other and turn costs and restrictions hold; what leaves a cell is just what enters the next.
That is where ours differs: shortcuts run from what enters to what leaves, the last step across the
boundary included, and the overlay has no boundary arcs besides, nothing to concatenate.

Cells of a level are numbered so that those within one cell of the level above are consecutive.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from core.progress import Progress, no_progress
from road.crp import overlay_cells
from road.crp.overlay_deal import Deal
from road.graph import I64, U32
from road.search_graph import SearchGraph
from road.sorting import rows_of

NONE = 2**32 - 1
"""Stands where there is no place, cell or state."""

Places = NDArray[np.uint16] | NDArray[np.uint32]
"""Places within a cell; uint16 unless a cell of the level has more than 65,534."""


class NestedLevel(Protocol):
    """A level of a partition; see `road.crp.partition`."""

    @property
    def size(self) -> int: ...
    @property
    def cells(self) -> int: ...
    @property
    def cell_of(self) -> U32: ...
    @property
    def mezzanine(self) -> bool: ...
    @property
    def phantom(self) -> bool: ...


class Nested(Protocol):
    """Levels, the lowest first; each cell lies within one cell of the next level."""

    @property
    def levels(self) -> Sequence[NestedLevel]: ...


class Rows(NamedTuple):
    """Shortcuts seen from what enters: an entry for each `entry` of a level.

    shortcut : int64; where the row of shortcuts begins in the level's array.
    begin, end : int64; the positions in `leaving` of the states that they lead to.

    Below the lowest level each state is a cell of its own, and its steps are the shortcuts; see
    `Ground`.
    """

    shortcut: I64
    begin: I64
    end: I64


@dataclass(frozen=True, eq=False)
class Ground:
    """What the lowest level is put together from: states and steps, in the order of its cells.

    rows : by position in `entering`; `shortcut` and `begin` are the same.
    entering : uint32, states, each once. leaving : uint32, steps; their heads.
    step : uint32, steps; their numbers in the search graph.
    """

    rows: Rows
    entering: U32
    leaving: U32
    step: U32


@dataclass(frozen=True, eq=False)
class OverlayLevel:
    """Cells of one level. Offsets are int64, one more than there are cells; all is read-only.

    size, mezzanine, phantom : as in the partition.
    number : uint32, by the partition's number of a cell; the cell's number here.
    parent : uint32, cells; the cell of the level above, 0 on the top level.
    first_entry, entering : states that enter each cell.
    first_exit, leaving : states that leave each cell.
    first_inner, inner : states that enter a cell of the level below from inside this one. (Where
        states are vertices, some of them enter this cell as well.)
    first_shortcut : shortcuts of cell c are a matrix (entries, exits) in rows by entry, from
        first_shortcut[c] on.
    first_down : the cell's matrix (inner, entries) in rows by inner state: from what enters the
        cell to the states inside, by ways whose last step crosses between cells of the level below.
    rows : the shortcuts by entry.

    How a cell is put together from what enters the cells of the level below (of states, if this is
    the lowest level), which are called *slots*:

    first_slot : int64, cells + 1; which slots lie in each cell: positions in `entering` below.
    slot_entry : by slot; the place among the cell's entries, `no_place` if it is none.
    slot_inner : by slot; the place among its inner states, `no_place` if it is none.
    exit_place : by position in `leaving` below; the place among the cell's inner states, or their
        number plus the place among its exits.
    inner_slot : uint32, inner; the slot of each inner state.
    """

    size: int
    mezzanine: bool
    phantom: bool
    number: U32
    parent: U32
    first_entry: I64
    entering: U32
    first_exit: I64
    leaving: U32
    first_inner: I64
    inner: U32
    first_shortcut: I64
    first_down: I64
    rows: Rows
    first_slot: I64
    slot_entry: Places
    slot_inner: Places
    exit_place: Places
    inner_slot: U32

    @property
    def cells(self) -> int:
        return len(self.first_entry) - 1

    @property
    def kept(self) -> bool:
        """Whether queries use the level."""
        return not (self.mezzanine or self.phantom)

    @property
    def shortcuts(self) -> int:
        return int(self.first_shortcut[-1])

    @property
    def no_place(self) -> int:
        """What stands for no place: the largest number of the dtype."""
        return int(np.iinfo(self.slot_inner.dtype).max)


@dataclass(frozen=True, eq=False)
class Overlay:
    """The levels, the lowest first, over the states of a search graph.

    vertex_of_state : uint32, states; the vertex that says in which cell a state lies.
    cells_of : uint32, vertices, for each kept level; the cell's number here.
    lowest : uint32, vertices; the cell of the lowest level, of length 0 where there is no level.
    """

    search: SearchGraph
    vertex_of_state: U32
    levels: tuple[OverlayLevel, ...]
    ground: Ground
    cells_of: tuple[U32, ...]
    lowest: U32

    @property
    def states(self) -> int:
        return self.search.states

    @property
    def nbytes(self) -> int:
        """Memory of the levels."""
        return sum(_bytes(level) for level in self.levels) + sum(
            c.nbytes for c in (*self.cells_of, self.lowest)
        )

    @cached_property
    def deal(self) -> Deal:
        """How threads share the cells."""
        return Deal(self.levels)

    def cells_around(self, states: NDArray[np.int64]) -> list[U32]:
        """For each level the cells, each once, in which these states lie."""
        if not self.levels:
            return []
        found = [np.unique(self.lowest[self.vertex_of_state[states]])]
        for level in self.levels[:-1]:
            found.append(np.unique(level.parent[found[-1]]))
        return found

    def fits(self, search: SearchGraph) -> bool:
        """Whether a search graph has the same steps, so that its costs can be customized."""
        own = self.search
        return search.head is own.head and search.first_out is own.first_out

    def rows_below(self, level: int) -> tuple[Rows, U32]:
        """(rows, leaving) of what a level is put together from."""
        if level == 0:
            return self.ground.rows, self.ground.leaving
        below = self.levels[level - 1]
        return below.rows, below.leaving


def overlay_of(
    search: SearchGraph,
    partition: Nested,
    *,
    smallest: int = 0,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> Overlay:
    """The overlay of a partition of the graph's vertices.

    smallest : levels of smaller cells are left out.

    Raises ParameterError for partitions of other graphs or not nested; CancelledError.
    """
    vertex_of_state = _vertex_of_state(search)
    chosen = [level for level in partition.levels if level.size >= smallest]
    numbers, parents = _numbers(chosen, search.graph.vertices)
    lowest: U32 = np.empty(0, np.uint32)
    if chosen:
        lowest = numbers[0][chosen[0].cell_of]
    first_slot, ground = _ground(search, lowest[vertex_of_state] if len(lowest) else lowest)
    levels: list[OverlayLevel] = []
    kept: list[U32] = []
    for k, level in enumerate(chosen):
        cancel.check("the overlay")
        progress(k / len(chosen), f"cells of {level.size}")
        cell_of_vertex = numbers[k][level.cell_of]
        below: Ground | OverlayLevel = ground
        if levels:
            below = levels[-1]
            inside = np.searchsorted(levels[-1].parent, np.arange(level.cells + 1))
            first_slot = levels[-1].first_entry[inside]
        cells = (cell_of_vertex[vertex_of_state], numbers[k], parents[k])
        levels.append(_level(level, cells, first_slot, below))
        if levels[-1].kept:
            kept.append(cell_of_vertex)
    progress(1.0, "overlay")
    return Overlay(search, vertex_of_state, tuple(levels), ground, tuple(kept), lowest)


def _ground(search: SearchGraph, cell: U32) -> tuple[I64, Ground]:
    """Offsets of the lowest cells, and what they are put together from.

    cell : uint32, states; of length 0 where there is no level.
    """
    cells = int(cell.max(initial=0)) + 1
    first_slot, order = rows_of(cell, cells)
    first = search.first_out[order]
    degrees = search.first_out[order.astype(np.int64) + 1] - first
    begin = _offsets(degrees)
    steps = np.repeat(first - begin[:-1], degrees) + np.arange(begin[-1])
    rows = Rows(begin[:-1], begin[:-1], begin[1:])
    return first_slot, Ground(rows, order, search.head[steps], steps.astype(np.uint32))


def _vertex_of_state(search: SearchGraph) -> U32:
    if search.arc_of_state is None:
        return np.arange(search.states, dtype=np.uint32)
    return search.far_vertex[search.arc_of_state]


def _numbers(levels: Sequence[NestedLevel], vertices: int) -> tuple[list[U32], list[U32]]:
    """New number by the partition's, and parent by new number, of the cells of all levels."""
    numbers: list[U32] = []
    parents: list[U32] = []
    above: U32 | None = None
    for level in reversed(levels):
        if len(level.cell_of) != vertices:
            raise ParameterError(
                f"a partition of {len(level.cell_of)} vertices; the graph has {vertices}",
                advice="Partition this graph.",
            )
        parent = np.zeros(level.cells, np.uint32)
        if above is not None:
            parent[level.cell_of] = above
            if (parent[level.cell_of] != above).any():
                raise ParameterError(
                    f"cells of {level.size} that lie in two larger ones",
                    advice="Give a nested partition.",
                )
        order = np.argsort(parent, kind="stable")
        number = np.empty(level.cells, np.uint32)
        number[order] = np.arange(level.cells, dtype=np.uint32)
        numbers.append(number)
        parents.append(parent[order])
        above = number[level.cell_of]
    return numbers[::-1], parents[::-1]


def _level(
    level: NestedLevel,
    cells: tuple[U32, U32, U32],
    first_slot: I64,
    below: Ground | OverlayLevel,
) -> OverlayLevel:
    cell, number, parent = cells
    entering_below, leaving_below = below.entering, below.leaving
    slots = (first_slot, entering_below, below.rows, leaving_below, cell)
    enters, counts = overlay_cells.count(*slots)
    firsts: Any = [_offsets(counts[:, column]) for column in range(3)]
    entries, inner_count, exits = (np.diff(first) for first in firsts)
    most = int((inner_count + np.maximum(exits, entries)).max(initial=0))
    kind: Any = np.uint16 if most < np.iinfo(np.uint16).max else np.uint32
    states: Any = [np.empty(int(first[-1]), np.uint32) for first in firsts]
    inner_slot = np.empty_like(states[1])
    slot_entry = np.full(len(entering_below), np.iinfo(kind).max, kind)
    slot_inner = slot_entry.copy()
    exit_place = np.empty(len(leaving_below), kind)
    found: Any = (*slots, enters, *firsts, *states, slot_entry, slot_inner, exit_place, inner_slot)
    overlay_cells.fill(*found)
    first_shortcut = _offsets(entries * exits)
    cell_of_entry = np.repeat(np.arange(level.cells), entries)
    place = np.arange(len(cell_of_entry)) - firsts[0][cell_of_entry]
    level_rows = Rows(
        first_shortcut[cell_of_entry] + place * exits[cell_of_entry],
        firsts[2][cell_of_entry],
        firsts[2][cell_of_entry + 1],
    )
    made = OverlayLevel(
        size=level.size, mezzanine=level.mezzanine, phantom=level.phantom,
        number=number, parent=parent,
        first_entry=firsts[0], entering=states[0], first_exit=firsts[2], leaving=states[2],
        first_inner=firsts[1], inner=states[1],
        first_shortcut=first_shortcut, first_down=_offsets(inner_count * entries),
        rows=level_rows, first_slot=first_slot, slot_entry=slot_entry,
        slot_inner=slot_inner, exit_place=exit_place, inner_slot=inner_slot,
    )  # fmt: skip
    _seal(made)
    return made


def _offsets(counts: NDArray[np.int64]) -> I64:
    first = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=first[1:])
    return first


def _arrays(level: OverlayLevel) -> list[NDArray[Any]]:
    values = [*vars(level).values(), *level.rows]
    return [value for value in values if isinstance(value, np.ndarray)]


def _seal(level: OverlayLevel) -> None:
    for array in _arrays(level):
        array.flags.writeable = False


def _bytes(level: OverlayLevel) -> int:
    return sum(array.nbytes for array in _arrays(level))
