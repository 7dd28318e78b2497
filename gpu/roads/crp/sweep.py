"""Downward through all cells, level by level, on the device: the twin of
`road.crp.isochrone_kernels.sweep`.

Each level is one wide step; a step costs some microseconds however little there is to do. Levels
of few cells have a launch each and a block of threads for a cell. Those of many small cells either
share a launch, in which a block has a *hand*, a cell and everything inside it (compare
`road.crp.overlay_deal`), so that nobody waits for all others; or, where there is enough to do in
each, have one each, in which threads have inner states. The launches are recorded once and replayed
for every query.

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

from core.times import UNREACHED
from gpu.buffers import require
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

STATES = np.dtype(
    [
        *((name, "u8") for name in ("cells", "cell_of", "entering", "inner", "down", "query")),
        ("number", "u4"), ("count", "u4"), ("width", "u4"),
    ],
    align=True,
)  # fmt: skip
"""struct States of sweep.cu."""

CELL = np.dtype([(name, "u4") for name in ("entry", "entries", "inner", "down")])
"""struct Cell of sweep.cu."""

WARP = 32
FEWEST_LANES = 8
LARGE_CELL = 4096
"""Costs of a cell, from which on a whole block works on it."""

COSTS_A_LANE = 8
"""Entries of a cell per thread of an inner state."""

FEW_CELLS = 1024
"""Of a level, up to which each has a block: what counts is how long one takes."""

COSTS_A_LANE_OF_FEW = 2
"""As COSTS_A_LANE, there."""

HAND_COSTS = 1 << 14
"""Of a hand, on average: enough to hide that a block waits between levels."""

COSTS_A_THREAD = 16
"""Of a slice of a large cell."""

HANDS_A_MULTIPROCESSOR = 8
"""Up to which hands are worth their waiting; with more, each level keeps the device busy."""

THREADS_OF_STATES = 256
"""Of a block that has inner states."""

STATES_ENTRIES = 48
"""Entries of a cell, on average, up to which threads have inner states."""

COSTS_A_STATE_LANE = 8
"""Entries of a cell per thread of an inner state, there."""

BLOCKS_A_MULTIPROCESSOR = 2
"""That keep it busy."""


class Shape(NamedTuple):
    """Threads for a cell, and of these for an inner state; powers of two."""

    team: int
    width: int


class Stage(NamedTuple):
    """One launch: levels from `top` down to `bottom`.

    run : consecutive cells of the top level for a block. slices : blocks that share a cell.
    width : threads of an inner state where threads have these, not cells; else 0.
    """

    top: int
    bottom: int
    run: int
    slices: int
    blocks: int
    width: int = 0


class Sweeps:
    """The launches of a sweep over one overlay; all on the current stream."""

    def __init__(self, overlay: DeviceOverlay, levels: Any) -> None:
        import cupy

        device = overlay.device
        self._module = load("roads/crp/sweep", {"THREADS": THREADS}, device)
        self._module.kernel("sweep")  # compiled before anything is recorded
        self._module.kernel("sweep_states")
        self._levels, self._overlay = levels, overlay
        self._states: dict[int, tuple[Any, Any]] = {}
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
        for stage in (*self.stages, *self.by_level):
            if stage.width:  # brought before anything is recorded
                self._states_of(stage, 0)
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
        if stage.width:
            states, threads = self._states_of(stage, query), THREADS_OF_STATES
            self._module.launch("sweep_states", stage.blocks, threads, states)
            return
        struct: np.void = np.zeros(1, SWEEP)[0]
        struct["levels"], struct["shapes"] = address(self._levels), address(self._shapes)
        struct["query"] = query
        for name in ("top", "bottom", "run", "slices"):
            struct[name] = getattr(stage, name)
        self._module.launch("sweep", stage.blocks, THREADS, struct)

    def clear(self, labels: Any) -> None:
        """Every label to UNREACHED."""
        fours = len(labels) // 4
        threads = THREADS_OF_STATES
        if fours:
            self._module.launch("clear", -(-fours // threads), threads, labels, np.uint32(fours))
        labels[4 * fours :].fill(UNREACHED)

    def _states_of(self, stage: Stage, query: int) -> np.void:
        """STATES of a stage whose threads have inner states."""
        level = self._overlay.levels[stage.top]
        if stage.top not in self._states:
            needed = CELL.itemsize * level.cells + 4 * len(level.host.inner)
            require(needed, self._overlay.device, "the sweep of one to all")
            self._states[stage.top] = cells_of_states(level.host)
        cells, cell_of = self._states[stage.top]
        struct: np.void = np.zeros(1, STATES)[0]
        struct["cells"], struct["cell_of"] = address(cells), address(cell_of)
        for name in ("entering", "inner", "down"):
            struct[name] = address(getattr(level, name))
        struct["query"], struct["number"] = query, stage.top
        struct["count"], struct["width"] = len(level.host.inner), stage.width
        return struct


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
    if hands >= 0 and levels[hands].cells > HANDS_A_MULTIPROCESSOR * multiprocessors:
        hands = -1
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
    width = width_of(level)
    if width:
        blocks = -(-len(level.inner) * width // THREADS_OF_STATES)
        return Stage(number, number, level.cells, 1, blocks, width)
    wanted = BLOCKS_A_MULTIPROCESSOR * multiprocessors
    run = max(min(THREADS // shape.team, -(-level.cells // wanted)), 1)
    blocks = -(-level.cells // run)
    slices = 1
    if shape.team == THREADS:
        mean = int(level.first_down[-1]) // level.cells
        slices = max(min(wanted // blocks, mean // (THREADS * COSTS_A_THREAD)), 1)
    return Stage(number, number, run, slices, blocks * slices)


def width_of(level: OverlayLevel) -> int:
    """Threads of an inner state, 0 where threads are better off with cells."""
    entries = len(level.entering) / max(level.cells, 1)
    if level.cells <= FEW_CELLS or entries > STATES_ENTRIES:
        return 0
    return min(_power_of_two(entries / COSTS_A_STATE_LANE), WARP)


def cells_of_states(level: OverlayLevel) -> tuple[Any, Any]:
    """CELL of each cell, and the cell of each inner state, uint32; on the current device."""
    import cupy

    cells = np.zeros(level.cells, CELL)
    cells["entry"], cells["entries"] = level.first_entry[:-1], np.diff(level.first_entry)
    cells["inner"], cells["down"] = level.first_inner[:-1], level.first_down[:-1]
    numbers = np.arange(level.cells, dtype=np.uint32)
    cell_of = np.repeat(numbers, np.diff(level.first_inner))
    return cupy.asarray(cells.view(np.uint32)), cupy.asarray(cell_of)


def _power_of_two(value: float) -> int:
    """The nearest from 1 on, upwards."""
    return 1 << max(int(np.ceil(np.log2(max(value, 1.0)))), 0)


def level_structs(overlay: DeviceOverlay) -> NDArray[np.uint8]:
    """The levels as an array of struct CrpLevel, for kernels that go through several."""
    structs = [level.struct for level in overlay.levels]
    return np.array(structs, structs[0].dtype).view(np.uint8)
