"""Table of a result file, or of two with their ratio.

python -m benchmarks.compare FILE [EARLIER]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

Record = dict[str, Any]
OURS = "tiled"
HEADS = (
    *("grid", "solver", "ms", "min", "spread", "CPU ms", "Mcell/s"),
    *(f"{OURS} is faster", "n", "agrees"),
)


def records_of(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def _columns(rows: Iterable[Sequence[str]]) -> str:
    """Markdown, lined up: it reads well in a terminal too."""
    lines = list(rows)
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    lines.insert(1, ["-" * width for width in widths])
    padded = (
        [
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        for line in lines
    )
    return "\n".join("| " + " | ".join(line) + " |" for line in padded)


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _key(record: Record) -> tuple[str, str]:
    return record["grid"]["name"], record["solver"]


def _timed(records: Iterable[Record]) -> dict[tuple[str, str], Record]:
    return {_key(record): record for record in records if "wall_ms" in record}


def _row(record: Record, ours: Record | None) -> list[str]:
    wall = record["wall_ms"]
    ratio = wall["median"] / ours["wall_ms"]["median"] if ours else float("nan")
    return [
        *_key(record),
        _number(wall["median"]),
        _number(wall["min"]),
        f"{wall['spread']:.0%}",
        _number(record["cpu_ms"]["median"]),
        _number(record["mcells_per_s"]),
        _number(ratio) + "×" if ours else "–",
        str(record["n"]),
        ("yes" if record["agrees"] else "NO") + f" ({record['agreement']})",
    ]


def _absence(record: Record) -> str:
    if "solver" not in record:  # the terrain itself
        return f"Absent: {record['absent']}"
    return f"Absent: {record['solver']} on {record['grid']['name']}, {record['absent']}"


def table(records: Sequence[Record]) -> str:
    """What was measured, as Markdown."""
    parts = []
    timed = _timed(records)
    if timed:
        rows = [_row(r, timed.get((r["grid"]["name"], OURS))) for r in timed.values()]
        parts.append(_columns([HEADS, *rows]))
    for record in timed.values():
        if "rounds" in record:
            parts.append(
                f"{record['grid']['name']}: {record['rounds']} rounds, "
                f"{record['visits_per_tile']} visits a tile, "
                f"{record['device']['threads']} threads"
            )
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
    before = _timed(earlier)
    rows = [["grid", "solver", "earlier ms", "now ms", "ratio"]]
    for key, record in _timed(now).items():
        if key in before:
            old, new = before[key]["wall_ms"]["median"], record["wall_ms"]["median"]
            rows.append([*key, _number(old), _number(new), f"{old / new:.2f}×"])
    return _columns(rows)


def main(argv: Sequence[str] | None = None) -> int:
    paths = [Path(word) for word in (sys.argv[1:] if argv is None else argv)]
    if len(paths) not in (1, 2):
        print(__doc__, file=sys.stderr)
        return 2
    now = records_of(paths[0])
    print(table(now) if len(paths) == 1 else ratios(now, records_of(paths[1])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
