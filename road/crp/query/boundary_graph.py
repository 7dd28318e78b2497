"""What searches between two places read: the kept levels by their boundary.

A *boundary state* is one that enters a cell of the lowest kept level. Searches meet only these, and
the other states of the lowest cells in which a way begins or ends. Boundary states are numbered so
that those which leave the largest cells come first, and those which leave one cell side by side:
what a search looks at when it leaves a cell lies in few cache lines. Other states have numbers from
the count of boundary states on, by their place in their lowest cell; a query adds where it put the
cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.sorting import rows_of
from core.parallel.threads import weighted_parallel_for
from road.crp.customization.customize import Customized
from road.crp.overlay.ground import gathered
from road.crp.overlay.overlay import NONE, Overlay
from road.crp.query.levels import QueryGraph
from road.graph import I64, U32, read_only


class Boundary(NamedTuple):
    """Cells, entries and exits are numbered through all kept levels, the lowest first.

    number : uint32, states; see the module's text. state : uint32, boundary states.
    cell : uint32, boundary states; the lowest cell of each.
    first_row, entry : int64, kept levels; uint32. Boundary state i enters a cell of level k at
    position
        entry[first_row[k] + i] of `entering`.
    first_place, place : int64, boundary states + 1; uint32, positions in `leaving` of each boundary
    state.
    cell_of_exit : uint32, by position in `leaving`.
    entering, leaving : uint32; numbers of boundary states.
    first_entry, first_exit, first_shortcut : int64, cells + 1.
    parent : uint32, cells; the next larger one, the number of cells where there is none.
    """

    number: U32
    state: U32
    cell: U32
    first_row: I64
    entry: U32
    first_place: I64
    place: U32
    cell_of_exit: U32
    entering: U32
    leaving: U32
    first_entry: I64
    first_exit: I64
    first_shortcut: I64
    parent: U32


class Slots(NamedTuple):
    """States and steps in the order of lowest cells.

    lowest : uint32, vertices; the lowest cell of each. vertex : uint32, states.
    first : int64, lowest cells + 1; the slots in each. state : uint32, slots.
    begin, end : int64, slots; the steps out of each. head, step : uint32, steps; where they lead,
        their numbers in the search graph.
    """

    lowest: U32
    vertex: U32
    first: I64
    state: U32
    begin: I64
    end: I64
    head: U32
    step: U32


class Inside(NamedTuple):
    """What lies in cells, as ways are unpacked.

    entry_of_exit : uint32, by position in `leaving`; the position in `entering` of the cell of the
        same level that is entered there.
    place : uint32, boundary states; their slot, counted from the first of their lowest cell.
    first_child : int64, cells + 1; the first cell of the level below in each, 0 on the lowest.
    step_place : uint16 or uint32, steps as in `Slots`; the slot that each leads to, counted from
        the first of its lowest cell, and how many these are for one that leads out of the cell.
    """

    entry_of_exit: U32
    place: U32
    first_child: I64
    step_place: NDArray[np.uint16] | U32


class Prices(NamedTuple):
    """Costs of a metric, uint32: of steps, of steps in the order of `Slots`, of shortcuts in rows
    by entry and in rows by exit."""

    cost: U32
    ordered: U32
    shortcuts: U32
    turned: U32


@dataclass(frozen=True, eq=False)
class BoundaryGraph:
    """first_cell : the number of the first cell of each kept level, and of cells at last."""

    boundary: Boundary
    slots: Slots
    inside: Inside
    first_cell: tuple[int, ...]

    @property
    def levels(self) -> int:
        return len(self.first_cell) - 1

    @property
    def count(self) -> int:
        """How many boundary states there are."""
        return len(self.boundary.state)

    @cached_property
    def most_states(self) -> int:
        """Of a lowest cell."""
        return int(np.diff(self.slots.first).max(initial=0))

    @cached_property
    def most_steps(self) -> int:
        """Out of the states of a lowest cell."""
        steps = np.append(self.slots.begin, len(self.slots.step))
        return int(np.diff(steps[self.slots.first]).max(initial=0))

    @cached_property
    def most_inside(self) -> int:
        """States of a lowest cell, entries of the cells below one, or exits of one."""
        children = self.inside.first_child[self.first_cell[1] :]
        entries = np.diff(self.boundary.first_entry[children])
        exits = np.diff(self.boundary.first_exit)
        return max(self.most_states, int(entries.max(initial=0)), int(exits.max(initial=0)))

    def prices(self, done: Customized) -> Prices:
        """Costs as searches read them; the one against the arrows wants rows by exit."""
        turned = np.empty_like(done.kept)
        c = self.boundary
        arrays: Any = c.first_entry, c.first_exit, c.first_shortcut, done.kept, turned
        weighted_parallel_for(lambda begin, end: _turn(begin, end, *arrays), c.first_shortcut)
        cost = done.search.cost
        return Prices(cost, gathered(cost, self.slots.step), done.kept, turned)


def boundary_graph(queries: QueryGraph) -> BoundaryGraph:
    """Number the boundary states of the kept levels."""
    walk, first_cell = queries.walk, np.array(queries.first_cell, np.int64)
    cells = int(first_cell[-1])
    slots = _slots(queries)
    number = np.full(queries.overlay.states, NONE, np.uint32)
    before = _number_boundary(first_cell, walk.first_exit, walk.leaving, number)
    count = int(before[0]) if len(before) else 0
    on_boundary = number != NONE
    state = np.empty(count, np.uint32)
    state[number[on_boundary]] = np.flatnonzero(on_boundary)
    in_cell = np.empty(count, np.uint32)
    others: Any = slots, count, number, in_cell
    weighted_parallel_for(lambda begin, end: _number_others(begin, end, *others), slots.first)
    rows = [walk.entry_of[k, walk.boundary[state[:n]]] for k, n in enumerate(before.tolist())]
    leaving = number[walk.leaving]
    first_place, place = rows_of(leaving, count)
    exits = np.diff(walk.first_exit)
    parent = np.where(queries.parent == NONE, np.uint32(cells), queries.parent)
    boundary = Boundary(
        number,
        state,
        slots.lowest[slots.vertex[state]],
        np.cumsum(before) - before,
        np.concatenate(rows) if rows else np.empty(0, np.uint32),
        first_place,
        place,
        np.repeat(np.arange(cells, dtype=np.uint32), exits),
        number[walk.entering],
        leaving,
        walk.first_entry,
        walk.first_exit,
        walk.first_shortcut,
        parent if cells else np.zeros(1, np.uint32) + np.uint32(1),
    )
    children = _children(parent, first_cell)
    steps = _step_places(slots, number, count, in_cell)
    inside = Inside(_entries_of_exits(boundary, first_cell), in_cell, children, steps)
    return BoundaryGraph(boundary, slots, inside, queries.first_cell if cells else (0, 1))


def _entries_of_exits(boundary: Boundary, first_cell: I64) -> U32:
    """See `Inside`."""
    found = np.empty(len(boundary.leaving), np.uint32)
    for level in range(len(first_cell) - 1):
        begin, end = boundary.first_exit[first_cell[level : level + 2]]
        states = boundary.leaving[begin:end]
        found[begin:end] = boundary.entry[boundary.first_row[level] + states]
    return found


def _children(parent: U32, first_cell: I64) -> I64:
    """See `Inside`."""
    found = np.zeros(max(int(first_cell[-1]), 1) + 1, np.int64)
    for level in range(1, len(first_cell) - 1):
        below = parent[first_cell[level - 1] : first_cell[level]]
        cells = np.arange(first_cell[level], first_cell[level + 1] + 1)
        found[cells] = first_cell[level - 1] + np.searchsorted(below, cells)
    return found


def _step_places(
    slots: Slots, number: U32, boundary: int, in_cell: U32
) -> NDArray[np.uint16] | U32:
    """See `Inside`."""
    most = int(np.diff(slots.first).max(initial=0))
    found: Any = np.empty(len(slots.head), np.min_scalar_type(max(most, 2**8)))
    arrays: Any = slots, number, boundary, in_cell, found
    weighted_parallel_for(lambda begin, end: _place_steps(begin, end, *arrays), slots.first)
    return read_only(found)


def _slots(queries: QueryGraph) -> Slots:
    """Where no level is kept, all states lie in one cell."""
    overlay, search = queries.overlay, queries.overlay.search
    ground, vertex = overlay.ground, overlay.vertex_of_state
    if len(queries.first_cell) > 1:
        first, lowest = _first_slot(overlay), queries.walk.cell_of[0]
        rows = ground.rows.begin, ground.rows.end
        slots = (lowest, vertex, first, ground.entering, *rows, ground.leaving, ground.step)
        return Slots(*map(read_only, slots))
    states = np.arange(search.states, dtype=np.uint32)
    lowest = np.zeros(search.graph.vertices, np.uint32)
    rows = search.first_out[:-1], search.first_out[1:]
    steps = np.arange(len(search.head), dtype=np.uint32)
    first = np.array([0, search.states], np.int64)
    return Slots(*map(read_only, (lowest, vertex, first, states, *rows, search.head, steps)))


def _first_slot(overlay: Overlay) -> I64:
    """int64, lowest kept cells + 1; the states in each."""
    lowest = next(k for k, level in enumerate(overlay.levels) if level.kept)
    edges = np.arange(overlay.levels[lowest].cells + 1)
    for level in reversed(overlay.levels[:lowest]):
        edges = np.searchsorted(level.parent, edges)
    return overlay.levels[0].first_slot[edges]


@njit(cache=True, nogil=True)
def _number_boundary(first_cell: Any, first_exit: Any, leaving: Any, number: Any) -> I64:
    """int64, levels; boundary states that enter a cell of each level, which are the first of all.

    Writes to `number`, which holds NONE.
    """
    levels = len(first_cell) - 1
    before = np.zeros(levels, np.int64)
    count = 0
    for level in range(levels - 1, -1, -1):
        for x in range(first_exit[first_cell[level]], first_exit[first_cell[level + 1]]):
            if number[leaving[x]] == NONE:
                number[leaving[x]] = count
                count += 1
        before[level] = count
    return before


@njit(cache=True, nogil=True)
def _number_others(
    begin: int, end: int, slots: Any, boundary: int, number: Any, in_cell: Any
) -> None:
    """Number what is not on the boundary in lowest cells `begin` to `end`; of what is, note the
    place in its cell."""
    first, state = slots.first, slots.state
    for c in range(begin, end):
        for slot in range(first[c], first[c + 1]):
            if number[state[slot]] == NONE:
                number[state[slot]] = boundary + slot - first[c]
            else:
                in_cell[number[state[slot]]] = slot - first[c]


@njit(cache=True, nogil=True)
def _turn(
    begin: int, end: int, first_entry: Any, first_exit: Any, first: Any, rows: Any, turned: Any
) -> None:
    """Write the columns of the matrices of cells `begin` to `end` as rows."""
    for c in range(begin, end):
        entries, exits = first_entry[c + 1] - first_entry[c], first_exit[c + 1] - first_exit[c]
        for k in range(entries):
            for x in range(exits):
                turned[first[c] + x * entries + k] = rows[first[c] + k * exits + x]


@njit(cache=True, nogil=True)
def _place_steps(
    begin: int, end: int, slots: Any, number: Any, boundary: int, in_cell: Any, found: Any
) -> None:
    """Write the places of the steps out of lowest cells `begin` to `end`."""
    for c in range(begin, end):
        for slot in range(slots.first[c], slots.first[c + 1]):
            for k in range(slots.begin[slot], slots.end[slot]):
                other = number[slots.head[k]]
                if other >= boundary:
                    found[k] = other - boundary  # what is not on the boundary lies inside
                elif slots.lowest[slots.vertex[slots.head[k]]] == c:
                    found[k] = in_cell[other]
                else:
                    found[k] = slots.first[c + 1] - slots.first[c]
