"""Tables from many origins to all vertices: every method that has tables, and its peers.

    python -m benchmarks.many.tables --roads FOLDER [--graphs a,b] [--methods a,b] [--origins N]
                              [--repeat N] [--seconds S] [--out FILE]

The same origins for all, drawn from a seed that nothing was tuned with. Methods are the rows of the
catalogue that have tables (`crp-gpu`, `dijkstra-cpu` …), `near-far-gpu` repeated, `cpp-dijkstra` on
all cores (compiled with -O3), `networkit` on all cores for a sixteenth of the origins and
`routing-kit` on one for a 64th. Timed are labels left on the device and tables in memory of the
host; preparation is told by itself, for a graph that was not seen before. Every table is compared
bit by bit with Dijkstra's in the same run. `warp-heap-gpu` is timed for eight times as many
origins, too, and once as the source does it, a state after the other. FOLDER is that of
`benchmarks.road_gpu --prepare`.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from app.catalog.algorithms import prepare_roads, rows_of
from app.catalog.rows import ROADS
from benchmarks.instances.roads import generated_network
from benchmarks.measuring.report import Report
from benchmarks.measuring.timings import summary, timed
from benchmarks.measuring.words import names
from benchmarks.peers import road_dijkstra
from benchmarks.peers.absent import AbsentError
from benchmarks.peers.roads import prepare_networkit_table
from benchmarks.peers.routing_kit import RoutingKit
from benchmarks.records import results_file
from benchmarks.road_gpu import instance
from core.cancel import NEVER
from core.parallel.threads import thread_count
from core.solver import Start
from core.times import UNREACHED
from gpu.roads.many.searches import HeapGraph, RowSearches
from road.costs.metric import Weights, given_weights
from road.graph import RoadGraph
from road.matrix.dijkstra import DijkstraTables
from road.search.search_graph import SearchGraph
from road.search.starts import seeds_of
from road.solvers.dijkstra import Dijkstra

RESULTS = results_file("many")
SEED = 20
"""Seed by which the origins are drawn."""

GRAPHS = ("new-york", "florida")
ORIGINS = 1024
MORE = 8
"""Factor by which the warp heap is asked for more origins, once more."""

FEWER = 16
"""Divisor of the origins that slow peers are asked for."""

CHECKED = 64
"""Rows that are compared where the whole table of Dijkstra would take too long."""

FEWEST = 3
"""Timings of a table, at the least."""

Table = Callable[[Sequence[int]], Any]
"""Function that makes a table, NumPy's or CuPy's, from vertices to all."""


@dataclass(frozen=True)
class MeasuredMethod:
    """there, here : tables left on the device, and on the host. part : of the origins it is asked
    for, all where it is 1. threads : of the host that work."""

    there: Table | None = None
    here: Table | None = None
    part: int = 1
    threads: int = 1


def starts_at(origins: Sequence[int]) -> tuple[Start, ...]:
    return tuple(Start(int(origin)) for origin in origins)


def of_catalogue(
    algorithm: str, backend: str, graph: RoadGraph, weights: Weights
) -> MeasuredMethod:
    """Tables of a row of the catalogue."""
    tables: Any = prepare_roads(graph, weights, algorithm, backend).tables
    there = getattr(tables, "on_device", None) or partial(_left_there, tables)
    return MeasuredMethod(
        (lambda origins: there(starts_at(origins))) if backend == "gpu" else None,
        lambda origins: tables.table(starts_at(origins)),
        threads=1 if backend == "gpu" else thread_count(),
    )


def _left_there(tables: Any, starts: Sequence[Start]) -> Any:
    """A table on the device, a batch after the other; states are vertices."""
    import cupy

    _, asked = tables._asked(None)
    with tables._answering(asked, UNREACHED - 1, NEVER) as answer:
        found = cupy.empty((len(starts), len(asked)), cupy.uint32)
        for begin in range(0, len(starts), tables.batch):
            end = begin + tables.batch
            answer(starts[begin:end], found[begin:end])
        cupy.cuda.runtime.deviceSynchronize()
    return found


def near_far(graph: RoadGraph, weights: Weights) -> MeasuredMethod:
    """One solve after another."""
    import cupy

    solver: Any = prepare_roads(graph, weights, "near-far", "gpu").solver

    def there(origins: Sequence[int]) -> Any:
        rows = cupy.empty((len(origins), graph.vertices), cupy.uint32)
        for row, start in zip(rows, starts_at(origins), strict=True):
            row[:] = solver.solve((start,)).device_labels[: graph.vertices]
        cupy.cuda.runtime.deviceSynchronize()
        return rows

    return MeasuredMethod(there, lambda origins: there(origins).get(), part=4)


def source_way(graph: RoadGraph, weights: Weights) -> MeasuredMethod:
    """A heap for each warp that pops one state after the other, as the source's do."""
    import cupy

    search = SearchGraph.of(graph, weights)
    on_device = HeapGraph(search, 0, one_by_one=True)
    searches = RowSearches(on_device)

    def there(origins: Sequence[int]) -> Any:
        labels = cupy.empty((len(origins), on_device.places), cupy.uint32)
        cupy.cuda.runtime.deviceSynchronize()
        seeds = [seeds_of(search, (start,), UNREACHED - 1) for start in starts_at(origins)]
        searches.begin(labels, seeds, UNREACHED - 1)
        searches.finish()
        return labels[:, : graph.vertices]

    return MeasuredMethod(there)


def cpp_dijkstra(graph: RoadGraph, weights: Weights) -> MeasuredMethod:
    threads = thread_count()
    tables = road_dijkstra.prepare_table(SearchGraph.of(graph, weights), threads)
    return MeasuredMethod(here=tables, threads=threads)


def networkit(graph: RoadGraph, weights: Weights) -> MeasuredMethod:
    tables = prepare_networkit_table(graph, weights)
    return MeasuredMethod(here=tables, part=FEWER, threads=thread_count())


def routing_kit(graph: RoadGraph, weights: Weights) -> MeasuredMethod:
    return MeasuredMethod(here=RoutingKit(graph, weights).table, part=4 * FEWER)


OF_CATALOGUE = tuple(
    f"{row.id}-{backend}"
    for row in rows_of(ROADS)
    for backend in ("gpu", "cpu")
    if getattr(row, f"tables_{backend}")
)
OTHERS: dict[str, Callable[[RoadGraph, Weights], MeasuredMethod]] = {
    "source-gpu": source_way,
    "near-far-gpu": near_far,
    "cpp-dijkstra": cpp_dijkstra,
    "networkit": networkit,
    "routing-kit": routing_kit,
}
METHODS = (*OF_CATALOGUE, *OTHERS)


def made(name: str, graph: RoadGraph, weights: Weights) -> MeasuredMethod:
    """Raises AbsentError for a peer that is not there."""
    if name in OTHERS:
        return OTHERS[name](graph, weights)
    algorithm, _, backend = name.rpartition("-")
    return of_catalogue(algorithm, backend, graph, weights)


class Measuring:
    """All methods on one graph, the same origins for each."""

    def __init__(self, name: str, graph: RoadGraph, weights: Weights, count: int) -> None:
        self.name, self.graph, self.weights = name, graph, weights
        random = np.random.default_rng(SEED)
        self.origins: list[int] = random.integers(0, graph.vertices, MORE * count).tolist()
        self.count = count
        tables = DijkstraTables(Dijkstra(graph, weights))
        self.right = tables.table(starts_at(self.origins[:count]))
        self.later = {
            row: tables.table(starts_at([self.origins[row]]))[0]
            for row in range(count, MORE * count, max(MORE * count // CHECKED, 1))
        }

    def same(self, found: Any) -> bool:
        """Whether a table has Dijkstra's bits; of rows past the first, of some."""
        rows = min(len(found), self.count)
        later = {row: right for row, right in self.later.items() if row < len(found)}
        return np.array_equal(_here(found[:rows]), self.right[:rows]) and all(
            np.array_equal(_here(found[row]), right) for row, right in later.items()
        )

    def run(self, name: str, repeat: int, seconds: float, report: Report) -> None:
        """Prepare a method and time it, or tell why not."""
        began = time.perf_counter()
        try:
            # Another graph for whoever keeps what was made of it: nobody prepares for the next.
            method = made(name, replace(self.graph), self.weights)
        except AbsentError as error:
            print(f"{name}: {error}", flush=True)
            return
        prepared = round(time.perf_counter() - began, 3)
        counts = [self.count // method.part]
        if name == "warp-heap-gpu":
            counts.append(MORE * self.count)
        for count in counts:
            for where, table in (("device", method.there), ("host", method.here)):
                if table is None or (where == "host" and count > self.count):
                    continue
                origins = self.origins[:count]
                same = self.same(table(origins))  # the first call, which is not timed
                ms = timings(partial(table, origins), repeat, seconds)
                report.add(
                    "table",
                    graph=self.name,
                    vertices=self.graph.vertices,
                    method=name,
                    where=where,
                    origins=count,
                    ms=summary(ms),
                    n=len(ms),
                    ms_a_tree=round(summary(ms)["median"] / count, 4),
                    preparation_s=prepared,
                    threads=method.threads,
                    same_bits=same,
                )


def _here(rows: Any) -> Any:
    """Rows of NumPy's or CuPy's, on the host."""
    return rows.get() if hasattr(rows, "get") else rows


def timings(work: Callable[[], object], repeat: int, seconds: float) -> list[float]:
    """Milliseconds on the clock until all of it is there; fewer where it takes long."""
    found: list[float] = []
    until = time.perf_counter() + seconds
    while len(found) < repeat and (len(found) < FEWEST or time.perf_counter() < until):
        found.append(timed(work).wall)
    return found


def warm_up(name: str) -> None:
    """A method once on a small graph, so that nothing is compiled within a measured time."""
    graph = generated_network(40, 40, SEED)
    with suppress(AbsentError):
        method = made(name, graph, given_weights(graph, "time"))
        for table in (method.there, method.here):
            if table is not None:
                table([0, 1])


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 1 where a method failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.many.tables")
    parser.add_argument("--roads", type=Path, required=True)
    parser.add_argument("--graphs", type=names(GRAPHS), default=GRAPHS[:1])
    parser.add_argument("--methods", type=names(METHODS), default=METHODS)
    parser.add_argument("--origins", type=int, default=ORIGINS)
    parser.add_argument("--repeat", type=int, default=51)
    parser.add_argument("--seconds", type=float, default=4.0, help="of timings, each")
    parser.add_argument("--out", type=Path, default=RESULTS)
    chosen = parser.parse_args(arguments)
    report = Report(chosen.out, SEED)
    good = True
    cold = set(chosen.methods)
    for name in chosen.graphs:
        measuring = Measuring(name, *instance(chosen.roads, name), chosen.origins)
        for method in chosen.methods:
            try:
                if method in cold:  # one by one, so that what is measured is there soon
                    cold.discard(method)
                    warm_up(method)
                measuring.run(method, chosen.repeat, chosen.seconds, report)
            except Exception:  # one that fails does not keep the others from running
                traceback.print_exc()
                good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
