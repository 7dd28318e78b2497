"""What threads of the local customization work on together: jobs in classes of size.

A job is some entries of a cell. Small ones get a part of a warp each, larger ones a warp, the
largest a block of threads; each class is a launch of its own, so that a large cell does not cost
the small ones their shared memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.sources import layout_of
from road.crp.device_layout.matrices import BLOCK, HEAD, bytes_of_cells
from road.graph import I64

JOB = layout_of("MatrixJob", "roads/crp/customization/customize_cells.cu")
"""A cell, its first entry here and how many there are."""

layout_of("MatrixBlock", "roads/crp/customization/customize_cells.cu", like=BLOCK)

EACH = 4
"""Entries of a thread."""

LARGEST = 160 * 1024
"""Most bytes of shared memory of a block; an A100 has 163 KiB for one, an H200 227."""

SHARED_MEMORY = 112 * 1024
"""Bytes of shared memory of a multiprocessor, from which blocks take theirs."""

STAGED_BYTES = 24 * 1024
"""Bytes of shared memory above which a cell's matrices are read where they are."""

DISTANCES = 1 << 16
"""Most distances of a job, which numbers them with 16 bits."""

SHARED_BLOCK = 128
"""Threads of a block that has several jobs."""

THREADS_OF_A_MULTIPROCESSOR = 1024
"""Threads that keep a multiprocessor busy: with fewer jobs, each has more threads."""


class Group(NamedTuple):
    """Threads for a job, and the most that a job may have: entries, sums a round, bytes."""

    threads: int
    width: int
    sums: int
    shared_bytes: int

    @property
    def whole(self) -> bool:
        """Whether the threads are a block, not a part of one."""
        return self.threads > 32


GROUPS = (
    Group(4, 4, 32, 640),
    Group(8, 8, 96, 1280),
    Group(32, 32, 256, 4096),
    Group(128, 32, 1024, STAGED_BYTES),
)
"""Kinds of groups of threads, from the smallest; what fits none of them has the largest blocks."""


class JobClass(NamedTuple):
    """jobs : JOB. threads, shared_bytes : of each job. whole : whether a job has a block."""

    jobs: NDArray[Any]
    threads: int
    shared_bytes: int
    whole: bool


def job_classes(
    heads: NDArray[Any], multiprocessors: int, *, staged: bool
) -> tuple[JobClass, ...] | None:
    """All cells of a level distributed; None where a cell fits no block.

    staged : whether the matrices must be in shared memory.
    """
    heads = heads[heads["entries"] > 0]
    found: list[JobClass] = []
    for group in GROUPS:
        if len(heads) * group.threads < multiprocessors * THREADS_OF_A_MULTIPROCESSOR // 4:
            continue
        width = np.minimum(heads["entries"], group.width)
        _, needed = bytes_of_cells(heads, _across(width))
        sums = heads["inner_tasks"].astype(np.int64) * width
        fits = (needed <= group.shared_bytes) & (sums <= group.sums)
        fits &= group.whole | (heads["entries"] <= group.width)
        if fits.any():
            jobs = _jobs(heads[fits], group.width)
            shared_bytes = _padded(needed[fits].max())
            found.append(JobClass(_alike(jobs), group.threads, shared_bytes, group.whole))
            heads = heads[~fits]
    if len(heads):
        large = _large(heads, multiprocessors, staged)
        if large is None:
            return None
        found.append(large)
    return tuple(found)


def _across(width: Any) -> Any:
    """Distances to one state, of so many entries: whole threads'."""
    return -(-width // EACH) * EACH


def _alike(jobs: NDArray[Any]) -> NDArray[Any]:
    """Jobs that take about as long beside one another."""
    alike: NDArray[Any] = jobs[np.lexsort((jobs["inner_tasks"], jobs["width"]))]
    return alike


def _large(heads: NDArray[Any], multiprocessors: int, staged: bool) -> JobClass | None:
    for width in _widths(heads, multiprocessors):
        jobs = _jobs(heads, width)
        without, needed = bytes_of_cells(heads, _across(np.minimum(heads["entries"], width)))
        least = int((needed if staged else without).max())
        distances = int((heads["inner"].astype(np.int64) * _across(width)).max())
        if least > LARGEST or distances >= DISTANCES:
            continue
        sums = float(heads["tasks"].mean()) * width
        free = 2 * THREADS_OF_A_MULTIPROCESSOR * multiprocessors / len(jobs)
        shared_bytes = max(least, min(int(needed.max()), STAGED_BYTES))
        resident = THREADS_OF_A_MULTIPROCESSOR * shared_bytes / SHARED_MEMORY
        threads = 64
        while threads < min(max(free, resident), sums, 1024):
            threads *= 2
        return JobClass(jobs, threads, _padded(shared_bytes), True)
    return None


def _widths(heads: NDArray[Any], multiprocessors: int) -> Iterator[int]:
    """Entries of a job: the most that still make two for each multiprocessor, then fewer."""
    width = 32
    while (
        width > 4
        and int((-(-heads["entries"].astype(np.int64) // width)).sum()) < 2 * multiprocessors
    ):
        width //= 2
    while width:
        yield width
        width //= 2


def _jobs(heads: NDArray[Any], width: int) -> NDArray[Any]:
    """Each cell in as few jobs of about equal size as the width allows."""
    entries: I64 = heads["entries"].astype(np.int64)
    parts = -(-entries // width)
    cell = np.repeat(np.arange(len(heads)), parts)
    part = np.arange(len(cell)) - np.repeat(np.cumsum(parts) - parts, parts)
    jobs = np.zeros(len(cell), JOB)
    for name in HEAD.names or ():
        jobs[name] = heads[name][cell]
    first = part * entries[cell] // parts[cell]
    jobs["first"] = first
    jobs["width"] = (part + 1) * entries[cell] // parts[cell] - first
    return jobs


def _padded(needed: int) -> int:
    return -(-int(needed) // 16) * 16
