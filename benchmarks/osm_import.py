"""How fast OpenStreetMap files are imported, against osmium alone on the same file.

    python -m benchmarks.osm_import FILE... [--repeat N] [--out FILE]

Three pieces of work in turn: `import` makes the road graph; `iterate` goes over every object of the
file with osmium's FileProcessor and looks at none of them; `decode` lets osmium read all objects
and hands none to Python. Figures are megabytes of the file, as it lies on disk, for each second.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import osmium

from benchmarks.measuring.timings import interleaved, summary
from benchmarks.records import ResultFile, results_file
from road.files.osm.importer import import_osm

RESULTS = results_file("osm_import")


def iterate(path: Path) -> None:
    for _ in osmium.FileProcessor(path):
        pass


def decode(path: Path) -> None:
    """A key that no object has keeps all of them from Python."""
    for _ in osmium.FileProcessor(path).with_filter(osmium.filter.KeyFilter("isofront:none")):
        pass


WORK: dict[str, Callable[[Path], object]] = {
    "import": import_osm,
    "iterate": iterate,
    "decode": decode,
}


def measure(paths: Sequence[Path], repeat: int) -> Iterator[dict[str, Any]]:
    for path in paths:
        graph = import_osm(path).graph  # compiles what it calls
        megabytes = path.stat().st_size / 1e6
        timings = interleaved({name: _bound(run, path) for name, run in WORK.items()}, repeat)
        for name, taken in timings.items():
            yield {
                "benchmark": "osm-import",
                "instance": path.name,
                "what": name,
                "megabytes": round(megabytes, 3),
                "vertices": graph.vertices,
                "arcs": graph.arc_count,
                "n": len(taken),
                "mb_per_s": summary([megabytes / timing.wall * 1e3 for timing in taken]),
                "osmium": version("osmium"),
            }


def _bound(run: Callable[[Path], object], path: Path) -> Callable[[], object]:
    return lambda: run(path)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.osm_import")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--out", type=Path, default=RESULTS, help="JSON lines, appended to")
    arguments = parser.parse_args(argv)
    results = ResultFile(arguments.out)
    for record in measure(arguments.files, arguments.repeat):
        results.add(record)
        speed = record["mb_per_s"]
        print(
            f"{record['instance']:42} {record['what']:8} {speed['median']:7.2f} MB/s "
            f"(median of {record['n']}, {speed['min']} to {speed['max']})"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
