"""One to all in a contracted graph on the device: what stays there, and the launch of a query."""

from __future__ import annotations

import math
from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.times import UNREACHED
from gpu.buffers import Lender, address, require
from gpu.host_memory import pinned
from gpu.module import load
from gpu.roads.ch.query.swept import STEPS_A_LANE, SweptHierarchy
from gpu.sources import layout_of
from road.search.search_graph import SearchGraph
from road.search.starts import Seeds

THREADS = 512
"""Threads of a block."""

BLOCKS_A_MULTIPROCESSOR = 1
"""Thread blocks launched per multiprocessor at most: more of them wait than work."""

RISEN = 1024
"""Places that a queue on chip has room for; where more labels fall at once, the whole grid climbs
level by level."""

ONE_TO_ALL = layout_of("OneToAll", "roads/ch/query/one_to_all.cu")
CONTROL = layout_of("PhastControl", "roads/ch/query/one_to_all.cu")

NOT_YET = 2**32 - 1
"""Label of a place that waits for it, NOT_YET of one_to_all.cu."""

SEEDS_TOLD = ONE_TO_ALL["states"].shape[0]
"""Seeds that are told with the launch; more are copied to the device before."""

AHEAD = STEPS_A_LANE
"""Steps of a row whose labels a thread asks for side by side."""

SEEDS_A_BLOCK = 4
"""Seeds for each block that climbs: more climb side by side."""


@dataclass(frozen=True)
class LevelTimes:
    """When the parts of a query were over, in nanoseconds from its beginning on the device.

    climbed : the upward search. levels : int64; the last label of each, the core's first.
    """

    climbed: int
    levels: NDArray[np.int64]


class PhastQueries:
    """A contracted graph on a device, ready for queries. On the current device.

    lock : held for the whole of a query, since all have the same work space and the same stream.
    """

    def __init__(self, swept: SweptHierarchy) -> None:
        import cupy

        device, places = swept.device, swept.places
        padded = max(places, swept.core_width, 1)
        require(4 * 5 * padded, device, "one to all")
        self.swept, self.device = swept, device
        self.lock, self.stream = Lock(), cupy.cuda.Stream(non_blocking=True)
        self.times = Lender(places, device)
        constants = {"THREADS": THREADS, "RISEN": RISEN, "AHEAD": AHEAD}
        self._module = load("roads/ch/query/one_to_all", constants, device)
        chip = cupy.cuda.Device(device)
        most = BLOCKS_A_MULTIPROCESSOR * int(chip.attributes["MultiProcessorCount"])
        resident = self._module.resident_blocks("one_to_all", THREADS, device)
        self._blocks = min(resident, most)
        self._control = cupy.zeros(CONTROL.itemsize, cupy.uint8)
        self._lost = pinned((1,), np.uint32)
        self._labels = [cupy.full(padded, NOT_YET, cupy.uint32) for _ in range(2)]
        self._risen = [cupy.full(padded, UNREACHED, cupy.uint32) for _ in range(2)]
        self._queries = [self._told(turn) for turn in range(2)]
        self._number = 0
        cupy.cuda.runtime.deviceSynchronize()  # all this ran on the default stream

    def _told(self, turn: int) -> np.void:
        """ONE_TO_ALL of every other query, but for what is asked."""
        query: np.void = np.zeros(1, ONE_TO_ALL)[0]
        swept, hierarchy = self.swept, self.swept.hierarchy
        query["up"], query["down"] = swept.rows(swept.up), swept.rows(swept.down)
        arrays = {
            "core": swept.core, "swept": swept.swept, "first_place": swept.first_place,
            "state_at": hierarchy.state_at, "place_of": hierarchy.place_of,
            "labels": self._labels[turn], "later": self._labels[1 - turn],
            "risen": self._risen[turn], "later_risen": self._risen[1 - turn],
            "control": self._control,
        }  # fmt: skip
        for name, array in arrays.items():
            query[name] = address(array)
        for name in ("core_size", "core_width", "swept_count", "levels"):
            query[name] = getattr(swept, name)
        query["lost"] = self._lost.ctypes.data
        return query

    def run(self, search: SearchGraph, seeds: Seeds, limit: int, times: Any) -> bool:
        """Write the times of all states, uint32; whether ways can have been lost for being too
        long to count. limit : ticks. Waits for the device."""
        self._launch(search, seeds, limit, times)
        self.stream.synchronize()
        return bool(self._lost[0])

    def timed(
        self, search: SearchGraph, seeds: Seeds, limit: int, times: Any
    ) -> tuple[bool, LevelTimes]:
        """The same, and when its parts were over."""
        import cupy

        ended = cupy.zeros(self.swept.levels + 2, cupy.uint64)
        self._launch(search, seeds, limit, times, address(ended))
        self.stream.synchronize()
        clock = ended.get().astype(np.int64)
        climbed, began = int(clock[-2]), int(clock[-1])
        levels = np.maximum.accumulate(np.maximum(clock[:-2], climbed)) - began
        return bool(self._lost[0]), LevelTimes(climbed - began, levels)

    def enter(self, seeds: Seeds, times: Any) -> None:
        """The seeds alone, for a query that was cancelled."""
        import cupy

        times.fill(UNREACHED)
        if len(seeds.states):
            times[cupy.asarray(seeds.states)] = cupy.asarray(seeds.ticks)
        self.stream.synchronize()

    def _launch(
        self, search: SearchGraph, seeds: Seeds, limit: int, times: Any, ended: int = 0
    ) -> None:
        import cupy

        self._number += 1
        query, count = self._queries[self._number & 1], len(seeds.states)
        query["number"] = self._number
        self._lost[0] = 0
        query["times"], query["ended"] = address(times), ended
        query["limit"], query["alarm"] = limit, UNREACHED - search.longest_step
        query["seeds"] = count
        query["climbing"] = min(max(math.ceil(count / SEEDS_A_BLOCK), 1), self._blocks)
        query["seed_states"], query["seed_ticks"] = 0, 0
        if count <= SEEDS_TOLD:
            query["states"][:count], query["ticks"][:count] = seeds.states, seeds.ticks
        else:
            seeds_there = cupy.asarray(np.stack([seeds.states.astype(np.uint32), seeds.ticks]))
            query["seed_states"] = address(seeds_there)
            query["seed_ticks"] = address(seeds_there) + 4 * count
        self._module.launch_together("one_to_all", self._blocks, THREADS, query)
