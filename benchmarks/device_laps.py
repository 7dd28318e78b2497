"""Timing work on a device: by its own events, or on the clock of the host; and joules by NVML.

All of it on the current stream.
"""

from __future__ import annotations

import ctypes
import statistics
import time
from collections.abc import Callable
from typing import Any

from benchmarks.laps import summary, timed

EACH_S = 4.0
"""Of laps, after which a piece of work has had enough."""

FEWEST = 5
ENERGY_S = 1.2
"""The counter of joules moves every 20 to 100 ms."""

Work = Callable[[], object]


def figures(laps: list[float]) -> dict[str, Any]:
    """Median and spread of milliseconds, and how many there were."""
    return {"ms": summary(laps), "n": len(laps)}


def device_laps(work: Work, repeat: int, each_s: float = EACH_S) -> list[float]:
    """Milliseconds between two events around what `work` puts on the stream."""
    import cupy

    begin, end = cupy.cuda.Event(), cupy.cuda.Event()
    laps: list[float] = []
    until = time.perf_counter() + each_s
    while len(laps) < repeat and (len(laps) < FEWEST or time.perf_counter() < until):
        begin.record()
        work()
        end.record()
        end.synchronize()
        laps.append(float(cupy.cuda.get_elapsed_time(begin, end)))
    return laps


def wall_laps(work: Work, repeat: int, each_s: float = EACH_S) -> list[float]:
    """Milliseconds from a device at rest until all that `work` asked for is done."""
    wait = _current_stream().synchronize

    def whole() -> None:
        work()
        wait()

    laps: list[float] = []
    until = time.perf_counter() + each_s
    while len(laps) < repeat and (len(laps) < FEWEST or time.perf_counter() < until):
        wait()
        laps.append(timed(whole).wall)
    return laps


def _current_stream() -> Any:
    import cupy

    return cupy.cuda.get_current_stream()


def medians(rows: list[list[float]]) -> list[float]:
    """Of each column."""
    return [round(statistics.median(column), 4) for column in zip(*rows, strict=True)]


class EnergyMeter:
    """Joules that some GPUs have used, by the driver's counter; what stands by counts as well."""

    def __init__(self, devices: tuple[int, ...]) -> None:
        self._library: Any = None
        self._handles: list[Any] = []
        try:
            library = ctypes.CDLL("libnvidia-ml.so.1")
        except OSError:
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
            if self._library.nvmlDeviceGetTotalEnergyConsumption(handle, ctypes.byref(millijoules)):
                return None
            total += millijoules.value
        return total / 1e3

    def of(self, work: Work) -> dict[str, float | None]:
        """Joules of one `work` and watts meanwhile, while it is repeated for ENERGY_S."""
        wait = _current_stream().synchronize
        wait()
        before, began, count = self.joules(), time.perf_counter(), 0
        while before is not None and time.perf_counter() < began + ENERGY_S:
            work()
            wait()
            count += 1
        after, took = self.joules(), time.perf_counter() - began
        if before is None or after is None:
            return {"joules": None, "watts": None}
        used = after - before
        return {"joules": round(used / count, 5), "watts": round(used / took, 1)}


def _bus_of(device: int) -> bytes:
    import cupy

    return str(cupy.cuda.Device(device).pci_bus_id).encode()
