"""What CUDA and CuPy raise, told as errors of ours, and whether this process has lost the GPU.

Some errors of a kernel (an illegal address, a launch that timed out) leave the whole context
useless: every later call fails alike until the process ends. After one, nothing is tried again.
"""

from __future__ import annotations

import sys
from types import TracebackType

from core.errors import DeviceError, DeviceMemoryError, IsofrontError

OUT_OF_MEMORY = 2
"""Status code cudaErrorMemoryAllocation, and CUDA_ERROR_OUT_OF_MEMORY of the driver's interface."""

LASTING = frozenset({214, 220, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 721, 999})
"""Status codes after which a context is useless: faults of memory or links that could not be
corrected, illegal addresses and instructions, failed assertions, timeouts, unknown errors. Runtime
and driver number them alike."""

_lost: list[str] = []


def lost() -> str:
    """What ended the use of GPUs in this process; empty while nothing did."""
    return _lost[0] if _lost else ""


def give_up(reason: str) -> None:
    """Use no GPU any more in this process."""
    _lost.append(reason)


class DeviceErrors:
    """What `device_errors` gives."""

    def __init__(self, device: int) -> None:
        self._device = device

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not isinstance(error, Exception) or isinstance(error, IsofrontError):
            return
        if _of_the_device(error):
            # Not kept in a variable: its frames hold arrays, and would then hold themselves.
            raise _told(error, self._device) from error


def device_errors(device: int) -> DeviceErrors:
    """Raise what CUDA and CuPy raise within as DeviceError or DeviceMemoryError."""
    return DeviceErrors(device)


def _of_the_device(error: Exception) -> bool:
    cupy = sys.modules.get("cupy")
    if cupy is None:
        return False
    known = (
        cupy.cuda.runtime.CUDARuntimeError,
        cupy.cuda.driver.CUDADriverError,
        cupy.cuda.memory.OutOfMemoryError,
        cupy.cuda.compiler.CompileException,
    )
    return isinstance(error, known) or _misses_a_library(error)


def _misses_a_library(error: Exception) -> bool:
    """Whether a part of CUDA was to be loaded when first needed, and is not there."""
    named = type(error).__name__ == "DynamicLibNotFoundError"  # of a package that CuPy may lack
    return named or (isinstance(error, RuntimeError) and str(error).startswith("CuPy failed"))


def _told(error: Exception, device: int) -> DeviceError:
    where, status = f"GPU {device}", getattr(error, "status", 0)
    if isinstance(error, MemoryError) or status == OUT_OF_MEMORY:
        return DeviceMemoryError(
            "its memory is exhausted",
            where=where,
            advice="Choose out-of-core or the CPU, or close other programs that use the GPU.",
        )
    if _misses_a_library(error):
        return DeviceError(
            f"a part of CUDA is not installed ({first_line(error)})",
            where=where,
            advice="Install isofront[cuda12] or isofront[cuda13], or choose the CPU.",
        )
    if status in LASTING:
        give_up(first_line(error))
        return DeviceError(
            first_line(error), where=where, advice="Restart Isofront to use the GPU again."
        )
    return DeviceError(
        first_line(error), where=where, advice="Update the NVIDIA driver, or choose the CPU."
    )


def first_line(error: BaseException) -> str:
    """The line of a message that says what is wrong: of a compiler's log, the first error."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    wrong = (line for line in lines if " error" in line)
    return next(wrong, lines[0] if lines else type(error).__name__)
