"""The table of strokes over ground that is solved."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.reports.book import Book, Kept, measured, table


def strokes(book: Book) -> list[str]:
    """Of each ground, stroke and place: medians over what the strokes do, by who answered."""
    groups: dict[tuple[str, ...], list[Kept]] = {}
    for kept in book.all("edits", part="edits"):
        record = kept.record
        gone_on = "gone on with" if record["solver"] == "dynamic" else "from the beginning"
        key = record["grid"], f"{record['stroke']}, {record['place']}", gone_on
        groups.setdefault(key, []).append(kept)
    rows = [
        (
            *key,
            _from_to([kept.record["cells_changed"] for kept in some]),
            _from_to([kept.record["updated_ms"]["median"] for kept in some]),
            _from_to([kept.record["fresh_ms"]["median"] for kept in some]),
            "yes" if all(kept.record["same_bits"] for kept in some) else "no",
        )
        for key, some in groups.items()
    ]
    header = (
        "grid", "stroke", "answered", "cells with other times", "ms", "solved anew, ms",
        "the same bits",
    )  # fmt: skip
    everything = [kept for some in groups.values() for kept in some]
    return [*table(header, rows), "", *measured(everything)]


def _from_to(values: list[float]) -> str:
    low, high = min(values), max(values)
    return _short(low) if low == high else f"{_short(low)} to {_short(high)}"


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


TABLES: Mapping[str, Callable[[Book], list[str]]] = {"strokes": strokes}
