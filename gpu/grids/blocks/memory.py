"""Device memory of out-of-core: how much goes to what, and the records its kernels read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import DeviceMemoryError
from core.times import UNREACHED
from gpu.buffers import address
from gpu.grids.device_grid import TILE, slant, tell_straight_lines
from gpu.sources import layout_of
from raster.blocks.layout import BlockPartition
from raster.blocks.worker import Attempt, StartCell
from raster.grid import VelocityGrid
from raster.steps import DIAGONAL, EAST_WEST, NORTH_SOUTH

ROUND = layout_of("Round", "include/block_pool.cuh")
BLOCKS = layout_of("Blocks", "include/block_pool.cuh")
MOVES = layout_of("BlockMoves", "grids/blocks/traffic.cu")

MOST_MOVES = MOVES["block"].shape[0]
"""Blocks moved by one launch."""

REPORT_WORDS = layout_of("Totals", "include/block_pool.cuh").itemsize // 4
"""uint32 words: visits, settled (two each), active, waiting, threshold, longest half cost."""


SHARE_ON_THE_WAY = 6
"""Divisor of the memory that limits what blocks on their way may take."""

SHARES = 12, 1, 14
"""Proportions of that part: stages for values, stages for labels that come back, slots that are
emptied."""


@dataclass(frozen=True)
class Sizes:
    """What the memory is divided into: slots of the pool, and places for blocks on their way.

    A block that leaves occupies its slot until its labels are with the host, some milliseconds, and
    the link must not wait for slots: at 50 GB/s that is some 150 MB.

    slots : for blocks that are worked on.   outward : more slots, for as many that leave.
    inward : stages for values.   back : stages for labels of blocks that were here before.
    """

    slots: int
    inward: int
    back: int
    outward: int

    @classmethod
    def within(cls, budget: int, partition: BlockPartition, value_bytes: int, where: str) -> Sizes:
        """As many slots as fit; DeviceMemoryError where there is no room for one."""
        cells, each = partition.cells, partition.across**2
        slot = (4 + value_bytes) * cells + 4 * each + 4
        bytes_of = value_bytes * cells, 4 * cells, slot
        left = budget - _overhead(partition, value_bytes)
        together = sum(part * size for part, size in zip(SHARES, bytes_of, strict=True))
        share = left / SHARE_ON_THE_WAY / together
        inward, back, outward = (
            max(min(int(part * share), 8 * part, partition.count), 1) for part in SHARES
        )
        left -= inward * bytes_of[0] + back * bytes_of[1] + outward * slot
        slots = left // slot
        if slots < 1:
            side = partition.side
            raise DeviceMemoryError(
                f"{max(budget, 0) / 2**20:.0f} MiB hold no block of {side} × {side} cells",
                where=where,
                advice="Choose smaller blocks or the CPU, or close other programs that use it.",
            )
        return cls(int(min(slots, partition.count)), inward, back, outward)

    @property
    def pool(self) -> int:
        """All slots."""
        return self.slots + self.outward


def _overhead(partition: BlockPartition, value_bytes: int) -> int:
    """Bytes that do not depend on slots: keys, edges and tables of all blocks."""
    each = partition.across**2
    of_block = 4 * each + 4 * partition.side * (4 + value_bytes) + 32
    return partition.count * of_block + 3 * 4 * 65536 + (1 << 20)


class Pool:
    """Blocks on the device with what is known of all others; reused by every attempt."""

    def __init__(self, grid: VelocityGrid, partition: BlockPartition, sizes: Sizes) -> None:
        import cupy

        self._grid, self._partition, self.slots = grid, partition, sizes.pool
        count, cells, each = partition.count, partition.cells, partition.across**2
        edge = count, 4, partition.side
        self._values = cupy.empty((sizes.pool, cells), grid.values.dtype)
        self._labels = cupy.empty((sizes.pool, cells), np.uint32)
        self._keys = cupy.empty(count * each, np.uint32)
        self._slot_of = cupy.empty(count, np.int32)
        self._block_in = cupy.empty(sizes.pool, np.int32)
        self._seen = cupy.empty(count, np.uint8)
        self._fresh = cupy.empty(count, np.uint8)
        self._edge_labels = cupy.empty(edge, np.uint32)
        self._edge_values = cupy.empty(edge, grid.values.dtype)
        self._list = cupy.empty(sizes.pool * each, np.uint32)
        self._rounds = cupy.empty(3 * ROUND.itemsize // 4, np.uint32)
        self._ceiling = cupy.empty(1, np.uint32)
        # Keys and bounds of labels of all blocks, and the totals: told in one copy. The totals
        # begin at an even word, as 64-bit counters must.
        self.report = cupy.empty(2 * count + REPORT_WORDS, np.uint32)
        self._summary = cupy.empty((count, 2), np.uint32)
        codes = 0 if grid.code_speed is None else len(grid.code_speed)
        self._table = cupy.zeros(max(3 * codes, 1), np.uint32)
        self._codes = codes
        self.starts: dict[int, Any] = {}

    def begin(self, attempt: Attempt, owned: NDArray[np.bool_]) -> np.void:
        """Forget everything, enter the starts; returns struct Blocks. `wanted` is left open."""
        import cupy

        for array, value in (
            (self._keys, UNREACHED), (self._slot_of, -1), (self._block_in, -1), (self._seen, 0),
            (self._fresh, 0), (self._edge_labels, UNREACHED), (self._summary, 0), (self.report, 0),
        ):  # fmt: skip
            array.fill(value)
        rounds = np.zeros(3, ROUND)
        rounds["smallest"], rounds["delta"] = UNREACHED, attempt.delta
        self._rounds.set(rounds.view(np.uint32))
        if self._codes:
            self._table.set(np.ascontiguousarray(attempt.costs.table).ravel())
        self.starts = {}
        tiles: dict[int, int] = {}
        for block, cells in attempt.starts.items():
            if owned[block]:
                self.starts[block] = cupy.asarray(self._in_block(block, cells, tiles))
        if tiles:
            keys = np.array(list(tiles.values()), np.uint32)
            self._keys[cupy.asarray(np.array(list(tiles)))] = cupy.asarray(keys)
        return self._struct(attempt)

    def _in_block(
        self, block: int, cells: list[StartCell], tiles: dict[int, int]
    ) -> NDArray[np.uint32]:
        """Row and column in the block and label of each start; lowers the keys of their tiles."""
        across = self._partition.across
        top, left, _, _ = self._partition.window(block)
        found = [(cell.row - top, cell.col - left, cell.label) for cell in cells]
        for row, col, label in found:
            tile = block * across**2 + row // TILE * across + col // TILE
            tiles[tile] = min(tiles.get(tile, UNREACHED), label)
        return np.array(found, np.uint32)

    def _struct(self, attempt: Attempt) -> np.void:
        grid, costs, count = self._grid, attempt.costs, self._partition.count
        record: np.void = np.zeros(1, BLOCKS)[0]
        inner = record["grid"]
        inner["values"] = address(self._values)
        inner["table"] = address(self._table) if self._codes else 0
        inner["codes"], inner["rows"], inner["cols"] = self._codes, grid.rows, grid.cols
        inner["scale"] = [costs.scale[k] for k in (EAST_WEST, NORTH_SOUTH, DIAGONAL)]
        inner["zero_speed"] = costs.zero_speed
        inner["slant"] = slant(costs)
        tell_straight_lines(inner, costs)
        for name in (
            "labels", "keys", "slot_of", "block_in", "seen", "fresh", "edge_labels",
            "edge_values", "list", "rounds", "ceiling", "summary",
        ):  # fmt: skip
            record[name] = address(getattr(self, f"_{name}"))
        record["largest"] = address(self.report) + 4 * count
        record["totals"] = address(self.report) + 8 * count
        record["block_cols"], record["slots"] = self._partition.block_cols, self.slots
        record["shift"] = self._partition.side.bit_length() - 1
        record["limit"], record["counting"] = attempt.limit_ticks, attempt.counting
        record["lowest_delta"], record["highest_delta"] = attempt.delta_bounds
        return record

    def learn_edge(self, block: int, values: NDArray[Any]) -> None:
        """Keep the values of the outer cells of a block that is never here."""
        self._edge_values[block].set(values)

    def read_summary(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Reached cells and largest label of each block, when it was last taken out."""
        summary: NDArray[np.uint32] = self._summary.get()
        return summary[:, 0], summary[:, 1]
