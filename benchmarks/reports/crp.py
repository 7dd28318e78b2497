"""Tables of customizable route planning: a summary, the CPU, pairs, partition, the slider."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import product

from benchmarks.measuring.timings import STEP_PARTS
from benchmarks.reports import crp_tables as paper
from benchmarks.reports.book import MISSING, NOTHING, Book, Kept, measured, number, table

GRAPHS = ("new-york", "florida", "porto", "synthetic-5m", "synthetic-18m", "harder-18m")

_ROWS = (
    ("customize", "kernels, query levels only", "customization, query levels only"),
    ("customize", "kernels", "… and all that queries on the device need"),
    (
        "customize",
        "table to query levels to host",
        "… query levels, from the metric's table to the host",
    ),
    ("isochrone", "one to all", "one to all"),
    ("isochrone", "one to all, in the order of arcs", "… and brought into the order of arcs"),
    ("isochrone", "a quarter of the radius", "… within a quarter of the radius"),
    ("slider", "", "a step of a slider until times of vertices are on the host"),
)


_ON_SEVERAL = (
    ("GPU, query levels only", "copied to the host"),
    ("GPU, query levels only, left on the devices", "left there"),
)
"""Rows of table 2, of which the first was measured while copying was a part of customization."""


def one_to_all(book: Book, graph: str) -> Kept:
    return book.newest("crp_gpu", part="isochrone", graph=graph, what="one to all")


def crp_gpu(book: Book) -> list[str]:
    rows, used = [], []
    for part, what, name in _ROWS:
        wanted = {"part": part, "what": what} if what else {"part": part}
        found = [book.newest("crp_gpu", graph=graph, **wanted) for graph in GRAPHS]
        used += found
        cells = (k.text("ms", "median") if k.record else "–" for k in found)
        rows.append((f"{name}, ms", *cells))
    for gpus, (what, name) in product((2, 4), _ON_SEVERAL):
        newest = partial(book.newest, "crp_gpu", part="table2", what=what, gpus=gpus)
        found = [newest(graph=graph) for graph in GRAPHS]
        if any(k.record for k in found):
            used += found
            cells = (k.text("ms", "median") if k.record else "–" for k in found)
            rows.append((f"customization on {gpus} GPUs, query levels {name}, ms", *cells))
    return [*table(("", *GRAPHS), rows), "", *measured(used)]


def crp_tables(book: Book) -> list[str]:
    """All tables of the paper, of records from a clean commit."""
    records = (kept.record for kept in book.all("crp_gpu"))
    return paper.markdown(paper.newest(records)).rstrip("\n").splitlines()


def crp_cpu(book: Book) -> list[str]:
    """What `benchmarks.crp.cpu` timed on the processor's clock and the wall's."""
    last: dict[tuple[str, str], Kept] = {}
    for kept in book.all("crp_cpu", benchmark="crp-cpu"):
        if "wall_ms" in kept.record:
            last[kept.record["graph"], kept.record["what"]] = kept
    rows = [
        (graph, what, kept.text("wall_ms", "median"), kept.text("cpu_ms", "median"))
        for (graph, what), kept in last.items()
    ]
    header = ("graph", "on the CPU", "ms", "processor ms")
    return [*table(header, rows), "", *measured(last.values())]


def crp_pairs(book: Book) -> list[str]:
    """Between two places."""
    last: dict[tuple[str, str], dict[str, Kept]] = {}
    for kept in book.all("crp_cpu", benchmark="crp-pairs"):
        record = kept.record
        last.setdefault((record["graph"], record["by"]), {})[record["what"]] = kept
    rows, used = [], []
    for (graph, by), found in last.items():
        cost, way = found.get("cost", NOTHING), found.get("way", NOTHING)
        check = found.get("costs compared with Dijkstra's", NOTHING)
        ready, search = found.get("ready", NOTHING), found.get("by Dijkstra", NOTHING)
        used += [cost, way, check, ready, search]
        differing = f"{check.value('differing')} of {check.value('n')}" if check.record else MISSING
        rows.append(
            (
                graph,
                by,
                cost.text("wall_ms", "median"),
                way.text("wall_ms", "median"),
                cost.text("settled"),
                cost.text("set_up_s"),
                ready.text("cpu_ms", "median"),
                search.text("cpu_ms", "median"),
                check.text("process_gib"),
                differing,
            )
        )
    header = (
        "graph", "by", "cost, ms", "with the way, ms", "settled", "set-up, s",
        "for ways alone, processor ms", "by Dijkstra, processor ms", "process, GiB",
        "costs unlike Dijkstra's",
    )  # fmt: skip
    return [*table(header, rows), "", *measured(used)]


def crp_partition(book: Book) -> list[str]:
    found = book.by("instance", "crp_partition")
    rows = [
        (
            name,
            f"{kept.value('vertices'):,}",
            kept.text("seconds"),
            kept.text("cpu_seconds"),
            str(kept.value("threads")),
            kept.text("peak_process_gib"),
        )
        for name, kept in found.items()
    ]
    header = ("partition", "vertices", "s", "processor s", "threads", "process, GiB")
    return [*table(header, rows), "", *measured(found.values())]


def slider(book: Book) -> list[str]:
    """A step until the new picture is painted, and the parts that it is made of."""
    found = {(k.record["vertices"], k.record["backend"]): k for k in book.all("slider_window")}
    rows = []
    for (vertices, backend), kept in sorted(found.items(), key=lambda each: each[0]):
        parts = (kept.text("ms", part, "median") for part in ("customize", "solve", "draw"))
        whole = (kept.text("ms", part, "median") for part in STEP_PARTS)
        megabytes = kept.text("picture_bytes", "median", times=1e-6)
        ends = " to ".join(number(kept.value("ms", "step", end)) for end in ("min", "max"))
        step = (kept.text("ms", "step", which) for which in ("median", "p95", "p99"))
        longer = kept.text("longer")
        rows.append((
            f"{vertices:,}", backend, *step, ends, longer, *parts, *whole, megabytes,
            str(kept.value("n")),
        ))  # fmt: skip
    header = (
        "vertices", "solved on", "a step, ms", "95 %", "99 %", "from, to", "steps above 33 ms",
        "customization", "solve", "drawing", *STEP_PARTS, "picture, MB", "n",
    )  # fmt: skip
    return [*table(header, rows), "", *measured(found.values())]


TABLES: Mapping[str, Callable[[Book], list[str]]] = {
    "crp-gpu": crp_gpu,
    "crp-tables": crp_tables,
    "crp-cpu": crp_cpu,
    "crp-pairs": crp_pairs,
    "crp-partition": crp_partition,
    "slider": slider,
}
