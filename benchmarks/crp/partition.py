"""Partitions of road graphs: time, and the figures of every level.

    python -m benchmarks.crp.partition [--instances NAMES] [--threads N] [--metis] [--out FILE]

Names: new-york, florida, 5m, 18m (tiles of New York). Appends a JSON line for each graph and prints
a table. A small graph is parted beforehand, so that nothing is compiled within the time. `--metis`
parts each graph also into as many cells of equal size by pymetis, where that is installed, for the
levels of the query; its time is that of one level.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from benchmarks.instances.roads import generated_network, tiled, tiles_for
from benchmarks.measuring.words import names
from benchmarks.peers.absent import AbsentError
from benchmarks.records import ResultFile, results_file
from benchmarks.road_cpu import FLORIDA, NEW_YORK, shared
from road.crp.partition.build import partition_roads
from road.crp.partition.graph import street_graph
from road.crp.partition.nested import Level, Partition
from road.crp.partition.report import LevelReport, level_report, report
from road.files.read import open_roads
from road.graph import RoadGraph

RESULTS = results_file("crp_partition")
SIZES = {"5m": 5_000_000, "18m": 18_000_000}
NAMES = ("new-york", "florida", *SIZES)
SEED = 1
Record = dict[str, Any]


def _instance(name: str) -> RoadGraph:
    if name == "florida":
        return open_roads(shared(FLORIDA))
    base = open_roads(shared(NEW_YORK))
    return base if name == "new-york" else tiled(base, *tiles_for(base, SIZES[name]), SEED)


def _parted(graph: RoadGraph, threads: int | None) -> tuple[Partition, float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    partition = partition_roads(graph, threads=threads)
    return partition, time.perf_counter() - wall, time.process_time() - cpu


def _metis_cut(graph: RoadGraph, level: Level) -> Record:
    """Arcs between as many cells of equal size, and the seconds that METIS takes."""
    import pymetis

    streets = street_graph(graph)
    begin = time.perf_counter()
    _, part = pymetis.part_graph(
        level.cells,
        pymetis.CSRAdjacency(streets.first.astype(np.int32), streets.head),
        eweights=np.maximum(streets.weight, 1).astype(np.int32),
    )
    seconds = time.perf_counter() - begin
    cell_of = np.asarray(part, np.uint32)
    found = level_report(graph, Level(level.size, level.cells, cell_of, False, False))
    return {"size": level.size, "seconds": round(seconds, 2), **_figures(found)}


def _figures(level: LevelReport) -> Record:
    rounded = {k: round(v, 4) if isinstance(v, float) else v for k, v in asdict(level).items()}
    return rounded | {"imbalance": round(level.imbalance, 3)}


def _record(name: str, threads: int | None, metis: bool) -> Record:
    graph = _instance(name)
    load = os.getloadavg()[0]
    partition, wall, cpu = _parted(graph, threads)
    record: dict[str, Any] = {
        "instance": name,
        "graph": graph.name,
        "vertices": graph.vertices,
        "arcs": graph.arc_count,
        "places": graph.x is not None,
        "threads": threads or os.cpu_count(),
        "load_before": round(load, 2),
        "seconds": round(wall, 2),
        "cpu_seconds": round(cpu, 2),
        "peak_process_gib": _peak_gib(),
        "levels": [_figures(level) for level in report(graph, partition)],
    }
    if metis:
        query = [lv for lv in partition.levels if not (lv.mezzanine or lv.phantom)]
        record["metis"] = [_metis_cut(graph, level) for level in query]
    return record


def _peak_gib() -> float:
    """Of the process since its start: the graph and its making are in it."""
    try:
        import resource
    except ImportError:  # Windows
        return round(float(psutil.Process().memory_info().rss) / 2**30, 2)
    return round(float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) / 2**20, 2)


def _print(record: Record) -> None:
    print(
        f"{record['instance']}: {record['vertices']:,} vertices, {record['seconds']} s on "
        f"{record['threads']} threads, {record['cpu_seconds']} s of processor time"
    )
    print("    size     cells  mean/size  largest/mean   cut arcs  border  shortcuts/v  connected")
    for level in record["levels"]:
        per_vertex = level["shortcuts"] / record["vertices"]
        print(
            f"{level['size']:8d} {level['cells']:9d} {level['mean'] / level['size']:10.2f}"
            f" {level['imbalance']:13.2f} {level['cut_arcs']:10d} {level['boundary_vertices']:7d}"
            f" {per_vertex:12.3f} {level['connected_share']:10.4f}"
        )
    for level in record.get("metis", ()):
        print(
            f"METIS, {level['cells']} cells: {level['cut_arcs']} arcs, largest"
            f" {level['largest']}, {level['seconds']} s"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--instances", type=names(NAMES), default="new-york,florida,5m")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--metis", action="store_true")
    parser.add_argument("--out", type=Path, default=RESULTS)
    options = parser.parse_args(arguments)
    results = ResultFile(options.out)
    partition_roads(generated_network(40, 40, 1))
    for name in options.instances:
        try:
            record = _record(name, options.threads, options.metis)
        except AbsentError as absent:
            print(f"{name}: {absent}", file=sys.stderr)
            continue
        _print(record)
        results.add(record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
