"""Lengths on the sphere and in the plane."""

from __future__ import annotations

import numpy as np
import pytest
from pyproj import Geod

from road import lengths
from road.lengths import EARTH_RADIUS_M, leg_lengths, polyline_lengths, street_lengths


def test_legs_are_those_of_a_geodesic_on_the_sphere() -> None:
    random = np.random.default_rng(1)
    start = np.stack((random.uniform(-180, 180, 500), random.uniform(-90, 90, 500)), axis=1)
    end = np.stack((random.uniform(-180, 180, 500), random.uniform(-90, 90, 500)), axis=1)
    near = start + random.normal(0, 1e-4, start.shape)
    sphere = Geod(a=EARTH_RADIUS_M, b=EARTH_RADIUS_M)
    for other in (end, near):
        theirs = sphere.inv(*start.T, *other.T)[2]
        np.testing.assert_allclose(leg_lengths(start, other, True), theirs, rtol=1e-6, atol=1e-6)


def test_short_legs_across_the_date_line_are_short() -> None:
    across = leg_lengths(np.array([[179.9999, 0.0]]), np.array([[-179.9999, 0.0]]), True)
    assert across[0] == pytest.approx(np.radians(0.0002) * EARTH_RADIUS_M)


def test_planar_lengths_count_the_units_of_the_plane() -> None:
    corner = np.array([[0.0, 0.0], [3.0, 4.0], [3.0, 5.0]])
    feet = polyline_lengths(corner, np.array([0, 3]), False, 0.3048)
    assert feet[0] == pytest.approx(6 * 0.3048)


def test_pieces_do_not_run_into_each_other() -> None:
    points = np.array([[0, 0], [1, 0], [9, 9], [5, 5], [5, 6], [5, 8]], np.float64)
    first = np.array([0, 0, 2, 2, 3, 6, 6])
    assert polyline_lengths(points, first, False).tolist() == [0, 1, 0, 0, 3, 0]
    assert polyline_lengths(np.empty((0, 2)), np.array([0, 0]), True).tolist() == [0]


def test_work_in_parts_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(5)
    points = random.random((1000, 2))
    first = np.unique(np.concatenate(([0, 1000], random.integers(0, 1000, 90))))
    whole = polyline_lengths(points, first, True)
    monkeypatch.setattr(lengths, "LEGS_AT_A_TIME", 7)
    np.testing.assert_array_equal(polyline_lengths(points, first, True), whole)


def test_streets_run_from_end_to_end() -> None:
    # 0 · · · 1    the first street goes by way of (0, 2), the second is straight
    x, y = np.array([0.0, 3.0]), np.array([0.0, 2.0])
    ends = np.array([0, 1], np.uint32), np.array([1, 0], np.uint32)
    inner = np.array([0, 1, 1]), np.array([[0.0, 2.0]])
    metres = street_lengths(ends, (x, y), inner, False)
    np.testing.assert_allclose(metres, [5, np.sqrt(13)], rtol=1e-7)
    np.testing.assert_allclose(street_lengths(ends, (x, y), None, False), np.sqrt(13), rtol=1e-7)
