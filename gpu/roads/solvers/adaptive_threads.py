"""Phases over listed states or all states, on the device: the twin of its namesake in road.

One kernel runs phase after phase; its blocks synchronize between the pieces of a phase, and the
last one to come times the phase and decides how the next one goes. The host never waits for a
phase.

Source: Suzuki et al. 2013, algorithms 1 to 6. Ours differs in measuring and deciding on the device,
and in listed phases of one piece: two copies of the labels change roles after each, which spares
the second kernel. Phases over all states relax and then update, as in the paper.
"""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER
from core.parallel.phase_switch import LISTED, PhaseTime, Switch, Thresholds, Variant
from core.parallel.rounds import RoundLog
from core.solver import Start
from core.times import UNLIMITED, UNREACHED, limit_in_ticks
from core.trace import SILENT
from gpu.buffers import address
from gpu.phases import (
    FIRST_TIMED,
    KERNELS,
    LEDGER,
    LISTED_PIECE,
    SPREAD_PIECE,
    Ledger,
    Stopwatch,
)
from gpu.roads.solvers.phase_crossing import crossing
from gpu.roads.solvers.round_solver import ALIGNED, RoadRoundSolver
from gpu.rounds import first_control
from gpu.sources import layout_of
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.search.search_graph import Direction, SearchGraph
from road.search.starts import RoadSources, Seeds
from road.solvers.attempts import RoadAttempt

PHASES = layout_of("RoadPhases", "include/road_phases.cuh")

CALIBRATION_PHASES = 4096
"""Phases of a calibration: enough for fronts to get as wide as they do in a solve, which takes
about as long."""


class AdaptiveThreads(RoadRoundSolver):
    """Switches between listed states and all states on a GPU; see the module's text.

    variant : 0 switches, 1 looks at all states always, 2 works through lists always.
    to_all_us, to_listed_us : thresholds on the mean time of two phases; 0 finds them by itself.
    """

    algorithm = "adaptive-threads"
    kernels = KERNELS

    def __init__(
        self,
        graph: RoadGraph,
        weights: Weights,
        *,
        direction: Direction = "from",
        variant: float = 0.0,
        to_all_us: float = 0.0,
        to_listed_us: float = 0.0,
        device: int = 0,
    ) -> None:
        self._variant = Variant.of(variant)
        self._given = Thresholds(to_all_us, to_listed_us)
        super().__init__(graph, weights, direction=direction, device=device)
        self._thresholds = Thresholds.of(self._variant, self._calibrated, self._given)

    def thresholds(self) -> Thresholds:
        """Those in use."""
        return self._thresholds

    def phase_times(self, sources: RoadSources, limit: float = UNLIMITED) -> list[PhaseTime]:
        """Every phase of a solve by itself, for figures; paths are not looked at for length."""
        return self._timed(sources, limit, calibrating=0)

    def _bytes_needed(self, search: SearchGraph) -> int:
        own = (4 + 1 + 2 * 4) * (search.states + ALIGNED) + LEDGER.itemsize
        return super()._bytes_needed(search) + own

    def _allocate(self) -> None:
        import cupy

        self._spare = cupy.empty(self.places, cupy.uint32)
        self._marks = cupy.empty(self.places, cupy.uint8)
        self._lists = cupy.empty((2, self.places), cupy.uint32)
        self._ledger = Ledger()

    def _enter(self, labels: Any, seeds: Seeds, log: RoundLog) -> None:
        """Labels and the list before the first phase; the second copy may lag behind there."""
        super()._enter(labels, seeds, log)
        self._spare.fill(UNREACHED)
        self._marks.fill(0)
        if len(seeds.states):
            self._lists[0, : len(seeds.states)].set(seeds.states.astype(np.uint32))

    def _solve_struct(self) -> np.void:
        phases: np.void = np.zeros(1, PHASES)[0]
        phases["graph"] = self._on_device.struct()
        phases["spare"], phases["marks"] = address(self._spare), address(self._marks)
        phases["lists"] = [address(states) for states in self._lists]
        self._ledger.enter(phases, self._thresholds)
        return phases

    def _begin(self, seeds: Seeds, delta: int) -> NDArray[Any]:
        listed = Switch.starting(self._thresholds).kernel == LISTED
        self._ledger.begin(LISTED_PIECE if listed else SPREAD_PIECE, len(seeds.states))
        return first_control(len(seeds.states))

    # -- timing phases

    def _calibrated(self) -> Thresholds:
        graph, search = self.search.graph, self.search
        known = _CALIBRATED.setdefault(graph, {})
        key = self.device.id, search.states
        if key not in known:
            self._thresholds = Thresholds()
            places = {graph.vertices * share // 3 for share in (1, 2)} if graph.vertices else ()
            starts = tuple(Start(vertex) for vertex in sorted(places))
            known[key] = crossing(_undisturbed(self._timed(starts, UNLIMITED, CALIBRATION_PHASES)))
        return known[key]

    def _timed(self, sources: RoadSources, limit: float, calibrating: int) -> list[PhaseTime]:
        """Phases of a search, each by itself."""
        search = self.search
        limit_ticks = limit_in_ticks(limit, search.scale)
        attempt = RoadAttempt(search, sources, limit, limit_ticks, SILENT, NEVER)
        log = Stopwatch(search.scale)
        with self._place():
            labels = self._labels.lend()
            self._run(attempt, labels, 0, log, calibrating=calibrating)
            self._labels.returned_by(log, labels)
        return log.timed


_CALIBRATED: weakref.WeakKeyDictionary[RoadGraph, dict[tuple[int, int], Thresholds]] = (
    weakref.WeakKeyDictionary()
)
"""Thresholds by graph, device and number of states."""


def _undisturbed(timed: list[PhaseTime]) -> list[PhaseTime]:
    """Without the first phases, and without those before which the kernel changed."""
    return [
        phase
        for index, phase in enumerate(timed)
        if index >= FIRST_TIMED and phase.kernel == timed[index - 1].kernel
    ]
