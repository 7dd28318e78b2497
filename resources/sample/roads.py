"""The road net as it is built: the cheapest line from place to place, joining what is there."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from resources.sample.noise import Field, blur
from resources.sample.route import BuildingGround, Cells, cheapest
from resources.sample.towns import PLAN, Settlement, coarse, settle
from resources.sample.water import Mask, Waters

TRUNK, ROAD, LANE, TRACK = 90, 70, 50, 30  # km/h
WIDTH = {TRUNK: 3, ROAD: 2, LANE: 2, TRACK: 1}  # cells
TRUNK_TOWNS, PASSES = 6, 4
ALONG, ACROSS = 0.06, 0.2  # grade a road takes easily: one that can go round, one over a pass
REUSE, REUSE_ACROSS = 0.5, 0.8  # price of going by a road that is there, likewise

Speed = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class BuiltRoad:
    """A new stretch. line : float64, (points, 2), row and column in cells of the map. place : which
    it was built for, None for a bridge. over_pass : whether it climbs rather than go round."""

    line: Field
    speed: int
    place: Settlement | None
    over_pass: bool = False


class Builder:
    """The net while it grows.

    speed : uint8, (cells, cells), km/h of the road in a cell of the map, 0 where there is none.
    roads : as they were built. places : towns and then hamlets, the largest first.
    """

    def __init__(self, waters: Waters) -> None:
        self.speed: Speed = np.zeros(waters.sea.shape, np.uint8)
        self.roads: list[BuiltRoad] = []
        self.places: list[Settlement] = []
        height = coarse(waters.relief.height, np.mean)
        self._shape = height.shape
        none = np.zeros(self._shape, np.bool_)
        self._ground = BuildingGround(
            height, _price(waters), none, waters.relief.cell * PLAN, ALONG
        )

    @property
    def built(self) -> Mask:
        """Cells of the plan that hold a road."""
        return self._ground.built

    def link(self, place: Settlement, goals: Mask, speed: int) -> None:
        """Build the cheapest road from a place to any goal cell; none where none can be."""
        self._lay(cheapest(self._ground, self._index(place), goals, REUSE), speed, place)

    def link_places(self, a: Settlement, b: Settlement, speed: int) -> None:
        self.link(a, self._only(b), speed)

    def link_over_pass(self, a: Settlement, b: Settlement, speed: int) -> None:
        """Build a road that climbs rather than go round by the roads there are."""
        ground = self._ground._replace(easy_grade=ACROSS)
        cells = cheapest(ground, self._index(a), self._only(b), REUSE_ACROSS)
        self._lay(cells, speed, a, over_pass=True)

    def detour(self, a: Settlement, b: Settlement) -> float:
        """How many times longer the way by the roads there are is than the straight line."""
        cells = cheapest(self._ground, self._index(a), self._only(b), REUSE)
        rows, cols = cells // self._shape[1], cells % self._shape[1]
        length = np.sqrt(np.diff(rows) ** 2 + np.diff(cols) ** 2).sum()
        return float(length / np.sqrt(a.square_distance(b)))

    def _index(self, place: Settlement) -> int:
        return place.row * len(self.built) + place.col  # the plan is square

    def _only(self, place: Settlement) -> Mask:
        goal = np.zeros(self._shape, np.bool_)
        goal[place.row, place.col] = True
        return goal

    def _lay(self, cells: Cells, speed: int, place: Settlement, over_pass: bool = False) -> None:
        old = self.built.reshape(-1)[cells]
        for first, last in _new_stretches(old):
            line = self._line(cells[first : last + 1], bool(old[first]), bool(old[last]))
            self.draw(BuiltRoad(line, speed, place, over_pass))

    def draw(self, road: BuiltRoad) -> None:
        """Stamp a road into the cells of the map."""
        self.roads.append(road)
        line, speed = road.line, road.speed
        pieces = [_points_between(a, b) for a, b in pairwise(line)]
        dense = np.concatenate([*pieces, line[-1:]])
        width = WIDTH[speed]
        for down in range(width):
            for across in range(width):
                at = np.floor(dense - (width - 1) / 2 + (down, across)).astype(np.int64)
                rows, cols = np.clip(at.T, 0, len(self.speed) - 1)
                self.speed[rows, cols] = np.maximum(self.speed[rows, cols], speed)
        self._ground = self._ground._replace(built=coarse(self.speed > 0, np.max))

    def _line(self, cells: Cells, starts_on_road: bool, ends_on_road: bool) -> Field:
        cols = self._shape[1]
        points = (np.stack([cells // cols, cells % cols], 1) + 0.5) * PLAN
        if starts_on_road:
            points[0] = self._nearest_road(points[0])
        if ends_on_road:
            points[-1] = self._nearest_road(points[-1])
        return _smooth(points)

    def _nearest_road(self, point: Field) -> Field:
        row, col = (int(part) - PLAN for part in point)
        near = (
            np.argwhere(self.speed[row : row + 2 * PLAN, col : col + 2 * PLAN]) + (row, col) + 0.5
        )
        nearest: Field = near[np.argmin(((near - point) ** 2).sum(1))]
        return nearest


def _price(waters: Waters) -> Field:
    """What building costs on each cell of the plan, beside a dry plain; inf on open water."""
    closed = coarse(ndimage.binary_dilation(waters.lake | waters.sea, iterations=2), np.max)
    wet = coarse(waters.river, np.max)
    bank = blur(coarse(waters.river | waters.brook, np.mean), 2)
    return np.where(closed, np.inf, 1 + 9.0 * wet + 2.0 * bank)


def _new_stretches(old: Mask) -> list[tuple[int, int]]:
    """(first, last) of each run of new cells, with the built cell at either end where there is."""
    new = np.flatnonzero(~old)
    runs = np.split(new, np.flatnonzero(np.diff(new) > 1) + 1) if len(new) else []
    last = len(old) - 1
    return [(max(int(run[0]) - 1, 0), min(int(run[-1]) + 1, last)) for run in runs]


def _points_between(a: Field, b: Field) -> Field:
    """From a on, up to but without b, a quarter of a cell apart."""
    count = int(np.max(np.abs(b - a)) * 4) + 1
    between: Field = a + (b - a) * (np.arange(count) / count)[:, None]
    return between


def _smooth(points: Field) -> Field:
    for _ in range(3):
        inner = (points[:-2] + 2 * points[1:-1] + points[2:]) / 4
        points = np.concatenate([points[:1], inner, points[-1:]])
    return points


def build(waters: Waters, seed: int) -> Builder:
    """Settle the island and join its places."""
    builder = Builder(waters)
    towns, hamlets, huts = settle(waters, seed)
    _bridge_islet(builder, waters)
    for town in towns[1:TRUNK_TOWNS]:
        builder.link_places(town, towns[0], TRUNK)
    pairs = _neighbours(towns)
    for a, b in pairs:
        builder.link_places(a, b, ROAD)
    for a, b in sorted(pairs, key=lambda pair: -builder.detour(*pair))[:PASSES]:
        builder.link_over_pass(a, b, ROAD)
    for hamlet in hamlets:
        builder.link(hamlet, builder.built, LANE)
    for hut in huts:
        builder.link(hut, builder.built, TRACK)
    builder.places = towns + hamlets
    return builder


def _neighbours(towns: list[Settlement]) -> list[tuple[Settlement, Settlement]]:
    """Pairs of towns with no third one between them (the Gabriel graph), the largest first."""
    pairs = []
    for a, one in enumerate(towns):
        for two in towns[:a]:
            apart = one.square_distance(two)
            between = (one.square_distance(t) + two.square_distance(t) for t in towns)
            if all(through >= apart for through in between):
                pairs.append((one, two))
    return pairs


def _bridge_islet(builder: Builder, waters: Waters) -> None:
    """One straight bridge from the main island to its largest islet, where they are nearest."""
    land, _ = ndimage.label(~waters.sea)
    sizes = np.bincount(land.ravel())
    sizes[0] = 0
    main, islet = np.argsort(sizes)[::-1][:2]
    away, at = ndimage.distance_transform_edt(land != main, return_indices=True)
    inner = land == islet
    row, col = np.unravel_index(np.argmin(np.where(inner, away, np.inf)), away.shape)
    shore = np.array([[row, col], at[:, row, col]], np.float64)
    reach = (shore[1] - shore[0]) * (60 / away[row, col])  # on into firm land at either end
    builder.draw(BuiltRoad(shore + np.array([-reach, reach]) / 10 + 0.5, ROAD, None))
