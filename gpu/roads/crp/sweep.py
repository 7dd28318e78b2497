"""Downward through all cells, level by level, on the device: the twin of
`road.crp.isochrone_kernels.sweep`.

Each level is one wide step, and a step costs some microseconds however little there is to do. High
levels have a launch each and a block of threads for a cell. The lowest share a launch: a block has
a *hand*, a cell and everything inside it (compare `road.crp.overlay_deal`). The launches are
recorded once and replayed for every query.

Proof that labels are final in time: a state enters a cell by a step that crosses its border. Both
ends of the step lie in some cell of a higher level, the root if in no other, and in different ones
of the cells below that; hence the state is an inner one there, and what the sweep gives to inner
states is the least of all ways whose last step is of this kind. What a query's own cells have to
add (ways that never left them) was known from below.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.module import load
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.roads.rounds import address
from road.crp.overlay import Overlay, OverlayLevel

THREADS = 512
"""Of a block; a power of two."""

SWEEP = np.dtype(
    [
        ("levels", "u8"), ("shapes", "u8"), ("query", "u8"), ("top", "u4"), ("bottom", "u4"),
        ("run", "u4"), ("slices", "u4"),
    ],
    align=True,
)  # fmt: skip
"""struct Sweep of sweep.cu."""

WARP = 32
FEWEST_LANES = 8
LARGE_CELL = 4096
"""Costs of a cell, from which on a whole block works on it."""

COSTS_A_LANE = 8
"""Entries of a cell per thread of an inner state."""

FEW_CELLS = 256
"""Of a level, up to which each has a block: what counts is how long one takes."""

COSTS_A_LANE_OF_FEW = 2
"""As COSTS_A_LANE, there."""

HAND_COSTS = 1 << 14
"""Of a hand, on average: enough to hide that a block waits between levels."""

COSTS_A_THREAD = 16
"""Of a slice of a large cell."""

BLOCKS_A_MULTIPROCESSOR = 2
"""That keep it busy."""


class Shape(NamedTuple):
    """Threads for a cell, and of these for an inner state; powers of two."""

    team: int
    width: int


class Stage(NamedTuple):
    """One launch: levels from `top` down to `bottom`.

    run : consecutive cells of the top level for a block. slices : blocks that share a cell.
    """

    top: int
    bottom: int
    run: int
    slices: int
    blocks: int


class Sweeps:
    """The launches of a sweep over one overlay; all on the current stream."""

    def __init__(self, overlay: DeviceOverlay, levels: Any) -> None:
        import cupy

        device = overlay.device
        self._module = load("roads/crp/sweep", {"THREADS": THREADS}, device)
        self._module.kernel("sweep")  # compiled before anything is recorded
        self._levels = levels
        host = overlay.overlay
        chip = cupy.cuda.Device(device)
        multiprocessors = int(chip.attributes["MultiProcessorCount"])
        shapes = [shape_of(level) for level in host.levels]
        self._shapes = cupy.asarray(np.array(shapes, np.uint32))
        self.stages = stages_of(host, shapes, multiprocessors)
        self.by_level = tuple(
            stage_of_level(host, k, shapes[k], multiprocessors)
            for k in reversed(range(len(host.levels)))
            if int(host.levels[k].first_down[-1])
        )
        self._recorded: Any = None
        self._recorded_query = 0

    def run(self, query: int) -> None:
        """All stages for the query at this address."""
        import cupy

        if not self.stages:
            return
        stream = cupy.cuda.get_current_stream()
        if self._recorded_query != query:
            stream.begin_capture()
            for stage in self.stages:
                self.launch(stage, query)
            self._recorded, self._recorded_query = stream.end_capture(), query
        self._recorded.launch(stream)

    def launch(self, stage: Stage, query: int) -> None:
        """One stage."""
        struct: np.void = np.zeros(1, SWEEP)[0]
        struct["levels"], struct["shapes"] = address(self._levels), address(self._shapes)
        struct["query"] = query
        for name in ("top", "bottom", "run", "slices"):
            struct[name] = getattr(stage, name)
        self._module.launch("sweep", stage.blocks, THREADS, struct)


def shape_of(level: OverlayLevel) -> Shape:
    """By the mean cell of a level; a block for each where there are but few."""
    cells = max(level.cells, 1)
    entries, inner = len(level.entering) / cells, len(level.inner) / cells
    if level.cells <= FEW_CELLS:
        return Shape(THREADS, min(_power_of_two(entries / COSTS_A_LANE_OF_FEW), WARP))
    width = min(_power_of_two(entries / COSTS_A_LANE), WARP)
    if int(level.first_down[-1]) / cells >= LARGE_CELL:
        return Shape(THREADS, width)
    return Shape(max(min(_power_of_two(inner * width), WARP), FEWEST_LANES, width), width)


def stages_of(overlay: Overlay, shapes: list[Shape], multiprocessors: int) -> tuple[Stage, ...]:
    """Single levels, hands; from the highest level that has entries to the lowest."""
    levels = overlay.levels
    costs = [int(level.first_down[-1]) for level in levels]
    top = max((k for k, level in enumerate(levels) if costs[k]), default=-1)
    if top < 0:
        return ()
    inside = np.cumsum(costs)
    small = [
        k
        for k in range(top + 1)
        if inside[k] <= HAND_COSTS * levels[k].cells and levels[k].cells > FEW_CELLS
    ]
    hands = max(small, default=-1)
    stages = [stage_of_level(overlay, k, shapes[k], multiprocessors) for k in range(top, hands, -1)]
    if hands >= 0:
        cells = levels[hands].cells
        fitting = HAND_COSTS * cells // max(int(inside[hands]), 1)
        run = max(min(fitting, cells // (BLOCKS_A_MULTIPROCESSOR * multiprocessors)), 1)
        stages.append(Stage(hands, 0, run, 1, -(-cells // run)))
    return tuple(stages)


def stage_of_level(overlay: Overlay, number: int, shape: Shape, multiprocessors: int) -> Stage:
    """A level alone, with enough blocks for the device."""
    level = overlay.levels[number]
    wanted = BLOCKS_A_MULTIPROCESSOR * multiprocessors
    run = max(min(THREADS // shape.team, -(-level.cells // wanted)), 1)
    blocks = -(-level.cells // run)
    slices = 1
    if shape.team == THREADS:
        mean = int(level.first_down[-1]) // level.cells
        slices = max(min(wanted // blocks, mean // (THREADS * COSTS_A_THREAD)), 1)
    return Stage(number, number, run, slices, blocks * slices)


def _power_of_two(value: float) -> int:
    """The nearest from 1 on, upwards."""
    return 1 << max(int(np.ceil(np.log2(max(value, 1.0)))), 0)


def level_structs(overlay: DeviceOverlay) -> NDArray[np.uint8]:
    """The levels as an array of struct CrpLevel, for kernels that go through several."""
    structs = [level.struct for level in overlay.levels]
    return np.array(structs, structs[0].dtype).view(np.uint8)
