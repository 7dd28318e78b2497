"""Wedges in vectors offer what the definition says; borders tell of every fall that may matter."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from core.geometry.wedge import offer, offer_over_oblong
from core.parallel import simd
from core.parallel.roots import LONGEST
from core.parallel.simd import WIDTH
from core.times import UNREACHED
from raster.oblong import wedge_shapes
from raster.steps import BARRIER
from raster.tiles.borders import best_across_corner, best_across_side
from raster.tiles.layout import (
    AREA,
    BEFORE,
    BUFFER,
    DIAGONALS,
    FIRST,
    LEFT,
    LINES,
    SHAPES,
    SPAN,
    STRAIGHTS,
    TOP,
)
from raster.tiles.offers import lanes_offered, offered

Words = NDArray[np.uint32]

SQUARE = np.zeros(2, np.int64)
SIXTEENS = wedge_shapes(1.0, 16.0)[:, :2]


@njit
def offered_to(words: Any) -> Any:
    axis, aslant = simd.load(words, 0), simd.load(words, WIDTH)
    cost, known = simd.load(words, 2 * WIDTH), simd.load(words, 3 * WIDTH)
    shape = np.int64(words[5 * WIDTH]), np.int64(words[5 * WIDTH + 1])
    simd.store(words, 4 * WIDTH, offered(axis, aslant, cost, known, known, shape))
    return lanes_offered(axis, aslant, cost, known)


@pytest.mark.parametrize("longest", [12, 1 << 18, LONGEST, 1 << 25, 1 << 29, 2 * BARRIER])
@pytest.mark.parametrize("shape", [SQUARE, *wedge_shapes(14.1, 10.0)[:, :2], *SIXTEENS])
def test_lanes_take_what_their_wedges_offer(longest: int, shape: NDArray[np.int64]) -> None:
    random, for_nothing = np.random.default_rng(longest), 0
    for _ in range(300):
        cost = random.integers(2, longest, WIDTH, endpoint=True)
        aslant = np.minimum(random.integers(0, longest, WIDTH), UNREACHED)
        axis = np.clip(aslant + random.integers(-longest // 3, longest, WIDTH), 0, UNREACHED)
        axis[random.random(WIDTH) < 0.1] = UNREACHED
        aslant[random.random(WIDTH) < 0.1] = UNREACHED
        step = axis + random.integers(2, cost, endpoint=True)  # from A: no more than F
        known = np.minimum(np.minimum(step, aslant + 3 * cost // 2), UNREACHED)
        words = np.concatenate([axis, aslant, cost, known, known, shape]).astype(np.uint32)
        told = offered_to(words)
        oblong = shape[0] != 0
        offers = [
            offer_over_oblong(*three, *shape) if oblong else offer(*three)
            for three in zip(axis, aslant, cost, strict=True)
        ]
        found = words[4 * WIDTH : 5 * WIDTH]
        np.testing.assert_array_equal(found, np.minimum(known, offers))
        better = found < known
        assert oblong or all(told >> int(k) & 1 for k in np.flatnonzero(better))
        for_nothing += int(told).bit_count() - int(better.sum())
    assert shape[0] != 0 or for_nothing < 300


def a_tile(label: int, outside: int) -> Words:
    """A buffer of even ground, with a label for the tile's cells and one for the halo's."""
    buffer = np.zeros(BUFFER, np.uint32)
    for copy in (0, 3 * AREA):
        buffer[copy : copy + AREA] = label
        buffer[copy + STRAIGHTS : copy + DIAGONALS] = 100
        buffer[copy + DIAGONALS : copy + 3 * AREA] = 141
    for side in range(TOP, BEFORE, LINES):
        buffer[side : side + SPAN] = outside
        buffer[side + SPAN : side + 2 * SPAN] = 100
        buffer[side + 2 * SPAN : side + 3 * SPAN] = 141
    buffer[BEFORE:SHAPES] = label
    return buffer


def test_a_fall_aslant_across_a_side_is_told_whatever_lies_beside_its_cell() -> None:
    #   a x    Between a, as it was when the tile was loaded, and d, the wedge offers nothing, nor
    #   d b    does the step from d, 1282. But a may be falling at this moment.
    buffer = a_tile(label=5000, outside=1200)
    buffer[7] = 1000  # d
    buffer[TOP + FIRST + 8] = 1250  # x
    assert best_across_side(buffer, 0, True) == 1200  # d and F: d was 5000 before
    assert best_across_side(buffer, 0, False) == UNREACHED
    buffer[BEFORE + 7] = 1000
    assert best_across_side(buffer, 0, True) == UNREACHED  # d had it, and has told


def test_a_fall_across_a_corner_is_told_whatever_lies_beside_it() -> None:
    buffer = a_tile(label=5000, outside=1250)
    buffer[0] = 1000
    assert best_across_corner(buffer, 0, True) == 1200
    assert best_across_corner(buffer, 0, False) == UNREACHED
    buffer[BEFORE] = 1000
    assert best_across_corner(buffer, 0, True) == UNREACHED


@pytest.mark.parametrize(("outside", "told"), [(1243, UNREACHED), (1244, 1243)])
def test_a_wedge_of_two_tiles_counts_where_the_cell_straight_on_is_ours(
    outside: int, told: int
) -> None:
    #   . x    The step from b gives 1250. The wedge of b and of d, in the tile on the left, gives
    #   d|b    1050 + isqrt(200² - 50²) = 1243.
    buffer = a_tile(label=5000, outside=outside)
    buffer[0] = buffer[BEFORE] = 1050
    buffer[LEFT + FIRST] = 1000
    assert best_across_side(buffer, 0, True) == told
