"""Where the labels of a solve lie on the host: in memory, or in a file when memory is short."""

from __future__ import annotations

import os
import tempfile
import threading
import weakref
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.host_memory import free_memory
from core.parallel.threads import kept_threads
from core.times import UNREACHED
from raster.blocks.layout import BlockPartition
from raster.geometry import EIGHT
from raster.travel_times import TravelTimeGrid

Memory = Any
"""Anything that exports a writable buffer and keeps it alive: an array, a mapped file, pinned
memory."""

MOST_OF_MEMORY = 0.7
"""Share of the free host memory that one field may take before it goes to a file."""

PAGE = 4096

MOST_THREADS = 8
"""Threads that forget fields, at most: one core alone takes a second for every few gigabytes."""


def is_short(needed: int) -> bool:
    """Whether so many bytes should rather lie in a file."""
    return needed > MOST_OF_MEMORY * free_memory()


def in_memory(count: int) -> NDArray[np.uint32]:
    """Labels in memory, from the beginning of a page: devices write whole lines of it faster."""
    spare = np.empty(count + PAGE // 4, np.uint32)
    first = -spare.ctypes.data % PAGE // 4
    return spare[first : first + count]


def in_a_file(count: int) -> NDArray[np.uint32]:
    """Labels in a mapped file."""
    return mapped((count,), np.uint32, "travel times")


def mapped(shape: tuple[int, ...], dtype: Any, what: str) -> NDArray[Any]:
    """An array mapped to a nameless file in the folder for temporary files (TMPDIR)."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    try:
        with tempfile.TemporaryFile(prefix="isofront-") as file:
            _reserve(file.fileno(), size)
            return np.memmap(file, dtype, "r+", shape=shape)
    except OSError as error:
        raise InputError(
            f"{size / 2**30:.1f} GiB of {what} fit neither into memory nor on the disk "
            f"({error.strerror or error})",
            where=tempfile.gettempdir(),
            advice="Make room there, or set TMPDIR to a folder that has it.",
        ) from error


def _reserve(file: int, size: int) -> None:
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file, 0, size)  # a full disk is an error here, and a crash later
    else:
        os.truncate(file, size)


def in_memory_or_file(count: int) -> NDArray[np.uint32]:
    return in_a_file(count) if is_short(4 * count) else in_memory(count)


class Field:
    """Labels of one solve, filled block by block.

    labels : uint32, (rows, cols); of blocks that are not written yet, undefined.
    reached, largest : per block, cells within the limit and largest label of these.
    """

    def __init__(self, partition: BlockPartition, memory: Memory, stale: NDArray[np.bool_]) -> None:
        self.partition = partition
        count = partition.rows * partition.cols
        # An array object of its own, to which every part of it refers: it lives as long as anybody
        # holds a part. (Of an array, frombuffer would make a view, which nobody refers to.)
        flat = np.frombuffer(memoryview(memory), np.uint32, count)
        self.labels: NDArray[np.uint32] = flat.reshape(partition.rows, partition.cols)
        self.owner = flat
        self.reached = np.zeros(partition.count, np.int64)
        self.largest = np.zeros(partition.count, np.uint32)
        self.written = np.zeros(partition.count, np.bool_)
        self._stale, self._left_over = stale, stale.copy()
        self._forgetting = threading.Lock()
        stale[:] = True  # until the solve is over

    def wrote(self, block: int, reached: int, largest: int) -> None:
        """Note that a block's labels are in place; largest is 0 where none is reached."""
        self.reached[block], self.largest[block] = reached, largest
        self.written[block] = True

    def disowned(self, block: int) -> None:
        """Note that a block holds labels that do not count: it was taken out, and in again."""
        self._left_over[block] = True

    def forget(self) -> None:
        """Make the blocks unreached that hold anything else and are not written."""
        with self._forgetting:
            blocks = np.flatnonzero(self._left_over & ~self.written)
            list(kept_threads("field", MOST_THREADS).map(self._forget_block, blocks.tolist()))
            self._left_over[:] = False
            self._stale[:] = self.written

    def _forget_block(self, block: int) -> None:
        row, col, height, width = self.partition.window(block)
        self.labels[row : row + height, col : col + width] = UNREACHED

    def times(
        self,
        tick_seconds: float,
        limit_seconds: float,
        partial: bool,
        geometry: str = EIGHT,
    ) -> TravelTimeGrid:
        """The result, once all that the solve has reached is written."""
        reached, largest = int(self.reached.sum()), int(self.largest.max())
        if partial:
            self._stale[:] = self._left_over | self.written
            return PartialTimes(self, tick_seconds, limit_seconds, reached, largest, geometry)
        self.forget()
        told = self.labels, tick_seconds, limit_seconds, reached, largest, False
        return TravelTimeGrid(*told, geometry)


class PartialTimes(TravelTimeGrid):
    """Travel times of a cancelled solve. Where the memory still holds another result, it is made
    unreached when this one is first read: most are not, and who cancels does not want to wait."""

    def __init__(
        self,
        field: Field,
        tick_seconds: float,
        limit_seconds: float,
        reached: int,
        largest: int,
        geometry: str,
    ) -> None:
        for name, value in (
            ("field", field), ("tick_seconds", tick_seconds), ("limit_seconds", limit_seconds),
            ("reached", reached), ("max_ticks", largest), ("partial", True), ("geometry", geometry),
        ):  # fmt: skip
            object.__setattr__(self, name, value)  # as frozen dataclasses do

    field: Field

    @property
    def labels(self) -> NDArray[np.uint32]:
        self.field.forget()
        return self.field.labels

    @property
    def shape(self) -> tuple[int, int]:
        return self.field.partition.rows, self.field.partition.cols


class FieldLender:
    """Memory for fields: a solve borrows it, its result keeps it, then it comes back.

    A field may be a large share of the memory, and making one takes longer than solving into it.
    """

    def __init__(
        self,
        partition: BlockPartition,
        allocate: Callable[[int], Memory],
        equip: Callable[[Memory], object] = id,
    ) -> None:
        """allocate : memory for so many labels.   equip : called with it once it is filled."""
        self._partition, self._allocate, self._equip = partition, allocate, equip
        self._free: deque[tuple[Memory, NDArray[np.bool_]]] = deque()

    def prepare(self) -> None:
        """Get the memory of one field ready: all unreached, unless it is a file."""
        memory = self._allocate(self._partition.rows * self._partition.cols)
        stale = np.ones(self._partition.count, np.bool_)
        if not isinstance(memory, np.memmap):
            Field(self._partition, memory, stale).forget()
        self._equip(memory)
        self._free.append((memory, stale))

    def lend(self) -> Field:
        if not self._free:
            self.prepare()
        memory, stale = self._free.popleft()
        field = Field(self._partition, memory, stale)
        weakref.finalize(field.owner, self._free.append, (memory, stale))
        return field
