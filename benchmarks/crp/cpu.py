"""Customizable route planning on the CPU: overlay, customization, queries, beside RoutingKit's CCH.

`python -m benchmarks.crp.cpu` partitions (or opens a partition saved before), then measures, and
appends JSON lines to benchmarks/results/crp_cpu.jsonl; `--threads 1,2,16` customizes on so many
threads instead. Every one-to-all result is compared with
Dijkstra's to the last unit, every cost between two places with RoutingKit's where turns are free.

RoutingKit's customization (benchmarks/peers/routing_kit.py) includes the transfer of a list of
Python integers, which is measured by itself. Wall and processor time both count: the machine may be
shared.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numba
import numpy as np

from benchmarks.crp.pairs import PAIRS, asked
from benchmarks.instances.crp_roads import partition_of, save
from benchmarks.measuring.timings import both_clocks, interleaved, summary
from benchmarks.measuring.words import numbers
from benchmarks.peers.absent import AbsentError
from benchmarks.peers.routing_kit import RoutingKit
from benchmarks.records import ResultFile, results_file
from benchmarks.road_cpu import Roads, shared
from core.solver import Start
from core.times import UNREACHED
from road.costs.profiles import CAR
from road.crp.customization.contraction import contract_symbolically
from road.crp.customization.customize import Customized, cell_arrays, customize
from road.crp.overlay.overlay import overlay_of
from road.crp.partition.file import fingerprint
from road.crp.partition.nested import Partition
from road.crp.query.isochrone import Crp
from road.crp.query.many_to_many import ManyToMany
from road.crp.query.point_to_point import CrpRouter
from road.files.read import open_roads
from road.graph import RoadGraph
from road.solvers.dijkstra import Dijkstra

RESULTS = results_file("crp_cpu")
PORTO = "roads/osm/porto_portugal.osm.pbf"
SOURCES = 64
SEED = 1
Record = dict[str, Any]


def instances(quick: bool) -> Iterator[Roads]:
    """New York by time without and with turns, Porto by car with restrictions."""
    new_york = Roads.new_york("time")
    yield new_york
    if not quick:
        yield new_york.with_turns()
    porto = open_roads(shared(PORTO))
    yield Roads("Porto, car, restrictions", porto, CAR.weights(porto))


def _partition(graph: RoadGraph, folder: Path) -> Partition:
    """Saved before, or made now and saved."""
    name = fingerprint(graph)[:16]
    partition, was_there = partition_of(graph, folder, name)
    if not was_there:
        save(graph, folder, name, partition)
    return partition


def measure(roads: Roads, partition: Partition, repeat: int) -> Iterator[Record]:
    """Records of all that is measured on one instance."""
    graph, weights = roads.graph, roads.weights
    about: Record = {
        "benchmark": "crp-cpu",
        "graph": roads.name,
        "vertices": graph.vertices,
        "arcs": graph.arc_count,
    }
    began = time.perf_counter()
    crp = Crp(graph, weights, partition=partition)
    first = time.perf_counter() - began
    overlay = crp.overlay
    about["states"] = crp.search.states
    sizes = [level.size for level in overlay.levels if level.kept]
    yield {**about, "what": "ready, kernels compiled or loaded", "s": round(first, 2)}
    began = time.perf_counter()
    level = overlay.levels[0]
    code = contract_symbolically(cell_arrays(level), overlay.ground.rows, level.shortcuts)
    if code is not None:
        size = sum(array.nbytes for array in code)
        count = {"triples": len(code.triples), "bytes": size}
        yield {**about, "what": "microcode", "s": round(time.perf_counter() - began, 2), **count}
    again = _timings({"overlay": lambda: overlay_of(crp.search, partition, smallest=level.size)}, 3)
    yield {**about, "what": "overlay", **again["overlay"], "bytes": overlay.nbytes, "kept": sizes}
    work: dict[str, Callable[[], object]] = {
        "customize": lambda: customize(overlay, crp.search, down=False),
        "customize, for one-to-all": lambda: customize(overlay, crp.search),
    }
    peer = _routing_kit(roads)
    if peer is not None:
        work["customize, RoutingKit"] = peer.reset
        work["a list of integers for RoutingKit"] = peer.costs
    for what, timings in _timings(work, repeat).items():
        yield {**about, "what": what, **timings}
    yield from _few_changes(about, crp, repeat)
    done = customize(overlay, crp.search)
    per_level = {str(t.size): round(t.seconds * 1e3, 3) for t in done.times}
    yield {**about, "what": "memory of a metric", "kept": done.kept.nbytes, "all": done.nbytes}
    yield {**about, "what": "levels of a customization", "ms": per_level}
    yield from _one_to_all(about, crp, repeat)
    yield from _pairs(about, crp, peer)
    yield from _table(about, crp)


def measure_threads(
    roads: Roads, partition: Partition, repeat: int, threads: Sequence[int]
) -> Iterator[Record]:
    """Customization on so many threads, in turn, to the same bits; no more than there are."""
    graph = roads.graph
    crp = Crp(graph, roads.weights, partition=partition)
    before = numba.get_num_threads()

    def on(count: int) -> Customized:
        numba.set_num_threads(count)
        return customize(crp.overlay, crp.search)

    expected, work = on(1), dict[str, Callable[[], Customized]]()
    for count in threads:
        if count <= before:
            work[f"customize, for one-to-all, threads: {count}"] = partial(on, count)
    same = {what: all(map(np.array_equal, expected.down, run().down)) for what, run in work.items()}
    about = {"benchmark": "crp-cpu", "graph": roads.name, "vertices": graph.vertices}
    for what, timings in interleaved(work, repeat).items():
        yield {**about, "what": what, **both_clocks(timings), "agrees": same[what]}
    numba.set_num_threads(before)


def _few_changes(about: Record, crp: Crp, repeat: int) -> Iterator[Record]:
    """Customizing again where some arcs were closed, compared with customizing all anew."""
    graph, weights = crp.search.graph, crp.search.weights
    random = np.random.default_rng(SEED + 1)
    for count in (1, 10, 100):
        costs = weights.arc_costs.copy()
        costs[random.choice(graph.arc_count, count, replace=False)] = UNREACHED
        closed = crp.customize(replace(weights, arc_costs=costs))
        search, what = closed.search, f"customize, {count} arcs closed"
        anew = customize(crp.overlay, search, keep_all=True)
        mine, other = ((*done.down, *done.shortcuts) for done in (closed.customized, anew))
        same = all(np.array_equal(one, two) for one, two in zip(mine, other, strict=True))
        again = partial(customize, crp.overlay, search, keep_all=True, before=crp.customized)
        yield {**about, "what": what, **_timings({what: again}, repeat)[what], "agrees": same}


def _one_to_all(about: Record, crp: Crp, repeat: int) -> Iterator[Record]:
    graph, weights = crp.search.graph, crp.search.weights
    dijkstra = Dijkstra(graph, weights)
    starts = np.random.default_rng(SEED).integers(0, graph.vertices, 5).tolist()
    same = all(
        np.array_equal(
            crp.solve((Start(s),)).state_labels, dijkstra.solve((Start(s),)).state_labels
        )
        for s in starts
    )
    start = (max((Start(s) for s in starts), key=lambda s: crp.solve((s,)).reached),)
    limit = crp.solve(start).max_seconds / 4
    work: dict[str, Callable[[], object]] = {
        "one to all": lambda: crp.solve(start),
        "one to all, a quarter of the time": lambda: crp.solve(start, limit=limit),
        "one to all, dijkstra": lambda: dijkstra.solve(start),
    }
    for what, timings in _timings(work, repeat).items():
        yield {**about, "what": what, **timings, "agrees": same}


def _pairs(about: Record, crp: Crp, peer: Any) -> Iterator[Record]:
    router = CrpRouter(crp)
    vertices = crp.search.graph.vertices
    pairs = np.random.default_rng(SEED).integers(0, vertices, (PAIRS, 2)).tolist()
    costs, ways = (asked(router, ask, pairs) for ask in (router.ticks, router.states))
    agrees = None if peer is None else costs.answers == [peer.ticks(u, v) for u, v in pairs]
    for what, found, more in (
        ("cost", costs, {"settled": costs.settled, "agrees": agrees}),
        ("way", ways, {}),
    ):
        us = summary([timing.wall * 1e3 for timing in found.timings])
        yield {**about, "what": f"point to point, {what}", "n": PAIRS, "us": us, **more}


def _table(about: Record, crp: Crp) -> Iterator[Record]:
    random = np.random.default_rng(SEED)
    sources = [Start(v) for v in random.integers(0, crp.search.graph.vertices, SOURCES).tolist()]
    some = [source.element for source in sources]
    tables = ManyToMany(crp)
    tables.table(sources[:1], some)
    for what, wanted in ((f"{SOURCES} to all", None), (f"{SOURCES} to {SOURCES}", some)):
        timings = _timings({what: lambda wanted=wanted: tables.table(sources, wanted)}, 3)  # type: ignore[misc]
        yield {**about, "what": what, **timings[what]}


def _timings(work: dict[str, Callable[[], object]], repeat: int) -> dict[str, Record]:
    for run in work.values():
        run()
    return {what: both_clocks(timings) for what, timings in interleaved(work, repeat).items()}


def _routing_kit(roads: Roads) -> RoutingKit | None:
    """None where it is absent, or where turns count."""
    try:
        return RoutingKit(roads.graph, roads.weights)
    except AbsentError:
        return None


def line_of(record: Record) -> str:
    """What a record says, in a line."""
    values: Record = {
        k: record[k] for k in ("s", "ms", "kept", "all", "settled", "agrees") if k in record
    }
    for key in ("wall_ms", "cpu_ms", "us"):
        if key in record:
            values[key] = record[key]["median"]
    return f"{record['graph']} | {record['what']} | {values}"


def main(argv: Sequence[str] | None = None) -> int:
    """Returns 1 where results disagree."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crp.cpu")
    parser.add_argument("--quick", action="store_true", help="New York by time and Porto only")
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--partitions", type=Path, required=True, help="folder to keep them in")
    parser.add_argument("--threads", type=numbers, help="1,2,16: customize so, and nothing else")
    parser.add_argument("--out", type=Path, default=RESULTS, help="JSON lines, appended to")
    arguments = parser.parse_args(argv)
    results, good = ResultFile(arguments.out), True
    for roads in instances(arguments.quick):
        partition = _partition(roads.graph, arguments.partitions)
        asked: tuple[Roads, Partition, int] = (roads, partition, arguments.repeat)
        on = arguments.threads
        for record in measure(*asked) if on is None else measure_threads(*asked, on):
            results.add(record)
            print(line_of(record))
            good = good and record.get("agrees") is not False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
