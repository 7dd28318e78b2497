"""What the parts of benchmarks/crp/gpu.py share: one set-up of each graph, and the report."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any

import numba

from benchmarks.instances.crp_roads import CrpRoads
from benchmarks.measuring.report import gpus
from benchmarks.records import ResultFile
from gpu.buffers import memory_limit
from gpu.device import software
from gpu.roads.costs.decode import DeviceDecoder
from gpu.roads.crp.customization.customize import Customizer
from gpu.roads.crp.device_metric import DeviceMetric
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.roads.crp.query.isochrone import Crp
from gpu.roads.crp.query.queries import DeviceQueries
from road.crp.device_layout.order import ordered
from road.crp.overlay.overlay import Overlay, overlay_of
from road.crp.overlay.rooted import rooted, thinned
from road.crp.query.isochrone import Crp as HostCrp
from road.graph import U32
from road.search.search_graph import SearchGraph

TOLD = 160
"""Characters of a list that a printed line shows."""


class CrpReport:
    """Prints each figure on a line and appends it to the results. good : no bits differed.

    path : None where nothing is to be told, as while kernels are compiled.
    """

    def __init__(self, path: Path | None) -> None:
        self._told, self.good = path is not None, True
        self._results = ResultFile(path, gpu=gpus(), cuda=asdict(software()))

    def add(self, part: str, ready: Ready, what: str, **told: Any) -> None:
        """A figure; `same_bits` that is False makes the report a bad one."""
        self.good = self.good and told.get("same_bits") is not False
        if not self._told:
            return
        roads = ready.roads
        size = {"vertices": roads.graph.vertices, "arcs": roads.graph.arc_count}
        record = {"part": part, "graph": roads.name, **size, "what": what, **told}
        print(line_of(record), flush=True)
        self._results.add(record)

    def skip(self, part: str, ready: Ready, why: str) -> None:
        """A line that names what is not measured."""
        print(f"{ready.roads.name} | {part} | skipped: {why}", flush=True)

    def failed(self, part: str, ready: Ready, why: str) -> None:
        """A part that ended with an error."""
        self.good = False
        print(f"{ready.roads.name} | {part} | FAILED\n{why}", file=sys.stderr, flush=True)


def line_of(record: dict[str, Any]) -> str:
    """Graph, part, what, and figures by name; of timings the median."""
    words = []
    for key, value in record.items():
        if key in ("part", "graph", "vertices", "arcs", "what"):
            continue
        shown = value["median"] if isinstance(value, dict) and "median" in value else value
        text = str(shown)
        words.append(f"{key} {text if len(text) <= TOLD else text[:TOLD] + ' …'}")
    return f"{record['graph']} | {record['part']} | {record['what']} | {', '.join(words)}"


class Customizing:
    """A customizer and the one metric that it writes again and again.

    pool_bytes : device memory that came into use for the metric.
    """

    def __init__(self, customizer: Customizer) -> None:
        before = pool_bytes()
        self.customizer, self.plans = customizer, customizer.plans
        self.overlay, self.metric = customizer.overlay, customizer.new_metric()
        self.pool_bytes = pool_bytes() - before

    def customize(self, arc_costs: Any, turn_costs: U32) -> None:
        """On the current stream."""
        self.customizer.customize(arc_costs, turn_costs, self.metric)

    def replay(self) -> None:
        """The kernels alone, once they are recorded."""
        self.customizer.run(self.metric)

    def level_times(self) -> list[float]:
        return self.customizer.level_times(self.metric)

    @property
    def nbytes(self) -> int:
        """Device memory by our own count."""
        return self.overlay.nbytes + self.metric.nbytes + self.customizer.nbytes

    def keeps_bits_of(self, other: DeviceMetric) -> bool:
        """Whether the shortcuts of all query levels are the same."""
        return all(
            bool((own.shortcuts == whole.shortcuts).all())
            for own, whole in zip(self.metric.levels, other.levels, strict=True)
            if own.host.kept
        )


def within_limit() -> str:
    """What tells a figure apart where the user limits memory: `, 3814 MiB at most`."""
    limit = memory_limit() >> 20
    return f", {limit} MiB at most" if limit else ""


def pool_bytes() -> int:
    """Device memory in use by this process, all in all."""
    import cupy

    return int(cupy.get_default_memory_pool().used_bytes())


class Ready:
    """A graph set up once; every piece is made when first asked for, and its seconds told.

    What is on the device is customized for `roads.weights` whenever a part begins.
    """

    def __init__(self, roads: CrpRoads, report: CrpReport, *, peers: bool) -> None:
        self.roads, self.peers, self._report = roads, peers, report
        self.threads = numba.get_num_threads()
        for what, seconds in roads.seconds.items():
            report.add("set-up", self, what, s=round(seconds, 3))

    @contextmanager
    def clock(self, what: str) -> Iterator[None]:
        """Tell how long what is done within takes."""
        began = time.perf_counter()
        yield
        self.roads.seconds[what] = time.perf_counter() - began
        self._report.add("set-up", self, what, s=round(self.roads.seconds[what], 3))

    @cached_property
    def search(self) -> SearchGraph:
        with self.clock("search graph"):
            return SearchGraph.of(self.roads.graph, self.roads.weights, edge_based=True)

    @cached_property
    def overlay(self) -> Overlay:
        """All levels and a root, in the order of the device."""
        search, graph = self.search, self.roads.graph
        with self.clock("overlay"):
            return ordered(
                overlay_of(search, rooted(thinned(self.roads.partition), graph.vertices))
            )

    @cached_property
    def queries(self) -> DeviceQueries:
        overlay = self.overlay
        with self.clock(f"device{within_limit()}"):
            queries = DeviceQueries(overlay, 0)
            with queries.stream:
                self.customizing = Customizing(queries.customizer)
                for _ in range(3):  # launched, recorded, replayed
                    self.customize(self.customizing)
            return queries

    @property
    def stream(self) -> Any:
        return self.queries.stream

    @property
    def on_device(self) -> DeviceOverlay:
        return self.queries.on_device

    @cached_property
    def crp(self) -> Crp:
        """One to all on the device."""
        roads, queries = self.roads, self.queries
        with self.clock("queries"):
            return Crp(
                roads.graph,
                roads.weights,
                partition=roads.partition,
                edge_based=True,
                queries=queries,
                metric=self.customizing.metric,
            )

    @cached_property
    def decoder(self) -> DeviceDecoder:
        with self.clock("decoder"):
            return DeviceDecoder(self.roads.graph)

    @cached_property
    def host(self) -> HostCrp:
        """The CPU's own, with the levels that serve it best."""
        search, roads = self.search, self.roads
        assert search.edge_based
        with self.clock("CPU overlay"):
            return HostCrp(roads.graph, roads.weights, partition=roads.partition, edge_based=True)

    def customize(self, customizing: Customizing) -> None:
        """For the roads' weights, on the current stream, until it is done."""
        import cupy

        weights = self.roads.weights
        customizing.customize(weights.arc_costs, weights.turn_costs)
        cupy.cuda.get_current_stream().synchronize()

    def replay_of(self, customizing: Customizing) -> Callable[[], object]:
        """The kernels alone, from a recording."""
        for _ in range(3):
            self.customize(customizing)
        return customizing.replay

    def alone(self, kind: type[Customizer] = Customizer) -> Customizing:
        """A customization without queries, beside what is there; on the current stream."""
        before = pool_bytes()
        overlay = DeviceOverlay(self.overlay, 0)
        alone = Customizing(kind(overlay, down=False, keep_all=False))
        for _ in range(3):  # launched, recorded, replayed
            self.customize(alone)
        alone.pool_bytes = pool_bytes() - before
        return alone

    def close(self) -> None:
        """Give the device's memory back."""
        from gpu.buffers import release

        for name in ("crp", "customizing", "queries", "decoder", "host", "overlay", "search"):
            self.__dict__.pop(name, None)
        gc.collect()
        release(0)
