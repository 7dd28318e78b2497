"""The metric decoder on the CPU (one thread) and on a GPU.

    python -m benchmarks.road_decode --roads FOLDER [--graphs a,b] [--repeat N] [--out FILE]

Graphs of `benchmarks.road_gpu` with the properties of `benchmarks.instances.road_properties`;
FOLDER as packed by `python -m benchmarks.road_gpu --prepare DATA`. The metrics are that of a car,
and the same with a speed of its own for every hundredth way, a way being eight arcs in a row. All
costs are compared with the CPU's bits first; then are timed, in turn:

- `cpu`: `Metric.weights`, one thread; with ways it looks for their arcs every time.
- `device`: `DeviceDecoder.decode` into memory that it already has, until the device is done.
- `to_host`: `DeviceDecoder.weights`, whose copy goes to memory that was lent before.
- `to_new_pages`: the same, copied to memory that is new to the process.

Writes JSON lines to benchmarks/results/road_decode.jsonl and prints them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.instances.road_properties import with_properties
from benchmarks.measuring.report import gpus
from benchmarks.measuring.timings import interleaved, timed, walls
from benchmarks.measuring.words import names
from benchmarks.records import ResultFile, results_file
from benchmarks.road_gpu import GRAPHS as ALL_GRAPHS
from benchmarks.road_gpu import instance
from gpu.roads.costs.decode import DeviceDecoder
from road.costs.metric import Metric
from road.costs.profiles import CAR
from road.costs.way_speeds import WaySpeeds
from road.graph import RoadGraph

RESULTS = results_file("road_decode")
GRAPHS = ("new-york", "synthetic-18m")
WAY_ARCS, NTH_WAY = 8, 100
EACH_S = 10.0  # of timings, after which a way has had enough
Record = dict[str, Any]


def prepared(folder: Path, name: str) -> RoadGraph:
    """The graph with lengths, classes and ways."""
    graph = with_properties(instance(folder, name)[0])
    way = np.arange(graph.arc_count, dtype=np.int64) // WAY_ARCS
    return replace(graph, arcs=replace(graph.arcs, way=way))


def metrics(graph: RoadGraph) -> dict[str, Metric]:
    """By the name in a record."""
    way = np.arange(0, -(-graph.arc_count // WAY_ARCS), NTH_WAY, dtype=np.int64)
    slow = WaySpeeds(way, np.full(len(way), 20.0), np.ones(len(way)))
    return {"car": CAR, "car, ways": replace(CAR, ways=slow)}


def ways_to_decode(
    graph: RoadGraph, decoder: DeviceDecoder, metric: Metric
) -> dict[str, Callable[[], object]]:
    """What is timed, by name."""
    import cupy

    out = cupy.empty(graph.arc_count, cupy.uint32)

    def on_device() -> None:
        decoder.decode(metric, out)
        cupy.cuda.get_current_stream().synchronize()

    return {
        "cpu": lambda: metric.weights(graph),
        "device": on_device,
        "to_host": lambda: decoder.weights(metric),
        "to_new_pages": lambda: decoder.decode(metric, out).get(),
    }


def records(name: str, graph: RoadGraph, repeat: int) -> list[Record]:
    """One for each metric."""
    made: list[DeviceDecoder] = []
    upload = timed(lambda: made.append(DeviceDecoder(graph)))
    decoder, found = made[0], []
    for metric_name, metric in metrics(graph).items():
        same = np.array_equal(decoder.weights(metric).arc_costs, metric.weights(graph).arc_costs)
        assert same, "the device differs from the CPU"
        work = ways_to_decode(graph, decoder, metric)
        for once in work.values():
            once()
        timings = interleaved(work, repeat, EACH_S)
        ms = {key: walls(way) for key, way in timings.items()}
        found.append(
            {
                "part": "decode",
                "graph": name,
                "vertices": graph.vertices,
                "arcs": graph.arc_count,
                "metric": metric_name,
                "ms": ms,
                "n": min(len(way) for way in timings.values()),
                "same_bits": same,
                "upload_ms": round(upload.wall, 1),
                "bytes_an_arc": decoder.nbytes / graph.arc_count,
                "giga_arcs_a_second": round(graph.arc_count / ms["device"]["median"] / 1e6, 1),
            }
        )
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.road_decode")
    parser.add_argument("--roads", type=Path, default=Path(".carry") / "roads")
    parser.add_argument("--graphs", type=names(ALL_GRAPHS), default=GRAPHS)
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--out", type=Path, default=RESULTS)
    chosen = parser.parse_args(arguments)
    results = ResultFile(chosen.out, gpu=gpus())
    for name in chosen.graphs:
        for record in records(name, prepared(chosen.roads, name), chosen.repeat):
            print(json.dumps(record), flush=True)
            results.add(record)


if __name__ == "__main__":
    main()
