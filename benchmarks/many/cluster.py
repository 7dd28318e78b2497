"""What chunks of a matrix cost a worker of a cluster: time, bytes sent once and for each, memory.

    python -m benchmarks.many.cluster [--roads FOLDER --graph NAME] [--algorithm ID]
                                 [--backend auto|cpu|gpu] [--chunks 16,64,256]
                                 [--repeat N] [--workers N] [--out FILE]

FOLDER as packed by `python -m benchmarks.road_gpu --prepare DATA`; without it a made network of a
quarter of a million crossings. Destinations are all vertices. One process does what a worker does,
from the parts as they are sent to the bytes of an answer; then a cluster of N workers on this
machine does four chunks for each, which shows what handing out costs.

Writes JSON lines to benchmarks/results/cluster.jsonl and prints them.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import psutil

from app.cluster.dask_crew import dask_crew
from app.cluster.dispatch import hand_out
from app.cluster.job import ANSWER, ClusterJob, maker_of
from app.document.roads import RoadsDocument
from app.matrix.places import NamedPlaces
from app.matrix.request import MatrixRequest, job_of
from app.matrix.sent import cluster_job
from app.roads.open_roads import OpenRoads
from app.solving.request import Options
from app.starts import PlacedStart
from benchmarks.instances.roads import generated_network
from benchmarks.measuring.words import names
from benchmarks.records import ResultFile, results_file
from benchmarks.road_gpu import instance
from core.cancel import NEVER
from core.progress import no_progress

RESULTS = results_file("cluster")
SIDE = 512  # crossings of the made network, squared
EACH = 4  # chunks for each worker of the cluster


def document(folder: Path | None, name: str) -> RoadsDocument:
    """Roads by the costs that are usual for them."""
    if folder is None:
        return RoadsDocument(OpenRoads.of(generated_network(SIDE, SIDE, 1)))
    graph, weights = instance(folder, name)[:2]
    return RoadsDocument(OpenRoads.weighing(graph, OpenRoads.of(graph), weights))


def job_with(roads: RoadsDocument, chunk: int, chunks: int, options: Options) -> ClusterJob:
    """So many chunks of so many origins, drawn, to all vertices."""
    graph = roads.roads.graph
    drawn = np.random.default_rng(5).integers(0, graph.vertices, chunk * chunks)
    starts = tuple(PlacedStart(vertex=int(graph.vertex_ids[v])) for v in drawn)
    named = NamedPlaces("drawn", tuple(map(str, range(len(starts)))), starts)
    job = job_of(MatrixRequest(roads, named, None, options=options))
    return cluster_job(replace(job, spec=replace(job.spec, chunk=chunk)), no_progress, NEVER)


def of_one_worker(job: ClusterJob, repeat: int) -> dict[str, Any]:
    """Seconds to be ready and of a chunk, bytes, and the memory that it takes."""
    before = psutil.Process().memory_info().rss
    began = time.perf_counter()
    made = maker_of(job.kind, job.spec, job.parts, no_progress)
    ready = time.perf_counter() - began
    made.chunk(0, no_progress, NEVER)  # what is compiled or allocated once
    seconds, cpu, packing, answer = [], [], [], b""
    for number in range(repeat):
        began, began_cpu = time.perf_counter(), time.process_time()
        arrays = made.chunk(number % made.chunks, no_progress, NEVER)
        solved = time.perf_counter()
        cpu.append(time.process_time() - began_cpu)
        answer = ANSWER.packed({}, arrays)
        seconds.append(solved - began)
        packing.append(time.perf_counter() - solved)
    record = {
        "told": made.told,
        "parts_bytes": job.bytes_sent,
        "ready_s": ready,
        "chunk_s": median(seconds),
        "chunk_cpu_s": median(cpu),
        "pack_s": median(packing),
        "answer_bytes": len(answer),
        "memory_bytes": psutil.Process().memory_info().rss - before,
    }
    made.close()
    return record


def of_a_cluster(job: ClusterJob, workers: int) -> dict[str, Any]:
    """Seconds until all chunks of a job were handed out, worked out and brought here."""
    numbers, began = range(EACH * workers), time.perf_counter()
    with dask_crew(f"local:{workers}", job) as crew:
        report = hand_out(crew, job, numbers, lambda *_: None, no_progress, NEVER)
        whole = time.perf_counter() - began
    after = whole - report.prepare_seconds
    return {"workers": workers, "cluster_s": whole, "cluster_chunk_s": after / len(numbers)}


def main(words: Sequence[str] | None = None) -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--roads", type=Path)
    parser.add_argument("--graph", default="new-york")
    parser.add_argument("--algorithm", default="")
    parser.add_argument("--backend", default="auto", choices=("auto", "cpu", "gpu"))
    parser.add_argument("--chunks", type=names(("16", "64", "256")), default=["16", "64", "256"])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RESULTS)
    told = parser.parse_args(words)
    results = ResultFile(told.out)
    roads = document(told.roads, told.graph)
    graph = roads.roads.graph
    options = Options(algorithm=told.algorithm, backend=told.backend)
    for chunk in map(int, told.chunks):
        job = job_with(roads, chunk, EACH * told.workers, options)
        record = {
            "graph": told.graph if told.roads else "made",
            "vertices": graph.vertices,
            "arcs": graph.arc_count,
            "origins": chunk,
            **of_one_worker(job, told.repeat),
            **of_a_cluster(job, told.workers),
        }
        print(json.dumps(results.add(record)))


if __name__ == "__main__":
    main()
