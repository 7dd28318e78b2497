"""A sweep where labels lie in its order (`LabelPlaces`); the host's side of sweep_runs.cu.

Neighbours are written together. Without a limit every label is, and only those that are known from
below, inside open cells, have to be cleared and read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.buffers import address, require
from gpu.module import load
from gpu.roads.crp.device_metric import DeviceMetric
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.roads.crp.query.gates import CellGates
from gpu.sources import layout_of
from road.crp.device_layout.places import LabelPlaces
from road.crp.overlay.overlay import Overlay, OverlayLevel

FILE = "roads/crp/query/sweep_runs.cu"

RUNS = layout_of("SweepRuns", FILE)
RUN = layout_of("SweepRun", FILE)
OPENING = layout_of("Opening", FILE)
CELL = layout_of("SweptCell", "include/crp_query.cuh")

WARP = 32

THREADS = 256
"""Threads of a block."""


LABELS_A_BLOCK = 2048
"""Labels, of those that no sweep writes, that a block clears."""


class RunRoom(NamedTuple):
    """What a warp has room for in shared memory, of a run: labels of `entries`, 255 at most, and
    `costs`, 65,536 at most."""

    entries: int
    costs: int


ROOM = RunRoom(entries=192, costs=576)
"""Room for a run of 64 states in small cells, of fewer in larger ones. Runs that need more read
labels and costs where they lie."""

COSTS_A_LANE = 8
"""Entries of a cell per thread of an inner state."""

ENOUGH_LANES = 1 << 17
"""Threads that keep a device busy. Where inner states are so few that there would be less, each has
more threads, down to two costs for each."""

FEWEST_COSTS = 2
"""Entries of a cell per thread of an inner state, where these are few."""

DOUBLE_FROM = 4 << 20
"""Inner states of a level from which on a thread has two of them: warps wait for memory half as
often, and there are enough of them still. On fewer it takes longer."""


class RunLevel(NamedTuple):
    """How a level is swept.

    width : threads for an inner state; a power of two. each : inner states of a group of so many
    threads, 1 or 2. blocks : of THREADS.
    """

    width: int
    each: int
    blocks: int

    @property
    def states(self) -> int:
        """Inner states of a run."""
        return WARP // self.width * self.each


class RunSweep:
    """The launches of levels in runs, and what is cleared before; on the current stream.

    levels : by number. touched : uint32; by 32 labels, the number of the last query that had them
    cleared. nbytes : device memory besides the overlay and the gates.
    """

    def __init__(
        self,
        overlay: DeviceOverlay,
        levels: Mapping[int, RunLevel],
        swept: set[int],
        gates: CellGates,
    ) -> None:
        """swept : all levels in which there is something to do. gates : of the levels in runs that
        queries with a limit go through, by inner state."""
        import cupy

        host, self._overlay = overlay.overlay, overlay
        constants = {"THREADS": THREADS, "RUN_ENTRIES": ROOM.entries, "RUN_COSTS": ROOM.costs}
        self._module = load(FILE.removesuffix(".cu"), constants, overlay.device)
        for kernel in ("sweep_runs", "sweep_double_runs", "sweep_gated_runs", "clear_open"):
            self._module.kernel(kernel)  # compiled before anything is recorded
        self.levels = levels
        self._gates = {number: gates.of[number] for number in levels if number in gates.own_mark}
        self._own_mark = gates.own_mark
        self._tables = {number: self._brought(number) for number in self.levels}
        require(4 * -(-host.states // WARP), overlay.device, "the sweep of one to all")
        self.touched = cupy.zeros(-(-host.states // WARP), cupy.uint32)
        others = unswept(host, overlay.labels.places, swept)
        self._others = cupy.asarray(np.array(others, np.uint32).reshape(-1))
        arrays = [array for arrays in self._tables.values() for array in arrays]
        self.nbytes = sum(int(array.nbytes) for array in (*arrays, self.touched, self._others))

    def _brought(self, number: int) -> tuple[Any, ...]:
        """On the device, as `runs_of` tells them."""
        import cupy

        states = self.levels[number].states
        arrays = runs_of(self._overlay.overlay.levels[number], states, ROOM)
        require(sum(a.nbytes for a in arrays), self._overlay.device, "the sweep of one to all")
        return tuple(map(cupy.asarray, arrays))

    def clear(self, query: int, open_cells: int, metric: DeviceMetric) -> None:
        """Labels to UNREACHED before the query at this address: those inside its open cells, and
        those that no level writes. They bear its number in `touched` then, with their neighbours.
        open_cells : as many as there are, or more."""
        struct: np.void = np.zeros(1, OPENING)[0]
        struct["levels"], struct["touched"] = address(metric.structs), address(self.touched)
        struct["ranges"], struct["query"] = address(self._others), query
        struct["cells"] = open_cells
        struct["labels"] = self._overlay.overlay.states
        blocks = open_cells + len(self._others) // 2
        self._module.launch("clear_open", blocks, THREADS, struct)

    def launch(self, number: int, query: int, metric: DeviceMetric, *, limited: bool) -> None:
        """A level, for the query at this address, by the costs of a metric. limited : whether the
        query has a limit."""
        level, launched = self._overlay.levels[number], self.levels[number]
        struct: np.void = np.zeros(1, RUNS)[0]
        struct["runs"], struct["state"], struct["large"] = map(address, self._tables[number])
        struct["entering"] = address(level.entering)
        struct["down"] = address(metric.levels[number].down)
        struct["touched"], struct["query"] = address(self.touched), query
        struct["number"], struct["first_label"] = number, level.first_label
        struct["count"], struct["width"] = len(level.host.inner), launched.width
        kernel = "sweep_double_runs" if launched.each == 2 else "sweep_runs"
        if limited:
            kernel, struct["gates"] = "sweep_gated_runs", self._gates[number]
            struct["own_mark"] = address(self._own_mark[number])
        self._module.launch(kernel, launched.blocks, THREADS, struct)


def levels_in_runs(
    overlay: Overlay, swept: set[int], of_few_cells: set[int], double: set[int]
) -> Mapping[int, RunLevel]:
    """Those of the swept levels whose cells are many, or such that a warp has room for each.

    of_few_cells : levels that others sweep where cells are too large. double : those in which a
    thread may have two states.
    """
    found = {}
    for number in sorted(swept):
        level = overlay.levels[number]
        largest = int(np.diff(level.first_entry).max(initial=0))
        if number not in of_few_cells or largest <= ROOM.entries:
            found[number] = _run_level(level, number in double)
    return found


def _run_level(level: OverlayLevel, double: bool) -> RunLevel:
    entries, inner = len(level.entering) / level.cells, len(level.inner)
    width, most = width_of(entries / COSTS_A_LANE), width_of(entries / FEWEST_COSTS)
    while width < most and inner * width < ENOUGH_LANES:
        width *= 2
    each = 2 if double and width == 1 and inner >= DOUBLE_FROM else 1
    return RunLevel(width, each, -(-inner * width // (each * THREADS)))


def width_of(lanes: float) -> int:
    """The nearest power of two, upwards; at most a warp."""
    return min(1 << int(np.ceil(np.log2(max(lanes, 1.0)))), WARP)


def runs_of(level: OverlayLevel, states: int, room: RunRoom) -> tuple[NDArray[np.uint32], ...]:
    """Runs of so many inner states, as three arrays of uint32.

    RUN of each run. Of each state in a run that there is room for, the first entry of its cell,
    counted from that of the run, how many entries it has, and its first cost, counted from that of
    the run, in 8, 8 and 16 bits from the lowest on; of another, the place of its cell in the third
    array. There, CELL of such cells.
    """
    entries = np.diff(level.first_entry)
    cell = np.repeat(np.arange(level.cells), np.diff(level.first_inner))
    begins = np.arange(0, len(cell), states)
    ends = np.append(begins[1:], len(cell))
    of_run = ends - begins
    costs = np.append(0, np.cumsum(entries[cell]))  # before each state
    runs: NDArray[np.void] = np.zeros(len(begins), RUN)
    runs["entry"] = level.first_entry[cell[begins]]
    runs["entries"] = level.first_entry[cell[ends - 1] + 1] - runs["entry"]
    runs["down"], runs["costs"] = costs[begins], costs[ends] - costs[begins]
    words = level.first_entry[cell] - np.repeat(runs["entry"], of_run)
    words |= entries[cell] << 8 | (costs[:-1] - np.repeat(runs["down"], of_run)) << 16
    fits = (runs["entries"] <= room.entries) & (runs["costs"] <= room.costs)
    others = np.repeat(~fits, of_run)
    large, words[others] = np.unique(cell[others], return_inverse=True)
    return runs.view(np.uint32), words.astype(np.uint32), cells_of(level)[large].view(np.uint32)


def cells_of(level: OverlayLevel) -> NDArray[np.void]:
    """CELL of each cell."""
    cells: NDArray[np.void] = np.zeros(level.cells, CELL)
    cells["entry"], cells["entries"] = level.first_entry[:-1], np.diff(level.first_entry)
    cells["inner"], cells["down"] = level.first_inner[:-1], level.first_down[:-1]
    return cells


def unswept(overlay: Overlay, places: LabelPlaces, swept: set[int]) -> list[tuple[int, int]]:
    """Where labels begin and end that no level writes, by at most LABELS_A_BLOCK; the root, always
    open, apart."""
    first, root = places.first, len(overlay.levels) - 1
    found = [
        (first[k], first[k] + len(level.inner))
        for k, level in enumerate(overlay.levels)
        if k not in swept and k != root
    ]
    return [
        (at, min(at + LABELS_A_BLOCK, end))
        for begin, end in (*found, (first[-1], overlay.states))
        for at in range(begin, end, LABELS_A_BLOCK)
    ]
