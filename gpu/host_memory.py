"""Host memory that the device reads and writes by itself: pinned, so that copies run beside kernels."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np
from numpy.typing import NDArray

PORTABLE = 1
"""cudaHostRegisterPortable: pinned for every device."""


def pinned(count: int, dtype: Any) -> NDArray[Any]:
    """A new pinned array, contents undefined."""
    import cupy

    # Not from CuPy's pool, which would round up to a power of two.
    size = count * np.dtype(dtype).itemsize
    memory = cupy.cuda.PinnedMemoryPointer(cupy.cuda.PinnedMemory(max(size, 1)), 0)
    return np.frombuffer(memory, dtype, count)


def pin(array: NDArray[Any]) -> bool:
    """Pin the memory of an array for as long as it lives; False where that cannot be.

    Mapped files and memory that somebody else has pinned cannot; nor does every system allow it.
    """
    import cupy

    owner = _owner(array)
    if isinstance(owner, np.memmap) or owner.nbytes == 0:
        return False
    try:
        cupy.cuda.runtime.hostRegister(owner.ctypes.data, owner.nbytes, PORTABLE)
    except cupy.cuda.runtime.CUDARuntimeError:
        return False
    weakref.finalize(owner, _unpin, owner.ctypes.data)
    return True


def _owner(array: NDArray[Any]) -> NDArray[Any]:
    """The array whose memory this one shows a part of."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def _unpin(address: int) -> None:
    import cupy

    try:
        cupy.cuda.runtime.hostUnregister(address)
    except cupy.cuda.runtime.CUDARuntimeError:
        pass  # the device is gone already, as at the end of the process
