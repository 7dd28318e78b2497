"""Calls of CUDA's driver that CuPy does not have, or takes several times as long for.

Early launches: a kernel that may begin while the one before it on its stream still runs. It reads
what nobody writes, then waits for that one to end (`earlier_ended` in include/memory.cuh), which it
must before it reads or writes anything else. Its blocks begin as soon as all of the one before have
begun and said so (`next_may_begin`), or have ended: what there is to launch and to fetch of a short
kernel is over by then. It is programmatic stream serialization, of CUDA 12.3 and compute capability
9.0 on (CUDA C++ Programming Guide, "Programmatic Dependent Launch").
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import Any

OLDEST_DRIVER = 12_030
"""Version of CUDA, as drivers count it, that records early launches."""

OLDEST_DEVICE = 90
"""Compute capability, times ten, of the first devices with early launches."""

_STREAM_SERIALIZATION = 6  # CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION


class _Attribute(ctypes.Structure):
    """CUlaunchAttribute."""

    _fields_ = (
        ("id", ctypes.c_uint), ("unused", ctypes.c_uint),
        ("allowed", ctypes.c_int), ("rest", ctypes.c_int * 15),
    )  # fmt: skip


class _Config(ctypes.Structure):
    """CUlaunchConfig."""

    _fields_ = (
        ("grid", ctypes.c_uint * 3), ("block", ctypes.c_uint * 3), ("shared", ctypes.c_uint),
        ("stream", ctypes.c_void_p), ("attributes", ctypes.POINTER(_Attribute)),
        ("count", ctypes.c_uint),
    )  # fmt: skip


@cache
def _function(name: str) -> Any:
    """A function of the driver's library; None where it has none of that name."""
    library = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
    try:
        return getattr(ctypes.CDLL(library), name)
    except (OSError, AttributeError):
        return None


def fill(array: Any, word: int) -> None:
    """Fill an array of 32-bit numbers, on the current stream. As `array.fill`, which the host needs
    some ten microseconds for."""
    import cupy

    memset = _function("cuMemsetD32Async")
    if memset is None:
        array.fill(word)
        return
    stream = cupy.cuda.get_current_stream().ptr
    pointer, size = ctypes.c_void_p(array.data.ptr), ctypes.c_size_t(array.size)
    _check(memset(pointer, ctypes.c_uint(word), size, ctypes.c_void_p(stream)))


@cache
def launches_early(device: int) -> bool:
    """Whether a device and its driver have early launches."""
    import cupy

    if int(cupy.cuda.Device(device).compute_capability) < OLDEST_DEVICE:
        return False
    known = _function("cuLaunchKernelEx") is not None
    return known and int(cupy.cuda.runtime.driverGetVersion()) >= OLDEST_DRIVER


def launch_early(
    function: int, blocks: int, threads: int, argument: bytes, shared: int, stream: int
) -> None:
    """Launch a kernel of one argument early. function : its address for the driver. shared : bytes
    of dynamic shared memory. stream : address of a CUDA stream."""
    attribute = _Attribute(id=_STREAM_SERIALIZATION, allowed=1)
    config = _Config(
        (blocks, 1, 1), (threads, 1, 1), shared, stream, ctypes.pointer(attribute), 1
    )  # fmt: skip
    held = ctypes.create_string_buffer(argument, len(argument))
    arguments = (ctypes.c_void_p * 1)(ctypes.addressof(held))
    launch = _function("cuLaunchKernelEx")
    _check(launch(ctypes.byref(config), ctypes.c_void_p(function), arguments, None))


def _check(status: int) -> None:
    """Raise what CuPy raises, so that it is told alike."""
    if status:
        import cupy

        raise cupy.cuda.driver.CUDADriverError(status)
