"""Device memory: what there is, what may be used, and arrays that are lent and come back."""

from __future__ import annotations

import os
import weakref
from collections import deque
from typing import Any

from core.errors import DeviceMemoryError, ParameterError

RESERVE = 256 << 20
"""Bytes left free for the driver, the display and views of the result."""

BUDGET_VARIABLE = "ISOFRONT_GPU_MEMORY_MIB"


def budget(device: int) -> int:
    """Bytes that may be allocated now: what the user set, else free memory less a reserve."""
    import cupy

    with cupy.cuda.Device(device):
        free, _ = cupy.cuda.runtime.memGetInfo()
        pool = cupy.get_default_memory_pool()
        pool_free, pool_used = pool.free_bytes(), pool.used_bytes()
    chosen = os.environ.get(BUDGET_VARIABLE, "")
    available = int(free) + int(pool_free) - RESERVE
    if not chosen:
        return available
    if not chosen.isdigit() or int(chosen) == 0:
        raise ParameterError(
            f"'{chosen}'", where=BUDGET_VARIABLE, advice="Give a whole number of MiB."
        )
    return min(available, (int(chosen) << 20) - int(pool_used))


def require(needed: int, device: int, what: str) -> None:
    """Raise DeviceMemoryError unless `needed` bytes are within the budget."""
    allowed = budget(device)
    if needed > allowed:
        raise DeviceMemoryError(
            f"{what} needs {needed / 2**30:.1f} GiB, {max(allowed, 0) / 2**30:.1f} GiB may be used",
            where=f"GPU {device}",
            advice="Choose out-of-core or the CPU, or close other programs that use the GPU.",
        )


class Lender:
    """Arrays of one size that results borrow; they come back when the result is forgotten.

    A solver that is asked again while an older result is still on the screen must not write over
    it. In steady state two arrays go to and fro.
    """

    def __init__(self, count: int, device: int) -> None:
        self._count, self._device = count, device
        self._free: deque[Any] = deque()

    def lend(self) -> Any:
        """A uint32 array of `count`, contents undefined."""
        import cupy

        try:
            return self._free.popleft()
        except IndexError:
            require(4 * self._count, self._device, "another field of travel times")
            return cupy.empty(self._count, cupy.uint32)

    def returned_by(self, borrower: object, array: Any) -> None:
        """Take the array back when `borrower` is garbage."""
        weakref.finalize(borrower, self._free.append, array)
