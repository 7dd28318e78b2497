"""Road solvers on a GPU against the sequential Dijkstra of the same machine, and Suzuki's figures.

    python -m benchmarks.road_gpu [--prepare DATA] [--roads FOLDER] [--graphs a,b] [--parts a,b]
                                  [--repeat N] [--out FILE]

Graphs: `new-york` (time), `new-york-distance`, `florida` and `luxembourg` (real topology, made-up
costs), `synthetic-5m`, `synthetic-18m` (jittered tiles of New York with bridges, time). They are
read from FOLDER, into which --prepare packs the files of DATA once.

Parts: `near-far` and `bellman-ford` (median of N solves, every field compared bit by bit with the
C++ peer's), `widths` (near-far over fixed Δ), `adaptive` (Suzuki's figure 7: three variants in
turn), `thresholds` (figure 8), `phases` (figures 4 to 6: states served and time of each phase,
thinned, and the spread of the states served), `traced` (what a trace costs: counting on the device
alone, and telling it as well). Writes JSON lines to
benchmarks/results/road_gpu.jsonl and prints one line a figure.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from benchmarks.instances.roads import seeded_weights, tiled, tiles_for
from benchmarks.measuring.report import Report
from benchmarks.measuring.timings import interleaved, milliseconds, summary, walls
from benchmarks.measuring.traced import told, traced_or_not
from benchmarks.measuring.variants import RATIO, figure_7, figures_4_to_6
from benchmarks.measuring.words import names
from benchmarks.peers import road_dijkstra
from benchmarks.records import results_file
from core.parallel.phase_switch import Variant
from core.solver import Start
from core.trace import Ring
from gpu.roads.solvers.adaptive_threads import AdaptiveThreads
from gpu.roads.solvers.bellman_ford import BellmanFord
from gpu.roads.solvers.near_far import NearFar
from gpu.roads.solvers.round_solver import RoadRoundSolver
from gpu.rounds import Heard, Rounds
from road.build import assemble, unknown_properties
from road.costs.metric import Weights, given_weights
from road.graph import GivenCosts, RoadGraph
from road.search.search_graph import SearchGraph

RESULTS = results_file("road_gpu")
SEED = 1
GRAPHS = ("new-york", "new-york-distance", "florida", "luxembourg", "synthetic-5m", "synthetic-18m")
WIDTHS = (2, 4, 8, 16, 32, 64, 128, 256, 512)  # mean costs of an arc
LEAVE_US = (4, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 70, 100, 150, 250, 1000)
EACH_S = 4.0  # of timings, after which a way has had enough
LARGEST_BELLMAN_FORD = 6_000_000


# -- graphs


def prepare(data: Path, folder: Path) -> None:
    """Pack the files of the shared data, which need more packages to be read than solvers do."""
    from road.files.dimacs.importer import read_dimacs
    from road.files.dimacs.matrix_market import read_matrix_market
    from road.files.dimacs.pace import read_pace

    folder.mkdir(parents=True, exist_ok=True)
    for name, graph in (
        ("new-york", read_dimacs(data / "dimacs" / "USA-road-d.NY.gr.gz")),
        ("florida", read_pace(data / "pace" / "FLA.gr.xz")),
        ("luxembourg", read_matrix_market(data / "matrixmarket" / "luxembourg_osm.mtx.gz")),
    ):
        columns: dict[str, NDArray[Any]] = {}
        if name == "new-york":
            columns |= {given.name: given.costs for given in graph.given}
        if graph.x is not None and graph.y is not None:
            columns |= {"x": np.rint(graph.x * 1e6), "y": np.rint(graph.y * 1e6)}
        columns |= {"first_out": graph.first_out, "head": graph.head}
        small: dict[str, Any] = {key: values.astype(np.int32) for key, values in columns.items()}
        np.savez_compressed(folder / f"{name}.npz", **small)


@cache
def packed(folder: Path, name: str) -> RoadGraph:
    """A graph that `prepare` packed; kilometres are not known, and not needed."""
    with np.load(folder / f"{name}.npz") as columns:
        first_out, head = columns["first_out"].astype(np.int64), columns["head"].astype(np.uint32)
        costs = {
            key: columns[key].astype(np.uint32) for key in ("distance", "time") if key in columns
        }
        place = [columns[key] * 1e-6 for key in ("x", "y") if key in columns]
    vertices = len(first_out) - 1
    tail = np.repeat(np.arange(vertices, dtype=np.uint32), np.diff(first_out))
    return assemble(
        tail=tail,
        head=head,
        arcs=unknown_properties(np.zeros(len(head), np.float32)),
        vertex_ids=np.arange(1, vertices + 1),
        x=place[0] if place else None,
        y=place[1] if place else None,
        given=tuple(GivenCosts(key, values, key) for key, values in costs.items()),
        name=name,
    )


def instance(folder: Path, name: str) -> tuple[RoadGraph, Weights]:
    """A graph of the table in the module's text, with its costs."""
    if name in ("florida", "luxembourg"):
        graph = packed(folder, name)
        return graph, seeded_weights(graph, SEED)
    graph = packed(folder, "new-york")
    if name.startswith("synthetic"):
        millions = int(name.removeprefix("synthetic-").removesuffix("m"))
        graph = tiled(graph, *tiles_for(graph, millions * 1_000_000), SEED)
    return graph, given_weights(graph, "distance" if name.endswith("distance") else "time")


@dataclass(frozen=True, eq=False)
class LabelReference:
    """The peer's labels from the middle vertex, and how long it took."""

    name: str
    graph: RoadGraph
    weights: Weights
    start: Start
    labels: NDArray[np.uint32]
    ms: dict[str, Any]

    @classmethod
    def of(cls, folder: Path, name: str) -> LabelReference:
        graph, weights = instance(folder, name)
        start = graph.vertices // 2
        solve = road_dijkstra.prepare(SearchGraph.of(graph, weights), start)
        timings = interleaved({"": solve}, 5, EACH_S / 2)[""]
        labels = solve().copy()
        return cls(name, graph, weights, Start(start), labels, walls(timings))

    @property
    def about(self) -> dict[str, Any]:
        """Fields of every record."""
        return {
            "graph": self.name,
            "vertices": self.graph.vertices,
            "arcs": self.graph.arc_count,
        }


# -- solvers


def measure(
    part: str,
    solver: RoadRoundSolver,
    reference: LabelReference,
    repeat: int,
    report: Report,
    **about: Any,
) -> None:
    """Check the bits, time silent solves, and ask one traced solve what it did."""
    sources = (reference.start,)
    times = solver.solve(sources)
    same = bool(np.array_equal(times.state_labels, reference.labels))
    timings = interleaved({"": lambda: solver.solve(sources)}, repeat, EACH_S)[""]
    copies = interleaved({"": lambda: solver.solve(sources).state_labels}, 3, EACH_S)[""]
    _, finished, kernel_ms = told(solver.solve, sources)
    figures = walls(timings)
    report.add(
        part,
        **reference.about,
        algorithm=solver.algorithm,
        **about,
        ms=figures,
        n=len(timings),
        ms_with_copy=walls(copies)["median"],
        same_bits=same,
        cpp_dijkstra_ms=reference.ms,
        speedup=round(reference.ms["median"] / figures["median"], 1),
        rounds=finished.iterations,
        visits_per_vertex=round(finished.visits / max(finished.reached, 1), 3),
        kernel_ms=kernel_ms,
    )
    assert same, "the device differs from Dijkstra"


def measure_near_far(reference: LabelReference, repeat: int, report: Report) -> None:
    solver = NearFar(reference.graph, reference.weights)
    measure("near-far", solver, reference, repeat, report, delta="dynamic")


def measure_bellman_ford(reference: LabelReference, repeat: int, report: Report) -> None:
    if reference.graph.vertices <= LARGEST_BELLMAN_FORD:
        solver = BellmanFord(reference.graph, reference.weights)
        measure("bellman-ford", solver, reference, repeat, report)


def measure_widths(reference: LabelReference, repeat: int, report: Report) -> None:
    mean = float(reference.weights.arc_costs.mean())
    for width in WIDTHS:
        unit = reference.weights.tick_seconds or 1.0
        solver = NearFar(reference.graph, reference.weights, delta_seconds=width * mean * unit)
        measure("widths", solver, reference, max(repeat // 3, 3), report, mean_arcs=width)


def _solving(solver: RoadRoundSolver, reference: LabelReference) -> Callable[[], object]:
    return lambda: solver.solve((reference.start,))


def measure_adaptive(reference: LabelReference, repeat: int, report: Report) -> None:
    """The three variants in turn."""
    solvers = {
        variant: AdaptiveThreads(reference.graph, reference.weights, variant=variant)
        for variant in Variant
    }
    same = all(
        np.array_equal(solver.solve((reference.start,)).state_labels, reference.labels)
        for solver in solvers.values()
    )
    times = figure_7(solvers, lambda solver: _solving(solver, reference), repeat, EACH_S)
    about = {"same_bits": same, "cpp_dijkstra_ms": reference.ms}
    report.add("adaptive", **reference.about, **about, **times)
    assert same, "the device differs from Dijkstra"


def measure_thresholds(reference: LabelReference, repeat: int, report: Report) -> None:
    """Time of a solve over the threshold at which lists are left; the other one follows."""
    for leave in LEAVE_US:
        given: dict[str, Any] = {"to_all_us": leave, "to_listed_us": round(leave * RATIO, 2)}
        solve = _solving(AdaptiveThreads(reference.graph, reference.weights, **given), reference)
        solve()
        timings = milliseconds(solve, max(repeat // 3, 3))
        ms = summary(timings)
        report.add("thresholds", **reference.about, **given, ms=ms, n=len(timings))


def measure_phases(reference: LabelReference, repeat: int, report: Report) -> None:
    """States served and time of the phases of each variant."""
    for variant in Variant:
        solver = AdaptiveThreads(reference.graph, reference.weights, variant=variant)
        phases = solver.phase_times((reference.start,))
        report.add("phases", **reference.about, **figures_4_to_6(variant, phases, "states"))


def measure_traced(reference: LabelReference, repeat: int, report: Report) -> None:
    """Silent, counted and traced solves in turn; what is counted stays on the device."""
    sources = (reference.start,)
    for kind in (NearFar, AdaptiveThreads):
        solver: RoadRoundSolver = kind(reference.graph, reference.weights)

        def counted(solver: RoadRoundSolver = solver) -> None:
            with patch.object(Rounds, "_listen", lambda *_: Heard.nothing()):
                solver.solve(sources, trace=Ring())

        fields = traced_or_not(
            solver.solve, sources, repeat=2 * repeat, each_s=EACH_S, counted=counted
        )
        report.add("traced", **reference.about, algorithm=solver.algorithm, **fields)


MEASURES: dict[str, Callable[[LabelReference, int, Report], None]] = {
    "near-far": measure_near_far,
    "bellman-ford": measure_bellman_ford,
    "widths": measure_widths,
    "adaptive": measure_adaptive,
    "thresholds": measure_thresholds,
    "phases": measure_phases,
    "traced": measure_traced,
}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.road_gpu")
    parser.add_argument("--prepare", type=Path, help="folder of the shared road data")
    parser.add_argument("--roads", type=Path, default=Path(".carry") / "roads")
    parser.add_argument("--graphs", type=names(GRAPHS), default=GRAPHS)
    parser.add_argument("--parts", type=names(MEASURES), default=list(MEASURES))
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--out", type=Path, default=RESULTS)
    chosen = parser.parse_args(arguments)
    if chosen.prepare:
        prepare(chosen.prepare, chosen.roads)
        return
    report = Report(chosen.out, SEED)
    for name in chosen.graphs:
        reference = LabelReference.of(chosen.roads, name)
        for part in chosen.parts:
            MEASURES[part](reference, chosen.repeat, report)


if __name__ == "__main__":
    main()
