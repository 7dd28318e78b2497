"""Customizable route planning on a GPU, and the tables of its paper on our graphs.

    python -m benchmarks.crp.gpu --prepare DATA --roads FOLDER --partitions FOLDER
    python -m benchmarks.crp.gpu --roads FOLDER --partitions FOLDER [--graphs a,b] [--parts a,b]
                                 [--repeat N] [--no-peers] [--memory MIB] [--out FILE]

Graphs: see benchmarks/instances/crp_roads.py; all edge-based. DATA is the folder of the shared
road data, packed once. Parts:

- `customize`: kernels by events (with and without what one-to-all queries need), from the metric's
  table to all levels, the same with the query levels copied to the host; time of each level;
  memory; all costs compared with the CPU's; the CPU and RoutingKit (one thread, turns free).
- `isochrone`: one to all, labels complete on the device, compared with Dijkstra's, and with all of
  them brought into the order of arcs; a quarter of the radius; memory in use; `near-far` on the
  device, CRP and Dijkstra on the CPU.
- `slider`: decode, customize, solve, times of vertices on the host.
- `table1`, `figure2`, `table2`, `table3` as in the paper; see benchmarks/crp/gpu_tables.py.

Appends JSON lines to benchmarks/results/crp_gpu.jsonl, prints a line a figure, names what is
skipped; ends with status 1 where bits differ or a part fails. `python -m
benchmarks.reports.crp_tables` makes tables of the file.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.crp.gpu_queries import measure_isochrone, measure_slider
from benchmarks.crp.gpu_ready import CrpReport, Customizing, Ready, pool_bytes
from benchmarks.crp.gpu_tables import (
    measure_figure_2,
    measure_table_1,
    measure_table_2,
    measure_table_3,
)
from benchmarks.instances.crp_roads import GRAPHS, METRIC, CrpRoads, opened, prepare
from benchmarks.instances.roads import generated_network
from benchmarks.measuring.device_timings import device_timings_ms, figures, medians, wall_timings_ms
from benchmarks.measuring.timings import summary, timed
from benchmarks.measuring.words import names
from benchmarks.records import results_file
from core.solver import Start
from experiments.copy_back.customizer import CopyingCustomizer
from gpu.buffers import limit_memory
from gpu.roads.crp.customization.customize import Customizer
from gpu.roads.solvers.near_far import NearFar
from road.costs.metric import ANY_VEHICLE, Weights
from road.crp.customization.customize import customize
from road.crp.partition.nested import Level, Partition
from road.crp.query.point_to_point import CrpRouter
from road.solvers.dijkstra import Dijkstra
from road.turns import forbidden_turns

RESULTS = results_file("crp_gpu")
SEED = 1
LARGEST_ROUTING_KIT = 2_000_000
"""Vertices up to which RoutingKit is a peer; above, its order takes one thread minutes."""


# -- customize


def measure_customize(ready: Ready, repeat: int, report: CrpReport) -> None:
    with ready.stream:
        customizing = ready.customizing
        _kernels("kernels", customizing, ready, repeat, report)
        _levels(customizing, ready, report)
        _same_costs(ready, report)
        _memory("memory", customizing, pool_bytes(), ready, report)
        _alone(ready, repeat, report)
        _decoded("table to levels", customizing, ready, repeat, report)
        copying = CopyingCustomizer(ready.on_device)
        _decoded("table to levels to host", Customizing(copying), ready, repeat, report)
        report.add("customize", ready, "copied to host", nbytes=copying.on_host.kept.nbytes)
        del copying
        ready.customize(customizing)
    if ready.peers:
        _cpu_customization(ready, report)
        _routing_kit(ready, report)


def _kernels(what: str, work: Customizing, ready: Ready, repeat: int, report: CrpReport) -> None:
    """From the first kernel to the last, costs of arcs being on the device."""
    replay = ready.replay_of(work)
    report.add("customize", ready, what, **figures(device_timings_ms(replay, repeat)))


def _levels(customizing: Customizing, ready: Ready, report: CrpReport) -> None:
    """Each level by itself; more than all together, since launches are not recorded here."""
    times = medians([customizing.level_times() for _ in range(7)])
    hosts = ready.overlay.levels
    levels = [
        {
            "size": hosts[plan.number].size,
            "cells": hosts[plan.number].cells,
            "kept": hosts[plan.number].kept,
            "engine": plan.engine,
            "ms": ms,
            "shortcuts": hosts[plan.number].shortcuts,
            "down": int(hosts[plan.number].first_down[-1]),
        }
        for plan, ms in zip(customizing.plans, times, strict=True)
    ]
    report.add("customize", ready, "levels", levels=levels, ms=round(sum(times), 3))


def _same_costs(ready: Ready, report: CrpReport) -> None:
    """All costs of all levels against the CPU's."""
    with ready.clock("CPU customization of all levels"):
        done = customize(ready.overlay, ready.search, keep_all=True)
    ready.customize(ready.customizing)
    differing: list[int] = []
    costs = 0
    for plan in ready.customizing.plans:
        level = ready.customizing.metric.levels[plan.number]
        for found, right in (
            (level.shortcuts, done.shortcuts[plan.number]),
            (level.down, done.down[plan.number]),
        ):
            costs += len(right)
            if not np.array_equal(found[: len(right)].get(), right):
                differing.append(level.host.size)
    report.add(
        "customize", ready, "same bits", same_bits=not differing, costs=costs, differing=differing
    )


def _alone(ready: Ready, repeat: int, report: CrpReport) -> None:
    """Without queries on the device: as the paper measures it."""
    alone = ready.alone()
    _kernels("kernels, query levels only", alone, ready, repeat, report)
    same = alone.keeps_bits_of(ready.customizing.metric)
    report.add("customize", ready, "same bits, query levels only", same_bits=same)
    what = "memory, query levels only"
    _memory(what, alone, alone.pool_bytes, ready, report)
    del alone
    copying = ready.alone(CopyingCustomizer)
    what = "table to query levels to host"
    _decoded(what, copying, ready, repeat, report)


def _memory(
    what: str, customizing: Customizing, pool: int, ready: Ready, report: CrpReport
) -> None:
    """pool : device memory by CuPy's count."""
    levels, metric = ready.overlay.levels, customizing.metric
    down = sum(int(level.first_down[-1]) for level in levels) if metric.keep_all else 0
    stay = sum(level.host.shortcuts for level in metric.levels if level.stays)
    room = 0 if metric.workspace is None else int(metric.workspace.size)
    report.add(
        "customize",
        ready,
        what,
        overlay=customizing.overlay.nbytes + metric.nbytes,
        customizer=customizing.customizer.nbytes,
        pool=pool,
        kept=4 * sum(level.shortcuts for level in levels if level.kept),
        shortcuts=4 * (stay + room),
        down=4 * down,
    )


def _decoded(what: str, work: Customizing, ready: Ready, repeat: int, report: CrpReport) -> None:
    """From the metric's table on the host to the last level; arcs are priced on the device."""
    decoder, metric = ready.decoder, ready.roads.metric
    costs, turns = work.metric.arc_costs, metric.turn_ticks(ready.roads.graph.left_hand)

    def step() -> None:
        decoder.decode(metric, costs)
        work.customize(costs, turns)

    for _ in range(3):
        step()
    report.add("customize", ready, what, **figures(wall_timings_ms(step, repeat)))


def _cpu_customization(ready: Ready, report: CrpReport) -> None:
    host = ready.host
    for what, down in (("CPU, query levels only", False), ("CPU", True)):
        customize(host.overlay, ready.search, down=down)
        work = partial(customize, host.overlay, ready.search, down=down)
        timings = [timed(work).wall for _ in range(5)]
        report.add("customize", ready, what, **figures(timings), threads=ready.threads)


def _routing_kit(ready: Ready, report: CrpReport) -> None:
    graph = ready.roads.graph
    if graph.forbidden.count or graph.x is None or graph.vertices > LARGEST_ROUTING_KIT:
        report.skip("customize", ready, "RoutingKit knows no turns, needs places, and time")
        return
    try:
        from benchmarks.crp.cpu import _routing_kit
        from benchmarks.road_cpu import Roads
    except ImportError as error:
        report.skip("customize", ready, f"{error.name} is not there, for RoutingKit")
        return
    free = Weights(ready.roads.weights.arc_costs)
    with ready.clock("RoutingKit"):
        peer = _routing_kit(Roads(ready.roads.name, graph, free))
    if peer is None:
        report.skip("customize", ready, "routingkit_cch is not there")
        return
    peer.reset()
    timings = [timed(peer.reset).wall for _ in range(5)]
    lists = [timed(peer.costs).wall for _ in range(5)]
    more = {"of_it_a_list_ms": summary(lists)["median"], "threads": 1}
    report.add("customize", ready, "RoutingKit, turns free", **figures(timings), **more)


# -- all


MEASURES: dict[str, Callable[[Ready, int, CrpReport], None]] = {
    "customize": measure_customize,
    "isochrone": measure_isochrone,
    "slider": measure_slider,
    "table1": measure_table_1,
    "figure2": measure_figure_2,
    "table2": measure_table_2,
    "table3": measure_table_3,
}
ONLY = {"slider": ("new-york", "porto")}
"""Graphs of the parts that are for some graphs only."""


def run_parts(ready: Ready, parts: Sequence[str], repeat: int, report: CrpReport) -> None:
    """All parts on a graph; one that fails does not keep the others from running."""
    for part in parts:
        if ready.roads.name not in ONLY.get(part, GRAPHS):
            report.skip(part, ready, f"only for {', '.join(ONLY[part])}")
            continue
        try:
            with ready.clock(f"part {part}"):
                MEASURES[part](ready, repeat, report)
        except Exception:
            report.failed(part, ready, traceback.format_exc())
        gc.collect()


def warm_up(peers: bool) -> None:
    """Everything once on a small graph, so that nothing is compiled within a measured time."""
    graph = generated_network(40, 40, SEED)
    first = 0, int(graph.first_out[graph.head[0]])
    graph = replace(graph, forbidden=forbidden_turns([(first, ANY_VEHICLE)]))
    number = np.arange(graph.vertices, dtype=np.uint32)
    cells = [
        Level(size, -(-len(number) // size), number // np.uint32(size), False, size < 256)
        for size in (4, 32, 256)
    ]
    weights = METRIC.weights(graph)
    roads = CrpRoads("warm-up", graph, weights, METRIC, Partition.of_cells(cells), Path())
    ready = Ready(roads, CrpReport(None), peers=peers)
    start = (Start(0),)
    _ = ready.crp.solve(start).labels
    ready.decoder.weights(METRIC)
    Customizer(ready.on_device, engines={1: "global"}).new_metric()
    customize(ready.overlay, ready.search, keep_all=True)
    if peers:
        _ = ready.host.solve(start).reached
        CrpRouter(ready.host).states(Start(0), Start(1))
        NearFar(graph, weights).solve(start)
    Dijkstra(graph, weights).solve(start)
    ready.close()


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crp.gpu")
    parser.add_argument("--prepare", type=Path, help="folder of the shared road data")
    parser.add_argument("--roads", type=Path, required=True)
    parser.add_argument("--partitions", type=Path, required=True)
    parser.add_argument("--graphs", type=names(GRAPHS), default=GRAPHS)
    parser.add_argument("--parts", type=names(tuple(MEASURES)), default=tuple(MEASURES))
    parser.add_argument("--repeat", type=int, default=101)
    parser.add_argument("--no-peers", dest="peers", action="store_false")
    parser.add_argument(
        "--memory", type=int, default=0, metavar="MIB", help="of the device at most"
    )
    parser.add_argument("--out", type=Path, default=RESULTS)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 1 where bits differ or a part failed."""
    chosen = parsed(arguments)
    if chosen.prepare:
        prepare(chosen.prepare, chosen.roads, chosen.partitions)
        return 0
    report = CrpReport(chosen.out)
    limit_memory(chosen.memory)
    began = time.perf_counter()
    try:
        warm_up(chosen.peers)
    except Exception:  # what fails here fails again in its part, and the others are measured
        traceback.print_exc()
    print(f"kernels compiled or loaded in {time.perf_counter() - began:.1f} s", flush=True)
    for name in chosen.graphs:
        ready = Ready(opened(chosen.roads, chosen.partitions, name), report, peers=chosen.peers)
        run_parts(ready, chosen.parts, chosen.repeat, report)
        ready.close()
        del ready
    return 0 if report.good else 1


if __name__ == "__main__":
    sys.exit(main())
