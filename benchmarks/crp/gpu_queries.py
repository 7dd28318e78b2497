"""One to all on the device, and a step of a slider; parts of benchmarks/crp/gpu.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import cycle
from typing import Any

import numpy as np

from benchmarks.crp.gpu_ready import CrpReport, Ready, pool_bytes, within_limit
from benchmarks.measuring.device_timings import figures, medians, wall_timings_ms
from benchmarks.measuring.timings import timed
from benchmarks.measuring.traced import told
from core.errors import DeviceMemoryError
from core.solver import Start
from gpu.buffers import memory_limit
from gpu.roads.solvers.near_far import NearFar
from road.costs.profiles import CAR_SPEEDS
from road.properties import RoadClass
from road.results.travel_times import RoadTimes
from road.search.starts import RoadSources
from road.solvers.dijkstra import Dijkstra

SEED = 1
CHECKED_STARTS, CHECKED_LARGE = 3, 1
LARGE = 10_000_000
"""Vertices from which on a Dijkstra is expensive."""

CPU_REPEATS = 5
SLIDER_KMH = (70, 80, 90, 100, 110, 120)
STAGES = ("decode", "customize", "solve", "labels")


def measure_isochrone(ready: Ready, repeat: int, report: CrpReport) -> None:
    """Times of all states complete on the device, from the start that reaches most; told apart
    where memory is limited."""
    limit_mib, short = memory_limit() >> 20, within_limit()
    crp, graph = ready.crp, ready.roads.graph
    count = CHECKED_LARGE if graph.vertices > LARGE else CHECKED_STARTS
    drawn = np.random.default_rng(SEED).integers(0, graph.vertices, count).tolist()
    dijkstra = Dijkstra(graph, ready.roads.weights)
    same, sequential, reached = True, [], []
    for vertex in drawn:
        held: list[RoadTimes] = []
        sequential.append(timed(partial(_keep, dijkstra.solve, (Start(vertex),), held)).wall)
        found = crp.solve((Start(vertex),))
        same = same and np.array_equal(found.state_labels, held[0].state_labels)
        reached.append(found.reached)
        del found
    start = (Start(drawn[int(np.argmax(reached))]),)
    limit = crp.solve(start).max_seconds / 4
    timings = wall_timings_ms(lambda: crp.solve(start), repeat)
    _, _, kernels = told(crp.solve, start)
    about = {"same_bits": same, "starts": count, "reached": max(reached)}
    what = f"one to all{short}"
    report.add("isochrone", ready, what, **figures(timings), kernel_ms=kernels, **about)
    what = f"one to all, in the order of arcs{short}"
    try:
        timings = wall_timings_ms(lambda: crp.solve(start).in_order(), repeat)
        report.add("isochrone", ready, what, **figures(timings))
    except DeviceMemoryError as error:
        if not limit_mib:
            raise
        print(f"{what}: not measured, {error}")
    timings = wall_timings_ms(lambda: crp.solve(start, limit=limit), repeat)
    inside, expected = crp.solve(start, limit=limit), dijkstra.solve(start, limit=limit)
    same = np.array_equal(inside.state_labels, expected.state_labels)
    what = f"a quarter of the radius{short}"
    about = {"same_bits": same, "reached": inside.reached}
    report.add("isochrone", ready, what, **figures(timings), **about)
    del inside, expected
    lies: Any = {"far": ready.on_device.far, "begin_level": ready.on_device.begin_level}
    what = f"memory{short}"
    report.add("isochrone", ready, what, pool=pool_bytes(), limit_mib=limit_mib, **lies)
    if ready.peers:
        report.add("isochrone", ready, "Dijkstra on the CPU", **figures(sequential), threads=1)
        _peers(ready, start, limit, repeat, report)


def _keep(solve: Callable[..., RoadTimes], sources: RoadSources, held: list[RoadTimes]) -> None:
    held.append(solve(sources))


def _peers(ready: Ready, start: RoadSources, limit: float, repeat: int, report: CrpReport) -> None:
    right = ready.crp.solve(start).state_labels
    host = ready.host
    same = np.array_equal(host.solve(start).state_labels, right)
    timings = [timed(lambda: host.solve(start)).wall for _ in range(CPU_REPEATS)]
    more = {"same_bits": same, "threads": ready.threads}
    report.add("isochrone", ready, "CRP on the CPU", **figures(timings), **more)
    with ready.clock("near-far"):
        near_far = NearFar(ready.roads.graph, ready.roads.weights)
    same = np.array_equal(near_far.solve(start).state_labels, right)
    timings = wall_timings_ms(partial(near_far.solve, start), repeat)
    report.add("isochrone", ready, "near-far on the GPU", **figures(timings), same_bits=same)
    timings = wall_timings_ms(partial(near_far.solve, start, limit=limit), repeat)
    report.add("isochrone", ready, "near-far on the GPU, a quarter", **figures(timings))


def measure_slider(ready: Ready, repeat: int, report: CrpReport) -> None:
    """What a step of a slider costs until times of vertices are there to be drawn."""
    metric, decoder = ready.roads.metric, ready.decoder
    start = (Start(ready.roads.graph.vertices // 2),)
    speeds, solver = cycle(SLIDER_KMH), [ready.crp]
    stages: list[list[float]] = []

    def step() -> None:
        moved = replace(metric, speeds_kmh={**CAR_SPEEDS, RoadClass.MOTORWAY: next(speeds)})
        held: list[Any] = []
        work = (
            lambda: held.append(decoder.weights(moved)),
            lambda: solver.append(solver.pop().customize(held[0])),
            lambda: held.append(solver[0].solve(start)),
            lambda: held.append(held[1].labels),
        )
        stages.append([timed(stage).wall for stage in work])

    for _ in range(3):
        step()
    stages.clear()
    timings = wall_timings_ms(step, repeat)
    told = dict(zip(STAGES, medians(stages), strict=True))
    report.add("slider", ready, "a step", **figures(timings), stages_ms=told)
