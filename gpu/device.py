"""Which devices there are, what can be said of them, and which is used. Imports without CUDA."""

from __future__ import annotations

import atexit
import os
import platform
import shutil
import tempfile
import warnings
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from core.errors import DeviceError, ParameterError
from gpu import buffers, module
from gpu.failures import first_line, lost

OLDEST = (7, 0)
"""Least compute capability: older chips lack the independent threads that the kernels rely on."""

DEVICE_VARIABLE = "ISOFRONT_GPU_DEVICE"

NO_DEVICE, OLD_DRIVER = 100, 35
"""Status codes cudaErrorNoDevice and cudaErrorInsufficientDriver."""

PACKAGES = "isofront[cuda12] or isofront[cuda13]"


@dataclass(frozen=True)
class Device:
    """A processor that can solve, or the reason why it cannot.

    memory_bytes : total memory of the device, 0 where unknown.
    usable : False for a GPU that is there but cannot be used; `remark` says why and what to do.
    capability : compute capability, as "9.0"; empty where there is none.
    free_bytes : memory that nobody uses now; None where it was not asked for.
    budget_bytes : how much of it may be used; None likewise.
    """

    backend: str  # "cpu" or "gpu"
    index: int
    name: str
    memory_bytes: int
    usable: bool = True
    remark: str = ""
    capability: str = ""
    free_bytes: int | None = None
    budget_bytes: int | None = None


@dataclass(frozen=True)
class Software:
    """Versions, each empty where the part is missing.

    driver : newest CUDA that the driver supports. runtime : CUDA that CuPy uses.
    compiler : of NVRTC, which compiles the kernels.
    """

    driver: str = ""
    runtime: str = ""
    cupy: str = ""
    compiler: str = ""


def devices() -> tuple[Device, ...]:
    """The CPU first, then every GPU, or one unusable GPU entry that says why there is none."""
    return (_cpu(), *(_still_usable(gpu) for gpu in _gpus()))


def _still_usable(gpu: Device) -> Device:
    if not gpu.usable or not lost():
        return gpu
    remark = f"It failed in this process ({lost()}). Restart Isofront to use it again."
    return replace(gpu, usable=False, remark=remark)


def surveyed() -> tuple[Device, ...]:
    """`devices`, with free memory asked for and a kernel compiled on every usable GPU."""
    return tuple(_tried(d) if d.backend == "gpu" and d.usable else d for d in devices())


def _tried(gpu: Device) -> Device:
    try:
        module.compile_one(gpu.index)
        free, budget = buffers.free_memory(gpu.index), buffers.budget(gpu.index)
        return replace(gpu, free_bytes=free, budget_bytes=max(budget, 0))
    except DeviceError as error:
        return replace(gpu, usable=False, remark=f"{error.found}. {error.advice}")


# -- choosing


def first_gpu() -> Device | None:
    """The first usable GPU; None where there is none."""
    return next(iter(_usable()), None)


def _usable() -> tuple[Device, ...]:
    return tuple(d for d in devices() if d.backend == "gpu" and d.usable)


def choose_gpu(index: int | None = None) -> Device:
    """The GPU of an index; without one that of the environment, else the one with most free memory.

    Raises DeviceError where there is no such GPU or it cannot be used.
    """
    found = _usable()
    if index is None:
        index = _index_from_environment()
    if index is not None:
        return _the_gpu(index)
    if not found:
        why = next((d.remark for d in devices() if d.backend == "gpu"), "there is none")
        raise DeviceError(f"no GPU can be used: {why}", advice="Choose the CPU, or auto.")
    return found[0] if len(found) == 1 else _roomiest(found)


def require_gpus(count: int) -> None:
    """Raise DeviceError where more than one GPU is asked for, and there are fewer."""
    found = len(_usable())
    if 1 < count > found:
        there = {0: "there is none", 1: "there is one"}.get(found, f"there are {found}")
        raise DeviceError(
            f"{count} GPUs are asked for and {there} that can be used",
            advice="Ask for no more; `isofront devices` says what there is.",
        )


def gpus_from(first: int, count: int) -> tuple[int, ...]:
    """Indices of so many usable GPUs, the one that solves first. Raises DeviceError."""
    require_gpus(count)
    others = [gpu.index for gpu in _usable() if gpu.index != first]
    return (first, *others[: count - 1])


def _index_from_environment() -> int | None:
    text = os.environ.get(DEVICE_VARIABLE, "")
    if text and not (text.isascii() and text.isdigit()):
        raise ParameterError(
            f"'{text}'", where=DEVICE_VARIABLE, advice="Give the number of a GPU, 0 or more."
        )
    return int(text) if text else None


def _the_gpu(index: int) -> Device:
    gpus = [d for d in devices() if d.backend == "gpu"]
    named = next((d for d in gpus if d.index == index), None)
    if named is not None and named.usable:
        return named
    usable = [str(d.index) for d in gpus if d.usable]
    if named is None:
        known = f"Choose among {', '.join(usable)}." if usable else "`isofront devices` says why."
        raise DeviceError(f"there is no GPU {index}", advice=known)
    raise DeviceError(f"cannot be used: {named.remark}", where=f"GPU {index}")


@cache
def _roomiest(gpus: tuple[Device, ...]) -> Device:
    """Asked once: what is solved later fills the memory of the one chosen, and is to stay there."""
    return max(gpus, key=_free_memory)


def _free_memory(gpu: Device) -> int:
    try:
        return buffers.free_memory(gpu.index)
    except DeviceError:  # another program has it for itself
        return 0


# -- what there is


@cache
def _cpu() -> Device:
    cores = os.cpu_count() or 1
    name = f"{_processor_name()} ({cores} {'core' if cores == 1 else 'cores'})"
    return Device("cpu", 0, name, _host_memory())


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
def _gpus() -> tuple[Device, ...]:
    try:
        cupy = _cupy()
    except ModuleNotFoundError as error:
        missing = "CuPy" if error.name == "cupy" else f"a part of CuPy ({error.name})"
        return (_absent(f"{missing} is not installed. Install {PACKAGES}."),)
    except Exception as error:  # whatever a broken installation does
        return (_absent(f"CuPy does not load ({first_line(error)}). Install {PACKAGES} again."),)
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        return (_absent(_why_no_device(error, software())),)
    return tuple(_gpu(cupy.cuda.runtime.getDeviceProperties(i), i) for i in range(count))


@cache
def kernel_cache() -> Path | None:
    """Where compiled kernels are kept for the next process; None where that cannot be written."""
    chosen = os.environ.get("CUPY_CACHE_DIR")
    folder = Path(chosen or os.path.expanduser("~/.cupy/kernel_cache"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return folder if os.access(folder, os.W_OK) else None
    except OSError:
        return None


_OWN_CACHE = "isofront-kernels-"
"""Prefix of the name of a folder that keeps kernels as long as the process lives."""


def _cupy() -> Any:
    """CuPy, which makes the folder of its compiled kernels when it is imported: it needs one."""
    if kernel_cache() is None and _OWN_CACHE not in os.environ.get("CUPY_CACHE_DIR", ""):
        os.environ["CUPY_CACHE_DIR"] = tempfile.mkdtemp(prefix=_OWN_CACHE)
        atexit.register(shutil.rmtree, os.environ["CUPY_CACHE_DIR"], ignore_errors=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import cupy
    return cupy


def _absent(remark: str) -> Device:
    return Device("gpu", 0, "no GPU", 0, usable=False, remark=remark)


def _why_no_device(error: Exception, installed: Software) -> str:
    status = getattr(error, "status", 0)
    if status == NO_DEVICE:
        return "There is no NVIDIA GPU, or CUDA_VISIBLE_DEVICES hides it."
    if status == OLD_DRIVER and not installed.driver:
        return "There is no NVIDIA driver. With an NVIDIA GPU, install its driver."
    if status == OLD_DRIVER:
        return (
            f"The NVIDIA driver supports CUDA {installed.driver}, CuPy uses {installed.runtime}. "
            "Update the driver, or install isofront[cuda12]."
        )
    return f"The NVIDIA driver does not answer ({first_line(error)}). Install the driver again."


def _gpu(properties: dict[str, Any], index: int) -> Device:
    raw = properties["name"]
    name = raw.decode() if isinstance(raw, bytes) else str(raw)
    capability = (int(properties["major"]), int(properties["minor"]))
    remark = _remark(capability, *_compiler())
    memory = int(properties["totalGlobalMem"])
    version = f"{capability[0]}.{capability[1]}"
    return Device("gpu", index, name, memory, not remark, remark, version)


def _remark(capability: tuple[int, int], compiler: str, compiles: tuple[int, ...]) -> str:
    """Why a chip cannot be used; empty where it can."""
    version = f"{capability[0]}.{capability[1]}"
    if capability < OLDEST:
        needed = f"{OLDEST[0]}.{OLDEST[1]}"
        return f"Its compute capability is {version}, {needed} or newer is needed. Choose the CPU."
    if not compiler:
        return f"NVRTC, which compiles the kernels, is not installed. Install {PACKAGES}."
    if compiles and capability[0] * 10 + capability[1] < min(compiles):
        return (
            f"NVRTC {compiler} no longer compiles for compute capability {version}. "
            "Install isofront[cuda12]."
        )
    return ""


@cache
def software() -> Software:
    """The parts of CUDA that are there."""
    try:
        cupy = _cupy()
    except Exception:  # `devices` says what is wrong with it
        return Software()
    runtime = cupy.cuda.runtime
    return Software(
        _version(runtime.driverGetVersion()),
        _version(runtime.runtimeGetVersion()),
        str(cupy.__version__),
        _compiler()[0],
    )


@cache
def _compiler() -> tuple[str, tuple[int, ...]]:
    """Version of NVRTC, empty where it is missing, and the chips it compiles for, as 90 for 9.0."""
    from cupy.cuda import nvrtc

    try:
        major, minor = nvrtc.getVersion()
        return f"{major}.{minor}", tuple(nvrtc.getSupportedArchs())
    except RuntimeError:  # a library that is not found is one
        return "", ()


def _version(number: int) -> str:
    """`12.9` of 12090, nothing of 0."""
    return f"{number // 1000}.{number % 1000 // 10}" if number else ""
