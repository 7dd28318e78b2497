"""Downward through all cells, level by level, on the device: the twin of
`road.crp.query.isochrone_kernels.sweep`.

Each level is one wide step and a launch: a step costs some microseconds however little there is to
do. Where cells are few each has a block of threads, or several blocks; where there are many,
threads have inner states, nothing is shared and nobody waits. The launches are recorded once and
replayed for every query.

Proof that labels are final in time: a state enters a cell by a step that crosses its border. Both
ends of the step lie in some cell of a higher level, the root if in no other, and in different ones
of the cells below that; hence the state is an inner one there, and what the sweep gives to inner
states is the least of all ways whose last step is of this kind. What a query's own cells have to
add (ways that never left them) was known from below.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from core.times import UNREACHED
from gpu.buffers import address, require
from gpu.module import load
from gpu.roads.crp.device_metric import LEVEL, DeviceMetric
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.roads.crp.query.bundles import BundleRoom, bundlings, marked_cells
from gpu.roads.crp.query.sweep_bundles import BundleSweep
from gpu.sources import layout_of
from road.crp.overlay.overlay import Overlay, OverlayLevel

THREADS = 512
"""Threads of a block; a power of two."""

CELLS = layout_of("Cells", "roads/crp/query/sweep.cu")
STATES = layout_of("States", "roads/crp/query/sweep.cu")
CELL = layout_of("SweptCell", "roads/crp/query/sweep.cu")
GATES = layout_of("Gates", "include/crp_query.cuh")

WARP = 32

FEW_CELLS = 1024
"""Cells of a level up to which each has blocks to itself: what counts is how long one takes."""

COSTS_A_LANE = 2
"""Entries of a cell per thread of an inner state, on such a level."""

COSTS_A_THREAD = 16
"""Costs per thread of a slice of a large cell."""

BLOCKS_A_MULTIPROCESSOR = 2
"""Thread blocks launched per multiprocessor; two keep an H200 busy."""

THREADS_OF_STATES = 256
"""Threads of a block whose threads have inner states."""

MOST_NUMBERS = 2**32 - 1
"""Number of the last query before queries are numbered from 1 again."""

COSTS_A_STATE_LANE = 8
"""Entries of a cell per thread where threads have inner states; compare COSTS_A_LANE."""


class SweepWay(NamedTuple):
    """How a sweep goes; the bits are the same.

    bundles : for each launch that sweeps several levels (sweep_bundles.cu), from the lowest level
        up, what a block of it has room for.
    gates : whether a query with a limit leaves cells out that no cell around them leads to within
        it (sweep.cu).
    """

    bundles: tuple[BundleRoom, ...] = ()
    gates: bool = False


WAY = SweepWay()
"""The way that is gone where nobody says another."""


class SweepLaunch(NamedTuple):
    """The launch of a level.

    width : threads for an inner state; a power of two. slices : blocks that share a cell, 0 where
    threads have inner states, wherever these are. With a width of 0, of this level and some below
    in bundles.
    """

    number: int
    blocks: int
    width: int
    slices: int


class Sweeps:
    """The launches of a sweep over one overlay; all on the current stream.

    stages : from the highest level that has entries to the lowest.
    """

    def __init__(self, overlay: DeviceOverlay, way: SweepWay | None = None) -> None:
        import cupy

        device, self.way = overlay.device, WAY if way is None else way
        self._module = load("roads/crp/query/sweep", {"THREADS": THREADS}, device)
        for kernel in ("sweep_cells", "sweep_states", "clear"):
            self._module.kernel(kernel)  # compiled before anything is recorded
        self._overlay = overlay
        chip = cupy.cuda.Device(device)
        multiprocessors = int(chip.attributes["MultiProcessorCount"])
        self.plans = bundlings(overlay.overlay, self.way.bundles)
        lowest = self.plans[-1].highest + 1 if self.plans else 0
        self.stages = stages_of(overlay.overlay, multiprocessors, lowest)
        self._mark()
        self._bundles: dict[int, BundleSweep] = {}
        for bundling, plan in reversed(list(enumerate(self.plans))):
            assert self._marked is not None
            room, marks = self.way.bundles[bundling], self.marks_of_cells
            made = BundleSweep(overlay, plan, room, self._marked, marks, bundling)
            self._bundles[plan.highest] = made
            self.stages += (SweepLaunch(plan.highest, made.blocks, 0, 0),)
        self._states = {
            stage.number: self._brought(stage.number)
            for stage in self.stages
            if stage.width and not stage.slices
        }
        self._recorded: WeakKeyDictionary[DeviceMetric, dict[bool, tuple[int, Any]]]
        self._recorded = WeakKeyDictionary()

    def _mark(self) -> None:
        """Marks of cells, and whose mark each waits for."""
        import cupy

        self._number, self._marked, self.marks_of_cells = 0, None, None
        self._gates: dict[int, Any] = {}
        self.marks = (0, 0)
        if not self.plans and not self.way.gates:
            return
        overlay = self._overlay.overlay
        self._marked = marked = marked_cells(overlay, self.plans)
        needed = 4 * (marked.marks + sum(map(len, marked.gate.values())))
        require(needed, self._overlay.device, "the cells that a query has to do with")
        self.marks_of_cells = cupy.zeros(marked.marks, cupy.uint32)
        self._first_mark = cupy.asarray(marked.first)
        self.marks = address(self.marks_of_cells), address(self._first_mark)
        if not self.way.gates:
            return
        for stage in self.stages:
            gate = marked.gate[stage.number]
            if not stage.slices:
                gate = np.repeat(gate, np.diff(overlay.levels[stage.number].first_inner))
            self._gates[stage.number] = cupy.asarray(gate)

    def next_number(self) -> int:
        """Of a query, in whose order they are asked; never 0."""
        self._number = self._number % MOST_NUMBERS + 1
        return self._number

    def _gates_of(self, stage: SweepLaunch) -> np.void:
        """GATES of a stage."""
        assert self._marked is not None
        struct: np.void = np.zeros(1, GATES)[0]
        struct["gate"] = address(self._gates[stage.number])
        struct["marks"], struct["first"] = self.marks[0], self._marked.first[stage.number]
        return struct

    def _brought(self, number: int) -> tuple[Any, Any]:
        level = self._overlay.overlay.levels[number]
        needed = CELL.itemsize * level.cells + 4 * len(level.inner)
        require(needed, self._overlay.device, "the sweep of one to all")
        return cells_of_states(level)

    def run(self, query: int, metric: DeviceMetric, *, limited: bool = True) -> None:
        """All stages for the query at this address, by the costs of a metric. limited : whether it
        has a limit; if not, no cell is asked whether it may be left out."""
        import cupy

        if not self.stages:
            return
        stream = cupy.cuda.get_current_stream()
        gated = limited and self.way.gates
        known, recorded = self._recorded.setdefault(metric, {}).get(gated, (0, None))
        if known != query:
            stream.begin_capture()
            for stage in self.stages:
                self.launch(stage, query, metric, limited=limited)
            recorded = stream.end_capture()
            self._recorded[metric][gated] = query, recorded
        recorded.launch(stream)

    def launch(
        self, stage: SweepLaunch, query: int, metric: DeviceMetric, *, limited: bool = True
    ) -> None:
        """One stage."""
        gated = limited and self.way.gates
        if not stage.width:
            self._bundles[stage.number].launch(query, metric, gated=gated)
            return
        if not stage.slices:
            states, threads = self._states_of(stage, query, metric, gated), THREADS_OF_STATES
            self._module.launch("sweep_states", stage.blocks, threads, states)
            return
        struct: np.void = np.zeros(1, CELLS)[0]
        struct["level"] = address(metric.structs) + stage.number * LEVEL.itemsize
        struct["query"] = query
        for name in ("number", "slices", "width"):
            struct[name] = getattr(stage, name)
        if gated:
            struct["gates"] = self._gates_of(stage)
        self._module.launch("sweep_cells", stage.blocks, THREADS, struct)

    def clear(self, labels: Any) -> None:
        """Every label to UNREACHED."""
        fours = len(labels) // 4
        threads = THREADS_OF_STATES
        if fours:
            self._module.launch("clear", -(-fours // threads), threads, labels, np.uint32(fours))
        labels[4 * fours :].fill(UNREACHED)

    def _states_of(
        self, stage: SweepLaunch, query: int, metric: DeviceMetric, gated: bool
    ) -> np.void:
        """STATES of a stage whose threads have inner states."""
        level = self._overlay.levels[stage.number]
        cells, cell_of = self._states[stage.number]
        struct: np.void = np.zeros(1, STATES)[0]
        struct["cells"], struct["cell_of"] = address(cells), address(cell_of)
        struct["entering"], struct["inner"] = address(level.entering), address(level.inner)
        struct["down"] = address(metric.levels[stage.number].down)
        struct["query"], struct["number"] = query, stage.number
        struct["count"], struct["width"] = len(level.host.inner), stage.width
        if gated:
            struct["gates"] = self._gates_of(stage)
        return struct


def stages_of(overlay: Overlay, multiprocessors: int, lowest: int = 0) -> tuple[SweepLaunch, ...]:
    """All levels from this one on in which there is something to do, the highest first."""
    return tuple(
        stage_of(level, number, multiprocessors)
        for number, level in reversed(list(enumerate(overlay.levels)))
        if number >= lowest and int(level.first_down[-1])
    )


def stage_of(level: OverlayLevel, number: int, multiprocessors: int) -> SweepLaunch:
    """The launch of a level, with enough blocks for the device."""
    entries = len(level.entering) / level.cells
    if level.cells > FEW_CELLS:
        width = _width(entries / COSTS_A_STATE_LANE)
        return SweepLaunch(number, -(-len(level.inner) * width // THREADS_OF_STATES), width, 0)
    wanted = BLOCKS_A_MULTIPROCESSOR * multiprocessors // level.cells
    mean = int(level.first_down[-1]) // level.cells
    slices = max(min(wanted, mean // (THREADS * COSTS_A_THREAD)), 1)
    return SweepLaunch(number, level.cells * slices, _width(entries / COSTS_A_LANE), slices)


def cells_of_states(level: OverlayLevel) -> tuple[Any, Any]:
    """CELL of each cell, and the cell of each inner state, uint32; on the current device."""
    import cupy

    cells = np.zeros(level.cells, CELL)
    cells["entry"], cells["entries"] = level.first_entry[:-1], np.diff(level.first_entry)
    cells["inner"], cells["down"] = level.first_inner[:-1], level.first_down[:-1]
    numbers = np.arange(level.cells, dtype=np.uint32)
    cell_of = np.repeat(numbers, np.diff(level.first_inner))
    return cupy.asarray(cells.view(np.uint32)), cupy.asarray(cell_of)


def _width(lanes: float) -> int:
    """The nearest power of two, upwards; at most a warp."""
    return min(1 << int(np.ceil(np.log2(max(lanes, 1.0)))), WARP)
