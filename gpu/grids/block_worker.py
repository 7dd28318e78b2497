"""A GPU as a `raster.block_worker.Worker`: blocks in a pool, turns queued on a stream.

The host runs ahead of the device by up to two turns. All that touches the pool goes through one
stream, so that a slot is read before it is filled again; copies to and from the host go through
stages on streams of their own.
"""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import DeviceError
from core.times import UNREACHED
from gpu.grids.block_copies import NOWHERE, Inward, Outward
from gpu.grids.block_memory import JOBS, MOST_JOBS, REPORT_WORDS, Pool, Sizes
from gpu.grids.device_grid import TILE, address
from gpu.host_memory import pinned
from gpu.module import load
from raster.block_worker import Attempt, Edge, Report, Turn
from raster.blocks import Partition
from raster.grid import VelocityGrid
from raster.paging import Room

THREADS = 256

ROUNDS = 16
"""About a millisecond of work where the front is wide: the host then keeps ahead of the device."""

DEPTH = 2

TILES_A_WARP = 1
"""Wanted in a round, so that no warp waits for long for the last one."""


class Launch(NamedTuple):
    """How tiles are settled: CUDA blocks, warps in each, bytes of shared memory."""

    blocks: int
    warps: int
    shared: int

    @classmethod
    def on(cls, device: int, square: bool) -> Launch:
        import cupy

        attributes = cupy.cuda.Device(device).attributes
        table, tile = 256 * 12, (3 if square else 4) * 4 * TILE * (TILE + 1)
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
        blocks = attributes["MultiProcessorCount"] * max(min(together, 16 // warps), 1)
        return cls(blocks, warps, shared)


class DeviceWorker:
    """Settles blocks on one device; see the module's text."""

    depth = DEPTH
    rounds = ROUNDS

    def __init__(
        self, grid: VelocityGrid, partition: Partition, owned: NDArray[np.bool_], sizes: Sizes,
        device: int,
    ) -> None:  # fmt: skip
        import cupy

        self.slots = sizes.slots
        self._grid, self._partition, self._owned = grid, partition, owned
        self._device = cupy.cuda.Device(device)
        with self._device:
            square = grid.step_x == grid.step_y
            self._launch = Launch.on(device, square)
            self._stream = cupy.cuda.Stream(non_blocking=True)
            with self._stream:
                self._pool = Pool(grid, partition, sizes)
                self._inward = Inward(np.asarray(grid.values), partition, sizes.inward, sizes.back)
                self._outward = Outward(partition, sizes.outward)
            shape = DEPTH + 2, 2 * partition.count + REPORT_WORDS
            self._told = pinned(shape, np.uint32)
            self._edges = _Edges(grid, partition, owned, self._pool)
            constants = {"VALUE": grid.values.itemsize, "SQUARE": int(square)}
            constants["WARPS"] = self._launch.warps
            self._kernels = load("grids/out_of_core", constants, device)
            self._traffic = load("grids/block_traffic", constants, device)
            self._stream.synchronize()

    @property
    def longest_half(self) -> int:
        return self._longest_half

    def begin(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self._free = list(range(self.slots))
        self._slot_of: dict[int, int] = {}
        self._seen: set[int] = set()
        self._asked: deque[tuple[int, Any, int, Any]] = deque()
        self._round = self._turns = self._moved = self._longest_half = 0
        with self._device:
            self._inward.begin(attempt.field.labels)
            self._outward.begin(attempt.field.labels)
            with self._stream:
                self._struct = self._pool.begin(attempt, self._owned)
                wanted = TILES_A_WARP * self._launch.blocks * self._launch.warps
                self._struct["wanted"] = wanted
                self._edges.begin()

    def room(self) -> Room:
        with self._device:
            into, back = self._inward.room()
            return Room(min(self._outward.room(), MOST_JOBS), min(into, MOST_JOBS), back)

    def turn(self, turn: Turn) -> None:
        with self._device, self._stream:
            if turn.swap.take_out:
                self._take_out(turn.swap.take_out)
            if turn.swap.bring_in:
                self._bring_in(turn.swap.bring_in)
            if turn.edges:
                self._take_note(turn.edges)
            for _ in range(turn.rounds):
                self._settle_round(turn.ceiling)
            self._ask()

    def report(self) -> Report:
        place, event, moved, edges = self._asked.popleft()
        event.synchronize()
        count, words = self._partition.count, self._told[place]
        keys, totals = words[:count].copy(), words[2 * count :].view(np.uint32)
        keys[~self._owned] = UNREACHED  # their owners know better
        visits, settled = (int(n) for n in totals[:4].view(np.uint64))
        active, waiting, threshold, longest = (int(n) for n in totals[4:8])
        self._longest_half = longest
        return Report(
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
            reached, largest = self._pool.read_summary()
        field = self._attempt.field
        for block in self._seen - set(self._slot_of):
            field.wrote(block, int(reached[block]), int(largest[block]))

    def _take_note(self, edges: tuple[Edge, ...]) -> None:
        self._moved += self._edges.take(edges, self._traffic, self._struct, self._round)

    def _settle_round(self, ceiling: int) -> None:
        round_ = np.uint32(self._round)
        launch = self._launch
        self._kernels.launch(
            "choose", launch.blocks, THREADS, self._struct, round_, np.uint32(ceiling)
        )
        self._kernels.launch(
            "settle_due", launch.blocks, 32 * launch.warps, self._struct, round_,
            shared=launch.shared,
        )  # fmt: skip
        self._round += 1

    def _take_out(self, blocks: tuple[int, ...]) -> None:
        stages = self._outward.take_stages(len(blocks))
        slots = [self._slot_of.pop(block) for block in blocks]
        self._free.extend(slots)
        jobs = _jobs(blocks, slots, stages, [NOWHERE] * len(blocks))
        self._launch_traffic("take_out", len(blocks), jobs, self._outward.labels)
        self._moved += self._outward.send(blocks, stages, self._stream.record())

    def _bring_in(self, blocks: tuple[int, ...]) -> None:
        known = [block in self._seen for block in blocks]
        for block, was_here in zip(blocks, known, strict=True):
            if was_here:
                self._outward.wait_for(block, self._inward.stream)
        stages = self._inward.fetch(list(zip(blocks, known, strict=True)))
        self._moved += stages.moved
        self._stream.wait_event(self._inward.stream.record())
        slots = [self._free.pop() for _ in blocks]
        self._slot_of.update(zip(blocks, slots, strict=True))
        self._seen.update(blocks)
        self._launch_traffic(
            "bring_in", len(blocks), _jobs(blocks, slots, stages.values, stages.labels),
            self._inward.values, self._inward.labels, np.uint32(self._round),
        )  # fmt: skip
        self._inward.free_after(self._stream.record(), stages)
        for block in blocks:
            self._enter_starts(block)

    def _enter_starts(self, block: int) -> None:
        starts = self._pool.starts.get(block)
        if starts is not None:
            self._traffic.launch(
                "enter_starts", 1, THREADS, self._struct, np.uint32(block), starts,
                np.uint32(len(starts)),
            )  # fmt: skip

    def _launch_traffic(self, name: str, blocks: int, *args: Any) -> None:
        tiles = self._partition.across**2
        self._traffic.launch(name, (tiles, blocks), THREADS, self._struct, *args)

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


def _jobs(blocks: tuple[int, ...], slots: list[int], stages: list[int], back: list[int]) -> np.void:
    """struct Jobs of block_traffic.cu."""
    record: np.void = np.zeros(1, JOBS)[0]
    for name, numbers in (("block", blocks), ("slot", slots), ("stage", stages), ("back", back)):
        record[name][: len(blocks)] = numbers
    return record


class _Edges:
    """Edges of blocks beside those of other workers: told when they fell, and taken note of."""

    def __init__(
        self, grid: VelocityGrid, partition: Partition, owned: NDArray[np.bool_], pool: Pool
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

    def fallen(self, place: int) -> tuple[Edge, ...]:
        """Those that fell since they were last told."""
        if not len(self._ours):
            return ()
        now = self._host[place]
        fell = np.flatnonzero((now < self._before).any(axis=(1, 2)))
        self._before[fell] = now[fell]
        return tuple(Edge(int(self._ours[i]), self._before[i].copy()) for i in fell)

    def take(self, edges: tuple[Edge, ...], kernels: Any, struct: np.void, round_: int) -> int:
        """Take note of edges of other workers' blocks; returns bytes."""
        import cupy

        for edge in edges:
            if edge.block not in self._known:
                self._known.add(edge.block)
                self._pool.learn_edge(edge.block, self._values_of(edge.block))
        listed = cupy.asarray(np.array([edge.block for edge in edges], np.uint32))
        labels = cupy.asarray(np.stack([edge.labels for edge in edges]))
        kernels.launch(
            "take_edges", (4, len(edges)), THREADS, struct, listed, labels, np.uint32(round_)
        )
        return int(labels.nbytes)

    def _values_of(self, block: int) -> NDArray[Any]:
        """Values of the outer cells, as labels lie in an `Edge`."""
        row, col, height, width = self._partition.window(block)
        cells = self._grid.values[row : row + height, col : col + width]
        edge = np.zeros((4, self._partition.side), self._grid.values.dtype)
        edge[0, :width], edge[2, :height] = cells[0], cells[:, 0]
        if height == self._partition.side:
            edge[1, :width] = cells[-1]
        if width == self._partition.side:
            edge[3, :height] = cells[:, -1]
        return edge
