"""The signed difference of two results, as a scene with a legend and a reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

import numpy as np
from PySide6.QtCore import QCoreApplication

from app.document.document import Document
from app.exports.comparison.difference import rounding_of
from app.exports.comparison.steps import COLOURS, SIDE, STEP_LOST, STEP_WON, DifferenceSteps
from app.measure import Measure
from app.solving.request import Options
from app.solving.result import Result
from core.errors import IsofrontError
from raster.travel_times import TravelTimes
from ui.controllers.kinds import SHOWN
from ui.controllers.reading.readers import PlaceReader, WayShown
from ui.pictures.difference import Contrast, RoadDifferenceScene, TerrainDifferenceScene
from ui.pictures.joined import JoinedScene
from ui.pictures.scene import Named, Scene
from ui.texts import amount, of_catalogue, vehicle_name
from ui.told import told

SAMPLES = 400
"""Cells along each side that steps are fitted to: every cell would take as long as a solve."""

Colour = tuple[int, int, int]

Told = tuple[bool, str]
"""B is nowhere sooner than A, or may be; and what differs between both. For a legend."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Comparison", text)


def in_words(text: str) -> str:
    """A text of `app.asked.differing` in the user's language, which may name a solver
    or a vehicle."""
    for translated in (told(text), of_catalogue(text)):
        if translated != text:
            return translated
    return vehicle_name(text)


def _span(low: str, high: str) -> str:
    """`5–10 min` of `5 min` and `10 min`; both as they are where their units differ."""
    (start, *unit), (end, *other) = low.split(" "), high.split(" ")
    return f"{start}–{end} {unit[0]}" if unit == other and len(unit) == 1 else f"{low} – {high}"


def legend_of(
    steps: DifferenceSteps, names: tuple[str, str], rising: bool = False, caption: str = ""
) -> Named:
    """What the steps are called, the soonest first. rising : B is nowhere sooner than A, and wins
    nothing. caption : what differs between both."""
    texts = [amount(edge, steps.measure) for edge in steps.edges]
    ranges = [_tr("up to {limit}").format(limit=texts[0])]
    ranges += [_span(low, high) for low, high in pairwise(texts)]
    ranges.append(_tr("more than {limit}").format(limit=texts[-1]))
    time = steps.measure.quantity == "time"
    sooner = _tr("{range} sooner") if time else _tr("{range} less")
    later = _tr("{range} later") if time else _tr("{range} more")
    labels = [sooner.format(range=text) for text in reversed(ranges)]
    labels += [_tr("the same"), *(later.format(range=text) for text in ranges)]
    labels += [_tr("Won: only in {b}"), _tr("Lost: only in {a}")]
    a, b = names
    assert len(labels) == 2 * SIDE + 3
    entries = tuple(
        (cast(Colour, tuple(colour)), label.format(a=a, b=b))
        for colour, label in zip(COLOURS.tolist(), labels, strict=True)
    )
    if rising:
        entries = (*entries[SIDE:STEP_WON], entries[STEP_LOST])
    return Named(f"{b} − {a}", entries, caption=caption)


@dataclass(frozen=True, eq=False)
class DifferenceReader:
    """Tells both times of a place and by how much B is later."""

    a: PlaceReader
    b: PlaceReader
    seconds: Callable[[float, float], tuple[float, float]]
    names: tuple[str, str]
    measure: Measure

    @property
    def solved(self) -> bool:
        return self.b.solved

    def place(self, x: float, y: float) -> tuple[str, str, str]:
        position, words, time = self.b.place(x, y)
        if not time:
            return position, words, time
        first, second = self.seconds(x, y)
        told = time
        if np.isfinite(first) and np.isfinite(second):
            off = second - first
            sign = "+" if off > 0 else "−" if off < 0 else "±"
            told = f"{time}, {sign}{amount(abs(off), self.measure)}"
        elif np.isfinite(second):
            told = _tr("{time}, won").format(time=time)
        elif np.isfinite(first):
            before = amount(first, self.measure)
            told = _tr("lost, {name}: {time}").format(name=self.names[0], time=before)
        return position, words, told

    def way(self, x: float, y: float) -> WayShown | None:
        return self.b.way(x, y)


def contrasted(
    document: Document,
    a: Result,
    b: Result,
    options: Options,
    names: tuple[str, str],
    caption: str = "",
    *,
    rising: bool = False,
) -> tuple[Scene, PlaceReader] | None:
    """B − A on the ground of a document; None where that is not seen on a map. caption : what
    differs between both. rising : B is nowhere sooner than A."""
    zero = options.zero_speed_kmh
    plain = SHOWN[document.shows].scene(document, None, zero)
    if plain is None:
        return None
    scene, seconds = _DRAWN[document.shows](document, plain, a, b, names, (rising, caption))
    reader = SHOWN[document.shows].reader
    read = reader(document, a, zero), reader(document, b, zero)
    return scene, DifferenceReader(*read, seconds, names, b.measure)


def _contrast(
    measure: Measure,
    first: Any,
    second: Any,
    names: tuple[str, str],
    rounding: float,
    told: Told,
) -> Contrast:
    with np.errstate(invalid="ignore"):
        steps = DifferenceSteps.fitted(np.asarray(second - first, np.float64), measure)
    return Contrast(steps, legend_of(steps, names, *told), rounding)


def _on_cells(
    document: Document, plain: Any, a: Result, b: Result, names: tuple[str, str], told: Told
) -> tuple[Scene, Callable[[float, float], tuple[float, float]]]:
    first, second = cast(TravelTimes, a.times), cast(TravelTimes, b.times)
    grid = plain.grid
    shape = min(grid.rows, SAMPLES), min(grid.cols, SAMPLES)
    some = (times.seconds(grid.whole(), shape).astype(np.float64) for times in (first, second))
    early, late = some
    rounding = rounding_of(first.tick_seconds, second.tick_seconds)
    contrast = _contrast(b.measure, early, late, names, rounding, told)

    def seconds(x: float, y: float) -> tuple[float, float]:
        place = grid.cell_at(x, y)
        if place is None:
            return np.inf, np.inf
        return first.seconds_at(*place), second.seconds_at(*place)

    return TerrainDifferenceScene.over(plain, first, second, contrast), seconds


def _on_both(
    document: Document, plain: Any, a: Result, b: Result, names: tuple[str, str], told: Told
) -> tuple[Scene, Callable[[float, float], tuple[float, float]]]:
    terrain = getattr(plain, "terrain", plain)
    scene, seconds = _on_cells(document, terrain, a, b, names, told)
    streets = getattr(plain, "streets", None)
    return (scene if streets is None else JoinedScene(cast(Any, scene), streets)), seconds


def _on_roads(
    document: Document, plain: Any, a: Result, b: Result, names: tuple[str, str], told: Told
) -> tuple[Scene, Callable[[float, float], tuple[float, float]]]:
    first, second = a.times.seconds(), b.times.seconds()
    contrast = _contrast(b.measure, first, second, names, 0.0, told)
    scene = RoadDifferenceScene.of_times(plain, a.times, b.times, contrast)

    def seconds(x: float, y: float) -> tuple[float, float]:
        found = []
        for result in (a, b):
            try:
                found.append(float(cast(Any, result).at(x, y).amount))
            except IsofrontError:
                found.append(float("inf"))
        return found[0], found[1]

    return scene, seconds


_DRAWN: dict[str, Callable[..., Any]] = {
    "cells": _on_cells,
    "roads": _on_roads,
    "cells and roads": _on_both,
}
