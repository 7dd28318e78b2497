"""Point to point on the CPU, on graphs of any size: cost alone, and with the way unpacked.

    python -m benchmarks.crp.pairs --roads FOLDER --partitions FOLDER [--graphs a,b]
                                   [--by arcs,vertices] [--parts a,b] [--out FILE]

Graphs and folders as in benchmarks/crp/gpu.py. Searched `by arcs` U-turns cost 100 s, as in the
paper; `by vertices` turns are free. 300 random pairs, each asked once, on the wall's clock and on
the processor's; costs from a few sources are compared with Dijkstra's labels at 50 places each.
What a solver for ways alone takes to be ready, and Dijkstra between the first 24 pairs, tell from
how many on cells pay: the parts `ready` and `dijkstra`, which take long on large graphs. The others
are `pairs` and `compared`.
Appends JSON lines to benchmarks/results/crp_cpu.jsonl; ends with status 1 where a cost differs.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from benchmarks.instances.crp_roads import GRAPHS, CrpRoads, opened
from benchmarks.measuring.timings import Timing, both_clocks, timed
from benchmarks.measuring.words import names
from benchmarks.records import ResultFile, results_file
from core.solver import Start
from road.costs.metric import Weights
from road.crp.query.isochrone import Crp
from road.crp.query.point_to_point import CrpRouter
from road.routes.route import Router
from road.solvers.dijkstra import Dijkstra

RESULTS = results_file("crp_cpu")
PAIRS, FEW_PAIRS, REPEATS = 300, 24, 3
SOURCES, PLACES = 2, 50
SEED = 1
BY = ("arcs", "vertices")
PARTS = ("pairs", "ready", "dijkstra", "compared")


@dataclass(frozen=True)
class Asked:
    """What a router answered. settled : vertices a pair, in the mean."""

    answers: list[Any]
    timings: list[Timing]
    settled: int


def asked(
    router: CrpRouter, ask: Callable[[Start, Start], object], pairs: Sequence[Sequence[int]]
) -> Asked:
    """Each pair asked once, by one of the router's ways to ask; compiled beforehand."""
    ask(Start(0), Start(1))
    answers: list[Any] = []
    timings, settled = [], 0
    for u, v in pairs:
        source, destination = Start(u), Start(v)
        timings.append(timed(lambda: answers.append(ask(source, destination))))  # noqa: B023  at once
        settled += router.settled
    return Asked(answers, timings, round(settled / len(pairs)))


def measure(roads: CrpRoads, by: str, parts: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Records of these parts of PARTS."""
    weights = roads.weights
    if by == "vertices":
        weights = replace(weights, turn_costs=Weights(weights.arc_costs).turn_costs)
    about = {
        "benchmark": "crp-pairs", "graph": roads.name, "by": by,
        "vertices": roads.graph.vertices, "arcs": roads.graph.arc_count,
    }  # fmt: skip
    began = time.perf_counter()
    how: Any = {"partition": roads.partition, "edge_based": by == "arcs"}
    router = CrpRouter(Crp(roads.graph, weights, **how))
    about["set_up_s"] = round(time.perf_counter() - began, 1)
    random = np.random.default_rng(SEED)
    pairs = random.integers(0, roads.graph.vertices, (PAIRS, 2)).tolist()
    if "pairs" in parts:
        for what, ask in (("cost", router.ticks), ("way", router.states)):
            found = asked(router, ask, pairs)
            yield about | {"what": what, "settled": found.settled, **both_clocks(found.timings)}

    def ready() -> CrpRouter:
        return CrpRouter(Crp(roads.graph, weights, ways_alone=True, **how))

    if "ready" in parts:
        ready()
        yield about | {"what": "ready", **both_clocks([timed(ready) for _ in range(REPEATS)])}
    dijkstra = Dijkstra(roads.graph, weights)
    if "dijkstra" in parts:
        search = Router(dijkstra)
        ways = [partial(search.route, Start(u), Start(v)) for u, v in pairs[:FEW_PAIRS]]
        ways[0]()
        yield about | {"what": "by Dijkstra", **both_clocks([timed(way) for way in ways])}
    if "compared" in parts:
        yield about | _compared(router, dijkstra, roads.graph.vertices, random)


def _compared(
    router: CrpRouter, dijkstra: Dijkstra, vertices: int, random: np.random.Generator
) -> dict[str, Any]:
    """How many costs from a few sources differ from Dijkstra's labels."""
    differing = 0
    for source in random.integers(0, vertices, SOURCES).tolist():
        labels = dijkstra.solve((Start(source),)).labels
        for place in random.integers(0, vertices, PLACES).tolist():
            differing += router.ticks(Start(source), Start(place)) != int(labels[place])
    return {
        "what": "costs compared with Dijkstra's",
        "n": SOURCES * PLACES,
        "differing": differing,
        "process_gib": round(psutil.Process().memory_info().rss / 2**30, 2),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crp.pairs")
    parser.add_argument("--roads", type=Path, required=True)
    parser.add_argument("--partitions", type=Path, required=True)
    parser.add_argument("--graphs", type=names(GRAPHS), default=["new-york"])
    parser.add_argument("--by", type=names(BY), default=BY)
    parser.add_argument("--parts", type=names(PARTS), default=PARTS)
    parser.add_argument("--out", type=Path, default=RESULTS)
    chosen = parser.parse_args(arguments)
    results, good = ResultFile(chosen.out), True
    for name in chosen.graphs:
        roads = opened(chosen.roads, chosen.partitions, name)
        for by in chosen.by:
            for record in measure(roads, by, chosen.parts):
                good = good and not record.get("differing")
                print(record, flush=True)
                results.add(record)
            gc.collect()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
