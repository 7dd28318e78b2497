"""The C++ peer on road graphs: compiled when a compiler is there, called through ctypes."""

from __future__ import annotations

import ctypes
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers.absent import AbsentError
from benchmarks.peers.cpp_dijkstra import COMPILERS, FLAGS, compiler
from road.search.search_graph import SearchGraph

SOURCE = Path(__file__).with_name("road_dijkstra.cpp")
HEAPS = ("library", "indexed")
"""Kinds of heap: the library's, outdated entries left in place; our own, four children, one entry a
vertex."""


def build() -> Path:
    """The compiled library; kept among temporary files, by what it was made from."""
    with_what = compiler()
    if with_what is None:
        raise AbsentError(f"no C++ compiler ({' or '.join(COMPILERS)})")
    made_from = SOURCE.read_bytes() + " ".join((with_what, *FLAGS)).encode()
    name = f"isofront-road-peer-{hashlib.sha256(made_from).hexdigest()[:16]}"
    library = Path(tempfile.gettempdir()) / f"{name}{'.dll' if sys.platform == 'win32' else '.so'}"
    if not library.exists():
        beside = library.with_suffix(f".{os.getpid()}")
        command = [with_what, *FLAGS, str(SOURCE), "-o", str(beside)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise AbsentError(f"{Path(with_what).name} failed: {done.stderr.strip()[:200]}")
        os.replace(beside, library)
    return library


def _address(array: NDArray[Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def prepare(
    search: SearchGraph, start: int, heap: str = HEAPS[0]
) -> Callable[[], NDArray[np.uint32]]:
    """A function that solves from a state and gives ticks, uint32, states.

    The array is the same in every call. Raises AbsentError without a compiler.
    """
    solve = ctypes.CDLL(str(build())).road_dijkstra
    solve.argtypes = [ctypes.c_void_p] * 4 + [ctypes.c_int64] * 3
    solve.restype = ctypes.c_int64
    labels = np.empty(search.states, np.uint32)
    arrays = [np.ascontiguousarray(a) for a in (search.first_out, search.head, search.cost)]

    def solved() -> NDArray[np.uint32]:
        addresses = [_address(array) for array in (*arrays, labels)]
        solve(*addresses, search.states, start, HEAPS.index(heap))
        return labels

    return solved
