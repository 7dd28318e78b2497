"""Two results on the same roads: what is won and lost along streets, in metres, and in people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.asked.points import Differing, told_of
from app.exports.comparison.difference import (
    KINDS,
    LATER,
    LOST,
    SAME,
    SOONER,
    WON,
    ComparableCells,
    SolvedCells,
)
from app.exports.comparison.gains import GainRow, Gains, people_on_cells, told_limits
from app.exports.request import ExportOptions
from app.exports.road_cells import carrier_of, cells_around, pace_of
from app.measure import Measure
from app.solving.road_solved import RoadSolved
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from raster.grid import VelocityGrid
from raster.travel_times import TravelTimeGrid
from road.files.source.projection import utm_plane
from road.maps.bands import timed_lines
from road.maps.rasterise import ticks_on_cells
from road.results.compared import ComparedStreets, compared_streets, off_by


@dataclass(frozen=True, eq=False)
class ComparedRoads:
    """Fields as in `results.Comparison`. options : of cells beside the roads."""

    a: RoadSolved
    b: RoadSolved
    names: tuple[str, str] = ("A", "B")
    notes: tuple[str, ...] = ()
    options: ExportOptions = field(default_factory=ExportOptions)
    asked: Differing | None = None

    lies_on = "roads"

    @property
    def differs(self) -> str:
        return told_of(self.asked, self.names)

    @property
    def measure(self) -> Measure:
        return self.b.measure

    @cached_property
    def streets(self) -> ComparedStreets:
        return compared_streets(self.a.times, self.b.times)

    def gains(
        self,
        limits: Sequence[float],
        people: Path | None = None,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> Gains:
        """People are those in cells beside the roads, as a raster of times of roads has them."""
        progress(-1.0, "comparing")
        found = gains_on_roads(self.streets, limits, self.measure, cancel)
        if people is None:
            return found
        progress(-1.0, "counting people")
        cells = _beside_roads(self, progress, cancel)
        return people_on_cells(found, people, cells.grid, cells.a, cells.b, cancel=cancel)


def on_roads(
    a: Any, b: Any, names: tuple[str, str], notes: tuple[str, ...], asked: Differing | None = None
) -> ComparedRoads:
    """Two results on roads; raises InputError where these are not the same."""
    one, other = a.graph, b.graph
    same = one is other or (
        np.array_equal(one.first_out, other.first_out) and np.array_equal(one.head, other.head)
    )
    if not same:
        raise InputError(
            f"{names[0]} and {names[1]} are of different roads",
            advice="Solve both on the same file.",
        )
    return ComparedRoads(a, b, names, notes, asked=asked)


class _BesideRoads(NamedTuple):
    grid: VelocityGrid
    a: ComparableCells
    b: ComparableCells


def _beside_roads(both: ComparedRoads, progress: Progress, cancel: Cancel) -> _BesideRoads:
    """Times of both on the same cells around all that either reaches."""
    if both.b.graph.x is None:
        raise InputError("people are counted on maps, and the roads have no positions")
    off_road, plane = both.options.off_road, utm_plane(both.b.graph)
    lines = [timed_lines(r.times, r.times.limit_seconds) for r in (both.a, both.b)]
    points = [plane.from_roads(some.points) for some in lines]
    around = np.concatenate(points)
    if not len(around):
        raise InputError("no road is reached", advice="Choose other starts.")
    reach = off_road.reach_m
    cells = cells_around(around, both.options.cell_m, reach, plane.metres_per_unit)
    fields: list[ComparableCells] = []
    for result, some, places in zip((both.a, both.b), lines, points, strict=True):
        times = result.times
        labels = ticks_on_cells(
            cells,
            some.first,
            places,
            some.ticks,
            reach=reach,
            pace=pace_of(result, off_road),
            most=times.limit_ticks,
            progress=progress,
            cancel=cancel,
        )
        fields.append(SolvedCells(TravelTimeGrid(labels, times.search.scale)))
    return _BesideRoads(carrier_of(cells, plane, off_road), *fields)


def kinds_of(streets: ComparedStreets) -> NDArray[np.uint8]:
    """uint8, parts: what became of each."""
    in_a, in_b = np.isfinite(streets.a[:, 0]), np.isfinite(streets.b[:, 0])
    kind = np.where(in_a, LOST, WON).astype(np.uint8)
    both = in_a & in_b
    # They cross nowhere within a part, so that its middle speaks for all of it.
    off = off_by(streets.a[both], streets.b[both]).sum(axis=1)
    kind[both] = np.where(off < 0, SOONER, np.where(off > 0, LATER, SAME))
    return kind


def gains_on_roads(
    streets: ComparedStreets, limits: Sequence[float], measure: Measure, cancel: Cancel = NEVER
) -> Gains:
    """Of two results on the same roads. Raises CancelledError."""
    rows = []
    for limit in (*told_limits(limits), np.inf):
        cancel.check("the comparison")
        a, b = streets.within(limit, np.nan).sum(), streets.within(np.nan, limit).sum()
        both = streets.within(limit, limit).sum()
        rows.append(GainRow(float(limit), *(float(n) for n in (a, b, b - both, a - both))))
    kinds = np.bincount(kinds_of(streets), streets.length_m, len(KINDS))
    both_reach = np.isfinite(streets.a[:, 0]) & np.isfinite(streets.b[:, 0])
    off = off_by(streets.a, streets.b)[both_reach] if both_reach.any() else np.full((1, 2), np.nan)
    metres = streets.length_m[both_reach] if both_reach.any() else np.ones(1)
    mean = float((off.mean(axis=1) * metres).sum() / max(metres.sum(), np.finfo(float).tiny))
    least, most = float(off.min()), float(off.max())
    told = tuple(float(n) for n in kinds)
    return Gains(tuple(rows), told, mean, least, most, lengths=True, measure=measure)
