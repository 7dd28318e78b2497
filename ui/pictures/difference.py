"""The signed difference of two results as a picture, in colours centred on zero. No Qt."""

from __future__ import annotations

from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from app.exports.comparison.difference import difference
from app.exports.comparison.steps import (
    COLOURS,
    NO_STEP,
    SIDE,
    STEP_LOST,
    STEP_WON,
    DifferenceSteps,
)
from raster.travel_times import TravelTimes
from road.maps.drawing import Inks
from road.maps.drawing_layout import StreetLines
from road.maps.drawing_times import REACHED, STARTED, StreetTimes
from road.results.compared import compared_streets
from road.results.travel_times import RoadTimes
from road.streets import streets_of
from ui.pictures.classes import NOBODY, Classes, RoadClassScene
from ui.pictures.pixels import Pixels, words
from ui.pictures.scene import Brush, LayerPlan, Named
from ui.pictures.streets import RoadScene, paled
from ui.pictures.terrain import TerrainScene

F64 = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Contrast:
    """What a difference is drawn by. named : what the legend says of the steps. rounding : as of
    `app.exports.comparison.difference`."""

    steps: DifferenceSteps
    named: Named
    rounding: float = 0.0

    def step_of(self, a: F64, b: F64) -> NDArray[np.uint8]:
        """uint8; a row of COLOURS for each place, NO_STEP where neither reaches."""
        return self.steps.of(difference(a, b, self.rounding))


@dataclass(frozen=True, eq=False)
class TerrainDifferenceScene(TerrainScene):
    """Cells in the colours of B − A over their speeds; looked up at the size of the picture."""

    a: TravelTimes = field(kw_only=True)
    b: TravelTimes = field(kw_only=True)
    contrast: Contrast = field(kw_only=True)

    @classmethod
    def over(
        cls, scene: TerrainScene, a: TravelTimes, b: TravelTimes, contrast: Contrast
    ) -> TerrainDifferenceScene:
        zero = scene.zero_speed_kmh
        return cls(scene.grid, None, scene.scale, zero, a=a, b=b, contrast=contrast)

    @property
    def named(self) -> Named:
        return self.contrast.named

    @property
    def remarks(self) -> tuple[str, ...]:
        return ("unreached", *super().remarks)

    def _over(self) -> tuple[LayerPlan, ...]:
        key = id(self.a), id(self.b), self.contrast.steps, self.style.opacity
        return (LayerPlan("difference", key, self._draw_difference, fine_at_once=True),)

    def _draw_difference(self, brush: Brush) -> Pixels | None:
        table = np.zeros(NO_STEP + 1, np.uint32)
        table[: len(COLOURS)] = words(COLOURS, self.style.opacity)
        a, b = (
            times.seconds(brush.patch.window, brush.patch.shape).astype(np.float64)
            for times in (self.a, self.b)
        )
        found: Pixels = table[self.contrast.step_of(a, b)]
        return found


FINE = 32
"""Entries of the table of colours for each step along streets: their edges are right to a 64th."""

MOST_STEPS = 256
"""Steps on either side of none that the table holds, at most; a street that goes further is drawn
as if it ended there."""


def fine_colours(steps: DifferenceSteps, reach: int) -> NDArray[np.uint8]:
    """uint8, (entries, 3): of differences from `reach` steps below none to as much above, then of
    what is won, and lost."""
    middle = reach * FINE
    off = (np.arange(2 * middle + 1) - middle) * np.float64(steps.width / FINE)
    found: NDArray[np.uint8] = COLOURS[steps.of(difference(np.zeros(len(off)), off))]
    return np.concatenate((found, COLOURS[[STEP_WON, STEP_LOST]]))


def entries_of_steps(reach: int) -> NDArray[np.float32]:
    """float32, steps; the middle of an entry that has the colour of each."""
    middle, sides = reach * FINE, [(k + 0.5) * FINE for k in range(SIDE)]
    sooner = [middle - off for off in reversed(sides)]
    later = [middle + off for off in sides]
    end = 2 * middle + 1
    return np.array((*sooner, middle, *later, end, end + 1), np.float32) + np.float32(0.5)


@dataclass(frozen=True, eq=False)
class RoadDifferenceScene(RoadClassScene):
    """Streets in the colours of B − A, which change where the difference passes from one step to
    the next. Where the fronts of one result meet on a street, it goes straight from end to end;
    where only one gets all along, the street changes in its middle."""

    a: RoadTimes = field(kw_only=True)
    b: RoadTimes = field(kw_only=True)
    contrast: Contrast = field(kw_only=True)

    @classmethod
    def of_times(
        cls, scene: RoadScene, a: RoadTimes, b: RoadTimes, contrast: Contrast
    ) -> RoadDifferenceScene:
        classes = vertex_classes(a.seconds(), b.seconds(), contrast)
        return cls(
            scene.roads, scene.ground, None, lettering=scene.lettering, classes=classes, a=a, b=b,
            contrast=contrast,
        )  # fmt: skip

    def strokes(self, lines: StreetLines, metres: float) -> tuple[StreetTimes, Inks]:
        times, inks = super().strokes(lines, metres)
        ends = street_differences(self.a, self.b)[lines.street] / self.contrast.steps.width
        most = float(np.abs(np.nan_to_num(ends)).max(initial=0.0))
        reach = int(min(max(most + 1, SIDE), MOST_STEPS))
        entries = entries_of_steps(reach)
        for clock in (times.up, times.rays[:, 2]):
            here = np.isfinite(clock)
            clock[here] = entries[clock[here].astype(np.int64)]
        whole = np.flatnonzero(np.isfinite(ends).all(axis=1) & (times.kind & REACHED > 0))
        entry = (np.clip(ends[whole], -reach, reach) + reach) * FINE + 0.5
        times.up[whole], times.up_cost[whole] = entry[:, 0], entry[:, 1] - entry[:, 0]
        times.kind[whole] &= ~np.uint8(STARTED)
        colours = fine_colours(self.contrast.steps, reach)
        colours = paled(colours, self.style.opacity, self.theme)
        table = words(np.concatenate((colours, colours[-1:])))
        return times, inks._replace(table=table, end=float(len(table)))


_ENDS: WeakKeyDictionary[RoadTimes, tuple[object, F64]] = WeakKeyDictionary()


def street_differences(a: RoadTimes, b: RoadTimes) -> F64:
    """float64, (streets, 2): B − A at both ends, as one comes there along the street; NaN of those
    that not both reach all along. Remembered for B."""
    known = _ENDS.get(b)
    if known is None or known[0] is not a:
        known = _ENDS[b] = a, _street_differences(a, b)
    return known[1]


def _street_differences(a: RoadTimes, b: RoadTimes) -> F64:
    parts, streets = compared_streets(a, b), streets_of(a.search.graph)
    street = np.searchsorted(streets.arc, parts.arc)
    off = parts.b - parts.a
    both = np.isfinite(off).all(axis=1)
    held = np.bincount(street[both], (parts.end - parts.begin)[both], streets.count)
    ends = np.full((streets.count, 2), np.nan)
    ends[street[::-1], 0] = off[::-1, 0]  # the first part of a street is written last
    ends[street, 1] = off[:, 1]
    ends[held < 1 - 1e-9] = np.nan
    return ends


def vertex_classes(a: F64, b: F64, contrast: Contrast) -> Classes:
    """Vertices by B − A, of seconds of all of them; a street between two of other steps is divided
    in its middle."""
    step = contrast.step_of(a, b).astype(np.int32)
    step[step == NO_STEP] = NOBODY
    return Classes(step, COLOURS, contrast.named)
