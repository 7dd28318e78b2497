"""Two queues: vertices near enough to be served now, and vertices that wait for the front.

A *step* relaxes the arcs out of every near vertex. A head that improved is near as well if its
label is below the threshold, else it is far. When no near vertex is left, every label below the
threshold is final: the threshold grows by Δ, and *advance* sorts the far vertices again. The solve
ends when both queues are empty. Labels only fall, and a vertex whose label fell is in a queue until
it is served, so the result is the fixed point of relaxation, which is Dijkstra's, whatever Δ is.

Source: Davidson, Baxter, Garland and Owens, "Work-efficient parallel GPU methods for single-source
shortest paths", IPDPS 2014 (near-far pile); a Δ that follows the work after ADDS (Wang et al.
2021). Ours differs in queues that never hold a vertex twice and so cannot overflow, and in passing
over thresholds under which no far vertex lies. Where turns cost, read "arc" for "vertex".
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from core.parallel.rounds import RoundLog
from core.times import UNLIMITED, UNREACHED
from core.trace import SILENT, Trace
from road.costs.metric import Weights
from road.graph import U32, RoadGraph
from road.results.travel_times import RoadTimes
from road.search.search_graph import Direction, SearchGraph
from road.search.starts import RoadSources, Seeds, seeds_of
from road.solvers import near_far_queues as queues
from road.solvers.attempts import first_that_fits, result_of
from road.solvers.near_far_queues import Queues

VISITS_AT_ONCE = 20_000
"""Visits of less than a millisecond of work: shorter steps are run and told together."""

MEAN_STEPS = 8
"""Mean costs of a step in the first Δ of those that choose themselves."""


@dataclass
class StepWidth:
    """Δ in ticks. Given by the user it stays; else it follows the work done twice, after ADDS.

    With a large Δ vertices are served whose labels will fall again; with a small one the far queue
    is sorted more often than need be.
    """

    ticks: int
    given: bool
    wasteful: float = 1.15  # visits a settled vertex above which Δ shrinks
    thrifty: float = 1.08  # and below which it grows

    @classmethod
    def of(cls, search: SearchGraph, delta: float) -> StepWidth:
        """delta : seconds, or the weights' own unit; 0 chooses by itself."""
        ticks = delta / search.scale if delta > 0 else MEAN_STEPS * search.costs_seen[1]
        return cls(min(max(round(ticks), 1), UNREACHED), delta > 0)

    def follow(self, visits: int, settled: int) -> None:
        """Adapt to how often what was settled under the last threshold was served."""
        if self.given:
            return
        if visits > self.wasteful * settled:
            self.ticks = max(self.ticks * 4 // 5, 1)
        elif visits < self.thrifty * settled:
            self.ticks = min(self.ticks * 5 // 4 + 1, UNREACHED)


class NearFarSearch:
    """One search, advanced by `step` while states are near and by `advance` when none is.

    labels : uint32 ticks, states; final below `settled_below`, upper bounds above.
    """

    def __init__(
        self, search: SearchGraph, memory: Queues, width: StepWidth, seeds: Seeds, limit_ticks: int
    ) -> None:
        self.unreached = limit_ticks + 1
        self.labels: U32 = np.full(search.states, self.unreached, np.uint32)
        self.labels[seeds.states] = seeds.ticks
        self.reached = len(seeds.states)
        self.threshold = self.settled_below = 0
        self._search, self._memory, self._width = search, memory, width
        self._nearest = int(seeds.ticks.min()) if self.reached else UNREACHED
        self._visits = self._settled = 0  # since the threshold rose, and before it
        memory.wait(seeds.states)

    @property
    def finished(self) -> bool:
        return self._memory.near == 0 and self._memory.far == 0

    @property
    def near(self) -> int:
        return self._memory.near

    @property
    def far(self) -> int:
        return self._memory.far

    def step(self, visits: int) -> tuple[int, int]:
        """Serve near states, and those they bring near, until none is left or `visits` were made.

        Returns the number of steps, one that is not over included, and of visits.
        """
        search, memory = self._search, self._memory
        steps, made, reached = queues.step(
            search.first_out,
            search.head,
            search.cost,
            self.labels,
            np.uint32(self.unreached),
            memory.entries,
            memory.is_near,
            memory.roles,
            memory.counts,
            self.threshold,
            visits,
        )
        self.reached += reached
        self._visits += made
        return steps, made

    def advance(self) -> int:
        """Raise the threshold and sort the far states; returns how many were looked at."""
        memory, looked_at = self._memory, self.far
        self.settled_below = self.threshold
        # Nothing lies between the threshold and the nearest far state, if that is known.
        reaches = max(self.threshold, self._nearest if self._nearest < UNREACHED else 0)
        self.threshold = min(reaches + self._width.ticks, UNREACHED)
        self._nearest = queues.advance(
            self.labels,
            memory.entries,
            memory.is_near,
            memory.roles,
            memory.counts,
            self.settled_below,
            self.threshold,
        )
        if self.near:
            self._nearest = UNREACHED  # the steps to come may put nearer states into the queue
        settled = self.reached - self.near - self.far
        self._width.follow(self._visits, settled - self._settled)
        self._visits, self._settled = 0, settled
        return looked_at


class NearFar:
    """Near and far queue; see the module's text.

    delta_seconds : Δ, in the weights' own unit where that is no time; 0 lets it follow the work.
    """

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
        self._search = SearchGraph.of(graph, weights, direction)
        self._delta = delta_seconds
        self._queues = Queues(self._search.states)

    @property
    def search(self) -> SearchGraph:
        """What it runs on."""
        return self._search

    def solve(
        self,
        sources: RoadSources,
        *,
        limit: float = UNLIMITED,
        trace: Trace = SILENT,
        cancel: Cancel = NEVER,
    ) -> RoadTimes:
        """Times from (or to) `sources`."""

        def attempt(search: SearchGraph, limit_ticks: int) -> RoadTimes:
            width = StepWidth.of(search, self._delta)
            seeds = seeds_of(search, sources, limit_ticks)
            log = RoundLog(trace, search.scale)
            delta = width.ticks * search.scale
            log.start("near-far", "cpu", "cpu", search.states, delta, search.active_unit)
            steps = NearFarSearch(search, self._queues, width, seeds, limit_ticks)
            _run(steps, log, cancel)
            finished = steps.finished
            self._queues.clear()
            found = result_of(search, steps.labels, sources, limit, limit_ticks, finished)
            log.finish(found.reached, found.max_ticks, found.partial)
            return found

        return first_that_fits(self._search, limit, attempt)


def _run(steps: NearFarSearch, log: RoundLog, cancel: Cancel) -> None:
    clock = time.perf_counter()
    while not steps.finished and not cancel.requested:
        if steps.near:
            kernel, (rounds, active) = "step", steps.step(VISITS_AT_ONCE)
        else:
            kernel, (rounds, active) = "advance", (1, steps.advance())
        now = time.perf_counter()
        log.round(
            kernel,
            active,
            steps.far,
            steps.reached,
            steps.threshold,
            now - log.began,
            (now - clock) * 1e6,
            rounds,
        )
        clock = now
