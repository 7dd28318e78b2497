"""The table of new terrain: a step of a dragged rule, and a large build."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.reports.book import NOTHING, Book, measured, table

BYTES = 2.0**-30
"""Gibibytes that a byte is."""


def new_terrain(book: Book) -> list[str]:
    """A step of a dragged rule in the dialog, and a large build."""
    drag, large = book.newest("builder_drag"), book.newest("builder_large")
    rows = []
    if drag is not NOTHING:
        rows += [
            ("a step of a dragged rule, median", drag.text("step_ms", "median", unit=" ms")),
            ("the longest of them", drag.text("step_ms", "max", unit=" ms")),
            ("then the picture of the result's own cells", drag.text("fine_ms", unit=" ms")),
        ]
    if large is not NOTHING:
        rows += [
            ("a raster of 20000² cells", large.text("seconds", unit=" s")),
            ("its peak memory", large.text("peak_bytes", unit=" GiB", times=BYTES)),
        ]
    return [*table(("new terrain", "takes"), rows), "", *measured([drag, large])]


TABLES: Mapping[str, Callable[[Book], list[str]]] = {"new-terrain": new_terrain}
