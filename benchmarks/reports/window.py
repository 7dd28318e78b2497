"""Tables of the window: pictures and drags by file and magnification, start and end."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.reports.book import Book, Kept, measured, table

PICTURES = ("pan, far", "zoom, far", "pan, near", "zoom, near", "front, far", "front, near")
"""Ways of working the map of which pictures are timed."""

AIMS = {"sign": "≤ 0.5", "usable": "≤ 2", "sample": "", "quit": "≤ 0.3"}
"""Seconds that later starts and the end of the program aim at."""


def window(book: Book) -> list[str]:
    """95 % quantiles of pictures, and medians of steps of a drag, until they are painted."""
    found: dict[tuple[object, ...], Kept] = {}
    for kept in book.all("window", benchmark="window"):
        keys = ("file", "backend", "scale", "relief")
        found[tuple(kept.record[key] for key in keys)] = kept
    rows = [
        (
            str(file),
            str(backend),
            f"{scale:g} ×" + ("" if relief == "usual" else ", no relief"),
            *(kept.text(part, "wall", "p95") for part in PICTURES),
            kept.text("drag", "wall", "median"),
            kept.text("drag, corner", "wall", "median") if "drag, corner" in kept.record else "–",
            kept.text("drag", "answer_ms", "median"),
        )
        for (file, backend, scale, relief), kept in found.items()
    ]
    header = (
        "open", "on", "magnified", *PICTURES, "a step of a drag", "from a corner",
        "of which its times",
    )  # fmt: skip
    return [*table(header, rows), "", *measured(found.values())]


def window_start(book: Book) -> list[str]:
    """Later starts of the program and its end, in seconds, on each processor measured."""
    found: dict[str, Kept] = {}
    for kept in book.all("window", benchmark="window-start"):
        found[kept.record["device"]["cpu"]] = kept
    rows = [
        (
            str(kept.record["device"]["threads"]),
            name,
            kept.text("later_s", name, "median"),
            kept.text("later_s", f"{name}, processor", "median") if name != "quit" else "–",
            aim or "–",
        )
        for kept in found.values()
        for name, aim in AIMS.items()
    ]
    header = ("threads", "until", "s", "of the processor", "aim")
    return [*table(header, rows), "", *measured(found.values())]


TABLES: Mapping[str, Callable[[Book], list[str]]] = {
    "window": window,
    "window-start": window_start,
}
