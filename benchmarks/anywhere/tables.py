"""The tables of terrain and starts of several seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.reports.book import MISSING, Book, Kept, measured, number, table

AIM_MS = {
    (2000, 0.0, "middle"): 0.9,
    (20000, 0.0, "middle"): 9,
    (20000, 0.0, "corner"): 13,
    (20000, 1.0, "middle"): 16,
    (20000, 1.0, "edge"): 16,
    (20000, 1.0, "corner"): 16,
}
"""Milliseconds of `tiled` on one H200 that are aimed at, by side, km/h of barriers and place."""


def anywhere(book: Book) -> list[str]:
    """Of each side, kind of barriers and place: the median over seeds, and from least to most."""
    found: dict[tuple[int, float, str], dict[int, Kept]] = {}
    for kept in book.all("anywhere_gpu", part="anywhere"):
        record = kept.record
        key = record["side"], record["zero_speed_kmh"], record["place"]
        found.setdefault(key, {})[record["seed"]] = kept
    if not found:
        return [f"{MISSING} from a clean commit (`python -m benchmarks.anywhere`)."]
    rows = []
    for (side, zero, place), by_seed in sorted(found.items(), key=lambda each: each[0][:2]):
        ms = sorted(kept.value("ms", "median") for kept in by_seed.values())
        visits = sorted(kept.value("visits_per_tile") for kept in by_seed.values())
        same = all(kept.value("same_bits") for kept in by_seed.values())
        aim = AIM_MS.get((side, zero, place))
        rows.append((
            f"{side}²", "at 1 km/h" if zero else "kept", place, number(ms[len(ms) // 2]),
            f"{number(ms[0])} to {number(ms[-1])}", "–" if aim is None else number(aim),
            f"{number(visits[0])} to {number(visits[-1])}", ", ".join(map(str, sorted(by_seed))),
            "yes" if same else "NO",
        ))  # fmt: skip
    header = (
        "terrain", "barriers", "start", "median of seeds, ms", "least to most", "aim",
        "visits a tile", "seeds", "same bits",
    )  # fmt: skip
    used = [kept for by_seed in found.values() for kept in by_seed.values()]
    return [*table(header, rows), "", *measured(used)]


AIM_RATIO = {"uint16": 1.3, "float32": 1.3, "uint8, oblong": 1.15, "float32, oblong": 1.15}
"""Most times as long as their twins that variants should take."""


def values(book: Book) -> list[str]:
    """Of each side, variant and place: medians over seeds of time and ratio, and all its ratios."""
    found: dict[tuple[int, str, str], dict[int, Kept]] = {}
    for kept in book.all("anywhere_gpu", part="values"):
        record = kept.record
        if record["beside"] is not None:
            key = record["side"], record["values"], record["place"]
            found.setdefault(key, {})[record["seed"]] = kept
    if not found:
        return [f"{MISSING} from a clean commit (`python -m benchmarks.anywhere --parts values`)."]
    rows = []
    for (side, name, place), by_seed in found.items():
        ms = sorted(kept.value("ms", "median") for kept in by_seed.values())
        ratios = sorted(kept.value("ratio") for kept in by_seed.values())
        beside = {str(kept.value("beside")) for kept in by_seed.values()}
        same = all(kept.value("same_bits") for kept in by_seed.values())
        rows.append((
            f"{side}²", name, place, number(ms[len(ms) // 2]), ", ".join(sorted(beside)),
            f"{ratios[len(ratios) // 2]:.2f}", f"{ratios[0]:.2f} to {ratios[-1]:.2f}",
            number(AIM_RATIO[name]), ", ".join(map(str, sorted(by_seed))), "yes" if same else "NO",
        ))  # fmt: skip
    header = (
        "terrain", "speeds", "start", "median of seeds, ms", "beside", "times as long",
        "least to most", "aim", "seeds", "same bits",
    )  # fmt: skip
    used = [kept for by_seed in found.values() for kept in by_seed.values()]
    return [*table(header, rows), "", *measured(used)]


TABLES: Mapping[str, Callable[[Book], list[str]]] = {
    "anywhere-gpu": anywhere,
    "anywhere-values-gpu": values,
}
