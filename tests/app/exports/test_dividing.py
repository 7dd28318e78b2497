"""Long edges divided: the same lines, the same corners, no long edge left."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
import shapely

from app.exports.dividing import divided


@pytest.mark.parametrize("longest", [0.3, 1.0, 2.5, 100.0])
def test_lines_keep_their_corners_and_lose_their_long_edges(longest: float) -> None:
    rng = np.random.default_rng(4)
    lines = [rng.random((count, 2)) * 10 for count in (2, 5, 3, 40)]
    points = np.concatenate(lines)
    offsets = np.cumsum([0, *(len(line) for line in lines)]).astype(np.int32)
    found, ends = divided(points, offsets, longest)
    assert len(ends) == len(offsets)
    assert ends[-1] == len(found)
    for line, (first, last) in zip(lines, pairwise(ends), strict=True):
        part = found[first:last]
        assert np.hypot(*np.diff(part, axis=0).T).max() <= longest * (1 + 1e-9)
        assert {tuple(p) for p in line} <= {tuple(p) for p in part}
        np.testing.assert_array_equal(part[[0, -1]], line[[0, -1]])
        there, back = shapely.LineString(line), shapely.LineString(part)
        assert shapely.hausdorff_distance(there, back) < 1e-9
        assert back.length == pytest.approx(there.length)


def test_short_edges_and_no_points_stay_as_they_are() -> None:
    points, offsets = np.array([[0.0, 0.0], [1.0, 0.0], [5.0, 5.0]]), np.array([0, 2, 2, 3])
    found, ends = divided(points, offsets, 2.0)
    np.testing.assert_array_equal(found, points)
    np.testing.assert_array_equal(ends, offsets)
    found, ends = divided(np.zeros((0, 2)), np.array([0]), 2.0)
    assert found.shape == (0, 2)
    assert ends.tolist() == [0]
