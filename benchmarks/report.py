"""The tables of the docs, drawn from the records of benchmarks/results/.

    python -m benchmarks.report [--check]

Between `<!-- table: NAME -->` and `<!-- end of table -->` stands what the function of that name in
TABLES makes of the records; the rest of a document is written by people. `--check` changes nothing
and ends with status 1 where a document is not what the records say.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from benchmarks.anywhere import tables as report_anywhere
from benchmarks.builder import tables as report_builder
from benchmarks.measuring.machine import ROOT
from benchmarks.reports import accuracy as report_accuracy
from benchmarks.reports import car_times as report_car_times
from benchmarks.reports import ch as report_ch
from benchmarks.reports import crp as report_crp
from benchmarks.reports import many as report_many
from benchmarks.reports import roads as report_roads
from benchmarks.reports import sanitizer as report_sanitizer
from benchmarks.reports import terrain as report_terrain
from benchmarks.reports import window as report_window
from benchmarks.reports.book import Book, Kept
from benchmarks.strokes import tables as report_strokes

DOCUMENTS = (
    "README.md",
    "docs/benchmarks.md",
    "docs/cluster.md",
    "docs/crp_tables.md",
    "docs/sanitizer.md",
    "docs/slopes.md",
    "docs/algorithms/adaptive-threads.md",
    "docs/algorithms/bellman-ford.md",
    "docs/algorithms/crp-partition.md",
    "docs/algorithms/crp.md",
    "docs/algorithms/out-of-core.md",
    "docs/algorithms/roads.md",
    "docs/algorithms/roads-gpu.md",
    "docs/algorithms/straight-lines.md",
    "docs/roads/times.md",
)

_TABLE = re.compile(r"(<!-- table: ([\w-]+) -->\n)(.*?)(<!-- end of table -->)", re.DOTALL)

Draw = Callable[[Book], list[str]]


def _readme(book: Book) -> list[str]:
    """The paragraph of figures at the head of README.md."""
    raster = book.newest(
        "terrain_gpu", part="solve", grid="fractal 20000x20000 seed 1", zero_speed_kmh=0.0
    )
    network = book.newest("road_gpu", part="near-far", graph="synthetic-18m")
    cells = book.newest("crp_gpu", part="customize", graph="synthetic-18m", what="kernels")
    start = report_crp.one_to_all(book, "synthetic-18m")
    small = report_terrain.tiled_on_cpu(book, 2000)
    roads = book.newest("road_cpu", solver="near-far", graph="New York, time")
    york = {"graph": "new-york"}
    contracted = book.newest("ch_gpu", part="contract", what="structure on the device", **york)
    answered = book.newest("ch_gpu", part="query", solver="phast", **york)
    phast = {"method": "phast-gpu", "where": "device", "origins": 1024}
    many = book.newest("many", part="table", **york, **phast)
    return [
        f"On one NVIDIA H200 a synthetic raster of 20000² cells is solved in {_ms(raster)}, and a",
        f"synthetic road network of 19 million vertices in {_ms(network)}; with its cells at",
        f"hand it takes another metric in {_ms(cells)} and another start in {_ms(start)}.",
        f"New York's roads are contracted in {_ms(contracted)}, and answer a start",
        f"in {_ms(answered)} and 1,024 of them, to all vertices, in {_ms(many)}.",
        f"On two processor cores a raster of 2000² takes {_ms(small, 'wall_ms')}, New York's",
        f"264,346 vertices {_ms(roads, 'wall_ms')}",
        "([benchmarks](docs/benchmarks.md)).",
    ]


def _ms(kept: Kept, key: str = "ms") -> str:
    return kept.text(key, "median", unit=" ms")


TABLES: Mapping[str, Draw] = {
    "readme": _readme,
    **report_terrain.TABLES,
    **report_roads.TABLES,
    **report_crp.TABLES,
    **report_ch.TABLES,
    **report_many.TABLES,
    **report_sanitizer.TABLES,
    **report_window.TABLES,
    **report_accuracy.TABLES,
    **report_car_times.TABLES,
    **report_strokes.TABLES,
    **report_anywhere.TABLES,
    **report_builder.TABLES,
}


def drawn(text: str, book: Book) -> str:
    """The document with its tables as the records say; KeyError for a name that nobody knows."""
    return _TABLE.sub(lambda m: m[1] + "\n".join(TABLES[m[2]](book)) + "\n" + m[4], text)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.report")
    parser.add_argument("--check", action="store_true", help="change nothing")
    chosen = parser.parse_args(argv)
    book, stale = Book(), []
    for name in DOCUMENTS:
        path = ROOT / name
        before = path.read_text(encoding="utf-8")
        after = drawn(before, book)
        if after == before:
            continue
        stale.append(name)
        if not chosen.check:
            path.write_text(after, encoding="utf-8", newline="\n")
    for name in stale:
        print(f"{Path(name)}: {'not what the records say' if chosen.check else 'drawn anew'}")
    return 1 if chosen.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
