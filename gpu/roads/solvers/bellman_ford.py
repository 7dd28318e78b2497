"""All states looked at again and again, on the device: the twin of road/solvers/bellman_ford.py.

Source: Bellman 1958, Ford 1956; Harish and Narayanan, "Accelerating large graph algorithms on the
GPU using CUDA", HiPC 2007. Ours differs in lowering labels at once, and in rounds that the host
does not wait for.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.parallel.rounds import RoundLog
from gpu.buffers import address
from gpu.roads.solvers.round_solver import ALIGNED, RoadRoundSolver
from gpu.rounds import first_control
from gpu.sources import layout_of
from road.search.search_graph import SearchGraph
from road.search.starts import Seeds

BELLMAN_FORD = layout_of("RoadBellmanFord", "roads/solvers/bellman_ford.cu")


class BellmanFord(RoadRoundSolver):
    """Rounds over all states on a GPU; see the module's text."""

    algorithm = "bellman-ford"
    kernels = ("all",)

    def _bytes_needed(self, search: SearchGraph) -> int:
        return super()._bytes_needed(search) + 2 * (search.states + ALIGNED)

    def _allocate(self) -> None:
        import cupy

        self._news = cupy.zeros((2, self.places), cupy.uint8)

    def _enter(self, labels: Any, seeds: Seeds, log: RoundLog) -> None:
        import cupy

        super()._enter(labels, seeds, log)
        self._news.fill(0)
        if len(seeds.states):
            self._news[0, cupy.asarray(seeds.states)] = 1

    def _solve_struct(self) -> np.void:
        solve: np.void = np.zeros(1, BELLMAN_FORD)[0]
        solve["graph"] = self._on_device.struct()
        solve["news"] = [address(news) for news in self._news]
        return solve

    def _begin(self, seeds: Seeds, delta: int) -> NDArray[Any]:
        return first_control(len(seeds.states))
