"""Table of a result file, or of two with their ratio.

python -m benchmarks.compare FILE [EARLIER]
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.records import Record, read_records
from benchmarks.reports.book import Kept, number, table
from benchmarks.reports.terrain import by_solver, table_of_solvers


def _by_solver(records: Iterable[Record]) -> dict[tuple[str, str], Kept]:
    return by_solver(Kept(record) for record in records)


def _absence(record: Record) -> str:
    if "solver" not in record:  # the terrain itself
        return f"Absent: {record['absent']}"
    return f"Absent: {record['solver']} on {record['grid']['name']}, {record['absent']}"


def shown(records: Sequence[Record]) -> str:
    """What was measured, as Markdown."""
    timed = _by_solver(records)
    parts = table_of_solvers(timed) if timed else []
    for record in records:
        if "bytes_per_cell" in record:
            grid = record["grid"]
            parts.append(
                f"Peak memory of {record['solver']} on {grid['name']} {grid['dtype']}: "
                f"{record['bytes_per_cell']} bytes a cell, "
                f"{record['bytes_per_cell_with_speeds']} with the speeds"
            )
    parts += [_absence(record) for record in records if "absent" in record]
    return "\n".join(parts)


def ratios(now: Sequence[Record], earlier: Sequence[Record]) -> str:
    """Medians of two runs and the earlier one over the later, as Markdown."""
    before = _by_solver(earlier)
    rows = []
    for key, kept in _by_solver(now).items():
        if key in before:
            old, new = (k.value("wall_ms", "median") for k in (before[key], kept))
            rows.append([*key, number(old), number(new), f"{old / new:.2f}×"])
    return "\n".join(table(("grid", "solver", "earlier ms", "now ms", "ratio"), rows))


def main(argv: Sequence[str] | None = None) -> int:
    paths = [Path(word) for word in (sys.argv[1:] if argv is None else argv)]
    if len(paths) not in (1, 2):
        print(__doc__, file=sys.stderr)
        return 2
    now = read_records(paths[0])
    print(shown(now) if len(paths) == 1 else ratios(now, read_records(paths[1])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
