"""Which devices there are and what can be said of them. Imports without CUDA."""

from __future__ import annotations

import os
import platform
import warnings
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True)
class Device:
    """A processor that can solve, or the reason why it cannot.

    memory_bytes : total memory of the device, 0 where unknown.
    usable : False for a GPU that is there but cannot be used; `remark` then says why.
    """

    backend: str  # "cpu" or "gpu"
    index: int
    name: str
    memory_bytes: int
    usable: bool = True
    remark: str = ""


def _processor_name() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _host_memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 0  # Windows has no sysconf; the figure is only shown


@cache
def devices() -> tuple[Device, ...]:
    """The CPU first, then every GPU, or one unusable GPU entry that says why there is none."""
    cores = os.cpu_count() or 1
    name = f"{_processor_name()} ({cores} {'core' if cores == 1 else 'cores'})"
    return (Device("cpu", 0, name, _host_memory()), *_gpus())


def _gpus() -> tuple[Device, ...]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import cupy
    except ImportError:
        return (_absent("CuPy is not installed; install isofront[cuda12] or isofront[cuda13]."),)
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        return (_absent(f"The NVIDIA driver does not answer ({error})."),)
    return tuple(_gpu(cupy.cuda.runtime.getDeviceProperties(i), i) for i in range(count))


def _absent(remark: str) -> Device:
    return Device("gpu", 0, "no GPU", 0, usable=False, remark=remark)


def _gpu(properties: dict[str, object], index: int) -> Device:
    raw = properties["name"]
    name = raw.decode() if isinstance(raw, bytes) else str(raw)
    old = (properties["major"], properties["minor"]) < (7, 0)
    remark = "Compute capability 7.0 or newer is needed." if old else ""
    return Device("gpu", index, name, int(str(properties["totalGlobalMem"])), not old, remark)


def first_gpu() -> Device | None:
    """The first usable GPU."""
    return next((d for d in devices() if d.backend == "gpu" and d.usable), None)
