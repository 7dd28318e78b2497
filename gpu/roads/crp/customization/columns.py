"""Levels of very many small cells on the device: a thread for each entry of a cell.

The counterpart of settle_columns.cu and of `road.crp.device_layout.columns`. Groups of threads as
wide as cells have entries are packed into warps; a warp has cells of one width, and neighbours take
about as long. Cells differ in the shared memory they need, so that classes of them are launched
apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.parallel.ranges import Range
from gpu.buffers import address, require
from gpu.module import load
from gpu.sources import layout_of
from road.crp.device_layout.columns import COLUMN_HEAD, ColumnCells
from road.graph import I64, U32

COLUMNS = layout_of("ColumnLevel", "roads/crp/customization/settle_columns.cu")
layout_of("ColumnJob", "roads/crp/customization/settle_columns.cu", like=COLUMN_HEAD)

OF_CELLS = ("shapes", "turns", "arcs")
"""Names of the arrays of ColumnCells that a device needs."""

LANES = 32
THREADS = 128
"""Threads of a block: four warps that do not synchronize."""

WARP_WORDS = (512, 1024, 2048)
"""Words of shared memory of a warp, by class; what needs more is left to others."""

COLUMNS_A_MULTIPROCESSOR = 2048
"""Columns per multiprocessor below which several threads for an entry are faster."""


class ColumnClass(NamedTuple):
    """jobs : COLUMN_HEAD, sorted by width. first_job, first_warp : uint32, 33, by width less 1.
    warp_words : words of shared memory of a warp."""

    jobs: NDArray[Any]
    first_job: U32
    first_warp: U32
    warp_words: int

    @property
    def blocks(self) -> int:
        return -(-int(self.first_warp[-1]) * LANES // THREADS)


def worth_columns(entries: int, multiprocessors: int) -> bool:
    """Whether a level with so many entries keeps a device busy with a thread for each."""
    return entries >= COLUMNS_A_MULTIPROCESSOR * multiprocessors


def column_classes(
    cells: ColumnCells, batches: Sequence[Range]
) -> tuple[tuple[tuple[ColumnClass, ...], ...], NDArray[np.bool_]]:
    """Launches of each batch of cells, and by cell whether it is in one of them (or has nothing to
    do)."""
    jobs, cell = _jobs(cells)
    needed = _words(jobs)
    taken = cells.fits.copy()
    taken[cell[needed > WARP_WORDS[-1]]] = False
    left = taken[cell]
    found: list[tuple[ColumnClass, ...]] = []
    for batch in batches:
        own = slice(*np.searchsorted(cell, batch))
        found.append(_classes_of(jobs[own], needed[own], left[own]))
    return tuple(found), taken


def _classes_of(
    jobs: NDArray[Any], needed: I64, left: NDArray[np.bool_]
) -> tuple[ColumnClass, ...]:
    found: list[ColumnClass] = []
    least = -1
    for most in WARP_WORDS:
        own = left & (needed > least) & (needed <= most)
        if own.any():
            found.append(_class_of(jobs[own]))
        least = most
    return tuple(found)


def _jobs(cells: ColumnCells) -> tuple[NDArray[Any], I64]:
    """Cells that fit, wide ones in pieces; and the number of the cell of each."""
    number = np.flatnonzero(cells.fits & (cells.heads["entries"] > 0))
    entries = cells.heads["entries"][number].astype(np.int64)
    parts = -(-entries // LANES)
    cell = np.repeat(number, parts)
    part = np.arange(len(cell)) - np.repeat(np.cumsum(parts) - parts, parts)
    entries, parts = np.repeat(entries, parts), np.repeat(parts, parts)
    jobs = cells.heads[cell].copy()
    first = part * entries // parts
    jobs["first"] = first
    jobs["width"] = (part + 1) * entries // parts - first
    return jobs, cell


def _words(jobs: NDArray[Any]) -> I64:
    """int64; shared memory of a warp that has nothing but the like of a job."""
    together = LANES // jobs["width"].astype(np.int64)
    each = jobs["costs"].astype(np.int64) + jobs["tasks"]
    words: I64 = together * each + LANES * _states(jobs)
    return words


def _states(jobs: NDArray[Any]) -> I64:
    """int64; inner states and exits of each."""
    states: I64 = jobs["inner"].astype(np.int64) + jobs["exits"]
    return states


def _class_of(jobs: NDArray[Any]) -> ColumnClass:
    jobs = jobs[np.lexsort((jobs["costs"], jobs["inner_tasks"], jobs["width"]))]
    widths = np.arange(1, LANES + 2)
    first_job = np.searchsorted(jobs["width"], widths)
    together = LANES // widths[:-1]
    warps = -(-np.diff(first_job) // together)
    first_warp = np.concatenate([[0], np.cumsum(warps)])
    warp_words = _padded(jobs, first_job)
    return ColumnClass(jobs, first_job.astype(np.uint32), first_warp.astype(np.uint32), warp_words)


def _padded(jobs: NDArray[Any], first_job: I64) -> int:
    """Words of the warp that needs most."""
    most = 0
    each = jobs["costs"].astype(np.int64) + jobs["tasks"]
    for width, (first, last) in enumerate(pairwise(first_job.tolist()), 1):
        if first == last:
            continue
        begins = np.arange(first, last, LANES // width)
        words = np.add.reduceat(each[:last], begins)
        states = np.maximum.reduceat(_states(jobs[:last]), begins)
        most = max(most, int((words + LANES * states).max()))
    return most


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
        needed = sum(array.nbytes for found in classes for array in found[:3])
        needed += sum(getattr(cells, name).nbytes for name in OF_CELLS)
        require(needed, device, "what customizes small cells")
        self._several = several
        self._module = load("roads/crp/customization/settle_columns", {}, device)
        self._module.kernel("settle_columns")  # compiled before anything is recorded
        self._own = {name: cupy.asarray(getattr(cells, name)) for name in OF_CELLS}
        self._batches = [
            [
                (
                    found.blocks,
                    found.warp_words,
                    [
                        cupy.asarray(array)
                        for array in (found.jobs.view(np.uint8), found.first_job, found.first_warp)
                    ],
                )
                for found in batch
            ]
            for batch in batches
        ]

    @property
    def nbytes(self) -> int:
        classes = [found for batch in self._batches for found in batch]
        own = sum(int(array.nbytes) for *_, arrays in classes for array in arrays)
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
        for blocks, warp_words, (jobs, first_job, first_warp) in self._batches[batch]:
            struct: np.void = np.zeros(1, COLUMNS)[0]
            struct["jobs"] = address(jobs)
            for name, array in self._own.items():
                struct[name] = address(array)
            struct["first_job"], struct["first_warp"] = address(first_job), address(first_warp)
            struct["costs"], struct["shortcuts"] = costs, shortcuts
            struct["prices"] = prices
            struct["down"] = 0 if down is None else address(down)
            found.append(self._launch(blocks, warp_words, struct))
        return found

    def _launch(self, blocks: int, warp_words: int, struct: np.void) -> Callable[[], None]:
        def launch() -> None:
            self._module.launch(
                "settle_columns", blocks, THREADS, struct, np.uint32(warp_words),
                np.uint32(self._several), shared=4 * warp_words * THREADS // LANES,
            )  # fmt: skip

        return launch
