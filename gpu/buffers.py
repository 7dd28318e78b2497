"""Device memory: what there is, what may be used, and arrays that are lent and come back."""

from __future__ import annotations

import os
import sys
import weakref
from collections import deque
from collections.abc import Callable
from typing import Any

from core.errors import DeviceMemoryError, ParameterError
from core.times import UNREACHED
from gpu import driver
from gpu.failures import device_errors

RESERVE = 256 << 20
"""Bytes left free for the driver, the display and views of the result."""

BUDGET_VARIABLE = "ISOFRONT_GPU_MEMORY_MIB"

_limit_mib = 0

_releasing: list[Callable[[int], None]] = []


def limit_memory(mib: int) -> None:
    """Let this process use at most so many MiB of a GPU; 0 leaves it to the environment."""
    global _limit_mib
    if mib < 0:
        raise ParameterError(f"{mib} MiB of GPU memory", advice="Give 0 for all that is free.")
    _limit_mib = mib


def memory_limit() -> int:
    """Bytes that the user allows, 0 for all that is free; ParameterError for nonsense."""
    if _limit_mib:
        return _limit_mib << 20
    text = os.environ.get(BUDGET_VARIABLE, "")
    if text and not (text.isascii() and text.isdigit() and int(text) > 0):
        raise ParameterError(
            f"'{text}'", where=BUDGET_VARIABLE, advice="Give a whole number of MiB, 1 or more."
        )
    return int(text or 0) << 20


def free_memory(device: int) -> int:
    """Bytes that no program uses now; what our own pool keeps for reuse counts as free."""
    import cupy

    with device_errors(device), cupy.cuda.Device(device):
        free, _ = cupy.cuda.runtime.memGetInfo()
        return int(free) + int(cupy.get_default_memory_pool().free_bytes())


def budget(device: int) -> int:
    """Bytes that may be allocated now: free memory less a reserve, and within the user's limit."""
    import cupy

    available, limit = free_memory(device) - RESERVE, memory_limit()
    if not limit:
        return available
    with cupy.cuda.Device(device):
        return min(available, limit - int(cupy.get_default_memory_pool().used_bytes()))


def release(device: int) -> None:
    """Give memory that is kept for reuse back to other programs."""
    if "cupy" not in sys.modules:
        return  # nothing was ever taken
    import cupy

    with device_errors(device), cupy.cuda.Device(device):
        cupy.get_default_memory_pool().free_all_blocks()


def when_short(release: Callable[[int], None]) -> None:
    """Have `release(device)` called before memory is refused there: it drops what can be made
    again. It may run in any thread."""
    _releasing.append(release)


def require(needed: int, device: int, what: str) -> None:
    """Raise DeviceMemoryError unless `needed` bytes are within the budget.

    Within a limit of the user, what is kept for reuse is given back where it would come past that
    together with these: the pool keeps blocks for each stream, and another takes new ones.
    """
    allowed = budget(device)
    if needed > allowed and _releasing:
        for drop in _releasing:
            drop(device)
        allowed = budget(device)
    if needed > allowed:
        raise DeviceMemoryError(
            f"{what} needs {_size(needed)}, {_size(max(allowed, 0))} may be used",
            where=f"GPU {device}",
            advice="Choose out-of-core or the CPU, or close other programs that use the GPU.",
        )
    limit = memory_limit()
    if limit and _taken(device) + needed > limit:
        release(device)


def _taken(device: int) -> int:
    """Bytes that this process has of a device, with those kept for reuse."""
    import cupy

    with cupy.cuda.Device(device):
        return int(cupy.get_default_memory_pool().total_bytes())


def _size(count: int) -> str:
    return f"{count / 2**30:.1f} GiB" if count >= 2**30 else f"{count / 2**20:.0f} MiB"


def address(array: Any) -> int:
    """Where a CuPy array lies in device memory; 0 for None."""
    return 0 if array is None else int(array.data.ptr)


def clear(labels: Any) -> None:
    """Every label to UNREACHED, on the current stream. labels : uint32."""
    driver.fill(labels, UNREACHED)


class Lender:
    """Arrays of one size that results borrow; they come back when the result is forgotten.

    A solver that is asked again while an older result is still on the screen must not write over
    it. In steady state two arrays go to and fro, and one more lies cleared for who asks for that.
    """

    def __init__(self, count: int, device: int) -> None:
        self._count, self._device = count, device
        self._free: deque[Any] = deque()
        self._cleared: Any = None
        self._short = False  # whether there was no memory for one to be cleared ahead

    def lend(self, *, cleared: bool = False) -> Any:
        """A uint32 array of `count`, contents undefined; or `cleared`, on the current stream."""
        if cleared and self._cleared is not None:
            array, self._cleared = self._cleared, None
            return array
        try:
            array = self._free.popleft()
        except IndexError:
            if self._cleared is not None:
                array, self._cleared = self._cleared, None
            else:
                array = self._made()
        if cleared:
            clear(array)
        return array

    def prepare(self) -> None:
        """Clear an array on the current stream, for who wants one next: one that came back, or one
        more unless memory is short."""
        if self._cleared is not None:
            return
        try:
            array = self._free.popleft()
        except IndexError:
            if self._short or 4 * self._count > budget(self._device):
                self._short = True
                return
            array = self._made()
        clear(array)
        self._cleared = array

    def _made(self) -> Any:
        import cupy

        require(4 * self._count, self._device, "another field of travel times")
        return cupy.empty(self._count, cupy.uint32)

    def returned_by(self, borrower: object, array: Any) -> None:
        """Take the array back when `borrower` is garbage."""
        weakref.finalize(borrower, self._free.append, array)
