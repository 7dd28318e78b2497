"""What queries between two places write down, and the cells that they open.

A cell is *open* in a query if a source or the destination lies in it. In open cells of the lowest
level a search goes by steps. The one against the arrows gets these as lists of *links* by head,
made when a cell is opened: nothing else asks for the steps of the whole graph turned round.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.times import UNREACHED
from road.crp.query.boundary_graph import BoundaryGraph
from road.crp.query.heap import NOWHERE
from road.graph import I64, U8, U32

I32 = NDArray[np.int32]
U64 = NDArray[np.uint64]


class SearchSide(NamedTuple):
    """What one search knows of states, by number; restored by `forget` after a query.

    label : uint32, UNREACHED where it has not been. before : uint32, the number it came from.
    places : int32, in the heap. heap : uint64. touched : uint32, the numbers with a label.
    counts : int64, (2,); entries of the heap, numbers touched.
    """

    label: U32
    before: U32
    places: I32
    heap: U64
    touched: U32
    counts: I64


class Workspace(NamedTuple):
    """What a query notes of the cells that it opens; restored by `close`.

    opened : uint8, cells + 1; the last stands for what is around the largest and is always open.
    base : uint32, lowest cells; what numbers of other states than those on the boundary are moved
    by, if open.
    open_cells : uint32; the open lowest cells. state : uint32, by number.
    last_link : int32, by number; the last link to a state, NOWHERE if there is none.
    link_before : int32; the link to the same state before each. link_tail, link_head : uint32;
        numbers. link_step : uint32; the step's number in the search graph.
    row_numbers, row_costs : uint32; where the steps of a state lead, and what they cost.
    counts : int64, (3,); open lowest cells, numbers given out, links.
    """

    opened: U8
    base: U32
    open_cells: U32
    state: U32
    last_link: I32
    link_before: I32
    link_tail: U32
    link_head: U32
    link_step: U32
    row_numbers: U32
    row_costs: U32
    counts: I64


def side(numbers: int) -> SearchSide:
    """A search that has been nowhere."""
    return SearchSide(
        np.full(numbers, UNREACHED, np.uint32),
        np.empty(numbers, np.uint32),
        np.full(numbers, NOWHERE, np.int32),
        np.empty(numbers, np.uint64),
        np.empty(numbers, np.uint32),
        np.zeros(2, np.int64),
    )


def numbers_for(graph: BoundaryGraph, cells: int) -> int:
    """How many numbers a query needs that opens so many lowest cells."""
    states = len(graph.boundary.number)
    return graph.count + min(cells * graph.most_states, states)


def workspace_for(graph: BoundaryGraph, cells: int) -> Workspace:
    """For queries that open so many lowest cells."""
    boundary, numbers = graph.boundary, numbers_for(graph, cells)
    links = min(cells * graph.most_steps, len(graph.slots.step))
    opened = np.zeros(len(boundary.parent) + 1, np.uint8)
    opened[-1] = 1
    state = np.empty(numbers, np.uint32)
    state[: graph.count] = boundary.state
    tail, link_head, step, row_numbers, row_costs = (np.empty(links, np.uint32) for _ in range(5))
    return Workspace(
        opened,
        np.zeros(len(graph.slots.first) - 1, np.uint32),
        np.empty(cells, np.uint32),
        state,
        np.full(numbers, NOWHERE, np.int32),
        np.empty(links, np.int32),
        tail,
        link_head,
        step,
        row_numbers,
        row_costs,
        np.zeros(3, np.int64),
    )


@njit(cache=True, nogil=True)
def open_around(boundary: Any, slots: Any, workspace: Any, states: Any) -> None:
    """Open the cells around these states, and link the steps out of the lowest of them."""
    opened, parent = workspace.opened, boundary.parent
    for k in range(len(states)):
        cell = np.int64(slots.lowest[slots.vertex[states[k]]])
        if opened[cell]:
            continue
        _link(boundary, slots, workspace, cell)
        while not opened[cell]:
            opened[cell] = 1
            cell = np.int64(parent[cell])


@njit(cache=True, nogil=True)
def _link(boundary: Any, slots: Any, workspace: Any, cell: Any) -> None:
    """Give numbers to the states of a lowest cell, and link its steps."""
    number, counts, count = boundary.number, workspace.counts, len(boundary.state)
    slot_state, begin, end, heads, steps = (
        slots.state,
        slots.begin,
        slots.end,
        slots.head,
        slots.step,
    )
    state, last_link, link_before = workspace.state, workspace.last_link, workspace.link_before
    link_tail, link_head, link_step = workspace.link_tail, workspace.link_head, workspace.link_step
    first, last = slots.first[cell], slots.first[cell + 1]
    base, link = np.int64(counts[1]), np.int64(counts[2])
    workspace.base[cell] = base
    workspace.open_cells[counts[0]] = cell
    for slot in range(first, last):
        tail = np.int64(number[slot_state[slot]])
        if tail >= count:
            tail += base
            state[tail] = slot_state[slot]
        for x in range(begin[slot], end[slot]):
            head = np.int64(number[heads[x]])
            if head >= count:  # only steps from within its cell lead there
                head += base
            link_tail[link], link_head[link], link_step[link] = tail, head, steps[x]
            link_before[link] = last_link[head]
            last_link[head] = link
            link += 1
    counts[0] += 1
    counts[1] += last - first
    counts[2] = link


@njit(cache=True, nogil=True)
def close(boundary: Any, workspace: Any) -> None:
    """Make the workspace as it was."""
    opened, parent = workspace.opened, boundary.parent
    for k in range(workspace.counts[0]):
        cell = np.int64(workspace.open_cells[k])
        while cell < len(parent) and opened[cell]:
            opened[cell] = 0
            cell = np.int64(parent[cell])
    for link in range(workspace.counts[2]):
        workspace.last_link[workspace.link_head[link]] = NOWHERE
    workspace.counts[:] = 0


@njit(cache=True, nogil=True)
def forget(one: Any) -> None:
    """Make a side as it was."""
    label, places, touched = one.label, one.places, one.touched
    for k in range(one.counts[1]):
        label[touched[k]] = UNREACHED
        places[touched[k]] = NOWHERE
    one.counts[:] = 0
