"""All records there are, and how figures of them are written in the docs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.records import RESULTS, Record, read_records

MISSING = "not measured"


@dataclass(frozen=True)
class Kept:
    """A record, written from a clean commit."""

    record: Record

    def value(self, *path: str | int) -> Any:
        """What stands at a path of keys; None where nothing does."""
        found: Any = self.record
        for key in path:
            if isinstance(found, dict) and key in found:
                found = found[key]
            else:
                return None
        return found

    def text(self, *path: str | int, unit: str = "", digits: int = 3, times: float = 1.0) -> str:
        """A number of the record to so many significant digits."""
        value = self.value(*path)
        return MISSING if value is None else number(value * times, digits) + unit


NOTHING = Kept({})


def number(value: float, digits: int = 3) -> str:
    """To so many significant digits, with commas from a thousand on and never an exponent."""
    if value == 0:
        return "0"
    text = f"{value:.{digits}g}"
    if "e" in text or abs(float(text)) >= 1000:
        return f"{float(text):,.0f}"
    return text


class Book:
    """Records by file; of the same thing the newest counts."""

    def __init__(self, folder: Path = RESULTS) -> None:
        self._files: dict[str, list[Kept]] = {}
        for path in sorted(folder.glob("*.jsonl")):
            self._files[path.stem] = [Kept(record) for record in read_records(path)]

    def all(self, file: str, **wanted: Any) -> list[Kept]:
        """Records of a file that hold these values, those that count more last."""
        return [
            kept
            for kept in self._files.get(file, [])
            if all(kept.record.get(key) == value for key, value in wanted.items())
        ]

    def newest(self, file: str, **wanted: Any) -> Kept:
        """The record that counts, NOTHING where there is none."""
        found = self.all(file, **wanted)
        return found[-1] if found else NOTHING

    def by(self, key: str, file: str, **wanted: Any) -> dict[Any, Kept]:
        """The record that counts for each value of a key, as they were first measured."""
        found: dict[Any, Kept] = {}
        for kept in self.all(file, **wanted):
            if key in kept.record:
                found[kept.record[key]] = kept
        return found


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Lines of a Markdown table."""
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    return [f"| {' | '.join(header)} |", f"| {' | '.join('---' for _ in header)} |", *lines]


def measured(records: Iterable[Kept]) -> list[str]:
    """What figures were measured with, a line for each device: commits and days."""
    told: dict[str, dict[str, None]] = {}
    for kept in records:
        if not kept.record:
            continue
        day = date.fromisoformat(kept.record["date"][:10])
        commit = kept.record["commit"]
        told.setdefault(_device(kept.record), {})[f"{commit} ({day.day} {day:%B %Y})"] = None
    return [
        f"Measured on {device}; commit {', '.join(commits)}." for device, commits in told.items()
    ]


def _device(record: Record) -> str:
    """The cards where there are any, the processor and how many threads it has."""
    device = record["device"]
    cpu = f"{device['cpu']}, {device['threads']} threads"
    cards = record.get("gpu")
    if not cards:
        return cpu
    names = [cards] if isinstance(cards, str) else cards
    counted = {name: names.count(name) for name in names}
    several = [name if count == 1 else f"{count} × {name}" for name, count in counted.items()]
    return f"{' and '.join(several)} ({cpu})"
