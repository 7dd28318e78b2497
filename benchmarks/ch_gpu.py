"""Contraction hierarchies on a GPU: contraction, one to all, many trees in a sweep.

    python -m benchmarks.ch_gpu [--roads FOLDER] [--graphs a,b] [--parts a,b] [--repeat N]
                                [--out FILE]

Graphs: `new-york` (time), `florida` (real topology, made-up costs) and `synthetic-1.9m` (tiles of
New York, time) by vertices; `new-york-turns` (U-turns of 100 s) and `porto` (a car, with turn
restrictions) by arcs. They are read from FOLDER, see benchmarks/crp/gpu.py.

Parts: `contract` (from costs of arcs to all that queries need, the structure on the device; the
same from a graph on the host; the CPU), `iterations` (each step of each iteration, as figures 5, 6
and 9 of the paper), `fractions` and `cores` (over C and over K), `query` (one to all against
near-far and sequential Dijkstra in C++, bits compared at three starts), `levels` (figure 12),
`trees` (256 sources in a sweep), `slider` (steps of a slider of what a U-turn costs, as the window
has them while a contraction takes at most QUICK_MS: contracted from the graph on the host each
time, solved, times of all vertices on the host). Writes JSON lines to
benchmarks/results/ch_gpu.jsonl and prints one line a figure; ends with an error where bits differ.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numba
import numpy as np

from app.solving.contracting import QUICK_MS
from benchmarks.instances.crp_roads import by_arcs
from benchmarks.instances.roads import generated_network, tiled
from benchmarks.measuring.device_timings import figures, wall_timings_ms
from benchmarks.measuring.report import Report
from benchmarks.measuring.timings import interleaved, milliseconds, summary, walls
from benchmarks.measuring.traced import told
from benchmarks.measuring.words import names
from benchmarks.peers import road_dijkstra
from benchmarks.records import results_file
from benchmarks.road_gpu import instance
from core.solver import Start
from core.trace import Iteration, Ring
from gpu.roads.ch.contraction.contract import Contractor, DeviceContracted
from gpu.roads.ch.contraction.ground import ContractionGround
from gpu.roads.ch.query import phast
from gpu.roads.ch.query.phast import Phast
from gpu.roads.ch.query.tables import PhastTables
from gpu.roads.solvers.near_far import NearFar
from road.ch.contraction import contract
from road.ch.settings import ContractionSettings
from road.costs.metric import Weights, given_weights
from road.graph import RoadGraph
from road.properties import Turn
from road.search.search_graph import SearchGraph
from road.solvers.dijkstra import Dijkstra

RESULTS = results_file("ch_gpu")
SEED = 1
STARTS = 20261123
"""Seed of the starts, not used while anything was tuned."""

TILES = 7, 1
"""Copies of New York beside and above one another that have about 1.9 million vertices."""

GRAPHS = ("new-york", "florida", "synthetic-1.9m", "new-york-turns", "porto")
VARIED = "new-york"
"""Name of the graph that is contracted with other C and K, too."""

FRACTIONS = (0.1, 0.2, 0.3, 0.4, 0.5)
CORES = (256, 512, 1024, 2048, 4096)
TREES = (8, 64, 256)
MOST_ARCS_ON_CPU = 300_000
"""States up to which a graph by arcs is contracted on the CPU, too; more take minutes."""

SLIDER_FEWEST = 5
"""Steps of a slider, at the least."""

EACH_S = 12.0
"""Seconds of timings after which a piece of work has had enough."""


def graph_of(roads: Path, name: str) -> tuple[RoadGraph, Weights]:
    """A graph of the module's text, with its costs."""
    if name == "synthetic-1.9m":
        graph = tiled(instance(roads, "new-york")[0], *TILES, SEED)
        return graph, given_weights(graph, "time")
    if name in ("porto", "new-york-turns"):
        return by_arcs(roads, name.removesuffix("-turns"))
    return instance(roads, name)


class ReadyRoads:
    """A graph, contracted once for all parts; what is made is made when first asked for."""

    def __init__(self, roads: Path, name: str) -> None:
        self.name = name
        self.graph, self.weights = graph_of(roads, name)
        self.search = SearchGraph.of(self.graph, self.weights)
        self.about = {
            "graph": name,
            "vertices": self.graph.vertices,
            "arcs": self.graph.arc_count,
            "states": self.search.states,
            "steps": len(self.search.head),
        }

    @cached_property
    def contractor(self) -> Contractor:
        return Contractor(ContractionGround(self.search, 0))

    @cached_property
    def contracted(self) -> DeviceContracted:
        return self.contractor.contract(self.weights)

    def phast_by(self, found: DeviceContracted) -> Phast:
        """The solver on a hierarchy that is at hand."""
        with patch.object(phast, "contracted", lambda *_: (found.hierarchy, found.report)):
            return phast.Phast(self.graph, self.weights)

    @cached_property
    def phast(self) -> Phast:
        return self.phast_by(self.contracted)

    @cached_property
    def starts(self) -> list[int]:
        """Vertices by chance, that reaches most first."""
        drawn = np.random.default_rng(STARTS).integers(0, self.graph.vertices, 3).tolist()
        return sorted(drawn, key=lambda vertex: -self.phast.solve((Start(vertex),)).reached)


def shape_of(found: DeviceContracted) -> dict[str, Any]:
    """What a hierarchy looks like."""
    report = found.report
    return {
        "levels": report.levels,
        "edge_growth": round(report.edge_growth, 4),
        "core": report.core_size,
        "up": report.up,
        "down": report.down,
    }


def measure_contract(ready: ReadyRoads, repeat: int, report: Report) -> None:
    about = {**ready.about, **shape_of(ready.contracted)}
    timings = wall_timings_ms(lambda: ready.contractor.contract(ready.weights), repeat, EACH_S)
    report.add("contract", **about, what="structure on the device", **figures(timings))

    def from_the_host() -> None:
        Contractor(ContractionGround(ready.search, 0)).contract(ready.weights)

    report.add("contract", **about, what="graph on the host", **figures(
        wall_timings_ms(from_the_host, max(repeat // 5, 5), EACH_S)
    ))  # fmt: skip
    if ready.search.edge_based and ready.search.states > MOST_ARCS_ON_CPU:
        return
    contract(_small())  # compiles
    began = time.perf_counter()
    done = contract(ready.search)
    ms = round((time.perf_counter() - began) * 1e3, 1)
    growth = round(done.report.edge_growth, 4)
    own = {"levels": done.report.levels, "edge_growth": growth, "core": done.report.core_size}
    own |= {"up": done.report.up, "down": done.report.down}
    threads = numba.get_num_threads()
    report.add("contract", **{**about, **own}, what="CPU", ms={"median": ms}, n=1, threads=threads)


def _small() -> SearchGraph:
    graph = generated_network(12, 12, SEED)
    return SearchGraph.of(graph, given_weights(graph, "time"))


def measure_iterations(ready: ReadyRoads, _repeat: int, report: Report) -> None:
    done = ready.contractor.contract(ready.weights, timed=True).report
    rounds = [
        {key: round(value, 4) for key, value in asdict(each).items()} for each in done.iterations
    ]
    about = {"set_up_ms": done.set_up_ms, "core_ms": done.core_ms, "finish_ms": done.finish_ms}
    report.add("iterations", **ready.about, **about, iterations=rounds)


def _variant(
    part: str,
    ready: ReadyRoads,
    repeat: int,
    report: Report,
    settings: ContractionSettings,
    **chosen: float,
) -> None:
    contractor = Contractor(ContractionGround(ready.search, 0), settings)
    found = contractor.contract(ready.weights)
    timings = wall_timings_ms(lambda: contractor.contract(ready.weights), repeat, EACH_S)
    start, solver = (Start(ready.starts[0]),), ready.phast_by(found)
    query = wall_timings_ms(lambda: solver.solve(start), repeat, EACH_S)
    figures_ms = {"ms": figures(timings)["ms"], "query_ms": figures(query)["ms"]}
    report.add(part, **ready.about, **chosen, **shape_of(found), **figures_ms, n=len(timings))


def measure_fractions(ready: ReadyRoads, repeat: int, report: Report) -> None:
    for fraction in FRACTIONS if ready.name == VARIED else ():
        settings = ContractionSettings(fraction)
        _variant("fractions", ready, max(repeat // 3, 5), report, settings, fraction=fraction)


def measure_cores(ready: ReadyRoads, repeat: int, report: Report) -> None:
    for core in CORES if ready.name == VARIED else ():
        settings = ContractionSettings(core=core)
        _variant("cores", ready, max(repeat // 3, 5), report, settings, most_core=core)


def measure_query(ready: ReadyRoads, repeat: int, report: Report) -> None:
    """Labels complete on the device, on the clock of the host."""
    near_far = NearFar(ready.graph, ready.weights)
    dijkstra = Dijkstra(ready.graph, ready.weights)
    same = True
    for vertex in ready.starts:
        right = dijkstra.solve((Start(vertex),)).state_labels
        for solver in (ready.phast, near_far):
            same = same and np.array_equal(solver.solve((Start(vertex),)).state_labels, right)
    start = (Start(ready.starts[0]),)
    about = {**ready.about, "same_bits": same, "reached": ready.phast.solve(start).reached}
    timings = wall_timings_ms(lambda: ready.phast.solve(start), repeat, EACH_S)
    kernels = told(ready.phast.solve, start)[2]
    report.add("query", **about, solver="phast", **figures(timings), kernel_ms=kernels)
    timings = wall_timings_ms(lambda: near_far.solve(start), repeat, EACH_S)
    report.add("query", **about, solver="near-far", **figures(timings))
    copies = milliseconds(lambda: ready.phast.solve(start).state_labels, 9)
    report.add("query", **about, solver="phast, labels copied to the host", **figures(copies))
    if not ready.search.edge_based:
        peer = road_dijkstra.prepare(ready.search, ready.starts[0])
        timed = interleaved({"": peer}, 5, EACH_S)[""]
        report.add("query", **about, solver="Dijkstra in C++", ms=walls(timed), n=len(timed))
    assert same, "the device differs from Dijkstra"


def measure_levels(ready: ReadyRoads, _repeat: int, report: Report) -> None:
    ring = Ring()
    ready.phast.solve((Start(ready.starts[0]),), trace=ring)
    events = [event for event in ring.drain() if isinstance(event, Iteration)]
    microseconds = [round(event.microseconds, 3) for event in events]
    places = np.diff(ready.contracted.hierarchy.first_place).tolist()
    report.add("levels", **ready.about, microseconds=microseconds, places=places)


def measure_trees(ready: ReadyRoads, repeat: int, report: Report) -> None:
    tables = PhastTables(ready.phast)
    drawn = np.random.default_rng(STARTS).integers(0, ready.graph.vertices, max(TREES)).tolist()
    sources = [Start(vertex) for vertex in drawn]
    found = tables.on_device(sources)
    dijkstra = Dijkstra(ready.graph, ready.weights)
    same = all(
        np.array_equal(found[k].get(), dijkstra.solve((source,)).labels)
        for k, source in enumerate(sources[:3])
    )
    del found
    for count in TREES:
        timings = wall_timings_ms(lambda n=count: tables.on_device(sources[:n]), repeat, EACH_S)  # type: ignore[misc]
        ms = figures(timings)
        a_tree = round(ms["ms"]["median"] / count, 5)
        report.add("trees", **ready.about, sources=count, **ms, ms_a_tree=a_tree, same_bits=same)
    assert same, "the device differs from Dijkstra"


def measure_slider(ready: ReadyRoads, repeat: int, report: Report) -> None:
    """Only where turns cost anything."""
    if not ready.search.edge_based:
        return
    start = (Start(ready.starts[0]),)
    steps, own, solves = list[float](), list[float](), list[float]()
    same, until = True, time.perf_counter() + EACH_S
    for step in range(repeat + 1):
        if step > SLIDER_FEWEST and time.perf_counter() > until:
            break
        weights = _u_turns_dearer(ready.weights, step)
        began = time.perf_counter()
        solver = Phast(ready.graph, weights)
        made = time.perf_counter()
        labels = solver.solve(start).labels
        end = time.perf_counter()
        if not step:  # what is compiled or allocated once
            right = Dijkstra(ready.graph, weights).solve(start).labels
            same = np.array_equal(labels, right)
        else:
            steps.append((end - began) * 1e3)
            own.append(solver.contraction.total_ms)
            solves.append((end - made) * 1e3)
        del solver  # its memory serves the next
    told = {"ms": summary(steps), "contraction_ms": summary(own), "solve_ms": summary(solves)}
    quick = told["contraction_ms"]["median"] <= QUICK_MS
    about = {**ready.about, "same_bits": same, "quick": quick}
    report.add("slider", **about, what="U-turns", **told, n=len(steps))
    assert same, "the device differs from Dijkstra"


def _u_turns_dearer(weights: Weights, step: int) -> Weights:
    """By so many hundredths."""
    turns = weights.turn_costs.copy()
    turns[Turn.U_TURN] = round(int(turns[Turn.U_TURN]) * (1 + step / 100))
    return replace(weights, turn_costs=turns)


MEASURES: dict[str, Callable[[ReadyRoads, int, Report], None]] = {
    "contract": measure_contract,
    "iterations": measure_iterations,
    "query": measure_query,
    "levels": measure_levels,
    "trees": measure_trees,
    "fractions": measure_fractions,
    "cores": measure_cores,
    "slider": measure_slider,
}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ch_gpu")
    parser.add_argument("--roads", type=Path, default=Path(".carry") / "roads")
    parser.add_argument("--graphs", type=names(GRAPHS), default=GRAPHS)
    parser.add_argument("--parts", type=names(MEASURES), default=list(MEASURES))
    parser.add_argument("--repeat", type=int, default=51)
    parser.add_argument("--out", type=Path, default=RESULTS)
    chosen = parser.parse_args(arguments)
    report = Report(chosen.out, SEED)
    for name in chosen.graphs:
        ready = ReadyRoads(chosen.roads, name)
        for part in chosen.parts:
            MEASURES[part](ready, chosen.repeat, report)


if __name__ == "__main__":
    main()
