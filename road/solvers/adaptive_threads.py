"""Phases that serve what fell in the phase before: few vertices from a list, many by marks.

In a *phase* every vertex whose label fell in the phase before offers its label and an arc to the
heads of its arcs, and those for which the best offer is less take it over. All read the labels as
they were when the phase began, so a phase does not depend on the order of work, and every variant
goes through the same phases. In narrow phases a list says which vertices those are; in wide ones
all vertices are looked at, and nothing is counted or listed. The time of the last two phases
decides between them (`core.parallel.phase_switch`). Phases end when no label fell: the fixed point
of relaxation, which is Dijkstra's.

Source: Suzuki et al., "Accelerating SSSP algorithm on GPU with adaptive thread creation", 2013,
algorithms 1 to 6. Ours differs in finding the thresholds by itself, in a test for "already listed"
that needs no marks of its own, and on the CPU in lists that one thread works through. Where turns
cost, read "arc" for "vertex".
"""

from __future__ import annotations

import math
import time
import weakref
from itertools import count

import numpy as np

from core.cancel import NEVER, Cancel
from core.parallel.phase_switch import (
    ALL,
    LISTED,
    PhaseTime,
    Switch,
    Thresholds,
    Variant,
    calibration_kernel,
    crossing,
)
from core.parallel.rounds import RoundLog
from core.parallel.threads import Threads
from core.solver import Start
from core.times import UNLIMITED, UNREACHED
from core.trace import SILENT, Trace
from road.costs.metric import Weights
from road.graph import U8, U32, RoadGraph
from road.results.travel_times import RoadTimes
from road.search.search_graph import Direction, SearchGraph
from road.search.starts import RoadSources, Seeds, seeds_of
from road.solvers import adaptive_threads_phases as phases
from road.solvers.attempts import first_that_fits, result_of

SHORT = 4096
"""Cells or states that consecutive listed phases may serve to be run, timed and told together."""

CALIBRATION_SECONDS = 0.25
CALIBRATION_STARTS = 16
GROWTH = 1.3
"""Factor by which the states of a phase grow from four timed phases to the next four."""


class Memory:
    """What a search needs besides its result; kept from solve to solve.

    updates : uint32, states. marks : uint8, states and some to fill the last word. lists : uint32,
    (2, states).
    """

    def __init__(self, states: int) -> None:
        words = -(-states // phases.MARKS_A_WORD)
        self.updates: U32 = np.empty(states, np.uint32)
        self.marks: U8 = np.zeros(words * phases.MARKS_A_WORD, np.uint8)
        self.lists: U32 = np.empty((2, states), np.uint32)


class PhaseSearch:
    """One search, a phase at a time.

    labels : uint32 ticks, states. fell : states that fell in the last phase, which are those to be
    served in the next.
    """

    def __init__(self, search: SearchGraph, memory: Memory, seeds: Seeds, limit_ticks: int) -> None:
        self.unreached = np.uint32(limit_ticks + 1)
        self.labels: U32 = np.full(search.states, self.unreached, np.uint32)
        self.labels[seeds.states] = seeds.ticks
        memory.updates[:] = self.labels
        memory.marks[:] = 0
        memory.marks[seeds.states] = 1
        memory.lists[0, : len(seeds.states)] = seeds.states
        self.fell = self.reached = len(seeds.states)
        self._search, self._memory, self._parity = search, memory, 0

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

    def look_at_all(self, threads: Threads, cancel: Cancel = NEVER) -> tuple[int, int]:
        """One phase over all states; returns 1 and how many were served.

        After a cancel the phase is left as it is, with states to be served.
        """
        search, memory, served = self._search, self._memory, self.fell

        def relax(begin: int, end: int) -> None:
            if cancel.requested:
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
        if cancel.requested:
            return 1, served
        falls = threads.share(update, len(self.labels), served)
        self.fell = sum(fell for fell, _ in falls)
        self.reached += sum(reached for _, reached in falls)
        return 1, served


class AdaptiveThreads:
    """Switches between listed vertices and all vertices; see the module's text.

    variant : 0 switches, 1 looks at all vertices always, 2 works through lists always.
    to_all_us, to_listed_us : thresholds on the mean time of two phases; 0 finds them by itself.
    """

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
        self._search = SearchGraph.of(graph, weights, direction)
        self._variant = Variant.of(variant)
        self._given = Thresholds(to_all_us, to_listed_us)
        self._memory = Memory(self._search.states)

    @property
    def search(self) -> SearchGraph:
        """What it runs on."""
        return self._search

    def thresholds(self, cancel: Cancel = NEVER) -> Thresholds:
        """Those in use. Where one is missing, phases are timed, once for a graph."""
        return Thresholds.of(self._variant, lambda: self._calibrated(cancel), self._given)

    def solve(
        self,
        sources: RoadSources,
        *,
        limit: float = UNLIMITED,
        trace: Trace = SILENT,
        cancel: Cancel = NEVER,
    ) -> RoadTimes:
        """Times from (or to) `sources`."""
        thresholds = self.thresholds(cancel)

        def attempt(search: SearchGraph, limit_ticks: int) -> RoadTimes:
            seeds = seeds_of(search, sources, limit_ticks)
            log = RoundLog(trace, search.scale)
            log.start("adaptive-threads", "cpu", "cpu", search.states, 0.0, search.active_unit)
            steps = PhaseSearch(search, self._memory, seeds, limit_ticks)
            _run(steps, Switch.starting(thresholds), search.states, log, cancel)
            finished = steps.fell == 0
            found = result_of(search, steps.labels, sources, limit, limit_ticks, finished)
            log.finish(found.reached, found.max_ticks, found.partial)
            return found

        return first_that_fits(self._search, limit, attempt)

    def _calibrated(self, cancel: Cancel) -> Thresholds:
        graph = self._search.graph
        known = _CALIBRATED.setdefault(graph, {})
        states = self._search.states
        if states not in known:
            vertices = np.linspace(0, graph.vertices - 1, CALIBRATION_STARTS).astype(np.int64)
            starts = tuple(Start(int(vertex)) for vertex in np.unique(vertices))
            seeds = seeds_of(self._search, starts, UNREACHED - 1)
            steps = PhaseSearch(self._search, self._memory, seeds, UNREACHED - 1)
            timed = _timed_phases(steps, states, cancel)
            if cancel.requested:  # some times are of phases cut short
                return Thresholds()
            known[states] = crossing(timed)
        return known[states]


_CALIBRATED: weakref.WeakKeyDictionary[RoadGraph, dict[int, Thresholds]] = (
    weakref.WeakKeyDictionary()
)
"""Thresholds by graph and number of states."""


def _run(steps: PhaseSearch, switch: Switch, states: int, log: RoundLog, cancel: Cancel) -> None:
    with Threads() as threads:
        while steps.fell and not cancel.requested:
            kernel, began = switch.kernel, time.perf_counter()
            if kernel == LISTED:
                done, served = steps.serve_listed(SHORT)
            else:
                done, served = steps.look_at_all(threads, cancel)
            now = time.perf_counter()
            took = (now - began) * 1e6
            log.round(kernel, served, 0, steps.reached, 0, now - log.began, took, done)
            if switch.after(took / done) == LISTED and kernel == ALL:
                steps.gather()


def _stops(cancel: Cancel) -> bool:
    return cancel.requested


def _timed_phases(steps: PhaseSearch, states: int, cancel: Cancel) -> list[PhaseTime]:
    """Phases of both kernels in turn, four on about as many states, then on ever more.

    The first four, which may compile, are left out.
    """
    timed: list[PhaseTime] = []
    deadline = math.inf
    with Threads() as threads:
        for phase in count():
            kernel = calibration_kernel(phase)
            if phase % 4 == 3:
                steps.gather()
            if not steps.fell or _stops(cancel):
                return timed
            began = time.perf_counter()
            work = steps.serve_listed(1) if kernel == LISTED else steps.look_at_all(threads, cancel)
            now = time.perf_counter()
            if phase >= 4:
                timed.append(PhaseTime(kernel, work[1], (now - began) * 1e6))
            if phase % 4 == 3:
                deadline = min(deadline, now + CALIBRATION_SECONDS)
                wanted = GROWTH * steps.fell
                while 0 < steps.fell < wanted and now < deadline and not _stops(cancel):
                    steps.serve_listed(1)
                    now = time.perf_counter()
            if now > deadline:
                return timed
    return timed
