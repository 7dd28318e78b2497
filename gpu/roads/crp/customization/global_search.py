"""Customization of a level by searches in global memory: all cells together, a thread a distance.

Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014,
section 3, the global implementation. It knows no limit but memory: cells may be of any size, and
few large ones keep the device as busy as many small ones. How ours differs, and why the rounds end
where they should, is said in global_search.cu.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.buffers import address, require
from gpu.module import load
from gpu.roads.crp.device_metric import DeviceMetric
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.rounds import CONTROL
from gpu.sources import layout_of
from road.crp.device_layout.arrange import arrange_level
from road.crp.overlay.overlay import Overlay
from road.graph import U32

THREADS = 256
"""Threads of a block: few, so that some thousand distances are work for all multiprocessors."""

KERNELS = ("price_steps", "clear", "take_over", "search", "collect")

READ = ("first_exit", "first_shortcut", "shortcuts", "down")
"""Names of a level's arrays that the search reads."""

INDEX_BITS = 32
"""Bits of an index; one that needs more has two words."""

TWO_WORDS = 32
"""Number of bits that stands for an entry of two words."""

INDEX = layout_of("Index", "roads/crp/customization/global_search.cu")
GLOBAL_SEARCH = layout_of("GlobalSearch", "roads/crp/customization/global_search.cu")


class Index(NamedTuple):
    """For each value, in the order of rows, its row and which entry of the row's cell it is for.

    words : uint32; row << bits | entry, or (values, 2) of rows and entries if `bits` is TWO_WORDS.
    """

    words: U32
    bits: int


class GlobalArcs(NamedTuple):
    """Arcs of a level as its kernels read them: uint32 positions in arrays of whole levels.

    mapping : (arcs, 2); in the costs below, in the shortcuts.
    init : (arcs, 2); in the costs below, in the distances, which are laid out as `down`.
    inner_from : arcs; in the costs below.
    inner_arcs : (arcs, 2); of the first distance of the arc's tail; room for its cost.
    collection : (arcs, 2); of the first distance of the arc's tail; in the costs below.
    first_inner_arc, first_collection : inner states + 1, exits + 1; arcs into each.
    inner_cell, exit_cell : inner states, exits; the cell of each.
    distances : by inner state and entry. shortcuts : by exit and entry, in this order.
    """

    mapping: U32
    init: U32
    inner_from: U32
    inner_arcs: U32
    collection: U32
    first_inner_arc: U32
    first_collection: U32
    inner_cell: U32
    exit_cell: U32
    distances: Index
    shortcuts: Index

    def arrays(self) -> dict[str, U32]:
        """All by name, of an index its words."""
        parts = self._asdict().items()
        return {name: part.words if isinstance(part, Index) else part for name, part in parts}


class GlobalSearch:
    """Customizes a level of a device overlay, again and again, on the current device.

    nbytes : device memory besides the overlay and metrics, in which the level gets its `down`.

    Raises DeviceMemoryError, and ParameterError for 2**32 shortcuts or more below the level.
    """

    def __init__(self, overlay: DeviceOverlay, number: int) -> None:
        import cupy

        arcs = global_arcs(overlay.overlay, number)
        level, steps = overlay.levels[number], 0 if number else len(overlay.overlay.ground.step)
        self.nbytes = sum(array.nbytes for array in arcs.arrays().values())
        self.nbytes += 4 * (level.cells + steps) + CONTROL.itemsize
        require(self.nbytes, overlay.device, f"customizing cells of {level.size} vertices")
        self._overlay, self._number, self._steps = overlay, number, steps
        self._arrays: dict[str, Any] = {
            name: cupy.asarray(array) for name, array in arcs.arrays().items()
        }
        self._arrays["stamp"] = cupy.empty(level.cells, cupy.uint32)
        self._arrays["control"] = cupy.zeros(CONTROL.itemsize, cupy.uint8)
        self._of_steps = cupy.empty(steps, cupy.uint32)
        self._struct = self._filled(arcs)
        self._module = load(
            "roads/crp/customization/global_search", {"THREADS": THREADS}, overlay.device
        )
        # Asking brings the kernels onto the device, so that even the first run can be recorded.
        self._resident = {
            name: self._module.resident_blocks(name, THREADS, overlay.device) for name in KERNELS
        }

    def bound(self, metric: DeviceMetric) -> Callable[[], None]:
        """What writes the level's `shortcuts` and `down` from what the level below has.

        The lowest level is made from the costs of arcs and turns. Work on the current stream; the
        host waits for nothing.
        """
        level, number = metric.levels[self._number], self._number
        below = metric.levels[number - 1].shortcuts if number else self._of_steps
        work = self._struct.copy()
        work["level"], work["below"] = level.struct_of(*READ), address(below)
        # Asked for now: what is recorded may bring nothing to the device.
        priced = (self._overlay.priced_struct, metric.costs_struct) if self._steps else ()
        return partial(self._run, work, priced)

    def _run(self, work: np.void, priced: tuple[np.void, ...]) -> None:
        distances, shortcuts = int(work["distances"]["count"]), int(work["shortcuts"]["count"])
        arcs = max(int(work[f"{kind}_count"]) for kind in ("mapping", "init", "inner"))
        self._price_steps(priced, work["below"])
        self._launch("clear", max(distances, shortcuts, int(work["level"]["cells"])), work)
        self._launch("take_over", arcs, work)
        if distances:
            blocks = self._blocks("search", distances)
            self._module.launch_together("search", blocks, THREADS, work)
        self._launch("collect", shortcuts, work)

    def rounds(self) -> int:
        """How many rounds the last run took; waits for it."""
        return int(self._arrays["control"].get().view(CONTROL)[0]["rounds"])

    def _price_steps(self, priced: tuple[np.void, ...], to: np.uint64) -> None:
        """Costs of the ground's steps, which the lowest level is put together from."""
        self._launch("price_steps", self._steps, *priced, np.uint64(self._steps), np.uint64(to))

    def _launch(self, name: str, count: int, *args: Any) -> None:
        if count:
            self._module.launch(name, self._blocks(name, count), THREADS, *args)

    def _blocks(self, name: str, count: int) -> int:
        """Blocks for so many threads, but no more than are at work at once."""
        return min(-(-count // THREADS), self._resident[name])

    def _filled(self, arcs: GlobalArcs) -> np.void:
        """All but what belongs to a metric."""
        struct: np.void = np.zeros(1, GLOBAL_SEARCH)[0]
        for name, array in self._arrays.items():
            part = getattr(arcs, name, None)
            if isinstance(part, Index):
                struct[name] = address(array), len(part.words), part.bits
            else:
                struct[name] = address(array)
        struct["mapping_count"], struct["init_count"] = len(arcs.mapping), len(arcs.init)
        struct["inner_count"] = len(arcs.inner_from)
        return struct


def global_arcs(overlay: Overlay, number: int) -> GlobalArcs:
    """A level's arcs, found on the host.

    Raises ParameterError for 2**32 shortcuts or more below the level.
    """
    level = arrange_level(overlay, number)
    mappings, inits = np.diff(level.first_mapping), np.diff(level.first_init)
    inner_arcs = np.diff(level.first_inner_arc[level.first_inner])
    collection = np.diff(level.first_collection[level.first_exit])

    def tails(places: NDArray[Any], counts: NDArray[Any]) -> U32:
        rows = np.repeat(level.entries, counts)
        rows *= places
        return _moved(rows, level.first_down, counts)

    return GlobalArcs(
        mapping=_pairs(
            level.mapping_from, _moved(level.mapping_to, level.first_shortcut, mappings)
        ),
        init=_pairs(level.init_from, _moved(level.init_to, level.first_down, inits)),
        inner_from=level.inner_from,
        inner_arcs=_pairs(tails(level.inner_tail, inner_arcs), np.zeros_like(level.inner_from)),
        collection=_pairs(tails(level.collection_tail, collection), level.collection_from),
        first_inner_arc=level.first_inner_arc,
        first_collection=level.first_collection,
        inner_cell=_cells(level.inner),
        exit_cell=_cells(level.exits),
        distances=index_of(np.repeat(level.entries, level.inner)),
        shortcuts=index_of(np.repeat(level.entries, level.exits)),
    )


def index_of(entries: U32) -> Index:
    """Index of the values of rows with so many entries each."""
    bits = int(max(entries.max(initial=0), 1) - 1).bit_length()
    row = np.repeat(np.arange(len(entries), dtype=np.uint32), entries)
    first = np.cumsum(entries, dtype=np.uint32) - entries
    entry = np.arange(len(row), dtype=np.uint32) - np.repeat(first, entries)
    if bits + max(len(entries) - 1, 0).bit_length() > INDEX_BITS:
        return Index(_pairs(row, entry), TWO_WORDS)
    return Index((row << np.uint32(bits)) | entry, bits)


def _moved(positions: U32, first: NDArray[Any], counts: NDArray[Any]) -> U32:
    """Positions within cells, as positions in the array of a level."""
    moved: U32 = np.repeat(first[:-1].astype(np.uint32), counts)
    moved += positions
    return moved


def _cells(counts: U32) -> U32:
    return np.repeat(np.arange(len(counts), dtype=np.uint32), counts)


def _pairs(first: U32, second: U32) -> U32:
    return np.stack((first, second), axis=1)
