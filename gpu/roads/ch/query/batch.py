"""One to all for batches of sources in a contracted graph on the device: the launches.

Upward each source has a block of threads; across the core and downward, level by level, threads
have four columns of a place each. What does not depend on the sources is recorded once for each
width of a batch and replayed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from core.times import UNREACHED
from gpu.buffers import address, budget, require
from gpu.module import load
from gpu.roads.ch.query.swept import SweptHierarchy
from gpu.sources import layout_of
from road.matrix.tables import AskedStates
from road.search.starts import Seeds

THREADS = 256
"""Threads of a block."""

BATCH = layout_of("Batch", "roads/ch/query/batch.cu")
SEEDS = layout_of("BatchSeeds", "roads/ch/query/batch.cu")
DESTINATIONS = layout_of("Destinations", "roads/ch/query/batch.cu")
OWN = layout_of("OwnVertices", "roads/ch/query/batch.cu")
NEAREST = layout_of("NearestSources", "roads/ch/query/batch.cu")

FOUR = 4
"""Labels that a thread lowers at a time, and rows of the core, FOUR of batch.cu."""

CORE_PARTS = 8
"""Threads that share the way into a place of the core, CORE_PARTS of batch.cu."""

TILE = 32
"""Destinations, and columns, of a block that collects; TILE of batch.cu."""

WARP = 32

RISEN = 1024
"""Places that a queue on chip has room for; where more labels fall at once, the block climbs level
by level."""

FEWEST, MOST = 8, 256
"""Columns of the narrowest and of the widest batch, MOST_COLUMNS of batch.cu; powers of two."""

NOWHERE = 2**32 - 1
"""Vertex of a start that is at once at none."""

MEMORY_SHARE = 0.5
"""Share of the free memory that the labels of a batch take at most."""


class PhastBatches:
    """Labels of a batch on a device, and the launches that write them; on the current stream.

    most : columns that memory has room for. columns : of the batch that was solved last.
    """

    def __init__(self, swept: SweptHierarchy) -> None:
        import cupy

        self.swept, self.device = swept, swept.device
        self.most = columns_for(swept.places, MEMORY_SHARE * budget(self.device))
        require(4 * self.most * swept.places, self.device, "a table of times")
        self._module = load(
            "roads/ch/query/batch", {"THREADS": THREADS, "RISEN": RISEN}, self.device
        )
        for kernel in ("clear", "climb_batch", "cross_core", "sweep_level"):
            self._module.kernel(kernel)  # compiled before anything is recorded
        self.columns = self.most
        self._labels = cupy.empty(self.most * max(swept.places, 1), cupy.uint32)
        self._limit = cupy.zeros(1, cupy.uint32)
        self._recorded: dict[int, Any] = {}

    def solve(self, each: Sequence[Seeds], limit: int) -> None:
        """Labels of all places from the seeds of each column. limit : ticks."""
        import cupy

        count = len(each)
        self.columns = min(max(1 << math.ceil(math.log2(max(count, 1))), FEWEST), self.most)
        if not self.swept.places or not count:
            return
        struct = self._struct()
        first = np.cumsum([0, *(len(seeds.states) for seeds in each)])
        states = np.concatenate([seeds.states for seeds in each])
        ticks = np.concatenate([seeds.ticks for seeds in each])
        self._told = cupy.asarray(np.concatenate([[limit], first, states, ticks]).astype(np.uint32))
        seeds: np.void = np.zeros(1, SEEDS)[0]
        parts = address(self._told) + 4 * np.cumsum([1, len(first), len(states)])
        seeds["first"], seeds["states"], seeds["ticks"] = parts.tolist()
        self._limit[:] = self._told[:1]
        fours = self.columns * self.swept.places // FOUR
        self._launch("clear", fours, self._labels, np.uint64(fours))
        self._module.launch("climb_batch", count, THREADS, struct, seeds)
        self._replay(struct)

    def collect(self, wanted: int, to: WantedPlaces, own: Any, out: Any) -> None:
        """Write times of the first `wanted` columns to out, uint32, (wanted, destinations).

        own : as `own_vertices` makes it.
        """
        blocks = -(-to.count // TILE), -(-wanted // TILE)
        how = self._struct(), to.struct, _own_struct(own), np.uint32(wanted), out
        if min(blocks):
            self._module.launch("collect", blocks, THREADS, *how)

    def nearest(
        self, wanted: int, to: WantedPlaces, own: Any, number: int, found: DeviceNearest
    ) -> None:
        """Lower `found` by the first `wanted` columns. number : of the source of the first."""
        how = self._struct(), to.struct, _own_struct(own), np.uint32(wanted), np.uint32(number)
        if to.count:
            self._launch("nearest", WARP * to.count, *how, found.struct)

    def _replay(self, struct: np.void) -> None:
        """Across the core and down."""
        import cupy

        stream = cupy.cuda.get_current_stream()
        if self.columns not in self._recorded:
            stream.begin_capture()
            self._sweep(struct)
            self._recorded[self.columns] = stream.end_capture()
        self._recorded[self.columns].launch(stream)

    def _sweep(self, struct: np.void) -> None:
        swept, fours = self.swept, self.columns // FOUR
        if swept.core_size:
            rows = -(-swept.core_size // FOUR)
            self._launch("cross_core", CORE_PARTS * rows * fours, struct)
        for first, end in pairwise(swept.first_level[1:].tolist()):
            if first < end:
                places = np.uint32(first), np.uint32(end)
                self._launch("sweep_level", (end - first) * fours, struct, *places)

    def _launch(self, name: str, threads: int, *arguments: Any) -> None:
        self._module.launch(name, -(-threads // THREADS), THREADS, *arguments)

    def _struct(self) -> np.void:
        swept = self.swept
        struct: np.void = np.zeros(1, BATCH)[0]
        struct["up"], struct["down"] = swept.rows(swept.up), swept.rows(swept.down)
        struct["core"], struct["first_place"] = address(swept.core), address(swept.first_place)
        struct["place_of"] = address(swept.hierarchy.place_of)
        struct["labels"], struct["limit"] = address(self._labels), address(self._limit)
        for name in ("core_size", "core_width", "levels"):
            struct[name] = getattr(swept, name)
        struct["columns"] = self.columns
        return struct


class WantedPlaces:
    """Destinations on the current device. count : how many."""

    def __init__(self, asked: AskedStates, vertices: Any = None) -> None:
        """vertices : uint32, of each destination, where some starts are at once; else None."""
        import cupy

        self.count = len(asked)
        single = len(asked.states) == self.count and bool((np.diff(asked.first) == 1).all())
        first = None if single else cupy.asarray(asked.first.astype(np.uint32))
        self._held = first, cupy.asarray(asked.states), vertices
        self.struct: np.void = np.zeros(1, DESTINATIONS)[0]
        for name, array in zip(("first", "states", "vertices"), self._held, strict=True):
            self.struct[name] = address(array)
        self.struct["count"] = self.count


class DeviceNearest:
    """Of each destination the nearest sources, as `core.parallel.nearest_rows` keeps them; uint32.

    ticks, source : cupy, (kept, count), ascending; UNREACHED where fewer sources reach it.
    within : cupy, count; sources within the limit.
    """

    def __init__(self, kept: int, count: int) -> None:
        import cupy

        self.ticks = cupy.full((kept, count), UNREACHED, cupy.uint32)
        self.source = cupy.zeros((kept, count), cupy.uint32)
        self.within = cupy.zeros(count, cupy.uint32)
        self.struct: np.void = np.zeros(1, NEAREST)[0]
        self.struct["kept"] = kept
        for name in ("ticks", "source", "within"):
            self.struct[name] = address(getattr(self, name))

    @staticmethod
    def bytes_needed(kept: int, count: int) -> int:
        return 4 * (2 * kept + 1) * count


def columns_for(places: int, memory: float) -> int:
    """Columns of the widest batch whose labels take no more bytes."""
    columns = MOST
    while columns > FEWEST and 4 * columns * places > memory:
        columns //= 2
    return columns


def _own_struct(own: Any) -> np.void:
    """own : uint32, (2, columns), vertices and ticks, or None."""
    struct: np.void = np.zeros(1, OWN)[0]
    if own is not None:
        struct["vertices"] = address(own)
        struct["ticks"] = address(own) + 4 * own.shape[1]
    return struct
