"""Tables of roads: one to all on the CPU and the GPU, import, decoding."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.reports.book import MISSING, NOTHING, Book, Kept, measured, number, table

SOLVERS = (
    "dijkstra", "near-far", "bellman-ford", "adaptive-threads", "adaptive-threads, all",
    "adaptive-threads, listed", "SciPy", "igraph", "NetworKit",
)  # fmt: skip

GRAPHS = {
    "luxembourg": "Luxembourg, made-up costs",
    "new-york": "New York, time",
    "new-york-distance": "New York, distance",
    "florida": "Florida, made-up costs",
    "synthetic-5m": "tiles of New York, time",
    "synthetic-18m": "tiles of New York, time",
}


def road_cpu(book: Book) -> list[str]:
    """Medians of every solver on every graph, of one thread where it has no more."""
    graphs = list(book.by("graph", "road_cpu"))
    used, rows = [], []
    for solver in SOLVERS:
        found = [book.newest("road_cpu", graph=graph, solver=solver) for graph in graphs]
        used += found
        cells = (kept.text("wall_ms", "median") if kept.record else "–" for kept in found)
        rows.append((solver, *cells))
    rows.append(("best of ours against SciPy", *(_against(book, graph) for graph in graphs)))
    return [*table(("one to all, ms", *graphs), rows), "", *measured(used)]


def _against(book: Book, graph: str) -> str:
    scipy = book.newest("road_cpu", graph=graph, solver="SciPy")
    ours = [book.newest("road_cpu", graph=graph, solver=s) for s in ("dijkstra", "near-far")]
    if not scipy.record or not all(kept.record for kept in ours):
        return "–"
    best = min(kept.value("wall_ms", "median") for kept in ours)
    return f"{number(scipy.value('wall_ms', 'median') / best, 2)}×"


def road_gpu(book: Book) -> list[str]:
    rows, used = [], []
    for graph, name in GRAPHS.items():
        kept = book.newest("road_gpu", part="near-far", graph=graph)
        used.append(kept)
        rows.append(
            (
                name,
                f"{kept.value('vertices'):,}" if kept.record else "–",
                kept.text("ms", "median"),
                kept.text("ms_with_copy"),
                kept.text("cpp_dijkstra_ms", "median"),
                kept.text("speedup"),
                str(kept.value("n") or "–"),
            )
        )
    header = (
        "`near-far`, ms", "vertices", "labels on the device", "copied to the host",
        "C++ Dijkstra", "times as fast", "n",
    )  # fmt: skip
    return [*table(header, rows), "", *measured(used)]


def road_adaptive(book: Book) -> list[str]:
    """Figure 7 of Suzuki's paper on our graphs."""
    rows, used = [], []
    for graph, name in GRAPHS.items():
        kept = book.newest("road_gpu", part="adaptive", graph=graph)
        if not kept.record:
            continue
        used.append(kept)
        ms = [kept.text("ms", key, "median") for key in ("ADAPTIVE", "ALL_ELEMENTS", "LISTED_ONLY")]
        better = f"{100 * kept.value('better_than', 'all_elements'):.0f} %"
        rows.append((name, f"{kept.value('vertices'):,}", *ms, better, str(kept.value("n"))))
    header = (
        "`adaptive-threads`, ms", "vertices", "adaptive", "all states always", "lists always",
        "better than all (aim 15 %)", "n",
    )  # fmt: skip
    return [*table(header, rows), "", *measured(used)]


def road_widths(book: Book) -> list[str]:
    """`near-far` over a fixed Δ."""
    rows, used = [], []
    widths: list[float] = []
    for graph in ("new-york", "florida", "synthetic-5m"):
        found = book.by("mean_arcs", "road_gpu", part="widths", graph=graph)
        widths = widths or list(found)
        kept = [found.get(width, NOTHING) for width in widths]
        used += kept
        rows.append((f"{graph}, ms", *(k.text("ms", "median") for k in kept)))
    visits = book.by("mean_arcs", "road_gpu", part="widths", graph="synthetic-5m")
    cells = (visits.get(width, NOTHING).text("visits_per_vertex") for width in widths)
    rows.append(("visits a vertex, synthetic-5m", *cells))
    return [*table(("fixed Δ, mean arcs", *map(number, widths)), rows), "", *measured(used)]


def road_thresholds(book: Book) -> list[str]:
    """Figure 8 of Suzuki's paper, 5.3 million vertices."""
    found = book.by("to_all_us", "road_gpu", part="thresholds", graph="synthetic-5m")
    cells = (kept.text("ms", "median") for kept in found.values())
    return [
        *table(("`to_all_us`, 5.3 M", *map(number, found)), [("ms", *cells)]),
        "",
        *measured(found.values()),
    ]


def osm_import(book: Book) -> list[str]:
    """Against osmium alone on the same file."""
    files = list(book.by("instance", "osm_import"))
    if not files:
        return [f"{MISSING} from a clean commit (`python -m benchmarks.osm_import FILE …`)."]
    rows, used = [], []
    for name in files:
        found = {w: book.newest("osm_import", instance=name, what=w) for w in _OSM}
        used += list(found.values())
        speeds = [kept.text("mb_per_s", "median") for kept in found.values()]
        rows.append((name, *speeds, _share(found["import"], found["iterate"])))
    header = ("megabytes a second", *_OSM, "import of iterate")
    return [*table(header, rows), "", *measured(used)]


_OSM = ("import", "iterate", "decode")


def _share(ours: Kept, theirs: Kept) -> str:
    if not (ours.record and theirs.record):
        return MISSING
    share = ours.value("mb_per_s", "median") / theirs.value("mb_per_s", "median")
    return f"{share:.0%}"


def road_decode(book: Book) -> list[str]:
    """The metric decoder on the CPU and on the GPU."""
    last = {
        (kept.record["graph"], kept.record["metric"]): kept
        for kept in book.all("road_decode", part="decode")
    }
    if not last:
        return [f"{MISSING} from a clean commit (`python -m benchmarks.road_decode`)."]
    ways = ("cpu", "device", "to_host", "to_new_pages")
    rows = [
        (f"{graph}, {metric}", *(kept.text("ms", way, "median") for way in ways))
        for (graph, metric), kept in last.items()
    ]
    return [*table(("decoding, ms", *ways), rows), "", *measured(last.values())]


TABLES: Mapping[str, Callable[[Book], list[str]]] = {
    "road-cpu": road_cpu,
    "road-gpu": road_gpu,
    "road-adaptive": road_adaptive,
    "road-widths": road_widths,
    "road-thresholds": road_thresholds,
    "osm-import": osm_import,
    "road-decode": road_decode,
}
