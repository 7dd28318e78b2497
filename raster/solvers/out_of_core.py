"""Block by block: the solver for rasters that do not fit into the memory of a processor.

On the CPU that memory is a part of the host's: labels of blocks that are worked on lie there, those
of all others in the field, which is a file when memory is short. Values are read where they are,
from memory or from a mapped file. See `raster.blocks.solve` for the algorithm.

Source: Fjellborg 2024, section 4.6.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import Cancel
from core.errors import ParameterError
from core.host_memory import free_memory
from core.parallel.threads import kept_threads, thread_count
from core.times import UNREACHED
from raster.blocks.layout import BlockPartition, side_for
from raster.blocks.paging import SwapCapacity
from raster.blocks.solve import Backend, BlockSolver
from raster.blocks.store import FieldLender, in_memory_or_file
from raster.blocks.tiles import (
    AROUND,
    Holding,
    choose,
    copy_out,
    least_keys,
    settle_some,
    take_edge,
)
from raster.blocks.worker import Attempt, BlockEdge, WorkerReport, WorkerTurn
from raster.geometry import EIGHT, GEOMETRIES
from raster.grid import VelocityGrid
from raster.steps import BARRIER
from raster.tiles.cells import TILE
from raster.tiles.layout import tile_buffers, tile_costs
from raster.tiles.schedule import BucketWidth, WaitingTiles, enter, enter_around, gather

SHARE_OF_MEMORY = 4
"""Divisor of the free memory that gives the part for blocks, where nothing else is said."""

MOST_SWAPS = 16
"""Most blocks that come or leave in a turn."""

ROUNDS = 8

FEW_TILES = 16
"""Tiles per thread below which rounds are left to fewer threads."""


class OutOfCore(BlockSolver):
    """Settles blocks of the grid that fit into a given memory; see the module's text."""

    geometries = GEOMETRIES

    def __init__(
        self,
        grid: VelocityGrid,
        *,
        zero_speed_kmh: float = 0.0,
        delta_seconds: float = 0.0,
        geometry: str = EIGHT,
        block_cells: float = 0,
        memory_mib: float = 0,
        workers: float = 1,
        slots: int = 0,
    ) -> None:
        """Prepare.

        block_cells : cells along a side of a block, a power of two from 32; 0 chooses by memory.
        memory_mib : memory for blocks; 0 takes a part of what is free.
        workers : how many share the blocks, taking turns; as on several GPUs.
        slots : blocks that each may hold, instead of what memory would allow.
        """
        allowed = int(memory_mib) << 20 or free_memory() // SHARE_OF_MEMORY
        cells = allowed // 4 // int(workers)
        side = int(block_cells) or side_for(grid.rows, grid.cols, cells)
        partition = BlockPartition(grid.rows, grid.cols, side)
        owned = stripes(partition, int(workers))
        slots = slots or slots_for(partition, cells, f"{allowed / 2**20:.0f} MiB")
        super().__init__(
            grid,
            partition,
            [HostWorker(grid, partition, own, slots) for own in owned],
            owned,
            FieldLender(partition, in_memory_or_file),
            Backend("cpu", "cpu"),
            zero_speed_kmh,
            delta_seconds,
            geometry,
        )


def slots_for(partition: BlockPartition, cells: int, budget: str) -> int:
    """Blocks that a memory of so many cells holds; refuses a memory without room for one."""
    slots = min(cells // partition.cells, partition.count)
    if slots < 1:
        raise ParameterError(
            f"{budget} hold no block of {partition.side} × {partition.side} cells",
            where="out-of-core",
            advice="Give more memory or smaller blocks.",
        )
    return slots


def stripes(partition: BlockPartition, workers: int) -> list[NDArray[np.bool_]]:
    """Share blocks among workers: columns of blocks, distributed in turn so that a front, wherever
    it is, has blocks of all of them; bool, (blocks,), for each worker."""
    if workers < 1:
        raise ParameterError(f"{workers} workers", advice="Give at least 1.")
    breadth = max(partition.block_cols // (4 * workers), 1)
    owner = np.arange(partition.count) % partition.block_cols // breadth % workers
    return [owner == worker for worker in range(workers)]


class HostWorker:
    """Threads of the host as a `raster.blocks.worker.Worker`; turns are served at once."""

    depth = 1
    rounds = ROUNDS
    longest_half = BARRIER

    def __init__(
        self,
        grid: VelocityGrid,
        partition: BlockPartition,
        owned: NDArray[np.bool_],
        slots: int,
    ) -> None:
        self.slots = slots
        self._partition, self._owned = partition, owned
        self._values = np.asarray(grid.values)
        self._tile_cols = -(-grid.cols // TILE)
        tiles = -(-grid.rows // TILE) * self._tile_cols
        self._pool = np.empty((slots, partition.side, partition.side), np.uint32)
        self._slot_of = np.full(partition.count, -1)
        self._queue = WaitingTiles.of(tiles)
        self._threads = _TileThreads(self._values.dtype, partition.count)
        self._beside_others = owned & (partition.least_around(np.where(owned, 1, 0)) == 0)

    def begin(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self._costs = tile_costs(attempt.costs)._replace(values=self._values)
        self._slot_of[:] = -1
        self._free = list(range(self.slots))
        self._seen = np.zeros(self._partition.count, np.bool_)
        self._largest = np.zeros(self._partition.count, np.uint32)
        self._told: dict[int, NDArray[np.uint32]] = {}
        self._heard: dict[int, NDArray[np.uint32]] = {}
        self._reports: deque[WorkerReport] = deque()
        self._visits = self._settled = self._moved = 0
        attempt.field.forget()
        self._holding = Holding(self._pool, self._slot_of, attempt.field.labels)
        self._queue.keys[:] = UNREACHED
        self._queue.queued[:] = False
        self._queue.as_settled[:] = True
        self._queue.sizes[:] = 0
        low, high = attempt.delta_bounds
        self._width = BucketWidth(attempt.delta, low, high, 2 * FEW_TILES * thread_count())
        for block, cells in attempt.starts.items():
            if self._owned[block]:
                for row, col, label in cells:
                    enter(self._queue, self._tile_of(row, col), label)

    def _tile_of(self, row: int, col: int) -> int:
        return row // TILE * self._tile_cols + col // TILE

    def swap_capacity(self) -> SwapCapacity:
        return SwapCapacity(MOST_SWAPS, MOST_SWAPS, MOST_SWAPS)

    def turn(self, turn: WorkerTurn) -> None:
        for block in turn.swap.take_out:
            self._take_out(block)
        for block in turn.swap.bring_in:
            self._bring_in(block)
        for edge in turn.edges:
            self._take_note(edge)
        threshold = 0
        for _ in range(turn.rounds):
            if self._attempt.cancel.requested:
                break
            threshold = self._round(turn.ceiling)
        self._reports.append(self._told_now(threshold))

    def report(self) -> WorkerReport:
        return self._reports.popleft()

    def finish(self) -> None:
        del self._attempt, self._holding  # and with them the field

    def _round(self, ceiling: int) -> int:
        queue, width = self._queue, self._width  # Δ in ticks here
        threshold = choose(queue, self._holding, self._tile_cols, int(width.seconds), ceiling)
        active = int(queue.sizes[1])
        self._settled += self._threads.settle(
            active, self._costs, self._holding, queue, self._attempt.limit_ticks, self._largest,
            self._attempt.cancel,
        )  # fmt: skip
        gather(queue, self._tile_cols)
        width.follow(active, int(queue.sizes[0]))
        self._visits += active
        return int(threshold)

    def _window(self, block: int) -> tuple[slice, slice]:
        row, col, height, width = self._partition.window(block)
        return slice(row, row + height), slice(col, col + width)

    def _bring_in(self, block: int) -> None:
        slot = self._free.pop()
        self._slot_of[block] = slot
        rows, cols = self._window(block)
        cells = self._pool[slot, : rows.stop - rows.start, : cols.stop - cols.start]
        cells[:] = UNREACHED
        if self._seen[block]:
            cells[:] = self._holding.field[rows, cols]
            self._moved += cells.nbytes
            return
        self._seen[block] = True
        for row, col, label in self._attempt.starts.get(block, ()):
            cells[row - rows.start, col - cols.start] = label
            cell = row * self._partition.cols + col
            enter_around(self._queue, self._holding.field.shape, cell, label)
            self._settled += 1

    def _take_out(self, block: int) -> None:
        slot = int(self._slot_of[block])
        rows, cols = self._window(block)
        cells = self._pool[slot, : rows.stop - rows.start, : cols.stop - cols.start]
        there = self._holding.field[rows, cols]
        reached, most = copy_out(cells, there, self._attempt.limit_ticks)
        self._attempt.field.wrote(block, int(reached), int(most))
        self._moved += cells.nbytes
        self._slot_of[block] = -1
        self._free.append(slot)

    def _take_note(self, edge: BlockEdge) -> None:
        row, col, height, width = self._partition.window(edge.block)
        runs = ((row, col, 0, 1), (row + height - 1, col, 0, 1), (row, col, 1, 0))
        before = self._heard.get(edge.block, np.full_like(edge.labels, UNREACHED))
        self._heard[edge.block] = edge.labels
        for side, (r, c, down, right) in enumerate((*runs, (row, col + width - 1, 1, 0))):
            count = width if right else height
            take_edge(
                self._holding, self._queue, edge.labels[side, :count], before[side, :count],
                r, c, down, right, self._attempt.limit_ticks,
            )  # fmt: skip

    def _told_now(self, threshold: int) -> WorkerReport:
        keys = np.full(self._partition.count, UNREACHED, np.uint32)
        least_keys(self._queue, self._holding, self._tile_cols, keys)
        keys[~self._owned] = UNREACHED  # their owners know better
        moved, self._moved = self._moved, 0
        waits, actives = (int(size) for size in self._queue.sizes)
        return WorkerReport(
            keys,
            self._largest.copy(),
            tuple(self._edges()),
            actives,
            waits,
            self._visits,
            self._settled,
            threshold,
            moved,
        )

    def _edges(self) -> Sequence[BlockEdge]:
        """Edges of held blocks beside other workers' that fell since they were last told."""
        fell = []
        for block in np.flatnonzero(self._beside_others & (self._slot_of >= 0)):
            cells = self._pool[self._slot_of[block]]
            _, _, height, width = self._partition.window(int(block))
            edge = np.full((4, self._partition.side), UNREACHED, np.uint32)
            edge[0, :width], edge[1, :width] = cells[0, :width], cells[height - 1, :width]
            edge[2, :height], edge[3, :height] = cells[:height, 0], cells[:height, width - 1]
            before = self._told.get(int(block))
            if (edge < UNREACHED).any() if before is None else (edge < before).any():
                self._told[int(block)] = edge
                fell.append(BlockEdge(int(block), edge))
        return fell


class _TileThreads:
    """Threads with what each needs of its own."""

    def __init__(self, dtype: np.dtype[Any], blocks: int) -> None:
        self._size = thread_count()
        self._buffers = tile_buffers(self._size)
        self._labels = np.empty((self._size, AROUND), np.uint32)
        self._values = np.empty((self._size, AROUND), dtype)
        self._largest = np.zeros((self._size, blocks), np.uint32)

    def settle(
        self,
        tiles: int,
        costs: Any,
        holding: Holding,
        queue: WaitingTiles,
        limit: int,
        largest: NDArray[np.uint32],
        cancel: Cancel,
    ) -> int:
        """Settle the active tiles; returns how many cells were reached first."""
        members = min(max(tiles // FEW_TILES, 1), self._size)

        def serve(member: int) -> int:
            return int(
                settle_some(
                    costs, holding, queue, member, members, self._buffers[member],
                    self._labels[member], self._values[member], limit, self._largest[member],
                    cancel.flag,
                )
            )  # fmt: skip

        self._largest[:members] = 0
        if members == 1:
            reached = serve(0)
        else:
            reached = sum(kept_threads("out-of-core").map(serve, range(members)))
        np.maximum(largest, self._largest[:members].max(axis=0), out=largest)
        return reached
