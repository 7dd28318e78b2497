"""The table of docs/sanitizer.md: what compute-sanitizer counted, by part and tool."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.reports.book import Book, Kept, measured, table


def sanitizer(book: Book) -> list[str]:
    """The newest run of each part under each tool that came to its end, or else the newest."""
    last: dict[tuple[str, str], Kept] = {}
    for kept in book.all("sanitizer"):
        key = kept.value("part"), kept.value("tool")
        if _ended(kept) or key not in last:
            last[key] = kept
    rows = [_row(*key, kept) for key, kept in sorted(last.items())]
    header = ("part", "tool", "kernels", "tests", "errors", "hazards", "warnings")
    return [*table(header, rows), "", *measured(last.values())]


def _ended(kept: Kept) -> bool:
    return bool(kept.value("ended")) and bool((kept.value("tests") or {}).get("passed"))


def _row(part: str, tool: str, kept: Kept) -> tuple[str, ...]:
    if not _ended(kept):
        return (part, tool, "–", "did not end", "–", "–", "–")
    names: dict[str, list[str]] = {}
    for launched in kept.value("launches"):
        stem, name = launched.split()
        names.setdefault(stem.rpartition("/")[2], []).append(name)
    kernels = "; ".join(f"{stem}: {', '.join(sorted(found))}" for stem, found in names.items())
    counts = (kept.value(key) for key in ("errors", "hazards", "warnings"))
    told = ("–" if count is None else str(count) for count in counts)
    return (part, tool, kernels, f"{kept.value('tests', 'passed')} passed", *told)


TABLES: Mapping[str, Callable[[Book], list[str]]] = {"sanitizer": sanitizer}
