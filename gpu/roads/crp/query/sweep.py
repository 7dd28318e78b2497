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
from gpu.sources import layout_of
from road.crp.overlay.overlay import Overlay, OverlayLevel

THREADS = 512
"""Threads of a block; a power of two."""

CELLS = layout_of("Cells", "roads/crp/query/sweep.cu")
STATES = layout_of("States", "roads/crp/query/sweep.cu")
CELL = layout_of("SweptCell", "roads/crp/query/sweep.cu")

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

COSTS_A_STATE_LANE = 8
"""Entries of a cell per thread where threads have inner states; compare COSTS_A_LANE."""


class SweepLaunch(NamedTuple):
    """The launch of a level.

    width : threads for an inner state; a power of two. slices : blocks that share a cell, 0 where
    threads have inner states, wherever these are.
    """

    number: int
    blocks: int
    width: int
    slices: int


class Sweeps:
    """The launches of a sweep over one overlay; all on the current stream.

    stages : from the highest level that has entries to the lowest.
    """

    def __init__(self, overlay: DeviceOverlay) -> None:
        import cupy

        device = overlay.device
        self._module = load("roads/crp/query/sweep", {"THREADS": THREADS}, device)
        for kernel in ("sweep_cells", "sweep_states", "clear"):
            self._module.kernel(kernel)  # compiled before anything is recorded
        self._overlay = overlay
        chip = cupy.cuda.Device(device)
        multiprocessors = int(chip.attributes["MultiProcessorCount"])
        self.stages = stages_of(overlay.overlay, multiprocessors)
        self._states = {
            stage.number: self._brought(stage.number) for stage in self.stages if not stage.slices
        }
        self._recorded: WeakKeyDictionary[DeviceMetric, tuple[int, Any]] = WeakKeyDictionary()

    def _brought(self, number: int) -> tuple[Any, Any]:
        level = self._overlay.overlay.levels[number]
        needed = CELL.itemsize * level.cells + 4 * len(level.inner)
        require(needed, self._overlay.device, "the sweep of one to all")
        return cells_of_states(level)

    def run(self, query: int, metric: DeviceMetric) -> None:
        """All stages for the query at this address, by the costs of a metric."""
        import cupy

        if not self.stages:
            return
        stream = cupy.cuda.get_current_stream()
        known, recorded = self._recorded.get(metric, (0, None))
        if known != query:
            stream.begin_capture()
            for stage in self.stages:
                self.launch(stage, query, metric)
            recorded = stream.end_capture()
            self._recorded[metric] = query, recorded
        recorded.launch(stream)

    def launch(self, stage: SweepLaunch, query: int, metric: DeviceMetric) -> None:
        """One stage."""
        if not stage.slices:
            states, threads = self._states_of(stage, query, metric), THREADS_OF_STATES
            self._module.launch("sweep_states", stage.blocks, threads, states)
            return
        struct: np.void = np.zeros(1, CELLS)[0]
        struct["level"] = address(metric.structs) + stage.number * LEVEL.itemsize
        struct["query"] = query
        for name in ("number", "slices", "width"):
            struct[name] = getattr(stage, name)
        self._module.launch("sweep_cells", stage.blocks, THREADS, struct)

    def clear(self, labels: Any) -> None:
        """Every label to UNREACHED."""
        fours = len(labels) // 4
        threads = THREADS_OF_STATES
        if fours:
            self._module.launch("clear", -(-fours // threads), threads, labels, np.uint32(fours))
        labels[4 * fours :].fill(UNREACHED)

    def _states_of(self, stage: SweepLaunch, query: int, metric: DeviceMetric) -> np.void:
        """STATES of a stage whose threads have inner states."""
        level = self._overlay.levels[stage.number]
        cells, cell_of = self._states[stage.number]
        struct: np.void = np.zeros(1, STATES)[0]
        struct["cells"], struct["cell_of"] = address(cells), address(cell_of)
        struct["entering"], struct["inner"] = address(level.entering), address(level.inner)
        struct["down"] = address(metric.levels[stage.number].down)
        struct["query"], struct["number"] = query, stage.number
        struct["count"], struct["width"] = len(level.host.inner), stage.width
        return struct


def stages_of(overlay: Overlay, multiprocessors: int) -> tuple[SweepLaunch, ...]:
    """All levels in which there is something to do, the highest first."""
    return tuple(
        stage_of(level, number, multiprocessors)
        for number, level in reversed(list(enumerate(overlay.levels)))
        if int(level.first_down[-1])
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
