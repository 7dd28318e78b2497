"""Tables 1 to 3 and figure 2 (left) of the paper, on our graphs.

Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014.
Ours differs in what a customization makes: matrices for one-to-all queries as well, unless told,
and memory then holds all levels and their costs at once.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import numba
import numpy as np

from app.timing.crp_paper import LEVEL_SIZES
from benchmarks.crp.gpu_ready import CrpReport, Customizing, Ready
from benchmarks.crp.pairs import PAIRS, Asked, asked
from benchmarks.instances.crp_roads import MEZZANINES, with_mezzanines
from benchmarks.measuring.device_timings import (
    EnergyMeter,
    device_timings_ms,
    figures,
    medians,
    wall_timings_ms,
)
from benchmarks.measuring.timings import timed, walls
from core.errors import ParameterError
from core.solver import Start
from experiments.copy_back.customizer import CopyingCustomizer
from experiments.microinstructions.code import packed_microcode
from experiments.microinstructions.device import by_microcode
from gpu.roads.crp.customization.customize import Customizer, Planner
from gpu.roads.crp.customization.several import SeveralCustomizers
from gpu.roads.crp.device_overlay import DeviceOverlay
from road.crp.customization.customize import customize, microcode_of
from road.crp.customization.report import Engine
from road.crp.device_layout.order import ordered
from road.crp.overlay.overlay import Overlay, overlay_of
from road.crp.overlay.rooted import thinned
from road.crp.query.point_to_point import CrpRouter
from road.graph import U32
from road.solvers.dijkstra import Dijkstra

MICRO_SIZES = (4, 11, 32, 90, 256)
"""Largest cells that microinstructions are tried on."""

ALONE = "GPU, query levels only"
"""Name of the row of table 2 that has the query levels only, copied to the host."""

LEFT_THERE = "GPU, query levels only, left on the devices"
"""Name of the rows of several GPUs, from which nothing is copied."""

CHECKED_PAIRS = 3
LARGE = 10_000_000
SEED = 1
CPU_REPEATS, CPU_S = 5, 15.0


def customizing_of(
    overlay: Overlay, engines: Mapping[int, Engine | Planner] | None = None, *, down: bool = True
) -> Customizing:
    """On a device overlay of its own; without `down` it keeps query levels only."""
    on_device = DeviceOverlay(overlay, 0)
    return Customizing(Customizer(on_device, engines=engines, down=down, keep_all=down))


# -- table 1


def measure_table_1(ready: Ready, repeat: int, report: CrpReport) -> None:
    """Mezzanine levels, by local and by global Bellman-Ford; the lowest level is always local."""
    with ready.clock("partitions with 0 to 4 mezzanine levels"):
        roads = ready.roads
        partitions = with_mezzanines(roads.graph, roads.partitions, roads.name, MEZZANINES)
    with ready.stream:
        for mezzanines, partition in partitions.items():
            overlay = ordered(overlay_of(ready.search, partition))
            numbers = range(1, len(overlay.levels))
            for engine in ("local", "global"):
                chosen: dict[int, Engine] = dict.fromkeys(numbers, "global")
                customizing = customizing_of(overlay, chosen if engine == "global" else None)
                row = _row_of_table_1(engine, customizing, ready, repeat)
                report.add("table1", ready, engine, mezzanines=mezzanines, **row)
                del customizing


def _row_of_table_1(
    wanted: str, customizing: Customizing, ready: Ready, repeat: int
) -> dict[str, Any]:
    """Levels -1 to 5, each with the mezzanine levels below it; None where a cell was too large."""
    replay = ready.replay_of(customizing)
    total = device_timings_ms(replay, repeat)
    times = medians([customizing.level_times() for _ in range(7)])
    rows: dict[int, list[float]] = {}
    unlike: set[int] = set()
    for plan, ms in zip(customizing.plans, times, strict=True):
        level = paper_level(customizing.overlay.levels[plan.number].size)
        rows.setdefault(level, []).append(ms)
        if plan.number and plan.engine != wanted:
            unlike.add(level)
    return {
        "level_ms": {k: None if k in unlike else round(sum(ms), 4) for k, ms in rows.items()},
        **figures(total),
        "all_by_this_engine": not unlike,
        "gpu_bytes": customizing.nbytes,
        "levels": len(customizing.plans),
    }


def paper_level(size: int) -> int:
    """The paper's number of the level that a size belongs to, -1 for cells of up to 4 vertices."""
    return next(k for k, largest in enumerate(LEVEL_SIZES) if size <= largest) - 1


# -- figure 2


def measure_figure_2(ready: Ready, repeat: int, report: CrpReport) -> None:
    """Microinstructions up to a level, local Bellman-Ford above, against none."""
    partition = thinned(ready.roads.partition)
    sizes = [level.size for level in partition.levels if level.size in MICRO_SIZES]
    with ready.stream:
        ready.customize(ready.customizing)  # whose costs are those to be equalled
        before: dict[bool, dict[str, Any]] = {}
        for down in (False, True):
            none = customizing_of(ordered(overlay_of(ready.search, partition)), down=down)
            before[down] = _ms_and_bytes(none, ready, repeat)
            report.add("figure2", ready, "none", up_to=0, down=down, **before[down])
            del none
        for size in sizes:
            overlay = ordered(overlay_of(ready.search, partition, smallest=size))
            for down in (False, True):
                try:
                    row = _microcode_up_to(size, overlay, down, ready, repeat)
                except ParameterError as error:
                    report.skip("figure2", ready, f"cells of {size}, down {down}: {error}")
                    continue
                relative = {
                    "time": round(row["ms"]["median"] / before[down]["ms"]["median"], 3),
                    "space": round(row["gpu_bytes"] / before[down]["gpu_bytes"], 3),
                }
                about = {"up_to": size, "down": down, "relative": relative}
                report.add("figure2", ready, f"up to {size}", **about, **row)


def _microcode_up_to(
    size: int, overlay: Overlay, down: bool, ready: Ready, repeat: int
) -> dict[str, Any]:
    """Time and memory; raises ParameterError for cells too large."""
    with ready.clock(f"microcode of cells of {size}{', down' if down else ''}"):
        code = packed_microcode(overlay, ready.roads.partition, down=down)
    customizing = customizing_of(overlay, {0: by_microcode(code, down=down)}, down=down)
    row = _ms_and_bytes(customizing, ready, repeat)
    told = {"triples": code.triples, "code_bytes": code.nbytes}
    return row | told | {"same_bits": _top_is_right(customizing, ready)}


def _ms_and_bytes(customizing: Customizing, ready: Ready, repeat: int) -> dict[str, Any]:
    timings = device_timings_ms(ready.replay_of(customizing), repeat)
    return {**figures(timings), "gpu_bytes": customizing.nbytes}


def _top_is_right(customizing: Customizing, ready: Ready) -> bool:
    """Shortcuts of all query levels against those of the device's usual levels.

    They are in another order: sorted, by level.
    """
    metric = ready.customizing.metric
    usual = {level.host.size: level for level in metric.levels if level.host.kept}
    for level in customizing.metric.levels:
        if level.host.kept:
            right = usual[level.host.size].shortcuts[: level.host.shortcuts].get()
            found = level.shortcuts[: level.host.shortcuts].get()
            if not np.array_equal(np.sort(found), np.sort(right)):
                return False
    return True


# -- table 2


def measure_table_2(ready: Ready, repeat: int, report: CrpReport) -> None:
    """One GPU, shortcuts copied to the host; several, each with its own; the CPU with one thread,
    four, all.

    A GPU makes the query levels alone, as in the paper, or all that queries on it need.
    """
    main, turns = main_bytes(ready), ready.roads.weights.turn_costs
    with ready.stream:
        alone = ready.alone(CopyingCustomizer)
        same = alone.keeps_bits_of(ready.customizing.metric)
        row = _one(alone, turns, repeat) | {"pool_bytes": alone.pool_bytes}
        report.add("table2", ready, ALONE, gpus=1, main_bytes=main, same_bits=same, **row)
        del alone
        one = Customizing(CopyingCustomizer(ready.on_device))
        for _ in range(3):
            ready.customize(one)
        row = _one(one, turns, repeat)
        report.add("table2", ready, "GPU", gpus=1, main_bytes=main, **row)
        del one
    _several(ready, main, repeat, report)
    if ready.peers:
        _cpu_rows(ready, report)


def _one(customizing: Customizing, turns: U32, repeat: int) -> dict[str, Any]:
    """A row of one GPU, costs of arcs being there."""
    costs = customizing.metric.arc_costs
    row = _row_of_table_2(partial(customizing.customize, costs, turns), (0,), repeat)
    return {"gpu_bytes": customizing.nbytes, **row}


def _row_of_table_2(work: Any, devices: tuple[int, ...], repeat: int) -> dict[str, Any]:
    """Wall time, and energy of all GPUs of the row."""
    timings = wall_timings_ms(work, repeat)
    return {**figures(timings), **EnergyMeter(devices).of(work)}


def _several(ready: Ready, main: int, repeat: int, report: CrpReport) -> None:
    import cupy

    weights = ready.roads.weights
    found = cupy.cuda.runtime.getDeviceCount()
    if found < 2:
        report.skip("table2", ready, f"2 and 4 GPUs, of which there are {found}")
    for count in (2, 4):
        if count > found:
            continue
        devices = tuple(range(count))
        with ready.clock(f"{count} GPUs"):
            customizers = SeveralCustomizers(ready.overlay, devices, down=False, keep_all=False)
            costs = _costs_on(customizers, weights.arc_costs)

        def work(customizers: Any = customizers, costs: Any = costs) -> None:
            customizers.customize(costs, weights.turn_costs)
            customizers.wait()

        for _ in range(3):
            work()
        same = _keep_bits(customizers, ready)
        row = _row_of_table_2(work, devices, repeat)
        shares = [round(part.milliseconds, 3) for part in customizers.parts]
        space = {"main_bytes": main, "gpu_bytes": int(customizers.nbytes)}
        row |= {"same_bits": same, "shares_ms": shares}
        report.add("table2", ready, LEFT_THERE, gpus=count, **space, **row)
        del customizers, costs, work


def _costs_on(customizers: Any, arc_costs: U32) -> list[Any]:
    """For each part a copy on its device, as a decoder there would leave them."""
    import cupy

    copies = []
    for part in customizers.parts:
        with cupy.cuda.Device(part.device):
            copies.append(cupy.asarray(arc_costs))
            cupy.cuda.runtime.deviceSynchronize()
    return copies


def _keep_bits(customizers: SeveralCustomizers, ready: Ready) -> bool:
    """Whether the shortcuts of all query levels are those on the one device."""
    return all(
        np.array_equal(
            customizers.fetch(level.number), level.shortcuts[: level.host.shortcuts].get()
        )
        for level in ready.customizing.metric.levels
        if level.host.kept
    )


def _cpu_rows(ready: Ready, report: CrpReport) -> None:
    overlay, all_threads = ready.host.overlay, ready.threads
    code = microcode_of(overlay) or ()
    done = ready.host.customized
    main = main_bytes(ready) + sum(array.nbytes for array in code) + done.kept.nbytes
    for threads in sorted({1, min(4, all_threads), all_threads}):
        with using_threads(overlay, threads):
            customize(overlay, ready.search, down=False)
            until = time.perf_counter() + CPU_S
            timings: list[float] = []
            while len(timings) < CPU_REPEATS and (not timings or time.perf_counter() < until):
                timings.append(timed(lambda: customize(overlay, ready.search, down=False)).wall)
        row = figures(timings)
        report.add("table2", ready, "CPU", threads=threads, main_bytes=main, gpu_bytes=0, **row)


@contextmanager
def using_threads(overlay: Overlay, threads: int) -> Iterator[None]:
    """So many for what is divided anew, the overlay's cells included."""
    before = numba.get_num_threads()
    try:
        numba.set_num_threads(threads)
        overlay.__dict__.pop("work_partition", None)
        yield
    finally:
        numba.set_num_threads(before)
        overlay.__dict__.pop("work_partition", None)


def main_bytes(ready: Ready) -> int:
    """Memory of the host that queries need besides costs: steps, and the CPU's overlay."""
    search = ready.search
    own = search.first_out.nbytes + search.head.nbytes
    return own + (ready.host.overlay.nbytes if ready.peers else ready.overlay.nbytes)


# -- table 3


def measure_table_3(ready: Ready, repeat: int, report: CrpReport) -> None:
    """A row for each graph: set-up, space, customization, queries on the CPU."""
    with ready.stream:
        replay = ready.replay_of(ready.customizing)
        timings = device_timings_ms(replay, repeat)
    seconds, levels = ready.roads.seconds, ready.overlay.levels
    parts = ("search graph", "overlay", "device", "decoder", "CPU overlay", "router")
    router = _router(ready) if ready.peers else None
    asked = _queries(ready, router) if router is not None else {}
    report.add(
        "table3",
        ready,
        "row",
        cost=ready.roads.weights.name,
        partition_s=seconds.get("partition"),
        set_up_s=round(sum(seconds.get(part, 0.0) for part in parts), 2),
        main_bytes=main_bytes(ready),
        gpu_bytes=ready.customizing.nbytes,
        **figures(timings),
        shortcut_bytes=4 * sum(level.shortcuts for level in levels if level.kept),
        **asked,
    )


def _router(ready: Ready) -> CrpRouter:
    host = ready.host
    with ready.clock("router"):
        return CrpRouter(host)


def _queries(ready: Ready, router: CrpRouter) -> dict[str, Any]:
    """Random pairs, each asked once for the cost and once for the way."""
    vertices = ready.roads.graph.vertices
    pairs = np.random.default_rng(SEED).integers(0, vertices, (PAIRS, 2)).tolist()
    costs, ways = (asked(router, ask, pairs) for ask in (router.ticks, router.states))
    return {
        "pairs": PAIRS,
        "settled": costs.settled,
        "cost_ms": _with_mean(costs),
        "way_ms": _with_mean(ways),
        "same_bits": _pairs_are_right(ready, router, pairs),
    }


def _with_mean(found: Asked) -> dict[str, Any]:
    mean = round(statistics.fmean(timing.wall for timing in found.timings), 4)
    return walls(found.timings) | {"mean": mean}


def _pairs_are_right(ready: Ready, router: CrpRouter, pairs: Sequence[Sequence[int]]) -> bool:
    """Some of them against Dijkstra's labels."""
    graph = ready.roads.graph
    dijkstra = Dijkstra(graph, ready.roads.weights)
    checked = pairs[: 1 if graph.vertices > LARGE else CHECKED_PAIRS]
    return all(
        router.ticks(Start(u), Start(v)) == int(dijkstra.solve((Start(u),)).labels[v])
        for u, v in checked
    )
