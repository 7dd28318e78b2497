"""Joules that work on GPUs uses, by the driver's counter (NVML). Imports without CUDA.

The counter moves every 20 to 100 ms only: work is repeated for ENERGY_S, and its share taken.
"""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable
from typing import Any

from core.cancel import NEVER, Cancel

ENERGY_S = 1.2
"""Seconds of repetitions: a dozen steps of the slowest counter."""

LIBRARY = "nvml.dll" if os.name == "nt" else "libnvidia-ml.so.1"

Work = Callable[[], object]

NOT_TOLD: dict[str, float | None] = {"joules": None, "watts": None}


class EnergyMeter:
    """Joules that some GPUs have used, by the driver's counter; what stands by counts as well.

    devices : their indices, as CUDA counts them.
    """

    def __init__(self, devices: tuple[int, ...]) -> None:
        self._library: Any = None
        self._handles: list[Any] = []
        try:
            library: Any = ctypes.CDLL(LIBRARY)
            self._count = library.nvmlDeviceGetTotalEnergyConsumption
        except (OSError, AttributeError):  # no driver, or one that knows no counter
            return
        if library.nvmlInit_v2():
            return
        for device in devices:
            handle = ctypes.c_void_p()
            bus = ctypes.c_char_p(_bus_of(device))
            if library.nvmlDeviceGetHandleByPciBusId_v2(bus, ctypes.byref(handle)):
                return
            self._handles.append(handle)
        self._library = library

    def joules(self) -> float | None:
        """Since the driver was loaded; None where it does not tell."""
        if self._library is None:
            return None
        total = 0
        for handle in self._handles:
            millijoules = ctypes.c_ulonglong()
            if self._count(handle, ctypes.byref(millijoules)):
                return None
            total += millijoules.value
        return total / 1e3

    def of(self, work: Work, cancel: Cancel = NEVER) -> dict[str, float | None]:
        """Joules of one `work` on the current stream and watts meanwhile, while it is repeated for
        ENERGY_S; None each where the driver does not tell, or the repeating is cancelled."""
        _wait()
        before, began, count = self.joules(), time.perf_counter(), 0
        if before is None:
            return NOT_TOLD
        while not cancel.requested and time.perf_counter() < began + ENERGY_S:
            work()
            _wait()
            count += 1
        after, took = self.joules(), time.perf_counter() - began
        if after is None or count == 0 or cancel.requested:
            return NOT_TOLD
        used = after - before
        return {"joules": round(used / count, 5), "watts": round(used / took, 1)}


def _bus_of(device: int) -> bytes:
    import cupy

    return str(cupy.cuda.Device(device).pci_bus_id).encode()


def _wait() -> None:
    """Until the current stream has nothing to do."""
    import cupy

    cupy.cuda.get_current_stream().synchronize()
