"""Pinned host memory: the device copies from and to it by itself, beside its kernels."""

from __future__ import annotations

import weakref
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

PORTABLE = 1
"""cudaHostRegisterPortable: pinned for every device."""

HOST = 1
"""cudaMemoryTypeHost: pinned."""


def pinned(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """A new pinned array, contents undefined."""
    import cupy

    # Not from CuPy's pool, which would round up to a power of two.
    count = int(np.prod(shape))
    size = max(count * np.dtype(dtype).itemsize, 1)
    memory = cupy.cuda.PinnedMemoryPointer(cupy.cuda.PinnedMemory(size), 0)
    return np.frombuffer(memory, dtype, count).reshape(shape)


def pin(array: NDArray[Any]) -> bool:
    """Pin the memory of an array for as long as it lives; False where that cannot be.

    Mapped files cannot; nor does every system allow as much as is asked for.
    """
    import cupy

    owner = array
    while isinstance(owner.base, np.ndarray):
        owner = owner.base
    if is_pinned(owner):
        return True
    if isinstance(owner, np.memmap) or not owner.nbytes or not owner.flags.c_contiguous:
        return False
    try:
        cupy.cuda.runtime.hostRegister(owner.ctypes.data, owner.nbytes, PORTABLE)
    except cupy.cuda.runtime.CUDARuntimeError:
        return False
    weakref.finalize(owner, _unpin, owner.ctypes.data)
    return True


def is_pinned(array: NDArray[Any]) -> bool:
    import cupy

    return int(cupy.cuda.runtime.pointerGetAttributes(array.ctypes.data).type) == HOST


def _unpin(address: int) -> None:
    import cupy

    with suppress(cupy.cuda.runtime.CUDARuntimeError):  # at the end of the process it is gone
        cupy.cuda.runtime.hostUnregister(address)
