"""Memory of fields that nobody has any more, for the next: the system's own comes slowly.

Each page of it is cleared when it is first touched, which takes as long as a quarter of a solve; a
virtual machine that gives freed memory back to its host waits some times as long as the solve.
"""

from __future__ import annotations

from weakref import finalize

import numpy as np
from numpy.typing import NDArray


class Spare:
    """One array at most; whoever holds this holds it."""

    def __init__(self) -> None:
        self._arrays: list[NDArray[np.uint32]] = []

    def field(self, shape: tuple[int, int]) -> NDArray[np.uint32]:
        """uint32, of a shape, of any values. Once it and all views of it are gone its memory is
        spare."""
        size = shape[0] * shape[1]
        arrays = [self._arrays.pop()] if self._arrays else []
        memory = arrays[0] if arrays and arrays[0].size == size else np.empty(size, np.uint32)
        # What is made of a buffer is the base of all views of it, and the memory is not.
        whole = np.frombuffer(memory.data, np.uint32)
        finalize(whole, _keep, self._arrays, memory).atexit = False
        return whole.reshape(shape)


def _keep(arrays: list[NDArray[np.uint32]], memory: NDArray[np.uint32]) -> None:
    if not arrays:
        arrays.append(memory)
