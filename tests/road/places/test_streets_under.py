"""Which streets a drawing lies over: the same as by looking at all of them, with Shapely."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from shapely import LineString, Polygon, intersects, make_valid

from core.errors import InputError, ParameterError
from road.graph import RoadGraph
from road.places.snap import SnapIndex
from road.routes.route_line import arc_line
from tests.road.drawn import DRAWN, graph_of, grid_city


def _under_one_by_one(
    roads: RoadGraph, points: np.ndarray, area: bool, holes: Sequence[np.ndarray] = ()
) -> list[int]:
    drawing = make_valid(Polygon(points, holes)) if area else LineString(points)
    return np.flatnonzero(intersects(_lines(roads), drawing)).tolist()


@lru_cache(maxsize=1)
def _lines(roads: RoadGraph) -> list[LineString]:
    return [LineString(arc_line(roads, arc)) for arc in range(roads.arc_count)]


def _drawings(roads: RoadGraph, count: int) -> list[np.ndarray]:
    """Of three to seven corners, within the roads and beyond; many cross themselves."""
    low, size = _extent(roads)
    random = np.random.default_rng(11)
    return [
        low + size * (random.uniform(-0.2, 1.0, 2) + random.uniform(0, 0.5, (corners, 2)))
        for corners in random.integers(3, 8, count)
    ]


def _extent(roads: RoadGraph) -> tuple[np.ndarray, np.ndarray]:
    """The lower left corner of the roads, and their size."""
    assert roads.x is not None
    assert roads.y is not None
    low = np.array([roads.x.min(), roads.y.min()])
    return low, np.array([roads.x.max(), roads.y.max()]) - low + 1


def _areas_with_holes(
    roads: RoadGraph, count: int
) -> Iterator[tuple[np.ndarray, tuple[np.ndarray, ...]]]:
    """Stars around a place of the roads, each with one to four small stars beside each other in it;
    of every third area a hole reaches beyond the outline."""
    low, size = _extent(roads)
    random = np.random.default_rng(12)

    def star(middle: np.ndarray, least: float, most: float) -> np.ndarray:
        around = np.sort(random.uniform(0, 2 * np.pi, random.integers(5, 12)))
        away = random.uniform(least, most, len(around))
        return middle + size * np.stack((np.cos(around) * away, np.sin(around) * away), axis=1)

    for place in range(count):
        middle = low + size * random.uniform(0.1, 0.9, 2)
        quarters = random.permutation([(-1, -1), (-1, 1), (1, -1), (1, 1)])
        holes = [
            star(middle + size * 0.15 * quarter, 0.03, 0.14)
            for quarter in quarters[: random.integers(1, 5)]
        ]
        if place % 3 == 0:
            holes.append(star(middle + size * 0.4, 0.05, 0.2))
        yield star(middle, 0.35, 0.6), tuple(holes)


@pytest.mark.parametrize("graph", ["wide city", *sorted(set(DRAWN) - {"chain"})])
def test_an_area_with_holes_lies_over_the_streets_outside_them(graph: str) -> None:
    roads = grid_city(16, 16) if graph == "wide city" else DRAWN[graph]()
    index, spared = SnapIndex(roads), 0
    for points, holes in _areas_with_holes(roads, 40):
        under = index.under(points, True, holes).tolist()
        assert under == _under_one_by_one(roads, points, True, holes)
        spared += len(set(index.under(points, True)) - set(under))
    assert spared > 0 or graph != "wide city"


@pytest.mark.parametrize("area", [False, True], ids=["line", "area"])
@pytest.mark.parametrize("graph", sorted(set(DRAWN) - {"chain"}))
def test_drawings_lie_over_the_streets_they_meet(graph: str, area: bool) -> None:
    roads = DRAWN[graph]()
    index, found = SnapIndex(roads), 0
    for points in _drawings(roads, 40):
        under = index.under(points, area).tolist()
        assert under == _under_one_by_one(roads, points, area)
        found += len(under)
    assert found > 0


# 0 ══ 1 ──> 2     100 m each
#      ║
#      3
def _crossing() -> RoadGraph:
    xy = [(0.0, 0.0), (100.0, 0.0), (200.0, 0.0), (100.0, -100.0)]
    return graph_of(xy, [(0, 1), (1, 2, True), (1, 3)])


@pytest.mark.parametrize(
    ("points", "area", "streets"),
    [
        ([(50, 9), (50, -9)], False, {(0, 1)}),
        ([(50, 9), (50, 1)], False, set()),
        ([(50, 9), (50, 0)], False, {(0, 1)}),  # it ends on the street
        ([(50, 9), (50, -50), (150, -50)], False, {(0, 1), (1, 3)}),
        ([(20, 0), (80, 0)], False, {(0, 1)}),  # along it
        ([(-50, 0), (-10, 0)], False, set()),  # on the same line, but short of it
        ([(100, 0), (300, 300)], False, {(0, 1), (1, 2), (1, 3)}),  # from the crossing itself
        ([(90, -120), (110, -120), (110, -20), (90, -20)], True, {(1, 3)}),
        ([(-9, 9), (209, 9), (209, -109), (-9, -109)], True, {(0, 1), (1, 2), (1, 3)}),
        ([(-999, 999), (999, 999), (0, 500)], True, set()),
    ],
)
def test_a_drawing_closes_both_ways_of_a_street(
    points: list[tuple[float, float]], area: bool, streets: set[tuple[int, int]]
) -> None:
    roads = _crossing()
    under = SnapIndex(roads).under(np.array(points, np.float64), area)
    ends = {tuple(sorted((int(roads.tail[arc]), int(roads.head[arc])))) for arc in under}
    assert ends == streets
    assert len(under) == 2 * len(streets), "feet walk the one-way street against it"


def test_what_an_area_leaves_out_stays_open() -> None:
    """An area that crosses itself has a hole: there the number of its outlines is even."""
    roads = grid_city(9, 9, 100.0)
    outer = [(50.0, -50.0), (750.0, -50.0), (750.0, -750.0), (50.0, -750.0), (50.0, -50.0)]
    inner = [(250.0, -250.0), (550.0, -250.0), (550.0, -550.0), (250.0, -550.0), (250.0, -250.0)]
    points = np.array([*outer, *inner])
    under = SnapIndex(roads).under(points, True)
    held = set(under.tolist())
    assert roads.x is not None
    assert roads.y is not None
    for arc in range(roads.arc_count):
        x = roads.x[[roads.tail[arc], roads.head[arc]]]
        y = roads.y[[roads.tail[arc], roads.head[arc]]]
        if ((x > 250) & (x < 550) & (y < -250) & (y > -550)).all():
            assert arc not in held


# 0 ══ 1 ──> 2     100 m each
#      ║
#      3
WHOLE = [(-9, 9), (209, 9), (209, -109), (-9, -109)]


@pytest.mark.parametrize(
    ("hole", "streets"),
    [
        ([(91, -90), (109, -90), (109, 1), (91, 1)], {(0, 1), (1, 2), (1, 3)}),  # all cross it
        ([(-5, 5), (205, 5), (205, -105), (-5, -105)], set()),  # all lie in it
        ([(-5, 5), (205, 5), (205, -50), (-5, -50)], {(1, 3)}),
        ([(-5, 5), (205, 5), (205, -105), (0, 0)], {(0, 1), (1, 3)}),  # a corner on vertex 0
    ],
)
def test_a_street_is_spared_that_lies_in_a_hole_and_not_one_that_crosses_its_ring(
    hole: list[tuple[float, float]], streets: set[tuple[int, int]]
) -> None:
    roads = _crossing()
    holes = (np.array(hole, np.float64),)
    under = SnapIndex(roads).under(np.array(WHOLE, np.float64), True, holes)
    ends = {tuple(sorted((int(roads.tail[arc]), int(roads.head[arc])))) for arc in under}
    assert ends == streets


@pytest.mark.parametrize("points", [[(0, 0)], [(0, 0), (np.nan, 1)], [(0, 0), (np.inf, 1)]])
def test_no_drawing_is_refused(points: list[tuple[float, float]]) -> None:
    index = SnapIndex(_crossing())
    with pytest.raises(ParameterError, match="Draw over the roads"):
        index.under(np.array(points, np.float64), False)
    with pytest.raises(ParameterError, match="Draw over the roads"):
        index.under(np.array(WHOLE, np.float64), True, (np.array(points, np.float64),))


def test_roads_without_positions_cannot_be_drawn_over() -> None:
    with pytest.raises(InputError, match="no positions"):
        SnapIndex(replace(_crossing(), x=None, y=None))
