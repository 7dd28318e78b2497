"""One to all on an overlay on the device: the twin of road/crp/query/isochrone.py.

Upward from the seeds (upward.py), then down through all cells (sweep.py). Ours differs from the
CPU's in using the partition's phantom and mezzanine levels, too, and a root above: a
device is quick at many small steps in each of which there is much to do at once. Same bits as
Dijkstra's.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from core.cancel import NEVER, Cancel
from core.parallel.rounds import RoundLog
from core.progress import Progress, no_progress
from core.times import UNREACHED
from gpu.buffers import clear
from gpu.device import gpus_from
from gpu.energy import EnergyMeter
from gpu.failures import device_errors
from gpu.roads.crp.customization.host_costs import customized_from
from gpu.roads.crp.customization.report import report_on_gpu
from gpu.roads.crp.device_metric import DeviceMetric
from gpu.roads.crp.query.queries import DeviceQueries
from gpu.roads.crp.query.upward import RECORD, AskedQuery, Told, alarm_of
from gpu.roads.device_solver import RoadDeviceSolver
from gpu.roads.travel_times import DeviceRoadTimes
from road.costs.metric import Weights
from road.crp.customization.customize import Customized
from road.crp.customization.report import CustomizationReport
from road.crp.device_layout.order import ordered
from road.crp.overlay.overlay import Nested, Overlay, overlay_of
from road.crp.overlay.rooted import rooted, thinned
from road.crp.query.levels import QueryGraph
from road.graph import U32, RoadGraph
from road.search.search_graph import Direction, SearchGraph
from road.search.starts import Seeds
from road.solvers.attempts import RoadAttempt


class Crp(RoadDeviceSolver):
    """Customizable route planning, one to all, on a GPU; see the module's text.

    Constructing makes the overlay and customizes it. `customize` gives the solver for other
    weights, which takes over overlay and memory; this one, asked all the same, customizes again
    first. Results stay as they are. Solvers that are to answer side by side share `queries`, each
    with costs of its own.

    partition : of the graph's vertices; its levels are used as `road.crp.overlay.rooted.thinned`
    says.
    edge_based : as in `SearchGraph.of`; choose True where later weights will have turn costs.
    gpus : how many share each customization; `device` is the first of them, and solves.

    Raises DeviceError where there are fewer, DeviceMemoryError, ParameterError for cells too large
    for a GPU, CancelledError while the overlay is made.
    """

    def __init__(
        self,
        graph: RoadGraph,
        weights: Weights,
        *,
        partition: Nested,
        direction: Direction = "from",
        edge_based: bool | None = None,
        device: int = 0,
        gpus: int = 1,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
        queries: DeviceQueries | None = None,
        metric: DeviceMetric | None = None,
    ) -> None:
        told: Any = {"direction": direction, "edge_based": edge_based, "device": device}
        super().__init__(graph, weights, **told)
        self._partition, self._edge_based, self._gpus = partition, edge_based, int(gpus)
        with super()._place():
            if queries is None or not queries.overlay.fits(self.search):
                levels = rooted(thinned(partition), graph.vertices)
                overlay = overlay_of(self.search, levels, progress=progress, cancel=cancel)
                others = gpus_from(device, self._gpus)[1:]
                queries, metric = DeviceQueries(ordered(overlay), device, others), None
            self.queries, self._metric = queries, metric
            self._metric_is_of: SearchGraph | None = None
            self._uncertain = False  # whether the last attempt can have lost a way
            with queries.lock, queries.stream:
                self._metric = self._metric or queries.new_metric()
                queries.stream.synchronize()
                began = time.perf_counter()
                self.metric_of(self.search)
                queries.stream.synchronize()
                self._customized_ms = (time.perf_counter() - began) * 1e3

    def metric_of(self, search: SearchGraph) -> DeviceMetric:
        """The costs of these weights, customized first where it has those of others. For who holds
        the lock of `queries` and is on its stream."""
        if self._metric is None:
            self._metric, self._metric_is_of = self.queries.new_metric(), None
        if self._metric_is_of is not search:
            self._metric_is_of = None  # should customization fail
            self.queries.customize(search, self._metric)
            self._metric_is_of = search
        return self._metric

    @property
    def customized_ms(self) -> float:
        """What customizing for the weights took, on the clock."""
        return self._customized_ms

    @cached_property
    def report(self) -> CustomizationReport:
        """What customizing for the weights took."""
        with self._place():
            metric = self.metric_of(self.search)
            report = report_on_gpu(self.queries.customizer, metric, self._customized_ms)
            order = self.queries.on_device.labels.order
            set_up = report.set_up_bytes + self.queries.sweeps.nbytes
            set_up += 0 if order is None else order.nbytes
            return replace(report, set_up_bytes=set_up)

    def joules(self, cancel: Cancel = NEVER) -> float | None:
        """Energy of one customization, which is repeated for a second; None where the driver does
        not tell it."""
        queries = self.queries
        with self._place():
            customize = partial(queries.customize, self.search, self.metric_of(self.search))
            return EnergyMeter(queries.devices).of(customize, cancel)["joules"]

    @property
    def overlay(self) -> Overlay:
        return self.queries.overlay

    @property
    def query_graph(self) -> QueryGraph:
        """What searches between two places walk, on the host."""
        return self.queries.query_graph

    @cached_property
    def customized(self) -> Customized:
        """The costs that they read, brought to the host when first asked for."""
        with self._place():
            levels = [m for m in self.metric_of(self.search).levels if m.host.kept]
            kept = [level.shortcuts[: level.host.shortcuts].get() for level in levels]
        return customized_from(self.overlay, self.search, np.concatenate((*kept, _NONE)))

    def customize(self, weights: Weights) -> Crp:
        """The solver for other weights; overlay and memory are taken over if their turns are the
        same."""
        with self.queries.lock:
            metric, self._metric = self._metric, None
        return Crp(
            self.search.graph,
            weights,
            partition=self._partition,
            direction=self.search.direction,
            edge_based=self._edge_based,
            device=self.device.id,
            gpus=self._gpus,
            queries=self.queries,
            metric=metric,
        )

    def _lost(self, search: SearchGraph, found: DeviceRoadTimes) -> bool:
        return self._uncertain and super()._lost(search, found)

    @contextmanager
    def _place(self) -> Iterator[None]:
        queries = self.queries
        with device_errors(queries.device), self.device, queries.lock, queries.stream:
            yield

    def _attempt(self, attempt: RoadAttempt) -> DeviceRoadTimes:
        queries, log = self.queries, None
        if attempt.trace.wants_events:
            log = attempt.log("crp", "gpu", f"GPU {self.device.id}", 0.0)
        metric = self.metric_of(attempt.search)
        work = _QueryWork(queries, attempt, metric)
        if log is not None:
            work = _TracedWork(queries, attempt, metric, log)
        seeds = attempt.seeds  # first of all, since it may raise
        labels = queries.labels.lend(cleared=work.clears_first)
        finished = work.begin(seeds, labels)
        order = queries.on_device.labels.order  # while the device is at work
        times = self._found(attempt, labels, queries.labels, partial=not finished, order=order)
        self._uncertain = work.lost()
        if log is not None:
            log.finish(times.reached, times.max_ticks, times.partial)
        return times


_NONE: U32 = np.empty(0, np.uint32)


class _QueryWork:
    """One query, in a replay of recorded launches."""

    def __init__(self, queries: DeviceQueries, attempt: RoadAttempt, metric: DeviceMetric) -> None:
        self._queries, self._metric, self._attempt = queries, metric, attempt
        self._limited = attempt.limit_ticks < UNREACHED - 1
        self.clears_first = queries.sweeps.clears_first(limited=self._limited)
        self._searched = False

    def begin(self, seeds: Seeds, labels: Any) -> bool:
        """Have all labels written, which are cleared if `clears_first`; returns whether all will be
        done, False after a cancel."""
        queries, attempt = self._queries, self._attempt
        if not len(seeds.states):
            clear(labels)
            return True
        columns = np.zeros(len(seeds.states), np.int64)
        told = queries.upward.tell(seeds, columns, labels, self._asked())
        if not attempt.cancel.requested and self._search_all(told):
            self._searched = True
            if self.clears_first:
                queries.labels.prepare()  # for the next query, behind this one
            return True
        clear(labels)  # some may be anything
        self._enter(seeds, labels)
        return False

    def lost(self) -> bool:
        """Wait until it is done; whether labels are so large that a way can have been lost."""
        if self._searched:
            return self._queries.upward.lost()
        self._queries.stream.synchronize()
        return False

    def _enter(self, seeds: Seeds, labels: Any) -> None:
        """The seeds alone."""
        import cupy

        places = self._queries.on_device.labels.places.of(seeds.states)
        labels[cupy.asarray(places)] = cupy.asarray(seeds.ticks)

    def _asked(self) -> AskedQuery:
        attempt, number = self._attempt, self._queries.sweeps.gates.next_number()
        return AskedQuery(attempt.limit_ticks, alarm_of(attempt.search), number)

    def _search_all(self, told: Told) -> bool:
        """Whether it was not cancelled."""
        self._queries.recorded.run(told, self._metric, limited=self._limited)
        return True


class _TracedWork(_QueryWork):
    """The same level by level, with an event for each."""

    def __init__(
        self, queries: DeviceQueries, attempt: RoadAttempt, metric: DeviceMetric, log: RoundLog
    ) -> None:
        super().__init__(queries, attempt, metric)
        self._log = log

    def _asked(self) -> AskedQuery:
        import cupy

        self._looked = cupy.zeros(len(self._queries.overlay.levels), cupy.uint64)
        return super()._asked()._replace(looked=self._looked)

    def _search_all(self, told: Told) -> bool:
        import cupy

        queries, metric, limited = self._queries, self._metric, self._limited
        sweeps, cells, lowest = queries.sweeps, told.opened.total, told.opened.lowest
        self._log.bytes_moved += 4 * told.length
        began = time.perf_counter() - self._log.began
        queries.upward.send(told)
        queries.upward.sent()
        records = cupy.zeros(cells * RECORD.itemsize, cupy.uint8)
        marks = [cupy.cuda.Event() for _ in range(2)]
        sweeps.make_ready(told.query, cells, metric, limited=limited)
        marks[0].record()
        asked: Any = {"records": records, "gates": sweeps.gates}
        queries.upward.launch(told, metric, lowest, **asked)
        marks[1].record()
        stages = sweeps.stages[limited]
        for stage in stages:
            if self._attempt.cancel.requested:
                break
            sweeps.launch(stage, told.query, metric, limited=limited, counted=True)
            marks.append(cupy.cuda.Event())
            marks[-1].record()
        marks[-1].synchronize()
        self._tell(told, began, marks, records.get().view(RECORD))
        return len(marks) == 2 + len(stages)

    def _tell(self, told: Told, began: float, marks: list[Any], records: Any) -> None:
        """The trace. began : second of the solve."""
        import cupy

        after = [cupy.cuda.get_elapsed_time(marks[0], mark) * 1e-3 for mark in marks[1:]]
        level = told.opened.cells["level"]
        ended = records["ended"].astype(np.int64)
        last = int(records["began"].min())
        for k in range(int(level.min()), int(level.max()) + 1):
            here = level == k
            end = int(ended[here].max())
            second = began + max(after[0] - (int(ended.max()) - end) * 1e-9, 0.0)
            served = int(records["served"][here].sum())
            self._log.round("upward", served, 0, 0, 0, second, (end - last) * 1e-3)
            last = end
        looked = self._looked.get().tolist()
        stages = self._queries.sweeps.stages[self._limited]
        for k, stage in enumerate(stages[: len(after) - 1]):
            lasted = (after[k + 1] - after[k]) * 1e6
            second = began + after[k + 1]
            self._log.round("sweep", looked[stage.number], 0, 0, 0, second, lasted)
        self._log.bytes_moved += records.nbytes + self._looked.nbytes
