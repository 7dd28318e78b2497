"""The table of many-to-many: every method on the same origins."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.reports.book import MISSING, Book, measured, number, table

NAMES = {
    "phast-gpu": "`phast` on the GPU, batches of up to 256",
    "warp-heap-gpu": "`warp-heap` on the GPU",
    "source-gpu": "the same, one state after the other as in its source",
    "crp-gpu": "`crp` on the GPU, batches of 32",
    "near-far-gpu": "`near-far` on the GPU, one solve after another",
    "phast-cpu": "`phast` on the CPU",
    "crp-cpu": "`crp` on the CPU",
    "dijkstra-cpu": "`dijkstra` on the CPU, all cores",
    "cpp-dijkstra": "C++ Dijkstra, library's heap, `-O3`, all cores",
    "networkit": "NetworKit `SPSP`, all cores",
    "routing-kit": "RoutingKit `CCHOneToMany`, one core",
}


def many(book: Book) -> list[str]:
    """A row for each method and number of origins, by graph."""
    lines: list[str] = []
    for graph in book.by("graph", "many", part="table"):
        rows, used = [], []
        for method, name in NAMES.items():
            counts = book.by("origins", "many", part="table", graph=graph, method=method)
            for count in counts:
                there, here = (
                    book.newest(
                        "many", part="table", graph=graph, method=method, origins=count, where=where
                    )
                    for where in ("device", "host")
                )
                kept = there if there.record else here
                used += [there, here]
                figures = [
                    each.text("ms", "median") if each.record else "–" for each in (there, here)
                ]
                same = all(each.value("same_bits") is not False for each in (there, here))
                rows.append(
                    (
                        name, f"{count:,}", kept.text("preparation_s"), *figures,
                        number(kept.value("ms", "median") / count),
                        "yes" if same else "NO", str(kept.value("n")),
                    )
                )  # fmt: skip
        header = (
            f"{graph}, to all vertices, ms", "origins", "preparation, s", "left on the device",
            "on the host", "a tree", "Dijkstra's bits", "n",
        )  # fmt: skip
        lines += [*table(header, rows), "", *measured(used), ""]
    return lines[:-1] or [f"{MISSING} from a clean commit (`python -m benchmarks.many.tables`)."]


def cluster(book: Book) -> list[str]:
    """A row for each method and number of origins a chunk, all places being destinations."""
    rows, used = [], []
    for graph in book.by("graph", "cluster"):
        for told in book.by("told", "cluster", graph=graph):
            for count in book.by("origins", "cluster", graph=graph, told=told):
                kept = book.newest("cluster", graph=graph, told=told, origins=count)
                used.append(kept)
                mega = (kept.text(key, times=1e-6) for key in ("answer_bytes", "memory_bytes"))
                seconds = ("chunk_s", "chunk_cpu_s", "cluster_chunk_s")
                rows.append(
                    (f"{graph}, {told}", str(count), *(kept.text(key) for key in seconds), *mega)
                )
    if not rows:
        return [f"{MISSING} from a clean commit (`python -m benchmarks.many.cluster`)."]
    header = (
        "a chunk of one worker", "origins", "s", "processor s", "s with handing out",
        "answer, MB", "memory, MB",
    )  # fmt: skip
    sent = used[-1].text("parts_bytes", times=1e-6, unit=" MB")
    return [*table(header, rows), "", f"Sent once to each worker: {sent}.", "", *measured(used)]


TABLES: Mapping[str, Callable[[Book], list[str]]] = {"many": many, "cluster": cluster}
