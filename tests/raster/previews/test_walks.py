"""The quick walk on level ground reaches each cell when the plain one does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.times import UNREACHED
from raster.previews.corridor import Ways
from raster.previews.walks import walk, walk_on_slopes
from raster.steps import BARRIER

HIGH, WIDE = 9, 11
"""Coarse cells of a grid, most of which are in the corridor."""


def _level(codes: Any, table: Any) -> Ways:
    """Slopes on ground that has none: what a step costs is what its halves cost."""
    none, far = np.zeros(3, np.int64), np.full(3, 1000, np.int64)
    bins = np.full((2, 1), 1 << 52, np.int64)
    return Ways(codes, table, np.zeros(codes.shape, np.int64), bins, none, -far, far, none, 0)


@pytest.mark.parametrize("factor", [1, 2, 3, 5])
def test_a_walk_without_branches_is_the_same_as_step_by_step(factor: int) -> None:
    random = np.random.default_rng(factor)
    blocks = random.permutation(HIGH * WIDE)[:80].astype(np.int64)
    number = np.full((HIGH, WIDE), -1, np.int32)
    number.ravel()[blocks] = np.arange(80)
    table = random.integers(1, 1000, (3, 6)).astype(np.uint32)
    table[:, 4:] = BARRIER  # no data, and what is outside
    codes = random.choice(6, (80, factor**2), p=[0.2, 0.2, 0.2, 0.2, 0.1, 0.1]).astype(np.uint32)
    begun, first = np.full(80, -1, np.int32), np.full((3, factor**2), UNREACHED, np.uint32)
    begun[[2, 40, 79]] = 2, 0, 1
    first[:, 0] = 0, 700, 30
    codes[[2, 40, 79], 0] = 1

    expected = np.full(codes.shape, UNREACHED, np.uint32)
    expected[[2, 40, 79]] = first[[2, 0, 1]]
    walk_on_slopes(_level(codes, table), number, blocks, np.int64(factor), expected)
    away = np.full((81, 3, factor**2), 7, np.uint32)
    walk(codes, table.ravel(), number, blocks, np.int64(factor), begun, first, away.ravel())
    for kind in range(3):
        np.testing.assert_array_equal(away[:80, kind] - table[kind, codes], expected)
    reached = (expected < UNREACHED).mean()
    assert 0.1 < reached < 1, "some of it, and not all"
