"""The tables of straight lines and slopes: how true times are, and what they take."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.reports.book import Book, Kept, measured, table


def accuracy(book: Book) -> list[str]:
    """The newest record of each method on each ground."""
    newest = {
        (kept.record["ground"], kept.record["side"], kept.record["method"]): kept
        for kept in book.all("accuracy")
    }
    rows = [
        (
            f"{ground}, {side}²",
            method,
            f"{kept.value('worst_percent'):.2f} %",
            f"{kept.value('mean_percent'):.3f} %",
            kept.text("ms", "median"),
        )
        for (ground, side, method), kept in newest.items()
    ]
    header = ("ground", "by", "worst", "mean", "ms")
    return [*table(header, rows), "", *measured(newest.values())]


def slopes_walk(book: Book) -> list[str]:
    """The newest record of each ground and model."""
    newest = {
        (kept.record["instance"], kept.record["model"], kept.record["grass"]): kept
        for kept in book.all("slopes")
        if "grass" in kept.record
    }
    rows = [
        (
            f"{ground}, {kept.value('reached'):,} cells",
            f"`{model}`",
            "yes" if kept.value("same_cells") and kept.value("same_bits") else "no",
            f"{kept.value('off_most'):.1e}",
            f"{kept.value('off_median'):.1e}",
            kept.text("grass_s", times=1e3),
            kept.text("dijkstra_ms"),
            kept.text("tiled_ms"),
            kept.text("tiled_level_ms"),
        )
        for (ground, model, _), kept in newest.items()
    ]
    header = (
        "ground",
        "model",
        "same cells and bits",
        "off at most",
        "in the median",
        "r.walk, ms",
        "dijkstra, ms",
        "tiled, ms",
        "tiled without slopes, ms",
    )
    walkers = sorted({str(kept.record["grass"]) for kept in newest.values()})
    return [*table(header, rows), "", *measured(newest.values()), f"{', '.join(walkers)}."]


def straight_gpu(book: Book) -> list[str]:
    """The newest record of each grid, sort of cells and solver, a row a grid."""
    newest: dict[tuple[str, str], dict[str, Kept]] = {}
    for kept in book.all("straight_gpu"):
        if "ms" in kept.record and not kept.record["zero_speed_kmh"]:
            cells = kept.record.get("cells_m", [10.0, 10.0])  # older ones are of square cells
            of = kept.record["grid"], " × ".join(f"{metres:g}" for metres in cells)
            newest.setdefault(of, {})[kept.record["solver"]] = kept
    rows = [
        (
            grid.split()[1],
            cells,
            by["tiled eight"].text("ms", "median"),
            by["tiled straight"].text("ms", "median"),
            by["tiled straight"].text("times_eight"),
            "yes" if all(by["tiled straight"].value("same_bits").values()) else "no",
            *_of_eiko(by),
        )
        for (grid, cells), by in newest.items()
    ]
    header = (
        "grid",
        "cells, m",
        "eight directions, ms",
        "straight lines, ms",
        "times eight",
        "the processor's bits",
        "Eiko plain, ms",
        "Eiko diagonal, ms",
        "Eiko plain, times ours",
    )
    all_of = [kept for by in newest.values() for kept in by.values()]
    return [*table(header, rows), "", "Eiko's cells are square.", *measured(all_of)]


def _of_eiko(by: Mapping[str, Kept]) -> tuple[str, str, str]:
    """What Eiko's stencils took, and the plain one beside ours; dashes where it has none."""
    if "eiko plain" not in by:
        return ("–",) * 3
    return (
        by["eiko plain"].text("ms", "median"),
        by["eiko diagonal"].text("ms", "median"),
        by["eiko plain"].text("times_straight"),
    )


def straight_cpu(book: Book) -> list[str]:
    """The newest record of each grid."""
    newest = {kept.record["grid"]: kept for kept in book.all("straight_cpu")}
    rows = [
        (
            grid.split()[1],
            kept.text("eight", "wall_ms", "median"),
            kept.text("straight", "wall_ms", "median"),
            kept.text("times_eight"),
        )
        for grid, kept in newest.items()
    ]
    header = ("grid", "eight directions, ms", "straight lines, ms", "times eight")
    return [*table(header, rows), "", *measured(newest.values())]


def slopes_gpu(book: Book) -> list[str]:
    return _slopes(book, "slopes_gpu", "the processor's bits", first=True)


def slopes_cpu(book: Book) -> list[str]:
    return _slopes(book, "slopes_cpu", "the bits of `dijkstra`")


def _two_digits(value: float) -> str:
    """Two of them, and all before the point."""
    return f"{value:.2g}" if value < 99.5 else f"{value:.0f}"


def slopes_planes(book: Book) -> list[str]:
    """Per cent by which times are late, by model and rise: the mean (the worst) for each angle."""
    newest = {
        tuple(kept.record[name] for name in ("model", "rise", "angle", "geometry")): kept
        for kept in book.all("slopes_planes")
    }
    late: dict[tuple[str, float], dict[str, list[str]]] = {}
    for (model, rise, _, geometry), kept in newest.items():
        mean, worst = (kept.value(f"{name}_percent") for name in ("mean", "worst"))
        of_plane = late.setdefault((model, rise), {"straight": [], "eight": []})
        of_plane[geometry].append(" ".join((_two_digits(mean), f"({_two_digits(worst)})")))
    rows = [
        (model, f"{rise:.0%}".replace("%", " %"), *(", ".join(each) for each in found.values()))
        for (model, rise), found in late.items()
    ]
    header = ("model", "slope", "straight lines", "eight directions")
    return [*table(header, rows), "", *measured(newest.values())]


def _model(kept: Kept) -> str:
    """With how its steps were priced."""
    at_visits = kept.record.get("prices") == "visits"
    return str(kept.record["model"]) + (", priced at each visit" if at_visits else "")


def _slopes(book: Book, results: str, bits: str, first: bool = False) -> list[str]:
    """The newest record of each grid, geometry and model. bits : what labels were compared with.
    first : whether there are solves that find prices which later ones have at hand."""
    newest = {
        (kept.record["grid"].split()[1], kept.record["geometry"], _model(kept)): kept
        for kept in book.all(results)
        if "geometry" in kept.record
    }
    by_size = sorted(newest.items(), key=lambda item: (int(item[0][0].split("x")[0]), item[0][1]))
    rows = [
        (
            *each,
            kept.text("ms", "median"),
            kept.text("times_level"),
            *([kept.text("first_ms", "median") if "first_ms" in kept.record else "–"] * first),
            "yes" if all(kept.value("same_bits").values()) else "no",
        )
        for each, kept in by_size
    ]
    header = ("grid", "directions", "model", "ms", "times the level", *["first, ms"] * first, bits)
    return [*table(header, rows), "", *measured(newest.values())]


TABLES: Mapping[str, Callable[[Book], list[str]]] = {
    "accuracy": accuracy,
    "slopes-walk": slopes_walk,
    "straight-gpu": straight_gpu,
    "straight-cpu": straight_cpu,
    "slopes-planes": slopes_planes,
    "slopes-cpu": slopes_cpu,
    "slopes-gpu": slopes_gpu,
}
