"""Downward through all cells, level by level, on the device: the twin of
`road.crp.query.isochrone_kernels.sweep`.

Each level is one wide step and a launch: a step costs some microseconds however little there is to
do. Where cells are few each has a block of threads, or several blocks; where there are many,
threads have inner states, nothing is shared and nobody waits.

A query without a limit writes all labels, by arcs in the order in which they lie (sweep_runs.cu).
One with a limit passes over cells that it cannot reach (sweep.cu), by arcs over runs that lie in
none that it can; by vertices it takes the lowest levels of large overlays in bundles
(sweep_bundles.cu), since most of what it passes over lies there.

Proof that labels are final in time: a state enters a cell by a step that crosses its border. Both
ends of the step lie in some cell of a higher level, the root if in no other, and in different ones
of the cells below that; hence the state is an inner one there, and what the sweep gives to inner
states is the least of all ways whose last step is of this kind. What a query's own cells have to
add (ways that never left them) was known from below.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from gpu.buffers import address, require
from gpu.module import load
from gpu.roads.crp.device_metric import LEVEL, DeviceMetric
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.roads.crp.query import bundles
from gpu.roads.crp.query.gates import CellGates
from gpu.roads.crp.query.runs import CELL, RunLevel, cells_of, levels_in_runs, width_of
from gpu.roads.crp.query.sweep_bundles import BundleSweep
from gpu.roads.crp.query.sweep_runs import RunSweep
from gpu.sources import layout_of
from road.crp.overlay.overlay import Overlay, OverlayLevel

THREADS = 512
"""Threads of a block; a power of two."""

CELLS = layout_of("Cells", "roads/crp/query/sweep.cu")
STATES = layout_of("States", "roads/crp/query/sweep.cu")

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

BUNDLED_FROM = 4096
"""Cells of the lowest level per multiprocessor from which on queries with a limit, by vertices,
sweep the lowest levels in bundles, of which each block then has about eight at least. With 86 a
block they took a third off such a sweep (by arcs, before those went in runs); with one or two, as
on New York, nothing."""


class SweepLaunch(NamedTuple):
    """The launch of a level.

    width : threads for an inner state; a power of two. slices : blocks that share a cell, 0 where
    threads have inner states, wherever these are. With a width of 0, of this level and all below
    in bundles.
    """

    number: int
    blocks: int
    width: int
    slices: int


class Sweeps:
    """The launches of a sweep over one overlay; all on the current stream.

    stages : for queries without a limit and with one, from the highest level that has entries to
        the lowest.
    gates : the cells that queries with a limit have to do with.
    nbytes : device memory besides the overlay.
    """

    def __init__(self, overlay: DeviceOverlay) -> None:
        import cupy

        device, host = overlay.device, overlay.overlay
        self._module = load("roads/crp/query/sweep", {"THREADS": THREADS}, device)
        for kernel in ("sweep_cells", "sweep_states"):
            self._module.kernel(kernel)  # compiled before anything is recorded
        self._overlay = overlay
        multiprocessors = int(cupy.cuda.Device(device).attributes["MultiProcessorCount"])
        every = stages_of(host, multiprocessors)
        by_arcs = overlay.labels.places.of_state is not None
        large = not by_arcs and host.levels[0].cells >= BUNDLED_FROM * multiprocessors
        plan = bundles.bundled(host, bundles.ROOM) if large else None
        passing = tuple(s for s in every if plan is None or s.number > plan.highest)
        swept, few = {s.number for s in every}, {s.number for s in every if s.slices}
        in_runs: Mapping[int, RunLevel] = {}
        passed = {s.number for s in passing}
        if by_arcs:
            in_runs = levels_in_runs(host, swept, few)
        gated = {n: level.states for n, level in in_runs.items() if n in passed}
        by_state = frozenset(passed - few - gated.keys())
        self.gates = CellGates(overlay, plan.highest if plan else 0, by_state, gated)
        self._in_order = RunSweep(overlay, in_runs, swept, self.gates) if by_arcs else None
        self._bundles: BundleSweep | None = None
        if plan is not None:
            gates = self.gates.of[plan.highest]
            self._bundles = BundleSweep(overlay, plan, bundles.ROOM, gates)
            passing += (SweepLaunch(plan.highest, self._bundles.blocks, 0, 0),)
        self.stages = {False: every, True: passing}
        states = swept - few - in_runs.keys()
        self._states = {number: self._brought(number) for number in states}

    @property
    def nbytes(self) -> int:
        own = sum(int(array.nbytes) for arrays in self._states.values() for array in arrays)
        others = (self.gates, self._bundles, self._in_order)
        return own + sum(other.nbytes for other in others if other is not None)

    def _brought(self, number: int) -> tuple[Any, Any]:
        level = self._overlay.overlay.levels[number]
        needed = CELL.itemsize * level.cells + 4 * len(level.inner)
        require(needed, self._overlay.device, "the sweep of one to all")
        return cells_of_states(level)

    def clears_first(self, *, limited: bool) -> bool:
        """Whether a query, with a limit or not, needs all labels cleared before it is sent."""
        return limited or self._in_order is None

    def make_ready(
        self, query: int, open_cells: int, metric: DeviceMetric, *, limited: bool
    ) -> None:
        """Clear what the query at this address reads before it is written, if not all labels are
        cleared. open_cells : as many as it has, or more."""
        if not limited and self._in_order is not None:
            self._in_order.clear(query, open_cells, metric)

    def launch(
        self,
        stage: SweepLaunch,
        query: int,
        metric: DeviceMetric,
        *,
        limited: bool,
        counted: bool = False,
    ) -> None:
        """One stage. counted : whether the query asks which states are reached."""
        if not stage.width:
            assert self._bundles is not None
            self._bundles.launch(query, metric)
            return
        in_order = self._in_order
        if in_order is not None and stage.number in in_order.levels:
            in_order.launch(stage.number, query, metric, limited=limited, counted=counted)
            return
        if stage.slices:
            kernel, threads, struct = "sweep_cells", THREADS, self._cells_of(stage, query, metric)
        else:
            kernel, threads = "sweep_states", THREADS_OF_STATES
            struct = self._states_of(stage, query, metric)
        if limited:
            struct["gates"] = self.gates.of[stage.number]
        elif in_order is not None:
            struct["touched"] = address(in_order.touched)
        launch = self._module.launch_early if stage.slices else self._module.launch
        launch(kernel, stage.blocks, threads, struct)

    def _cells_of(self, stage: SweepLaunch, query: int, metric: DeviceMetric) -> np.void:
        """CELLS of a stage whose blocks have cells."""
        struct: np.void = np.zeros(1, CELLS)[0]
        struct["level"] = address(metric.structs) + stage.number * LEVEL.itemsize
        struct["query"] = query
        for name in ("number", "slices", "width"):
            struct[name] = getattr(stage, name)
        return struct

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
        width = width_of(entries / COSTS_A_STATE_LANE)
        return SweepLaunch(number, -(-len(level.inner) * width // THREADS_OF_STATES), width, 0)
    wanted = BLOCKS_A_MULTIPROCESSOR * multiprocessors // level.cells
    mean = int(level.first_down[-1]) // level.cells
    slices = max(min(wanted, mean // (THREADS * COSTS_A_THREAD)), 1)
    return SweepLaunch(number, level.cells * slices, width_of(entries / COSTS_A_LANE), slices)


def cells_of_states(level: OverlayLevel) -> tuple[Any, Any]:
    """CELL of each cell, and the cell of each inner state, uint32; on the current device."""
    import cupy

    numbers = np.arange(level.cells, dtype=np.uint32)
    cell_of = np.repeat(numbers, np.diff(level.first_inner))
    return cupy.asarray(cells_of(level).view(np.uint32)), cupy.asarray(cell_of)
