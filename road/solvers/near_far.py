"""Near and far queue over the states of a graph.

See `core.parallel.near_far`. A step relaxes the arcs out of every near vertex; where turns cost,
read "arc" for "vertex".

Source: Davidson, Baxter, Garland and Owens, "Work-efficient parallel GPU methods for single-source
shortest paths", IPDPS 2014 (near-far pile); a Δ that follows the work after ADDS (Wang et al.
2021). Ours differs in queues that never hold a vertex twice and so cannot overflow, and in passing
over thresholds under which no far vertex lies.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from core.errors import ParameterError
from core.parallel.near_far import (
    NearFarSearch,
    Queues,
    StepWidth,
    begin_step,
    end_step,
    is_near_left,
)
from core.parallel.processor import prefetch
from core.parallel.rounds import RoundLog
from road.costs.metric import Weights
from road.graph import U32, RoadGraph
from road.search.search_graph import Direction, SearchGraph
from road.search.starts import Seeds
from road.solvers.attempts import HostSolver, RoadAttempt
from road.terrain.straight_ground import offered_beside

MEAN_STEPS = 8
"""Mean costs of a step in the first Δ of those that choose themselves."""


class StateSearch(NearFarSearch):
    """One search; labels : uint32 ticks, states, `unreached` where no way was found."""

    def __init__(
        self, search: SearchGraph, queues: Queues, width: StepWidth, seeds: Seeds, limit_ticks: int
    ) -> None:
        self.unreached = np.uint32(limit_ticks + 1)
        labels: U32 = np.full(search.states, self.unreached, np.uint32)
        labels[seeds.states] = seeds.ticks
        super().__init__(labels, queues, width, seeds.states)
        self._search = search

    def _serve(self, visits: int) -> tuple[int, int, int]:
        search = self._search
        found: tuple[int, int, int] = _step(
            search.first_out, search.head, search.cost, self.labels, self.unreached, self._queues,
            self.threshold, visits, search.lines,
        )  # fmt: skip
        return found


class NearFar(HostSolver):
    """Near and far queue; see the module's text.

    delta_seconds : Δ, in the weights' own unit where that is no time; 0 lets it follow the work.
    """

    algorithm = "near-far"

    def __init__(
        self,
        graph: RoadGraph,
        weights: Weights,
        *,
        direction: Direction = "from",
        delta_seconds: float = 0.0,
    ) -> None:
        if delta_seconds < 0:
            raise ParameterError(f"a step width of {delta_seconds} s", advice="Give 0 s or more.")
        super().__init__(graph, weights, direction=direction)
        self._delta = delta_seconds
        self._queues = Queues.of(self.search.states)

    def _first_delta(self, search: SearchGraph) -> float:
        return self._step_width(search).ticks

    def _step_width(self, search: SearchGraph) -> StepWidth:
        delta = self._delta
        ticks = delta / search.scale if delta > 0 else MEAN_STEPS * search.costs_seen[1]
        return StepWidth.of(ticks, given=delta > 0)

    def _labels(self, attempt: RoadAttempt, log: RoundLog) -> tuple[U32, bool]:
        search, width = attempt.search, self._step_width(attempt.search)
        steps = StateSearch(search, self._queues, width, attempt.seeds, attempt.limit_ticks)
        steps.run(log, attempt.cancel)
        finished = steps.finished
        self._queues.clear()
        return steps.labels, finished


@njit(cache=True, nogil=True)
def _step(
    first_out: Any,
    head: Any,
    cost: Any,
    labels: Any,
    unreached: Any,
    queues: Any,
    threshold: int,
    most_visits: int,
    lines: Any,
) -> Any:
    """Steps until no state is near or `most_visits` were made; returns both and the newly reached.

    unreached : uint32, what a label is before it falls; no label from there on is ever written.
    lines : straight ones over a search's ground; None where there is none.
    """
    is_near = queues.is_near
    steps, visits, reached = 0, 0, 0
    while is_near_left(queues) and visits < most_visits:
        near, comes_next, far, first, last, followers, fars = begin_step(
            queues, most_visits - visits
        )
        for i in range(first, last):
            state = near[i]
            is_near[state] = False
            label = labels[state]
            for arc in range(first_out[state], first_out[state + 1]):
                other = head[arc]
                arrival = label + cost[arc]
                known = labels[other]
                if lines is not None and label < known:  # offers are later than the label
                    offered = offered_beside(lines, labels, state, other)
                    arrival = min(arrival, np.uint64(offered))
                if arrival >= known:
                    continue
                labels[other] = arrival
                reached += known == unreached
                if arrival < threshold:
                    if not is_near[other]:
                        is_near[other] = True
                        prefetch(head, first_out[other])
                        prefetch(cost, first_out[other])
                        comes_next[followers] = other
                        followers += 1
                elif known == unreached:
                    far[fars] = other
                    fars += 1
        end_step(queues, last, followers, fars)
        steps += 1
        visits += last - first
    return steps, visits, reached
