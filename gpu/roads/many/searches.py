"""Launches of searches from many origins, each by a warp with a heap of its own.

The counterpart of warp_heap.cu. Where the memory of the heaps was too small, the searches that
found none are begun again with twice as much.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from core.cancel import NEVER, Cancel
from gpu.buffers import address, require
from gpu.host_memory import pinned
from gpu.module import Module, load
from gpu.roads.device_graph import DeviceSlots
from gpu.sources import layout_of
from road.matrix.tables import AskedStates
from road.search.search_graph import SearchGraph
from road.search.starts import Seeds

LANES, SLOTS, CHUNKS = 32, 4, 27
"""Threads of a warp; steps of a node; most chunks of a heap: as in the kernels."""

WARPS = 4
"""Warps of a block, one for each scheduler of a multiprocessor."""

THREADS = 256
"""Threads of a block that gathers."""

ALIGNED = 16
"""Multiple to which rows of labels are padded."""

ARRAYS, TOPS = 32, 512
"""Arrays of 32 items of a heap, and an even number of tops, in shared memory: 12 KiB a warp. On New
York a heap has 29 arrays on average and 57 at most; the others of 32 and more lie in memory of the
device, which leaves room for more warps (docs/experiments.md)."""

ARRAYS_POPPED = 1
"""Arrays that are merged into the front before 32 states are popped. With one, a hundredth more
states are served than by Dijkstra; more arrays cost more than they spare."""

FIRST_POOL = 1 << 22
"""Words of 8 bytes of the heaps' pool, at first."""

GIVEN_UP, LIST = 1, 3
"""Places among what rows were taken: how many were given up, and where their numbers begin."""

BATCHES, SERVED, POOL_TAKEN = 0, 1, 2
"""Places in the totals of a launch."""

MANY_SEARCH = layout_of("ManySearch", "roads/many/warp_heap.cu")


class DeviceAsked:
    """Destinations on a device; see `AskedStates`."""

    def __init__(self, asked: AskedStates) -> None:
        import cupy

        self.count, self.everything = len(asked), asked.everything
        self.first = cupy.asarray(asked.first.astype(np.uint32))
        self.states = cupy.asarray(asked.states)

    @staticmethod
    def bytes_needed(asked: AskedStates) -> int:
        return 4 * (len(asked.first) + len(asked.states))


class HeapGraph:
    """A search graph on the current device, and the kernels that search it.

    places : labels of a row; those of the states come first. resident : warps that the device holds
        at once.
    one_by_one : whether states are popped one after the other, as in the source.
    """

    def __init__(self, search: SearchGraph, device: int, *, one_by_one: bool = False) -> None:
        self.device = device
        room = 8 * LANES * (ARRAYS + SLOTS + 1) + 8 * CHUNKS + 4 * TOPS
        constants = {"WARPS": WARPS, "ARRAYS": ARRAYS, "TOPS": TOPS, "ROOM_BYTES": room}
        self.module: Module = load("roads/many/warp_heap", constants, device)
        self.kernel = "search_one_by_one" if one_by_one else "search"
        self._shared = WARPS * room
        blocks = self.module.resident_blocks(self.kernel, WARPS * LANES, device, self._shared)
        self.resident = WARPS * blocks
        self.upload(search)

    def upload(self, search: SearchGraph) -> None:
        """Take the place of what was there."""
        import cupy

        self.search = search
        self.slots = DeviceSlots(search, self.module, self.device)
        self.places = -(-self.slots.nodes // ALIGNED) * ALIGNED
        cupy.cuda.runtime.deviceSynchronize()  # searches run on streams of their own

    def launch(self, solve: np.void) -> None:
        """Search `count` rows, on the current stream."""
        blocks = min(-(-int(solve["count"]) // WARPS), self.resident // WARPS)
        self.module.launch(self.kernel, max(blocks, 1), WARPS * LANES, solve, shared=self._shared)


class RowSearches:
    """One launch at a time on a stream of its own, with memory for its heaps.

    totals : of the last launch; uint64, batches, states served, words of the pool taken.
    """

    def __init__(self, graph: HeapGraph) -> None:
        import cupy

        self._graph = graph
        self.stream = cupy.cuda.Stream(non_blocking=True)
        self._stop = pinned((1,), np.uint32)
        self._pool = cupy.empty(FIRST_POOL, cupy.uint64)
        self._totals = cupy.zeros(POOL_TAKEN + 1, cupy.uint64)
        self._taken = cupy.empty(0, cupy.uint32)
        self._words = self._again = cupy.empty(0, cupy.uint32)
        self._solve: np.void = np.zeros(1, MANY_SEARCH)[0]
        self.totals = np.zeros(POOL_TAKEN + 1, np.uint64)

    @staticmethod
    def bytes_needed() -> int:
        return 8 * FIRST_POOL

    def begin(
        self, labels: Any, seeds: Sequence[Seeds], limit: int, asked: DeviceAsked | None = None
    ) -> None:
        """Search from each of the seeds into its row of labels; does not wait.

        labels : uint32, (rows, places). limit : ticks. asked : a search ends when the labels of
        these are final.
        """
        solve, graph = self._solve, self._graph
        first = np.zeros(len(seeds) + 1, np.uint32)
        np.cumsum([len(each.states) for each in seeds], out=first[1:])
        pairs = np.empty((int(first[-1]), 2), np.uint32)
        np.concatenate([each.states for each in seeds], out=pairs[:, 0], casting="unsafe")
        np.concatenate([each.ticks for each in seeds], out=pairs[:, 1])
        with self.stream:
            rows = np.arange(len(seeds), dtype=np.uint32)
            words = np.concatenate((pairs.ravel(), first, rows))
            self._hold(len(words), LIST + len(seeds))
            self._words[: len(words)].set(words)
            solve["seeds"] = address(self._words)
            solve["first_seed"] = address(self._words) + pairs.nbytes
            solve["rows"] = address(self._words) + pairs.nbytes + first.nbytes
            solve["slots"], solve["labels"] = address(graph.slots.slots), address(labels)
            solve["places"], solve["limit"] = graph.places, limit
            solve["arrays_popped"] = ARRAYS_POPPED
            solve["stop"] = self._stop.ctypes.data  # pinned: the same address there
            self._ask(None if asked is None or asked.everything else asked)
            self._launch(len(seeds))

    def finish(self, cancel: Cancel = NEVER) -> bool:
        """Wait until all rows are searched; False where a cancel came before."""
        with self.stream:
            while True:
                self._wait(cancel)
                if cancel.requested:
                    return False
                self.totals = self._totals.get()
                given_up = int(self._taken[GIVEN_UP : GIVEN_UP + 1].get()[0])
                if not given_up:
                    return True
                self._again = self._taken[LIST : LIST + given_up].copy()
                self._solve["rows"] = address(self._again)
                self._grow()
                self._launch(given_up)

    def gather(self, asked: DeviceAsked, rows: int, times: Any) -> None:
        """Write the times at destinations to uint32, (rows, destinations), on the stream."""
        self._ask(asked)
        with self.stream:
            blocks = -(-asked.count // THREADS), rows
            self._graph.module.launch("gather", blocks, THREADS, self._solve, times)

    def _ask(self, asked: DeviceAsked | None) -> None:
        solve = self._solve
        solve["destinations"] = 0 if asked is None else asked.count
        solve["first_asked"] = 0 if asked is None else address(asked.first)
        solve["asked"] = 0 if asked is None else address(asked.states)

    def _launch(self, count: int) -> None:
        solve = self._solve
        self._stop[0] = 0
        self._taken[:LIST].fill(0)
        self._totals.fill(0)
        solve["taken"], solve["totals"], solve["count"] = (
            address(self._taken), address(self._totals), count,
        )  # fmt: skip
        pool = solve["pool"]
        pool["words"], pool["size"] = address(self._pool), self._pool.size
        pool["taken"] = address(self._totals) + 8 * POOL_TAKEN
        self._graph.launch(solve)

    def _wait(self, cancel: Cancel) -> None:
        if cancel is not NEVER:
            end = self.stream.record()
            while not end.done and not cancel.requested:
                time.sleep(1e-4)
            if cancel.requested:
                self._stop[0] = 1
        self.stream.synchronize()

    def _grow(self) -> None:
        """Twice the memory for heaps. Raises DeviceMemoryError."""
        import cupy

        words = 2 * self._pool.size
        self._pool = cupy.empty(0, cupy.uint64)
        require(8 * words, self._graph.device, "the heaps of so many searches")
        self._pool = cupy.empty(words, cupy.uint64)

    def _hold(self, words: int, taken: int) -> None:
        import cupy

        if self._words.size < words:
            self._words = cupy.empty(2 * words, cupy.uint32)
        if self._taken.size < taken:
            self._taken = cupy.empty(2 * taken, cupy.uint32)
