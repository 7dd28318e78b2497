"""One to all on an overlay: upward from the sources, then down through all cells, level by level.

Upward, a multilevel Dijkstra from the sources settles every state of the lowest cells in which they
lie, and whatever enters a closed cell around those, up to the whole top level. Downward, each
closed cell gives the labels of what enters it to the states inside: the least sum of label and cost
over its entries, which customization left in the matrices `down`. All cells of a level are
independent, so every level is one wide step. (The paper has point-to-point queries only; compare
Efentakis and Pfoser, "Optimizing landmark-based routing and preprocessing", 2013, for one-to-all on
such overlays.) Labels are sums of the same integers as Dijkstra's, hence the same bits.
"""

from __future__ import annotations

import time
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.parallel.rounds import RoundLog
from core.progress import Progress, no_progress
from core.times import UNREACHED
from road.costs.metric import Weights
from road.crp.customization.customize import Customized, customize, microcode_of
from road.crp.customization.report import CustomizationReport
from road.crp.customization.report_cpu import report_on_cpu
from road.crp.overlay.overlay import Nested, Overlay, overlay_of
from road.crp.query.isochrone_kernels import sweep, upward
from road.crp.query.levels import QueryGraph, query_graph
from road.graph import U8, U32, RoadGraph
from road.search.search_graph import Direction, SearchGraph
from road.search.starts import Seeds
from road.solvers.attempts import HostSolver, RoadAttempt

LOWEST_AT_MOST = 128
"""Most vertices of the lowest cells on the CPU: the largest that microinstructions serve well.
Putting them together from smaller ones costs more (New York, edge-based: 226 ms against 85 ms)."""

LOWEST_WITH_LESS_MEMORY = 32
"""The same where the microinstructions of those would take too much memory."""


KEPT_AT_MOST = 1 << 28
"""Bytes of the shortcuts that no query uses, up to which they stay: with them only what changed is
customized for other weights."""


class Crp(HostSolver):
    """Customizable route planning, one to all; see the module's text.

    Constructing finds the overlay and customizes it. `customize` gives the solver for other weights
    without finding the overlay again.

    partition : of the graph's vertices; levels below `smallest` are left out (None chooses).
    edge_based : as in `SearchGraph.of`; choose True where later weights will have turn costs.
    before : customized on the same overlay, to go on with.
    ways_alone : nothing is made that single ways do without, so that constructing is 5 to 14 times
        as fast (decision 15); solving and customizing again take longer then.
    progress, cancel : of finding the overlay. Raises CancelledError.
    """

    algorithm = "crp"

    def __init__(
        self,
        graph: RoadGraph,
        weights: Weights,
        *,
        partition: Nested,
        direction: Direction = "from",
        edge_based: bool | None = None,
        smallest: int | None = None,
        overlay: QueryGraph | None = None,
        ways_alone: bool = False,
        before: Customized | None = None,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> None:
        super().__init__(graph, weights, direction=direction, edge_based=edge_based)
        self._partition, self._edge_based, self._smallest = partition, edge_based, smallest
        self._ways_alone = ways_alone
        if overlay is None or not overlay.overlay.fits(self.search):
            overlay = query_graph(self._overlay(progress, cancel))
        self.query_graph = overlay
        began = time.perf_counter()
        how: Any = {"down": not ways_alone, "once": ways_alone, "before": before}
        how["keep_all"] = not ways_alone and _forgotten_bytes(overlay.overlay) <= KEPT_AT_MOST
        self._done = customize(overlay.overlay, self.search, **how)
        self._customized_ms = (time.perf_counter() - began) * 1e3

    def _overlay(self, progress: Progress, cancel: Cancel) -> Overlay:
        """With the largest of the lowest cells whose microinstructions memory has room for."""
        sizes = _lowest_sizes(self._partition) if self._smallest is None else [self._smallest]
        for smallest in sizes[-1:] if self._ways_alone else sizes:
            how: Any = {"smallest": smallest, "progress": progress, "cancel": cancel}
            overlay = overlay_of(self.search, self._partition, **how)
            progress(-1.0, "preparing the customization")
            good = self._ways_alone or microcode_of(overlay) is not None
            cancel.check("the overlay")
            if good:
                break
        return overlay

    @property
    def overlay(self) -> Overlay:
        return self.query_graph.overlay

    @property
    def customized(self) -> Customized:
        """The overlay with the costs of the weights."""
        return self._done

    @property
    def customized_ms(self) -> float:
        """What customizing for the weights took, on the clock."""
        return self._customized_ms

    @cached_property
    def report(self) -> CustomizationReport:
        """What customizing for the weights took."""
        return report_on_cpu(self._done, self._customized_ms)

    def customize(self, weights: Weights) -> Crp:
        """The solver for other weights; the overlay is shared if their turns are the same."""
        return Crp(
            self.search.graph,
            weights,
            partition=self._partition,
            direction=self.search.direction,
            edge_based=self._edge_based,
            smallest=self._smallest,
            overlay=self.query_graph,
            ways_alone=self._ways_alone,
            before=self._done,
        )

    def _labels(self, attempt: RoadAttempt, log: RoundLog) -> tuple[U32, bool]:
        labels = np.full(attempt.search.states, UNREACHED, np.uint32)
        finished = one_to_all(
            self.query_graph, self.costs_of(attempt.search), attempt.seeds, attempt.limit_ticks,
            labels, log, attempt.cancel,
        )  # fmt: skip
        return labels, finished

    def costs_of(self, search: SearchGraph) -> Customized:
        """Shortcuts by the weights of this search graph, which has the same steps."""
        if search is self.search and not self._ways_alone:
            return self._done
        return customize(self.overlay, search)


def _forgotten_bytes(overlay: Overlay) -> int:
    return sum(4 * level.shortcuts for level in overlay.levels if not level.kept)


def one_to_all(
    queries: QueryGraph,
    done: Customized,
    seeds: Seeds,
    limit: int,
    labels: U32,
    log: RoundLog,
    cancel: Cancel,
) -> bool:
    """Lower `labels`, which are UNREACHED; returns whether that was all done, and no cancel
    left anything out."""
    opened = opened_cells(queries, seeds.states)
    log.start_timing()
    walk = queries.walk_with(done)
    settled = upward(
        walk, opened_walk(queries, opened), seeds.states, seeds.ticks, limit, labels, cancel.flag
    )
    interrupted = cancel.requested
    log.record("upward", settled, 0, 0)
    looked: list[int] = []  # appending is safe between threads
    left_out: list[int] = []

    def work(number: int, begin: int, end: int) -> None:
        if cancel.requested:
            left_out.append(number)
        else:
            cells: Any = (begin, end, *_inside(done, number), opened[number], limit, labels)
            looked.append(sweep(*cells))

    done.overlay.work_partition.downwards(work)
    log.record("sweep", sum(looked), 0, 0)
    return not (interrupted or left_out)


def _inside(done: Customized, number: int) -> tuple[NDArray[Any], ...]:
    level = done.overlay.levels[number]
    return (
        level.first_entry, level.entering, level.first_inner, level.inner, level.first_down,
        done.down[number],
    )  # fmt: skip


def opened_cells(queries: QueryGraph, states: NDArray[np.int64]) -> list[U8]:
    """uint8 for each level, 1 where a cell holds one of these states."""
    marks = []
    around = queries.overlay.cells_around(states)
    for level, cells in zip(queries.overlay.levels, around, strict=True):
        marks.append(np.zeros(level.cells, np.uint8))
        marks[-1][cells] = 1
    return marks


def opened_walk(queries: QueryGraph, opened: list[U8]) -> U8:
    """The marks of kept levels end to end."""
    levels = queries.overlay.levels
    kept = [marks for marks, level in zip(opened, levels, strict=True) if level.kept]
    return np.concatenate(kept) if kept else np.empty(0, np.uint8)


def _lowest_sizes(partition: Nested) -> list[int]:
    """Of the lowest cells, the largest first; 0 where the partition has none so small."""
    sizes = [level.size for level in partition.levels]
    found = (
        max((size for size in sizes if size <= most), default=0)
        for most in (LOWEST_AT_MOST, LOWEST_WITH_LESS_MEMORY)
    )
    return list(dict.fromkeys(found))
