"""CU-CH: contraction of a search graph on a device, in levels of independent states.

Source: Karimi, Koppelman, Michael, "GPU road network graph contraction and SSSP query", ICS 2019
(algorithm 1). Ours differs. Nodes are searched around by eight lanes, a warp or a block, by their
own number of steps, not by the largest. Steps of contracted nodes go straight to where the
hierarchy keeps them. Steps that a way over one state undercuts leave the overlay. Iterations follow
one another without the host, which looks in after some: an iteration once all is done, or once
memory is short, does nothing.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from gpu.buffers import require
from gpu.module import load
from gpu.roads.ch.contraction.all_pairs import TILE, core_distances
from gpu.roads.ch.contraction.ground import ContractionGround
from gpu.roads.ch.contraction.memory import ContractionMemory
from gpu.roads.ch.device_hierarchy import DeviceHierarchy, DeviceSteps
from road.ch.report import ContractedLevel, ContractionReport
from road.ch.settings import ContractionSettings
from road.costs.metric import Weights

CORE_SIZE = 2048
"""States K below which contraction stops, where it is not told: New York takes half as long as with
the paper's 1025."""

CORE_SIZE_BY_ARCS = 4096
"""States K below which contraction stops where states are arcs, which grow more steps: New York
takes 0.16 s, with 8192 or 2048 a tenth more."""

GOING, FINISHED, SHORT = 0, 1, 2
"""Status of a contraction, as in the header."""

THREADS = 256
"""Threads of a block."""

CHUNK = 1024
"""Nodes whose numbers are counted together: threads of the block that does it."""

GROUPS = {"SMALL": 4, "MIDDLE": 16, "LARGE": 256}
"""Most steps in, and out, of nodes that eight lanes, a warp and a block search around."""

HOPS = 3
"""Steps forwards in searches for witnesses of many steps; one more is looked up backwards."""

LOOK_EVERY = 4
"""Iterations after which the host looks in."""

BLOCKS_EACH = 8
"""Blocks of a launch for each multiprocessor, at most."""

FINER = 2
"""Times as many blocks where nodes with many steps are searched around: they are unequal work."""

RECENT = 16
"""Iterations of which the device keeps records."""

WARP = 32

FRACTIONS = 65536
"""Parts of a whole in which the kernels count the share of candidates."""

FOLDER = "roads/ch/contraction"


@dataclass(frozen=True)
class ScoreWeights:
    """What each part weighs in a score: added steps less those that go, steps of the node, most
    steps of a node beside it, mean and largest cost of its steps by the mean of all."""

    difference: float = 1.0
    degree: float = 0.25
    busiest: float = 0.03
    mean: float = 0.25
    largest: float = 0.25
    coarse: int = 5
    paths: bool = False


@dataclass(frozen=True, eq=False)
class DeviceContracted:
    """A hierarchy, and what making it took."""

    hierarchy: DeviceHierarchy
    report: ContractionReport


_PHASES = (
    ("score", ("score_small", "score_middle", "score_large", "choose")),
    ("select", ("choose_first", "drop_neighbors", "choose_second", "plan", "number")),
    ("shortcut", ("shortcut_small", "shortcut_middle", "shortcut_large")),
    ("seek_far", ("seek_far",)),
    ("extract", ("extract_short", "extract_long", "turn")),
)
"""Files, and their kernels, in the order of an iteration. `seek_far` only where states are arcs."""

_ONE_BLOCK = {"choose", "plan", "turn"}
_BY_CHUNKS = {"plan", "number"}


class Contractor:
    """Contracts one structure for any weights. On the current device and stream.

    Constructing compiles the kernels. Raises DeviceError.
    """

    def __init__(
        self,
        ground: ContractionGround,
        settings: ContractionSettings | None = None,
        *,
        score: ScoreWeights | None = None,
    ) -> None:
        import cupy

        self.ground, self.device = ground, ground.device
        settings = settings or ContractionSettings()
        self.fraction = settings.fraction
        most = CORE_SIZE_BY_ARCS if ground.edge_based else CORE_SIZE
        self.core = settings.core_of(ground.states, most)
        self.score = score or ScoreWeights(paths=ground.edge_based)
        constants = {"THREADS": THREADS, "CHUNK": CHUNK, "HOPS": HOPS, **GROUPS}
        self._modules = {
            name: load(f"{FOLDER}/{name}", constants, self.device) for name, _ in _PHASES
        }
        chip = cupy.cuda.Device(self.device)
        self._blocks = BLOCKS_EACH * int(chip.attributes["MultiProcessorCount"])

    def contract(
        self,
        weights: Weights,
        *,
        timed: bool = False,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> DeviceContracted:
        """The hierarchy by these weights; all on the device once it returns.

        timed : also measure each step of each iteration, which takes longer. Raises
        DeviceMemoryError, CancelledError.
        """
        began = time.perf_counter()
        memory = ContractionMemory(self.ground.states, self.ground.steps, CHUNK, self.device)
        self._tell(memory)
        log = _Log(timed)
        state = self._begin(memory, weights)
        steps, log.set_up_ms = int(state["steps"]), log.lap()
        while state["status"] == GOING:
            cancel.check("the contraction")
            progress(int(state["contracted"]) / max(self.ground.states, 1), "contracting the roads")
            state = self._iterate(memory, log)
            log.hear(state)
            if state["status"] == SHORT:
                memory.grow(state, first=False)
                memory.resume(state)
                state["status"] = GOING
        log.lap()
        hierarchy = self._finished(memory, state, log)
        report = ContractionReport(
            tuple(log.iterations), log.set_up_ms, log.core_ms, log.finish_ms,
            (time.perf_counter() - began) * 1e3, self.ground.states, steps,
            int(state["up_used"]), int(state["down_used"]), int(state["nodes"]),
            len(hierarchy.core_steps.middle), "gpu",
        )  # fmt: skip
        return DeviceContracted(hierarchy, report)

    def _tell(self, memory: ContractionMemory) -> None:
        struct = memory.struct
        struct["core"], struct["fraction"] = self.core, max(int(self.fraction * FRACTIONS), 1)
        struct["coarse"], struct["by_paths"] = self.score.coarse, self.score.paths
        for name in ("difference", "degree", "busiest", "mean", "largest"):
            struct[f"by_{name}"] = getattr(self.score, name)

    def _begin(self, memory: ContractionMemory, weights: Weights) -> np.void:
        """The overlay of all states."""
        raw, held = self.ground.struct(weights)
        module = self._modules["extract"]
        memory.begin()
        while True:
            blocks = self._blocks_for(2 * self.ground.states, 8)
            module.launch("begin_short", blocks, THREADS, memory.struct, raw)
            module.launch("begin_long", self._blocks, THREADS, memory.struct, raw)
            module.launch("turn", 1, 1, memory.struct, np.uint32(1))
            state = memory.look()
            if state["status"] != SHORT:
                if self.ground.edge_based:
                    seek = self._modules["seek_far"]
                    seek.launch("thin_far", 4 * self._blocks, WARP, memory.struct)
                del held
                return state
            memory.grow(state, first=True)
            memory.resume(state)

    def _iterate(self, memory: ContractionMemory, log: _Log) -> np.void:
        """Some iterations; the state then."""
        for _ in range(1 if log.timed else LOOK_EVERY):
            log.mark()
            for name, kernels in _PHASES:
                for kernel in kernels:
                    if name != "seek_far" or self.ground.edge_based:
                        self._launch(name, kernel, memory)
                log.mark()
        return memory.look()

    def _launch(self, file: str, kernel: str, memory: ContractionMemory) -> None:
        module, blocks, threads = self._modules[file], self._blocks, THREADS
        if kernel in _BY_CHUNKS:
            threads, blocks = CHUNK, -(-memory.states // CHUNK)
        if kernel in _ONE_BLOCK:
            blocks = 1
        if kernel.endswith(("middle", "large")):
            blocks *= FINER
        more = (np.uint32(0),) if kernel == "turn" else ()
        module.launch(kernel, blocks, 1 if kernel == "turn" else threads, memory.struct, *more)

    def _blocks_for(self, groups: int, lanes: int) -> int:
        return max(min(-(-groups * lanes // THREADS), self._blocks), 1)

    def _finished(self, memory: ContractionMemory, state: np.void, log: _Log) -> DeviceHierarchy:
        core = core_distances(memory, int(state["nodes"]))
        log.core_ms = log.lap()
        first_place = log.first_place(memory.states, int(state["nodes"]))
        up, down = (self._steps(memory, name, state) for name in ("up", "down"))
        hierarchy = DeviceHierarchy(
            memory.state_at, memory.place_of, first_place, up, down, core,
            self._core_steps(memory, state), self.device,
        )  # fmt: skip
        log.finish_ms = log.lap()
        return hierarchy

    def _steps(self, memory: ContractionMemory, name: str, state: np.void) -> DeviceSteps:
        """Those up, or those down, in memory that they fill."""
        import cupy

        used, places, core = int(state[f"{name}_used"]), memory.states, int(state["nodes"])
        require(12 * used + 4 * places, self.device, "the contracted roads")
        shift = memory.kept_room - used
        steps, first = cupy.empty((used, 2), cupy.uint32), cupy.empty(places + 1, cupy.uint32)
        module = load(f"{FOLDER}/all_pairs", {"TILE": TILE}, self.device)
        if used:
            module.launch(
                "place_steps", self._blocks_for(used, 1), THREADS,
                memory.kept[name][shift:], np.uint32(used), memory.place_of, steps,
            )  # fmt: skip
        module.launch(
            "place_rows", -(-(places + 1) // THREADS), THREADS, memory.rows(name),
            *(np.uint32(n) for n in (places, core, shift, used)), first,
        )  # fmt: skip
        return DeviceSteps(first, steps, memory.kept[f"{name}_middle"][shift:].copy())

    def _core_steps(self, memory: ContractionMemory, state: np.void) -> DeviceSteps:
        import cupy

        nodes = int(state["nodes"])
        counts = memory.core_rows(int(state["parity"]), nodes).get()[:, 0, 1]
        first = np.concatenate(([0], np.cumsum(counts))).astype(np.uint32)
        made = DeviceSteps(
            cupy.asarray(first), cupy.empty((int(first[-1]), 2), cupy.uint32),
            cupy.empty(int(first[-1]), cupy.uint32),
        )  # fmt: skip
        module = load(f"{FOLDER}/all_pairs", {"TILE": TILE}, self.device)
        if nodes:
            module.launch(
                "place_core_steps", -(-nodes // THREADS), THREADS, memory.struct, made.first,
                made.steps, made.middle,
            )  # fmt: skip
        return made


class _Log:
    """What iterations did and took."""

    def __init__(self, timed: bool) -> None:
        self.timed = timed
        self.iterations: list[ContractedLevel] = []
        self.set_up_ms = self.core_ms = self.finish_ms = 0.0
        self._lap = time.perf_counter()
        self._marks: list[Any] = []

    def lap(self) -> float:
        """Milliseconds since the last one, all work done."""
        import cupy

        cupy.cuda.get_current_stream().synchronize()
        before, self._lap = self._lap, time.perf_counter()
        return (self._lap - before) * 1e3

    def mark(self) -> None:
        import cupy

        if self.timed:
            self._marks.append(cupy.cuda.get_current_stream().record())

    def hear(self, state: np.void) -> None:
        """Iterations that have ended since the last time."""
        import cupy

        marks, self._marks = self._marks, []
        took = [float(cupy.cuda.get_elapsed_time(*pair)) for pair in pairwise(marks)] or [
            0.0
        ] * len(_PHASES)
        score, select, shortcut, far, extract = took
        for number in range(len(self.iterations), int(state["iteration"])):
            states, steps, largest, candidates, selected, shortcuts, one, two = (
                int(n) for n in state["recent"][number % RECENT]
            )
            self.iterations.append(
                ContractedLevel(
                    states, steps, largest, candidates, selected, shortcuts, one, two,
                    score, select, shortcut + far, 0.0, extract,
                )
            )  # fmt: skip

    def first_place(self, states: int, core: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        sizes = [core, *(level.selected for level in reversed(self.iterations))]
        first = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        assert first[-1] == states
        return first
