"""As much of CuPy as the drivers use, over NumPy arrays; kernels run on the processor.

Put in place of CuPy (`installed`), the drivers of `gpu` run as they are: they compile their `.cu`
files with the compiler of the processor and launch them, and lanes of all blocks take turns in an
order that a seed draws (lanes.cpp). A launch runs in a thread of its own, beside the host.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import types
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

import gpu.compiling
import gpu.driver
import gpu.module
import gpu.roads.travel_times
from gpu.grids.pictures import painter_of
from tests.emulation.kernels import compiled

SEED = 1
MOST_TURNS = 1 << 27

MULTIPROCESSORS = 2

PAUSE = 0
AT_PAUSE: Callable[[], object] | None = None
"""Is called in the thread of each launch, once, when it has made PAUSE turns; what the host does
meanwhile happens in its midst."""


class Array(np.ndarray):
    """An array "on the device"."""

    __module__ = "cupy"

    @property
    def data(self) -> Any:  # type: ignore[override]
        return types.SimpleNamespace(ptr=self.__array_interface__["data"][0])

    def get(self, stream: Any = None, out: Any = None, blocking: bool = True) -> Any:
        synchronize()
        if out is None:
            return np.array(self)
        out[...] = np.asarray(self)
        return out

    def set(self, values: Any, stream: Any = None) -> None:
        synchronize()
        np.asarray(self)[...] = values

    def fill(self, value: Any) -> None:
        in_turn(lambda: np.asarray(self).fill(value))

    def copy(self, order: Any = "C") -> Any:
        synchronize()
        return on_device(np.array(self))

    def sort(self) -> None:  # type: ignore[override]
        in_turn(lambda: np.asarray(self).sort())

    def __setitem__(self, key: Any, value: Any) -> None:
        synchronize()
        super().__setitem__(key, value)

    def __iadd__(self, value: Any) -> Any:  # type: ignore[misc]  # of arrays only
        synchronize()
        return super().__iadd__(value)


_freed: list[np.ndarray] = []
"""Memory of arrays that the host let go of, kept for kernels that were launched before."""


def on_device(memory: np.ndarray) -> Array:
    array = memory.view(Array)
    weakref.finalize(array, _freed.append, memory)
    return array


def empty(shape: Any, dtype: Any = np.float64) -> Array:
    memory = np.empty(shape, dtype)
    memory.view(np.uint8).fill(0xCD)  # whatever was there
    return on_device(memory)


def zeros(shape: Any, dtype: Any = np.float64) -> Array:
    return on_device(np.zeros(shape, dtype))


def full(shape: Any, value: Any, dtype: Any = None) -> Array:
    return on_device(np.full(shape, value, dtype))


def asarray(values: Any) -> Array:
    return on_device(np.array(values))


def cumsum(values: Array, dtype: Any = None) -> Array:
    synchronize()
    return on_device(np.cumsum(np.asarray(values), dtype=dtype))


# -- launches

_running: list[threading.Thread] = []
_failed: list[str] = []
_ONE_AT_A_TIME = threading.RLock()
"""Several threads of the host may launch kernels and wait for them."""

_recording: list[list[Callable[[], None]]] = []


def in_turn(work: Callable[[], object]) -> None:
    """Do it once what was launched is done, or have it recorded."""

    def now() -> None:
        synchronize()
        work()

    if _recording:
        _recording[-1].append(now)
    else:
        now()


def copied(to: int, source: int, size: int) -> None:
    """Memory to memory, on whatever device."""
    in_turn(lambda: ctypes.memmove(to, source, size))


def copied_rows(
    to: int, to_pitch: int, source: int, pitch: int, width: int, height: int, *_: object
) -> None:
    for row in range(height):
        copied(to + row * to_pitch, source + row * pitch, width)


def synchronize() -> None:
    """Wait for what was launched; raises AssertionError where a kernel failed."""
    with _ONE_AT_A_TIME:
        while _running:
            _running.pop().join()
        _freed.clear()
        if _failed:
            raise AssertionError(_failed.pop())


PAUSED = ctypes.CFUNCTYPE(None)


class Kernel:
    max_dynamic_shared_size_bytes = 1 << 20

    def __init__(self, library: ctypes.CDLL, name: str) -> None:
        self._run, self._name = library.run_kernel, name
        self._body = ctypes.cast(library[f"call_{name}"], ctypes.c_void_p)
        self.kernel, self.ptr = self, 0

    def __call__(
        self, grid: Any, block: Any, args: Any, shared_mem: int = 0, **options: Any
    ) -> None:
        launch = (grid, block[0], [_bytes_of(arg) for arg in args], shared_mem)
        if _recording:
            _recording[-1].append(lambda: self.start(*launch))
        else:
            self.start(*launch)

    def start(self, grid: Any, threads: int, args: list[bytes], shared: int) -> None:
        with _ONE_AT_A_TIME:
            synchronize()
            thread = threading.Thread(target=self._work, args=(grid, threads, args, shared))
            thread.start()
            _running.append(thread)

    def _work(self, grid: Any, threads: int, args: list[bytes], shared: int) -> None:
        # Structures of up to 16 bytes of alignment.
        rooms = [np.zeros(len(arg) // 16 + 1, np.complex128) for arg in args]
        for room, arg in zip(rooms, args, strict=True):
            room.view(np.uint8)[: len(arg)] = np.frombuffer(arg, np.uint8)
        pointers = (ctypes.c_void_p * max(len(args), 1))(*(room.ctypes.data for room in rooms))
        said = ctypes.create_string_buffer(200)
        pause = PAUSED() if AT_PAUSE is None else PAUSED(AT_PAUSE)
        across, down = (*grid, 1)[:2]
        failed = self._run(
            self._body, pointers, across, down, threads, ctypes.c_size_t(shared),
            ctypes.c_uint64(SEED), ctypes.c_uint64(MOST_TURNS), ctypes.c_uint64(PAUSE), pause, said,
        )  # fmt: skip
        if failed:
            _failed.append(f"{self._name}: {said.value.decode()}")


def _bytes_of(arg: Any) -> bytes:
    if isinstance(arg, Array):
        return np.uint64(arg.data.ptr).tobytes()
    return bytes(arg.tobytes())


class RawModule:
    built: Path
    """Folder of compiled kernels."""

    def __init__(self, code: str, options: tuple[str, ...]) -> None:
        self._code, self._options = code, options
        self._library: ctypes.CDLL | None = None

    def get_function(self, name: str) -> Kernel:
        if self._library is None:
            self._library = ctypes.CDLL(str(compiled(self._code, self._options, self.built)))
        return Kernel(self._library, name)


# -- streams, events, memory


class Event:
    def __init__(self, block: bool = False, disable_timing: bool = False) -> None:
        pass

    def record(self, stream: Any = None) -> None:
        pass

    @property
    def done(self) -> bool:
        return not any(thread.is_alive() for thread in _running)

    def synchronize(self) -> None:
        synchronize()


class Recorded:
    def __init__(self, work: list[Callable[[], None]]) -> None:
        self._work = work

    def launch(self, stream: Any = None) -> None:
        for work in self._work:
            work()


class Stream:
    ptr = 0

    def __init__(self, non_blocking: bool = False, priority: int = 0) -> None:
        pass

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def record(self) -> Event:
        return Event()

    def wait_event(self, event: Event) -> None:
        pass

    def synchronize(self) -> None:
        synchronize()

    def begin_capture(self) -> None:
        _recording.append([])

    def end_capture(self) -> Recorded:
        return Recorded(_recording.pop())


class Device:
    attributes = {  # noqa: RUF012  # a table, as CuPy's
        "MultiProcessorCount": MULTIPROCESSORS,
        "MaxSharedMemoryPerBlockOptin": 64 << 10,  # room for four warps of `tiled`
        "MaxSharedMemoryPerMultiprocessor": 96 << 10,
        "ClockRate": 1_000_000,
    }

    compute_capability = "70"

    def __init__(self, index: int = 0) -> None:
        self.id = index

    def __enter__(self) -> Device:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class _Pool:
    def free_bytes(self) -> int:
        return 0

    def used_bytes(self) -> int:
        return 0

    def total_bytes(self) -> int:
        return 0


def _cupy() -> types.ModuleType:
    made = types.ModuleType("cupy")
    errors = {name: type(name, (Exception,), {}) for name in ("A", "B", "C", "D")}
    cuda = types.SimpleNamespace(
        Device=Device, Stream=Stream, Event=Event,
        PinnedMemory=bytearray, PinnedMemoryPointer=lambda memory, _: memory,
        get_current_stream=Stream, get_elapsed_time=lambda *_: 0.0,
        runtime=types.SimpleNamespace(
            CUDARuntimeError=errors["A"], deviceSynchronize=synchronize,
            getDeviceCount=lambda: 0, memGetInfo=lambda: (8 << 30, 8 << 30),
            memcpyHostToDevice=1, memcpyDeviceToHost=2,
            pointerGetAttributes=lambda ptr: types.SimpleNamespace(type=1, devicePointer=ptr),
            memcpyAsync=lambda to, source, size, *_: copied(to, source, size),
            memcpy2DAsync=copied_rows,
            memcpyPeerAsync=lambda to, _to, source, _source, size, _: copied(to, source, size),
        ),
        driver=types.SimpleNamespace(
            CUDADriverError=errors["B"],
            occupancyMaxActiveBlocksPerMultiprocessor=lambda *_: 1,
        ),
        memory=types.SimpleNamespace(OutOfMemoryError=errors["C"]),
        compiler=types.SimpleNamespace(CompileException=errors["D"]),
    )  # fmt: skip
    own = {
        "ndarray": Array, "empty": empty, "zeros": zeros, "full": full, "asarray": asarray,
        "cuda": cuda, "cumsum": cumsum,
        "RawModule": RawModule, "get_default_memory_pool": _Pool,
    }  # fmt: skip
    for name, value in {**vars(np), **own}.items():
        if not name.startswith("__"):
            setattr(made, name, value)
    return made


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """CuPy is this, for a while. folder : where compiled kernels are kept."""
    RawModule.built = folder
    before = sys.modules.get("cupy")
    caches = (gpu.module._load, gpu.module.reading_stream, painter_of)
    for cache in caches:
        cache.cache_clear()
    gpu.compiling._STATES.clear()
    sys.modules["cupy"] = _cupy()
    filled = gpu.driver.fill
    gpu.driver.fill = lambda array, word: array.fill(word)  # this memory is no driver's
    threads, gpu.roads.travel_times.THREADS = gpu.roads.travel_times.THREADS, 64  # several blocks
    try:
        yield
    finally:
        synchronize()
        gpu.driver.fill, gpu.roads.travel_times.THREADS = filled, threads
        gpu.compiling._STATES.clear()
        for cache in caches:
            cache.cache_clear()
        if before is None:
            del sys.modules["cupy"]
        else:
            sys.modules["cupy"] = before
