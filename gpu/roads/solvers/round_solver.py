"""What the road solvers in rounds have in common: the graph there, attempts, starts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.parallel.rounds import RoundLog
from core.times import UNREACHED
from gpu.buffers import Lender, address, require
from gpu.module import load
from gpu.roads.device_graph import DeviceCsr
from gpu.roads.device_solver import RoadDeviceSolver
from gpu.roads.travel_times import DeviceRoadTimes
from gpu.rounds import DONE, THREADS, Rounds
from road.costs.metric import Weights
from road.graph import RoadGraph
from road.search.search_graph import Direction, SearchGraph
from road.search.starts import Seeds
from road.solvers.attempts import RoadAttempt

ALIGNED = 16
"""Multiple to which labels are padded: kernels read several at a time."""


class RoadRoundSolver(RoadDeviceSolver):
    """Base of the road solvers in rounds. A subclass has its kernels' names in a trace, and says
    what a solve is."""

    kernels: tuple[str, ...]

    def __init__(
        self,
        graph: RoadGraph,
        weights: Weights,
        *,
        direction: Direction = "from",
        device: int = 0,
    ) -> None:
        import cupy

        super().__init__(graph, weights, direction=direction, device=device)
        with self._place():
            needed = self._bytes_needed(self.search) + Rounds.bytes_needed()
            require(needed, device, "solving these roads on the GPU")
            self._module = load(
                f"roads/solvers/{self.algorithm.replace('-', '_')}", {"THREADS": THREADS}, device
            )
            self._rounds = Rounds(self._module, self.kernels, device)
            self._on_device = self._upload(self.search)
            self._uploaded = self.search
            self.places = -(-self._on_device.nodes // ALIGNED) * ALIGNED
            self._labels = Lender(self.places, device)
            self._stream = cupy.cuda.Stream(non_blocking=True)
            self._allocate()
            cupy.cuda.runtime.deviceSynchronize()  # the upload ran on the default stream

    def _attempt(self, attempt: RoadAttempt) -> DeviceRoadTimes:
        trace, delta = attempt.trace, self._first_delta(attempt.search)
        log = attempt.log(self.algorithm, "gpu", f"GPU {self.device.id}", delta)
        labels = self._labels.lend()
        state = self._run(attempt, labels, delta, log)
        partial = bool(state["turn"]["kind"] != DONE)
        self._end(partial)
        times = self._found(attempt, labels, self._labels, partial=partial)
        if trace.wants_events:
            log.finish(times.reached, times.max_ticks, partial)
        return times

    def _run(
        self, attempt: RoadAttempt, labels: Any, delta: int, log: RoundLog, **orders: int
    ) -> np.void:
        """All rounds; the control block after them. orders : more fields of the kernel's
        argument."""
        search, seeds = attempt.search, attempt.seeds
        with self._stream:
            self._held(search)
            self._enter(labels, seeds, log)
            solve = self._solve_struct()
            solve["labels"], solve["limit"] = address(labels), attempt.limit_ticks
            for name, value in orders.items():
                solve[name] = value
            state = self._rounds.run(solve, self._begin(seeds, delta), log, attempt.cancel)
            self._stream.synchronize()  # results are read on another stream
        return state

    def _held(self, search: SearchGraph) -> Any:
        """The graph on the device, with the costs of these ticks."""
        if search is not self._uploaded:  # costs in coarser ticks
            with self._stream:
                self._on_device, self._uploaded = self._upload(search), search
        return self._on_device

    def _enter(self, labels: Any, seeds: Seeds, log: RoundLog) -> None:
        """Labels before the first round."""
        import cupy

        labels.fill(UNREACHED)
        if len(seeds.states):
            labels[cupy.asarray(seeds.states)] = cupy.asarray(seeds.ticks)
            log.bytes_moved += 12 * len(seeds.states)

    # -- what a subclass says

    def _bytes_needed(self, search: SearchGraph) -> int:
        """Bytes of the graph, of a result, and of what the solver allocates for itself."""
        return DeviceCsr.bytes_needed(search) + 4 * search.states

    def _upload(self, search: SearchGraph) -> Any:
        """The graph in the layout that the kernel reads; knows its `states` and `nodes`."""
        return DeviceCsr(search, self.device.id)

    def _allocate(self) -> None:
        """What is kept from solve to solve."""

    def _first_delta(self, search: SearchGraph) -> int:
        """Ticks; 0 where there is no Δ."""
        return 0

    def _solve_struct(self) -> np.void:
        """The kernel's argument, without what all solvers have."""
        raise NotImplementedError

    def _begin(self, seeds: Seeds, delta: int) -> NDArray[Any]:
        """The control block before the first round; one CONTROL."""
        raise NotImplementedError

    def _end(self, partial: bool) -> None:
        """After the last round, or after a cancel."""
