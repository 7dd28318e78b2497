"""What the commands print: one JSON object, or lines and tables for people."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.units import METRIC, units
from core.plain_text import plain as plain_text
from core.plain_text import printable, shortened

MOST_LETTERS = 1000
"""Most characters of a fact or a note: names of bands and layers come from files and may be of any
length."""


Facts = Sequence[tuple[str, str]]
"""Pairs of a name and a value, for people."""


@dataclass(frozen=True)
class Description:
    """What a file holds. record : for a program. facts : (name, value) for people."""

    record: Mapping[str, Any]
    facts: Facts
    notes: Sequence[str]


@dataclass(frozen=True)
class Words:
    """What is told of one kind of result beside what is told of all.

    reached : what is counted that can be reached: how many, and their name. elements : name of
        what is solved on.
    found, timed, placed, more : of the JSON: what was found, further times taken, what follows the
        starts, and the end.
    driven, counted : of the text: what follows the farthest, and what follows the solver.
    """

    reached: tuple[int, str]
    elements: str
    found: Mapping[str, Any]
    timed: Mapping[str, Any] = field(default_factory=dict)
    placed: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)
    driven: Facts = ()
    counted: Facts = ()


def plain(value: Any) -> Any:
    """A value as JSON knows it: NaN and infinities become None, numpy scalars numbers."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, Path):
        return str(value)
    if hasattr(value, "item"):  # a numpy scalar
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def json_text(report: Mapping[str, Any]) -> str:
    """One JSON object, indented, in ASCII, so that no terminal garbles it."""
    return json.dumps(plain(report), indent=2, allow_nan=False)


def remark(notes: Sequence[str]) -> None:
    """Say on standard error what the user should know of a result."""
    for note in notes:
        print(f"isofront: {plain_text(note, MOST_LETTERS)}", file=sys.stderr)


def noted(notes: Sequence[str]) -> tuple[str, ...]:
    """Notes as lines below the facts."""
    return tuple(f"note: {plain_text(note, MOST_LETTERS)}" for note in notes)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns under heads; what looks like a number stands to the right."""
    rows = [[printable(cell) for cell in row] for row in rows]
    columns = list(zip(heads, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    numeric = [bool(rows) and all(_is_number(cell) for cell in column[1:]) for column in columns]
    lines = []
    for row in (heads, *rows):
        cells = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def facts(pairs: Sequence[tuple[str, str]]) -> str:
    """`name   value` lines; pairs without a value are left out."""
    shown = [(name, shortened(printable(value), MOST_LETTERS)) for name, value in pairs if value]
    width = max((len(name) for name, _ in shown), default=0)
    return "\n".join(f"{name.ljust(width)}  {value}" for name, value in shown)


def duration(seconds: float) -> str:
    """`52.3 s`, `14 min 05 s`, `2 h 03 min`."""
    if seconds < 59.95:  # what would round to 60.0 is a minute
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02d} min"


def took(ms: float) -> str:
    """How long the program was at something: `8.1 ms`, `52.3 s`, `14 min 05 s`."""
    return f"{ms:.1f} ms" if ms < 999.95 else duration(ms / 1e3)


def ground(amount: float, lengths: bool) -> str:
    """Metres of streets, or square metres, for people: `1,234.5 km`, `0.412 km²`; `7.6 mi`."""
    unit, worth = units().amounts(lengths, amount)
    return f"{amount / worth:,.{1 if lengths else 3}f} {unit}"


def distance(metres: float) -> str:
    """A length to a tenth of a metre: `12.5 m`, `41.0 ft`; miles where there are any, since nobody
    reads thousands of feet: `12.102 mi`."""
    system = units()
    if system is not METRIC and metres >= system.large[1]:
        return f"{metres / system.large[1]:.3f} {system.large[0]}"
    return f"{metres / system.small[1]:.1f} {system.small[0]}"


def byte_size(count: float) -> str:
    """`812 bytes`, `3.4 MiB`."""
    if count < 1024:
        return f"{count:.0f} bytes"
    size, unit = count / 1024, "KiB"
    for larger in ("MiB", "GiB"):
        if size >= 1024:
            size, unit = size / 1024, larger
    return f"{size:.1f} {unit}"


def _is_number(cell: str) -> bool:
    try:
        float(cell.replace(" ", "") or "0")
    except ValueError:
        return cell in ("–", "yes", "no")
    return True
