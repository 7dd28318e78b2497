"""Blocks on their way between the host's arrays and the device, beside the rounds.

Where the host's arrays are pinned, kernels read and write them in place: labels go from their slots
of the pool to the very place where the host wants them, values come into stages on the device. Rows
of a block are short, and with those a copy engine comes to two thirds of the link's speed outwards,
and inwards to a quarter while the link is busy outwards. Copy engines carry the rest: values whose
rows begin at odd addresses, and labels that come back. Where an array is not pinned, as with a
mapped file, threads of the host copy through pinned stages of their own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.grids.blocks.memory import MOVES
from gpu.host_memory import is_pinned, pin, pinned
from raster.blocks.layout import BlockPartition
from raster.grid import Window

_THREADS = ThreadPoolExecutor(4, thread_name_prefix="blocks")


class HostArray(NamedTuple):
    """An array of the host of which windows are copied; `direct` where it is pinned."""

    array: NDArray[Any]
    direct: bool
    first: int

    def slices(self, window: Window) -> tuple[slice, slice]:
        row, col, height, width = window
        return slice(row, row + height), slice(col, col + width)

    def address(self, window: Window) -> int:
        row, col, _, _ = window
        rows, cols = self.array.strides
        return self.first + row * rows + col * cols


def plane_of(array: NDArray[Any], *, may_pin: bool) -> HostArray:
    """An array of two dimensions, pinned if it may be and can."""
    regular = array.strides[1] == array.itemsize and array.strides[0] > 0
    direct = regular and (pin(array) if may_pin else is_pinned(array))
    return HostArray(array, direct, int(array.ctypes.data))


def device_address(array: NDArray[Any]) -> int:
    """Where the device finds a pinned array of the host; 0 if it does not."""
    import cupy

    return int(cupy.cuda.runtime.pointerGetAttributes(array.ctypes.data).devicePointer)


NOWHERE = 0xFFFFFFFF
"""Value that stands for a stage where nothing is copied; NOWHERE of block_traffic.cu."""

AT_ONCE = 16
"""Blocks that leave in one launch: their slots become free together."""

SENDERS, SEND_THREADS = 8, 256
"""CUDA blocks and threads of each that write labels to the host. Fewer cannot fill the link; more
would crowd out what comes in, for no gain."""

FILL_WARPS = 8

RECEIVERS = 8
"""CUDA blocks that read values from the host."""


def jobs_of(
    blocks: Sequence[int],
    slots: Sequence[int],
    stages: Sequence[int] = (),
    back: Sequence[int] = (),
) -> np.void:
    """struct Jobs of block_traffic.cu."""
    record: np.void = np.zeros(1, MOVES)[0]
    for name, numbers in (("block", blocks), ("slot", slots), ("stage", stages), ("back", back)):
        record[name][: len(numbers)] = numbers
    return record


class _Copy(NamedTuple):
    """A window to be copied into a stage, through one of the host's where it is not pinned."""

    plane: HostArray
    host_stages: NDArray[Any] | None
    to: Any
    stage: int
    window: Window

    @property
    def bytes(self) -> int:
        return self.window.width * self.window.height * int(self.plane.array.itemsize)

    @property
    def host_stage(self) -> NDArray[Any]:
        assert self.host_stages is not None
        stage: NDArray[Any] = self.host_stages[self.stage]
        return stage


class _Batch(NamedTuple):
    """Blocks that come together.

    turn : with which they were asked for.   stages : of values; back : of labels, or NOWHERE.
    copies : windows on their way.   filling : stages of the host on their way to be filled.
    """

    turn: int
    blocks: list[int]
    slots: list[int]
    stages: list[int]
    back: list[int]
    copies: list[_Copy]
    filling: list[Future[None]]


class Arrived(NamedTuple):
    """Blocks whose slots are filled once the event has come."""

    blocks: list[int]
    slots: list[int]
    event: Any


class Inward:
    """Slots that are filled: with values, and with labels of blocks that were here before."""

    def __init__(
        self, values: NDArray[Any], partition: BlockPartition, count: int, back: int, kernels: Any
    ) -> None:
        import cupy

        self._partition, self._kernels = partition, kernels
        self.stream = cupy.cuda.Stream(non_blocking=True)
        self._values = cupy.empty((count, partition.cells), values.dtype)
        self._labels = cupy.empty((back, partition.cells), np.uint32)
        self._from = plane_of(values, may_pin=True)
        self._value_stages = None if self._from.direct else _stages(count, partition, values.dtype)
        self._label_stages: NDArray[Any] | None = None
        self._field: HostArray | None = None
        # Whether kernels can read them: copy engines are slow while the link is busy outwards.
        self._address = device_address(values) if self._from.direct else 0
        row = values.shape[1] * values.itemsize
        self._readable = self._address != 0
        self._readable &= (self._address | row | values.strides[0]) % 16 == 0

    def begin(self, labels: NDArray[np.uint32]) -> None:
        self._free = deque(range(len(self._values)))
        self._free_back = deque(range(len(self._labels)))
        self._filling: deque[_Batch] = deque()
        self._sent: deque[tuple[_Batch, Any]] = deque()
        self._field = plane_of(labels, may_pin=False)
        if not self._field.direct and self._label_stages is None:
            self._label_stages = _stages(len(self._labels), self._partition, np.uint32)

    def swap_capacity(self) -> tuple[int, int]:
        """Free stages for values and for labels."""
        return len(self._free), len(self._free_back)

    def fetch(
        self, struct: np.void, turn: int, blocks: Sequence[int], known: list[bool], slots: list[int]
    ) -> int:
        """Have slots filled with blocks, and with labels of those known; returns bytes."""
        stages = [self._free.popleft() for _ in blocks]
        back = [self._free_back.popleft() if here else NOWHERE for here in known]
        copies: list[_Copy] = []
        for block, stage, label_stage in zip(blocks, stages, back, strict=True):
            window = self._partition.window(block)
            copies.append(_Copy(self._from, self._value_stages, self._values, stage, window))
            if label_stage != NOWHERE and self._field is not None:
                copies.append(
                    _Copy(self._field, self._label_stages, self._labels, label_stage, window)
                )
        filling = [_THREADS.submit(_fill, copy) for copy in copies if not copy.plane.direct]
        batch = _Batch(turn, list(blocks), slots, stages, back, copies, filling)
        self._filling.append(batch)
        self._send_what_is_filled(struct, -1)
        return sum(copy.bytes for copy in copies)

    def arrived(self, struct: np.void, asked_before: int) -> list[Arrived]:
        """Blocks that are there, and all that were asked for before a turn, there or not."""
        self._send_what_is_filled(struct, asked_before)
        found: list[Arrived] = []
        while self._sent:
            batch, event = self._sent[0]
            if batch.turn >= asked_before and not event.done:
                break
            if batch.filling:
                event.synchronize()  # before the host's stages are filled anew
                self._set_free(batch)
            self._sent.popleft()
            found.append(Arrived(batch.blocks, batch.slots, event))
        return found

    def finish(self) -> None:
        """Wait until nothing is on its way, and let go of the field."""
        for batch in self._filling:
            for future in batch.filling:
                future.result()
        self.stream.synchronize()
        self._field = None

    def _send_what_is_filled(self, struct: np.void, asked_before: int) -> None:
        while self._filling:
            batch = self._filling[0]
            due = batch.turn < asked_before
            if not due and not all(future.done() for future in batch.filling):
                return
            for future in batch.filling:
                future.result()
            self._filling.popleft()
            self._sent.append((batch, self._send(struct, batch)))
            if not batch.filling:
                self._set_free(batch)  # what comes next takes its turn on the same stream

    def _set_free(self, batch: _Batch) -> None:
        self._free.extend(batch.stages)
        self._free_back.extend(stage for stage in batch.back if stage != NOWHERE)

    def _send(self, struct: np.void, batch: _Batch) -> Any:
        """Copy to stages on the device, fill slots from there."""
        jobs = jobs_of(batch.blocks, batch.slots, batch.stages, batch.back)
        count, across = len(batch.blocks), self._partition.across
        with self.stream:
            if self._readable:
                self._kernels.launch(
                    "receive", RECEIVERS, SEND_THREADS, struct, jobs, np.uint32(count),
                    np.uint64(self._address), np.uint64(self._from.array.strides[0]), self._values,
                )  # fmt: skip
            for copy in batch.copies:
                if copy.to is self._labels or not self._readable:
                    self._copy(copy)
            self._kernels.launch(
                "fill", (-(-across * across // FILL_WARPS), count), 32 * FILL_WARPS, struct, jobs,
                self._values, self._labels,
            )  # fmt: skip
        return self.stream.record()

    def _copy(self, copy: _Copy) -> None:
        import cupy

        plane, window, size = copy.plane, copy.window, copy.plane.array.itemsize
        if plane.direct:
            source, pitch = plane.address(window), plane.array.strides[0]
        else:
            source, pitch = int(copy.host_stage.ctypes.data), int(copy.host_stage.strides[0])
        to = copy.to.data.ptr + copy.stage * self._partition.cells * size
        cupy.cuda.runtime.memcpy2DAsync(
            to, self._partition.side * size, source, pitch, window.width * size, window.height,
            cupy.cuda.runtime.memcpyHostToDevice, self.stream.ptr,
        )  # fmt: skip


def _stages(count: int, partition: BlockPartition, dtype: Any) -> NDArray[Any]:
    return pinned((count, partition.side, partition.side), dtype)


def _fill(copy: _Copy) -> None:
    window = copy.window
    copy.host_stage[: window.height, : window.width] = copy.plane.array[copy.plane.slices(window)]


class _Leaving(NamedTuple):
    """Blocks whose labels the device writes to the host until the event comes."""

    blocks: tuple[int, ...]
    slots: list[int]
    stages: list[int]
    event: Any


class Outward:
    """Blocks whose labels go to the field; their slots are free when they are there."""

    def __init__(self, partition: BlockPartition, count: int, kernels: Any) -> None:
        """count : blocks that may be on their way at once."""
        import cupy

        self._partition, self._kernels = partition, kernels
        # Before the rounds: they can spare a few multiprocessors, the link should not wait.
        self.stream = cupy.cuda.Stream(non_blocking=True, priority=-1)
        self._count = self._left = count
        self._host_stages: NDArray[Any] | None = None
        self._to: HostArray | None = None
        self._free: list[int] = []
        self._leaving: deque[_Leaving] = deque()
        self._writing: deque[tuple[_Leaving, list[Future[None]]]] = deque()

    def begin(self, labels: NDArray[np.uint32]) -> None:
        if self._leaving or self._writing:
            self.finish()  # of a solve that failed
        self._to = plane_of(labels, may_pin=False)
        self._direct = self._to.direct and device_address(labels) != 0
        if self._direct:
            self._address, self._pitch = device_address(labels), labels.strides[0] // 4
            self._wide = self._partition.side >= 128 and labels.shape[1] % 4 == 0
            self._wide = self._wide and self._pitch % 4 == 0 and self._address % 16 == 0
            return
        if self._host_stages is None:
            self._host_stages = _stages(self._count, self._partition, np.uint32)
            self._free = list(range(self._count))
        self._address, self._pitch = device_address(self._host_stages), self._partition.side
        self._wide = self._partition.side >= 128

    @property
    def swap_capacity(self) -> int:
        """How many more blocks may leave."""
        return self._left

    def arrived(self) -> list[int]:
        """Slots that are free since this was last asked."""
        self._store_what_came()
        slots: list[int] = []
        while self._writing and all(future.done() for future in self._writing[0][1]):
            slots += self._end_of(*self._writing.popleft())
        return slots

    def send(self, struct: np.void, blocks: tuple[int, ...], slots: list[int], ready: Any) -> int:
        """Write labels from slots to the host once `ready` has come; returns bytes."""
        self.stream.wait_event(ready)
        for first in range(0, len(blocks), AT_ONCE):
            some = slice(first, first + AT_ONCE)
            self._launch(struct, blocks[some], slots[some])
        self._left -= len(blocks)
        windows = [self._partition.window(block) for block in blocks]
        return sum(4 * window.height * window.width for window in windows)

    def _launch(self, struct: np.void, blocks: tuple[int, ...], slots: list[int]) -> None:
        stages = [NOWHERE if self._direct else self._free.pop() for _ in blocks]
        with self.stream:
            self._kernels.launch(
                "send", SENDERS, SEND_THREADS, struct, jobs_of(blocks, slots, stages),
                np.uint32(len(blocks)), np.uint64(self._address), np.uint64(self._pitch),
                np.uint32(self._wide),
            )  # fmt: skip
        self._leaving.append(_Leaving(blocks, slots, stages, self.stream.record()))

    def wait_for(self, block: int, stream: Any) -> None:
        """Let `stream` go on only when the labels of the block are in the field."""
        for leaving in self._leaving:
            if block in leaving.blocks and self._direct:
                stream.wait_event(leaving.event)
            elif block in leaving.blocks:
                leaving.event.synchronize()
        self._store_what_came()
        for leaving, futures in self._writing:
            if futures and block in leaving.blocks:
                futures[leaving.blocks.index(block)].result()

    def finish(self) -> list[int]:
        """Wait until everything sent is in the field, and let go of it; returns slots set free."""
        self.stream.synchronize()
        slots = self.arrived()
        while self._writing:
            slots += self._end_of(*self._writing.popleft())
        self._to = None
        return slots

    def _store_what_came(self) -> None:
        while self._leaving and self._leaving[0].event.done:
            leaving = self._leaving.popleft()
            self._writing.append((leaving, self._store(leaving)))

    def _store(self, leaving: _Leaving) -> list[Future[None]]:
        """Copy from the host's stages into the field, unless the labels are there already."""
        if self._direct:
            return []
        assert self._host_stages is not None
        assert self._to is not None
        return [
            _THREADS.submit(
                _write, self._to, self._host_stages[stage], self._partition.window(block)
            )
            for block, stage in zip(leaving.blocks, leaving.stages, strict=True)
        ]

    def _end_of(self, leaving: _Leaving, futures: list[Future[None]]) -> list[int]:
        for future in futures:
            future.result()
        if not self._direct:
            self._free += leaving.stages
        self._left += len(leaving.blocks)
        return leaving.slots


def _write(plane: HostArray, stage: NDArray[Any], window: Window) -> None:
    plane.array[plane.slices(window)] = stage[: window.height, : window.width]
