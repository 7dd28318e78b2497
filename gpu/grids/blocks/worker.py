"""A GPU as a `raster.blocks.worker.Worker`: blocks in a pool, turns queued on a stream.

The host runs ahead of the device by up to two turns. Rounds, and what changes the tables, go
through one stream. Blocks go in and out on streams of their own: what comes waits in a stage until
the turn that wants it, what leaves stays in its slot, which nobody touches, until the host has it.
"""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import DeviceError
from core.times import UNREACHED
from gpu.buffers import address
from gpu.grids.blocks.copies import Inward, Outward, jobs_of
from gpu.grids.blocks.memory import MOST_MOVES, REPORT_WORDS, Pool, Sizes
from gpu.grids.device_grid import THROUGH_BYTES
from gpu.host_memory import pinned
from gpu.module import load
from raster.blocks.layout import BlockPartition
from raster.blocks.paging import SwapCapacity
from raster.blocks.worker import Attempt, BlockEdge, WorkerReport, WorkerTurn
from raster.geometry import EIGHT, STRAIGHT
from raster.grid import VelocityGrid

THREADS = 256

ROUNDS = 18
"""Rounds of a turn: about a millisecond of work where the front is wide, so that the host keeps
ahead of the device. A multiple of three, as rounds take turns with three counters and a turn begins
with the first."""

DEPTH = 2

PATIENCE = 2
"""Turns for which a block may be on its way while others are worked on. Then all wait for it."""

TILES_A_WARP = 1
"""Tiles per warp wanted in a round, so that no warp waits long for the last one."""


class BlockLaunch(NamedTuple):
    """How tiles are settled: CUDA blocks, warps in each, bytes of shared memory."""

    blocks: int
    warps: int
    shared: int

    @classmethod
    def on(cls, device: int) -> BlockLaunch:
        import cupy

        attributes = cupy.cuda.Device(device).attributes
        table, tile = 256 * 12, THROUGH_BYTES
        most = attributes["MaxSharedMemoryPerBlockOptin"]
        warps = next((w for w in (4, 2, 1) if w * tile + table <= most), 0)
        if not warps:
            raise DeviceError(
                f"{most} bytes of shared memory a block",
                where=f"GPU {device}",
                advice="This device is too small; choose the CPU.",
            )
        shared = warps * tile + table
        together = attributes["MaxSharedMemoryPerMultiprocessor"] // (shared + 1024)
        blocks = attributes["MultiProcessorCount"] * max(min(together, 8 // warps), 1)
        return cls(blocks, warps, shared)


class DeviceWorker:
    """Settles blocks on one device; see the module's text."""

    depth = DEPTH
    rounds = ROUNDS

    def __init__(
        self, grid: VelocityGrid, partition: BlockPartition, owned: NDArray[np.bool_], sizes: Sizes,
        device: int, geometry: str = EIGHT,
    ) -> None:  # fmt: skip
        import cupy

        self.slots = sizes.slots
        self._grid, self._partition, self._owned = grid, partition, owned
        self._device = cupy.cuda.Device(device)
        with self._device:
            square = grid.step_x == grid.step_y
            self._launch = BlockLaunch.on(device)
            self._stream = cupy.cuda.Stream(non_blocking=True)
            with self._stream:
                self._pool = Pool(grid, partition, sizes)
            shape = DEPTH + 2, 2 * partition.count + REPORT_WORDS
            self._told = pinned(shape, np.uint32)
            self._edges = _Edges(grid, partition, owned, self._pool)
            constants = {"VALUE": grid.values.itemsize, "SQUARE": int(square)}
            constants["WARPS"] = self._launch.warps
            constants["STRAIGHT"] = int(geometry == STRAIGHT)
            self._kernels = load("grids/solvers/out_of_core", constants, device)
            self._traffic = load("grids/blocks/traffic", constants, device)
            for module, name in ((self._kernels, "settle_due"), (self._traffic, "send")):
                module.kernel(name)  # compiles now, not in the first solve
            with self._stream:
                self._inward = Inward(
                    np.asarray(grid.values), partition, sizes.inward, sizes.back, self._traffic
                )
            self._outward = Outward(partition, sizes.outward, self._traffic)
            self._stream.synchronize()

    @property
    def longest_half(self) -> int:
        return self._longest_half

    def begin(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self._free = list(range(self._pool.slots))
        self._slot_of: dict[int, int] = {}
        self._seen: set[int] = set()
        self._left: set[int] = set()
        self._coming: set[int] = set()
        self._asked: deque[tuple[int, Any, int, Any]] = deque()
        self._turns = self._moved = self._longest_half = 0
        self._rounds: dict[int, Any] = {}
        with self._device:
            self._inward.begin(attempt.field.labels)
            self._outward.begin(attempt.field.labels)
            with self._stream:
                self._struct = self._pool.begin(attempt, self._owned)
                wanted = TILES_A_WARP * self._launch.blocks * self._launch.warps
                self._struct["wanted"] = wanted
                self._edges.begin()
            self._inward.stream.wait_event(self._stream.record())

    def swap_capacity(self) -> SwapCapacity:
        with self._device:
            into, back = self._inward.swap_capacity()
            self._free += self._outward.arrived()
            return SwapCapacity(
                min(self._outward.swap_capacity, MOST_MOVES), min(into, MOST_MOVES), back
            )

    def turn(self, turn: WorkerTurn) -> None:
        with self._device, self._stream:
            leaving, coming = turn.swap
            if self._coming.intersection(leaving):
                self._admit(self._turns + 1)
            if leaving:
                self._take_out(leaving)
            if coming:
                self._fetch(coming)
            self._admit(self._turns + 1 if self._idle else self._turns - PATIENCE)
            if turn.edges:
                self._take_note(turn.edges)
            if turn.rounds:
                self._settle(turn.rounds, turn.ceiling)
            self._ask()

    @property
    def _idle(self) -> bool:
        """Whether no block is here, so that there is nothing to do but to wait for one."""
        return len(self._slot_of) == len(self._coming)

    def report(self) -> WorkerReport:
        place, event, moved, edges = self._asked.popleft()
        event.synchronize()
        count, words = self._partition.count, self._told[place]
        keys, totals = words[:count].copy(), words[2 * count :].view(np.uint32)
        keys[~self._owned] = UNREACHED  # their owners know better
        visits, settled = (int(n) for n in totals[:4].view(np.uint64))
        active, waiting, threshold, longest = (int(n) for n in totals[4:8])
        self._longest_half = longest
        return WorkerReport(
            keys,
            words[count : 2 * count].copy(),
            self._edges.fallen(edges),
            active,
            waiting,
            visits,
            settled,
            threshold,
            moved,
        )

    def finish(self) -> None:
        with self._device:
            self._stream.synchronize()
            self._outward.finish()
            self._inward.finish()
            reached, largest = self._pool.read_summary()
        field = self._attempt.field
        for block in self._seen - self._slot_of.keys():
            field.wrote(block, int(reached[block]), int(largest[block]))
        for block in self._left & self._slot_of.keys():
            field.disowned(block)
        del self._attempt  # and with it the field, whose memory is lent again when it is dropped

    def _take_note(self, edges: tuple[BlockEdge, ...]) -> None:
        self._moved += self._edges.take(edges, self._traffic, self._struct)

    def _settle(self, rounds: int, ceiling: int) -> None:
        """Queue so many rounds, a multiple of three."""
        self._traffic.launch("begin_turn", 1, 1, self._struct, np.uint32(ceiling))
        if rounds not in self._rounds:
            self._rounds[rounds] = self._captured(rounds)
        self._go(self._rounds[rounds])

    def _go(self, rounds: Any) -> None:
        rounds.launch(self._stream)

    def _captured(self, rounds: int) -> Any:
        """Rounds as one graph: kernels follow each other faster, and the host launches once."""
        launch = self._launch
        self._stream.begin_capture()
        for round_ in range(rounds):
            self._kernels.launch("choose", launch.blocks, THREADS, self._struct, np.uint32(round_))
            self._kernels.launch(
                "settle_due", launch.blocks, 32 * launch.warps, self._struct, np.uint32(round_),
                shared=launch.shared,
            )  # fmt: skip
        return self._stream.end_capture()

    def _take_out(self, blocks: tuple[int, ...]) -> None:
        blocks = tuple(sorted(blocks))  # side by side on the host, where they are in the grid
        slots = [self._slot_of.pop(block) for block in blocks]
        self._left.update(blocks)
        jobs = jobs_of(blocks, slots)
        self._traffic.launch("take_out", (4, len(blocks)), THREADS, self._struct, jobs)
        self._moved += self._outward.send(self._struct, blocks, slots, self._stream.record())

    def _fetch(self, blocks: tuple[int, ...]) -> None:
        """Have blocks come; they take part as soon as they are there."""
        known = [block in self._seen for block in blocks]
        for block, was_here in zip(blocks, known, strict=True):
            if was_here:
                self._outward.wait_for(block, self._inward.stream)
        slots = [self._free.pop() for _ in blocks]
        self._moved += self._inward.fetch(self._struct, self._turns, blocks, known, slots)
        self._slot_of.update(zip(blocks, slots, strict=True))
        self._seen.update(blocks)
        self._coming.update(blocks)

    def _admit(self, asked_before: int) -> None:
        """Let blocks take part that have come, and all that were asked for before a turn."""
        for arrived in self._inward.arrived(self._struct, asked_before):
            self._stream.wait_event(arrived.event)
            jobs = jobs_of(arrived.blocks, arrived.slots)
            self._traffic.launch("admit", len(arrived.blocks), THREADS, self._struct, jobs)
            self._coming.difference_update(arrived.blocks)
            for block in arrived.blocks:
                self._enter_starts(block)

    def _enter_starts(self, block: int) -> None:
        starts = self._pool.starts.get(block)
        if starts is not None:
            self._traffic.launch(
                "enter_starts", 1, THREADS, self._struct, np.uint32(block), starts,
                np.uint32(len(starts)),
            )  # fmt: skip

    def _ask(self) -> None:
        """Have the device tell how things stand at the end of what is queued so far."""
        import cupy

        report = self._pool.report
        self._traffic.launch("least_keys", self._partition.count, 128, self._struct, report)
        place = self._turns % len(self._told)
        cupy.cuda.runtime.memcpyAsync(
            int(self._told[place].ctypes.data), address(report), report.nbytes,
            cupy.cuda.runtime.memcpyDeviceToHost, self._stream.ptr,
        )  # fmt: skip
        edges, size = self._edges.ask(self._traffic, self._struct, self._stream)
        self._moved += report.nbytes + size
        self._asked.append((place, self._stream.record(), self._moved, edges))
        self._turns += 1
        self._moved = 0


class _Edges:
    """Edges of blocks beside those of other workers: told when they fell, and taken note of."""

    def __init__(
        self, grid: VelocityGrid, partition: BlockPartition, owned: NDArray[np.bool_], pool: Pool
    ) -> None:
        import cupy

        self._grid, self._partition, self._pool = grid, partition, pool
        beside = owned & (partition.least_around(np.where(owned, 1, 0)) == 0)
        self._ours = np.flatnonzero(beside).astype(np.uint32)
        self._shape = len(self._ours), 4, partition.side
        if len(self._ours):
            self._listed = cupy.asarray(self._ours)
            self._now = cupy.empty(self._shape, np.uint32)
            self._host = pinned((DEPTH + 2, *self._shape), np.uint32)

    def begin(self) -> None:
        self._before = np.full(self._shape, UNREACHED, np.uint32)
        self._known: set[int] = set()
        self._turns = 0

    def ask(self, kernels: Any, struct: np.void, stream: Any) -> tuple[int, int]:
        """Copy the edges as they are; returns where they will be, and bytes."""
        import cupy

        if not len(self._ours):
            return 0, 0
        kernels.launch("give_edges", (4, len(self._ours)), THREADS, struct, self._listed, self._now)
        place = self._turns % len(self._host)
        self._turns += 1
        cupy.cuda.runtime.memcpyAsync(
            int(self._host[place].ctypes.data), address(self._now), self._now.nbytes,
            cupy.cuda.runtime.memcpyDeviceToHost, stream.ptr,
        )  # fmt: skip
        return place, int(self._now.nbytes)

    def fallen(self, place: int) -> tuple[BlockEdge, ...]:
        """Those that fell since they were last told."""
        if not len(self._ours):
            return ()
        now = self._host[place]
        fell = np.flatnonzero((now < self._before).any(axis=(1, 2)))
        self._before[fell] = now[fell]
        return tuple(BlockEdge(int(self._ours[i]), self._before[i].copy()) for i in fell)

    def take(self, edges: tuple[BlockEdge, ...], kernels: Any, struct: np.void) -> int:
        """Take note of edges of other workers' blocks; returns bytes."""
        import cupy

        for edge in edges:
            if edge.block not in self._known:
                self._known.add(edge.block)
                self._pool.learn_edge(edge.block, self._values_of(edge.block))
        listed = cupy.asarray(np.array([edge.block for edge in edges], np.uint32))
        labels = cupy.asarray(np.stack([edge.labels for edge in edges]))
        kernels.launch("take_edges", (4, len(edges)), THREADS, struct, listed, labels)
        return int(labels.nbytes)

    def _values_of(self, block: int) -> NDArray[Any]:
        """Values of the outer cells, as labels lie in an `BlockEdge`."""
        row, col, height, width = self._partition.window(block)
        cells = self._grid.values[row : row + height, col : col + width]
        edge = np.zeros((4, self._partition.side), self._grid.values.dtype)
        edge[0, :width], edge[2, :height] = cells[0], cells[:, 0]
        if height == self._partition.side:
            edge[1, :width] = cells[-1]
        if width == self._partition.side:
            edge[3, :height] = cells[:, -1]
        return edge
