"""Places in the colours of classes, as of the origin that reaches them first. No Qt.

Streets are drawn by the painter of times: a class is a time at which the clock of a street, or of a
part of it, stands still, and the table of colours has an entry for each.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.times import UNLIMITED, UNREACHED
from raster.grid import sample_indices
from resources.colormaps import colormap
from resources.start_colours import DISTINCT, TONES, rgb_of
from road.maps.drawing import NO_INK, Inks
from road.maps.drawing_layout import StreetLines
from road.maps.drawing_times import REACHED, STARTED, StreetTimes, untimed
from road.streets import streets_of
from road.turns import NO_ARC
from ui.pictures.pixels import Pixels, rgb, words
from ui.pictures.scene import Brush, LayerPlan, Named
from ui.pictures.streets import RoadScene, inks_of, paled
from ui.pictures.terrain import TerrainScene

NOBODY = -1
"""Class of a place that has none."""

MOST_DEALT = 2000
"""Owners up to which it is looked at who is near."""

BORDER_OPACITY = 0.9
"""Opacity of the lines between classes."""

F64 = NDArray[np.float64]
I32 = NDArray[np.int32]
U32 = NDArray[np.uint32]


class EnteredClasses(NamedTuple):
    """Where turns count, of arcs: of, int32, whose front enters each first, NOBODY where none does;
    seconds, float64, when; begun, bool, whether an origin lies on its street, which then goes by
    its ends."""

    of: I32
    seconds: F64
    begun: NDArray[np.bool_]


class StreetEnds(NamedTuple):
    """Of streets: classes of the fronts that come in at the tail and at the head of an arc, int32,
    and when they do, float64 seconds; inf where none does."""

    up: I32
    down: I32
    at_tail: F64
    at_head: F64


@dataclass(frozen=True, eq=False)
class Classes:
    """of : signed integers, vertices, or cells row by row; NOBODY where there is no class.

    colours : uint8, (classes, 3). named : what the legend says of them.
    seconds : float64, vertices; when each is reached, so that a street whose ends have two classes
        is divided where both come at once; None divides it in the middle. limit : of these.
    entered : where turns count: who is first at a vertex need not be who drives on from there.
    factor : cells of the picture along a side of each of `of`. borders : whether classes of cells
        have lines between them.
    """

    of: NDArray[np.signedinteger[Any]]
    colours: NDArray[np.uint8]
    named: Named
    seconds: F64 | None = None
    limit: float = UNLIMITED
    entered: EnteredClasses | None = None
    factor: int = 1
    borders: bool = False

    def ends(self, tail: U32, head: U32, ahead: U32, behind: U32) -> StreetEnds:
        """Of streets with these vertices at the ends of an arc, and the arcs by which a search goes
        from its tail to its head and the other way; NO_ARC for none."""
        assert self.seconds is not None
        by_ends = StreetEnds(self.of[tail], self.of[head], self.seconds[tail], self.seconds[head])
        if self.entered is None:
            return by_ends
        sides = [(arc != NO_ARC, np.where(arc == NO_ARC, 0, arc)) for arc in (ahead, behind)]
        begun = np.any([there & self.entered.begun[arc] for there, arc in sides], axis=0)
        of = (np.where(there, self.entered.of[arc], NOBODY) for there, arc in sides)
        at = (np.where(there, self.entered.seconds[arc], np.inf) for there, arc in sides)
        by_arcs = StreetEnds(*of, *at)
        return StreetEnds(
            np.where(begun, by_ends.up, by_arcs.up),
            np.where(begun, by_ends.down, by_arcs.down),
            np.where(begun, by_ends.at_tail, by_arcs.at_tail),
            np.where(begun, by_ends.at_head, by_arcs.at_head),
        )


def owner_colours(points: F64) -> NDArray[np.uint8]:
    """uint8, (n, 3): colours of owners by where they are, float64, (n, 2); those of one colour are
    as far from each other as they are when colours are dealt one after another."""
    count = len(points)
    dealt = np.arange(count) % DISTINCT
    for k in range(DISTINCT, min(count, MOST_DEALT)):
        away = np.hypot(*(points[:k] - points[k]).T)
        nearest = np.full(DISTINCT, np.inf)
        np.minimum.at(nearest, dealt[:k], np.where(np.isnan(away), np.inf, away))
        dealt[k] = int(np.argmax(nearest))
    return np.array([rgb_of(tone) for tone in TONES], np.uint8)[dealt]


def ramp_colours(count: int, name: str) -> NDArray[np.uint8]:
    """uint8, (count, 3): ordered colours of a colour map."""
    found: NDArray[np.uint8] = colormap(name)[np.linspace(0, 255, max(count, 2)).astype(int)]
    return found[:count]


@dataclass(frozen=True, eq=False)
class RoadClassScene(RoadScene):
    """Streets in the colours of classes."""

    classes: Classes = field(kw_only=True)

    @classmethod
    def over(cls, scene: RoadScene, classes: Classes) -> RoadClassScene:
        return cls(scene.roads, scene.ground, None, lettering=scene.lettering, classes=classes)

    @property
    def named(self) -> Named:
        return self.classes.named

    @property
    def remarks(self) -> tuple[str, ...]:
        there = ("rest", *super().remarks)
        return there if self.style.velocity else there[1:]

    def plans(self) -> tuple[LayerPlan, ...]:
        plan, *above = super().plans()
        return (replace(plan, key=(*plan.key, id(self.classes))), *above)

    def strokes(self, lines: StreetLines, metres: float) -> tuple[StreetTimes, Inks]:
        inks = inks_of(self, metres)
        colours = paled(self.classes.colours, self.style.opacity, self.theme)
        table = words(np.concatenate((colours, colours[-1:])))
        if not self.style.velocity:
            inks = inks._replace(closed=NO_INK, rest=NO_INK, casing=NO_INK)
        return _still(self, lines), inks._replace(table=table, per_unit=1.0, end=float(len(table)))


def _still(scene: RoadClassScene, lines: StreetLines) -> StreetTimes:
    """Times that stand for classes: number and a half of each, so that it is rounded down to it."""
    classes, roads = scene.classes, scene.roads
    graph, weights = roads.graph, roads.weights
    streets, costs = streets_of(graph), weights.arc_costs
    times = untimed(graph, lines, weights, roads.closed_arcs)
    arc, back = streets.arc[lines.street], streets.back[lines.street]
    there = np.where(costs[arc] < UNREACHED, costs[arc], np.inf)
    back_costs = costs[np.where(back == NO_ARC, 0, back)]
    returns = np.where((back != NO_ARC) & (back_costs < UNREACHED), back_costs, np.inf)
    ahead, behind = arc, back
    if roads.direction == "to":  # one comes to an origin against the arcs
        there, returns, ahead, behind = returns, there, back, arc
    scale = weights.tick_seconds or 1.0
    tail, head = graph.tail[arc], graph.head[arc]
    if classes.seconds is None:
        up, down = classes.of[tail], classes.of[head]
        until = np.where(up == down, 1.0, 0.5)
        from_ = np.where(up == down, 1.0, 0.5)
        until[up == NOBODY], from_[down == NOBODY] = 0.0, 1.0
    else:
        ends = classes.ends(tail, head, ahead, behind)
        up, down = ends.up, ends.down
        until, from_ = divided(ends, classes.limit, there * scale, returns * scale)
    shut = ~(np.isfinite(there) | np.isfinite(returns))
    until[shut], from_[shut] = 0.0, 1.0
    times.up[:] = times.down[:] = np.inf
    # All of a street has one class where one end's holds up to the other, or both are the same.
    whole = (until >= 1.0) | (from_ <= 0.0) | ((up == down) & (until >= from_))
    one = np.where(until > 0.0, up, down)
    times.up[whole] = one[whole] + 0.5
    times.up_cost[:] = times.down_cost[:] = 0.0
    times.kind[whole] |= REACHED
    parts = np.flatnonzero(~whole & ((until > 0.0) | (from_ < 1.0)))
    times.kind[parts] |= REACHED | STARTED
    rays = np.zeros((len(parts), 2, 4))
    rays[:, 0, 0], rays[:, 0, 1], rays[:, 0, 2] = until[parts], -1.0, up[parts] + 0.5
    rays[:, 1, 0], rays[:, 1, 1], rays[:, 1, 2] = from_[parts], 1.0, down[parts] + 0.5
    rays[until[parts] <= 0.0, 0, 2] = np.inf
    rays[from_[parts] >= 1.0, 1, 2] = np.inf
    return times._replace(ray_street=np.repeat(parts, 2), rays=rays.reshape(-1, 4))


def divided(ends: StreetEnds, limit: float, there: F64, back: F64) -> tuple[F64, F64]:
    """Shares of streets up to which the class of the tail holds, and from which that of the head:
    where both come at once, or the limit ends one."""
    at_tail, at_head = ends.at_tail, ends.at_head
    with np.errstate(invalid="ignore", divide="ignore"):
        until = np.where(there > 0, (limit - at_tail) / there, 1.0)
        left = np.where(back > 0, (limit - at_head) / back, 1.0)
        meet = (at_head + back - at_tail) / (there + back)
    goes = np.isfinite(at_tail) & np.isfinite(there)
    comes = np.isfinite(at_head) & np.isfinite(back)
    until = np.where(goes, np.clip(until, 0.0, 1.0), 0.0)
    from_ = np.where(comes, 1.0 - np.clip(left, 0.0, 1.0), 1.0)
    both = goes & comes & np.isfinite(meet) & (until >= from_)
    meet = np.clip(meet, 0.0, 1.0)
    return np.where(both, meet, until), np.where(both, meet, from_)


@dataclass(frozen=True, eq=False)
class TerrainClassScene(TerrainScene):
    """Cells in the colours of classes over their speeds."""

    classes: Classes = field(kw_only=True)

    @classmethod
    def over(cls, scene: TerrainScene, classes: Classes) -> TerrainClassScene:
        return cls(scene.grid, None, scene.scale, scene.zero_speed_kmh, classes=classes)

    @property
    def named(self) -> Named:
        return self.classes.named

    @property
    def remarks(self) -> tuple[str, ...]:
        return ("unreached", *super().remarks)

    def _over(self) -> tuple[LayerPlan, ...]:
        key = id(self.classes), self.style.opacity
        return (LayerPlan("classes", key, self._draw_classes, fine_at_once=True),)

    def _draw_classes(self, brush: Brush) -> Pixels | None:
        window, (height, width) = brush.patch.window, brush.patch.shape
        rows = sample_indices(window.row, window.height, height)
        cols = sample_indices(window.col, window.width, width)
        table = np.zeros(len(self.classes.colours) + 1, np.uint32)
        table[:-1] = words(self.classes.colours, self.style.opacity)
        factor = self.classes.factor
        of = self.classes.of.reshape(-1, -(-self.grid.cols // factor))
        here = of[(rows // factor)[:, None], (cols // factor)[None, :]]
        found: Pixels = table[here]  # -1 is the last
        if self.classes.borders:
            found[borders_in(here, max(round(brush.pixel_ratio), 1))] = words(
                np.array([rgb(self.theme.isoline)]), BORDER_OPACITY
            )[0]
        return found


def borders_in(here: NDArray[np.signedinteger[Any]], width: int) -> NDArray[np.bool_]:
    """bool, of pixels: which lie on a border between two classes, of a width in pixels; a border
    with nobody is none."""
    found = np.zeros(here.shape, np.bool_)
    there = here != NOBODY
    for k in range(1, width + 1):
        found[k:] |= (here[k:] != here[:-k]) & there[k:] & there[:-k]
        found[:, k:] |= (here[:, k:] != here[:, :-k]) & there[:, k:] & there[:, :-k]
    return found
