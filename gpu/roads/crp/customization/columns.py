"""Levels of very many small cells on the device: a thread for some entries of a cell.

The counterpart of settle_columns.cu and of `road.crp.device_layout.columns`. Groups of as many
threads as a cell takes are packed into warps; cells of a warp take as many, and about as long.
Cells differ in the shared memory they need, so that classes of them are launched apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.parallel.ranges import Range
from gpu.buffers import address, require
from gpu.module import load
from gpu.sources import layout_of
from road.crp.device_layout.columns import (
    COLUMN_HEAD,
    ROW_WORDS,
    ColumnCells,
    begin_warps,
    words_of_warp,
)
from road.graph import I64, U32

COLUMNS = layout_of("ColumnLevel", "roads/crp/customization/settle_columns.cu")
layout_of("ColumnJob", "roads/crp/customization/settle_columns.cu", like=COLUMN_HEAD)

OF_CELLS = ("shapes", "turns", "arcs")
"""Names of the arrays of ColumnCells that a device needs."""

KERNELS = ("settle_lowest_columns", "settle_columns")
"""Names of the kernels, that of the lowest level first."""

LANES = 32
THREADS = 64
"""Threads of a block: two warps that do not synchronize."""

EACH = 2
"""Entries of a thread."""

WARP_WORDS = (1536, 4096)
"""Words of shared memory of a warp, by class; what needs more is left to others."""

BUSY = 5 / 8
"""Share of a warp's lanes that are to be busy where its jobs are like one of them: what needs more
shared memory for as many is of the next class."""

CELLS_TOGETHER = 1 << 13
"""Cells that follow one another among which those of a warp are chosen: what neighbours write
shares sectors of memory, which are to be complete before they leave the second cache."""

TURNS = 16
"""Words of shared memory of a warp for the prices of turns, on the lowest level."""

COLUMNS_A_MULTIPROCESSOR = 2048
"""Columns per multiprocessor below which several threads for an entry are faster."""


class ColumnClass(NamedTuple):
    """jobs : COLUMN_HEAD, those of a warp side by side. warps : uint32, and one more; the first job
    of each << 5 | threads that a job takes, less 1. warp_words : words of shared memory of each."""

    jobs: NDArray[Any]
    warps: U32
    warp_words: int


def worth_columns(entries: int, multiprocessors: int) -> bool:
    """Whether a level with so many entries keeps a device busy with a thread for each."""
    return entries >= COLUMNS_A_MULTIPROCESSOR * multiprocessors


def column_classes(
    cells: ColumnCells, batches: Sequence[Range]
) -> tuple[tuple[tuple[ColumnClass, ...], ...], NDArray[np.bool_]]:
    """Launches of each batch of cells, and by cell whether it is in one of them (or has nothing to
    do)."""
    jobs, cell = _jobs(cells)
    beside = TURNS if len(cells.arcs) else 0
    needed = _words(jobs, beside)
    taken = cells.fits.copy()
    taken[cell[needed > WARP_WORDS[-1]]] = False
    left = taken[cell]
    found: list[tuple[ColumnClass, ...]] = []
    for batch in batches:
        own = slice(*np.searchsorted(cell, batch))
        found.append(_classes_of(jobs[own], cell[own], needed[own], left[own], beside))
    return tuple(found), taken


def _classes_of(
    jobs: NDArray[Any], cell: I64, needed: I64, left: NDArray[np.bool_], beside: int
) -> tuple[ColumnClass, ...]:
    found: list[ColumnClass] = []
    least = -1
    for most in WARP_WORDS:
        own = left & (needed > least) & (needed <= most)
        if own.any():
            found.append(_class_of(jobs[own], cell[own], beside, most))
        least = most
    return tuple(found)


def _jobs(cells: ColumnCells) -> tuple[NDArray[Any], I64]:
    """Cells that fit, wide ones in pieces; and the number of the cell of each."""
    number = np.flatnonzero(cells.fits & (cells.heads["entries"] > 0))
    entries = cells.heads["entries"][number].astype(np.int64)
    parts = -(-entries // (LANES * EACH))
    cell = np.repeat(number, parts)
    part = np.arange(len(cell)) - np.repeat(np.cumsum(parts) - parts, parts)
    entries, parts = np.repeat(entries, parts), np.repeat(parts, parts)
    jobs = cells.heads[cell].copy()
    first = part * entries // parts
    jobs["first"] = first
    jobs["width"] = (part + 1) * entries // parts - first
    return jobs, cell


def _threads(jobs: NDArray[Any]) -> I64:
    """int64; how many each takes."""
    threads: I64 = -(-jobs["width"].astype(np.int64) // EACH)
    return threads


def _words(jobs: NDArray[Any], beside: int) -> I64:
    """int64; shared memory of a warp that has nothing but the like of a job, in enough lanes.

    beside : words that belong to no job.
    """
    together = np.maximum(np.int64(BUSY * LANES) // _threads(jobs), 1)
    states: I64 = jobs["inner"].astype(np.int64) + jobs["exits"]
    tasks, costs = jobs["tasks"].astype(np.int64), jobs["costs"].astype(np.int64)
    words: I64 = words_of_warp(states, tasks, costs, jobs["width"] * states, together)
    return words + beside


def _class_of(jobs: NDArray[Any], cell: I64, beside: int, room: int) -> ColumnClass:
    threads, near = _threads(jobs), cell // CELLS_TOGETHER
    order = np.lexsort((jobs["costs"], jobs["inner_tasks"], threads, near))
    jobs, threads = jobs[order], threads[order]
    begins, most = begin_warps(jobs, near[order], LANES, EACH, beside, room)
    first = np.flatnonzero(begins)
    warps = np.append(first << 5 | threads[first] - 1, len(jobs) << 5)
    words = -(-most // ROW_WORDS) * ROW_WORDS
    return ColumnClass(jobs, warps.astype(np.uint32), words)


class Columns:
    """Small cells of one level, brought to the device; `launches` write what customization does.

    batches : launches of each batch of cells. several : whether more than one task may lead to one
    state. Raises DeviceMemoryError.
    """

    def __init__(
        self,
        batches: Sequence[Sequence[ColumnClass]],
        cells: ColumnCells,
        device: int,
        *,
        several: bool,
    ) -> None:
        import cupy

        classes = [found for batch in batches for found in batch]
        needed = sum(array.nbytes for found in classes for array in found[:2])
        needed += sum(getattr(cells, name).nbytes for name in OF_CELLS)
        require(needed, device, "what customizes small cells")
        self._several = several
        self._module = load("roads/crp/customization/settle_columns", {}, device)
        for name in KERNELS:
            self._module.kernel(name)  # compiled before anything is recorded
        self._own = {name: cupy.asarray(getattr(cells, name)) for name in OF_CELLS}
        self._batches = [
            [
                (
                    found.warp_words,
                    cupy.asarray(found.jobs.view(np.uint8)),
                    cupy.asarray(found.warps),
                )
                for found in batch
            ]
            for batch in batches
        ]

    @property
    def nbytes(self) -> int:
        classes = [found for batch in self._batches for found in batch]
        own = sum(int(array.nbytes) for _, *arrays in classes for array in arrays)
        return own + sum(int(array.nbytes) for array in self._own.values())

    def launches(
        self, batch: int, prices: np.void, costs: int, shortcuts: int, down: Any
    ) -> list[Callable[[], None]]:
        """One for each class of a batch; they need not wait for one another.

        prices : COSTS; where its turns are null, turns are free. costs, shortcuts : where the first
        shortcuts of the level below and of this one lie on the device, or would; 0 below the
        lowest. down : uint32 on the device, or None.
        """
        found: list[Callable[[], None]] = []
        for warp_words, jobs, warps in self._batches[batch]:
            struct: np.void = np.zeros(1, COLUMNS)[0]
            struct["jobs"], struct["warps"] = address(jobs), address(warps)
            struct["count"] = len(warps) - 1
            for name, array in self._own.items():
                struct[name] = address(array)
            struct["costs"], struct["shortcuts"] = costs, shortcuts
            struct["prices"] = prices
            struct["down"] = 0 if down is None else address(down)
            found.append(self._launch(warp_words, struct))
        return found

    def _launch(self, warp_words: int, struct: np.void) -> Callable[[], None]:
        blocks = -(-int(struct["count"]) * LANES // THREADS)
        kernel = KERNELS[bool(struct["costs"])]

        def launch() -> None:
            self._module.launch(
                kernel, blocks, THREADS, struct, np.uint32(warp_words),
                np.uint32(self._several), shared=4 * warp_words * THREADS // LANES,
            )  # fmt: skip

        return launch
