"""Levels of very many small cells on the device: a thread for some entries of a cell.

The counterpart of settle_columns.cu and of `road.crp.device_layout.column_blocks`. Blocks of
threads differ in the shared memory they need, so that classes of them are launched apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.parallel.ranges import Range
from gpu.buffers import address, require
from gpu.module import load
from gpu.sources import layout_of
from road.crp.device_layout.column_blocks import (
    COLUMN_BLOCK,
    COLUMN_JOB,
    COLUMN_WARP,
    LANES,
    BlockLimits,
    ColumnBlocks,
    column_blocks,
    fitting,
)
from road.crp.device_layout.columns import ColumnCells

COLUMNS = layout_of("ColumnLevel", "roads/crp/customization/settle_columns.cu")
for _name, _dtype in (
    ("ColumnJob", COLUMN_JOB), ("ColumnBlock", COLUMN_BLOCK), ("ColumnWarp", COLUMN_WARP),
):  # fmt: skip
    layout_of(_name, "roads/crp/customization/settle_columns.cu", like=_dtype)

OF_CELLS = ("shapes", "turns", "arcs")
"""Names of the arrays of ColumnCells that a device needs."""

KERNELS = ("settle_lowest_columns", "settle_columns")
"""Names of the kernels, that of the lowest level first."""

LIMITS = BlockLimits(threads=128, each=2, rooms=(6144, 9216, 15872))
"""Blocks of threads, for which 62 KiB of shared memory are the most that is numbered."""

COLUMNS_A_MULTIPROCESSOR = 2048
"""Columns per multiprocessor below which several threads for an entry are faster."""


def worth_columns(entries: int, multiprocessors: int) -> bool:
    """Whether a level with so many entries keeps a device busy with a thread for some of each."""
    return entries >= COLUMNS_A_MULTIPROCESSOR * multiprocessors


def column_classes(
    cells: ColumnCells, batches: Sequence[Range]
) -> tuple[tuple[tuple[ColumnBlocks, ...], ...], NDArray[np.bool_]]:
    """Launches of each batch of cells, and by cell whether it is in one of them (or has nothing to
    do)."""
    fits = fitting(cells, LIMITS)
    return tuple(_classes_of(column_blocks(cells, fits, batch, LIMITS)) for batch in batches), fits


def _classes_of(blocks: ColumnBlocks) -> tuple[ColumnBlocks, ...]:
    found: list[ColumnBlocks] = []
    least = 0
    for most in LIMITS.rooms:
        chosen = (blocks.words > least) & (blocks.words <= most)
        if chosen.any():
            found.append(blocks.of(chosen, LIMITS.threads // LANES))
        least = most
    return tuple(found)


class Columns:
    """Small cells of one level, brought to the device; `launches` write what customization does.

    batches : launches of each batch of cells. several : whether more than one task may lead to one
    state. Raises DeviceMemoryError.
    """

    def __init__(
        self,
        batches: Sequence[Sequence[ColumnBlocks]],
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
        constants = {"THREADS": LIMITS.threads}
        self._module = load("roads/crp/customization/settle_columns", constants, device)
        for name in KERNELS:
            self._module.kernel(name)  # compiled before anything is recorded
        self._own = {name: cupy.asarray(getattr(cells, name)) for name in OF_CELLS}
        self._batches = [
            [
                (
                    int(found.words.max()),
                    len(found.blocks),
                    *(cupy.asarray(array.view(np.uint8)) for array in found[:3]),
                )
                for found in batch
            ]
            for batch in batches
        ]

    @property
    def nbytes(self) -> int:
        classes = [found for batch in self._batches for found in batch]
        own = sum(int(array.nbytes) for _, _, *arrays in classes for array in arrays)
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
        for words, count, *arrays in self._batches[batch]:
            struct: np.void = np.zeros(1, COLUMNS)[0]
            named = dict(zip(("jobs", "blocks", "warps"), arrays, strict=True))
            for name, array in (named | self._own).items():
                struct[name] = address(array)
            struct["costs"], struct["shortcuts"] = costs, shortcuts
            struct["prices"] = prices
            struct["down"] = 0 if down is None else address(down)
            found.append(self._launch(count, words, struct))
        return found

    def _launch(self, count: int, words: int, struct: np.void) -> Callable[[], None]:
        kernel = KERNELS[bool(struct["costs"])]

        def launch() -> None:
            several = np.uint32(self._several)
            self._module.launch(kernel, count, LIMITS.threads, struct, several, shared=4 * words)

        return launch
