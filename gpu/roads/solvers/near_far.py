"""Near and far queue on the device: the twin of road/solvers/near_far.py.

Step and advance are rounds of one kernel that the host never waits for. Every state is split into
nodes of four steps, so that work is even over arcs whatever the degrees. What a block finds near it
serves itself for a few rounds, from lists on chip, before the blocks synchronize.

Source: Davidson, Baxter, Garland and Owens, "Work-efficient parallel GPU methods for single-source
shortest paths", IPDPS 2014 (near-far pile); a Δ that follows the work after ADDS (Wang et al.
2021); nodes of even degree after Tigr (Nodehi Sabet et al. 2018). Ours differs in queues that never
hold a node twice and so cannot overflow, in rounds on chip, and in one block that goes on alone
where little is to be done.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import ParameterError
from core.times import UNREACHED
from gpu.buffers import address
from gpu.roads.device_graph import DeviceSlots
from gpu.roads.solvers.round_solver import ALIGNED, RoadRoundSolver
from gpu.rounds import FAR, queued_control
from gpu.sources import layout_of
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.search.search_graph import Direction, SearchGraph
from road.search.starts import Seeds

NEAR_FAR = layout_of("RoadNearFar", "roads/solvers/near_far.cu")

NODES_A_WORD = 16
"""Nodes whose marks share a word."""

ROUNDS = 16
"""Rounds on chip between two grid barriers."""

MEAN_STEPS = 128
"""Mean costs of a step in the first Δ of those that choose themselves."""

AIM = 450
"""Visits per 100 settled nodes that Δ aims at: visits are cheap while threads stand idle."""


class NearFar(RoadRoundSolver):
    """Near and far queue on a GPU; see the module's text.

    delta_seconds : Δ, in the weights' own unit where that is no time; 0 lets it follow the work.
    """

    algorithm = "near-far"
    kernels = ("step", "advance")

    def __init__(
        self,
        graph: RoadGraph,
        weights: Weights,
        *,
        direction: Direction = "from",
        delta_seconds: float = 0.0,
        device: int = 0,
    ) -> None:
        if delta_seconds < 0:
            raise ParameterError(f"a step width of {delta_seconds} s", advice="Give 0 s or more.")
        self._delta = delta_seconds
        self._marks_are_clear = False
        super().__init__(graph, weights, direction=direction, device=device)

    def _bytes_needed(self, search: SearchGraph) -> int:
        # A quarter more states than there are makes room for nodes past them.
        own = (4 + 3 * 4) * (search.states + search.states // 4 + ALIGNED)
        return DeviceSlots.bytes_needed(search) + own

    def _upload(self, search: SearchGraph) -> DeviceSlots:
        return DeviceSlots(search, self._module, self.device.id)

    def _allocate(self) -> None:
        import cupy

        self._queue = [cupy.empty(self.places, cupy.uint32) for _ in range(3)]
        self._marks = cupy.empty(self.places // NODES_A_WORD, cupy.uint32)

    def _first_delta(self, search: SearchGraph) -> int:
        given = self._delta > 0
        ticks = self._delta / search.scale
        if not given:
            ticks = MEAN_STEPS * self._held(search).mean_cost
        return min(max(round(ticks), 1), UNREACHED)

    def _solve_struct(self) -> np.void:
        solve: np.void = np.zeros(1, NEAR_FAR)[0]
        solve["slots"], solve["marks"] = address(self._on_device.slots), address(self._marks)
        solve["queue"] = [address(queue) for queue in self._queue]
        solve["states"] = self._on_device.states
        solve["rounds"], solve["aim"] = ROUNDS, 0 if self._delta > 0 else AIM
        return solve

    def _begin(self, seeds: Seeds, delta: int) -> NDArray[Any]:
        if not self._marks_are_clear:
            self._marks.fill(0)
        self._marks_are_clear = False
        count = len(seeds.states)
        if count:
            self._queue[FAR][:count].set(seeds.states.astype(np.uint32))
        return queued_control(count, int(seeds.ticks.min()) if count else 0, delta)

    def _end(self, partial: bool) -> None:
        self._marks_are_clear = not partial  # every node that is served gives its mark back
