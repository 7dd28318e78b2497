"""Phases that serve what fell in the phase before: few vertices from a list, many by marks.

In a *phase* every vertex whose label fell in the phase before offers its label and an arc to the
heads of its arcs, and those for which the best offer is less take it over. All read the labels as
they were when the phase began, so a phase does not depend on the order of work, and every variant
goes through the same phases. In narrow phases a list says which vertices those are; in wide ones
all vertices are looked at, and nothing is counted or listed. The time of the last two phases
decides between them (`core.parallel.phase_switch`). Phases end when no label fell: the fixed point
of relaxation, which is Dijkstra's.

Source: Suzuki et al., "Accelerating SSSP algorithm on GPU with adaptive thread creation", 2013,
algorithms 1 to 6. Ours differs in finding the thresholds automatically, in a test for "already
listed" that needs no marks of its own, and on the CPU in lists that one thread works through.
Where turns cost, read "arc" for "vertex".
"""

from __future__ import annotations

import weakref

import numpy as np

from core.cancel import NEVER, Cancel
from core.parallel.phase_switch import Thresholds, Variant, crossing
from core.parallel.phases import run_phases, timed_phases
from core.parallel.rounds import RoundLog
from core.parallel.threads import Threads
from core.solver import Start
from core.times import UNREACHED
from road.costs.metric import Weights
from road.graph import U8, U32, RoadGraph
from road.results.travel_times import RoadTimes
from road.search.search_graph import Direction, SearchGraph
from road.search.starts import Seeds, seeds_of
from road.solvers import adaptive_threads_phases as phases
from road.solvers.attempts import HostSolver, RoadAttempt

CALIBRATION_STARTS = 16


class StateWorkspace:
    """What a search needs besides its result; kept from solve to solve.

    updates : uint32, states. marks : uint8, states and some to fill the last word. lists : uint32,
    (2, states).
    """

    def __init__(self, states: int) -> None:
        words = -(-states // phases.MARKS_A_WORD)
        self.updates: U32 = np.empty(states, np.uint32)
        self.marks: U8 = np.zeros(words * phases.MARKS_A_WORD, np.uint8)
        self.lists: U32 = np.empty((2, states), np.uint32)


class StatePhases:
    """One search, a phase at a time.

    labels : uint32 ticks, states. fell : states that fell in the last phase, which are those to be
    served in the next.
    """

    fits = True  # a list has room for all states

    def __init__(
        self,
        search: SearchGraph,
        memory: StateWorkspace,
        seeds: Seeds,
        limit_ticks: int,
        cancel: Cancel = NEVER,
    ) -> None:
        self.unreached = np.uint32(limit_ticks + 1)
        self.labels: U32 = np.full(search.states, self.unreached, np.uint32)
        self.labels[seeds.states] = seeds.ticks
        memory.updates[:] = self.labels
        memory.marks[:] = 0
        memory.marks[seeds.states] = 1
        memory.lists[0, : len(seeds.states)] = seeds.states
        self.fell = self.reached = len(seeds.states)
        self._search, self._memory, self._parity = search, memory, 0
        self._cancel = cancel

    def team(self) -> Threads:
        """The threads that look at all states."""
        return Threads()

    def gather(self) -> None:
        """List the marked states; needed between a phase over all states and a listed one."""
        phases.list_marked(self._memory.marks, self._memory.lists[self._parity])

    def serve_listed(self, most: int) -> tuple[int, int]:
        """Listed phases until `most` states are served; returns how many phases and states."""
        search, memory = self._search, self._memory
        done, served, self.fell, reached = phases.listed_phases(
            search.first_out, search.head, search.cost, self.labels, memory.updates, memory.marks,
            memory.lists, self._parity, self.fell, self.unreached, most,
        )  # fmt: skip
        self.reached += reached
        self._parity ^= done & 1
        return done, served

    def look_at_all(self, threads: Threads) -> tuple[int, int]:
        """One phase over all states; returns 1 and how many were served.

        After a cancel the phase is left as it is, with states to be served.
        """
        search, memory, served = self._search, self._memory, self.fell

        def relax(begin: int, end: int) -> None:
            if self._cancel.requested:
                return
            phases.relax_all(
                search.first_out, search.head, search.cost, self.labels, memory.updates,
                memory.marks, begin, end,
            )  # fmt: skip

        def update(begin: int, end: int) -> tuple[int, int]:
            found: tuple[int, int] = phases.update_all(
                self.labels, memory.updates, memory.marks, self.unreached, begin, end
            )
            return found

        threads.share(relax, len(self.labels), served)
        if self._cancel.requested:
            return 1, served
        falls = threads.share(update, len(self.labels), served)
        self.fell = sum(fell for fell, _ in falls)
        self.reached += sum(reached for _, reached in falls)
        return 1, served


class AdaptiveThreads(HostSolver):
    """Switches between listed vertices and all vertices; see the module's text.

    variant : 0 switches, 1 looks at all vertices always, 2 works through lists always.
    to_all_us, to_listed_us : thresholds on the mean time of two phases; 0 finds them automatically.
    """

    algorithm = "adaptive-threads"

    def __init__(
        self,
        graph: RoadGraph,
        weights: Weights,
        *,
        direction: Direction = "from",
        variant: float = 0.0,
        to_all_us: float = 0.0,
        to_listed_us: float = 0.0,
    ) -> None:
        super().__init__(graph, weights, direction=direction)
        self._variant = Variant.of(variant)
        self._given = Thresholds(to_all_us, to_listed_us)
        self._memory = StateWorkspace(self.search.states)

    def thresholds(self, cancel: Cancel = NEVER) -> Thresholds:
        """Those in use. Where one is missing, phases are timed, once for a graph."""
        return Thresholds.of(self._variant, lambda: self._calibrated(cancel), self._given)

    def _attempt(self, attempt: RoadAttempt) -> RoadTimes:
        self._in_use = self.thresholds(attempt.cancel)  # before the solve's clock is started
        return super()._attempt(attempt)

    def _labels(self, attempt: RoadAttempt, log: RoundLog) -> tuple[U32, bool]:
        steps = StatePhases(
            attempt.search, self._memory, attempt.seeds, attempt.limit_ticks, attempt.cancel
        )
        run_phases(steps, self._in_use, log, attempt.cancel)
        return steps.labels, steps.fell == 0

    def _calibrated(self, cancel: Cancel) -> Thresholds:
        graph = self.search.graph
        known = _CALIBRATED.setdefault(graph, {})
        states = self.search.states
        if states not in known:
            vertices = np.linspace(0, graph.vertices - 1, CALIBRATION_STARTS).astype(np.int64)
            starts = tuple(Start(int(vertex)) for vertex in np.unique(vertices))
            seeds = seeds_of(self.search, starts, UNREACHED - 1)
            steps = StatePhases(self.search, self._memory, seeds, UNREACHED - 1, cancel)
            timed = timed_phases(steps, cancel)
            if cancel.requested:  # some times are of phases cut short
                return Thresholds()
            known[states] = crossing(timed)
        return known[states]


_CALIBRATED: weakref.WeakKeyDictionary[RoadGraph, dict[int, Thresholds]] = (
    weakref.WeakKeyDictionary()
)
"""Thresholds by graph and number of states."""
