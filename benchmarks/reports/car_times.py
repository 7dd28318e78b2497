"""The tables of docs/roads/times.md: a car's times by those of OSRM and of Valhalla."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.reports.book import MISSING, Book, Kept, measured, table

FILE = "car_times"
SPREAD = ("p5", "p25", "median", "p75", "p95")


def pairs(book: Book) -> list[str]:
    """Ratios of trips between two places, before and after."""
    return _ratios(book, "pairs")


def fields(book: Book) -> list[str]:
    """Ratios of all places from three starts, before and after."""
    return _ratios(book, "fields")


def sets(book: Book) -> list[str]:
    """What both reach of what either reaches."""
    rows = [
        (
            kept.value("instance"),
            _against(kept),
            *(_share(kept, "sets", minutes) for minutes in ("5", "10", "15")),
        )
        for kept in _kept(book)
    ]
    return table(("extract", "against", "5 min", "10 min", "15 min"), rows)


def _ratios(book: Book, part: str) -> list[str]:
    rows = [
        (
            kept.value("instance"),
            _against(kept),
            f"{kept.value(part, 'n'):,}",
            *(kept.text(part, key) for key in SPREAD),
            _share(kept, part, "within_15"),
        )
        for kept in _kept(book)
    ]
    header = ("extract", "against", "n", "5 %", "25 %", "median", "75 %", "95 %", "within 15 %")
    return [*table(header, rows), "", *measured(_kept(book))]


def _share(kept: Kept, *path: str) -> str:
    value = kept.value(*path)
    return MISSING if value is None else f"{value:.1%}".replace("%", " %")


def _kept(book: Book) -> list[Kept]:
    """The newest of each extract against each peer, extracts as they were first measured."""
    found = (
        [kept for kept in book.all(FILE, instance=name) if _against(kept) == against]
        for name in book.by("instance", FILE)
        for against in AGAINST.values()
    )
    return [kept[-1] for kept in found if kept]


def _against(kept: Kept) -> str:
    return AGAINST[kept.value("peer") or "osrm", kept.value("variant") == "before"]


AGAINST = {
    ("osrm", True): "OSRM, before",
    ("osrm", False): "OSRM",
    ("valhalla", False): "Valhalla",
}
"""Names in the tables by peer, and by whether it was before signs and turns counted; records that
name none are of OSRM."""

TABLES: Mapping[str, Callable[[Book], list[str]]] = {
    "car-pairs": pairs,
    "car-fields": fields,
    "car-sets": sets,
}
