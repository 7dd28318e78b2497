"""The C++ peer on road graphs: compiled when a compiler is there, called through ctypes."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers.cpp_dijkstra import address, build
from road.search.search_graph import SearchGraph

SOURCE = Path(__file__).with_name("road_dijkstra.cpp")
HEAPS = ("library", "indexed")
"""Kinds of heap: the library's, outdated entries left in place; our own, four children, one entry a
vertex."""


def prepare(
    search: SearchGraph, start: int, heap: str = HEAPS[0]
) -> Callable[[], NDArray[np.uint32]]:
    """A function that solves from a state and gives ticks, uint32, states.

    The array is the same in every call. Raises AbsentError without a compiler.
    """
    solve = build(SOURCE).road_dijkstra
    solve.argtypes = [ctypes.c_void_p] * 4 + [ctypes.c_int64] * 3
    solve.restype = ctypes.c_int64
    labels = np.empty(search.states, np.uint32)
    arrays = [np.ascontiguousarray(a) for a in (search.first_out, search.head, search.cost)]

    def solved() -> NDArray[np.uint32]:
        addresses = [address(array) for array in (*arrays, labels)]
        solve(*addresses, search.states, start, HEAPS.index(heap))
        return labels

    return solved


def prepare_table(
    search: SearchGraph, threads: int, heap: str = HEAPS[0]
) -> Callable[[Sequence[int]], NDArray[np.uint32]]:
    """A function that solves from each of some states, on so many threads: uint32, (states given,
    states). Raises AbsentError without a compiler."""
    solve = build(SOURCE).road_dijkstra
    solve.argtypes = [ctypes.c_void_p] * 4 + [ctypes.c_int64] * 3
    solve.restype = ctypes.c_int64
    arrays = [np.ascontiguousarray(a) for a in (search.first_out, search.head, search.cost)]

    def solved(states: Sequence[int]) -> NDArray[np.uint32]:
        rows = np.empty((len(states), search.states), np.uint32)

        def one(row: int) -> None:
            addresses = [address(array) for array in (*arrays, rows[row])]
            solve(*addresses, search.states, states[row], HEAPS.index(heap))

        with ThreadPoolExecutor(threads) as pool:
            for _ in pool.map(one, range(len(states))):
                pass
        return rows

    return solved
