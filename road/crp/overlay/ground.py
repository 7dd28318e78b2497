"""States and steps of a search graph in the order of the lowest cells."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.sorting import rows_of
from core.parallel.threads import parallel_for
from road.graph import I64, U32, read_only
from road.search.search_graph import SearchGraph

Values = TypeVar("Values", bound=NDArray[Any])


class Sorted(NamedTuple):
    """first_slot : int64, cells + 1; states of each cell. state : uint32, in that order.
    slot_of : uint32, states; the place of each. first_step : int64, states + 1, in that order.
    step, head : uint32, steps; their numbers in the search graph, the states they lead to."""

    first_slot: I64
    state: U32
    slot_of: U32
    first_step: I64
    step: U32
    head: U32


def sort_steps(search: SearchGraph, cell: U32, cells: int) -> Sorted:
    """By cell; within a cell states keep their order. cell : uint32, states."""
    first_slot, state = rows_of(cell, cells)
    slot_of = np.empty(len(state), np.uint32)
    first_step = np.zeros(len(state) + 1, np.int64)
    degrees: Any = state, search.first_out, slot_of, first_step
    parallel_for(lambda begin, end: _degrees(begin, end, *degrees), len(state))
    np.cumsum(first_step, out=first_step)
    step, head = (np.empty(int(first_step[-1]), np.uint32) for _ in range(2))
    arrays: Any = state, search.first_out, search.head, first_step, step, head
    parallel_for(lambda begin, end: _steps(begin, end, *arrays), len(state))
    return Sorted(first_slot, state, slot_of, first_step, step, head)


def gathered(values: Values, places: U32) -> Values:
    """values[places], by all threads."""
    found: Any = np.empty(len(places), values.dtype)
    given: Any = read_only(values.view()), read_only(places.view()), found  # compiled for these
    parallel_for(lambda begin, end: _gather(begin, end, *given), len(places))
    made: Values = found
    return made


@njit(cache=True, nogil=True)
def _gather(begin: int, end: int, values: Any, places: Any, found: Any) -> None:
    for k in range(np.uint64(begin), np.uint64(end)):
        found[k] = values[np.uint64(places[k])]


@njit(cache=True, nogil=True)
def _degrees(begin: int, end: int, state: Any, first_out: Any, slot_of: Any, degree: Any) -> None:
    """Write the steps out of slots `begin` to `end` to degree[slot + 1], and their slots."""
    for slot in range(np.uint64(begin), np.uint64(end)):
        here = np.uint64(state[slot])
        slot_of[here] = slot
        degree[slot + np.uint64(1)] = first_out[here + np.uint64(1)] - first_out[here]


@njit(cache=True, nogil=True)
def _steps(
    begin: int, end: int, state: Any, first_out: Any, heads: Any, first: Any, step: Any, head: Any
) -> None:
    """Write the steps out of slots `begin` to `end`."""
    for slot in range(np.uint64(begin), np.uint64(end)):
        at = np.uint64(first_out[np.uint64(state[slot])])
        for k in range(np.uint64(first[slot]), np.uint64(first[slot + np.uint64(1)])):
            step[k] = at
            head[k] = heads[at]
            at += np.uint64(1)
