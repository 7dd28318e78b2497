"""Tables of terrain: on the CPU against peers, on the GPU, out of core, what a trace costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from benchmarks.reports.book import MISSING, NOTHING, Book, Kept, measured, number, table

OURS = "tiled"
SIDES = (2000, 5000, 10000, 20000)
AIM_MS = {2000: 2, 5000: 4, 10000: 7, 20000: 15}
"""Milliseconds of `tiled` on one H200, barriers kept, that were aimed at."""

AIM_TIMES = {"scikit-image": 15, "C++ Dijkstra": 5}
"""Factors by which `tiled` was to be faster than a peer, on two cores at 2000² and above."""


def _fractal(side: int) -> str:
    return f"fractal {side}x{side} seed 1"


# -- on the CPU


def by_solver(records: Iterable[Kept]) -> dict[tuple[str, str], Kept]:
    """What counts of each solver on each grid."""
    return {
        (kept.record["grid"]["name"], kept.record["solver"]): kept
        for kept in records
        if "wall_ms" in kept.record
    }


def _on_cpu(book: Book) -> dict[tuple[str, str], Kept]:
    return by_solver(book.all("terrain_cpu", benchmark="terrain-cpu"))


def tiled_on_cpu(book: Book, side: int) -> Kept:
    """Our default solver on fractal terrain of a side."""
    return _on_cpu(book).get((f"fractal {side}²", OURS), NOTHING)


def _ratio(theirs: Kept, ours: Kept) -> str:
    if not (theirs.record and ours.record):
        return MISSING
    times = theirs.value("wall_ms", "median") / ours.value("wall_ms", "median")
    return f"{number(times)}×"


def table_of_solvers(found: Mapping[tuple[str, str], Kept]) -> list[str]:
    """Records by grid and solver, whether they agree with Dijkstra; rounds of ours follow."""
    rows = [
        (
            grid,
            solver,
            kept.text("wall_ms", "median"),
            kept.text("wall_ms", "min"),
            f"{kept.value('wall_ms', 'spread'):.0%}",
            kept.text("cpu_ms", "median"),
            kept.text("mcells_per_s"),
            _ratio(kept, found.get((grid, OURS), NOTHING)),
            str(kept.value("n")),
            f"{'yes' if kept.value('agrees') else 'NO'} ({kept.value('agreement')})",
        )
        for (grid, solver), kept in found.items()
    ]
    header = (
        "grid", "solver", "ms", "min", "spread", "CPU ms", "Mcell/s", "tiled is faster", "n",
        "agrees",
    )  # fmt: skip
    counted = [
        f"{grid}: {kept.value('rounds')} rounds, {kept.value('visits_per_tile')} visits a tile"
        for (grid, solver), kept in found.items()
        if solver == OURS
    ]
    return [*table(header, rows), "", f"{'; '.join(counted)}."]


def terrain_cpu(book: Book) -> list[str]:
    found = _on_cpu(book)
    return [*table_of_solvers(found), "", *measured(found.values())]


def terrain_targets(book: Book) -> list[str]:
    """What was aimed at on two cores, and what the records say."""
    found = _on_cpu(book)
    rows = []
    for peer, aim in AIM_TIMES.items():
        got = [
            f"{_ratio(found.get((grid, peer), NOTHING), found.get((grid, OURS), NOTHING))} at {at}"
            for grid, at in (("fractal 2000²", "2000²"), ("fractal 5000²", "5000²"))
        ]
        rows.append((f"≥ {aim} × {peer} at 2000² and above", ", ".join(got)))
    memory = {
        kept.record["grid"]["dtype"]: kept
        for kept in book.all("terrain_cpu", benchmark="terrain-memory")
    }
    told = [
        f"{kept.text('bytes_per_cell')} {dtype}, with the speeds "
        f"{kept.text('bytes_per_cell_with_speeds')}"
        for dtype, kept in memory.items()
    ]
    rows.append(("peak memory ≤ 20 bytes a cell", "; ".join(told) or MISSING))
    window = book.newest("cold_start", what="window")
    rows.append(("second start to the first picture ≤ 10 s", _later(window)))
    return table(("target", "got"), rows)


def _later(kept: Kept) -> str:
    return f"{kept.text('later_s', 'median')} s (n = {kept.value('n')})" if kept.record else MISSING


COLD_STARTS = "window", "window, roads", "demo"


def cold_start(book: Book) -> list[str]:
    found = {what: book.newest("cold_start", what=what) for what in COLD_STARTS}
    rows = [(what, kept.text("first_s"), _later(kept)) for what, kept in found.items()]
    header = ("from start to finish", "first, which compiles, s", "later, s")
    return [*table(header, rows), "", *measured(found.values())]


# -- on the GPU


def _solved(book: Book, side: int, zero: float) -> Kept:
    return book.newest("terrain_gpu", part="solve", grid=_fractal(side), zero_speed_kmh=zero)


def terrain_gpu(book: Book) -> list[str]:
    used, rows = [], []
    for side in SIDES:
        kept, open_ground = _solved(book, side, 0.0), _solved(book, side, 1.0)
        used += [kept, open_ground]
        rows.append(
            (
                f"{side}²",
                kept.text("ms", "median"),
                kept.text("gcell_per_s"),
                open_ground.text("ms", "median"),
                str(AIM_MS[side]),
                str(kept.value("n") or "–"),
                kept.text("cpu_tiled_ms", "median"),
            )
        )
    header = (
        "`tiled`, ms", "barriers kept", "Gcell/s", "barriers at 1 km/h", "aim", "n",
        "our `tiled` on the CPU of that machine, ms",
    )  # fmt: skip
    return [*table(header, rows), "", *measured(used)]


def terrain_gpu_more(book: Book) -> list[str]:
    cpp = book.newest("terrain_gpu", part="cpp", same_bits=True)
    peer = book.newest("terrain_gpu", part="peer", same_cells=True)
    view = book.newest("terrain_gpu", part="view")
    opened = book.newest("terrain_gpu", part="open")
    rows = [
        ("C++ Dijkstra, 10000²", cpp.text("ms", "median", unit=" ms"), "same bits"),
        (
            "xarray-spatial `cost_distance` on CuPy, 5000²",
            peer.text("ms", "median", unit=" ms"),
            "same cells, to "
            + peer.text("largest_relative_difference", unit="·10⁻⁵", digits=1, times=1e5),
        ),
        (
            "class image of 1600 × 1000 from 20000²",
            view.text("ms", "median", unit=" ms"),
            "aim 2 ms",
        ),
        (
            "20000² GeoTIFF (deflated): open to first picture",
            opened.text("first_picture_s", unit=" s")
            + ", reading "
            + opened.text("read_s", unit=" s"),
            "aim 6 s",
        ),
        (
            "moved start to new picture, 20000²",
            opened.text("drag_ms", "median", unit=" ms"),
            "aim 50 ms",
        ),
    ]
    return [*table(("", "took", ""), rows), "", *measured((cpp, peer, view, opened))]


def out_of_core(book: Book) -> list[str]:
    used, rows = [], []
    for side in (40000, 50000):
        for gpus in (1, 2):
            grid = f"mirrored {side}x{side}"
            kept = book.newest("out_of_core_gpu", part="solve", grid=grid, gpus=gpus)
            if not kept.record:
                continue
            used.append(kept)
            rows.append(
                (
                    f"{side}²",
                    str(gpus),
                    kept.text("used_mib"),
                    kept.text("ms", "median"),
                    str(kept.value("n")),
                    kept.text("ns_per_cell"),
                    kept.text("times_in_memory"),
                )
            )
    header = (
        "`out-of-core`", "GPUs", "MiB used", "ms", "n", "ns a cell",
        "times that of 20000² in memory (aim 4)",
    )  # fmt: skip
    return [*table(header, rows), "", *measured(used)]


def out_of_core_blocks(book: Book) -> list[str]:
    """Over the side of a block: 40000² in 2 GiB, barriers kept and turned to slow ground."""
    kept = {zero: book.by("block", "out_of_core_gpu", part="blocks", zero_speed_kmh=zero)
            for zero in (0.0, 1.0)}  # fmt: skip
    rows = []
    for side in kept[0.0]:
        cells = []
        for found in kept.values():
            of_side = found.get(side, NOTHING)
            cells += [of_side.text("ms", "median"), of_side.text("moved_gb", digits=2)]
        rows.append((str(side), f"{kept[0.0][side].value('slots'):,}", *cells))
    header = ("side", "slots", "barriers kept, ms", "GB moved", "at 1 km/h, ms", "GB moved")
    used = [*kept[0.0].values(), *kept[1.0].values()]
    return [*table(header, rows), "", *measured(used)]


def near_far_gpu(book: Book) -> list[str]:
    """Milliseconds over Δ on 10000² cells."""
    rows, used = [], []
    widths = ("dynamic", 10, 20, 50, 100, 200, 500, 1000)
    for zero, name in ((0.0, "kept"), (1.0, "at 1 km/h")):
        found = book.by(
            "delta_seconds", "near_far_gpu",
            part="sweep", grid=_fractal(10000), zero_speed_kmh=zero,
        )  # fmt: skip
        kept = [found.get(width, NOTHING) for width in widths]
        used += kept
        rows.append((name, *(k.text("ms", "median") for k in kept), kept[0].text("speedup")))
    header = ("barriers, Δ in s", *map(str, widths), "times our sequential Dijkstra, dynamic")
    return [*table(header, rows), "", *measured(used)]


def bellman_ford_gpu(book: Book) -> list[str]:
    """On fractal terrain, beside `near-far` on the same device and Dijkstra on its host."""
    grid, rows, used = _fractal(2000), [], []
    for zero, name in ((0.0, "kept"), (1.0, "at 1 km/h")):
        wanted = {"grid": grid, "zero_speed_kmh": zero}
        own = book.newest("near_far_gpu", part="bellman-ford", **wanted)
        near = book.newest("near_far_gpu", part="sweep", delta_seconds="dynamic", **wanted)
        used += [own, near]
        rows.append(
            (
                name,
                own.text("rounds", digits=4),
                own.text("ms", "median"),
                near.text("ms", "median"),
                own.text("dijkstra_ms"),
            )
        )
    header = ("2000², barriers", "rounds", "`bellman-ford`, GPU, ms", "`near-far`, GPU, ms",
              "Dijkstra on the CPU, ms")  # fmt: skip
    return [*table(header, rows), "", *measured(used)]


def narrow_gpu(book: Book) -> list[str]:
    """Where the front is narrow, `near-far` on the GPU loses to a sequential Dijkstra."""
    found = book.by("grid", "near_far_gpu", part="narrow")
    rows = [
        (grid, kept.text("ms", "median"), kept.text("dijkstra_ms")) for grid, kept in found.items()
    ]
    return [
        *table(("a narrow front", "`near-far`, ms", "Dijkstra on the CPU, ms"), rows),
        "",
        *measured(found.values()),
    ]


def adaptive_gpu(book: Book) -> list[str]:
    """Figure 7 of the paper: the three variants on each grid."""
    found = book.by("grid", "adaptive_gpu", part="solve")
    rows = []
    for grid, kept in found.items():
        # Records of before the variant was the same on roads call it otherwise.
        every = "ALL_CELLS" if kept.value("ms", "ALL_CELLS") else "ALL_ELEMENTS"
        better = [
            f"{100 * kept.value('better_than', key):.0f} %"
            for key in (every.lower(), "listed_only")
        ]
        ms = (kept.text("ms", key, "median") for key in (every, "LISTED_ONLY", "ADAPTIVE"))
        rows.append((grid, *ms, *better, str(kept.value("n"))))
    header = (
        "`adaptive-threads`, ms", "all cells", "lists", "adaptive", "less than all", "than lists",
        "n",
    )  # fmt: skip
    return [*table(header, rows), "", *measured(found.values())]


def adaptive_thresholds(book: Book) -> list[str]:
    """Figure 8: milliseconds over the threshold on the plain beside the valley."""
    grid = "plain and valley 5000x5000 seed 1"
    found = book.by("to_all_us", "adaptive_gpu", part="thresholds", grid=grid)
    cells = [
        kept.text("ms", "median") if isinstance(kept.value("ms"), dict) else kept.text("ms")
        for kept in found.values()
    ]
    return [
        *table(("`to_all_us`", *(number(width) for width in found)), [("ms", *cells)]),
        "",
        *measured(found.values()),
    ]


def real_speeds(book: Book) -> list[str]:
    """What cells of other types cost beside cells of a byte, on the CPU and on a GPU."""
    found: dict[tuple[str, str, str], Kept] = {}
    for file, device in (("real_speeds", "CPU"), ("terrain_gpu", "GPU")):
        for kept in book.all(file, part="real"):
            found[device, kept.record["grid"], kept.record["values"]] = kept
    if not found:
        return [f"{MISSING} from a clean commit (`python -m benchmarks.real_speeds`)."]
    rows = [
        (*key, kept.text("first_ms"), kept.text("ms", "median"), kept.text("ratio"))
        for key, kept in found.items()
    ]
    header = ("solved on", "grid", "cells", "first, ms", "later, ms", "times a byte's (aim 1.5)")
    return [*table(header, rows), "", *measured(found.values())]


# -- what a trace costs


def _trace_of(kept: Kept) -> tuple[float, float] | None:
    """(silent, traced) milliseconds."""
    if "silent_ms" in kept.record:
        return kept.record["silent_ms"], kept.record["traced_ms"]
    ms = kept.value("ms")
    return (ms["silent"]["median"], ms["traced"]["median"]) if ms else None


def trace_costs(book: Book) -> list[str]:
    """Every solve that was timed with and without a trace."""
    rows, used = [], []
    for file, solver in (
        ("terrain_cpu", ""),
        ("terrain_gpu", "`tiled`, GPU"),
        ("near_far_gpu", "`near-far`, GPU"),
        ("adaptive_gpu", "`adaptive-threads`, GPU"),
        ("road_gpu", ""),
    ):
        last: dict[tuple[str, str], Kept] = {}
        for kept in book.all(file, part="traced"):
            told = kept.record.get("algorithm", "")
            where = kept.record.get("grid") or kept.record.get("graph")
            name = str(where["name"] if isinstance(where, dict) else where)
            device = "CPU" if file.endswith("cpu") else "GPU"
            last[solver or f"`{told}`, {device}", name] = kept
        for (name, where), kept in last.items():
            pair = _trace_of(kept)
            if pair is None:
                continue
            used.append(kept)
            cost = f"{100 * (pair[1] / pair[0] - 1):.1f} %"
            rows.append((name, where, number(pair[0]), number(pair[1]), cost, str(kept.value("n"))))
    header = ("a trace", "on", "silent, ms", "traced, ms", "costs (aim 3 %)", "n")
    return [*table(header, rows), "", *measured(used)]


TABLES: Mapping[str, Callable[[Book], list[str]]] = {
    "terrain-cpu": terrain_cpu,
    "terrain-targets": terrain_targets,
    "cold-start": cold_start,
    "terrain-gpu": terrain_gpu,
    "terrain-gpu-more": terrain_gpu_more,
    "out-of-core": out_of_core,
    "out-of-core-blocks": out_of_core_blocks,
    "near-far-gpu": near_far_gpu,
    "bellman-ford-gpu": bellman_ford_gpu,
    "narrow-gpu": narrow_gpu,
    "adaptive-gpu": adaptive_gpu,
    "adaptive-thresholds": adaptive_thresholds,
    "real-speeds": real_speeds,
    "trace-costs": trace_costs,
}
