"""Copies of blocks between the host's arrays and stages on the device, beside the kernels.

A stage holds one block row by row on its way. Where the host's array is pinned, the device copies
to and from its very place. Where it is not, as with a mapped file, threads of the host copy through
a pinned stage of their own.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.host_memory import is_pinned, pin, pinned
from raster.blocks import Partition
from raster.grid import Window

_THREADS = ThreadPoolExecutor(4, thread_name_prefix="blocks")


class Plane(NamedTuple):
    """An array of the host of which windows are copied."""

    array: NDArray[Any]
    direct: bool

    def slices(self, window: Window) -> tuple[slice, slice]:
        row, col, height, width = window
        return slice(row, row + height), slice(col, col + width)

    def address(self, window: Window) -> int:
        row, col, _, _ = window
        rows, cols = self.array.strides
        return int(self.array.ctypes.data) + row * rows + col * cols


def plane_of(array: NDArray[Any], *, may_pin: bool) -> Plane:
    """An array of two dimensions, pinned if it may be and can."""
    regular = array.strides[1] == array.itemsize and array.strides[0] > 0
    return Plane(array, regular and (pin(array) if may_pin else is_pinned(array)))


NOWHERE = 0xFFFFFFFF
"""Instead of a stage, where nothing is copied; NOWHERE of block_traffic.cu."""


class Fetched(NamedTuple):
    """Stages of values, and of labels or NOWHERE, for each block; bytes copied."""

    values: list[int]
    labels: list[int]
    moved: int


class Inward:
    """Stages on the device that windows of values and labels are copied into."""

    def __init__(self, values: NDArray[Any], partition: Partition, count: int, back: int) -> None:
        import cupy

        self._partition = partition
        self.stream = cupy.cuda.Stream(non_blocking=True)
        self.values = cupy.empty((count, partition.cells), values.dtype)
        self.labels = cupy.empty((back, partition.cells), np.uint32)
        self._from = plane_of(values, may_pin=True)
        self._value_stages = None if self._from.direct else _stages(count, partition, values.dtype)
        self._label_stages: NDArray[Any] | None = None
        self._free = deque(range(count))
        self._free_back = deque(range(back))
        self._used: deque[tuple[Any, Fetched]] = deque()

    def begin(self, labels: NDArray[np.uint32]) -> None:
        self._labels = plane_of(labels, may_pin=False)
        if not self._labels.direct and self._label_stages is None:
            self._label_stages = _stages(len(self.labels), self._partition, np.uint32)

    def room(self) -> tuple[int, int]:
        """Free stages for values and for labels."""
        while self._used and self._used[0][0].done:
            _, done = self._used.popleft()
            self._free.extend(done.values)
            self._free_back.extend(stage for stage in done.labels if stage != NOWHERE)
        return len(self._free), len(self._free_back)

    def fetch(self, blocks: list[tuple[int, bool]]) -> Fetched:
        """Copy values of blocks, and labels of those marked."""
        stages = [self._free.popleft() for _ in blocks]
        back = [self._free_back.popleft() if known else NOWHERE for _, known in blocks]
        jobs: list[_Job] = []
        for (block, _), stage, label_stage in zip(blocks, stages, back, strict=True):
            window = self._partition.window(block)
            jobs.append(_Job(self._from, self._value_stages, self.values, stage, window))
            if label_stage != NOWHERE:
                jobs.append(
                    _Job(self._labels, self._label_stages, self.labels, label_stage, window)
                )
        for future in [_THREADS.submit(_fill, job) for job in jobs if not job.plane.direct]:
            future.result()
        return Fetched(stages, back, sum(self._copy(job) for job in jobs))

    def free_after(self, event: Any, stages: Fetched) -> None:
        """The stages are free again when the event has come."""
        self._used.append((event, stages))

    def _copy(self, job: _Job) -> int:
        import cupy

        plane, window, size = job.plane, job.window, job.plane.array.itemsize
        if plane.direct:
            source, pitch = plane.address(window), plane.array.strides[0]
        else:
            source, pitch = int(job.host_stage.ctypes.data), int(job.host_stage.strides[0])
        cupy.cuda.runtime.memcpy2DAsync(
            job.to[job.stage].data.ptr, self._partition.side * size, source, pitch,
            window.width * size, window.height, cupy.cuda.runtime.memcpyHostToDevice,
            self.stream.ptr,
        )  # fmt: skip
        return window.width * window.height * size


class _Job(NamedTuple):
    """A window to be copied into a stage, through one of the host's where it is not pinned."""

    plane: Plane
    host_stages: NDArray[Any] | None
    to: Any
    stage: int
    window: Window

    @property
    def host_stage(self) -> NDArray[Any]:
        assert self.host_stages is not None
        stage: NDArray[Any] = self.host_stages[self.stage]
        return stage


def _stages(count: int, partition: Partition, dtype: Any) -> NDArray[Any]:
    return pinned((count, partition.side, partition.side), dtype)


def _fill(job: _Job) -> None:
    window = job.window
    job.host_stage[: window.height, : window.width] = job.plane.array[job.plane.slices(window)]


class _Leaving(NamedTuple):
    block: int
    stage: int
    event: Any


class Outward:
    """Stages on the device from which labels are copied into the field."""

    def __init__(self, partition: Partition, count: int) -> None:
        import cupy

        self._partition = partition
        self.stream = cupy.cuda.Stream(non_blocking=True)
        self.labels = cupy.empty((count, partition.cells), np.uint32)
        self._host_stages: NDArray[Any] | None = None
        self._free = deque(range(count))
        self._leaving: deque[_Leaving] = deque()
        self._writing: deque[tuple[_Leaving, Future[None]]] = deque()

    def begin(self, labels: NDArray[np.uint32]) -> None:
        self._to = plane_of(labels, may_pin=False)
        if not self._to.direct and self._host_stages is None:
            self._host_stages = _stages(len(self.labels), self._partition, np.uint32)

    def room(self) -> int:
        while self._leaving and self._leaving[0].event.done:
            self._arrive(self._leaving.popleft())
        while self._writing and self._writing[0][1].done():
            self._written()
        return len(self._free)

    def take_stages(self, count: int) -> list[int]:
        return [self._free.popleft() for _ in range(count)]

    def send(self, blocks: tuple[int, ...], stages: list[int], ready: Any) -> int:
        """Copy stages into the field once `ready` has come; returns bytes."""
        self.stream.wait_event(ready)
        moved = 0
        for block, stage in zip(blocks, stages, strict=True):
            moved += self._copy(stage, self._partition.window(block))
            self._leaving.append(_Leaving(block, stage, self.stream.record()))
        return moved

    def wait_for(self, block: int, stream: Any) -> None:
        """Let `stream` go on only when the labels of the block are in the field."""
        for leaving in self._leaving:
            if leaving.block == block and self._to.direct:
                stream.wait_event(leaving.event)
            elif leaving.block == block:
                leaving.event.synchronize()
        self.room()
        for leaving, future in self._writing:
            if leaving.block == block:
                future.result()

    def finish(self) -> None:
        """Wait until everything sent is in the field."""
        self.stream.synchronize()
        self.room()
        while self._writing:
            self._written()

    def _copy(self, stage: int, window: Window) -> int:
        import cupy

        if self._to.direct:
            target, pitch = self._to.address(window), self._to.array.strides[0]
        else:
            assert self._host_stages is not None
            target, pitch = int(self._host_stages[stage].ctypes.data), 4 * self._partition.side
        cupy.cuda.runtime.memcpy2DAsync(
            target, pitch, self.labels[stage].data.ptr, 4 * self._partition.side,
            4 * window.width, window.height, cupy.cuda.runtime.memcpyDeviceToHost, self.stream.ptr,
        )  # fmt: skip
        return 4 * window.width * window.height

    def _arrive(self, leaving: _Leaving) -> None:
        if self._host_stages is None or self._to.direct:
            self._free.append(leaving.stage)
            return
        window = self._partition.window(leaving.block)
        stage = self._host_stages[leaving.stage]
        self._writing.append((leaving, _THREADS.submit(_write, self._to, stage, window)))

    def _written(self) -> None:
        leaving, future = self._writing.popleft()
        future.result()
        self._free.append(leaving.stage)


def _write(plane: Plane, stage: NDArray[Any], window: Window) -> None:
    plane.array[plane.slices(window)] = stage[: window.height, : window.width]
