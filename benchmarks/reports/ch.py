"""Tables of contraction hierarchies: contraction, queries, trees, beside the paper's."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.timing.ch_paper import GRAPHS as PAPER
from benchmarks.reports.book import MISSING, Book, Kept, measured, number, table

GRAPHS = ("new-york", "florida", "synthetic-1.9m", "new-york-turns", "porto")

_CONTRACTED = (
    ("structure on the device", "contraction, structure on the device"),
    ("graph on the host", "… from a graph on the host"),
    ("CPU", "… on the CPU, all threads"),
)
_SOLVERS = (
    ("phast", "one to all, labels on the device"),
    ("phast, labels copied to the host", "… labels copied to the host"),
    ("near-far", "`near-far` on the same GPU"),
    ("Dijkstra in C++", "Dijkstra in C++, one thread"),
)


def ch_gpu(book: Book) -> list[str]:
    """Medians by graph."""
    rows: list[tuple[str, ...]] = []
    used: list[Kept] = []

    def row(name: str, found: list[Kept], *path: str, digits: int = 3) -> None:
        used.extend(found)
        cells = (
            kept.text(*path, digits=digits) if kept.record or not shape.record else "–"
            for kept, shape in zip(found, shapes, strict=True)
        )
        rows.append((name, *cells))

    def each(part: str, **wanted: object) -> list[Kept]:
        return [book.newest("ch_gpu", part=part, graph=graph, **wanted) for graph in GRAPHS]

    shapes = each("contract", what="structure on the device")
    if not any(kept.record for kept in shapes):
        return [f"{MISSING} from a clean commit (`python -m benchmarks.ch_gpu`)."]
    row("states", shapes, "states", digits=8)
    row("levels", shapes, "levels")
    row("steps of the hierarchy by those of the graph", shapes, "edge_growth")
    for what, name in _CONTRACTED:
        row(f"{name}, ms", each("contract", what=what), "ms", "median")
    for solver, name in _SOLVERS:
        row(f"{name}, ms", each("query", solver=solver), "ms", "median")
    row("a tree of 256 side by side, ms", each("trees", sources=256), "ms_a_tree")
    slider = each("slider", what="U-turns")
    row("a step of a slider of U-turns, with its answer on the host, ms", slider, "ms", "median")
    row("… of which contraction, ms", slider, "contraction_ms", "median")
    return [*table(("", *GRAPHS), rows), "", *measured(used)]


def ch_paper(book: Book) -> list[str]:
    """The paper's graphs and ours by size; they are not the same graphs."""
    rows = [
        (
            f"{graph.name} (P100)", f"{graph.vertices:,}", str(graph.levels),
            number(graph.contraction_ms), number(graph.query_ms),
        )
        for graph in PAPER
    ]  # fmt: skip
    used = []
    for name in ("new-york", "florida", "synthetic-1.9m"):
        shape = book.newest("ch_gpu", part="contract", graph=name, what="structure on the device")
        query = book.newest("ch_gpu", part="query", graph=name, solver="phast")
        if shape.record:
            used += [shape, query]
            size = f"{shape.value('vertices'):,}"
            ms = shape.text("ms", "median"), query.text("ms", "median")
            rows.append((f"ours: {name}", size, shape.text("levels"), *ms))
    rows.sort(key=lambda row: int(row[1].replace(",", "")))
    heads = ("graph", "vertices", "levels", "contraction, ms", "one to all, ms")
    return [*table(heads, rows), "", *measured(used)]


def ch_choices(book: Book) -> list[str]:
    """Over the share C of candidates, and over the size K of the core; New York."""
    rows, used = [], []
    for part, key, name in (("fractions", "fraction", "C"), ("cores", "most_core", "K")):
        for value, kept in book.by(key, "ch_gpu", part=part, graph="new-york").items():
            used.append(kept)
            figures = kept.text("ms", "median"), kept.text("query_ms", "median")
            shape = kept.text("levels"), kept.text("edge_growth")
            rows.append((f"{name} = {value:g}", *shape, *figures))
    if not rows:
        return [f"{MISSING} from a clean commit (`python -m benchmarks.ch_gpu`)."]
    heads = ("New York", "levels", "edge growth", "contraction, ms", "one to all, ms")
    return [*table(heads, rows), "", *measured(used)]


TABLES: Mapping[str, Callable[[Book], list[str]]] = {
    "ch-gpu": ch_gpu,
    "ch-paper": ch_paper,
    "ch-choices": ch_choices,
}
