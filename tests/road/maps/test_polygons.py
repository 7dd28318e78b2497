"""Areas around roads against buffers by geometry: as near as stated, apart, with holes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import shapely

from app.exports.road_areas import multipolygon_of
from core.errors import InputError, ParameterError
from road.maps.polygons import MOST_NODES, areas_within

Lines = list[list[tuple[float, float]]]

CROSS: Lines = [[(0, 0), (400, 0)], [(200, -200), (200, 200)], [(0, 0), (0, 150), (-100, 150)]]
BLOCK: Lines = [[(0, 0), (300, 0), (300, 300), (0, 300), (0, 0)]]


def arrays(lines: Lines) -> tuple[np.ndarray, np.ndarray]:
    first = np.cumsum([0, *map(len, lines)])
    return first, np.array([point for line in lines for point in line], np.float64)


def random_lines(seed: int, count: int = 60) -> Lines:
    random = np.random.default_rng(seed)
    at = random.random((count, 2)) * 2000
    onward = at + random.normal(0, 150, (count, 2))
    return [[tuple(a), tuple(b)] for a, b in zip(at.tolist(), onward.tolist(), strict=True)]


def areas(lines: Lines, bands: list[int], tolerance: float, **rest: Any) -> list[shapely.Geometry]:
    first, points = arrays(lines)
    found = areas_within(
        tolerance, first, points, np.array(bands, np.uint8), max(bands) + 1, **rest
    )
    return [multipolygon_of(each) for each in found]


@pytest.mark.parametrize("lines", [CROSS, BLOCK, random_lines(1), random_lines(2)])
def test_outlines_are_as_near_to_the_exact_buffer_as_stated(lines: Lines) -> None:
    (area,) = areas(lines, [0] * len(lines), 50.0)
    exact = shapely.MultiLineString(lines).buffer(50.0, quad_segs=64)
    assert shapely.is_valid(area)
    assert shapely.symmetric_difference(area, exact).area < 0.01 * exact.area
    assert exact.buffer(0.18 * 50.0).contains(area)
    assert area.buffer(0.02 * 50.0).contains(exact)


def test_a_block_keeps_its_hole() -> None:
    (area,) = areas(BLOCK, [0], 50.0)
    (polygon,) = area.geoms
    (hole,) = polygon.interiors
    assert shapely.Polygon(hole).area == pytest.approx(200 * 200, rel=0.01)


def street_lines(seed: int) -> Lines:
    """Along the axes and by multiples of the nodes' spacing at 60 m, so that many distances tie."""
    random = np.random.default_rng(seed)
    at, length = random.integers(0, 100, (60, 2)) * 15, random.integers(-12, 12, 60) * 15
    along = np.where(np.arange(60)[:, None] % 2, [1, 0], [0, 1])
    ends = at + along * length[:, None]
    return [[tuple(a), tuple(b)] for a, b in zip(at.tolist(), ends.tolist(), strict=True)]


@pytest.mark.parametrize("draw", [lambda seed: random_lines(seed, 150), street_lines])
@pytest.mark.parametrize("seed", range(6))
def test_bands_lie_apart_and_together_are_the_whole(
    seed: int, draw: Callable[[int], Lines]
) -> None:
    lines = draw(seed)
    random = np.random.default_rng(seed)
    bands = random.integers(0, 4, len(lines)).tolist()
    found = areas(lines, [*bands[:-1], 3], 60.0)
    (whole,) = areas(lines, [0] * len(lines), 60.0)
    assert all(shapely.is_valid(area) for area in found)
    for number, area in enumerate(found):
        for other in found[:number]:
            assert not shapely.relate_pattern(area, other, "2********"), "no ground is of both"
    together = shapely.union_all(found)
    assert shapely.symmetric_difference(together, whole).area < 1e-12 * whole.area


def test_a_later_band_never_takes_ground_from_an_earlier_one() -> None:
    alone = areas(CROSS[:1], [0], 40.0)[0]
    first, _ = areas(CROSS, [0, 1, 1], 40.0)
    # The grid lies elsewhere, so outlines differ a little.
    assert shapely.symmetric_difference(alone, first).area < 0.01 * alone.area


def test_outer_rings_are_anticlockwise_and_close() -> None:
    first, points = arrays(BLOCK)
    (found,) = areas_within(50.0, first, points, np.zeros(1, np.uint8), 1)
    begin, end = found.ring_offsets[:-1], found.ring_offsets[1:]
    np.testing.assert_array_equal(found.points[begin], found.points[end - 1])
    rings = [shapely.LinearRing(found.points[a:b]) for a, b in zip(begin, end, strict=True)]
    assert [ring.is_ccw for ring in rings] == [True, False]


def test_the_tolerance_counts_metres_whatever_the_unit() -> None:
    feet = [[(x / 0.3048, y / 0.3048) for x, y in line] for line in CROSS]
    (metric,), (imperial,) = (
        areas(CROSS, [0] * 3, 50.0),
        areas(feet, [0] * 3, 50.0, metres_per_unit=0.3048),
    )
    assert imperial.area * 0.3048**2 == pytest.approx(metric.area, rel=1e-3)


def test_a_tolerance_that_is_too_small_for_the_area_is_refused_with_advice() -> None:
    far = [[(0.0, 0.0), (1e6, 1e6)]]
    with pytest.raises(InputError, match="tolerance of"):
        areas(far, [0], 50.0)
    with pytest.raises(ParameterError):
        areas(CROSS, [0] * 3, 0.0)
    assert MOST_NODES < 1 << 31


def test_a_band_without_roads_has_no_area() -> None:
    empty, full = areas(CROSS[:1], [1], 40.0)
    assert shapely.is_empty(empty)
    assert not shapely.is_empty(full)
