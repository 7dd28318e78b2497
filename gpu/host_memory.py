"""Pinned host memory: the device copies from and to it by itself, beside its kernels."""

from __future__ import annotations

import threading
import weakref
from collections import deque
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.parallel.ranges import even_ranges
from core.parallel.threads import kept_threads

PORTABLE = 1
"""Flag cudaHostRegisterPortable: pinned for every device."""

HOST = 1
"""Memory type cudaMemoryTypeHost: pinned."""


def pinned(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """A new pinned array, contents undefined."""
    import cupy

    # Not from CuPy's pool, which would round up to a power of two.
    count = int(np.prod(shape))
    size = max(count * np.dtype(dtype).itemsize, 1)
    memory = cupy.cuda.PinnedMemoryPointer(cupy.cuda.PinnedMemory(size), 0)
    return np.frombuffer(memory, dtype, count).reshape(shape)


def seen_from_device(array: NDArray[Any], device: int) -> Any:
    """A copy in pinned host memory as a CuPy array. Kernels read it there, some hundred times as
    slowly as device memory: for what they hardly ever read."""
    import cupy

    copy = pinned(array.shape, array.dtype)
    np.copyto(copy, array)
    memory = cupy.cuda.UnownedMemory(copy.ctypes.data, max(copy.nbytes, 1), copy, device)
    return cupy.ndarray(array.shape, array.dtype, cupy.cuda.MemoryPointer(memory, 0))


def lies_on_device(array: Any) -> bool:
    """Whether a CuPy array is none of `seen_from_device`: its memory is CuPy's own."""
    return type(getattr(array.data, "mem", None)).__name__ != "UnownedMemory"


SPARE = 2
"""Arrays kept for the next loan: one on the screen and one in the making take turns."""


class PinnedLender:
    """Pinned arrays of one size, lent again when nobody reads them any more.

    A copy from the device to pages that are new to the process takes several times as long as the
    same again. Where no memory can be pinned an array is an ordinary one.
    """

    def __init__(self, count: int, dtype: Any) -> None:
        self._count, self._dtype = count, np.dtype(dtype)
        self._free: deque[Any] = deque(maxlen=SPARE)

    def lend(self) -> NDArray[Any]:
        """A new array of `count`, contents undefined; its memory comes back when it and all views
        of it are garbage."""
        try:
            memory = self._free.popleft()
        except IndexError:
            memory = self._pinned()
        if memory is None:
            return np.empty(self._count, self._dtype)
        # Views know this array as their base, since its own is no array: it outlives them.
        array = np.frombuffer(memory, self._dtype, self._count)
        weakref.finalize(array, self._free.append, memory)
        return array

    def _pinned(self) -> Any:
        """Memory for an array; None where there is none."""
        import cupy

        size = max(self._count * self._dtype.itemsize, 1)
        try:
            return cupy.cuda.PinnedMemoryPointer(cupy.cuda.PinnedMemory(size), 0)
        except cupy.cuda.runtime.CUDARuntimeError:
            return None


ROOM = 1 << 20
"""Words that memory for pictures is counted in: pinning some takes longer than filling it, so one
that fits is used again."""


class PinnedPictures:
    """Pinned memory for pictures of changing sizes, lent again when nobody sees them any more. May
    be asked from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._room, self._lender = 0, PinnedLender(0, np.uint32)

    def lend(self, shape: tuple[int, int]) -> NDArray[np.uint32]:
        """An array of this shape, contents undefined."""
        count = shape[0] * shape[1]
        needed = -(-count // ROOM) * ROOM
        with self._lock:
            if not needed <= self._room <= 4 * needed:
                self._room, self._lender = needed, PinnedLender(needed, np.uint32)
            lender = self._lender
        return lender.lend()[:count].reshape(shape)


STAGE = 32 << 20
"""Bytes of each of two pinned arrays that large copies go by way of."""

SMALL = 4 << 20
"""Bytes that the driver may as well copy by itself: to pin memory for them would take longer."""


class StagedRows:
    """Copies rows from a device to ordinary memory: by way of pinned arrays, from which all threads
    bring them on while the next rows arrive.

    The driver by itself copies to ordinary memory by one thread. The arrays are pinned when first
    needed, and kept.
    """

    def __init__(self) -> None:
        self._stages: list[NDArray[np.uint32]] = []

    def copy(self, rows: Any, to: NDArray[np.uint32]) -> None:
        """rows : cupy uint32, 2-d. to : the same shape. Both are contiguous. On the current stream,
        and complete when this returns."""
        import cupy

        width = rows.shape[1]
        if not rows.size:
            return
        if rows.nbytes <= SMALL or 4 * width > STAGE:
            rows.get(out=to)
            return
        self._stages = self._stages or [pinned((STAGE // 4,), np.uint32) for _ in range(2)]
        stream, each = cupy.cuda.get_current_stream(), STAGE // (4 * width)
        begins = range(0, len(rows), each)
        arriving: tuple[Any, NDArray[np.uint32], NDArray[np.uint32]] | None = None
        for number, begin in enumerate(begins):
            some = rows[begin : begin + each]
            stage = self._stages[number % 2][: some.size].reshape(some.shape)
            some.get(out=stage, blocking=False)
            arrived, arriving = arriving, (stream.record(), stage, to[begin : begin + each])
            _bring(arrived)
        _bring(arriving)


def _bring(arriving: tuple[Any, NDArray[np.uint32], NDArray[np.uint32]] | None) -> None:
    """Wait for an event, and copy by all threads."""
    if arriving is None:
        return
    event, stage, to = arriving
    event.synchronize()
    here, there = to.reshape(-1), stage.reshape(-1)
    threads = kept_threads("staged rows")
    threads.over(
        lambda begin, end: np.copyto(here[begin:end], there[begin:end]),
        even_ranges(len(here), threads.count),
    )


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
