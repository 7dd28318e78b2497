"""Road solvers on the CPU against their peers, on the same graphs in one run.

    python -m benchmarks.road_cpu [--quick] [--repeat N] [--only SOLVERS] [--out FILE]

Appends JSON lines and prints a table. Only the solve is timed: reading, matrices and other copies
in a peer's own format are made before; each fills its field in the time. Every solver runs once
beforehand, which compiles it and shows whether all agree to the last unit. One start, vertex 0.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.instances.inputs import SHARED
from benchmarks.measuring.timings import both_clocks, interleaved
from benchmarks.measuring.traced import told
from benchmarks.peers.absent import AbsentError
from benchmarks.peers.roads import prepare_igraph, prepare_networkit, prepare_scipy
from benchmarks.records import ResultFile, results_file
from core.solver import Start
from core.times import UNREACHED
from road.costs.metric import Weights, given_weights
from road.files.read import open_roads
from road.graph import RoadGraph
from road.solvers.adaptive_threads import AdaptiveThreads
from road.solvers.bellman_ford import BellmanFord
from road.solvers.dijkstra import Dijkstra
from road.solvers.near_far import NearFar

RESULTS = results_file("road_cpu")
NEW_YORK = "roads/dimacs/USA-road-d.NY.gr.gz"
FLORIDA = "roads/pace/FLA.gr.xz"
SEED = 1
TURNS_MS = (0, 3000, 1000, 100_000)  # straight on, left, right, back
START = 0
Record = dict[str, Any]
Field = NDArray[Any]  # (vertices,), UNREACHED or infinite where there is no way
Solve = Callable[[], Field]


@dataclass(frozen=True)
class Roads:
    """A graph with weights."""

    name: str
    graph: RoadGraph
    weights: Weights

    @classmethod
    def new_york(cls, cost: str) -> Roads:
        """By "distance" or by "time"; AbsentError without the shared data."""
        graph = open_roads(shared(NEW_YORK))
        return cls(f"New York, {cost}", graph, given_weights(graph, cost))

    def with_turns(self) -> Roads:
        """The same by times, where turns take some as well."""
        tick_seconds = self.weights.tick_seconds
        assert tick_seconds is not None
        turns = np.array([round(ms / 1000 / tick_seconds) for ms in TURNS_MS], np.uint32)
        return Roads(f"{self.name} and turns", self.graph, replace(self.weights, turn_costs=turns))


@dataclass(frozen=True)
class Ours:
    """One of our solvers, ready."""

    solver: Any

    def __call__(self) -> Field:
        labels: Field = self.solver.solve((Start(START),)).labels
        return labels

    def counts(self) -> Record:
        _, finished, _ = told(self.solver.solve, (Start(START),))
        states = self.solver.search.states
        return {
            "iterations": finished.iterations,
            "visits_per_state": round(finished.visits / states, 3),
            "states": states,
        }


OURS: dict[str, Callable[[Roads], Ours]] = {
    "dijkstra": lambda roads: Ours(Dijkstra(roads.graph, roads.weights)),
    "near-far": lambda roads: Ours(NearFar(roads.graph, roads.weights)),
    "bellman-ford": lambda roads: Ours(BellmanFord(roads.graph, roads.weights)),
    "adaptive-threads": lambda roads: Ours(AdaptiveThreads(roads.graph, roads.weights)),
    "adaptive-threads, all": lambda roads: Ours(
        AdaptiveThreads(roads.graph, roads.weights, variant=1)
    ),
    "adaptive-threads, listed": lambda roads: Ours(
        AdaptiveThreads(roads.graph, roads.weights, variant=2)
    ),
}
PEERS: dict[str, Callable[[RoadGraph, Weights, int], Solve]] = {
    "SciPy": prepare_scipy,
    "igraph": prepare_igraph,
    "NetworKit": prepare_networkit,
}


def shared(relative: str) -> Path:
    """A file of the shared data; AbsentError where they are not beside the project."""
    for folder in SHARED:
        if (folder / relative).is_file():
            return folder / relative
    raise AbsentError(f"{relative}: the shared road data are not beside the project")


def instances(quick: bool) -> Iterator[Roads]:
    """New York in both metrics and with turns, Florida with seeded weights."""
    yield Roads.new_york("distance")
    by_time = Roads.new_york("time")
    yield by_time
    if quick:
        return
    yield by_time.with_turns()
    florida = open_roads(shared(FLORIDA))
    costs = np.random.default_rng(SEED).integers(1, 10_001, florida.arc_count).astype(np.uint32)
    yield Roads(f"Florida, weights of seed {SEED}", florida, Weights(costs, unit="units"))


def measure(roads: Roads, repeat: int, names: Sequence[str]) -> Iterator[Record]:
    """One record a solver, the absent ones included."""
    expected = Dijkstra(roads.graph, roads.weights).solve((Start(START),)).labels
    about: Record = {
        "benchmark": "road-cpu",
        "graph": roads.name,
        "vertices": roads.graph.vertices,
        "arcs": roads.graph.arc_count,
        "start": START,
    }
    ready: dict[str, Solve] = {}
    for name in names:
        if name in PEERS and roads.weights.turn_costs.any():
            continue  # they know nothing of turns
        try:
            ready[name] = (
                OURS[name](roads)
                if name in OURS
                else PEERS[name](roads.graph, roads.weights, START)
            )
        except AbsentError as absent:
            yield {**about, "solver": name, "absent": str(absent)}
    agrees = {name: _same(solve(), expected) for name, solve in ready.items()}
    for name, timings in interleaved(ready, repeat).items():
        solve = ready[name]
        yield {
            **about,
            "solver": name,
            **both_clocks(timings),
            "agrees": agrees[name],
            **(solve.counts() if isinstance(solve, Ours) else {}),
        }


def _same(found: Field, expected: NDArray[np.uint32]) -> bool:
    known = np.where(np.isfinite(found), np.minimum(found, UNREACHED), UNREACHED)
    return bool(np.array_equal(known, expected))


def table(records: Sequence[Record]) -> str:
    """Medians in milliseconds, and how many times SciPy's time they take."""
    lines = [
        "graph | solver | ms | min | of SciPy's | agrees",
        "--- | --- | ---: | ---: | ---: | ---",
    ]
    scipy = {r["graph"]: r["wall_ms"]["median"] for r in records if r["solver"] == "SciPy"}
    for record in records:
        if "absent" in record:
            lines.append(f"{record['graph']} | {record['solver']} | {record['absent']} | | |")
            continue
        wall = record["wall_ms"]
        share = wall["median"] / scipy[record["graph"]] if record["graph"] in scipy else None
        lines.append(
            f"{record['graph']} | {record['solver']} | {wall['median']:.1f} | {wall['min']:.1f} | "
            f"{'' if share is None else f'{share:.2f}'} | {'yes' if record['agrees'] else 'NO'}"
        )
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Returns 1 where results disagree."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.road_cpu")
    parser.add_argument("--quick", action="store_true", help="New York only, three timings")
    parser.add_argument("--repeat", type=int, default=9, help="timings of each solver")
    parser.add_argument("--only", default="", help="solvers, separated by semicolons")
    parser.add_argument("--out", type=Path, default=RESULTS, help="JSON lines, appended to")
    arguments = parser.parse_args(argv)
    names = [name.strip() for name in arguments.only.split(";") if name] or [*OURS, *PEERS]
    unknown = set(names) - {*OURS, *PEERS}
    if unknown:
        parser.error(f"no solver is called {', '.join(unknown)}")
    peers = {name: version(name) for name in ("scipy", "igraph", "networkit")}
    results = ResultFile(arguments.out, peers=peers)
    records: list[Record] = []
    for roads in instances(arguments.quick):
        for record in measure(roads, 3 if arguments.quick else arguments.repeat, names):
            records.append(results.add(record))
            print(".", end="", flush=True, file=sys.stderr)
    print(file=sys.stderr)
    print(table(records))
    return 0 if all(record.get("agrees", True) for record in records) else 1


if __name__ == "__main__":
    sys.exit(main())
