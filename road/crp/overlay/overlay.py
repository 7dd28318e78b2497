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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from core.progress import Progress, no_progress
from road.crp.overlay.cells import LevelArrays, Parts, find, offsets
from road.crp.overlay.cells import Places as Places
from road.crp.overlay.ground import gathered, sort_steps
from road.crp.overlay.work_partition import WorkPartition
from road.crp.partition.nested import Nested as Nested
from road.crp.partition.nested import NestedLevel as NestedLevel
from road.crp.partition.nested import parents_of
from road.graph import I64, U32, read_only
from road.search.search_graph import SearchGraph

NONE = 2**32 - 1
"""Value that stands where there is no place, cell or state."""


class Rows(NamedTuple):
    """Shortcuts seen from what enters: an entry for each `entry` of a level.

    shortcut : int64; where the row of shortcuts begins in the level's array.
    begin, end : int64; the positions in `leaving` of the states that they lead to.

    Below the lowest level each state is a cell of its own, and its steps are the shortcuts; see
    `OverlayGround`.
    """

    shortcut: I64
    begin: I64
    end: I64


def rows_between(begin: I64, end: I64) -> Rows:
    """Rows whose shortcuts lie where the states that they lead to do."""
    begin = read_only(begin)
    return Rows(begin, begin, read_only(end))


@dataclass(frozen=True, eq=False)
class OverlayGround:
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

    How a cell is put together from what enters the cells of the level below (of states, if this is
    the lowest level), which are called *slots*:

    first_slot : int64, cells + 1; which slots lie in each cell: positions in `entering` below.
    slot_entry : by slot; the place among the cell's entries, `no_index` if it is none.
    slot_inner : by slot; the place among its inner states, `no_index` if it is none.
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
    first_slot: I64
    slot_entry: Places
    slot_inner: Places
    exit_place: Places
    inner_slot: U32

    @property
    def cells(self) -> int:
        return len(self.first_entry) - 1

    @cached_property
    def rows(self) -> Rows:
        """The shortcuts by entry."""
        entries, exits = np.diff(self.first_entry), np.diff(self.first_exit)
        place = np.arange(len(self.entering)) - np.repeat(self.first_entry[:-1], entries)
        shortcut = place * np.repeat(exits, entries)
        shortcut += np.repeat(self.first_shortcut[:-1], entries)
        begin = np.repeat(self.first_exit[:-1], entries)
        end = np.repeat(self.first_exit[1:], entries)
        for array in (shortcut, begin, end):
            array.flags.writeable = False
        return Rows(shortcut, begin, end)

    @property
    def kept(self) -> bool:
        """Whether queries use the level."""
        return not (self.mezzanine or self.phantom)

    @property
    def shortcuts(self) -> int:
        return int(self.first_shortcut[-1])

    @property
    def nbytes(self) -> int:
        """Memory of the arrays."""
        arrays = (value for value in vars(self).values() if isinstance(value, np.ndarray))
        return sum(array.nbytes for array in arrays)

    @property
    def no_index(self) -> int:
        """What stands for none: the largest number of the dtype."""
        return int(np.iinfo(self.slot_inner.dtype).max)


@dataclass(frozen=True, eq=False)
class Overlay:
    """The levels, the lowest first, over the states of a search graph.

    vertex_of_state : uint32, states; the vertex that says in which cell a state lies.
    lowest : uint32, vertices; the cell of the lowest level, of length 0 where there is no level.
    """

    search: SearchGraph
    vertex_of_state: U32
    levels: tuple[OverlayLevel, ...]
    ground: OverlayGround
    lowest: U32

    @property
    def states(self) -> int:
        return self.search.states

    @property
    def nbytes(self) -> int:
        """Memory of the levels."""
        return sum(level.nbytes for level in self.levels) + self.lowest.nbytes

    @cached_property
    def work_partition(self) -> WorkPartition:
        """How threads share the cells on their way down."""
        return WorkPartition(self.levels)

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
    vertex_of_state = search.vertex_of_state
    chosen = [level for level in partition.levels if level.size >= smallest]
    numbers, parents = _numbers(chosen, search.graph.vertices)
    lowest = cell_of_state = np.empty(0, np.uint32)
    if chosen:
        lowest = gathered(numbers[0], chosen[0].cell_of)
        cell_of_state = gathered(lowest, vertex_of_state)
    steps = sort_steps(search, cell_of_state, chosen[0].cells if chosen else 1)
    begin = steps.first_step
    rows = rows_between(begin[:-1], begin[1:])
    ground = OverlayGround(rows, steps.state, steps.head, steps.step)
    first_part = first_slot = steps.first_slot
    parts = Parts(begin, steps.head, steps.slot_of, steps.state)
    levels: list[OverlayLevel] = []
    for k, level in enumerate(chosen):
        cancel.check("the overlay")
        progress(k / len(chosen), f"cells of {level.size}")
        found = find(first_part, first_slot, parts)
        levels.append(_level(level, numbers[k], parents[k], first_slot, found))
        cells = chosen[k + 1].cells if k + 1 < len(chosen) else 0
        first_part = np.searchsorted(parents[k], np.arange(cells + 1))
        first_slot = found.first_entry[first_part]
        parts = Parts(found.first_exit, found.leading, None, found.entering)
    progress(1.0, "overlay")
    return Overlay(search, vertex_of_state, tuple(levels), ground, lowest)


def _numbers(levels: Sequence[NestedLevel], vertices: int) -> tuple[list[U32], list[U32]]:
    """New number by the partition's, and parent by new number, of the cells of all levels."""
    if levels and len(levels[0].cell_of) != vertices:
        raise ParameterError(
            f"a partition of {len(levels[0].cell_of)} vertices; the graph has {vertices}",
            advice="Partition this graph.",
        )
    numbers: list[U32] = []
    parents: list[U32] = []
    for k in reversed(range(len(levels))):
        parent = np.zeros(levels[k].cells, np.uint32)
        if numbers:
            parent = numbers[-1][parents_of(levels[k], levels[k + 1])]
        order = np.argsort(parent, kind="stable")
        number = np.empty(len(order), np.uint32)
        number[order] = np.arange(len(order), dtype=np.uint32)
        numbers.append(number)
        parents.append(parent[order])
    return numbers[::-1], parents[::-1]


def _level(
    level: NestedLevel, number: U32, parent: U32, first_slot: I64, found: LevelArrays
) -> OverlayLevel:
    entries, inner, exits = (
        np.diff(first) for first in (found.first_entry, found.first_inner, found.first_exit)
    )
    made = OverlayLevel(
        size=level.size, mezzanine=level.mezzanine, phantom=level.phantom,
        number=number, parent=parent,
        first_entry=found.first_entry, entering=found.entering,
        first_exit=found.first_exit, leaving=found.leaving,
        first_inner=found.first_inner, inner=found.inner,
        first_shortcut=offsets(entries * exits), first_down=offsets(inner * entries),
        first_slot=first_slot, slot_entry=found.slot_entry, slot_inner=found.slot_inner,
        exit_place=found.exit_place, inner_slot=found.inner_slot,
    )  # fmt: skip
    for value in vars(made).values():
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
    return made
