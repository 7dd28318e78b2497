"""Markdown tables of what benchmarks/crp/gpu.py measured.

    python -m benchmarks.reports.crp_tables FILE [FILE …]

Of records of the same thing the last one counts.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from app.timing.crp_paper import LEVEL_SIZES, TABLE_1
from benchmarks.records import Record, read_records
from benchmarks.reports import book

KEYS = ("part", "graph", "what", "mezzanines", "up_to", "gpus", "threads")
"""Fields that tell records of different things apart; the CPU's rows of table 2 tell threads.

Besides, whether matrices are made, `down`; where memory is told, that is their bytes.
"""

NOTHING = "–"
MIB = 2**20


def newest(records: Iterable[Record]) -> list[Record]:
    """The last record of each thing, by size of the graph and as things were first measured."""
    last: dict[tuple[Any, ...], Record] = {}
    for record in records:
        last[tuple(record.get(key) for key in KEYS), record.get("down") is True] = record
    return sorted(last.values(), key=lambda record: record.get("vertices", 0))


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Lines of a table, "" at its end; none without rows."""
    lines = book.table(header, rows)
    return [*lines, ""] if len(lines) > 2 else []


def number(value: float | None) -> str:
    return NOTHING if value is None else book.number(value)


def mib(count: float | None) -> str:
    return NOTHING if count is None else f"{count / MIB:,.0f}"


def median(record: Record | None, key: str = "ms") -> str:
    """Median of the timings; a dash where they are missing."""
    return number(record[key]["median"]) if record and key in record else NOTHING


def timings(record: Record | None) -> str:
    """Median and number of timings."""
    return f"{median(record)} ({record['n']})" if record and "n" in record else NOTHING


# -- the parts


def customization(records: list[Record]) -> Iterator[str]:
    """One row for each way, one column for each graph."""
    yield from _by_graph("customization, median ms (n)", _timed("customize", records))
    for record in records:
        if record["part"] == "customize" and record["what"] == "levels":
            yield f"{record['graph']}, each level by itself, ms:"
            yield ""
            rows = (
                (str(k["size"]), f"{k['cells']:,}", k["engine"], number(k["ms"]))
                for k in record["levels"]
            )
            yield from table(("size", "cells", "engine", "ms"), rows)
    found = [r for r in records if r["part"] == "customize" and r["what"].startswith("memory")]
    columns = ("overlay", "customizer", "pool", "shortcuts", "down", "kept")
    rows = (
        (r["graph"] + r["what"].removeprefix("memory"), *(mib(r.get(column)) for column in columns))
        for r in found
    )
    yield from table(("MiB on the device", *columns), rows)


def isochrone(records: list[Record]) -> Iterator[str]:
    yield from _by_graph("one to all, median ms (n)", _timed("isochrone", records))


def slider(records: list[Record]) -> Iterator[str]:
    found = [r for r in records if r["part"] == "slider"]
    stages = ("decode", "customize", "solve", "labels")
    rows = (
        (r["graph"], timings(r), *(number(r["stages_ms"].get(stage)) for stage in stages))
        for r in found
    )
    yield from table(("slider, median ms", "a step (n)", *stages), rows)


def _by_graph(
    title: str, records: Iterable[Record], told: Callable[[Record], str] = timings
) -> list[str]:
    """A row for what was done, a column for each graph."""
    held = {(r["what"], r["graph"]): told(r) for r in records}
    whats, graphs = (dict.fromkeys(key[k] for key in held) for k in (0, 1))
    rows = ((what, *(held.get((what, graph), NOTHING) for graph in graphs)) for what in whats)
    return table((title, *graphs), rows)


def _timed(part: str, records: list[Record]) -> Iterator[Record]:
    return (r for r in records if r["part"] == part and "n" in r)


def table_1(records: list[Record]) -> Iterator[str]:
    """As in the paper, whose own rows follow."""
    found = [r for r in records if r["part"] == "table1"]
    levels = range(len(LEVEL_SIZES) - 1)
    header = ("engine", "Z", *(f"level {k}" for k in levels), "total", "MiB")
    for graph in dict.fromkeys(r["graph"] for r in found):
        yield f"Table 1, {graph}, ms; level −1 is in the total:"
        yield ""
        own = [r for r in found if r["graph"] == graph]
        own.sort(key=lambda r: (r["what"] != "local", r["mezzanines"]))
        yield from table(header, (_row_of_table_1(r, levels) for r in own))
    if found:
        yield "Table 1 of the paper, Western Europe, GTX Titan:"
        yield ""
        rows = (
            (
                row.engine,
                str(row.mezzanines),
                *(number(ms) for ms in row.level_ms),
                number(row.total_ms),
                f"{row.memory_mib:,.0f}",
            )
            for row in TABLE_1
        )
        yield from table(header, rows)


def _row_of_table_1(record: Record, levels: Iterable[int]) -> tuple[str, ...]:
    """JSON makes strings of the levels' numbers."""
    ms = record["level_ms"]
    total = median(record) if record["all_by_this_engine"] else NOTHING
    return (
        record["what"],
        str(record["mezzanines"]),
        *(number(ms.get(str(k))) for k in levels),
        total,
        mib(record["gpu_bytes"]),
    )


def figure_2(records: list[Record]) -> Iterator[str]:
    found = [r for r in records if r["part"] == "figure2"]
    rows = (
        (
            r["graph"],
            r["what"],
            "yes" if r["down"] else "no",
            timings(r),
            mib(r["gpu_bytes"]),
            number(r.get("relative", {}).get("time", 1.0)),
            number(r.get("relative", {}).get("space", 1.0)),
        )
        for r in found
    )
    header = ("figure 2", "microinstructions", "one to all", "ms (n)", "MiB", "time", "space")
    yield from table(header, rows)


def table_2(records: list[Record]) -> Iterator[str]:
    found = [r for r in records if r["part"] == "table2"]
    rows = (
        (
            r["graph"],
            f"{r['gpus']} {r['what']}" if r["what"].startswith("GPU") else NOTHING,
            str(r["threads"]) if r["what"] == "CPU" else NOTHING,
            mib(r["main_bytes"]),
            mib(r["gpu_bytes"]) if r["gpu_bytes"] else NOTHING,
            timings(r),
            number(r.get("watts")),
            number(r.get("joules")),
        )
        for r in found
    )
    header = ("table 2", "GPUs", "threads", "main MiB", "GPU MiB", "ms (n)", "W", "J")
    yield from table(header, rows)


def table_3(records: list[Record]) -> Iterator[str]:
    found = [r for r in records if r["part"] == "table3"]
    rows = (
        (
            r["graph"],
            f"{r['vertices'] / 1e6:.2f}",
            r["cost"] or NOTHING,
            number(r["set_up_s"]),
            mib(r["main_bytes"]),
            mib(r["gpu_bytes"]),
            timings(r),
            number(r["shortcut_bytes"] / MIB),
            f"{r['settled']:,}" if "settled" in r else NOTHING,
            median(r, "cost_ms"),
            median(r, "way_ms"),
        )
        for r in found
    )
    header = (
        "table 3", "vertices, M", "costs", "set-up s", "main MiB", "GPU MiB", "custom. ms (n)",
        "MiB", "settled", "cost ms", "way ms",
    )  # fmt: skip
    yield from table(header, rows)


def set_up(records: list[Record]) -> Iterator[str]:
    """Seconds of each piece, by graph."""
    found = [r for r in records if r["part"] == "set-up" and not r["what"].startswith("part ")]
    yield from _by_graph("set-up, s", found, lambda r: number(r["s"]))


PARTS = (customization, isochrone, slider, table_1, figure_2, table_2, table_3, set_up)


def markdown(records: list[Record]) -> str:
    """All tables for which there are records, and what they were measured with."""
    lines = [line for part in PARTS for line in part(records)]
    return "\n".join([*_measured_with(records), *lines])


def _measured_with(records: list[Record]) -> list[str]:
    """Device, commit and day, each once."""
    told = dict.fromkeys(
        f"{', '.join(r['gpu'])}; {r['device']['cpu']}, {r['device']['threads']} threads; "
        f"CUDA {r.get('cuda', {}).get('runtime', '')}; commit {r['commit']}; {r['date'][:10]}"
        for r in records
        if "gpu" in r and "device" in r
    )
    return [*told, ""] if told else []


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reports.crp_tables")
    parser.add_argument("files", type=Path, nargs="+", help="JSON lines of benchmarks.crp.gpu")
    chosen = parser.parse_args(arguments)
    print(markdown(newest(record for file in chosen.files for record in read_records(file))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
